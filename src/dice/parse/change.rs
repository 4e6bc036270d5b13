//! Reads what becomes of dice: which of them are kept, rolled again, exploded or counted, and by which faces.

use crate::diag::Diagnostic;

use super::Parser;
use super::dropping::{Dropping, SAID};
use crate::dice::dialect::Dialect;
use crate::dice::expression::{End, Explode, Pool, Reroll, Sort};
use crate::dice::faces::Match;
use crate::dice::tokens::Token;

/// Short forms that may stand without a space between them.
pub(super) const SHORT: [&str; 20] = [
    "k", "kh", "kl", "d", "dh", "dl", "r", "ro", "rr", "u", "s", "sa", "sd", "mi", "ma", "min", "max", "e", "adv",
    "dis",
];
/// Longer words are not made of short forms.
const LONGEST_SPLIT: usize = 9;
/// A die that explodes goes on with at most so many of ten faces.
const MOST_OF_TEN: u32 = 9;

/// Where the first short form of such a word ends; its length when it is just one.
pub(super) fn splits(word: &str) -> Option<usize> {
    if word.len() > LONGEST_SPLIT || !word.is_ascii() {
        return None;
    }
    if SHORT.contains(&word) {
        return Some(word.len());
    }
    (1..word.len()).rev().find(|at| SHORT.contains(&&word[..*at]) && splits(&word[*at..]).is_some())
}

/// What can become of dice.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Drop(Dropping),
    Advantage(End),
    Explode { compound: bool, penetrate: bool },
    Reroll { always: bool },
    Unique,
    Minimum,
    Maximum,
    Count,
    Sort(Sort),
}

/// What was said of dice so far, and where.
#[derive(Default)]
struct Said {
    ends: Vec<End>,
    /// The last token that began something.
    start: usize,
    counted: Option<usize>,
}

impl Parser {
    /// All that becomes of dice.
    pub(super) fn changes(&mut self, mut pool: Pool) -> Result<Pool, Diagnostic> {
        let (first, mut said) = (self.tokens.next, Said::default());
        loop {
            said.start = self.tokens.next;
            let Some(change) = self.change_word(&pool)? else { break };
            self.change(change, &mut pool, &mut said)?;
        }
        if let Some(start) = said.counted {
            self.can_be_counted(&pool, start)?;
        }
        self.fits(&pool, first)?;
        Ok(pool)
    }

    fn change_word(&mut self, pool: &Pool) -> Result<Option<Change>, Diagnostic> {
        if matches!(self.tokens.peek(), Some(Token::Sign('=' | '<' | '>'))) {
            return Ok(Some(Change::Count));
        }
        if self.tokens.take_sign('!') {
            return Ok(Some(self.explosion(pool)));
        }
        if let Some((tokens, end)) = self.advantage() {
            // At the end it is said of all of the roll.
            if self.depth == 1 && self.tokens.are_left(tokens) {
                return Ok(None);
            }
            self.tokens.next += tokens;
            return Ok(Some(Change::Advantage(end)));
        }
        if let Some(dropping) = self.dropping_word()? {
            return Ok(Some(Change::Drop(dropping)));
        }
        let Some(Token::Word(word)) = self.tokens.peek().cloned() else { return Ok(None) };
        let change = match word.as_str() {
            "r" | "ro" | "rr" | "reroll" => Change::Reroll { always: word == "rr" },
            "explode" | "e" => Change::Explode { compound: false, penetrate: false },
            "compound" => Change::Explode { compound: true, penetrate: false },
            "penetrate" => Change::Explode { compound: false, penetrate: true },
            "u" | "unique" => Change::Unique,
            "mi" | "min" | "minimum" => Change::Minimum,
            "ma" | "max" | "maximum" => Change::Maximum,
            "count" => Change::Count,
            "s" | "sa" | "sort" => Change::Sort(Sort::Ascending),
            "sd" => Change::Sort(Sort::Descending),
            _ => return Ok(None),
        };
        self.tokens.next += 1;
        Ok(Some(match change {
            Change::Reroll { .. } if word == "reroll" && self.tokens.take_word(&["all"]) => {
                Change::Reroll { always: true }
            }
            Change::Explode { compound: true, .. } => {
                Change::Explode { compound: true, penetrate: self.tokens.take_word(&["penetrate", "penetrating"]) }
            }
            Change::Sort(_) if word == "sort" && self.tokens.take_word(&["descending"]) => {
                Change::Sort(Sort::Descending)
            }
            Change::Sort(_) if word == "sort" => {
                self.tokens.take_word(&["ascending"]);
                change
            }
            change => change,
        }))
    }

    /// `!`, `!!`, `!p` and `!!p`; the first sign was read.
    fn explosion(&mut self, pool: &Pool) -> Change {
        let compound = self.tokens.touches() && self.tokens.take_sign('!');
        let mut penetrate = false;
        if let (true, Some(Token::Word(word))) = (self.tokens.touches(), self.tokens.peek()) {
            let is_face = pool.die.is_named(word);
            let rest = word.strip_prefix('p').filter(|rest| rest.is_empty() || splits(rest).is_some());
            if rest.is_some() && !is_face {
                self.tokens.split_word(1);
                self.tokens.next += 1;
                penetrate = true;
            }
        }
        Change::Explode { compound, penetrate }
    }

    fn change(&mut self, change: Change, pool: &mut Pool, said: &mut Said) -> Result<(), Diagnostic> {
        let taken = match change {
            // Either looks at the ends itself.
            Change::Drop(_) | Change::Advantage(_) => false,
            Change::Explode { .. } => pool.explode.is_some(),
            Change::Reroll { .. } => pool.reroll.is_some(),
            Change::Unique => pool.unique,
            Change::Minimum => pool.minimum.is_some(),
            Change::Maximum => pool.maximum.is_some(),
            Change::Count => pool.counted.is_some(),
            Change::Sort(_) => pool.sort.is_some(),
        };
        if taken {
            return Err(self.wrong_at(said.start, "this was said already", SAID));
        }
        match change {
            Change::Drop(dropping) => {
                self.drops(dropping, &mut pool.dropped, &mut said.ends, pool.count, said.start)?;
            }
            Change::Advantage(end) => self.give_advantage(pool, end, said.start, !said.ends.is_empty())?,
            Change::Explode { compound, penetrate } => {
                let faces = self.exploding(pool, said.start)?;
                pool.explode = Some(Explode { faces, compound, penetrate });
                if penetrate && matches!(pool.die.sides(), 20 | 100) {
                    self.note(said.start, Dialect::Penetrate);
                }
            }
            Change::Reroll { always } => pool.reroll = Some(self.rerolled(pool, always, said.start)?),
            Change::Unique => pool.unique = true,
            Change::Minimum => pool.minimum = Some(self.signed("the least a die counts")?),
            Change::Maximum => pool.maximum = Some(self.signed("the most a die counts")?),
            Change::Count => self.counted(pool, said)?,
            Change::Sort(sort) => pool.sort = Some(sort),
        }
        if matches!(change, Change::Advantage(_)) {
            said.ends = vec![End::Lowest, End::Highest];
        }
        Ok(())
    }

    fn counted(&mut self, pool: &mut Pool, said: &mut Said) -> Result<(), Diagnostic> {
        let (start, short) = (said.start, self.tokens.next == said.start);
        said.counted = Some(self.tokens.next);
        pool.counted = Some(self.faces()?);
        if short {
            self.note(start, Dialect::Count);
        }
        Ok(())
    }

    /// Which faces explode; without a word it is the highest.
    fn exploding(&mut self, pool: &Pool, start: usize) -> Result<Match, Diagnostic> {
        let faces = match (self.starts_faces(pool), pool.die.range()) {
            (false, Some((_, highest))) => Match::Named(vec![highest.to_string()]),
            _ => self.faces_of(pool)?,
        };
        self.ends(&faces, pool, start, "explodes")?;
        if u64::from(faces.count(&pool.die)) * 10 > u64::from(pool.die.sides()) * u64::from(MOST_OF_TEN) {
            return Err(self.wrong_at(
                start,
                "more than nine of ten faces explode, and that hardly ever ends",
                "name fewer faces",
            ));
        }
        Ok(faces)
    }

    /// Which faces are rolled again; without a word it is the lowest.
    fn rerolled(&mut self, pool: &Pool, always: bool, start: usize) -> Result<Reroll, Diagnostic> {
        let faces = match (self.starts_faces(pool), pool.die.range()) {
            (false, Some((lowest, _))) => Match::Named(vec![lowest.to_string()]),
            _ => self.faces_of(pool)?,
        };
        if always {
            self.ends(&faces, pool, start, "is rolled again")?;
        }
        if matches!(self.tokens.since(start).to_lowercase().strip_prefix('r'), Some(rest) if !rest.starts_with(['r', 'o', 'e']))
        {
            self.note(start, Dialect::Reroll);
        }
        Ok(Reroll { faces, always })
    }

    fn ends(&mut self, faces: &Match, pool: &Pool, start: usize, what: &str) -> Result<(), Diagnostic> {
        if faces.count(&pool.die) < pool.die.sides() {
            return Ok(());
        }
        Err(self.wrong_at(start, format!("every face {what}, and that never ends"), "name fewer faces"))
    }

    /// Some face is counted, as far as faces alone decide it.
    fn can_be_counted(&mut self, pool: &Pool, start: usize) -> Result<(), Diagnostic> {
        let changes = pool.explode.as_ref().is_some_and(|explode| explode.compound || explode.penetrate);
        let end = self.tokens.next;
        if let (Some(counted), false) = (&pool.counted, changes || pool.minimum.is_some() || pool.maximum.is_some()) {
            self.has_some(counted, pool, start)?;
        }
        self.tokens.next = end;
        Ok(())
    }

    /// Whether all that was said goes together.
    pub(super) fn fits(&mut self, pool: &Pool, first: usize) -> Result<(), Diagnostic> {
        let bounded = pool.minimum.is_some() || pool.maximum.is_some();
        if (bounded || !pool.dropped.is_none() || pool.sort.is_some()) && !pool.die.adds_up() {
            let hint = "only numbers can be kept, dropped, sorted or bounded";
            return Err(self.wrong_at(first, "faces with names are not higher or lower", hint));
        }
        if matches!((pool.minimum, pool.maximum), (Some(least), Some(most)) if least > most) {
            return Err(self.wrong_at(first, "the minimum is above the maximum", "write them the other way round"));
        }
        if pool.unique && (pool.explode.is_some() || pool.reroll.is_some()) {
            let hint = "leave `unique` away, or what else is rolled again";
            return Err(self.wrong_at(first, "dice that all differ are rolled again for nothing else", hint));
        }
        if pool.unique && pool.count > pool.die.different() {
            let hint = format!("a {} has {} different faces", pool.die, pool.die.different());
            return Err(self.wrong_at(first, format!("{} dice cannot all differ", pool.count), hint));
        }
        let Some(explode) = &pool.explode else { return Ok(()) };
        if !explode.compound && !pool.dropped.is_none() {
            if pool.counted.is_some() {
                let hint = "count without keeping, keep without counting, or write `compound`";
                return Err(self.wrong_at(first, "dice that explode cannot be kept and counted at once", hint));
            }
            self.note(first, Dialect::ExplodeAndKeep);
        }
        if bounded {
            self.note(first, Dialect::ExplodeAndBound);
        }
        Ok(())
    }
}
