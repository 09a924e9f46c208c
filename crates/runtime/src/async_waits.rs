//! Who waits by `Atomics.waitAsync` for an element of shared memory, over all threads of a program.
//!
//! The engine offers waiting without holding the thread to no context of its API, so this is a list of its own beside the
//! engine's of threads that sleep in `Atomics.wait`. Whoever begins to wait looks at the element under the lock of this
//! list, and whoever notifies takes it after having written: so no notification is lost between the look and the wait.
//!
//! A share of the memory is kept while somebody waits, so that its address cannot become that of other memory.

use std::collections::{HashMap, VecDeque};

use roundel_jsc::SharedMemory;

use crate::channel::Port;
use crate::message::{Data, Message};

#[derive(Debug, Default)]
pub(crate) struct AsyncWaits {
    /// By the address of the element, in the order in which they came.
    waiting: HashMap<usize, VecDeque<Waiter>>,
    /// How a thread is told.
    threads: HashMap<u32, Port>,
}

#[derive(Debug)]
struct Waiter {
    thread: u32,
    number: u32,
    /// Keeps the address.
    _memory: SharedMemory,
}

/// What an element is expected to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Int32(i32),
    Int64(i64),
}

impl AsyncWaits {
    pub(crate) fn introduce(&mut self, thread: u32, port: Port) {
        self.threads.insert(thread, port);
    }

    pub(crate) fn is_known(&self, thread: u32) -> bool {
        self.threads.contains_key(&thread)
    }

    /// False if the element holds something else.
    pub(crate) fn wait(
        &mut self,
        memory: SharedMemory,
        byte_offset: usize,
        expected: Expected,
        thread: u32,
        number: u32,
    ) -> bool {
        let is_equal = match expected {
            Expected::Int32(expected) => memory.load_i32(byte_offset) == Some(expected),
            Expected::Int64(expected) => memory.load_i64(byte_offset) == Some(expected),
        };
        if is_equal {
            let address = memory.address() + byte_offset;
            let waiter = Waiter { thread, number, _memory: memory };
            self.waiting.entry(address).or_default().push_back(waiter);
        }
        is_equal
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Wakes at most `limit` of those who wait for the element, and says how many.
    pub(crate) fn notify(
        &mut self,
        memory: &SharedMemory,
        byte_offset: usize,
        limit: usize,
    ) -> usize {
        let address = memory.address() + byte_offset;
        let Some(waiting) = self.waiting.get_mut(&address) else { return 0 };
        let count = waiting.len().min(limit);
        let woken: Vec<Waiter> = waiting.drain(..count).collect();
        if waiting.is_empty() {
            self.waiting.remove(&address);
        }
        for waiter in woken {
            if let Some(port) = self.threads.get(&waiter.thread) {
                // A thread that has ended is forgotten in a moment.
                let _ = port.post(Message::from(Data::Number(waiter.number.into())));
            }
        }
        count
    }

    /// Waits no more. False if it was notified before.
    pub(crate) fn give_up(&mut self, thread: u32, number: u32) -> bool {
        let is_it = |waiter: &Waiter| waiter.thread == thread && waiter.number == number;
        self.remove(is_it) > 0
    }

    pub(crate) fn forget(&mut self, thread: u32) {
        if self.threads.remove(&thread).is_some() {
            self.remove(|waiter| waiter.thread == thread);
        }
    }

    fn remove(&mut self, is_it: impl Fn(&Waiter) -> bool) -> usize {
        let mut removed = 0;
        self.waiting.retain(|_, waiting| {
            let before = waiting.len();
            waiting.retain(|waiter| !is_it(waiter));
            removed += before - waiting.len();
            !waiting.is_empty()
        });
        removed
    }
}
