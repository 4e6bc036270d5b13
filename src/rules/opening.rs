//! How an engine is opened with a script, and what a script says of itself before anything is played.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use mlua::Table;

use crate::model::FieldText;
use crate::referee::Schema;

use super::clock::SharedClock;
use super::declare::read_schema;
use super::doors::{Shared, host_functions};
use super::engine::Engine;
use super::fault::Misuse;

/// An engine with the script loaded.
pub(super) fn open(shared: &Rc<Shared>, (clock, compiled): (&SharedClock, bool), script: &str) -> mlua::Result<Engine> {
    let script = (&shared.chunks, script);
    Engine::new((Rc::clone(clock), compiled), script, |lua| host_functions(lua, shared), |lua| shared.world.offer(lua))
}

/// What the state is made of, as the script declares it.
pub(super) fn declared(engine: &Engine, schema: &mut Schema) -> mlua::Result<()> {
    let visit = engine.visit();
    let (declared, _laws, line): (Option<Table>, Table, Option<usize>) = visit.tool("declared")?.call(())?;
    match declared {
        Some(declared) => read_schema(&declared, schema).map_err(|error| Misuse::at_line(error, line)),
        None => Err(Misuse::error("the script declares no state: it needs `declare { ... }`")),
    }
}

/// What people call things, by what they are called in the rules.
pub(super) fn spoken(called: &[(FieldText, FieldText)]) -> BTreeMap<String, String> {
    called.iter().map(|(of, name)| (of.text.clone(), name.text.clone())).collect()
}

/// The numbered dice that a script names, such as `"d8"`, in the order of their sides.
pub(super) fn numbered_dice(script: &str) -> Vec<String> {
    let words = script.split(['"', '\'', '`']);
    let sides: BTreeSet<u32> = words.filter_map(|word| word.strip_prefix('d')?.parse().ok()).collect();
    sides.into_iter().map(|sides| format!("d{sides}")).collect()
}
