//! What the C API does not let an embedder do to a global object: give it another prototype, let another object stand for it,
//! forbid it code from strings.
//!
//! To the engine a context is the cell of its global object. What scripts see of it (`globalThis`, the `this` of sloppy
//! functions) is an object in front, which the cell has in one of its first words. That word is found by its value, and the
//! change is undone if the engine does not see it afterwards.

use std::ffi::c_void;

use roundel_jsc_sys::private::JSGlobalContextSetEvalEnabled;
use roundel_jsc_sys::{JSContextGetGlobalContext, JSContextGetGlobalObject, JSContextGetGroup};

use crate::ctx::Ctx;
use crate::engine;
use crate::object::Object;
use crate::string::JsString;
use crate::value::Value;

/// How many words of the cell are looked at. It is many times larger.
const WORDS: usize = 64;

impl<'js> Ctx<'js> {
    /// Gives the global object another prototype, an object or `null`. False if the engine does not export what it takes.
    pub fn set_global_prototype(self, prototype: Value<'js>) -> bool {
        let Some(set) = engine::functions().set_prototype else { return false };
        // SAFETY: a context is the cell of its global object; the lock is held, as `self` proves; the value is an object or
        // null, or else the caller made a mistake that the engine asserts.
        unsafe {
            set(self.raw().cast_mut().cast(), JSContextGetGroup(self.raw()), prototype.raw());
        }
        true
    }

    /// Makes `stand_in`, an object of this context, what scripts get for `this` where they mean the global object. The caller
    /// keeps it alive as long as the global object, by a property of that. False if the engine keeps it in another way.
    pub fn replace_global_this(self, stand_in: Object<'js>) -> bool {
        // SAFETY: the context is live.
        let present: *mut c_void = unsafe { JSContextGetGlobalObject(self.raw()) }.cast();
        let cell: *mut *mut c_void = self.raw().cast_mut().cast();
        let mut places = (0..WORDS).filter(|&at| {
            // SAFETY: inside the cell, which is larger than that.
            unsafe { cell.add(at).read() == present }
        });
        let (Some(place), None) = (places.next(), places.next()) else { return false };
        // SAFETY: the word holds what the engine answered for the global object, and is to hold a live object of the same
        // context; the collector is told of that by the property which the caller sets.
        unsafe {
            cell.add(place).write(stand_in.raw().cast());
            if JSContextGetGlobalObject(self.raw()) == stand_in.raw() {
                return true;
            }
            cell.add(place).write(present);
        }
        false
    }

    /// Forbids `eval` and the constructors of functions in this context: they throw an EvalError with this message.
    pub fn forbid_eval(self, message: &JsString) {
        // SAFETY: context and string are live; the engine copies the text.
        unsafe {
            JSGlobalContextSetEvalEnabled(
                JSContextGetGlobalContext(self.raw()),
                false,
                message.raw(),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Context, JsString, Vm};

    fn text(ctx: crate::Ctx<'_>, code: &str) -> String {
        ctx.eval(code).ok().and_then(|value| value.to_rust_string(ctx).ok()).unwrap_or_default()
    }

    #[test]
    fn a_global_object_takes_another_prototype_and_another_face() {
        let context = Context::new(&Vm::new().unwrap()).unwrap();
        context.enter(|ctx| {
            let prototype = ctx.eval("Object.create({ inherited: 'yes' })").ok().unwrap();
            assert!(ctx.set_global_prototype(prototype));
            assert_eq!(text(ctx, "inherited"), "yes");
            let face =
                ctx.eval("globalThis.face = new Proxy({}, { get: () => 'face' })").ok().unwrap();
            assert!(ctx.replace_global_this(face.as_object(ctx).unwrap()));
            assert_eq!(text(ctx, "(function () { return this.anything })()"), "face");
            assert_eq!(text(ctx, "this.anything"), "face");
            assert_eq!(text(ctx, "typeof face"), "object");
        });
    }

    #[test]
    fn code_from_strings_can_be_forbidden() {
        let context = Context::new(&Vm::new().unwrap()).unwrap();
        context.enter(|ctx| {
            ctx.forbid_eval(&JsString::new("not here"));
            assert_eq!(
                text(ctx, "try { eval('1') } catch (error) { String(error) }"),
                "EvalError: not here"
            );
            assert_eq!(text(ctx, "1 + 1"), "2");
        });
    }
}
