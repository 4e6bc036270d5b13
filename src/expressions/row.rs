//! What expressions see of a row: each column by its heading, by a usable name made of it, and all of them together as
//! `row`. Reads no tables.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::value::Value;

use crate::model::{FieldText, usable_name};

use super::scope::{Origin, Scope};

/// The name of all columns together: `row["Card Cost"]`.
pub const ROW: &str = "row";

/// Names that every template knows something else by.
const TAKEN: &[&str] = &["face", "game", "palette", "component", "loop", "id", "qty", ROW];

/// The columns of some rows, by every name that expressions have for them.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    headings: BTreeSet<String>,
    /// Names for headings that are written otherwise.
    usable: BTreeMap<String, String>,
}

impl Columns {
    /// All columns that any of the rows has.
    pub fn of<'r>(rows: impl IntoIterator<Item = &'r [(String, FieldText)]>) -> Self {
        let mut columns = Self::default();
        for heading in rows.into_iter().flatten().map(|(heading, _)| heading) {
            if !columns.headings.contains(heading) {
                let usable = usable_name(heading);
                if !usable.is_empty() && !TAKEN.contains(&usable.as_str()) {
                    columns.usable.entry(usable).or_insert_with(|| heading.clone());
                }
                columns.headings.insert(heading.clone());
            }
        }
        // What is written like that is meant by it.
        let headings = &columns.headings;
        columns.usable.retain(|usable, _| !headings.contains(usable));
        columns
    }

    /// Columns of these names.
    pub fn named<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        Self { headings: names.into_iter().map(str::to_owned).collect(), usable: BTreeMap::new() }
    }

    /// Whether it is a name of one of them.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.headings.contains(name) || self.usable.contains_key(name)
    }

    /// Whether all of them together are called `row`: not when one of them is.
    #[must_use]
    pub fn has_group(&self) -> bool {
        !self.contains(ROW)
    }

    /// Every name that an expression can have for one of them.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let headings = self.headings.iter().filter(|heading| is_name(heading));
        headings.chain(self.usable.keys()).map(String::as_str)
    }

    /// Their headings, and the names made of them.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.headings.iter().chain(self.usable.keys()).map(String::as_str)
    }

    /// Adds the values of a row to a scope, under every name; `given` says where a value was given.
    pub fn set(&self, scope: &mut Scope, fields: &[(String, FieldText)], given: impl Fn(&FieldText) -> Origin) {
        for (heading, field) in fields {
            scope.set_text(heading, &field.text, given(field));
        }
        for (usable, heading) in &self.usable {
            if let Some((_, field)) = fields.iter().find(|(known, _)| known == heading) {
                scope.set_text(usable, &field.text, given(field));
            }
        }
    }

    /// All values of a row together.
    pub fn group(&self, fields: &[(String, FieldText)], given: impl Fn(&FieldText) -> Origin) -> Value {
        let mut group = Scope::named("a column of this row");
        self.set_empty(&mut group);
        self.set(&mut group, fields, given);
        group.finish()
    }

    /// Adds every name with nothing in it: a column that a row leaves out is empty, not unknown.
    pub fn set_empty(&self, scope: &mut Scope) {
        for name in self.all() {
            scope.set_text(name, "", Origin::Nowhere);
        }
    }
}

/// Whether an expression reads it as one name.
fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diag::{Place, SourceText};

    fn columns(headings: &[&str]) -> Columns {
        let place = Place::file(&Arc::new(SourceText::new("t", "")));
        let field = |heading: &&str| ((*heading).to_owned(), FieldText { text: String::new(), place: place.clone() });
        let row: Vec<_> = headings.iter().map(field).collect();
        Columns::of([row.as_slice()])
    }

    #[test]
    fn headings_have_names_that_expressions_can_use() {
        let names = |headings: &[&str]| columns(headings).names().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(names(&["Card Cost", "name", "2nd"]), ["name", "_2nd", "card_cost"]);
        assert_eq!(names(&["Cost", "cost", "Face"]), ["Cost", "Face", "cost"]);
        assert_eq!(names(&["Stärke", "#", "Row"]), ["Row", "Stärke", "stärke"]);
    }

    #[test]
    fn a_column_called_row_is_that_column() {
        assert!(columns(&["Row"]).has_group());
        assert!(!columns(&["row"]).has_group());
    }
}
