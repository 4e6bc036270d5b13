//! The slots of a template while it is bound: which rectangles receive something, what the template says of it, and
//! what around them would be in the way.

use std::fmt::Write as _;

use minijinja::value::Value;
use percent_encoding::percent_decode_str;

use crate::diag::{Diagnostic, meant_or_known};
use crate::model::{CssColour, FieldText};

use super::bind::{Binder, drawn_image};
use super::read::{Element, Purpose};
use super::slot::{CodeKind, CodeSlot, DrawingSlot, INNER_DRAWING, ImageSlot, SlotKind, TextSlot};
use super::svg_check::is_refused;
use super::text_property::{OPACITY, style_pairs};

/// The language in which drawings are read that have several.
const LANGUAGE: &str = "en";
/// What says whether the pixels of a picture are seen where it is enlarged.
const RENDERING: &str = "image-rendering";
use crate::expressions::Program;
use crate::layout::box_fit::BoxFit;
use crate::layout::face::slot_id;

/// A `data-` word that makes a rectangle a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoxWord {
    Text,
    Image,
    Qr,
    Barcode,
    Board,
    Flow,
}

impl BoxWord {
    const ALL: [(&str, Self); 6] = [
        ("text", Self::Text),
        ("image", Self::Image),
        ("qr", Self::Qr),
        ("barcode", Self::Barcode),
        ("board", Self::Board),
        ("flow", Self::Flow),
    ];

    /// The word an element has, if any.
    pub(super) fn of(element: &Element) -> Option<Self> {
        Self::ALL.into_iter().find(|(name, _)| element.data(name).is_some()).map(|(_, word)| word)
    }
}

/// How many of the elements in another one are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drawn {
    All,
    /// The first that can be, which was not met yet.
    One,
    /// The one before, and none after it.
    NoMore,
}

/// An element that is open while its children are bound.
pub(super) struct Around {
    pub(super) id: Option<String>,
    /// Why nothing in it can be a slot.
    pub(super) obstacle: Option<&'static str>,
    /// Whether what is in it stands elsewhere than it says.
    pub(super) is_moved: bool,
    /// How many of the elements in it are drawn.
    pub(super) drawn: Drawn,
    /// Whether nothing in it is seen.
    pub(super) is_hidden: bool,
}

impl Binder<'_> {
    /// What an element is to the slots inside it.
    pub(super) fn open_around(&mut self, element: &Element, scope: &Value) -> Around {
        let mut attribute = |name: &str| Some(self.value_of(element.attribute(name)?, scope));
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
        let is_moved = has(attribute("transform"), "transform");
        let hides = |own: Option<String>| own.is_some_and(|value| value == "none");
        let styled = style_pairs(&style).find(|(known, _)| *known == "display").map(|(_, value)| value.to_owned());
        let is_hidden = hides(attribute("display").or(styled));
        let drawn = if element.name == "switch" { Drawn::One } else { Drawn::All };
        Around { id: attribute("id"), obstacle, is_moved, drawn, is_hidden }
    }

    /// Whether an element is drawn where only one of several is: the first in the language of drawings that needs nothing which
    /// only one program has.
    pub(super) fn is_chosen(&mut self, element: &Element, scope: &Value) -> bool {
        match self.around.last().map_or(Drawn::All, |around| around.drawn) {
            Drawn::All => return true,
            Drawn::NoMore => return false,
            Drawn::One => {}
        }
        let mut said = |name: &str| Some(self.value_of(element.attribute(name)?, scope));
        let is_known = |language: &str| language.split('-').next().is_some_and(|begin| begin.trim() == LANGUAGE);
        let is_meant = said("systemLanguage").is_none_or(|all| all.split(',').any(is_known))
            && said("requiredExtensions").is_none_or(|needed| needed.trim().is_empty());
        // What cannot be printed is left out beside what can.
        let is_it = is_meant && !is_refused(&element.name);
        if let Some(around) = self.around.last_mut().filter(|_| is_it) {
            around.drawn = Drawn::NoMore;
        }
        is_it
    }

    /// Whether an element stands on a layer that is switched off.
    fn is_hidden(&mut self, element: &Element, scope: &Value) -> bool {
        self.around.iter().any(|around| around.is_hidden) || self.open_around(element, scope).is_hidden
    }

    /// What a `data-` attribute says, unless it is empty.
    pub(super) fn optional_data(&mut self, element: &Element, name: &str, scope: &Value) -> Option<FieldText> {
        let written = element.data(name)?;
        let text = self.known_value(written, scope).filter(|text| !text.is_empty())?;
        Some(FieldText { text, place: self.origin_or(element, written, scope) })
    }

    fn rect(&mut self, element: &Element, scope: &Value) -> Option<[f32; 4]> {
        let sides = ["x", "y", "width", "height"].map(|name| self.number(element, name, scope));
        let [Some(x), Some(y), Some(width), Some(height)] = sides else { return None };
        Some([x, y, width, height])
    }

    /// A rectangle with a `data-` word that makes it a slot, unless there is nothing to put in.
    pub(super) fn slot(&mut self, element: &Element, word: BoxWord, scope: &Value) {
        let Some(rect) = self.rect(element, scope) else { return };
        let empty = [("width", rect[2]), ("height", rect[3])].into_iter().find(|(_, side)| *side <= 0.0);
        if let Some((name, _)) = empty {
            let message = format!("a box of {} x {} holds nothing", rect[2], rect[3]);
            let written = element.attribute(name);
            let place = written.map_or_else(|| element.place.clone(), |side| self.origin_or(element, side, scope));
            return self.found.push(Diagnostic::error(message).at(&place));
        }
        let kind = match word {
            BoxWord::Text => match self.optional_data(element, "text", scope) {
                Some(text) if !text.text.trim().is_empty() => SlotKind::Text(self.text_slot(element, text, scope)),
                _ => return,
            },
            BoxWord::Image => match self.optional_data(element, "image", scope) {
                Some(path) => SlotKind::Image(self.image_slot(element, path, scope)),
                None => return,
            },
            BoxWord::Qr | BoxWord::Barcode => match self.code_slot(element, word, scope) {
                Some(code) => SlotKind::Code(code),
                None => return,
            },
            BoxWord::Board => SlotKind::Board,
            BoxWord::Flow => {
                let none = FieldText { text: String::new(), place: element.place.clone() };
                SlotKind::Flow(self.text_slot(element, none, scope))
            }
        };
        self.mark(element, kind, rect, scope);
    }

    pub(super) fn text_slot(&mut self, element: &Element, text: FieldText, scope: &Value) -> TextSlot {
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

    /// The code in a rectangle; nothing when its text is empty.
    fn code_slot(&mut self, element: &Element, word: BoxWord, scope: &Value) -> Option<CodeSlot> {
        let name = if word == BoxWord::Qr { "qr" } else { "barcode" };
        let text = self.optional_data(element, name, scope)?;
        let told = self.optional_data(element, "code", scope);
        let bars = || CodeKind::BARS.iter().map(|(word, _)| *word);
        let kind = match (word, &told) {
            (BoxWord::Qr, None) => CodeKind::Qr,
            (BoxWord::Qr, Some(told)) => {
                let message = "`data-code` says which barcode it is, and this is a QR code";
                self.found.push(Diagnostic::error(message).at(&told.place));
                CodeKind::Qr
            }
            (_, None) => CodeKind::Code128,
            (_, Some(FieldText { text, place })) => {
                let known = CodeKind::BARS.into_iter().find(|(word, _)| word == text);
                if known.is_none() {
                    let hint = meant_or_known(text, bars());
                    let message = format!("there is no barcode `{text}`");
                    self.found.push(Diagnostic::error(message).at(place).maybe_hint(hint));
                }
                known?.1
            }
        };
        Some(CodeSlot { text, kind, colour: self.optional_data(element, "colour", scope) })
    }

    fn image_slot(&mut self, element: &Element, path: FieldText, scope: &Value) -> ImageSlot {
        let fit = self.optional_data(element, "fit", scope);
        let covers = fit.as_ref().is_some_and(|fit| fit.text == "cover");
        if let (Some(FieldText { text, .. }), Some(written)) = (&fit, element.data("fit"))
            && !matches!(text.as_str(), "contain" | "cover")
        {
            let hint = meant_or_known(text, ["contain", "cover"]);
            let message = format!("a picture cannot `{text}` its box");
            let place = self.how.expressions.place(written, scope);
            self.found.push(Diagnostic::error(message).at(&place).maybe_hint(hint));
        }
        let fit = if covers { BoxFit::COVER } else { BoxFit::CONTAIN };
        let fit = BoxFit { shows_pixels: self.shows_pixels(element, scope), ..fit };
        ImageSlot { path, beside: None, fit, tint: self.optional_data(element, "tint", scope) }
    }

    /// `<image href="art/barn.png">`, as drawing programs write it.
    pub(super) fn image_element(&mut self, element: &Element, scope: &Value) {
        let Some(href) = element.attribute("href") else { return };
        let Some(written) = self.known_value(href, scope) else { return };
        if self.is_hidden(element, scope) {
            return;
        }
        let image = self.linked_image(element, href, &written, scope);
        let is_open = self.how.purpose == Purpose::Picture && !self.has_size(element, scope);
        if self.how.is_inner || is_open || self.is_held(element, scope) || self.is_inner_drawing(&written) {
            return self.drawn_image(element, image, scope);
        }
        let Some(rect) = self.rect(element, scope) else { return };
        if rect[2] <= 0.0 || rect[3] <= 0.0 {
            let problem = Diagnostic::error("an `<image>` needs a `width` and a `height`").at(&element.place);
            return self.found.push(problem);
        }
        self.mark(element, SlotKind::Image(image), rect, scope);
    }

    /// `<feImage href="sky.png">`: the picture a filter begins with.
    pub(super) fn filter_image(&mut self, element: &Element, scope: &Value) {
        let Some(href) = element.attribute("href") else { return };
        let Some(written) = self.known_value(href, scope) else { return };
        let image = self.linked_image(element, href, &written, scope);
        self.drawn_image(element, image, scope);
    }

    fn linked_image(&mut self, element: &Element, href: &Program, written: &str, scope: &Value) -> ImageSlot {
        let (text, beside) = paths(element.place.path(), self.how.root, written);
        let path = FieldText { text, place: self.origin_or(element, href, scope) };
        let said = element.attribute("preserveAspectRatio").map(|said| self.value_of(said, scope));
        let shows_pixels = self.shows_pixels(element, scope);
        let fit = BoxFit { shows_pixels, ..BoxFit::of_svg(&said.unwrap_or_default()) };
        ImageSlot { path, beside, fit, tint: None }
    }

    /// Whether a picture says that its pixels are to be seen.
    fn shows_pixels(&mut self, element: &Element, scope: &Value) -> bool {
        let mut said = |name: &str| element.attribute(name).map(|said| self.value_of(said, scope)).unwrap_or_default();
        let style = said("style");
        let styled = style_pairs(&style).find(|(name, _)| *name == RENDERING).map(|(_, value)| value.trim().to_owned());
        let says = styled.unwrap_or_else(|| said(RENDERING).trim().to_owned());
        matches!(says.as_str(), "pixelated" | "crisp-edges" | "optimizeSpeed")
    }

    /// Whether the drawing filters, masks or repeats an element, so that it has to stay in it.
    pub(super) fn is_held(&mut self, element: &Element, scope: &Value) -> bool {
        let own = self.open_around(element, scope);
        let holds = |around: &Around| {
            around.obstacle.is_some() || around.id.as_ref().is_some_and(|id| self.repeated.contains(id))
        };
        holds(&own) || self.around.iter().any(holds)
    }

    /// Whether a picture says how large it is in plain numbers.
    fn has_size(&mut self, element: &Element, scope: &Value) -> bool {
        ["width", "height"].iter().all(|side| {
            let said = element.attribute(side).map(|written| self.value_of(written, scope));
            said.and_then(|side| side.trim().trim_end_matches("px").parse::<f32>().ok()).is_some_and(|side| side > 0.0)
        })
    }

    /// Whether a picture in a picture is a drawing as well.
    fn is_inner_drawing(&self, href: &str) -> bool {
        let is_drawing = href.starts_with(INNER_DRAWING) || href.to_ascii_lowercase().ends_with(".svg");
        self.how.purpose == Purpose::Picture && is_drawing
    }

    /// A picture that stays in the drawing.
    fn drawn_image(&mut self, element: &Element, image: ImageSlot, scope: &Value) {
        let _ = write!(self.out, "<{}", element.name);
        for attribute in element.attributes.iter().filter(|attribute| attribute.name != "href") {
            if let Some(value) = self.known_value(&attribute.value, scope) {
                self.attribute(attribute, &value, scope);
            }
        }
        let _ = write!(self.out, " href=\"{}/>", drawn_image(self.images.len()));
        self.images.push(image);
    }

    /// What is painted at a slot is not part of the drawing, so the drawing cannot filter, mask or repeat it.
    fn check_mark(&mut self, element: &Element, scope: &Value) {
        let own = self.open_around(element, scope);
        if let Some(obstacle) = own.obstacle.or_else(|| self.around.iter().find_map(|around| around.obstacle)) {
            let message = format!("text and pictures cannot stand inside {obstacle}");
            self.found.push(Diagnostic::error(message).at(&element.place));
        }
        self.ids.extend(own.id.clone());
        self.holders.extend(self.around.iter().filter_map(|around| around.id.clone()).chain(own.id));
    }

    /// What goes around something that is to be mirrored in its own place.
    fn mirror(middle: f32) -> (String, &'static str) {
        (format!("<g transform=\"matrix(-1 0 0 1 {} 0)\">", middle * 2.0), "</g>")
    }

    /// Leaves a named rectangle where a slot is, with whatever moves or fades it around it.
    pub(super) fn mark(&mut self, element: &Element, kind: SlotKind, rect: [f32; 4], scope: &Value) {
        self.check_mark(element, scope);
        self.out.push_str("<g");
        let around =
            ["transform", "transform-origin", "opacity", "clip-path", "display", "visibility", "style", "class"];
        for attribute in element.attributes.iter().filter(|a| around.contains(&a.name.as_str())) {
            if let Some(value) = self.known_value(&attribute.value, scope) {
                self.attribute(attribute, &value, scope);
            }
        }
        let group = |opacity: f32| (format!("<g opacity=\"{opacity}\">"), "</g>");
        let (faint, clear) = faintness(&kind).map(group).unwrap_or_default();
        let [x, y, w, h] = rect;
        let is_read = matches!(kind, SlotKind::Text(_) | SlotKind::Line(_) | SlotKind::Code(_));
        let (from, to) = if self.how.mirrored && is_read { Self::mirror(x + w / 2.0) } else { (String::new(), "") };
        let (w, h) = (w.max(0.001), h.max(0.001));
        let id = slot_id(self.slots.len());
        let _ = write!(self.out, ">{faint}{from}<rect id=\"{id}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"");
        // Where nothing is filled, what is not seen is taken out of the drawing.
        let _ = write!(self.out, " style=\"fill:#000;stroke:none\"/>{to}{clear}</g>");
        self.slots.push(DrawingSlot { kind, rect, place: element.place.clone() });
    }
}

/// How much of a text is seen, when its colour or `fill-opacity` says that it is not all.
fn faintness(kind: &SlotKind) -> Option<f32> {
    let (SlotKind::Text(text) | SlotKind::Line(text)) = kind else { return None };
    let last = |word: &str| text.own.iter().rfind(|(known, _)| *known == word).map(|(_, value)| value.text.as_str());
    let of_colour = last("colour").and_then(|colour| colour.parse::<CssColour>().ok());
    let of_colour = of_colour.map_or(1.0, |colour| f32::from(colour.alpha) / f32::from(u8::MAX));
    let opacity = of_colour * last(OPACITY).and_then(part_of_all).unwrap_or(1.0);
    (opacity < 1.0).then_some(opacity)
}

/// `0.5` or `50%`.
fn part_of_all(written: &str) -> Option<f32> {
    let percent = |written: &str| Some(written.trim().parse::<f32>().ok()? / 100.0);
    let part = written.strip_suffix('%').map_or_else(|| written.parse().ok(), percent);
    part.filter(|part: &f32| part.is_finite()).map(|part| part.clamp(0.0, 1.0))
}

/// A path as drawing programs write it, from the file that names it (`../art/barn.png`), as a path from the game folder. One
/// that does not say from where it is meant can also be meant from the folder of that file, and is given both ways.
fn paths(file: &str, root: &str, written: &str) -> (String, Option<String>) {
    if written.starts_with("data:") {
        return (written.to_owned(), None);
    }
    // Programs on Windows write these.
    let path = without_escapes(written).replace('\\', "/");
    let inside = file.strip_prefix(root).unwrap_or(file).trim_start_matches('/');
    let from_file = joined(inside.rsplit_once('/').map_or("", |(folder, _)| folder), &path);
    if path.starts_with("../") || path.starts_with("./") {
        return (from_file, None);
    }
    let other = Some(from_file).filter(|other| *other != path);
    (path, other)
}

/// A path from a folder, without steps that lead back.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
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

/// `my%20barn.png` as the file is called.
fn without_escapes(path: &str) -> String {
    percent_decode_str(path).decode_utf8().map_or_else(|_| path.to_owned(), std::borrow::Cow::into_owned)
}
