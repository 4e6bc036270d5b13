//! Reads dice notation: words such as `4d6 keep highest 3`, and the short forms of other tools, such as `4d6kh3`.
//! An error points at the letter where it is.

mod advantage;
mod arithmetic;
mod change;
mod dropping;
mod faces;
mod pool;

use crate::diag::{Diagnostic, did_you_mean};

use super::dialect::{Dialect, Note};
use super::expression::{Expression, Rolls};
use super::range::range;
use super::tokens::{Token, Tokens};

const MOST_TIMES: i64 = 100;
/// More dice take longer than anyone waits, and more room; dice that are rolled again count as so many.
const MOST_THROWN: u64 = 100_000;
const THROWN_AGAIN: u64 = 10;
/// Larger results are no longer exact where averages are made of them.
const LARGEST: i64 = 1_000_000_000_000_000;

/// What can follow dice.
const WORDS: [&str; 18] = [
    "keep",
    "drop",
    "explode",
    "compound",
    "penetrate",
    "reroll",
    "count",
    "unique",
    "minimum",
    "maximum",
    "sort",
    "advantage",
    "disadvantage",
    "highest",
    "lowest",
    "middle",
    "times",
    "rounded",
];

/// A roll, and how it was read where that is not plain to everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// What was read.
    pub rolls: Rolls,
    /// What others would read otherwise.
    pub notes: Vec<Note>,
}

/// Reads a roll, and says where dialects disagree about it.
///
/// # Errors
/// What is wrong, with its place in the text, and what would be right.
pub fn parse(text: &str) -> Result<Reading, Diagnostic> {
    let (dice, label) = text.split_once('#').map_or((text, ""), |(dice, label)| (dice, label.trim()));
    let mut parser = Parser { tokens: Tokens::read(dice)?, depth: 0, notes: Vec::new(), unrounded: 0 };
    let mut rolls = parser.rolls()?;
    match parser.tokens.peek() {
        None => {}
        Some(Token::Word(word)) if !parser.is_pool() => return Err(parser.unknown_word(&word.clone())),
        Some(Token::Sign('[')) => {
            return Err(parser.tokens.wrong("labels stand at the end", "write `2d6 # damage`"));
        }
        Some(_) => {
            return Err(parser
                .tokens
                .wrong("this is one thing too many", "put `+`, `-`, `*` or `/` between the parts of a roll"));
        }
    }
    parser.check(&rolls, label)?;
    rolls.label = (!label.is_empty()).then(|| label.to_owned());
    Ok(Reading { rolls, notes: parser.notes })
}

/// Reads one text.
struct Parser {
    tokens: Tokens,
    depth: usize,
    notes: Vec<Note>,
    /// Divisions of which nobody has said how to round.
    unrounded: usize,
}

impl Parser {
    fn unknown_word(&self, word: &str) -> Diagnostic {
        let known = "what can follow dice: keep, drop, explode, reroll, count, unique, minimum, maximum, sort";
        if WORDS.contains(&word) {
            let hint = format!("write the dice first, as in `d20 {word}`");
            return self.tokens.wrong(format!("`{word}` stands behind dice"), hint);
        }
        if self.tokens.next == 0 {
            return self
                .tokens
                .wrong(format!("`{word}` is no dice"), "dice come first, as in `2d6 + 1` or `4d6 keep highest 3`");
        }
        let hint = did_you_mean(word, WORDS).unwrap_or_else(|| known.to_owned());
        self.tokens.wrong(format!("`{word}` means nothing here"), hint)
    }

    /// A mistake at what was read before.
    fn wrong_at(&mut self, start: usize, message: impl Into<String>, hint: impl Into<String>) -> Diagnostic {
        self.tokens.next = start;
        self.tokens.wrong(message, hint)
    }

    /// Others read what stands there otherwise; of each kind it is said once.
    fn note(&mut self, start: usize, dialect: Dialect) {
        if self.notes.iter().all(|note| note.dialect != dialect) {
            self.notes.push(Note { written: self.tokens.since(start).to_owned(), dialect });
        }
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
        let mut expression = self.sum()?;
        self.last_advantage(&mut expression)?;
        Ok(Rolls { times, expression, label: None })
    }

    /// What is read is neither endless nor too large, and a label has dice to stand at.
    fn check(&mut self, rolls: &Rolls, label: &str) -> Result<(), Diagnostic> {
        if !label.is_empty() && matches!(rolls.expression, Expression::Number(_)) {
            let hint = "a label stands after dice, as in `2d6 # damage`; `3 times d20` rolls several times";
            return Err(self.wrong_at(0, "there are no dice before `#`", hint));
        }
        let (low, high) = range(&rolls.expression);
        if low < -LARGEST || high > LARGEST {
            return Err(self.wrong_at(0, "the result can be larger than any table keeps count of", "multiply less"));
        }
        let thrown = |again: bool| if again { THROWN_AGAIN } else { 1 };
        let dice =
            rolls.expression.pools().into_iter().map(|pool| {
                u64::from(pool.count) * thrown(pool.reroll.is_some() || pool.explode.is_some() || pool.unique)
            });
        if dice.sum::<u64>() * u64::from(rolls.times) > MOST_THROWN {
            return Err(self.wrong_at(0, "these are more dice than anyone reads", "roll fewer dice, or fewer times"));
        }
        Ok(())
    }
}
