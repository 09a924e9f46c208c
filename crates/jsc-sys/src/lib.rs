//! JavaScriptCore's C API, mirrored by hand: one file per header, C's own names, no logic.
//!
//! | file | header |
//! |---|---|
//! | [`jsbase`] | `JavaScriptCore/JSBase.h` |
//! | [`jsvalue_ref`] | `JavaScriptCore/JSValueRef.h` |
//! | [`jsobject_ref`] | `JavaScriptCore/JSObjectRef.h` |
//! | [`jsstring_ref`] | `JavaScriptCore/JSStringRef.h` |
//! | [`jscontext_ref`] | `JavaScriptCore/JSContextRef.h` |
//! | [`jstyped_array`] | `JavaScriptCore/JSTypedArray.h` |
//! | [`private`] | exported by the library, declared in no installed header |
//! | [`jsc_options`] | `jsc/JSCOptions.h` |
//! | [`jsc_version`] | `jsc/JSCVersion.h` |
//! | [`glib`] | the main-context functions of `glib.h` that an event loop needs |
//! | [`cxx`] | the few C++ functions without a C counterpart, looked up at run time |
//!
//! What is not here: anything safe (that is the crate `roundel-jsc`) and the GObject half of the
//! library (`jsc/JSCContext.h` and its siblings).
//!
//! `tests/mirror.rs` compiles each declaration against the installed headers, checks that no
//! declaration of a header is missing here, and that every symbol resolves.

#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]

pub mod cxx;
pub mod glib;
pub mod jsbase;
pub mod jsc_options;
pub mod jsc_version;
pub mod jscontext_ref;
pub mod jsobject_ref;
pub mod jsstring_ref;
pub mod jstyped_array;
pub mod jsvalue_ref;
pub mod private;
pub mod wtf_string;

pub use jsbase::*;
pub use jscontext_ref::*;
pub use jsobject_ref::*;
pub use jsstring_ref::*;
pub use jstyped_array::*;
pub use jsvalue_ref::*;
