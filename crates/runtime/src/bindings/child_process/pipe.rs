//! Pipes to a child: a non-blocking descriptor that the loop watches.
//!
//! JavaScript holds a pipe by number. Reading and writing never block; what a write could not place at once waits
//! here, one write at a time, as a Writable gives them.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::rc::{Rc, Weak};

use roundel_jsc::{Ctx, Persistent, TypedArray};
use roundel_loop::{Interest, Origin, Poll, Readiness};
use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::environment::Environment;

/// As libuv: so many reads for one event, so that a fast writer can not hold the loop.
const READS_PER_EVENT: usize = 32;
const CHUNK_BYTES: usize = 64 * 1024;

/// The open pipes of a context.
#[derive(Default)]
pub(super) struct Pipes {
    open: RefCell<HashMap<u32, Rc<Pipe>>>,
    next: Cell<u32>,
}

pub(super) struct Pipe {
    fd: OwnedFd,
    poll: Poll,
    interest: Cell<Interest>,
    on_read: RefCell<Option<Rc<Persistent>>>,
    pending: RefCell<Option<PendingWrite>>,
    environment: Weak<Environment>,
}

struct PendingWrite {
    bytes: Vec<u8>,
    from: usize,
    callback: Persistent,
}

/// How far a write came without waiting.
pub(super) enum Written {
    All,
    Waiting,
    Failed(Errno),
}

impl Pipes {
    pub(super) fn of(ctx: Ctx<'_>) -> Rc<Pipes> {
        if let Some(pipes) = ctx.data::<Pipes>() {
            return pipes;
        }
        let pipes = Rc::new(Pipes::default());
        if let Some(context) = ctx.context() {
            context.set_data(pipes.clone());
        }
        pipes
    }

    /// Takes over our end of a pipe and gives its number.
    pub(super) fn insert(
        &self,
        environment: &Rc<Environment>,
        fd: OwnedFd,
        origin: Origin,
    ) -> Result<u32, Errno> {
        let flags = rustix::fs::fcntl_getfl(&fd)?;
        rustix::fs::fcntl_setfl(&fd, flags | OFlags::NONBLOCK)?;
        let poll = Poll::new(&environment.lp, fd.as_raw_fd());
        poll.set_origin(&environment.lp, origin);
        let pipe = Pipe {
            fd,
            poll,
            interest: Cell::new(Interest::empty()),
            on_read: RefCell::default(),
            pending: RefCell::default(),
            environment: Rc::downgrade(environment),
        };
        let number = self.next.get();
        self.next.set(number + 1);
        self.open.borrow_mut().insert(number, Rc::new(pipe));
        Ok(number)
    }

    pub(super) fn get(&self, number: u32) -> Option<Rc<Pipe>> {
        self.open.borrow().get(&number).cloned()
    }

    pub(super) fn remove(&self, number: u32) -> Option<Rc<Pipe>> {
        self.open.borrow_mut().remove(&number)
    }
}

impl Pipe {
    pub(super) fn start_reading(self: &Rc<Self>, callback: Persistent) -> Result<(), Errno> {
        *self.on_read.borrow_mut() = Some(Rc::new(callback));
        self.watch(self.interest.get() | Interest::READABLE)
    }

    pub(super) fn stop_reading(self: &Rc<Self>) -> Result<(), Errno> {
        self.on_read.borrow_mut().take();
        self.watch(self.interest.get() - Interest::READABLE)
    }

    pub(super) fn write(self: &Rc<Self>, bytes: Vec<u8>, callback: Persistent) -> Written {
        let mut from = 0;
        while from < bytes.len() {
            match rustix::io::write(&self.fd, &bytes[from..]) {
                Ok(count) => from += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    *self.pending.borrow_mut() = Some(PendingWrite { bytes, from, callback });
                    return match self.watch(self.interest.get() | Interest::WRITABLE) {
                        Ok(()) => Written::Waiting,
                        Err(errno) => Written::Failed(errno),
                    };
                }
                Err(errno) => return Written::Failed(errno),
            }
        }
        Written::All
    }

    /// Nothing more will be written.
    pub(super) fn shutdown(&self) -> Result<(), Errno> {
        rustix::net::shutdown(&self.fd, rustix::net::Shutdown::Write)
    }

    pub(super) fn set_reference(&self, held: bool) {
        let Some(environment) = self.environment.upgrade() else { return };
        if held {
            self.poll.reference(&environment.lp);
        } else {
            self.poll.unreference(&environment.lp);
        }
    }

    /// Closes the descriptor in the closing phase, then calls back.
    pub(super) fn close(self: Rc<Self>, callback: Persistent) {
        let Some(environment) = self.environment.upgrade() else { return };
        self.on_read.borrow_mut().take();
        self.pending.borrow_mut().take();
        let poll = self.poll;
        poll.stop(&environment.lp);
        let weak = Rc::downgrade(&environment);
        let mut held = Some(self);
        poll.close(&environment.lp, move |_| {
            held.take();
            if let Some(environment) = weak.upgrade() {
                call(&environment, &callback, 0);
            }
        });
    }

    fn watch(self: &Rc<Self>, interest: Interest) -> Result<(), Errno> {
        let Some(environment) = self.environment.upgrade() else { return Ok(()) };
        let before = self.interest.replace(interest);
        let result = if interest.is_empty() {
            self.poll.stop(&environment.lp);
            Ok(())
        } else if before.is_empty() {
            let pipe = Rc::downgrade(self);
            self.poll.start(&environment.lp, interest, move |_, _, readiness| {
                if let Some(pipe) = pipe.upgrade() {
                    pipe.on_ready(readiness);
                }
            })
        } else {
            self.poll.set_interest(&environment.lp, interest)
        };
        result.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))
    }

    fn on_ready(self: Rc<Self>, readiness: Readiness) {
        let Some(environment) = self.environment.upgrade() else { return };
        let broken = readiness.intersects(Readiness::HANGUP | Readiness::ERROR);
        if readiness.contains(Readiness::WRITABLE) || broken {
            self.continue_write(&environment);
        }
        if readiness.contains(Readiness::READABLE) || broken {
            self.read(&environment);
        }
    }

    fn read(self: &Rc<Self>, environment: &Rc<Environment>) {
        for _ in 0..READS_PER_EVENT {
            // A callback may have stopped or closed the pipe.
            let Some(callback) = self.on_read.borrow().clone() else { return };
            let mut bytes = vec![0; CHUNK_BYTES];
            match rustix::io::read(self.fd.as_fd(), &mut bytes[..]) {
                Ok(0) => {
                    let _ = self.stop_reading();
                    environment.callback(|ctx| {
                        let function = callback.get(ctx).as_function(ctx);
                        function.map(|function| function.call(ctx, None, &[ctx.null()])).transpose()?;
                        Ok(())
                    });
                    return;
                }
                Ok(count) => {
                    bytes.truncate(count);
                    let whole = count == CHUNK_BYTES;
                    environment.callback(|ctx| {
                        let chunk = TypedArray::from_vec(ctx, bytes)?;
                        let function = callback.get(ctx).as_function(ctx);
                        function.map(|function| function.call(ctx, None, &[chunk.into()])).transpose()?;
                        Ok(())
                    });
                    // A part of the buffer: the pipe is empty for the moment.
                    if !whole {
                        return;
                    }
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                Err(errno) => {
                    let _ = self.stop_reading();
                    call(environment, &callback, -errno.raw_os_error());
                    return;
                }
            }
        }
    }

    fn continue_write(self: &Rc<Self>, environment: &Rc<Environment>) {
        let Some(mut write) = self.pending.borrow_mut().take() else { return };
        let status = loop {
            if write.from == write.bytes.len() {
                break 0;
            }
            match rustix::io::write(&self.fd, &write.bytes[write.from..]) {
                Ok(count) => write.from += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    *self.pending.borrow_mut() = Some(write);
                    return;
                }
                Err(errno) => break -errno.raw_os_error(),
            }
        };
        let _ = self.watch(self.interest.get() - Interest::WRITABLE);
        call(environment, &write.callback, status);
    }
}

/// Calls a JavaScript callback of the loop with a status.
pub(super) fn call(environment: &Environment, callback: &Persistent, status: i32) {
    environment.callback(|ctx| {
        if let Some(function) = callback.get(ctx).as_function(ctx) {
            function.call(ctx, None, &[ctx.int32(status)])?;
        }
        Ok(())
    });
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // The loop must not watch a number that may soon mean another file.
        if let Some(environment) = self.environment.upgrade() {
            self.poll.close_quietly(&environment.lp);
        }
    }
}
