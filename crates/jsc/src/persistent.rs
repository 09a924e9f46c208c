//! A value kept beyond its entry.

use std::rc::Rc;

use roundel_jsc_sys::{JSValueProtect, JSValueRef};

use crate::ctx::Ctx;
use crate::encoding;
use crate::live;
use crate::value::Value;
use crate::vm::{self, WeakVm};

/// Protects a value from the collector until it is dropped. Can sit in any structure of its thread.
///
/// Dropping it is always allowed, also inside a finaliser and after the machine is gone: it only
/// notes that the protection is to be lifted, which happens when an entry of the machine ends. A
/// `Persistent` inside the private data of an object that it leads back to is a leak; use
/// [`crate::Weak`] for that direction.
pub struct Persistent {
    raw: JSValueRef,
    /// Dangling for a value that needs no protection, such as a number.
    vm: WeakVm,
}

impl Persistent {
    /// Protects the value. One that is not on the collector's heap, such as a number, costs
    /// nothing.
    pub fn new<'js>(ctx: Ctx<'js>, value: impl Into<Value<'js>>) -> Persistent {
        let raw = value.into().raw();
        if !encoding::is_cell(raw) {
            return Persistent { raw, vm: WeakVm::new() };
        }
        let vm = ctx.vm_inner();
        // SAFETY: context and value are live; lifted by `VmInner::flush_released` after the drop.
        unsafe { JSValueProtect(ctx.raw(), raw) };
        vm.persistent_created();
        live::add(&live::PERSISTENTS);
        Persistent { raw, vm: Rc::downgrade(&vm) }
    }

    /// The value, in an entry of the same machine.
    ///
    /// # Panics
    /// If `ctx` belongs to another machine: a programmer's mistake that would corrupt both heaps.
    pub fn get<'js>(&self, ctx: Ctx<'js>) -> Value<'js> {
        if encoding::is_cell(self.raw) {
            vm::assert_same(ctx.raw(), &self.vm);
        }
        // SAFETY: an immediate value, or one that is protected in this very machine.
        unsafe { Value::from_raw(self.raw) }
    }

    /// A second handle of the same value.
    pub fn clone_in(&self, ctx: Ctx<'_>) -> Persistent {
        Persistent::new(ctx, self.get(ctx))
    }
}

impl Drop for Persistent {
    fn drop(&mut self) {
        if encoding::is_cell(self.raw) {
            live::remove(&live::PERSISTENTS);
        }
        if let Some(vm) = self.vm.upgrade() {
            vm.persistent_dropped(self.raw);
        }
    }
}
