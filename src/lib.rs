//! Tablewright prints your own board games from one folder of YAML, SVG templates and art, and referees them at the table.
//!
//! [`app`] is the public face: a request for each thing that Tablewright does, such as [`app::KitRequest`] or
//! [`app::Tables`]. [`cli::run`] turns a command line into such requests, and is the only module that prints.
//!
//! # A card on its way to paper
//! `load` reads a game folder into a `model::Game`, plain data, every problem named with its place. `layout` binds that
//! data into templates and sets the text: a `Face` for every different side of every piece. `impose` arranges the faces
//! on sheets: a `Kit` of `Page`s with their marks. `render` turns pages and faces into bytes. `lint` looks at faces and
//! pages for what prints, but probably not as meant, and `changes` tells what differs between two states of a game.
//!
//! # An answer on its way to the state
//! `referee` plays a journal of answers with the rules of a game, which `rules` reads from its script; `ground` knows
//! boards in numbers and `dice` dice. `store` keeps the journal, and `ui` shows what a seat may see of it. `lab` has bots
//! play thousands of games, and says what came of them.
//!
//! # The modules
//! `units` and `geom` hold exact lengths and what is made of them, `math` figures that are equal on every machine, `diag`
//! the problems told to people. Each module may use only what `docs/architecture.md` allows; a test reads the imports.

pub mod app;
pub mod cli;

mod changes;
mod diag;
mod dice;
mod disk;
mod expressions;
mod geom;
mod ground;
mod impose;
#[cfg(feature = "inside")]
#[doc(hidden)]
pub mod inside;
mod lab;
mod layout;
mod lint;
mod load;
mod math;
mod model;
mod reach;
mod referee;
mod render;
mod rules;
mod store;
mod ui;
mod units;
mod web;
