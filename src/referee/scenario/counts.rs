//! How much lies in a field, and what its numbers add up to, for examples to which nothing else matters.

use serde_json::Value;

use crate::diag::Diagnostic;
use crate::model::FieldText;
use crate::referee::{Schema, Slot, Type, get};

/// What is joined by this counts together.
const AND: &str = " + ";
/// What stands before this is what is counted.
const IN: &str = " in ";

/// How many things lie in some fields: `deck + discard`, or only those of one name: `bear in hand`.
pub fn check_count(schema: &Schema, state: &Value, path: &FieldText, expected: &FieldText) -> Result<(), Diagnostic> {
    let (name, fields) = path.text.split_once(IN).map_or((None, path.text.as_str()), |(name, rest)| (Some(name), rest));
    let hint = "`counts` is for piles, lists and tables; `sums` adds numbers up, and `state` looks at what they are";
    let there = total(schema, state, path, fields, hint, |of, value| things(of, value, name))?;
    let what = name.map_or_else(String::new, |name| format!(" `{name}`"));
    compare(there, expected, |there| {
        let are = if there == 1 { "is" } else { "are" };
        format!("there {are} {there}{what} in `{fields}`, and {} expected", were(expected))
    })
}

/// What the numbers in some fields add up to.
pub fn check_sum(schema: &Schema, state: &Value, path: &FieldText, expected: &FieldText) -> Result<(), Diagnostic> {
    let hint = "`sums` adds numbers up; `counts` is for piles, lists and tables";
    let there = total(schema, state, path, &path.text, hint, sum)?;
    compare(there, expected, |there| {
        format!("the numbers in `{}` add up to {there}, and {} expected", path.text, were(expected))
    })
}

fn were(expected: &FieldText) -> String {
    format!("{} {}", expected.text, if expected.text == "1" { "was" } else { "were" })
}

fn compare(there: i64, expected: &FieldText, told: impl FnOnce(i64) -> String) -> Result<(), Diagnostic> {
    match expected.text.parse::<i64>() {
        Err(_) => {
            let message = format!("`{}` is no whole number", expected.text);
            Err(Diagnostic::error(message).at(&expected.place))
        }
        Ok(number) if number == there => Ok(()),
        Ok(_) => Err(Diagnostic::error(told(there)).at(&expected.place)),
    }
}

/// What is found in all of some fields together.
fn total(
    schema: &Schema,
    state: &Value,
    path: &FieldText,
    fields: &str,
    hint: &str,
    of: impl Fn(&Type, &Value) -> Option<i64>,
) -> Result<i64, Diagnostic> {
    let mut total = 0_i64;
    for field in fields.split(AND) {
        let declared = schema.find(field).map_err(|misfit| misfit.diagnostic().at(&path.place))?;
        let there = of(declared, get(state, field).unwrap_or(&Value::Null)).ok_or_else(|| {
            let message = format!("`{field}` is {}, and nothing in it can be counted like this", declared.told());
            Diagnostic::error(message).at(&path.place).hint(hint)
        })?;
        total = total.saturating_add(there);
    }
    Ok(total)
}

/// How many things lie in a field; nothing where none can.
fn things(of: &Type, value: &Value, name: Option<&str>) -> Option<i64> {
    let is_named = |text: Option<&str>| name.is_none_or(|name| text == Some(name));
    let count = |many: usize| i64::try_from(many).ok();
    match (of, value) {
        (Type::Pile(_), Value::Array(slots)) => {
            count(slots.iter().filter(|slot| is_named(Slot::read(slot).as_ref().and_then(Slot::card))).count())
        }
        (Type::List(of, _), Value::Array(items)) if !holds_things(of) => {
            count(items.iter().filter(|item| is_named(item.as_str())).count())
        }
        (Type::Map(_, of), Value::Object(entries)) if !holds_things(of) => {
            count(entries.keys().filter(|key| is_named(Some(key))).count())
        }
        _ => inside(of, value, |of, value| things(of, value, name)),
    }
}

fn sum(of: &Type, value: &Value) -> Option<i64> {
    match (of, value) {
        (Type::Whole { .. }, value) => value.as_i64(),
        _ => inside(of, value, sum),
    }
}

/// What is found in each part of a field, together; nothing where no part has anything to find.
fn inside(of: &Type, value: &Value, found: impl Fn(&Type, &Value) -> Option<i64>) -> Option<i64> {
    let together = |all: Vec<Option<i64>>| all.into_iter().flatten().fold(0_i64, i64::saturating_add);
    match (of, value) {
        (Type::Maybe(_) | Type::List(..) | Type::Map(..) | Type::EachSeat(_), Value::Null) => Some(0),
        (Type::Maybe(of) | Type::Own(of) | Type::Hidden(of), _) => found(of, value),
        (Type::EachSeat(of) | Type::Map(_, of), Value::Object(entries)) => {
            entries.values().map(|entry| found(of, entry)).try_fold(0_i64, |all, one| Some(all.saturating_add(one?)))
        }
        (Type::List(of, _), Value::Array(items)) => {
            items.iter().map(|item| found(of, item)).try_fold(0_i64, |all, one| Some(all.saturating_add(one?)))
        }
        (Type::Record(fields), Value::Object(given)) => {
            let part = |(name, of): &(String, Type)| found(of, given.get(name).unwrap_or(&Value::Null));
            let all: Vec<Option<i64>> = fields.iter().map(part).collect();
            all.iter().any(Option::is_some).then(|| together(all))
        }
        _ => None,
    }
}

/// Whether things lie in a field of this type, and not only a value.
fn holds_things(of: &Type) -> bool {
    match of {
        Type::Pile(_) | Type::List(..) => true,
        Type::Maybe(of) | Type::Own(of) | Type::Hidden(of) => holds_things(of),
        _ => false,
    }
}
