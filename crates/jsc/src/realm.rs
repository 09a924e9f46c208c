//! A global object that lives as long as a script can reach it.
//!
//! A [`Context`] keeps its global object alive, and a realm does not: a global object that leads to its own handle would
//! otherwise stay for ever.

use std::rc::Rc;

use crate::context::Context;
use crate::ctx::Ctx;
use crate::object::Object;
use crate::persistent::Persistent;
use crate::weak::Weak;

/// The way into the global object of a context that was let go.
///
/// ```
/// # use roundel_jsc::{Context, Persistent, Realm, Vm};
/// let vm = Vm::new()?;
/// let context = Context::new(&vm)?;
/// let other = Context::new(&vm)?;
/// context.enter(|ctx| {
///     let global = other.enter(|inner| Persistent::new(inner, inner.global())).get(ctx);
///     let realm = Realm::new(ctx, other);
///     realm.enter(ctx, |inner| inner.eval("answer = 42").is_ok());
///     let answer = global.as_object(ctx).and_then(|global| global.get(ctx, "answer").ok());
///     assert_eq!(answer.and_then(|answer| answer.as_number()), Some(42.0));
/// });
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
pub struct Realm {
    global: Weak,
}

impl Realm {
    /// Lets a context go: from now on its global object is kept by whatever holds it.
    ///
    /// # Panics
    /// If the context is of another machine than `ctx`.
    pub fn new(ctx: Ctx<'_>, context: Context) -> Realm {
        let is_same = Rc::ptr_eq(&ctx.vm_inner(), &context.inner().vm);
        assert!(is_same, "a context was used with another virtual machine");
        // SAFETY: the context is alive. To the engine it is the same cell as its global object; what scripts get of that
        // is a proxy, which keeps it and is kept by it.
        let global = unsafe { Object::from_raw(context.inner().raw().cast()) };
        Realm { global: Weak::new(ctx, global) }
    }

    /// Enters the global object inside an entry of its machine; `None` if it was collected. Values made inside cannot
    /// leave but as a [`Persistent`].
    pub fn enter<'js, R>(
        &self,
        ctx: Ctx<'js>,
        body: impl for<'a> FnOnce(Ctx<'a>) -> R,
    ) -> Option<R> {
        let global = self.global.get(ctx)?;
        let kept = Persistent::new(ctx, global);
        // SAFETY: the context of `new`, alive while `kept` is; the machine's lock is held, as `ctx` proves; the lifetime
        // that `body` chooses cannot appear in `R`.
        let result = body(unsafe { Ctx::from_raw(global.raw().cast_const().cast()) });
        drop(kept);
        Some(result)
    }
}
