//! Tablewright prints, referees and playtests a board game from one folder.
pub mod cli;
pub mod diag;
pub mod geom;
pub mod impose;
pub mod layout;
pub mod load;
pub mod model;
pub mod render;
pub mod units;
