//! `<text>` in a template: each line that has a place of its own becomes a slot, with the properties it inherits.

use minijinja::value::Value;

use crate::diag::Diagnostic;

use super::bind::{Binder, style_pairs};
use super::read::{Attribute, Element, Node};
use super::slot::SlotKind;

impl Binder<'_> {
    /// `<text>` and its `<tspan>`s: a line for each that has a place of its own.
    pub(super) fn text_lines(&mut self, element: &Element, scope: &Value) {
        let at = [self.number(element, "x", scope), self.number(element, "y", scope)];
        self.check_text(element, &["dx", "dy", "rotate", "textLength", "class"]);
        let mut pending = String::new();
        for child in &element.children {
            match child {
                Node::Text(program) => pending.push_str(&self.value_of(program, scope)),
                Node::Element(span) if span.name == "tspan" => {
                    if span.attribute("x").or(span.attribute("y")).is_some() {
                        self.line(element, &std::mem::take(&mut pending), at, scope);
                        let outer = self.text.len();
                        self.remember_text(&span.attributes, scope);
                        let own = |this: &mut Self, name: &str, inherited: f32| {
                            span.attribute(name).map_or(inherited, |_| this.number(span, name, scope))
                        };
                        let at = [own(self, "x", at[0]), own(self, "y", at[1])];
                        let text = self.words_in(span, scope);
                        self.line(element, &text, at, scope);
                        self.text.truncate(outer);
                    } else {
                        self.check_text(
                            span,
                            &["dx", "dy", "rotate", "class", "style", "fill", "font-weight", "font-style"],
                        );
                        pending.push_str(&self.words_in(span, scope));
                    }
                }
                Node::Element(other) => {
                    let message = format!("`<{}>` inside `<text>` cannot be printed", other.name);
                    let hint = "use a rectangle with `data-text` for anything more than a line";
                    self.found.push(Diagnostic::error(message).at(&other.place).hint(hint));
                }
            }
        }
        self.line(element, &pending, at, scope);
    }

    /// What a line of text here cannot do.
    fn check_text(&mut self, element: &Element, unknown: &[&str]) {
        for attribute in element.attributes.iter().filter(|a| unknown.contains(&a.name.as_str())) {
            let message = format!("`{}` has no effect on a line of text", attribute.name);
            let hint = "use a rectangle with `data-text` for anything more than a line in one style";
            self.found.push(Diagnostic::error(message).at(&attribute.value.place).hint(hint));
        }
    }

    fn words_in(&mut self, element: &Element, scope: &Value) -> String {
        let mut words = String::new();
        for child in &element.children {
            if let Node::Text(program) = child {
                words.push_str(&self.value_of(program, scope));
            }
        }
        words
    }

    fn line(&mut self, element: &Element, text: &str, [x, y]: [f32; 2], scope: &Value) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return;
        }
        let mut slot = self.text_slot(element, text, scope);
        let inherited = std::mem::take(&mut slot.own);
        slot.own = self.text.iter().cloned().chain(inherited).collect();
        self.mark(element, SlotKind::Line(slot), [x, y, 0.0, 0.0], scope);
    }

    /// Keeps the text properties of an element for the `<text>` inside it.
    pub(super) fn remember_text(&mut self, attributes: &[Attribute], scope: &Value) {
        for attribute in attributes {
            if attribute.name == "style" {
                let style = self.value_of(&attribute.value, scope);
                let words = style_pairs(&style).filter_map(|(name, value)| text_property(name, value));
                self.text.extend(words.collect::<Vec<_>>());
            } else if text_property(&attribute.name, "").is_some() {
                let value = self.value_of(&attribute.value, scope);
                self.text.extend(text_property(&attribute.name, value.trim()));
            }
        }
    }
}

/// What an SVG text property is called in a style.
fn text_property(name: &str, value: &str) -> Option<(&'static str, String)> {
    let word = match name {
        "font-family" => "font",
        "font-size" => "size",
        "font-weight" => "weight",
        "font-style" => "italic",
        "fill" => "colour",
        "text-anchor" => "align",
        "letter-spacing" => "tracking",
        _ => return None,
    };
    let value = match (word, value) {
        ("italic", value) => (value == "italic" || value == "oblique").to_string(),
        ("align", "start") => "left".into(),
        ("align", "middle") => "centre".into(),
        ("align", "end") => "right".into(),
        ("font", value) => value.split(',').next().unwrap_or("").trim_matches(['\'', '"', ' ']).to_owned(),
        (_, value) => value.to_owned(),
    };
    Some((word, value))
}
