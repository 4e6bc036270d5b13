//! What the referee needs of a game's rules, however they are written, and what the rules need of the referee.

use std::fmt;
use std::rc::Rc;

use serde_json::Value;

use crate::model::{Pointers, Pose, Zone};

use super::{Answer, Refusal, Request, Schema, Score, Seat, Together, Viewer};

/// Where the rules came to a halt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// A question has no answer yet, or several that are asked at once.
    Asked(Together),
    /// The game is over.
    Over,
}

/// The table between two steps: all that is needed to go on from there.
#[derive(Debug, Clone, PartialEq)]
pub struct Between {
    /// The step that comes next.
    pub step: String,
    /// The state at its start.
    pub state: Rc<Value>,
    /// The state before the step that led to it: laws may compare the two.
    pub before: Rc<Value>,
}

/// The rules of one game, with the state of one table.
pub trait Rules {
    /// What the state is made of.
    fn schema(&self) -> &Schema;

    /// Goes back to the state of a new table.
    ///
    /// # Errors
    /// A fault of the rules.
    fn begin(&mut self) -> Result<(), Fault>;

    /// Puts a state between two steps on the table.
    ///
    /// # Errors
    /// When the state does not fit, or there is no such step.
    fn put(&mut self, state: &Value, step: &str) -> Result<(), Fault>;

    /// Goes back to where the table was between two steps. Nothing else that was played since then leaves a trace.
    ///
    /// # Errors
    /// A fault of the rules.
    fn resume(&mut self, at: &Between) -> Result<(), Fault>;

    /// Tells the rules that fields were adjusted between two steps.
    ///
    /// # Errors
    /// A fault of the rules.
    fn adjusted(&mut self, fields: &[String]) -> Result<(), Fault>;

    /// Plays on until a question has no answer or the game is over. A step that waits for an answer begins anew.
    ///
    /// # Errors
    /// A fault of the rules; the state is then unknown, and the table has to be played from its start again.
    fn advance(&mut self) -> Result<Stop, Fault>;

    /// The step that is being played, and the state at its start.
    fn step(&self) -> (&str, &Value);

    /// The state as it is now, perhaps in the middle of a step.
    ///
    /// # Errors
    /// When it does not fit what was declared.
    fn state(&mut self) -> Result<Value, Fault>;

    /// What a viewer sees of the table.
    ///
    /// # Errors
    /// A fault of the rules.
    fn show(&mut self, viewer: Viewer) -> Result<Scene, Fault>;

    /// Who has how much, if the game is scored.
    ///
    /// # Errors
    /// A fault of the rules.
    fn score(&mut self) -> Result<Option<Score>, Fault>;

    /// What can be counted on the table.
    ///
    /// # Errors
    /// A fault of the rules.
    fn audit(&mut self, viewer: Viewer) -> Result<Vec<Count>, Fault>;

    /// The laws that do not hold.
    ///
    /// # Errors
    /// A fault of the rules.
    fn broken_laws(&mut self) -> Result<Vec<BrokenLaw>, Fault>;

    /// What is left to chance in this game, by name: dice and decks.
    ///
    /// # Errors
    /// A fault of the rules.
    fn randomisers(&mut self) -> Result<Vec<String>, Fault>;

    /// The names of all pieces of the game, which cards can have.
    fn pieces(&self) -> Vec<String>;
}

/// Who answers the rules.
pub trait Asker {
    /// A step begins; what was said and answered before it stands.
    fn step_begins(&mut self, at: &Between);
    /// The step that was waiting begins anew.
    fn step_resumes(&mut self);
    /// A question, or several at once.
    fn ask(&mut self, together: &Together) -> Reply;
    /// The rules refuse an answer as a whole that fits its question.
    fn refuse(&mut self, seq: u64, refusal: Refusal);
    /// A sentence for the log.
    fn say(&mut self, said: Said);
    /// Whether what is played now is recent enough that a line may name what was settled there without asking.
    fn is_recent(&self) -> bool;
    /// A question that nobody is asked, as it has one answer only.
    fn foregone(&mut self, request: Request);
    /// How many answers were given that are recorded: what the referee rolls itself meanwhile does not count.
    fn heard(&self) -> usize;
}

/// What became of the questions that were asked at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Their answers, in the same order, each with the entry that it stands in.
    Answered(Vec<(u64, Answer)>),
    /// Somebody has not answered yet: what there is of answers.
    Wait(Vec<Option<(u64, Answer)>>),
    /// The answer that is recorded for one does not fit.
    Refused,
}

/// A sentence for the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The sentence.
    pub text: String,
    /// Who may read it, if not everybody.
    pub to: Option<Seat>,
    /// What a line of the score may point to it by.
    pub about: Option<String>,
    /// Whether it opens a round.
    pub opens: bool,
    /// The line of the script that printed it, if it is no sentence for people but for who writes the script.
    pub printed: Option<usize>,
}

/// What a table looks like.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scene {
    /// A line about the game as it stands.
    pub status: String,
    /// A line about every seat.
    pub seats: Vec<String>,
    /// What lies on the board.
    pub pieces: Vec<ScenePiece>,
    /// What is pointed out there.
    pub pointers: Pointers,
    /// What lies beside the board, or without one.
    pub zones: Vec<Zone>,
}

/// Pieces of one sort on one space.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScenePiece {
    /// The space.
    pub at: String,
    /// How many.
    pub count: usize,
    /// What one of them is called.
    pub name: String,
    /// A letter or two for the text board.
    pub mark: String,
    /// The printed piece, as `component/piece`.
    pub draw: Option<String>,
    /// Whose it is.
    pub seat: Option<Seat>,
    /// What is written beside it.
    pub label: Option<String>,
    /// How it lies or stands.
    pub pose: Pose,
}

/// Something that can be counted on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// What to count.
    pub what: String,
    /// How many there should be.
    pub count: i64,
    /// The field that says so, if it is a single one.
    pub field: Option<String>,
}

/// A law of the rules that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenLaw {
    /// What has to be so.
    pub name: String,
    /// What is so instead, as far as the rules say.
    pub instead: Option<String>,
}

impl fmt::Display for BrokenLaw {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.instead {
            Some(instead) => write!(out, "{}: {instead}", self.name),
            None => write!(out, "{}", self.name),
        }
    }
}

/// What sort of thing is wrong with the rules themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FaultKind {
    /// The script says something that cannot be, or stops with an error.
    #[default]
    Script,
    /// It takes more time or memory than it may.
    OverBudget,
    /// A field of the state is not what was declared.
    Misfit,
    /// A law does not hold.
    Law,
    /// Step follows step, and nobody is asked anything.
    AsksNothing,
    /// What was played does not come out the same when it is played again.
    Drift,
}

/// Something that is wrong with the rules themselves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fault {
    /// What sort of thing it is.
    pub kind: FaultKind,
    /// One sentence.
    pub message: String,
    /// What may help.
    pub hint: Option<String>,
    /// The step that was being played.
    pub step: Option<String>,
    /// The field of the state it is about.
    pub field: Option<String>,
    /// Where in the script, innermost first.
    pub trace: Vec<ScriptPlace>,
}

/// A line of the rules script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptPlace {
    /// The line, from 1.
    pub line: usize,
    /// The function it is in.
    pub function: Option<String>,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.message)?;
        if let Some(spot) = self.trace.first() {
            write!(out, " (line {} of the rules)", spot.line)?;
        }
        Ok(())
    }
}
