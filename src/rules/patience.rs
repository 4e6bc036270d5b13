//! How long a random game may go on: so many steps, and so much time by a clock that the caller brings.

use std::time::Duration;

/// Tells how much time has passed since some moment. A test brings one that stands still or runs.
pub type Stopwatch<'c> = &'c dyn Fn() -> Duration;

/// When a random game is stopped that does not come to its end.
#[derive(Clone, Copy)]
pub struct Patience<'c> {
    most_steps: u64,
    clock: Option<(Stopwatch<'c>, Duration)>,
    enough: Option<&'c dyn Fn() -> bool>,
}

impl<'c> Patience<'c> {
    /// After so many steps.
    #[must_use]
    pub const fn steps(most_steps: u64) -> Self {
        Self { most_steps, clock: None, enough: None }
    }

    /// Or so many seconds from now, if that comes first.
    #[must_use]
    pub fn seconds(self, seconds: u64, clock: Stopwatch<'c>) -> Self {
        Self { clock: Some((clock, clock().saturating_add(Duration::from_secs(seconds)))), ..self }
    }

    /// Or once somebody has enough.
    #[must_use]
    pub const fn until(self, enough: &'c dyn Fn() -> bool) -> Self {
        Self { enough: Some(enough), ..self }
    }

    /// Whether a game with so many steps is stopped.
    pub(super) fn is_over(&self, steps: u64) -> bool {
        steps >= self.most_steps
            || self.clock.is_some_and(|(clock, until)| clock() > until)
            || self.enough.is_some_and(|enough| enough())
    }

    /// How many more steps such a game may have.
    pub(super) const fn left(&self, steps: u64) -> u64 {
        self.most_steps.saturating_sub(steps)
    }
}
