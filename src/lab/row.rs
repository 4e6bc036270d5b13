//! A row: what is kept of one game of a trial. Whatever a report says comes from these.

use crate::referee::Seat;
use crate::rules::{BotPlayer, TrialGame};

/// What was played: rows of different ones do not go into one report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Version {
    /// The name of the game.
    pub game: String,
    /// What its rules and tables hash to.
    pub hash: String,
    /// The options, `id=value` with spaces between them.
    pub options: String,
    /// How many seats.
    pub seats: usize,
}

impl std::fmt::Display for Version {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} of version {} at a table of {}", self.game, self.hash, self.seats)?;
        if self.options.is_empty() { Ok(()) } else { write!(out, " with {}", self.options) }
    }
}

/// Something that was counted in a game, with its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count<const N: usize> {
    /// Under which heading; of cards there is none.
    pub heading: String,
    /// What.
    pub name: String,
    /// How often, and what else.
    pub counts: [u64; N],
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// What was played.
    pub version: Version,
    /// Where its chance began.
    pub seed: u64,
    /// How each seat played.
    pub players: Vec<String>,
    /// The step it was stopped at, if it did not end.
    pub stopped: Option<String>,
    /// The seats that have won, from 1; nothing where the rules have no score.
    pub winners: Option<Vec<usize>>,
    /// Twice the points of each seat; nothing where the rules have no score.
    pub points: Option<Vec<i64>>,
    /// Steps of the rules.
    pub steps: u64,
    /// Questions that people would have answered.
    pub decisions: u64,
    /// Dice and cards.
    pub throws: u64,
    /// How often another seat had to decide.
    pub turns: u64,
    /// Rounds, as far as the script tells them.
    pub rounds: u64,
    /// How often somebody looked ahead.
    pub looks: u64,
    /// How often another seat took the lead.
    pub lead_changes: u64,
    /// The last turn after which somebody else than the winner led.
    pub decided: u64,
    /// Twice the points that the winner once was behind.
    pub behind: i64,
    /// Answers: how often legal and chosen, how many seats could and did, and how many of these won.
    pub choices: Vec<Count<6>>,
    /// Cards: how often drawn, by how many seats, and how many of these won.
    pub cards: Vec<Count<3>>,
    /// What the script measured.
    pub measures: Vec<(String, i64)>,
    /// The headings that questions of the script cite and that were not reached.
    pub unreached: Vec<String>,
    /// Errors while somebody looked ahead, which no file of rows keeps: how many, and the first in words.
    pub doubt: Option<(u64, String)>,
}

impl Row {
    /// The row of a game; `cited` are the headings that the script names.
    #[must_use]
    pub fn of(version: &Version, seed: u64, players: &[BotPlayer], game: TrialGame, cited: &[String]) -> Self {
        let unreached = cited.iter().filter(|heading| !game.reached.contains(heading)).cloned().collect();
        let seat = |Seat(seat): Seat| seat + 1;
        #[allow(clippy::cast_possible_truncation, reason = "points are whole, or halves")]
        let behind = (game.behind * 2.0).round() as i64;
        let choice = |counted: crate::rules::ChoiceCount| Count {
            heading: counted.heading,
            name: counted.answer,
            counts: counted.counts,
        };
        let card = |counted: crate::rules::CardCount| Count {
            heading: String::new(),
            name: counted.card,
            counts: counted.counts,
        };
        Self {
            version: version.clone(),
            seed,
            players: players.iter().map(ToString::to_string).collect(),
            stopped: game.unfinished,
            winners: game.winners.map(|winners| winners.into_iter().map(seat).collect()),
            points: game.points,
            steps: game.steps,
            decisions: game.decisions,
            throws: game.throws,
            turns: game.turns,
            rounds: game.rounds,
            looks: game.looks,
            lead_changes: game.lead_changes,
            decided: game.decided,
            behind,
            choices: game.choices.into_iter().map(choice).collect(),
            cards: game.cards.into_iter().map(card).collect(),
            measures: game.measures,
            unreached,
            doubt: game.doubt,
        }
    }

    /// Twice the points by which the first is ahead of the second.
    #[must_use]
    pub fn margin(&self) -> Option<i64> {
        let mut sorted = self.points.clone()?;
        sorted.sort_unstable();
        if let [.., second, first] = sorted[..] { Some(first - second) } else { None }
    }

    /// Whether it came to its end.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.stopped.is_none()
    }
}
