//! Safe handles over JavaScriptCore: one heap per [`Vm`], one global object per [`Context`],
//! everything else on the stack.
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
//!
//! # The rules
//!
//! 1. JavaScript is touched with a [`Ctx`] in hand, and a `Ctx` comes from [`Context::enter`] or
//!    from being called by JavaScript. It proves that the context is alive and the thread is the
//!    right one.
//! 2. [`Value`], [`Object`] and [`Function`] are one word, `Copy`, and live on the stack, where the
//!    collector finds them. The lifetime `'js` keeps them inside their entry and apart from other
//!    entries. Not in a `Vec`, not in a `Box`: many values are a [`ValueList`], and what is kept beyond the
//!    entry is a [`Persistent`] or a [`Weak`]. `cargo xtask tidy` finds who forgets.
//! 3. Whatever can run JavaScript returns a [`JsResult`]. After it, nothing that was read before
//!    from objects a script can reach is to be trusted.
//! 4. Microtasks run when the outermost entry ends, or when [`Ctx::run_microtasks`] says so; never
//!    by themselves inside an entry.
//! 5. Rust called by JavaScript may panic: the script gets an exception. All such calls are in one
//!    file, `trampoline.rs`.
//!
//! # Costs
//!
//! `cargo run --release -p roundel-jsc --example boundary` measures them: on the machine of these
//! notes 125 ns for a call into JavaScript, 7 ns for one into a Rust function, 20 ns if it has
//! captured state, 90 ns for an entry, a few for a number. A fresh machine takes 2 ms, its first
//! context 0.7 ms, a further one 0.15 ms.
//!
//! # What is not here
//!
//! Anything of Node or of the web, modules (the C API has none), and the engine's inspector.

mod base64_text;
mod blocks;
mod brand;
mod buffer;
mod bytes;
mod call_sites;
mod characters;
mod class;
mod closure;
mod context;
mod convert;
mod ctx;
mod encoding;
mod engine;
mod error;
mod error_hooks;
mod exception;
mod finally;
mod frame;
mod fresh_string;
mod function;
mod global_object;
mod heap_count;
mod interrupt;
mod intrinsics;
mod key;
mod live;
mod main_context;
mod moved_bytes;
mod object;
pub mod options;
mod payload;
mod persistent;
mod promise;
mod promise_hooks;
mod realm;
mod release;
mod roots;
mod script;
mod shared_array;
mod shared_memory;
mod string;
mod trampoline;
mod value;
mod value_list;
mod view_cell;
mod vm;
mod waiters;
mod watchdog;
mod weak;

pub use base64_text::Base64;
pub use blocks::Blocks;
pub use buffer::{ArrayBuffer, ElementType, TypedArray};
pub use bytes::Bytes;
pub use call_sites::{CallSite, CallSites};
pub use characters::Characters;
pub use class::Class;
pub use context::Context;
pub use convert::IntoValue;
pub use ctx::Ctx;
pub use error::Error;
pub use error_hooks::HOOKED_CONSTRUCTORS;
pub use exception::{Exception, JsResult};
pub use fresh_string::FreshString;
pub use function::{Arguments, Function};
pub use interrupt::InterruptHandle;
pub use key::PropertyKey;
pub use live::Live;
pub use main_context::MainContext;
pub use moved_bytes::MovedBytes;
pub use object::{Attributes, Object};
pub use persistent::Persistent;
pub use promise::{Deferred, PromiseState};
pub use realm::Realm;
pub use release::Release;
pub use roots::Roots;
pub use shared_array::{SharedArray, SharedElement};
pub use shared_memory::SharedMemory;
pub use string::JsString;
pub use value::{Kind, Value};
pub use value_list::ValueList;
pub use vm::Vm;
pub use waiters::{BodyPlace, Combinator, Waiter, WaiterSamples};
pub use watchdog::{Overrun, Verdict};
pub use weak::Weak;
