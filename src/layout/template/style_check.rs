//! Says what of a `<style>` an SVG reader passes over in silence: rules that begin with `@`, and selectors that look at
//! more than names, classes, ids, attributes and first children, and what its declarations hold.

use std::borrow::Cow;
use std::ops::Range;

use resvg::usvg::roxmltree::Document;

use super::css_variables::Variables;
use super::declarations::{understood, wrong_in};
use super::read::SVG;
use crate::diag::Diagnostic;

/// Pseudo-classes of printed drawings; those of a screen (`hover` and so on) never apply to one.
const KNOWN: &[&str] = &["first-child", "link", "visited", "hover", "active", "focus", "lang"];

/// Everything that has no effect, with its place in the text.
#[must_use]
pub fn without_effect(text: &str, known: &Variables) -> Vec<(Range<usize>, Diagnostic)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { break };
        if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if first.is_whitespace() || first == '}' {
            at += first.len_utf8();
        } else if first == '@' {
            let name = word(&rest[1..]);
            found.push((at..at + 1 + name.len(), of_rule(name)));
            at += end_of_rule(rest);
        } else {
            let open = rest.find('{').unwrap_or(rest.len());
            let selector = &rest[..open];
            found.extend(pseudo_class(selector).or_else(|| unread_part(selector)).map(|range| {
                let diagnostic = of_selector(&selector[range.clone()]);
                (at + range.start..at + range.end, diagnostic)
            }));
            let end = end_of_rule(rest);
            let block = rest.get(open + 1..end.saturating_sub(1)).unwrap_or_default();
            let inside = at + open + 1;
            let placed = |(range, told): (Range<usize>, Diagnostic)| (inside + range.start..inside + range.end, told);
            found.extend(wrong_in(block, known, true).into_iter().map(placed));
            at += end;
        }
    }
    found
}

/// A `<style>` with its declarations as the reader of drawings understands them.
#[must_use]
pub fn understood_rules(text: &str, known: &Variables) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let end = open + end_of_rule(&rest[open..]);
        let block = rest.get(open + 1..end.saturating_sub(1)).unwrap_or_default();
        out.push_str(&rest[..=open]);
        let told = if block.contains('{') { Cow::Borrowed(block) } else { understood(block, known) };
        out.push_str(&told);
        out.push_str(&rest[(open + 1 + block.len()).min(rest.len())..end]);
        rest = &rest[end..];
    }
    out + rest
}

/// All that the `<style>`s of a drawing say.
#[must_use]
pub fn style_sheet(document: &Document<'_>, known: &Variables) -> String {
    styles(document).map(|text| understood_rules(text, known)).collect()
}

/// What the variables of a drawing hold, wherever they are declared.
#[must_use]
pub fn variables_of(document: &Document<'_>) -> Variables {
    Variables::of(styles(document).chain(document.descendants().filter_map(|node| node.attribute("style"))))
}

fn styles<'d>(document: &'d Document<'_>) -> impl Iterator<Item = &'d str> {
    let styles = document.descendants().filter(|node| node.has_tag_name((SVG, "style")));
    styles.flat_map(|style| style.children()).filter_map(|child| child.text())
}

fn of_rule(name: &str) -> Diagnostic {
    let hint = match name {
        "font-face" => "put the font into the folder `fonts` of the game, and name its family",
        _ => "write what it holds as plain rules, or as attributes",
    };
    Diagnostic::warning(format!("`@{name}` in a `<style>` has no effect")).hint(hint)
}

fn of_selector(pseudo: &str) -> Diagnostic {
    Diagnostic::warning(format!("a rule for `{pseudo}` in a `<style>` has no effect"))
        .hint("give what it means a `class`, and write the rule for that")
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    &text[..end.unwrap_or(text.len())]
}

/// How far a rule goes: to the end of its braces, or to a semicolon before them.
fn end_of_rule(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The first pseudo-class or pseudo-element of a selector that is not read, with its colons.
fn pseudo_class(selector: &str) -> Option<Range<usize>> {
    let mut bracket = 0_usize;
    let mut from = 0;
    for (at, c) in selector.char_indices() {
        match c {
            _ if at < from => {}
            '[' => bracket += 1,
            ']' => bracket = bracket.saturating_sub(1),
            ':' if bracket == 0 => {
                let colons = selector[at..].len() - selector[at..].trim_start_matches(':').len();
                let name = word(&selector[at + colons..]);
                from = at + colons + name.len();
                if colons > 1 || !KNOWN.contains(&name) {
                    return Some(at..from);
                }
            }
            _ => {}
        }
    }
    None
}

/// A part of a selector that the reader passes over: a sibling further on, a part of a value, notes of drawing programs.
fn unread_part(selector: &str) -> Option<Range<usize>> {
    let mut bracket = None;
    for (at, sign) in selector.char_indices() {
        match (sign, bracket) {
            ('[', None) => bracket = Some(at),
            (']', Some(from)) => {
                let inside = &selector[from..=at];
                if inside.starts_with("[data-") || ["^=", "$=", "*="].iter().any(|sign| inside.contains(sign)) {
                    return Some(from..at + 1);
                }
                bracket = None;
            }
            ('~', None) => return Some(0..selector.trim_end().len()),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::Variables;

    fn without_effect(text: &str) -> Vec<(std::ops::Range<usize>, super::Diagnostic)> {
        super::without_effect(text, &Variables::default())
    }

    #[test]
    fn rules_for_screens_and_for_positions_are_told_and_others_are_not() {
        let told = |text: &str| -> Vec<(String, String)> {
            without_effect(text).into_iter().map(|(at, told)| (text[at].to_owned(), told.message)).collect()
        };
        let plain = "/* a:b */ rect.a > #b, [href='a:b'] { fill: url(#c); } path:first-child, a:hover{stroke:red}";
        assert_eq!(told(plain), []);
        assert_eq!(
            told("rect:nth-child(2) {fill: red} @media print { rect { fill: red } } @import 'a'; a::before{} b{}"),
            [
                (":nth-child".into(), "a rule for `:nth-child` in a `<style>` has no effect".into()),
                ("@media".into(), "`@media` in a `<style>` has no effect".into()),
                ("@import".into(), "`@import` in a `<style>` has no effect".into()),
                ("::before".into(), "a rule for `::before` in a `<style>` has no effect".into()),
            ]
        );
        assert_eq!(
            told("[class~=a] + b {} .bg ~ .frame{} [class^='bar']{} [data-kind=x] {}"),
            [
                (".bg ~ .frame".into(), "a rule for `.bg ~ .frame` in a `<style>` has no effect".into()),
                ("[class^='bar']".into(), "a rule for `[class^='bar']` in a `<style>` has no effect".into()),
                ("[data-kind=x]".into(), "a rule for `[data-kind=x]` in a `<style>` has no effect".into()),
            ]
        );
        for broken in ["[", "a~", "@", "a{", "}", ":", "a:é{", "/*", "@é{}", "{{ x }} a{}"] {
            let _ = told(broken);
        }
    }
}
