//! Closing: handles between their close and the closing phase, where they are freed and their callbacks called.

use crate::EventLoop;
use crate::handle::{Handle, HandleKey, HandleKind, key};
use crate::observer::Event;
use crate::origin::ResourceId;
use crate::slab::Id;

type CloseCallback = Box<dyn FnOnce(&EventLoop)>;

/// A handle between its close and the closing phase.
pub(crate) struct Closing {
    key: HandleKey,
    resource: ResourceId,
    callback: Option<CloseCallback>,
}

pub(crate) fn close<H: Handle>(lp: &EventLoop, handle: H, callback: Option<CloseCallback>) -> bool {
    let open = H::table(lp).with_open(handle.id(), |_| ()).is_some();
    if !open {
        return false;
    }
    handle.deactivate(lp);
    H::table(lp).update(&lp.active_count, handle.id(), |state| state.closing = true);
    let resource = H::table(lp).origin(handle.id()).resource;
    lp.closing.borrow_mut().push(Closing { key: key(handle), resource, callback });
    lp.emit(|| Event::HandleClosing(key(handle)));
    true
}

impl EventLoop {
    /// The closing phase: last closed first; what is closed meanwhile waits for the next iteration.
    #[inline]
    pub(crate) fn run_closing(&self) {
        if !self.closing.borrow().is_empty() {
            self.run_closing_list();
        }
    }

    fn run_closing_list(&self) {
        std::mem::swap(&mut *self.closing.borrow_mut(), &mut *self.closing_batch.borrow_mut());
        while !self.is_breaking() {
            let Some(closing) = self.closing_batch.borrow_mut().pop() else { break };
            self.cancel_requests(closing.key);
            self.free(closing.key);
            self.emit(|| Event::HandleClosed(closing.key));
            if let Some(callback) = closing.callback {
                self.call_for(closing.key, || closing.resource, callback);
            }
        }
    }

    /// Puts the handles back that a panic or the end of the run in a close callback kept from being freed.
    pub(crate) fn recover_closing(&self) {
        let mut batch = self.closing_batch.take();
        batch.append(&mut self.closing.borrow_mut());
        self.closing.replace(batch);
    }

    /// Calls back what the handle's close has cut short.
    fn cancel_requests(&self, key: HandleKey) {
        let id = Id::from_bits(key.number);
        match key.kind {
            HandleKind::Tcp | HandleKind::Pipe | HandleKind::Tty => self.finish_stream(id),
            HandleKind::Udp => self.finish_udp(id),
            _ => {}
        }
    }

    fn free(&self, key: HandleKey) {
        let id = Id::from_bits(key.number);
        // The rows are dropped here, with no borrow held: callbacks have destructors of their own.
        match key.kind {
            HandleKind::Timer => drop(self.timers.table.remove(id)),
            HandleKind::Idle => drop(self.idles.table.remove(id)),
            HandleKind::Prepare => drop(self.prepares.table.remove(id)),
            HandleKind::Check => drop(self.checks.table.remove(id)),
            HandleKind::Wakeup => drop(self.wakeups.remove(id)),
            HandleKind::Poll => drop(self.polls.remove(id)),
            HandleKind::Signal => drop(self.signals.table.remove(id)),
            HandleKind::Process => drop(self.processes.table.remove(id)),
            HandleKind::Tcp | HandleKind::Pipe | HandleKind::Tty => drop(self.streams.remove(id)),
            HandleKind::Udp => drop(self.udps.remove(id)),
            HandleKind::FsEvent => drop(self.fs_events.table.remove(id)),
            HandleKind::Call | HandleKind::Work | HandleKind::Deferred => {}
        }
    }
}
