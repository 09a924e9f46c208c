//! Descriptors that are watched: whose turn it is when one can be read or written.
//!
//! One reader and one writer per descriptor, each a handle of Python's, a stream or an operation.
//!
//! Operations come and go with every message of a socket. When one has received something, the platform goes on watching
//! the socket for the next one, which need not ask for that again if it comes for the same socket object. Operations try
//! before they wait, so it is enough that they are told of changes, and what comes while there is none is no loss.
//!
//! Of most streams too it is enough to be told of changes, as they take all that there is ([`Stream::takes_all`]): the kernel
//! need not look again at those that it has told of. One that has left something asks to be told of that
//! ([`Watches::tell_of_rest`]), and is told as long as there is something from then on.

use crate::inside;
use crate::operation::Operation;
use crate::ready::{Queue, Ready};
use crate::stream::Stream;
use pyo3::prelude::*;
use pyo3::types::{PyWeakrefMethods, PyWeakrefReference};
use roundel_loop::{EventLoop, Interest, Poll, Readiness};
use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::{BorrowedFd, RawFd};
use std::rc::Rc;

/// Who wants to know of a descriptor.
pub(crate) enum Watcher {
    Handle(Py<PyAny>),
    Stream(Py<Stream>),
    Operation(Py<Operation>),
}

impl Watcher {
    fn object(&self) -> &Py<PyAny> {
        match self {
            Watcher::Handle(handle) => handle,
            Watcher::Stream(stream) => stream.as_any(),
            Watcher::Operation(operation) => operation.as_any(),
        }
    }

    fn ready(&self, py: Python<'_>, side: Side) -> Ready {
        match (self, side) {
            (Watcher::Handle(handle), _) => Ready::Handle(handle.clone_ref(py)),
            (Watcher::Stream(stream), Side::Read) => Ready::Read(stream.clone_ref(py)),
            (Watcher::Stream(stream), Side::Write) => Ready::Write(stream.clone_ref(py)),
            (Watcher::Operation(operation), _) => Ready::Operation(operation.clone_ref(py)),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Read,
    Write,
}

/// The reader and the writer of a descriptor, as objects of Python.
pub(crate) type Sides = (Option<Py<PyAny>>, Option<Py<PyAny>>);

#[derive(Default)]
pub(crate) struct Watches {
    /// By the number of the descriptor.
    rows: RefCell<Vec<Option<Row>>>,
    /// How many of them have somebody who watches.
    count: Cell<usize>,
    /// In virtual time, how many of them are sockets that the clock does not wait for, as both ends are the program's own.
    inside: Option<Cell<usize>>,
}

struct Row {
    poll: Poll,
    is_inside: bool,
    /// Its reader has left something, or may have: it is to be told of more than changes.
    has_rest: bool,
    reader: Option<Watcher>,
    writer: Option<Watcher>,
    /// Whose descriptor it is, if the last reader has left and the next one is expected.
    sock: Option<Py<PyWeakrefReference>>,
}

impl Row {
    fn side(&mut self, side: Side) -> &mut Option<Watcher> {
        match side {
            Side::Read => &mut self.reader,
            Side::Write => &mut self.writer,
        }
    }

    fn interest(&self) -> Interest {
        let mut interest = Interest::empty();
        interest.set(Interest::READABLE, self.reader.is_some());
        interest.set(Interest::WRITABLE, self.writer.is_some());
        match (&self.reader, &self.writer) {
            (Some(Watcher::Stream(stream)), None) if stream.get().takes_all() && !self.has_rest => {
                // What else there is to know is when less than asked for is not all that there is.
                interest |= Interest::EDGE | Interest::DISCONNECT | Interest::PRIORITY;
            }
            (Some(Watcher::Operation(_)) | None, Some(Watcher::Operation(_)))
            | (Some(Watcher::Operation(_)), None) => interest |= Interest::EDGE,
            _ => {}
        }
        interest
    }

    /// Nobody watches: the platform has been left watching for the next reader.
    fn is_idle(&self) -> bool {
        self.reader.is_none() && self.writer.is_none()
    }
}

impl Watches {
    pub(crate) fn new(virtual_time: bool) -> Watches {
        Watches { inside: virtual_time.then(Cell::default), ..Watches::default() }
    }

    /// Whether something may be on its way between two ends that are both the program's own.
    pub(crate) fn has_inside(&self) -> bool {
        self.inside.as_ref().is_some_and(|inside| inside.get() > 0)
    }

    fn count_inside(&self, row: &Row, change: isize) {
        if let Some(inside) = &self.inside
            && row.is_inside
        {
            inside.set(inside.get().saturating_add_signed(change));
        }
    }

    /// Watches a descriptor, in place of who did so before, who is the answer.
    pub(crate) fn add(
        self: &Rc<Watches>,
        lp: &EventLoop,
        ready: &Rc<Queue>,
        fd: RawFd,
        side: Side,
        watcher: Watcher,
    ) -> io::Result<Option<Watcher>> {
        let place = usize::try_from(fd).map_err(|_| io::Error::from_raw_os_error(9))?;
        let mut rows = self.rows.borrow_mut();
        let known = rows.get_mut(place);
        if let Some(row) = known.and_then(|row| row.take_if(|row| row.is_idle())) {
            // The number may be another descriptor's by now.
            row.poll.close_quietly(lp);
            self.count_inside(&row, -1);
        }
        if let Some(row) = rows.get_mut(place).and_then(Option::as_mut) {
            let before = row.side(side).replace(watcher);
            return row.poll.set_interest(lp, row.interest()).map(|()| before);
        }
        // SAFETY: the number is not -1. It is Python's, whose users answer for it: who closes a descriptor that is watched
        // loses it, and the loop below then leaves the number alone.
        let borrowed = unsafe { BorrowedFd::borrow_raw(fd) };
        let poll = Poll::borrowing(lp, borrowed);
        let is_inside = self.inside.is_some() && inside::is_inside(borrowed);
        let mut row =
            Row { poll, is_inside, has_rest: false, reader: None, writer: None, sock: None };
        *row.side(side) = Some(watcher);
        let (watches, ready) = (Rc::downgrade(self), Rc::clone(ready));
        let started = row.poll.start(lp, row.interest(), move |_, _, readiness| {
            if let Some(watches) = watches.upgrade() {
                watches.tell(&ready, place, readiness);
            }
        });
        if let Err(error) = started {
            row.poll.close_quietly(lp);
            return Err(error);
        }
        if is_inside {
            row.poll.unreference(lp);
        }
        self.count_inside(&row, 1);
        // The platform knows the number by now: it is one of a descriptor, and so no larger than there may be of them.
        if rows.len() <= place {
            rows.resize_with(place + 1, || None);
        }
        rows[place] = Some(row);
        self.count.set(self.count.get() + 1);
        Ok(None)
    }

    /// Watches no longer. The answer is who did, if anybody.
    pub(crate) fn remove(&self, lp: &EventLoop, fd: RawFd, side: Side) -> Option<Watcher> {
        let mut rows = self.rows.borrow_mut();
        let place = rows.get_mut(usize::try_from(fd).ok()?)?;
        let row = place.as_mut()?;
        let before = row.side(side).take()?;
        // Who reads next may come before the platform has heard that nobody does.
        row.has_rest |= side == Side::Read;
        let interest = row.interest();
        if interest.is_empty() {
            // The platform forgets the descriptor at once: its owner may close it next.
            row.poll.close_quietly(lp);
            self.count_inside(row, -1);
            *place = None;
            self.count.set(self.count.get() - 1);
        } else {
            // It can fail only if the descriptor is closed already: then nothing comes from it any more.
            let _ = row.poll.set_interest(lp, interest);
        }
        Some(before)
    }

    /// The stream that reads a descriptor has not taken all that there was.
    #[cold]
    pub(crate) fn tell_of_rest(&self, lp: &EventLoop, fd: RawFd) {
        let mut rows = self.rows.borrow_mut();
        let row = usize::try_from(fd).ok().and_then(|place| rows.get_mut(place)?.as_mut());
        if let Some(row) = row
            && !std::mem::replace(&mut row.has_rest, true)
        {
            // It can fail only if the descriptor is closed already: then nothing comes from it any more.
            let _ = row.poll.set_interest(lp, row.interest());
        }
    }

    /// As [`add`](Watches::add) for a reader, if its socket is watched since the last one. If not, it comes back.
    pub(crate) fn take_up(
        &self,
        fd: RawFd,
        sock: &Bound<'_, PyAny>,
        reader: Watcher,
    ) -> Result<(), Watcher> {
        let mut rows = self.rows.borrow_mut();
        let row = usize::try_from(fd).ok().and_then(|place| rows.get_mut(place)?.as_mut());
        let Some(row) = row.filter(|row| row.is_idle()) else { return Err(reader) };
        let known = row.sock.as_ref().and_then(|known| known.bind(sock.py()).upgrade());
        if !known.is_some_and(|known| known.is(sock)) {
            return Err(reader);
        }
        row.reader = Some(reader);
        self.count.set(self.count.get() + 1);
        Ok(())
    }

    /// As [`remove`](Watches::remove) for the only watcher of a socket, which is a reader; another one is expected.
    pub(crate) fn leave(&self, fd: RawFd, sock: &Bound<'_, PyAny>) -> Option<Watcher> {
        let mut rows = self.rows.borrow_mut();
        let row = rows.get_mut(usize::try_from(fd).ok()?)?.as_mut()?;
        if row.writer.is_some() {
            return None;
        }
        if row.sock.is_none() {
            row.sock = Some(PyWeakrefReference::new(sock).ok()?.unbind());
        }
        let before = row.reader.take()?;
        self.count.set(self.count.get() - 1);
        Some(before)
    }

    /// Whether nothing is watched.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count.get() == 0
    }

    /// Whether `watcher` is the one who watches.
    pub(crate) fn is_watcher(&self, fd: RawFd, side: Side, watcher: &Bound<'_, PyAny>) -> bool {
        let rows = self.rows.borrow();
        let row = usize::try_from(fd).ok().and_then(|place| rows.get(place)?.as_ref());
        let found = row.and_then(|row| match side {
            Side::Read => row.reader.as_ref(),
            Side::Write => row.writer.as_ref(),
        });
        found.is_some_and(|found| found.object().is(watcher))
    }

    /// The reader and the writer of a descriptor that somebody watches.
    pub(crate) fn watchers(&self, py: Python<'_>, fd: RawFd) -> Option<Sides> {
        let rows = self.rows.borrow();
        let row = rows.get(usize::try_from(fd).ok()?)?.as_ref().filter(|row| !row.is_idle())?;
        let object = |watcher: &Watcher| watcher.object().clone_ref(py);
        Some((row.reader.as_ref().map(object), row.writer.as_ref().map(object)))
    }

    /// The descriptors that somebody watches.
    pub(crate) fn watched(&self) -> Vec<RawFd> {
        let rows = self.rows.borrow();
        let watched = (0..)
            .zip(rows.iter())
            .filter(|(_, row)| row.as_ref().is_some_and(|row| !row.is_idle()));
        watched.map(|(fd, _)| fd).collect()
    }

    /// Stops everything, and gives all watchers to the caller to drop.
    pub(crate) fn clear(&self, lp: &EventLoop) -> Vec<Watcher> {
        let rows = self.rows.take();
        self.count.set(0);
        if let Some(inside) = &self.inside {
            inside.set(0);
        }
        let rows = rows.into_iter().flatten();
        rows.flat_map(|row| {
            row.poll.close_quietly(lp);
            [row.reader, row.writer]
        })
        .flatten()
        .collect()
    }

    fn tell(&self, ready: &Queue, place: usize, readiness: Readiness) {
        // SAFETY: callbacks of the loop run with the interpreter's lock held; it is given up around the wait alone.
        let py = unsafe { Python::assume_attached() };
        let rows = self.rows.borrow();
        let Some(row) = rows.get(place).and_then(Option::as_ref) else { return };
        // An error or a hangup is told to both: their next call finds out what it is.
        if let Some(reader) = &row.reader
            && !(readiness - Readiness::WRITABLE).is_empty()
        {
            if let Watcher::Stream(stream) = reader
                && !(readiness - Readiness::WRITABLE - Readiness::READABLE).is_empty()
            {
                stream.get().note_more();
            }
            ready.push(reader.ready(py, Side::Read));
        }
        if let Some(writer) = &row.writer
            && !(readiness - Readiness::READABLE).is_empty()
        {
            ready.push(writer.ready(py, Side::Write));
        }
    }

    pub(crate) fn for_each(&self, mut f: impl FnMut(&Py<PyAny>)) {
        let Ok(rows) = self.rows.try_borrow() else { return };
        for row in rows.iter().flatten() {
            for watcher in [&row.reader, &row.writer].into_iter().flatten() {
                f(watcher.object());
            }
        }
    }
}
