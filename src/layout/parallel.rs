//! Work that is shared out over all processors. Knows nothing of what is done, and does it alone where the machine has
//! no thread to spare.

use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, ScopedJoinHandle, available_parallelism, scope};

/// Does `work` on all items, several at the same time, each thread with a stack of `stack` bytes and with its own `tools`,
/// and gives back what comes of them in their order. What is not `worth` a second thread one does alone.
pub fn in_parallel<T: Send, S, R: Send>(
    items: Vec<T>,
    (is_worth_it, stack): (bool, usize),
    tools: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
) -> Vec<R> {
    let threads = available_parallelism().map_or(1, std::num::NonZero::get).min(items.len());
    if threads < 2 || !is_worth_it {
        let mut tools = tools();
        return items.into_iter().map(|item| work(&mut tools, item)).collect();
    }
    shared_out(items, (threads, stack), &tools, &work)
}

fn shared_out<T: Send, S, R: Send>(
    items: Vec<T>,
    (threads, stack): (usize, usize),
    tools: &(impl Fn() -> S + Sync),
    work: &(impl Fn(&mut S, T) -> R + Sync),
) -> Vec<R> {
    let count = items.len();
    // Whoever is free takes the next one: what is slow holds up nobody else.
    let left = Mutex::new(items.into_iter().enumerate());
    let run = || {
        let (mut tools, mut done) = (tools(), Vec::with_capacity(count / threads + 1));
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some((at, item)) = next() {
            done.push((at, work(&mut tools, item)));
        }
        done
    };
    let mut done: Vec<(usize, R)> = scope(|scope| {
        let start = || Builder::new().stack_size(stack).spawn_scoped(scope, run).ok();
        let running: Vec<_> = (0..threads).map_while(|_| start()).collect();
        // A panic in a thread is a panic here.
        let join = |thread: ScopedJoinHandle<'_, Vec<(usize, R)>>| {
            thread.join().unwrap_or_else(|why| std::panic::resume_unwind(why))
        };
        if running.is_empty() { run() } else { running.into_iter().flat_map(join).collect() }
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::shared_out;

    fn doubled(stack: usize) -> Vec<usize> {
        let work = |seen: &mut usize, number: usize| {
            *seen += 1;
            number * 2
        };
        shared_out((0..100).collect(), (7, stack), &|| 0, &work)
    }

    #[test]
    fn what_comes_of_the_items_keeps_their_order() {
        assert_eq!(doubled(1 << 20), (0..100).map(|number| number * 2).collect::<Vec<_>>());
    }

    #[test]
    fn without_threads_the_work_is_done_all_the_same() {
        // No machine has room for such a stack, so that no thread starts.
        assert_eq!(doubled(1 << 60), doubled(1 << 20));
    }
}
