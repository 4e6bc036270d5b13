//! Ctrl-C, where a run is worth something when it is cut short: it is told of, and a second one ends the run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(unix)]
use std::{thread, time::Duration};

/// Some programs send the same signal to a process and then to its group: for so long that is one and the same.
#[cfg(unix)]
const ONE_AND_THE_SAME: Duration = Duration::from_millis(500);
#[cfg(unix)]
const OFTEN: Duration = Duration::from_millis(50);

/// Whether somebody has pressed Ctrl-C.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Watches from now on; where that cannot be, Ctrl-C ends the run as always.
    #[must_use]
    pub fn watch() -> Self {
        let interrupt = Self::default();
        #[cfg(unix)]
        {
            let ends_now = Arc::new(AtomicBool::new(false));
            for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
                // The first sets the flag, and once the other one is set, too, the next signal ends the run: in this order.
                let ends = signal_hook::flag::register_conditional_shutdown(signal, 1, Arc::clone(&ends_now));
                let _ = ends.and_then(|_| signal_hook::flag::register(signal, Arc::clone(&interrupt.0)));
            }
            let watched = interrupt.clone();
            thread::spawn(move || {
                while !watched.came() {
                    thread::sleep(OFTEN);
                }
                thread::sleep(ONE_AND_THE_SAME);
                ends_now.store(true, Ordering::Relaxed);
            });
        }
        interrupt
    }

    /// Whether it came.
    #[must_use]
    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
