//! The slots of a template while it is bound: which rectangles receive something, what the template says of it, and
//! what around them would be in the way.

use std::fmt::Write as _;

use minijinja::value::Value;

use crate::diag::{Diagnostic, meant_or_known};
use crate::model::FieldText;

use super::bind::{Binder, style_pairs};
use super::read::Element;
use super::slot::{DrawingSlot, ImageSlot, SlotKind, TextSlot};
use crate::layout::face::slot_id;

/// A `data-` word that makes a rectangle a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoxWord {
    Text,
    Image,
    Board,
    Flow,
}

impl BoxWord {
    const ALL: [(&str, Self); 4] =
        [("text", Self::Text), ("image", Self::Image), ("board", Self::Board), ("flow", Self::Flow)];

    /// The word an element has, if any.
    pub(super) fn of(element: &Element) -> Option<Self> {
        Self::ALL.into_iter().find(|(name, _)| element.data(name).is_some()).map(|(_, word)| word)
    }
}

/// An element that is open while its children are bound.
pub(super) struct Around {
    id: Option<String>,
    /// Why nothing in it can be a slot.
    pub(super) obstacle: Option<&'static str>,
    /// Whether what is in it stands elsewhere than it says.
    pub(super) is_moved: bool,
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
        Around { id: attribute("id"), obstacle, is_moved }
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

    fn image_slot(&mut self, element: &Element, path: FieldText, scope: &Value) -> ImageSlot {
        let fit = self.optional_data(element, "fit", scope);
        let cover = fit.as_ref().is_some_and(|fit| fit.text == "cover");
        if let (Some(FieldText { text, .. }), Some(written)) = (&fit, element.data("fit"))
            && !matches!(text.as_str(), "contain" | "cover")
        {
            let hint = meant_or_known(text, ["contain", "cover"]);
            let message = format!("a picture cannot `{text}` its box");
            let place = self.how.expressions.place(written, scope);
            self.found.push(Diagnostic::error(message).at(&place).maybe_hint(hint));
        }
        ImageSlot { path, cover, tint: self.optional_data(element, "tint", scope) }
    }

    /// `<image href="art/barn.png">`, as drawing programs write it.
    pub(super) fn image_element(&mut self, element: &Element, scope: &Value) {
        let Some(rect) = self.rect(element, scope) else { return };
        let Some(href) = element.attribute("href") else { return };
        let Some(written) = self.known_value(href, scope) else { return };
        let text = beside(element.place.path(), self.how.root, &written);
        let path = FieldText { text, place: self.origin_or(element, href, scope) };
        self.mark(element, SlotKind::Image(ImageSlot { path, cover: false, tint: None }), rect, scope);
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
        let around = ["transform", "opacity", "clip-path", "display", "visibility", "style", "class"];
        for attribute in element.attributes.iter().filter(|a| around.contains(&a.name.as_str())) {
            if let Some(value) = self.known_value(&attribute.value, scope) {
                self.attribute(attribute, &value, scope);
            }
        }
        let [x, y, w, h] = rect;
        let is_text = matches!(kind, SlotKind::Text(_) | SlotKind::Line(_));
        let (from, to) = if self.how.mirrored && is_text { Self::mirror(x + w / 2.0) } else { (String::new(), "") };
        let (w, h) = (w.max(0.001), h.max(0.001));
        let id = slot_id(self.slots.len());
        let _ = write!(self.out, ">{from}<rect id=\"{id}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>{to}</g>");
        self.slots.push(DrawingSlot { kind, rect, place: element.place.clone() });
    }
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
