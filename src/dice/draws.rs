//! What comes of drawing cards, exactly: `2 of 5 hearts in 13 of 52`. Whole numbers throughout; how cards are drawn knows
//! nothing of dice.

use std::fmt;
use std::ops::RangeInclusive;

use num_bigint::BigUint;

use crate::diag::{Diagnostic, count_of};

use super::odds::Odds;
use super::tokens::{Token, Tokens};

/// No deck on a table has more cards.
const MOST_CARDS: i64 = 1_000;
/// Nobody asks for more kinds at once.
const MOST_KINDS: usize = 12;
/// What a question about cards looks like.
const LIKE_THIS: &str = "write `2 of 5 hearts in 13 of 52`: two of the five hearts, in 13 cards drawn out of 52";

/// Cards that are drawn, and what is hoped for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    /// What is hoped for, each of other cards.
    pub kinds: Vec<Kind>,
    /// How many cards are drawn.
    pub drawn: usize,
    /// How many there are.
    pub cards: usize,
}

/// How many cards of one kind are hoped for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// How many of them.
    pub wanted: RangeInclusive<usize>,
    /// How many there are.
    pub there: usize,
    /// What they are called.
    pub name: String,
}

/// Whether a text asks for cards, and not for dice.
#[must_use]
pub fn is_draw(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("of"))
}

/// Reads what is drawn.
///
/// # Errors
/// What is wrong, with its place in the text, and what would be right.
pub fn parse_draw(text: &str) -> Result<Draw, Diagnostic> {
    let mut tokens = Tokens::read(text)?;
    let mut kinds = vec![kind(&mut tokens)?];
    while tokens.take_sign(',') || tokens.is_word(&["and"]) {
        tokens.take_word(&["and"]);
        if kinds.len() == MOST_KINDS {
            return Err(tokens.wrong(format!("{MOST_KINDS} kinds of cards are the most"), "ask for fewer at once"));
        }
        kinds.push(kind(&mut tokens)?);
    }
    if !tokens.take_word(&["in"]) {
        return Err(tokens.wrong("here should be `in`, and how many cards are drawn", LIKE_THIS));
    }
    let start = tokens.next;
    let drawn = number(&mut tokens, "how many cards are drawn")?;
    of(&mut tokens)?;
    let cards = number(&mut tokens, "how many cards there are")?;
    tokens.take_word(&["cards", "card"]);
    if tokens.peek().is_some() {
        return Err(tokens.wrong("this is one thing too many", LIKE_THIS));
    }
    let there: usize = kinds.iter().map(|kind| kind.there).sum();
    let wrong = if drawn > cards {
        Some(format!("{} cannot be drawn of {cards}", count_of(drawn, "card")))
    } else if there > cards {
        Some(format!("{there} of these cards are more than the {cards} there are"))
    } else {
        None
    };
    if let Some(message) = wrong {
        tokens.next = start;
        return Err(tokens.wrong(message, LIKE_THIS));
    }
    Ok(Draw { kinds, drawn, cards })
}

fn kind(tokens: &mut Tokens) -> Result<Kind, Diagnostic> {
    let start = tokens.next;
    let wanted = wanted(tokens)?;
    of(tokens)?;
    let there = number(tokens, "how many of these cards there are")?;
    let mut name = Vec::new();
    while let Some(Token::Word(word)) = tokens.peek().filter(|_| !tokens.is_word(&["in", "and"])) {
        name.push(word.clone());
        tokens.next += 1;
    }
    let (least, most) = (wanted.start().unwrap_or(there), wanted.end().unwrap_or(there));
    if least > there || least > most {
        tokens.next = start;
        let message =
            if least > most { format!("{least} is more than {most}") } else { format!("there are only {there}") };
        return Err(tokens.wrong(message, LIKE_THIS));
    }
    Ok(Kind { wanted: least..=most.min(there), there, name: name.join(" ") })
}

/// How many: nothing stands for all there are.
fn wanted(tokens: &mut Tokens) -> Result<RangeInclusive<Option<usize>>, Diagnostic> {
    const WHAT: &str = "how many are hoped for";
    if tokens.take_word(&["no", "none"]) {
        return Ok(Some(0)..=Some(0));
    }
    if tokens.take_word(&["all"]) {
        return Ok(None..=None);
    }
    if tokens.take_word(&["at"]) {
        let least = tokens.take_word(&["least"]);
        if !least && !tokens.take_word(&["most"]) {
            return Err(tokens.wrong("here should be `least` or `most`", LIKE_THIS));
        }
        let number = Some(number(tokens, WHAT)?);
        return Ok(if least { number..=None } else { Some(0)..=number });
    }
    tokens.take_word(&["exactly"]);
    let least = Some(number(tokens, WHAT)?);
    if tokens.take_sign('+') {
        return Ok(least..=None);
    }
    let most = if tokens.take_word(&["to"]) { Some(number(tokens, WHAT)?) } else { least };
    Ok(least..=most)
}

fn of(tokens: &mut Tokens) -> Result<(), Diagnostic> {
    if tokens.take_word(&["of"]) { Ok(()) } else { Err(tokens.wrong("here should be `of`", LIKE_THIS)) }
}

fn number(tokens: &mut Tokens, what: &str) -> Result<usize, Diagnostic> {
    Ok(usize::try_from(tokens.small(what, 0, MOST_CARDS)?).unwrap_or(usize::MAX))
}

impl Draw {
    /// In how many of all equally likely hands there is what is hoped for, and how many hands there are.
    #[must_use]
    pub fn ways(&self) -> (BigUint, BigUint) {
        // How many ways there are to draw so many cards of the kinds so far.
        let mut ways = vec![BigUint::from(1_u32)];
        for kind in &self.kinds {
            let own = choices(kind.there);
            let room = (ways.len() + kind.there).min(self.drawn + 1);
            let mut with = vec![BigUint::default(); room];
            for (before, ways) in ways.iter().enumerate() {
                for count in kind.wanted.clone().take_while(|count| before + count < room) {
                    with[before + count] += ways * &own[count];
                }
            }
            ways = with;
        }
        let rest = choices(self.cards - self.kinds.iter().map(|kind| kind.there).sum::<usize>());
        let of_rest = |count: usize| self.drawn.checked_sub(count).and_then(|count| rest.get(count));
        let hoped = ways.iter().enumerate().filter_map(|(count, ways)| Some(ways * of_rest(count)?)).sum();
        (hoped, choices(self.cards).swap_remove(self.drawn))
    }

    /// How many cards of the only kind come, and how likely each number is; nothing where there are more kinds.
    #[must_use]
    pub fn odds(&self) -> Option<Odds> {
        let [kind] = self.kinds.as_slice() else { return None };
        let just = |count: usize| {
            let kinds = vec![Kind { wanted: count..=count, ..kind.clone() }];
            let (ways, _) = Self { kinds, ..self.clone() }.ways();
            Some((i64::try_from(count).ok()?, ways)).filter(|(_, ways)| *ways != BigUint::default())
        };
        let all = choices(self.cards).swap_remove(self.drawn);
        Some(Odds { ways: (0..=kind.there.min(self.drawn)).filter_map(just).collect(), all, is_cut_off: false })
    }
}

/// In how many ways none, one, two and so on can be chosen of so many.
fn choices(of: usize) -> Vec<BigUint> {
    let mut choices = vec![BigUint::from(1_u32)];
    for count in 1..=of {
        let next = &choices[count - 1] * (of - count + 1) / count;
        choices.push(next);
    }
    choices
}

impl fmt::Display for Draw {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<String> = self.kinds.iter().map(Kind::to_string).collect();
        write!(out, "{} in {} of {}", kinds.join(", "), self.drawn, self.cards)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wanted, there, name } = self;
        match (*wanted.start(), *wanted.end()) {
            (least, most) if least == most => write!(out, "exactly {least}")?,
            (least, most) if most == *there => write!(out, "at least {least}")?,
            (0, most) => write!(out, "at most {most}")?,
            (least, most) => write!(out, "{least} to {most}")?,
        }
        write!(out, " of {there}")?;
        if name.is_empty() { Ok(()) } else { write!(out, " {name}") }
    }
}
