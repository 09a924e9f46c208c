//! `napi_property_descriptor`: properties that are defined, with their functions.

use roundel_jsc::{Object, Value};

use crate::entry::{self, Call, Outcome};
use crate::env::EnvPointer;
use crate::operations::Operation;
use crate::pointers::In;
use crate::status::Status;
use crate::types::{Callback, Handle, PropertyDescriptor};

impl<'js> Call<'js> {
    /// The name of a property: a text, or a string or symbol.
    pub(crate) fn property_name(self, property: &PropertyDescriptor) -> Result<Value<'js>, Status> {
        if !property.utf8_name.is_null() {
            return Ok(self.ctx.string(&property.utf8_name.to_name()?));
        }
        let name = self.value(property.name)?;
        let is_name = name.is_string(self.ctx) || name.is_symbol(self.ctx);
        if is_name { Ok(name) } else { Err(Status::NameExpected) }
    }

    /// Defines a property; `make` makes its functions.
    pub(crate) fn define(
        self,
        object: Object<'js>,
        property: &PropertyDescriptor,
        make: impl Fn(Callback) -> Outcome<'js, Value<'js>>,
    ) -> Outcome<'js> {
        let name = self.property_name(property)?;
        let none = self.ctx.undefined();
        let (mut value, mut getter, mut setter) = (none, none, none);
        let is_accessor = property.getter.is_some() || property.setter.is_some();
        if let Some(callback) = property.getter {
            getter = make(callback)?;
        }
        if let Some(callback) = property.setter {
            setter = make(callback)?;
        }
        if !is_accessor {
            value = match property.method {
                Some(callback) => make(callback)?,
                None => self.value(property.value)?,
            };
        }
        let attributes = self.ctx.int32(property.attributes);
        let is_accessor = self.ctx.boolean(is_accessor);
        let args = [object.into(), name, attributes, is_accessor, value, getter, setter];
        match self.ask(Operation::Define, &args)? {
            true => Ok(()),
            false => Err(Status::InvalidArg.into()),
        }
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_define_properties(
    env: EnvPointer,
    object: Handle,
    count: usize,
    properties: In<PropertyDescriptor>,
) -> Status {
    entry::script(env, |call| {
        let object = call.object(object)?;
        for property in properties.all(count)? {
            let nameless = call.ctx.string("");
            call.define(object, &property, |callback| {
                Ok(call.make_function(nameless, callback, property.data)?)
            })?;
        }
        Ok(())
    })
}
