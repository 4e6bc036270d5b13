//! Tables: what is asked and answered, dice, what is kept on disk and shown to whom.

#[path = "../support/mod.rs"]
mod support;

mod about_others;
mod clauses;
mod commands;
mod crash;
mod crowds;
mod dice;
mod dice_dialects;
mod dice_draws;
mod dice_odds;
mod errands;
mod evenings;
mod fuzz;
mod hidden_cards;
mod lines;
mod lookup;
mod mended;
mod november;
mod passing;
mod play;
mod power_cuts;
#[cfg(unix)]
mod pseudo_terminal;
mod refusals;
mod said;
mod screens;
mod secrets;
mod sentences;
mod settled;
mod sharing;
mod side_by_side;
mod slow_people;
mod store;
mod table_talk;
mod text_board;
mod text_forms;
mod typing;
