//! Games of trials: seats that play by chance, greedily or by thinking ahead, inside the engine, and what is counted of a
//! game. Looks at no laws and at no journal; `bot.rs` has the games that check a script.

use std::fmt;
use std::str::FromStr;

use mlua::{Function, IntoLuaMulti, Table};

use crate::diag::meant_or_known;
use crate::dice::Chance;
use crate::referee::{Fault, Seat};

use super::bot::Answers;
use super::brake::Pulse;
use super::engine_text::{sentence, spots};
use super::fault::fault;
use super::host::{FIRST_STEP, OVER, ScriptRules};
use super::patience::Patience;

/// How much a seat thinks about each decision, unless it is said.
const USUAL_LOOKS: u32 = 100;
/// More is nobody's evening.
const MOST_LOOKS: u32 = 10_000_000;
/// So many steps are played on one budget where nobody looks ahead.
const STEPS_AT_ONCE: u32 = 16;

/// How a seat plays in trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotPlayer {
    /// By chance, among all that is legal.
    Random,
    /// What raises its own score by the end of the step.
    Greedy,
    /// By trying out in its head how games go on.
    Thinking(Budget),
}

/// How much is thought about a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Budget {
    /// So many looks ahead: the same on every machine.
    Looks(u32),
    /// So many milliseconds: another game on every machine.
    Milliseconds(u32),
}

impl BotPlayer {
    /// A seat that thinks as much as is usual.
    pub const THINKING: Self = Self::Thinking(Budget::Looks(USUAL_LOOKS));

    /// The name of the kind, without how much it thinks.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Thinking(_) => "thinking",
        }
    }

    /// Whether the same seed is the same game.
    #[must_use]
    pub const fn is_repeatable(self) -> bool {
        !matches!(self, Self::Thinking(Budget::Milliseconds(_)))
    }

    /// For the engine: looks as they are, milliseconds below nothing.
    fn budget(self) -> f64 {
        match self {
            Self::Thinking(Budget::Looks(looks)) => f64::from(looks),
            Self::Thinking(Budget::Milliseconds(time)) => -f64::from(time),
            Self::Random | Self::Greedy => 0.0,
        }
    }
}

impl fmt::Display for BotPlayer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Thinking(Budget::Looks(looks)) => write!(out, "thinking:{looks}"),
            Self::Thinking(Budget::Milliseconds(time)) => write!(out, "thinking:{time}ms"),
            other => out.write_str(other.kind()),
        }
    }
}

impl FromStr for BotPlayer {
    type Err = String;

    /// `random`, `greedy`, `thinking`, `thinking:400` or `thinking:50ms`.
    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, much) = text.split_once(':').map_or((text, None), |(kind, much)| (kind, Some(much)));
        match (kind, much) {
            ("random", None) => Ok(Self::Random),
            ("greedy", None) => Ok(Self::Greedy),
            ("thinking", None) => Ok(Self::THINKING),
            ("thinking", Some(much)) => budget(much).map(Self::Thinking),
            ("random" | "greedy", Some(_)) => Err(format!("`{kind}` does not think, so `{text}` is no player")),
            _ => {
                let hint = meant_or_known(kind, ["random", "greedy", "thinking"]).unwrap_or_default();
                Err(format!("there is no player `{kind}`: {hint}"))
            }
        }
    }
}

fn budget(much: &str) -> Result<Budget, String> {
    let (number, is_time) = much.strip_suffix("ms").map_or((much, false), |number| (number, true));
    let number = number.parse::<u32>().ok().filter(|number| (1..=MOST_LOOKS).contains(number));
    let number = number.ok_or_else(|| {
        format!("`{much}` is no time to think: write looks ahead from 1 to {MOST_LOOKS}, as in `thinking:400`, or milliseconds, as in `thinking:50ms`")
    })?;
    Ok(if is_time { Budget::Milliseconds(number) } else { Budget::Looks(number) })
}

/// What came of a game of a trial.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TrialGame {
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
    /// The step it was stopped at, if it did not end.
    pub unfinished: Option<String>,
    /// The seats that have won; nothing where there is no score.
    pub winners: Option<Vec<Seat>>,
    /// Twice the points of each seat, as some are between a least and a most.
    pub points: Option<Vec<i64>>,
    /// How often another seat took the lead.
    pub lead_changes: u64,
    /// The last turn after which somebody else than the winner led.
    pub decided: u64,
    /// How many points the winner once was behind.
    pub behind: f64,
    /// What was legal and chosen.
    pub choices: Vec<ChoiceCount>,
    /// What was drawn.
    pub cards: Vec<CardCount>,
    /// What the script measured.
    pub measures: Vec<(String, i64)>,
    /// The headings that questions, dice and the score cited.
    pub reached: Vec<String>,
    /// Errors while somebody looked ahead, in games that perhaps cannot be: how many, and the first in words.
    pub doubt: Option<(u64, String)>,
}

/// How often an answer was legal and chosen in a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChoiceCount {
    /// The heading of the rules that the question belongs to, or its step.
    pub heading: String,
    /// The answer, without where.
    pub answer: String,
    /// How often it was legal, how often chosen; how many seats could and did, and how many of these have won.
    pub counts: [u64; 6],
}

/// How often a card was drawn in a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardCount {
    /// The card.
    pub card: String,
    /// How often it was drawn, by how many seats, and how many of these have won.
    pub counts: [u64; 3],
}

/// Something that was answered, thrown or dealt in a game, as people would type it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taped {
    /// The kind of question, as the script calls it; `card` for a card.
    pub kind: String,
    /// Who was asked, if anybody in particular.
    pub seat: Option<Seat>,
    /// The answer.
    pub text: String,
}

/// What the engine gives of a game.
type Told = (
    u64,
    u64,
    Option<Vec<f64>>,
    Option<Vec<i64>>,
    u64,
    u64,
    f64,
    String,
    String,
    String,
    String,
    u64,
    Option<String>,
    Option<String>,
);

impl ScriptRules {
    /// From now on nothing stops a script that does not end, and games take two thirds of the time. It is for whoever looks at
    /// the pulse from another thread, and plays a game that does not come back once more, in an engine that does stop it.
    pub fn run_free(&mut self) -> Pulse {
        self.engine.run_free()
    }

    /// Plays one game of a trial, from a new table to its end, or until patience is at its end. There is a player for each seat.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn play_trial(
        &mut self,
        seed: u64,
        players: &[BotPlayer],
        patience: &Patience<'_>,
    ) -> Result<TrialGame, Fault> {
        self.trial(seed, players, patience, false).map(|(game, _)| game)
    }

    /// The same, and everything that was answered, thrown and dealt in it: to be played again at a table.
    ///
    /// # Errors
    /// A fault of the script.
    pub fn play_taped_trial(
        &mut self,
        seed: u64,
        players: &[BotPlayer],
        patience: &Patience<'_>,
    ) -> Result<(TrialGame, Vec<Taped>), Fault> {
        self.trial(seed, players, patience, true)
    }

    fn trial(
        &mut self,
        seed: u64,
        players: &[BotPlayer],
        patience: &Patience<'_>,
        is_taped: bool,
    ) -> Result<(TrialGame, Vec<Taped>), Fault> {
        self.forget()?;
        self.fill(&self.schema.start()).map_err(|error| fault(&error, None))?;
        self.begin_bot(seed)?;
        self.shared.thoughts.replace(Chance::for_thoughts(seed));
        self.used = true;
        self.answered_by(Answers::Bot)?;
        let begun = self.begin_trial(players, is_taped).map_err(|error| fault(&error, None));
        let looks_ahead = players.iter().any(|player| *player != BotPlayer::Random);
        let played = begun.and_then(|()| self.trial_steps(patience, looks_ahead));
        let told = played.and_then(|played| Ok((played, self.told_of_trial()?)));
        let counts = self.counts();
        let tape = self.tool::<String>("tape", ()).map_err(|error| fault(&error, None));
        self.tool::<()>("stop", ()).map_err(|error| fault(&error, None))?;
        self.answered_by(Answers::People)?;
        (self.at.step, self.waiting) = (OVER.to_owned(), false);
        let ((steps, unfinished), game) = told?;
        let (decisions, throws) = counts?;
        Ok((TrialGame { steps, decisions, throws, unfinished, ..game }, tape?.lines().filter_map(taped).collect()))
    }

    pub(super) fn tool<R: mlua::FromLuaMulti>(&self, name: &str, given: impl IntoLuaMulti) -> mlua::Result<R> {
        self.engine.visit().trial(name)?.call(given)
    }

    pub(super) fn begin_trial(&self, players: &[BotPlayer], is_taped: bool) -> mlua::Result<()> {
        let visit = self.engine.visit();
        let lua = visit.lua();
        let kinds: Table = lua.create_sequence_from(players.iter().map(|player| player.kind()))?;
        let budgets: Table = lua.create_sequence_from(players.iter().map(|player| player.budget()))?;
        let score: Option<Function> = visit.of_script("score")?;
        let hints: Option<Function> = visit.of_script("bot")?;
        visit.trial("begin")?.call((kinds, budgets, score, hints, is_taped))
    }

    /// Plays to the end, and gives how many steps it were; and the next of them, if patience ended first.
    fn trial_steps(&self, patience: &Patience<'_>, looks_ahead: bool) -> Result<(u64, Option<String>), Fault> {
        let (mut step, mut steps) = (FIRST_STEP.to_owned(), 0);
        // Whoever thinks has a budget for each look, and the game another one for each step.
        let at_once = if looks_ahead { 1 } else { STEPS_AT_ONCE };
        while step != OVER {
            if patience.is_over(steps) {
                return Ok((steps, Some(step)));
            }
            let most = patience.left(steps).min(u64::from(at_once));
            let visit = self.engine.visit_for(at_once);
            let played: mlua::Result<(String, u64)> = visit.trial("play").and_then(|play| play.call((step, most)));
            drop(visit);
            let played: (String, u64) = played.map_err(|error| self.fault_of_trial(&error))?;
            step = played.0;
            steps += played.1;
        }
        Ok((steps, None))
    }

    /// What went wrong in a game, or in what somebody thought of.
    pub(super) fn fault_of_trial(&self, error: &mlua::Error) -> Fault {
        let playing = self.playing();
        match self.tool::<(Option<String>, Option<String>)>("ahead", ()) {
            Ok((Some(ahead), why)) => {
                let thrown = why.map(mlua::Error::RuntimeError);
                let told = fault(thrown.as_ref().unwrap_or(error), Some(&ahead));
                let from = playing.unwrap_or_default();
                Fault { message: format!("looking ahead from the step `{from}`: {}", told.message), ..told }
            }
            _ => fault(error, playing.as_deref()),
        }
    }

    fn told_of_trial(&self) -> Result<TrialGame, Fault> {
        let visit = self.engine.visit();
        let told = visit.trial("result").and_then(|result| result.call::<Told>(()));
        let looks = visit.tool("looks").and_then(|looks| looks.call::<u64>(()));
        let told = told.map_err(|error| fault(&error, Some(OVER)))?;
        let (
            turns,
            rounds,
            shares,
            points,
            lead_changes,
            decided,
            behind,
            choices,
            cards,
            measures,
            reached,
            doubts,
            step,
            first,
        ) = told;
        let won = |shares: Vec<f64>| {
            shares.iter().enumerate().filter(|(_, share)| **share > 0.0).map(|(seat, _)| Seat(seat)).collect()
        };
        Ok(TrialGame {
            turns,
            rounds,
            looks: looks.map_err(|error| fault(&error, None))?,
            winners: shares.map(won),
            points,
            lead_changes,
            decided,
            behind,
            choices: choices.lines().filter_map(choice).collect(),
            cards: cards.lines().filter_map(card).collect(),
            measures: measures.lines().filter_map(measured).collect(),
            reached: reached.lines().map(str::to_owned).collect(),
            doubt: first.map(|first| (doubts, doubt_told(&first, step.as_deref()))),
            ..TrialGame::default()
        })
    }
}

fn choice(line: &str) -> Option<ChoiceCount> {
    let mut cells = line.split('\t');
    let (heading, answer) = (cells.next()?.to_owned(), cells.next()?.to_owned());
    Some(ChoiceCount { heading, answer, counts: numbers(cells)? })
}

/// An error of a script in words: what, where, and in which step.
fn doubt_told(error: &str, step: Option<&str>) -> String {
    let line = spots(error).first().map(|spot| format!(" (line {} of the script)", spot.line)).unwrap_or_default();
    format!("{}{line}, in the step `{}`", sentence(error), step.unwrap_or_default())
}

fn taped(line: &str) -> Option<Taped> {
    let mut cells = line.splitn(3, '\t');
    let (kind, seat) = (cells.next()?.to_owned(), cells.next()?.parse::<usize>().ok()?);
    Some(Taped { kind, seat: seat.checked_sub(1).map(Seat), text: cells.next()?.to_owned() })
}

fn card(line: &str) -> Option<CardCount> {
    let mut cells = line.split('\t');
    let card = cells.next()?.to_owned();
    Some(CardCount { card, counts: numbers(cells)? })
}

fn measured(line: &str) -> Option<(String, i64)> {
    let (name, number) = line.rsplit_once('\t')?;
    Some((name.to_owned(), number.parse().ok()?))
}

fn numbers<'c, const N: usize>(cells: impl Iterator<Item = &'c str>) -> Option<[u64; N]> {
    let numbers: Option<Vec<u64>> = cells.map(|cell| cell.parse().ok()).collect();
    numbers?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::{BotPlayer, Budget};

    #[test]
    fn players_are_told_as_they_are_read() {
        for text in ["random", "greedy", "thinking:400", "thinking:50ms"] {
            assert_eq!(text.parse::<BotPlayer>().unwrap().to_string(), text);
        }
        assert_eq!("thinking".parse(), Ok(BotPlayer::THINKING));
        assert_eq!("thinking:7".parse(), Ok(BotPlayer::Thinking(Budget::Looks(7))));
    }

    #[test]
    fn what_is_no_player_is_refused_with_what_is() {
        assert!("thinkin".parse::<BotPlayer>().unwrap_err().contains("`thinking`"));
        for text in ["thinking:0", "thinking:-1", "thinking:ms", "thinking:99999999999", "greedy:3", ""] {
            assert!(text.parse::<BotPlayer>().is_err(), "{text}");
        }
    }
}
