//! Type tags: 128 bits by which an addon knows the objects it has made.

use crate::entry;
use crate::env::EnvPointer;
use crate::operations::Operation;
use crate::pointers::{In, Out};
use crate::status::Status;
use crate::types::{Handle, TypeTag};

fn text(tag: TypeTag) -> String {
    format!("{:016x}{:016x}", tag.upper, tag.lower)
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_type_tag_object(
    env: EnvPointer,
    object: Handle,
    tag: In<TypeTag>,
) -> Status {
    entry::script(env, |call| {
        let object = call.to_object(object)?;
        let tag = call.ctx.string(&text(tag.get()?));
        match call.ask(Operation::Tag, &[object.into(), tag])? {
            true => Ok(()),
            // It has one.
            false => Err(Status::InvalidArg.into()),
        }
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_check_object_type_tag(
    env: EnvPointer,
    object: Handle,
    tag: In<TypeTag>,
    result: Out<bool>,
) -> Status {
    entry::script(env, |call| {
        let object = call.to_object(object)?;
        let tag = tag.get()?;
        result.check()?;
        let own = call.perform(Operation::TagOf, &[object.into()])?;
        let own = own.as_string(call.ctx).map(|own| own.to_string());
        Ok(result.set(own.is_some_and(|own| own == text(tag)))?)
    })
}
