//! Reads sums, products, quotients, functions and groups.

use crate::diag::Diagnostic;

use super::Parser;
use crate::dice::dialect::Dialect;
use crate::dice::expression::{Dropped, Expression, Rounding};
use crate::dice::range::range;
use crate::dice::tokens::Token;

/// Parts inside parts inside parts.
const DEEPEST: usize = 20;

/// What can be made of numbers in brackets.
#[derive(Clone, Copy)]
enum Function {
    Round(Rounding),
    Absolute,
    Max,
    Min,
}

impl Function {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "floor" => Self::Round(Rounding::Down),
            "ceil" => Self::Round(Rounding::Up),
            "round" => Self::Round(Rounding::Nearest),
            "abs" => Self::Absolute,
            "max" => Self::Max,
            "min" => Self::Min,
            _ => return None,
        })
    }
}

impl Parser {
    pub(super) fn sum(&mut self) -> Result<Expression, Diagnostic> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.tokens.wrong("there are too many brackets in brackets", "write it with fewer"));
        }
        let start = self.tokens.next;
        let mut parts = vec![(self.takes_away(), self.product()?)];
        while matches!(self.tokens.peek(), Some(Token::Sign('+' | '-'))) {
            parts.push((self.takes_away(), self.product()?));
        }
        self.depth -= 1;
        if parts.len() == 1 && !parts[0].0 {
            return Ok(parts.remove(0).1);
        }
        self.all_numbers(parts.iter().map(|(_, part)| part), start)?;
        Ok(Expression::Sum(parts))
    }

    /// Reads signs; two that take away add.
    fn takes_away(&mut self) -> bool {
        let mut away = false;
        while let Some(Token::Sign(sign @ ('+' | '-'))) = self.tokens.peek() {
            away ^= *sign == '-';
            self.tokens.next += 1;
        }
        away
    }

    fn product(&mut self) -> Result<Expression, Diagnostic> {
        let start = self.tokens.next;
        let mut sofar = self.part()?;
        loop {
            if self.tokens.take_sign('*') {
                let part = self.signed_part()?;
                self.all_numbers([&sofar, &part].into_iter(), start)?;
                sofar = match sofar {
                    Expression::Product(mut parts) => {
                        parts.push(part);
                        Expression::Product(parts)
                    }
                    first => Expression::Product(vec![first, part]),
                };
            } else if self.tokens.peek() == Some(&Token::Sign('/')) {
                sofar = self.quotient(sofar, start)?;
            } else {
                return Ok(sofar);
            }
        }
    }

    fn quotient(&mut self, of: Expression, start: usize) -> Result<Expression, Diagnostic> {
        let sign = self.tokens.next;
        // Two strokes divide to a whole number in some dialects, as one does here.
        self.tokens.next += 1;
        self.tokens.take_sign('/');
        let divisor = self.tokens.next;
        let by = self.signed_part()?;
        self.all_numbers([&of, &by].into_iter(), start)?;
        if matches!(range(&by), (low, high) if low <= 0 && high >= 0) {
            return Err(self.wrong_at(
                divisor,
                "nothing is divided by 0, and this can be 0",
                "divide by what is always more",
            ));
        }
        let said = self.rounded()?;
        if said.is_none() {
            self.unrounded += 1;
            self.note(sign, Dialect::Divide);
        }
        Ok(Expression::Quotient(Box::new(of), Box::new(by), said.unwrap_or(Rounding::Down)))
    }

    /// `rounded up`, where it is said.
    fn rounded(&mut self) -> Result<Option<Rounding>, Diagnostic> {
        if !self.tokens.take_word(&["rounded"]) {
            return Ok(None);
        }
        for (word, rounding) in [("down", Rounding::Down), ("up", Rounding::Up), ("nearest", Rounding::Nearest)] {
            if self.tokens.take_word(&[word]) {
                return Ok(Some(rounding));
            }
        }
        Err(self.tokens.wrong("rounded which way?", "write `rounded down`, `rounded up` or `rounded nearest`"))
    }

    fn signed_part(&mut self) -> Result<Expression, Diagnostic> {
        let away = self.takes_away();
        let start = self.tokens.next;
        let part = self.part()?;
        if !away {
            return Ok(part);
        }
        self.all_numbers([&part].into_iter(), start)?;
        Ok(Expression::Sum(vec![(true, part)]))
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
        let hint = "say which of them to count, as in `count hit`";
        Err(self.wrong_at(start, "faces with names cannot be added up", hint))
    }

    fn part(&mut self) -> Result<Expression, Diagnostic> {
        if self.tokens.take_sign('(') {
            return self.brackets(')');
        }
        if self.tokens.take_sign('{') {
            return self.brackets('}');
        }
        if self.is_pool() {
            return self.pool();
        }
        match self.tokens.peek().cloned() {
            Some(Token::Number(number)) => {
                self.tokens.next += 1;
                if self.tokens.peek() == Some(&Token::Sign('.')) && self.tokens.touches() {
                    return Err(self.tokens.wrong("numbers are whole here", "write a fraction, as in `d8 * 5 / 2`"));
                }
                Ok(Expression::Number(number))
            }
            Some(Token::Word(word)) => match (Function::named(&word), self.tokens.peek_at(1)) {
                (Some(function), Some(Token::Sign('('))) => self.function(function, &word),
                _ => Err(self.unknown_word(&word)),
            },
            _ => Err(self
                .tokens
                .wrong("here should be dice or a number", "write dice as in `2d6`, `d20`, `d%`, `3d{hit, miss}`")),
        }
    }

    /// What stands in brackets: one thing, or a group of several, which are added up or of which some count.
    fn brackets(&mut self, closing: char) -> Result<Expression, Diagnostic> {
        let start = self.tokens.next;
        let mut parts = self.list(closing)?;
        if parts.len() == 1 {
            let kept = closing == '}' && self.starts_dropping();
            let hint = "put commas between them, as in `{d6, d6, d8} keep highest 2`";
            return if kept {
                Err(self.tokens.wrong("of one part none can be chosen", hint))
            } else {
                Ok(parts.remove(0))
            };
        }
        self.all_numbers(parts.iter(), start)?;
        let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        let dropped = self.dropped(count)?;
        Ok(match dropped {
            dropped if dropped.is_none() => Expression::Sum(parts.into_iter().map(|part| (false, part)).collect()),
            dropped => Expression::Group(parts, dropped),
        })
    }

    /// Things with commas between them, up to the bracket that closes.
    fn list(&mut self, closing: char) -> Result<Vec<Expression>, Diagnostic> {
        let mut parts = vec![self.sum()?];
        while self.tokens.take_sign(',') {
            parts.push(self.sum()?);
        }
        if !self.tokens.take_sign(closing) {
            return Err(self.tokens.wrong("a bracket is not closed", format!("add `{closing}`")));
        }
        Ok(parts)
    }

    fn function(&mut self, function: Function, name: &str) -> Result<Expression, Diagnostic> {
        let (start, unrounded) = (self.tokens.next, self.unrounded);
        self.tokens.next += 2;
        let mut parts = self.list(')')?;
        self.all_numbers(parts.iter(), start)?;
        let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        match function {
            Function::Max | Function::Min if count == 1 => {
                let hint = format!("put commas between them, as in `{name}(d6, d8)`");
                Err(self.wrong_at(start, format!("`{name}` compares two things or more"), hint))
            }
            Function::Max => Ok(Expression::Group(parts, Dropped { lowest: count - 1, highest: 0 })),
            Function::Min => Ok(Expression::Group(parts, Dropped { lowest: 0, highest: count - 1 })),
            Function::Absolute | Function::Round(_) if count > 1 => {
                Err(self.wrong_at(start, format!("`{name}` is of one thing"), "write it once for each"))
            }
            Function::Absolute => Ok(Expression::Absolute(Box::new(parts.remove(0)))),
            Function::Round(rounding) => match (parts.remove(0), self.unrounded - unrounded) {
                // Everything else is whole.
                (whole, 0) => Ok(whole),
                (Expression::Quotient(of, by, _), 1) => {
                    self.unrounded = unrounded;
                    self.notes.retain(|note| unrounded > 0 || note.dialect != Dialect::Divide);
                    Ok(Expression::Quotient(of, by, rounding))
                }
                _ => {
                    let hint = format!("put only the division into the brackets, as in `{name}(3d6 / 2) * 3`");
                    Err(self.wrong_at(start, "each division is rounded by itself here", hint))
                }
            },
        }
    }
}
