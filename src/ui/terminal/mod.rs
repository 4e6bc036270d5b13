//! A table in a terminal: the board as text, and as sentences for those who do not see it, whole screens, and the
//! conversation of `referee play`. Prints nothing: a writer is handed in.

mod acting;
mod asked;
mod asked_why;
mod asking;
mod audit;
mod board;
mod canvas;
mod changed;
mod command;
mod completion;
mod evening;
mod face;
mod forms;
mod full;
mod game_words;
mod going_back;
mod help;
mod hexes;
mod hues;
mod in_words;
mod legend;
mod letters;
mod lines;
mod lookup;
mod marks;
mod mended_dice;
mod notes;
mod obey;
mod offers;
mod passages;
mod places;
mod play;
mod question;
mod ranges;
mod recap;
mod screen;
mod scrolling;
mod secret;
mod sentences;
mod setting;
mod setting_up;
mod shown;
mod squares;
mod statistics;
mod story;
mod strokes;
mod tally;
mod typed_lines;
mod which_game;
mod why;
mod wishes;
mod word_forms;
mod words;
mod zones;

pub use audit::made_of;
pub use board::Screen;
pub use canvas::width_of;
pub use completion::completions;
pub use face::Face;
pub use full::{FullScreen, Keys};
pub use game_words::game_text;
pub use lines::in_table;
pub use lines::set_in as in_lines;
pub use play::{Conversation, Ended};
pub use recap::{recap_text, since_told};
pub use screen::Stage;
pub use scrolling::Scrolling;
pub use setting::settings_text;
pub use setting_up::{ChosenTable, Given, SetUp, SettingUp};
pub use shown::shown;
pub use statistics::statistics_text;
pub use story::log_line;
pub use tally::score_text;
pub use typed_lines::Lines;
pub use which_game::{PlayableGame, which_game};
#[cfg(feature = "inside")]
pub use {
    board::pointed_board,
    command::{Command, read_command, without_numbers},
    forms::pointed_form,
    marks::{Hue, PieceMark, StandsOut},
    words::spoken_board,
};
