//! Classes of objects that carry a Rust value; the value itself is in `payload.rs`.

use std::ffi::{CStr, CString};
use std::marker::PhantomData;
use std::rc::Rc;

use roundel_jsc_sys::*;

use crate::convert::IntoValue;
use crate::ctx::Ctx;
use crate::object::Object;
use crate::payload::{Carrier, Payload};
use crate::trampoline;

/// Objects with a Rust value of type `T` inside. When the collector has taken the object the value is dropped at the end
/// of the entry, so its `Drop` may itself use the engine. A value that holds a [`crate::Context`] of the same machine
/// keeps it alive for ever.
///
/// Property access on such an object is slower than on a plain one, as the engine cannot cache it;
/// keep it behind a plain JavaScript object when it is on a hot path.
///
/// ```
/// # use roundel_jsc::{Class, Context, Vm};
/// # let context = Context::new(&Vm::new()?)?;
/// context.enter(|ctx| {
///     let class: Class<Vec<u8>> = Class::new("Bytes");
///     let object = class.instantiate(ctx, vec![1, 2, 3]);
///     assert_eq!(object.private::<Vec<u8>>().map(|bytes| bytes.len()), Some(3));
///     assert!(object.private::<String>().is_none());
/// });
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
pub struct Class<T> {
    raw: RawClass,
    data: PhantomData<fn() -> T>,
}

impl<T: 'static> Class<T> {
    /// A class whose instances print as `[object name]`.
    pub fn new(name: &str) -> Class<T> {
        // A class name comes from the program text; a NUL in it would be a mistake worth no panic.
        let name = CString::new(name.replace('\0', "")).unwrap_or_default();
        let definition = class_definition(&name);
        Class { raw: RawClass::new(&definition), data: PhantomData }
    }

    /// An object with `data` inside and `Object.prototype` as its prototype.
    pub fn instantiate<'js>(&self, ctx: Ctx<'js>, data: T) -> Object<'js> {
        make_object(ctx, self.raw.0, Rc::new(data))
    }

    /// An object with `data` inside and the given prototype.
    pub fn instantiate_with<'js>(
        &self,
        ctx: Ctx<'js>,
        prototype: impl IntoValue<'js>,
        data: T,
    ) -> Object<'js> {
        let object = self.instantiate(ctx, data);
        object.set_prototype(ctx, prototype);
        object
    }
}

/// A class whose objects carry a payload.
pub(crate) fn class_definition(name: &CStr) -> JSClassDefinition {
    // SAFETY: a constant of the library, copied.
    let mut definition = unsafe { kJSClassDefinitionEmpty };
    definition.className = name.as_ptr();
    definition.attributes = kJSClassAttributeNoAutomaticPrototype;
    definition.finalize = Some(trampoline::finalize);
    definition
}

/// A class of the engine, with one reference.
pub(crate) struct RawClass(JSClassRef);

impl RawClass {
    pub(crate) fn raw(&self) -> JSClassRef {
        self.0
    }

    pub(crate) fn new(definition: &JSClassDefinition) -> RawClass {
        // SAFETY: the definition and what it points to live during the call; the engine copies
        // them.
        RawClass(unsafe { JSClassCreate(definition) })
    }
}

impl Drop for RawClass {
    fn drop(&mut self) {
        // SAFETY: the reference of `new`; objects of the class hold their own.
        unsafe { JSClassRelease(self.0) };
    }
}

pub(crate) fn make_object<'js>(ctx: Ctx<'js>, class: JSClassRef, payload: Payload) -> Object<'js> {
    let carrier = Carrier::new(payload, &ctx.vm_inner().payloads);
    let data = Box::into_raw(Box::new(carrier));
    // SAFETY: context and class are live; the class has our finaliser, which takes the box back.
    unsafe { Object::from_raw(JSObjectMake(ctx.raw(), class, data.cast())) }
}
