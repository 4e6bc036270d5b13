//! Reads what becomes of dice: which of them are kept, rolled again, exploded or counted, and by which faces.

use crate::diag::{Diagnostic, meant_or_known};

use super::expression::{Keep, KeepWhich, Pool, Reroll};
use super::faces::{Die, Match};
use super::parse::Parser;
use super::tokens::{MOST_NUMBER, Token};

/// What can become of dice.
enum Change {
    Keep(KeepWhich),
    Drop(KeepWhich),
    Explode,
    Reroll { always: bool },
    Count,
}

impl Parser {
    /// One thing that becomes of the dice; `false` when none follows.
    pub(super) fn change(&mut self, pool: &mut Pool) -> Result<bool, Diagnostic> {
        let start = self.tokens.next;
        let Some(change) = self.change_word()? else { return Ok(false) };
        let taken = match change {
            Change::Keep(_) | Change::Drop(_) => pool.keep.is_some(),
            Change::Explode => pool.explode.is_some(),
            Change::Reroll { .. } => pool.reroll.is_some(),
            Change::Count => pool.counted.is_some(),
        };
        if taken {
            self.tokens.next = start;
            return Err(self
                .tokens
                .wrong("this was said already", "dice keep, drop, explode, reroll and count once each"));
        }
        match change {
            Change::Keep(which) => pool.keep = Some(self.keep(which, pool, start, false)?),
            Change::Drop(which) => pool.keep = Some(self.keep(which, pool, start, true)?),
            Change::Explode => pool.explode = Some(self.exploding(pool, start)?),
            Change::Reroll { always } => pool.reroll = Some(self.rerolled(pool, always, start)?),
            Change::Count => pool.counted = Some(self.faces_of(pool)?),
        }
        if pool.keep.is_some() && pool.explode.is_some() && pool.counted.is_some() {
            self.tokens.next = start;
            let hint = "count without keeping, or keep without counting";
            return Err(self.tokens.wrong("dice that explode cannot be kept and counted at once", hint));
        }
        Ok(true)
    }

    fn change_word(&mut self) -> Result<Option<Change>, Diagnostic> {
        use KeepWhich::{Highest, Lowest};
        if matches!(self.tokens.peek(), Some(Token::Sign('=' | '<' | '>'))) {
            return Ok(Some(Change::Count));
        }
        if self.tokens.take_sign('!') {
            return Ok(Some(Change::Explode));
        }
        let Some(Token::Word(word)) = self.tokens.peek().cloned() else { return Ok(None) };
        let change = match word.as_str() {
            "kh" | "advantage" => Change::Keep(Highest),
            "kl" | "disadvantage" => Change::Keep(Lowest),
            "dh" => Change::Drop(Highest),
            "dl" => Change::Drop(Lowest),
            "r" => Change::Reroll { always: false },
            "rr" => Change::Reroll { always: true },
            "explode" => Change::Explode,
            "count" => Change::Count,
            "reroll" => {
                self.tokens.next += 1;
                return Ok(Some(Change::Reroll { always: self.tokens.take_word(&["all"]) }));
            }
            "keep" | "drop" => {
                self.tokens.next += 1;
                let which = self.which_end()?;
                return Ok(Some(if word == "keep" { Change::Keep(which) } else { Change::Drop(which) }));
            }
            _ => return Ok(None),
        };
        self.tokens.next += 1;
        Ok(Some(change))
    }

    fn which_end(&mut self) -> Result<KeepWhich, Diagnostic> {
        if self.tokens.take_word(&["highest", "high", "best"]) {
            return Ok(KeepWhich::Highest);
        }
        if self.tokens.take_word(&["lowest", "low", "worst"]) {
            return Ok(KeepWhich::Lowest);
        }
        Err(self.tokens.wrong("highest or lowest?", "write `keep highest 3` or `drop lowest 1`"))
    }

    /// How many dice count; without a number it is one.
    fn keep(&mut self, which: KeepWhich, pool: &Pool, start: usize, drop: bool) -> Result<Keep, Diagnostic> {
        if !pool.die.adds_up() {
            self.tokens.next = start;
            return Err(self
                .tokens
                .wrong("faces with names are not higher or lower", "only numbers can be kept or dropped"));
        }
        let there = matches!(self.tokens.peek(), Some(Token::Number(_)));
        let most = i64::from(pool.count) - i64::from(drop);
        let least = i64::from(!drop);
        let what = if drop { "how many dice to drop" } else { "how many dice to keep" };
        let number = if there { self.tokens.small(what, least, most.max(least))? } else { 1 };
        if i64::from(number) > most {
            self.tokens.next = start;
            return Err(self.tokens.wrong("that leaves no die", "roll more dice"));
        }
        Ok(match (drop, which) {
            (false, which) => Keep { which, count: number },
            (true, KeepWhich::Highest) => Keep { which: KeepWhich::Lowest, count: pool.count - number },
            (true, KeepWhich::Lowest) => Keep { which: KeepWhich::Highest, count: pool.count - number },
        })
    }

    /// Which faces explode; without a word it is the highest.
    fn exploding(&mut self, pool: &Pool, start: usize) -> Result<Match, Diagnostic> {
        let faces = match (self.starts_faces(pool), pool.die.highest()) {
            (false, Some(highest)) => Match::Named(vec![highest.to_string()]),
            _ => self.faces_of(pool)?,
        };
        self.ends(&faces, pool, start, "explodes")?;
        Ok(faces)
    }

    fn rerolled(&mut self, pool: &Pool, always: bool, start: usize) -> Result<Reroll, Diagnostic> {
        let faces = self.faces_of(pool)?;
        if always {
            self.ends(&faces, pool, start, "is rolled again")?;
        }
        Ok(Reroll { faces, always })
    }

    fn ends(&mut self, faces: &Match, pool: &Pool, start: usize, what: &str) -> Result<(), Diagnostic> {
        if faces.count(&pool.die) < pool.die.sides() {
            return Ok(());
        }
        self.tokens.next = start;
        Err(self.tokens.wrong(format!("every face {what}, and that never ends"), "name fewer faces"))
    }

    fn starts_faces(&self, pool: &Pool) -> bool {
        match self.tokens.peek() {
            Some(Token::Number(_) | Token::Sign('=' | '<' | '>')) => true,
            Some(Token::Word(word)) => pool.die.faces().any(|face| face.text == *word),
            _ => false,
        }
    }

    /// Some faces of a die: `6`, `5+`, `2-`, `>=5`, `1 or 6`, `hit`.
    fn faces_of(&mut self, pool: &Pool) -> Result<Match, Diagnostic> {
        let start = self.tokens.next;
        let faces = self.faces()?;
        if faces.count(&pool.die) > 0 {
            return Ok(faces);
        }
        self.tokens.next = start;
        let hint = match (&faces, &pool.die) {
            (Match::Named(names), Die::Custom(all)) => {
                meant_or_known(names.first().map_or("", String::as_str), all.iter().map(|face| face.text.as_str()))
            }
            _ => Some(format!("a {} has faces from 1 to {}", pool.die, pool.die.sides())),
        };
        let message = format!("no face of a {} is `{faces}`", pool.die);
        Err(Diagnostic::error(message).at(&self.tokens.place()).maybe_hint(hint))
    }

    fn faces(&mut self) -> Result<Match, Diagnostic> {
        if let Some(Token::Sign(sign @ ('=' | '<' | '>'))) = self.tokens.peek().cloned() {
            self.tokens.next += 1;
            let also = sign != '=' && self.tokens.take_sign('=');
            let number = self.tokens.number("a face", -MOST_NUMBER, MOST_NUMBER)?;
            return Ok(match (sign, also) {
                ('>', true) => Match::AtLeast(number),
                ('>', false) => Match::AtLeast(number + 1),
                ('<', true) => Match::AtMost(number),
                ('<', false) => Match::AtMost(number - 1),
                _ => Match::Named(vec![number.to_string()]),
            });
        }
        let first = self.face()?;
        if let Some(value) = first.value {
            if self.takes_suffix('+') {
                return Ok(Match::AtLeast(value));
            }
            if self.takes_suffix('-') {
                return Ok(Match::AtMost(value));
            }
        }
        let mut names = vec![first.text];
        while self.tokens.take_word(&["or"]) {
            names.push(self.face()?.text);
        }
        Ok(Match::Named(names))
    }

    /// `5+` is a face, `5 + 2` and `5+2` are sums.
    fn takes_suffix(&mut self, sign: char) -> bool {
        if self.tokens.peek() != Some(&Token::Sign(sign)) || !self.tokens.touches() {
            return false;
        }
        self.tokens.next += 1;
        let goes_on = matches!(self.tokens.peek(), Some(Token::Number(_) | Token::Sign('('))) && self.tokens.touches();
        self.tokens.next -= usize::from(goes_on);
        !goes_on
    }
}
