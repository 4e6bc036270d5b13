//! Expressions as they stand in a text: where each begins and ends, how long it is, and its products written as calls of
//! a function that knows a bound. It reads what people wrote before the engine does; values it knows nothing of.

/// One expression is no longer than this.
const LONGEST: usize = 600;
/// And one text has no more of them.
const MOST_PARTS: usize = 100;
/// The function that a product is a call of; nobody writes such a name.
pub const TIMES: &str = "tablewright__times";
/// The same of a comparison, with the sign of it as a text.
pub const COMPARED: &str = "tablewright__compared";

/// A stretch of a text.
struct Part<'s> {
    /// What it opens with, as in `{{-`; nothing where it is plain text.
    open: &'s str,
    inside: &'s str,
    close: &'s str,
}

/// The text as the engine should read it.
///
/// # Errors
/// A sentence when an expression is too long, there are too many of them, or it is none that is known here.
pub fn bounded(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut count = 0;
    for Part { open, inside, close } in parts(text)? {
        out.push_str(open);
        if open.starts_with("{{") || open.starts_with("{%") {
            count += 1;
            check(inside, count)?;
            check_statement(open, inside)?;
            out.push_str(&with_calls(inside));
        } else {
            out.push_str(inside);
        }
        out.push_str(close);
    }
    Ok(out)
}

/// The same of an expression without braces.
///
/// # Errors
/// A sentence when it is too long.
pub fn bounded_bare(expression: &str) -> Result<String, String> {
    check(expression, 1)?;
    Ok(with_calls(expression))
}

fn check(inside: &str, count: usize) -> Result<(), String> {
    if inside.len() > LONGEST || count > MOST_PARTS {
        return Err(format!("an expression is at most {LONGEST} letters long, and a text has at most {MOST_PARTS}"));
    }
    Ok(())
}

/// No loops and no assignments: they belong into `data-for`.
fn check_statement(open: &str, inside: &str) -> Result<(), String> {
    let word = inside.split_whitespace().next().unwrap_or_default();
    if open.starts_with("{%") && !matches!(word, "if" | "elif" | "else" | "endif") {
        return Err(format!("`{{% {word} %}}` is not known here: only `if`, `elif`, `else` and `endif` are"));
    }
    Ok(())
}

fn parts(text: &str) -> Result<Vec<Part<'_>>, String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = ["{{", "{%", "{#"].iter().filter_map(|open| rest.find(open)).min() {
        found.push(Part { open: "", inside: &rest[..at], close: "" });
        let code = &rest[at + 2..];
        let trims = usize::from(code.starts_with(['-', '+']));
        let (open, code) = rest[at..].split_at(2 + trims);
        let (end, length) = match &open[..2] {
            "{#" => (code.find("#}").unwrap_or(code.len()), 2),
            "{{" => end_of(code, "}}")?,
            _ => end_of(code, "%}")?,
        };
        let after = (end + length).min(code.len());
        found.push(Part { open, inside: &code[..end], close: &code[end..after] });
        rest = &code[after..];
    }
    found.push(Part { open: "", inside: rest, close: "" });
    Ok(found)
}

/// Where an expression ends, and how long what closes it is: what is in quotes or brackets closes nothing.
fn end_of(code: &str, close: &str) -> Result<(usize, usize), String> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(sign) = sign_at(code, at) {
        let rest = &code[sign.start..];
        if depth == 0 && rest.starts_with(close) {
            return Ok((sign.start, close.len()));
        }
        if depth == 0 && rest.starts_with(['-', '+']) && rest[1..].starts_with(close) {
            return Ok((sign.start, close.len() + 1));
        }
        match sign.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.checked_sub(1).ok_or_else(|| format!("nothing opens the `{}` here", sign.text))?;
            }
            _ => {}
        }
        at = sign.start + sign.text.len();
    }
    Ok((code.len(), 0))
}

/// The smallest thing that an expression is made of.
#[derive(Clone, Copy)]
struct Sign<'s> {
    start: usize,
    text: &'s str,
}

impl Sign<'_> {
    fn opens(self) -> bool {
        matches!(self.text, "(" | "[" | "{")
    }

    fn closes(self) -> bool {
        matches!(self.text, ")" | "]" | "}")
    }

    fn is_quoted(self) -> bool {
        self.text.starts_with(['\'', '"'])
    }

    /// Whether it can stand before what it changes.
    fn goes_before(self) -> bool {
        matches!(self.text, "-" | "+" | "not")
    }

    /// Whether a value begins with it.
    fn begins_value(self) -> bool {
        let is_word = self.text.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let joins = matches!(self.text, "and" | "or" | "not" | "in" | "is" | "if" | "elif" | "else" | "endif");
        (is_word && !joins) || self.is_quoted() || self.opens()
    }
}

/// The first sign from `at` on.
fn sign_at(code: &str, at: usize) -> Option<Sign<'_>> {
    let start = at + code[at..].find(|c: char| !c.is_whitespace())?;
    let rest = &code[start..];
    let first = rest.chars().next()?;
    let while_in = |more: fn(char) -> bool| rest.find(|c| !more(c)).unwrap_or(rest.len());
    let length = match first {
        '\'' | '"' => quoted_length(rest, first),
        c if c.is_ascii_digit() => number_length(rest),
        c if c.is_alphabetic() || c == '_' => while_in(|c| c.is_alphanumeric() || c == '_'),
        _ if ["**", "//", "==", "!=", ">=", "<="].iter().any(|two| rest.starts_with(two)) => 2,
        c => c.len_utf8(),
    };
    Some(Sign { start, text: &rest[..length] })
}

fn quoted_length(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, sign) in rest.char_indices().skip(1) {
        if sign == quote && !escaped {
            return at + 1;
        }
        escaped = sign == '\\' && !escaped;
    }
    rest.len()
}

fn number_length(rest: &str) -> usize {
    let mut before = ' ';
    let mut length = 0;
    for (at, sign) in rest.char_indices() {
        let is_dot = sign == '.' && rest[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        let is_power = matches!(sign, '-' | '+') && matches!(before, 'e' | 'E');
        if !(sign.is_ascii_alphanumeric() || sign == '_' || is_dot || is_power) {
            break;
        }
        (before, length) = (sign, at + 1);
    }
    length
}

/// An expression with every `a * b` and every `a < b` as a call; as it is where nothing is multiplied or compared.
fn with_calls(inside: &str) -> String {
    if !inside.contains(['*', '<', '>', '=']) {
        return inside.to_owned();
    }
    let signs: Vec<Sign<'_>> =
        std::iter::successors(sign_at(inside, 0), |sign| sign_at(inside, sign.start + sign.text.len())).collect();
    format!(" {} ", rewritten(&signs))
}

fn rewritten(signs: &[Sign<'_>]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(sign) = signs.get(at) {
        let is_signed = matches!(sign.text, "-" | "+");
        if !sign.begins_value() && !is_signed {
            out.push_str(sign.text);
            out.push(' ');
            at += 1;
            continue;
        }
        let (mut compared, end) = sum(signs, at);
        at = end;
        // Nothing is compared twice.
        if let Some(sign) = signs.get(at).filter(|sign| is_comparison(sign.text)) {
            let (other, end) = sum(signs, at + 1);
            compared = format!("{COMPARED}({compared}, {other}, '{}')", sign.text);
            at = end;
        }
        out.push_str(&compared);
        out.push(' ');
    }
    out
}

fn is_comparison(sign: &str) -> bool {
    matches!(sign, "<" | "<=" | ">" | ">=" | "==" | "!=")
}

/// Products that are added, taken away and put together, rewritten, and where they end.
fn sum(signs: &[Sign<'_>], from: usize) -> (String, usize) {
    let is_between = |at: usize| signs.get(at).is_some_and(|sign| matches!(sign.text, "+" | "-" | "~"));
    let (mut out, mut at) = (String::new(), from);
    loop {
        while is_between(at) {
            out.push_str(signs[at].text);
            out.push(' ');
            at += 1;
        }
        if !signs.get(at).is_some_and(|sign| sign.begins_value()) {
            return (out, at);
        }
        let (product, end) = product(signs, at);
        out.push_str(&product);
        at = end;
        if !is_between(at) {
            return (out, at);
        }
        out.push(' ');
    }
}

/// Values that are multiplied and divided, rewritten, and where they end.
fn product(signs: &[Sign<'_>], from: usize) -> (String, usize) {
    let mut at = end_of_value(signs, from);
    let mut product = value(&signs[from..at]);
    while let Some(sign) = signs.get(at).filter(|sign| matches!(sign.text, "*" | "/" | "//" | "%")) {
        let end = end_of_value(signs, at + 1);
        let next = value(&signs[at + 1..end]);
        product = match sign.text {
            "*" => format!("{TIMES}({product}, {next})"),
            other => format!("{product}{other} {next}"),
        };
        at = end;
    }
    (product, at)
}

/// A value with all that is in its brackets rewritten.
fn value(signs: &[Sign<'_>]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(sign) = signs.get(at) {
        out.push_str(sign.text);
        out.push(' ');
        at += 1;
        if sign.opens() {
            let end = end_of_group(signs, at - 1);
            let inner = at..end.saturating_sub(1).max(at);
            out.push_str(&rewritten(&signs[inner.clone()]));
            at = inner.end;
        }
    }
    out
}

/// Behind a value with all that hangs on it: members, filters, powers.
fn end_of_value(signs: &[Sign<'_>], from: usize) -> usize {
    let sign = |at: usize| signs.get(at).copied();
    let mut at = from;
    while sign(at).is_some_and(Sign::goes_before) {
        at += 1;
    }
    let Some(first) = sign(at) else { return at };
    at = if first.opens() { end_of_group(signs, at) } else { at + 1 };
    loop {
        let Some(next) = sign(at) else { return at };
        at = match next.text {
            "(" | "[" => end_of_group(signs, at),
            "." | "|" => (at + 2).min(signs.len()),
            "**" => end_of_value(signs, at + 1),
            _ if first.is_quoted() && next.is_quoted() => at + 1,
            _ => return at,
        };
    }
}

/// Behind the bracket that closes the one at `from`.
fn end_of_group(signs: &[Sign<'_>], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, sign) in signs.iter().enumerate().skip(from) {
        if sign.opens() {
            depth += 1;
        } else if sign.closes() {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            return at + 1;
        }
    }
    signs.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(expression: &str) -> String {
        let text = bounded_bare(expression).unwrap().replace(TIMES, "times").replace(COMPARED, "compared");
        text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" )", ")").replace(" ,", ",")
    }

    #[test]
    fn products_become_calls_and_all_else_stays() {
        assert_eq!(calls("a+b"), "a+b");
        assert_eq!(calls("1 + a*b"), "1 + times(a, b)");
        assert_eq!(calls("-a * -b / c * d"), "- times(times(a, - b)/ c, d)");
        assert_eq!(calls("a.x|round(2*b) * c[1] ** 2 - 1"), "times(a . x | round ( times(2, b)), c [ 1 ] ** 2) - 1");
        assert_eq!(calls("'*' ~ 1.5e-3*(2 * x)"), "'*' ~ times(1.5e-3, ( times(2, x)))");
        assert_eq!(calls("a * b if c * 2 > 3 else d"), "times(a, b) if compared(times(c, 2), 3, '>') else d");
        assert_eq!(calls("-a < b+1 and not c == 'x'"), "compared(- a, b + 1, '<') and not compared(c, 'x', '==')");
        assert_eq!(calls("range(a >= 2)"), "range ( compared(a, 2, '>='))");
        assert_eq!(calls("a *"), "times(a,)");
    }

    #[test]
    fn quotes_and_brackets_close_nothing() {
        let long = format!("{{{{ '}}}}' ~ {} }}}}", "1~".repeat(300));
        assert!(bounded(&long).is_err());
        assert!(bounded(&format!("{{{{ {{'a': {{}}}} ~ {} }}}}", "1~".repeat(300))).is_err());
        assert_eq!(bounded("{{ 1) }}"), Err("nothing opens the `)` here".into()));
        assert_eq!(bounded("{{- '}}' -}} {# {{ #} b"), Ok("{{- '}}' -}} {# {{ #} b".into()));
        assert_eq!(bounded("{{ 'a"), Ok("{{ 'a".into()));
    }

    proptest::proptest! {
        #[test]
        fn anything_can_be_read(text in "[a1'\"(){}%#|*.~+ ä-]{0,40}") {
            let _ = (bounded(&text), bounded_bare(&text));
        }
    }
}
