//! Reads dice: how many, and of what kind.

use crate::diag::Diagnostic;

use super::Parser;
use super::change::splits;
use crate::dice::expression::{Expression, Pool};
use crate::dice::faces::{Die, DieFace};
use crate::dice::tokens::Token;

/// More than this is a slip, or would take all day to read.
const MOST_DICE: i64 = 1_000;
const MOST_SIDES: i64 = 10_000;

/// The letters before the sides of a die; a German one is a `w`.
const DICE: [&str; 3] = ["d", "w", "df"];

impl Parser {
    /// Whether dice come next.
    pub(super) fn is_pool(&self) -> bool {
        let after_number = usize::from(matches!(self.tokens.peek(), Some(Token::Number(_))));
        matches!(self.tokens.peek_at(after_number), Some(Token::Word(word)) if is_die(word))
    }

    pub(super) fn pool(&mut self) -> Result<Expression, Diagnostic> {
        let there = matches!(self.tokens.peek(), Some(Token::Number(_)));
        let count = if there { self.tokens.small("a number of dice", 1, MOST_DICE)? } else { 1 };
        let die = self.die()?;
        self.changes(Pool::new(count, die)).map(Expression::Pool)
    }

    fn die(&mut self) -> Result<Die, Diagnostic> {
        if matches!(self.tokens.peek(), Some(Token::Word(word)) if word.starts_with("df")) {
            self.tokens.split_word("df".len());
            self.tokens.next += 1;
            return self.fate();
        }
        let start = self.tokens.next;
        self.tokens.next += 1;
        if self.tokens.take_sign('%') {
            return Ok(Die::Numbered(100));
        }
        if self.tokens.take_sign('{') {
            return self.custom();
        }
        let sides = self.tokens.small("the number of sides", 1, MOST_SIDES)?;
        if self.tokens.take_word(&["tens"]) {
            let hint = "as in `d66 tens`: two dice of 6 sides, one for the tens, the other for the units";
            let wrong = format!("a d{sides} is not read in tens and units");
            return Die::tens(sides).ok_or_else(|| self.wrong_at(start, wrong, hint));
        }
        if !self.tokens.take_word(&["sides"]) && Die::may_be_tens(sides) {
            let question = format!(
                "is `d{sides}` {} dice of 6 sides, each a digit, or one with {sides} sides?",
                if sides > 99 { 3 } else { 2 }
            );
            return Err(self.wrong_at(start, question, format!("write `d{sides} tens` or `d{sides} sides`")));
        }
        Ok(Die::Numbered(sides))
    }

    /// Dice with plus, minus and blank sides: two of each, or after `.1` one plus and one minus.
    fn fate(&mut self) -> Result<Die, Diagnostic> {
        let mut each = 2;
        if self.tokens.peek() == Some(&Token::Sign('.')) && self.tokens.touches() {
            self.tokens.next += 1;
            each = self.tokens.number("how many sides have a plus", 1, 2)?;
        }
        let faces = if each == 1 { [-1, 0, 0, 0, 0, 1] } else { [-1, -1, 0, 0, 1, 1] };
        Ok(Die::Custom(faces.map(DieFace::number).into()))
    }

    fn custom(&mut self) -> Result<Die, Diagnostic> {
        let mut faces = Vec::new();
        loop {
            faces.push(self.face()?);
            if self.tokens.take_sign('}') {
                return Ok(Die::Custom(faces));
            }
            if !self.tokens.take_sign(',') {
                return Err(self
                    .tokens
                    .wrong("the faces of a die are not closed", "commas between them, and `}` at the end"));
            }
        }
    }
}

fn is_die(word: &str) -> bool {
    DICE.contains(&word) || word.strip_prefix("df").is_some_and(|rest| splits(rest).is_some())
}
