//! Values kept by position, for a language that knows them by number.
//!
//! A guest in C holds on to values over many calls and cannot be trusted to say so with a type. It gets the position of a
//! value in a [`Roots`] instead, which keeps the value until the list is cut shorter. A position that was never given out,
//! or is gone, leads to nothing.

use std::rc::Rc;

use roundel_jsc_sys::{JSValueProtect, JSValueRef, JSValueUnprotect};

use crate::ctx::Ctx;
use crate::encoding;
use crate::value::Value;
use crate::vm::{self, WeakVm};

/// A stack of values of one machine. It outlives entries; like a [`crate::Persistent`] it may be dropped at any time.
///
/// ```
/// # use roundel_jsc::{Context, Roots, Vm};
/// # let context = Context::new(&Vm::new()?)?;
/// let mut roots = context.enter(Roots::new);
/// let place = context.enter(|ctx| roots.push(ctx, ctx.string("kept")));
/// let text = context.enter(|ctx| {
///     ctx.collect_garbage();
///     roots.get(ctx, place).and_then(|value| value.to_rust_string(ctx).ok())
/// });
/// assert_eq!(text.as_deref(), Some("kept"));
/// context.enter(|ctx| roots.truncate(ctx, place));
/// assert!(context.enter(|ctx| roots.get(ctx, place).is_none()));
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
pub struct Roots {
    values: Vec<JSValueRef>,
    vm: WeakVm,
}

impl Roots {
    pub fn new(ctx: Ctx<'_>) -> Roots {
        Roots { values: Vec::new(), vm: Rc::downgrade(&ctx.vm_inner()) }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Keeps a value, and gives its position.
    ///
    /// # Panics
    /// If `ctx` belongs to another machine.
    pub fn push<'js>(&mut self, ctx: Ctx<'js>, value: Value<'js>) -> usize {
        vm::assert_same(ctx.raw(), &self.vm);
        protect(ctx, value.raw());
        self.values.push(value.raw());
        self.values.len() - 1
    }

    /// The value at a position, if there is one.
    ///
    /// # Panics
    /// If `ctx` belongs to another machine.
    pub fn get<'js>(&self, ctx: Ctx<'js>, position: usize) -> Option<Value<'js>> {
        vm::assert_same(ctx.raw(), &self.vm);
        // SAFETY: an immediate value, or one that is protected in this very machine.
        self.values.get(position).map(|raw| unsafe { Value::from_raw(*raw) })
    }

    /// Puts another value at a position that is taken; false if it is not.
    ///
    /// # Panics
    /// If `ctx` belongs to another machine.
    pub fn set<'js>(&mut self, ctx: Ctx<'js>, position: usize, value: Value<'js>) -> bool {
        vm::assert_same(ctx.raw(), &self.vm);
        let Some(place) = self.values.get_mut(position) else { return false };
        protect(ctx, value.raw());
        let previous = std::mem::replace(place, value.raw());
        unprotect(ctx, previous);
        true
    }

    /// Lets go of the values from `length` on.
    ///
    /// # Panics
    /// If `ctx` belongs to another machine.
    pub fn truncate(&mut self, ctx: Ctx<'_>, length: usize) {
        vm::assert_same(ctx.raw(), &self.vm);
        for raw in self.values.drain(length.min(self.values.len())..) {
            unprotect(ctx, raw);
        }
    }
}

fn protect(ctx: Ctx<'_>, raw: JSValueRef) {
    if encoding::is_cell(raw) {
        // SAFETY: context and value are live; each protection is lifted once, by `unprotect` or after the drop.
        unsafe { JSValueProtect(ctx.raw(), raw) };
    }
}

fn unprotect(ctx: Ctx<'_>, raw: JSValueRef) {
    if encoding::is_cell(raw) {
        // SAFETY: the context is live, and the value was protected by `protect`. A `Ctx` is not had in a finaliser, where
        // this would not be allowed.
        unsafe { JSValueUnprotect(ctx.raw(), raw) };
    }
}

impl Drop for Roots {
    fn drop(&mut self) {
        let Some(vm) = self.vm.upgrade() else { return };
        for raw in self.values.drain(..) {
            if encoding::is_cell(raw) {
                vm.protection_due(raw);
            }
        }
    }
}
