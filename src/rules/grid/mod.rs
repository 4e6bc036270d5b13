//! Boards for scripts that ask what touches, how far it is and who sees whom: what the `grid` of the library is made of.

mod names;
mod sight;
mod walk;

use std::rc::Rc;

use mlua::{Function, Lua, LuaString, Table, Value as Luau};

use crate::diag::meant_or_known;
use crate::ground::{Metric, Touch};

use super::convert::{kind_of, text, whole};
use super::fault::Misuse;
use super::world::World;

use names::Names;

/// The function that gives the geometry of a board by its component, for the library.
pub fn geometry(lua: &Lua, world: &World) -> mlua::Result<Function> {
    let boards = world.boards.clone();
    lua.create_function(move |lua, component: String| match boards.iter().find(|board| board.id == component) {
        Some(board) => of_board(lua, &Rc::new(Names::new(lua, board)?)),
        None => {
            let known = boards.iter().map(|board| board.id.as_str());
            Err(Misuse::hinted(format!("there is no board `{component}`"), meant_or_known(&component, known)))
        }
    })
}

fn of_board(lua: &Lua, names: &Rc<Names>) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    let own = Rc::clone(names);
    let touching = lua.create_function(move |lua, (space, how): (Luau, String)| {
        let how = match how.as_str() {
            "sides" => Touch::Sides,
            "corners" => Touch::Corners,
            _ => Touch::Either,
        };
        own.list(lua, own.ground.touching(own.space(&space)?, how))
    })?;
    table.raw_set("touching", touching)?;
    table.raw_set("square", names.board.is_square())?;
    far(lua, names, &table)?;
    hanging_together(lua, names, &table)?;
    let own = Rc::clone(names);
    table.raw_set("walk", lua.create_function(move |lua, spec: Luau| walk::walk(lua, &own, &spec))?)?;
    let own = Rc::clone(names);
    table.raw_set("sight", lua.create_function(move |lua, spec: Luau| sight::sight(lua, &own, &spec))?)?;
    Ok(table)
}

/// How far it is, and what lies there.
fn far(lua: &Lua, names: &Rc<Names>, table: &Table) -> mlua::Result<()> {
    let own = Rc::clone(names);
    let steps = lua.create_function(move |_, (a, b, king): (Luau, Luau, bool)| {
        Ok(own.ground.steps(own.space(&a)?, own.space(&b)?, metric(king)))
    })?;
    table.raw_set("steps", steps)?;
    let own = Rc::clone(names);
    let apart = lua.create_function(move |lua, (space, king, least, most): (Luau, bool, Luau, Luau)| {
        let [least, most] = [&least, &most].map(|steps| count("the number of steps", steps));
        own.list(lua, own.ground.apart(own.space(&space)?, metric(king), least?, most?))
    })?;
    table.raw_set("apart", apart)?;
    let own = Rc::clone(names);
    let line = lua.create_function(move |lua, (a, b): (Luau, Luau)| {
        own.ground.line(own.space(&a)?, own.space(&b)?).map(|line| own.list(lua, line)).transpose()
    })?;
    table.raw_set("line", line)?;
    let own = Rc::clone(names);
    let rim = lua.create_function(move |lua, rim: Option<String>| own.list(lua, own.ground.at_rim(rim.as_deref())))?;
    table.raw_set("rim", rim)?;
    table.raw_set("directions", lua.create_sequence_from(names.ground.directions().iter().copied())?)?;
    let own = Rc::clone(names);
    let toward = lua.create_function(move |_, (space, direction, steps): (Luau, Luau, Luau)| {
        let (space, side) = (own.space(&space)?, side(&own, &direction)?);
        let steps = if steps.is_nil() { 1 } else { count("the number of steps", &steps)? };
        Ok(own.ground.toward(space, side, steps).map(|space| own.spaces[space].clone()))
    })?;
    table.raw_set("toward", toward)
}

/// A direction by its name, as the side of a cell.
fn side(names: &Names, direction: &Luau) -> mlua::Result<usize> {
    let known = names.ground.directions();
    let word = text(direction).unwrap_or_default();
    known.iter().position(|name| *name == word).ok_or_else(|| {
        let hint = meant_or_known(&word, known.iter().copied());
        Misuse::hinted(format!("the cells of this board have no direction {}", shown(direction)), hint)
    })
}

/// Chains and groups of spaces that touch.
fn hanging_together(lua: &Lua, names: &Rc<Names>, table: &Table) -> mlua::Result<()> {
    let own = Rc::clone(names);
    let connected = lua.create_function(move |lua, (from, to, inside): (Luau, Luau, Luau)| {
        let (from, to, inside) = (own.spaces(&from)?, own.spaces(&to)?, own.inside(&inside)?);
        let chain = own.ground.connected(&from, &to, |space| inside[space]);
        Ok((chain.is_some(), chain.map(|chain| own.list(lua, chain)).transpose()?))
    })?;
    table.raw_set("connected", connected)?;
    let own = Rc::clone(names);
    let group = lua.create_function(move |lua, (from, inside): (Luau, Luau)| {
        let (from, inside) = (own.spaces(&from)?, own.inside(&inside)?);
        own.list(lua, own.ground.group(&from, |space| inside[space]))
    })?;
    table.raw_set("group", group)
}

const fn metric(king: bool) -> Metric {
    if king { Metric::King } else { Metric::Sides }
}

/// A whole number from 0.
fn count(what: &str, value: &Luau) -> mlua::Result<usize> {
    let number = whole(value).and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| Misuse::error(format!("{what} has to be a whole number from 0, not {}", shown(value))))
}

/// The named values of a call, each only if it is one of some.
fn fields<const N: usize>(call: &str, given: &Luau, keys: [&str; N]) -> mlua::Result<[Luau; N]> {
    let mut values = [const { Luau::Nil }; N];
    let Luau::Table(table) = given else {
        if given.is_nil() {
            return Ok(values);
        }
        return Err(Misuse::error(format!("`{call}` takes a table with named values, not {}", kind_of(given))));
    };
    table.for_each(|key: Luau, value: Luau| {
        let at = match &key {
            Luau::String(key) => keys.iter().position(|known| known.as_bytes() == &*key.as_bytes()),
            _ => None,
        };
        match at {
            Some(at) => values[at] = value,
            None => return Err(no_field(call, &key, &keys)),
        }
        Ok(())
    })?;
    Ok(values)
}

fn no_field(call: &str, key: &Luau, keys: &[&str]) -> mlua::Error {
    let hint = match key {
        Luau::String(key) => meant_or_known(&key.to_string_lossy(), keys.iter().copied()),
        _ => None,
    };
    Misuse::hinted(format!("`{call}` has no {}", shown(key)), hint)
}

/// `true`, `false` or nothing.
fn flag(name: &str, value: &Luau) -> mlua::Result<bool> {
    match value {
        Luau::Nil => Ok(false),
        Luau::Boolean(flag) => Ok(*flag),
        _ => Err(Misuse::error(format!("`{name}` is `true` or `false`, not {}", shown(value)))),
    }
}

/// A value as people write it.
fn shown(value: &Luau) -> String {
    match value {
        Luau::String(text) => format!("`{}`", text.to_string_lossy()),
        Luau::Integer(number) => number.to_string(),
        Luau::Number(number) => number.to_string(),
        Luau::Boolean(flag) => format!("`{flag}`"),
        other => kind_of(other).to_owned(),
    }
}

/// Texts of the engine in a list.
fn sequence<'a>(lua: &Lua, texts: impl IntoIterator<Item = &'a LuaString>) -> mlua::Result<Table> {
    let texts: Vec<&LuaString> = texts.into_iter().collect();
    lua.create_sequence_from(texts)
}
