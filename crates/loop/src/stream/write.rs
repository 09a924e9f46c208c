//! Writing: tried at once, else queued; and the shutdown that comes after.
//!
//! The queue is drained front to back, as many buffers to a system call as fit, whatever requests they belong to, up to
//! 32 calls per readiness event. A write that is cut short has filled the descriptor, so it is the last.
//!
//! A request is one box: its bytes and its callback. It stays in the queue until its last byte is written or it fails,
//! then on the list of the completed until its callback has been called.

use super::{Flags, Stream, StreamRow};
use crate::EventLoop;
use crate::interest::Readiness;
use crate::slab::Id;
use crate::sys::Descriptor;
use rustix::io::Errno;
use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::os::fd::OwnedFd;

/// How often a stream is written to per readiness event. libuv's number.
const MAX_WRITES: usize = 32;

/// How many buffers go into one system call.
const MAX_PARTS: usize = 64;

/// What is being written, or has been and is not called back yet.
#[derive(Default)]
pub(crate) struct Output {
    queue: VecDeque<Queued>,
    queued_bytes: usize,
    completed: VecDeque<Completed>,
    shutdown: Option<ShutdownCallback>,
}

type ShutdownCallback = Box<dyn FnOnce(&EventLoop, Stream, io::Result<()>)>;

struct Queued {
    request: Box<dyn WriteRequest>,
    /// How many of its bytes have been written.
    written: usize,
    left: usize,
    /// Go with the next byte.
    fds: Vec<OwnedFd>,
}

struct Completed {
    request: Box<dyn WriteRequest>,
    result: io::Result<()>,
}

/// Bytes in one or more parts, and whom to tell.
trait WriteRequest {
    fn parts(&self) -> usize;
    fn part(&self, index: usize) -> &[u8];
    fn call(self: Box<Self>, lp: &EventLoop, stream: Stream, result: io::Result<()>);
}

struct Single<B, F> {
    bytes: B,
    callback: F,
}

impl<B, F> WriteRequest for Single<B, F>
where
    B: AsRef<[u8]>,
    F: FnOnce(&EventLoop, Stream, io::Result<()>),
{
    fn parts(&self) -> usize {
        1
    }

    fn part(&self, _index: usize) -> &[u8] {
        self.bytes.as_ref()
    }

    fn call(self: Box<Self>, lp: &EventLoop, stream: Stream, result: io::Result<()>) {
        (self.callback)(lp, stream, result);
    }
}

struct Several<B, F> {
    parts: Vec<B>,
    callback: F,
}

impl<B, F> WriteRequest for Several<B, F>
where
    B: AsRef<[u8]>,
    F: FnOnce(&EventLoop, Stream, io::Result<()>),
{
    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn part(&self, index: usize) -> &[u8] {
        self.parts[index].as_ref()
    }

    fn call(self: Box<Self>, lp: &EventLoop, stream: Stream, result: io::Result<()>) {
        (self.callback)(lp, stream, result);
    }
}

fn length(request: &dyn WriteRequest) -> usize {
    (0..request.parts()).map(|index| request.part(index).len()).sum()
}

impl Output {
    /// Waits for room.
    pub(super) fn is_blocked(&self) -> bool {
        !self.queue.is_empty()
    }

    fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.completed.is_empty() && self.shutdown.is_none()
    }

    fn append(&mut self, later: Output) {
        self.queue.extend(later.queue);
        self.queued_bytes += later.queued_bytes;
        self.completed.extend(later.completed);
        self.shutdown = self.shutdown.take().or(later.shutdown);
    }

    fn complete(&mut self, request: Box<dyn WriteRequest>, result: io::Result<()>) {
        self.completed.push_back(Completed { request, result });
    }

    /// One system call's worth of the queue.
    fn write_some(&mut self, descriptor: &Descriptor) -> io::Result<Progress> {
        let Some(first) = self.queue.front_mut() else { return Ok(Progress::Done) };
        let (written, offered) = if first.fds.is_empty() {
            let mut parts = [IoSlice::new(&[]); MAX_PARTS];
            let (count, offered) = gather(&self.queue, &mut parts);
            let written = match count {
                0 => 0,
                1 => descriptor.write(&parts[0])?,
                _ => descriptor.write_vectored(&parts[..count])?,
            };
            (written, offered)
        } else {
            let bytes = next_part(first.request.as_ref(), first.written);
            let written = descriptor.send_with_fds(bytes, &first.fds)?;
            let offered = bytes.len();
            first.fds.clear();
            (written, offered)
        };
        self.advance(written);
        Ok(match () {
            () if self.queue.is_empty() => Progress::Done,
            () if written < offered => Progress::Full,
            () => Progress::More,
        })
    }

    /// Takes note that so many bytes have gone.
    fn advance(&mut self, mut written: usize) {
        self.queued_bytes -= written.min(self.queued_bytes);
        while let Some(first) = self.queue.front_mut() {
            let step = written.min(first.left);
            first.written += step;
            first.left -= step;
            written -= step;
            if first.left > 0 {
                break;
            }
            if let Some(done) = self.queue.pop_front() {
                self.complete(done.request, Ok(()));
            }
        }
    }

    fn fail_first(&mut self, error: io::Error) {
        if let Some(failed) = self.queue.pop_front() {
            self.queued_bytes -= failed.left.min(self.queued_bytes);
            self.complete(failed.request, Err(error));
        }
    }
}

enum Progress {
    Done,
    More,
    Full,
}

/// The parts to be written next, none of them empty: how many, and how many bytes.
fn gather<'a>(queue: &'a VecDeque<Queued>, parts: &mut [IoSlice<'a>]) -> (usize, usize) {
    let (mut count, mut bytes) = (0, 0);
    for (place, queued) in queue.iter().enumerate() {
        if place > 0 && !queued.fds.is_empty() {
            break;
        }
        let mut skip = queued.written;
        for index in 0..queued.request.parts() {
            let part = queued.request.part(index);
            let rest = &part[skip.min(part.len())..];
            skip -= skip.min(part.len());
            if rest.is_empty() {
                continue;
            }
            if count == parts.len() {
                return (count, bytes);
            }
            parts[count] = IoSlice::new(rest);
            count += 1;
            bytes += rest.len();
        }
    }
    (count, bytes)
}

/// The rest of the part that the byte number `written` is in.
fn next_part(request: &dyn WriteRequest, written: usize) -> &[u8] {
    let mut skip = written;
    for index in 0..request.parts() {
        let part = request.part(index);
        if skip < part.len() {
            return &part[skip..];
        }
        skip -= part.len();
    }
    &[]
}

impl Stream {
    /// Writes as much as there is room for, and says how much that was. Nothing is queued and nothing is called back.
    /// `WouldBlock` if there is no room, if other writes wait, or if the stream is not connected yet.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, _theirs) = Pipe::pair(&lp)?;
    /// assert_eq!(ours.try_write(&lp, b"hello")?, 5);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn try_write(self, lp: &EventLoop, bytes: &[u8]) -> io::Result<usize> {
        lp.streams
            .with_open(self.id, |row| writable_now(row)?.write(bytes))
            .unwrap_or_else(|| Err(Errno::BADF.into()))
    }

    /// As [`try_write`](Stream::try_write), from several buffers.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// use std::io::IoSlice;
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, _theirs) = Pipe::pair(&lp)?;
    /// let parts = [IoSlice::new(b"hello"), IoSlice::new(b" world")];
    /// assert_eq!(ours.try_write_vectored(&lp, &parts)?, 11);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn try_write_vectored(self, lp: &EventLoop, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        lp.streams
            .with_open(self.id, |row| {
                let descriptor = writable_now(row)?;
                let parts = &parts[..parts.len().min(MAX_PARTS)];
                descriptor.write_vectored(parts)
            })
            .unwrap_or_else(|| Err(Errno::BADF.into()))
    }

    /// Writes all bytes, in the order of the calls, and then calls back: in the pending phase if there was room at once,
    /// else in poll. Fails, and does not call back, if the stream has no descriptor (EBADF) or has been shut down or was
    /// never to be written to (EPIPE).
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, theirs) = Pipe::pair(&lp)?;
    /// ours.write(&lp, vec![7; 100], |lp, stream, result| {
    ///     assert!(result.is_ok());
    ///     stream.close_quietly(lp);
    /// })?;
    /// theirs.close_quietly(&lp);
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write<B: AsRef<[u8]> + 'static>(
        self,
        lp: &EventLoop,
        bytes: B,
        callback: impl FnOnce(&EventLoop, Stream, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        self.submit(lp, Box::new(Single { bytes, callback }), Vec::new())
    }

    /// As [`write`](Stream::write), from several buffers.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, theirs) = Pipe::pair(&lp)?;
    /// ours.write_vectored(&lp, vec!["a", "b"], |lp, stream, _| {
    ///     stream.close_quietly(lp);
    /// })?;
    /// theirs.close_quietly(&lp);
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_vectored<B: AsRef<[u8]> + 'static>(
        self,
        lp: &EventLoop,
        parts: Vec<B>,
        callback: impl FnOnce(&EventLoop, Stream, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        self.submit(lp, Box::new(Several { parts, callback }), Vec::new())
    }

    pub(crate) fn write_passing<B: AsRef<[u8]> + 'static>(
        self,
        lp: &EventLoop,
        bytes: B,
        fds: Vec<OwnedFd>,
        callback: impl FnOnce(&EventLoop, Stream, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        self.submit(lp, Box::new(Single { bytes, callback }), fds)
    }

    fn submit(
        self,
        lp: &EventLoop,
        request: Box<dyn WriteRequest>,
        fds: Vec<OwnedFd>,
    ) -> io::Result<()> {
        // Foreign code, called while the table is free.
        let left = length(request.as_ref());
        let queued = Queued { request, written: 0, left, fds };
        let is_first = lp.streams.with_open(self.id, |row| {
            if row.data.descriptor.is_none() {
                return Err(io::Error::from(Errno::BADF));
            }
            if !row.data.flags.contains(Flags::WRITABLE) {
                return Err(io::Error::from(Errno::PIPE));
            }
            lp.request_begins();
            let connecting = row.data.setup.as_ref().is_some_and(|setup| setup.is_connecting());
            let output = row.data.output.get_or_insert_with(|| lp.take_output());
            output.queued_bytes += left;
            output.queue.push_back(queued);
            Ok(!connecting && output.queue.len() == 1)
        });
        if is_first.unwrap_or_else(|| Err(Errno::BADF.into()))? {
            lp.flush(self.id);
            lp.streams.with_mut(self.id, |row| {
                if row.data.output.as_ref().is_some_and(|output| !output.completed.is_empty()) {
                    lp.feed(row, self.id);
                }
            });
        }
        Ok(())
    }

    /// How many bytes wait to be written.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, _theirs) = Pipe::pair(&lp)?;
    /// ours.write(&lp, vec![0; 16 << 20], |_, _, _| {})?;
    /// assert!(ours.write_queue_size(&lp) > 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_queue_size(self, lp: &EventLoop) -> usize {
        let size = lp.streams.with(self.id, |row| Some(row.data.output.as_ref()?.queued_bytes));
        size.flatten().unwrap_or(0)
    }

    /// Ends the stream's own side, after what is queued, and calls back. The other side can still be read. Fails, and
    /// does not call back, if the stream is not connected or has been shut down before.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe, Read, RunMode};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, theirs) = Pipe::pair(&lp)?;
    /// ours.shutdown(&lp, |lp, stream, result| {
    ///     result.unwrap();
    ///     stream.close_quietly(lp);
    /// })?;
    /// theirs.read_start(&lp, |lp, stream, read| {
    ///     assert!(matches!(read, Read::End));
    ///     stream.close_quietly(lp);
    /// })?;
    /// assert!(!lp.run(RunMode::Default));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn shutdown(
        self,
        lp: &EventLoop,
        callback: impl FnOnce(&EventLoop, Stream, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        let callback: ShutdownCallback = Box::new(callback);
        let begun = lp.streams.with_open(self.id, |row| {
            if !row.data.flags.contains(Flags::WRITABLE) || row.data.descriptor.is_none() {
                return Err(io::Error::from(Errno::NOTCONN));
            }
            row.data.flags.remove(Flags::WRITABLE);
            lp.request_begins();
            let output = row.data.output.get_or_insert_with(|| lp.take_output());
            output.shutdown = Some(callback);
            if !output.is_blocked() {
                lp.feed(row, self.id);
            }
            Ok(())
        });
        begun.unwrap_or_else(|| Err(Errno::NOTCONN.into()))
    }

    /// Whether writes wait for room, which blocks the loop, instead of being queued. For terminals and for streams of
    /// last words. False if the stream is gone.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Pipe};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (ours, _theirs) = Pipe::pair(&lp)?;
    /// assert!(ours.set_blocking_writes(&lp, true));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn set_blocking_writes(self, lp: &EventLoop, blocking: bool) -> bool {
        self.set_flag(lp, Flags::BLOCKING_WRITES, blocking)
    }

    /// Whether a shutdown has been asked for and not happened.
    pub(crate) fn is_shutting(self, lp: &EventLoop) -> bool {
        let shutting = |row: &StreamRow| Some(row.data.output.as_ref()?.shutdown.is_some());
        lp.streams.with(self.id, shutting).flatten() == Some(true)
    }
}

/// The descriptor, if bytes may go to it past the queue.
fn writable_now(row: &StreamRow) -> io::Result<&Descriptor> {
    let data = &row.data;
    let Some(descriptor) = &data.descriptor else { return Err(Errno::BADF.into()) };
    if !data.flags.contains(Flags::WRITABLE) {
        return Err(Errno::PIPE.into());
    }
    let queue_waits = data.output.as_ref().is_some_and(|output| output.is_blocked());
    let connecting = data.setup.as_ref().is_some_and(|setup| setup.is_connecting());
    if queue_waits || connecting { Err(Errno::AGAIN.into()) } else { Ok(descriptor) }
}

impl EventLoop {
    /// Writes what there is room for.
    fn flush(&self, id: Id) {
        let taken = self.streams.with_mut(id, |row| {
            let descriptor = row.data.descriptor.clone()?;
            let blocking = row.data.flags.contains(Flags::BLOCKING_WRITES);
            Some((descriptor, row.data.output.take()?, blocking))
        });
        let Some((descriptor, mut output, blocking)) = taken.flatten() else { return };
        let mut writes = 0;
        while writes < MAX_WRITES || blocking {
            writes += 1;
            match output.write_some(&descriptor) {
                Ok(Progress::More) => {}
                Ok(Progress::Full) if blocking => {}
                Ok(Progress::Done | Progress::Full) => break,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !blocking {
                        break;
                    }
                    if let Err(error) = descriptor.wait_writable() {
                        output.fail_first(error);
                    }
                }
                Err(error) => output.fail_first(error),
            }
        }
        self.streams.with_mut(id, |row| {
            // The bytes are given by foreign code, which may have written more.
            if let Some(meanwhile) = row.data.output.take() {
                output.append(*meanwhile);
            }
            row.data.output = Some(output);
            row.data.refresh(self, id);
        });
    }

    /// A stream with room to write, or with something to call back: writes, calls back, and shuts down if that was all.
    pub(super) fn write_ready(&self, id: Id, readiness: Readiness) {
        let active = Readiness::WRITABLE | Readiness::ERROR | Readiness::HANGUP;
        if !readiness.intersects(active) || !self.has_write_work(id) {
            return;
        }
        if !self.is_breaking() {
            self.flush(id);
            self.call_writers(id);
        }
        if self.is_breaking() {
            self.streams.with_mut(id, |row| self.feed(row, id));
            return;
        }
        self.finish_shutdown(id);
        let idle =
            self.streams.with_mut(id, |row| row.data.output.take_if(|output| output.is_idle()));
        if let Some(Some(idle)) = idle {
            self.keep_output(idle);
        }
    }

    /// An output for a stream that begins to write. The last one that became idle is kept with its memory, so that a
    /// stream which writes one thing after another does not allocate one each time.
    fn take_output(&self) -> Box<Output> {
        self.idle_output.take().unwrap_or_default()
    }

    fn keep_output(&self, output: Box<Output>) {
        if output.queue.capacity() <= MAX_PARTS && output.completed.capacity() <= MAX_PARTS {
            self.idle_output.set(Some(output));
        }
    }

    /// Whether [`write_ready`](EventLoop::write_ready) would call anybody.
    pub(super) fn has_write_work(&self, id: Id) -> bool {
        self.streams.with(id, |row| !row.state.closing && row.data.output.is_some()) == Some(true)
    }

    /// Calls back the requests that were complete when it was called.
    fn call_writers(&self, id: Id) {
        let Some(stream) = self.stream_of(id) else { return };
        let count = self.streams.with(id, |row| Some(row.data.output.as_ref()?.completed.len()));
        for _ in 0..count.flatten().unwrap_or(0) {
            if self.is_breaking() {
                break;
            }
            let completed =
                self.streams.with_mut(id, |row| row.data.output.as_mut()?.completed.pop_front());
            let Some(Some(Completed { request, result })) = completed else { break };
            self.request_ends();
            self.call(stream.key(), |lp| request.call(lp, stream, result));
            if self.is_breaking() && !stream.is_closing(self) {
                // The others wait for the next run.
                self.streams.with_mut(id, |row| self.feed(row, id));
                break;
            }
        }
    }

    fn finish_shutdown(&self, id: Id) {
        let begun = self.streams.with_mut(id, |row| {
            if row.state.closing {
                return None;
            }
            let descriptor = row.data.descriptor.clone()?;
            let output = row.data.output.as_mut().filter(|output| !output.is_blocked())?;
            let callback = output.shutdown.take()?;
            Some((callback, descriptor.shutdown_write()))
        });
        if let Some(Some((callback, result))) = begun {
            self.call_shutdown(id, callback, result);
        }
    }

    fn call_shutdown(&self, id: Id, callback: ShutdownCallback, result: io::Result<()>) {
        self.request_ends();
        if let Some(stream) = self.stream_of(id) {
            self.call(stream.key(), |lp| callback(lp, stream, result));
        }
    }

    /// Fails all that is queued, each request with an error of its own, and calls it back after what was complete.
    pub(super) fn fail_writes(&self, id: Id, error: impl Fn() -> io::Error) {
        self.streams.with_mut(id, |row| {
            if let Some(output) = &mut row.data.output {
                while output.is_blocked() {
                    output.fail_first(error());
                }
            }
        });
        self.call_writers(id);
    }

    pub(super) fn fail_shutdown(&self, id: Id, error: io::Error) {
        let callback = self.streams.with_mut(id, |row| row.data.output.as_mut()?.shutdown.take());
        if let Some(callback) = callback.flatten() {
            self.call_shutdown(id, callback, Err(error));
        }
    }
}
