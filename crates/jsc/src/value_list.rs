//! A list of values that the collector knows of.
//!
//! The collector looks for values on the stack, not in what Rust allocates: a `Vec` of values is a list of what was
//! there once. A [`ValueList`] protects each value while it is in the list, so it may grow, be returned, and be put
//! into other structures, as long as the entry lasts.

use std::ops::Deref;
use std::rc::Rc;

use roundel_jsc_sys::JSValueProtect;

use crate::ctx::Ctx;
use crate::encoding;
use crate::exception::JsResult;
use crate::object::Object;
use crate::value::Value;
use crate::vm::VmInner;

/// Values of one entry, as many as there are. Reads like a slice, so it can be the arguments of a call.
///
/// ```
/// # use roundel_jsc::{Context, ValueList, Vm};
/// # let context = Context::new(&Vm::new()?)?;
/// let joined = context.enter(|ctx| {
///     let mut list = ValueList::new(ctx);
///     for number in 0..100 {
///         list.push(ctx.string(&number.to_string()));
///     }
///     ctx.collect_garbage();
///     ctx.array(&list).ok()?.call_method(ctx, "join", &[]).ok()?.to_rust_string(ctx).ok()
/// });
/// assert!(joined.is_some_and(|joined| joined.starts_with("0,1,2,")));
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
pub struct ValueList<'js> {
    ctx: Ctx<'js>,
    vm: Rc<VmInner>,
    values: Vec<Value<'js>>,
}

impl<'js> ValueList<'js> {
    pub fn new(ctx: Ctx<'js>) -> ValueList<'js> {
        ValueList { ctx, vm: ctx.vm_inner(), values: Vec::new() }
    }

    /// The values of an iterator, each kept from the moment it is there.
    pub fn collect<V: Into<Value<'js>>>(
        ctx: Ctx<'js>,
        values: impl IntoIterator<Item = V>,
    ) -> ValueList<'js> {
        let mut list = ValueList::new(ctx);
        for value in values {
            list.push(value);
        }
        list
    }

    /// The same, up to the first exception.
    pub fn try_collect<V: Into<Value<'js>>>(
        ctx: Ctx<'js>,
        values: impl IntoIterator<Item = JsResult<'js, V>>,
    ) -> JsResult<'js, ValueList<'js>> {
        let mut list = ValueList::new(ctx);
        for value in values {
            list.push(value?);
        }
        Ok(list)
    }

    pub fn push(&mut self, value: impl Into<Value<'js>>) {
        let value = value.into();
        if encoding::is_cell(value.raw()) {
            // SAFETY: context and value are live; lifted by `VmInner::flush_released` after `pop` or the drop.
            unsafe { JSValueProtect(self.ctx.raw(), value.raw()) };
        }
        self.values.push(value);
    }

    /// The last value, which the list no longer keeps.
    pub fn pop(&mut self) -> Option<Value<'js>> {
        let value = self.values.pop()?;
        self.release(value);
        Some(value)
    }

    /// A JavaScript array of the values.
    pub fn to_array(&self) -> JsResult<'js, Object<'js>> {
        self.ctx.array(self)
    }

    fn release(&self, value: Value<'js>) {
        if encoding::is_cell(value.raw()) {
            self.vm.protection_due(value.raw());
        }
    }
}

impl<'js> Deref for ValueList<'js> {
    type Target = [Value<'js>];

    fn deref(&self) -> &[Value<'js>] {
        &self.values
    }
}

impl Drop for ValueList<'_> {
    fn drop(&mut self) {
        for index in 0..self.values.len() {
            self.release(self.values[index]);
        }
    }
}
