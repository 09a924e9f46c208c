//! Reading: from readiness to the callback.
//!
//! The loop has one buffer of 64 KiB for all its streams. A read goes into it and the callback gets a view, a
//! [`Chunk`]: who wants the bytes for longer takes them out, small ones as a copy of their exact size, large ones with
//! the buffer itself. So a stream that waits for its next byte has no buffer, and a chunk of one byte that is kept
//! costs one byte.
//!
//! A readiness event is worth up to 32 reads. One that does not fill the buffer is the last, without asking again.

use super::{Flags, Stream, StreamRow};
use crate::EventLoop;
use crate::interest::Readiness;
use crate::observer::Event;
use crate::slab::Id;
use rustix::io::Errno;
use std::io;
use std::ops::Deref;

/// How much is read at once, unless the stream says less. libuv's number.
pub(crate) const READ_SIZE: usize = 64 * 1024;

/// How often a stream is read from per readiness event, so that others have their turn. libuv's number.
const MAX_READS: u32 = 32;

pub(crate) type ReadCallback = Box<dyn FnMut(&EventLoop, Stream, Read<'_>)>;

/// What came from a stream.
///
/// ```
/// use roundel_loop::Read;
/// fn describe(read: &Read<'_>) -> String {
///     match read {
///         Read::Data(chunk) => format!("{} bytes", chunk.len()),
///         Read::End => "the end".to_owned(),
///         Read::Error(error) => format!("{error}"),
///     }
/// }
/// assert_eq!(describe(&Read::End), "the end");
/// ```
#[derive(Debug)]
pub enum Read<'a> {
    /// Bytes, at least one.
    Data(Chunk<'a>),
    /// The other side writes no more. The stream has stopped reading.
    End,
    /// Reading failed. The stream has stopped reading.
    Error(io::Error),
}

/// Bytes that have been read, in the loop's buffer.
///
/// ```
/// use roundel_loop::{EventLoop, Options, Pipe, Read, RunMode};
/// let lp = EventLoop::new(Options::default())?;
/// let (ours, theirs) = Pipe::pair(&lp)?;
/// theirs.try_write(&lp, b"kept")?;
/// ours.read_start(&lp, |lp, stream, read| {
///     let Read::Data(chunk) = read else { unreachable!() };
///     let kept = chunk.into_vec();
///     assert_eq!((kept.as_slice(), kept.capacity()), (&b"kept"[..], 4));
///     stream.close_quietly(lp);
/// })?;
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Chunk<'a> {
    lp: &'a EventLoop,
    bytes: Vec<u8>,
}

impl<'a> Chunk<'a> {
    pub(crate) fn new(lp: &'a EventLoop, bytes: Vec<u8>) -> Chunk<'a> {
        Chunk { lp, bytes }
    }

    /// The bytes as one's own: copied if they fill less than half of the buffer, else with the buffer.
    ///
    /// ```
    /// # use roundel_loop::Chunk;
    /// fn keep(chunk: Chunk<'_>, kept: &mut Vec<Vec<u8>>) {
    ///     kept.push(chunk.into_vec());
    /// }
    /// ```
    pub fn into_vec(mut self) -> Vec<u8> {
        if self.bytes.len() >= self.bytes.capacity() / 2 {
            std::mem::take(&mut self.bytes)
        } else {
            self.bytes.to_vec()
        }
    }
}

impl Deref for Chunk<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl std::fmt::Debug for Chunk<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Chunk({} bytes)", self.bytes.len())
    }
}

impl Drop for Chunk<'_> {
    fn drop(&mut self) {
        self.lp.read_buffer.set(std::mem::take(&mut self.bytes));
    }
}

/// A readiness event in progress.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    pub(super) id: Id,
    pub(super) readiness: Readiness,
    left: u32,
    /// The last read did not fill the buffer: there is no more for the moment.
    drained: bool,
}

impl Reading {
    pub(super) fn new(id: Id, readiness: Readiness) -> Reading {
        Reading { id, readiness, left: MAX_READS, drained: false }
    }

    /// The event with nothing left to read.
    pub(super) fn over(self) -> Reading {
        Reading { left: 0, drained: false, ..self }
    }

    pub(super) fn is_over(self) -> bool {
        self.left == 0 && !self.drained
    }
}

impl Stream {
    /// Calls `callback` with what comes, until the end, an error, [`read_stop`](Stream::read_stop) or the close. A
    /// stream that is reading gets the new callback. Fails if the stream is not connected. It may be started again after
    /// an end: a terminal has more than one.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tcp};
    /// let lp = EventLoop::new(Options::default())?;
    /// let error = Tcp::new(&lp).read_start(&lp, |_, _, _| {}).unwrap_err();
    /// assert_eq!(error.kind(), std::io::ErrorKind::NotConnected);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read_start(
        self,
        lp: &EventLoop,
        callback: impl FnMut(&EventLoop, Stream, Read<'_>) + 'static,
    ) -> io::Result<()> {
        self.begin_reading(lp, Some(Box::new(callback)), |row| {
            row.data.flags.remove(Flags::BATCHED);
        })
    }

    pub(super) fn begin_reading(
        self,
        lp: &EventLoop,
        callback: Option<ReadCallback>,
        also: impl FnOnce(&mut StreamRow),
    ) -> io::Result<()> {
        let begun = lp.streams.with_open(self.id, |row| {
            if !row.data.flags.contains(Flags::READABLE) || row.data.descriptor.is_none() {
                return Err(io::Error::from(Errno::NOTCONN));
            }
            row.data.flags.insert(Flags::READING);
            also(row);
            row.data.refresh(lp, self.id);
            row.update(&lp.active_count, |state| state.active = true);
            Ok(std::mem::replace(&mut row.callback, callback))
        });
        let replaced = begun.unwrap_or_else(|| Err(Errno::INVAL.into()))?;
        drop(replaced);
        lp.emit(|| Event::HandleStarted(self.key()));
        Ok(())
    }

    /// Stops reading: nothing comes until it is started again, and the stream does not hold the loop alive. False if it
    /// was not reading.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, _theirs) = Pipe::pair(&lp)?;
    /// assert!(!ours.read_stop(&lp));
    /// ours.read_start(&lp, |_, _, _| {})?;
    /// assert!(ours.read_stop(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read_stop(self, lp: &EventLoop) -> bool {
        let stopped = lp.streams.with_mut(self.id, |row| lp.stop_reading(row, self.id));
        if stopped == Some(true) {
            lp.emit(|| Event::HandleStopped(self.key()));
        }
        stopped == Some(true)
    }

    /// Whether the stream has been started to read and has not stopped.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, _theirs) = Pipe::pair(&lp)?;
    /// ours.read_start(&lp, |_, _, _| {})?;
    /// assert!(ours.is_reading(&lp));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn is_reading(self, lp: &EventLoop) -> bool {
        self.has(lp, Flags::READING)
    }

    /// Sets how many bytes are read at once: between 1 and 65536, which it is for a new stream. For readers with a
    /// buffer of their own. False if the stream is gone.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe, Read, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, theirs) = Pipe::pair(&lp)?;
    /// theirs.try_write(&lp, b"abcdef")?;
    /// ours.set_read_size(&lp, 4);
    /// ours.read_start(&lp, |lp, stream, read| {
    ///     let Read::Data(chunk) = read else { unreachable!() };
    ///     assert_eq!(&*chunk, b"abcd");
    ///     stream.close_quietly(lp);
    /// })?;
    /// lp.run(RunMode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_read_size(self, lp: &EventLoop, bytes: usize) -> bool {
        let size = bytes.clamp(1, READ_SIZE) as u32;
        lp.streams.with_open(self.id, |row| row.data.read_size = size).is_some()
    }
}

impl EventLoop {
    pub(super) fn stop_reading(&self, row: &mut StreamRow, id: Id) -> bool {
        let was_reading = row.data.flags.contains(Flags::READING);
        if was_reading {
            row.data.flags.remove(Flags::READING);
            row.update(&self.active_count, |state| state.active = false);
            row.data.refresh(self, id);
        }
        was_reading
    }

    /// A stream with something to read: its reads, then its writes.
    pub(super) fn read_ready(&self, id: Id, readiness: Readiness) {
        if self.streams.with(id, |row| row.data.flags.contains(Flags::BATCHED)) == Some(true) {
            return self.read_in_batch(id, readiness);
        }
        let mut reading = Reading::new(id, readiness);
        while let Some(read) = self.read_once(&mut reading) {
            if !self.call_reader(id, read) || self.is_breaking() {
                break;
            }
        }
        self.write_ready(id, readiness);
    }

    fn call_reader(&self, id: Id, read: Read<'_>) -> bool {
        let Some(stream) = self.stream_of(id) else { return false };
        let Some(mut callback) = self.streams.take_callback(id) else { return false };
        self.call(stream.key(), |lp| callback(lp, stream, read));
        self.streams.restore_callback(id, callback);
        true
    }

    /// Reads once, if the stream still reads and the event is worth another read.
    pub(super) fn read_once(&self, reading: &mut Reading) -> Option<Read<'_>> {
        let id = reading.id;
        let (descriptor, size, passes_fds) = self.streams.with(id, |row| {
            let data = &row.data;
            let descriptor = data.flags.contains(Flags::READING).then(|| data.descriptor.clone());
            let passes_fds = data.flags.contains(Flags::PASSES_FDS);
            Some((descriptor??, data.read_size as usize, passes_fds))
        })??;
        if reading.left == 0 || reading.drained || self.is_breaking() {
            return None;
        }
        reading.left -= 1;
        let mut buffer = self.take_read_buffer();
        let result = if passes_fds {
            let keep = &mut |fd| self.keep_received(id, fd);
            descriptor.receive_with_fds(&mut buffer, size, keep)
        } else {
            descriptor.read(&mut buffer, size)
        };
        match result {
            Ok(read) if read > 0 => {
                // What is left, were it only the end, is there in the next poll, as in libuv: the check phase comes between
                // the last bytes and the end.
                reading.drained = read < size;
                Some(Read::Data(Chunk::new(self, buffer)))
            }
            other => {
                self.read_buffer.set(buffer);
                match other {
                    Ok(_) => Some(self.end_of_stream(id)),
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => None,
                    Err(error) => {
                        self.streams.with_mut(id, |row| self.stop_reading(row, id));
                        Some(Read::Error(error))
                    }
                }
            }
        }
    }

    /// Gives the loop memory to read into, if it has none: the last chunk was taken with the buffer. Of any other size than a
    /// read's it is of no use.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options};
    /// let lp = EventLoop::new(Options::default())?;
    /// lp.lend_read_buffer(|| Vec::with_capacity(64 * 1024));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn lend_read_buffer(&self, memory: impl FnOnce() -> Vec<u8>) {
        let buffer = self.read_buffer.take();
        self.read_buffer.set(if buffer.capacity() == 0 { memory() } else { buffer });
    }

    /// The loop's buffer, empty.
    pub(crate) fn take_read_buffer(&self) -> Vec<u8> {
        let mut buffer = self.read_buffer.take();
        buffer.clear();
        // Exactly that much: half of it is what makes a chunk a large one.
        buffer.reserve_exact(READ_SIZE);
        buffer
    }

    fn end_of_stream(&self, id: Id) -> Read<'static> {
        self.streams.with_mut(id, |row| self.stop_reading(row, id));
        Read::End
    }

    fn keep_received(&self, id: Id, fd: std::os::fd::OwnedFd) {
        self.streams
            .with_mut(id, |row| row.data.setup.get_or_insert_default().received.push_back(fd));
    }

    /// Ends a stream's reading with an error, if it reads.
    pub(super) fn fail_read(&self, id: Id, error: io::Error) {
        let was_reading = self.streams.with_mut(id, |row| self.stop_reading(row, id));
        if was_reading == Some(true) {
            self.call_reader(id, Read::Error(error));
        }
    }
}
