//! What becomes of a mistake in Tablewright that ends a verb in the middle: a sentence, and the exit code of a bug.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use crate::diag::Diagnostic;

use super::outcome::Outcome;
use super::report::tell;

/// Where the first panic of a run was, in words.
type FirstPlace = Arc<Mutex<Option<String>>>;

/// Runs a verb; when it panics, says so. What it had begun to write takes itself away.
pub fn caught(verb: &str, run: impl FnOnce() -> Outcome) -> Outcome {
    let place = FirstPlace::default();
    let usual = panic::take_hook();
    panic::set_hook(remembering(Arc::clone(&place)));
    // Nothing of what the verb had in hand is looked at again.
    let ended = panic::catch_unwind(AssertUnwindSafe(run));
    panic::set_hook(usual);
    ended.unwrap_or_else(|why| {
        let place = place.lock().unwrap_or_else(PoisonError::into_inner).take();
        let at = place.map(|place| format!(" at {place}")).unwrap_or_default();
        let message = format!("`{verb}` came to an end in the middle{at}: {}", words(why.as_ref()));
        tell(&Diagnostic::bug(message).hint("what it was writing is taken away; nothing else was changed").into())
    })
}

/// A hook that says nothing: what is to be said is said once, at the end.
fn remembering(place: FirstPlace) -> Box<dyn Fn(&panic::PanicHookInfo<'_>) + Sync + Send> {
    Box::new(move |info| {
        let file = |at: &panic::Location<'_>| {
            let name = at.file().rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
            format!("{name}:{}", at.line())
        };
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        *place = place.take().or_else(|| info.location().map(file));
    })
}

/// What a panic says of itself.
fn words(why: &(dyn Any + Send)) -> &str {
    let own = why.downcast_ref::<&str>().copied().or_else(|| why.downcast_ref::<String>().map(String::as_str));
    own.and_then(|text| text.lines().next()).unwrap_or("nobody knows why")
}

#[cfg(test)]
mod tests {
    use super::{Outcome, caught};

    #[test]
    fn a_panic_ends_a_verb_as_a_mistake_of_ours() {
        assert_eq!(caught("print", || Outcome::Done), Outcome::Done);
        assert_eq!(caught("print", || panic!("a tile of {} mm", 3)), Outcome::Bug);
        let in_thread = || {
            std::thread::scope(|scope| scope.spawn(|| panic!("there")).join())
                .unwrap_or_else(|why| std::panic::resume_unwind(why))
        };
        assert_eq!(caught("check", in_thread), Outcome::Bug);
    }
}
