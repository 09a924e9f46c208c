//! `napi_define_class`: a constructor of the addon's, with what its instances and itself have.

use std::ffi::c_void;

use crate::entry;
use crate::env::EnvPointer;
use crate::operations::Operation;
use crate::pointers::{In, Out, Text};
use crate::status::Status;
use crate::types::{Callback, Handle, PropertyDescriptor, STATIC};

/// `napi_default_method`: writable and configurable.
const HIDDEN: i32 = 5;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_define_class(
    env: EnvPointer,
    name: Text,
    length: usize,
    constructor: Option<Callback>,
    data: *mut c_void,
    count: usize,
    properties: In<PropertyDescriptor>,
    result: Out<Handle>,
) -> Status {
    entry::script(env, |call| {
        result.check()?;
        let constructor = constructor.ok_or(Status::InvalidArg)?;
        let properties = properties.all(count)?;
        let name = call.ctx.string(&name.to_string(length)?);
        let state = call.function_state(constructor, data);
        let made = call.perform(Operation::MakeClass, &[state, name])?;
        let class = made.as_object(call.ctx).ok_or(Status::GenericFailure)?;
        let prototype = class.get(call.ctx, "prototype")?;
        let prototype = prototype.as_object(call.ctx).ok_or(Status::GenericFailure)?;
        for property in properties {
            if property.attributes & STATIC != 0 {
                let nameless = call.ctx.string("");
                call.define(class, &property, |callback| {
                    Ok(call.make_function(nameless, callback, property.data)?)
                })?;
                continue;
            }
            let is_accessor = property.getter.is_some() || property.setter.is_some();
            let name = match is_accessor {
                true => call.ctx.string(""),
                false => call.property_name(&property)?,
            };
            call.define(prototype, &property, |callback| {
                let state = call.function_state(callback, property.data);
                // Its instances alone may be `this`.
                Ok(call.perform(Operation::MakeMethod, &[state, name, class.into()])?)
            })?;
        }
        // Last, where Node has it.
        let constructor =
            [prototype.into(), call.ctx.string("constructor"), call.ctx.int32(HIDDEN)];
        let [object, key, attributes] = constructor;
        let none = call.ctx.boolean(false);
        call.perform(Operation::Define, &[object, key, attributes, none, class.into()])?;
        call.give(result, class)
    })
}
