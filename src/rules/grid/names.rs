//! The spaces and edges of a board by the names that scripts use, in what they ask and in what they get.

use std::collections::HashMap;
use std::sync::Arc;

use mlua::{Lua, LuaString, Table, Value as Luau};

use crate::diag::meant_or_known;
use crate::ground::{Ground, MOST_COST, UNREACHED};
use crate::model::Board;
use crate::rules::convert::{kind_of, whole};
use crate::rules::fault::Misuse;
use crate::rules::world::PlayedBoard;

use super::{sequence, shown};

/// A list in a list in a list is a slip.
const DEEPEST: usize = 3;

/// What a name stands for, by its number.
#[derive(Debug, Clone, Copy)]
pub enum Named {
    Space(usize),
    Edge(usize),
}

/// A board with its names as the engine keeps them.
pub struct Names {
    pub board: Arc<Board>,
    pub ground: Arc<Ground>,
    pub spaces: Vec<LuaString>,
    pub edges: Vec<LuaString>,
    known: HashMap<Vec<u8>, Named>,
}

/// Spaces and edges that a script named.
#[derive(Default)]
pub struct Marked {
    pub spaces: Vec<bool>,
    pub edges: Vec<bool>,
}

/// Costs of spaces and edges that a script named.
#[derive(Default)]
pub struct Priced {
    pub spaces: Vec<u32>,
    pub edges: Vec<u32>,
}

impl Names {
    pub fn new(lua: &Lua, played: &PlayedBoard) -> mlua::Result<Self> {
        let (board, ground) = (Arc::clone(&played.board), Arc::clone(&played.ground));
        let spaces = board.spaces.iter().map(|space| lua.create_string(&space.id)).collect::<mlua::Result<_>>()?;
        let edges = ground.edges().iter().map(|edge| lua.create_string(&edge.name)).collect::<mlua::Result<_>>()?;
        let mut known = HashMap::new();
        for (number, edge) in ground.edges().iter().enumerate() {
            known.insert(edge.name.clone().into_bytes(), Named::Edge(number));
        }
        for (number, space) in board.spaces.iter().enumerate() {
            known.insert(space.id.clone().into_bytes(), Named::Space(number));
        }
        Ok(Self { board, ground, spaces, edges, known })
    }

    /// A list of spaces by their numbers.
    pub fn list(&self, lua: &Lua, spaces: Vec<usize>) -> mlua::Result<Table> {
        sequence(lua, spaces.into_iter().map(|space| &self.spaces[space]))
    }

    /// What can be reached, and for how much.
    pub fn costs(&self, lua: &Lua, costs: &[u32]) -> mlua::Result<Table> {
        let reached: Vec<(&LuaString, u32)> =
            self.spaces.iter().zip(costs.iter().copied()).filter(|(_, cost)| *cost != UNREACHED).collect();
        lua.create_table_from(reached)
    }

    /// A space by its name.
    pub fn space(&self, value: &Luau) -> mlua::Result<usize> {
        match self.named(value, "a space")? {
            Named::Space(space) => Ok(space),
            Named::Edge(_) => {
                Err(Misuse::error(format!("{} lies between two spaces, and a space is needed here", shown(value))))
            }
        }
    }

    fn named(&self, value: &Luau, what: &str) -> mlua::Result<Named> {
        let Luau::String(name) = value else {
            return Err(Misuse::error(format!("{what} is needed here, not {}", kind_of(value))));
        };
        if let Some(named) = self.known.get(&*name.as_bytes()) {
            return Ok(*named);
        }
        let name = name.to_string_lossy();
        // Who writes `A1-B1` means an edge.
        let is_edge = what != "a space" && name.contains('-');
        let spaces = self.board.spaces.iter().map(|space| space.id.as_str()).filter(|_| !is_edge);
        let edges = self.ground.edges().iter().map(|edge| edge.name.as_str()).filter(|_| is_edge);
        let message = if is_edge {
            format!("nothing is declared on the board as `{name}`")
        } else {
            format!("there is no space `{name}` on the board")
        };
        Err(Misuse::hinted(message, meant_or_known(&name, spaces.chain(edges))))
    }

    /// One space, a list of them, or the keys of a map; in reading order.
    pub fn spaces(&self, value: &Luau) -> mlua::Result<Vec<usize>> {
        if let Luau::String(_) = value {
            return Ok(vec![self.space(value)?]);
        }
        let mut found = Vec::new();
        each(value, 1, 0, &mut |key| {
            found.push(self.space(key)?);
            Ok(())
        })?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The spaces that a list or the keys of a map name, or for which a function of the script holds; all when nothing is said.
    pub fn inside(&self, value: &Luau) -> mlua::Result<Vec<bool>> {
        match value {
            Luau::Nil => Ok(vec![true; self.spaces.len()]),
            Luau::Function(holds) => {
                let holds = |space: &LuaString| Ok(!matches!(holds.call(space)?, Luau::Nil | Luau::Boolean(false)));
                self.spaces.iter().map(holds).collect()
            }
            _ => {
                let mut inside = vec![false; self.spaces.len()];
                self.spaces(value)?.into_iter().for_each(|space| inside[space] = true);
                Ok(inside)
            }
        }
    }

    /// Spaces and edges: a list, a map, or a list of such. In a map of numbers only those count that reach a limit.
    pub fn marked(&self, value: &Luau, limit: i64) -> mlua::Result<Marked> {
        let mut marked = Marked::default();
        each(value, limit, 0, &mut |key| {
            match self.named(key, "a space or an edge")? {
                Named::Space(space) => set(&mut marked.spaces, self.spaces.len(), space, true),
                Named::Edge(edge) => set(&mut marked.edges, self.edges.len(), edge, true),
            }
            Ok(())
        })?;
        Ok(marked)
    }

    /// What spaces and edges cost, from a map.
    pub fn priced(&self, value: &Luau) -> mlua::Result<Priced> {
        let mut priced = Priced::default();
        let table = match value {
            Luau::Nil => return Ok(priced),
            Luau::Table(table) => table,
            _ => return Err(Misuse::error(format!("`extra` is a map of costs, not {}", kind_of(value)))),
        };
        table.for_each(|key: Luau, value: Luau| {
            let cost = cost(&value, || format!("the extra cost of {}", shown(&key)))?;
            match self.named(&key, "a space or an edge")? {
                Named::Space(space) => set(&mut priced.spaces, self.spaces.len(), space, cost),
                Named::Edge(edge) => set(&mut priced.edges, self.edges.len(), edge, cost),
            }
            Ok(())
        })?;
        Ok(priced)
    }
}

/// Calls for every name in a list or a map, or in a list of lists and maps.
fn each(value: &Luau, limit: i64, depth: usize, found: &mut impl FnMut(&Luau) -> mlua::Result<()>) -> mlua::Result<()> {
    let table = match value {
        Luau::Nil => return Ok(()),
        Luau::Table(table) if depth < DEEPEST => table,
        _ => return found(value),
    };
    table.for_each(|key: Luau, value: Luau| match key {
        Luau::String(_) if counts(&value, limit) => found(&key),
        Luau::String(_) => Ok(()),
        _ => each(&value, limit, depth + 1, found),
    })
}

/// Whether an entry of a map counts.
fn counts(value: &Luau, limit: i64) -> bool {
    match value {
        Luau::Nil | Luau::Boolean(false) => false,
        Luau::Boolean(true) => limit <= 1,
        Luau::Integer(_) | Luau::Number(_) => whole(value).is_some_and(|number| number >= limit),
        _ => true,
    }
}

fn set<T: Clone + Default>(list: &mut Vec<T>, length: usize, at: usize, value: T) {
    if list.is_empty() {
        list.resize(length, T::default());
    }
    list[at] = value;
}

/// A cost: a whole number that is not too large.
pub fn cost(value: &Luau, what: impl Fn() -> String) -> mlua::Result<u32> {
    let cost = whole(value).and_then(|cost| u32::try_from(cost).ok()).filter(|cost| *cost <= MOST_COST);
    cost.ok_or_else(|| {
        Misuse::error(format!("{} is {}; a cost is a whole number from 0 to {MOST_COST}", what(), shown(value)))
    })
}

/// A cost, or `false` or nothing for what cannot be done.
pub fn cost_or_never(value: &Luau, what: impl Fn() -> String) -> mlua::Result<Option<u32>> {
    match value {
        Luau::Nil | Luau::Boolean(false) => Ok(None),
        _ => cost(value, what).map(Some),
    }
}
