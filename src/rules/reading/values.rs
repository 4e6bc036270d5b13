//! The values in a script: where they go, which names they read, and whether they are tables that nothing else has.

use full_moon::ast::luau::{IfConditionBinding, IfExpression};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{Call, Expression, Field, Suffix, TableConstructor, Var};
use full_moon::tokenizer::TokenReference;

use super::marks::{name_of, text_of};
use super::names::Root;
use super::walk::{Goal, Walk};

/// Functions that give a table that nothing else has.
const FRESH: [&str; 3] = ["table.create", "table.clone", "copy"];

impl<'a> Walk<'a> {
    pub fn expressions(&mut self, values: &'a Punctuated<Expression>) {
        values.iter().for_each(|value| self.value(value));
    }

    pub fn value(&mut self, value: &'a Expression) {
        self.expression(value, &Goal::default());
    }

    pub fn expression(&mut self, value: &'a Expression, goal: &Goal) {
        match value {
            Expression::Function(function) => self.function(function.body(), false, goal),
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                self.expression(expression, goal);
            }
            Expression::BinaryOperator { lhs, rhs, .. } => {
                self.expression(lhs, goal);
                self.expression(rhs, goal);
            }
            Expression::UnaryOperator { expression, .. } => self.value(expression),
            Expression::IfExpression(choice) => self.chosen(choice, goal),
            Expression::InterpolatedString(text) => text.expressions().for_each(|value| self.value(value)),
            Expression::TableConstructor(table) => self.table(table, goal),
            Expression::FunctionCall(call) => self.call(call),
            Expression::Var(Var::Name(name)) => self.reads(name, None, goal.is_called),
            Expression::Var(Var::Expression(path)) => {
                self.chain(path.prefix(), &path.suffixes().collect::<Vec<_>>(), goal.is_called);
            }
            _ => {}
        }
    }

    fn chosen(&mut self, choice: &'a IfExpression, goal: &Goal) {
        self.value(choice.condition());
        self.bound_value(choice.binding().map(IfConditionBinding::name), choice.if_expression(), goal);
        for other in choice.else_if_expressions().into_iter().flatten() {
            self.value(other.condition());
            self.bound_value(other.binding().map(IfConditionBinding::name), other.expression(), goal);
        }
        self.expression(choice.else_expression(), goal);
    }

    fn bound_value(&mut self, name: Option<&'a TokenReference>, value: &'a Expression, goal: &Goal) {
        self.scoped(|walk| {
            if let Some(name) = name {
                walk.unknown(name);
            }
            walk.expression(value, goal);
        });
    }

    pub fn table(&mut self, table: &'a TableConstructor, goal: &Goal) {
        for field in table.fields() {
            let (key, value) = match field {
                Field::NameKey { key, value, .. } => (Some(name_of(key)), value.as_ref()),
                Field::ExpressionKey { key, value, .. } => {
                    self.value(key);
                    (text_of(key), value.as_ref())
                }
                Field::NoKey(value) => (None, value),
                _ => continue,
            };
            let mut goal = goal.clone();
            if let Some(name) = goal.name.as_mut().filter(|name| name.field.is_none()) {
                name.field = key.map(str::to_owned);
            }
            self.expression(value, &goal);
        }
    }

    /// The function of the library that this is another name of.
    pub fn library_name(&self, value: &Expression) -> Option<String> {
        match without_brackets(value) {
            Expression::Var(Var::Name(name)) => match self.root(name_of(name)) {
                Root::Global(name) => Some(name),
                Root::Local(variable) => self.names.variables[variable].stands_for.clone(),
            },
            Expression::Var(Var::Expression(path)) => self.path(path.prefix(), &path.suffixes().collect::<Vec<_>>()),
            _ => None,
        }
    }

    /// Whether nothing else has the table that this gives.
    pub fn is_fresh(&self, value: &Expression) -> bool {
        match without_brackets(value) {
            Expression::TableConstructor(_) => true,
            Expression::FunctionCall(call) => {
                let suffixes: Vec<&Suffix> = call.suffixes().collect();
                let Some((Suffix::Call(Call::AnonymousCall(_)), path)) = suffixes.split_last() else { return false };
                self.path(call.prefix(), path).is_some_and(|callee| FRESH.contains(&callee.as_str()))
            }
            _ => false,
        }
    }
}

/// Whether nothing in this can be a table that something else has.
pub fn is_plain(value: &Expression) -> bool {
    match without_brackets(value) {
        Expression::TableConstructor(table) => table.fields().iter().all(|field| match field {
            Field::NameKey { value, .. } | Field::ExpressionKey { value, .. } => is_plain(value),
            Field::NoKey(value) => is_plain(value),
            _ => false,
        }),
        Expression::Number(_)
        | Expression::String(_)
        | Expression::Symbol(_)
        | Expression::InterpolatedString(_)
        | Expression::Function(_)
        | Expression::UnaryOperator { .. } => true,
        _ => false,
    }
}

/// A value without the brackets and the type around it.
pub fn without_brackets(value: &Expression) -> &Expression {
    match value {
        Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
            without_brackets(expression)
        }
        _ => value,
    }
}
