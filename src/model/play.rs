//! What the referee has to know of a game beyond its pieces: its script, its options, its dice, and how many play.

use std::sync::Arc;

use crate::diag::SourceText;

use super::TablePlan;

/// How a game is played, as far as its folder says.
#[derive(Debug, Clone, Default)]
pub struct Play {
    /// The rules script, if there is one.
    pub script: Option<Arc<SourceText>>,
    /// The headings of the printed rules.
    pub headings: Vec<String>,
    /// What can be chosen for a table.
    pub options: Vec<GameOption>,
    /// What many of something are called, where the usual ending is wrong.
    pub plurals: Vec<(String, String)>,
    /// Dice with faces of their own, by name.
    pub dice: Vec<(String, Vec<String>)>,
    /// The fewest and the most who can play.
    pub seats: Option<(usize, usize)>,
    /// What the seats play.
    pub sides: Sides,
    /// Who plays together.
    pub teams: Teams,
    /// Where cards and tokens lie.
    pub table: TablePlan,
    /// Why nobody can join a table that is under way.
    pub joining: Option<String>,
    /// Why nobody can leave one.
    pub leaving: Option<String>,
    /// Whether chance alone brings the game to its end.
    pub random_play: RandomPlay,
}

/// What each seat plays, such as a colour, in turn order: where that depends on how many play, for each number of players.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sides(pub Vec<((usize, usize), Vec<String>)>);

impl Sides {
    /// What the seats play when so many play, in turn order; those at the end may have nothing of their own.
    #[must_use]
    pub fn of(&self, players: usize) -> &[String] {
        let found = self.0.iter().find(|((least, most), _)| (*least..=*most).contains(&players));
        found.map_or(&[], |(_, sides)| &sides[..sides.len().min(players)])
    }
}

/// Who plays together: each team with its name and its seats, counted from 1 in turn order. Without seats it is of all that
/// no other team names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Teams(pub Vec<(String, Option<Vec<usize>>)>);

impl Teams {
    /// The teams when so many play, each with its seats, counted from 1; one may be empty.
    #[must_use]
    pub fn of(&self, players: usize) -> Vec<(&str, Vec<usize>)> {
        let named: Vec<usize> = self.0.iter().filter_map(|(_, seats)| seats.as_ref()).flatten().copied().collect();
        let all = 1..=players;
        let seats = |seats: &Option<Vec<usize>>| match seats {
            Some(seats) => seats.iter().copied().filter(|seat| all.contains(seat)).collect(),
            None => all.clone().filter(|seat| !named.contains(seat)).collect(),
        };
        self.0.iter().map(|(name, own)| (name.as_str(), seats(own))).collect()
    }
}

/// What comes of a game in which everything is decided by chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RandomPlay {
    /// It ends.
    #[default]
    Ends,
    /// It can go on and on: an end takes players who want one.
    NeverEnds,
}

/// Something that can be chosen for a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOption {
    /// Its name.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// A sentence about it.
    pub note: String,
    /// What can be chosen.
    pub values: OptionValues,
}

/// What can be chosen for an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValues {
    /// On or off.
    Flag {
        /// Usually.
        usual: bool,
    },
    /// A whole number.
    Number {
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
        /// Usually.
        usual: i64,
    },
    /// One of several words.
    Words {
        /// The words.
        words: Vec<String>,
        /// Usually.
        usual: String,
    },
}
