//! Work that is shared out over all processors. Knows nothing of what is done, and does it alone where the machine has
//! no thread to spare.

use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, ScopedJoinHandle, available_parallelism, scope};

/// Does `work` on parts of the items at the same time, each with a stack of `stack` bytes, and gives back what comes of
/// them in their order. Fewer than `worth` items are not worth a second thread.
pub fn in_parts<T: Send, R: Send>(
    items: Vec<T>,
    worth: usize,
    stack: usize,
    work: impl Fn(Vec<T>) -> Vec<R> + Sync,
) -> Vec<R> {
    let threads = available_parallelism().map_or(1, std::num::NonZero::get);
    if threads == 1 || items.len() < worth.max(1) {
        return work(items);
    }
    shared_out(items, threads, stack, &work)
}

fn shared_out<T: Send, R: Send>(
    mut items: Vec<T>,
    threads: usize,
    stack: usize,
    work: &(impl Fn(Vec<T>) -> Vec<R> + Sync),
) -> Vec<R> {
    let share = items.len().div_ceil(threads);
    let mut parts = Vec::with_capacity(threads);
    while !items.is_empty() {
        parts.push(Mutex::new(items.drain(..share.min(items.len())).collect::<Vec<T>>()));
    }
    // Whoever comes first takes a part out: its thread, or this one where no thread could be started.
    let run = |part: &Mutex<Vec<T>>| work(std::mem::take(&mut *part.lock().unwrap_or_else(PoisonError::into_inner)));
    scope(|scope| {
        let start = |part| Builder::new().stack_size(stack).spawn_scoped(scope, move || run(part)).map_err(|_| part);
        let running: Vec<_> = parts.iter().map(start).collect();
        // A panic in a thread is a panic here.
        let join =
            |thread: ScopedJoinHandle<'_, Vec<R>>| thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why));
        running.into_iter().flat_map(|thread| thread.map_or_else(run, join)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::shared_out;

    fn doubled(stack: usize) -> Vec<usize> {
        let work = |part: Vec<usize>| part.into_iter().map(|number| number * 2).collect();
        shared_out((0..100).collect(), 7, stack, &work)
    }

    #[test]
    fn what_comes_of_the_parts_keeps_their_order() {
        assert_eq!(doubled(1 << 20), (0..100).map(|number| number * 2).collect::<Vec<_>>());
    }

    #[test]
    fn without_threads_the_work_is_done_all_the_same() {
        // No machine has room for such a stack, so that no thread starts.
        assert_eq!(doubled(1 << 60), doubled(1 << 20));
    }
}
