//! Two ends between which messages travel, each on any thread: one in an environment and the other in another, or in the
//! hands of an embedder.
//!
//! An end has an inbox, which the other end fills. Who waits at it is told by a bell: a loop is woken, a thread that
//! waits in [`Port::receive`] is notified. Rules, in order: a message is put in before the bell rings; the bell rings when the
//! inbox is free, or whoever it wakes would wait for it; after the end of one side the other takes what is left and is then told.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::message::Message;

/// Makes a channel and gives its ends.
///
/// ```
/// use roundel_runtime::{Data, channel};
///
/// let (ours, theirs) = channel();
/// let thread = std::thread::spawn(move || theirs.receive());
/// ours.post(Data::from(42.0).into())?;
/// let received = thread.join().unwrap().unwrap();
/// assert_eq!(received.data(), Ok(Data::Number(42.0)));
/// # Ok::<(), roundel_runtime::Closed>(())
/// ```
pub fn channel() -> (Port, Port) {
    let (a, b) = (Arc::new(Inbox::default()), Arc::new(Inbox::default()));
    (Port { own: a.clone(), other: b.clone() }, Port { own: b, other: a })
}

/// One end of a channel. Dropping it ends the channel.
pub struct Port {
    own: Arc<Inbox>,
    other: Arc<Inbox>,
}

/// The other end is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the other end of the channel is closed")
    }
}

impl std::error::Error for Closed {}

type Bell = Arc<dyn Fn() + Send + Sync>;

#[derive(Default)]
struct Inbox {
    state: Mutex<State>,
    arrived: Condvar,
}

#[derive(Default)]
struct State {
    messages: VecDeque<Message>,
    /// Nothing will come any more, or nobody will look.
    is_ended: bool,
    bell: Option<Bell>,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is whole after every step.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the guard, so that it is gone when the bell rings.
    fn ring(&self, state: MutexGuard<'_, State>) {
        let bell = state.bell.clone();
        drop(state);
        match bell {
            Some(bell) => bell(),
            None => self.arrived.notify_one(),
        }
    }
}

impl Port {
    /// Sends a message. It is lost if the other end goes away before it takes it.
    pub fn post(&self, message: Message) -> Result<(), Closed> {
        let mut state = self.other.lock();
        if state.is_ended {
            return Err(Closed);
        }
        state.messages.push_back(message);
        self.other.ring(state);
        Ok(())
    }

    /// Waits for the next message; `None` when the other end is closed and everything was taken.
    pub fn receive(&self) -> Option<Message> {
        let mut state = self.own.lock();
        loop {
            if let Some(message) = state.messages.pop_front() {
                return Some(message);
            }
            if state.is_ended {
                return None;
            }
            state = self.own.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The same, but no longer than `limit`.
    pub fn receive_within(&self, limit: Duration) -> Option<Message> {
        let deadline = Instant::now() + limit;
        let mut state = self.own.lock();
        loop {
            if let Some(message) = state.messages.pop_front() {
                return Some(message);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if state.is_ended || left.is_zero() {
                return None;
            }
            let waited = self.own.arrived.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The next message if there is one.
    pub fn try_receive(&self) -> Option<Message> {
        self.own.lock().messages.pop_front()
    }

    /// Whether the other end is closed and everything was taken.
    pub fn is_ended(&self) -> bool {
        let state = self.own.lock();
        state.is_ended && state.messages.is_empty()
    }

    /// Puts back what was taken, in front of what has come meanwhile.
    pub(crate) fn give_back(&self, messages: Vec<Message>) {
        let mut state = self.own.lock();
        for message in messages.into_iter().rev() {
            state.messages.push_front(message);
        }
    }

    /// Nobody is called any more for what comes after this.
    pub(crate) fn take_bell_down(&self) {
        let bell = self.own.lock().bell.take();
        drop(bell);
    }

    /// Has `bell` called, by whatever thread, when something comes; and at once, as something may have come.
    pub(crate) fn hang_bell(&self, bell: impl Fn() + Send + Sync + 'static) {
        let mut state = self.own.lock();
        state.bell = Some(Arc::new(bell));
        self.own.ring(state);
    }
}

impl fmt::Debug for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Port").finish_non_exhaustive()
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        let left = {
            let mut state = self.own.lock();
            state.is_ended = true;
            state.bell = None;
            std::mem::take(&mut state.messages)
        };
        drop(left);
        let mut state = self.other.lock();
        state.is_ended = true;
        self.other.ring(state);
    }
}
