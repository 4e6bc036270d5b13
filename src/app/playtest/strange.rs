//! The strangest games of trials, played again at tables: their journals can be opened, looked at and gone on with like those
//! of people. Nothing but what is typed at a table goes into them.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use crate::app::table::{NewTable, Session, Tables};
use crate::diag::{Diagnostic, Diagnostics};
use crate::lab::{Row, halves};
use crate::referee::{Custody, Move, Problem, QuestionKind, Request, TOLD};
use crate::rules::{BotPlayer, Patience, Taped};

use super::trials::{Tabled, TrialRequest};

/// A game that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strange {
    /// What its table is called, by what is strange about it.
    pub name: &'static str,
    /// What is strange about it, in words.
    pub why: String,
    seed: u64,
    players: Vec<String>,
    /// How strange it is: more is stranger.
    measure: (i64, i64),
}

/// The strangest games so far; of equals the first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Strangest(Vec<Strange>);

impl Strangest {
    /// Looks at a game.
    pub fn add(&mut self, row: &Row) {
        let length = i64::try_from(row.decisions).unwrap_or(i64::MAX);
        self.look("longest", row, (length, 0), || format!("with {} decisions the longest", row.decisions));
        let Some(margin) = row.margin().filter(|_| row.is_over()) else { return };
        let points = halves(margin);
        // Of games that were close, a long one is worth more to look at.
        self.look("closest", row, (-margin, length), || {
            format!("with {points} points between first and second the closest")
        });
        self.look("most-lopsided", row, (margin, -length), || {
            format!("with {points} points between first and second the most lopsided")
        });
    }

    fn look(&mut self, name: &'static str, row: &Row, measure: (i64, i64), why: impl FnOnce() -> String) {
        let so_far = self.0.iter().position(|strange| strange.name == name);
        if so_far.is_some_and(|at| self.0[at].measure >= measure) {
            return;
        }
        let strange = Strange { name, why: why(), seed: row.seed, players: row.players.clone(), measure };
        match so_far {
            Some(at) => self.0[at] = strange,
            None => self.0.push(strange),
        }
    }

    /// What was found.
    #[must_use]
    pub fn games(&self) -> &[Strange] {
        &self.0
    }
}

impl TrialRequest {
    /// Whether its games can be played again, and there is room for their tables.
    ///
    /// # Errors
    /// Why not.
    pub fn can_be_recorded(&self, folder: &Path) -> Result<(), Diagnostics> {
        if self.players.iter().any(|player| !player.is_repeatable()) {
            let message = "a game of who thinks by the clock cannot be played again, so it cannot be recorded";
            return Err(Diagnostic::error(message).hint("say how often it looks ahead, as in `thinking:100`").into());
        }
        for name in ["longest", "closest", "most-lopsided"] {
            let table = folder.join(name);
            if table.exists() {
                let message = format!("`{}` is there already", table.display());
                return Err(Diagnostic::error(message).hint("name another folder with `--record`").into());
            }
        }
        Ok(())
    }

    /// Plays the strangest games again, each at a table in a folder of its own, and gives these folders.
    ///
    /// # Errors
    /// What the disk says, or a game that does not come out the same.
    pub fn record(&self, strangest: &Strangest, tables: &Tables, folder: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
        let table = self.table()?;
        strangest.games().iter().map(|game| self.record_one(game, &table, tables, folder)).collect()
    }

    fn record_one(
        &self,
        game: &Strange,
        table: &Tabled,
        tables: &Tables,
        folder: &Path,
    ) -> Result<PathBuf, Diagnostics> {
        let players: Vec<BotPlayer> = game.players.iter().filter_map(|kind| kind.parse().ok()).collect();
        let (played, tape) = table.taped(game.seed, &players, &Patience::steps(table.most_steps()))?;
        let root = folder.join(game.name);
        let new = NewTable {
            named: Some(root.clone()),
            players: table.players.clone(),
            options: self.options.clone(),
            dice: Custody::Ask,
            seed: game.seed,
            ..NewTable::of(self.game.clone(), &[], game.seed)
        };
        let mut session = tables.set_up(&new)?;
        let note = format!("{} of all; seed {}, played by {}", game.why, game.seed, game.players.join(", "));
        session.table.note(&note, None, &(tables.clock)());
        let mut tape = VecDeque::from(tape);
        let fed = feed(&mut session, &mut tape, &(tables.clock)());
        session.keep()?;
        fed?;
        if !tape.is_empty() || session.table.together().is_some() != played.unfinished.is_some() {
            return Err(not_the_same(game.seed));
        }
        Ok(root)
    }
}

/// Answers as long as there is something on the tape.
fn feed(session: &mut Session, tape: &mut VecDeque<Taped>, at: &str) -> Result<(), Diagnostics> {
    let seed = session.table.start().seed;
    while !tape.is_empty() {
        let Some(together) = session.table.together() else { return Ok(()) };
        let wanted = tape.front().and_then(|next| next.seat);
        let request = together.missing().find(|request| !together.are_several() || request.seat == wanted);
        let request = request.ok_or_else(|| not_the_same(seed))?;
        let by = request.seat.filter(|_| together.are_several() || request.secret);
        let by = by.map(|seat| session.table.name(seat).to_owned());
        let text = next_text(request, tape).ok_or_else(|| not_the_same(seed))?;
        let given = Move { by: by.as_deref(), text: &text, number: None };
        session.table.answer(&given, at).map_err(|problem| told(session, &problem, seed))?;
    }
    Ok(())
}

/// What is typed at a question: of several cards that are asked for at once all.
fn next_text(request: &Request, tape: &mut VecDeque<Taped>) -> Option<String> {
    match &request.kind {
        QuestionKind::Dealer { .. } => Some(TOLD.to_owned()),
        QuestionKind::Draw { cards, .. } => {
            let cards = (0..(*cards).max(1)).map(|_| tape.pop_front().filter(|next| next.kind == "card"));
            let cards: Option<Vec<String>> = cards.map(|card| Some(card?.text)).collect();
            Some(cards?.join(" "))
        }
        _ => tape.pop_front().filter(|next| next.kind != "card").map(|next| next.text),
    }
}

fn told(session: &Session, problem: &Problem, seed: u64) -> Diagnostics {
    let mut found = not_the_same(seed);
    found.extend(session.told(problem));
    found
}

/// What comes out otherwise at a table depends on something that is not in the state, or on what is only asked of people.
fn not_the_same(seed: u64) -> Diagnostics {
    let message =
        format!("the game with seed {seed} does not come out the same at a table, so its journal is not whole");
    Diagnostic::error(message).hint("`playtest --check` looks for what a script keeps beside the state").into()
}
