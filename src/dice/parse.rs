//! Reads dice notation: words such as `4d6 keep highest 3`, and the short forms people know, such as `4d6kh3`.
//! An error points at the letter where it is.

use crate::diag::{Diagnostic, did_you_mean};

use super::expression::{Expression, Pool, Rolls};
use super::faces::{Die, DieFace};
use super::tokens::{Token, Tokens};

/// More than this is a slip, or would take all day to read.
const MOST_DICE: i64 = 1_000;
const MOST_SIDES: i64 = 10_000;
const MOST_TIMES: i64 = 100;
/// Parts inside parts inside parts.
const DEEPEST: usize = 20;

/// What can follow dice.
const WORDS: [&str; 10] =
    ["keep", "drop", "explode", "reroll", "count", "advantage", "disadvantage", "highest", "lowest", "times"];

/// Reads a roll.
///
/// # Errors
/// What is wrong, with its place in the text, and what would be right.
pub fn parse(text: &str) -> Result<Rolls, Diagnostic> {
    let mut parser = Parser { tokens: Tokens::read(text)?, depth: 0 };
    let rolls = parser.rolls()?;
    match parser.tokens.peek() {
        None => Ok(rolls),
        Some(Token::Word(word)) => Err(parser.unknown_word(&word.clone())),
        Some(_) => {
            Err(parser.tokens.wrong("this is one thing too many", "put `+`, `-` or `*` between the parts of a roll"))
        }
    }
}

/// Reads one text.
pub(super) struct Parser {
    pub(super) tokens: Tokens,
    depth: usize,
}

impl Parser {
    fn unknown_word(&self, word: &str) -> Diagnostic {
        let known = "what can follow dice: keep, drop, explode, reroll, count";
        let hint = did_you_mean(word, WORDS).unwrap_or_else(|| known.to_owned());
        self.tokens.wrong(format!("`{word}` means nothing here"), hint)
    }

    fn rolls(&mut self) -> Result<Rolls, Diagnostic> {
        if self.tokens.peek().is_none() {
            return Err(self.tokens.wrong("there is nothing to roll", "write dice, as in `2d6 + 1`"));
        }
        let repeated = matches!((self.tokens.peek(), self.tokens.peek_at(1)),
            (Some(Token::Number(_)), Some(Token::Word(word))) if word == "times" || word == "x");
        let mut times = 1;
        if repeated {
            times = self.tokens.small("how many times to roll", 1, MOST_TIMES)?;
            self.tokens.next += 1;
        }
        Ok(Rolls { times, expression: self.sum()? })
    }

    fn sum(&mut self) -> Result<Expression, Diagnostic> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.tokens.wrong("there are too many brackets in brackets", "write it with fewer"));
        }
        let start = self.tokens.next;
        let mut parts = vec![(self.tokens.take_sign('-'), self.product()?)];
        while let Some(Token::Sign(sign @ ('+' | '-'))) = self.tokens.peek() {
            let away = *sign == '-';
            self.tokens.next += 1;
            parts.push((away, self.product()?));
        }
        self.depth -= 1;
        if parts.len() == 1 && !parts[0].0 {
            return Ok(parts.remove(0).1);
        }
        self.all_numbers(parts.iter().map(|(_, part)| part), start)?;
        Ok(Expression::Sum(parts))
    }

    fn product(&mut self) -> Result<Expression, Diagnostic> {
        let start = self.tokens.next;
        let mut parts = vec![self.part()?];
        while self.tokens.take_sign('*') {
            parts.push(self.part()?);
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        self.all_numbers(parts.iter(), start)?;
        Ok(Expression::Product(parts))
    }

    /// Faces with names cannot be added up.
    fn all_numbers<'e>(
        &mut self,
        mut parts: impl Iterator<Item = &'e Expression>,
        start: usize,
    ) -> Result<(), Diagnostic> {
        if parts.all(|part| !matches!(part, Expression::Pool(pool) if !pool.is_number())) {
            return Ok(());
        }
        self.tokens.next = start;
        Err(self.tokens.wrong("faces with names cannot be added up", "say which of them to count, as in `count hit`"))
    }

    fn part(&mut self) -> Result<Expression, Diagnostic> {
        if self.tokens.take_sign('(') {
            let inner = self.sum()?;
            if !self.tokens.take_sign(')') {
                return Err(self.tokens.wrong("a bracket is not closed", "add `)`"));
            }
            return Ok(inner);
        }
        let is_die = |token: Option<&Token>| matches!(token, Some(Token::Word(word)) if word == "d" || word == "df");
        match self.tokens.peek() {
            Some(Token::Number(number)) if !is_die(self.tokens.peek_at(1)) => {
                let number = *number;
                self.tokens.next += 1;
                Ok(Expression::Number(number))
            }
            Some(Token::Number(_)) => {
                let count = self.tokens.small("a number of dice", 1, MOST_DICE)?;
                self.pool(count)
            }
            Some(Token::Word(_)) if is_die(self.tokens.peek()) => self.pool(1),
            Some(Token::Word(word)) => Err(self.unknown_word(&word.clone())),
            _ => Err(self
                .tokens
                .wrong("here should be dice or a number", "write dice as in `2d6`, `d20`, `d%`, `3d{hit, miss}`")),
        }
    }

    fn pool(&mut self, count: u32) -> Result<Expression, Diagnostic> {
        let die = self.die()?;
        let mut pool = Pool { count, die, reroll: None, explode: None, keep: None, counted: None };
        while self.change(&mut pool)? {}
        Ok(Expression::Pool(pool))
    }

    fn die(&mut self) -> Result<Die, Diagnostic> {
        if self.tokens.take_word(&["df"]) {
            let faces = [-1, -1, 0, 0, 1, 1];
            return Ok(Die::Custom(faces.map(DieFace::number).into()));
        }
        self.tokens.next += 1;
        if self.tokens.take_sign('%') {
            return Ok(Die::Numbered(100));
        }
        if self.tokens.take_sign('{') {
            return self.custom();
        }
        self.tokens.small("the number of sides", 1, MOST_SIDES).map(Die::Numbered)
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
}
