//! The locks of a program (`navigator.locks`): who has one and who waits, by name, over all its threads.
//!
//! A request is a number of its thread. It is granted when it comes to the front of its name's line and what is held lets
//! it: nothing for an exclusive lock, only shared ones for a shared lock. A thread that is granted a lock, or robbed of one,
//! by what another does is told through its port; what its own call does to its other requests is told by that call.

use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::channel::Port;
use crate::message::{Data, Message};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Exclusive,
    Shared,
}

/// What is done where a lock is not free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IfTaken {
    Wait,
    GiveUp,
    Steal,
}

/// A request of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) thread: u32,
    pub(crate) number: u32,
    pub(crate) mode: Mode,
}

/// What has become of a request that is no longer one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Granted,
    Stolen,
}

#[derive(Debug, Default)]
pub(crate) struct Locks {
    names: BTreeMap<String, Name>,
    /// How a thread is told.
    threads: HashMap<u32, Port>,
}

#[derive(Debug, Default)]
struct Name {
    held: Vec<Request>,
    waiting: VecDeque<Request>,
}

/// What a request is answered with at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Granted,
    Waits,
    NotAvailable,
}

impl Locks {
    /// From now on the thread is told of what others grant it.
    pub(crate) fn introduce(&mut self, thread: u32, port: Port) {
        self.threads.insert(thread, port);
    }

    pub(crate) fn is_known(&self, thread: u32) -> bool {
        self.threads.contains_key(&thread)
    }

    /// The answer, and which requests of the same thread were robbed of the lock.
    pub(crate) fn request(
        &mut self,
        name: &str,
        request: Request,
        if_taken: IfTaken,
    ) -> (Answer, Vec<u32>) {
        let entry = self.names.entry(name.to_owned()).or_default();
        if if_taken == IfTaken::Steal {
            let robbed = std::mem::replace(&mut entry.held, vec![request]);
            return (Answer::Granted, self.tell_all(robbed, Fate::Stolen, request.thread));
        }
        if entry.waiting.is_empty() && entry.lets(request.mode) {
            entry.held.push(request);
            return (Answer::Granted, Vec::new());
        }
        if if_taken == IfTaken::GiveUp {
            return (Answer::NotAvailable, Vec::new());
        }
        entry.waiting.push_back(request);
        (Answer::Waits, Vec::new())
    }

    /// Lets go of a lock, or of the wish to have it. Whoever comes next is told; those of the same thread are the answer.
    pub(crate) fn release(&mut self, name: &str, thread: u32, number: u32) -> Vec<u32> {
        let Some(entry) = self.names.get_mut(name) else { return Vec::new() };
        let is_it = |request: &Request| request.thread == thread && request.number == number;
        entry.held.retain(|request| !is_it(request));
        entry.waiting.retain(|request| !is_it(request));
        let granted = self.go_on(name);
        self.tell_all(granted, Fate::Granted, thread)
    }

    /// All that are held and all that wait, by name.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &[Request], &VecDeque<Request>)> {
        self.names.iter().map(|(name, entry)| (name.as_str(), &entry.held[..], &entry.waiting))
    }

    pub(crate) fn forget(&mut self, thread: u32) {
        if self.threads.remove(&thread).is_none() {
            return;
        }
        let names: Vec<String> = self.names.keys().cloned().collect();
        for name in names {
            if let Some(entry) = self.names.get_mut(&name) {
                entry.held.retain(|request| request.thread != thread);
                entry.waiting.retain(|request| request.thread != thread);
            }
            let granted = self.go_on(&name);
            self.tell_all(granted, Fate::Granted, thread);
        }
    }

    /// Grants what can be granted, in turn.
    fn go_on(&mut self, name: &str) -> Vec<Request> {
        let mut granted = Vec::new();
        if let Some(entry) = self.names.get_mut(name) {
            while let Some(next) = entry.waiting.front().copied() {
                if !entry.lets(next.mode) {
                    break;
                }
                entry.waiting.pop_front();
                entry.held.push(next);
                granted.push(next);
            }
            if entry.held.is_empty() {
                self.names.remove(name);
            }
        }
        granted
    }

    /// Tells the other threads, and gives the numbers of this one.
    fn tell_all(&self, requests: Vec<Request>, fate: Fate, thread: u32) -> Vec<u32> {
        let (own, others): (Vec<_>, Vec<_>) =
            requests.into_iter().partition(|request| request.thread == thread);
        for request in others {
            self.tell(request, fate);
        }
        own.into_iter().map(|request| request.number).collect()
    }

    fn tell(&self, request: Request, fate: Fate) {
        let Some(port) = self.threads.get(&request.thread) else { return };
        let is_granted = Data::Boolean(fate == Fate::Granted);
        let told = Data::Array(vec![Data::Number(request.number.into()), is_granted]);
        // A thread that has ended is forgotten in a moment.
        let _ = port.post(Message::from(told));
    }
}

impl Name {
    fn lets(&self, mode: Mode) -> bool {
        match mode {
            Mode::Exclusive => self.held.is_empty(),
            Mode::Shared => self.held.iter().all(|held| held.mode == Mode::Shared),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channel::channel;

    fn request(thread: u32, number: u32, mode: Mode) -> Request {
        Request { thread, number, mode }
    }

    fn told(port: &Port) -> Option<Data> {
        Some(port.try_receive()?.data().unwrap())
    }

    fn fate(number: f64, is_granted: bool) -> Option<Data> {
        Some(Data::Array(vec![Data::Number(number), Data::Boolean(is_granted)]))
    }

    #[test]
    fn shared_locks_wait_behind_an_exclusive_wish() {
        let mut locks = Locks::default();
        let (port, hears) = channel();
        locks.introduce(1, port);
        let ask = |locks: &mut Locks, number, mode| {
            locks.request("a", request(1, number, mode), IfTaken::Wait).0
        };
        assert_eq!(ask(&mut locks, 1, Mode::Shared), Answer::Granted);
        assert_eq!(ask(&mut locks, 2, Mode::Shared), Answer::Granted);
        assert_eq!(ask(&mut locks, 3, Mode::Exclusive), Answer::Waits);
        assert_eq!(ask(&mut locks, 4, Mode::Shared), Answer::Waits);
        assert!(locks.release("a", 1, 1).is_empty());
        assert_eq!(locks.release("a", 1, 2), [3]);
        assert_eq!(locks.release("a", 1, 3), [4]);
        assert!(locks.release("a", 1, 4).is_empty());
        assert_eq!(told(&hears), None);
        assert_eq!(locks.all().count(), 0);
    }

    #[test]
    fn a_thread_that_ends_frees_its_locks() {
        let mut locks = Locks::default();
        let (one, _hears_one) = channel();
        let (two, hears_two) = channel();
        locks.introduce(1, one);
        locks.introduce(2, two);
        locks.request("a", request(1, 1, Mode::Exclusive), IfTaken::Wait);
        locks.request("a", request(2, 1, Mode::Exclusive), IfTaken::Wait);
        locks.forget(1);
        assert_eq!(told(&hears_two), fate(1.0, true));
    }

    #[test]
    fn what_is_stolen_is_told() {
        let mut locks = Locks::default();
        let (port, hears) = channel();
        locks.introduce(1, port);
        locks.request("a", request(1, 1, Mode::Exclusive), IfTaken::Wait);
        let thief = locks.request("a", request(2, 1, Mode::Exclusive), IfTaken::Steal);
        assert_eq!(thief, (Answer::Granted, vec![]));
        assert_eq!(told(&hears), fate(1.0, false));
        let modest = locks.request("a", request(1, 2, Mode::Shared), IfTaken::GiveUp);
        assert_eq!(modest.0, Answer::NotAvailable);
        let other = locks.request("a", request(2, 3, Mode::Exclusive), IfTaken::Steal);
        assert_eq!(other, (Answer::Granted, vec![1]));
    }
}
