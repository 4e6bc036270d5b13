//! What a script can keep beside the state: nothing in tables, which are closed once it is loaded; only functions that hold
//! variables from outside of them can.

use std::collections::HashSet;

use mlua::{Lua, Table, Value as Luau};

use crate::referee::ScriptPlace;

use super::fault::{SCRIPT, while_looking};

/// Makes a table and all in it unchangeable; the state is known by its own metatable, and stays as it is.
pub fn freeze(value: &Luau) {
    let _ = freeze_where(value, |table| !table.has_metatable());
}

/// The same with tables that say what is not in them, too.
pub fn freeze_all(value: &Luau) {
    let _ = freeze_where(value, |_| true);
}

/// Closes tables, and gives those that were open.
fn freeze_where(value: &Luau, may_close: fn(&Table) -> bool) -> Vec<Table> {
    let (mut open, mut closed) = (vec![value.clone()], Vec::new());
    while let Some(value) = open.pop() {
        let Luau::Table(table) = value else { continue };
        if may_close(&table) && !table.is_readonly() {
            table.set_readonly(true);
            open.extend(inside(&table));
            closed.push(table);
        }
    }
    closed
}

/// Calls what only looks: meanwhile nothing can change the state.
///
/// # Errors
/// Its own, and when it tries to change something.
pub fn looking<T>(lua: &Lua, what: &str, look: impl FnOnce() -> mlua::Result<T>) -> mlua::Result<T> {
    let _closed = Closed(freeze_where(&lua.globals().get("state")?, |_| true));
    look().map_err(|error| while_looking(error, what))
}

/// Tables that cannot be changed until this goes.
struct Closed(Vec<Table>);

impl Drop for Closed {
    fn drop(&mut self) {
        self.0.iter().for_each(|table| table.set_readonly(false));
    }
}

/// All keys and values of a table.
fn inside(table: &Table) -> impl Iterator<Item = Luau> {
    table.pairs::<Luau, Luau>().flatten().flat_map(|(key, value)| [key, value])
}

/// The functions of the script that hold variables from outside of them, among all that can be reached from some values.
/// Where there are none, the script can keep nothing: each of its functions knows what it is given, and the state.
pub fn keepers(roots: Vec<Luau>) -> Vec<ScriptPlace> {
    let (mut open, mut known, mut found) = (roots, HashSet::new(), Vec::new());
    while let Some(value) = open.pop() {
        match &value {
            Luau::Table(table) if known.insert(table.to_pointer()) => open.extend(inside(table)),
            Luau::Function(function) if known.insert(function.to_pointer()) => {
                let info = function.info();
                let is_of_script = info.short_src.as_deref() == Some(SCRIPT);
                if let Some(line) = info.line_defined.filter(|_| is_of_script && info.num_upvalues > 0) {
                    found.push(ScriptPlace { line, function: info.name });
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|spot| spot.line);
    found
}
