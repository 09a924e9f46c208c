//! Promises settled from Rust.

use roundel_jsc_sys::{JSObjectMakeDeferredPromise, JSObjectRef};

use crate::ctx::Ctx;
use crate::exception::{JsResult, guarded};
use crate::function::Function;
use crate::object::Object;

/// A promise with the two functions that settle it.
#[derive(Clone, Copy)]
pub struct Deferred<'js> {
    pub promise: Object<'js>,
    pub resolve: Function<'js>,
    pub reject: Function<'js>,
}

impl<'js> Ctx<'js> {
    /// A pending promise. Whatever a script did to `Promise` does not matter.
    pub fn deferred(self) -> JsResult<'js, Deferred<'js>> {
        let mut resolve: JSObjectRef = std::ptr::null_mut();
        let mut reject: JSObjectRef = std::ptr::null_mut();
        // SAFETY: the context is live; the engine writes two functions into the locals.
        let promise = guarded(self, |exception| unsafe {
            JSObjectMakeDeferredPromise(self.raw(), &mut resolve, &mut reject, exception)
        })?;
        // SAFETY: without an exception all three are live.
        unsafe {
            Ok(Deferred {
                promise: Object::from_raw(promise),
                resolve: Function::from_raw(resolve),
                reject: Function::from_raw(reject),
            })
        }
    }
}
