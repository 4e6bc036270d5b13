//! Reads faces of a die: `6`, `5+`, `2-`, `>=5`, `1 or 6`, `hit`.

use crate::diag::{Diagnostic, meant_or_known};

use super::Parser;
use crate::dice::dialect::Dialect;
use crate::dice::expression::Pool;
use crate::dice::faces::{Die, DieFace, Match};
use crate::dice::tokens::{MOST_NUMBER, Token};

impl Parser {
    /// Whether faces come next.
    pub(super) fn starts_faces(&self, pool: &Pool) -> bool {
        match self.tokens.peek() {
            Some(Token::Number(_) | Token::Sign('=' | '<' | '>')) => true,
            Some(Token::Word(word)) => pool.die.is_named(word),
            _ => self.tokens.negative().is_some_and(|face| pool.die.is_named(&face)),
        }
    }

    /// Faces of which the die has at least one.
    pub(super) fn faces_of(&mut self, pool: &Pool) -> Result<Match, Diagnostic> {
        let start = self.tokens.next;
        let faces = self.faces()?;
        self.has_some(&faces, pool, start)?;
        Ok(faces)
    }

    pub(super) fn has_some(&mut self, faces: &Match, pool: &Pool, start: usize) -> Result<(), Diagnostic> {
        if faces.count(&pool.die) > 0 {
            return Ok(());
        }
        let hint = match (faces, &pool.die, pool.die.range()) {
            (Match::Named(names), Die::Custom(all), _) => {
                meant_or_known(names.first().map_or("", String::as_str), all.iter().map(|face| face.text.as_str()))
            }
            (Match::AtLeast(_) | Match::AtMost(_), _, Some((low, high))) if pool.count > 1 => Some(format!(
                "this counts dice, and a {} has faces from {low} to {high}; `odds` of the dice alone tell each total",
                pool.die
            )),
            (_, _, Some((low, high))) => Some(format!("a {} has faces from {low} to {high}", pool.die)),
            _ => None,
        };
        self.tokens.next = start;
        let message = format!("no face of a {} is `{faces}`", pool.die);
        Err(Diagnostic::error(message).at(&self.tokens.place()).maybe_hint(hint))
    }

    pub(super) fn faces(&mut self) -> Result<Match, Diagnostic> {
        let start = self.tokens.next;
        if let Some(Token::Sign(sign @ ('=' | '<' | '>'))) = self.tokens.peek().cloned() {
            self.tokens.next += 1;
            let also = sign != '=' && self.tokens.take_sign('=');
            let number = self.signed("a face")?;
            if !also && sign != '=' {
                self.note(start, if sign == '>' { Dialect::More } else { Dialect::Less });
            }
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

    /// A number that may be less than 0.
    pub(super) fn signed(&mut self, what: &str) -> Result<i64, Diagnostic> {
        let minus = self.tokens.take_sign('-');
        let number = self.tokens.number(what, 0, MOST_NUMBER - 1)?;
        Ok(if minus { -number } else { number })
    }

    pub(super) fn face(&mut self) -> Result<DieFace, Diagnostic> {
        let minus = self.tokens.take_sign('-');
        match self.tokens.peek().cloned() {
            Some(Token::Number(number)) => {
                self.tokens.next += 1;
                Ok(DieFace::number(if minus { -number } else { number }))
            }
            Some(Token::Word(word)) if !minus => {
                self.tokens.next += 1;
                Ok(DieFace { text: word, value: None })
            }
            _ => Err(self.tokens.wrong("here should be a face", "a number or a word, as in `d{0, 1, 1, hit}`")),
        }
    }

    /// `5+` is a face, `5 + 2` and `5+2` are sums.
    fn takes_suffix(&mut self, sign: char) -> bool {
        if self.tokens.peek() != Some(&Token::Sign(sign)) || !self.tokens.touches() {
            return false;
        }
        self.tokens.next += 1;
        let starts = match self.tokens.peek() {
            Some(Token::Number(_) | Token::Sign('(' | '{')) => true,
            Some(Token::Word(_)) => self.is_pool(),
            _ => false,
        };
        let goes_on = starts && self.tokens.touches();
        self.tokens.next -= usize::from(goes_on);
        !goes_on
    }
}
