//! Lines of sight for scripts: what hides is said once, what hides now with every question.

use std::rc::Rc;

use mlua::{Lua, Table, Value as Luau};

use crate::diag::meant_or_known;
use crate::ground::{Sight, Veil};
use crate::rules::convert::{kind_of, text};
use crate::rules::fault::Misuse;

use super::names::Names;
use super::{fields, flag, sequence, shown};

/// A sight over a board: a table of functions.
pub fn sight(lua: &Lua, names: &Rc<Names>, spec: &Luau) -> mlua::Result<Table> {
    let sight = Rc::new(read(names, spec)?);
    let table = lua.create_table()?;
    let (own, known) = (Rc::clone(&sight), Rc::clone(names));
    let sees = lua.create_function(move |_, (a, b, blocked, opened): (Luau, Luau, Luau, Luau)| {
        let veil = veil(&known, &blocked, &opened)?;
        Ok(own.sees(&known.ground, known.space(&a)?, known.space(&b)?, &veil))
    })?;
    table.raw_set("sees", sees)?;
    let (own, known) = (Rc::clone(&sight), Rc::clone(names));
    let between = lua.create_function(move |lua, (a, b, blocked, opened): (Luau, Luau, Luau, Luau)| {
        let veil = veil(&known, &blocked, &opened)?;
        let (edges, spaces) = own.between(&known.ground, known.space(&a)?, known.space(&b)?, &veil);
        let edges = edges.into_iter().map(|edge| &known.edges[edge]);
        sequence(lua, edges.chain(spaces.into_iter().map(|space| &known.spaces[space])))
    })?;
    table.raw_set("between", between)?;
    let known = Rc::clone(names);
    let seen = lua.create_function(move |lua, asked: Luau| {
        let [from, to, blocked, opened] = fields("seen", &asked, ["from", "to", "blocked", "opened"])?;
        if from.is_nil() {
            return Err(Misuse::error("`seen` needs `from`"));
        }
        let (from, veil) = (known.spaces(&from)?, veil(&known, &blocked, &opened)?);
        let to = if to.is_nil() { (0..known.spaces.len()).collect() } else { known.spaces(&to)? };
        let is_seen = |space: &usize| from.iter().any(|viewer| sight.sees(&known.ground, *viewer, *space, &veil));
        known.list(lua, to.into_iter().filter(is_seen).collect())
    })?;
    table.raw_set("seen", seen)?;
    Ok(table)
}

fn read(names: &Names, spec: &Luau) -> mlua::Result<Sight> {
    let [edges, spaces, past_ends, corners, own] =
        fields("sight", spec, ["edges", "spaces", "past_ends", "corners", "own"])?;
    let board = &names.board;
    let hides = kinds(names, &edges)?;
    let spaces = if spaces.is_nil() {
        board.spaces.iter().map(|space| !board.terrain(space).sight).collect()
    } else {
        names.marked(&spaces, 1)?.spaces
    };
    Ok(Sight {
        edges: names.ground.edges().iter().map(|edge| hides[edge.kind]).collect(),
        spaces,
        past_ends: flag("past_ends", &past_ends)?,
        by_corners: flag("corners", &corners)?,
        own: flag("own", &own)?,
        ..Sight::default()
    })
}

/// Which kinds of edges hide: those in a list, otherwise what the board says.
fn kinds(names: &Names, value: &Luau) -> mlua::Result<Vec<bool>> {
    let kinds = &names.board.edge_kinds;
    let table = match value {
        Luau::Nil => return Ok(kinds.iter().map(|kind| !kind.sight).collect()),
        Luau::Table(table) => table,
        _ => return Err(Misuse::error(format!("`edges` is a list of kinds of edges, not {}", kind_of(value)))),
    };
    let mut hides = vec![false; kinds.len()];
    for value in table.sequence_values::<Luau>() {
        let value = value?;
        let name = text(&value).unwrap_or_default();
        if !kinds.iter().any(|kind| kind.name == name) {
            let hint = meant_or_known(&name, kinds.iter().map(|kind| kind.name.as_str()));
            return Err(Misuse::hinted(format!("the board has no edge {}", shown(&value)), hint));
        }
        kinds.iter().zip(&mut hides).for_each(|(kind, hides)| *hides |= kind.name == name);
    }
    Ok(hides)
}

fn veil(names: &Names, blocked: &Luau, opened: &Luau) -> mlua::Result<Veil> {
    let blocked = names.marked(blocked, 1)?;
    Ok(Veil { edges: blocked.edges, spaces: blocked.spaces, opened: names.marked(opened, 1)?.edges })
}
