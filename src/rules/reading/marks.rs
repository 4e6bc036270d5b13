//! What can be told of a script by looking at one place of it: loops, headings that are named, and where steps begin.

use std::collections::BTreeSet;

use full_moon::ast::luau::ConstAssignment;
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    Assignment, Ast, Call, Expression, Field, FunctionArgs, FunctionCall, FunctionDeclaration, GenericFor, Index,
    LocalAssignment, Prefix, Suffix, Var,
};
use full_moon::node::Node;
use full_moon::tokenizer::{StringLiteralQuoteType, Token, TokenReference, TokenType};
use full_moon::visitors::Visitor;

use super::Span;

/// What goes through something in a fixed order.
const IN_ORDER: [&str; 4] = ["pairs", "ipairs", "gmatch", "codes"];
/// What a heading is the value of.
const RULE: &str = "rule";
/// The table whose functions are the steps.
pub const STEPS: &str = "steps";

/// What stands where.
#[derive(Default)]
pub struct Marks {
    /// What loops go through in no fixed order.
    pub loops: Vec<Span>,
    /// Texts that name a heading, without their quotes.
    pub headings: Vec<Span>,
    /// Steps by name.
    pub steps: Vec<(String, Span)>,
    /// What may be the id of something: texts, and names of fields.
    pub ids: BTreeSet<String>,
}

impl Marks {
    /// All of a script.
    pub fn of(ast: &Ast) -> Self {
        let mut marks = Self::default();
        marks.visit_ast(ast);
        marks
    }

    /// The headings that a value can be.
    fn named_in(&mut self, value: &Expression) {
        match value {
            Expression::String(token) => self.headings.extend(plain_text(token).map(|(_, span)| span)),
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                self.named_in(expression);
            }
            Expression::IfExpression(choice) => {
                self.named_in(choice.if_expression());
                let others = choice.else_if_expressions().into_iter().flatten();
                others.for_each(|other| self.named_in(other.expression()));
                self.named_in(choice.else_expression());
            }
            Expression::BinaryOperator { lhs, binop, rhs } => {
                let operator = symbol(binop.token());
                if operator == "or" {
                    self.named_in(lhs);
                }
                if matches!(operator.as_str(), "and" | "or") {
                    self.named_in(rhs);
                }
            }
            _ => {}
        }
    }

    fn local(&mut self, names: &Punctuated<TokenReference>, values: &Punctuated<Expression>) {
        for (name, value) in names.iter().zip(values.iter()) {
            if name_of(name) == RULE {
                self.named_in(value);
            }
        }
    }

    fn step(&mut self, var: &Var) {
        if let Some((STEPS, Some(name))) = indexed(var).map(|(root, field)| (name_of(root), field)) {
            self.steps.extend(span_of_var(var).map(|span| (name.to_owned(), span)));
        }
    }
}

impl Visitor for Marks {
    fn visit_generic_for(&mut self, node: &GenericFor) {
        let through = node.expressions().iter().next();
        let in_no_order = through.filter(|expression| !is_in_order(expression));
        self.loops.extend(in_no_order.and_then(span_of));
    }

    fn visit_string_literal(&mut self, token: &Token) {
        if let TokenType::StringLiteral { literal, .. } = token.token_type() {
            self.ids.insert(literal.as_str().to_owned());
        }
    }

    fn visit_field(&mut self, node: &Field) {
        if let Field::NameKey { key, .. } = node {
            self.ids.insert(name_of(key).to_owned());
        }
        match node {
            Field::NameKey { key, value, .. } if name_of(key) == RULE => self.named_in(value),
            Field::ExpressionKey { key, value, .. } if text_of(key) == Some(RULE) => self.named_in(value),
            _ => {}
        }
    }

    fn visit_local_assignment(&mut self, node: &LocalAssignment) {
        self.local(node.names(), node.expressions());
    }

    fn visit_const_assignment(&mut self, node: &ConstAssignment) {
        self.local(node.names(), node.expressions());
    }

    fn visit_assignment(&mut self, node: &Assignment) {
        for (var, value) in node.variables().iter().zip(node.expressions().iter()) {
            if last_name(var) == Some(RULE) {
                self.named_in(value);
            }
        }
        node.variables().iter().for_each(|var| self.step(var));
    }

    fn visit_function_call(&mut self, node: &FunctionCall) {
        let Prefix::Name(name) = node.prefix() else { return };
        let Some(Suffix::Call(Call::AnonymousCall(arguments))) = node.suffixes().next() else { return };
        if let ("refuse", FunctionArgs::Parentheses { arguments, .. }) = (name_of(name), arguments.as_ref())
            && let Some(heading) = arguments.iter().nth(2)
        {
            self.named_in(heading);
        }
    }

    fn visit_function_declaration(&mut self, node: &FunctionDeclaration) {
        let names: Vec<&TokenReference> = node.name().names().iter().collect();
        if let ([table, step], None) = (names.as_slice(), node.name().method_name())
            && name_of(table) == STEPS
        {
            self.steps.extend(span_of(node.name()).map(|span| (name_of(step).to_owned(), span)));
        }
    }
}

/// Whether a loop through this is the same each time: it calls what goes in order, or is a function.
fn is_in_order(through: &Expression) -> bool {
    match through {
        Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
            is_in_order(expression)
        }
        Expression::IfExpression(choice) => {
            let mut others = choice.else_if_expressions().into_iter().flatten();
            is_in_order(choice.if_expression())
                && others.all(|other| is_in_order(other.expression()))
                && is_in_order(choice.else_expression())
        }
        Expression::BinaryOperator { lhs, binop, rhs } => {
            let operator = symbol(binop.token());
            (operator == "and" || operator == "or" && is_in_order(lhs)) && is_in_order(rhs)
        }
        Expression::FunctionCall(call) => called(call).is_some_and(|name| IN_ORDER.contains(&name)),
        Expression::Function(_) => true,
        _ => false,
    }
}

/// The name of what is called in the end: `gmatch` of `string.gmatch(..)` and of `text:gmatch(..)`.
fn called(call: &FunctionCall) -> Option<&str> {
    let suffixes: Vec<&Suffix> = call.suffixes().collect();
    let (last, before) = suffixes.split_last()?;
    match (last, before.last(), call.prefix()) {
        (Suffix::Call(Call::MethodCall(method)), _, _) => Some(name_of(method.name())),
        (Suffix::Call(_), Some(before), _) => field_of(before),
        (Suffix::Call(_), None, Prefix::Name(name)) => Some(name_of(name)),
        _ => None,
    }
}

/// The last name of what is assigned to: `b` of `b`, `a.b` and `a["b"]`.
fn last_name(var: &Var) -> Option<&str> {
    match var {
        Var::Name(name) => Some(name_of(name)),
        Var::Expression(path) => path.suffixes().last().and_then(field_of),
        _ => None,
    }
}

/// The name and the field of `a.b`, `a["b"]` and, without a field, `a[b]`.
fn indexed(var: &Var) -> Option<(&TokenReference, Option<&str>)> {
    let Var::Expression(path) = var else { return None };
    let (Prefix::Name(root), mut suffixes) = (path.prefix(), path.suffixes()) else { return None };
    let field = suffixes.next()?;
    (suffixes.next().is_none() && matches!(field, Suffix::Index(_))).then(|| (root, field_of(field)))
}

/// The field that `.b` and `["b"]` mean.
pub fn field_of(suffix: &Suffix) -> Option<&str> {
    match suffix {
        Suffix::Index(Index::Dot { name, .. }) => Some(name_of(name)),
        Suffix::Index(Index::Brackets { expression, .. }) => text_of(expression),
        _ => None,
    }
}

/// A name as it is written.
pub fn name_of(token: &TokenReference) -> &str {
    match token.token_type() {
        TokenType::Identifier { identifier } => identifier.as_str(),
        _ => "",
    }
}

/// A text that is written down as it is.
pub fn text_of(expression: &Expression) -> Option<&str> {
    let Expression::String(token) = expression else { return None };
    plain_text(token).map(|(text, _)| text)
}

/// A text that is not empty, has one line and no escapes, and where it stands without its quotes.
fn plain_text(token: &TokenReference) -> Option<(&str, Span)> {
    let TokenType::StringLiteral { literal, multi_line_depth, quote_type } = token.token_type() else { return None };
    let text = literal.as_str();
    let quotes = if *quote_type == StringLiteralQuoteType::Brackets { 2 + multi_line_depth } else { 1 };
    let start = token.token().start_position().bytes() + quotes;
    (!text.is_empty() && !text.contains(['\\', '\n', '\r'])).then(|| (text, start..start + text.len()))
}

/// An operator as it is written.
fn symbol(token: &TokenReference) -> String {
    token.token().to_string()
}

/// Where a variable or an entry of it stands, with the bracket that closes it.
pub fn span_of_var(var: &Var) -> Option<Span> {
    let span = span_of(var)?;
    match var {
        Var::Expression(path) => match path.suffixes().last() {
            Some(Suffix::Index(Index::Brackets { brackets, .. })) => {
                Some(span.start..brackets.tokens().1.token().end_position().bytes())
            }
            _ => Some(span),
        },
        _ => Some(span),
    }
}

/// Where something stands.
pub fn span_of<N: Node>(node: N) -> Option<Span> {
    node.range().map(|(start, end)| start.bytes()..end.bytes())
}
