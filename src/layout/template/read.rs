//! An SVG template as it was drawn: elements, attributes with expressions, and the rectangles that will receive
//! text, pictures, a board or flowing pages. Reading only; binding fills it in.

use std::sync::Arc;

use minijinja::value::Value;
use resvg::usvg::roxmltree::{self, Document, ParsingOptions};

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText, meant_or_known};
use crate::units::drawn_units;

use super::bind::style_pairs;
use super::expr::{Expressions, Names, Program};
use super::style_check::without_effect;
use super::svg_check::check_element;
use super::xml_bounds::check_xml;

/// Notes of drawing programs that mean nothing in print.
const OF_DRAWING_PROGRAMS: &[&str] = &["data-name"];
const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";

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
    "data-board",
    "data-flow",
    "data-fold",
    "data-ink",
];

/// A template.
pub struct Template {
    /// The name people use for it.
    pub name: String,
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
    name: &str,
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
    let mut reader = TemplateReader { source, expressions, found };
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
        fields,
        frame,
        overflows,
        children: reader.children(root),
        root: rest.into_iter().filter(inherited).collect(),
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

struct TemplateReader<'a> {
    source: &'a Arc<SourceText>,
    expressions: &'a mut Expressions,
    found: &'a mut Diagnostics,
}

impl TemplateReader<'_> {
    fn children(&mut self, parent: roxmltree::Node<'_, '_>) -> Vec<Node> {
        parent.children().filter_map(|child| self.node(child)).collect()
    }

    fn node(&mut self, node: roxmltree::Node<'_, '_>) -> Option<Node> {
        if node.is_text() {
            let parent = node.parent_element()?.tag_name().name();
            let text = node.text().unwrap_or("");
            let wanted = matches!(parent, "text" | "tspan" | "style") && !text.trim().is_empty();
            let place = Place::new(self.source, node.range().start, node.range().end);
            if parent == "style" {
                self.check_style(text, node.range());
            }
            return wanted.then(|| self.program(text, &place, &format!("<{parent}>"))).flatten().map(Node::Text);
        }
        // Editors keep their own notes in elements of other namespaces.
        if !node.is_element() || node.tag_name().namespace() != Some(SVG) || node.tag_name().name() == "metadata" {
            return None;
        }
        Some(Node::Element(self.element(node)))
    }

    /// Tells what of the rules of a drawing has no effect.
    fn check_style(&mut self, text: &str, range: std::ops::Range<usize>) {
        let written = self.source.text.get(range.clone()).and_then(|written| written.find(text));
        for (at, told) in without_effect(text) {
            let at = written.map_or(range.clone(), |from| range.start + from + at.start..range.start + from + at.end);
            self.found.push(told.at(&Place::new(self.source, at.start, at.end)));
        }
    }

    fn element(&mut self, node: roxmltree::Node<'_, '_>) -> Element {
        let (attributes, data) = self.attributes(node);
        let start = node.range().start;
        let name = node.tag_name().name().to_owned();
        let place = Place::new(self.source, start, start + 1 + name.len());
        if let Some(diagnostic) = check_element(&name) {
            self.found.push(diagnostic.at(&place));
        }
        let repeat = data.iter().find(|a| a.name == "data-for").and_then(|a| self.repeat(a));
        let condition = data.iter().find(|a| a.name == "data-if").and_then(|a| self.bare(&a.value.source, a));
        let children = self.children(node);
        let is_text = |node: &Node| matches!(node, Node::Element(inner) if inner.has_text);
        let has_text = name == "text" || children.iter().any(is_text);
        Element { name, attributes, data, condition, repeat, has_text, children, place }
    }

    fn attributes(&mut self, node: roxmltree::Node<'_, '_>) -> (Vec<Attribute>, Vec<Attribute>) {
        let (mut plain, mut data) = (Vec::new(), Vec::new());
        for attribute in node.attributes() {
            let ours = attribute.namespace().is_none() || attribute.namespace() == Some(XLINK);
            if !ours {
                continue;
            }
            let range = attribute.range_value();
            let place = Place::new(self.source, range.start, range.end);
            let name = attribute.name().to_owned();
            let Some(value) = self.program(attribute.value(), &place, &name) else { continue };
            if OF_DRAWING_PROGRAMS.contains(&name.as_str()) {
                continue;
            }
            if name.starts_with("data-") {
                self.check_data_name(&name, &Place::new(self.source, attribute.range().start, attribute.range().end));
                data.push(Attribute { name, value });
            } else {
                plain.push(Attribute { name, value });
            }
        }
        (plain, data)
    }

    fn check_data_name(&mut self, name: &str, place: &Place) {
        if !DATA_ATTRIBUTES.contains(&name) {
            let hint = meant_or_known(name, DATA_ATTRIBUTES.iter().copied());
            self.found.push(Diagnostic::error(format!("unknown attribute `{name}`")).at(place).maybe_hint(hint));
        }
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
    /// The drawing's own frame: left, top, width and height in its units; none when it says nothing of it.
    ///
    /// # Errors
    /// When an expression in it cannot be carried out, or it is no frame.
    pub fn drawn_size(&self, expressions: &Expressions, scope: &Value) -> Result<Option<[f32; 4]>, Diagnostic> {
        let text = |name: &str| {
            let attribute = self.frame.iter().find(|a| a.name == name);
            let Some(attribute) = attribute else { return Ok(None) };
            let text = expressions.text(&attribute.value, scope)?;
            Ok::<_, Diagnostic>(text.map(|text| (text, expressions.place(&attribute.value, scope))))
        };
        if let Some((view_box, place)) = text("viewBox")? {
            let numbers: Option<Vec<f32>> = view_box
                .split([' ', ',', '\n', '\t'])
                .filter(|part| !part.is_empty())
                .map(|part| part.parse().ok().filter(|number: &f32| number.is_finite()))
                .collect();
            let frame = numbers.and_then(|numbers| <[f32; 4]>::try_from(numbers).ok());
            return match frame.filter(|[_, _, w, h]| *w > 0.0 && *h > 0.0) {
                Some(frame) => Ok(Some(frame)),
                None => Err(Diagnostic::error(format!("`viewBox=\"{view_box}\"` is no frame"))
                    .at(&place)
                    .hint("it is four numbers: left, top, width and height, the last two more than 0")),
            };
        }
        let side = |name| Ok(text(name)?.and_then(|(text, _)| drawn_units(&text)).filter(|side| *side > 0.0));
        Ok(side("width")?.zip(side("height")?).map(|(width, height)| [0.0, 0.0, width, height]))
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
