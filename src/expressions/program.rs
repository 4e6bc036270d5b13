//! `{{ expressions }}` in templates and game files: compiled once, checked for names nobody knows, run for every piece.
//! With `engine` and `scope` the only file that knows the template engine.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error as _;
use std::io;

use minijinja::Environment;
use minijinja::value::Value;

use crate::diag::{Diagnostic, Place, meant_or_known};

use super::engine::{LARGEST, engine, size_of};
use super::parts::{COMPARED, TIMES, bounded, bounded_bare};
use super::row::ROW;
use super::scope::{NoValue, Scope};

/// Under which name a bare expression leaves its value.
const VALUE: &str = "value";
/// What to say where two names stand side by side.
const BLANKS: &str = "a heading with blanks is written `row[\"Card Name\"]`, or `card_name`";

/// A text that may hold expressions.
#[derive(Debug, Clone)]
pub struct Program {
    /// As it was written.
    pub source: String,
    /// Where it was written.
    pub place: Place,
    /// What it is there: the attribute or the field.
    word: String,
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
        Self { env: engine(), names: HashMap::new(), wrong: BTreeSet::new() }
    }
}

impl Expressions {
    /// Compiles a text that is a `word` where it stands; text without expressions costs nothing.
    ///
    /// # Errors
    /// When an expression is not well formed.
    pub fn compile(&mut self, source: &str, place: &Place, word: &str) -> Result<Program, Diagnostic> {
        let dynamic = ["{{", "{%", "{#"].iter().any(|mark| source.contains(mark));
        if dynamic && !self.names.contains_key(source) {
            let text = bounded(source).map_err(|message| Diagnostic::error(message).at(place))?;
            self.add(source, text, place)?;
            let names = self.env.get_template(source).map(|template| template.undeclared_variables(true));
            self.keep_names(source, names.unwrap_or_default());
        }
        Ok(Program { source: source.to_owned(), place: place.clone(), word: word.to_owned(), dynamic })
    }

    /// Compiles a bare expression, as in `data-if="cost > 3"`.
    ///
    /// # Errors
    /// When it is not well formed.
    pub fn compile_bare(&mut self, source: &str, place: &Place, word: &str) -> Result<Program, Diagnostic> {
        if source.contains("{{") {
            let message = "this is an expression already and needs no braces";
            let bare = source.replace("{{", "").replace("}}", "");
            return Err(Diagnostic::error(message).at(place).hint(format!("write `{}`", bare.trim())));
        }
        let expression = bounded_bare(source).map_err(|message| Diagnostic::error(message).at(place))?;
        // The engine keeps compiled texts only, so the text is one that does nothing but keep the value.
        let keeping = format!("{{% set {VALUE} = ({source}) %}}");
        if !self.names.contains_key(&keeping) {
            let alone = self.env.compile_expression_owned(expression.clone());
            let names = alone.map(|expression| expression.undeclared_variables(true));
            let names = names.map_err(|error| {
                let hint = if assigns(source) { "`==` compares" } else { BLANKS };
                let wrong = malformed(&error).at(place);
                // What ends too early has other troubles.
                if wrong.hints.is_empty() && wrong.message.contains("after expression") {
                    wrong.hint(hint)
                } else {
                    wrong
                }
            })?;
            self.add(&keeping, format!("{{% set {VALUE} = ({expression}) %}}"), place)?;
            self.keep_names(&keeping, names);
        }
        Ok(Program { source: keeping, place: place.clone(), word: word.to_owned(), dynamic: true })
    }

    /// Keeps the names that people wrote.
    fn keep_names(&mut self, source: &str, names: impl IntoIterator<Item = String>) {
        let columns = columns_of_row(source);
        // The column says more than the row: where its value was given.
        let own =
            names.into_iter().filter(|name| name != TIMES && name != COMPARED && (columns.is_empty() || name != ROW));
        self.names.insert(source.to_owned(), own.chain(columns.iter().cloned()).collect());
    }

    /// Compiles what the engine should read for a source.
    fn add(&mut self, source: &str, text: String, place: &Place) -> Result<(), Diagnostic> {
        let added = self.env.add_template_owned(source.to_owned(), text);
        added.map_err(|error| malformed(&error).at(place))
    }

    /// The text with its expressions carried out; none when what is wrong with it was told before.
    ///
    /// # Errors
    /// When an expression cannot be carried out.
    pub fn text(&self, program: &Program, scope: &Value) -> Result<Option<String>, Diagnostic> {
        if !program.dynamic {
            return Ok(Some(program.source.clone()));
        }
        if self.wrong.contains(&program.source) {
            return Ok(None);
        }
        self.check_values(program, scope)?;
        let mut text = Bounded { bytes: Vec::new(), left: program.source.len() + LARGEST };
        let template = self.env.get_template(&program.source);
        let run = template.and_then(|template| template.render_captured_to(scope.clone(), &mut text).map(|_| ()));
        match run {
            Ok(()) => Ok(Some(String::from_utf8_lossy(&text.bytes).into_owned())),
            Err(_) if text.left == 0 => {
                Err(Diagnostic::error(format!("expressions make more than {LARGEST} letters of this text"))
                    .at(&self.place(program, scope)))
            }
            Err(error) => self.failed(&error, program, scope),
        }
    }

    /// The value of a bare expression; none when what is wrong with it was told before.
    ///
    /// # Errors
    /// When it cannot be carried out.
    pub fn value(&self, program: &Program, scope: &Value) -> Result<Option<Value>, Diagnostic> {
        if self.wrong.contains(&program.source) {
            return Ok(None);
        }
        self.check_values(program, scope)?;
        let run = self.env.get_template(&program.source).and_then(|template| template.render_captured(scope.clone()));
        let value = run.map(|kept| Some(kept.state().lookup(VALUE).unwrap_or_default()));
        value.or_else(|error| self.failed(&error, program, scope))
    }

    /// No value that a program starts from is larger than values may be.
    fn check_values(&self, program: &Program, scope: &Value) -> Result<(), Diagnostic> {
        let names = self.names.get(&program.source).into_iter().flatten();
        let scope = scope.downcast_object_ref::<Scope>();
        match scope.and_then(|scope| names.into_iter().find(|name| scope.value(name).is_some_and(is_too_large))) {
            Some(name) => Err(Diagnostic::error(format!("`{name}` has more than {LARGEST} letters"))
                .at(&program.place)
                .hint("no expression can use so much")),
            None => Ok(()),
        }
    }

    /// What to say of a program that failed, unless it was said before.
    fn failed<T>(&self, error: &minijinja::Error, program: &Program, scope: &Value) -> Result<Option<T>, Diagnostic> {
        let told = match error.source().and_then(|source| source.downcast_ref::<NoValue>()) {
            Some(NoValue::ToldBefore) => return Ok(None),
            Some(NoValue::NoMember(message, hint)) => Diagnostic::error(message.as_str()).maybe_hint(hint.clone()),
            None => malformed(error),
        };
        Err(told.at(&self.place(program, scope)))
    }

    /// Where the value of a program was given; where the program stands when nobody gave it.
    #[must_use]
    pub fn place(&self, program: &Program, scope: &Value) -> Place {
        self.origin(program, scope).unwrap_or_else(|| program.place.clone())
    }

    /// Where the value of a program was given, by a row, a skin or the game; nothing when the program says it itself.
    #[must_use]
    pub fn origin(&self, program: &Program, scope: &Value) -> Option<Place> {
        let names = self.names.get(&program.source).filter(|_| program.dynamic)?;
        let scope = scope.downcast_object_ref::<Scope>()?;
        let given = scope.likely_origin(names.iter().map(String::as_str))?;
        Some(given.used_at(&program.place, Some(&program.word)))
    }

    /// Whether a program uses a name that `wanted` picks.
    pub fn uses_any(&self, program: &Program, wanted: impl Fn(&str) -> bool) -> bool {
        self.uses_path(program, |path| wanted(path.split('.').next().unwrap_or(path)))
    }

    /// The same with what it takes of that: `row.Name`.
    pub fn uses_path(&self, program: &Program, wanted: impl Fn(&str) -> bool) -> bool {
        self.names.get(&program.source).is_some_and(|names| names.iter().any(|path| wanted(path)))
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

fn is_too_large(value: &Value) -> bool {
    size_of(value).is_none()
}

/// A text while it is made, which ends at its bound.
struct Bounded {
    bytes: Vec<u8>,
    /// How much more it takes; nothing once it was asked for too much.
    left: usize,
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.left.checked_sub(bytes.len()) else {
            self.left = 0;
            return Err(io::ErrorKind::FileTooLarge.into());
        };
        self.left = left;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The columns that are asked for as `row["Card Cost"]`, which the engine knows only as `row`.
fn columns_of_row(source: &str) -> Vec<String> {
    let after = |(at, found): (usize, &str)| source[at + found.len()..].trim_start().strip_prefix('[');
    let asked = source.match_indices(ROW).filter_map(after).map(str::trim_start);
    let column = |rest: &str| {
        let quote = rest.chars().next().filter(|sign| matches!(sign, '\'' | '"'))?;
        rest[1..].split_once(quote).map(|(column, _)| format!("{ROW}.{column}"))
    };
    asked.filter_map(column).collect()
}

/// Whether there is an `=` that compares nothing.
fn assigns(source: &str) -> bool {
    let alone = source.replace("==", "").replace("!=", "").replace("<=", "").replace(">=", "");
    alone.contains('=')
}

fn malformed(error: &minijinja::Error) -> Diagnostic {
    let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
    let hint = match detail.split(',').next().unwrap_or_default() {
        "unexpected identifier" => Some(BLANKS.to_owned()),
        _ => None,
    };
    Diagnostic::error(format!("wrong expression: {detail}")).maybe_hint(hint)
}

/// The names that expressions in one place may use, and for groups such as `palette`, what is in them.
#[derive(Debug, Clone, Default)]
pub struct Names {
    groups: BTreeMap<String, Option<BTreeSet<String>>>,
    /// Columns that only rows of others have.
    elsewhere: BTreeSet<String>,
    /// What there is to say when one of these is asked for.
    missed: String,
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

    /// Says what to add when a column is asked for that only rows of others have.
    pub fn tell_missed(&mut self, elsewhere: &BTreeSet<String>, told: String) {
        (self.elsewhere, self.missed) = (elsewhere.clone(), told);
    }

    /// What there is to say of a column that is not here, but elsewhere.
    fn missed(&self, column: &str) -> Option<String> {
        self.elsewhere.contains(column).then(|| self.missed.clone())
    }

    fn missing(&self, path: &str) -> Option<Diagnostic> {
        let (name, member) = path.split_once('.').map_or((path, None), |(n, m)| (n, Some(m)));
        let Some(group) = self.groups.get(name) else {
            // A function of the engine, and no value.
            if name == "range" {
                return None;
            }
            let hint = meant_or_known(name, self.groups.keys().map(String::as_str));
            let told = Diagnostic::error(format!("unknown name `{name}`"));
            return Some(told.maybe_hint(hint).maybe_hint(self.missed(name)));
        };
        let (members, member) = (group.as_ref()?, member?);
        if members.contains(member) {
            return None;
        }
        let hint = meant_or_known(member, members.iter().map(String::as_str));
        let (message, missed) = match name {
            ROW => (format!("`{member}` is not a column of this row"), self.missed(member)),
            _ => (format!("there is no `{member}` in `{name}`"), None),
        };
        Some(Diagnostic::error(message).maybe_hint(hint).maybe_hint(missed))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diag::SourceText;
    use crate::expressions::Origin;

    fn place() -> Place {
        Place::file(&Arc::new(SourceText::new("t", "")))
    }

    fn run(source: &str) -> Result<String, String> {
        let mut expressions = Expressions::default();
        let mut scope = Scope::default();
        scope.set_text("cost", "3", Origin::Nowhere);
        scope.set_text("name", "007", Origin::Nowhere);
        let program = expressions.compile(source, &place(), "text").map_err(|d| d.message)?;
        expressions.text(&program, &scope.finish()).map(Option::unwrap_or_default).map_err(|d| d.message)
    }

    #[test]
    fn a_column_of_the_row_is_where_its_value_was_given() {
        let source = Arc::new(SourceText::new("t", "Wolf bites"));
        let given = |start, end| Origin::Given(Place::new(&source, start, end));
        let mut row = Scope::named("a column of this row");
        row.set_text("Card Text", "bites", given(5, 10));
        let mut scope = Scope::default();
        scope.set("row", row.finish(), given(0, 4));
        let scope = scope.finish();
        let mut expressions = Expressions::default();
        for written in ["{{ row['Card Text'] }}", "{{ row[ \"Card Text\" ] }}"] {
            let program = expressions.compile(written, &place(), "text").unwrap();
            assert_eq!(expressions.origin(&program, &scope).map(|at| at.text().to_owned()), Some("bites".to_owned()));
        }
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
        let program = expressions.compile("{{ titel }} {{ palette.bran }}", &place(), "text").unwrap();
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

    #[test]
    fn bare_expressions_have_values_of_every_kind() {
        let mut expressions = Expressions::default();
        let mut scope = Scope::default();
        scope.set_text("cost", "3", Origin::Nowhere);
        scope.set_text("value", "hay", Origin::Nowhere);
        let scope = scope.finish();
        let mut run = |source: &str| {
            let program = expressions.compile_bare(source, &place(), "data-if").map_err(|d| d.message)?;
            expressions.value(&program, &scope).map(|value| value.unwrap().to_string()).map_err(|d| d.message)
        };
        assert_eq!(run("cost > 2"), Ok("True".into()));
        assert_eq!(run("value ~ '%}'"), Ok("hay%}".into()));
        assert_eq!(run("[[cost, 'a'], {'b': {'c': 1}}]"), Ok("[[3, 'a'], {'b': {'c': 1}}]".into()));
        assert_eq!(run("range(2)"), Ok("[0, 1]".into()));
        assert!(run("cost >").is_err() && run("cost) %}{{ (cost").is_err() && run("cost %} {% if cost").is_err());
    }

    #[test]
    fn a_bare_expression_is_compiled_once() {
        let mut expressions = Expressions::default();
        let mut compile = || expressions.compile_bare("range(3)", &place(), "data-for").unwrap();
        let (first, second) = (compile(), compile());
        assert_eq!(first.source, second.source);
        assert_eq!(expressions.env.templates().count(), 1);
        let scope = Scope::default().finish();
        assert!(expressions.value(&first, &scope).is_ok());
        // What is compiled no more cannot be run, so running compiles nothing.
        expressions.env.clear_templates();
        assert!(expressions.value(&first, &scope).is_err());
    }
}
