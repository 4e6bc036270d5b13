//! Who sits at a table that is under way: a seat gets another name, and whoever wants to come or go hears why that cannot be.

use std::borrow::Cow;

use crate::diag::{Diagnostic, Diagnostics};
use crate::referee::{Entry, Problem, Refusal, Table, Viewer, What, renamed_state};

use super::session::{Session, open_table};
use super::setup::{players, seats_told};

impl Session {
    /// Gives a seat another name; all that it did reads with that from now on. The table is first played with the new name, and
    /// is the same but for it.
    ///
    /// # Errors
    /// When nobody is called so, the name cannot be one, or the rules play otherwise with it; then nothing was changed.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<(), Diagnostics> {
        let seat = self.table.seat(from)?;
        let to = to.trim();
        if self.table.name(seat) == to {
            return Err(Refusal::new(format!("{to} is called so already")).into());
        }
        let mut names = self.table.players().to_vec();
        to.clone_into(&mut names[seat.0]);
        players(&self.game, &names, "name one seat")?;
        let what = What::Rename { from: self.table.name(seat).to_owned(), to: to.to_owned() };
        let entry = Entry { seq: self.table.number() + 1, at: (self.clock)(), by: None, what };
        let entries = [self.table.entries(), std::slice::from_ref(&entry)].concat();
        let journal = (self.table.start().clone(), entries);
        let played = open_table(&self.game, &self.script, journal, self.clock);
        let mut renamed = played.map_err(|_| plays_otherwise(to))?;
        self.look(|table| is_same(table, &mut renamed))?.then_some(()).ok_or_else(|| plays_otherwise(to))?;
        self.append(&[entry])?;
        self.table = renamed;
        Ok(())
    }

    /// Why somebody cannot sit down at this table, and what can be done instead.
    #[must_use]
    pub fn why_not_join(&self, name: &str) -> Diagnostic {
        let seated = self.table.players();
        if seated.iter().any(|player| player.eq_ignore_ascii_case(name)) {
            return Diagnostic::error(format!("{name} sits at this table already"));
        }
        let (title, id) = (&self.game.title, &self.game.id);
        let is_full = self.game.play.seats.filter(|(_, most)| seated.len() >= *most);
        let why = match (is_full, &self.game.play.joining) {
            (Some(seats), _) => format!("{title} is for {} players", seats_told(seats)),
            (None, Some(why)) => why.clone(),
            (None, None) => format!("the rules of {title} know only those it began with"),
        };
        let all = [seated, &[name.to_owned()]].concat().join(",");
        let told = Diagnostic::error(format!("{name} cannot join: {why}")).hint(format!(
            "`tablewright referee rename {} {}` lets {name} play on in the place of somebody",
            word(&seated[0]),
            word(name)
        ));
        if is_full.is_some() {
            told
        } else {
            told.hint(format!("`tablewright referee new {id} --players {}` begins anew", word(&all)))
        }
    }

    /// Why somebody cannot leave this table, and what can be done instead.
    #[must_use]
    pub fn why_not_leave(&self, name: &str) -> Diagnostic {
        let seat = match self.table.seat(name) {
            Ok(seat) => seat,
            Err(refusal) => return refusal.diagnostic(),
        };
        let name = self.table.name(seat);
        let usual = || format!("the rules of {} go on asking every seat", self.game.title);
        let why = self.game.play.leaving.clone().unwrap_or_else(usual);
        Diagnostic::error(format!("{name} cannot leave: {why}"))
            .hint(format!(
                "anybody can answer for {name}, or take the seat over: `tablewright referee rename {} NAME`",
                word(name)
            ))
            .hint("`tablewright referee score` says how it stands, where people want to stop")
    }
}

/// A name as it is typed into a shell.
fn word(name: &str) -> Cow<'_, str> {
    if name.chars().all(|sign| sign.is_alphanumeric() || sign == ',') {
        return Cow::Borrowed(name);
    }
    Cow::Owned(format!("'{}'", name.replace('\'', "'\\''")))
}

fn plays_otherwise(name: &str) -> Diagnostic {
    Diagnostic::error(format!("the rules of this game would have played otherwise with the name `{name}`"))
        .hint("nothing was changed; another name may do")
}

/// Whether two tables are the same but for the names of their seats.
fn is_same(table: &mut Table, renamed: &mut Table) -> Result<bool, Problem> {
    let (before, after) = (table.players().to_vec(), renamed.players().to_vec());
    let name = |name: &str| {
        let seat = before.iter().position(|known| known == name);
        seat.and_then(|seat| after.get(seat)).map_or_else(|| name.to_owned(), Clone::clone)
    };
    let asked = |table: &Table| {
        table.request().map(|request| (request.seat, request.kind.word(), request.kind.options().len()))
    };
    let state = renamed_state(renamed.schema(), &table.state(Viewer::Referee)?, &name);
    Ok(renamed.state(Viewer::Referee)? == state
        && renamed.step() == table.step()
        && asked(renamed) == asked(table)
        && renamed.number() == table.number() + 1)
}
