//! A list of independent pieces of work on a few threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::Result;

/// How many pieces run at once when nobody says otherwise.
pub(crate) fn default_count() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// Runs `work` on every item with `count` threads; `finished` hears of each result as it comes,
/// one at a time. Results come back in the order of the items. The first error ends the run.
pub(crate) fn run<T, R>(
    count: usize,
    items: &[T],
    work: impl Fn(usize, &T) -> Result<R> + Sync,
    finished: impl FnMut(&T, &R) + Send,
) -> Result<Vec<R>>
where
    T: Sync,
    R: Send,
{
    struct Shared<R, F> {
        results: Vec<Option<R>>,
        finished: F,
        error: Option<crate::error::Error>,
    }
    let next = AtomicUsize::new(0);
    let shared =
        Mutex::new(Shared { results: items.iter().map(|_| None).collect(), finished, error: None });
    std::thread::scope(|scope| {
        for worker in 0..count.clamp(1, items.len().max(1)) {
            let (next, shared, work) = (&next, &shared, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(worker, item);
                    let mut shared = shared.lock().unwrap_or_else(|broken| broken.into_inner());
                    if shared.error.is_some() {
                        break;
                    }
                    match result {
                        Ok(value) => {
                            (shared.finished)(item, &value);
                            shared.results[index] = Some(value);
                        }
                        Err(error) => {
                            shared.error = Some(error);
                            break;
                        }
                    }
                }
            });
        }
    });
    let shared = shared.into_inner().unwrap_or_else(|broken| broken.into_inner());
    match shared.error {
        Some(error) => Err(error),
        None => Ok(shared.results.into_iter().flatten().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<u64> = (0..50).collect();
        let mut seen = 0;
        let results = run(4, &items, |_, n| Ok(n * 2), |_, _| seen += 1).expect("no item fails");
        assert_eq!(results, items.iter().map(|n| n * 2).collect::<Vec<_>>());
        assert_eq!(seen, 50);
    }

    #[test]
    fn an_error_ends_the_run() {
        let items: Vec<u64> = (0..50).collect();
        let result = run(
            2,
            &items,
            |_, n| if *n == 3 { Err(Error::new("three")) } else { Ok(*n) },
            |_, _| {},
        );
        assert_eq!(result.expect_err("item three fails").to_string(), "three");
    }
}
