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
        let all = |ids: &[String]| ids.iter().map(label).collect::<Vec<_>>().join(", ");
        match (self, request) {
            (Self::Choose(id), _) => label(id),
            (Self::ChooseMany(ids), _) if ids.is_empty() => "none".to_owned(),
            (Self::ChooseMany(ids) | Self::Order(ids), _) => all(ids),
            (Self::Number(number), _) => number.to_string(),
            (Self::Confirm(true), QuestionKind::Confirm { yes, .. }) => yes.clone(),
            (Self::Confirm(false), QuestionKind::Confirm { no, .. }) => no.clone(),
            (Self::Confirm(answer), _) => if *answer { "yes" } else { "no" }.to_owned(),
            (Self::Roll(shown), _) => shown.iter().map(Shown::told).collect::<Vec<_>>().join(" "),
            (Self::Draw(shown), _) => label(&shown.face),
        }
    }

    /// Whether the referee rolled or dealt all of it.
    #[must_use]
    pub fn is_by_app(&self) -> bool {
        match self {
            Self::Roll(shown) => shown.iter().all(|shown| !shown.typed),
            Self::Draw(shown) => !shown.typed,
            _ => false,
        }
    }

    /// Whether it showed something that was unknown before.
    #[must_use]
    pub const fn is_reveal(&self) -> bool {
        matches!(self, Self::Roll(_) | Self::Draw(_))
    }

    /// Whether a question can be answered like this.
    ///
    /// # Errors
    /// Why not, and what is legal.
    pub fn check(&self, request: &Request) -> Result<(), Refusal> {
        match (self, &request.kind) {
            (Self::Choose(id), QuestionKind::Choose { options, .. }) => is_option(id, options, request),
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
            (Self::Draw(shown), QuestionKind::Draw { options, .. }) => {
                is_option(&shown.face, options, request)?;
                let is_left = |(choice, left): (&Choice, usize)| choice.id == shown.face && left > 0;
                if shown.face == UNSEEN || request.kind.left().any(is_left) { Ok(()) } else { Err(cannot_be(shown)) }
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
    let chosen = match count {
        0 => "none is".to_owned(),
        1 => "1 is".to_owned(),
        _ => format!("{count} are"),
    };
    let message = format!("{chosen} chosen, and {limit} is the {what}");
    Err(Refusal::new(message).hint(request.legal_hint()))
}

fn check_order(ids: &[String], options: &[Choice], request: &Request) -> Result<(), Refusal> {
    check_many(ids, options, request)?;
    check_count(ids.len(), options.len(), options.len(), request)
}
