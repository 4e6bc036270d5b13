//! What the rules ask: one of a few kinds of question, with every legal answer, and for what is not legal, why not.

use std::fmt::Write as _;

use crate::diag::{count_of, did_you_mean};
use crate::dice::{Die, Face};

use super::Seat;

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Who is asked; nobody in particular is the whole table.
    pub seat: Option<Seat>,
    /// The question itself.
    pub prompt: String,
    /// The heading of the rules it belongs to.
    pub rule: Option<String>,
    /// Whether only the seat may see what can be answered, and what was.
    pub secret: bool,
    /// What kind of answer is wanted.
    pub kind: Kind,
    /// What people might try and may not do.
    pub refused: Vec<Refused>,
}

/// The answer of people who deal a card that the referee does not get to see. It is no card: chance never deals it.
pub const UNSEEN: &str = "unseen";

/// What kind of answer is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// One of several.
    Choose {
        /// What can be chosen.
        options: Vec<Choice>,
        /// Whether these are places on the board.
        places: bool,
    },
    /// Several of several, perhaps some more than once.
    ChooseMany {
        /// What can be chosen.
        options: Vec<Choice>,
        /// How many at least.
        least: usize,
        /// How many at most.
        most: usize,
    },
    /// A whole number.
    Number {
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
    },
    /// All of several, in an order.
    Order {
        /// What has to be put in order.
        options: Vec<Choice>,
    },
    /// Yes or no.
    Confirm {
        /// What yes means.
        yes: String,
        /// What no means.
        no: String,
    },
    /// Dice.
    Roll {
        /// The name of the die.
        name: String,
        /// The die.
        die: Die,
        /// How many of it.
        dice: usize,
    },
    /// A card that is turned over.
    Draw {
        /// The deck it belongs to.
        deck: String,
        /// What it can be, and how many of each are unseen. [`UNSEEN`] among them says that it may stay so.
        options: Vec<Choice>,
    },
}

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What is typed and recorded; it never changes its meaning.
    pub id: String,
    /// What it is called.
    pub label: String,
    /// How often it can be taken.
    pub most: usize,
}

/// Something that cannot be chosen now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// What would be typed.
    pub id: String,
    /// What it is called.
    pub label: String,
    /// Why not.
    pub reason: String,
    /// The heading of the rules that says so.
    pub rule: Option<String>,
}

impl Kind {
    /// The word for it in journals and reports.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Choose { places: false, .. } => "choose",
            Self::Choose { places: true, .. } => "place",
            Self::ChooseMany { .. } => "choose-many",
            Self::Number { .. } => "number",
            Self::Order { .. } => "order",
            Self::Confirm { .. } => "confirm",
            Self::Roll { .. } => "roll",
            Self::Draw { .. } => "draw",
        }
    }

    /// What can be chosen, where the answer is among a list.
    #[must_use]
    pub fn options(&self) -> &[Choice] {
        match self {
            Self::Choose { options, .. }
            | Self::ChooseMany { options, .. }
            | Self::Order { options }
            | Self::Draw { options, .. } => options,
            Self::Number { .. } | Self::Confirm { .. } | Self::Roll { .. } => &[],
        }
    }

    /// Whether it is a card that the referee need not see.
    #[must_use]
    pub fn may_stay_unseen(&self) -> bool {
        matches!(self, Self::Draw { options, .. } if options.iter().any(|choice| choice.id == UNSEEN))
    }

    /// The die or deck it depends on.
    #[must_use]
    pub fn randomiser(&self) -> Option<&str> {
        match self {
            Self::Roll { name, .. } => Some(name),
            Self::Draw { deck, .. } => Some(deck),
            _ => None,
        }
    }
}

/// An answer that does not count, and what would.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// One sentence.
    pub message: String,
    /// The heading of the rules that says so.
    pub rule: Option<String>,
    /// What to do instead.
    pub hints: Vec<String>,
}

impl Refusal {
    /// A refusal with nothing but its sentence.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), rule: None, hints: Vec::new() }
    }

    /// Says what to do instead.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    fn maybe_hint(mut self, hint: Option<String>) -> Self {
        self.hints.extend(hint);
        self
    }
}

/// More than these are only counted.
const SHOWN: usize = 24;

impl Request {
    /// What is legal, in words.
    #[must_use]
    pub fn legal(&self) -> String {
        match &self.kind {
            Kind::Number { least, most } => format!("a number from {least} to {most}"),
            Kind::Confirm { .. } => "`yes` or `no`".to_owned(),
            Kind::Roll { name, die, dice } => {
                let faces = if die.sides() > 12 { format!("1 to {}", die.sides()) } else { listed_faces(die) };
                match dice {
                    1 => format!("one {name}: {faces}"),
                    _ => format!("{}, each {faces}", dice_of(*dice, name)),
                }
            }
            Kind::ChooseMany { options, least, most } => {
                let how_many = if least == most { least.to_string() } else { format!("{least} to {most}") };
                format!("{how_many} of {}", listed(options, *most))
            }
            Kind::Order { options } => format!("all of these in an order: {}", listed(options, usize::MAX)),
            Kind::Choose { options, .. } => listed(options, 1),
            Kind::Draw { options, .. } => listed(options, usize::MAX),
        }
    }

    /// Why this answer is not among the legal ones.
    #[must_use]
    pub fn why_not(&self, id: &str) -> Refusal {
        let legal = format!("legal now: {}", self.legal());
        if let Some(refused) = self.refused.iter().find(|refused| refused.id.eq_ignore_ascii_case(id)) {
            let label = if refused.label == refused.id { String::new() } else { format!(" ({})", refused.label) };
            let message = format!("`{}`{label} is not legal: {}", refused.id, refused.reason);
            return Refusal { message, rule: refused.rule.clone(), hints: vec![legal] };
        }
        let known = self.kind.options().iter().map(|choice| choice.id.as_str());
        let close = did_you_mean(id, known).filter(|hint| hint.starts_with("did you mean"));
        Refusal::new(format!("`{}` is not one of the answers", quoted(id))).maybe_hint(close).hint(legal)
    }
}

/// What somebody typed, as it is told again: not more than people read, and nothing that moves the cursor.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut quoted: String = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        quoted.push_str("..");
    }
    quoted
}

/// The options, with how often each can be taken where that is more than once.
fn listed(options: &[Choice], at_most: usize) -> String {
    let one = |choice: &Choice| match choice.most.min(at_most) {
        0 | 1 => format!("`{}`", choice.id),
        most => format!("`{}` (up to {most})", choice.id),
    };
    let mut list = options.iter().take(SHOWN).map(one).collect::<Vec<_>>().join(", ");
    if options.len() > SHOWN {
        let _ = write!(list, " and {} more", options.len() - SHOWN);
    }
    list
}

/// So many dice: `3 d6`, but `3 coins`.
pub(super) fn dice_of(dice: usize, name: &str) -> String {
    let has_figure = name.ends_with(|c: char| c.is_ascii_digit() || c == '%');
    if has_figure { format!("{dice} {name}") } else { count_of(dice, name) }
}

fn listed_faces(die: &Die) -> String {
    let mut faces: Vec<String> = die.faces().map(|face: Face| face.text).collect();
    faces.dedup();
    match faces.as_slice() {
        [one, other] => format!("{one} or {other}"),
        _ => faces.join(", "),
    }
}
