//! The headings a script names, found without running it: what stands after `rule =`, and the third value of a `refuse`.

use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Place, SourceText, meant_or_known};

use super::lint::skipped;

/// Every heading that the printed rules do not have. Without headings there is nothing to compare with.
#[must_use]
pub fn unknown_headings(script: &Arc<SourceText>, headings: &[String]) -> Diagnostics {
    let mut found = Diagnostics::new();
    if headings.is_empty() {
        return found;
    }
    for (start, end) in named(&script.text) {
        let name = &script.text[start..end];
        if headings.iter().any(|heading| heading == name) {
            continue;
        }
        let hint = meant_or_known(name, headings.iter().map(String::as_str));
        let message = format!("the printed rules have no heading `{name}`");
        found.push(Diagnostic::error(message).at(&Place::new(script, start, end)).maybe_hint(hint));
    }
    found
}

/// What a script is just saying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Just {
    Rule,
    RuleIs,
    Refuse,
    Other,
}

/// Brackets that are open.
struct Open {
    is_refusal: bool,
    commas: usize,
    /// Whether the value after the last comma has begun.
    begun: bool,
}

/// Where the texts stand that name a heading, without their quotes.
fn named(text: &str) -> Vec<(usize, usize)> {
    let mut names = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let (mut at, mut just) = (0, Just::Other);
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = length_of(rest, next);
        let is_silent = next.is_whitespace() || rest.starts_with("--");
        if matches!(next, '"' | '\'') && length > 2 && is_whole(&rest[length..]) {
            let is_reason = open.last().is_some_and(|open| open.is_refusal && open.commas == 2 && !open.begun);
            if just == Just::RuleIs || is_reason {
                names.push((at + 1, at + length - 1));
            }
        }
        if !is_silent {
            enter_and_leave(next, just, &mut open);
            just = said(&rest[..length], just);
        }
        at += length;
    }
    names
}

/// How long the word, sign, text or comment is that stands here.
fn length_of(rest: &str, next: char) -> usize {
    if next.is_alphabetic() || next == '_' {
        return rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    }
    skipped(rest).unwrap_or(next.len_utf8())
}

/// Whether a text ends here: nothing is joined to it.
fn is_whole(rest: &str) -> bool {
    !rest.trim_start().starts_with("..")
}

fn enter_and_leave(next: char, just: Just, open: &mut Vec<Open>) {
    match next {
        '(' | '{' | '[' => {
            begin(open);
            open.push(Open { is_refusal: next == '(' && just == Just::Refuse, commas: 0, begun: false });
        }
        ')' | '}' | ']' => {
            open.pop();
        }
        ',' => {
            if let Some(last) = open.last_mut() {
                last.commas += 1;
                last.begun = false;
            }
        }
        _ => begin(open),
    }
}

fn begin(open: &mut [Open]) {
    if let Some(last) = open.last_mut() {
        last.begun = true;
    }
}

fn said(word: &str, just: Just) -> Just {
    match (word, just) {
        ("rule", _) => Just::Rule,
        ("refuse", _) => Just::Refuse,
        ("=", Just::Rule) => Just::RuleIs,
        _ => Just::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unknown(text: &str) -> Vec<String> {
        let script = Arc::new(SourceText { path: "rules.luau".into(), text: text.into() });
        let headings = ["Movement".to_owned(), "The end".to_owned()];
        unknown_headings(&script, &headings)
            .iter()
            .map(|wrong| wrong.place.as_ref().unwrap().text().to_owned())
            .collect()
    }

    #[test]
    fn headings_are_found_where_they_are_named() {
        assert_eq!(unknown(r#"choose { rule = "Movment", prompt = "x" }"#), ["Movment"]);
        assert_eq!(unknown(r#"refuse("D4", words("{} is, full", 3), "The endd", "D4")"#), ["The endd"]);
        assert_eq!(unknown("{ rule = 'Scoring', points = 3 }"), ["Scoring"]);
    }

    #[test]
    fn other_texts_are_no_headings() {
        assert!(unknown(r#"choose { rule = "Movement" } -- rule = "Nonsense""#).is_empty());
        assert!(unknown(r#"if rule == "Nonsense" then refuse(a, "b", rule) end"#).is_empty());
        assert!(unknown(r#"refuse("a", "Nonsense", "The end", "Nonsense") x = { rule = heading .. "x" }"#).is_empty());
        assert!(
            unknown(r#"refuse("a", "b", "The " .. "end") x = { ruler = "Nonsense", rule = "The " .. "end" }"#)
                .is_empty()
        );
    }
}
