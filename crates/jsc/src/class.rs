//! Objects that carry a Rust value: closures and instances of [`Class`].
//!
//! Every private-data pointer that this crate gives to the engine is a `Box<Payload>`: so the private data of any
//! object is either null or ours, and [`payload`] can look into it whatever the object is. The collector's
//! finaliser takes the box back.

use std::cell::OnceCell;
use std::ffi::CString;
use std::marker::PhantomData;
use std::rc::Rc;

use roundel_jsc_sys::*;

use crate::convert::IntoValue;
use crate::ctx::Ctx;
use crate::exception::JsResult;
use crate::function::{Arguments, Function};
use crate::object::{Attributes, Object, Payload};
use crate::trampoline;
use crate::value::Value;

/// The private data behind every closure.
pub(crate) type Closure = Box<dyn for<'a> Fn(Ctx<'a>, Arguments<'a>) -> JsResult<'a, Value<'a>>>;

/// Objects with a Rust value of type `T` inside, which the collector drops with the object.
///
/// Property access on such an object is slower than on a plain one, as the engine cannot cache it; keep
/// it behind a plain JavaScript object when it is on a hot path.
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
        // SAFETY: a constant of the library, copied.
        let mut definition = unsafe { kJSClassDefinitionEmpty };
        definition.className = name.as_ptr();
        definition.attributes = kJSClassAttributeNoAutomaticPrototype;
        definition.finalize = Some(trampoline::finalize);
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

struct RawClass(JSClassRef);

impl RawClass {
    fn new(definition: &JSClassDefinition) -> RawClass {
        // SAFETY: the definition and what it points to live during the call; the engine copies them.
        RawClass(unsafe { JSClassCreate(definition) })
    }
}

impl Drop for RawClass {
    fn drop(&mut self) {
        // SAFETY: the reference of `new`; objects of the class hold their own.
        unsafe { JSClassRelease(self.0) };
    }
}

/// The classes of Rust functions that captured state and of constructors; one each per machine, made on first use.
#[derive(Default)]
pub(crate) struct FunctionClasses {
    closure: OnceCell<RawClass>,
    constructor: OnceCell<RawClass>,
}

impl FunctionClasses {
    fn closure(&self) -> JSClassRef {
        let class = self.closure.get_or_init(|| {
            let mut definition = function_definition();
            definition.callAsFunction = Some(trampoline::call_closure);
            RawClass::new(&definition)
        });
        class.0
    }

    fn constructor(&self) -> JSClassRef {
        let class = self.constructor.get_or_init(|| {
            let mut definition = function_definition();
            definition.callAsFunction = Some(trampoline::refuse_call);
            definition.callAsConstructor = Some(trampoline::construct);
            definition.hasInstance = Some(trampoline::has_instance);
            RawClass::new(&definition)
        });
        class.0
    }
}

fn function_definition() -> JSClassDefinition {
    // SAFETY: a constant of the library, copied.
    let mut definition = unsafe { kJSClassDefinitionEmpty };
    definition.className = c"Function".as_ptr();
    definition.attributes = kJSClassAttributeNoAutomaticPrototype;
    definition.finalize = Some(trampoline::finalize);
    definition
}

impl<'js> Ctx<'js> {
    /// A constructor: `new` calls `body`, which makes the object (with [`Class::instantiate_with`] and the prototype found
    /// on [`Arguments::callee`]); a plain call is refused. `prototype` and the constructor lead to each other as
    /// in a JavaScript class. The engine does not pass `new.target`, so a subclass gets instances of the base.
    pub fn constructor<F>(self, name: &str, prototype: Object<'js>, body: F) -> Function<'js>
    where
        F: for<'a> Fn(Ctx<'a>, Arguments<'a>) -> JsResult<'a, Object<'a>> + 'static,
    {
        let body: Closure = Box::new(move |ctx, args| body(ctx, args).map(Into::into));
        let vm = self.vm_inner();
        let function = self.function_object(vm.function_classes.constructor(), name, body);
        // The function is fresh; only a hostile prototype could refuse the second one, and then it goes without.
        let hidden = Attributes::HIDDEN;
        let _ = function.as_object().define(
            self,
            "prototype",
            prototype,
            hidden.and(Attributes::READ_ONLY),
        );
        let _ = prototype.define(self, "constructor", function, hidden);
        function
    }

    pub(crate) fn closure(self, name: &str, body: Closure) -> Function<'js> {
        let vm = self.vm_inner();
        self.function_object(vm.function_classes.closure(), name, body)
    }

    fn function_object(self, class: JSClassRef, name: &str, body: Closure) -> Function<'js> {
        let object = make_object(self, class, Rc::new(body));
        // A fresh object takes a new property without running anything; before it inherits the read-only `name` of all
        // functions, which would stand in the way.
        let _ = object.define(self, "name", name, Attributes::READ_ONLY.and(Attributes::HIDDEN));
        let prototype = self
            .context()
            .and_then(|context| context.inner().intrinsics.get()?.function_prototype(self));
        if let Some(prototype) = prototype {
            object.set_prototype(self, prototype);
        }
        // SAFETY: the class has `callAsFunction`, so the object is callable.
        unsafe { Function::from_raw(object.raw()) }
    }
}

fn make_object<'js>(ctx: Ctx<'js>, class: JSClassRef, payload: Payload) -> Object<'js> {
    let data = Box::into_raw(Box::new(payload));
    // SAFETY: context and class are live; the class has our finaliser, which takes the box back.
    unsafe { Object::from_raw(JSObjectMake(ctx.raw(), class, data.cast())) }
}

/// The payload of an object, if it has one.
pub(crate) fn payload(object: Object<'_>) -> Option<Payload> {
    // SAFETY: the object is live; the private data of any object is null or a `Box<Payload>` of ours, which
    // only the finaliser takes back, after the object's death.
    unsafe { JSObjectGetPrivate(object.raw()).cast::<Payload>().as_ref() }.cloned()
}
