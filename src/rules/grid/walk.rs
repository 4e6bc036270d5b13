//! Walks for scripts: what steps cost is said once, and then it is asked who gets where, and for how much.

use std::collections::BTreeMap;
use std::rc::Rc;

use mlua::{Function, Lua, Table, Value as Luau};

use crate::diag::meant_or_known;
use crate::ground::{Crossing, MOST_COST, Now, Steps, UNREACHED, Ways};
use crate::rules::convert::{kind_of, text};
use crate::rules::fault::Misuse;

use super::names::{Names, cost, cost_or_never};
use super::{count, fields, flag, shown};

/// What every question about a walk may say.
const ASKED: [&str; 8] = ["from", "to", "budget", "blocked", "limit", "opened", "extra", "taken"];

/// A walk of a script.
struct Walk {
    names: Rc<Names>,
    ways: Ways,
}

/// A question about a walk.
struct Asked {
    from: Vec<usize>,
    to: Vec<usize>,
    budget: u32,
    now: Now,
    /// Spaces where nobody can stop.
    taken: Vec<bool>,
}

/// A function of a walk.
type Answer = fn(&Walk, &Lua, &Asked) -> mlua::Result<(Luau, Luau)>;

/// What scripts may ask, what it needs besides, and who knows.
const QUESTIONS: [(&str, &[&str], Answer); 7] = [
    ("reach", &["from"], Walk::reach),
    ("within", &["from"], Walk::within),
    ("path", &["from", "to"], Walk::path),
    ("distances", &["to"], Walk::distances),
    ("nearest", &["from", "to"], Walk::nearest),
    ("closer", &["from", "to"], Walk::closer),
    ("step", &["from", "to"], Walk::step),
];

/// A walk over a board: a table of functions.
pub fn walk(lua: &Lua, names: &Rc<Names>, spec: &Luau) -> mlua::Result<Table> {
    let [steps, squares, enter, cross] = fields("walk", spec, ["steps", "squares", "enter", "cross"])?;
    let (enter, cross) = (Enter::read(names, &enter)?, Cross::read(names, &cross)?);
    let ways = Ways::new(
        &names.ground,
        read_steps(&steps)?,
        flag("squares", &squares)?,
        |space| enter.cost(names, space),
        |crossing| cross.cost(lua, names, crossing),
    )?;
    let walk = Rc::new(Walk { names: Rc::clone(names), ways });
    let table = lua.create_table()?;
    for (name, needed, answer) in QUESTIONS {
        let walk = Rc::clone(&walk);
        let function = move |lua: &Lua, asked: Luau| answer(&walk, lua, &walk.asked(name, needed, &asked)?);
        table.raw_set(name, lua.create_function(function)?)?;
    }
    Ok(table)
}

fn read_steps(value: &Luau) -> mlua::Result<Steps> {
    const KNOWN: [(&str, Steps); 3] = [("sides", Steps::Sides), ("king", Steps::King), ("links", Steps::Links)];
    if value.is_nil() {
        return Ok(Steps::Board);
    }
    let word = text(value).unwrap_or_default();
    KNOWN.iter().find(|(known, _)| *known == word).map(|(_, steps)| *steps).ok_or_else(|| {
        let message = format!("`steps` of a walk is `sides`, `king` or `links`, not {}", shown(value));
        Misuse::hinted(message, meant_or_known(&word, KNOWN.iter().map(|(known, _)| *known)))
    })
}

/// What entering a space costs.
enum Enter {
    /// The same everywhere, also where nobody stands.
    Same(u32),
    /// By the name of the ground; otherwise 1 where the board lets pieces in, or nothing on a map.
    Ground(BTreeMap<String, Option<u32>>),
    /// What a function of the script says.
    Said(Function),
}

impl Enter {
    fn read(names: &Names, value: &Luau) -> mlua::Result<Self> {
        let known = || names.board.terrains.iter().map(|ground| ground.name.as_str());
        match value {
            Luau::Function(function) => Ok(Self::Said(function.clone())),
            Luau::Nil => Ok(Self::Ground(BTreeMap::new())),
            Luau::Table(table) => by_name(table, "terrain", known).map(Self::Ground),
            _ => cost(value, || "the cost of entering a space".to_owned()).map(Self::Same),
        }
    }

    fn cost(&self, names: &Names, space: usize) -> mlua::Result<Option<u32>> {
        let ground = names.board.terrain(&names.board.spaces[space]);
        let usual = u32::from(names.board.map().is_none());
        match self {
            Self::Same(cost) => Ok(Some(*cost)),
            Self::Ground(costs) => Ok(costs.get(&ground.name).copied().unwrap_or(ground.enter.then_some(usual))),
            Self::Said(function) => {
                let said: Luau = function.call(&names.spaces[space])?;
                cost_or_never(&said, || format!("the cost of entering `{}`", names.board.spaces[space].id))
            }
        }
    }
}

/// What crossing an edge costs, besides entering.
enum Cross {
    /// By the name of the edge; otherwise what the board says, where it lets pieces pass.
    QuestionKind(BTreeMap<String, Option<u32>>),
    /// What a function of the script says of every step.
    Said(Function),
}

impl Cross {
    fn read(names: &Names, value: &Luau) -> mlua::Result<Self> {
        let known = || names.board.edge_kinds.iter().map(|kind| kind.name.as_str());
        match value {
            Luau::Function(function) => Ok(Self::Said(function.clone())),
            Luau::Nil => Ok(Self::QuestionKind(BTreeMap::new())),
            Luau::Table(table) => by_name(table, "edge", known).map(Self::QuestionKind),
            _ => Err(Misuse::error(format!("`cross` is a table or a function, not {}", kind_of(value)))),
        }
    }

    fn cost(&self, lua: &Lua, names: &Names, crossing: Crossing) -> mlua::Result<Option<u32>> {
        let edge = crossing.edge.map(|edge| &names.ground.edges()[edge]);
        let kind = edge.map(|edge| &names.board.edge_kinds[edge.kind]);
        match (self, kind) {
            (Self::QuestionKind(_), None) => Ok(Some(0)),
            (Self::QuestionKind(costs), Some(kind)) => {
                Ok(costs.get(&kind.name).copied().unwrap_or(edge.filter(|_| kind.pass).map(|edge| edge.cost)))
            }
            (Self::Said(function), kind) => {
                let step = lua.create_table()?;
                step.raw_set("from", &names.spaces[crossing.from])?;
                step.raw_set("to", &names.spaces[crossing.to])?;
                step.raw_set("edge", crossing.edge.map(|edge| &names.edges[edge]))?;
                step.raw_set("kind", kind.map(|kind| kind.name.as_str()))?;
                step.raw_set("corner", crossing.corner)?;
                let said: Luau = function.call(step)?;
                let [from, to] = [crossing.from, crossing.to].map(|space| &names.board.spaces[space].id);
                cost_or_never(&said, || format!("the cost of the step from `{from}` to `{to}`"))
            }
        }
    }
}

/// Costs by names that the board knows.
fn by_name<'a, I: Iterator<Item = &'a str>>(
    table: &Table,
    what: &str,
    known: impl Fn() -> I,
) -> mlua::Result<BTreeMap<String, Option<u32>>> {
    let mut costs = BTreeMap::new();
    table.for_each(|key: Luau, value: Luau| {
        let name = text(&key).unwrap_or_default();
        if !known().any(|known| known == name) {
            let message = format!("the board has no {what} {}", shown(&key));
            return Err(Misuse::hinted(message, meant_or_known(&name, known())));
        }
        let cost = cost_or_never(&value, || format!("the cost of `{name}`"))?;
        costs.insert(name, cost);
        Ok(())
    })?;
    Ok(costs)
}

impl Walk {
    fn asked(&self, question: &str, needed: &[&str], given: &Luau) -> mlua::Result<Asked> {
        let values = fields(question, given, ASKED)?;
        for (key, value) in ASKED.iter().zip(&values) {
            if value.is_nil() && needed.contains(key) {
                return Err(Misuse::error(format!("`{question}` needs `{key}`")));
            }
        }
        let [from, to, budget, blocked, limit, opened, extra, taken] = values;
        let names = &self.names;
        let limit = if limit.is_nil() { 1 } else { count("`limit`", &limit)? };
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let (blocked, extra) = (names.marked(&blocked, limit)?, names.priced(&extra)?);
        let now = Now {
            blocked: blocked.spaces,
            shut: blocked.edges,
            opened: names.marked(&opened, 1)?.edges,
            extra: extra.spaces,
            toll: extra.edges,
        };
        Ok(Asked {
            from: names.spaces(&from)?,
            to: names.spaces(&to)?,
            budget: if budget.is_nil() {
                UNREACHED - 1
            } else {
                // More than any way costs is as good as no budget.
                u32::try_from(count("`budget`", &budget)?).unwrap_or(UNREACHED).min(UNREACHED - 1)
            },
            now,
            taken: names.marked(&taken, limit)?.spaces,
        })
    }

    /// What every space costs where one can stop.
    fn stops(&self, asked: &Asked) -> Vec<u32> {
        let mut costs = self.ways.reach(&asked.from, &[], asked.budget, &asked.now);
        for (cost, _) in costs.iter_mut().zip(&asked.taken).filter(|(_, taken)| **taken) {
            *cost = UNREACHED;
        }
        // Whoever stays is there already.
        asked.from.iter().for_each(|space| costs[*space] = 0);
        costs
    }

    fn reach(&self, lua: &Lua, asked: &Asked) -> mlua::Result<(Luau, Luau)> {
        Ok((Luau::Table(self.names.costs(lua, &self.stops(asked))?), Luau::Nil))
    }

    fn within(&self, lua: &Lua, asked: &Asked) -> mlua::Result<(Luau, Luau)> {
        let costs = self.stops(asked);
        let reached = (0..costs.len()).filter(|space| costs[*space] != UNREACHED).collect();
        Ok((Luau::Table(self.names.list(lua, reached)?), Luau::Nil))
    }

    fn path(&self, lua: &Lua, asked: &Asked) -> mlua::Result<(Luau, Luau)> {
        match self.ways.path(&asked.from, &asked.to, asked.budget, &asked.now) {
            Some((path, cost)) => Ok((Luau::Table(self.names.list(lua, path)?), number(cost))),
            None => Ok((Luau::Nil, Luau::Nil)),
        }
    }

    fn distances(&self, lua: &Lua, asked: &Asked) -> mlua::Result<(Luau, Luau)> {
        let costs = self.ways.distances(&asked.to, asked.budget, &asked.now);
        Ok((Luau::Table(self.names.costs(lua, &costs)?), Luau::Nil))
    }

    fn nearest(&self, lua: &Lua, asked: &Asked) -> mlua::Result<(Luau, Luau)> {
        let costs = self.ways.reach(&asked.from, &asked.to, asked.budget, &asked.now);
        self.least(lua, asked.to.iter().map(|space| (*space, costs[*space])))
    }

    fn closer(&self, lua: &Lua, asked: &Asked) -> mlua::Result<(Luau, Luau)> {
        let stops = self.stops(asked);
        let rest = self.ways.distances(&asked.to, UNREACHED - 1, &asked.now);
        let can_stop = (0..stops.len()).filter(|space| stops[*space] != UNREACHED);
        self.least(lua, can_stop.map(|space| (space, rest[space])))
    }

    fn step(&self, _: &Lua, asked: &Asked) -> mlua::Result<(Luau, Luau)> {
        let ([from], [to]) = (&asked.from[..], &asked.to[..]) else {
            return Err(Misuse::error("a step is from one space to one other"));
        };
        let cost = self.ways.step(*from, *to, &asked.now).filter(|cost| *cost <= asked.budget);
        Ok((cost.map_or(Luau::Nil, number), Luau::Nil))
    }

    /// The spaces with the least cost, and that cost.
    fn least(&self, lua: &Lua, costs: impl Iterator<Item = (usize, u32)> + Clone) -> mlua::Result<(Luau, Luau)> {
        let least = costs.clone().map(|(_, cost)| cost).min().filter(|cost| *cost != UNREACHED);
        let found = costs.filter(|(_, cost)| Some(*cost) == least).map(|(space, _)| space).collect();
        Ok((Luau::Table(self.names.list(lua, found)?), least.map_or(Luau::Nil, number)))
    }
}

fn number(cost: u32) -> Luau {
    Luau::Number(f64::from(cost))
}

const _: () = assert!(MOST_COST < UNREACHED / 8);
