//! Batches: the reads of one poll round, pulled by the embedder.
//!
//! A loop inside a guest language enters that language for every callback, and entering costs more than the read. A
//! stream started by [`Stream::read_start_batched`] is not called back: when it is ready, the loop calls its *read sink*,
//! once, and the sink pulls with [`EventLoop::next_read`]:
//!
//! ```text
//!   poll round:  A B C are ready ──► sink ─► enter the guest
//!                                            next_read: A's data    handle it, drain queues
//!                                            next_read: A's more    handle it, drain queues
//!                                            next_read: B's data    handle it, drain queues
//!                                            next_read: C's end     handle it, drain queues
//!                                            next_read: None        leave the guest
//! ```
//!
//! The order is the one in which callbacks would have come, and nothing is read before it is asked for: `next_read`
//! makes the system call. It gives `None` where the loop itself has to go on: when the next ready descriptor is not a
//! batched stream's, or the stream whose reads are over has writes to call back. If there are batched streams after
//! that, the sink is called again. Observers see every read as a callback of its own.
//!
//! A sink may leave early (because the guest is to stop): what it has not pulled is still ready in the next poll.

use super::read::Reading;
use super::{Flags, Read, Role, Stream};
use crate::EventLoop;
use crate::interest::{Owner, Readiness, Token};
use crate::origin::ResourceId;
use crate::slab::Id;
use crate::sys::Ready;
use rustix::io::Errno;
use std::cell::Cell;
use std::io;

/// What [`EventLoop::set_read_sink`] takes.
pub type ReadSink = Box<dyn FnMut(&EventLoop)>;

/// One read of a batch.
#[derive(Debug)]
pub struct BatchedRead<'a> {
    /// Which stream.
    pub stream: Stream,
    /// What the embedder said of it when it was started.
    pub tag: u64,
    /// What came.
    pub read: Read<'a>,
}

/// The batch in progress, if there is one.
#[derive(Default)]
pub(crate) struct Batch {
    sink: Cell<Option<ReadSink>>,
    is_set: Cell<bool>,
    reading: Cell<Option<Reading>>,
    /// The read that the sink is busy with.
    current: Cell<Option<(Stream, ResourceId)>>,
    has_pulled: Cell<bool>,
}

impl Stream {
    /// Starts to read for the loop's read sink, which hears `tag` with everything that comes from this stream. Fails if
    /// the stream is not connected or the loop has no sink.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, _theirs) = Pipe::pair(&lp)?;
    /// assert!(ours.read_start_batched(&lp, 7).is_err());
    /// lp.set_read_sink(Some(Box::new(|_| {})));
    /// ours.read_start_batched(&lp, 7)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read_start_batched(self, lp: &EventLoop, tag: u64) -> io::Result<()> {
        if !lp.batch.is_set.get() {
            return Err(Errno::INVAL.into());
        }
        self.begin_reading(lp, None, |row| {
            row.data.flags.insert(Flags::BATCHED);
            row.data.tag = tag;
        })
    }
}

impl EventLoop {
    /// Sets or removes what is called when batched streams are ready.
    ///
    /// ```
    /// use roundel_loop::{BatchedRead, EventLoop, Options, Pipe, Read, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// lp.set_read_sink(Some(Box::new(|lp| {
    ///     // Here the guest is entered, once.
    ///     while let Some(BatchedRead { stream, tag, read }) = lp.next_read() {
    ///         if let Read::Data(chunk) = read {
    ///             assert_eq!((tag, &*chunk), (7, &b"hello"[..]));
    ///         }
    ///         stream.close_quietly(lp);
    ///         // Here the guest's queues are drained.
    ///     }
    /// })));
    /// let (ours, theirs) = Pipe::pair(&lp)?;
    /// theirs.try_write(&lp, b"hello")?;
    /// theirs.close_quietly(&lp);
    /// ours.read_start_batched(&lp, 7)?;
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_read_sink(&self, sink: Option<ReadSink>) {
        self.batch.is_set.set(sink.is_some());
        let previous = self.batch.sink.replace(sink);
        drop(previous);
    }

    /// The next read of the batch in progress. The one before is over with this call. `None` outside the read sink.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// assert!(EventLoop::new(Options::default())?.next_read().is_none());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn next_read(&self) -> Option<BatchedRead<'_>> {
        let batch = &self.batch;
        self.end_batched_read();
        let mut reading = batch.reading.get().filter(|_| !self.is_breaking())?;
        batch.has_pulled.set(true);
        loop {
            let id = reading.id;
            if let Some(read) = self.read_once(&mut reading) {
                batch.reading.set(Some(reading));
                let (tag, kind) = self.streams.with(id, |row| (row.data.tag, row.data.kind))?;
                let stream = Stream { id, kind };
                let resource =
                    self.begin_callback(stream.key(), || self.origin_of(stream.key()).resource);
                batch.current.set(Some((stream, resource)));
                return Some(BatchedRead { stream, tag, read });
            }
            // What is left of the event is done by whoever called the sink.
            if self.has_write_work(id) {
                batch.reading.set(Some(reading.over()));
                return None;
            }
            let Some(next) = self.next_batched() else {
                batch.reading.set(Some(reading.over()));
                return None;
            };
            reading = next;
        }
    }

    fn end_batched_read(&self) {
        if let Some((stream, resource)) = self.batch.current.take() {
            self.end_callback(stream.key(), resource);
        }
    }

    /// The next ready descriptor, if it is that of a batched stream with something to read.
    fn next_batched(&self) -> Option<Reading> {
        let Ready { token, readiness } = self.peek_ready()?;
        let token = Token::from_bits(token);
        if token.owner() != Owner::Stream {
            return None;
        }
        let id = token.id();
        let is_batched = self.streams.with(id, |row| {
            let flags = Flags::BATCHED | Flags::READING;
            row.data.flags.contains(flags) && matches!(row.data.role(), Role::Connected)
        });
        let about_reading = Readiness::READABLE | Readiness::HANGUP | Readiness::ERROR;
        if is_batched != Some(true) || !readiness.intersects(about_reading) {
            return None;
        }
        self.skip_ready();
        Some(Reading::new(id, readiness))
    }

    /// Has the sink read, from this stream on; then does what is left of the event in which it ended.
    pub(super) fn read_in_batch(&self, id: Id, readiness: Readiness) {
        let batch = &self.batch;
        batch.reading.set(Some(Reading::new(id, readiness)));
        loop {
            batch.has_pulled.set(false);
            let Some(mut sink) = batch.sink.take() else { break };
            sink(self);
            self.end_batched_read();
            // It may have removed or replaced itself.
            if batch.is_set.get() {
                let installed = batch.sink.take();
                batch.sink.set(Some(installed.unwrap_or(sink)));
            }
            // One that leaves early is called again while it gets somewhere.
            let left = batch.reading.get().is_some_and(|reading| !reading.is_over());
            if !left || !batch.has_pulled.get() || self.is_breaking() {
                break;
            }
        }
        if let Some(reading) = batch.reading.take() {
            self.write_ready(reading.id, reading.readiness);
        }
        if !batch.is_set.get() {
            // Nobody is left to read: the stream would be ready for ever.
            self.streams.with_mut(id, |row| self.stop_reading(row, id));
        }
    }

    /// Forgets the batch that a panic in the sink has cut short.
    pub(crate) fn recover_batch(&self) {
        self.batch.reading.set(None);
        self.batch.current.set(None);
    }
}
