//! What a conversation is held on: lines that scroll by, or a screen that stays. What is said is the same on each.

use std::io;
use std::rc::Rc;

use crate::referee::View;

use super::board::Screen;
use super::screen::Stage;

/// A page has so many lines where nobody knows how high the screen is.
const PAGE_LINES: usize = 20;

/// How much of a table is shown before the next line is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The whole table, where it is not to be seen already.
    Whole,
    /// All there is to say about it, though some of it is to be seen.
    All,
    /// What is new, and the question.
    Changes,
    /// What is new, and of the question only its first line, unless it is another one.
    News,
    /// The first line of the question once more.
    Question,
    /// Nothing.
    Nothing,
    /// Nothing any more.
    End,
}

/// A table as it stands, and what of it is new to whoever looks.
pub struct Page<'p> {
    /// What whoever looks may see.
    pub view: &'p Rc<View>,
    /// What else a screen is made of.
    pub stage: &'p Rc<Stage>,
    /// The last entry that whoever looks has read of.
    pub since: u64,
    /// What stands on cards that were dealt since.
    pub dealt: &'p str,
    /// How much of it is wanted.
    pub next: Next,
}

/// What is asked of people: a line.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// What stands before it.
    pub prompt: &'a str,
    /// What is asked instead of the question of the table, where that is to be seen all the time.
    pub instead: Option<&'a str>,
    /// Whether that is only offered: the question of the table stays below it, as far as there is room.
    pub is_offer: bool,
    /// What can be completed.
    pub words: &'a [String],
    /// Whether nobody else may read it later.
    pub is_secret: bool,
}

/// Something that a conversation can be held on.
pub trait Face {
    /// What texts have room for.
    fn screen(&self) -> Screen;

    /// How many columns a page has that people read for itself, such as a section of the rules.
    fn page_width(&self) -> usize {
        self.screen().width
    }

    /// How many lines such a page has at most.
    fn page_lines(&self) -> usize {
        PAGE_LINES
    }

    /// Whether the question stays to be seen, whatever else is said.
    fn stays(&self) -> bool {
        false
    }

    /// Shows a table.
    ///
    /// # Errors
    /// What the terminal said.
    fn show(&mut self, page: &Page<'_>) -> io::Result<()>;

    /// Says something, in whole lines. Nothing in it but colours of our own steers the terminal.
    ///
    /// # Errors
    /// What the terminal said.
    fn say(&mut self, text: &str) -> io::Result<()>;

    /// Says why a line did nothing: nobody needs to read that later.
    ///
    /// # Errors
    /// What the terminal said.
    fn refuse(&mut self, text: &str) -> io::Result<()> {
        self.say(text)
    }

    /// The next line, once everything before is on the screen; none when there are no more.
    ///
    /// # Errors
    /// What the terminal said.
    fn ask(&mut self, ask: Ask<'_>) -> io::Result<Option<String>>;

    /// Takes the line from the screen that was typed last: others should not read it.
    fn forget_typed(&mut self) {}

    /// Takes what was secret from the screen.
    ///
    /// # Errors
    /// What the terminal said.
    fn wipe(&mut self) -> io::Result<()>;
}
