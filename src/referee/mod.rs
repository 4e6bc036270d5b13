//! The referee: a table is the list of answers people gave, and its state is what the rules make of them. Pure: no files,
//! no clock, no screen, and chance only from a seed that callers give.

mod adjust;
mod agreeing;
mod answer;
mod answering;
mod apart;
mod beginning;
mod called;
mod cards;
mod counted;
mod custody;
mod effect;
mod field_path;
mod flow;
mod grounds;
mod journal;
mod known;
mod listener;
mod named_faces;
mod names;
mod naming;
mod questions;
mod queue;
mod recap;
mod redact;
mod refusal;
mod replay;
mod request;
mod rules;
mod scenario;
mod schema;
mod score;
mod seat;
mod several;
mod slips;
mod slot;
mod small_words;
mod spoken;
mod standing;
mod staying;
mod table;
mod together;
mod typed;
mod undo;
mod unseen;
mod view;
mod way_words;

pub use adjust::Adjustment;
pub use agreeing::agreed;
pub use answer::{Answer, Shown};
pub use answering::{MOVED_ON, Move};
pub use apart::words_apart;
pub use called::{are_distinct, beside_id, shown_name};
pub use effect::Effect;
pub use field_path::FieldPath;
pub use journal::{
    Adjusted, Answered, Choosable, Damage, Entry, Journal, Seal, Start, Unwritable, What, entry_line, read_journal,
    start_line,
};
pub use names::{Names, renamed_state};
pub use naming::{Fit, Typed, folded, in_figures};
pub use queue::{AnswerQueue, Sentence};
pub use recap::{Recap, Since};
pub use redact::Viewer;
pub use refusal::{Hint, Refusal, RefusalKind};
pub use replay::{compare_replay, drifted};
pub use request::{BY_APP, Choice, Meaning, Places, QuestionKind, Refused, Request, TOLD, UNSEEN};
pub use rules::{
    Asker, Between, BrokenLaw, Count, Fault, FaultKind, Reply, Rules, Said, Scene, ScenePiece, ScriptPlace, Stop,
};
pub use scenario::{Failed, OpenRules, Vocabulary, play_scenario};
pub use schema::{Misfit, PileOf, Schema, Type, get};
pub use score::{Contender, Points, Rung, Score, ScoreLine, Standing, Team};
pub use seat::{Custody, Hands, Seat};
pub use several::{Understood, chosen_between, understood};
pub use slips::{ended_for, ends_for_somebody, is_deed, is_ending, lets_pass};
pub use slot::Slot;
pub use small_words::{is_small, is_turning};
pub use standing::standing;
pub use table::{Problem, Table};
pub use together::{Question, Together};
pub use typed::{answer_by_chance, legal_by_chance, read_answer};
pub use undo::{Back, TakenBack, WhatCameOut};
pub use view::{LogLine, View};
pub use way_words::{is_way, way_called};
#[cfg(feature = "inside")]
pub use {journal::FORMAT, refusal::PartOf, replay::difference, typed::chance_answer, undo::DoneAgain, view::Waiting};
