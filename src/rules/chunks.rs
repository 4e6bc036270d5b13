//! Luau texts as the engine runs them, compiled once: a table that goes back opens a new engine each time. Runs nothing.

use std::cell::RefCell;
use std::collections::HashMap;

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, Lua};

/// What was compiled, by the name of each text; a name always stands for the same text.
#[derive(Default)]
pub struct Chunks {
    known: RefCell<HashMap<&'static str, Vec<u8>>>,
}

impl Chunks {
    /// A text as a function that runs it.
    ///
    /// # Errors
    /// What is wrong with it, with its place.
    pub fn function(
        &self,
        lua: &Lua,
        compiler: &Compiler,
        (name, text): (&'static str, &str),
    ) -> mlua::Result<Function> {
        let chunk_name = format!("={name}");
        if let Some(code) = self.known.borrow().get(name) {
            return lua.load(code.as_slice()).set_mode(ChunkMode::Binary).set_name(chunk_name).into_function();
        }
        // What cannot be compiled is told by the engine itself, which knows what it is called.
        let Ok(code) = compiler.compile(text) else {
            return lua.load(text).set_mode(ChunkMode::Text).set_name(chunk_name).into_function();
        };
        let function = lua.load(code.as_slice()).set_mode(ChunkMode::Binary).set_name(chunk_name).into_function()?;
        self.known.borrow_mut().insert(name, code);
        Ok(function)
    }
}
