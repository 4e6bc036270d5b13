//! What signs and letters on a board mean, in few words: signs that say the same of themselves share a wording. Knows no
//! board and no pieces.

use std::collections::BTreeMap;

use crate::diag::count_of;

use super::canvas::width_of;
use super::lines::in_parts;

/// How places that can be answered look where something lies on them.
pub const UNDERLINED: &str = "underlined:";

/// A sign on a board, and what it means.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sign {
    /// As it stands on the board.
    pub sign: String,
    /// In words.
    pub meaning: String,
}

impl Sign {
    /// Whether it can be seen in these lines, which have no colours.
    pub fn is_in(&self, lines: &[String]) -> bool {
        if self.sign == UNDERLINED {
            return true;
        }
        let is_word = self.sign.chars().any(char::is_alphanumeric);
        // A line on the board is longer than its sample.
        let seen = if is_word { self.sign.clone() } else { self.sign.chars().take(1).collect() };
        lines.iter().any(|line| line.contains(&seen))
    }

    /// What a sign means that begins with a figure, if the figure says how many: `9` or `9+` for so many cards, `2#`.
    fn how_many(&self) -> Option<String> {
        let mark = self.sign.trim_start_matches(|c: char| c.is_ascii_digit());
        let (number, noun) = self.meaning.split_once(' ')?;
        let number: usize = number.parse().ok()?;
        if mark.len() == self.sign.len() {
            return None;
        }
        let noun = if number == 1 { count_of(2, noun).replacen("2 ", "", 1) } else { noun.to_owned() };
        Some(match mark.trim_start_matches('+') {
            "" => format!("figure: how many {noun}"),
            mark => format!("{mark} {noun}, the figure is how many"),
        })
    }

    /// What it means without what the sign itself says: `9` of `9 cards`, `8` of `Bus Driver, 8`.
    fn told(&self) -> String {
        let Self { sign, meaning } = self;
        let ending = format!(", {sign}");
        let words = meaning.strip_prefix(sign.as_str()).filter(|rest| rest.starts_with(' ')).unwrap_or(meaning);
        format!("{sign} {}", words.strip_suffix(&ending).unwrap_or(words).trim_start())
    }

    /// What it means with gaps for what the sign says, if there is any.
    fn pattern(&self) -> Option<String> {
        if let Some(told) = self.how_many() {
            return Some(told);
        }
        let lower = self.sign.to_lowercase();
        let parts: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        let words = self.meaning.split(' ').map(|word| {
            let lower = word.to_lowercase();
            // `r red trap`, `g green trap`
            let is_begun = |part: &&str| part.chars().count() == 1 && lower.starts_with(*part);
            let is_said = parts.contains(&lower.as_str()) || parts.iter().any(is_begun);
            // Of 1 ghost, of 2 ghosts.
            if is_said { "_" } else { word.trim_end_matches('s') }
        });
        let words: Vec<&str> = words.collect();
        let is_alike = words.contains(&"_") && words.iter().any(|word| *word != "_");
        is_alike.then(|| words.join(" "))
    }
}

/// Signs in words, a part for each that needs words of its own: `1 start 1 (also 2, 3)`.
pub fn parts(signs: &[Sign]) -> Vec<String> {
    let mut alike: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for sign in signs {
        alike.entry(sign.pattern().unwrap_or_default()).or_default().push(&sign.sign);
    }
    let told = |sign: &Sign| {
        let others = sign.pattern().and_then(|pattern| alike.get(&pattern)).map_or(&[][..], Vec::as_slice);
        if let Some(told) = sign.how_many() {
            return others.first().is_some_and(|first| *first == sign.sign).then_some(told);
        }
        match others {
            [first, rest @ ..] if !rest.is_empty() => {
                (*first == sign.sign).then(|| format!("{} (also {})", sign.told(), rest.join(", ")))
            }
            _ => Some(sign.told()),
        }
    };
    signs.iter().filter_map(told).collect()
}

/// Signs in words, in lines of at most so many columns.
pub fn legend(signs: &[Sign], width: usize) -> String {
    in_parts(&parts(signs), width)
}

/// How well people guess what a sign means: not at all what is no letter, best a line or a shade.
fn guessed(part: &str) -> u8 {
    let sign = part.split_once(' ').map_or(part, |(sign, _)| sign);
    // Lines and shades look like what they are.
    let is_drawn = |c: char| matches!(c, '\u{2500}'..='\u{259f}' | ' ');
    match sign {
        UNDERLINED => 0,
        _ if sign.chars().any(char::is_alphanumeric) => 1,
        _ if sign.chars().all(is_drawn) => 2,
        _ => 0,
    }
}

/// As many parts as have room in so many lines, and whether that is all of them.
pub fn fitting(parts: &[String], end: &str, (width, room): (usize, usize)) -> (Vec<String>, bool) {
    let lines = |parts: &[String]| in_parts(parts, width).lines().map(str::to_owned).collect::<Vec<_>>();
    let all = lines(parts);
    if all.len() <= room {
        return (all, true);
    }
    // A letter that is not told is not understood: as many as can be, signs that nobody can guess before letters, and those with short
    // words before lists of what stands where.
    let mut by_need: Vec<(usize, &String)> = parts.iter().enumerate().collect();
    by_need.sort_by_key(|(_, part)| (guessed(part), width_of(part)));
    let mut kept: Vec<(usize, &String)> = Vec::new();
    for part in by_need {
        let mut with_end = kept.clone();
        with_end.push(part);
        with_end.sort_unstable();
        let told: Vec<String> = with_end.iter().map(|(_, part)| (*part).clone()).chain([end.to_owned()]).collect();
        if lines(&told).len() <= room {
            kept = with_end;
        }
    }
    let mut kept: Vec<String> = kept.into_iter().map(|(_, part)| part.clone()).collect();
    kept.push(end.to_owned());
    let mut kept = lines(&kept);
    kept.truncate(room);
    (kept, false)
}

#[cfg(test)]
mod tests {
    use super::{Sign, fitting, legend, parts};

    fn signs(all: &[(&str, &str)]) -> Vec<Sign> {
        all.iter().map(|(sign, meaning)| Sign { sign: (*sign).to_owned(), meaning: (*meaning).to_owned() }).collect()
    }

    #[test]
    fn signs_of_a_kind_share_a_wording() {
        let starts = signs(&[("1", "start 1"), ("g", "ghost"), ("2", "start 2"), ("3", "start 3")]);
        assert_eq!(legend(&starts, 80), "1 start 1 (also 2, 3)   g ghost\n");
        let packs = signs(&[("R1:1", "pack R1 of 1 wolf"), ("b2:3", "pack B2 of 3 wolf"), ("9", "9 cards")]);
        assert_eq!(parts(&packs), ["R1:1 pack R1 of 1 wolf (also b2:3)", "figure: how many cards"]);
        let counted =
            signs(&[("1", "1 card"), ("8", "8 cards"), ("9+", "12 cards"), ("2#", "2 walls"), ("1#", "1 wall")]);
        assert_eq!(parts(&counted), ["figure: how many cards", "# walls, the figure is how many"]);
        assert_eq!(parts(&signs(&[("8", "driver, 8"), ("7", "cook, 7")])), ["8 driver", "7 cook"]);
    }

    #[test]
    fn what_has_no_room_is_left_out_whole() {
        let all = parts(&signs(&[("g", "ghost"), ("R", "a very long name of a thing"), ("t", "trap")]));
        assert_eq!(fitting(&all, "F2: all", (30, 1)), (vec!["g ghost   t trap   F2: all".to_owned()], false));
        let list = parts(&signs(&[("5", "cook on B2; driver on C6, D8, E9"), ("g", "ghost"), ("t", "trap")]));
        assert_eq!(fitting(&list, "F2: all", (40, 1)), (vec!["g ghost   t trap   F2: all".to_owned()], false));
        assert!(fitting(&all, "F2: all", (80, 1)).1);
        assert_eq!(fitting(&all, "F2: all", (80, 0)), (Vec::new(), false));
    }

    #[test]
    fn only_what_is_seen_is_in_view() {
        let rows = ["│3z│ ┃".to_owned()];
        let is_in = |sign: &str| signs(&[(sign, "")])[0].is_in(&rows);
        assert_eq!([is_in("z"), is_in("R"), is_in("┃┃┃"), is_in("═══")], [true, false, true, false]);
    }
}
