//! Node-API: the C interface through which native addons, `.node` files, use JavaScript.
//!
//! The functions of `js_native_api.h` and `node_api.h`, versions 1 to 10, exported from the executable under their C names
//! (`symbols.rs`), so that the system's loader finds them when it opens an addon (`loader.rs`). One file per subject; all
//! of them go through `entry.rs`, which checks, catches panics and notes how a call ended.
//!
//! What an addon holds is never an address of the engine's. A value is the position of a kept value (`handles.rs`), and
//! references, promises, work and scopes are numbers too: one that stands for nothing any more is an error. An env is looked
//! for among those of the calling thread. Only a thread-safe function is an address, because any thread may call it; it
//! lives until every thread that has it has let go.
//!
//! What is not here: V8's C++ interface and libuv. An addon that needs either does not load, and the error names what it
//! misses; `napi_get_uv_event_loop` fails, because there is no loop of libuv's to give.

mod array_buffers;
mod async_context;
mod async_work;
mod bigints;
mod buffers;
mod classes;
mod cleanup;
mod dates;
mod descriptors;
mod entry;
mod env;
mod errors;
mod externals;
mod fatal;
mod finalizers;
mod functions;
mod handles;
mod host;
mod instance;
mod last_error;
mod loader;
mod objects;
mod operations;
mod pointers;
mod promises;
mod references;
mod scripts;
mod shared;
mod status;
mod strings;
mod symbols;
mod table;
mod threadsafe;
mod type_tags;
mod types;
mod values;
mod versions;
mod views;
mod wraps;

pub use host::{Callback, Host};
pub use loader::{Addons, LoadError, Request};
