//! What stands for what in a script: its variables and functions, which function reads and changes which variable, and which
//! functions a variable can mean. Plain data, found by a walk; what follows from it is for `changes` to say.

use full_moon::ast::Ast;

use super::Span;
use super::walk::walk;

/// The script itself, as if it were a function.
pub const SCRIPT: usize = 0;

/// A variable: a local one by its number, or one that belongs to everybody.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Root {
    Local(usize),
    Global(String),
}

/// A variable or one field of it; without a field, all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    pub root: Root,
    pub field: Option<String>,
}

/// A local variable.
#[derive(Debug)]
pub struct Variable {
    /// The function it belongs to.
    pub function: usize,
    /// Whether it only ever holds tables that nothing else has.
    pub is_fresh: bool,
    /// Whether whatever lies in these tables is as much its own.
    pub is_plain: bool,
    /// The function of the library that it is another name of.
    pub stands_for: Option<String>,
}

/// A function of the script.
#[derive(Debug)]
pub struct Function {
    /// The function it is written in.
    pub parent: usize,
    /// Whether the referee calls it.
    pub is_called: bool,
    /// The variable it is put into.
    pub name: Option<Name>,
}

/// A place where a variable is read.
#[derive(Debug)]
pub struct Use {
    /// The function that reads it.
    pub by: usize,
    /// What is read.
    pub name: Name,
    /// Whether it becomes something that the referee calls.
    pub is_called: bool,
}

/// How far below a variable something changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The variable itself.
    Itself,
    /// An entry of its table.
    Entry,
    /// An entry of an entry, or still deeper.
    Deep,
}

/// A place where a local variable changes.
#[derive(Debug)]
pub struct Change {
    /// The function that changes it.
    pub by: usize,
    pub variable: usize,
    pub depth: Depth,
    pub name: String,
    pub span: Span,
}

/// All of a script.
#[derive(Debug, Default)]
pub struct Names {
    pub variables: Vec<Variable>,
    pub functions: Vec<Function>,
    pub uses: Vec<Use>,
    pub changes: Vec<Change>,
}

impl Names {
    /// Goes through a script.
    pub fn of(ast: &Ast) -> Self {
        let script = Function { parent: SCRIPT, is_called: false, name: None };
        walk(ast, Self { functions: vec![script], ..Self::default() })
    }
}
