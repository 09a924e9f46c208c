//! Source text in, source text out: what has to happen to a Node program before JavaScriptCore can run it.
//!
//! - [`script`] prepares CommonJS modules and scripts, [`module`] compiles ES modules to functions;
//! - TypeScript is taken in by both, its types blanked;
//! - [`commonjs_exports`] guesses the names a CommonJS module exports, [`detect`] tells the two kinds apart;
//! - every result carries [`Positions`], which lead from the running code back to the text as written.
//!
//! All transforms are edits on the text that keep every line where it is. There is no engine and no file system
//! in here.
#![forbid(unsafe_code)]

mod bindings;
mod commonjs;
mod edit;
mod host;
mod module;
mod names;
mod parse;
mod position;
mod scan;
mod syntax_error;
mod typescript;
mod using;

pub use commonjs::{Script, script};
pub use module::{Evaluation, Import, IndirectExport, Module, Place, Request, module};
pub use names::{Names, Uses};
pub use parse::{Goal, Language};
pub use position::Positions;
pub use syntax_error::SyntaxError;
