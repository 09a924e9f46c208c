//! The environments of a program: the main one and its workers.
//!
//! They have one pool of threads, count their threads together and hear each other's broadcasts. Everything here is shared
//! between threads; a lock is held for a few moves and never while anything is called.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use roundel_jsc::SharedMemory;
use roundel_loop::Pool;
use roundel_trace::Sink;

use crate::activity::{Activity, Stamp};
use crate::async_waits::AsyncWaits;
use crate::channel::{Port, channel};
use crate::locks::Locks;
use crate::message::Message;

/// What the environments of one program have in common. Clones are handles of the same.
#[derive(Clone)]
pub struct Family(Arc<Shared>);

struct Shared {
    pool: Pool,
    last_thread: AtomicU32,
    last_member: AtomicU32,
    /// Who hears a broadcast, by its name: each with the end that it is told through.
    broadcasts: Mutex<HashMap<String, Vec<Member>>>,
    /// The way to each thread that `postMessageToThread` knows.
    threads: Mutex<HashMap<u32, Port>>,
    /// The file that all of them are recorded in.
    trace: Mutex<Option<Arc<Sink>>>,
    locks: Mutex<Locks>,
    async_waits: Mutex<AsyncWaits>,
    activity: Activity,
    /// How far the time of day is ahead of the loops' clock.
    day_ns: OnceLock<u64>,
}

struct Member {
    number: u32,
    port: Port,
}

impl Default for Family {
    fn default() -> Family {
        Family(Arc::new(Shared {
            pool: Pool::from_env(),
            last_thread: AtomicU32::new(0),
            last_member: AtomicU32::new(0),
            broadcasts: Mutex::default(),
            threads: Mutex::default(),
            trace: Mutex::default(),
            locks: Mutex::default(),
            async_waits: Mutex::default(),
            activity: Activity::default(),
            day_ns: OnceLock::new(),
        }))
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Family").finish_non_exhaustive()
    }
}

impl Family {
    pub(crate) fn pool(&self) -> Pool {
        self.0.pool.clone()
    }

    /// The file that what happens is recorded in; whoever comes first makes it.
    pub(crate) fn trace_sink(
        &self,
        make: impl FnOnce() -> io::Result<Sink>,
    ) -> io::Result<Arc<Sink>> {
        let mut trace = lock(&self.0.trace);
        if let Some(sink) = &*trace {
            return Ok(Arc::clone(sink));
        }
        let sink = Arc::new(make()?);
        *trace = Some(Arc::clone(&sink));
        Ok(sink)
    }

    /// The number of a thread that is to be started. The main one has 0.
    pub(crate) fn next_thread(&self) -> u32 {
        self.0.last_thread.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Joins those who hear the broadcast, with a number and the end that hears.
    pub(crate) fn join(&self, name: &str) -> (u32, Port) {
        let (port, hearing) = channel();
        let number = self.0.last_member.fetch_add(1, Ordering::Relaxed) + 1;
        lock(&self.0.broadcasts).entry(name.to_owned()).or_default().push(Member { number, port });
        (number, hearing)
    }

    pub(crate) fn leave(&self, name: &str, number: u32) {
        let mut broadcasts = lock(&self.0.broadcasts);
        let Some(members) = broadcasts.get_mut(name) else { return };
        let gone = members.extract_if(.., |member| member.number == number).next();
        if members.is_empty() {
            broadcasts.remove(name);
        }
        drop(broadcasts);
        drop(gone);
    }

    /// Tells everybody but `number`, each with a message of its own.
    pub(crate) fn broadcast(
        &self,
        name: &str,
        number: u32,
        bytes: &[u8],
        memories: impl Fn() -> Vec<SharedMemory>,
        stamp: impl Fn() -> Option<Stamp>,
    ) {
        let mut broadcasts = lock(&self.0.broadcasts);
        let Some(members) = broadcasts.get_mut(name) else { return };
        // One whose environment has ended is no member any more.
        members.retain(|member| {
            let message = || Message {
                bytes: bytes.to_vec(),
                memories: memories(),
                stamp: stamp(),
                ..Message::default()
            };
            member.number == number || member.port.post(message()).is_ok()
        });
    }

    /// Lets others post to the thread: the end that they use.
    pub(crate) fn introduce(&self, thread: u32, port: Port) {
        let previous = lock(&self.0.threads).insert(thread, port);
        drop(previous);
    }

    /// Forgets a thread that has ended: its locks are free, and it waits for nothing.
    pub(crate) fn forget(&self, thread: u32) {
        let port = lock(&self.0.threads).remove(&thread);
        drop(port);
        self.locks().forget(thread);
        self.async_waits().forget(thread);
        self.0.activity.forget(thread);
    }

    pub(crate) fn activity(&self) -> Activity {
        self.0.activity.clone()
    }

    /// How far the time of day is ahead of the loops' clock, as it was when it was first asked for: the clocks of all
    /// environments then agree, whatever becomes of the time of day.
    pub(crate) fn day_ns(&self, measure: impl FnOnce() -> u64) -> u64 {
        *self.0.day_ns.get_or_init(measure)
    }

    /// What `navigator.locks` holds.
    pub(crate) fn locks(&self) -> MutexGuard<'_, Locks> {
        lock(&self.0.locks)
    }

    /// Who waits by `Atomics.waitAsync`.
    pub(crate) fn async_waits(&self) -> MutexGuard<'_, AsyncWaits> {
        lock(&self.0.async_waits)
    }

    /// False if there is no such thread, or it does not listen.
    pub(crate) fn post_to_thread(&self, thread: u32, message: Message) -> bool {
        lock(&self.0.threads).get(&thread).is_some_and(|port| port.post(message).is_ok())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Every step leaves it whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broadcast_is_heard_by_the_others() {
        let family = Family::default();
        let (one, hears_one) = family.join("news");
        let (_, hears_two) = family.join("news");
        let (_, hears_other) = family.join("other");
        family.broadcast("news", one, b"u", Vec::new, || None);
        assert!(hears_one.try_receive().is_none());
        assert!(hears_two.try_receive().is_some());
        assert!(hears_other.try_receive().is_none());
        family.leave("news", one);
        assert!(hears_one.is_ended());
    }

    #[test]
    fn whoever_is_gone_is_forgotten() {
        let family = Family::default();
        let (one, _hears_one) = family.join("news");
        let (_, hears_two) = family.join("news");
        drop(hears_two);
        family.broadcast("news", one, b"u", Vec::new, || None);
        assert_eq!(lock(&family.0.broadcasts)["news"].len(), 1);
    }
}
