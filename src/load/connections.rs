//! What connects the places of a map, as its board file lists it.

use std::collections::BTreeSet;

use crate::diag::{Diagnostic, Diagnostics, Place, meant_or_known};
use crate::model::{Connection, FieldText, Space};

use super::fields::{Fields, text_of};
use super::plan::read_cost;
use super::yaml::{Node, Value};

/// More connections than this are a slip.
const MOST_CONNECTIONS: usize = 10_000;

/// Reads connections, which are all different.
pub struct Joined<'a> {
    spaces: &'a [Space],
    signs: &'a [String],
    usual: usize,
    /// From where to where they lead.
    taken: BTreeSet<(usize, usize)>,
    /// What they are called.
    names: BTreeSet<String>,
}

/// How a connection is written.
struct WrittenConnection {
    ends: [Option<usize>; 2],
    one_way: bool,
    kind: Option<FieldText>,
    cost: Option<u32>,
}

impl<'a> Joined<'a> {
    /// For the spaces of a map and the signs of kinds; those that name none are of a usual kind.
    pub fn new(spaces: &'a [Space], signs: &'a [String], usual: usize) -> Self {
        Self { spaces, signs, usual, taken: BTreeSet::new(), names: BTreeSet::new() }
    }

    /// Reads a list of connections.
    pub fn read_all(&mut self, node: &Node, found: &mut Diagnostics) -> Vec<Connection> {
        let Value::List(items) = &node.value else {
            let problem = Diagnostic::error("`connections` must be a list of pairs such as `[A, B]`").at(&node.place);
            found.push(problem);
            return Vec::new();
        };
        if items.len() > MOST_CONNECTIONS {
            let message = format!("{} connections are more than the {MOST_CONNECTIONS} a board may have", items.len());
            found.push(Diagnostic::error(message).at(&node.place));
            return Vec::new();
        }
        items.iter().filter_map(|item| self.read(item, found)).collect()
    }

    fn read(&mut self, item: &Node, found: &mut Diagnostics) -> Option<Connection> {
        let written = match &item.value {
            Value::List(parts) => self.of_list(parts, item, found)?,
            _ => self.of_fields(Fields::open(item, "a connection", found)?)?,
        };
        let kind = written.kind.map_or(Some(self.usual), |sign| self.kind(&sign, found))?;
        let [Some(from), Some(to)] = written.ends else { return None };
        self.claim([from, to], written.one_way, &item.place, found)?;
        Some(Connection { ends: [from, to], one_way: written.one_way, kind, cost: written.cost })
    }

    /// `[A, B]` or `[A, B, road]`.
    fn of_list(&self, parts: &[Node], item: &Node, found: &mut Diagnostics) -> Option<WrittenConnection> {
        let texts: Vec<FieldText> = parts.iter().filter_map(|part| text_of(part, "a connection", found)).collect();
        let (ends, kind) = match texts.as_slice() {
            [a, b] => ([a, b], None),
            [a, b, kind] => ([a, b], Some(kind.clone())),
            _ => {
                let problem = Diagnostic::error("a connection must be a pair such as `[A, B]`").at(&item.place);
                found.push(problem.hint("`[A, B, road]` says what it is, `{from: A, to: B}` leads one way"));
                return None;
            }
        };
        Some(WrittenConnection { ends: ends.map(|end| self.space(end, found)), one_way: false, kind, cost: None })
    }

    /// `{between: [A, B], edge: road, cost: 2}`, or `{from: A, to: B}`, which leads one way.
    fn of_fields(&self, mut fields: Fields<'_, '_>) -> Option<WrittenConnection> {
        let place = fields.place().clone();
        let (between, from, to) = (fields.texts("between"), fields.text("from"), fields.text("to"));
        let (kind, cost) = (fields.text("edge"), read_cost(&mut fields));
        let found = fields.finish();
        let (ends, one_way) = match (between.as_slice(), &from, &to) {
            ([a, b], None, None) => ([a, b], false),
            ([], Some(from), Some(to)) => ([from, to], true),
            _ => {
                let problem = Diagnostic::error("a connection has two ends, `between` or `from` and `to`").at(&place);
                found.push(problem.hint("`{between: [A, B]}` leads both ways, `{from: A, to: B}` one way"));
                return None;
            }
        };
        Some(WrittenConnection { ends: ends.map(|end| self.space(end, found)), one_way, kind, cost })
    }

    fn space(&self, name: &FieldText, found: &mut Diagnostics) -> Option<usize> {
        let known = self.spaces.iter().position(|space| space.id == name.text);
        if known.is_none() {
            let hint = meant_or_known(&name.text, self.spaces.iter().map(|space| space.id.as_str()));
            let message = format!("there is no place `{}`", name.text);
            found.push(Diagnostic::error(message).at(&name.place).maybe_hint(hint));
        }
        known
    }

    fn kind(&self, sign: &FieldText, found: &mut Diagnostics) -> Option<usize> {
        let known = self.signs.iter().position(|known| *known == sign.text);
        if known.is_none() {
            let hint = meant_or_known(&sign.text, self.signs.iter().map(String::as_str));
            let message = format!("`edges` does not explain `{}`", sign.text);
            found.push(Diagnostic::error(message).at(&sign.place).maybe_hint(hint));
        }
        known
    }

    /// Of two connections that lead the same way nobody could tell which is meant.
    fn claim(&mut self, [from, to]: [usize; 2], one_way: bool, place: &Place, found: &mut Diagnostics) -> Option<()> {
        let [a, b] = [from, to].map(|space| &self.spaces[space].id);
        if from == to {
            found.push(Diagnostic::error(format!("`{a}` is connected with itself")).at(place));
            return None;
        }
        let back = self.taken.contains(&(to, from)) && !one_way;
        if self.taken.contains(&(from, to)) || back {
            let problem = Diagnostic::error(format!("a connection leads from `{a}` to `{b}` already")).at(place);
            found.push(problem.hint("between two places there is one, or one for each direction"));
            return None;
        }
        let name = format!("{a}-{b}");
        if self.spaces.iter().any(|space| space.id == name) || !self.names.insert(name.clone()) {
            let problem = Diagnostic::error(format!("this connection would be called `{name}`, as something else is"));
            found.push(problem.at(place).hint("give one of the places another name"));
            return None;
        }
        self.taken.insert((from, to));
        if !one_way {
            self.taken.insert((to, from));
        }
        Some(())
    }
}
