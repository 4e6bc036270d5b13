//! Fills a template with the values of one piece: SVG text without expressions, and a list of slots for what SVG
//! cannot do. Lays nothing out.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use minijinja::value::Value;

use crate::diag::{Diagnostic, Diagnostics, Place, did_you_mean};
use crate::geom::Size;
use crate::units::Length;

use super::expr::{Expressions, Program, Scope};
use super::face::{Wish, slot_id};
use super::svg_check::check_attribute;
use super::template::{Attribute, Element, Node, Template};

/// Loops of a template run no longer than this.
const MOST_REPEATS: usize = 1_000;

/// A drawing of more elements than this does not come from a person.
const MOST_ELEMENTS: usize = 100_000;

/// The `data-` words that make a rectangle a slot.
const BOXES: [&str; 4] = ["text", "image", "board", "flow"];

/// A template filled in for one piece.
pub struct Bound {
    /// The SVG, with a named rectangle for every slot.
    pub svg: String,
    /// What goes into the slots, by number.
    pub slots: Vec<Slot>,
    /// Template units to the millimetre.
    pub unit: f32,
}

/// A place in a template that receives something SVG cannot do.
#[derive(Debug, Clone)]
pub struct Slot {
    /// What it receives.
    pub kind: SlotKind,
    /// Left, top, width, height in template units.
    pub rect: [f32; 4],
    /// Where it is in the template.
    pub place: Place,
}

/// What a slot receives.
#[derive(Debug, Clone)]
pub enum SlotKind {
    /// Rich text in the rectangle.
    Text(TextSlot),
    /// One line of text on the baseline at the rectangle's left top.
    Line(TextSlot),
    /// A picture.
    Image(ImageSlot),
    /// The squares of the board.
    Board,
    /// A column of the booklet.
    Flow(TextSlot),
}

/// Text and how it is to look, as far as the template says.
#[derive(Debug, Clone, Default)]
pub struct TextSlot {
    /// The text.
    pub text: String,
    /// Name of a style.
    pub style: Option<String>,
    /// Single properties that differ from the style, by their word in a style.
    pub own: Vec<(&'static str, String)>,
    /// Where the text stands from top to bottom: `top`, `middle` or `bottom`.
    pub valign: Option<String>,
}

/// A picture and how it is to fit.
#[derive(Debug, Clone)]
pub struct ImageSlot {
    /// Path of the picture.
    pub path: String,
    /// Whether it covers the rectangle and is cut, or stays inside it.
    pub cover: bool,
    /// Colour for the parts painted in `currentColor`, or for the whole of a picture in pixels.
    pub tint: Option<String>,
}

/// What one filling needs.
pub struct Binding<'a> {
    /// All compiled texts.
    pub expressions: &'a Expressions,
    /// Trim size.
    pub size: Size,
    /// How far art runs over the trim.
    pub bleed: Length,
    /// Put before every id, so that pictures can stand in one file.
    pub prefix: &'a str,
    /// What `currentColor` means.
    pub colour: Option<&'a str>,
    /// The game folder as it is shown in places.
    pub root: &'a str,
}

/// Fills a template in.
///
/// # Errors
/// When the drawing does not fit the piece.
pub fn bind(
    template: &Template,
    scope: &Value,
    how: &Binding<'_>,
    found: &mut Diagnostics,
) -> Result<Bound, Diagnostic> {
    let frame = Frame::of(template, scope, how)?;
    let mut binder = Binder {
        how,
        found,
        out: String::new(),
        slots: Vec::new(),
        ids: BTreeSet::new(),
        references: Vec::new(),
        around: Vec::new(),
        holders: BTreeSet::new(),
        elements: 0,
        text: Vec::new(),
    };
    binder.open_root(template, &frame, scope);
    binder.nodes(&template.children, scope);
    binder.out.push_str("</svg>");
    binder.check_references();
    Ok(Bound { svg: binder.out, slots: binder.slots, unit: frame.unit })
}

/// A reference to an id, which has to exist.
struct Reference {
    target: String,
    /// Whether it repeats what it refers to.
    repeats: bool,
    place: Place,
}

/// An element that is open while its children are bound.
#[derive(Default)]
struct Around {
    id: Option<String>,
    /// Why nothing in it can be a slot.
    obstacle: Option<&'static str>,
}

/// The part of the drawing that a piece and its bleed cover, in template units.
struct Frame {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    unit: f32,
}

impl Frame {
    fn of(template: &Template, scope: &Value, how: &Binding<'_>) -> Result<Self, Diagnostic> {
        let (w, h, bleed) = (how.size.width.mm_f32(), how.size.height.mm_f32(), how.bleed.mm_f32());
        let [x, y, drawn_w, drawn_h] = template.drawn_size(how.expressions, scope)?.unwrap_or([0.0, 0.0, w, h]);
        let unit = drawn_w / w;
        if (drawn_h / h / unit - 1.0).abs() > 0.01 {
            let message = format!(
                "the template `{}` is drawn {drawn_w} x {drawn_h} and the piece is {}: the proportions differ",
                template.name, how.size
            );
            return Err(Diagnostic::error(message)
                .at(&template.place)
                .hint("use `{{ face.width }}` and `{{ face.height }}` in the viewBox to draw for any size"));
        }
        let over = bleed * unit;
        Ok(Self { left: x - over, top: y - over, width: drawn_w + over * 2.0, height: drawn_h + over * 2.0, unit })
    }
}

pub(super) struct Binder<'a> {
    how: &'a Binding<'a>,
    pub(super) found: &'a mut Diagnostics,
    out: String,
    slots: Vec<Slot>,
    ids: BTreeSet<String>,
    references: Vec<Reference>,
    /// Ids of the elements around, and those among them that cannot hold a slot.
    around: Vec<Around>,
    /// How many elements there are so far, loops carried out.
    elements: usize,
    /// Ids of elements that hold a slot.
    holders: BTreeSet<String>,
    /// Text properties of the elements around, innermost last.
    pub(super) text: Vec<(&'static str, String)>,
}

impl Binder<'_> {
    fn open_root(&mut self, template: &Template, frame: &Frame, scope: &Value) {
        let Frame { left, top, width, height, unit } = frame;
        let (w, h) = (width / unit, height / unit);
        let _ = write!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{w}\" height=\"{h}\""
        );
        if let Some(colour) = self.how.colour {
            let _ = write!(self.out, " color=\"{colour}\"");
        }
        self.attributes(&template.root, scope);
        self.out.push('>');
        self.remember_text(&template.root, scope);
    }

    fn nodes(&mut self, nodes: &[Node], scope: &Value) {
        for node in nodes {
            match node {
                Node::Element(element) => self.repeated(element, scope),
                Node::Text(program) => {
                    let text = self.value_of(program, scope);
                    escape(&text, &mut self.out);
                }
            }
        }
    }

    /// Counts an element; true, and told, when there are more than anybody draws.
    fn too_many(&mut self, element: &Element) -> bool {
        self.elements += 1;
        if self.elements == MOST_ELEMENTS + 1 {
            let message = format!("the drawing has more than {MOST_ELEMENTS} elements once its loops are carried out");
            self.found.push(Diagnostic::error(message).at(&element.place));
        }
        self.elements > MOST_ELEMENTS
    }

    fn repeated(&mut self, element: &Element, scope: &Value) {
        if self.too_many(element) {
            return;
        }
        let Some((name, values)) = &element.repeat else { return self.shown(element, scope) };
        let values = match self.how.expressions.value(values, scope) {
            Ok(values) => values,
            Err(diagnostic) => return self.found.push(diagnostic),
        };
        let Ok(items) = values.try_iter() else {
            let message = format!("`data-for` needs a list, as in `{name} in range(6)`");
            return self.found.push(Diagnostic::error(message).at(&element.place));
        };
        for (index, item) in items.enumerate() {
            if index >= MOST_REPEATS {
                let message = format!("`data-for` repeats more than {MOST_REPEATS} times");
                return self.found.push(Diagnostic::error(message).at(&element.place));
            }
            let mut inner = Scope::over(Some(scope.clone()));
            inner.set(name, item);
            let mut turn = Scope::default();
            turn.set("index", Value::from(index + 1));
            turn.set("index0", Value::from(index));
            inner.set("loop", turn.finish());
            self.shown(element, &inner.finish());
            if self.too_many(element) {
                return;
            }
        }
    }

    fn shown(&mut self, element: &Element, scope: &Value) {
        if let Some(condition) = &element.condition {
            match self.how.expressions.value(condition, scope) {
                Ok(value) if value.is_true() => {}
                Ok(_) => return,
                Err(diagnostic) => return self.found.push(diagnostic),
            }
        }
        let outer = self.text.len();
        self.remember_text(&element.attributes, scope);
        let has_wish = self.open_wish(element, scope);
        match element.name.as_str() {
            "text" if element.data("text").is_none() => self.text_lines(element, scope),
            "image" => self.image_element(element, scope),
            "rect" if !element.data.is_empty() && self.slot(element, scope) => {}
            name if name != "rect" && BOXES.iter().any(|word| element.data(word).is_some()) => {
                let message = format!("a `<{name}>` cannot receive text or pictures");
                self.found.push(Diagnostic::error(message).at(&element.place).hint("only a `<rect>` can"));
            }
            "foreignObject" | "script" | "animate" | "set" | "feTurbulence" | "feMorphology" | "feConvolveMatrix"
            | "feDiffuseLighting" | "feSpecularLighting" | "feDisplacementMap" | "feImage" | "feTile" => {
                let message = format!("`<{}>` cannot be printed", element.name);
                self.found.push(Diagnostic::error(message).at(&element.place));
            }
            _ => self.plain(element, scope),
        }
        if has_wish {
            self.out.push_str("</g>");
        }
        self.text.truncate(outer);
    }

    /// A group around an element that says what becomes of it with little ink; false when it does not say.
    fn open_wish(&mut self, element: &Element, scope: &Value) -> bool {
        let Some(word) = self.optional_data(element, "ink", scope) else { return false };
        let words = || Wish::ALL.iter().map(|(word, _)| *word);
        if self.around.iter().any(|around| around.obstacle == Some("a definition")) {
            let message = "`data-ink` has no effect inside a definition";
            self.found.push(Diagnostic::error(message).at(&element.place));
        } else if words().any(|known| known == word) {
            let _ = write!(self.out, "<g id=\"{}\">", Wish::id(&word));
            return true;
        } else {
            let hint = did_you_mean(&word, words());
            let message = format!("`data-ink` cannot be `{word}`");
            self.found.push(Diagnostic::error(message).at(&element.place).maybe_hint(hint));
        }
        false
    }

    fn plain(&mut self, element: &Element, scope: &Value) {
        let _ = write!(self.out, "<{}", element.name);
        self.attributes(&element.attributes, scope);
        if element.children.is_empty() {
            self.out.push_str("/>");
            return;
        }
        self.out.push('>');
        let around = self.open_around(element, scope);
        self.around.push(around);
        self.nodes(&element.children, scope);
        self.around.pop();
        let _ = write!(self.out, "</{}>", element.name);
    }

    fn open_around(&mut self, element: &Element, scope: &Value) -> Around {
        let mut attribute = |name: &str| {
            let attribute = element.attributes.iter().find(|a| a.name == name)?;
            Some(self.value_of(&attribute.value, scope))
        };
        let style = attribute("style").unwrap_or_default();
        let has = |own: Option<String>, name: &str| {
            let styled = style_pairs(&style).find(|(known, _)| *known == name).map(|(_, value)| value.to_owned());
            own.or(styled).is_some_and(|value| value != "none")
        };
        let (filter, mask) = (has(attribute("filter"), "filter"), has(attribute("mask"), "mask"));
        let obstacle = match element.name.as_str() {
            "defs" | "symbol" | "mask" | "clipPath" | "pattern" | "marker" => Some("a definition"),
            _ if filter => Some("something with a filter"),
            _ if mask => Some("something with a mask"),
            _ => None,
        };
        Around { id: attribute("id"), obstacle }
    }

    fn attributes(&mut self, attributes: &[Attribute], scope: &Value) {
        for attribute in attributes {
            let value = self.value_of(&attribute.value, scope);
            let styled = if attribute.name == "style" { value.as_str() } else { "" };
            let single = (attribute.name.as_str(), value.as_str());
            for (name, value) in std::iter::once(single).chain(style_pairs(styled)) {
                if let Some(diagnostic) = check_attribute(name, value) {
                    self.found.push(diagnostic.at(&attribute.value.place));
                }
            }
            self.attribute(&attribute.name, &value, &attribute.value.place);
        }
    }

    fn attribute(&mut self, name: &str, value: &str, place: &Place) {
        let prefix = self.how.prefix;
        let _ = write!(self.out, " {name}=\"");
        if name == "id" {
            self.ids.insert(value.to_owned());
            let _ = write!(self.out, "{prefix}");
            escape(value, &mut self.out);
        } else if let (true, Some(target)) = (name == "href", value.strip_prefix('#')) {
            self.references.push(Reference { target: target.to_owned(), repeats: true, place: place.clone() });
            let _ = write!(self.out, "#{prefix}");
            escape(target, &mut self.out);
        } else {
            let value = self.prefixed_urls(value, place);
            escape(&value, &mut self.out);
        }
        self.out.push('"');
    }

    /// `url(#name)` with the prefix before the name.
    fn prefixed_urls(&mut self, value: &str, place: &Place) -> String {
        let mut out = String::with_capacity(value.len());
        let mut rest = value;
        while let Some(at) = rest.find("url(#") {
            let name_at = at + "url(#".len();
            let end = rest[name_at..].find(')').map_or(rest.len(), |n| name_at + n);
            let target = rest[name_at..end].to_owned();
            self.references.push(Reference { target, repeats: false, place: place.clone() });
            out.push_str(&rest[..name_at]);
            out.push_str(self.how.prefix);
            out.push_str(&rest[name_at..end]);
            rest = &rest[end..];
        }
        out.push_str(rest);
        out
    }

    fn check_references(&mut self) {
        for Reference { target, repeats, place } in &self.references {
            if !self.ids.contains(target) {
                let hint = did_you_mean(target, self.ids.iter().map(String::as_str));
                let message = format!("nothing in this picture has the id `{target}`");
                self.found.push(Diagnostic::error(message).at(place).maybe_hint(hint));
            } else if *repeats && self.holders.contains(target) {
                let message = format!("`{target}` holds text or a picture and cannot be repeated with `<use>`");
                let hint = "repeat the element itself with `data-for`";
                self.found.push(Diagnostic::error(message).at(place).hint(hint));
            }
        }
    }

    pub(super) fn value_of(&mut self, program: &Program, scope: &Value) -> String {
        match self.how.expressions.text(program, scope) {
            Ok(text) => text,
            Err(diagnostic) => {
                self.found.push(diagnostic);
                String::new()
            }
        }
    }

    fn optional_data(&mut self, element: &Element, name: &str, scope: &Value) -> Option<String> {
        let value = element.data(name)?;
        Some(self.value_of(value, scope)).filter(|text| !text.is_empty())
    }

    pub(super) fn number(&mut self, element: &Element, name: &str, scope: &Value) -> f32 {
        let Some(attribute) = element.attributes.iter().find(|a| a.name == name) else { return 0.0 };
        let text = self.value_of(&attribute.value, scope);
        let number = text.trim().trim_end_matches("px").parse::<f32>();
        number.unwrap_or_else(|_| {
            let message = format!("`{name}` must be a number, not `{text}`");
            self.found.push(Diagnostic::error(message).at(&attribute.value.place));
            0.0
        })
    }

    fn rect(&mut self, element: &Element, scope: &Value) -> [f32; 4] {
        ["x", "y", "width", "height"].map(|name| self.number(element, name, scope))
    }

    /// A rectangle with a `data-` word that makes it a slot; false when it is none.
    fn slot(&mut self, element: &Element, scope: &Value) -> bool {
        if BOXES.iter().all(|word| element.data(word).is_none()) {
            return false;
        }
        let rect = self.rect(element, scope);
        if rect[2] <= 0.0 || rect[3] <= 0.0 {
            let message = format!("a box of {} x {} holds nothing", rect[2], rect[3]);
            self.found.push(Diagnostic::error(message).at(&element.place));
            return true;
        }
        let kind = if element.data("text").is_some() {
            let text = self.optional_data(element, "text", scope).unwrap_or_default();
            if text.trim().is_empty() {
                return true;
            }
            SlotKind::Text(self.text_slot(element, text, scope))
        } else if element.data("image").is_some() {
            match self.optional_data(element, "image", scope) {
                Some(path) => SlotKind::Image(self.image_slot(element, path, scope)),
                None => return true,
            }
        } else if element.data("board").is_some() {
            SlotKind::Board
        } else if element.data("flow").is_some() {
            SlotKind::Flow(self.text_slot(element, String::new(), scope))
        } else {
            return false;
        };
        self.mark(element, kind, rect, scope);
        true
    }

    pub(super) fn text_slot(&mut self, element: &Element, text: String, scope: &Value) -> TextSlot {
        let words = [
            ("align", "align"),
            ("size", "size"),
            ("shrink", "shrink"),
            ("together", "together"),
            ("colour", "colour"),
        ];
        let own =
            words.iter().filter_map(|(data, word)| Some((*word, self.optional_data(element, data, scope)?))).collect();
        TextSlot {
            text,
            style: self.optional_data(element, "style", scope),
            own,
            valign: self.optional_data(element, "valign", scope),
        }
    }

    fn image_slot(&mut self, element: &Element, path: String, scope: &Value) -> ImageSlot {
        let fit = self.optional_data(element, "fit", scope);
        if let (Some(fit), Some(program)) = (&fit, element.data("fit"))
            && !matches!(fit.as_str(), "contain" | "cover")
        {
            let hint = did_you_mean(fit, ["contain", "cover"]);
            let message = format!("a picture cannot `{fit}` its box");
            self.found.push(Diagnostic::error(message).at(&program.place).maybe_hint(hint));
        }
        ImageSlot { path, cover: fit.as_deref() == Some("cover"), tint: self.optional_data(element, "tint", scope) }
    }

    /// `<image href="art/barn.png">`, as drawing programs write it.
    fn image_element(&mut self, element: &Element, scope: &Value) {
        let rect = self.rect(element, scope);
        let Some(href) = element.attributes.iter().find(|a| a.name == "href") else { return };
        let path = beside(element.place.path(), self.how.root, &self.value_of(&href.value, scope));
        self.mark(element, SlotKind::Image(ImageSlot { path, cover: false, tint: None }), rect, scope);
    }

    /// What is painted at a slot is not part of the drawing, so the drawing cannot filter, mask or repeat it.
    fn check_mark(&mut self, element: &Element, scope: &Value) {
        let own = self.open_around(element, scope).obstacle.filter(|obstacle| *obstacle != "a definition");
        if let Some(obstacle) = own.or_else(|| self.around.iter().find_map(|around| around.obstacle)) {
            let message = format!("text and pictures cannot stand inside {obstacle}");
            self.found.push(Diagnostic::error(message).at(&element.place));
        }
        let own_id = self.open_around(element, scope).id;
        self.ids.extend(own_id.clone());
        self.holders.extend(self.around.iter().filter_map(|around| around.id.clone()).chain(own_id));
    }

    /// Leaves a named rectangle where a slot is, with whatever moves or fades it around it.
    pub(super) fn mark(&mut self, element: &Element, kind: SlotKind, rect: [f32; 4], scope: &Value) {
        self.check_mark(element, scope);
        self.out.push_str("<g");
        let around = ["transform", "opacity", "clip-path", "display", "visibility", "style", "class"];
        for attribute in element.attributes.iter().filter(|a| around.contains(&a.name.as_str())) {
            let value = self.value_of(&attribute.value, scope);
            self.attribute(&attribute.name, &value, &attribute.value.place);
        }
        let [x, y, w, h] = rect;
        let (w, h) = (w.max(0.001), h.max(0.001));
        let id = slot_id(self.slots.len());
        let _ = write!(self.out, "><rect id=\"{id}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/></g>");
        self.slots.push(Slot { kind, rect, place: element.place.clone() });
    }
}

/// The properties of a `style` attribute.
pub(super) fn style_pairs(style: &str) -> impl Iterator<Item = (&str, &str)> {
    let pairs = style.split(';').filter_map(|pair| pair.split_once(':'));
    pairs.map(|(name, value)| (name.trim(), value.trim()))
}

/// A path as drawing programs write it, from the file that names it (`../art/barn.png`), as a path from the game folder.
fn beside(file: &str, root: &str, path: &str) -> String {
    if !path.starts_with("../") && !path.starts_with("./") {
        return path.to_owned();
    }
    let inside = file.strip_prefix(root).unwrap_or(file).trim_start_matches('/');
    let mut parts: Vec<&str> = inside.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            // One step too many leads out of the folder, and is refused when the file is read.
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Control characters have no place in XML at all.
            c if c.is_control() && !matches!(c, '\n' | '\t' | '\r') => {}
            c => out.push(c),
        }
    }
}
