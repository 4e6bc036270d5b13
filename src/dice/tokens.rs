//! The words, numbers and signs of dice notation, one after the other, each with its place.

use std::ops::Range;
use std::sync::Arc;

use crate::diag::{Diagnostic, Place, SourceText};

/// Longer than this, in bytes, is no roll.
const LONGEST: usize = 2_000;
/// More than this is a slip.
pub const MOST_NUMBER: i64 = 1_000_000;

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// Digits.
    Number(i64),
    /// In lower case.
    Word(String),
    /// Any other letter.
    Sign(char),
}

fn split(source: &Arc<SourceText>) -> Result<Vec<(Token, Range<usize>)>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut letters = source.text.char_indices().peekable();
    while let Some((start, letter)) = letters.next() {
        let mut end = start + letter.len_utf8();
        let mut take = |good: fn(char) -> bool, end: &mut usize| {
            while let Some((at, more)) = letters.next_if(|(_, more)| good(*more)) {
                *end = at + more.len_utf8();
            }
        };
        let token = match letter {
            _ if letter.is_whitespace() => continue,
            '0'..='9' => {
                take(|c| c.is_ascii_digit(), &mut end);
                let number = source.text[start..end].parse().ok().filter(|number| *number <= MOST_NUMBER);
                let too_large = || {
                    let message = format!("`{}` is too large a number", &source.text[start..end]);
                    Diagnostic::error(message).at(&Place::new(source, start, end)).hint("a million is the most")
                };
                Token::Number(number.ok_or_else(too_large)?)
            }
            _ if letter.is_alphabetic() => {
                take(char::is_alphabetic, &mut end);
                Token::Word(source.text[start..end].to_lowercase())
            }
            '×' => Token::Sign('*'),
            '−' => Token::Sign('-'),
            _ => Token::Sign(letter),
        };
        tokens.push((token, start..end));
    }
    Ok(tokens)
}

/// All of a text, and how far it was read.
pub struct Tokens {
    source: Arc<SourceText>,
    all: Vec<(Token, Range<usize>)>,
    /// The one that comes next; set back to point at what was read before.
    pub next: usize,
}

impl Tokens {
    /// Reads a text.
    ///
    /// # Errors
    /// When it is too long, or a number is too large.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        if text.len() > LONGEST {
            return Err(
                Diagnostic::error("that is too long for a roll").hint(format!("{LONGEST} letters are the most"))
            );
        }
        let source = Arc::new(SourceText::new("roll", text));
        let all = split(&source)?;
        Ok(Self { source, all, next: 0 })
    }

    /// Whether so many tokens are left.
    pub fn are_left(&self, tokens: usize) -> bool {
        self.all.len() == self.next + tokens
    }

    /// The text from a token that was read to the last that was.
    pub fn since(&self, start: usize) -> &str {
        let end = self.next.checked_sub(1).and_then(|last| self.all.get(last));
        match (self.all.get(start), end) {
            (Some((_, from)), Some((_, to))) if from.start < to.end => &self.source.text[from.start..to.end],
            _ => "",
        }
    }

    /// Makes two of the word that comes next, which is of plain letters, when both have been written without a space.
    pub fn split_word(&mut self, at: usize) {
        let Some((Token::Word(word), range)) = self.all.get_mut(self.next) else { return };
        if !word.is_ascii() || at == 0 || at >= word.len() || range.len() != word.len() {
            return;
        }
        let rest = (Token::Word(word.split_off(at)), range.start + at..range.end);
        range.end = rest.1.start;
        self.all.insert(self.next + 1, rest);
    }

    /// The next one.
    pub fn peek(&self) -> Option<&Token> {
        self.peek_at(0)
    }

    /// One further on.
    pub fn peek_at(&self, further: usize) -> Option<&Token> {
        self.all.get(self.next + further).map(|(token, _)| token)
    }

    /// Whether one of these words comes next.
    pub fn is_word(&self, words: &[&str]) -> bool {
        matches!(self.peek(), Some(Token::Word(word)) if words.contains(&word.as_str()))
    }

    /// Takes one of these words, if it comes next.
    pub fn take_word(&mut self, words: &[&str]) -> bool {
        let there = self.is_word(words);
        self.next += usize::from(there);
        there
    }

    /// Takes this sign, if it comes next.
    pub fn take_sign(&mut self, sign: char) -> bool {
        let there = self.peek() == Some(&Token::Sign(sign));
        self.next += usize::from(there);
        there
    }

    /// Whether nothing stands between the last token and the next.
    pub fn touches(&self) -> bool {
        let Some(before) = self.next.checked_sub(1) else { return false };
        matches!((self.all.get(before), self.all.get(self.next)), (Some((_, a)), Some((_, b))) if a.end == b.start)
    }

    /// The number below 0 that comes next, written without a space, as a face is.
    pub fn negative(&self) -> Option<String> {
        let (Some((Token::Sign('-'), sign)), Some((Token::Number(number), digits))) =
            (self.all.get(self.next), self.all.get(self.next + 1))
        else {
            return None;
        };
        (sign.end == digits.start).then(|| format!("-{number}"))
    }

    /// The token that comes next, or the end of the text.
    pub fn place(&self) -> Place {
        let end = self.source.text.trim_end().len();
        let range = self.all.get(self.next).map_or(end..end, |(_, range)| range.clone());
        Place::new(&self.source, range.start, range.end)
    }

    /// A mistake at what comes next.
    pub fn wrong(&self, message: impl Into<String>, hint: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message).at(&self.place()).hint(hint)
    }

    /// Takes a number.
    ///
    /// # Errors
    /// When there is none, or it is too small or too large.
    pub fn number(&mut self, what: &str, least: i64, most: i64) -> Result<i64, Diagnostic> {
        let Some(Token::Number(number)) = self.peek() else {
            return Err(self.wrong(format!("here should be {what}"), format!("a number from {least} to {most}")));
        };
        let number = *number;
        if !(least..=most).contains(&number) {
            return Err(self.wrong(format!("{number} cannot be {what}"), format!("a number from {least} to {most}")));
        }
        self.next += 1;
        Ok(number)
    }

    /// Takes a number that is not large.
    ///
    /// # Errors
    /// As [`Tokens::number`].
    pub fn small(&mut self, what: &str, least: i64, most: i64) -> Result<u32, Diagnostic> {
        let number = self.number(what, least, most)?;
        Ok(u32::try_from(number).unwrap_or(u32::MAX))
    }
}
