//! The engine that runs a script: Luau in a sandbox without clock, files, network and chance of its own, with a budget of
//! steps and memory.

use std::cell::Cell;
use std::rc::Rc;

use mlua::chunk::Compiler;
use mlua::{Function, Lua, LuaOptions, StdLib, Table, Value as Luau, VmState};

use super::fault::{PRELUDE, SCRIPT, TooMuch};

/// The code that every script stands on.
const PRELUDE_TEXT: &str = include_str!("prelude.luau");
/// What a script may take, in bytes.
const MEMORY: usize = 64 << 20;
/// The engine says no a little later, so that the sentence is ours.
const MEMORY_OF_ENGINE: usize = MEMORY + (16 << 20);
/// Loops and calls in one step; a step of a game needs thousands.
const BUDGET: u64 = 20_000_000;
/// How often the memory is looked at, in loops and calls.
const LOOK_AT_MEMORY: u64 = 1 << 10;

/// What scripts must not have: ways out of the sandbox, and what differs from one run to the next.
const TAKEN_AWAY: [&str; 22] = [
    "require",
    "loadstring",
    "getfenv",
    "setfenv",
    "pcall",
    "xpcall",
    "print",
    "collectgarbage",
    "gcinfo",
    "newproxy",
    "next",
    "rawget",
    "rawset",
    "rawequal",
    "rawlen",
    "setmetatable",
    "getmetatable",
    "coroutine",
    "_VERSION",
    "_G",
    "buffer",
    "vector",
];

/// A sandbox with a script in it.
pub struct Engine {
    /// The engine.
    pub lua: Lua,
    /// The functions of the prelude that are for the host only.
    pub bridge: Table,
    spent: Rc<Cell<u64>>,
    limit: Rc<Cell<u64>>,
}

impl Engine {
    /// A sandbox whose prelude was given `host`, and which `offer` has put its globals into.
    pub fn new(
        host: impl FnOnce(&Lua) -> mlua::Result<Table>,
        offer: impl FnOnce(&Lua) -> mlua::Result<()>,
    ) -> mlua::Result<Self> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::BIT | StdLib::BUFFER;
        let lua = Lua::new_with(libraries, LuaOptions::new())?;
        let changing = ["state", "seats"];
        lua.set_compiler(Compiler::new().set_optimization_level(2).set_debug_level(1).set_mutable_globals(changing));
        lua.set_memory_limit(MEMORY_OF_ENGINE)?;
        offer(&lua)?;
        let bridge: Table = lua.load(PRELUDE_TEXT).set_name(format!("={PRELUDE}")).call(host(&lua)?)?;
        take_away(&lua)?;
        freeze_globals(&lua)?;
        let open: [Table; 2] = [lua.globals().get("state")?, lua.globals().get("steps")?];
        lua.sandbox(true)?;
        for table in open {
            // The sandbox closes every table there is.
            table.set_readonly(false);
        }
        let engine = Self { lua, bridge, spent: Rc::default(), limit: Rc::new(Cell::new(BUDGET)) };
        engine.watch();
        Ok(engine)
    }

    /// Runs the script once, and closes its globals.
    pub fn load(&self, text: &str) -> mlua::Result<()> {
        self.begin_budget();
        self.lua.load(text).set_name(format!("={SCRIPT}")).exec()?;
        let globals = self.lua.globals();
        for pair in globals.pairs::<Luau, Luau>() {
            freeze(&pair?.1, 0);
        }
        freeze(&globals.get("steps")?, 0);
        globals.set_readonly(true);
        Ok(())
    }

    fn watch(&self) {
        let (spent, limit) = (Rc::clone(&self.spent), Rc::clone(&self.limit));
        self.lua.set_interrupt(move |lua| {
            let count = spent.get() + 1;
            spent.set(count);
            if count > limit.get() {
                return Err(mlua::Error::external(TooMuch(
                    "the step takes too long: is there a loop without an end?".to_owned(),
                )));
            }
            if count.is_multiple_of(LOOK_AT_MEMORY) && lua.used_memory() > MEMORY {
                let message = format!("the script takes more than {} MB of memory", MEMORY >> 20);
                return Err(mlua::Error::external(TooMuch(message)));
            }
            Ok(VmState::Continue)
        });
    }

    /// Starts to count anew.
    pub fn begin_budget(&self) {
        self.spent.set(0);
    }

    /// Lets whole games run on one budget.
    pub fn widen_budget(&self, times: u64) {
        self.limit.set(BUDGET.saturating_mul(times));
        self.begin_budget();
    }

    /// A function of the prelude that is for the host only.
    pub fn tool(&self, name: &str) -> mlua::Result<Function> {
        self.bridge.raw_get(name)
    }
}

fn take_away(lua: &Lua) -> mlua::Result<()> {
    let globals = lua.globals();
    for name in TAKEN_AWAY {
        globals.raw_set(name, Luau::Nil)?;
    }
    let math: Table = globals.raw_get("math")?;
    for name in ["random", "randomseed", "noise"] {
        math.raw_set(name, Luau::Nil)?;
    }
    // An address differs from run to run.
    let plain: Function = globals.raw_get("tostring")?;
    let safe = lua.create_function(move |lua, value: Luau| match value {
        Luau::Nil | Luau::Boolean(_) | Luau::Integer(_) | Luau::Number(_) | Luau::String(_) => {
            plain.call::<Luau>(value)
        }
        other => lua.create_string(format!("a {}", other.type_name())).map(Luau::String),
    })?;
    globals.raw_set("tostring", safe)
}

/// What the host offers cannot be changed; only the state can, and the lists the script fills while it is loaded.
fn freeze_globals(lua: &Lua) -> mlua::Result<()> {
    for pair in lua.globals().pairs::<String, Luau>() {
        let (name, value) = pair?;
        if !matches!(name.as_str(), "state" | "steps") {
            freeze(&value, 0);
        }
    }
    Ok(())
}

/// Makes a table and all in it unchangeable; the state is known by its own metatable, and stays as it is.
fn freeze(value: &Luau, depth: usize) {
    const DEEPEST: usize = 8;
    let Luau::Table(table) = value else { return };
    if depth > DEEPEST || table.is_readonly() || table.has_metatable() {
        return;
    }
    table.set_readonly(true);
    for (_, inner) in table.pairs::<Luau, Luau>().flatten() {
        freeze(&inner, depth + 1);
    }
}
