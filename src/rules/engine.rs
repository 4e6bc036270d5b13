//! The engine that runs a script: Luau in a sandbox without clock, files, network and chance of its own. The only way to it is
//! a visit, which has a budget of steps, time and memory.

use std::rc::Rc;

use mlua::chunk::Compiler;
use mlua::{FromLua, Function, Lua, LuaOptions, StdLib, Table, Value as Luau};

use crate::referee::ScriptPlace;

use super::brake::{Brake, MEMORY_OF_ENGINE, Pulse, Visiting};
use super::chunks::Chunks;
use super::clock::SharedClock;
use super::fault::{LIBRARY, Misuse, PLAYERS, PRELUDE, SCRIPT};
use super::kept::{freeze, freeze_all, keepers};

/// The code that every script stands on.
const PRELUDE_TEXT: &str = include_str!("prelude.luau");
/// Pieces of rules that scripts share.
const LIBRARY_TEXT: &str = include_str!("library.luau");
/// Who plays in trials.
const PLAYERS_TEXT: &str = include_str!("players.luau");

/// What scripts must not have: ways out of the sandbox, and what differs from one run to the next.
const TAKEN_AWAY: [&str; 21] = [
    "require",
    "loadstring",
    "getfenv",
    "setfenv",
    "pcall",
    "xpcall",
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
    lua: Lua,
    /// The functions of the prelude that are for the host only.
    bridge: Table,
    /// The whole script as a function: to call it is to load it.
    script: Function,
    brake: Rc<Brake>,
}

/// A visit to the engine: whatever runs in it runs on one budget.
pub struct Visit<'e> {
    lua: &'e Lua,
    bridge: &'e Table,
    _visiting: Visiting<'e>,
}

impl Engine {
    /// A sandbox whose prelude was given `host`, and which `offer` has put its globals into, with a script that was loaded.
    /// `compiled` makes machine code of all of it, where the engine can.
    pub fn new(
        (clock, compiled): (SharedClock, bool),
        (chunks, script): (&Chunks, &str),
        host: impl FnOnce(&Lua) -> mlua::Result<Table>,
        offer: impl FnOnce(&Lua) -> mlua::Result<()>,
    ) -> mlua::Result<Self> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::BIT | StdLib::BUFFER;
        let lua = Lua::new_with(libraries, LuaOptions::new())?;
        // People never wait for a script, so theirs runs in the engine's own way: nothing new can be written and run there.
        lua.enable_jit(compiled);
        let changing = ["state", "seats"];
        let compiler = Compiler::new()
            .set_optimization_level(2)
            .set_debug_level(1)
            .set_mutable_globals(changing)
            .set_disabled_builtins(TAKEN_AWAY);
        lua.set_compiler(compiler.clone());
        let chunks = |name: &'static str, text: &str| chunks.function(&lua, &compiler, (name, text));
        lua.set_memory_limit(MEMORY_OF_ENGINE)?;
        offer(&lua)?;
        let brake = Brake::new(clock);
        let host = host(&lua)?;
        brake.offer(&lua, &host)?;
        let bridge = furnish(&lua, &host, &chunks)?;
        brake.watch(&lua);
        // The engine does not look whether what is compiled makes sense before it runs it.
        let script = chunks(SCRIPT, script)?;
        let engine = Self { lua, bridge, script, brake };
        engine.load()?;
        Ok(engine)
    }

    /// Begins a visit; inside of another visit, its budget goes on.
    pub fn visit(&self) -> Visit<'_> {
        self.visit_for(1)
    }

    /// Begins a visit with the budgets of so many steps.
    pub fn visit_for(&self, steps: u32) -> Visit<'_> {
        Visit { lua: &self.lua, bridge: &self.bridge, _visiting: self.brake.visit(steps) }
    }

    /// Takes the brake away. To count every loop and call is a third of what a short step costs, and whoever can wait for an
    /// engine that does not come back can do without; its memory is limited all the same.
    pub fn run_free(&self) -> Pulse {
        self.lua.remove_interrupt();
        self.brake.pulse()
    }

    /// Runs the script once, and closes its globals.
    fn load(&self) -> mlua::Result<()> {
        let visit = self.visit();
        self.script.call::<()>(())?;
        let globals = self.lua.globals();
        for pair in globals.pairs::<Luau, Luau>() {
            let (name, value) = pair?;
            visit.is_free(&name)?;
            visit.tool("knows")?.call::<()>(name)?;
            freeze(&value);
        }
        freeze(&globals.get("steps")?);
        globals.set_readonly(true);
        Ok(())
    }

    /// Loads the script anew: nothing that it kept for itself is there any more. The state stays as it is.
    pub fn renew(&self) -> mlua::Result<()> {
        let visit = self.visit();
        let globals = self.lua.globals();
        visit.global::<Table>("steps")?.set_readonly(false);
        globals.set_readonly(false);
        let own: mlua::Result<Vec<(Luau, Luau)>> = globals.pairs().collect();
        for (name, _) in own? {
            globals.raw_set(name, Luau::Nil)?;
        }
        visit.tool("forget")?.call::<()>(())?;
        self.load()?;
        // Whatever was open for a moment counts as changed by anybody, and is slow: nobody did.
        globals.set_safeenv(true);
        Ok(())
    }

    /// The functions of the script that hold variables, and could keep something in them.
    pub fn keepers(&self) -> mlua::Result<Vec<ScriptPlace>> {
        let visit = self.visit();
        let (declared, laws): (Luau, Luau) = visit.tool("declared")?.call(())?;
        let globals = self.lua.globals();
        let own: mlua::Result<Vec<Luau>> = globals.pairs::<Luau, Luau>().map(|pair| Ok(pair?.1)).collect();
        let mut roots = own?;
        roots.extend([declared, laws, visit.global("steps")?]);
        Ok(keepers(roots))
    }
}

impl Visit<'_> {
    /// The engine itself.
    pub const fn lua(&self) -> &Lua {
        self.lua
    }

    /// A function of the prelude that is for the host only.
    pub fn tool(&self, name: &str) -> mlua::Result<Function> {
        self.bridge.raw_get(name)
    }

    /// A function of the players in trials.
    pub fn trial(&self, name: &str) -> mlua::Result<Function> {
        self.bridge.raw_get::<Table>("trials")?.raw_get(name)
    }

    /// What is there for the script under this name.
    pub fn global<T: FromLua>(&self, name: &str) -> mlua::Result<T> {
        self.lua.globals().get(name)
    }

    /// What the script has called like this itself.
    pub fn of_script<T: FromLua>(&self, name: &str) -> mlua::Result<T> {
        self.lua.globals().raw_get(name)
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
}

/// Runs the prelude and the library, and closes everything but the state and the steps; gives the functions for the host.
fn furnish(
    lua: &Lua,
    host: &Table,
    chunks: &dyn Fn(&'static str, &str) -> mlua::Result<Function>,
) -> mlua::Result<Table> {
    let bridge: Table = chunks(PRELUDE, PRELUDE_TEXT)?.call(host)?;
    chunks(LIBRARY, LIBRARY_TEXT)?.call::<()>(host)?;
    let inside: Table = bridge.raw_get("inside")?;
    let trials: Table = chunks(PLAYERS, PLAYERS_TEXT)?.call((host, inside))?;
    bridge.raw_set("trials", trials)?;
    take_away(lua)?;
    bridge.raw_get::<Function>("close_globals")?.call::<()>(lua.globals())?;
    freeze_globals(lua)?;
    let open: [Table; 2] = [lua.globals().get("state")?, lua.globals().get("steps")?];
    lua.sandbox(true)?;
    for table in open {
        // The sandbox closes every table there is.
        table.set_readonly(false);
    }
    Ok(bridge)
}

/// Where the script is just now, innermost first.
pub fn stack(lua: &Lua) -> Vec<ScriptPlace> {
    const DEEPEST: usize = 30;
    let spot = |level: usize| {
        lua.inspect_stack(level, |debug| {
            let is_script = debug.source().short_src.is_some_and(|source| source == SCRIPT);
            let line = debug.current_line().filter(|_| is_script)?;
            Some(ScriptPlace { line, function: debug.names().name.map(std::borrow::Cow::into_owned) })
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
    // It goes through a table in no fixed order.
    globals.raw_get::<Table>("table")?.raw_set("foreach", Luau::Nil)?;
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
            freeze_all(&value);
        }
    }
    Ok(())
}
