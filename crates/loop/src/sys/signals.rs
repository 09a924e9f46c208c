//! Catching signals for any number of loops.
//!
//! Which function a signal runs is a property of the process, so this file has the crate's only process-wide state: for
//! each signal the list of mailboxes that want it. The list is replaced, never changed. Rules:
//!
//! - `REGISTRY`'s lock is held while a list is replaced and while a disposition is changed; the handler never takes it.
//! - The handler counts itself in `HANDLERS` before it loads a list and out after its last use of it.
//! - Who replaces a list waits, after the swap, until `HANDLERS` is 0 once, and only then frees the old one. A handler
//!   that starts later sees the new list. Handlers do not block, so the wait is short, and a handler that interrupts
//!   the waiting thread itself ends before that thread goes on.
//!
//! The first mailbox of a signal installs the handler; the last one to leave brings back the default disposition.

use crate::mailbox::{Mailbox, SIGNAL_COUNT, lock};
use std::io;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

type Listeners = Vec<Arc<Mailbox>>;

static LISTENERS: [AtomicPtr<Listeners>; SIGNAL_COUNT] =
    [const { AtomicPtr::new(ptr::null_mut()) }; SIGNAL_COUNT];
static HANDLERS: AtomicUsize = AtomicUsize::new(0);
static REGISTRY: Mutex<()> = Mutex::new(());

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
        let _registry = lock(&REGISTRY);
        let mut listeners = current(index);
        let first = listeners.is_empty();
        listeners.push(Arc::clone(mailbox));
        replace(index, listeners);
        if first && let Err(error) = set_disposition(signal_number, Disposition::Caught) {
            replace(index, Listeners::new());
            return Err(error);
        }
        Ok(SignalRegistration { signal_number, mailbox: Arc::clone(mailbox) })
    }
}

impl Drop for SignalRegistration {
    fn drop(&mut self) {
        let Ok(index) = index(self.signal_number) else { return };
        let _registry = lock(&REGISTRY);
        let mut listeners = current(index);
        if let Some(place) = listeners.iter().position(|other| Arc::ptr_eq(other, &self.mailbox)) {
            listeners.remove(place);
        }
        if listeners.is_empty() {
            // The number was accepted when the handler was installed, so this can not fail.
            let _ = set_disposition(self.signal_number, Disposition::Default);
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

/// A copy of the list. The caller holds the registry's lock.
fn current(index: usize) -> Listeners {
    let list = LISTENERS[index].load(Ordering::SeqCst);
    // SAFETY: a list is freed only by `replace`, which runs under the lock that the caller holds.
    unsafe { list.as_ref() }.cloned().unwrap_or_default()
}

/// Puts a new list in place and frees the old one. The caller holds the registry's lock.
fn replace(index: usize, listeners: Listeners) {
    let new =
        if listeners.is_empty() { ptr::null_mut() } else { Box::into_raw(Box::new(listeners)) };
    let old = LISTENERS[index].swap(new, Ordering::SeqCst);
    if old.is_null() {
        return;
    }
    while HANDLERS.load(Ordering::SeqCst) != 0 {
        std::hint::spin_loop();
    }
    // SAFETY: `old` came from `Box::into_raw` above and is no longer in `LISTENERS`. Handlers that could have loaded it
    // have ended, as the rules at the top of the file argue.
    drop(unsafe { Box::from_raw(old) });
}

enum Disposition {
    Caught,
    Default,
}

fn set_disposition(signal_number: i32, disposition: Disposition) -> io::Result<()> {
    let handler = match disposition {
        Disposition::Caught => handle as extern "C" fn(libc::c_int) as libc::sighandler_t,
        Disposition::Default => libc::SIG_DFL,
    };
    // SAFETY: an all-zero sigaction is a valid value; `sigfillset` and `sigaction` get pointers to live locals; the
    // handler has the signature that goes with the flags and does only what signal-safety(7) allows.
    let result = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler;
        action.sa_flags = libc::SA_RESTART;
        libc::sigfillset(&mut action.sa_mask);
        libc::sigaction(signal_number, &action, ptr::null_mut())
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

extern "C" fn handle(signal_number: libc::c_int) {
    HANDLERS.fetch_add(1, Ordering::SeqCst);
    if let Ok(index @ 1..SIGNAL_COUNT) = usize::try_from(signal_number) {
        let list = LISTENERS[index].load(Ordering::SeqCst);
        // SAFETY: the list is not freed while this handler is counted in `HANDLERS`.
        if let Some(listeners) = unsafe { list.as_ref() } {
            for mailbox in listeners {
                mailbox.post_signal(index);
            }
        }
    }
    HANDLERS.fetch_sub(1, Ordering::SeqCst);
}
