//! What came of answers: the fields of the state that each step has changed, so that a score can name the entries that led to
//! it. Nothing here knows what a game counts.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{FieldPath, Schema, Type};

/// What a step has changed, by the entries that were played in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effect {
    /// The last entry before the step.
    pub since: u64,
    /// The last entry in it: then the change was complete.
    pub seq: u64,
    /// The fields that everybody sees change.
    pub open: Vec<String>,
    /// Those that somebody sees change, or nobody.
    pub secret: Vec<String>,
    /// Those of them that say something else now, not more or less of the same: what they said before counts for nothing.
    pub anew: BTreeSet<String>,
}

/// So many fields of one step are told apart; a step that changes more has changed them all.
const MOST_FIELDS: usize = 1_000;

impl Effect {
    /// What differs between the beginnings of two steps.
    pub(super) fn between(schema: &Schema, before: &Value, after: &Value) -> Self {
        let mut effect = Self::default();
        for (name, of) in schema.of_the_game() {
            let path = FieldPath::new(name);
            effect.compare(path, of, (before.get(name), after.get(name)), false);
            if effect.open.len() + effect.secret.len() > MOST_FIELDS {
                let changed = schema.of_the_game().filter(|(name, _)| before.get(name) != after.get(name));
                let (secret, open) = changed.partition::<Vec<_>, _>(|(_, of)| of.has_secrets());
                let names = |fields: Vec<&(String, Type)>| fields.into_iter().map(|(name, _)| name.clone()).collect();
                return Self { open: names(open), secret: names(secret), ..Self::default() };
            }
        }
        effect
    }

    /// Whether nothing was changed.
    pub(super) const fn is_empty(&self) -> bool {
        self.open.is_empty() && self.secret.is_empty()
    }

    fn compare(&mut self, path: FieldPath<'_>, of: &Type, values: (Option<&Value>, Option<&Value>), is_secret: bool) {
        if values.0 == values.1 {
            return;
        }
        match (of, values) {
            (Type::Own(of) | Type::Hidden(of), _) => self.compare(path, of, values, true),
            // How many cards lie there everybody sees, and not which.
            (Type::Pile(_), (Some(Value::Array(before)), Some(Value::Array(after)))) => {
                // What was laid on others changed nothing about these.
                if after.len() > before.len() && after.starts_with(before) {
                    (before.len()..after.len()).for_each(|place| self.add(path.item(place + 1), false));
                } else {
                    self.add(path, before.len() == after.len());
                }
            }
            (Type::Maybe(of), (Some(before), Some(after))) if !before.is_null() && !after.is_null() => {
                self.compare(path, of, values, is_secret);
            }
            (Type::List(of, _), (Some(Value::Array(before)), Some(Value::Array(after)))) => {
                for place in 0..before.len().max(after.len()) {
                    self.compare(path.item(place + 1), of, (before.get(place), after.get(place)), is_secret);
                }
            }
            (_, (Some(Value::Object(before)), Some(Value::Object(after)))) => {
                let gone = before.keys().filter(|name| !after.contains_key(*name));
                for name in after.keys().chain(gone) {
                    let values = (before.get(name), after.get(name));
                    self.compare(path.field(name), entry_type(of, name), values, is_secret);
                }
            }
            _ => {
                if is_one_word(of) {
                    self.anew.insert(path.to_string());
                }
                self.add(path, is_secret);
            }
        }
    }

    fn add(&mut self, path: FieldPath<'_>, is_secret: bool) {
        let fields = if is_secret { &mut self.secret } else { &mut self.open };
        fields.push(path.to_string());
    }
}

/// Whether a value of this is one of several, and no number that grows, nor a list.
fn is_one_word(of: &Type) -> bool {
    match of {
        Type::Flag { .. } | Type::Text { .. } | Type::OneOf { .. } | Type::Seat { .. } | Type::Space { .. } => true,
        Type::Maybe(of) | Type::Own(of) | Type::Hidden(of) => is_one_word(of),
        Type::Whole { .. } | Type::EachSeat(_) | Type::List(..) | Type::Map(..) | Type::Record(_) | Type::Pile(_) => {
            false
        }
    }
}

/// The type of a named entry.
fn entry_type<'t>(of: &'t Type, name: &str) -> &'t Type {
    match of {
        Type::EachSeat(of) | Type::Map(_, of) => of,
        Type::Record(fields) => fields.iter().find(|(field, _)| field == name).map_or(of, |(_, of)| of),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Schema {
        let whole = || Type::Whole { least: 0, most: 9, start: 0 };
        let seen = Type::Map(Box::new(Type::Text { start: String::new() }), Box::new(whole()));
        let fields = [
            ("pen", whole()),
            ("belt", Type::EachSeat(Box::new(Type::List(Box::new(whole()), 9)))),
            ("hand", Type::EachSeat(Box::new(Type::Own(Box::new(Type::Pile(crate::referee::PileOf::default())))))),
            ("bid", Type::Hidden(Box::new(Type::Maybe(Box::new(whole()))))),
            ("sheep", seen),
        ];
        let fields = fields.map(|(name, of)| (name.to_owned(), of)).into();
        Schema { fields, seats: vec!["Ann".to_owned(), "Bob".to_owned()], ..Schema::default() }
    }

    #[test]
    fn what_has_changed_is_named_as_exactly_as_it_can_be() {
        let before = json!({"pen": 1, "belt": {"Ann": [1, 2], "Bob": []}, "hand": {"Ann": [1], "Bob": [1]}, "bid": null,
            "sheep": {"A1": 1, "B1": 2}});
        let after = json!({"pen": 1, "belt": {"Ann": [1, 3, 4], "Bob": []}, "hand": {"Ann": [2], "Bob": []}, "bid": 3,
            "sheep": {"B1": 3, "C1": 1}});
        let effect = Effect::between(&schema(), &before, &after);
        assert_eq!(effect.open, ["belt.Ann.2", "belt.Ann.3", "hand.Bob", "sheep.B1", "sheep.C1", "sheep.A1"]);
        assert_eq!(effect.secret, ["hand.Ann", "bid"]);
        assert!(Effect::between(&schema(), &after, &after).is_empty());
    }

    #[test]
    fn a_step_that_changes_very_much_has_changed_it_all() {
        let many: serde_json::Map<_, _> = (0..=MOST_FIELDS).map(|n| (n.to_string(), json!(1))).collect();
        let start = schema().start();
        let mut after = start.clone();
        (after["sheep"], after["bid"]) = (many.into(), json!(1));
        let effect = Effect::between(&schema(), &start, &after);
        assert_eq!((effect.open, effect.secret), (vec!["sheep".to_owned()], vec!["bid".to_owned()]));
    }
}
