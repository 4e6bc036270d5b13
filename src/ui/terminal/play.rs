//! The conversation of `referee play`: shows the table, reads a line, does what it says, and shows what is new.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use crate::app::Session;
use crate::diag::{Diagnostics, visible};
use crate::referee::{Seat, View, Viewer};

use super::command::words_for;
use super::lines::set_in;
use super::question::Numbers;
use super::screen::Stage;
use super::shown::shown;
use super::story::news;
use super::tally::score_text;
use super::typed_lines::Lines;

/// How many lines of what happened are shown at most.
pub(super) const NEWS: usize = 12;
/// How many of them at first.
const FIRST_NEWS: u64 = 4;

/// How a conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// People left.
    Left,
    /// The table cannot be shown, or nothing more can be kept of it.
    Broken,
}

/// What is shown before the next line is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// The whole table.
    Whole,
    /// What is new, and the question.
    Changes,
    /// What is new, and of the question only its first line, unless it is another one.
    News,
    /// The first line of the question once more.
    Question,
    /// Nothing.
    Nothing,
    /// Nothing any more.
    End,
}

/// A conversation about one table.
pub struct Conversation<'a> {
    pub(super) session: &'a mut Session,
    pub(super) lines: &'a mut dyn Lines,
    pub(super) out: &'a mut dyn Write,
    pub(super) stage: Stage,
    /// Whether the screen can be wiped; otherwise lines are left blank.
    pub(super) wipes: bool,
    /// Whose secrets are on the screen, and in which state.
    pub(super) open: Option<(Seat, u64)>,
    /// The last entry that each viewer has read of.
    seen: BTreeMap<Option<usize>, u64>,
    /// What was shown last.
    shown: Shown,
}

/// What was shown last.
#[derive(Debug, Default)]
struct Shown {
    status: String,
    seats: String,
    board: String,
    asked: String,
}

impl<'a> Conversation<'a> {
    /// A conversation that has not begun.
    pub fn new(
        session: &'a mut Session,
        lines: &'a mut dyn Lines,
        out: &'a mut dyn Write,
        stage: Stage,
        wipes: bool,
    ) -> Self {
        Self { session, lines, out, stage, wipes, open: None, seen: BTreeMap::new(), shown: Shown::default() }
    }

    /// Goes on until people leave.
    ///
    /// # Errors
    /// What the terminal said.
    pub fn run(mut self) -> io::Result<Ended> {
        let mut next = Next::Whole;
        loop {
            next = self.close_secrets(next)?;
            let viewer = self.open.map_or(Viewer::Everybody, |(seat, _)| Viewer::Seat(seat));
            let view = match self.session.look(|table| table.view(viewer)) {
                Ok(view) => view,
                Err(found) => {
                    self.tell(&found)?;
                    return Ok(Ended::Broken);
                }
            };
            self.show(&view, viewer, next)?;
            let Some(line) = self.read("> ", &words_for(view.request.as_ref()))? else { break };
            next = self.obey(&view, &line)?;
            if let Some(found) = self.session.lost().cloned() {
                self.leave(&found)?;
                return Ok(Ended::Broken);
            }
            if next == Next::End {
                break;
            }
        }
        self.wipe()?;
        let bye =
            format!("The table is kept: `tablewright referee play --table {}` goes on with it.", self.stage.table);
        self.write(&set_in("", &bye, self.stage.screen.width))?;
        Ok(Ended::Left)
    }

    /// Leaves no secrets on the screen, and still what was told.
    fn leave(&mut self, found: &Diagnostics) -> io::Result<()> {
        if self.open.is_some() {
            self.wipe()?;
            self.tell(found)?;
        }
        Ok(())
    }

    /// Shows as much as is wanted.
    fn show(&mut self, view: &View, viewer: Viewer, next: Next) -> io::Result<()> {
        let since = self.since(view, viewer);
        match next {
            Next::Whole => self.shown = Shown::default(),
            Next::Changes | Next::News => {}
            Next::Question => {
                let asked = first_line(&self.stage.asked(view, Numbers::Typed));
                return self.write(&format!("\n{asked}"));
            }
            Next::Nothing | Next::End => return Ok(()),
        }
        let asked = self.stage.asked(view, Numbers::Typed);
        let is_known = next == Next::News && asked == self.shown.asked;
        let question = if is_known { first_line(&asked) } else { asked.clone() };
        let news = news(&view.log, since, NEWS, self.stage.screen.width);
        let (changes, result) = (self.changes(view, next), self.result(view));
        let parts = match next {
            Next::Whole => [self.stage.title(view), changes, news, result, question],
            _ => [news, changes, result, question, String::new()],
        };
        self.shown.asked = asked;
        let shown: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        self.write(&shown.join("\n"))
    }

    /// The last entry a viewer has read of; from now on it is the last there is.
    fn since(&mut self, view: &View, viewer: Viewer) -> u64 {
        let who = if let Viewer::Seat(seat) = viewer { Some(seat.0) } else { None };
        self.seen.insert(who, view.number).unwrap_or_else(|| view.number.saturating_sub(FIRST_NEWS))
    }

    /// The board, the status and the seats, as far as they are not on the screen already.
    fn changes(&mut self, view: &View, next: Next) -> String {
        let (status, seats, board) = (self.stage.status(view), self.stage.seats(view), self.stage.board(view));
        let mut parts = Vec::new();
        if board != self.shown.board {
            let told = if self.stage.screen.plain { moved(&self.shown.board, &board) } else { board.clone() };
            parts.push(self.stage.wrapped(&told));
        }
        // The title says the status too.
        if next != Next::Whole && status != self.shown.status {
            parts.push(status.clone());
        }
        if seats != self.shown.seats {
            parts.push(seats.clone());
        }
        let asked = std::mem::take(&mut self.shown.asked);
        self.shown = Shown { status, seats, board, asked };
        // A drawing needs some air, sentences do not.
        parts.join(if next == Next::Whole || !self.stage.screen.plain { "\n" } else { "" })
    }

    /// The score, once the game is over.
    fn result(&self, view: &View) -> String {
        view.score.as_ref().map(|score| score_text(view, score, self.stage.screen.width)).unwrap_or_default()
    }

    /// The next line, after everything written is on the screen.
    pub(super) fn read(&mut self, prompt: &str, words: &[String]) -> io::Result<Option<String>> {
        self.out.flush()?;
        self.lines.next(prompt, words, self.open.is_some())
    }

    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        let shown = if self.stage.screen.colour { shown(text) } else { visible(text) };
        self.out.write_all(shown.as_bytes())
    }
}

/// What is different on a board in sentences: the lines that are new, and the spaces where nothing is any more.
fn moved(before: &str, now: &str) -> String {
    let space = |line: &'_ str| line.split_once(": ").map(|(space, _)| space.to_owned());
    let old: BTreeSet<&str> = before.lines().collect();
    let spaces: BTreeSet<String> = now.lines().filter_map(space).collect();
    let new = now.lines().filter(|line| !old.contains(line)).map(str::to_owned);
    let left = before.lines().filter_map(space).filter(|space| !spaces.contains(space));
    new.chain(left.map(|space| format!("{space}: nothing any more"))).flat_map(|line| [line, "\n".to_owned()]).collect()
}

fn first_line(text: &str) -> String {
    text.lines().take(1).flat_map(|line| [line, "\n"]).collect()
}
