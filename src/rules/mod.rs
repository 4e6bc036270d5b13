//! Rules scripts: Luau in a sandbox, as the referee's `Rules`. Scripts have no clock, no files, no network and no chance of
//! their own; all they learn of the world are answers.

mod alone;
mod bot;
mod brake;
mod chunks;
mod clock;
mod convert;
mod declare;
mod definitions;
mod doors;
mod engine;
mod engine_text;
mod fault;
mod grid;
mod host;
mod kept;
mod one_answer;
mod opening;
mod patience;
mod question;
mod reading;
mod report;
mod trial;
mod twin;
mod world;
mod zones;

pub use bot::BotGame;
pub use brake::Pulse;
pub use clock::WallClock;
#[cfg(feature = "inside")]
pub use clock::{Clock, SharedClock};
pub use definitions::definitions;
pub use doors::SharedAsker;
pub use host::ScriptRules;
pub use one_answer::{BotSeat, Happened};
pub use patience::{Patience, Stopwatch};
pub use reading::Reading;
pub use trial::{BotPlayer, Budget, CardCount, ChoiceCount, Taped, TrialGame};
pub use world::World;
