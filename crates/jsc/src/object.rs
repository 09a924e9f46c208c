//! An object on the stack: properties, prototype, private data.

use std::marker::PhantomData;
use std::rc::Rc;

use roundel_jsc_sys::private::{JSObjectGetGlobalContext, JSObjectGetProxyTarget};
use roundel_jsc_sys::*;

use crate::brand::Brand;
use crate::convert::IntoValue;
use crate::ctx::Ctx;
use crate::exception::{JsResult, guarded};
use crate::function::Function;
use crate::key::PropertyKey;
use crate::payload;
use crate::string::JsString;
use crate::value::Value;

/// A JavaScript object, alive as long as it is on the stack; see [`Value`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Object<'js> {
    raw: JSObjectRef,
    brand: Brand<'js>,
}

/// Attributes for [`Object::define`]. The default is a plain property.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attributes(JSPropertyAttributes);

impl Attributes {
    /// Writable, enumerable, configurable.
    pub const NONE: Attributes = Attributes(kJSPropertyAttributeNone);
    /// Not writable.
    pub const READ_ONLY: Attributes = Attributes(kJSPropertyAttributeReadOnly);
    /// Not enumerable.
    pub const HIDDEN: Attributes = Attributes(kJSPropertyAttributeDontEnum);
    /// Not configurable.
    pub const PERMANENT: Attributes = Attributes(kJSPropertyAttributeDontDelete);

    const fn has(self, other: Attributes) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets.
    pub const fn and(self, other: Attributes) -> Attributes {
        Attributes(self.0 | other.0)
    }
}

impl<'js> Object<'js> {
    /// # Safety
    /// `raw` must be a live object of the machine that `'js` is an entry of.
    #[inline]
    pub(crate) unsafe fn from_raw(raw: JSObjectRef) -> Object<'js> {
        Object { raw, brand: PhantomData }
    }

    #[inline]
    pub(crate) fn raw(self) -> JSObjectRef {
        self.raw
    }

    #[inline]
    pub fn as_value(self) -> Value<'js> {
        // SAFETY: an object is a value.
        unsafe { Value::from_raw(self.raw) }
    }

    /// The property, through the prototype chain; `undefined` if there is none.
    pub fn get(self, ctx: Ctx<'js>, key: impl PropertyKey) -> JsResult<'js, Value<'js>> {
        let key = key.to_key();
        // SAFETY: context, object and key are live; `exception` points to a local of `guarded`.
        guarded(ctx, |exception| unsafe {
            JSObjectGetProperty(ctx.raw(), self.raw, key.raw(), exception)
        })
        // SAFETY: a live value, as there was no exception.
        .map(|raw| unsafe { Value::from_raw(raw) })
    }

    /// The element at `index`.
    pub fn get_index(self, ctx: Ctx<'js>, index: u32) -> JsResult<'js, Value<'js>> {
        // SAFETY: as in `get`.
        guarded(ctx, |exception| unsafe {
            JSObjectGetPropertyAtIndex(ctx.raw(), self.raw, index, exception)
        })
        // SAFETY: as in `get`.
        .map(|raw| unsafe { Value::from_raw(raw) })
    }

    /// The property whose key is a value: a symbol, or anything that converts to a name.
    pub fn get_key(self, ctx: Ctx<'js>, key: Value<'js>) -> JsResult<'js, Value<'js>> {
        // SAFETY: as in `get`.
        guarded(ctx, |exception| unsafe {
            JSObjectGetPropertyForKey(ctx.raw(), self.raw, key.raw(), exception)
        })
        // SAFETY: as in `get`.
        .map(|raw| unsafe { Value::from_raw(raw) })
    }

    /// Assigns the property, running a setter if there is one.
    pub fn set(
        self,
        ctx: Ctx<'js>,
        key: impl PropertyKey,
        value: impl IntoValue<'js>,
    ) -> JsResult<'js, ()> {
        let key = key.to_key();
        let value = value.into_value(ctx);
        self.put(ctx, &key, value, Attributes::NONE)
    }

    /// Defines an own property, as `Object.defineProperty` does: whatever is inherited does not
    /// matter, no setter runs.
    pub fn define(
        self,
        ctx: Ctx<'js>,
        key: impl PropertyKey,
        value: impl IntoValue<'js>,
        attributes: Attributes,
    ) -> JsResult<'js, ()> {
        let key = key.to_key();
        let value = value.into_value(ctx);
        let define = ctx
            .context()
            .and_then(|context| context.inner().intrinsics.get()?.define_property(ctx));
        let Some(define) = define else {
            // A realm without its handle: the C API defines what is neither own nor inherited and
            // assigns the rest.
            return self.put(ctx, &key, value, attributes);
        };
        let descriptor = ctx.object();
        descriptor.set_prototype(ctx, ctx.null());
        descriptor.set(ctx, "value", value)?;
        descriptor.set(ctx, "writable", !attributes.has(Attributes::READ_ONLY))?;
        descriptor.set(ctx, "enumerable", !attributes.has(Attributes::HIDDEN))?;
        descriptor.set(ctx, "configurable", !attributes.has(Attributes::PERMANENT))?;
        let args = [self.as_value(), key.to_value(ctx), descriptor.into()];
        define.call(ctx, None, &args).map(drop)
    }

    fn put(
        self,
        ctx: Ctx<'js>,
        key: &JsString,
        value: Value<'js>,
        attributes: Attributes,
    ) -> JsResult<'js, ()> {
        // SAFETY: as in `get`; the value is live.
        guarded(ctx, |exception| unsafe {
            JSObjectSetProperty(
                ctx.raw(),
                self.raw,
                key.raw(),
                value.raw(),
                attributes.0,
                exception,
            );
        })
    }

    /// Assigns the element at `index`.
    pub fn set_index(
        self,
        ctx: Ctx<'js>,
        index: u32,
        value: impl IntoValue<'js>,
    ) -> JsResult<'js, ()> {
        let value = value.into_value(ctx);
        // SAFETY: as in `set`.
        guarded(ctx, |exception| unsafe {
            JSObjectSetPropertyAtIndex(ctx.raw(), self.raw, index, value.raw(), exception);
        })
    }

    /// Assigns the property whose key is a value.
    pub fn set_key(
        self,
        ctx: Ctx<'js>,
        key: Value<'js>,
        value: impl IntoValue<'js>,
    ) -> JsResult<'js, ()> {
        let value = value.into_value(ctx);
        // SAFETY: as in `set`.
        guarded(ctx, |exception| unsafe {
            JSObjectSetPropertyForKey(
                ctx.raw(),
                self.raw,
                key.raw(),
                value.raw(),
                kJSPropertyAttributeNone,
                exception,
            );
        })
    }

    /// `key in object`.
    pub fn has(self, ctx: Ctx<'js>, key: impl PropertyKey) -> bool {
        let key = key.to_key();
        // SAFETY: context, object and key are live.
        unsafe { JSObjectHasProperty(ctx.raw(), self.raw, key.raw()) }
    }

    /// `key in object`, the key being a value.
    pub fn has_key(self, ctx: Ctx<'js>, key: Value<'js>) -> JsResult<'js, bool> {
        // SAFETY: as in `get`.
        guarded(ctx, |exception| unsafe {
            JSObjectHasPropertyForKey(ctx.raw(), self.raw, key.raw(), exception)
        })
    }

    /// `delete object[key]`; false when the property is permanent.
    pub fn delete(self, ctx: Ctx<'js>, key: impl PropertyKey) -> JsResult<'js, bool> {
        let key = key.to_key();
        // SAFETY: as in `get`.
        guarded(ctx, |exception| unsafe {
            JSObjectDeleteProperty(ctx.raw(), self.raw, key.raw(), exception)
        })
    }

    /// The enumerable names that `for … in` visits, inherited ones included.
    pub fn property_names(self, ctx: Ctx<'js>) -> Vec<JsString> {
        // SAFETY: context and object are live; the array is ours and released below; each name in
        // it is retained before the array goes.
        unsafe {
            let names = JSObjectCopyPropertyNames(ctx.raw(), self.raw);
            let list = (0..JSPropertyNameArrayGetCount(names))
                .map(|index| {
                    let name = JSPropertyNameArrayGetNameAtIndex(names, index);
                    JsString::from_raw(JSStringRetain(name))
                })
                .collect();
            JSPropertyNameArrayRelease(names);
            list
        }
    }

    /// The prototype, or `null`.
    pub fn prototype(self, ctx: Ctx<'js>) -> Value<'js> {
        // SAFETY: context and object are live.
        unsafe { Value::from_raw(JSObjectGetPrototype(ctx.raw(), self.raw)) }
    }

    /// Sets the prototype to an object or `null`.
    pub fn set_prototype(self, ctx: Ctx<'js>, prototype: impl IntoValue<'js>) {
        let prototype = prototype.into_value(ctx);
        // SAFETY: context, object and value are live.
        unsafe { JSObjectSetPrototype(ctx.raw(), self.raw, prototype.raw()) };
    }

    /// The function, if the object can be called.
    pub fn as_function(self, ctx: Ctx<'js>) -> Option<Function<'js>> {
        // SAFETY: context and object are live; the handle is made only for a function.
        unsafe { JSObjectIsFunction(ctx.raw(), self.raw).then(|| Function::from_raw(self.raw)) }
    }

    /// Whether `new object()` is possible.
    pub fn is_constructor(self, ctx: Ctx<'js>) -> bool {
        // SAFETY: context and object are live.
        unsafe { JSObjectIsConstructor(ctx.raw(), self.raw) }
    }

    /// Calls the method `name`.
    pub fn call_method(
        self,
        ctx: Ctx<'js>,
        name: impl PropertyKey,
        args: &[Value<'js>],
    ) -> JsResult<'js, Value<'js>> {
        let key = name.to_key();
        match self.get(ctx, &*key)?.as_function(ctx) {
            Some(method) => method.call(ctx, self, args),
            None => Err(crate::Exception::type_error(ctx, &format!("{key} is not a function"))),
        }
    }

    /// The Rust value inside an object made by [`crate::Class`], if it is of type `T`.
    pub fn private<T: 'static>(self) -> Option<Rc<T>> {
        payload::of(self)?.downcast::<T>().ok()
    }

    /// The target, if the object is a `Proxy` that is not revoked.
    pub fn proxy_target(self) -> Option<Object<'js>> {
        // SAFETY: the object is live; null for anything but a proxy.
        let target = unsafe { JSObjectGetProxyTarget(self.raw) };
        // SAFETY: a live object, referenced by the proxy.
        (!target.is_null()).then(|| unsafe { Object::from_raw(target) })
    }

    /// Whether the object was made in the realm of `ctx`.
    pub fn is_of_realm(self, ctx: Ctx<'js>) -> bool {
        // SAFETY: the object is live.
        unsafe { JSObjectGetGlobalContext(self.raw).cast_const() == ctx.raw() }
    }
}

impl<'js> From<Object<'js>> for Value<'js> {
    #[inline]
    fn from(object: Object<'js>) -> Value<'js> {
        object.as_value()
    }
}

impl PartialEq for Object<'_> {
    /// Identity, as `===`.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.raw, other.raw)
    }
}

impl Eq for Object<'_> {}
