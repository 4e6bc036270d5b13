//! `table` of `game.yaml`: where zones of cards and tokens lie, in which order, and what people call them. Which zones there
//! are only the script knows.

use crate::diag::{Diagnostic, Diagnostics};
use crate::model::{FieldText, TablePlan};

use super::fields::{Fields, text_of};
use super::yaml::{Key, Node};

/// Where zones lie.
pub fn read_table_plan(node: &Node, found: &mut Diagnostics) -> TablePlan {
    let Some(mut fields) = Fields::open(node, "a table", found) else { return TablePlan::default() };
    let (middle, seats, hidden) = (fields.texts("middle"), fields.texts("seats"), fields.texts("hidden"));
    let (names, words) = (fields.named("names"), fields.named("fields"));
    fields.finish();
    let mut called = |(key, node): &(Key, Node)| {
        let of = FieldText { text: key.name.clone(), place: key.place.clone() };
        Some((of, text_of(node, &key.name, found)?))
    };
    let names = names.iter().filter_map(&mut called).collect();
    let fields = words.iter().filter_map(&mut called).collect();
    let plan = TablePlan { middle, seats, hidden, names, fields };
    let mut placed: Vec<&FieldText> = Vec::new();
    for zone in plan.middle.iter().chain(&plan.seats).chain(&plan.hidden) {
        if placed.iter().any(|other| other.text == zone.text) {
            let message = format!("the zone `{}` has two places", zone.text);
            found.push(
                Diagnostic::error(message).at(&zone.place).hint("name it once, in `middle`, `seats` or `hidden`"),
            );
        }
        placed.push(zone);
    }
    plan
}
