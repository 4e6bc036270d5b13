//! Reads which of several count: `keep highest 3`, `kh3`, `drop lowest 1`, `dl1`, `keep middle 2`, `drop both ends`.

use crate::diag::Diagnostic;

use super::Parser;
use super::change::splits;
use crate::dice::dialect::Dialect;
use crate::dice::expression::{Dropped, End};
use crate::dice::tokens::Token;

/// What is said of which count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dropping {
    Keep(End),
    KeepMiddle,
    Drop(End),
    DropBoth,
}

impl Parser {
    /// Whether anything is said of it next.
    pub(super) fn starts_dropping(&mut self) -> bool {
        let start = self.tokens.next;
        let found = self.dropping_word().is_ok_and(|word| word.is_none());
        self.tokens.next = start;
        !found
    }

    /// All that is said of so many things.
    pub(super) fn dropped(&mut self, count: u32) -> Result<Dropped, Diagnostic> {
        let (mut dropped, mut said) = (Dropped::default(), Vec::new());
        let mut start = self.tokens.next;
        while let Some(word) = self.dropping_word()? {
            self.drops(word, &mut dropped, &mut said, count, start)?;
            start = self.tokens.next;
        }
        Ok(dropped)
    }

    /// Takes the word that says it.
    pub(super) fn dropping_word(&mut self) -> Result<Option<Dropping>, Diagnostic> {
        use End::{Highest, Lowest};
        self.split_short();
        let Some(Token::Word(word)) = self.tokens.peek().cloned() else { return Ok(None) };
        let dropping = match word.as_str() {
            "kh" => Dropping::Keep(Highest),
            "k" => {
                if matches!(self.tokens.peek_at(1), Some(Token::Number(_))) {
                    let start = self.tokens.next;
                    self.tokens.next += 2;
                    self.note(start, Dialect::Keep);
                    self.tokens.next = start;
                }
                Dropping::Keep(Highest)
            }
            "kl" => Dropping::Keep(Lowest),
            "dh" => Dropping::Drop(Highest),
            "dl" => Dropping::Drop(Lowest),
            // With a space before it, it is more likely a die of which the plus was forgotten.
            "d" if self.tokens.touches() => Dropping::Drop(Lowest),
            "keep" | "drop" => {
                self.tokens.next += 1;
                return self.which(word == "keep").map(Some);
            }
            _ => return Ok(None),
        };
        self.tokens.next += 1;
        Ok(Some(dropping))
    }

    fn which(&mut self, keep: bool) -> Result<Dropping, Diagnostic> {
        let ends = [(["highest", "high", "best"], End::Highest), (["lowest", "low", "worst"], End::Lowest)];
        for (words, end) in ends {
            if self.tokens.take_word(&words) {
                return Ok(if keep { Dropping::Keep(end) } else { Dropping::Drop(end) });
            }
        }
        if keep && self.tokens.take_word(&["middle"]) {
            return Ok(Dropping::KeepMiddle);
        }
        if !keep && self.tokens.take_word(&["both", "ends"]) {
            self.tokens.take_word(&["ends"]);
            return Ok(Dropping::DropBoth);
        }
        Err(self.tokens.wrong("highest or lowest?", "write `keep highest 3` or `drop lowest 1`"))
    }

    /// Reads how many, and takes them away; `said` are the ends of which it was said already.
    pub(super) fn drops(
        &mut self,
        dropping: Dropping,
        dropped: &mut Dropped,
        said: &mut Vec<End>,
        count: u32,
        start: usize,
    ) -> Result<(), Diagnostic> {
        let ends = match dropping {
            Dropping::Drop(end) => vec![end],
            _ => vec![End::Lowest, End::Highest],
        };
        if ends.iter().any(|end| said.contains(end)) {
            return Err(self.wrong_at(start, "this was said already", SAID));
        }
        said.extend(ends);
        let kept = dropped.kept(count);
        match dropping {
            Dropping::Keep(end) => *dropped = Dropped::but(end, self.how_many("keep", 1, kept, start)?, count),
            Dropping::KeepMiddle => *dropped = self.middle(count, start)?,
            Dropping::Drop(End::Lowest) => dropped.lowest = self.how_many("drop", 0, kept - 1, start)?,
            Dropping::Drop(End::Highest) => dropped.highest = self.how_many("drop", 0, kept - 1, start)?,
            Dropping::DropBoth => {
                let each = self.how_many("drop", 0, (kept - 1) / 2, start)?;
                *dropped = Dropped { lowest: each, highest: each };
            }
        }
        Ok(())
    }

    /// Without a number it is one.
    fn how_many(&mut self, verb: &str, least: i64, most: u32, start: usize) -> Result<u32, Diagnostic> {
        let there = matches!(self.tokens.peek(), Some(Token::Number(_)));
        let most = i64::from(most);
        let number =
            if there { self.tokens.small(&format!("how many to {verb}"), least, most.max(least))? } else { 1 };
        if i64::from(number) > most {
            return Err(self.wrong_at(start, "that leaves none", "drop fewer"));
        }
        Ok(number)
    }

    /// As many are dropped from either end; without a number one or two are left.
    fn middle(&mut self, count: u32, start: usize) -> Result<Dropped, Diagnostic> {
        let there = matches!(self.tokens.peek(), Some(Token::Number(_)));
        let kept = if there { self.tokens.small("how many to keep", 1, i64::from(count))? } else { 2 - count % 2 };
        if (count - kept) % 2 == 1 {
            let (less, more) = (kept.saturating_sub(1), kept + 1);
            let hint = if less == 0 { format!("keep {more}") } else { format!("keep {less} or {more}") };
            let message = format!("{kept} of {count} are not in the middle");
            return Err(self.wrong_at(start, message, format!("as many are dropped from either end: {hint}")));
        }
        let each = (count - kept) / 2;
        Ok(Dropped { lowest: each, highest: each })
    }

    /// Makes words of short forms that are written without a space, as in `sdkh3`.
    pub(super) fn split_short(&mut self) {
        let Some(Token::Word(word)) = self.tokens.peek() else { return };
        // After a space it is a word that nobody knows.
        if let Some(at) = splits(word).filter(|_| self.tokens.touches()) {
            self.tokens.split_word(at);
        }
    }
}

/// What can be said of dice only once.
pub(super) const SAID: &str = "each thing that becomes of dice is said once";
