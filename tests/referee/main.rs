//! Tables: what is asked and answered, dice, what is kept on disk and shown to whom.

#[path = "../support/mod.rs"]
mod support;

mod commands;
mod crash;
mod dice;
mod dice_dialects;
mod dice_odds;
mod fuzz;
mod hidden_cards;
mod play;
mod power_cuts;
mod refusals;
mod secrets;
mod sharing;
mod slow_people;
mod store;
mod text_board;
