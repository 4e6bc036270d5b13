//! The template engine as it is here: the filters and functions that templates have, none of which makes much out of little.

use minijinja::value::{Rest, Value, ValueKind, ValueOrKwargs};
use minijinja::{Environment, Error, ErrorKind, State, UndefinedBehavior, filters};

use super::parts::{COMPARED, TIMES};
use super::scope::{Scope, Written};

/// More steps than this for one attribute is a runaway loop.
const FUEL: u64 = 200_000;
/// No value that an expression works with has more letters than this, its parts taken together.
pub const LARGEST: usize = 50_000;
/// A value in a list or a mapping is as large as so many letters.
const OF_A_VALUE: usize = 8;
/// No list lies deeper in lists.
const DEEPEST: usize = 20;
/// All filters and products of one text have no more letters to do with than this.
const MOST_WORK: usize = 10 * LARGEST;
/// Where the work done so far is kept while a text is made.
const WORK: &str = "work";

/// The engine.
#[must_use]
pub fn engine() -> Environment<'static> {
    let mut env = Environment::new();
    env.set_undefined_behavior(UndefinedBehavior::Strict);
    env.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    env.set_fuel(Some(FUEL));
    env.set_formatter(write_value);
    for name in NOT_HERE {
        env.remove_filter(name);
        env.remove_global(name);
    }
    for (name, filter) in filters_here() {
        env.add_filter(name, move |state: &mut State<'_, '_>, values: Rest<ValueOrKwargs>| {
            let values = values.into_values();
            values.iter().try_for_each(|value| work_on(state, value))?;
            if name == "join" {
                check_joined(&values)?;
            }
            let made = filter.call(state, &values)?;
            work_on(state, &made).map(|()| made)
        });
    }
    env.add_function("range", |from: i64, to: Option<i64>, step: Option<i64>| range(from, to, step));
    env.add_function(TIMES, |state: &mut State<'_, '_>, a: Value, b: Value| {
        if let Some(product) = product_of_numbers(&a, &b) {
            return Ok(product);
        }
        check_product(&a, &b)?;
        let product = state.env().compile_expression("a * b")?.eval(minijinja::context! { a, b })?;
        work_on(state, &product).map(|()| product)
    });
    env.add_function(COMPARED, |a: Value, b: Value, sign: String| compared(&a, &b, &sign));
    env
}

/// Filters and functions of the engine that no card needs, or that make long texts out of short ones.
const NOT_HERE: [&str; 21] = [
    "attr",
    "batch",
    "chain",
    "count",
    "d",
    "debug",
    "dict",
    "dictsort",
    "e",
    "escape",
    "format",
    "groupby",
    "indent",
    "namespace",
    "pprint",
    "rejectattr",
    "replace",
    "safe",
    "selectattr",
    "slice",
    "zip",
];

/// The filters there are.
fn filters_here() -> Vec<(&'static str, Value)> {
    vec![
        ("abs", Value::from_function(filters::abs)),
        ("bool", Value::from_function(filters::bool)),
        ("capitalize", Value::from_function(filters::capitalize)),
        ("default", Value::from_function(filters::default)),
        ("first", Value::from_function(filters::first)),
        ("float", Value::from_function(filters::float)),
        ("int", Value::from_function(filters::int)),
        ("items", Value::from_function(filters::items)),
        ("join", Value::from_function(filters::join)),
        ("last", Value::from_function(filters::last)),
        ("length", Value::from_function(filters::length)),
        ("lines", Value::from_function(filters::lines)),
        ("list", Value::from_function(filters::list)),
        ("lower", Value::from_function(filters::lower)),
        ("map", Value::from_function(filters::map)),
        ("max", Value::from_function(filters::max)),
        ("min", Value::from_function(filters::min)),
        ("reject", Value::from_function(filters::reject)),
        ("reverse", Value::from_function(filters::reverse)),
        ("round", Value::from_function(filters::round)),
        ("select", Value::from_function(filters::select)),
        ("sort", Value::from_function(filters::sort)),
        ("split", Value::from_function(filters::split)),
        ("string", Value::from_function(filters::string)),
        ("sum", Value::from_function(filters::sum)),
        ("title", Value::from_function(filters::title)),
        ("trim", Value::from_function(filters::trim)),
        ("unique", Value::from_function(filters::unique)),
        ("upper", Value::from_function(filters::upper)),
        ("slug", Value::from_function(|text: String| crate::model::slug(&text))),
    ]
}

/// Truth values are printed as they are written in a game file.
fn write_value(out: &mut minijinja::Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    match value.kind() {
        ValueKind::Bool => write!(out, "{}", value.is_true()).map_err(|_| ErrorKind::WriteFailure.into()),
        _ => minijinja::escape_formatter(out, state, value),
    }
}

/// What is said of an expression that makes too much, or of too much.
fn too_much() -> Error {
    let message = format!("it has more than {LARGEST} letters in hand, and a value in a list counts as {OF_A_VALUE}");
    Error::new(ErrorKind::InvalidOperation, message)
}

/// Counts a value as work of the text that is made.
fn work_on(state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    let before = state.get_temp(WORK).and_then(|work| work.as_usize()).unwrap_or(0);
    let work = before + size_of(value).ok_or_else(too_much)?;
    if work > MOST_WORK {
        let message = format!("its filters and products have more than {MOST_WORK} letters to do with");
        return Err(Error::new(ErrorKind::InvalidOperation, message));
    }
    state.set_temp(WORK, Value::from(work));
    Ok(())
}

/// How large a value is, in letters; nothing when it is larger than any may be.
#[must_use]
pub fn size_of(value: &Value) -> Option<usize> {
    let mut left = LARGEST;
    takes(value, 0, &mut left).then(|| LARGEST - left)
}

/// Takes the size of a value off what is left; false when that is not enough.
fn takes(value: &Value, depth: usize, left: &mut usize) -> bool {
    let own = value.as_str().map_or(OF_A_VALUE, str::len);
    let Some(rest) = left.checked_sub(own) else { return false };
    *left = rest;
    if value.as_str().is_some() || value.downcast_object_ref::<Scope>().is_some() {
        return true;
    }
    let Ok(mut items) = value.try_iter() else { return true };
    let of_key = |key: &Value| if value.kind() == ValueKind::Map { value.get_item(key).ok() } else { None };
    depth < DEEPEST
        && items.all(|item| {
            takes(&item, depth + 1, left) && of_key(&item).is_none_or(|member| takes(&member, depth + 1, left))
        })
}

/// What most products are; nothing where the engine has to see to it.
fn product_of_numbers(a: &Value, b: &Value) -> Option<Value> {
    if a.is_integer() && b.is_integer() {
        return a.as_i64()?.checked_mul(b.as_i64()?).map(Value::from);
    }
    let number = |value: &Value| (value.kind() == ValueKind::Number).then(|| f64::try_from(value.clone()).ok())?;
    Some(Value::from(number(a)? * number(b)?))
}

/// Whether a comparison holds. Texts that are numbers count as these, a blank is neither more nor less than anything, and what is no
/// number is not compared with one.
fn compared(a: &Value, b: &Value, sign: &str) -> Result<bool, Error> {
    if sign == "==" || sign == "!=" {
        return Ok(are_equal(a, b) == (sign == "=="));
    }
    let is_number = |value: &Value| value.kind() == ValueKind::Number;
    let order = match (number_in(a), number_in(b)) {
        (Some(a), Some(b)) => a.partial_cmp(&b),
        _ if [a, b].iter().any(|value| is_blank(value)) => return Ok(false),
        _ if is_number(a) || is_number(b) => {
            let text = if is_number(a) { b } else { a };
            let message = format!("`{text}` is no number, and `{sign}` holds it against one");
            return Err(Error::new(ErrorKind::InvalidOperation, message));
        }
        _ => Some(a.cmp(b)),
    };
    Ok(order.is_some_and(|order| match sign {
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        _ => order.is_ge(),
    }))
}

fn is_blank(value: &Value) -> bool {
    value.is_none() || value.as_str().is_some_and(|text| text.trim().is_empty())
}

fn are_equal(a: &Value, b: &Value) -> bool {
    for (one, other) in [(a, b), (b, a)] {
        if let Some(written) = one.downcast_object_ref::<Written>() {
            return written.is(other);
        }
        // A price of 0.50 is one of 0.5.
        if one.kind() == ValueKind::Number && other.as_str().is_some() {
            return number_in(one) == number_in(other);
        }
    }
    a == b
}

/// The number that a value is, also where it is written as a text: `05`, `1.50`.
fn number_in(value: &Value) -> Option<f64> {
    let is_written = |text: &&str| text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
    match value.as_str() {
        Some(text) => Some(text.trim()).filter(is_written)?.parse().ok(),
        None if value.kind() == ValueKind::Number => f64::try_from(value.clone()).ok(),
        None => None,
    }
}

/// A text or a list is repeated no further than values may be large.
fn check_product(a: &Value, b: &Value) -> Result<(), Error> {
    for (repeated, times) in [(a, b), (b, a)] {
        if !matches!(repeated.kind(), ValueKind::Number | ValueKind::Bool) {
            let size = size_of(repeated).ok_or_else(too_much)?;
            let times = times.as_usize().unwrap_or(1);
            size.checked_mul(times).filter(|size| *size <= LARGEST).ok_or_else(too_much)?;
        }
    }
    Ok(())
}

/// What stands between the parts counts between all of them.
fn check_joined(values: &[Value]) -> Result<(), Error> {
    let between = values.iter().skip(1).filter_map(size_of).sum::<usize>();
    let parts = values.first().and_then(Value::len).unwrap_or(0);
    between.checked_mul(parts).filter(|size| *size <= LARGEST).map(|_| ()).ok_or_else(too_much)
}

/// The numbers from one to another, counted by steps.
fn range(from: i64, to: Option<i64>, step: Option<i64>) -> Result<Vec<i64>, Error> {
    let (from, to) = to.map_or((0, from), |to| (from, to));
    let step = step.unwrap_or(1);
    if step == 0 {
        return Err(Error::new(ErrorKind::InvalidOperation, "cannot create range with step of 0"));
    }
    let numbers = std::iter::successors(Some(from), |number| number.checked_add(step));
    let inside = |number: &i64| if step > 0 { *number < to } else { *number > to };
    let numbers: Vec<i64> = numbers.take_while(inside).take(LARGEST / OF_A_VALUE + 1).collect();
    if numbers.len() > LARGEST / OF_A_VALUE { Err(too_much()) } else { Ok(numbers) }
}
