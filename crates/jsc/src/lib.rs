//! Safe handles over JavaScriptCore's C API.
//!
//! ```
//! use roundel_jsc::{Context, Vm};
//!
//! let context = Context::new(&Vm::new()?)?;
//! let sum = context.enter(|ctx| {
//!     let add = ctx.function("add", |ctx, args| {
//!         Ok(ctx.number(args.at(0).to_number(ctx)? + args.at(1).to_number(ctx)?))
//!     });
//!     ctx.global().set(ctx, "add", add).ok()?;
//!     ctx.eval("add(20, 22)").ok()?.as_number()
//! });
//! assert_eq!(sum, Some(42.0));
//! # Ok::<(), roundel_jsc::Error>(())
//! ```

mod brand;
mod buffer;
mod class;
mod context;
mod convert;
mod ctx;
mod encoding;
mod engine;
mod error;
mod exception;
mod frame;
mod function;
mod host_function;
mod intrinsics;
mod introspection;
mod key;
mod main_context;
mod object;
pub mod options;
mod persistent;
mod promise;
mod script;
mod shared_array;
mod string;
mod trampoline;
mod value;
mod vm;
mod watchdog;
mod weak;

pub use buffer::{ArrayBuffer, Bytes, ElementType, TypedArray};
pub use class::Class;
pub use context::Context;
pub use convert::IntoValue;
pub use ctx::Ctx;
pub use engine::PromiseState;
pub use error::Error;
pub use exception::{Exception, JsResult};
pub use function::{Arguments, Function};
pub use key::PropertyKey;
pub use main_context::MainContext;
pub use object::{Attributes, Object};
pub use persistent::Persistent;
pub use promise::Deferred;
pub use shared_array::{SharedArray, SharedElement};
pub use string::JsString;
pub use value::{Kind, Value};
pub use vm::Vm;
pub use watchdog::{Overrun, Verdict};
pub use weak::Weak;

/// The release of the engine this was built against.
pub fn engine_version() -> &'static str {
    roundel_jsc_sys::LIBRARY_VERSION
}
