//! Reading standard input as the loop finds it ready, or through the pool where the kernel has no readiness for it.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use roundel_jsc::{Ctx, JsResult, Persistent, TypedArray, Value};
use roundel_loop::{Interest, Lane, Origin, Poll, work};
use rustix::io::Errno;

use crate::environment::Environment;

const CHUNK_BYTES: usize = 64 * 1024;

/// Which way descriptor 0 is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Poll,
    Pool,
}

#[derive(Default)]
pub(crate) struct Stdin {
    poll: Cell<Option<Poll>>,
    callback: RefCell<Option<Persistent>>,
    /// Counts starts, so that a pool job that was overtaken by a stop is known.
    generation: Cell<u64>,
}

impl Environment {
    pub(crate) fn start_stdin(self: &Rc<Self>, way: Way, callback: Persistent) {
        self.stop_stdin();
        *self.stdin.callback.borrow_mut() = Some(callback);
        if way == Way::Poll {
            let poll = self.stdin.poll.get().unwrap_or_else(|| Poll::new(&self.lp, 0));
            poll.set_origin(&self.lp, Origin::new("TTYWRAP"));
            self.stdin.poll.set(Some(poll));
            let weak = Rc::downgrade(self);
            let started = poll.start(&self.lp, Interest::READABLE, move |_, _, _| {
                if let Some(environment) = weak.upgrade() {
                    let result = read();
                    environment.deliver_stdin(result);
                }
            });
            if started.is_ok() {
                return;
            }
            // No readiness for this kind of descriptor (EPERM): the pool can always read.
        }
        self.read_stdin_by_pool();
    }

    fn read_stdin_by_pool(self: &Rc<Self>) {
        let generation = self.stdin.generation.get();
        let weak: Weak<Environment> = Rc::downgrade(self);
        let id = work(&self.lp, Lane::Fast, read, move |_, result| {
            let Some(environment) = weak.upgrade() else { return };
            if environment.stdin.generation.get() != generation {
                return;
            }
            let result = result.unwrap_or(Err(Errno::CANCELED));
            let more = matches!(&result, Ok(bytes) if !bytes.is_empty());
            environment.deliver_stdin(result);
            if more && environment.stdin.generation.get() == generation {
                environment.read_stdin_by_pool();
            }
        });
        id.set_origin(&self.lp, Origin::new("FSReqCallback"));
    }

    fn deliver_stdin(&self, result: Result<Vec<u8>, Errno>) {
        let ended = !matches!(&result, Ok(bytes) if !bytes.is_empty());
        self.callback(|ctx| {
            let callback = self.stdin.callback.borrow().as_ref().map(|callback| callback.get(ctx));
            if ended {
                self.stop_stdin();
            }
            if let Some(callback) = callback.and_then(|callback| callback.as_function(ctx)) {
                let argument = argument(ctx, result)?;
                callback.call(ctx, None, &[argument])?;
            }
            Ok(())
        });
    }

    pub(crate) fn stop_stdin(&self) {
        self.stdin.generation.set(self.stdin.generation.get() + 1);
        if let Some(poll) = self.stdin.poll.get() {
            poll.stop(&self.lp);
        }
        let gone = self.stdin.callback.borrow_mut().take();
        drop(gone);
    }

    pub(crate) fn reference_stdin(&self, wanted: bool) {
        let poll = self.stdin.poll.get().unwrap_or_else(|| Poll::new(&self.lp, 0));
        self.stdin.poll.set(Some(poll));
        if wanted {
            poll.reference(&self.lp);
        } else {
            poll.unreference(&self.lp);
        }
    }
}

fn argument<'js>(ctx: Ctx<'js>, result: Result<Vec<u8>, Errno>) -> JsResult<'js, Value<'js>> {
    match result {
        Ok(bytes) if bytes.is_empty() => Ok(ctx.null()),
        Ok(bytes) => Ok(TypedArray::from_vec(ctx, bytes)?.as_object().into()),
        Err(errno) => Ok(ctx.int32(-errno.raw_os_error())),
    }
}

fn read() -> Result<Vec<u8>, Errno> {
    let mut bytes = vec![0; CHUNK_BYTES];
    loop {
        match rustix::io::read(rustix::stdio::stdin(), &mut bytes) {
            Ok(length) => {
                bytes.truncate(length);
                return Ok(bytes);
            }
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
    }
}
