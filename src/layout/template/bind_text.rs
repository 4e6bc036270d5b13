//! `<text>` in a template: each line that has a place of its own becomes a slot, with the properties it inherits. What
//! only SVG can do with letters stays in the drawing.

use minijinja::value::Value;

use crate::diag::{Diagnostic, Place};
use crate::expressions::Program;
use crate::model::FieldText;

use super::bind::Binder;
use super::read::{Attribute, Element, Node, Purpose};
use super::slot::SlotKind;
use super::text_property::{CAPITALS, STROKE, is_text_property, style_pairs, text_properties, transformed};

/// The words of a line, and where the first of them that somebody gave was given.
#[derive(Default)]
struct Words {
    text: String,
    origin: Option<Place>,
}

/// What a line that is set here cannot do, and a drawing can.
const ONLY_DRAWN: &[&str] = &[
    "dx",
    "dy",
    "rotate",
    "textLength",
    "lengthAdjust",
    "writing-mode",
    "text-decoration",
    "baseline-shift",
    "dominant-baseline",
    "alignment-baseline",
    "word-spacing",
];

/// How marks of a text have an effect.
const SET_TEXTS: &str = "take strokes, underlines, double blanks and `<tspan>`s of other colours out of the `<text>`, or use a box with `data-text`";

/// What only a line as a whole can be.
const OF_WHOLE_LINES: &[&str] = &["class", "style", "fill", "font-family", "font-size", "font-weight", "font-style"];
/// What a template says of a line that is set here.
const OF_LINES: &[&str] = &["style", "align", "size", "colour"];

impl Binder<'_> {
    /// A word about marks that a field brings into letters that are drawn: they stand there as they are written.
    pub(super) fn tell_marks(&mut self, text: &Element, scope: &Value) {
        if self.how.purpose == Purpose::Picture {
            return;
        }
        for node in &text.children {
            match node {
                Node::Element(part) => self.tell_marks(part, scope),
                Node::Text(words) if words.source.contains("{{") => {
                    let Some(value) = self.known_value(words, scope) else { continue };
                    let Some(mark) = mark_in(&value) else { continue };
                    let message = format!("`{mark}` is printed with its signs: this text is drawn, and not set");
                    let told = Diagnostic::warning(message).at(&self.origin_or(text, words, scope));
                    self.found.push(told.hint(SET_TEXTS));
                }
                Node::Text(_) => {}
            }
        }
    }

    /// Whether a `<text>` stays in the drawing: in a picture, and where it does what only a drawing can do.
    pub(super) fn is_drawn(&mut self, text: &Element, scope: &Value) -> bool {
        if self.how.purpose == Purpose::Picture {
            return true;
        }
        let is_set = OF_LINES.iter().any(|name| text.data(name).is_some());
        let is_stroked = self.said(STROKE).is_some_and(|stroke| stroke != "none");
        // No letters, those of a gradient, and what `color` says of an element around.
        let is_painted = self
            .said("colour")
            .is_some_and(|fill| matches!(fill, "none" | "transparent" | "currentColor") || fill.contains("url("));
        let is_drawn = is_only_drawn(text) || is_stroked || is_painted;
        !is_set && !self.how.mirrored && (is_drawn || self.is_held(text, scope))
    }

    /// What the innermost element around says of a property of texts.
    fn said(&self, wanted: &str) -> Option<&str> {
        self.text.iter().rev().find(|(word, _)| *word == wanted).map(|(_, value)| value.text.as_str())
    }

    /// The letters of a text that stays in the drawing, as capitals where that is asked for.
    pub(super) fn drawn_letters(&self, text: String) -> String {
        self.said(CAPITALS).map(|transform| transformed(&text, transform)).unwrap_or(text)
    }

    /// `<text>` and its `<tspan>`s: a line for each that has a place of its own.
    pub(super) fn text_lines(&mut self, element: &Element, scope: &Value) {
        let at = ["x", "y"].map(|name| self.number(element, name, scope).unwrap_or_default());
        self.check_text(element, ONLY_DRAWN);
        if element.keeps_blanks {
            let message = "`white-space` has no effect on a line of text that is set here";
            let hint = "leave out what only lines that are set here take: `data-style`, `data-align`, `data-size`, `data-colour`";
            self.found.push(Diagnostic::error(message).at(&element.place).hint(hint));
        }
        let mut pending = Words::default();
        for child in &element.children {
            match child {
                Node::Text(program) => self.add_words(program, scope, &mut pending),
                Node::Element(span) if span.name == "tspan" => {
                    if span.attribute("x").or(span.attribute("y")).is_some() {
                        self.line(element, std::mem::take(&mut pending), at, scope);
                        let outer = self.text.len();
                        self.remember_text(&span.attributes, &span.text_rules, scope);
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
                        self.check_text(span, ONLY_DRAWN);
                        self.check_text(span, OF_WHOLE_LINES);
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
        let text = self.drawn_letters(text.split_whitespace().collect::<Vec<_>>().join(" "));
        if text.is_empty() {
            return;
        }
        let place = origin.unwrap_or_else(|| element.place.clone());
        let mut slot = self.text_slot(element, FieldText { text, place }, scope);
        let inherited = std::mem::take(&mut slot.own);
        let around = self.text.iter().filter(|(word, _)| !matches!(*word, STROKE | CAPITALS)).cloned();
        slot.own = around.chain(inherited).collect();
        self.mark(element, SlotKind::Line(slot), [x, y, 0.0, 0.0], scope);
    }

    /// Keeps the text properties of an element for the `<text>` inside it. A rule is stronger than an attribute, and
    /// what the `style` of the element itself says is stronger than both.
    pub(super) fn remember_text(&mut self, attributes: &[Attribute], rules: &[Attribute], scope: &Value) {
        let (styles, plain): (Vec<_>, Vec<_>) = attributes.iter().partition(|attribute| attribute.name == "style");
        for attribute in plain.into_iter().chain(rules).chain(styles) {
            let is_style = attribute.name == "style";
            if !is_style && !is_text_property(&attribute.name) {
                continue;
            }
            let Some(value) = self.known_value(&attribute.value, scope) else { continue };
            let place = self.how.expressions.place(&attribute.value, scope);
            let mut remember = |name: &str, value: &str| {
                let own = text_properties(name, value).into_iter();
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

/// The first mark of a text that is set with it and drawn without: `**bold**`, `:icon:`.
fn mark_in(text: &str) -> Option<&str> {
    let between = |sign: &str| {
        let start = text.find(sign)?;
        let inside = &text[start + sign.len()..];
        let end = inside.find(sign).filter(|end| *end > 0)?;
        Some((&text[start..start + end + sign.len() * 2], &inside[..end]))
    };
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    let icon = between(":").filter(|(_, name)| is_name(name) && name.contains(char::is_alphabetic));
    between("**").or(icon).map(|(whole, _)| whole)
}

/// Whether a `<text>` does what only a drawing can do.
fn is_only_drawn(text: &Element) -> bool {
    let own = |element: &Element, names: &[&str]| {
        let says = |attributes: &[Attribute]| {
            attributes.iter().any(|a| names.contains(&a.name.as_str()) && !is_usual(&a.value.source))
        };
        let styled = || element.attribute("style").is_some_and(|style| has_any(&style.source, names));
        says(&element.attributes) || says(&element.text_rules) || styled()
    };
    let is_painted = |element: &Element| {
        let has_places = |name: &str| element.attribute(name).is_some_and(|at| is_list(&at.source));
        element.attribute("fill").is_some_and(|fill| fill.source.contains("url(")) || has_places("x") || has_places("y")
    };
    let part = |node: &Node| match node {
        Node::Element(span) if span.name == "tspan" => {
            let is_line = span.attribute("x").or(span.attribute("y")).is_some();
            own(span, ONLY_DRAWN)
                || own(span, &[STROKE])
                || (!is_line && own(span, OF_WHOLE_LINES))
                || is_painted(span)
                || span.children.iter().any(|node| matches!(node, Node::Element(_)))
        }
        Node::Element(_) => true,
        Node::Text(_) => false,
    };
    text.keeps_blanks || own(text, ONLY_DRAWN) || is_painted(text) || text.children.iter().any(part)
}

/// Whether letters have places of their own: `3 5.5 8`.
fn is_list(places: &str) -> bool {
    !places.contains("{{") && places.split([' ', ',']).filter(|place| !place.is_empty()).count() > 1
}

/// Whether a `style` says any of these.
fn has_any(style: &str, names: &[&str]) -> bool {
    style_pairs(style).any(|(name, value)| names.contains(&name) && !is_usual(value))
}

/// Whether a value says only what holds without it.
fn is_usual(value: &str) -> bool {
    matches!(value.trim(), "none" | "normal" | "auto" | "horizontal-tb" | "lr-tb" | "lr")
}
