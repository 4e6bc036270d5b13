//! `<text>` in a template: each line that has a place of its own becomes a slot, with the properties it inherits.

use minijinja::value::Value;

use crate::diag::{Diagnostic, Place};
use crate::model::FieldText;

use super::bind::{Binder, style_pairs};
use super::expr::Program;
use super::read::{Attribute, Element, Node};
use super::slot::SlotKind;

/// The words of a line, and where the first of them that somebody gave was given.
#[derive(Default)]
struct Words {
    text: String,
    origin: Option<Place>,
}

impl Binder<'_> {
    /// `<text>` and its `<tspan>`s: a line for each that has a place of its own.
    pub(super) fn text_lines(&mut self, element: &Element, scope: &Value) {
        let at = ["x", "y"].map(|name| self.number(element, name, scope).unwrap_or_default());
        self.check_text(element, &["dx", "dy", "rotate", "textLength", "class"]);
        let mut pending = Words::default();
        for child in &element.children {
            match child {
                Node::Text(program) => self.add_words(program, scope, &mut pending),
                Node::Element(span) if span.name == "tspan" => {
                    if span.attribute("x").or(span.attribute("y")).is_some() {
                        self.line(element, std::mem::take(&mut pending), at, scope);
                        let outer = self.text.len();
                        self.remember_text(&span.attributes, scope);
                        let own = |this: &mut Self, name: &str, inherited: f32| {
                            span.attribute(name)
                                .map_or(inherited, |_| this.number(span, name, scope).unwrap_or_default())
                        };
                        let at = [own(self, "x", at[0]), own(self, "y", at[1])];
                        let mut words = Words::default();
                        self.words_in(span, scope, &mut words);
                        self.line(element, words, at, scope);
                        self.text.truncate(outer);
                    } else {
                        self.check_text(
                            span,
                            &["dx", "dy", "rotate", "class", "style", "fill", "font-weight", "font-style"],
                        );
                        self.words_in(span, scope, &mut pending);
                    }
                }
                Node::Element(other) => {
                    let message = format!("`<{}>` inside `<text>` cannot be printed", other.name);
                    let hint = "use a rectangle with `data-text` for anything more than a line";
                    self.found.push(Diagnostic::error(message).at(&other.place).hint(hint));
                }
            }
        }
        self.line(element, pending, at, scope);
    }

    /// What a line of text here cannot do.
    fn check_text(&mut self, element: &Element, unknown: &[&str]) {
        for attribute in element.attributes.iter().filter(|a| unknown.contains(&a.name.as_str())) {
            let message = format!("`{}` has no effect on a line of text", attribute.name);
            let hint = "use a rectangle with `data-text` for anything more than a line in one style";
            self.found.push(Diagnostic::error(message).at(&attribute.value.place).hint(hint));
        }
    }

    fn words_in(&mut self, element: &Element, scope: &Value, words: &mut Words) {
        for child in &element.children {
            if let Node::Text(program) = child {
                self.add_words(program, scope, words);
            }
        }
    }

    fn add_words(&mut self, program: &Program, scope: &Value, words: &mut Words) {
        words.text.push_str(&self.value_of(program, scope));
        if words.origin.is_none() {
            words.origin = self.how.expressions.origin(program, scope);
        }
    }

    fn line(&mut self, element: &Element, Words { text, origin }: Words, [x, y]: [f32; 2], scope: &Value) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return;
        }
        let place = origin.unwrap_or_else(|| element.place.clone());
        let mut slot = self.text_slot(element, FieldText { text, place }, scope);
        let inherited = std::mem::take(&mut slot.own);
        slot.own = self.text.iter().cloned().chain(inherited).collect();
        self.mark(element, SlotKind::Line(slot), [x, y, 0.0, 0.0], scope);
    }

    /// Keeps the text properties of an element for the `<text>` inside it.
    pub(super) fn remember_text(&mut self, attributes: &[Attribute], scope: &Value) {
        for attribute in attributes {
            let is_style = attribute.name == "style";
            if !is_style && text_property(&attribute.name, "").is_none() {
                continue;
            }
            let Some(value) = self.known_value(&attribute.value, scope) else { continue };
            let place = self.how.expressions.place(&attribute.value, scope);
            let mut remember = |name: &str, value: &str| {
                let own = text_property(name, value);
                self.text.extend(own.map(|(word, text)| (word, FieldText { text, place: place.clone() })));
            };
            if is_style {
                style_pairs(&value).for_each(|(name, value)| remember(name, value));
            } else {
                remember(&attribute.name, value.trim());
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
