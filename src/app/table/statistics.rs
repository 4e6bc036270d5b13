//! How an evening went, in numbers: how long the turns were, and what the dice showed against what was to be expected.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::diag::Diagnostics;
use crate::dice::Die;
use crate::referee::{Answer, Entry, Problem, QuestionKind, Request, Seat, Start, Table, Viewer, What, standing};

use super::session::Session;

/// Whoever thinks for more seconds is no longer at the table.
pub const BREAK: u64 = 600;

/// A table in numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    /// The turns of every seat that had any, in turn order.
    pub turns: Vec<TurnTimes>,
    /// How many waits of more than ten minutes are left out of them.
    pub breaks: usize,
    /// What dice showed that everybody saw, and that was not taken back.
    pub dice: Vec<DiceShown>,
}

/// How long the turns of a seat were: from one question to its answer, added up until somebody else is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnTimes {
    /// Whose.
    pub player: String,
    /// How many.
    pub turns: usize,
    /// The seconds of the one in the middle.
    pub median: u64,
    /// The seconds of the longest.
    pub longest: u64,
}

/// What came up on the dice of one sort that a seat rolled, or had rolled by the referee.
#[derive(Debug, Clone, PartialEq)]
pub struct DiceShown {
    /// Whose; nobody in particular is the table.
    pub player: Option<String>,
    /// The name of the die.
    pub die: String,
    /// Whether people rolled and typed it; otherwise the referee rolled.
    pub typed: bool,
    /// How many dice.
    pub rolled: usize,
    /// What they showed on average and what is to be expected, where all faces are numbers.
    pub average: Option<(f64, f64)>,
    /// How often each face came up, and is to be expected.
    pub faces: Vec<FaceShown>,
}

/// How often a face came up.
#[derive(Debug, Clone, PartialEq)]
pub struct FaceShown {
    /// The face.
    pub face: String,
    /// How often.
    pub shown: usize,
    /// How often on average.
    pub expected: f64,
}

impl Session {
    /// The table in numbers, as everybody may know them.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn statistics(&mut self) -> Result<Statistics, Diagnostics> {
        self.look(statistics)
    }
}

fn statistics(table: &mut Table) -> Result<Statistics, Problem> {
    let questions = table.questions()?;
    let entries: Vec<Entry> = table.entries().iter().map(|entry| table.current(entry).into_owned()).collect();
    let log = table.view(Viewer::Everybody)?.log;
    // What is answered before the first round is no turn.
    let set_up = log.iter().find(|line| line.opens).map_or(0, |line| line.seq);
    let (turns, breaks) = turn_times(table.start(), &entries, table.players(), set_up);
    Ok(Statistics { turns, breaks, dice: dice_shown(&entries, &questions, table.players()) })
}

/// The times of every seat's turns after the entry with which the table was set up, and how many breaks are not in them. What
/// was taken back is in none.
fn turn_times(start: &Start, entries: &[Entry], players: &[String], set_up: u64) -> (Vec<TurnTimes>, usize) {
    let counts: BTreeSet<u64> = standing(entries).into_iter().map(|entry| entry.seq).collect();
    let mut turns: Vec<(&str, u64)> = Vec::new();
    let (mut asked_at, mut breaks) = (start.at.as_str(), 0);
    for entry in entries {
        let answered = match &entry.what {
            What::Answer(answered) => answered,
            What::Undo { .. } | What::Withdraw { .. } | What::Upgrade { .. } => {
                asked_at = &entry.at;
                continue;
            }
            _ => continue,
        };
        let waited = between(std::mem::replace(&mut asked_at, &entry.at), &entry.at);
        // What all are asked belongs to nobody's turn.
        let who = answered.asked.as_deref().filter(|_| entry.seq > set_up && counts.contains(&entry.seq));
        let Some(who) = who else { continue };
        let counted = if waited > BREAK { 0 } else { waited };
        breaks += usize::from(waited > BREAK);
        match turns.last_mut() {
            Some((last, time)) if *last == who => *time += counted,
            _ => turns.push((who, counted)),
        }
    }
    let of = |player: &String| {
        let mut times: Vec<u64> = turns.iter().filter(|(who, _)| who == player).map(|(_, time)| *time).collect();
        times.sort_unstable();
        let longest = *times.last()?;
        let [low, high] = [(times.len() - 1) / 2, times.len() / 2].map(|at| times[at]);
        Some(TurnTimes { player: player.clone(), turns: times.len(), median: low.midpoint(high), longest })
    };
    (players.iter().filter_map(of).collect(), breaks)
}

/// How many seconds it took; none where the clock was set back.
fn between(from: &str, to: &str) -> u64 {
    let [from, to] = [from, to].map(|at| at.parse::<Timestamp>().map_or(0, Timestamp::as_second));
    if from == 0 { 0 } else { u64::try_from(to - from).unwrap_or(0) }
}

/// Whose dice, which, and whether they were typed.
type Thrown<'q> = (Option<Seat>, &'q str, bool);

fn dice_shown(entries: &[Entry], questions: &BTreeMap<u64, Request>, players: &[String]) -> Vec<DiceShown> {
    let mut thrown: BTreeMap<Thrown<'_>, (&Die, Vec<&str>)> = BTreeMap::new();
    for entry in standing(entries) {
        let (Some(answered), Some(request)) = (entry.answer(), questions.get(&entry.seq)) else { continue };
        if let (Answer::Roll(shown), QuestionKind::Roll { name, die, .. }, false) =
            (&answered.answer, &request.kind, answered.secret)
        {
            for one in shown {
                let of = thrown.entry((request.seat, name, one.typed)).or_insert((die, Vec::new()));
                of.1.push(&one.face);
            }
        }
    }
    let told = |((seat, name, typed), (die, faces)): (Thrown<'_>, (&Die, Vec<&str>))| DiceShown {
        player: seat.and_then(|seat| players.get(seat.0).cloned()),
        die: name.to_owned(),
        typed,
        rolled: faces.len(),
        average: average(die, &faces),
        faces: faces_shown(die, &faces),
    };
    thrown.into_iter().map(told).collect()
}

#[allow(clippy::cast_precision_loss, reason = "nobody rolls so many dice, nor dice with such faces")]
fn average(die: &Die, faces: &[&str]) -> Option<(f64, f64)> {
    let values: Vec<(String, i64)> = die.faces().map(|face| Some((face.text, face.value?))).collect::<Option<_>>()?;
    let expected = values.iter().map(|(_, value)| *value as f64).sum::<f64>() / values.len() as f64;
    let value = |face: &&str| values.iter().find(|(text, _)| text == face).map(|(_, value)| *value as f64);
    Some((faces.iter().filter_map(value).sum::<f64>() / faces.len() as f64, expected))
}

/// Every face once, in the order of the die.
#[allow(clippy::cast_precision_loss, reason = "nobody rolls so many dice")]
fn faces_shown(die: &Die, faces: &[&str]) -> Vec<FaceShown> {
    let all: Vec<String> = die.faces().map(|face| face.text).collect();
    let each = faces.len() as f64 / all.len() as f64;
    let mut told: Vec<FaceShown> = Vec::new();
    for face in all {
        match told.iter_mut().find(|known| known.face == face) {
            Some(known) => known.expected += each,
            None => {
                let shown = faces.iter().filter(|one| **one == face).count();
                told.push(FaceShown { face, shown, expected: each });
            }
        }
    }
    told
}
