//! Who has dice and decks: handing them over, and asking who has one. Only what the game has can be handed over.

use crate::diag::meant_or_known;
use crate::dice::Die;

use super::naming::{Fit, Typed};
use super::request::quoted;
use super::{Custody, Problem, Refusal, Table, What};

impl Table {
    /// Hands a die or a deck over, or all of them.
    ///
    /// # Errors
    /// When the game has no such die or deck, or a fault of the rules when the referee rolls what was being waited for.
    pub fn custody(&mut self, of: Option<&str>, to: Custody, at: &str) -> Result<(), Problem> {
        let of = of.map(|name| self.randomiser(name)).transpose()?;
        let before = self.entries().len();
        self.push(What::Custody { of: of.clone(), to }, None, at);
        self.hand_over(of.as_deref(), to);
        let ran = self.run();
        self.settle(ran, before, at)
    }

    /// Who has a die or a deck now.
    #[must_use]
    pub fn custody_of(&self, name: &str) -> Custody {
        self.queue.borrow().hands.of(name)
    }

    /// What is left to chance in this game, by name: dice and decks.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn left_to_chance(&mut self) -> Result<Vec<String>, Problem> {
        Ok(self.rules.randomisers()?)
    }

    /// The name of a die or deck as the game spells it.
    ///
    /// # Errors
    /// When the game has none of that name.
    pub fn randomiser(&mut self, name: &str) -> Result<String, Problem> {
        let known = self.rules.randomisers()?;
        // `D06` is a way to write `d6`.
        let numbered = Die::numbered(&name.to_lowercase()).map(|die| format!("d{}", die.sides()));
        let name = numbered.as_deref().unwrap_or(name);
        if let Some(spelt) = known.iter().find(|known| known.eq_ignore_ascii_case(name)) {
            return Ok(spelt.clone());
        }
        // `the action cards` is the only deck that is called so, or so but for what kind of thing it is.
        let kept: Vec<&str> = name.split_whitespace().filter(|word| !is_kind(word)).collect();
        let called = [name.to_owned(), kept.join(" ")];
        let fits = |text: &String, known: &str| {
            let is_begun = Typed::new(text).fit(&[known]).is_some_and(|fit| fit != Fit::Inside);
            !text.is_empty() && (is_begun || singular(text) == singular(known))
        };
        let is_one_of =
            |all: &[&str]| name.split_whitespace().any(|word| all.iter().any(|one| one.eq_ignore_ascii_case(word)));
        let (wants_die, wants_deck) = (is_one_of(&DICE), is_one_of(&DECKS));
        let decks = &self.rules.schema().decks;
        let is_die = |known: &str| known == "coin" || Die::numbered(known).is_some();
        let is_of_kind = |known: &&String| !(wants_die && decks.contains_key(*known) || wants_deck && is_die(known));
        for text in &called {
            let mut fitting = known.iter().filter(is_of_kind).filter(|known| fits(text, known));
            if let (Some(only), None) = (fitting.next(), fitting.next()) {
                return Ok(only.clone());
            }
        }
        let refusal = Refusal::new(format!("this game has no die and no deck `{}`", quoted(name)));
        Err(refusal.maybe_hint(meant_or_known(name, known.iter().map(String::as_str))).into())
    }
}

/// `specialties` and `specialty` as one.
fn singular(name: &str) -> String {
    let name = name.to_lowercase();
    name.strip_suffix("ies").map_or_else(|| name.trim_end_matches('s').to_owned(), |stem| format!("{stem}y"))
}

const DICE: [&str; 2] = ["die", "dice"];
const DECKS: [&str; 4] = ["card", "cards", "deck", "pile"];

/// Whether a word only says what kind of thing is left to chance.
fn is_kind(word: &str) -> bool {
    DICE.iter().chain(&DECKS).any(|kind| kind.eq_ignore_ascii_case(word))
}
