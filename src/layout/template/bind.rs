//! Fills a template with the values of one piece: SVG text without expressions, and a list of slots for what SVG
//! cannot do. Lays nothing out.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use minijinja::value::Value;

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::expressions::{Expressions, Origin, Program, Scope};
use crate::geom::{Affine, Size};
use crate::model::{FieldText, Fold, PathStep};
use crate::units::Length;

use super::bind_lines::PieceLines;
use super::bind_slots::{Around, BoxWord};
use super::cut_line::cut_line;
use super::declarations::readable;
use super::read::{Attribute, DrawnFrame, Element, Node, Purpose, SAME_PROPORTIONS, Template};
use super::slot::{DrawingSlot, ImageSlot};
use super::svg_check::{Wrong, check_attribute, hint_for_refused, is_refused};
use super::text_property::style_pairs;
use super::xml::escaped;
use crate::layout::face::{Holds, InkWish};

/// Loops of a template run no longer than this.
const MOST_REPEATS: usize = 1_000;

/// No drawing has a longer text once it is filled in.
const LONGEST: usize = 20_000_000;

/// A drawing of more elements than this does not come from a person.
const MOST_ELEMENTS: usize = 100_000;

/// A template filled in for one piece.
pub struct Bound {
    /// The SVG, with a named rectangle for every slot.
    pub svg: String,
    /// What goes into the slots, by number.
    pub slots: Vec<DrawingSlot>,
    /// The pictures that stay in the drawing, which masks, filters or repeats them: by number, each an `<image>` that links
    /// to [`drawn_image`].
    pub images: Vec<ImageSlot>,
    /// Its places for pieces, each with where it says for which.
    pub holds: Vec<(Holds, Place)>,
    /// What is done to the piece along lines.
    pub lines: PieceLines,
    /// Template units to the millimetre.
    pub unit: f32,
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
    /// Whether the whole will be seen in a mirror, so that its texts have to be mirrored to be read.
    pub mirrored: bool,
    /// Why it cannot have folds of its own, if it cannot.
    pub no_folds: Option<&'static str>,
    /// Whether it will be part of another drawing, so that all pictures in it stay in it.
    pub is_inner: bool,
    /// What it is for. In pictures numbers may have units and texts are drawn, both as SVG says.
    pub purpose: Purpose,
}

/// Fills a template in.
///
/// # Errors
/// When the drawing does not fit the piece.
pub fn bind<'a>(
    template: &'a Template,
    scope: &Value,
    how: &'a Binding<'a>,
    found: &'a mut Diagnostics,
) -> Result<Bound, Diagnostic> {
    let frame = Frame::of(template, scope, how)?;
    let mut binder = Binder {
        how,
        found,
        out: String::new(),
        slots: Vec::new(),
        images: Vec::new(),
        holds: Vec::new(),
        folds: Vec::new(),
        cut: None,
        ids: BTreeSet::new(),
        references: Vec::new(),
        around: Vec::new(),
        holders: BTreeSet::new(),
        repeated: &template.repeated,
        elements: 0,
        text: Vec::new(),
    };
    binder.open_root(template, &frame, scope);
    binder.fitted(template, &frame, scope);
    binder.check_references();
    let folds =
        binder.folds.iter().map(|fold| Fold { line: frame.millimetres(fold.line, how.bleed), ..*fold }).collect();
    let map = frame.to_millimetres(how.bleed);
    let cut = match binder.cut.take() {
        Some((steps, place)) => Some(cut_line(&steps, map, how.size).map_err(|wrong| wrong.at(&place))?),
        None => None,
    };
    Ok(Bound {
        svg: binder.out,
        slots: binder.slots,
        images: binder.images,
        holds: binder.holds,
        lines: PieceLines { folds, cut },
        unit: frame.unit,
    })
}

/// What links to a picture that stays in the drawing, with the quote behind it.
#[must_use]
pub fn drawn_image(number: usize) -> String {
    format!("drawn-image:{number}\"")
}

/// A reference to an id, which has to exist.
struct Reference {
    target: String,
    /// Whether it repeats what it refers to.
    repeats: bool,
    place: Place,
}

/// The part of the drawing that a piece and its bleed cover, in template units.
struct Frame {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    unit: f32,
    /// What is fitted into it, when that has other proportions.
    fitted: Option<[f32; 4]>,
}

/// How to say that a drawing has its bleed in it, as print shops ask for it: an eighth of an inch or 3 mm on each side.
fn without_bleed([x, y, w, h]: [f32; 4], size: Size) -> Option<String> {
    const BLEEDS: [f32; 2] = [3.175, 3.0];
    let (own_w, own_h) = (size.width.mm_f32(), size.height.mm_f32());
    let differs = |bleed: &f32| {
        let (unit_w, unit_h) = (w / (own_w + bleed * 2.0), h / (own_h + bleed * 2.0));
        (unit_w / unit_h - 1.0).abs()
    };
    let nearest = BLEEDS.into_iter().min_by(|one, other| differs(one).total_cmp(&differs(other)));
    let bleed = nearest.filter(|bleed| differs(bleed) < SAME_PROPORTIONS / 4.0)?;
    let over = w / (own_w + bleed * 2.0) * bleed;
    let told =
        [x + over, y + over, w - over * 2.0, h - over * 2.0].map(|number| ((number * 10.0).round() / 10.0).to_string());
    Some(format!("if {bleed} mm of bleed are drawn around it, write `viewBox=\"{}\"`", told.join(" ")))
}

impl Frame {
    fn of(template: &Template, scope: &Value, how: &Binding<'_>) -> Result<Self, Diagnostic> {
        let (w, h, bleed) = (how.size.width.mm_f32(), how.size.height.mm_f32(), how.bleed.mm_f32());
        let own = template.drawn_frame(how.expressions, scope)?;
        let DrawnFrame { seen, fitted } = own.unwrap_or(DrawnFrame { seen: [0.0, 0.0, w, h], fitted: None });
        let [x, y, drawn_w, drawn_h] = seen;
        let unit = drawn_w / w;
        if (drawn_h / h / unit - 1.0).abs() > SAME_PROPORTIONS {
            let message = format!(
                "the template `{}` is drawn {drawn_w} x {drawn_h} and the piece is {}: the proportions differ",
                template.name, how.size
            );
            let told = Diagnostic::error(message).at(&template.place).maybe_hint(without_bleed(seen, how.size));
            return Err(told.hint("use `{{ face.width }}` and `{{ face.height }}` in the viewBox to draw for any size"));
        }
        let over = bleed * unit;
        let (width, height) = (drawn_w + over * 2.0, drawn_h + over * 2.0);
        Ok(Self { left: x - over, top: y - over, width, height, unit, fitted })
    }

    /// From the drawing to millimetres from the corner of the trim.
    fn to_millimetres(&self, bleed: Length) -> Affine {
        let (unit, over) = (1.0 / self.unit, bleed.mm_f32());
        Affine([unit, 0.0, 0.0, unit, -self.left * unit - over, -self.top * unit - over])
    }

    /// A line of the drawing as millimetres from the corner of the trim.
    fn millimetres(&self, [x, y, to_x, to_y]: [f32; 4], bleed: Length) -> [f32; 4] {
        let map = self.to_millimetres(bleed);
        let ((x, y), (to_x, to_y)) = (map.apply(x, y), map.apply(to_x, to_y));
        [x, y, to_x, to_y]
    }
}

/// A template while it is filled in.
pub(super) struct Binder<'a> {
    pub(super) how: &'a Binding<'a>,
    pub(super) found: &'a mut Diagnostics,
    pub(super) out: String,
    pub(super) slots: Vec<DrawingSlot>,
    pub(super) images: Vec<ImageSlot>,
    /// Places for pieces, each with where it says for which.
    pub(super) holds: Vec<(Holds, Place)>,
    /// In units of the template.
    pub(super) folds: Vec<Fold>,
    /// In the same, and where it is given.
    pub(super) cut: Option<(Vec<PathStep>, Place)>,
    pub(super) ids: BTreeSet<String>,
    references: Vec<Reference>,
    /// The elements around, outermost first.
    pub(super) around: Vec<Around>,
    /// How many elements there are so far, loops carried out.
    elements: usize,
    /// Ids of elements that hold a slot.
    pub(super) holders: BTreeSet<String>,
    /// Ids of elements that a `<use>` repeats.
    pub(super) repeated: &'a BTreeSet<String>,
    /// Text properties of the elements around, innermost last.
    pub(super) text: Vec<(&'static str, FieldText)>,
}

impl Binder<'_> {
    fn open_root(&mut self, template: &Template, frame: &Frame, scope: &Value) {
        let Frame { left, top, width, height, unit, .. } = frame;
        let (w, h) = (width / unit, height / unit);
        let _ = write!(
            self.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" width=\"{w}\" height=\"{h}\""
        );
        if let Some(colour) = self.how.colour {
            let _ = write!(self.out, " color=\"{colour}\"");
        }
        self.attributes(&template.root, false, scope);
        self.out.push('>');
        self.remember_text(&template.root, &[], scope);
    }

    /// All that is in a drawing, in a frame of its own when it has to be fitted into the other.
    fn fitted(&mut self, template: &Template, frame: &Frame, scope: &Value) {
        if let Some([x, y, across, down]) = frame.fitted {
            let Frame { width, height, .. } = frame;
            let _ = write!(self.out, "<svg width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {across} {down}\"");
            for attribute in template.root.iter().filter(|attribute| attribute.name == "preserveAspectRatio") {
                let value = self.value_of(&attribute.value, scope);
                self.attribute(attribute, &value, scope);
            }
            self.out.push('>');
        }
        self.nodes(&template.children, scope);
        self.out.push_str(if frame.fitted.is_some() { "</svg></svg>" } else { "</svg>" });
    }

    fn nodes(&mut self, nodes: &[Node], scope: &Value) {
        for node in nodes {
            match node {
                Node::Element(element) => self.repeated(element, scope),
                Node::Text(program) => {
                    let text = self.value_of(program, scope);
                    let text = self.drawn_letters(text);
                    self.out.push_str(&escaped(&text));
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
        if self.out.len() > LONGEST && self.elements <= MOST_ELEMENTS {
            let message = format!("the drawing has more than {} MB once it is filled in", LONGEST / 1_000_000);
            self.found.push(Diagnostic::error(message).at(&element.place));
            self.elements = MOST_ELEMENTS + 1;
        }
        self.elements > MOST_ELEMENTS
    }

    fn repeated(&mut self, element: &Element, scope: &Value) {
        if self.too_many(element) {
            return;
        }
        let Some((name, values)) = &element.repeat else { return self.shown(element, scope) };
        let origin = self.how.expressions.origin(values, scope);
        let Some(values) = self.found.accept(self.how.expressions.value(values, scope)).flatten() else { return };
        let place = origin.as_ref().unwrap_or(&element.place);
        let Ok(items) = values.try_iter() else {
            let message = format!("`data-for` needs a list, as in `{name} in range(6)`");
            return self.found.push(Diagnostic::error(message).at(place));
        };
        let item_origin = origin.clone().map_or(Origin::Nowhere, Origin::Given);
        for (index, item) in items.enumerate() {
            if index >= MOST_REPEATS {
                let message = format!("`data-for` repeats more than {MOST_REPEATS} times");
                return self.found.push(Diagnostic::error(message).at(place));
            }
            let mut inner = Scope::over(scope.clone());
            inner.set(name, item, item_origin.clone());
            let mut turn = Scope::default();
            turn.set("index", Value::from(index + 1), Origin::Nowhere);
            turn.set("index0", Value::from(index), Origin::Nowhere);
            inner.set("loop", turn.finish(), Origin::Nowhere);
            self.shown(element, &inner.finish());
            if self.too_many(element) {
                return;
            }
        }
    }

    fn shown(&mut self, element: &Element, scope: &Value) {
        if let Some(condition) = &element.condition {
            let value = self.found.accept(self.how.expressions.value(condition, scope));
            if !value.flatten().is_some_and(|value| value.is_true()) {
                return;
            }
        }
        if !self.is_chosen(element, scope) {
            return;
        }
        let outer = self.text.len();
        if element.has_text {
            self.remember_text(&element.attributes, &element.text_rules, scope);
        }
        let has_wish = self.open_wish(element, scope);
        let held = self.open_holds(element, scope);
        match (element.name.as_str(), BoxWord::of(element)) {
            _ if element.data("fold").is_some() => self.fold(element, scope),
            _ if element.data("cut").is_some() => self.cut(element, scope),
            ("image", _) => self.image_element(element, scope),
            ("feImage", _) if links_to_file(element) => self.filter_image(element, scope),
            ("text", word) if word != Some(BoxWord::Text) && !self.is_drawn(element, scope) => {
                self.text_lines(element, scope);
            }
            ("rect", Some(word)) => self.slot(element, word, scope),
            (name, Some(_)) => {
                let message = format!("a `<{name}>` cannot receive text or pictures");
                self.found.push(Diagnostic::error(message).at(&element.place).hint("only a `<rect>` can"));
            }
            (name, None) if is_refused(name) => {
                let told = Diagnostic::error(format!("`<{name}>` cannot be printed")).at(&element.place);
                self.found.push(told.maybe_hint(hint_for_refused(name)));
            }
            (name, None) => {
                if name == "text" {
                    self.tell_marks(element, scope);
                }
                self.plain(element, scope);
            }
        }
        self.out.push_str(&"</g>".repeat(held + usize::from(has_wish)));
        self.text.truncate(outer);
    }

    /// A group around an element that says what becomes of it with little ink; false when it does not say.
    fn open_wish(&mut self, element: &Element, scope: &Value) -> bool {
        let Some(FieldText { text: word, place }) = self.optional_data(element, "ink", scope) else { return false };
        let words = || InkWish::ALL.iter().map(|(word, _)| *word);
        if self.around.iter().any(|around| around.obstacle == Some("a definition")) {
            let message = "`data-ink` has no effect inside a definition";
            self.found.push(Diagnostic::error(message).at(&element.place));
        } else if words().any(|known| known == word) {
            let _ = write!(self.out, "<g id=\"{}\">", InkWish::id(&word));
            return true;
        } else {
            let hint = meant_or_known(&word, words());
            let message = format!("`data-ink` cannot be `{word}`");
            self.found.push(Diagnostic::error(message).at(&place).maybe_hint(hint));
        }
        false
    }

    fn plain(&mut self, element: &Element, scope: &Value) {
        let _ = write!(self.out, "<{}", element.name);
        let is_text = matches!(element.name.as_str(), "text" | "tspan" | "tref");
        self.attributes(&element.attributes, is_text, scope);
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

    fn attributes(&mut self, attributes: &[Attribute], is_text: bool, scope: &Value) {
        for attribute in attributes {
            let Some(value) = self.known_value(&attribute.value, scope) else { continue };
            let styled = if attribute.name == "style" { value.as_str() } else { "" };
            let single = (attribute.name.as_str(), value.as_str());
            for (name, value) in std::iter::once(single).chain(style_pairs(styled)) {
                // Each letter of a text may have a place of its own.
                let is_list = is_text && matches!(name, "x" | "y" | "dx" | "dy" | "rotate");
                let wrong = if is_list { None } else { check_attribute(name, &readable(name, value)) };
                let has_units = is_text || self.how.purpose == Purpose::Picture;
                if let Some(wrong) = wrong.filter(|wrong| !(has_units && *wrong == Wrong::HasUnit)) {
                    let given = self.how.expressions.origin(&attribute.value, scope);
                    let is_seen_there = given.is_some() && !value.is_empty();
                    let told = if is_seen_there { wrong.of_value(value) } else { wrong.of_attribute(name, value) };
                    self.found.push(told.at(given.as_ref().unwrap_or(&attribute.value.place)));
                }
            }
            self.attribute(attribute, &value, scope);
        }
    }

    pub(super) fn attribute(&mut self, attribute: &Attribute, value: &str, scope: &Value) {
        let (prefix, name) = (self.how.prefix, attribute.name.as_str());
        let value = if name == "id" {
            self.ids.insert(value.to_owned());
            format!("{prefix}{}", escaped(value))
        } else if let (true, Some(target)) = (name == "href", value.strip_prefix('#')) {
            let place = self.how.expressions.place(&attribute.value, scope);
            self.references.push(Reference { target: target.to_owned(), repeats: true, place });
            format!("#{prefix}{}", escaped(target))
        } else {
            escaped(&self.prefixed_urls(&readable(name, value), &attribute.value, scope))
        };
        let _ = write!(self.out, " {name}=\"{value}\"");
    }

    /// `url(#name)` with the prefix before the name, and without the quotes and spaces that may stand around it.
    fn prefixed_urls(&mut self, value: &str, program: &Program, scope: &Value) -> String {
        const OPEN: &str = "url(";
        const AROUND: [char; 3] = ['"', '\'', ' '];
        let mut out = String::with_capacity(value.len());
        let mut rest = value;
        while let Some(at) = rest.find(OPEN) {
            let (before, inside) = rest.split_at(at + OPEN.len());
            out.push_str(before);
            let end = inside.find(')').unwrap_or(inside.len());
            if let Some(target) = inside[..end].trim_matches(AROUND).strip_prefix('#') {
                let place = self.how.expressions.place(program, scope);
                self.references.push(Reference { target: target.to_owned(), repeats: false, place });
                out.extend(["#", self.how.prefix, target]);
            } else {
                out.push_str(&inside[..end]);
            }
            rest = &inside[end..];
        }
        out.push_str(rest);
        out
    }

    fn check_references(&mut self) {
        for Reference { target, repeats, place } in &self.references {
            if !self.ids.contains(target) {
                let hint = meant_or_known(target, self.ids.iter().map(String::as_str));
                let message = format!("nothing in this picture has the id `{target}`");
                // What others drew is printed as they see it; a template is still being written.
                let told = match self.how.purpose {
                    Purpose::Picture => Diagnostic::warning(message),
                    Purpose::Template => Diagnostic::error(message),
                };
                self.found.push(told.at(place).maybe_hint(hint));
            } else if *repeats && self.holders.contains(target) {
                let message = format!("`{target}` holds text or a picture and cannot be repeated with `<use>`");
                let hint = "repeat the element itself with `data-for`";
                self.found.push(Diagnostic::error(message).at(place).hint(hint));
            }
        }
    }

    /// A text with its expressions carried out; none when something is wrong with it, which is told.
    pub(super) fn known_value(&mut self, program: &Program, scope: &Value) -> Option<String> {
        self.found.accept(self.how.expressions.text(program, scope)).flatten()
    }

    pub(super) fn value_of(&mut self, program: &Program, scope: &Value) -> String {
        self.known_value(program, scope).unwrap_or_default()
    }

    /// Where the value of a program was given; the element when it says it itself.
    pub(super) fn origin_or(&self, element: &Element, program: &Program, scope: &Value) -> Place {
        self.how.expressions.origin(program, scope).unwrap_or_else(|| element.place.clone())
    }

    /// A number that the drawing needs; 0 when it is left out, none when it is told to be wrong.
    pub(super) fn number(&mut self, element: &Element, name: &str, scope: &Value) -> Option<f32> {
        let Some(written) = element.attribute(name) else { return Some(0.0) };
        let text = self.known_value(written, scope)?;
        // `nan` and `inf` are numbers to the parser only.
        let number = text.trim().trim_end_matches("px").parse::<f32>().ok().filter(|number| number.is_finite());
        if number.is_none() {
            let given = self.how.expressions.origin(written, scope);
            let message = match given {
                Some(_) if !text.is_empty() => format!("`{text}` is not a number"),
                _ => format!("`{name}` must be a number, not `{text}`"),
            };
            self.found.push(Diagnostic::error(message).at(given.as_ref().unwrap_or(&written.place)));
        }
        number
    }
}

/// Whether an element links to something outside of its drawing.
fn links_to_file(element: &Element) -> bool {
    element.attribute("href").is_some_and(|href| !href.source.starts_with('#'))
}
