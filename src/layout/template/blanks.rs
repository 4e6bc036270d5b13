//! What a style says of blanks and line breaks in a `<text>`: blanks that stay are a drawing's to keep, and lines that break
//! at a width are told, as no browser breaks them.

use resvg::usvg::roxmltree::Node;

use super::style_rules::StyleRules;
use super::text_property::style_pairs;
use crate::diag::Diagnostic;

/// What breaks the lines of a text, where anything draws it.
const WIDTHS: [&str; 3] = ["inline-size", "shape-inside", "shape-subtract"];
/// What keeps blanks and line breaks as they are written.
const WHITE_SPACE: &str = "white-space";
/// The same in older drawings.
const SPACE: (&str, &str) = ("http://www.w3.org/XML/1998/namespace", "space");

/// What a style says of a `<text>`, and what of it has no effect.
pub struct TextBlanks {
    /// Whether there are blanks that only a drawing keeps.
    pub are_kept: bool,
    /// What there is to tell, each with the words that say it.
    pub told: Vec<(&'static str, Diagnostic)>,
}

impl TextBlanks {
    /// Looks at a `<text>`.
    pub fn of(text: Node<'_, '_>, rules: &StyleRules<'_>) -> Self {
        let mut told: Vec<(&str, Diagnostic)> = width(text, rules).into_iter().collect();
        let around = text.ancestors().find_map(|around| said(around, rules, WHITE_SPACE)).unwrap_or_default();
        let [keeps_blanks, keeps_breaks] = match around.as_str() {
            "pre" | "pre-wrap" | "break-spaces" => [true, true],
            "pre-line" => [false, true],
            // As Inkscape and Illustrator write it.
            "" => [text.ancestors().find_map(|around| around.attribute(SPACE)) == Some("preserve"), false],
            _ => [false, false],
        };
        if keeps_breaks && words(text).any(|words| words.trim().contains('\n')) {
            let message = format!("`{WHITE_SPACE}: {around}` breaks no lines here: a line break is a blank");
            told.push((WHITE_SPACE, Diagnostic::warning(message).hint(LINES)));
        }
        let has_blanks = |words: &str| words.starts_with(' ') || words.contains("  ");
        Self { are_kept: keeps_blanks && words(text).any(has_blanks), told }
    }
}

const LINES: &str = "write a `<tspan>` with `x` and `y` for each line, or use a box with `data-text` in a template";

/// That the lines of a text do not break, unless each has a place of its own already.
fn width(text: Node<'_, '_>, rules: &StyleRules<'_>) -> Option<(&'static str, Diagnostic)> {
    let is_placed = |span: Node<'_, '_>| ["x", "y", "dy"].iter().any(|name| span.has_attribute(*name));
    if text.children().any(|child| child.is_element() && is_placed(child)) {
        return None;
    }
    let said = |name: &&'static str| said(text, rules, name).map(|value| (*name, value));
    let (name, value) =
        WIDTHS.iter().find_map(said).filter(|(_, value)| !matches!(value.as_str(), "auto" | "none" | "0"))?;
    let message = format!("`{name}: {value}` has no effect here: this text stays on one line");
    Some((name, Diagnostic::warning(message).hint(LINES)))
}

/// What an element says of a property: in its `style`, by a rule, or as an attribute.
fn said(node: Node<'_, '_>, rules: &StyleRules<'_>, wanted: &str) -> Option<String> {
    let style = node.attribute("style").unwrap_or_default();
    let own = style_pairs(style).filter(|(name, _)| *name == wanted).last().map(|(_, value)| value.to_owned());
    let by_rule = || rules.of_node(node).filter(|(name, _)| *name == wanted).last().map(|(_, value)| value.to_owned());
    own.or_else(by_rule).or_else(|| node.attribute(wanted).map(str::to_owned))
}

fn words<'n>(text: Node<'n, 'n>) -> impl Iterator<Item = &'n str> {
    let written = text.descendants().filter(Node::is_text).filter_map(|node| node.text());
    // What stands between elements only sets them apart in the file.
    written.filter(|words| !words.trim().is_empty())
}
