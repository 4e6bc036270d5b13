//! An SVG template as it was drawn: elements, attributes with expressions, and the rectangles that will receive
//! text, pictures, a board or flowing pages. Reading only; binding fills it in.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use minijinja::value::Value;
use resvg::usvg::roxmltree::{self, Document, ParsingOptions};

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText, closest_name};
use crate::expressions::{Expressions, Names, Program};
use crate::units::drawn_units;

use super::blanks::TextBlanks;
use super::css_variables::Variables;
use super::declarations::{self, understood};
use super::style_check::{style_sheet, understood_rules, variables_of, without_effect};
use super::style_rules::StyleRules;
use super::svg_check::{check_element, is_flowing};
use super::text_property::{is_text_property, style_pairs};
use super::xml_bounds::check_xml;

pub(super) const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// What a drawing is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A side of a piece, with boxes that receive texts and pictures.
    Template,
    /// A picture as drawing programs write it: what is in it means what SVG says.
    Picture,
}

/// Proportions that differ by less are equal but for rounding.
pub(super) const SAME_PROPORTIONS: f32 = 0.01;

/// What every attribute of ours begins with, and those of many drawing programs.
const DATA: &str = "data-";
/// Attributes that belong to the template and not to SVG.
const DATA_ATTRIBUTES: &[&str] = &[
    "data-fields",
    "data-if",
    "data-for",
    "data-text",
    "data-style",
    "data-align",
    "data-valign",
    "data-size",
    "data-shrink",
    "data-together",
    "data-colour",
    "data-image",
    "data-fit",
    "data-tint",
    "data-qr",
    "data-barcode",
    "data-code",
    "data-board",
    "data-flow",
    "data-fold",
    "data-cut",
    "data-ink",
    "data-holds",
    "data-play",
];

/// The frame of a drawing, in its own units: left, top, width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawnFrame {
    /// What is seen of it.
    pub seen: [f32; 4],
    /// The `viewBox` of a picture whose `width` and `height` have other proportions: it is fitted into what is seen.
    pub fitted: Option<[f32; 4]>,
}

/// A template.
pub struct Template {
    /// The name people use for it.
    pub name: String,
    /// What it is read for.
    purpose: Purpose,
    /// The fields it declares; none when it takes whatever the row has.
    pub fields: Option<Vec<Field>>,
    /// `viewBox`, `width` and `height` of the drawing.
    frame: Vec<Attribute>,
    /// Whether it asks to be seen outside its frame too, with SVG's `overflow`.
    pub overflows: bool,
    /// What is inside the root element.
    pub children: Vec<Node>,
    /// Attributes of the root that its children inherit.
    pub root: Vec<Attribute>,
    /// The ids of what a `<use>` repeats.
    pub repeated: BTreeSet<String>,
    /// Where it starts.
    pub place: Place,
}

/// A field that a skin can fill in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it holds when nobody fills it in; without, it has to be filled in.
    pub default: Option<String>,
    /// Where it is declared.
    pub place: Place,
}

/// An element or a text.
pub enum Node {
    /// An element.
    Element(Element),
    /// Text, as inside `<text>` and `<style>`.
    Text(Program),
}

/// An element.
pub struct Element {
    /// Its name without a prefix.
    pub name: String,
    /// Its SVG attributes.
    pub attributes: Vec<Attribute>,
    /// Its `data-` attributes.
    pub data: Vec<Attribute>,
    /// Shown only when this is true.
    pub condition: Option<Program>,
    /// Repeated: the name, and what to take its values from.
    pub repeat: Option<(String, Program)>,
    /// Whether it is a `<text>`, or has one inside.
    pub has_text: bool,
    /// Whether it is a `<text>` with blanks that its style keeps.
    pub keeps_blanks: bool,
    /// What the rules of a `<style>` say of the texts in it.
    pub text_rules: Vec<Attribute>,
    /// What is inside.
    pub children: Vec<Node>,
    /// Where it starts.
    pub place: Place,
}

/// An attribute and its text.
pub struct Attribute {
    /// Its name without a prefix.
    pub name: String,
    /// Its text.
    pub value: Program,
}

impl Element {
    /// One of the SVG attributes.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Program> {
        self.attributes.iter().find(|attribute| attribute.name == name).map(|attribute| &attribute.value)
    }

    /// One of the `data-` attributes, named without `data-`.
    #[must_use]
    pub fn data(&self, name: &str) -> Option<&Program> {
        let wanted = |attribute: &&Attribute| attribute.name.strip_prefix("data-") == Some(name);
        self.data.iter().find(wanted).map(|attribute| &attribute.value)
    }
}

/// Reads a template.
///
/// # Errors
/// One diagnostic when it is not well-formed XML or not SVG; everything else goes to `found`.
pub fn read_template(
    (name, purpose): (&str, Purpose),
    source: &Arc<SourceText>,
    expressions: &mut Expressions,
    found: &mut Diagnostics,
) -> Result<Template, Diagnostic> {
    check_xml(source)?;
    let options = ParsingOptions { allow_dtd: true, nodes_limit: 200_000, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&source.text, options).map_err(|error| {
        let at = error.pos();
        let place = place_at(source, at.row, at.col);
        Diagnostic::error(format!("this is not an SVG file: {}", without_position(&error.to_string()))).at(&place)
    })?;
    let root = document.root_element();
    let place = Place::new(source, root.range().start, root.range().start + 4);
    if root.tag_name().name() != "svg" || root.tag_name().namespace() != Some(SVG) {
        return Err(Diagnostic::error(
            "this is not an SVG file: the first element must be `<svg xmlns=\"http://www.w3.org/2000/svg\">`",
        )
        .at(&place));
    }
    let variables = variables_of(&document);
    let css = style_sheet(&document, &variables);
    let rules = StyleRules::of(&css, document.descendants().count());
    let mut reader = TemplateReader { source, purpose, rules: &rules, variables: &variables, expressions, found };
    let (attributes, data) = reader.attributes(root);
    let fields = data.iter().find(|a| a.name == "data-fields").map(|a| read_fields(&a.value));
    if let Some(attribute) = data.iter().find(|a| matches!(a.name.as_str(), "data-if" | "data-for")) {
        let message = format!("`{}` on the whole drawing has no effect", attribute.name);
        reader.found.push(Diagnostic::error(message).at(&attribute.value.place));
    }
    let (frame, rest): (Vec<_>, Vec<_>) =
        attributes.into_iter().partition(|a| matches!(a.name.as_str(), "viewBox" | "width" | "height"));
    let overflows = rest.iter().any(|a| match a.name.as_str() {
        "overflow" => a.value.source.trim() == "visible",
        "style" => style_pairs(&a.value.source).any(|pair| pair == ("overflow", "visible")),
        _ => false,
    });
    let inherited = |a: &Attribute| !matches!(a.name.as_str(), "version" | "x" | "y" | "id" | "overflow");
    Ok(Template {
        name: name.to_owned(),
        purpose,
        fields,
        frame,
        overflows,
        children: reader.children(root),
        root: rest.into_iter().filter(inherited).collect(),
        repeated: repeated(&document),
        place,
    })
}

fn without_position(message: &str) -> &str {
    message.rfind(" at ").map_or(message, |at| &message[..at])
}

fn place_at(source: &Arc<SourceText>, row: u32, column: u32) -> Place {
    let row = usize::try_from(row).unwrap_or(1).saturating_sub(1);
    let column = usize::try_from(column).unwrap_or(1).saturating_sub(1);
    let start: usize = source.text.split_inclusive('\n').take(row).map(str::len).sum();
    let rest = source.text.get(start..).unwrap_or("");
    let at = start + rest.char_indices().nth(column).map_or(0, |(at, _)| at);
    Place::new(source, at, at + 1)
}

/// `title text? art=barn.svg`: names, optional ones, and those with a default.
fn read_fields(written: &Program) -> Vec<Field> {
    let field = |word: &str| {
        let (name, default) = match (word.split_once('='), word.strip_suffix('?')) {
            (Some((name, default)), _) => (name, Some(default)),
            (None, Some(name)) => (name, Some("")),
            (None, None) => (word, None),
        };
        Field { name: name.to_owned(), default: default.map(str::to_owned), place: written.place.showing(word) }
    };
    written.source.split_whitespace().map(field).collect()
}

/// The ids of what a `<use>` repeats.
fn repeated(document: &Document<'_>) -> BTreeSet<String> {
    let uses = document.descendants().filter(|node| node.has_tag_name((SVG, "use")));
    let href = |node: roxmltree::Node<'_, '_>| {
        let href = node.attributes().find(|attribute| attribute.name() == "href")?;
        Some(href.value().strip_prefix('#')?.to_owned())
    };
    uses.filter_map(href).collect()
}

struct TemplateReader<'a> {
    source: &'a Arc<SourceText>,
    purpose: Purpose,
    rules: &'a StyleRules<'a>,
    variables: &'a Variables,
    expressions: &'a mut Expressions,
    found: &'a mut Diagnostics,
}

/// How far `feDisplacementMap` moves what it tears: the reader takes the number times itself, so it is given its root.
fn displacement(written: &str, place: &Place) -> Result<Cow<'static, str>, Diagnostic> {
    let wrong = |message: String| Diagnostic::error(message).at(place);
    match written.trim().parse::<f32>() {
        Ok(scale) if scale >= 0.0 && scale.is_finite() => Ok(Cow::Owned(scale.sqrt().to_string())),
        Ok(_) => {
            let message = format!("`scale=\"{written}\"` of a displacement cannot be drawn: it is less than nothing");
            Err(wrong(message).hint("turn the map into its negative, and leave the sign out"))
        }
        Err(_) => Err(wrong(format!("`scale=\"{written}\"` is not a number"))),
    }
}

/// What looks otherwise in print than in a browser, however it is written.
fn drawn_otherwise(name: &str) -> Option<Diagnostic> {
    let is_light = matches!(name, "feDiffuseLighting" | "feSpecularLighting");
    let told = || Diagnostic::warning(format!("the light of `<{name}>` is flatter in print than on a screen"));
    is_light.then(|| told().hint("where it matters, take the drawing as a PNG with 300 pixels to the inch"))
}

/// Whether a node is inside a `<text>`.
fn is_in_text(node: roxmltree::Node<'_, '_>) -> bool {
    node.ancestors().skip(1).any(|around| around.has_tag_name((SVG, "text")))
}

impl TemplateReader<'_> {
    fn children(&mut self, parent: roxmltree::Node<'_, '_>) -> Vec<Node> {
        parent.children().filter_map(|child| self.node(child)).collect()
    }

    fn node(&mut self, node: roxmltree::Node<'_, '_>) -> Option<Node> {
        if node.is_text() {
            let parent = node.parent_element()?.tag_name().name();
            let text = node.text().unwrap_or("");
            let is_blank = text.trim().is_empty();
            // A space between two parts of a line is one of its letters.
            let wanted = if parent == "style" { !is_blank } else { is_in_text(node) };
            let place = Place::new(self.source, node.range().start, node.range().end);
            let rules;
            let text = if parent == "style" {
                self.check_style(text, node.range());
                rules = understood_rules(text, self.variables);
                &rules
            } else {
                text
            };
            return wanted.then(|| self.program(text, &place, &format!("<{parent}>"))).flatten().map(Node::Text);
        }
        // Editors keep their own notes in elements of other namespaces.
        if !node.is_element() || node.tag_name().namespace() != Some(SVG) || node.tag_name().name() == "metadata" {
            return None;
        }
        // It leaves empty ones behind.
        let has_letters = |node: roxmltree::Node<'_, '_>| node.text().is_some_and(|text| !text.trim().is_empty());
        if is_flowing(node.tag_name().name()) && !node.descendants().any(has_letters) {
            return None;
        }
        Some(Node::Element(self.element(node)))
    }

    /// Tells what of the rules of a drawing has no effect.
    fn check_style(&mut self, text: &str, range: std::ops::Range<usize>) {
        let written = self.source.text.get(range.clone()).and_then(|written| written.find(text));
        for (at, told) in without_effect(text, self.variables) {
            let at = written.map_or(range.clone(), |from| range.start + from + at.start..range.start + from + at.end);
            self.found.push(told.at(&Place::new(self.source, at.start, at.end)));
        }
    }

    fn element(&mut self, node: roxmltree::Node<'_, '_>) -> Element {
        let (mut attributes, data) = self.attributes(node);
        let start = node.range().start;
        let name = node.tag_name().name().to_owned();
        let place = Place::new(self.source, start, start + 1 + name.len());
        if let Some(diagnostic) = check_element(&name).or_else(|| drawn_otherwise(&name)) {
            self.found.push(diagnostic.at(&place));
        }
        if let Some(told) = undrawn(&name, &attributes, &data) {
            self.found.push(told);
        }
        let repeat = data.iter().find(|a| a.name == "data-for").and_then(|a| self.repeat(a));
        let condition = data.iter().find(|a| a.name == "data-if").and_then(|a| self.bare(&a.value.source, a));
        let children = self.children(node);
        let is_text = |node: &Node| matches!(node, Node::Element(inner) if inner.has_text);
        let has_text = name == "text" || children.iter().any(is_text);
        let text_rules = if has_text || is_in_text(node) { self.text_rules(node, &place) } else { Vec::new() };
        let keeps_blanks = name == "text" && self.keeps_blanks(node, &mut attributes, &place);
        Element { name, attributes, data, condition, repeat, has_text, keeps_blanks, text_rules, children, place }
    }

    /// Whether a `<text>` has blanks that its style keeps, which the reader of drawings knows by an older name.
    fn keeps_blanks(&mut self, text: roxmltree::Node<'_, '_>, attributes: &mut Vec<Attribute>, place: &Place) -> bool {
        const KEEPING: &str = "xml:space";
        let TextBlanks { are_kept, told } = TextBlanks::of(text, self.rules);
        let style = text.attributes().find(|attribute| attribute.name() == "style").map(|style| style.range_value());
        let at = style.map_or_else(|| place.clone(), |style| Place::new(self.source, style.start, style.end));
        for (words, told) in told {
            self.found.push(told.at(&at.showing(words)));
        }
        if are_kept && attributes.iter().all(|attribute| attribute.name != KEEPING) {
            let value = self.program("preserve", place, KEEPING);
            attributes.extend(value.map(|value| Attribute { name: KEEPING.to_owned(), value }));
        }
        are_kept
    }

    /// What the rules of a `<style>` say of the texts in an element.
    fn text_rules(&mut self, node: roxmltree::Node<'_, '_>, place: &Place) -> Vec<Attribute> {
        let rules = self.rules;
        let said = rules.of_node(node).filter(|(name, _)| is_text_property(name));
        said.filter_map(|(name, value)| {
            let value = self.program(value, place, name)?;
            Some(Attribute { name: name.to_owned(), value })
        })
        .collect()
    }

    fn attributes(&mut self, node: roxmltree::Node<'_, '_>) -> (Vec<Attribute>, Vec<Attribute>) {
        let (mut plain, mut data) = (Vec::new(), Vec::new());
        let has_frame = node.has_tag_name((SVG, "svg")) && node.has_attribute("viewBox");
        let has_href = node.attributes().any(|a| a.namespace().is_none() && a.name() == "href");
        for attribute in node.attributes() {
            let name = match attribute.namespace() {
                // Who writes a link in both ways means the newer.
                Some(XLINK) if has_href && attribute.name() == "href" => continue,
                None | Some(XLINK) => attribute.name().to_owned(),
                Some(XML) if attribute.name() == "space" => "xml:space".to_owned(),
                // Editors keep their own notes in attributes of other namespaces.
                Some(_) => continue,
            };
            let is_data = name.starts_with(DATA);
            let whole = || Place::new(self.source, attribute.range().start, attribute.range().end);
            if is_data && !self.is_known(&name, &whole()) {
                continue;
            }
            let range = attribute.range_value();
            let place = Place::new(self.source, range.start, range.end);
            let written = match &*name {
                "style" => understood(attribute.value(), self.variables),
                "scale" if node.has_tag_name((SVG, "feDisplacementMap")) => {
                    self.found.accept(displacement(attribute.value(), &place)).unwrap_or_default()
                }
                _ => self.variables.resolved(attribute.value()),
            };
            for told in declarations::told_of(&name, attribute.value(), self.variables, has_frame) {
                self.found.push(told.at(&place));
            }
            let target = attribute.value();
            if name == "href" && node.has_tag_name((SVG, "use")) && !target.starts_with('#') && !target.contains("{{") {
                let message = format!("`<use>` of `{target}` draws nothing");
                self.found.push(Diagnostic::warning(message).at(&place).hint(declarations::ELSEWHERE));
            }
            let Some(value) = self.program(&written, &place, &name) else { continue };
            if is_data { &mut data } else { &mut plain }.push(Attribute { name, value });
        }
        (plain, data)
    }

    /// Whether a `data-` attribute is one of ours. Others are notes of drawing programs, unless one is nearly ours.
    fn is_known(&mut self, name: &str, place: &Place) -> bool {
        let is_known = DATA_ATTRIBUTES.contains(&name);
        if !is_known && self.purpose == Purpose::Template {
            let own = DATA_ATTRIBUTES.iter().filter_map(|known| known.strip_prefix(DATA));
            if let Some(meant) = closest_name(name.trim_start_matches(DATA), own) {
                let message = format!("unknown attribute `{name}`");
                let hint = format!("did you mean `{DATA}{meant}`?");
                self.found.push(Diagnostic::error(message).at(place).hint(hint));
            }
        }
        is_known
    }

    fn program(&mut self, text: &str, place: &Place, word: &str) -> Option<Program> {
        self.found.accept(self.expressions.compile(text, place, word))
    }

    /// A bare expression in an attribute.
    fn bare(&mut self, source: &str, attribute: &Attribute) -> Option<Program> {
        self.found.accept(self.expressions.compile_bare(source, &attribute.value.place, &attribute.name))
    }

    /// `slot in range(22)`.
    fn repeat(&mut self, written: &Attribute) -> Option<(String, Program)> {
        let Some((name, values)) = written.value.source.split_once(" in ") else {
            let message = "`data-for` must read like `slot in range(22)`";
            self.found.push(Diagnostic::error(message).at(&written.value.place));
            return None;
        };
        Some((name.trim().to_owned(), self.bare(values.trim(), written)?))
    }
}

impl Template {
    /// The drawing's own frame; none when it says nothing of it.
    ///
    /// # Errors
    /// When an expression in it cannot be carried out, or it is no frame.
    pub fn drawn_frame(&self, expressions: &Expressions, scope: &Value) -> Result<Option<DrawnFrame>, Diagnostic> {
        let text = |name: &str| {
            let attribute = self.frame.iter().find(|a| a.name == name);
            let Some(attribute) = attribute else { return Ok(None) };
            let text = expressions.text(&attribute.value, scope)?;
            Ok::<_, Diagnostic>(text.map(|text| (text, expressions.place(&attribute.value, scope))))
        };
        let side = |name| Ok(text(name)?.and_then(|(text, _)| drawn_units(&text)).filter(|side| *side > 0.0));
        let Some((view_box, place)) = text("viewBox")? else {
            let seen = side("width")?.zip(side("height")?).map(|(width, height)| [0.0, 0.0, width, height]);
            return Ok(seen.map(|seen| DrawnFrame { seen, fitted: None }));
        };
        let Some(view_box) = frame_of(&view_box) else {
            return Err(Diagnostic::error(format!("`viewBox=\"{view_box}\"` is no frame"))
                .at(&place)
                .hint("it is four numbers: left, top, width and height, the last two more than 0"));
        };
        let whole = DrawnFrame { seen: view_box, fitted: None };
        let sides = if self.purpose == Purpose::Picture { side("width")?.zip(side("height")?) } else { None };
        let [_, _, across, down] = view_box;
        Ok(Some(match sides {
            Some((width, height)) if (width / height * down / across - 1.0).abs() > SAME_PROPORTIONS => {
                DrawnFrame { seen: [0.0, 0.0, width, height], fitted: Some(view_box) }
            }
            _ => whole,
        }))
    }

    /// Whether it has rules that know elements by their ids.
    #[must_use]
    pub fn has_rules(&self) -> bool {
        has_rules(&self.children)
    }

    /// A word about every name in it that nothing explains.
    pub fn check_names(&self, expressions: &mut Expressions, known: &Names, found: &mut Diagnostics) {
        self.programs(&mut |program, loops| {
            let mut inside = known.clone();
            for name in loops {
                inside.add(name);
            }
            expressions.check_names(program, &inside, &mut |diagnostic| found.push(diagnostic));
        });
    }

    /// Calls `visit` with every text of the template and the loop names that are known there.
    pub fn programs<'t>(&'t self, visit: &mut dyn FnMut(&'t Program, &[String])) {
        let mut loops = Vec::new();
        for attribute in self.root.iter().chain(&self.frame) {
            visit(&attribute.value, &loops);
        }
        visit_nodes(&self.children, &mut loops, visit);
    }
}

/// The four numbers of a `viewBox`.
fn frame_of(view_box: &str) -> Option<[f32; 4]> {
    let parts = view_box.split([' ', ',', '\n', '\t']).filter(|part| !part.is_empty());
    let numbers: Option<Vec<f32>> =
        parts.map(|part| part.parse().ok().filter(|number: &f32| number.is_finite())).collect();
    <[f32; 4]>::try_from(numbers?).ok().filter(|[_, _, width, height]| *width > 0.0 && *height > 0.0)
}

fn has_rules(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| matches!(node, Node::Element(own) if own.name == "style" || has_rules(&own.children)))
}

fn visit_nodes<'t>(nodes: &'t [Node], loops: &mut Vec<String>, visit: &mut dyn FnMut(&'t Program, &[String])) {
    for node in nodes {
        match node {
            Node::Text(program) => visit(program, loops),
            Node::Element(element) => {
                let outer = loops.len();
                if let Some((name, values)) = &element.repeat {
                    visit(values, loops);
                    loops.push(name.clone());
                    loops.push("loop".into());
                }
                if let Some(condition) = &element.condition {
                    visit(condition, loops);
                }
                let own = |a: &&Attribute| !matches!(a.name.as_str(), "data-for" | "data-if");
                for attribute in element.attributes.iter().chain(element.data.iter().filter(own)) {
                    visit(&attribute.value, loops);
                }
                visit_nodes(&element.children, loops, visit);
                loops.truncate(outer);
            }
        }
    }
}

/// What is said of a box for a picture or a text that looks as if it were drawn: corners, ground and frame are lost with it.
fn undrawn(name: &str, attributes: &[Attribute], data: &[Attribute]) -> Option<Diagnostic> {
    let has = |wanted: &str| name == "rect" && data.iter().any(|attribute| attribute.name == wanted);
    let (what, is_text) = match (has("data-image"), has("data-text")) {
        (true, _) => ("picture", false),
        (_, true) => ("text", true),
        _ => return None,
    };
    let is_paint = |value: &str| !value.is_empty() && !["none", "transparent"].contains(&value);
    let is_seen = |name: &str, value: &str| match name {
        "rx" | "ry" => !is_text && value != "0",
        "fill" => is_text && is_paint(value),
        "stroke" => is_paint(value),
        _ => false,
    };
    let lost = |attribute: &Attribute| {
        let source = attribute.value.source.trim();
        if attribute.name != "style" {
            return is_seen(&attribute.name, source).then(|| attribute.name.clone());
        }
        let declared = source.split(';').filter_map(|one| one.split_once(':'));
        declared
            .map(|(name, value)| (name.trim(), value.trim()))
            .find(|(name, value)| is_seen(name, value))
            .map(|(name, _)| name.to_owned())
    };
    let (place, lost) = attributes.iter().find_map(|attribute| Some((&attribute.value.place, lost(attribute)?)))?;
    let message = format!("`{lost}` of a box for a {what} is not drawn");
    let hint = match lost.as_str() {
        "stroke" => "draw the frame as a `<rect>` of its own behind it",
        "fill" => "draw the ground as a `<rect>` of its own behind it; `data-colour` is the colour of the words",
        _ => "put it into a `<g>` with a `clip-path` that has the corners",
    };
    Some(Diagnostic::warning(message).at(place).hint(hint))
}
