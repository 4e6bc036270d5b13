//! Where the step began that is being played, and what it was told since: for whoever plays it again elsewhere. Only reads.

use serde_json::Value;

use super::{Answered, Table, standing};

impl Table {
    /// The step that is being played, and the state it began with: all of it, and for nobody's eyes.
    #[must_use]
    pub fn beginning_of_step(&self) -> (&str, &Value) {
        self.rules.step()
    }

    /// The answers that the step that is being played has had so far.
    #[must_use]
    pub fn answers_in_step(&self) -> Vec<Answered> {
        let (before, last) = self.queue.borrow().span_of_step();
        let standing = standing(self.entries());
        let in_step = standing.into_iter().filter(|entry| entry.seq > before && entry.seq <= last);
        in_step.filter_map(|entry| self.current(entry).answer().cloned()).collect()
    }
}
