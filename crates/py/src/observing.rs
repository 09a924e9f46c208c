//! Observing: the loop below tells its observer of every callback of Python, and Python may be that observer.
//!
//! The events are those of [`roundel_loop::Event`]: a callback is an entry with a resource, which is named by the address of its
//! handle, transport or operation. Python's observer gets the object itself.

use crate::calls;
use crate::event_loop::Loop;
use pyo3::prelude::*;
use roundel_loop::{Entry, Event, EventLoop, Observer, ResourceId};
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Default)]
pub(crate) struct Observing {
    observer: RefCell<Option<Py<PyAny>>>,
    /// Whose callback runs.
    subject: RefCell<Option<Py<PyAny>>>,
}

impl Observing {
    /// Sets or removes Python's observer.
    pub(crate) fn set(self: &Rc<Observing>, lp: &EventLoop, observer: Option<Py<PyAny>>) {
        let hook = observer.is_some().then(|| {
            let observing = Rc::clone(self);
            Box::new(move |_: &EventLoop, event: &Event| observing.tell(event)) as Observer
        });
        lp.set_observer(hook);
        let before = self.observer.replace(observer);
        drop(before);
    }

    /// What the collector is to see.
    pub(crate) fn for_each(&self, mut f: impl FnMut(&Py<PyAny>)) {
        if let Ok(observer) = self.observer.try_borrow()
            && let Some(observer) = &*observer
        {
            f(observer);
        }
    }

    /// Makes a callback of `subject`, and tells of it.
    pub(crate) fn run(
        &self,
        event_loop: &Bound<'_, Loop>,
        subject: Bound<'_, PyAny>,
        callback: impl FnOnce() -> PyResult<()>,
    ) -> PyResult<()> {
        let resource = ResourceId(subject.as_ptr() as u64);
        let before = self.subject.replace(Some(subject.clone().unbind()));
        drop(before);
        event_loop.get().tell(Event::EntryBegin(Entry::Callback));
        event_loop.get().tell(Event::ResourceBegin(resource));
        let outcome = callback();
        event_loop.get().tell(Event::ResourceEnd(resource));
        event_loop.get().tell(Event::EntryEnd(Entry::Callback));
        let before = self.subject.take();
        drop((before, subject));
        outcome
    }

    fn tell(&self, event: &Event) {
        // SAFETY: the loop calls its observer on its own thread, with the interpreter's lock held; it is given up around the
        // wait alone, of which the observer is told before and after.
        let py = unsafe { Python::assume_attached() };
        let clone =
            |cell: &RefCell<Option<Py<PyAny>>>| cell.borrow().as_ref().map(|it| it.clone_ref(py));
        let Some(observer) = clone(&self.observer) else { return };
        let told = match event {
            Event::PollEnter(limit) => {
                ("poll", limit.map(|limit| limit.as_secs_f64())).into_pyobject(py)
            }
            Event::PollExit { ready, waited_ns } => {
                ("polled", (*ready, *waited_ns as f64 * 1e-9)).into_pyobject(py)
            }
            Event::ResourceBegin(_) => ("begin", clone(&self.subject)).into_pyobject(py),
            Event::ResourceEnd(_) => ("end", clone(&self.subject)).into_pyobject(py),
            _ => return,
        };
        if let Err(error) = told.and_then(|words| calls::call(observer.bind(py), &words, None)) {
            // It sees the program and is no part of it.
            error.write_unraisable(py, Some(observer.bind(py)));
        }
    }
}
