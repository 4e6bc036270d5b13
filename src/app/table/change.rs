//! What people change beside the rules: taking back, and setting the state to what is on the table.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::diag::{Diagnostic, meant_or_known};
use crate::referee::{Count, Misfit, Table, TakenBack};

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

/// `pen=29`, `hand.Bob=17` and `ghosts on D3: 2` as fields and values. `counts` are what can be said in words.
///
/// # Errors
/// The first that does not fit.
pub fn read_wishes(table: &Table, counts: &[Count], texts: &[String]) -> Result<BTreeMap<String, Value>, Diagnostic> {
    let mut set = BTreeMap::new();
    for text in texts {
        let (name, value) = text.split_once('=').or_else(|| text.rsplit_once(": ")).ok_or_else(|| {
            Diagnostic::error(format!("`{text}` is no adjustment")).hint("write a field and its value: `pen=29`")
        })?;
        let (name, value) = (name.trim(), value.trim());
        let of_field = field_of(table, name);
        let path = field_called(name, counts)?.or(of_field.as_deref()).unwrap_or(name);
        let value = table.read_field(path, value).map_err(Misfit::diagnostic);
        let close = || meant_or_known(name, counts.iter().map(|count| count.what.as_str()));
        // A sentence is no field with a slip in it.
        let value = value.map_err(|wrong| if name.contains(' ') { wrong.maybe_hint(close()) } else { wrong })?;
        set.insert(path.to_owned(), value);
    }
    Ok(set)
}

/// `ghosts on D3` and `hand of Bob` as the field of a field, if there is one that is called so.
fn field_of(table: &Table, name: &str) -> Option<String> {
    let (what, whose) = [" on ", " of ", " at ", " in "].iter().find_map(|word| name.split_once(word))?;
    let known = table.fields();
    let (field, _) = known.iter().find(|(field, _)| field.eq_ignore_ascii_case(what.trim()))?;
    Some(format!("{field}.{}", whose.trim()))
}

/// The field that is counted under this name.
fn field_called<'c>(name: &str, counts: &'c [Count]) -> Result<Option<&'c str>, Diagnostic> {
    let Some(count) = counts.iter().find(|count| count.what.eq_ignore_ascii_case(name)) else { return Ok(None) };
    let several = || {
        let message = format!("`{}` is counted from several fields", count.what);
        Diagnostic::error(message).hint("`adjust` alone lists the fields: set the one that differs")
    };
    count.field.as_deref().map(Some).ok_or_else(several)
}

/// `pen=29 hand.Bob=17 because one fell off`, or with `--reason` as on a command line: what to set, and why.
///
/// # Errors
/// When there is no reason.
pub fn read_adjustment(text: &str) -> Result<(Vec<String>, String), Diagnostic> {
    let before = |word: &str| text.split_once(word).map(|(set, reason)| (set, reason.trim().trim_matches('"')));
    let reason = before(" --reason ").or_else(|| before(" --reason=")).or_else(|| before(" because "));
    let Some((set, reason)) = reason.filter(|(_, reason)| !reason.is_empty()) else {
        let set = text.trim_end().trim_end_matches("because").trim_end_matches("--reason").trim_end();
        let hint = format!("say why: `adjust {set} because one fell off the table`");
        return Err(Diagnostic::error("an adjustment needs a reason").hint(hint));
    };
    Ok((wishes(set), reason.to_owned()))
}

/// Where one wish ends and the next begins: at a word with `=` outside of brackets.
fn wishes(text: &str) -> Vec<String> {
    let mut wishes: Vec<String> = Vec::new();
    let mut open = 0_usize;
    if !text.contains('=') {
        return vec![text.trim().to_owned()];
    }
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

/// A field of the state, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldTold {
    /// What it is called.
    pub name: String,
    /// Its value in words.
    pub value: String,
    /// What it can be.
    pub what: String,
    /// Whether there is nothing in it.
    pub is_empty: bool,
}

/// Every field, as far as the state that is shown has it.
#[must_use]
pub fn fields(table: &Table, state: &Value) -> Vec<FieldTold> {
    let field = |(name, what): (String, String)| {
        let value = state.get(&name)?;
        let is_empty = match value {
            Value::Null => true,
            Value::Array(items) => items.is_empty(),
            Value::Object(items) => items.is_empty(),
            _ => false,
        };
        Some(FieldTold { value: told(value), name, what, is_empty })
    };
    table.fields().into_iter().filter_map(field).collect()
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
        let (set, reason) = read_adjustment("ghosts on D3: 2 --reason \"one fell off\"").unwrap();
        assert_eq!((&set[..], &*reason), (&["ghosts on D3: 2".to_owned()][..], "one fell off"));
        let told = read_adjustment("pen=29").unwrap_err();
        assert_eq!(told.hints, ["say why: `adjust pen=29 because one fell off the table`"]);
    }
}
