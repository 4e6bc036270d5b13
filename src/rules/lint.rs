//! What a script must not say, found before it runs: going through a table in no fixed order, and variables of the whole
//! script that change while it plays.

use std::collections::BTreeSet;

use crate::referee::{Fault, Spot};

/// Longer scripts are none.
const LONGEST: usize = 1 << 20;
/// So much stands at most between `in` and `do`.
const LOOP_TOKENS: usize = 200;
/// What goes through something in a fixed order.
const IN_ORDER: [&str; 4] = ["pairs", "ipairs", "gmatch", "codes"];
/// Functions that change their first argument.
const CHANGING: [&str; 10] =
    ["insert", "remove", "sort", "clear", "add", "put", "put_under", "add_all", "take_all", "move"];

/// A piece of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Token<'s> {
    text: &'s str,
    line: usize,
    is_name: bool,
    /// Whether it stands in a function, as far as its line tells.
    inside: bool,
}

/// Looks at a script.
///
/// # Errors
/// The first thing it must not say.
pub fn check(text: &str) -> Result<(), Fault> {
    if text.len() > LONGEST {
        let message = format!("the script is larger than {} MB", LONGEST >> 20);
        return Err(wrong(message, "put tables of data into a component, and read them with `pieces`", 1));
    }
    let tokens = tokens(text);
    loops(&tokens)?;
    changing_locals(&tokens)
}

fn wrong(message: String, hint: &str, line: usize) -> Fault {
    let trace = vec![Spot { line, function: None }];
    Fault { message, hint: Some(hint.to_owned()), trace, ..Fault::default() }
}

/// `for .. in t do` has no fixed order: what follows `in` has to be `pairs` or its like.
fn loops(tokens: &[Token<'_>]) -> Result<(), Fault> {
    for (n, token) in tokens.iter().enumerate().filter(|(_, token)| token.is_name && token.text == "in") {
        let rest = &tokens[n + 1..(n + 1 + LOOP_TOKENS).min(tokens.len())];
        let end = rest.iter().position(|token| token.is_name && token.text == "do").unwrap_or(rest.len());
        let is_ordered = |pair: &[Token<'_>]| IN_ORDER.contains(&pair[0].text) && pair[1].text == "(";
        if !rest[..end].windows(2).any(is_ordered) {
            let message = "`for .. in` goes through a table in no fixed order".to_owned();
            return Err(wrong(message, "write `pairs(t)`, or `ipairs(t)` for a list", token.line));
        }
    }
    Ok(())
}

/// Locals of the whole script that a function changes would outlive an undo. What stands at the very left belongs to the
/// whole script; what is indented, or follows `function` on its line, belongs to a function.
fn changing_locals(tokens: &[Token<'_>]) -> Result<(), Fault> {
    let declared = |inside: bool| {
        let local = |(n, token): (usize, &Token<'_>)| {
            token.is_name && matches!(token.text, "local" | "for" | "function") && {
                let own = token.inside || token.text != "local";
                own == inside && tokens.get(n + 1).is_some()
            }
        };
        let starts = tokens.iter().enumerate().filter(move |(n, token)| local((*n, token)));
        starts.flat_map(|(n, token)| names(&tokens[n + 1..], token.text)).collect::<BTreeSet<_>>()
    };
    let (outer, inner) = (declared(false), declared(true));
    let changed = tokens.iter().enumerate().find(|(n, token)| {
        token.inside
            && token.is_name
            && outer.contains(token.text)
            && !inner.contains(token.text)
            && is_changed(tokens, *n)
    });
    match changed {
        None => Ok(()),
        Some((_, token)) => {
            let message = format!("`{}` belongs to the whole script and cannot change while it plays", token.text);
            Err(wrong(message, "what changes belongs into the state", token.line))
        }
    }
}

/// Whether what has this name is set, or a part of it, or it is given to a function that changes it.
fn is_changed(tokens: &[Token<'_>], at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).map_or("", |before| tokens[before].text);
    if matches!(before(1), "." | ":") {
        return false;
    }
    before(1) == "(" && CHANGING.contains(&before(2))
        || is_assigned(tokens, end_of(tokens, at)) && !matches!(before(1), "{" | ",")
}

/// Where `name.field[..]` ends: the last token of it.
fn end_of(tokens: &[Token<'_>], mut at: usize) -> usize {
    let text = |n: usize| tokens.get(n).map_or("", |token| token.text);
    loop {
        if text(at + 1) == "." && tokens.get(at + 2).is_some_and(|token| token.is_name) {
            at += 2;
        } else if text(at + 1) == "[" {
            let mut open = 0_usize;
            let closing = (at + 1..tokens.len().min(at + LOOP_TOKENS)).find(|n| {
                open = match text(*n) {
                    "[" => open + 1,
                    "]" => open - 1,
                    _ => open,
                };
                open == 0
            });
            let Some(closing) = closing else { return at };
            at = closing;
        } else {
            return at;
        }
    }
}

/// `=`, `+=` and so on follow, but not `==`.
fn is_assigned(tokens: &[Token<'_>], at: usize) -> bool {
    let next = |n: usize| tokens.get(at + n).map_or("", |token| token.text);
    match next(1) {
        "=" => next(2) != "=",
        "+" | "-" | "*" | "/" | "%" | "^" | "." => {
            next(2) == "=" && next(3) != "=" || next(1) == "." && next(2) == "." && next(3) == "="
        }
        _ => false,
    }
}

/// The names that `local`, `for` or the brackets of a `function` declare.
fn names<'s>(tokens: &[Token<'s>], keyword: &str) -> Vec<&'s str> {
    let tokens = &tokens[..tokens.len().min(LOOP_TOKENS)];
    let skipped = match keyword {
        "function" => tokens.iter().position(|token| token.text == "(").map_or(tokens.len(), |open| open + 1),
        _ => usize::from(tokens.first().is_some_and(|token| token.text == "function")),
    };
    let list = tokens[skipped..].iter().take_while(|token| token.text == "," || token.is_name && token.text != "in");
    let mut names = Vec::new();
    let mut wanted = true;
    for token in list {
        if token.is_name && wanted {
            names.push(token.text);
        }
        if token.is_name && !wanted {
            break;
        }
        wanted = !token.is_name;
    }
    names
}

/// The words and signs of a script, without comments and texts.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    let mut inside = false;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if at == 0 || text.as_bytes()[at - 1] == b'\n' {
            inside = next.is_whitespace();
        }
        let length = if next.is_alphabetic() || next == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(Token { text: &rest[..length], line, is_name: true, inside });
            inside |= &rest[..length] == "function";
            length
        } else if let Some(length) = skipped(rest) {
            length
        } else {
            if !next.is_whitespace() {
                tokens.push(Token { text: &rest[..next.len_utf8()], line, is_name: false, inside });
            }
            next.len_utf8()
        };
        line += text[at..at + length].matches('\n').count();
        at += length;
    }
    tokens
}

/// How long a comment, a text or a number is that stands here.
pub fn skipped(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    if rest.starts_with("--[[") {
        return Some(rest.find("]]").map_or(rest.len(), |end| end + 2));
    }
    if rest.starts_with("--") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("[[") {
        return Some(rest.find("]]").map_or(rest.len(), |end| end + 2));
    }
    if bytes[0].is_ascii_digit() {
        return Some(rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()));
    }
    if !matches!(bytes[0], b'"' | b'\'' | b'`') {
        return None;
    }
    let mut escaped = false;
    for (n, c) in rest.char_indices().skip(1) {
        if !escaped && c as u32 == u32::from(bytes[0]) {
            return Some(n + 1);
        }
        escaped = !escaped && c == '\\';
    }
    Some(rest.len())
}
