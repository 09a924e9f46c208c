//! A thrown value, and the `Result` that carries it.

use roundel_jsc_sys::JSValueRef;

use crate::ctx::Ctx;
use crate::value::Value;

/// The outcome of anything that can run JavaScript.
pub type JsResult<'js, T> = Result<T, Exception<'js>>;

/// A value that was thrown, or is about to be.
#[derive(Clone, Copy)]
pub struct Exception<'js> {
    value: Value<'js>,
}

impl<'js> Exception<'js> {
    /// Any value may be thrown.
    pub fn new(value: impl Into<Value<'js>>) -> Exception<'js> {
        Exception { value: value.into() }
    }

    /// An `Error` with the message.
    pub fn error(ctx: Ctx<'js>, message: &str) -> Exception<'js> {
        Exception::of_class(ctx, ErrorClass::Error, message)
    }

    /// A `TypeError` with the message.
    pub fn type_error(ctx: Ctx<'js>, message: &str) -> Exception<'js> {
        Exception::of_class(ctx, ErrorClass::TypeError, message)
    }

    /// A `RangeError` with the message.
    pub fn range_error(ctx: Ctx<'js>, message: &str) -> Exception<'js> {
        Exception::of_class(ctx, ErrorClass::RangeError, message)
    }

    /// A `SyntaxError` with the message.
    pub fn syntax_error(ctx: Ctx<'js>, message: &str) -> Exception<'js> {
        Exception::of_class(ctx, ErrorClass::SyntaxError, message)
    }

    fn of_class(ctx: Ctx<'js>, class: ErrorClass, message: &str) -> Exception<'js> {
        let message = ctx.string(message);
        let constructor =
            ctx.context().and_then(|context| context.inner().intrinsics.get()?.error(ctx, class));
        let made = match constructor {
            Some(constructor) => constructor.construct(ctx, &[message]),
            None => ctx.make_error(message),
        };
        // Making an error fails only when the stack or the memory is used up, and then that is the
        // error.
        match made {
            Ok(error) => Exception { value: error.into() },
            Err(failure) => failure,
        }
    }

    /// What was thrown.
    pub fn value(self) -> Value<'js> {
        self.value
    }

    /// `String(thrown)`, or a stand-in when even that throws.
    pub fn describe(self, ctx: Ctx<'js>) -> String {
        self.value.to_rust_string(ctx).unwrap_or_else(|_| "[unprintable exception]".to_owned())
    }

    /// The string property `stack` of an error object, in the engine's form
    /// (`name@url:line:column`).
    pub fn stack(self, ctx: Ctx<'js>) -> Option<String> {
        let stack = self.value.as_object(ctx)?.get(ctx, "stack").ok()?;
        stack.as_string(ctx).map(|stack| stack.to_string())
    }

    /// Line and column where the error was made, if the engine noted them on it. For a syntax error
    /// it notes the line only, and the column given is 1.
    pub fn position(self, ctx: Ctx<'js>) -> Option<(u32, u32)> {
        let object = self.value.as_object(ctx)?;
        let line = object.get(ctx, "line").ok()?.as_int32()?;
        let column = object.get(ctx, "column").ok()?.as_int32().unwrap_or(1);
        Some((u32::try_from(line).ok()?, u32::try_from(column).ok()?))
    }

    /// Whether the watchdog or [`Ctx::terminate`] ended the script, rather than the script itself. The
    /// engine throws a plain string for that, which no handler of the script has seen.
    pub fn is_termination(self, ctx: Ctx<'js>) -> bool {
        ctx.vm().is_some_and(|vm| vm.inner.watchdog.is_terminated())
            && self.value.is_string(ctx)
            && self.describe(ctx) == TERMINATED
    }
}

impl<'js> From<Value<'js>> for Exception<'js> {
    fn from(value: Value<'js>) -> Exception<'js> {
        Exception { value }
    }
}

/// What the engine calls the end of a script.
const TERMINATED: &str = "JavaScript execution terminated.";

impl<'js> Ctx<'js> {
    /// What a Rust function gives back to end the script that called it, at once and for good: no
    /// `catch` and no `finally` of the script runs, up to the outermost call into JavaScript, which
    /// gets an exception for which [`Exception::is_termination`] is true.
    ///
    /// ```
    /// # use roundel_jsc::{Context, Vm};
    /// # let context = Context::new(&Vm::new()?)?;
    /// context.enter(|ctx| {
    ///     ctx.global().set(ctx, "exit", ctx.function("exit", |ctx, _| Err(ctx.terminate()))).ok();
    ///     let ended = ctx.eval("try { exit() } catch { caught = true } finally { cleaned = true }");
    ///     assert!(ended.is_err_and(|exception| exception.is_termination(ctx)));
    ///     assert!(ctx.eval("typeof caught + typeof cleaned").is_ok_and(|kinds| {
    ///         kinds.to_rust_string(ctx).is_ok_and(|kinds| kinds == "undefinedundefined")
    ///     }));
    /// });
    /// # Ok::<(), roundel_jsc::Error>(())
    /// ```
    pub fn terminate(self) -> Exception<'js> {
        if let Some(vm) = self.vm() {
            vm.inner.watchdog.terminate();
        }
        Exception::new(self.string(TERMINATED))
    }
}

/// The error classes whose constructors are captured when a context is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ErrorClass {
    Error,
    TypeError,
    RangeError,
    SyntaxError,
}

/// Calls into the engine with a place for an exception and turns that into a `Result`.
#[inline]
pub(crate) fn guarded<'js, T>(
    _ctx: Ctx<'js>,
    call: impl FnOnce(*mut JSValueRef) -> T,
) -> JsResult<'js, T> {
    let mut exception: JSValueRef = std::ptr::null();
    let result = call(&mut exception);
    if exception.is_null() {
        Ok(result)
    } else {
        // SAFETY: the engine just stored a live value there. `throw null` gives the bits of `null`,
        // which are not a null pointer.
        Err(Exception { value: unsafe { Value::from_raw(exception) } })
    }
}
