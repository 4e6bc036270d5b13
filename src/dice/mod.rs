//! Dice: a notation people know, rolls that show every die, and exact odds. Nothing here prints or reads files, and a
//! roll asks its caller for every throw: an app's dice and people's are the same to it.

mod chance;
mod changes;
mod expression;
mod faces;
mod odds;
mod parse;
mod roll;
mod tokens;

pub use chance::Chance;
pub use expression::{Expression, Rolls};
pub use faces::{Die, DieFace};
pub use odds::{Odds, odds};
pub use parse::parse;
pub use roll::{Fate, Rolled, RolledPool, Throw, roll};
