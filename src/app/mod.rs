//! What Tablewright does for people, one request for each: kits and pictures made, games checked and compared, tables kept,
//! examples and random games played. Prints nothing and knows neither command line, terminal nor network; progress and
//! warnings go to whom they are handed.
//!
//! A request is plain data; running it gives what came of it, or [`Diagnostics`] that say all that is wrong.

mod check;
mod check_rules;
mod compare;
mod definitions;
mod fonts;
mod games;
pub(crate) mod kit;
mod open;
mod playtest;
mod printers;
mod progress;
mod scenarios;
pub(crate) mod table;

pub use crate::diag::{Diagnostic, Diagnostics, Severity};
pub use crate::lab::{
    AnswerLine, CardLine, Estimate, Numbers, Spread, Summary, Version, Versus, WinLine, Wins, summary_json, verdict,
};
pub use crate::layout::FontFamily;
pub use crate::load::GAME_FILE;
pub use crate::rules::{BotPlayer, Budget, Stopwatch};
pub use check::Check;
pub use compare::Comparison;
pub use definitions::script_definitions;
pub use fonts::{FontsRequest, ListedFonts};
pub use games::{GameInWords, ListedGame, game_in_words, games};
pub use kit::{
    CutFormat, ExportRequest, Exported, ExportedFile, KitRequest, MadeKit, PictureFormat, ReadyKits, Shrunk, Since,
    WrittenKit,
};
pub use open::WhichGame;
pub use playtest::{
    Against, Doubt, Playtest, RandomGames, Shard, Strange, Strangest, TrialReport, TrialRequest, record, report_of_rows,
};
pub use printers::{CalibrationSheet, Measured, SavedPrinters};
pub use progress::{Progress, Unwatched};
pub use scenarios::{PlayedScenario, ScenarioRun};
pub use table::{
    Access, DiceShown, FaceShown, LeftToChance, ListedTable, NewTable, Now, Plan, Session, Stands, Statistics,
    TableRow, Tables, Trial, TurnTimes, Upgrade,
};
