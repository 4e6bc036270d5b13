//! How much a script may do from one answer of people to the next: each step has a budget of its own, and no end of steps,
//! rolls of the app and sentences may follow one another.

use std::cell::Cell;
use std::time::Duration;

use mlua::Lua;

use super::clock::SharedClock;
use super::engine::stack;
use super::fault::TooMuch;

/// Steps that follow one another with nobody asked; what a person would wait for at most.
pub const LONGEST: Duration = Duration::from_secs(20);
/// Rolls and cards of the app: a game that deals a thousand cards is a large one.
const MOST_ROLLS: usize = 10_000;
/// Sentences of the log.
const MOST_SENTENCES: usize = 10_000;

/// What a script did since people last had a say. What people have said is the number of answers that are recorded.
pub struct Alone {
    clock: SharedClock,
    heard: Cell<usize>,
    since: Cell<Duration>,
    rolls: Cell<usize>,
    sentences: Cell<usize>,
}

impl Alone {
    /// Nothing yet.
    pub fn new(clock: SharedClock) -> Self {
        let (heard, since, rolls, sentences) = Default::default();
        Self { clock, heard, since, rolls, sentences }
    }

    /// The script goes on from here.
    pub fn begin(&self, heard: usize) {
        self.heard.set(heard);
        self.since.set(self.clock.elapsed());
        self.rolls.set(0);
        self.sentences.set(0);
    }

    /// One more question was answered, by people or by the app.
    pub fn answered(&self, lua: &Lua, heard: usize) -> mlua::Result<()> {
        if heard != self.heard.get() {
            self.begin(heard);
            return Ok(());
        }
        one_more(lua, &self.rolls, MOST_ROLLS, "dice and cards")
    }

    /// One more sentence was said.
    pub fn said(&self, lua: &Lua) -> mlua::Result<()> {
        one_more(lua, &self.sentences, MOST_SENTENCES, "sentences for the log")
    }

    /// Whether people have waited too long.
    pub fn is_too_long(&self) -> bool {
        self.clock.elapsed().saturating_sub(self.since.get()) > LONGEST
    }
}

fn one_more(lua: &Lua, count: &Cell<usize>, most: usize, what: &str) -> mlua::Result<()> {
    count.set(count.get() + 1);
    if count.get() <= most {
        return Ok(());
    }
    let message = format!("there are more than {most} {what} in a row, and nobody was asked anything");
    Err(mlua::Error::external(TooMuch { message, trace: stack(lua) }))
}
