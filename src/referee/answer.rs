//! Answers: as they are recorded, and whether one fits a question. Nothing here reads what people type.

use serde::{Deserialize, Serialize};

use super::{Choice, Hint, QuestionKind, Refusal, Request, UNSEEN};

/// An answer, as it stands in the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// One of several.
    Choose(String),
    /// Several of several, in the order of the options.
    ChooseMany(Vec<String>),
    /// A whole number.
    Number(i64),
    /// All of several, in an order.
    Order(Vec<String>),
    /// Yes or no.
    Confirm(bool),
    /// What dice show.
    Roll(Vec<Shown>),
    /// What a card is.
    Draw(Shown),
    /// Who deals: [`BY_APP`](super::BY_APP), [`UNSEEN`] or [`TOLD`](super::TOLD).
    Dealer(Shown),
    /// What several cards are that are turned over at once; a single [`UNSEEN`] stands for all of them.
    Deal(Vec<Shown>),
}

/// A face of a die or a card, and who told it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// The face or the card.
    pub face: String,
    /// Whether people typed it; otherwise the referee rolled or dealt it.
    pub typed: bool,
}

impl Answer {
    /// What it consists of, each as it is typed.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        match self {
            Self::Choose(id) => vec![id.clone()],
            Self::ChooseMany(ids) | Self::Order(ids) => ids.clone(),
            Self::Number(number) => vec![number.to_string()],
            Self::Confirm(yes) => vec![if *yes { "yes" } else { "no" }.to_owned()],
            Self::Roll(shown) | Self::Deal(shown) => shown.iter().map(|shown| shown.face.clone()).collect(),
            Self::Draw(shown) | Self::Dealer(shown) => vec![shown.face.clone()],
        }
    }

    /// As it is typed, whoever rolled or dealt.
    #[must_use]
    pub fn as_typed(&self) -> String {
        let words = self.words();
        if words.is_empty() { "none".to_owned() } else { words.join(" ") }
    }

    /// In words, as the log tells it.
    #[must_use]
    pub fn told(&self, request: &QuestionKind) -> String {
        let label = |id: &String| {
            request
                .options()
                .iter()
                .find(|choice| choice.id == *id)
                .map_or_else(|| id.clone(), |choice| choice.label.clone())
        };
        let all = |ids: &[String]| in_a_row(&ids.iter().map(label).collect::<Vec<_>>());
        match (self, request) {
            (Self::Choose(id), _) => label(id),
            (Self::ChooseMany(ids), _) if ids.is_empty() => "none".to_owned(),
            (Self::ChooseMany(ids) | Self::Order(ids), _) => all(ids),
            (Self::Number(number), _) => number.to_string(),
            (Self::Confirm(true), QuestionKind::Confirm { yes, .. }) => yes.clone(),
            (Self::Confirm(false), QuestionKind::Confirm { no, .. }) => no.clone(),
            (Self::Confirm(answer), _) => if *answer { "yes" } else { "no" }.to_owned(),
            (Self::Roll(shown), _) => shown.iter().map(Shown::told).collect::<Vec<_>>().join(" "),
            (Self::Draw(shown) | Self::Dealer(shown), _) => label(&shown.face),
            (Self::Deal(shown), _) => all(&shown.iter().map(|shown| shown.face.clone()).collect::<Vec<_>>()),
        }
    }

    /// Whether the referee rolled or dealt all of it.
    #[must_use]
    pub fn is_by_app(&self) -> bool {
        match self {
            Self::Roll(shown) | Self::Deal(shown) => shown.iter().all(|shown| !shown.typed),
            Self::Draw(shown) | Self::Dealer(shown) => !shown.typed,
            _ => false,
        }
    }

    /// Whether the referee dealt cards itself, and people did not lay them down unseen.
    #[must_use]
    pub fn is_drawn_by_app(&self) -> bool {
        let is_drawn = |shown: &Shown| !shown.typed && shown.face != UNSEEN;
        match self {
            Self::Deal(shown) => shown.iter().all(is_drawn),
            Self::Draw(shown) => is_drawn(shown),
            _ => false,
        }
    }

    /// Whether it showed something that was unknown before.
    #[must_use]
    pub const fn is_reveal(&self) -> bool {
        matches!(self, Self::Roll(_) | Self::Draw(_) | Self::Deal(_))
    }

    /// Whether it is dice or cards, and people typed all of them.
    #[must_use]
    pub fn is_all_typed(&self) -> bool {
        match self {
            Self::Roll(shown) | Self::Deal(shown) => shown.iter().all(|shown| shown.typed),
            Self::Draw(shown) => shown.typed,
            _ => false,
        }
    }

    /// Whether a question can be answered like this.
    ///
    /// # Errors
    /// Why not, and what is legal.
    pub fn check(&self, request: &Request) -> Result<(), Refusal> {
        match (self, &request.kind) {
            (Self::Choose(id), QuestionKind::Choose { options, .. }) => is_option(id, options, request),
            (Self::Dealer(who), QuestionKind::Dealer { options, .. }) => is_option(&who.face, options, request),
            (Self::ChooseMany(ids), QuestionKind::ChooseMany { options, least, most }) => {
                check_many(ids, options, request)?;
                check_count(ids.len(), *least, *most, request)
            }
            (Self::Number(number), QuestionKind::Number { least, most }) if (least..=most).contains(&number) => Ok(()),
            (Self::Number(number), QuestionKind::Number { .. }) => Err(request.why_not(&number.to_string())),
            (Self::Order(ids), QuestionKind::Order { options }) => check_order(ids, options, request),
            (Self::Confirm(_), QuestionKind::Confirm { .. }) => Ok(()),
            (Self::Roll(shown), QuestionKind::Roll { die, dice, .. }) => {
                if shown.len() != *dice {
                    let message = format!("{} were told, not {dice}", crate::diag::count_of(shown.len(), "die face"));
                    return Err(Refusal::new(message).hint(Hint::Roll(request.legal())));
                }
                let wrong = shown.iter().find(|shown| !die.faces().any(|face| face.text == shown.face));
                wrong.map_or(Ok(()), |shown| Err(request.why_not(&shown.face)))
            }
            (Self::Draw(shown), QuestionKind::Draw { cards: 1, .. }) => {
                check_cards(std::slice::from_ref(shown), request)
            }
            (Self::Deal(shown), QuestionKind::Draw { cards, .. }) if *cards > 1 => {
                if shown.len() != *cards && !is_unseen(shown) {
                    let message = format!("{cards} cards are dealt here, and {} told", counted(shown.len()));
                    return Err(Refusal::new(message).hint(request.legal_hint()));
                }
                check_cards(shown, request)
            }
            _ => Err(Refusal::new(format!("this is no answer to a question of the kind `{}`", request.kind.word()))
                .hint(request.legal_hint())),
        }
    }
}

impl Shown {
    fn told(&self) -> String {
        self.face.clone()
    }
}

/// Whether nobody tells which cards they are.
fn is_unseen(shown: &[Shown]) -> bool {
    matches!(shown, [only] if only.face == UNSEEN)
}

/// Each can come, and none more often than it is left.
fn check_cards(shown: &[Shown], request: &Request) -> Result<(), Refusal> {
    for card in shown {
        is_option(&card.face, request.kind.options(), request)?;
    }
    if is_unseen(shown) {
        return Ok(());
    }
    let told = |id: &str| shown.iter().filter(|card| card.face == id).count();
    let is_too_often = |card: &&Shown| {
        let left = request.kind.left().find(|(choice, _)| choice.id == card.face).map_or(0, |(_, left)| left);
        told(&card.face) > left
    };
    shown.iter().find(is_too_often).map_or(Ok(()), |card| Err(cannot_be(card)))
}

/// A card that the referee was told in secret to be elsewhere. Real cards can come to this only when somebody was wrong.
fn cannot_be(shown: &Shown) -> Refusal {
    Refusal::new(format!("it cannot be `{}`, by what the referee was told before", shown.face))
        .hint("look at the card again; if it is right, take back or `adjust` what was told wrongly")
}

fn is_option(id: &str, options: &[Choice], request: &Request) -> Result<(), Refusal> {
    if options.iter().any(|choice| choice.id == id) { Ok(()) } else { Err(request.why_not(id)) }
}

/// Every id is an option, and none is taken more often than it may be.
fn check_many(ids: &[String], options: &[Choice], request: &Request) -> Result<(), Refusal> {
    for id in ids {
        is_option(id, options, request)?;
    }
    let taken = |choice: &Choice| ids.iter().filter(|id| **id == choice.id).count();
    match options.iter().find(|choice| taken(choice) > choice.most) {
        None => Ok(()),
        Some(choice) => {
            let called = request.called(&choice.id, &choice.label);
            let message = format!("{called} is taken {} times, and {} is the most", taken(choice), choice.most);
            Err(Refusal::new(message).hint(request.legal_hint()))
        }
    }
}

fn check_count(count: usize, least: usize, most: usize, request: &Request) -> Result<(), Refusal> {
    if (least..=most).contains(&count) {
        return Ok(());
    }
    let (what, limit) = if count < least { ("least", least) } else { ("most", most) };
    let message = format!("{} chosen, and {limit} is the {what}", counted(count));
    Err(Refusal::new(message).hint(request.legal_hint()))
}

fn counted(count: usize) -> String {
    match count {
        0 => "none is".to_owned(),
        1 => "1 is".to_owned(),
        _ => format!("{count} are"),
    }
}

fn check_order(ids: &[String], options: &[Choice], request: &Request) -> Result<(), Refusal> {
    check_many(ids, options, request)?;
    check_count(ids.len(), options.len(), options.len(), request)
}
/// Names one after another, those that come again counted; a name that has a comma itself is followed by a semicolon.
fn in_a_row(names: &[String]) -> String {
    let mut counted: Vec<(&String, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, times)) => *times += 1,
            None => counted.push((name, 1)),
        }
    }
    let one = |(name, times): &(&String, usize)| match times {
        1 => (*name).clone(),
        times => format!("{name} {times} times"),
    };
    let between = if names.iter().any(|name| name.contains(',')) { "; " } else { ", " };
    counted.iter().map(one).collect::<Vec<_>>().join(between)
}
