//! Who may see what of a state: hidden fields are nothing, and hidden cards are unknown, before anybody looks.

use serde_json::{Map, Value};

use super::{Schema, Seat, Slot, Type};

/// Who is looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// The referee itself.
    Referee,
    /// Everybody: what all may know.
    Everybody,
    /// One seat.
    Seat(Seat),
}

impl Schema {
    /// The state without what a viewer may not know: hidden fields are nothing, hidden cards are unknown. What the rules
    /// keep for themselves only the referee sees.
    #[must_use]
    pub fn redacted(&self, state: &Value, viewer: Viewer) -> Value {
        if viewer == Viewer::Referee {
            return state.clone();
        }
        let field = |(name, of): &(String, Type)| {
            (name.clone(), self.redacted_field(of, state.get(name).unwrap_or(&Value::Null), viewer, None))
        };
        Value::Object(self.of_the_game().map(field).collect())
    }

    fn redacted_field(&self, of: &Type, value: &Value, viewer: Viewer, owner: Option<Seat>) -> Value {
        let inner = |of: &Type, value: &Value| self.redacted_field(of, value, viewer, owner);
        match (of, value) {
            _ if viewer == Viewer::Referee => value.clone(),
            (Type::Own(of), _) if owner.is_some_and(|owner| viewer == Viewer::Seat(owner)) => inner(of, value),
            (Type::Own(of) | Type::Hidden(of), Value::Array(slots)) if matches!(**of, Type::Pile(_)) => {
                slots.iter().map(|_| Slot::UNKNOWN.json()).collect()
            }
            (Type::Own(_) | Type::Hidden(_), _) => Value::Null,
            (Type::Maybe(of), _) if !value.is_null() => inner(of, value),
            (Type::EachSeat(of), Value::Object(fields)) => {
                let entry = |(name, value): (&String, &Value)| {
                    let owner = self.seats.iter().position(|seat| seat == name).map(Seat);
                    (name.clone(), self.redacted_field(of, value, viewer, owner))
                };
                Value::Object(fields.iter().map(entry).collect())
            }
            (Type::List(of, _), Value::Array(items)) => items.iter().map(|item| inner(of, item)).collect(),
            (Type::Map(_, of), Value::Object(entries)) => {
                Value::Object(entries.iter().map(|(name, value)| (name.clone(), inner(of, value))).collect())
            }
            (Type::Record(fields), Value::Object(given)) => {
                let field = |(name, of): &(String, Type)| Some((name.clone(), inner(of, given.get(name)?)));
                Value::Object(fields.iter().filter_map(field).collect::<Map<_, _>>())
            }
            (Type::Pile(_), Value::Array(slots)) => slots.iter().map(|slot| self.redacted_slot(slot, viewer)).collect(),
            _ => value.clone(),
        }
    }

    /// Whether a viewer may know this value of a field.
    #[must_use]
    pub fn may_see(&self, path: &str, value: &Value, viewer: Viewer) -> bool {
        let mut steps = path.split('.');
        let first = steps.next().unwrap_or_default();
        let Some(field) = self.fields.iter().find(|(name, _)| name == first) else { return true };
        let mut of = &field.1;
        let mut owner = None;
        loop {
            of = match of {
                _ if viewer == Viewer::Referee => return true,
                Type::Own(of) if owner.is_some_and(|owner| viewer == Viewer::Seat(owner)) => of,
                Type::Own(_) | Type::Hidden(_) => return false,
                Type::Maybe(of) => of,
                _ => {
                    let Some(step) = steps.next() else { break };
                    let inner = match of {
                        Type::EachSeat(of) => {
                            owner = self.seats.iter().position(|seat| seat == step).map(Seat);
                            Some(&**of)
                        }
                        Type::Map(_, of) | Type::List(of, _) => Some(&**of),
                        Type::Record(fields) => fields.iter().find(|(name, _)| name == step).map(|(_, of)| of),
                        _ => None,
                    };
                    let Some(inner) = inner else { return true };
                    inner
                }
            };
        }
        self.redacted_field(of, value, viewer, owner) == with_all_known(value)
    }

    fn redacted_slot(&self, slot: &Value, viewer: Viewer) -> Value {
        let seat = if let Viewer::Seat(seat) = viewer { self.seats.get(seat.0) } else { None };
        Slot::read(slot).unwrap_or(Slot::UNKNOWN).as_seen_by(seat.map(String::as_str)).json()
    }
}

/// A value as somebody sees it who has seen all of its cards.
fn with_all_known(value: &Value) -> Value {
    match (value, Slot::read(value)) {
        (Value::Object(_), Some(Slot::Seen { card, .. })) => Slot::Card(card).json(),
        (Value::Array(items), _) => items.iter().map(with_all_known).collect(),
        (Value::Object(fields), _) => {
            Value::Object(fields.iter().map(|(name, inner)| (name.clone(), with_all_known(inner))).collect())
        }
        (other, _) => other.clone(),
    }
}
