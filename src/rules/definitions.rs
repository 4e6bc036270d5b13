//! What a script may use, as an editor reads it: a Luau definition file. `definitions.d.luau` is the table of all names, which
//! the documentation is held against; of a game it also says what its state is made of.

use crate::referee::{Schema, Type};

use super::declare::POOLS;

/// Every name there is.
const NAMES: &str = include_str!("definitions.d.luau");
/// The line that a game says more exactly.
const ANY_STATE: &str = "declare state: any\n";

/// The definition file for every game, or for the one whose state this is.
#[must_use]
pub fn definitions(schema: Option<&Schema>) -> String {
    let Some(schema) = schema else { return NAMES.to_owned() };
    let field = |(name, of): &(String, Type)| format!("    {name}: {},\n", luau(of));
    let fields: String = schema.fields.iter().filter(|(name, _)| name != POOLS).map(field).collect();
    NAMES.replace(ANY_STATE, &format!("declare state: {{\n{fields}}}\n"))
}

/// A declared type in Luau.
fn luau(of: &Type) -> String {
    match of {
        Type::Whole { .. } => "number".to_owned(),
        Type::Flag { .. } => "boolean".to_owned(),
        Type::Text { .. } => "string".to_owned(),
        Type::OneOf { words, .. } => {
            let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
            format!("({})", words.join(" | "))
        }
        Type::Seat { .. } => "Seat".to_owned(),
        Type::Space { .. } => "Space".to_owned(),
        Type::Maybe(of) => format!("{}?", luau(of)),
        Type::EachSeat(of) | Type::List(of, _) => format!("{{ {} }}", luau(of)),
        Type::Map(key, of) => format!("{{ [{}]: {}? }}", luau(key), luau(of).trim_end_matches('?')),
        Type::Record(fields) => {
            let fields: Vec<String> = fields.iter().map(|(name, of)| format!("{name}: {}", luau(of))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Type::Pile(_) => "{ Slot }".to_owned(),
        Type::Own(of) | Type::Hidden(of) => luau(of),
    }
}
