//! The referee: a table is the list of answers people gave, and its state is what the rules make of them. Pure: no files,
//! no clock, no screen, and chance only from a seed that callers give.

mod adjust;
mod answer;
mod desk;
mod field_path;
mod journal;
mod redact;
mod request;
mod rules;
mod scenario;
mod schema;
mod score;
mod seat;
mod table;
mod typed;
mod undo;
mod view;

pub use answer::{Answer, Shown};
pub use desk::{Desk, Line};
pub use field_path::FieldPath;
pub use journal::{
    Adjusted, Answered, Choosable, Damage, Entry, FORMAT, Journal, Seal, Start, What, entry_line, read_journal,
    standing, start_line,
};
pub use redact::Viewer;
pub use request::{Choice, Kind, Refusal, Refused, Request, UNSEEN};
pub use rules::{Asker, Count, Fault, Reply, Rules, Said, Scene, ScenePiece, Spot, Stop};
pub use scenario::{Failed, OpenRules, play_scenario};
pub use schema::{Misfit, Schema, Type, get};
pub use score::{Points, Rung, Score, ScoreLine, Standing};
pub use seat::{Custody, Hands, Seat};
pub use table::{Move, Problem, Table};
pub use typed::{answer_by_chance, chance_answer, legal_by_chance, read_answer};
pub use undo::{Back, TakenBack};
pub use view::{LogLine, SeatView, View};
