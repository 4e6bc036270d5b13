//! Tablewright prints your own board games from one folder of YAML, SVG templates and art.
//!
//! # The pipeline
//! 1. [`load::load_game`] reads a game folder into a [`model::Game`]: plain data, every problem named with its place.
//! 2. [`layout::Studio::lay_out`] binds that data into templates and sets the text: a [`layout::face::Face`] for every
//!    different side of every piece.
//! 3. [`impose::impose`] arranges the faces on paper: an [`impose::Kit`] of [`impose::Page`]s with their marks.
//! 4. [`render::pdf::write_pdf`] turns the pages into bytes; [`render::face_svg`] and [`render::face_png`] do so for
//!    single faces.
//! 5. [`changes::compare`] tells what differs between two states of a game, and what has to be printed anew.
//! 6. [`lint::lint`] looks at faces and pages for what prints, but probably not as meant.
//! 7. [`layout::lay_out_table`] draws a board with pieces on it, and [`ui::terminal`] writes it as text.
//! 8. [`cli::run`] puts these together for one command line, and is the only module that prints.
//!
//! # The modules
//! Each may use only those before it and what its own documentation allows; a test reads the imports.
//! [`units`] and [`geom`] hold exact lengths and what is made of them, [`diag`] the problems told to people, [`model`]
//! the game as data, [`ground`] a board in numbers. The rest are the steps above.

pub mod app;
pub mod changes;
pub mod cli;
pub mod diag;
pub mod dice;
pub mod geom;
pub mod ground;
pub mod impose;
pub mod layout;
pub mod lint;
pub mod load;
pub mod model;
pub mod referee;
pub mod render;
pub mod rules;
pub mod store;
pub mod ui;
pub mod units;
