//! Source text in, source text out: what has to happen to a Node program before JavaScriptCore can run it.
//!
//! - [`script`] prepares CommonJS modules and scripts, [`limited_script`] those that may be ended, [`module`] compiles ES
//!   modules to functions;
//! - TypeScript is taken in by both, its types blanked;
//! - [`commonjs_exports`] guesses the names a CommonJS module exports, [`detect`] tells the two kinds apart;
//! - [`resolve`] finds the file behind a specifier, by Node's rules;
//! - [`awaiting_script`] makes a script of a line that awaits, [`dynamic_imports`] says how to write one that imports;
//! - [`forgotten_awaits`] finds calls of async functions whose promise nobody takes, for a lint;
//! - [`sharing_functions`] finds the variables that callbacks of a file may race for;
//! - [`independent_awaits`] finds awaits in a loop that need not come one after the other, for a lint;
//! - every result carries [`Positions`], which lead from the running code back to the text as written.
//!
//! All transforms are edits on the text that keep every line where it is. There is no engine in here, and no file
//! system outside of [`resolve`].
#![forbid(unsafe_code)]

mod async_context;
mod awaits;
mod bindings;
mod commonjs;
mod commonjs_exports;
pub mod coverage;
mod detect;
mod edit;
mod forgotten_awaits;
mod host;
mod independent_awaits;
mod interactive;
mod module;
mod names;
mod nesting;
mod parse;
mod position;
pub mod resolve;
mod scan;
mod shared_variables;
mod stack;
mod suspensions;
mod syntax_error;
mod time_checks;
mod typescript;
mod using;

pub use awaits::Awaits;
pub use commonjs::{Script, limited_script, script};
pub use commonjs_exports::{CommonJsExports, commonjs_exports};
pub use detect::{Syntax, detect};
pub use forgotten_awaits::{ForgottenAwait, forgotten_awaits};
pub use independent_awaits::independent_awaits;
pub use interactive::{awaiting_script, dynamic_imports};
pub use module::{Evaluation, Import, IndirectExport, Module, Place, Request, module};
pub use names::{Names, Uses};
pub use nesting::nests_too_deeply;
pub use parse::{Goal, Language, diagnose};
pub use position::Positions;
pub use shared_variables::{SharingFunction, shared_at, sharing_functions};
pub use suspensions::{Suspension, function_name, suspension, wait_near};
pub use syntax_error::SyntaxError;
pub use typescript::strip_types;
