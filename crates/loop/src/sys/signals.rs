//! Catching signals for any number of loops.
//!
//! Which function a signal runs is a property of the process, so this file has the crate's only process-wide state: for
//! each signal the list of mailboxes that want it, which the handler reads without a lock (`published.rs`). `REGISTRY`'s
//! lock is held while a list is replaced and while a disposition is changed; the handler never takes it.
//!
//! The first mailbox of a signal installs the handler and keeps what was there; the last one to leave brings that back,
//! unless somebody else has installed a handler of their own meanwhile.
//!
//! A fork goes through `REGISTRY` too: it waits until nobody holds the lock, and the child, which has one thread, begins with
//! no reader counted.

use super::published::{Published, Readers};
use crate::mailbox::{Mailbox, SIGNAL_COUNT};
use crate::sync::{Mutex, MutexGuard, lock};
use std::cell::Cell;
use std::io;
use std::sync::{Arc, Once};

type Listeners = Vec<Arc<Mailbox>>;
type Dispositions = [Option<libc::sigaction>; SIGNAL_COUNT];

#[cfg(not(loom))]
static LISTENERS: [Published<Listeners>; SIGNAL_COUNT] =
    [const { Published::nothing() }; SIGNAL_COUNT];
#[cfg(not(loom))]
static HANDLERS: Readers = Readers::new();
/// For each signal that is caught, what the process did on it before.
#[cfg(not(loom))]
static REGISTRY: Mutex<Dispositions> = Mutex::new([None; SIGNAL_COUNT]);

// Loom's own can not be made before a model runs.
#[cfg(loom)]
loom::lazy_static! {
    static ref LISTENERS: [Published<Listeners>; SIGNAL_COUNT] =
        std::array::from_fn(|_| Published::nothing());
    static ref HANDLERS: Readers = Readers::new();
    static ref REGISTRY: Mutex<Dispositions> = Mutex::new([None; SIGNAL_COUNT]);
}

/// A mailbox's place in the list of one signal, until it is dropped.
pub(crate) struct SignalRegistration {
    signal_number: i32,
    mailbox: Arc<Mailbox>,
}

impl SignalRegistration {
    pub(crate) fn new(
        signal_number: i32,
        mailbox: &Arc<Mailbox>,
    ) -> io::Result<SignalRegistration> {
        let index = index(signal_number)?;
        watch_forks();
        let mut registry = lock(&REGISTRY);
        let mut listeners = current(index);
        let first = listeners.is_empty();
        listeners.push(Arc::clone(mailbox));
        replace(index, listeners);
        if first {
            match set_disposition(signal_number, &caught()) {
                Ok(previous) => registry[index] = Some(previous),
                Err(error) => {
                    replace(index, Listeners::new());
                    return Err(error);
                }
            }
        }
        Ok(SignalRegistration { signal_number, mailbox: Arc::clone(mailbox) })
    }
}

impl Drop for SignalRegistration {
    fn drop(&mut self) {
        let Ok(index) = index(self.signal_number) else { return };
        let mut registry = lock(&REGISTRY);
        let mut listeners = current(index);
        if let Some(place) = listeners.iter().position(|other| Arc::ptr_eq(other, &self.mailbox)) {
            listeners.remove(place);
        }
        if listeners.is_empty()
            && let Some(previous) = registry[index].take()
        {
            // The number was accepted when the handler was installed, so this can not fail.
            if let Ok(current) = set_disposition(self.signal_number, &previous)
                && !is_ours(&current)
            {
                let _ = set_disposition(self.signal_number, &current);
            }
        }
        replace(index, listeners);
    }
}

fn index(signal_number: i32) -> io::Result<usize> {
    match usize::try_from(signal_number) {
        Ok(index @ 1..SIGNAL_COUNT) => Ok(index),
        _ => Err(io::Error::from_raw_os_error(libc::EINVAL)),
    }
}

/// A copy of the list.
fn current(index: usize) -> Listeners {
    LISTENERS[index].read(&HANDLERS, |listeners| listeners.cloned().unwrap_or_default())
}

/// Puts a new list in place. The caller holds the registry's lock, so that nobody else does meanwhile.
fn replace(index: usize, listeners: Listeners) {
    LISTENERS[index].replace(&HANDLERS, Some(listeners).filter(|listeners| !listeners.is_empty()));
}

/// The disposition that calls `handle`.
fn caught() -> libc::sigaction {
    // SAFETY: an all-zero sigaction is a valid value, and `sigfillset` gets a pointer to a live local.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler_address();
        action.sa_flags = libc::SA_RESTART;
        libc::sigfillset(&mut action.sa_mask);
        action
    }
}

fn is_ours(action: &libc::sigaction) -> bool {
    action.sa_sigaction == handler_address()
}

fn handler_address() -> libc::sighandler_t {
    handle as extern "C" fn(libc::c_int) as libc::sighandler_t
}

/// Changes what the process does on a signal, and says what it did.
fn set_disposition(signal_number: i32, action: &libc::sigaction) -> io::Result<libc::sigaction> {
    // SAFETY: both pointers lead to live values. The action is ours, whose handler has the signature that goes with its
    // flags and does only what signal-safety(7) allows, or one that the process had before.
    let (result, previous) = unsafe {
        let mut previous: libc::sigaction = std::mem::zeroed();
        (libc::sigaction(signal_number, action, &mut previous), previous)
    };
    if result == 0 { Ok(previous) } else { Err(io::Error::last_os_error()) }
}

thread_local! {
    /// The lock while this thread forks.
    static FORKING: Cell<Option<MutexGuard<'static, Dispositions>>> = const { Cell::new(None) };
}

/// Has every fork of the process go through the registry's lock.
fn watch_forks() {
    extern "C" fn prepare() {
        let registry = lock(&REGISTRY);
        // A thread that is ending has no place to keep it, and then forks without.
        let _ = FORKING.try_with(|forking| forking.set(Some(registry)));
    }
    extern "C" fn parent() {
        let _ = FORKING.try_with(Cell::take);
    }
    extern "C" fn child() {
        HANDLERS.forget();
        let _ = FORKING.try_with(Cell::take);
    }
    static WATCHING: Once = Once::new();
    // SAFETY: the three functions stay where they are, and take and give back a lock that no code holds while it forks.
    WATCHING.call_once(|| unsafe {
        libc::pthread_atfork(Some(prepare), Some(parent), Some(child));
    });
}

extern "C" fn handle(signal_number: libc::c_int) {
    let Ok(index @ 1..SIGNAL_COUNT) = usize::try_from(signal_number) else { return };
    LISTENERS[index].read(&HANDLERS, |listeners| {
        for mailbox in listeners.into_iter().flatten() {
            mailbox.post_signal(index);
        }
    });
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    extern "C" fn somebody_elses(_: libc::c_int) {}

    fn handler_of(signal_number: i32) -> libc::sighandler_t {
        // SAFETY: asks, and writes the answer to a local for which all zeros are a value.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            assert_eq!(libc::sigaction(signal_number, std::ptr::null(), &mut action), 0);
            action.sa_sigaction
        }
    }

    fn set_handler(signal_number: i32, handler: libc::sighandler_t) {
        // SAFETY: the handler does nothing, or is one of the two that are no functions.
        assert_ne!(unsafe { libc::signal(signal_number, handler) }, libc::SIG_ERR);
    }

    fn their_handler() -> libc::sighandler_t {
        somebody_elses as extern "C" fn(libc::c_int) as libc::sighandler_t
    }

    #[test]
    fn what_the_process_did_before_comes_back_with_the_last_to_leave() {
        let mailbox = Arc::new(Mailbox::new());
        // Signals without a name, which no other test uses.
        for (number, before) in [(43, their_handler()), (44, libc::SIG_IGN), (45, libc::SIG_DFL)] {
            set_handler(number, before);
            let first = SignalRegistration::new(number, &mailbox).unwrap();
            let second = SignalRegistration::new(number, &mailbox).unwrap();
            assert_eq!(handler_of(number), handler_address());
            drop(first);
            assert_eq!(handler_of(number), handler_address());
            drop(second);
            assert_eq!(handler_of(number), before);
            set_handler(number, libc::SIG_DFL);
        }
    }

    #[test]
    fn a_handler_that_somebody_else_installed_meanwhile_stays() {
        let mailbox = Arc::new(Mailbox::new());
        let number = 46;
        let registration = SignalRegistration::new(number, &mailbox).unwrap();
        set_handler(number, their_handler());
        drop(registration);
        assert_eq!(handler_of(number), their_handler());
        set_handler(number, libc::SIG_DFL);
    }
}
