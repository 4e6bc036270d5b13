//! Two kinds of games with the same seeds side by side: what differs, by how much, and whether that can be chance. As many
//! questions are asked at once, their likelihoods are told as those of a family.

use serde_json::{Value, json};

use super::figures::{number, percent};
use super::row::{Row, Version};
use super::statistics::{Estimate, no_difference, several, spread};
use super::tally::Numbers;
use super::told::estimate;
use super::verdict::chance_told;

/// Below this, a difference of a family of questions is taken for one.
const RARE: f64 = 0.05;

/// What is held against each other of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Measured {
    seed: u64,
    /// By the place of the question; nothing where the game has no answer.
    figures: Vec<Option<i64>>,
}

/// The games of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// What the side is called.
    pub name: String,
    /// What was played.
    pub version: Version,
    games: Vec<Measured>,
}

/// Something that two sides may differ in.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What.
    pub what: String,
    /// Whether it is a share of the games.
    pub is_share: bool,
    /// The mean of the first side, and of the other.
    pub means: (f64, f64),
    /// The other side less the first.
    pub difference: Estimate,
    /// How likely that is by chance alone, where all lines of all sides are asked at once.
    pub likelihood: Option<f64>,
}

/// The other sides against the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Versus {
    /// What the first side is called.
    pub first: String,
    /// Each other side with its lines, and how many games were paired.
    pub others: Vec<(String, u64, Vec<Line>)>,
}

impl Side {
    /// A side without games.
    #[must_use]
    pub const fn new(name: String, version: Version) -> Self {
        Self { name, version, games: Vec::new() }
    }

    /// Adds a game.
    pub fn add(&mut self, row: &Row) {
        let count = |number: u64| Some(i64::try_from(number).unwrap_or(i64::MAX)).filter(|_| row.is_over());
        let won = |seat: usize| {
            row.winners.as_ref().filter(|_| row.is_over()).map(|winners| i64::from(winners.contains(&seat)))
        };
        let mut figures = vec![
            Some(i64::from(!row.is_over())),
            count(row.decisions),
            count(row.turns),
            row.margin().filter(|_| row.is_over()),
            row.winners.as_ref().filter(|_| row.is_over()).map(|winners| i64::from(winners.is_empty())),
        ];
        figures.extend((1..=row.version.seats).map(won));
        self.games.push(Measured { seed: row.seed, figures });
    }
}

/// What the figures are called, whether they are shares, and what they are times.
fn questions(seats: usize) -> Vec<(String, bool, f64)> {
    let mut all = vec![
        ("games that did not end".to_owned(), true, 1.0),
        ("decisions".to_owned(), false, 1.0),
        ("turns".to_owned(), false, 1.0),
        ("points by which the first is ahead".to_owned(), false, 0.5),
        ("games that nobody wins".to_owned(), true, 1.0),
    ];
    all.extend((1..=seats).map(|seat| (format!("games that seat {seat} wins"), true, 1.0)));
    all
}

/// Holds all sides but the first against the first.
#[must_use]
pub fn versus(sides: &[Side]) -> Option<Versus> {
    let (first, others) = sides.split_first()?;
    let mut told: Vec<(String, u64, Vec<Line>)> =
        others.iter().map(|other| (other.name.clone(), other.games.len() as u64, lines(first, other))).collect();
    let asked: Vec<f64> = told.iter().flat_map(|(.., lines)| lines).filter_map(|line| line.likelihood).collect();
    let mut adjusted = several(&asked).into_iter();
    for line in told.iter_mut().flat_map(|(.., lines)| lines).filter(|line| line.likelihood.is_some()) {
        line.likelihood = adjusted.next();
    }
    Some(Versus { first: first.name.clone(), others: told })
}

fn lines(first: &Side, other: &Side) -> Vec<Line> {
    let seats = first.version.seats.min(other.version.seats);
    let line = |(at, (what, is_share, factor)): (usize, (String, bool, f64))| {
        let [mut before, mut after, mut differences] = [(); 3].map(|()| Numbers::default());
        for (one, two) in first.games.iter().zip(&other.games).filter(|(one, two)| one.seed == two.seed) {
            let figure = |game: &Measured| game.figures.get(at).copied().flatten();
            if let (Some(a), Some(b)) = (figure(one), figure(two)) {
                before.add(a);
                after.add(b);
                differences.add(b.saturating_sub(a));
            }
        }
        let is_alike = differences.0.keys().all(|difference| *difference == 0);
        let nothing = is_share && is_alike && before.0.keys().all(|number| *number == 0);
        let difference = spread(&differences, factor).filter(|_| !nothing)?;
        Some(Line {
            what,
            is_share,
            means: (spread(&before, factor)?.mean.value, spread(&after, factor)?.mean.value),
            difference: difference.mean,
            likelihood: no_difference(&differences),
        })
    };
    questions(seats).into_iter().enumerate().filter_map(line).collect()
}

impl Line {
    /// Whether this is more than chance.
    #[must_use]
    pub fn is_telling(&self) -> bool {
        self.likelihood.is_some_and(|likelihood| likelihood < RARE)
    }

    /// Whether it means anything, in words.
    #[must_use]
    pub fn meaning(&self) -> String {
        match self.likelihood {
            _ if self.difference.value == 0.0 && self.difference.low == 0.0 => "no difference".to_owned(),
            Some(chance) if self.is_telling() => {
                format!("this is a difference: chance alone does it in {}", chance_told(chance))
            }
            Some(chance) => format!("this may be chance: {}", chance_told(chance)),
            None => "too few games to say".to_owned(),
        }
    }

    /// A sentence with its figures, and whether it means anything.
    #[must_use]
    pub fn told(&self) -> String {
        let figure = |figure: f64| if self.is_share { percent(figure) } else { number(figure) };
        let signed = |value: f64| if value > 0.0 { format!("+{}", figure(value)) } else { figure(value) };
        let Estimate { value, low, high } = self.difference;
        format!(
            "{}: {} and {}, {} ({} to {}); {}",
            self.what,
            figure(self.means.0),
            figure(self.means.1),
            signed(value),
            signed(low),
            signed(high),
            self.meaning()
        )
    }
}

impl Versus {
    /// How many questions were asked at once.
    #[must_use]
    pub fn questions(&self) -> usize {
        self.others.iter().map(|(.., lines)| lines.len()).sum()
    }

    /// For programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let line = |line: &Line| {
            json!({
                "what": line.what, "first": line.means.0, "other": line.means.1, "difference": estimate(line.difference),
                "likelihood": line.likelihood, "is_a_difference": line.is_telling(),
            })
        };
        let other = |(name, games, lines): &(String, u64, Vec<Line>)| json!({ "name": name, "games": games, "lines": lines.iter().map(line).collect::<Vec<_>>() });
        json!({
            "first": self.first, "questions": self.questions(),
            "others": self.others.iter().map(other).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, Side, Version, versus};

    fn side(name: &str, longer: u64) -> Side {
        let version = Version { seats: 2, ..Version::default() };
        let mut side = Side::new(name.to_owned(), version.clone());
        for seed in 0..40 {
            let won = usize::try_from(seed % 2 + 1).unwrap();
            let row = Row {
                version: version.clone(),
                seed,
                winners: Some(vec![won]),
                decisions: 50 + seed * 7 % 13 + longer,
                ..Row::default()
            };
            side.add(&row);
        }
        side
    }

    #[test]
    fn the_same_seeds_show_what_means_of_each_side_hide() {
        let versus = versus(&[side("a", 0), side("b", 1), side("c", 0)]).unwrap();
        let line =
            |side: usize, what: &str| versus.others[side].2.iter().find(|line| line.what == what).unwrap().clone();
        let longer = line(0, "decisions");
        assert_eq!((longer.difference.value, longer.difference.low), (1.0, 1.0));
        assert!(longer.is_telling());
        assert!(line(1, "decisions").told().contains("no difference"));
        assert!(!line(0, "games that seat 1 wins").is_telling());
        // What never came on either side is no question.
        assert!(versus.others[0].2.iter().all(|line| line.what != "games that nobody wins"));
    }
}
