//! A table from its first day to its last: set up, opened, answered, changed, drawn, moved to a changed game.

mod answer;
mod book;
mod bots;
mod change;
mod guests;
mod line_parts;
mod list;
mod moving;
mod picture;
mod placed;
mod plan;
mod printed;
mod readings;
mod rename;
mod session;
mod settings;
mod setup;
mod statistics;
mod upgrade;
mod ways;

pub use answer::in_short;
pub use book::{Paragraph, PieceText, Section, Word, Words};
pub use change::{read_adjustment, read_wishes, taken_back};
pub use guests::{Guest, GuestList};
pub use line_parts::{ENDS, is_line};
pub use list::{ListedTable, Stands, TableRow};
pub use placed::placed;
pub use plan::{LeftToChance, Plan, Trial};
pub use printed::{Picture, Printed, ScreenBoard, ScreenFont, with_printed};
pub use readings::forbidden_verb;
pub use session::{Access, Now, Session, Tables, faulty, printed, read_game, script_of, sound_script_of};
pub use settings::{About, Setting, Settings};
pub use setup::{NewTable, options, players, seats_told, values_told};
pub use statistics::{BREAK, DiceShown, FaceShown, Statistics, TurnTimes};
pub use upgrade::Upgrade;
