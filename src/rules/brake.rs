//! The brake of an engine: how much a script may take. A budget is there only while the engine is visited: it begins with the
//! visit and ends with it, so that no time counts in which people think.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use mlua::{Lua, Table, VmState};

use super::clock::SharedClock;
use super::engine::stack;
use super::fault::TooMuch;

/// What a script may take, in bytes.
const MEMORY: usize = 64 << 20;
/// The engine says no a little later, so that the sentence is ours.
pub const MEMORY_OF_ENGINE: usize = MEMORY + (16 << 20);
/// Loops and calls in one step; a step of a game needs thousands.
const BUDGET: u64 = 5_000_000;
/// How often the memory is looked at, in loops and calls.
const LOOK_AT_MEMORY: u64 = 1 << 10;
/// How often the clock is looked at, in loops and calls. One of them can copy a long text.
const LOOK_AT_CLOCK: u64 = 1 << 6;
/// For what the budget cannot count. A step that is stopped leaves nothing behind, so no result depends on it.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many budgets an engine has begun so far: while this stands still, either nobody visits it, or its script runs on one
/// budget. Another thread can look at it.
#[derive(Debug, Clone, Default)]
pub struct Pulse(Arc<AtomicU64>);

impl Pulse {
    /// What it is now.
    #[must_use]
    pub fn beats(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn beat(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Counts what a script takes, and stops it.
pub struct Brake {
    clock: SharedClock,
    pulse: Pulse,
    /// How many visits there are, one inside the other.
    visits: Cell<u32>,
    spent: Cell<u64>,
    limit: Cell<u64>,
    deadline: Cell<Option<Duration>>,
}

/// A visit that is paid to the engine. With the outermost one, the budget ends.
#[must_use]
pub struct Visiting<'b> {
    brake: &'b Brake,
}

impl Brake {
    /// A brake that looks at this clock.
    pub fn new(clock: SharedClock) -> Rc<Self> {
        let (visits, spent, limit, deadline) = Default::default();
        Rc::new(Self { clock, pulse: Pulse::default(), visits, spent, limit, deadline })
    }

    /// The pulse of the engine.
    pub fn pulse(&self) -> Pulse {
        self.pulse.clone()
    }

    /// Begins a visit with the budgets of so many steps; inside of another visit, its budget goes on.
    pub fn visit(&self, steps: u32) -> Visiting<'_> {
        if self.visits.replace(self.visits.get() + 1) == 0 {
            self.pulse.beat();
            self.spent.set(0);
            self.limit.set(BUDGET.saturating_mul(u64::from(steps)));
            self.deadline.set(self.clock.elapsed().checked_add(PATIENCE.saturating_mul(steps)));
        }
        Visiting { brake: self }
    }

    /// Lets an engine look at the brake at every loop and call.
    pub fn watch(self: &Rc<Self>, lua: &Lua) {
        let brake = Rc::clone(self);
        lua.set_interrupt(move |lua| {
            let count = brake.spent.get() + 1;
            brake.spent.set(count);
            // This is all that most calls come to.
            if count <= brake.limit.get() && !count.is_multiple_of(LOOK_AT_CLOCK) {
                return Ok(VmState::Continue);
            }
            match brake.too_much(lua, count) {
                Some(message) => Err(mlua::Error::external(TooMuch { message, trace: stack(lua) })),
                None => Ok(VmState::Continue),
            }
        });
    }

    /// Gives the players of trials a budget for each look ahead, and the clock, in milliseconds.
    pub fn offer(self: &Rc<Self>, lua: &Lua, host: &Table) -> mlua::Result<()> {
        let brake = Rc::clone(self);
        let breathe = move |_: &Lua, ()| {
            brake.spent.set(0);
            brake.pulse.beat();
            brake.deadline.set(brake.clock.elapsed().checked_add(PATIENCE));
            Ok(())
        };
        host.raw_set("breathe", lua.create_function(breathe)?)?;
        let clock = Rc::clone(&self.clock);
        host.raw_set("elapsed", lua.create_function(move |_, ()| Ok(clock.elapsed().as_secs_f64() * 1000.0))?)
    }

    fn too_much(&self, lua: &Lua, count: u64) -> Option<String> {
        let is_late = self.deadline.get().is_some_and(|deadline| self.clock.elapsed() > deadline);
        if count > self.limit.get() || is_late {
            return Some("this takes too long: is there a loop without an end?".to_owned());
        }
        let is_full = count.is_multiple_of(LOOK_AT_MEMORY) && lua.used_memory() > MEMORY;
        is_full.then(|| format!("the script takes more than {} MB of memory", MEMORY >> 20))
    }
}

impl Drop for Visiting<'_> {
    fn drop(&mut self) {
        self.brake.visits.set(self.brake.visits.get() - 1);
        if self.brake.visits.get() == 0 {
            self.brake.deadline.set(None);
        }
    }
}
