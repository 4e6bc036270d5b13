//! The tally: what rows add up to. Everything in it is a whole number, so that it does not matter in which order rows come,
//! nor how many files they were in.

use std::collections::{BTreeMap, BTreeSet};

use super::row::{Count, Row, Version};

/// How often each number came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Numbers(pub BTreeMap<i64, u64>);

impl Numbers {
    /// One more of this.
    pub fn add(&mut self, number: i64) {
        *self.0.entry(number).or_default() += 1;
    }

    /// The same of a count.
    pub fn count(&mut self, number: u64) {
        self.add(i64::try_from(number).unwrap_or(i64::MAX));
    }

    fn merge(&mut self, other: &Self) {
        for (number, times) in &other.0 {
            *self.0.entry(*number).or_default() += times;
        }
    }
}

/// Wins of somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wins {
    /// In so many games with a result.
    pub games: u64,
    /// So many of them were won, alone or with others.
    pub won: u64,
    /// So many of them with others.
    pub shared: u64,
}

impl Wins {
    fn add(&mut self, has_won: bool, is_shared: bool) {
        self.games += 1;
        self.won += u64::from(has_won);
        self.shared += u64::from(has_won && is_shared);
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.won += other.won;
        self.shared += other.shared;
    }
}

/// What many rows of one version add up to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// What was played.
    pub version: Version,
    /// The seeds, as ranges from the first to the last.
    pub seeds: Seeds,
    /// How many games.
    pub games: u64,
    /// How many did not end, by the step they were stopped at.
    pub stopped: BTreeMap<String, u64>,
    /// How many ended with a result, without a winner, and with several.
    pub judged: u64,
    /// Those nobody won.
    pub nobody: u64,
    /// Those that several won.
    pub shared: u64,
    /// Wins by seat, from the first.
    pub seats: Vec<Wins>,
    /// Wins by how a seat plays, as it was asked for.
    pub kinds: BTreeMap<String, Wins>,
    /// Who sat at a table, without order, and wins by kind at it.
    pub lineups: BTreeMap<String, u64>,
    /// Lengths.
    pub steps: Numbers,
    /// Lengths.
    pub decisions: Numbers,
    /// Lengths.
    pub throws: Numbers,
    /// Lengths.
    pub turns: Numbers,
    /// Lengths.
    pub rounds: Numbers,
    /// How often somebody looked ahead, in all.
    pub looks: u64,
    /// Twice the points of each seat.
    pub points: Vec<Numbers>,
    /// Twice by how many points the first was ahead of the second.
    pub margins: Numbers,
    /// How often another seat took the lead.
    pub lead_changes: Numbers,
    /// In which thousandth of its turns the winner led for good.
    pub decided: Numbers,
    /// Twice the points that the winner once was behind.
    pub behind: Numbers,
    /// Answers by heading and name.
    pub choices: BTreeMap<(String, String), [u64; 6]>,
    /// Cards by name.
    pub cards: BTreeMap<String, [u64; 3]>,
    /// What the script measured.
    pub measures: BTreeMap<String, Numbers>,
    /// Headings that were not reached, in how many games.
    pub unreached: BTreeMap<String, u64>,
}

/// Seeds of games, each once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seeds(BTreeMap<u64, u64>);

impl Seeds {
    /// Adds one; whether it was not there.
    pub fn add(&mut self, seed: u64) -> bool {
        if self.has(seed) {
            return false;
        }
        let mut last = seed;
        if let Some(after) = seed.checked_add(1)
            && let Some(end) = self.0.remove(&after)
        {
            last = end;
        }
        match self.0.range_mut(..seed).next_back() {
            Some((_, end)) if end.checked_add(1) == Some(seed) => *end = last,
            _ => drop(self.0.insert(seed, last)),
        }
        true
    }

    /// Whether it is there.
    #[must_use]
    pub fn has(&self, seed: u64) -> bool {
        self.0.range(..=seed).next_back().is_some_and(|(_, end)| *end >= seed)
    }

    /// From the first to the last of each range.
    pub fn ranges(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().map(|(first, last)| (*first, *last))
    }

    /// In words, `1 to 100, 205`.
    #[must_use]
    pub fn told(&self) -> String {
        let one = |(first, last)| if first == last { format!("{first}") } else { format!("{first} to {last}") };
        let mut told: Vec<String> = self.ranges().take(8).map(one).collect();
        if self.0.len() > told.len() {
            told.push("and more".to_owned());
        }
        told.join(", ")
    }
}

/// Why a row does not go with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mixed {
    /// It is of something else.
    Version(Version, Version),
    /// A game with this seed and these players is there already, and came out differently or the same.
    Twice(u64),
}

impl Mixed {
    /// In words.
    #[must_use]
    pub fn told(&self) -> String {
        match self {
            Self::Version(first, other) => format!("rows of different trials do not go together: {first}, and {other}"),
            Self::Twice(seed) => format!("the game with seed {seed} is there twice"),
        }
    }
}

impl Tally {
    /// Adds a row.
    ///
    /// # Errors
    /// When it is of another game or version, or is there already.
    pub fn add(&mut self, row: &Row) -> Result<(), Mixed> {
        if self.games == 0 {
            self.version = row.version.clone();
            self.seats = vec![Wins::default(); row.version.seats];
            self.points = vec![Numbers::default(); row.version.seats];
        } else if self.version != row.version {
            return Err(Mixed::Version(self.version.clone(), row.version.clone()));
        }
        if !self.seeds.add(row.seed) {
            return Err(Mixed::Twice(row.seed));
        }
        self.games += 1;
        self.looks += row.looks;
        self.add_lengths(row);
        if row.is_over() {
            self.add_result(row);
        }
        self.add_counts(row);
        Ok(())
    }

    fn add_lengths(&mut self, row: &Row) {
        let mut lineup = row.players.clone();
        lineup.sort();
        *self.lineups.entry(lineup.join(" ")).or_default() += 1;
        if let Some(step) = &row.stopped {
            *self.stopped.entry(step.clone()).or_default() += 1;
            return;
        }
        self.steps.count(row.steps);
        self.decisions.count(row.decisions);
        self.throws.count(row.throws);
        self.turns.count(row.turns);
        self.rounds.count(row.rounds);
    }

    fn add_result(&mut self, row: &Row) {
        let Some(winners) = &row.winners else { return };
        self.judged += 1;
        self.nobody += u64::from(winners.is_empty());
        self.shared += u64::from(winners.len() > 1);
        for (seat, wins) in self.seats.iter_mut().enumerate() {
            wins.add(winners.contains(&(seat + 1)), winners.len() > 1);
        }
        for (seat, player) in row.players.iter().enumerate() {
            let has_won = winners.contains(&(seat + 1));
            self.kinds.entry(player.clone()).or_default().add(has_won, winners.len() > 1);
        }
        if let Some(points) = &row.points {
            for (numbers, points) in self.points.iter_mut().zip(points) {
                numbers.add(*points);
            }
            let mut sorted = points.clone();
            sorted.sort_unstable();
            if let [.., second, first] = sorted[..] {
                self.margins.add(first.saturating_sub(second));
            }
        }
        if !winners.is_empty() {
            self.lead_changes.count(row.lead_changes);
            self.behind.add(row.behind);
            self.decided.count((row.decided * 1000).checked_div(row.turns).unwrap_or(0));
        }
    }

    fn add_counts(&mut self, row: &Row) {
        for Count { heading, name, counts } in &row.choices {
            add_all(self.choices.entry((heading.clone(), name.clone())).or_default(), counts);
        }
        for Count { name, counts, .. } in &row.cards {
            add_all(self.cards.entry(name.clone()).or_default(), counts);
        }
        for (name, number) in &row.measures {
            self.measures.entry(name.clone()).or_default().add(*number);
        }
        for heading in &row.unreached {
            *self.unreached.entry(heading.clone()).or_default() += 1;
        }
    }

    /// What was measured, with the games in which nothing was.
    #[must_use]
    pub fn measured(&self) -> BTreeMap<String, Numbers> {
        let with_nothing = |(name, numbers): (&String, &Numbers)| {
            let told: u64 = numbers.0.values().sum();
            let mut numbers = numbers.clone();
            if self.games > told {
                numbers.merge(&Numbers(BTreeMap::from([(0, self.games - told)])));
            }
            (name.clone(), numbers)
        };
        self.measures.iter().map(with_nothing).collect()
    }

    /// The headings that no game has reached.
    #[must_use]
    pub fn never_reached(&self) -> BTreeSet<&str> {
        let never = self.unreached.iter().filter(|(_, games)| **games == self.games);
        never.map(|(heading, _)| heading.as_str()).collect()
    }

    /// All wins together.
    #[must_use]
    pub fn wins(&self) -> Wins {
        let mut all = Wins::default();
        self.seats.iter().for_each(|seat| all.merge(*seat));
        all
    }
}

fn add_all<const N: usize>(sums: &mut [u64; N], counts: &[u64; N]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}
