//! Whether anything still goes on in a page and its workers.
//!
//! In a browser a worker waits for messages until its page is left, and the page for as long as somebody looks at it. Here a
//! page ends when nothing can happen any more: no thread of it has a task, a timer or a request, and no message is on its way.
//! Each thread that is busy holds a [`Busy`], and so does each message until it is taken; whoever gives the last one back rings
//! at the page. A thread with nothing of its own to do [rests](Environment::rest): it waits for messages and counts no more.
//!
//! When the count is at nothing it stays there, because whoever could raise it is busy itself: a thread that is woken by a
//! message becomes busy before it takes the message, and a worker is counted by its parent until it counts itself.
//!
//! Virtual time is one for all of them: a thread that has nothing to do before its next timer [sleeps](Environment::may_pass) and
//! counts no more, and when nobody is busy the one whose timer is the first goes on. A message has the time it was sent at with it,
//! and no clock is behind that where it arrives.
//!
//! In Node's world ports keep a loop alive, and none of this is used.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use roundel_loop::{Wakeup, WakeupSender};

use crate::environment::Environment;
use crate::loops::World;
use crate::options::Time;

/// What threads and messages of a program count by. Clones are handles of the same.
#[derive(Clone, Default)]
pub(crate) struct Activity(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    busy: usize,
    /// Those of the busy threads that `Atomics.wait` holds up: only others can go on, and perhaps their timers have to.
    held_up: BTreeSet<u32>,
    /// Threads that have nothing to do before a moment of virtual time.
    sleeping: BTreeMap<u32, Sleeper>,
    /// The page's bell.
    page: Option<WakeupSender>,
}

struct Sleeper {
    until_ns: u64,
    bell: WakeupSender,
}

impl State {
    fn going_on(&self) -> usize {
        self.busy - self.held_up.len()
    }

    /// Who goes on when nobody does anything: the sleeper with the first moment, else the page, which ends.
    fn next(&self) -> Option<WakeupSender> {
        if self.going_on() > 0 {
            return None;
        }
        let first =
            self.sleeping.iter().min_by_key(|(thread, sleeper)| (sleeper.until_ns, *thread));
        first.map(|(_, sleeper)| &sleeper.bell).or(self.page.as_ref()).cloned()
    }
}

/// Changes the state, and rings at whoever is next then.
fn change(activity: &Activity, how: impl FnOnce(&mut State)) {
    let bell = {
        let mut state = activity.lock();
        how(&mut state);
        state.next()
    };
    if let Some(bell) = bell {
        bell.send();
    }
}

impl Activity {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Every step leaves it whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn begin(&self) -> Busy {
        self.lock().busy += 1;
        Busy(self.clone())
    }

    /// The same for a thread, which sleeps no more.
    fn wake(&self, thread: u32) -> Busy {
        self.lock().sleeping.remove(&thread);
        self.begin()
    }

    /// A thread that has ended waits for no moment any more.
    pub(crate) fn forget(&self, thread: u32) {
        change(self, |state| {
            state.sleeping.remove(&thread);
            state.held_up.remove(&thread);
        });
    }

    /// A busy thread is held up, or no more.
    fn hold_up(&self, thread: u32, is_held_up: bool) {
        change(self, |state| {
            if is_held_up {
                state.held_up.insert(thread);
            } else {
                state.held_up.remove(&thread);
            }
        });
    }

    fn is_over(&self) -> bool {
        let state = self.lock();
        state.busy == 0 && state.sleeping.is_empty()
    }

    fn ring_at_end(&self, bell: WakeupSender) {
        self.lock().page = Some(bell);
    }

    /// Whether a thread, the one that is busy and asks, is the next whose time comes. If not, it sleeps once it is not busy.
    fn is_next(&self, thread: u32, until_ns: u64, bell: WakeupSender) -> bool {
        let mut state = self.lock();
        let is_first =
            |(other, sleeper): (&u32, &Sleeper)| (until_ns, thread) < (sleeper.until_ns, *other);
        if state.going_on() == 1 && state.sleeping.iter().all(is_first) {
            return true;
        }
        state.sleeping.insert(thread, Sleeper { until_ns, bell });
        false
    }
}

/// Something goes on while this is there.
pub(crate) struct Busy(Activity);

impl Drop for Busy {
    fn drop(&mut self) {
        change(&self.0, |state| state.busy -= 1);
    }
}

impl std::fmt::Debug for Busy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Busy")
    }
}

/// What a message of a page has with it on its way.
#[derive(Debug)]
pub(crate) struct Stamp {
    _busy: Busy,
    /// When it was sent, by the sender's clock: virtual time is not earlier where it arrives.
    sent_ns: u64,
}

/// How long it takes in virtual time until a thread is there, or a window.
const START_NS: u64 = 500_000;

impl Environment {
    fn is_page(&self) -> bool {
        self.options.loop_kind.world == World::Window
    }

    /// Counts this thread as one that is busy.
    pub(crate) fn wake_up(&self) {
        if !self.is_page() || self.busy.borrow().is_some() {
            return;
        }
        self.busy.replace(Some(self.options.family.activity().wake(self.options.thread_id)));
        if let Some(rest) = self.rest.get() {
            rest.unreference(&self.lp);
        }
    }

    /// `Atomics.wait` begins or ends to hold this thread up.
    pub(crate) fn hold_up(&self, is_held_up: bool) {
        if self.is_page() && self.busy.borrow().is_some() {
            self.options.family.activity().hold_up(self.options.thread_id, is_held_up);
        }
    }

    /// For a message that is sent.
    pub(crate) fn stamp(&self) -> Option<Stamp> {
        let stamp =
            || Stamp { _busy: self.options.family.activity().begin(), sent_ns: self.lp.hrtime() };
        self.is_page().then(stamp)
    }

    /// For a message that is taken.
    pub(crate) fn lift(&self, stamp: Option<Stamp>) {
        if let Some(stamp) = stamp {
            self.lp.catch_up(stamp.sent_ns);
        }
    }

    /// For a worker that is started: what counts until it does so itself, and when it begins.
    pub(crate) fn begin_worker(&self) -> (Option<Busy>, u64) {
        let busy = self.is_page().then(|| self.options.family.activity().begin());
        (busy, self.lp.hrtime() + START_NS)
    }

    /// Whether virtual time may go on to a deadline of this thread's. If not, the thread sleeps until a message comes or its time has.
    fn may_pass(&self, until_ns: u64) -> bool {
        if !self.ports.outside.is_heard() {
            return true;
        }
        let Some(bell) = self.bell() else { return true };
        if self.busy.borrow().is_none() {
            return false;
        }
        let activity = self.options.family.activity();
        if activity.is_next(self.options.thread_id, until_ns, bell) {
            return true;
        }
        let busy = self.busy.take();
        drop(busy);
        false
    }

    /// Has virtual time be the same on all threads of a page.
    pub(crate) fn share_time(self: &Rc<Self>) {
        if self.is_page() && self.options.time == Time::Virtual {
            let weak = Rc::downgrade(self);
            self.lp.set_time_gate(Box::new(move |until_ns| {
                weak.upgrade().is_none_or(|environment| environment.may_pass(until_ns))
            }));
        }
    }

    /// Has virtual time pass for a window that is made.
    pub(crate) fn take_time(&self) {
        self.lp.catch_up(self.lp.hrtime() + START_NS);
    }

    /// Called when nothing of this thread's keeps its loop alive: waits for the others, if there are any. False if nothing
    /// can come.
    pub(crate) fn rest(self: &Rc<Self>) -> bool {
        if !self.is_page() || self.has_ended() || !self.ports.outside.is_heard() {
            return false;
        }
        let Some(bell) = self.bell() else { return false };
        let is_worker = self.options.thread_id != 0;
        let activity = self.options.family.activity();
        if !is_worker {
            activity.ring_at_end(bell);
        }
        // Waited for before it counts no more: whatever comes from here on wakes it.
        let rest = self.rest.get_or_init(|| {
            let rest = Wakeup::new(&self.lp, |_, _| {});
            // As if somebody could send it: virtual time really waits then.
            let _ = rest.sender(&self.lp);
            rest
        });
        rest.reference(&self.lp);
        let busy = self.busy.take();
        drop(busy);
        if is_worker || !activity.is_over() {
            return true;
        }
        self.wake_up();
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_over_when_everything_is_given_back() {
        let activity = Activity::default();
        let thread = activity.begin();
        let message = activity.clone().begin();
        drop(thread);
        assert!(!activity.is_over());
        std::thread::spawn(move || drop(message)).join().expect("the thread ends");
        assert!(activity.is_over());
    }
}
