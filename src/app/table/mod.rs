//! A table from its first day to its last: set up, opened, answered, changed, drawn, moved to a changed game.

mod answer;
mod book;
mod change;
mod list;
mod picture;
mod placed;
mod session;
mod setup;
mod upgrade;

pub use book::{Paragraph, PieceText, Section};
pub use change::{FieldTold, fields, read_adjustment, read_wishes, taken_back};
pub use list::{ListedTable, TableRow};
pub use placed::placed;
pub use session::{Access, Now, Session, Tables, faulty, read_game, script_of, sound_script_of};
pub use setup::{NewTable, options, players};
pub use upgrade::Upgrade;
