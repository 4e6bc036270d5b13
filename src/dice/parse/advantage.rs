//! Reads `advantage` and `disadvantage`: one die is rolled twice, and the higher or the lower counts.

use crate::diag::Diagnostic;

use super::Parser;
use super::dropping::SAID;
use crate::dice::dialect::Dialect;
use crate::dice::expression::{Dropped, End, Expression, Pool};
use crate::dice::tokens::Token;

impl Parser {
    /// How many tokens say it next, and which die counts.
    pub(super) fn advantage(&self) -> Option<(usize, End)> {
        let with = usize::from(self.tokens.is_word(&["with"]));
        let Some(Token::Word(word)) = self.tokens.peek_at(with) else { return None };
        let end = match word.as_str() {
            "advantage" | "adv" => End::Highest,
            "disadvantage" | "dis" => End::Lowest,
            _ => return None,
        };
        Some((with + 1, end))
    }

    /// One die becomes two; of several only one counts.
    pub(super) fn give_advantage(
        &mut self,
        pool: &mut Pool,
        end: End,
        start: usize,
        said: bool,
    ) -> Result<(), Diagnostic> {
        if said || !pool.dropped.is_none() {
            return Err(self.wrong_at(start, "this was said already", SAID));
        }
        if !pool.die.adds_up() {
            let hint = "only numbers can be kept or dropped";
            return Err(self.wrong_at(start, "faces with names are not higher or lower", hint));
        }
        if pool.count > 1 {
            self.note(start, Dialect::Advantage);
        }
        pool.count = pool.count.max(2);
        pool.dropped = Dropped::but(end, 1, pool.count);
        Ok(())
    }

    /// At the end of a roll it is said of the only dice in it.
    pub(super) fn last_advantage(&mut self, expression: &mut Expression) -> Result<(), Diagnostic> {
        let start = self.tokens.next;
        let Some((tokens, end)) = self.advantage() else { return Ok(()) };
        let names: Vec<String> = expression.pools().into_iter().map(|pool| format!("`{pool}`")).collect();
        if let [first, .., last] = names.as_slice() {
            let between = if names.len() > 2 { "to" } else { "or" };
            let hint = format!("put it into brackets with its die, as in `({} advantage)`", first.trim_matches('`'));
            return Err(self.tokens.wrong(format!("which dice have it, from {first} {between} {last}?"), hint));
        }
        let Some(pool) = expression.first_pool() else {
            return Err(self.tokens.wrong("there is no die that could be rolled twice", "write `d20 advantage`"));
        };
        let said = !pool.dropped.is_none();
        self.tokens.next = start + tokens;
        self.give_advantage(pool, end, start, said)?;
        self.fits(pool, start)
    }
}
