//! Which rows of a table are wanted: one expression over the columns of a row, as in `kind == 'monster'`.

use crate::diag::{Diagnostic, Diagnostics};
use crate::model::FieldText;

use super::program::{Expressions, Names, Program};
use super::row::{Columns, ROW};
use super::scope::{Origin, Scope};

/// What the expression is where it is written.
const WORD: &str = "where";

/// An expression that is true for the rows that are wanted.
pub struct RowFilter {
    expressions: Expressions,
    program: Program,
}

impl RowFilter {
    /// Compiles it; nothing, and told, when it is not well formed or names a column that is not there.
    pub fn compile(written: &FieldText, columns: &Columns, found: &mut Diagnostics) -> Option<Self> {
        let mut expressions = Expressions::default();
        let program = found.accept(expressions.compile_bare(&written.text, &written.place, WORD))?;
        let mut names = Names::default();
        columns.names().for_each(|name| names.add(name));
        if columns.has_group() {
            names.add_group(ROW, columns.all().map(str::to_owned));
        }
        let mut known = true;
        expressions.check_names(&program, &names, &mut |unknown| {
            known = false;
            found.push(unknown);
        });
        known.then_some(Self { expressions, program })
    }

    /// Whether a row is wanted.
    ///
    /// # Errors
    /// When the expression cannot be carried out for this row.
    pub fn keeps(&self, fields: &[(String, FieldText)], columns: &Columns) -> Result<bool, Diagnostic> {
        let given = |field: &FieldText| Origin::Given(field.place.clone());
        let fields = &with_points(fields);
        let mut scope = Scope::default();
        columns.set_empty(&mut scope);
        columns.set(&mut scope, fields, given);
        if columns.has_group() {
            scope.set(ROW, columns.group(fields, given), Origin::Nowhere);
        }
        let value = self.expressions.value(&self.program, &scope.finish())?;
        Ok(value.is_some_and(|value| value.is_true()))
    }
}

/// The same fields with decimals as expressions know them: `2,5` compares as 2.5. With three figures behind the comma it may be a
/// thousand, and stays a text.
fn with_points(fields: &[(String, FieldText)]) -> Vec<(String, FieldText)> {
    let pointed = |field: &FieldText| match decimal_comma(&field.text) {
        Some(text) => FieldText { text, ..field.clone() },
        None => field.clone(),
    };
    fields.iter().map(|(heading, field)| (heading.clone(), pointed(field))).collect()
}

fn decimal_comma(text: &str) -> Option<String> {
    let (whole, decimals) = text.trim().split_once(',')?;
    let are_figures = |part: &str| !part.is_empty() && part.bytes().all(|figure| figure.is_ascii_digit());
    let is_number =
        are_figures(whole.strip_prefix('-').unwrap_or(whole)) && are_figures(decimals) && decimals.len() != 3;
    is_number.then(|| format!("{whole}.{decimals}"))
}
