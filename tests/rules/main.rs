//! Scripts of rules: what they may ask, do and do wrong, scenarios, the ground of boards, and random games.

#[path = "../support/mod.rs"]
mod support;

mod check_rules;
mod grid;
mod ground;
mod lattice;
mod printed_names;
mod questions;
mod random_games;
mod reading;
mod rebuilt;
mod replay;
mod rules_guide;
mod scenario_checks;
mod scenarios;
mod scenes;
mod script_help;
mod script_host;
mod script_library;
mod side_by_side;
mod teams;
mod zones;
