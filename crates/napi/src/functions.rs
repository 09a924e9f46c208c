//! Functions: those of the addon that scripts call, and those of scripts that the addon calls.
//!
//! A function of the addon's is one of JavaScript (`makeFunction` in `internal/addons/operations.js`), which sees `this` and
//! `new.target` and passes them, with an object that carries what to call, to [`invoke`].

use std::ffi::c_void;
use std::rc::Weak;

use roundel_jsc::{Arguments, Ctx, Exception, Function, JsResult, Value, ValueList};

use crate::entry::{self, Call, Outcome};
use crate::env::{Env, EnvPointer, Opaque};
use crate::operations::Operation;
use crate::pointers::{In, Out, Text};
use crate::status::Status;
use crate::types::{Callback, Handle, InfoToken};

/// What a function of the addon's calls.
pub(crate) struct NativeFunction {
    env: Weak<Env>,
    callback: Callback,
    data: Opaque,
}

/// What a call of such a function is made with, behind `napi_callback_info`.
#[derive(Clone, Copy)]
pub(crate) struct CallbackInfo {
    this: Handle,
    new_target: Handle,
    first: usize,
    count: usize,
    data: Opaque,
}

/// How many arguments come before the script's own.
const OWN: usize = 3;

/// `invoke(state, this, newTarget, ...args)`
pub(crate) fn invoke<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let state = args.at(0).as_object(ctx).and_then(|state| state.private::<NativeFunction>());
    let target = state.as_ref().and_then(|state| Some((state, state.env.upgrade()?)));
    let Some((state, env)) = target else {
        return Err(Exception::error(ctx, "the addon of this function is gone"));
    };
    let call_module = |pointer: EnvPointer| {
        let this = env.handle(ctx, args.at(1));
        let new_target = match args.at(2) {
            none if none.is_undefined() => Handle::NULL,
            target => env.handle(ctx, target),
        };
        let first = env.handles.borrow().len();
        let given = args.get(OWN..).unwrap_or_default();
        for value in given {
            env.handle(ctx, *value);
        }
        let (count, data) = (given.len(), state.data);
        let token = env.push_info(CallbackInfo { this, new_target, first, count, data });
        // SAFETY: the addon's own function, called as the interface says, on the thread of its env.
        let result = unsafe { (state.callback)(pointer, token) };
        env.pop_info();
        result
    };
    let value = env.visit(ctx, call_module, |result| env.value(ctx, result))?;
    Ok(value.unwrap_or_else(Value::undefined))
}

impl<'js> Call<'js> {
    /// The object that carries what a function calls.
    pub(crate) fn function_state(self, callback: Callback, data: *mut c_void) -> Value<'js> {
        let state = NativeFunction { env: self.env.me(), callback, data: Opaque(data) };
        self.carry(&self.env.shared.functions, state).into()
    }

    pub(crate) fn make_function(
        self,
        name: Value<'js>,
        callback: Callback,
        data: *mut c_void,
    ) -> JsResult<'js, Value<'js>> {
        let state = self.function_state(callback, data);
        self.perform(Operation::MakeFunction, &[state, name])
    }

    pub(crate) fn function(self, handle: Handle) -> Result<Function<'js>, Status> {
        self.value(handle)?.as_function(self.ctx).ok_or(Status::InvalidArg)
    }

    pub(crate) fn arguments(
        self,
        count: usize,
        values: In<Handle>,
    ) -> Result<ValueList<'js>, Status> {
        let mut list = ValueList::new(self.ctx);
        for handle in values.all(count)? {
            list.push(self.value(handle)?);
        }
        Ok(list)
    }

    /// Calls a function of a script's with any `this`.
    pub(crate) fn apply(
        self,
        function: Function<'js>,
        this: Value<'js>,
        args: &[Value<'js>],
    ) -> Outcome<'js, Value<'js>> {
        if let Some(this) = this.as_object(self.ctx) {
            return Ok(function.call(self.ctx, this, args)?);
        }
        if this.is_undefined() {
            return Ok(function.call(self.ctx, None, args)?);
        }
        let list = self.ctx.array(args)?;
        Ok(self.perform(Operation::Apply, &[function.into(), this, list.into()])?)
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_function(
    env: EnvPointer,
    name: Text,
    length: usize,
    callback: Option<Callback>,
    data: *mut c_void,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let callback = callback.ok_or(Status::InvalidArg)?;
        let name = if name.is_null() { String::new() } else { name.to_string(length)? };
        let function = call.make_function(call.ctx.string(&name), callback, data)?;
        call.give(result, function)
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_cb_info(
    env: EnvPointer,
    info: InfoToken,
    count: Out<usize>,
    values: Out<Handle>,
    this: Out<Handle>,
    data: Out<*mut c_void>,
) -> Status {
    entry::call(env, |call| {
        let info = call.info(info)?;
        if let Some(room) = count.get().filter(|_| !values.is_null()) {
            let missing = room.saturating_sub(info.count);
            let undefined = (missing > 0).then(|| call.handle(call.ctx.undefined()));
            let given = (0..info.count.min(room)).map(|index| Handle(info.first + index + 1));
            values.set_all(given.chain(
                undefined.into_iter().flat_map(|undefined| std::iter::repeat_n(undefined, missing)),
            ));
        }
        count.set_if(info.count);
        this.set_if(info.this);
        data.set_if(info.data.0);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_new_target(
    env: EnvPointer,
    info: InfoToken,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        let info = call.info(info)?;
        Ok(result.set(info.new_target)?)
    })
}

impl Call<'_> {
    fn info(self, token: InfoToken) -> Result<CallbackInfo, Status> {
        let infos = self.env.infos.borrow();
        let info = token.0.checked_sub(1).and_then(|depth| infos.get(depth));
        info.copied().ok_or(Status::InvalidArg)
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_call_function(
    env: EnvPointer,
    this: Handle,
    function: Handle,
    count: usize,
    values: In<Handle>,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        let this = if this == Handle::NULL { call.ctx.undefined() } else { call.value(this)? };
        let args = call.arguments(count, values)?;
        let function = call.function(function)?;
        let value = call.apply(function, this, &args)?;
        if !result.is_null() {
            result.set_if(call.handle(value));
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_new_instance(
    env: EnvPointer,
    constructor: Handle,
    count: usize,
    values: In<Handle>,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        call.value(constructor)?;
        result.check()?;
        let args = call.arguments(count, values)?;
        let constructor = call.function(constructor)?;
        let list = args.to_array()?;
        let made = call.perform(Operation::Construct, &[constructor.into(), list.into()])?;
        call.give(result, made)
    })
}
