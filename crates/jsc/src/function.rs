//! Functions: calling JavaScript's, and making them from Rust.
//!
//! A Rust function without captured state is a function of the engine's own kind, with a trampoline
//! compiled for it: a call from JavaScript costs about 7 ns, and the engine's lock stays held.
//! Where the engine does not export what that takes it is a C API callback, at about 110 ns. One
//! with captured state is in `closure.rs`.

use std::marker::PhantomData;
use std::ops::Deref;

use roundel_jsc_sys::cxx::HostFunction;
use roundel_jsc_sys::*;

use crate::brand::Brand;
use crate::ctx::Ctx;
use crate::exception::{Exception, JsResult, guarded};
use crate::object::Object;
use crate::string::JsString;
use crate::trampoline;
use crate::value::Value;
use crate::{encoding, engine, frame};

/// A callable object, alive as long as it is on the stack; see [`Value`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Function<'js> {
    raw: JSObjectRef,
    brand: Brand<'js>,
}

impl<'js> Function<'js> {
    /// # Safety
    /// `raw` must be a live callable object of the machine that `'js` is an entry of.
    #[inline]
    pub(crate) unsafe fn from_raw(raw: JSObjectRef) -> Function<'js> {
        Function { raw, brand: PhantomData }
    }

    #[inline]
    pub fn as_object(self) -> Object<'js> {
        // SAFETY: a function is an object.
        unsafe { Object::from_raw(self.raw) }
    }

    /// Calls it. `None` as `this` is `undefined` (the global object for a sloppy function).
    #[inline]
    pub fn call(
        self,
        ctx: Ctx<'js>,
        this: impl Into<Option<Object<'js>>>,
        args: &[Value<'js>],
    ) -> JsResult<'js, Value<'js>> {
        let this = this.into().map_or(std::ptr::null_mut(), Object::raw);
        // SAFETY: everything is live; `Value` is a transparent wrapper of the pointers read here;
        // `exception` points to a local of `guarded`.
        guarded(ctx, |exception| unsafe {
            JSObjectCallAsFunction(
                ctx.raw(),
                self.raw,
                this,
                args.len(),
                args.as_ptr().cast(),
                exception,
            )
        })
        // SAFETY: a live value, as there was no exception.
        .map(|raw| unsafe { Value::from_raw(raw) })
    }

    /// `new function(...args)`.
    pub fn construct(self, ctx: Ctx<'js>, args: &[Value<'js>]) -> JsResult<'js, Object<'js>> {
        // SAFETY: as in `call`.
        let raw = guarded(ctx, |exception| unsafe {
            JSObjectCallAsConstructor(
                ctx.raw(),
                self.raw,
                args.len(),
                args.as_ptr().cast(),
                exception,
            )
        })?;
        // The engine answers null, without an exception, for what is no constructor.
        if raw.is_null() {
            return Err(Exception::type_error(ctx, "the function is not a constructor"));
        }
        // SAFETY: as in `call`.
        Ok(unsafe { Object::from_raw(raw) })
    }
}

impl<'js> From<Function<'js>> for Value<'js> {
    #[inline]
    fn from(function: Function<'js>) -> Value<'js> {
        function.as_object().into()
    }
}

impl<'js> From<Function<'js>> for Object<'js> {
    #[inline]
    fn from(function: Function<'js>) -> Object<'js> {
        function.as_object()
    }
}

/// What a Rust function is called with. Indexing like a slice; [`Arguments::at`] for optional ones.
///
/// One word, which goes from hand to hand in a register: copying what it points to, right after that was written, makes the
/// processor wait.
#[derive(Clone, Copy)]
pub struct Arguments<'js> {
    passed: &'js Passed<'js>,
}

/// What the engine passed to a callback, on the stack of the callback.
pub(crate) struct Passed<'js> {
    callee: JSObjectRef,
    this: This,
    values: &'js [Value<'js>],
}

/// `this`, as the caller passed it or as a sloppy function sees it.
#[derive(Clone, Copy)]
pub(crate) enum This {
    /// From a host call, under the lock. Anything: a primitive, `undefined`, even a scope object of
    /// the engine.
    Raw(JSContextRef, JSValueRef),
    Object(JSObjectRef),
}

impl<'js> Passed<'js> {
    /// # Safety
    /// The pointers must be what the engine gave to a callback that lasts for all of `'js`.
    #[inline]
    pub(crate) unsafe fn from_raw(
        callee: JSObjectRef,
        this: This,
        count: usize,
        values: *const JSValueRef,
    ) -> Passed<'js> {
        let values = if count == 0 {
            &[]
        } else {
            // SAFETY: `count` values, rooted by the engine during the call; `Value` is transparent.
            unsafe { std::slice::from_raw_parts(values.cast(), count) }
        };
        Passed { callee, this, values }
    }
}

impl<'js> Arguments<'js> {
    /// # Safety
    /// What was passed must stay where it is for all of `'js`, the time of the callback.
    #[inline]
    pub(crate) unsafe fn new(passed: &Passed<'js>) -> Arguments<'js> {
        // SAFETY: the caller's promise.
        Arguments { passed: unsafe { &*std::ptr::from_ref(passed) } }
    }

    /// The argument at `index`, `undefined` if fewer were passed.
    #[inline]
    pub fn at(self, index: usize) -> Value<'js> {
        self.passed.values.get(index).copied().unwrap_or_else(Value::undefined)
    }

    /// The state that a closure is bound to, and what was passed besides, without a `this`.
    ///
    /// # Safety
    /// Only in the function that closures bind. No script ever holds it, so that its `this` is
    /// always the state.
    #[inline]
    pub(crate) unsafe fn take_state(self, ctx: Ctx<'js>) -> (Object<'js>, Passed<'js>) {
        let Passed { callee, this, values } = *self.passed;
        let state = match this {
            This::Raw(_, value) => value.cast_mut(),
            This::Object(object) => object,
        };
        let none = This::Raw(ctx.raw(), encoding::undefined());
        // SAFETY: an object that the bound function keeps alive, as the caller says.
        (unsafe { Object::from_raw(state) }, Passed { callee, this: none, values })
    }

    /// `this`, as a sloppy function sees it: the global object in the place of `undefined` and
    /// `null`, other primitives wrapped. A function with captured state does not see it and gets
    /// the global object.
    pub fn this(self) -> Object<'js> {
        let object = match self.passed.this {
            This::Object(object) => object,
            // SAFETY: context and value are live during the call; the conversion of anything but
            // `undefined` and `null` cannot fail.
            This::Raw(ctx, value) => unsafe {
                let none = encoding::is_undefined(value) || encoding::is_null(value);
                if none || frame::is_scope(ctx, value) {
                    JSContextGetGlobalObject(ctx)
                } else {
                    JSValueToObject(ctx, value, std::ptr::null_mut())
                }
            },
        };
        // SAFETY: a live object during the call.
        unsafe { Object::from_raw(object) }
    }

    /// `this`, as a strict function sees it, in a function without captured state.
    pub(crate) fn this_value(self, ctx: Ctx<'js>) -> Value<'js> {
        match self.passed.this {
            // SAFETY: context and value are live during the call.
            This::Raw(context, value) if unsafe { frame::is_scope(context, value) } => {
                ctx.undefined()
            }
            // SAFETY: a live value during the call.
            This::Raw(_, value) => unsafe { Value::from_raw(value) },
            This::Object(_) => self.this().into(),
        }
    }

    /// The function that is being called.
    #[inline]
    pub fn callee(self) -> Object<'js> {
        // SAFETY: a live object during the call.
        unsafe { Object::from_raw(self.passed.callee) }
    }
}

impl<'js> Deref for Arguments<'js> {
    type Target = [Value<'js>];

    #[inline]
    fn deref(&self) -> &[Value<'js>] {
        self.passed.values
    }
}

impl<'js> Ctx<'js> {
    /// A JavaScript function that calls `body`. State it captures is dropped when the function is
    /// collected.
    ///
    /// ```
    /// # use roundel_jsc::{Context, Vm};
    /// # let context = Context::new(&Vm::new()?)?;
    /// context.enter(|ctx| {
    ///     let twice = ctx.function("twice", |ctx, args| Ok(ctx.number(args.at(0).to_number(ctx)? * 2.0)));
    ///     let result = twice.call(ctx, None, &[ctx.int32(21)]).ok();
    ///     assert_eq!(result.and_then(|value| value.as_number()), Some(42.0));
    /// });
    /// # Ok::<(), roundel_jsc::Error>(())
    /// ```
    pub fn function<F>(self, name: &str, body: F) -> Function<'js>
    where
        F: for<'a> Fn(Ctx<'a>, Arguments<'a>) -> JsResult<'a, Value<'a>> + 'static,
    {
        if size_of::<F>() == 0 {
            // The type alone is the function: a value of it exists, here, and is never dropped.
            std::mem::forget(body);
            return self.stateless_function(
                name,
                trampoline::call_host_stateless::<F>,
                trampoline::call_stateless::<F>,
            );
        }
        self.closure(name, Box::new(body))
    }

    /// A function without arguments and without a result: what it works on is shared memory
    /// ([`crate::SharedArray`]).
    pub fn host_function(
        self,
        name: &str,
        body: impl for<'a> Fn(Ctx<'a>) + 'static,
    ) -> Function<'js> {
        self.function(name, move |ctx, _| {
            body(ctx);
            Ok(ctx.undefined())
        })
    }

    pub(crate) fn stateless_function(
        self,
        name: &str,
        host: HostFunction,
        callback: CallAsFunction,
    ) -> Function<'js> {
        if engine::has_host_calls(self)
            && let Some(function) = make_host_function(self, name, host)
        {
            return function;
        }
        let name = JsString::new(name);
        // SAFETY: context and name are live.
        unsafe {
            Function::from_raw(JSObjectMakeFunctionWithCallback(
                self.raw(),
                name.raw(),
                Some(callback),
            ))
        }
    }

    /// Compiles `function name(parameters) { body }`. The body's first line is numbered `first_line
    /// + 2`, as the engine puts a header of two lines above it.
    pub fn compile_function(
        self,
        name: &str,
        parameters: &[&str],
        body: &JsString,
        source_url: &JsString,
        first_line: i32,
    ) -> JsResult<'js, Function<'js>> {
        let name = JsString::new(name);
        let parameters: Vec<JsString> = parameters.iter().map(|name| JsString::new(name)).collect();
        let raw_parameters: Vec<JSStringRef> = parameters.iter().map(JsString::raw).collect();
        // SAFETY: everything is live during the call; the engine copies what it keeps.
        guarded(self, |exception| unsafe {
            JSObjectMakeFunction(
                self.raw(),
                name.raw(),
                raw_parameters.len() as u32,
                raw_parameters.as_ptr(),
                body.raw(),
                source_url.raw(),
                first_line,
                exception,
            )
        })
        // SAFETY: a live function, as there was no exception.
        .map(|raw| unsafe { Function::from_raw(raw) })
    }
}

type CallAsFunction = unsafe extern "C" fn(
    JSContextRef,
    JSObjectRef,
    JSObjectRef,
    usize,
    *const JSValueRef,
    *mut JSValueRef,
) -> JSValueRef;

/// A function of the engine's own kind; `None` where the engine does not export what it takes.
pub(crate) fn make_host_function<'js>(
    ctx: Ctx<'js>,
    name: &str,
    body: HostFunction,
) -> Option<Function<'js>> {
    make_host_constructor(ctx, name, 0, body, engine::functions().call_as_constructor?)
}

/// The same with another function behind `new`.
pub(crate) fn make_host_constructor<'js>(
    ctx: Ctx<'js>,
    name: &str,
    length: u32,
    body: HostFunction,
    as_constructor: HostFunction,
) -> Option<Function<'js>> {
    let engine = engine::functions();
    let create = engine.create_function?;
    let (string_of, try_create) = (engine.string_of?, engine.try_create_string?);
    let name = JsString::new(name);
    // SAFETY: the lock is held. `string_of` gives a string with its own reference, which the
    // function copies and which then passes to the C API string that is released here. Visibility 0
    // is public, intrinsic 0 is none.
    ctx.hold_lock(|| unsafe {
        let mut string = string_of(name.raw()).word.assume_init();
        let function = create(
            JSContextGetGroup(ctx.raw()),
            ctx.raw(),
            length,
            &raw const string,
            body,
            0,
            0,
            as_constructor,
            std::ptr::null(),
        );
        let taken = try_create(&raw mut string).word.assume_init();
        if !taken.is_null() {
            JSStringRelease(taken.cast_mut().cast());
        }
        Some(Function::from_raw(function))
    })
}
