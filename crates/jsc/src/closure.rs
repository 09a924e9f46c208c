//! Functions with state: Rust closures and constructors.
//!
//! A function of the engine's own kind has no place for data. A closure is therefore made of two
//! parts: one such function, the same for all closures, bound to an object that carries the Rust
//! state, so that the state arrives as `this`. A bound function costs little more than a plain one;
//! the price is that a closure does not see the `this` of its caller. Where the engine has no host
//! calls, and for constructors, the state is the private data of a callable object of the C API.

use std::cell::OnceCell;
use std::rc::Rc;

use roundel_jsc_sys::JSClassRef;

use crate::class::{RawClass, class_definition, make_object};
use crate::ctx::Ctx;
use crate::exception::JsResult;
use crate::function::{Arguments, Function, make_host_function};
use crate::object::{Attributes, Object};
use crate::value::Value;
use crate::{engine, trampoline};

/// The attributes of the property `name` of every function.
const FUNCTION_NAME: Attributes = Attributes::READ_ONLY.and(Attributes::HIDDEN);

/// The Rust state of a function.
pub(crate) type Closure = Box<dyn for<'a> Fn(Ctx<'a>, Arguments<'a>) -> JsResult<'a, Value<'a>>>;

/// The classes behind functions with state; one each per machine, made on first use.
#[derive(Default)]
pub(crate) struct FunctionClasses {
    state: OnceCell<RawClass>,
    callable: OnceCell<RawClass>,
    constructor: OnceCell<RawClass>,
}

impl FunctionClasses {
    fn state(&self) -> JSClassRef {
        self.state.get_or_init(|| RawClass::new(&class_definition(c"State"))).raw()
    }

    fn callable(&self) -> JSClassRef {
        let class = self.callable.get_or_init(|| {
            let mut definition = class_definition(c"Function");
            definition.callAsFunction = Some(trampoline::call_closure);
            RawClass::new(&definition)
        });
        class.raw()
    }

    fn constructor(&self) -> JSClassRef {
        let class = self.constructor.get_or_init(|| {
            let mut definition = class_definition(c"Function");
            definition.callAsFunction = Some(trampoline::refuse_call);
            definition.callAsConstructor = Some(trampoline::construct);
            definition.hasInstance = Some(trampoline::has_instance);
            RawClass::new(&definition)
        });
        class.raw()
    }
}

impl<'js> Ctx<'js> {
    /// A constructor: `new` calls `body`, which makes the object (with
    /// [`crate::Class::instantiate_with`] and the prototype found on [`Arguments::callee`]); a
    /// plain call is refused. `prototype` and the constructor lead to each other as in a JavaScript
    /// class. The engine does not pass `new.target`, so a subclass gets instances of the base.
    pub fn constructor<F>(self, name: &str, prototype: Object<'js>, body: F) -> Function<'js>
    where
        F: for<'a> Fn(Ctx<'a>, Arguments<'a>) -> JsResult<'a, Object<'a>> + 'static,
    {
        let body: Closure = Box::new(move |ctx, args| body(ctx, args).map(Into::into));
        let vm = self.vm_inner();
        let function = self.callable_object(vm.function_classes.constructor(), name, body);
        // The function is fresh; only a hostile prototype could refuse the second one, and then it
        // goes without.
        let hidden = Attributes::HIDDEN;
        let fixed = hidden.and(Attributes::READ_ONLY);
        let _ = function.as_object().define(self, "prototype", prototype, fixed);
        let _ = prototype.define(self, "constructor", function, hidden);
        function
    }

    pub(crate) fn closure(self, name: &str, body: Closure) -> Function<'js> {
        let vm = self.vm_inner();
        if !engine::has_host_calls(self) {
            return self.callable_object(vm.function_classes.callable(), name, body);
        }
        let state = make_object(self, vm.function_classes.state(), Rc::new(body));
        match self.bind_state(name, state) {
            Some(function) => function,
            // Out of stack or memory: what is left is a function that says so when it is called.
            None => self.function(name, |ctx, _| ctx.throw("the function could not be made")),
        }
    }

    fn bind_state(self, name: &str, state: Object<'js>) -> Option<Function<'js>> {
        let target = make_host_function(self, name, trampoline::call_host_closure)?;
        let context = self.context()?;
        let bind = context.inner().intrinsics.get()?.bind(self)?;
        let bound = bind.call(self, target.as_object(), &[state.into()]).ok()?;
        let function = bound.as_function(self)?;
        // Otherwise "bound" would be a part of its name.
        function.as_object().define(self, "name", name, FUNCTION_NAME).ok()?;
        Some(function)
    }

    fn callable_object(self, class: JSClassRef, name: &str, body: Closure) -> Function<'js> {
        let object = make_object(self, class, Rc::new(body));
        // A fresh object takes any property.
        let _ = object.define(self, "name", name, FUNCTION_NAME);
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
