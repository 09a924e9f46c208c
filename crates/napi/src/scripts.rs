//! `napi_run_script`.

use roundel_jsc::JsString;

use crate::entry;
use crate::env::EnvPointer;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::Handle;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_run_script(
    env: EnvPointer,
    script: Handle,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        call.value(script)?;
        result.check()?;
        let source = call.string(script)?.to_js_string(call.ctx)?;
        let value = call.ctx.evaluate(&source, &JsString::new(""), 1)?;
        call.give(result, value)
    })
}
