//! The queue of what is ready, in the order in which it came.

use crate::event_loop::Loop;
use crate::handle::{self, Classes};
use crate::instances;
use crate::operation::Operation;
use crate::stream::Stream;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::collections::VecDeque;

pub(crate) enum Ready {
    /// A handle's callback.
    Handle(Py<PyAny>),
    /// A stream can read.
    Read(Py<Stream>),
    /// A stream can write.
    Write(Py<Stream>),
    /// A socket is ready for an operation.
    Operation(Py<Operation>),
}

impl Ready {
    #[inline]
    pub(crate) fn run(self, event_loop: &Bound<'_, Loop>, classes: &Classes) -> PyResult<()> {
        if event_loop.get().is_observed() {
            return self.run_observed(event_loop, classes);
        }
        self.run_unobserved(event_loop, classes)
    }

    #[cold]
    fn run_observed(self, event_loop: &Bound<'_, Loop>, classes: &Classes) -> PyResult<()> {
        let py = event_loop.py();
        let subject = match &self {
            Ready::Read(stream) | Ready::Write(stream) => stream.get().transport(py),
            other => other.object().bind(py).clone(),
        };
        event_loop
            .get()
            .observing()
            .run(event_loop, subject, || self.run_unobserved(event_loop, classes))
    }

    #[inline]
    fn run_unobserved(self, event_loop: &Bound<'_, Loop>, classes: &Classes) -> PyResult<()> {
        let py = event_loop.py();
        if !matches!(self, Ready::Read(_)) {
            event_loop.get().note_program();
        }
        match self {
            Ready::Handle(handle) => {
                let handle = handle.into_bound(py);
                let outcome = if event_loop.get().is_debug() {
                    event_loop.get().run_watched(event_loop, classes, &handle)
                } else {
                    classes.run(event_loop, &handle)
                };
                classes.leave_queue(&handle);
                outcome
            }
            Ready::Read(stream) => guard(event_loop, &stream.into_bound(py), Stream::read_ready),
            Ready::Write(stream) => guard(event_loop, &stream.into_bound(py), Stream::write_ready),
            Ready::Operation(operation) => {
                let operation = &operation.into_bound(py);
                Operation::ready(operation)
                    .or_else(|error| handle::report(event_loop, operation.as_any(), error))
            }
        }
    }

    pub(crate) fn object(&self) -> &Py<PyAny> {
        match self {
            Ready::Handle(handle) => handle,
            Ready::Read(stream) | Ready::Write(stream) => stream.as_any(),
            Ready::Operation(operation) => operation.as_any(),
        }
    }
}

fn guard(
    event_loop: &Bound<'_, Loop>,
    stream: &Bound<'_, Stream>,
    step: fn(&Bound<'_, Stream>) -> PyResult<()>,
) -> PyResult<()> {
    match Stream::in_context(stream, step) {
        Ok(()) => Ok(()),
        Err(error) => handle::report(event_loop, &stream.get().transport(stream.py()), error),
    }
}

#[derive(Default)]
pub(crate) struct Queue(RefCell<VecDeque<Ready>>);

impl Queue {
    #[inline]
    pub(crate) fn push(&self, ready: Ready) {
        self.0.borrow_mut().push_back(ready);
    }

    /// As [`push`](Queue::push) for a handle, into a queue that is not being worked off, so that it may be forgotten.
    pub(crate) fn push_to_rest(&self, handle: Py<PyAny>) {
        let mut queue = self.0.borrow_mut();
        match queue.back() {
            // By now it is known whether somebody keeps it.
            Some(Ready::Handle(last)) => handle::leave_queue(last.as_ptr()),
            Some(_) => {}
            None => instances::show(handle.as_ptr()),
        }
        queue.push_back(Ready::Handle(handle));
    }

    /// The queue is not worked off any more.
    pub(crate) fn rest(&self) {
        self.for_each(|ready| {
            if let Ready::Handle(handle) = ready {
                handle::leave_queue(handle.as_ptr());
            }
        });
    }

    #[inline]
    pub(crate) fn pop(&self) -> Option<Ready> {
        self.0.borrow_mut().pop_front()
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    /// Everything, for the caller to drop: that may run Python code, which finds an empty queue.
    pub(crate) fn take(&self) -> VecDeque<Ready> {
        self.rest();
        self.0.take()
    }

    pub(crate) fn for_each(&self, mut f: impl FnMut(&Ready)) {
        if let Ok(queue) = self.0.try_borrow() {
            queue.iter().for_each(&mut f);
        }
    }
}
