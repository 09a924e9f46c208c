//! What the addons of one environment share: the operations in JavaScript, the classes of what is carried inside objects, the
//! hooks that run when the environment ends.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use roundel_jsc::{Class, Ctx, JsResult, Object};

use crate::cleanup::Hook;
use crate::finalizers::Carried;
use crate::functions::NativeFunction;
use crate::host::Host;
use crate::operations::Operations;

pub(crate) struct Shared {
    pub(crate) host: Rc<dyn Host>,
    pub(crate) operations: Operations,
    pub(crate) functions: Class<NativeFunction>,
    pub(crate) externals: Class<Carried>,
    pub(crate) wraps: Class<Carried>,
    /// In the order in which they were added; the last one runs first.
    pub(crate) hooks: RefCell<Vec<Hook>>,
    /// The environment is ending, and scripts are not run any more.
    pub(crate) is_stopping: Cell<bool>,
}

impl Shared {
    pub(crate) fn new<'js>(
        ctx: Ctx<'js>,
        host: Rc<dyn Host>,
        operations: Object<'js>,
    ) -> JsResult<'js, Rc<Shared>> {
        Ok(Rc::new(Shared {
            host,
            operations: Operations::new(ctx, operations)?,
            functions: Class::new("NativeFunction"),
            externals: Class::new("External"),
            wraps: Class::new("Wrap"),
            hooks: RefCell::default(),
            is_stopping: Cell::new(false),
        }))
    }
}
