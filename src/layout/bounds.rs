//! What a drawing may take to be drawn: how much it unfolds to, how far it reaches, and how often it is painted over as a
//! whole. A drawing that is read goes through here, so that nothing after this has to fear it.

use std::collections::HashMap;

use resvg::usvg::roxmltree::{Document, Node, ParsingOptions};
use resvg::usvg::{self, Group, Paint};

/// Elements of a drawing, when everything that is repeated or referred to is counted where it is used.
const MOST_UNFOLDED: u64 = 500_000;
/// Elements inside one another or referred to, one from the next.
const DEEPEST: usize = 400;
/// How often a rule of a `<style>` may be held against an element.
const MOST_MATCHES: usize = 10_000_000;
/// So many rules and values of a style times so many bytes of it: the reader counts lines from the first one at the end of each.
const MOST_COUNTED: usize = 1_000_000_000;
/// So many times its own size a drawing may reach beyond itself.
const FARTHEST: f32 = 1_000.0;
/// So many times its own size a tile of a pattern may be.
const LARGEST_TILE: f32 = 2.0;
/// How often groups, masks, clips, patterns and filters may paint the whole of a drawing over.
const MOST_LAYERS: f32 = 200.0;

/// No drawing is painted with many more pixels across.
const MOST_ACROSS: f32 = 3_000.0;
/// So many looks at neighbouring pixels take as long as painting over.
const READS_A_LAYER: f32 = 25.0;

/// Reads a drawing.
///
/// # Errors
/// A sentence when it is no drawing, or takes more than any drawing needs.
pub fn bounded_tree(svg: &str, options: &usvg::Options<'_>) -> Result<usvg::Tree, String> {
    let document = Document::parse_with_options(svg, ParsingOptions::default()).map_err(|error| error.to_string())?;
    check_unfolded(&document)?;
    let tree = usvg::Tree::from_xmltree(&document, options).map_err(|error| error.to_string())?;
    check_tree(&tree)?;
    Ok(tree)
}

/// Whether the rules of a `<style>` take longer than any drawing needs, to be read and to be held against so many elements.
pub fn are_rules_too_many(css: &str, elements: usize) -> bool {
    let rules = css.bytes().filter(|byte| *byte == b'{').count();
    rules.saturating_mul(elements) > MOST_MATCHES || is_too_long(css)
}

/// Whether a style takes longer to be read than any drawing needs.
fn is_too_long(css: &str) -> bool {
    let ends = css.bytes().filter(|byte| matches!(byte, b'{' | b';')).count();
    ends.saturating_mul(css.len()) > MOST_COUNTED
}

/// References of an element.
#[derive(Default)]
struct References<'d> {
    /// What is drawn once for the element.
    once: Vec<&'d str>,
    /// What is drawn at each corner of a path.
    markers: Vec<&'d str>,
}

impl<'d> References<'d> {
    /// All ids in `url(#id)`.
    fn add(&mut self, name: &str, value: &'d str) {
        let ids = value.split("url(").skip(1).filter_map(|rest| {
            rest.trim_start_matches(['"', '\'', ' ']).strip_prefix('#')?.split([')', '"', '\'', ' ']).next()
        });
        if name.contains("marker") { self.markers.extend(ids) } else { self.once.extend(ids) }
    }

    fn extend(&mut self, other: &Self) {
        self.once.extend(&other.once);
        self.markers.extend(&other.markers);
    }
}

/// A drawing whose parts refer to each other.
struct Unfolding<'d> {
    by_id: HashMap<&'d str, Node<'d, 'd>>,
    /// What the rules of a `<style>` refer to, by the class, the id or the kind of element they are for: `.wet`, `#sea`
    /// or `path`.
    by_name: HashMap<&'d str, References<'d>>,
    /// What they refer to for other elements.
    for_all: References<'d>,
    /// How many elements were counted for an id; nothing while they are counted.
    known: HashMap<&'d str, Option<u64>>,
}

fn check_unfolded(document: &Document<'_>) -> Result<(), String> {
    let elements = || document.descendants().filter(Node::is_element);
    let mut unfolding = Unfolding {
        by_id: elements().filter_map(|node| Some((node.attribute("id")?, node))).collect(),
        by_name: HashMap::new(),
        for_all: References::default(),
        known: HashMap::new(),
    };
    if elements().filter_map(|node| node.attribute("style")).any(is_too_long) {
        return Err("a `style` in it has more values than there is time for".to_owned());
    }
    let many = elements().count();
    let (mut parts, mut are_too_many) = (0, false);
    for style in elements().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "style"))) {
        for text in style.children().filter_map(|child| child.text()) {
            are_too_many |= are_rules_too_many(text, many);
            parts += unfolding.read_rules(text);
        }
    }
    if are_too_many || parts.saturating_mul(many) > MOST_MATCHES {
        return Err("there are too many rules in its `<style>` for so many elements".to_owned());
    }
    let all = unfolding.count(document.root_element(), &References::default(), 0)?;
    if all > MOST_UNFOLDED { Err(unfolds_too_far()) } else { Ok(()) }
}

fn unfolds_too_far() -> String {
    format!("it has more than {MOST_UNFOLDED} elements once what it repeats and refers to is unfolded")
}

impl<'d> Unfolding<'d> {
    /// Reads what rules refer to; how many names there are in their selectors.
    fn read_rules(&mut self, css: &'d str) -> usize {
        let mut parts = 0;
        for rule in css.split('}') {
            let Some((selectors, properties)) = rule.split_once('{') else { continue };
            parts +=
                selectors.split([' ', ',', '>', '\n', '\t', '+', '~', '*']).filter(|part| !part.is_empty()).count();
            let mut references = References::default();
            for property in properties.split(';') {
                references.add(property.split(':').next().unwrap_or_default(), property);
            }
            if references.once.is_empty() && references.markers.is_empty() {
                continue;
            }
            for selector in selectors.split(',') {
                match name_of(selector) {
                    Some(name) => self.by_name.entry(name).or_default().extend(&references),
                    None => self.for_all.extend(&references),
                }
            }
        }
        parts
    }

    fn references(&self, node: Node<'d, 'd>) -> References<'d> {
        let mut found = References::default();
        for attribute in node.attributes() {
            match (attribute.name(), attribute.value()) {
                ("style", style) => {
                    style.split(';').for_each(|one| found.add(one.split(':').next().unwrap_or_default(), one));
                }
                ("href", value) if node.tag_name().name() != "a" => found.once.extend(value.strip_prefix('#')),
                (name, value) => found.add(name, value),
            }
        }
        let classes = node.attribute("class").unwrap_or_default().split_whitespace().map(|class| format!(".{class}"));
        let id = node.attribute("id").map(|id| format!("#{id}"));
        for name in classes.chain(id).chain([node.tag_name().name().to_owned()]) {
            if let Some(own) = self.by_name.get(name.as_str()) {
                found.extend(own);
            }
        }
        found.extend(&self.for_all);
        found
    }

    /// How many elements a node is, with all it refers to; `around` has the markers it inherits.
    fn count(&mut self, node: Node<'d, 'd>, around: &References<'d>, depth: usize) -> Result<u64, String> {
        if depth > DEEPEST {
            return Err(format!("its elements, with those they refer to, are nested more than {DEEPEST} deep"));
        }
        let mut own = self.references(node);
        let mut all = 1_u64;
        for id in std::mem::take(&mut own.once) {
            all = all.saturating_add(self.count_id(id, depth)?);
        }
        own.markers.extend(&around.markers);
        if let Some(path) = node.attribute("d").or_else(|| node.attribute("points")) {
            let corners = path.split([' ', ',', 'L', 'l', '-', '\n']).count() as u64;
            for id in own.markers.clone() {
                all = all.saturating_add(self.count_id(id, depth)?.saturating_mul(corners));
            }
        }
        for child in node.children().filter(Node::is_element) {
            all = all.saturating_add(self.count(child, &own, depth + 1)?);
            if all > MOST_UNFOLDED {
                return Err(unfolds_too_far());
            }
        }
        Ok(all)
    }

    fn count_id(&mut self, id: &'d str, depth: usize) -> Result<u64, String> {
        if let Some(known) = self.known.get(id) {
            return known.ok_or_else(|| format!("`{id}` in it refers to itself"));
        }
        let Some(node) = self.by_id.get(id).copied() else { return Ok(0) };
        self.known.insert(id, None);
        let all = self.count(node, &References::default(), depth + 1)?;
        self.known.insert(id, Some(all));
        Ok(all)
    }
}

/// The class, id or kind of element that a selector ends with; none when it says more of it, or something else.
fn name_of(selector: &str) -> Option<&str> {
    let last = selector.split([' ', '>', '+', '~', '\n', '\t']).rfind(|part| !part.is_empty())?;
    let name = last.rfind(['.', '#']).map_or(last, |at| &last[at..]);
    (!name.contains([':', '[', ']', '*', '"', '(', ')'])).then_some(name)
}

/// How far a drawing reaches, and what it paints over.
struct Reach {
    /// The longer side of the drawing.
    side: f32,
    area: f32,
    layers: f32,
}

fn check_tree(tree: &usvg::Tree) -> Result<(), String> {
    let size = tree.size();
    let mut reach = Reach { side: size.width().max(size.height()), area: size.width() * size.height(), layers: 0.0 };
    reach.group(tree.root())
}

fn named(id: &str) -> String {
    if id.is_empty() { "something in it".to_owned() } else { format!("`{id}` in it") }
}

impl Reach {
    /// A group in the coordinates of the drawing.
    fn group(&mut self, group: &Group) -> Result<(), String> {
        let part = self.part(group.abs_layer_bounding_box().to_rect());
        let primitives = group.filters().iter().flat_map(|filter| filter.primitives());
        let filters: f32 = primitives.map(|primitive| self.work_of(primitive.kind())).sum();
        if group.should_isolate() {
            self.paint_over(part * (1.0 + filters))?;
        }
        self.cut(group, part)?;
        for child in group.children() {
            match child {
                usvg::Node::Group(inner) => self.group(inner)?,
                usvg::Node::Path(path) => self.path(path)?,
                usvg::Node::Image(image) => self.image(image, part)?,
                usvg::Node::Text(_) => {}
            }
        }
        self.inside(group.abs_bounding_box(), group.id())
    }

    /// How often a part of a filter is like painting over what it works on.
    fn work_of(&self, kind: &usvg::filter::Kind) -> f32 {
        use usvg::filter::Kind;
        let window = |radius: f32| 1.0 + 2.0 * radius / self.side * MOST_ACROSS;
        match kind {
            Kind::Morphology(grown) => {
                2.0 + window(grown.radius_x().get()) * window(grown.radius_y().get()) / READS_A_LAYER
            }
            Kind::ConvolveMatrix(kernel) => {
                2.0 + (kernel.matrix().columns() * kernel.matrix().rows()) as f32 / READS_A_LAYER
            }
            Kind::Turbulence(noise) => 2.0 + noise.num_octaves() as f32 * 2.0,
            _ => 2.0,
        }
    }

    /// What cuts a group off paints over so much of the drawing.
    fn cut(&mut self, group: &Group, part: f32) -> Result<(), String> {
        group.mask().map_or(Ok(()), |mask| self.mask(mask, part))?;
        group.clip_path().map_or(Ok(()), |clip| self.clip(clip, part))
    }

    fn mask(&mut self, mask: &usvg::Mask, part: f32) -> Result<(), String> {
        self.paint_over(part)?;
        self.layers_of(mask.root(), part)?;
        mask.mask().map_or(Ok(()), |inner| self.mask(inner, part))
    }

    fn clip(&mut self, clip: &usvg::ClipPath, part: f32) -> Result<(), String> {
        if clip.root().children().len() > 1 || clip.clip_path().is_some() {
            self.paint_over(part)?;
        }
        self.layers_of(clip.root(), part)?;
        clip.clip_path().map_or(Ok(()), |inner| self.clip(inner, part))
    }

    /// What stands in coordinates of its own paints over so much of the drawing with each of its groups.
    fn layers_of(&mut self, group: &Group, part: f32) -> Result<(), String> {
        if group.should_isolate() {
            self.paint_over(part)?;
        }
        self.cut(group, part)?;
        for child in group.children() {
            match child {
                usvg::Node::Group(inner) => self.layers_of(inner, part)?,
                usvg::Node::Path(path) => self.patterns(path, part)?,
                usvg::Node::Image(image) => self.image(image, part)?,
                usvg::Node::Text(_) => {}
            }
        }
        Ok(())
    }

    /// A picture in pixels is painted at once, a drawing as often as it says.
    fn image(&mut self, image: &usvg::Image, part: f32) -> Result<(), String> {
        match image.kind() {
            usvg::ImageKind::SVG(tree) => self.layers_of(tree.root(), part),
            _ => self.paint_over(part),
        }
    }

    fn path(&mut self, path: &usvg::Path) -> Result<(), String> {
        let bounds = path.abs_stroke_bounding_box();
        self.inside(bounds, path.id())?;
        self.patterns(path, self.part(bounds))
    }

    fn patterns(&mut self, path: &usvg::Path, part: f32) -> Result<(), String> {
        let paints = [path.fill().map(usvg::Fill::paint), path.stroke().map(usvg::Stroke::paint)];
        for paint in paints.into_iter().flatten() {
            let Paint::Pattern(pattern) = paint else { continue };
            let (across, down) = path.abs_transform().pre_concat(pattern.transform()).get_scale();
            let tile = pattern.rect();
            if tile.width() * across > self.side * LARGEST_TILE || tile.height() * down > self.side * LARGEST_TILE {
                let id = pattern.id();
                return Err(format!(
                    "a tile of its pattern `{id}` is more than {LARGEST_TILE} times as large as it is"
                ));
            }
            self.paint_over(part)?;
            self.layers_of(pattern.root(), part)?;
        }
        Ok(())
    }

    fn inside(&self, bounds: usvg::Rect, id: &str) -> Result<(), String> {
        let far = self.side * FARTHEST;
        let all = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        if all.iter().all(|side| side.abs() <= far) {
            return Ok(());
        }
        Err(format!("{} reaches more than {FARTHEST} times its size beyond it", named(id)))
    }

    /// How much of the drawing lies in a box.
    fn part(&self, bounds: usvg::Rect) -> f32 {
        (bounds.width().min(self.side) * bounds.height().min(self.side) / self.area.max(f32::MIN_POSITIVE)).min(1.0)
    }

    fn paint_over(&mut self, part: f32) -> Result<(), String> {
        self.layers += part;
        if self.layers <= MOST_LAYERS {
            return Ok(());
        }
        Err(format!(
            "its groups, masks, clips, patterns and filters paint all of it over more than {MOST_LAYERS} times"
        ))
    }
}
