//! `{{ expressions }}` in templates and game files: compiled once, checked for names nobody knows, run for every piece.
//! The only file that knows the template engine.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use minijinja::value::{Object, Value, ValueKind};
use minijinja::{Environment, UndefinedBehavior};

use crate::diag::{Diagnostic, Place, meant_or_known};

/// More steps than this for one attribute is a runaway loop.
const FUEL: u64 = 200_000;
/// One expression is no longer than this.
const LONGEST: usize = 600;
/// And one text has no more of them.
const MOST_PARTS: usize = 100;
/// Filters that make long texts out of short ones, which a card never needs.
const NO_FILTERS: [&str; 6] = ["indent", "format", "batch", "slice", "replace", "tojson"];

/// A text that may hold expressions.
#[derive(Debug, Clone)]
pub struct Program {
    /// As it was written.
    pub source: String,
    /// Where it was written.
    pub place: Place,
    /// Whether there is anything to run.
    dynamic: bool,
}

/// All compiled texts.
pub struct Expressions {
    env: Environment<'static>,
    /// The names each compiled text uses, with what they are asked for: `palette.barn`.
    names: HashMap<String, BTreeSet<String>>,
    /// Texts that were found to use unknown names: they are not run, as that would only say so again.
    wrong: BTreeSet<String>,
}

impl Default for Expressions {
    fn default() -> Self {
        let mut env = Environment::new();
        env.set_undefined_behavior(UndefinedBehavior::Strict);
        env.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        env.set_fuel(Some(FUEL));
        env.set_formatter(write_value);
        for filter in NO_FILTERS {
            env.remove_filter(filter);
        }
        env.add_filter("slug", |text: String| crate::model::slug(&text));
        Self { env, names: HashMap::new(), wrong: BTreeSet::new() }
    }
}

impl Expressions {
    /// Compiles a text; text without expressions costs nothing.
    ///
    /// # Errors
    /// When an expression is not well formed.
    pub fn compile(&mut self, source: &str, place: &Place) -> Result<Program, Diagnostic> {
        let dynamic = ["{{", "{%", "{#"].iter().any(|mark| source.contains(mark));
        if dynamic {
            check_size(source).map_err(|message| Diagnostic::error(message).at(place))?;
        }
        let program = Program { source: source.to_owned(), place: place.clone(), dynamic };
        if dynamic && !self.names.contains_key(source) {
            self.env
                .add_template_owned(source.to_owned(), source.to_owned())
                .map_err(|error| wrong_expression(&error, place))?;
            let names = self.env.get_template(source).map(|t| t.undeclared_variables(true));
            self.names.insert(source.to_owned(), names.unwrap_or_default().into_iter().collect());
        }
        Ok(program)
    }

    /// Compiles a bare expression, as in `data-if="cost > 3"`.
    ///
    /// # Errors
    /// When it is not well formed.
    pub fn compile_bare(&mut self, source: &str, place: &Place) -> Result<Program, Diagnostic> {
        if source.contains("{{") {
            let message = "this is an expression already and needs no braces";
            let bare = source.replace("{{", "").replace("}}", "");
            return Err(Diagnostic::error(message).at(place).hint(format!("write `{}`", bare.trim())));
        }
        self.compile(&format!("{{{{ {source} }}}}"), place)
    }

    /// The text with its expressions carried out.
    ///
    /// # Errors
    /// When an expression cannot be carried out.
    pub fn text(&self, program: &Program, scope: &Value) -> Result<String, Diagnostic> {
        if !program.dynamic {
            return Ok(program.source.clone());
        }
        if self.wrong.contains(&program.source) {
            return Ok(String::new());
        }
        let template = self.env.get_template(&program.source);
        template
            .and_then(|template| template.render(scope.clone()))
            .map_err(|error| wrong_expression(&error, &program.place))
    }

    /// The value of a bare expression.
    ///
    /// # Errors
    /// When it cannot be carried out.
    pub fn value(&self, program: &Program, scope: &Value) -> Result<Value, Diagnostic> {
        if self.wrong.contains(&program.source) {
            return Ok(Value::from(Vec::<Value>::new()));
        }
        let bare = program.source.trim_start_matches("{{").trim_end_matches("}}").to_owned();
        self.env
            .compile_expression_owned(bare)
            .and_then(|expression| expression.eval(scope.clone()))
            .map_err(|error| wrong_expression(&error, &program.place))
    }

    /// Whether a program uses a name that `wanted` picks.
    pub fn uses_any(&self, program: &Program, wanted: impl Fn(&str) -> bool) -> bool {
        let first = |path: &String| wanted(path.split('.').next().unwrap_or(path));
        self.names.get(&program.source).is_some_and(|names| names.iter().any(first))
    }

    /// A word about every name in a program that nothing explains.
    pub fn check_names(&mut self, program: &Program, known: &Names, report: &mut dyn FnMut(Diagnostic)) {
        for name in self.names.get(&program.source).into_iter().flatten() {
            if let Some(diagnostic) = known.missing(name) {
                self.wrong.insert(program.source.clone());
                report(diagnostic.at(&program.place));
            }
        }
    }
}

/// Truth values are printed as they are written in a game file.
fn write_value(
    out: &mut minijinja::Output<'_>,
    state: &mut minijinja::State<'_, '_>,
    value: &Value,
) -> Result<(), minijinja::Error> {
    match value.kind() {
        ValueKind::Bool => write!(out, "{}", value.is_true()).map_err(|_| minijinja::ErrorKind::WriteFailure.into()),
        _ => minijinja::escape_formatter(out, state, value),
    }
}

/// Expressions stay small: no loops and no assignments, which belong into `data-for`, and nothing that goes on for pages.
fn check_size(source: &str) -> Result<(), String> {
    let mut count = 0;
    for (open, close) in [("{{", "}}"), ("{%", "%}")] {
        for part in source.split(open).skip(1) {
            let inside = part.split(close).next().unwrap_or(part);
            count += 1;
            if inside.len() > LONGEST || count > MOST_PARTS {
                return Err(format!(
                    "an expression is at most {LONGEST} letters long, and a text has at most {MOST_PARTS}"
                ));
            }
            let word = inside.trim_start_matches('-').split_whitespace().next().unwrap_or_default();
            if open == "{%" && !matches!(word.trim_end_matches('-'), "if" | "elif" | "else" | "endif") {
                return Err(format!("`{{% {word} %}}` is not known here: only `if`, `elif`, `else` and `endif` are"));
            }
        }
    }
    Ok(())
}

fn wrong_expression(error: &minijinja::Error, place: &Place) -> Diagnostic {
    let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    Diagnostic::error(format!("wrong expression: {detail}")).at(place)
}

/// The names that expressions in one place may use, and for groups such as `palette`, what is in them.
#[derive(Debug, Clone, Default)]
pub struct Names {
    groups: BTreeMap<String, Option<BTreeSet<String>>>,
}

impl Names {
    /// A plain name.
    pub fn add(&mut self, name: &str) {
        self.groups.insert(name.to_owned(), None);
    }

    /// A group and what is in it.
    pub fn add_group(&mut self, name: &str, members: impl IntoIterator<Item = String>) {
        self.groups.insert(name.to_owned(), Some(members.into_iter().collect()));
    }

    fn missing(&self, path: &str) -> Option<Diagnostic> {
        let (name, member) = path.split_once('.').map_or((path, None), |(n, m)| (n, Some(m)));
        let Some(group) = self.groups.get(name) else {
            // The engine's own functions are not ours to know.
            if matches!(name, "range" | "dict" | "namespace" | "debug") {
                return None;
            }
            let hint = meant_or_known(name, self.groups.keys().map(String::as_str));
            return Some(Diagnostic::error(format!("unknown name `{name}`")).maybe_hint(hint));
        };
        let (members, member) = (group.as_ref()?, member?);
        if members.contains(member) {
            return None;
        }
        let hint = meant_or_known(member, members.iter().map(String::as_str));
        Some(Diagnostic::error(format!("there is no `{member}` in `{name}`")).maybe_hint(hint))
    }
}

/// Names and values for one piece, over those of everything around it.
#[derive(Debug, Default)]
pub struct Scope {
    own: Vec<(String, Value)>,
    outer: Option<Value>,
    /// What its members are; a name that is none of them is then an error and not just empty.
    members: Option<&'static str>,
}

impl Scope {
    /// Names over `outer`.
    #[must_use]
    pub fn over(outer: Value) -> Self {
        Self { outer: Some(outer), ..Self::default() }
    }

    /// A group of which every member is `what`.
    #[must_use]
    pub fn named(what: &'static str) -> Self {
        Self { members: Some(what), ..Self::default() }
    }

    /// Adds a text; a number or truth value in it counts as one.
    pub fn set_text(&mut self, name: &str, text: &str) {
        self.own.push((name.to_owned(), typed(text)));
    }

    /// Adds a value.
    pub fn set(&mut self, name: &str, value: Value) {
        self.own.push((name.to_owned(), value));
    }

    /// Done adding.
    #[must_use]
    pub fn finish(self) -> Value {
        Value::from_object(self)
    }
}

impl Object for Scope {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let name = key.as_str()?;
        let own = self.own.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        own.or_else(|| self.outer.as_ref()?.get_attr(name).ok().filter(|value| !value.is_undefined())).or_else(|| {
            let known = self.own.iter().map(|(known, _)| known.as_str());
            let hint = meant_or_known(name, known).map(|hint| format!("; {hint}")).unwrap_or_default();
            let message = format!("`{name}` is not {}{hint}", self.members?);
            Some(Value::from(minijinja::Error::new(minijinja::ErrorKind::InvalidOperation, message)))
        })
    }
}

/// `3` is a number and `true` a truth value; `007` and `1.50` stay text, as they would print differently.
fn typed(text: &str) -> Value {
    match text {
        "true" => return Value::from(true),
        "false" => return Value::from(false),
        _ => {}
    }
    if let Ok(number) = text.parse::<i64>()
        && number.to_string() == text
    {
        return Value::from(number);
    }
    match text.parse::<f64>() {
        Ok(number) if text.contains('.') && number.is_finite() && number.to_string() == text => Value::from(number),
        _ => Value::from(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::SourceText;

    fn place() -> Place {
        Place::file(&Arc::new(SourceText { path: "t".into(), text: String::new() }))
    }

    fn run(source: &str) -> Result<String, String> {
        let mut expressions = Expressions::default();
        let mut scope = Scope::default();
        scope.set_text("cost", "3");
        scope.set_text("name", "007");
        let program = expressions.compile(source, &place()).map_err(|d| d.message)?;
        expressions.text(&program, &scope.finish()).map_err(|d| d.message)
    }

    #[test]
    fn numbers_count_and_names_stay() {
        assert_eq!(run("{{ cost + 1 }} {{ name }}"), Ok("4 007".into()));
        assert_eq!(run("{{ 'a' if cost > 2 else 'b' }}"), Ok("a".into()));
        assert_eq!(run("no expression"), Ok("no expression".into()));
    }

    #[test]
    fn expressions_stay_small() {
        assert_eq!(
            run("{% for a in range(9) %}x{% endfor %}"),
            Err("`{% for %}` is not known here: only `if`, `elif`, `else` and `endif` are".into())
        );
        assert!(run(&format!("{{{{ {} }}}}", "1+".repeat(400))).is_err());
        assert_eq!(run("{% if cost > 2 %}dear{% else %}cheap{% endif %}"), Ok("dear".into()));
    }

    #[test]
    fn unknown_names_are_found_before_anything_runs() {
        let mut expressions = Expressions::default();
        let mut known = Names::default();
        known.add("title");
        known.add_group("palette", ["barn".to_owned()]);
        let program = expressions.compile("{{ titel }} {{ palette.bran }}", &place()).unwrap();
        let mut seen = Vec::new();
        expressions.check_names(&program, &known, &mut |d| seen.push((d.message, d.hints)));
        assert_eq!(
            seen,
            [
                ("there is no `bran` in `palette`".to_owned(), vec!["did you mean `barn`?".to_owned()]),
                ("unknown name `titel`".to_owned(), vec!["did you mean `title`?".to_owned()]),
            ]
        );
    }
}
