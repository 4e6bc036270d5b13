//! The journal of a table: entries that are only ever added, one line each, every line sealed with a checksum over itself
//! and all before it. Nothing here touches the disk.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use xxhash_rust::xxh3::Xxh3;

use crate::model::{Game, GameOption, OptionValues};

use super::{Answer, Custody, Hands};

/// How journals are written now.
pub const FORMAT: u32 = 1;

/// How a table began: the first line of its journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The format of the journal.
    pub format: u32,
    /// The name of the game's folder.
    pub game: String,
    /// The version that was printed.
    pub version: String,
    /// When, in UTC.
    pub at: String,
    /// The seats in turn order.
    pub players: Vec<String>,
    /// What was chosen for this table.
    pub options: BTreeMap<String, Choosable>,
    /// In whose hands chance is.
    pub hands: Hands,
    /// Where the referee's own dice began; what they showed is recorded, this is only for the curious.
    pub seed: u64,
    /// Whether dice and cards that were seen can no longer be undone.
    #[serde(default, skip_serializing_if = "is_false")]
    pub strict: bool,
    /// The seats that bots have, by the names at the start, and how each plays.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bots: BTreeMap<String, String>,
}

impl Start {
    /// A table of a game: with the referee's usual hands, no date and the seed 0.
    #[must_use]
    pub fn new(game: &Game, players: Vec<String>, options: BTreeMap<String, Choosable>) -> Self {
        Self {
            format: FORMAT,
            game: game.id.clone(),
            version: game.version.clone(),
            at: String::new(),
            players,
            options,
            hands: Hands::default(),
            seed: 0,
            strict: false,
            bots: BTreeMap::new(),
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What was chosen for an option of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Choosable {
    /// On or off.
    Flag(bool),
    /// How many.
    Number(i64),
    /// One of its words.
    Word(String),
}

impl fmt::Display for Choosable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl Choosable {
    /// What an option usually is.
    #[must_use]
    pub fn usual(option: &GameOption) -> Self {
        match &option.values {
            OptionValues::Flag { usual } => Self::Flag(*usual),
            OptionValues::Number { usual, .. } => Self::Number(*usual),
            OptionValues::Words { usual, .. } => Self::Word(usual.clone()),
        }
    }
}

/// One line after the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1.
    pub seq: u64,
    /// When, in UTC.
    pub at: String,
    /// Whose doing it was, if anybody said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// A question was answered.
    Answer(Answered),
    /// Several seats had answered in secret, and now everybody was told what.
    Reveal(Vec<Answered>),
    /// One of several answers that are given side by side was taken back, and the others stay.
    Withdraw {
        /// The entry that does not count any more.
        answer: u64,
    },
    /// Everything after an entry was taken back.
    Undo {
        /// The last entry that stays; 0 for the very beginning.
        to: u64,
    },
    /// The state was set to what is on the table.
    Adjust(Adjusted),
    /// Somebody wrote something down.
    Note(String),
    /// Dice or cards changed hands.
    Custody {
        /// Which die or deck; without it, all that are not named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
        /// Who has it now.
        to: Custody,
    },
    /// A seat goes by another name from now on, and so does all that it did before.
    Rename {
        /// The name it had.
        from: String,
        /// The name it has.
        to: String,
    },
    /// The table moved to a changed game.
    Upgrade {
        /// The version from then on.
        version: String,
    },
}

/// A question and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// Who was asked, by name; without it, the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// The question.
    pub prompt: String,
    /// The answer in words.
    pub told: String,
    /// The answer.
    pub answer: Answer,
    /// Whether only the seat that was asked may know it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub secret: bool,
    /// Whether a bot answered.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bot: bool,
}

/// What was set, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Adjusted {
    /// The fields and what they are now.
    pub set: BTreeMap<String, Value>,
    /// What they were set to at the start of the step that is being played, so that they are so now.
    pub at_step: BTreeMap<String, Value>,
    /// Why.
    pub reason: String,
    /// Whether the rules were told.
    #[serde(default, skip_serializing_if = "is_false")]
    pub triggers: bool,
}

impl Entry {
    /// The question and answer, if it is one.
    #[must_use]
    pub const fn answer(&self) -> Option<&Answered> {
        match &self.what {
            What::Answer(answered) => Some(answered),
            _ => None,
        }
    }

    /// Whether people did it, and an undo counts it.
    #[must_use]
    pub fn is_by_people(&self) -> bool {
        match &self.what {
            What::Answer(answered) => !answered.answer.is_by_app() && !answered.bot,
            What::Adjust(_) | What::Withdraw { .. } => true,
            _ => false,
        }
    }

    /// Whether it is what the rules asked for, or made of answers.
    #[must_use]
    pub const fn is_by_the_rules(&self) -> bool {
        matches!(self.what, What::Answer(_) | What::Reveal(_))
    }

    /// Whether it showed something that was unknown before: dice, cards, and what was secret.
    #[must_use]
    pub const fn is_reveal(&self) -> bool {
        match &self.what {
            What::Answer(answered) => answered.answer.is_reveal(),
            What::Reveal(_) => true,
            _ => false,
        }
    }

    /// In a few words.
    #[must_use]
    pub fn told(&self) -> String {
        match &self.what {
            What::Answer(answered) if answered.secret => format!("{}: in secret", answered.by_whom()),
            What::Answer(answered) => answered.in_full(),
            What::Reveal(told) => told_at_once(told),
            What::Withdraw { answer } => format!("took back entry {answer} alone"),
            What::Undo { to } => match &self.by {
                Some(who) => format!("{who} went back to entry {to}"),
                None => format!("went back to entry {to}"),
            },
            What::Adjust(adjusted) => adjusted.told(&|field, value| Some(format!("{field}: {value}"))),
            What::Note(text) => format!("note: {text}"),
            What::Custody { of, to } => {
                let what = of.as_ref().map_or_else(|| "dice and cards".to_owned(), |of| format!("`{of}`"));
                match to {
                    Custody::App => format!("the referee has {what} from now on"),
                    Custody::Table => format!("people have {what} from now on, and tell what comes"),
                    Custody::Ask => format!("who has {what} is asked each time from now on"),
                }
            }
            What::Rename { from, to } => format!("{from} is called {to} from here on"),
            What::Upgrade { version } => format!("the game is version {version} from here on"),
        }
    }
}

impl Answered {
    fn who(&self) -> &str {
        match (&self.asked, &self.answer) {
            (Some(asked), _) => asked,
            (None, Answer::Roll(_)) if self.answer.is_by_app() => "the referee rolls",
            (None, answer) if answer.is_drawn_by_app() => "the referee draws",
            (None, _) => "the table",
        }
    }

    /// Who was asked, and that it is a bot if it is one.
    fn by_whom(&self) -> String {
        if self.bot { format!("{} (a bot)", self.who()) } else { self.who().to_owned() }
    }

    /// Who was asked what, and the answer, whether it is a secret or not.
    #[must_use]
    pub fn in_full(&self) -> String {
        let apart = if self.prompt.ends_with(['?', '!', '.', ':']) { " " } else { ": " };
        format!("{}: {}{apart}{}", self.by_whom(), self.prompt, self.told)
    }
}

/// What everybody is told at once: the question once, if it was the same for all.
fn told_at_once(told: &[Answered]) -> String {
    let first = told.first().map_or("", |first| first.prompt.as_str());
    let is_same = told.iter().all(|answered| answered.prompt == first);
    let one = |answered: &Answered| {
        if is_same { format!("{} {}", answered.who(), answered.told) } else { answered.in_full() }
    };
    let all = told.iter().map(one).collect::<Vec<_>>().join(if is_same { ", " } else { "; " });
    if is_same { format!("told to everybody: {first} {all}") } else { format!("told to everybody: {all}") }
}

impl Adjusted {
    /// In words; each field and its value as `one` tells them, if it does.
    pub(super) fn told(&self, one: &dyn Fn(&str, &Value) -> Option<String>) -> String {
        let all: Vec<String> = self.set.iter().filter_map(|(field, value)| one(field, value)).collect();
        format!("adjusted: {}, because {}", all.join(", "), self.reason)
    }
}

/// A journal that cannot be read on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// What stands in a journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Journal {
    /// How the table began.
    pub start: Start,
    /// Everything since.
    pub entries: Vec<Entry>,
    /// How many bytes of it are whole; what comes after was cut off while it was written.
    pub whole: usize,
    /// Whether the last line that is whole has its end as well.
    pub has_end: bool,
    /// What the next line is sealed with.
    pub seal: Seal,
}

/// The checksum of everything so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seal(u64);

impl fmt::Display for Seal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

impl Seal {
    /// How long it is in writing.
    const LETTERS: usize = 16;

    fn of(self, text: &str) -> Self {
        let mut sum = Xxh3::new();
        sum.update(&self.0.to_le_bytes());
        sum.update(text.as_bytes());
        Self(sum.digest())
    }

    /// A line of the journal with its checksum at the end, and the seal from then on.
    fn seal(self, text: &str) -> (String, Self) {
        let next = self.of(text);
        (format!("{text}\t{next}\n"), next)
    }
}

/// The first line of a journal, and its seal.
///
/// # Errors
/// When it cannot be written down.
pub fn start_line(start: &Start) -> Result<(String, Seal), Unwritable> {
    line(start, Seal::default())
}

/// The line of an entry, and the seal after it.
///
/// # Errors
/// When it cannot be written down.
pub fn entry_line(entry: &Entry, seal: Seal) -> Result<(String, Seal), Unwritable> {
    line(entry, seal)
}

fn line(what: &impl Serialize, seal: Seal) -> Result<(String, Seal), Unwritable> {
    let text = serde_json::to_string(what).map_err(|error| Unwritable { why: error.to_string() })?;
    Ok(seal.seal(&text))
}

/// Something that has no line in a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable {
    /// Why not.
    pub why: String,
}

/// What the first line of every journal says, whatever else it may say some day.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// Reads a journal. A last line that is not whole was being written when something happened, and is left out.
///
/// # Errors
/// The first line that is damaged in any other way.
pub fn read_journal(bytes: &[u8]) -> Result<Journal, Damage> {
    let ended = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let mut reader = Reader::default();
    for (n, line) in bytes[..ended].split_inclusive(|byte| *byte == b'\n').enumerate() {
        reader.read(line.strip_suffix(b"\n").unwrap_or(line)).map_err(|why| Damage { line: n + 1, why })?;
    }
    // A line with its checksum is whole, whatever became of its end.
    let unended = up_to_checksum(&bytes[ended..]).filter(|line| reader.read(line).is_ok());
    let Reader { seal, start, entries } = reader;
    let start = start.ok_or_else(|| Damage { line: 1, why: "the table has no beginning".to_owned() })?;
    Ok(Journal { start, entries, whole: ended + unended.map_or(0, <[u8]>::len), has_end: unended.is_none(), seal })
}

/// A line as far as its checksum goes, if it goes so far.
fn up_to_checksum(line: &[u8]) -> Option<&[u8]> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    line.get(..=tab + Seal::LETTERS)
}

/// A journal as far as it is read.
#[derive(Default)]
struct Reader {
    seal: Seal,
    start: Option<Start>,
    entries: Vec<Entry>,
}

impl Reader {
    /// Reads the next line, or says what is wrong with it.
    fn read(&mut self, line: &[u8]) -> Result<(), String> {
        let text = std::str::from_utf8(line).map_err(|_| "it is not UTF-8 text".to_owned())?;
        let (text, sum) = text.rsplit_once('\t').ok_or_else(|| "its checksum is missing".to_owned())?;
        let seal = self.seal.of(text);
        if seal.to_string() != sum {
            return Err("it was changed after it was written, or a line before it is missing".to_owned());
        }
        if self.start.is_none() {
            self.start = Some(read_start(text)?);
        } else {
            self.entries.push(self.entry(text)?);
        }
        self.seal = seal;
        Ok(())
    }

    fn entry(&self, text: &str) -> Result<Entry, String> {
        let entry: Entry = serde_json::from_str(text).map_err(|error| broken(&error))?;
        let next = self.entries.len() + 1;
        if entry.seq == next as u64 {
            Ok(entry)
        } else {
            Err(format!("it is entry {}, where {next} comes next", entry.seq))
        }
    }
}

fn read_start(text: &str) -> Result<Start, String> {
    let format: Format = serde_json::from_str(text).map_err(|error| broken(&error))?;
    if format.format != FORMAT {
        return Err(format!("its format is {}, and this Tablewright knows {FORMAT}", format.format));
    }
    serde_json::from_str(text).map_err(|error| broken(&error))
}

fn broken(error: &serde_json::Error) -> String {
    format!("it cannot be understood: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Something that has no line, as JSON needs texts for names.
    #[test]
    fn what_cannot_be_written_is_no_empty_line() {
        let odd = BTreeMap::from([((1, 2), "a pair")]);
        assert_eq!(line(&odd, Seal::default()), Err(Unwritable { why: "key must be a string".to_owned() }));
    }
}
