//! Source text into the engine.

use roundel_jsc_sys::private::*;
use roundel_jsc_sys::{
    JSCheckScriptSyntax, JSContextGetGroup, JSEvaluateScript, JSObjectMakeError,
};

use crate::ctx::Ctx;
use crate::exception::{JsResult, guarded};
use crate::object::Object;
use crate::string::JsString;
use crate::value::Value;

impl<'js> Ctx<'js> {
    /// Runs a script without a name.
    pub fn eval(self, source: &str) -> JsResult<'js, Value<'js>> {
        self.evaluate(&JsString::new(source), &JsString::new(""), 1)
    }

    /// Runs a script and gives its completion value. `source_url` and `first_line` are what stacks
    /// say.
    pub fn evaluate(
        self,
        source: &JsString,
        source_url: &JsString,
        first_line: i32,
    ) -> JsResult<'js, Value<'js>> {
        // SAFETY: everything is live; no `this` means the global object; `exception` points to a
        // local of `guarded`.
        guarded(self, |exception| unsafe {
            JSEvaluateScript(
                self.raw(),
                source.raw(),
                std::ptr::null_mut(),
                source_url.raw(),
                first_line,
                exception,
            )
        })
        // SAFETY: a live value, as there was no exception.
        .map(|raw| unsafe { Value::from_raw(raw) })
    }

    /// Parses a script without running it.
    pub fn check_syntax(
        self,
        source: &JsString,
        source_url: &JsString,
        first_line: i32,
    ) -> JsResult<'js, ()> {
        // SAFETY: as in `evaluate`.
        guarded(self, |exception| unsafe {
            JSCheckScriptSyntax(self.raw(), source.raw(), source_url.raw(), first_line, exception);
        })
    }

    /// Runs a script whose text lives as long as the process. ASCII text is used in place, without
    /// a copy, and saves about a quarter of the time; anything else goes the way of
    /// [`Ctx::evaluate`].
    pub fn evaluate_static(
        self,
        source: &'static str,
        source_url: &JsString,
    ) -> JsResult<'js, Value<'js>> {
        if source.is_ascii() {
            // SAFETY: group and URL are live; the text is never freed; nulls say that the error is
            // not wanted.
            let script = unsafe {
                JSScriptCreateReferencingImmortalASCIIText(
                    JSContextGetGroup(self.raw()),
                    source_url.raw(),
                    1,
                    source.as_ptr().cast(),
                    source.len(),
                    std::ptr::null_mut(),
                    std::ptr::null_mut(),
                )
            };
            // Null stands for a syntax error, which the ordinary way throws.
            if !script.is_null() {
                // SAFETY: the script is live and released after its only use; no `this` means the
                // global object.
                let result = guarded(self, |exception| unsafe {
                    let value = JSScriptEvaluate(self.raw(), script, std::ptr::null(), exception);
                    JSScriptRelease(script);
                    value
                });
                // SAFETY: a live value, as there was no exception.
                return result.map(|raw| unsafe { Value::from_raw(raw) });
            }
        }
        self.evaluate(&JsString::new(source), source_url, 1)
    }

    pub(crate) fn make_error(self, message: Value<'js>) -> JsResult<'js, Object<'js>> {
        // SAFETY: as in `evaluate`, with one argument.
        guarded(self, |exception| unsafe {
            JSObjectMakeError(self.raw(), 1, (&raw const message).cast(), exception)
        })
        // SAFETY: a live object, as there was no exception.
        .map(|raw| unsafe { Object::from_raw(raw) })
    }
}
