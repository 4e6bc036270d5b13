//! What choices are called where people read: by their names, unless several have the same or the name says less than what is
//! typed; and lists of them short enough to be read. What a typed name means is for `request.rs` to say.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Choice, QuestionKind, Request};

/// A label of more words is a description, beside which the id is wanted.
const LONGEST_SHOWN: usize = 4;
/// A refusal names so many; all stand in the question.
const NAMED: usize = 5;

/// Whether no two are called the same.
#[must_use]
pub fn are_distinct(options: &[Choice]) -> bool {
    let labels: BTreeSet<String> = options.iter().map(|choice| choice.label.to_lowercase()).collect();
    labels.len() == options.len()
}

/// What a choice is called in a list: its id, unless its name says all of it.
#[must_use]
pub fn shown_name(choice: &Choice, distinct: bool) -> &str {
    if distinct && choice.has_inner_id() && beside_id(choice).is_none() { &choice.label } else { &choice.id }
}

/// What a label says of a thing besides its id: `the station` in `D3 (the station)`.
#[must_use]
pub fn beside_id(choice: &Choice) -> Option<&str> {
    beside(&choice.id, &choice.label)
}

fn beside<'l>(id: &str, label: &'l str) -> Option<&'l str> {
    label.strip_prefix(id)?.strip_prefix(" (")?.strip_suffix(')')
}

/// Whether people need not see the id of a thing, as its name tells all of it: `t13`, or a name with other signs between its
/// words, or the name with what else stands on the piece: `Jammed, J`. Two names with a colon between are nothing people say.
pub(super) fn is_inner(id: &str, label: &str) -> bool {
    let plain =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let is_written = plain(id).chars().any(|c| c.is_ascii_digit()) || id.contains(['-', '_']);
    let stands_in_label = label.split(|c: char| c.is_whitespace() || c == ',').any(|word| word == id);
    let is_name = (1..=LONGEST_SHOWN).contains(&label.split_whitespace().count());
    let has_sign_only = label
        .split_once(", ")
        .is_some_and(|(name, sign)| plain(name) == plain(id) && (1..=2).contains(&sign.chars().count()));
    has_sign_only
        || is_two_names(id) && !label.is_empty() && label != id
        || plain(id) == plain(label) && id != label
        || is_name && is_written && !stands_in_label && label != id
}

/// `wardrobe:hand` and `service-pistol:2`, but not `R:4`, which stands on a die, nor `rat:1`, one of several.
fn is_two_names(id: &str) -> bool {
    let is_name = |name: &str| name.chars().count() > 1 && !name.chars().any(|c| c.is_ascii_digit());
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    id.split_once(':')
        .is_some_and(|(one, other)| is_name(one) && (is_name(other) || one.contains('-') && is_number(other)))
}

impl Request {
    /// A thing by what people call it, in backticks: what they would type, and what it is where that says more.
    #[must_use]
    pub fn called(&self, id: &str, label: &str) -> String {
        let options = self.kind.options().iter().map(|choice| (&choice.id, &choice.label));
        let refused = self.refused.iter().map(|refused| (&refused.id, &refused.label));
        let has_it = |(other, called): &(&String, &String)| *other != id && called.eq_ignore_ascii_case(label);
        let is_only = !options.chain(refused).any(|thing| has_it(&thing));
        if id == label {
            format!("`{id}`")
        } else if let Some(beside) = beside(id, label) {
            format!("`{id}` ({beside})")
        } else if is_only && is_inner(id, label) {
            format!("`{label}`")
        } else {
            format!("`{id}` ({label})")
        }
    }

    /// The choice with this id, by what people call it.
    #[must_use]
    pub fn called_id(&self, id: &str) -> String {
        let known = self.kind.options().iter().find(|choice| choice.id == id);
        self.called(id, known.map_or(id, |choice| &choice.label))
    }

    /// Choices by what people call them; those that come several times with how often.
    #[must_use]
    pub fn called_all(&self, ids: &[String]) -> String {
        let runs = ids.chunk_by(|one, next| one == next);
        let one = |run: &[String]| match run.len() {
            1 => self.called_id(&run[0]),
            times => format!("{times} {}", self.called_id(&run[0])),
        };
        runs.map(one).collect::<Vec<_>>().join(", ")
    }
}

/// Whether this is the name of a square: `B12`, `5,2`.
fn is_square(id: &str) -> bool {
    let letters = id.trim_end_matches(|c: char| c.is_ascii_digit() || c == ',');
    letters.chars().count() < 2 && letters.len() < id.len()
}

/// The first of what can be chosen as people type it, with how often each can be taken where that is more than once, and how
/// many more there are.
pub(super) fn listed(kind: &QuestionKind, at_most: usize) -> String {
    let (options, distinct) = (kind.options_told(), are_distinct(kind.options()));
    let one = |choice: &Choice| match choice.most.min(at_most) {
        0 | 1 => format!("`{}`", shown_name(choice, distinct)),
        most => format!("`{}` (up to {most})", shown_name(choice, distinct)),
    };
    // One more takes no more room than to say so.
    let named = if options.len() <= NAMED + 1 { options.len() } else { NAMED };
    let mut options = options;
    if named < options.len() {
        // What is done has no figure in its name; of squares there are many, and all can be seen on the board.
        options.sort_by_key(|choice| is_square(&choice.id));
    }
    let mut list = options.iter().copied().take(named).map(one).collect::<Vec<_>>().join(", ");
    if options.len() > named {
        let _ = write!(list, " and {} more (`show` lists them)", options.len() - named);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::is_inner;

    #[test]
    fn two_names_with_a_colon_between_are_shown_by_what_they_mean() {
        assert!(is_inner("wardrobe:hand", "Oak Wardrobe: it goes into your hand, and you draw no more"));
        assert!(!is_inner("R:4", "the d6 of the red dice that shows 4"), "it stands on the die");
        assert!(!is_inner("sing", "Somebody sings: no action, and the night goes on"));
    }
}
