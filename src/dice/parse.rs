//! Reads dice notation: words such as `4d6 keep highest 3`, and the short forms people know, such as `4d6kh3`.
//! An error points at the letter where it is.

use std::ops::Range;
use std::sync::Arc;

use crate::diag::{Diagnostic, Place, SourceText, did_you_mean};

use super::expression::{Expression, Keep, KeepWhich, Pool, Reroll, Rolls};
use super::faces::{Die, Face, Match};

/// More than this is a slip, or would take all day to read.
const MOST_DICE: i64 = 1_000;
const MOST_SIDES: i64 = 10_000;
const MOST_TIMES: i64 = 100;
const MOST_NUMBER: i64 = 1_000_000;
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
    let source = Arc::new(SourceText { path: "roll".to_owned(), text: text.to_owned() });
    let tokens = tokens(&source)?;
    let mut parser = Parser { source, tokens, next: 0, depth: 0 };
    let rolls = parser.rolls()?;
    match parser.peek() {
        None => Ok(rolls),
        Some(Token::Word(word)) => Err(parser.unknown_word(&word.clone())),
        Some(_) => Err(parser.wrong("this is one thing too many", "put `+`, `-` or `*` between the parts of a roll")),
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Number(i64),
    /// In lower case.
    Word(String),
    Sign(char),
}

fn tokens(source: &Arc<SourceText>) -> Result<Vec<(Token, Range<usize>)>, Diagnostic> {
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

struct Parser {
    source: Arc<SourceText>,
    tokens: Vec<(Token, Range<usize>)>,
    next: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.peek_at(0)
    }

    fn peek_at(&self, further: usize) -> Option<&Token> {
        self.tokens.get(self.next + further).map(|(token, _)| token)
    }

    fn is_word(&self, words: &[&str]) -> bool {
        matches!(self.peek(), Some(Token::Word(word)) if words.contains(&word.as_str()))
    }

    fn take_word(&mut self, words: &[&str]) -> bool {
        let there = self.is_word(words);
        self.next += usize::from(there);
        there
    }

    fn take_sign(&mut self, sign: char) -> bool {
        let there = self.peek() == Some(&Token::Sign(sign));
        self.next += usize::from(there);
        there
    }

    /// Whether nothing stands between the last token and the next.
    fn touches(&self) -> bool {
        let Some(before) = self.next.checked_sub(1) else { return false };
        matches!((self.tokens.get(before), self.tokens.get(self.next)), (Some((_, a)), Some((_, b))) if a.end == b.start)
    }

    /// The token that comes next, or the end of the text.
    fn place(&self) -> Place {
        let end = self.source.text.trim_end().len();
        let range = self.tokens.get(self.next).map_or(end..end, |(_, range)| range.clone());
        Place::new(&self.source, range.start, range.end)
    }

    fn wrong(&self, message: impl Into<String>, hint: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message).at(&self.place()).hint(hint)
    }

    fn unknown_word(&self, word: &str) -> Diagnostic {
        let known = "what can follow dice: keep, drop, explode, reroll, count";
        let hint = did_you_mean(word, WORDS).filter(|hint| hint.starts_with("did")).unwrap_or_else(|| known.to_owned());
        self.wrong(format!("`{word}` means nothing here"), hint)
    }

    fn number(&mut self, what: &str, least: i64, most: i64) -> Result<i64, Diagnostic> {
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

    fn small(&mut self, what: &str, least: i64, most: i64) -> Result<u32, Diagnostic> {
        let number = self.number(what, least, most)?;
        Ok(u32::try_from(number).unwrap_or(u32::MAX))
    }

    fn rolls(&mut self) -> Result<Rolls, Diagnostic> {
        if self.tokens.is_empty() {
            return Err(self.wrong("there is nothing to roll", "write dice, as in `2d6 + 1`"));
        }
        let repeated = matches!((self.peek(), self.peek_at(1)),
            (Some(Token::Number(_)), Some(Token::Word(word))) if word == "times" || word == "x");
        let mut times = 1;
        if repeated {
            times = self.small("how many times to roll", 1, MOST_TIMES)?;
            self.next += 1;
        }
        Ok(Rolls { times, expression: self.sum()? })
    }

    fn sum(&mut self) -> Result<Expression, Diagnostic> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.wrong("there are too many brackets in brackets", "write it with fewer"));
        }
        let start = self.next;
        let mut parts = vec![(self.take_sign('-'), self.product()?)];
        while let Some(Token::Sign(sign @ ('+' | '-'))) = self.peek() {
            let away = *sign == '-';
            self.next += 1;
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
        let start = self.next;
        let mut parts = vec![self.part()?];
        while self.take_sign('*') {
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
        self.next = start;
        Err(self.wrong("faces with names cannot be added up", "say which of them to count, as in `count hit`"))
    }

    fn part(&mut self) -> Result<Expression, Diagnostic> {
        if self.take_sign('(') {
            let inner = self.sum()?;
            if !self.take_sign(')') {
                return Err(self.wrong("a bracket is not closed", "add `)`"));
            }
            return Ok(inner);
        }
        let is_die = |token: Option<&Token>| matches!(token, Some(Token::Word(word)) if word == "d" || word == "df");
        match self.peek() {
            Some(Token::Number(number)) if !is_die(self.peek_at(1)) => {
                let number = *number;
                self.next += 1;
                Ok(Expression::Number(number))
            }
            Some(Token::Number(_)) => {
                let count = self.small("a number of dice", 1, MOST_DICE)?;
                self.pool(count)
            }
            Some(Token::Word(_)) if is_die(self.peek()) => self.pool(1),
            Some(Token::Word(word)) => Err(self.unknown_word(&word.clone())),
            _ => {
                Err(self
                    .wrong("here should be dice or a number", "write dice as in `2d6`, `d20`, `d%`, `3d{hit, miss}`"))
            }
        }
    }

    fn pool(&mut self, count: u32) -> Result<Expression, Diagnostic> {
        let die = self.die()?;
        let mut pool = Pool { count, die, reroll: None, explode: None, keep: None, counted: None };
        while self.change(&mut pool)? {}
        Ok(Expression::Pool(pool))
    }

    fn die(&mut self) -> Result<Die, Diagnostic> {
        if self.take_word(&["df"]) {
            let faces = [-1, -1, 0, 0, 1, 1];
            return Ok(Die::Custom(faces.map(Face::number).into()));
        }
        self.next += 1;
        if self.take_sign('%') {
            return Ok(Die::Numbered(100));
        }
        if self.take_sign('{') {
            return self.custom();
        }
        self.small("the number of sides", 1, MOST_SIDES).map(Die::Numbered)
    }

    fn custom(&mut self) -> Result<Die, Diagnostic> {
        let mut faces = Vec::new();
        loop {
            faces.push(self.face()?);
            if self.take_sign('}') {
                return Ok(Die::Custom(faces));
            }
            if !self.take_sign(',') {
                return Err(self.wrong("the faces of a die are not closed", "commas between them, and `}` at the end"));
            }
        }
    }

    fn face(&mut self) -> Result<Face, Diagnostic> {
        let minus = self.take_sign('-');
        match self.peek().cloned() {
            Some(Token::Number(number)) => {
                self.next += 1;
                Ok(Face::number(if minus { -number } else { number }))
            }
            Some(Token::Word(word)) if !minus => {
                self.next += 1;
                Ok(Face { text: word, value: None })
            }
            _ => Err(self.wrong("here should be a face", "a number or a word, as in `d{0, 1, 1, hit}`")),
        }
    }

    /// One thing that becomes of the dice; `false` when none follows.
    fn change(&mut self, pool: &mut Pool) -> Result<bool, Diagnostic> {
        let start = self.next;
        let Some(change) = self.change_word()? else { return Ok(false) };
        let taken = match change {
            Change::Keep(_) | Change::Drop(_) => pool.keep.is_some(),
            Change::Explode => pool.explode.is_some(),
            Change::Reroll { .. } => pool.reroll.is_some(),
            Change::Count => pool.counted.is_some(),
        };
        if taken {
            self.next = start;
            return Err(self.wrong("this was said already", "dice keep, drop, explode, reroll and count once each"));
        }
        match change {
            Change::Keep(which) => pool.keep = Some(self.keep(which, pool, start, false)?),
            Change::Drop(which) => pool.keep = Some(self.keep(which, pool, start, true)?),
            Change::Explode => pool.explode = Some(self.exploding(pool, start)?),
            Change::Reroll { always } => pool.reroll = Some(self.rerolled(pool, always, start)?),
            Change::Count => pool.counted = Some(self.faces_of(pool)?),
        }
        if pool.keep.is_some() && pool.explode.is_some() && pool.counted.is_some() {
            self.next = start;
            let hint = "count without keeping, or keep without counting";
            return Err(self.wrong("dice that explode cannot be kept and counted at once", hint));
        }
        Ok(true)
    }

    fn change_word(&mut self) -> Result<Option<Change>, Diagnostic> {
        use KeepWhich::{Highest, Lowest};
        if matches!(self.peek(), Some(Token::Sign('=' | '<' | '>'))) {
            return Ok(Some(Change::Count));
        }
        if self.take_sign('!') {
            return Ok(Some(Change::Explode));
        }
        let Some(Token::Word(word)) = self.peek().cloned() else { return Ok(None) };
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
                self.next += 1;
                return Ok(Some(Change::Reroll { always: self.take_word(&["all"]) }));
            }
            "keep" | "drop" => {
                self.next += 1;
                let which = self.which_end()?;
                return Ok(Some(if word == "keep" { Change::Keep(which) } else { Change::Drop(which) }));
            }
            _ => return Ok(None),
        };
        self.next += 1;
        Ok(Some(change))
    }

    fn which_end(&mut self) -> Result<KeepWhich, Diagnostic> {
        if self.take_word(&["highest", "high", "best"]) {
            return Ok(KeepWhich::Highest);
        }
        if self.take_word(&["lowest", "low", "worst"]) {
            return Ok(KeepWhich::Lowest);
        }
        Err(self.wrong("highest or lowest?", "write `keep highest 3` or `drop lowest 1`"))
    }

    /// How many dice count; without a number it is one.
    fn keep(&mut self, which: KeepWhich, pool: &Pool, start: usize, drop: bool) -> Result<Keep, Diagnostic> {
        if !pool.die.adds_up() {
            self.next = start;
            return Err(self.wrong("faces with names are not higher or lower", "only numbers can be kept or dropped"));
        }
        let there = matches!(self.peek(), Some(Token::Number(_)));
        let most = i64::from(pool.count) - i64::from(drop);
        let least = i64::from(!drop);
        let what = if drop { "how many dice to drop" } else { "how many dice to keep" };
        let number = if there { self.small(what, least, most.max(least))? } else { 1 };
        if i64::from(number) > most {
            self.next = start;
            return Err(self.wrong("that leaves no die", "roll more dice"));
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
        self.next = start;
        Err(self.wrong(format!("every face {what}, and that never ends"), "name fewer faces"))
    }

    fn starts_faces(&self, pool: &Pool) -> bool {
        match self.peek() {
            Some(Token::Number(_) | Token::Sign('=' | '<' | '>')) => true,
            Some(Token::Word(word)) => pool.die.faces().any(|face| face.text == *word),
            _ => false,
        }
    }

    /// Some faces of a die: `6`, `5+`, `2-`, `>=5`, `1 or 6`, `hit`.
    fn faces_of(&mut self, pool: &Pool) -> Result<Match, Diagnostic> {
        let start = self.next;
        let faces = self.faces()?;
        if faces.count(&pool.die) > 0 {
            return Ok(faces);
        }
        self.next = start;
        let hint = match (&faces, &pool.die) {
            (Match::Named(names), Die::Custom(all)) => {
                did_you_mean(names.first().map_or("", String::as_str), all.iter().map(|face| face.text.as_str()))
            }
            _ => Some(format!("a {} has faces from 1 to {}", pool.die, pool.die.sides())),
        };
        let message = format!("no face of a {} is `{faces}`", pool.die);
        Err(Diagnostic::error(message).at(&self.place()).maybe_hint(hint))
    }

    fn faces(&mut self) -> Result<Match, Diagnostic> {
        if let Some(Token::Sign(sign @ ('=' | '<' | '>'))) = self.peek().cloned() {
            self.next += 1;
            let also = sign != '=' && self.take_sign('=');
            let number = self.number("a face", -MOST_NUMBER, MOST_NUMBER)?;
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
        while self.take_word(&["or"]) {
            names.push(self.face()?.text);
        }
        Ok(Match::Named(names))
    }

    /// `5+` is a face, `5 + 2` and `5+2` are sums.
    fn takes_suffix(&mut self, sign: char) -> bool {
        if self.peek() != Some(&Token::Sign(sign)) || !self.touches() {
            return false;
        }
        self.next += 1;
        let goes_on = matches!(self.peek(), Some(Token::Number(_) | Token::Sign('('))) && self.touches();
        self.next -= usize::from(goes_on);
        !goes_on
    }
}

/// What can become of dice.
enum Change {
    Keep(KeepWhich),
    Drop(KeepWhich),
    Explode,
    Reroll { always: bool },
    Count,
}
