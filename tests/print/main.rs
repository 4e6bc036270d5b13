//! From a game folder to paper: what is read, laid out and printed, what is said when it cannot be, and the kits.

#![allow(clippy::disallowed_methods, reason = "a test may reckon as its machine does: it compares roughly")]

#[path = "../support/mod.rs"]
mod support;

mod backs;
mod board_edges;
mod booklets;
mod calibration;
mod changes;
mod cut_files;
mod decks;
mod designers;
mod drawings;
mod edition;
mod export;
mod faces;
mod folds;
mod fonts;
mod formats;
mod geometry;
mod golden;
mod hostile;
mod kinds;
mod kit_report;
mod kits;
mod lattice_boards;
mod limits;
mod lint;
mod marks;
mod messages;
mod output;
mod pdf;
mod pictures;
mod power_cuts;
mod raster;
mod samples;
mod sheets;
mod sixth_game;
mod table_picture;
mod tables;
mod tutorial;
mod value_places;
mod wishes;
mod words;
