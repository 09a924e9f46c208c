//! A reference that does not keep its object alive.

use std::rc::Rc;

use roundel_jsc_sys::private::{JSWeakCreate, JSWeakGetObject, JSWeakRef};

use crate::ctx::Ctx;
use crate::live;
use crate::object::Object;
use crate::vm::{self, WeakVm};

/// Finds an object as long as something else keeps it alive. Like a [`crate::Persistent`] it can
/// sit in any structure of its thread and be dropped at any time.
pub struct Weak {
    raw: JSWeakRef,
    vm: WeakVm,
}

impl Weak {
    pub fn new<'js>(ctx: Ctx<'js>, object: impl Into<Object<'js>>) -> Weak {
        let vm = ctx.vm_inner();
        // SAFETY: group and object are live; released by `VmInner` after the drop.
        let raw = unsafe { JSWeakCreate(vm.group, object.into().raw()) };
        live::add(&live::WEAKS);
        Weak { raw, vm: Rc::downgrade(&vm) }
    }

    /// The object, unless it was collected.
    ///
    /// # Panics
    /// If `ctx` belongs to another machine.
    pub fn get<'js>(&self, ctx: Ctx<'js>) -> Option<Object<'js>> {
        vm::assert_same(ctx.raw(), &self.vm);
        // SAFETY: the reference is live as long as `self` and its machine, which is the entered
        // one.
        let object = unsafe { JSWeakGetObject(self.raw) };
        // SAFETY: a live object of this machine.
        (!object.is_null()).then(|| unsafe { Object::from_raw(object) })
    }
}

impl Drop for Weak {
    fn drop(&mut self) {
        live::remove(&live::WEAKS);
        if let Some(vm) = self.vm.upgrade() {
            vm.weak_dropped(self.raw);
        }
    }
}
