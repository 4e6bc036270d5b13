//! The summary: what a tally says, with intervals. Words and pictures are made of it elsewhere.

use super::row::Version;
use super::statistics::{Estimate, Spread, difference_of_shares, evenness, rounded, share, spread};
use super::tally::{Numbers, Tally, Wins};

/// Minutes are reckoned from so many seconds for a decision, and for a throw of dice or a card.
pub const SECONDS_PER_DECISION: i64 = 12;
/// The same for dice and cards.
pub const SECONDS_PER_THROW: i64 = 4;

/// Wins of a seat or a kind of player.
#[derive(Debug, Clone, PartialEq)]
pub struct WinLine {
    /// Who.
    pub who: String,
    /// How many games and wins.
    pub wins: Wins,
    /// The share of wins.
    pub share: Option<Estimate>,
}

/// An answer to questions under a heading.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerLine {
    /// The heading.
    pub heading: String,
    /// The answer.
    pub answer: String,
    /// How often it was legal, and chosen.
    pub legal: u64,
    /// How often it was chosen.
    pub chosen: u64,
    /// How often those won who chose it at least once.
    pub with: Option<Estimate>,
    /// How often those won who could have and never did.
    pub without: Option<Estimate>,
    /// How much more often those won who chose it.
    pub difference: Option<Estimate>,
}

/// A card.
#[derive(Debug, Clone, PartialEq)]
pub struct CardLine {
    /// Its id.
    pub card: String,
    /// How often it was drawn.
    pub drawn: u64,
    /// How often those won who drew it.
    pub won: Option<Estimate>,
}

/// What trials say.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// What was played.
    pub version: Version,
    /// The seeds, in words.
    pub seeds: String,
    /// How many games.
    pub games: u64,
    /// How many of them did not end.
    pub stopped: u64,
    /// The step they were stopped at, and how many.
    pub stopped_at: Vec<(String, u64)>,
    /// How many had a result.
    pub judged: u64,
    /// How many nobody won, and several.
    pub nobody: u64,
    /// Those that several won.
    pub shared: u64,
    /// Who sat at the tables, and how often.
    pub lineups: Vec<(String, u64)>,
    /// Wins by seat.
    pub seats: Vec<WinLine>,
    /// What each would win if seats were alike.
    pub even: f64,
    /// How likely such differences between seats are if there are none.
    pub evenness: Option<f64>,
    /// Wins by how seats play.
    pub kinds: Vec<WinLine>,
    /// Lengths by name.
    pub lengths: Vec<(&'static str, Spread)>,
    /// Looks ahead in all.
    pub looks: u64,
    /// The decisions of games, for pictures.
    pub decisions: Numbers,
    /// Points of every seat.
    pub points: Vec<(String, Spread)>,
    /// Points of all seats together, twice, for pictures.
    pub all_points: Numbers,
    /// By how many points the first was ahead.
    pub margin: Option<Spread>,
    /// The same twice, for pictures.
    pub margins: Numbers,
    /// How often the lead changed.
    pub lead_changes: Option<Spread>,
    /// After which share of its turns a game was decided.
    pub decided: Option<Spread>,
    /// The same in thousandths, for pictures.
    pub decided_at: Numbers,
    /// How far behind winners once were.
    pub behind: Option<Spread>,
    /// The share of games whose winner was behind once.
    pub comebacks: Option<Estimate>,
    /// Answers.
    pub answers: Vec<AnswerLine>,
    /// Cards.
    pub cards: Vec<CardLine>,
    /// What the script measured.
    pub measures: Vec<(String, Spread)>,
    /// Headings that questions cite, and that no game reached.
    pub never_reached: Vec<String>,
}

impl Summary {
    /// What a tally says.
    #[must_use]
    pub fn of(tally: &Tally) -> Self {
        let wins = tally.wins();
        let won: Vec<u64> = tally.seats.iter().map(|seat| seat.won).collect();
        let even = if tally.judged == 0 { 0.0 } else { wins.won as f64 / wins.games as f64 };
        let mut all_points = Numbers::default();
        for (number, times) in tally.points.iter().flat_map(|seat| &seat.0) {
            *all_points.0.entry(*number).or_default() += times;
        }
        let behind: u64 = tally.behind.0.iter().filter(|(number, _)| **number > 0).map(|(_, times)| times).sum();
        let decided: u64 = tally.behind.0.values().sum();
        Self {
            version: tally.version.clone(),
            seeds: tally.seeds.told(),
            games: tally.games,
            stopped: tally.stopped.values().sum(),
            stopped_at: tally.stopped.iter().map(|(step, games)| (step.clone(), *games)).collect(),
            judged: tally.judged,
            nobody: tally.nobody,
            shared: tally.shared,
            lineups: tally.lineups.iter().map(|(who, games)| (who.clone(), *games)).collect(),
            seats: tally
                .seats
                .iter()
                .enumerate()
                .map(|(seat, wins)| win_line(format!("seat {}", seat + 1), *wins))
                .collect(),
            even: rounded(even),
            evenness: evenness(&won),
            kinds: tally.kinds.iter().map(|(kind, wins)| win_line(kind.clone(), *wins)).collect(),
            lengths: lengths(tally),
            looks: tally.looks,
            decisions: tally.decisions.clone(),
            points: points(tally),
            all_points,
            margin: spread(&tally.margins, 0.5),
            margins: tally.margins.clone(),
            lead_changes: spread(&tally.lead_changes, 1.0),
            decided: spread(&tally.decided, 0.001),
            decided_at: tally.decided.clone(),
            behind: spread(&tally.behind, 0.5),
            comebacks: share(behind, decided),
            answers: answers(tally),
            cards: cards(tally),
            measures: tally
                .measured()
                .iter()
                .filter_map(|(name, all)| Some((name.clone(), spread(all, 1.0)?)))
                .collect(),
            never_reached: tally.never_reached().into_iter().map(str::to_owned).collect(),
        }
    }

    /// A length by its name.
    #[must_use]
    pub fn length(&self, name: &str) -> Option<&Spread> {
        self.lengths.iter().find(|(known, _)| *known == name).map(|(_, spread)| spread)
    }

    /// Whether anybody has points.
    #[must_use]
    pub fn has_points(&self) -> bool {
        self.all_points.0.keys().any(|points| *points != 0)
    }
}

fn win_line(who: String, wins: Wins) -> WinLine {
    WinLine { who, wins, share: share(wins.won, wins.games) }
}

/// Lengths of games that ended.
fn lengths(tally: &Tally) -> Vec<(&'static str, Spread)> {
    let has_rounds = tally.rounds.0.keys().any(|rounds| *rounds > 0);
    let minutes = minutes(tally);
    let all = [
        ("minutes", minutes),
        ("decisions", spread(&tally.decisions, 1.0)),
        ("dice and cards", spread(&tally.throws, 1.0)),
        ("turns", spread(&tally.turns, 1.0)),
        ("rounds", spread(&tally.rounds, 1.0).filter(|_| has_rounds)),
    ];
    all.into_iter().filter_map(|(name, spread)| Some((name, spread?))).collect()
}

/// Minutes are what decisions take, and on average the dice and cards.
fn minutes(tally: &Tally) -> Option<Spread> {
    let throws = spread(&tally.throws, 1.0)?.mean.value;
    let decisions = spread(&tally.decisions, 1.0)?;
    let per_decision = if decisions.mean.value > 0.0 { throws / decisions.mean.value } else { 0.0 };
    let seconds = SECONDS_PER_DECISION as f64 + per_decision * SECONDS_PER_THROW as f64;
    spread(&tally.decisions, rounded(seconds / 60.0))
}

fn points(tally: &Tally) -> Vec<(String, Spread)> {
    let seats = tally.points.iter().enumerate();
    seats.filter_map(|(seat, numbers)| Some((format!("seat {}", seat + 1), spread(numbers, 0.5)?))).collect()
}

fn answers(tally: &Tally) -> Vec<AnswerLine> {
    let line = |((heading, answer), counts): (&(String, String), &[u64; 6])| {
        let [legal, chosen, could, did, could_won, did_won] = *counts;
        let (never, never_won) = (could.saturating_sub(did), could_won.saturating_sub(did_won));
        AnswerLine {
            heading: heading.clone(),
            answer: answer.clone(),
            legal,
            chosen,
            with: share(did_won, did),
            without: share(never_won, never),
            difference: difference_of_shares((never_won, never), (did_won, did)),
        }
    };
    tally.choices.iter().map(line).collect()
}

fn cards(tally: &Tally) -> Vec<CardLine> {
    let line = |(card, [drawn, held, won]): (&String, &[u64; 3])| CardLine {
        card: card.clone(),
        drawn: *drawn,
        won: share(*won, *held),
    };
    tally.cards.iter().map(line).collect()
}
