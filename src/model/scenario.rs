//! A worked example of a game as plain data: what is given, what people do, and what has to come out. Everything keeps its
//! place in the file. Knows no rules and no types of fields.

use crate::diag::Place;

use super::FieldText;

/// Seats that are named without being asked.
const NAMES: [&str; 20] = [
    "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hal", "Ivo", "Jane", "Kim", "Lou", "Mia", "Ned", "Olga",
    "Pip", "Quin", "Ruth", "Sam", "Tess",
];

/// One worked example.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// What it shows.
    pub name: FieldText,
    /// The heading of the rules it belongs to.
    pub rule: Option<FieldText>,
    /// What is given.
    pub given: Given,
    /// What happens, in order.
    pub when: Vec<Event>,
    /// What has to come out.
    pub then: Checks,
}

/// What is given.
#[derive(Debug, Clone)]
pub struct Given {
    /// Where it stands, or where the example does.
    pub place: Place,
    /// The seats in turn order.
    pub players: Vec<String>,
    /// What was chosen for the table.
    pub options: Vec<(FieldText, FieldText)>,
    /// Fields that are set, by their paths.
    pub state: Vec<(FieldText, Written)>,
    /// The step that comes next; without one the game starts.
    pub step: Option<FieldText>,
    /// Which laws of the rules have to hold in it.
    pub laws: Laws,
}

/// Which laws of the rules have to hold in what is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Laws {
    /// All of them.
    #[default]
    Hold,
    /// None, as only a part of a table is given: each counts from when it holds.
    OnceTheyHold,
}

/// A value as it was written.
#[derive(Debug, Clone)]
pub struct Written {
    /// The value.
    pub value: WrittenValue,
    /// Where it stands.
    pub place: Place,
}

/// What was written.
#[derive(Debug, Clone)]
pub enum WrittenValue {
    /// Nothing at all.
    Nothing,
    /// A number, a truth value, a name or a text.
    Text(String),
    /// A list.
    List(Vec<Written>),
    /// Keys and values.
    Map(Vec<(FieldText, Written)>),
}

/// Something that happens.
#[derive(Debug, Clone)]
pub struct Event {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub what: Happening,
}

/// What can happen.
#[derive(Debug, Clone)]
pub enum Happening {
    /// An answer.
    Answer {
        /// Whose, if it is said.
        by: Option<FieldText>,
        /// The answer as people type it.
        text: FieldText,
    },
    /// Answers to questions that are asked at once, each with whose it is, in the order in which they come.
    Together(Vec<(FieldText, FieldText)>),
    /// Dice are rolled.
    Roll(Chance),
    /// A card is turned over.
    Draw(Chance),
    /// An answer that has to be refused.
    Refused(RefusedAnswer),
    /// Fields are set to what is on the table.
    Adjust {
        /// The fields.
        set: Vec<(FieldText, Written)>,
        /// Whether the rules are told.
        triggers: bool,
    },
    /// So many answers are taken back.
    Undo(usize),
    /// Something has to be so by now.
    Then(Box<Checks>),
}

/// Dice or a card.
#[derive(Debug, Clone)]
pub struct Chance {
    /// The faces or the card as people type them.
    pub text: FieldText,
    /// Whose, if it is said.
    pub by: Option<FieldText>,
}

/// An answer that has to be refused.
#[derive(Debug, Clone)]
pub struct RefusedAnswer {
    /// The answer as people type it.
    pub text: FieldText,
    /// Whose, if it is said.
    pub by: Option<FieldText>,
    /// The reason that has to be given.
    pub because: Option<FieldText>,
    /// The heading that has to be named.
    pub rule: Option<FieldText>,
}

/// What has to be so.
#[derive(Debug, Clone, Default)]
pub struct Checks {
    /// Fields and their values.
    pub state: Vec<(FieldText, Written)>,
    /// Who is asked and has not answered: seats, `table` or `nobody`.
    pub asks: Option<Listed>,
    /// What is asked.
    pub prompt: Option<FieldText>,
    /// Which step is being played.
    pub step: Option<FieldText>,
    /// All legal answers.
    pub legal: Option<Listed>,
    /// Some of the legal answers.
    pub includes: Vec<FieldText>,
    /// What is not among the legal answers.
    pub excludes: Vec<FieldText>,
    /// What is refused, and with which reason.
    pub refused: Vec<(FieldText, FieldText)>,
    /// Points by seat.
    pub score: Vec<(FieldText, FieldText)>,
    /// Who wins, or would.
    pub winners: Option<Listed>,
    /// Sentences of the log, in their order.
    pub says: Vec<FieldText>,
    /// Sentences that are not in the log.
    pub says_not: Vec<FieldText>,
    /// How much lies in piles and lists, by their paths: several are joined by ` + `.
    pub counts: Vec<(FieldText, FieldText)>,
    /// What the whole numbers in fields add up to, by their paths.
    pub sums: Vec<(FieldText, FieldText)>,
}

/// A list that has to be whole.
#[derive(Debug, Clone)]
pub struct Listed {
    /// Where it stands.
    pub place: Place,
    /// What is in it.
    pub items: Vec<FieldText>,
}

impl Checks {
    /// Whether nothing is looked at.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { state, asks, prompt, step, legal, includes, excludes, refused, score, winners, says, .. } = self;
        let listed = [&self.counts, &self.sums, refused, score];
        let texts = [includes, excludes, says, &self.says_not];
        state.is_empty()
            && asks.is_none()
            && prompt.is_none()
            && step.is_none()
            && legal.is_none()
            && winners.is_none()
            && listed.iter().all(|pairs| pairs.is_empty())
            && texts.iter().all(|texts| texts.is_empty())
    }
}

impl Scenario {
    /// Whether anything has to come out of it.
    #[must_use]
    pub fn expects_something(&self) -> bool {
        let expects = |event: &Event| match &event.what {
            Happening::Refused(_) => true,
            Happening::Then(checks) => !checks.is_empty(),
            _ => false,
        };
        !self.then.is_empty() || self.when.iter().any(expects)
    }

    /// Names for so many seats, where nobody says who plays.
    #[must_use]
    pub fn usual_players(seats: usize) -> Vec<String> {
        NAMES.iter().take(seats).map(|name| (*name).to_owned()).collect()
    }
}
