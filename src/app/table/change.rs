//! What people change beside the rules: taking back, and setting the state to what is on the table.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diag::Diagnostic;
use crate::referee::{Misfit, Table, TakenBack};

/// What was taken back, in words, with a warning when everybody has seen something of it.
#[must_use]
pub fn taken_back(taken: &TakenBack) -> Vec<String> {
    let mut lines: Vec<String> = taken.told.iter().map(|told| format!("taken back: {told}")).collect();
    if !taken.reveals.is_empty() {
        let (what, it) = match taken.reveals.len() {
            1 => ("dice or a card".to_owned(), "that comes"),
            many => (format!("dice or cards {many} times"), "these come"),
        };
        let again = format!("when {it} up again, type the same, or roll anew if all agree");
        lines.push(format!("everybody has seen {what} there: {again}"));
    }
    lines
}

/// `pen=29` and `hand.Bob=17` as fields and values.
///
/// # Errors
/// The first that does not fit.
pub fn read_wishes(table: &Table, texts: &[String]) -> Result<BTreeMap<String, Value>, Diagnostic> {
    let mut set = BTreeMap::new();
    for text in texts {
        let (path, value) = text.split_once('=').ok_or_else(|| {
            Diagnostic::error(format!("`{text}` is no adjustment")).hint("write a field and its value: `pen=29`")
        })?;
        let value = table.read_field(path.trim(), value.trim());
        set.insert(path.trim().to_owned(), value.map_err(Misfit::diagnostic)?);
    }
    Ok(set)
}

/// `pen=29 hand.Bob=17 because one fell off`: the fields, and why.
///
/// # Errors
/// When there is no reason.
pub fn read_adjustment(text: &str) -> Result<(Vec<String>, String), Diagnostic> {
    let reason = text.split_once(" because ").map(|(set, reason)| (set, reason.trim()));
    let Some((set, reason)) = reason.filter(|(_, reason)| !reason.is_empty()) else {
        let set = text.trim_end().trim_end_matches("because").trim_end();
        let hint = format!("say why: `adjust {set} because one fell off the table`");
        return Err(Diagnostic::error("an adjustment needs a reason").hint(hint));
    };
    Ok((wishes(set), reason.to_owned()))
}

/// Where one wish ends and the next begins: at a word with `=` outside of brackets.
fn wishes(text: &str) -> Vec<String> {
    let mut wishes: Vec<String> = Vec::new();
    let mut open = 0_usize;
    let text = text.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    for word in text.split_whitespace() {
        match wishes.last_mut() {
            Some(last) if open > 0 || !word.contains('=') || !last.contains('=') => *last = format!("{last} {word}"),
            _ => wishes.push(word.to_owned()),
        }
        open += word.matches(['{', '[']).count();
        open = open.saturating_sub(word.matches(['}', ']']).count());
    }
    wishes
}

/// Every field, with its value and what it can be, as far as the state that is shown has it.
#[must_use]
pub fn fields(table: &Table, state: &Value) -> Vec<(String, String)> {
    let told = |(name, of): (String, String)| {
        let text = format!("{} ({of})", told(state.get(&name)?));
        Some((name, text))
    };
    table.fields().into_iter().filter_map(told).collect()
}

/// A value in words.
fn told(value: &Value) -> String {
    let list = |values: Vec<String>| values.join(", ");
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(values) => format!("[{}]", list(values.iter().map(told).collect())),
        Value::Object(values) => {
            format!("{{{}}}", list(values.iter().map(|(key, value)| format!("{key}: {}", told(value))).collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read_adjustment;

    #[test]
    fn an_adjustment_has_fields_and_a_reason() {
        let (set, reason) = read_adjustment("pen=29 lure={a: 1, b: 2} hand.Bob = 3 because = is odd").unwrap();
        assert_eq!(set, ["pen=29", "lure={a: 1, b: 2}", "hand.Bob=3"]);
        assert_eq!(reason, "= is odd");
        let (set, _) = read_adjustment("cattle.Mary Ann=3 because x").unwrap();
        assert_eq!(set, ["cattle.Mary Ann=3"]);
        let told = read_adjustment("pen=29").unwrap_err();
        assert_eq!(told.hints, ["say why: `adjust pen=29 because one fell off the table`"]);
    }
}
