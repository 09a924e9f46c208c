//! Source text into the engine.

use roundel_jsc_sys::{JSCheckScriptSyntax, JSEvaluateScript, JSObjectMakeError};

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

    /// Runs a script and gives its completion value. `source_url` and `first_line` are what stacks say.
    pub fn evaluate(
        self,
        source: &JsString,
        source_url: &JsString,
        first_line: i32,
    ) -> JsResult<'js, Value<'js>> {
        // SAFETY: everything is live; no `this` means the global object; `exception` points to a local of
        // `guarded`.
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

    pub(crate) fn make_error(self, message: Value<'js>) -> JsResult<'js, Object<'js>> {
        // SAFETY: as in `evaluate`, with one argument.
        guarded(self, |exception| unsafe {
            JSObjectMakeError(self.raw(), 1, (&raw const message).cast(), exception)
        })
        // SAFETY: a live object, as there was no exception.
        .map(|raw| unsafe { Object::from_raw(raw) })
    }
}
