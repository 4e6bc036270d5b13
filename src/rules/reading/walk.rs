//! The way through a script: every name is a local variable, found by its scope, or belongs to everybody.

use full_moon::ast::luau::IfConditionBinding;
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    Assignment, Ast, Block, Call, Expression, FunctionArgs, FunctionBody, FunctionCall, FunctionDeclaration, If, Index,
    LastStmt, Parameter, Prefix, Stmt, Suffix, Var,
};
use full_moon::tokenizer::TokenReference;

use super::Span;
use super::marks::{STEPS, field_of, name_of, span_of, span_of_var};
use super::names::{Change, Depth, Function, Name, Names, Root, SCRIPT, Use, Variable};
use super::values::{is_plain, without_brackets};

/// What the referee calls by its name.
const CALLED: [&str; 5] = ["show", "score", "audit", "adjusted", "bot"];
/// What is given functions that the referee calls.
const LAW: &str = "law";
/// Functions that change their first argument.
const CHANGING: [&str; 11] = [
    "table.insert",
    "table.remove",
    "table.sort",
    "table.clear",
    "add",
    "pile.put",
    "pile.put_under",
    "pile.shuffle",
    "counts.add_all",
    "counts.take_all",
    "grid.move",
];
/// Where a value goes.
#[derive(Debug, Clone, Default)]
pub struct Goal {
    pub name: Option<Name>,
    pub is_called: bool,
}

/// Goes through a script.
pub fn walk(ast: &Ast, names: Names) -> Names {
    let mut walk = Walk { names, scope: Vec::new(), function: SCRIPT };
    walk.block(ast.nodes());
    walk.names
}

/// The way through a script.
pub struct Walk<'a> {
    pub names: Names,
    /// The local variables that can be seen, the nearest last.
    scope: Vec<(&'a str, usize)>,
    /// The function that is being read.
    function: usize,
}

impl<'a> Walk<'a> {
    fn block(&mut self, block: &'a Block) {
        self.scoped(|walk| walk.statements(block));
    }

    /// What is declared meanwhile is forgotten afterwards.
    pub fn scoped(&mut self, go: impl FnOnce(&mut Self)) {
        let known = self.scope.len();
        go(self);
        self.scope.truncate(known);
    }

    fn statements(&mut self, block: &'a Block) {
        block.stmts().for_each(|statement| self.statement(statement));
        if let Some(LastStmt::Return(given)) = block.last_stmt() {
            self.expressions(given.returns());
        }
    }

    fn statement(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Assignment(assignment) => self.assignment(assignment),
            Stmt::CompoundAssignment(assignment) => {
                self.value(assignment.rhs());
                self.target(assignment.lhs(), None);
            }
            Stmt::LocalAssignment(local) => self.local(local.names(), local.expressions()),
            Stmt::ConstAssignment(local) => self.local(local.names(), local.expressions()),
            Stmt::LocalFunction(function) => self.local_function(function.name(), function.body()),
            Stmt::ConstFunction(function) => self.local_function(function.name(), function.body()),
            Stmt::FunctionDeclaration(function) => self.declaration(function),
            Stmt::FunctionCall(call) => self.call(call),
            Stmt::If(choice) => self.choice(choice),
            _ => self.loops(statement),
        }
    }

    fn loops(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Do(group) => self.block(group.block()),
            Stmt::While(group) => {
                self.value(group.condition());
                self.block(group.block());
            }
            Stmt::Repeat(group) => self.scoped(|walk| {
                walk.statements(group.block());
                walk.value(group.until());
            }),
            Stmt::NumericFor(group) => {
                [Some(group.start()), Some(group.end()), group.step()]
                    .into_iter()
                    .flatten()
                    .for_each(|e| self.value(e));
                self.scoped(|walk| {
                    walk.unknown(group.index_variable());
                    walk.statements(group.block());
                });
            }
            Stmt::GenericFor(group) => {
                self.expressions(group.expressions());
                self.scoped(|walk| {
                    group.names().iter().for_each(|name| walk.unknown(name));
                    walk.statements(group.block());
                });
            }
            _ => {}
        }
    }

    fn choice(&mut self, choice: &'a If) {
        self.value(choice.condition());
        self.bound_block(choice.binding().map(IfConditionBinding::name), choice.block());
        for other in choice.else_if().into_iter().flatten() {
            self.value(other.condition());
            self.bound_block(other.binding().map(IfConditionBinding::name), other.block());
        }
        choice.else_block().into_iter().for_each(|block| self.block(block));
    }

    fn bound_block(&mut self, name: Option<&'a TokenReference>, block: &'a Block) {
        self.scoped(|walk| {
            if let Some(name) = name {
                walk.unknown(name);
            }
            walk.statements(block);
        });
    }

    // Variables

    /// A local variable of which nothing is known.
    pub fn unknown(&mut self, name: &'a TokenReference) {
        let variable = self.variable(false);
        self.scope.push((name_of(name), variable));
    }

    pub fn variable(&mut self, is_own: bool) -> usize {
        let function = self.function;
        self.names.variables.push(Variable { function, is_fresh: is_own, is_plain: is_own, stands_for: None });
        self.names.variables.len() - 1
    }

    fn local(&mut self, names: &'a Punctuated<TokenReference>, values: &'a Punctuated<Expression>) {
        let known = values.len();
        let variables: Vec<usize> = names.iter().map(|_| self.variable(known == 0)).collect();
        for (n, value) in values.iter().enumerate() {
            let Some(variable) = variables.get(n).copied() else {
                self.value(value);
                continue;
            };
            let (is_fresh, is_plain) = (self.is_fresh(value), is_plain(value));
            let stands_for = self.library_name(value);
            let name = Name { root: Root::Local(variable), field: None };
            self.expression(value, &Goal { name: Some(name), is_called: false });
            let variable = &mut self.names.variables[variable];
            (variable.is_fresh, variable.is_plain, variable.stands_for) = (is_fresh, is_plain, stands_for);
        }
        self.scope.extend(names.iter().map(name_of).zip(variables));
    }

    fn local_function(&mut self, name: &'a TokenReference, body: &'a FunctionBody) {
        let variable = self.variable(false);
        self.scope.push((name_of(name), variable));
        let name = Name { root: Root::Local(variable), field: None };
        self.function(body, false, &Goal { name: Some(name), is_called: false });
    }

    pub fn root(&self, name: &str) -> Root {
        let nearest = self.scope.iter().rev().find(|(known, _)| *known == name);
        nearest.map_or_else(|| Root::Global(name.to_owned()), |(_, variable)| Root::Local(*variable))
    }

    pub fn reads(&mut self, name: &TokenReference, field: Option<&str>, is_called: bool) {
        let name = Name { root: self.root(name_of(name)), field: field.map(str::to_owned) };
        self.names.uses.push(Use { by: self.function, name, is_called });
    }

    // Assignments

    fn assignment(&mut self, assignment: &'a Assignment) {
        let targets: Vec<&Var> = assignment.variables().iter().collect();
        for (n, value) in assignment.expressions().iter().enumerate() {
            let goal = targets.get(n).map(|target| self.goal_of(target)).unwrap_or_default();
            self.expression(value, &goal);
        }
        let mut values = assignment.expressions().iter();
        for target in targets {
            self.target(target, values.next());
        }
    }

    fn goal_of(&self, target: &Var) -> Goal {
        let (name, field, is_whole) = match target {
            Var::Name(name) => (name, None, true),
            Var::Expression(path) => match path.prefix() {
                Prefix::Name(name) => (name, path.suffixes().next().and_then(field_of), false),
                _ => return Goal::default(),
            },
            _ => return Goal::default(),
        };
        self.goal(name_of(name), field, is_whole)
    }

    fn goal(&self, name: &str, field: Option<&str>, is_whole: bool) -> Goal {
        let root = self.root(name);
        let is_called = match &root {
            Root::Global(name) if is_whole => CALLED.contains(&name.as_str()),
            Root::Global(name) => name == STEPS,
            Root::Local(_) => false,
        };
        Goal { name: Some(Name { root, field: field.map(str::to_owned) }), is_called }
    }

    /// Something gets a new value; without one, a part of its old value stays.
    fn target(&mut self, target: &'a Var, value: Option<&Expression>) {
        match target {
            Var::Name(name) => {
                if let Root::Local(variable) = self.root(name_of(name)) {
                    let is_fresh = value.is_some_and(|value| self.is_fresh(value));
                    let known = &mut self.names.variables[variable];
                    known.is_fresh &= is_fresh;
                    known.is_plain &= value.is_some_and(is_plain);
                    self.changes(variable, Depth::Itself, name, span_of_var(target));
                }
            }
            Var::Expression(path) => {
                let suffixes: Vec<&Suffix> = path.suffixes().collect();
                if suffixes.iter().all(|suffix| matches!(suffix, Suffix::Index(_)))
                    && let Prefix::Name(name) = path.prefix()
                {
                    self.entry(name, suffixes.len(), value, span_of_var(target));
                }
                self.chain(path.prefix(), &suffixes, false);
            }
            _ => {}
        }
    }

    /// An entry of a variable gets a new value, so many steps below it.
    fn entry(&mut self, name: &'a TokenReference, steps: usize, value: Option<&Expression>, span: Option<Span>) {
        let Root::Local(variable) = self.root(name_of(name)) else { return };
        self.names.variables[variable].is_plain &= value.is_none_or(is_plain);
        self.changes(variable, if steps == 1 { Depth::Entry } else { Depth::Deep }, name, span);
    }

    fn changes(&mut self, variable: usize, depth: Depth, name: &TokenReference, span: Option<Span>) {
        let Some(span) = span else { return };
        let name = name_of(name).to_owned();
        self.names.changes.push(Change { by: self.function, variable, depth, name, span });
    }

    // Functions

    fn declaration(&mut self, declared: &'a FunctionDeclaration) {
        let (names, method) = (declared.name().names(), declared.name().method_name());
        let mut all = names.iter().chain(method);
        let Some(name) = all.next() else { return };
        let field = all.next().map(name_of);
        let goal = self.goal(name_of(name), field, field.is_none());
        if let Root::Local(variable) = self.root(name_of(name)) {
            let depth = match names.len() + usize::from(method.is_some()) {
                1 => Depth::Itself,
                2 => Depth::Entry,
                _ => Depth::Deep,
            };
            self.changes(variable, depth, name, span_of(declared.name()));
        }
        self.function(declared.body(), method.is_some(), &goal);
    }

    pub fn function(&mut self, body: &'a FunctionBody, is_method: bool, goal: &Goal) {
        let function = Function { parent: self.function, is_called: goal.is_called, name: goal.name.clone() };
        self.names.functions.push(function);
        let outer = std::mem::replace(&mut self.function, self.names.functions.len() - 1);
        self.scoped(|walk| {
            if is_method {
                let variable = walk.variable(false);
                walk.scope.push(("self", variable));
            }
            for parameter in body.parameters() {
                if let Parameter::Name(name) = parameter {
                    walk.unknown(name);
                }
            }
            walk.statements(body.block());
        });
        self.function = outer;
    }

    pub fn call(&mut self, call: &'a FunctionCall) {
        let suffixes: Vec<&Suffix> = call.suffixes().collect();
        self.chain(call.prefix(), &suffixes, false);
    }

    /// A name or a value with all that follows it: fields and calls.
    pub fn chain(&mut self, prefix: &'a Prefix, suffixes: &[&'a Suffix], is_called: bool) {
        match prefix {
            Prefix::Name(name) => {
                self.reads(name, suffixes.first().and_then(|suffix| field_of(suffix)), is_called);
            }
            Prefix::Expression(value) => self.value(value),
            _ => {}
        }
        for (n, suffix) in suffixes.iter().enumerate() {
            match suffix {
                Suffix::Index(Index::Brackets { expression, .. }) => self.value(expression),
                Suffix::Call(Call::AnonymousCall(arguments)) => {
                    let callee = self.path(prefix, &suffixes[..n]);
                    self.arguments(arguments, callee.as_deref());
                }
                Suffix::Call(Call::MethodCall(method)) => self.arguments(method.args(), None),
                _ => {}
            }
        }
    }

    fn arguments(&mut self, arguments: &'a FunctionArgs, callee: Option<&str>) {
        let goal = Goal { name: None, is_called: callee == Some(LAW) };
        match arguments {
            FunctionArgs::Parentheses { arguments, .. } => {
                arguments.iter().for_each(|value| self.expression(value, &goal));
                self.changed_by(callee, &arguments.iter().collect::<Vec<_>>());
            }
            FunctionArgs::TableConstructor(table) => self.table(table, &goal),
            _ => {}
        }
    }

    /// What a function of the library changes that it is given.
    fn changed_by(&mut self, callee: Option<&str>, given: &[&'a Expression]) {
        let changed = match (callee, given) {
            (Some("table.move"), [_, _, _, _, into]) => *into,
            (Some("table.move"), [first, ..]) => *first,
            (Some(callee), [first, ..]) if CHANGING.contains(&callee) => *first,
            _ => return,
        };
        // What is put into a table may be something else's, too.
        let added = given.iter().skip(1).find(|value| !is_plain(value)).copied();
        match without_brackets(changed) {
            Expression::Var(Var::Name(name)) => self.entry(name, 1, added, span_of(name)),
            Expression::Var(var @ Var::Expression(path)) if path.suffixes().all(|s| matches!(s, Suffix::Index(_))) => {
                if let Prefix::Name(name) = path.prefix() {
                    self.entry(name, 2, added, span_of_var(var));
                }
            }
            _ => {}
        }
    }

    /// A function of the library by its whole name, or by the local one it was given.
    pub fn path(&self, prefix: &Prefix, suffixes: &[&Suffix]) -> Option<String> {
        let Prefix::Name(name) = prefix else { return None };
        match (self.root(name_of(name)), suffixes) {
            (Root::Global(name), []) => Some(name),
            (Root::Global(name), [field]) => Some(format!("{name}.{}", field_of(field)?)),
            (Root::Local(variable), []) => self.names.variables[variable].stands_for.clone(),
            _ => None,
        }
    }
}
