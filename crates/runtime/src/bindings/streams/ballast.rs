//! Memory that is never touched, held so that the collector does not run all the time.
//!
//! The engine collects when as much has been allocated as its heap may grow by, and a small heap may grow by a few megabytes.
//! A program that does nothing but pass bytes on has a small heap: a gigabyte that is read in chunks costs it 125
//! collections, half of them whole. With an array of 16 MB beside the heap they are 20, and reading takes a third less
//! CPU time. The array's pages are the system's zero page until somebody writes to them, so it costs addresses, not memory;
//! what it costs is that up to as much garbage waits for the collector, which is what Node's young generation holds, too.

use std::cell::{Cell, RefCell};

use roundel_jsc::{Ctx, JsResult, Persistent, TypedArray};

/// Who reads less than this pays nothing.
const ENOUGH_READ: usize = 32 << 20;

const SIZE: usize = 16 << 20;

/// The ballast of an environment, taken on when enough bytes have been read.
#[derive(Default)]
pub(super) struct Ballast {
    read: Cell<usize>,
    held: RefCell<Option<Persistent>>,
}

impl Ballast {
    /// So many bytes more have become JavaScript's.
    pub(super) fn passed<'js>(&self, ctx: Ctx<'js>, bytes: usize) -> JsResult<'js, ()> {
        let before = self.read.get();
        if before >= ENOUGH_READ {
            return Ok(());
        }
        self.read.set(before + bytes);
        if before + bytes >= ENOUGH_READ {
            let array = TypedArray::from_vec(ctx, vec![0; SIZE])?;
            *self.held.borrow_mut() = Some(Persistent::new(ctx, array.as_object()));
        }
        Ok(())
    }
}
