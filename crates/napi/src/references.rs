//! References: values that an addon keeps beyond a call, counted. At zero an object is only found while others keep it.

use roundel_jsc::{Persistent, Value, Weak};

use crate::entry::{self, Call};
use crate::env::EnvPointer;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::{Handle, ReferenceToken};

pub(crate) struct Reference {
    count: u32,
    strong: Option<Persistent>,
    /// Of an object; other values are kept until the reference is deleted.
    weak: Option<Weak>,
}

impl Reference {
    pub(crate) fn new<'js>(call: Call<'js>, value: Value<'js>, count: u32) -> Reference {
        let weak = value.as_object(call.ctx).map(|object| Weak::new(call.ctx, object));
        let is_strong = count > 0 || weak.is_none();
        let strong = is_strong.then(|| Persistent::new(call.ctx, value));
        Reference { count, strong, weak }
    }

    pub(crate) fn value<'js>(&self, call: Call<'js>) -> Option<Value<'js>> {
        match (&self.strong, &self.weak) {
            (Some(strong), _) => Some(strong.get(call.ctx)),
            (None, Some(weak)) => weak.get(call.ctx).map(Into::into),
            (None, None) => None,
        }
    }

    fn add(&mut self, call: Call<'_>) -> u32 {
        if self.strong.is_none() {
            let object = self.weak.as_ref().and_then(|weak| weak.get(call.ctx));
            match object {
                Some(object) => self.strong = Some(Persistent::new(call.ctx, object)),
                // The object is gone, and nothing brings it back.
                None => return 0,
            }
        }
        self.count = self.count.saturating_add(1);
        self.count
    }

    fn subtract(&mut self) -> Result<u32, Status> {
        if self.count == 0 {
            return Err(Status::GenericFailure);
        }
        self.count -= 1;
        if self.count == 0 && self.weak.is_some() {
            self.strong = None;
        }
        Ok(self.count)
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_create_reference(
    env: EnvPointer,
    value: Handle,
    initial_count: u32,
    result: Out<ReferenceToken>,
) -> Status {
    entry::call(env, |call| {
        let value = call.value(value)?;
        result.check()?;
        let is_kept_always = value.is_object(call.ctx) || value.is_symbol(call.ctx);
        if !is_kept_always && call.env.api_version < FIRST_WITH_ANY_VALUE {
            return Err(Status::InvalidArg.into());
        }
        let reference = Reference::new(call, value, initial_count);
        Ok(result.set(ReferenceToken(call.env.references.insert(reference)))?)
    })
}

/// The version of the interface from which on values of all kinds can be referred to.
const FIRST_WITH_ANY_VALUE: i32 = 10;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_delete_reference(
    env: EnvPointer,
    reference: ReferenceToken,
) -> Status {
    entry::basic(env, |env| match env.references.remove(reference.0) {
        Some(_) => Ok(()),
        None => Err(Status::InvalidArg),
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_reference_ref(
    env: EnvPointer,
    reference: ReferenceToken,
    result: Out<u32>,
) -> Status {
    entry::call(env, |call| {
        let count = call.env.references.with(reference.0, |reference| reference.add(call));
        result.set_if(count.ok_or(Status::InvalidArg)?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_reference_unref(
    env: EnvPointer,
    reference: ReferenceToken,
    result: Out<u32>,
) -> Status {
    entry::basic(env, |env| {
        let count = env.references.with(reference.0, Reference::subtract);
        result.set_if(count.ok_or(Status::InvalidArg)??);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_reference_value(
    env: EnvPointer,
    reference: ReferenceToken,
    result: Out<Handle>,
) -> Status {
    entry::call(env, |call| {
        result.check()?;
        let value = call.env.references.with(reference.0, |reference| reference.value(call));
        match value.ok_or(Status::InvalidArg)? {
            Some(value) => call.give(result, value),
            None => Ok(result.set(Handle::NULL)?),
        }
    })
}
