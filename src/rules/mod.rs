//! Rules scripts: Luau in a sandbox, as the referee's `Rules`. Scripts have no clock, no files, no network and no chance of
//! their own; all they learn of the world are answers.

mod bot;
mod brake;
mod clock;
mod convert;
mod declare;
mod doors;
mod engine;
mod engine_text;
mod fault;
mod grid;
mod headings;
mod host;
mod kept;
mod lint;
mod question;
mod report;
mod twin;
mod world;

pub use bot::BotGame;
pub use clock::{Clock, SharedClock, WallClock};
pub use doors::SharedAsker;
pub use headings::unknown_headings;
pub use host::ScriptRules;
pub use world::World;
