//! "The table is right" in a conversation: what there is to set, and setting it, in people's words or by its field.

use std::collections::BTreeMap;
use std::io;

use crate::app::table::{fields, read_adjustment, read_wishes};
use crate::diag::{Diagnostic, meant_or_known};
use crate::referee::{Adjusted, View, Viewer};

use super::face::Next;
use super::lines::set_in;
use super::play::Conversation;

impl Conversation<'_> {
    /// Sets something, or tells what could be set.
    pub(super) fn adjust_or_list(&mut self, view: &View, text: &str) -> io::Result<Next> {
        if text.contains('=') || text.contains(": ") { self.adjust(text) } else { self.list(view, text) }
    }

    /// Everything that can be set, or the one with this name: first in people's words, then by field.
    fn list(&mut self, view: &View, name: &str) -> io::Result<Next> {
        let width = self.page_width();
        // Whose counts fail has its fields.
        let counts = self.session.table.audit(Viewer::Everybody).unwrap_or_default();
        let all = fields(&self.session.table, &view.state);
        if !name.is_empty() {
            let Some(field) = all.iter().find(|field| field.name == name) else {
                let known =
                    all.iter().map(|field| field.name.as_str()).chain(counts.iter().map(|count| count.what.as_str()));
                let close = meant_or_known(name, known);
                let unknown = Diagnostic::error(format!("`{name}` is neither a field nor an adjustment"));
                let how = "`adjust pen=29 because one fell off` sets a field";
                return self.tell_one(unknown.maybe_hint(close).hint(how));
            };
            let told = set_in("  ", &format!("{} = {} ({})", field.name, field.value, field.what), width);
            self.say(&told)?;
            return Ok(Next::Nothing);
        }
        let mut told = String::new();
        for count in counts.iter().filter(|count| count.field.is_some()) {
            told.push_str(&set_in("  ", &format!("{}: {}", count.what, count.count), width));
        }
        let (set, empty): (Vec<_>, Vec<_>) = all.iter().partition(|field| !field.is_empty);
        for field in set {
            told.push_str(&set_in("  ", &format!("{} = {}", field.name, field.value), width));
        }
        if !empty.is_empty() {
            let names: Vec<&str> = empty.iter().map(|field| field.name.as_str()).collect();
            told.push_str(&set_in("  ", &format!("empty now: {}", names.join(", ")), width));
        }
        self.say(&told)?;
        Ok(Next::Nothing)
    }

    fn adjust(&mut self, text: &str) -> io::Result<Next> {
        let table = &mut self.session.table;
        let counts = table.audit(Viewer::Everybody).unwrap_or_default();
        let read = read_adjustment(text).and_then(|(texts, reason)| Ok((read_wishes(table, &counts, &texts)?, reason)));
        match read {
            Ok((set, reason)) => self.set(&Adjusted { set, at_step: BTreeMap::new(), reason, triggers: false }),
            Err(diagnostic) => self.tell_one(diagnostic),
        }
    }

    /// Sets fields, and says what does not add up any more.
    pub(super) fn set(&mut self, wish: &Adjusted) -> io::Result<Next> {
        let adjusted = match self.session.with(|table, at| table.adjust(wish, None, at)) {
            Ok(adjusted) => adjusted,
            Err(found) => return self.tell(&found),
        };
        for warning in adjusted.warnings() {
            self.tell_one(warning)?;
        }
        match adjusted.fault {
            Some(fault) => self.problem(&fault.into()),
            None => Ok(Next::News),
        }
    }
}
