//! Dice of a line that were told wrong: `wait, that was a 4 and a 1`. All else that the line did is done again behind them.

use std::io;

use crate::referee::{Answer, Answered, Back, Entry, Move, Shown, is_small, standing, words_apart};

use super::face::Next;
use super::play::Conversation;

/// What people call the dice of those who are against them, and their own.
const THEIRS: [&str; 6] = ["they", "them", "their", "theirs", "he", "she"];
const OWN: [&str; 4] = ["i", "we", "my", "mine"];

/// One roll of the last lines that may be meant, with what was answered behind it.
pub(super) struct Mended {
    /// The entry before it.
    to: u64,
    /// What it was, as it was told.
    was: String,
    /// What is told instead, and the answers behind it.
    lines: Vec<String>,
    /// How well the words of the correction fit whose dice these are.
    fit: i32,
}

impl Conversation<'_> {
    /// The roll that a line corrects, of those that people told since an entry; none where it is not the dice of one of them.
    pub(super) fn mended_dice(&mut self, since: u64, line: &str) -> Option<Mended> {
        let entries: Vec<Entry> = standing(self.session.table.entries())
            .into_iter()
            .filter(|entry| entry.seq > since && (entry.is_by_people() || entry.is_by_the_rules()))
            .cloned()
            .collect();
        let first_asked = entries.first()?.answer()?.asked.clone();
        let mut found: Vec<Mended> = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            let Some(rolled) = entry.answer().filter(|rolled| is_told_roll(rolled)) else { continue };
            let behind: Option<Vec<String>> = entries[at + 1..].iter().map(as_typed).collect();
            let Some(told) = self.told_before(entry.seq - 1, line).filter(|_| behind.is_some()) else {
                continue;
            };
            found.push(Mended {
                to: entry.seq - 1,
                was: rolled.told.clone(),
                lines: std::iter::once(told).chain(behind.into_iter().flatten()).collect(),
                fit: fit(rolled, first_asked.as_deref(), line),
            });
        }
        // Of equals the last is the one that people look at.
        found.into_iter().max_by_key(|mended| (mended.fit, mended.to))
    }

    /// Goes back to a roll, and does with other dice what was done.
    pub(super) fn mend_dice(&mut self, mended: Mended) -> io::Result<Next> {
        let Mended { to, was, lines, .. } = mended;
        if let Err(found) = self.session.with(|table, at| table.undo(Back::To(to), None, at)) {
            return self.tell(&found);
        }
        for line in &lines {
            // With other dice something else may be asked.
            if !self.would_count(line) {
                break;
            }
            if let Err(found) = self.session.answer(&Move { text: line, ..Move::default() }) {
                self.tell(&found)?;
                break;
            }
        }
        let number = self.session.table.last_standing(self.session.table.number());
        let now = standing(self.session.table.entries()).into_iter().find(|entry| entry.seq > to && is_roll(entry));
        let now = now.and_then(Entry::answer).map(|rolled| rolled.told.clone()).unwrap_or_default();
        self.lines.push((to, number));
        self.say_in_lines(&format!("{was} is taken back: it was {now}."))?;
        Ok(Next::Changes)
    }

    /// The line that tells what dice show that are rolled behind an entry, and says nothing else. The table stays as it is.
    fn told_before(&mut self, to: u64, line: &str) -> Option<String> {
        // `a 5 (caught)`
        let line = line.split('(').next().unwrap_or(line).trim();
        let number = self.session.table.number();
        let went = self.session.table.undo(Back::To(to), None, "").is_ok();
        let is_open = went && self.session.table.request().is_some_and(|asked| !asked.secret);
        let told = if is_open { self.session.roll_told(&Move { text: line, ..Move::default() }) } else { None };
        self.session.table.forget_new(number).ok()?;
        told
    }
}

/// A word without signs around it, in small letters.
fn plain(word: &str) -> String {
    word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase()
}

fn is_roll(entry: &Entry) -> bool {
    entry.answer().is_some_and(is_told_roll)
}

/// Whether it is dice that people have told openly.
fn is_told_roll(answered: &Answered) -> bool {
    let is_typed = |shown: &Shown| shown.typed;
    !answered.secret && matches!(&answered.answer, Answer::Roll(shown) if shown.iter().all(is_typed))
}

/// An answer as it is typed; none of what the referee rolled or dealt, which would be another one.
fn as_typed(entry: &Entry) -> Option<String> {
    let answered =
        entry.answer().filter(|answered| !answered.secret && !answered.bot && !answered.answer.is_by_app())?;
    Some(answered.answer.as_typed())
}

/// How well the words of a line say whose dice a roll is.
fn fit(rolled: &Answered, first_asked: Option<&str>, line: &str) -> i32 {
    let is_own = rolled.asked.as_deref() == first_asked;
    let prompt: Vec<String> = words_apart(&rolled.prompt).into_iter().map(plain).collect();
    let of_word = |word: &str| {
        let named = plain(word);
        let is_said = named.chars().any(char::is_alphabetic) && !is_small(&named) && prompt.contains(&named);
        let is_asked = rolled.asked.as_deref().is_some_and(|asked| asked.eq_ignore_ascii_case(&named));
        match is_own {
            _ if is_said || is_asked => 2,
            false if THEIRS.contains(&&*named) => 1,
            true if OWN.contains(&&*named) => 1,
            _ => 0,
        }
    };
    line.split_whitespace().map(of_word).sum()
}
