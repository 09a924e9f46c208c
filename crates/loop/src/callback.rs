//! What goes around a callback. Every callback of a handle or a request goes through [`EventLoop::call`].

use crate::EventLoop;
use crate::handle::{HandleKey, HandleKind};
use crate::observer::Event;
use crate::origin::ResourceId;

impl EventLoop {
    #[inline]
    pub(crate) fn call(&self, key: HandleKey, callback: impl FnOnce(&EventLoop)) {
        self.call_for(key, || self.origin_of(key).resource, callback);
    }

    /// The same for what is no longer in its table; `resource` is asked if there is an observer.
    #[inline]
    pub(crate) fn call_for(
        &self,
        key: HandleKey,
        resource: impl FnOnce() -> ResourceId,
        callback: impl FnOnce(&EventLoop),
    ) {
        let resource = self.begin_callback(key, resource);
        callback(self);
        self.end_callback(key, resource);
    }

    /// What goes before a callback; the resource is for [`end_callback`](EventLoop::end_callback).
    #[inline]
    pub(crate) fn begin_callback(
        &self,
        key: HandleKey,
        resource: impl FnOnce() -> ResourceId,
    ) -> ResourceId {
        self.ran_callback.set(true);
        self.witness_callback(key);
        let resource = if self.observed.get() { resource() } else { ResourceId::NONE };
        self.emit(|| Event::CallbackBegin { key, resource });
        resource
    }

    /// What goes after a callback.
    #[inline]
    pub(crate) fn end_callback(&self, key: HandleKey, resource: ResourceId) {
        self.emit(|| Event::CallbackEnd { key, resource });
    }

    /// The state of a program that is deterministic is what it has been called back for. What a timers pass finds due
    /// depends on the loop's time, too.
    fn witness_callback(&self, key: HandleKey) {
        if self.chooser().is_quiet() {
            return;
        }
        self.chooser().witness(key.number ^ ((key.kind as u64) << 58));
        if key.kind == HandleKind::Timer {
            self.chooser().witness(self.now());
        }
    }
}
