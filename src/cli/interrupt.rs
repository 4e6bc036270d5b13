//! Ctrl-C, where a run is worth something when it is cut short: it is told of, and a second one ends the run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody has pressed Ctrl-C.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Watches from now on; where that cannot be, Ctrl-C ends the run as always.
    #[must_use]
    pub fn watch() -> Self {
        let interrupt = Self::default();
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // The first sets the flag, and once that is set, the next one ends the run: in this order.
            let ends = signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&interrupt.0));
            let _ = ends.and_then(|_| signal_hook::flag::register(signal, Arc::clone(&interrupt.0)));
        }
        interrupt
    }

    /// Whether it came.
    #[must_use]
    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
