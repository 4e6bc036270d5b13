//! What an SVG file may do before it is read as XML: how deep its elements lie, and how much its entities unfold to.

use crate::diag::{Diagnostic, Place, SourceText};
use std::sync::Arc;

/// No drawing nests its elements deeper.
const DEEPEST: usize = 200;
/// No file becomes longer by as much as this once its entities are unfolded.
const LONGEST: usize = 4_000_000;

/// Whether a file can be read without harm.
///
/// # Errors
/// One diagnostic, where there is more of something than any drawing needs.
pub fn check_xml(source: &Arc<SourceText>) -> Result<(), Diagnostic> {
    let refuse = |message: String| Diagnostic::error(message).at(&Place::file(source));
    if is_too_deep(&source.text) {
        return Err(refuse(format!("elements are nested more than {DEEPEST} deep")));
    }
    check_entities(&source.text).map_err(|message| {
        refuse(message).hint("an entity of a drawing is a short text, such as a name space; write anything else out")
    })
}

/// Whether elements are nested deeper than any drawing needs, told without reading them one inside the other.
fn is_too_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let (end, change) = match rest.as_bytes().get(1) {
            Some(b'!') if rest.starts_with("<!--") => (rest.find("-->").map(|at| at + 3), 0),
            Some(b'!') if rest.starts_with("<![CDATA[") => (rest.find("]]>").map(|at| at + 3), 0),
            Some(b'?') => (rest.find("?>").map(|at| at + 2), 0),
            Some(b'!') => (end_of_tag(rest), 0),
            Some(b'/') => (end_of_tag(rest), -1),
            _ => (end_of_tag(rest), 1),
        };
        let Some(end) = end else { return false };
        let closed = change == 1 && rest[..end].ends_with("/>");
        if !closed {
            depth = depth.saturating_add_signed(change);
        }
        if depth > DEEPEST {
            return true;
        }
        rest = &rest[end..];
    }
    false
}

/// Behind the `>` of a tag: one in quotes is part of a text.
fn end_of_tag(rest: &str) -> Option<usize> {
    let mut quote = None;
    for (at, sign) in rest.bytes().enumerate() {
        match (quote, sign) {
            (None, b'"' | b'\'') => quote = Some(sign),
            (None, b'>') => return Some(at + 1),
            (Some(open), _) if open == sign => quote = None,
            _ => {}
        }
    }
    None
}

/// Entities are short texts, and no text is long for being full of them.
fn check_entities(text: &str) -> Result<(), String> {
    let mut longest = 0;
    for declared in text.split("<!ENTITY").skip(1) {
        let quoted = declared.find(['"', '\'']).and_then(|at| {
            let (quote, value) = declared[at..].split_at(1);
            value.find(quote).map(|end| &value[..end])
        });
        let value = quoted.unwrap_or_default();
        if value.contains(['<', '&']) {
            return Err("an entity holds elements or other entities".to_owned());
        }
        longest = longest.max(value.len());
    }
    let used = if longest == 0 { 0 } else { text.matches('&').count() };
    if used.saturating_mul(longest) >= LONGEST {
        return Err(format!("its entities unfold to more than {} MB", LONGEST / 1_000_000));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_told_whatever_stands_in_quotes() {
        assert!(is_too_deep(&"<g id='/>'>".repeat(201)));
        assert!(is_too_deep(&"<g id=\"-->\"><!-- > -->".repeat(201)));
        assert!(!is_too_deep(&"<g id='a>b'/><![CDATA[<g>]]><?x <g> ?>".repeat(500)));
        assert!(!is_too_deep(&"<g>".repeat(200)));
    }

    #[test]
    fn entities_are_short_texts() {
        let with = |value: &str, uses: usize| {
            check_entities(&format!("<!DOCTYPE svg [<!ENTITY a \"{value}\">]><svg>{}</svg>", "&a;".repeat(uses)))
        };
        assert_eq!(with("http://www.w3.org/2000/svg", 1000), Ok(()));
        assert!(with("&b;&b;", 1).is_err() && with("<g/>", 1).is_err());
        assert!(with(&"x".repeat(100_000), 40).is_err());
    }
}
