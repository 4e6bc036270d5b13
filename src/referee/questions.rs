//! What was asked on the way to where a table stands: the journal has the answers, and only the rules know the questions whole.

use std::collections::BTreeMap;

use super::listener::Listener;
use super::{Problem, Request, Table};

impl Table {
    /// Every question that was answered and still counts, under the entry that answered it. Plays the journal from its start.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn questions(&mut self) -> Result<BTreeMap<u64, Request>, Problem> {
        self.queue.borrow_mut().listener = Some(Listener::default());
        let played = self.replay(None, |_| Ok(()));
        let listener = self.queue.borrow_mut().listener.take().unwrap_or_default();
        self.restore()?;
        played.map(|()| listener.asked.into_iter().collect())
    }
}
