//! The engine's options: global to the process, fixed once the first machine exists.
//!
//! The library has 488; the environment variable `JSC_name=value` sets one too. Those that change
//! what a script sees, as measured with release 2.50:
//!
//! | option | default | effect |
//! |---|---|---|
//! | `useTailCalls` | on | strict-mode tail calls drop their frames from stacks |
//! | `useSharedArrayBuffer` | off | `SharedArrayBuffer` |
//! | `useTemporal` | off | `Temporal` |
//! | `useIteratorSequencing` | off | `Iterator.concat` |
//! | `useExplicitResourceManagement` | off | `Symbol.dispose`, `DisposableStack`, `SuppressedError`; not the syntax `using` |
//! | `useMathSumPreciseMethod` | on | `Math.sumPrecise` |
//! | `forceWeakRandomSeed`, `forcedWeakRandomSeed` | off | `Math.random` of every context starts from that seed |
//! | `exposePrivateIdentifiers` | off | intrinsics (`@name`) in any script, where an unknown one is a crash |
//!
//! None changes the time to start or the memory of an empty program by more than the noise (2.5 ms
//! and 2.4 MB of its own, of 23 MB resident), `useJIT` and the sizes of the heap included;
//! `forceMiniVMMode` makes starting slower. `slowPathAllocsBetweenGCs`, `sweepSynchronously` and
//! `scribbleFreeCells` make a mistake in rooting show.

use std::ffi::CString;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use roundel_jsc_sys::cxx;
use roundel_jsc_sys::jsc_options::*;

/// The engine itself has this state once per process, and writing an option after it has started is
/// a crash.
static ENGINE_STARTED: AtomicBool = AtomicBool::new(false);

pub(crate) fn engine_starts() {
    ENGINE_STARTED.store(true, Ordering::SeqCst);
}

static INTROSPECTION: AtomicBool = AtomicBool::new(false);

/// Makes [`crate::Ctx::introspection`] available in every context of the process.
pub fn enable_introspection() -> Result<(), OptionError> {
    if ENGINE_STARTED.load(Ordering::SeqCst) {
        return Err(OptionError::TooLate);
    }
    let enable = cxx::load().enable_restricted_options.ok_or(OptionError::Unknown)?;
    // SAFETY: takes nothing; the engine has not started, so its configuration is still writable.
    unsafe { enable() };
    set_bool_unchecked("useDollarVM", true)?;
    INTROSPECTION.store(true, Ordering::SeqCst);
    Ok(())
}

pub(crate) fn has_introspection() -> bool {
    INTROSPECTION.load(Ordering::SeqCst)
}

static NO_HOST_CALLS: AtomicBool = AtomicBool::new(false);

/// Has Rust functions made with the C API alone, as with an engine that does not export what host
/// calls take. Slower, and the same otherwise: the tests use it to prove that.
pub fn disable_host_calls() -> Result<(), OptionError> {
    if ENGINE_STARTED.load(Ordering::SeqCst) {
        return Err(OptionError::TooLate);
    }
    NO_HOST_CALLS.store(true, Ordering::SeqCst);
    Ok(())
}

pub(crate) fn has_host_calls() -> bool {
    !NO_HOST_CALLS.load(Ordering::SeqCst)
}

/// Why an option was not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionError {
    /// The installed engine has no option of this name and type.
    Unknown,
    /// A machine already exists in this process.
    TooLate,
}

impl fmt::Display for OptionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            OptionError::Unknown => "the engine has no such option",
            OptionError::TooLate => "engine options are fixed once a virtual machine exists",
        })
    }
}

impl std::error::Error for OptionError {}

/// Turns a boolean option on or off.
///
/// `useDollarVM` is refused: by itself it makes the engine abort; see [`enable_introspection`].
pub fn set_bool(name: &str, value: bool) -> Result<(), OptionError> {
    if name == "useDollarVM" {
        return Err(OptionError::Unknown);
    }
    set_bool_unchecked(name, value)
}

fn set_bool_unchecked(name: &str, value: bool) -> Result<(), OptionError> {
    // SAFETY: a terminated string; the engine has not started.
    set(name, |name| unsafe { jsc_options_set_boolean(name.as_ptr(), value.into()) })
}

/// Sets an unsigned option.
pub fn set_u32(name: &str, value: u32) -> Result<(), OptionError> {
    // SAFETY: as in `set_bool`.
    set(name, |name| unsafe { jsc_options_set_uint(name.as_ptr(), value) })
}

/// Sets a size option.
pub fn set_size(name: &str, value: usize) -> Result<(), OptionError> {
    // SAFETY: as in `set_bool`.
    set(name, |name| unsafe { jsc_options_set_size(name.as_ptr(), value) })
}

/// Sets a floating-point option.
pub fn set_f64(name: &str, value: f64) -> Result<(), OptionError> {
    // SAFETY: as in `set_bool`.
    set(name, |name| unsafe { jsc_options_set_double(name.as_ptr(), value) })
}

fn set(name: &str, set: impl FnOnce(CString) -> gboolean) -> Result<(), OptionError> {
    if ENGINE_STARTED.load(Ordering::SeqCst) {
        return Err(OptionError::TooLate);
    }
    let name = CString::new(name).map_err(|_| OptionError::Unknown)?;
    if set(name) == 0 { Err(OptionError::Unknown) } else { Ok(()) }
}
