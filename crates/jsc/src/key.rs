//! What can name a property.

use std::borrow::Cow;

use crate::string::JsString;

/// A property name: `&str` makes an engine string for the call, a kept [`JsString`] saves that.
pub trait PropertyKey {
    fn to_key(&self) -> Cow<'_, JsString>;
}

impl PropertyKey for str {
    fn to_key(&self) -> Cow<'_, JsString> {
        Cow::Owned(JsString::new(self))
    }
}

impl PropertyKey for String {
    fn to_key(&self) -> Cow<'_, JsString> {
        Cow::Owned(JsString::new(self))
    }
}

impl PropertyKey for JsString {
    fn to_key(&self) -> Cow<'_, JsString> {
        Cow::Borrowed(self)
    }
}

impl<K: PropertyKey + ?Sized> PropertyKey for &K {
    fn to_key(&self) -> Cow<'_, JsString> {
        (**self).to_key()
    }
}
