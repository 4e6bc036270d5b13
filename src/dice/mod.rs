//! Dice: a notation people know, rolls that show every die, and exact odds. Nothing here prints or reads files, and a
//! roll asks its caller for every throw: an app's dice and people's are the same to it.

mod chance;
mod dialect;
mod draws;
mod expression;
mod faces;
mod odds;
mod parse;
mod range;
mod roll;
mod rolled;
mod tokens;
mod words;

pub use chance::Chance;
pub use draws::{Draw, is_draw, parse_draw};
pub use expression::{Expression, Rolls};
pub use faces::{Die, DieFace};
pub use odds::{NoOdds, Odds, odds, ratio};
pub use parse::{Reading, parse};
pub use roll::roll;
pub use rolled::{Fate, Rolled, RolledPool, Throw};
