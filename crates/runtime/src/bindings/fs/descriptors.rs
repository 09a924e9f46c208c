//! The file descriptors a program has opened, by number.
//!
//! A number that JavaScript passes is looked up here, never used as it is: a job on the pool holds its descriptor
//! open, so that a number closed and reused meanwhile can not send its bytes to another file. What the process was
//! started with is an entry as soon as somebody names it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::rc::Rc;
use std::sync::Arc;

use roundel_jsc::Ctx;
use roundel_loop::Inherited;
use rustix::io::Errno;

use crate::environment::Environment;

/// One of the three that every process has, or one that was opened.
#[derive(Clone)]
pub(in crate::bindings) enum Descriptor {
    Standard(BorrowedFd<'static>),
    Opened(Arc<OwnedFd>),
}

impl AsFd for Descriptor {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Descriptor::Standard(fd) => *fd,
            Descriptor::Opened(fd) => fd.as_fd(),
        }
    }
}

#[derive(Default)]
pub(in crate::bindings) struct Descriptors {
    opened: RefCell<HashMap<i32, Arc<OwnedFd>>>,
    inherited: Arc<Inherited>,
}

impl Descriptors {
    /// The table of the context, made on first use.
    pub(in crate::bindings) fn of(ctx: Ctx<'_>) -> Rc<Descriptors> {
        if let Some(descriptors) = ctx.data::<Descriptors>() {
            return descriptors;
        }
        let inherited = Environment::of(ctx).options.inherited.clone();
        let descriptors = Rc::new(Descriptors { inherited, ..Descriptors::default() });
        if let Some(context) = ctx.context() {
            context.set_data(descriptors.clone());
        }
        descriptors
    }

    /// Keeps a descriptor and gives its number.
    pub(in crate::bindings) fn insert(&self, fd: OwnedFd) -> i32 {
        let number = fd.as_raw_fd();
        self.opened.borrow_mut().insert(number, Arc::new(fd));
        number
    }

    pub(in crate::bindings) fn get(&self, number: i32) -> Result<Descriptor, Errno> {
        Ok(match number {
            0 => Descriptor::Standard(rustix::stdio::stdin()),
            1 => Descriptor::Standard(rustix::stdio::stdout()),
            2 => Descriptor::Standard(rustix::stdio::stderr()),
            _ => Descriptor::Opened(self.opened(number).ok_or(Errno::BADF)?),
        })
    }

    /// Gives a descriptor away: a stream is its owner from here on. Of the standard three, and of one that a job still
    /// uses, it is a duplicate.
    pub(in crate::bindings) fn take(&self, number: i32) -> Result<OwnedFd, Errno> {
        match self.remove(number)? {
            None => Ok(rustix::io::fcntl_dupfd_cloexec(self.get(number)?, 0)?),
            Some(fd) => match Arc::try_unwrap(fd) {
                Ok(fd) => Ok(fd),
                Err(shared) => Ok(rustix::io::fcntl_dupfd_cloexec(&shared, 0)?),
            },
        }
    }

    fn opened(&self, number: i32) -> Option<Arc<OwnedFd>> {
        let mut opened = self.opened.borrow_mut();
        if let Some(fd) = opened.get(&number) {
            return Some(fd.clone());
        }
        let fd = Arc::new(self.inherited.take(number)?);
        opened.insert(number, fd.clone());
        Some(fd)
    }

    /// Forgets a number; the file itself is closed when the last job on it is done. The standard three stay open.
    pub(in crate::bindings) fn remove(&self, number: i32) -> Result<Option<Arc<OwnedFd>>, Errno> {
        if (0..=2).contains(&number) {
            return Ok(None);
        }
        let removed = self.opened.borrow_mut().remove(&number);
        let removed = removed.or_else(|| self.inherited.take(number).map(Arc::new));
        removed.map(Some).ok_or(Errno::BADF)
    }
}
