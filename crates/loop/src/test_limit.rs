//! A limit on every test that has a loop: one that waits for something that never comes is named, and the process ends.
//!
//! A test runs on a thread of its own. What is armed there is disarmed when the thread ends.

use std::collections::HashMap;
use std::sync::{Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Far more than any test takes, on a machine that does other things besides.
pub(crate) const LIMIT: Duration = Duration::from_secs(120);

static RUNNING: Mutex<Option<HashMap<String, Instant>>> = Mutex::new(None);
static WATCHDOG: Once = Once::new();

thread_local! {
    static ARMED: Armed = Armed::new();
}

/// Arms the limit of the test that runs on this thread.
pub(crate) fn arm() {
    ARMED.with(|_| WATCHDOG.call_once(|| drop(thread::spawn(watch))));
}

struct Armed(String);

impl Armed {
    fn new() -> Armed {
        let current = thread::current();
        let name = current.name().map_or_else(|| format!("{:?}", current.id()), str::to_owned);
        with_running(|running| running.insert(name.clone(), Instant::now()));
        Armed(name)
    }
}

impl Drop for Armed {
    fn drop(&mut self) {
        with_running(|running| running.remove(&self.0));
    }
}

fn with_running<R>(change: impl FnOnce(&mut HashMap<String, Instant>) -> R) -> R {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    change(running.get_or_insert_default())
}

fn watch() {
    loop {
        thread::sleep(Duration::from_secs(1));
        let late: Vec<String> = with_running(|running| {
            let late = running.iter().filter(|(_, since)| since.elapsed() > LIMIT);
            late.map(|(name, _)| name.clone()).collect()
        });
        if !late.is_empty() {
            eprintln!("no end after {} seconds: {}", LIMIT.as_secs(), late.join(", "));
            std::process::abort();
        }
    }
}
