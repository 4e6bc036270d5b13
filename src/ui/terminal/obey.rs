//! What the lines of a conversation do: one function for each command.

use std::collections::BTreeMap;
use std::io;

use crate::app::table::{fields, read_adjustment, read_wishes, taken_back};
use crate::diag::{Diagnostic, Diagnostics, Severity, meant_or_known};
use crate::referee::{Adjusted, Back, Custody, Move, Problem, Refusal, Table, View, Viewer};

use super::audit;
use super::command::{Command, read_command, without_numbers};
use super::help::help;
use super::lines::set_in;
use super::play::{Conversation, Next};
use super::secret::is_for_one;
use super::story::log_line;
use super::tally::score_text;
use super::why::{why_not, why_not_this};

impl Conversation<'_> {
    /// Does what a line says.
    pub(super) fn obey(&mut self, view: &View, line: &str) -> io::Result<Next> {
        let command = match read_command(line, view.request.as_ref()) {
            Ok(command) => command,
            Err(refusal) => return self.problem(&refusal.into()),
        };
        match command {
            Command::Answer(text) => self.answer(view, &text),
            Command::Enter if is_for_one(view) => Ok(self.open_secrets(view)),
            Command::Enter => self.enter(view),
            Command::WhyNot(id) => self.why(view, id.as_deref()),
            Command::Undo(back) => self.undo(back),
            Command::Show => Ok(Next::Whole),
            Command::Look(name) => self.look(&name),
            Command::Picture => self.picture(),
            Command::Log(lines) => self.log(view, lines),
            Command::Score => self.score(view),
            Command::Audit => audit::audit(self),
            Command::Adjust(text) if !text.contains('=') => self.fields(view, &text),
            Command::Adjust(text) => self.adjust(&text),
            Command::Note(text) => self.act(|table, at| {
                table.note(&text, None, at);
                Ok(())
            }),
            Command::Custody(of, to) => self.act(|table, at| table.custody(of.as_deref(), to, at)),
            Command::Help => {
                self.write(&help())?;
                Ok(Next::Nothing)
            }
            Command::Quit => Ok(Next::End),
        }
    }

    fn answer(&mut self, view: &View, text: &str) -> io::Result<Next> {
        if is_for_one(view) {
            let refusal = Refusal::new("everybody would read this answer");
            return self.problem(&refusal.hint("press Enter first, when the others look away").into());
        }
        let text = view.request.as_ref().map_or_else(|| text.to_owned(), |request| without_numbers(text, request));
        // Whoever has sent the others away is told why a secret answer does not count.
        let by = self.open.map(|(seat, _)| view.name(seat));
        let done = self.session.answer(&Move { text: &text, by, ..Move::default() });
        match done {
            Ok(()) => Ok(Next::Changes),
            Err(found) => {
                self.tell(&found)?;
                // Of several places some may have been legal.
                Ok(if self.session.table.number() == view.number { Next::Nothing } else { Next::Changes })
            }
        }
    }

    /// Nothing but Enter: the referee rolls, if it may; otherwise the table is shown again.
    fn enter(&mut self, view: &View) -> io::Result<Next> {
        let Some(name) = view.request.as_ref().and_then(|request| request.kind.randomiser()) else {
            return Ok(Next::Whole);
        };
        if self.session.table.custody_of(name) != Custody::Table {
            return self.answer(view, "roll");
        }
        let refusal = Refusal::new(format!("`{name}` is in your hands: type what came up"));
        let hint = format!("`roll` leaves it to the referee this time, `custody {name} ask` whenever you press Enter");
        self.problem(&refusal.hint(hint).into())
    }

    fn why(&mut self, view: &View, id: Option<&str>) -> io::Result<Next> {
        let Some(request) = &view.request else {
            self.write("Nothing is asked.\n")?;
            return Ok(Next::Nothing);
        };
        let width = self.stage.screen.width;
        self.write(&id.map_or_else(|| why_not(request, width), |id| why_not_this(id, request, width)))?;
        Ok(Next::Nothing)
    }

    fn undo(&mut self, back: Back) -> io::Result<Next> {
        let taken = match self.session.with(|table, at| table.undo(back, None, at)) {
            Ok(taken) => taken,
            Err(found) => return self.tell(&found),
        };
        for line in taken_back(&taken) {
            self.write(&set_in("", &line, self.stage.screen.width))?;
        }
        Ok(Next::Changes)
    }

    fn picture(&mut self) -> io::Result<Next> {
        // A picture on the disk is for everybody.
        let files = ["svg", "png"].map(|extension| self.session.picture_file(&self.stage.pictures, extension));
        match self.session.write_pictures(Viewer::Everybody, &files) {
            Ok(found) => {
                self.tell(&found)?;
                let paths = files.map(|path| path.display().to_string());
                let told = format!("The board is in {}.", paths.join(" and "));
                self.write(&set_in("", &told, self.stage.screen.width))?;
            }
            Err(found) => return self.tell(&found),
        }
        Ok(Next::Nothing)
    }

    fn log(&mut self, view: &View, lines: usize) -> io::Result<Next> {
        let from = view.log.len().saturating_sub(lines);
        let told: String = view.log[from..].iter().map(|line| log_line(line, self.stage.screen.width)).collect();
        self.write(if told.is_empty() { "Nothing has happened yet.\n" } else { &told })?;
        Ok(Next::Question)
    }

    fn score(&mut self, view: &View) -> io::Result<Next> {
        match self.session.table.score() {
            Ok(Some(score)) => self.write(&score_text(view, &score, self.stage.screen.width))?,
            Ok(None) => self.write("There is nothing to score.\n")?,
            Err(problem) => return self.problem(&problem),
        }
        Ok(if view.over { Next::Nothing } else { Next::Question })
    }

    /// Every field, or the one with this name.
    fn fields(&mut self, view: &View, name: &str) -> io::Result<Next> {
        let all = fields(&self.session.table, &view.state);
        let wanted: Vec<&(String, String)> = all.iter().filter(|(known, _)| name.is_empty() || known == name).collect();
        if wanted.is_empty() {
            let close = meant_or_known(name, all.iter().map(|(name, _)| name.as_str()));
            let unknown = Diagnostic::error(format!("`{name}` is neither a field nor an adjustment")).maybe_hint(close);
            return self.tell_one(unknown.hint("`adjust pen=29 because one fell off` sets a field"));
        }
        for (name, told) in wanted {
            self.write(&set_in("  ", &format!("{name} = {told}"), self.stage.screen.width))?;
        }
        Ok(Next::Nothing)
    }

    fn adjust(&mut self, text: &str) -> io::Result<Next> {
        let read =
            read_adjustment(text).and_then(|(texts, reason)| Ok((read_wishes(&self.session.table, &texts)?, reason)));
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

    /// Does something to the table that is no answer.
    fn act(&mut self, act: impl FnOnce(&mut Table, &str) -> Result<(), Problem>) -> io::Result<Next> {
        match self.session.with(act) {
            Ok(()) => Ok(Next::News),
            Err(found) => self.tell(&found),
        }
    }

    pub(super) fn problem(&mut self, problem: &Problem) -> io::Result<Next> {
        let found = self.session.told(problem);
        self.tell(&found)
    }

    pub(super) fn tell_one(&mut self, diagnostic: Diagnostic) -> io::Result<Next> {
        let mut found = Diagnostics::new();
        found.push(diagnostic);
        self.tell(&found)
    }

    /// Tells what is wrong, one sentence and its hints each.
    pub(super) fn tell(&mut self, found: &Diagnostics) -> io::Result<Next> {
        for diagnostic in found {
            let text = sentence(diagnostic, self.stage.screen.width, self.stage.screen.colour);
            self.write(&text)?;
        }
        Ok(Next::Nothing)
    }
}

/// A problem as it is told in a conversation.
fn sentence(diagnostic: &Diagnostic, width: usize, colour: bool) -> String {
    // A place in a file needs its line and caret.
    if diagnostic.place.is_some() {
        return diagnostic.render(colour) + "\n";
    }
    let head = if diagnostic.severity == Severity::Warning { "warning: " } else { "" };
    let hints = diagnostic.hints.iter().map(|hint| set_in("  ", hint, width));
    set_in("", &format!("{head}{}", diagnostic.message), width) + &hints.collect::<String>()
}
