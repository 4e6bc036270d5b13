//! The engine that runs a script: Luau in a sandbox without clock, files, network and chance of its own, with a budget of
//! steps and memory.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use mlua::chunk::Compiler;
use mlua::{Function, Lua, LuaOptions, StdLib, Table, Value as Luau, VmState};

use crate::referee::Spot;

use super::fault::{LIBRARY, Misuse, PRELUDE, SCRIPT, TooMuch};

/// The code that every script stands on.
const PRELUDE_TEXT: &str = include_str!("prelude.luau");
/// Pieces of rules that scripts share.
const LIBRARY_TEXT: &str = include_str!("library.luau");
/// What a script may take, in bytes.
const MEMORY: usize = 64 << 20;
/// The engine says no a little later, so that the sentence is ours.
const MEMORY_OF_ENGINE: usize = MEMORY + (16 << 20);
/// Loops and calls in one step; a step of a game needs thousands.
const BUDGET: u64 = 5_000_000;
/// How often the memory is looked at, in loops and calls.
const LOOK_AT_MEMORY: u64 = 1 << 10;
/// How often the clock is looked at, in loops and calls. One of them can copy a long text.
const LOOK_AT_CLOCK: u64 = 1 << 6;
/// The brake for what the budget cannot count. A step that is stopped leaves nothing behind, so no result depends on it.
const PATIENCE: Duration = Duration::from_secs(5);

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
    deadline: Rc<Cell<Option<Instant>>>,
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
        lua.set_compiler(
            Compiler::new()
                .set_optimization_level(2)
                .set_debug_level(1)
                .set_mutable_globals(changing)
                .set_disabled_builtins(TAKEN_AWAY),
        );
        lua.set_memory_limit(MEMORY_OF_ENGINE)?;
        offer(&lua)?;
        let host = host(&lua)?;
        let bridge: Table = lua.load(PRELUDE_TEXT).set_name(format!("={PRELUDE}")).call(&host)?;
        lua.load(LIBRARY_TEXT).set_name(format!("={LIBRARY}")).call::<()>(&host)?;
        take_away(&lua)?;
        bridge.raw_get::<Function>("close_globals")?.call::<()>(lua.globals())?;
        freeze_globals(&lua)?;
        let open: [Table; 2] = [lua.globals().get("state")?, lua.globals().get("steps")?];
        lua.sandbox(true)?;
        for table in open {
            // The sandbox closes every table there is.
            table.set_readonly(false);
        }
        let engine =
            Self { lua, bridge, spent: Rc::default(), limit: Rc::new(Cell::new(BUDGET)), deadline: Rc::default() };
        engine.watch();
        Ok(engine)
    }

    /// Runs the script once, and closes its globals.
    pub fn load(&self, text: &str) -> mlua::Result<()> {
        self.begin_budget();
        self.lua.load(text).set_name(format!("={SCRIPT}")).exec()?;
        let globals = self.lua.globals();
        for pair in globals.pairs::<Luau, Luau>() {
            let (name, value) = pair?;
            self.is_free(&name)?;
            self.tool("knows")?.call::<()>(name)?;
            freeze(&value, 0);
        }
        freeze(&globals.get("steps")?, 0);
        globals.set_readonly(true);
        Ok(())
    }

    fn watch(&self) {
        let (spent, limit) = (Rc::clone(&self.spent), Rc::clone(&self.limit));
        let deadline = Rc::clone(&self.deadline);
        self.lua.set_interrupt(move |lua| {
            let count = spent.get() + 1;
            spent.set(count);
            let is_late = || deadline.get().is_some_and(|deadline| Instant::now() > deadline);
            if count > limit.get() || count.is_multiple_of(LOOK_AT_CLOCK) && is_late() {
                let message = "this takes too long: is there a loop without an end?".to_owned();
                return Err(mlua::Error::external(TooMuch { message, trace: stack(lua) }));
            }
            if count.is_multiple_of(LOOK_AT_MEMORY) && lua.used_memory() > MEMORY {
                let message = format!("the script takes more than {} MB of memory", MEMORY >> 20);
                return Err(mlua::Error::external(TooMuch { message, trace: stack(lua) }));
            }
            Ok(VmState::Continue)
        });
    }

    /// Starts to count anew.
    pub fn begin_budget(&self) {
        self.spent.set(0);
        let times = u32::try_from(self.limit.get() / BUDGET).unwrap_or(u32::MAX);
        self.deadline.set(Instant::now().checked_add(PATIENCE.saturating_mul(times)));
    }

    /// What the referee offers cannot be something else in a script.
    fn is_free(&self, name: &Luau) -> mlua::Result<()> {
        let offered: bool = self.tool("offers")?.call(name)?;
        match name {
            Luau::String(name) if offered => {
                let message =
                    format!("`{}` is the referee's own, and cannot be something else", name.to_string_lossy());
                Err(Misuse::hinted(message, Some("give it another name".to_owned())))
            }
            _ => Ok(()),
        }
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

/// Where the script is just now, innermost first.
pub fn stack(lua: &Lua) -> Vec<Spot> {
    const DEEPEST: usize = 30;
    let spot = |level: usize| {
        lua.inspect_stack(level, |debug| {
            let is_script = debug.source().short_src.is_some_and(|source| source == SCRIPT);
            let line = debug.current_line().filter(|_| is_script)?;
            Some(Spot { line, function: debug.names().name.map(std::borrow::Cow::into_owned) })
        })
    };
    (0..DEEPEST).map_while(spot).flatten().collect()
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
            freeze_all(&value, 0);
        }
    }
    Ok(())
}

/// Makes a table and all in it unchangeable; the state is known by its own metatable, and stays as it is.
fn freeze(value: &Luau, depth: usize) {
    if let Luau::Table(table) = value
        && !table.has_metatable()
    {
        freeze_table(table, depth, freeze);
    }
}

/// The same with tables that say what is not in them, too.
fn freeze_all(value: &Luau, depth: usize) {
    if let Luau::Table(table) = value {
        freeze_table(table, depth, freeze_all);
    }
}

fn freeze_table(table: &Table, depth: usize, freeze_inner: fn(&Luau, usize)) {
    const DEEPEST: usize = 64;
    if depth > DEEPEST || table.is_readonly() {
        return;
    }
    table.set_readonly(true);
    for (_, inner) in table.pairs::<Luau, Luau>().flatten() {
        freeze_inner(&inner, depth + 1);
    }
}
