//! What a loop did, and why: one model of events, one recorder, several readers.
//!
//! ```text
//!   the loop's observer ─► Recorder ─► Sink ─► a file ─► read ─► Recording ─► Model ─► summary, explain, exports
//! ```
//!
//! A [`Recorder`] writes what it is told as numbers into a buffer and knows nothing of causes. [`read`] gives the events
//! back, or refuses a file that is damaged. [`Model`] is where callbacks, their causes and their waits are found: once,
//! when somebody looks, and not while the program runs. docs/trace_format.md describes the file.
//!
//! Nothing here knows JavaScript, an engine, or what a terminal is.
#![forbid(unsafe_code)]

mod before;
mod block;
mod buffer;
mod codes;
mod decode;
mod difference;
mod event;
pub mod export;
pub mod lints;
pub mod live;
pub mod model;
mod read;
mod recorder;
mod roster;
mod sink;
pub mod summary;
mod told;
mod wire;
pub mod words;

pub use before::{By, Decision};
pub use difference::{Parting, Queue, parting, queues_at};
pub use event::{Event, HandleChange, Made, Text, Timed, TurnKind};
pub use model::Model;
pub use read::{ReadError, Recording, Stream, read};
pub use recorder::{Described, Recorder, WITHOUT_ASYNC_ID};
pub use roster::Numbered;
pub use roundel_loop::{Entry, HandleKind, Phase};
pub use sink::{Bell, Sink, SinkOptions};
pub use told::{Telling, TickTexts, Told};
