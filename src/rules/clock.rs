//! The clock that stops a script which does not end. It is handed in: nothing here asks the world for the time by itself.

use std::rc::Rc;
use std::time::{Duration, Instant};

/// How much time has passed.
pub trait Clock {
    /// Since some moment that stays the same.
    fn elapsed(&self) -> Duration;
}

/// A clock that several engines look at.
pub type SharedClock = Rc<dyn Clock>;

/// The clock on the wall.
#[derive(Debug, Clone, Copy)]
pub struct WallClock {
    started: Instant,
}

impl WallClock {
    /// A clock that starts now.
    #[must_use]
    pub fn start() -> SharedClock {
        Rc::new(Self { started: Instant::now() })
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
