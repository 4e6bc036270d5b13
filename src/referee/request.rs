//! What the rules ask: one of a few kinds of question, with every legal answer, and for what is not legal, why not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diag::count_of;
use crate::dice::{Die, DieFace};

use super::apart::words_apart;
use super::called::{is_inner, listed};
use super::naming::{Fit, Typed, in_figures, is_same, words as worded};
use super::refusal::PartOf;
use super::slips::is_ending;
use super::small_words::is_small;
use super::{Hint, Refusal, RefusalKind, Seat};

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
    /// What everybody may know of a secret question, in one sentence.
    pub aloud: Option<String>,
    /// How many seconds people want to take for it: only shown, and never a rule.
    pub timer: Option<u32>,
    /// What kind of answer is wanted.
    pub kind: QuestionKind,
    /// What people might try and may not do.
    pub refused: Vec<Refused>,
    /// The places of the game, where the question is about some.
    pub places: Arc<Places>,
}

/// What the places of a game are called.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    /// Every space of every board.
    pub spaces: BTreeSet<String>,
    /// Squares that are part of a space with another name, and that space.
    pub parts: BTreeMap<String, String>,
}

impl Places {
    /// Whether a word is what a space is called, however its letters are written.
    #[must_use]
    pub fn has_space(&self, word: &str) -> bool {
        self.spaces.iter().any(|space| space.eq_ignore_ascii_case(word))
    }
}

/// The answer of people who deal a card that the referee does not get to see. It is no card: chance never deals it.
pub const UNSEEN: &str = "unseen";

/// The answer that the referee deals.
pub const BY_APP: &str = "deal";
/// The answer that people deal, and that everybody tells the referee in secret what they got.
pub const TOLD: &str = "tell";

/// More than these are not asked about one by one.
const MOST_MEANT: usize = 3;

/// What kind of answer is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuestionKind {
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
    /// Who deals cards to several seats, and whether the referee is told which.
    Dealer {
        /// The deck they are from.
        deck: String,
        /// [`BY_APP`], [`UNSEEN`] and [`TOLD`].
        options: Vec<Choice>,
    },
    /// Cards that are turned over, mostly one.
    Draw {
        /// The deck it belongs to.
        deck: String,
        /// What it can be for all that those know who see the question, and how many of each they have not seen.
        /// [`UNSEEN`] among them says that it may stay so.
        options: Vec<Choice>,
        /// How many of each the referee knows in secret to be elsewhere.
        elsewhere: BTreeMap<String, usize>,
        /// Whether people have dealt it without telling: then it is on their table, and only they can know it.
        held: bool,
        /// Whether the referee deals it, as people said, whoever has the deck.
        by_app: bool,
        /// How many cards are turned over at once.
        cards: usize,
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
    /// What people may call it besides; it is never shown.
    pub also: Vec<String>,
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

impl QuestionKind {
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
            Self::Dealer { .. } => "dealer",
        }
    }

    /// What can be chosen, where the answer is among a list.
    #[must_use]
    pub fn options(&self) -> &[Choice] {
        match self {
            Self::Choose { options, .. }
            | Self::ChooseMany { options, .. }
            | Self::Order { options }
            | Self::Dealer { options, .. }
            | Self::Draw { options, .. } => options,
            Self::Number { .. } | Self::Confirm { .. } | Self::Roll { .. } => &[],
        }
    }

    /// What can be chosen, as people are told it: of cards those first of which most are unseen.
    #[must_use]
    pub fn options_told(&self) -> Vec<&Choice> {
        let mut options: Vec<&Choice> = self.options().iter().collect();
        if matches!(self, Self::Draw { .. }) {
            options.sort_by_key(|choice| std::cmp::Reverse(choice.most));
        }
        options
    }

    /// The cards that can really come, and how many of each.
    pub fn left(&self) -> impl Iterator<Item = (&Choice, usize)> {
        let (options, elsewhere) = match self {
            Self::Draw { options, elsewhere, .. } => (options.as_slice(), Some(elsewhere)),
            _ => (&[][..], None),
        };
        let left = move |choice: &Choice| {
            let gone = elsewhere.and_then(|gone| gone.get(&choice.id)).copied().unwrap_or(0);
            choice.most.saturating_sub(gone)
        };
        options.iter().map(move |choice| (choice, left(choice)))
    }

    /// Whether it is a card that the referee need not see.
    #[must_use]
    pub fn may_stay_unseen(&self) -> bool {
        matches!(self, Self::Draw { options, .. } | Self::Dealer { options, .. } if options.iter().any(|choice| choice.id == UNSEEN))
    }

    /// Whether it is a card that people have dealt without telling which.
    #[must_use]
    pub const fn is_held(&self) -> bool {
        matches!(self, Self::Draw { held: true, .. })
    }

    /// How many cards are turned over, if it is cards.
    #[must_use]
    pub const fn cards(&self) -> usize {
        if let Self::Draw { cards, .. } = self { *cards } else { 0 }
    }

    /// The die or deck it depends on, as far as it is left to chance.
    #[must_use]
    pub fn randomiser(&self) -> Option<&str> {
        match self {
            Self::Roll { name, .. } => Some(name),
            Self::Dealer { deck, .. } | Self::Draw { deck, held: false, .. } => Some(deck),
            _ => None,
        }
    }
}

impl Request {
    /// What is legal, in words.
    #[must_use]
    pub fn legal(&self) -> String {
        match &self.kind {
            QuestionKind::Number { least, most } => format!("a number from {least} to {most}"),
            QuestionKind::Confirm { .. } => "`yes` or `no`".to_owned(),
            QuestionKind::Roll { name, die, dice } => {
                let faces = if die.sides() > 12 { format!("1 to {}", die.sides()) } else { listed_faces(die) };
                match dice {
                    1 => format!("one {name}: {faces}"),
                    _ => format!("{}, each {faces}", dice_of(*dice, name)),
                }
            }
            QuestionKind::ChooseMany { least, most, .. } => {
                let how_many = if least == most { least.to_string() } else { format!("{least} to {most}") };
                format!("{how_many} of {}", listed(&self.kind, *most))
            }
            QuestionKind::Order { .. } => format!("all of these in an order: {}", listed(&self.kind, usize::MAX)),
            QuestionKind::Choose { .. } | QuestionKind::Dealer { .. } => listed(&self.kind, 1),
            QuestionKind::Draw { cards: 0 | 1, .. } => listed(&self.kind, usize::MAX),
            QuestionKind::Draw { cards, .. } => format!("{cards} of {}", listed(&self.kind, *cards)),
        }
    }

    /// The same as a hint.
    #[must_use]
    pub fn legal_hint(&self) -> Hint {
        Hint::Legal(self.legal())
    }

    /// What somebody means who types this; words before it that only repeat the question count for nothing.
    #[must_use]
    pub fn meaning(&self, text: &str) -> Meaning<'_> {
        match self.plain_meaning(text) {
            Meaning::Nothing => match self.meaning_after_preface(text) {
                Meaning::Nothing => self.meaning_of_names(text),
                meant => meant,
            },
            meant => meant,
        }
    }

    /// What is meant without the words that only join names.
    fn meaning_of_names(&self, text: &str) -> Meaning<'_> {
        let names = words_apart(text).join(" ");
        if names == text { Meaning::Nothing } else { self.plain_meaning(&names) }
    }

    /// What all of a text means.
    pub(super) fn plain_meaning(&self, text: &str) -> Meaning<'_> {
        let options = self.kind.options();
        if let Some(choice) = options.iter().find(|choice| choice.id == text) {
            return Meaning::Legal(choice);
        }
        let fits = self.fits(&Typed::new(text));
        if let Some(meant) = meant(&fits, Fit::Whole) {
            return meant;
        }
        if let Some((square, space)) = self.places.parts.iter().find(|(square, _)| square.eq_ignore_ascii_case(text)) {
            return Meaning::Part { square, space };
        }
        // `ten` is what is called 10; one of several is more often meant by a one.
        let figure = in_figures(text);
        let is_meant =
            figure != text && !(figure == "1" && matches!(self.kind, QuestionKind::Choose { places: true, .. }));
        if let Some(choice) = options.iter().find(|choice| is_meant && choice.id == figure) {
            return Meaning::Legal(choice);
        }
        // `3 hordes` is what is called 3, and not the one horde of three ghosts.
        if let Some(choice) = self.counted_choice(text) {
            return Meaning::Legal(choice);
        }
        // A whole name is not the beginning of another one.
        if self.places.has_space(text) {
            return Meaning::Nothing;
        }
        // Numbers and rolls are not begun.
        if options.is_empty() {
            return Meaning::Nothing;
        }
        // What may be chance is only asked about.
        let perhaps = || meant(&fits, Fit::Inside).filter(|meant| matches!(meant, Meaning::Several(_)));
        let square = || meant(&self.fits(&Typed::new(&with_comma(text)?)), Fit::Whole);
        let known = meant(&fits, Fit::Words).or_else(|| meant(&fits, Fit::Begun));
        let known = known.or_else(square).or_else(perhaps).or_else(|| self.same_verb(text));
        known.or_else(|| self.one_of_several(text)).unwrap_or(Meaning::Nothing)
    }

    /// What is called after several of what somebody names one of: `attacks the Townie`, where the Townies can be attacked.
    fn one_of_several(&self, text: &str) -> Option<Meaning<'_>> {
        let is_word = text.chars().count() > 3 && text.chars().all(char::is_alphabetic) && !is_small(text);
        let is_choice = matches!(self.kind, QuestionKind::Choose { places: false, .. });
        (is_word && is_choice && !text.ends_with('s'))
            .then(|| meant(&self.fits(&Typed::new(&format!("{text}s"))), Fit::Words))
            .flatten()
    }

    /// The choice that a number with a word of the question behind it means, where nothing but numbers can be chosen.
    fn counted_choice(&self, text: &str) -> Option<&Choice> {
        let QuestionKind::Choose { options, places: false } = &self.kind else { return None };
        let said = worded(text);
        let [number, what] = &said[..] else { return None };
        let are_numbers = options.iter().all(|choice| in_figures(&choice.id).parse::<u32>().is_ok());
        let is_asked =
            worded(&self.prompt).iter().any(|asked| asked.trim_end_matches('s') == what.trim_end_matches('s'));
        let is_it = |choice: &&Choice| in_figures(&choice.id) == in_figures(number);
        options.iter().find(is_it).filter(|_| are_numbers && is_asked)
    }

    /// Whether this is the name of something that can be chosen, or that the rules forbid, or a whole word of one.
    #[must_use]
    pub fn has_word(&self, text: &str) -> bool {
        self.fits(&Typed::new(text)).iter().any(|(fit, _)| matches!(fit, Fit::Whole | Fit::Words))
    }

    /// All that something typed may mean, with how well it fits.
    pub(super) fn fits(&self, typed: &Typed) -> Vec<(Fit, Meaning<'_>)> {
        // What is called so itself is meant before what people may call so besides.
        let is_own = |choice: &Choice| matches!(typed.fit(&[&choice.id, &choice.label]), Some(Fit::Whole | Fit::Words));
        let has_own = self.kind.options().iter().any(is_own);
        let besides_of = |also: usize| if has_own { 0 } else { also };
        let legal = self.kind.options().iter();
        let legal =
            legal.map(|choice| (choice.names(), &choice.also[..besides_of(choice.also.len())], Meaning::Legal(choice)));
        let refused = self.refused.iter().map(|refused| (refused.names(), &[][..], Meaning::Refused(refused)));
        let besides = |also: &[String]| also.iter().filter_map(|name| typed.fit(&[name])).min();
        let fit = |(id, label): (&str, &str), also: &[String]| {
            let fit = typed.fit(&[id, label]).into_iter().chain(besides(also)).min()?;
            // Nothing is ended in passing: `turn` is no `end the turn`.
            let first = label.split_whitespace().next().unwrap_or_default();
            let is_passing =
                is_ending(id) && fit > Fit::Whole && typed.fit(&[id, first]).is_none_or(|fit| fit == Fit::Inside);
            Some(if is_passing { Fit::Inside } else { fit })
        };
        legal.chain(refused).filter_map(|(names, also, meaning)| Some((fit(names, also)?, meaning))).collect()
    }

    /// Why this answer is not among the legal ones.
    #[must_use]
    pub fn why_not(&self, text: &str) -> Refusal {
        match self.meaning(text) {
            Meaning::Refused(refused) => {
                let called = self.called(&refused.id, &refused.label);
                let kind = RefusalKind::Forbidden { id: refused.id.clone(), called, reason: refused.reason.clone() };
                Refusal::of(kind).under(refused.rule.clone()).hint(self.legal_hint())
            }
            Meaning::Part { square, space } => self.why_not_part(square, space),
            Meaning::Several(all) => {
                let all = all.into_iter().map(|(id, label)| self.called(id, label)).collect();
                Refusal::of(RefusalKind::Several(quoted(text), all)).hint(self.legal_hint())
            }
            Meaning::Legal(_) | Meaning::Nothing => {
                let words = words_apart(text);
                if let Some(said) = self.words_before_space(&words) {
                    return self.why_not(&words[said..].join(" "));
                }
                if let Some(refusal) = self.why_not_begun(text) {
                    return refusal;
                }
                let close: Vec<String> =
                    self.close_names(text).iter().map(|choice| self.called(&choice.id, &choice.label)).collect();
                let close =
                    (1..=MOST_MEANT).contains(&close.len()).then(|| format!("did you mean {}?", close.join(" or ")));
                let wanted = self.wanted(text).filter(|_| close.is_none()).map(str::to_owned);
                let refusal = Refusal::of(RefusalKind::Unknown(quoted(text)));
                refusal.maybe_hint(close.or(wanted)).hint(self.legal_hint())
            }
        }
    }

    /// What kind of thing is wanted, where that is not plain from what can be answered.
    fn wanted(&self, text: &str) -> Option<&'static str> {
        let spaces = &self.places.spaces;
        let is_space = spaces.iter().any(|space| is_same(space, text));
        match &self.kind {
            QuestionKind::Choose { places: true, options } => {
                let are_spaces = !is_space && options.iter().all(|choice| spaces.contains(&choice.id));
                are_spaces.then_some("a space of the board is wanted")
            }
            QuestionKind::Draw { held: false, .. } => Some("what was dealt is wanted, as it is printed"),
            _ => None,
        }
    }

    /// Why a line of several words does not count, where it begins with what the rules forbid, or with a slip.
    fn why_not_begun(&self, text: &str) -> Option<Refusal> {
        let words = words_apart(text);
        let begins = (1..words.len()).rev().map(|count| words[..count].join(" "));
        for begin in begins {
            match self.meaning(&begin) {
                Meaning::Refused(_) if self.is_only_described(&begin) => {}
                Meaning::Refused(_) => return Some(self.why_not(&begin)),
                Meaning::Nothing => {}
                Meaning::Legal(_) | Meaning::Part { .. } | Meaning::Several(_) => return None,
            }
        }
        let hint = format!("did you mean `{}`?", quoted(&self.mended(text)?));
        Some(Refusal::of(RefusalKind::Unknown(quoted(text))).hint(Hint::Words(hint)).hint(self.legal_hint()))
    }

    /// Whether these words name nothing, and only stand in what a choice is called that the rules forbid.
    #[must_use]
    pub fn is_only_described(&self, words: &str) -> bool {
        let is_named = |refused: &Refused| Typed::new(words).fit(&[&refused.id]).is_some_and(|fit| fit != Fit::Inside);
        matches!(self.meaning(words), Meaning::Refused(refused) if !is_named(refused))
    }

    /// Why a square is no answer that belongs to a larger space.
    fn why_not_part(&self, square: &str, space: &str) -> Refusal {
        let (standing, rule) = match self.meaning(space) {
            Meaning::Legal(_) => (PartOf::Legal, None),
            Meaning::Refused(refused) => (PartOf::Forbidden(refused.reason.clone()), refused.rule.clone()),
            Meaning::Part { .. } | Meaning::Several(_) | Meaning::Nothing => (PartOf::Unknown, None),
        };
        let kind = RefusalKind::Part { square: square.to_owned(), space: space.to_owned(), standing };
        Refusal::of(kind).under(rule).hint(self.legal_hint())
    }
}

/// What a typed name means to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning<'r> {
    /// Something that can be chosen.
    Legal(&'r Choice),
    /// Something that people might try and may not do.
    Refused(&'r Refused),
    /// A square that belongs to a larger space.
    Part {
        /// The square.
        square: &'r str,
        /// The space.
        space: &'r str,
    },
    /// One of several things, each with what would be typed and what it is called.
    Several(Vec<(&'r str, &'r str)>),
    /// Nothing.
    Nothing,
}

impl Refused {
    /// Whether people need not see its id.
    #[must_use]
    pub fn has_inner_id(&self) -> bool {
        is_inner(&self.id, &self.label)
    }

    fn names(&self) -> (&str, &str) {
        (&self.id, &self.label)
    }
}

impl Choice {
    /// Whether people need not see its id, as its name tells all of it: `t13`, or a name with other signs between its words.
    #[must_use]
    pub fn has_inner_id(&self) -> bool {
        is_inner(&self.id, &self.label)
    }

    fn names(&self) -> (&str, &str) {
        (&self.id, &self.label)
    }
}

impl<'r> Meaning<'r> {
    /// What would be typed for one thing, and what it is called.
    fn names(&self) -> Option<(&'r str, &'r str)> {
        match self {
            Self::Legal(choice) => Some(choice.names()),
            Self::Refused(refused) => Some(refused.names()),
            Self::Part { .. } | Self::Several(_) | Self::Nothing => None,
        }
    }
}

/// The name of a square by column and row, which people also write `5 2` and `52`.
fn with_comma(text: &str) -> Option<String> {
    let is_figures = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let (column, row) = text.trim().split_once(' ').or_else(|| text.split_at_checked(1).filter(|_| text.len() == 2))?;
    (is_figures(column) && is_figures(row.trim())).then(|| format!("{column},{}", row.trim()))
}

/// What is meant by something that fits its name so well: of several things those that are legal.
pub(super) fn meant<'r>(fits: &[(Fit, Meaning<'r>)], wanted: Fit) -> Option<Meaning<'r>> {
    let mut all: Vec<&Meaning<'r>> =
        fits.iter().filter(|(fit, _)| *fit == wanted).map(|(_, meaning)| meaning).collect();
    let is_legal = |meaning: &&Meaning<'_>| matches!(meaning, Meaning::Legal(_));
    if all.iter().any(is_legal) {
        all.retain(is_legal);
    }
    match &all[..] {
        [] => None,
        [one] => Some((*one).clone()),
        several => Some(Meaning::Several(several.iter().filter_map(|meaning| meaning.names()).collect())),
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

/// So many dice: `3 d6`, but `3 coins`.
pub(super) fn dice_of(dice: usize, name: &str) -> String {
    let has_figure = name.ends_with(|c: char| c.is_ascii_digit() || c == '%');
    if has_figure { format!("{dice} {name}") } else { count_of(dice, name) }
}

fn listed_faces(die: &Die) -> String {
    let mut faces: Vec<String> = die.faces().map(|face: DieFace| face.text).collect();
    faces.dedup();
    match faces.as_slice() {
        [one, other] => format!("{one} or {other}"),
        _ => faces.join(", "),
    }
}
