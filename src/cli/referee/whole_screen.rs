//! A real terminal as a whole screen: taken when a conversation begins, given back however it ends. Draws nothing itself.

use std::io;

use ratatui::crossterm::event::{self, Event};

use crate::cli::report::has_colour;
use crate::ui::terminal::{Face, FullScreen, Keys};

/// Gives a conversation the whole screen for as long as it takes.
///
/// # Errors
/// What the terminal said.
pub fn with_whole_screen<T>(held: impl FnOnce(&mut dyn Face) -> io::Result<T>) -> io::Result<T> {
    // Whoever panics gets the terminal back, too.
    let terminal = ratatui::try_init()?;
    let mut keys = Keyboard;
    let mut face = FullScreen::new(terminal, &mut keys, has_colour(&io::stdout()));
    let done = held(&mut face);
    drop(face);
    ratatui::try_restore()?;
    done
}

/// What people press.
struct Keyboard;

impl Keys for Keyboard {
    fn next(&mut self) -> io::Result<Event> {
        event::read()
    }
}
