//! Why something does not count, and what to do instead, as types: nobody has to read the words to know what is meant. The
//! words are made last, here.

use std::fmt;

use crate::diag::Diagnostic;

/// An answer or a wish that does not count, and what would.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Why not.
    pub kind: RefusalKind,
    /// The heading of the rules that says so.
    pub rule: Option<String>,
    /// What to do instead.
    pub hints: Vec<Hint>,
}

/// Why something does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusalKind {
    /// The rules know it, and do not allow it now.
    Forbidden {
        /// What is recorded.
        id: String,
        /// What people call it, in backticks.
        called: String,
        /// Why not.
        reason: String,
    },
    /// It is the name of a square that is part of a larger space.
    Part {
        /// The square.
        square: String,
        /// The space.
        space: String,
        /// Whether the space can be answered.
        standing: PartOf,
    },
    /// Several things are called like this: each by what people call it, in backticks.
    Several(String, Vec<String>),
    /// Nothing that can be answered is called like this.
    Unknown(String),
    /// The game is over: nothing is asked.
    Over,
    /// All of it is an answer, and the rules refuse it as a whole, for this reason.
    Whole(String),
    /// Anything else, as one sentence.
    Other(String),
}

/// Whether the space that a square is part of can be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartOf {
    /// It can.
    Legal,
    /// It cannot, and the rules say why.
    Forbidden(String),
    /// It is not among the answers.
    Unknown,
}

/// What to do instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// What can be answered now.
    Legal(String),
    /// What dice can show here.
    Roll(String),
    /// The question that waits.
    Asked(String),
    /// The sign for a die that is left to the referee.
    Blank,
    /// What was understood of an answer of several that does not count.
    Understood(String),
    /// That nothing of what was told is kept.
    NothingKept,
    /// Anything else, in words.
    Words(String),
}

/// When something may be one of more than these, it is only said how many more.
const MOST_NAMED: usize = 6;

/// A die that people leave to the referee.
pub(super) const BLANK: &str = "_";

impl Refusal {
    /// A refusal with nothing but its sentence.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self::of(RefusalKind::Other(message.into()))
    }

    /// A refusal of a kind that others may ask for.
    #[must_use]
    pub const fn of(kind: RefusalKind) -> Self {
        Self { kind, rule: None, hints: Vec::new() }
    }

    /// Names the heading of the rules, if one says so.
    #[must_use]
    pub fn under(mut self, rule: Option<String>) -> Self {
        self.rule = rule;
        self
    }

    /// Says what to do instead.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Says what to do instead, if there is anything to say.
    #[must_use]
    pub fn maybe_hint(mut self, hint: Option<impl Into<Hint>>) -> Self {
        self.hints.extend(hint.map(Into::into));
        self
    }

    /// One sentence: what does not count, and why.
    #[must_use]
    pub fn message(&self) -> String {
        self.kind.to_string()
    }

    /// Only why, where that stands apart from what it is about.
    #[must_use]
    pub fn reason(&self) -> String {
        match &self.kind {
            RefusalKind::Forbidden { reason, .. } | RefusalKind::Whole(reason) => reason.clone(),
            other => other.to_string(),
        }
    }

    /// The hints as people read them.
    #[must_use]
    pub fn hints_told(&self) -> Vec<String> {
        self.hints.iter().map(Hint::to_string).collect()
    }

    /// As a problem that is told: the sentence, the heading of the rules, and what to do.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let rule = self.rule.as_ref().map(|rule| format!("the rules say so under \"{rule}\""));
        let told = Diagnostic::error(self.message()).maybe_hint(rule);
        self.hints.iter().fold(told, |told, hint| told.hint(hint.to_string()))
    }
}

impl fmt::Display for RefusalKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Forbidden { called, reason, .. } => write!(out, "{called} is not legal: {reason}"),
            Self::Part { square, space, standing } => match standing {
                PartOf::Legal => write!(out, "`{square}` is part of `{space}`"),
                PartOf::Forbidden(reason) => {
                    write!(out, "`{square}` is part of `{space}`, and `{space}` is not legal: {reason}")
                }
                PartOf::Unknown => {
                    write!(out, "`{square}` is part of `{space}`, and `{space}` is not one of the answers")
                }
            },
            Self::Several(text, all) => {
                let named: Vec<&str> = all.iter().take(MOST_NAMED).map(String::as_str).collect();
                let more =
                    if all.len() > MOST_NAMED { format!(" or {} more", all.len() - MOST_NAMED) } else { String::new() };
                write!(out, "`{text}` may be {}{more}: which?", named.join(" or "))
            }
            Self::Unknown(text) => write!(out, "`{text}` is not one of the answers"),
            Self::Over => write!(out, "the game is over, and nothing is asked any more"),
            Self::Whole(reason) => write!(out, "this is not legal as a whole: {reason}"),
            Self::Other(message) => write!(out, "{message}"),
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Legal(legal) => write!(out, "legal now: {legal}"),
            Self::Roll(legal) => write!(out, "roll {legal}"),
            Self::Asked(question) => write!(out, "asked now: {question}"),
            Self::Understood(told) => write!(out, "understood: {told}; nothing is done yet"),
            Self::NothingKept => write!(out, "nothing is kept: tell all of them again"),
            Self::Blank => write!(out, "`{BLANK}` stands for a die that the referee rolls"),
            Self::Words(words) => write!(out, "{words}"),
        }
    }
}

impl From<String> for Hint {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&str> for Hint {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}
