//! The engine's options: global to the process, fixed once the first machine exists.
//!
//! Writing one while another thread's machine starts is a crash of the engine, so [`configure`] and the start are under
//! one lock, and a process has one configuration: the first whole one. Whoever comes later is told
//! [`OptionError::TooLate`] and gets machines of the engine as it is, however much its own wishes differ.
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
//! `forceMiniVMMode` makes starting slower. A program that loads much is collected once while it does, after a megabyte
//! (`smallHeapSize`). `slowPathAllocsBetweenGCs`, `sweepSynchronously` and
//! `scribbleFreeCells` make a mistake in rooting show.

use std::ffi::CString;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use roundel_jsc_sys::jsc_options::*;

/// The engine has this state once per process, and so has this crate.
static STAGE: Mutex<Stage> = Mutex::new(Stage::Fresh);

/// Set after `STAGE` says the same: a further machine needs no lock.
static STARTED: AtomicBool = AtomicBool::new(false);

static C_API_ONLY: AtomicBool = AtomicBool::new(false);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Fresh,
    Configured,
    Started,
}

fn stage() -> MutexGuard<'static, Stage> {
    // A panic while the lock is held leaves a stage that is still true.
    STAGE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the first machine while nobody configures, and every other one at once.
pub(crate) fn with_engine_started<R>(make_machine: impl FnOnce() -> R) -> R {
    if STARTED.load(Ordering::Acquire) {
        return make_machine();
    }
    let mut stage = stage();
    let machine = make_machine();
    *stage = Stage::Started;
    STARTED.store(true, Ordering::Release);
    machine
}

/// The engine before its start, held still: no other thread starts or configures it meanwhile.
pub struct Configuration {
    _only_in_configure: (),
}

/// Runs `set` if this process has neither a configuration nor a machine; otherwise `set` does not run at all.
///
/// ```
/// use roundel_jsc::options::{self, OptionError};
///
/// let first = options::configure(|engine| engine.set_bool("useTemporal", true));
/// assert_eq!(first, Ok(Ok(())));
/// assert_eq!(options::configure(|_| ()), Err(OptionError::TooLate));
/// ```
///
/// # Panics
/// Never by itself, but `set` must not start a machine: that would wait for `set` to end.
pub fn configure<R>(set: impl FnOnce(&Configuration) -> R) -> Result<R, OptionError> {
    let mut stage = stage();
    if *stage != Stage::Fresh {
        return Err(OptionError::TooLate);
    }
    *stage = Stage::Configured;
    Ok(set(&Configuration { _only_in_configure: () }))
}

/// Keeps the allocator's thread, which gives memory back to the system, from starting, before there is one: a process that
/// is to be copied may have no other threads. False if the library does not let us.
pub fn disable_scavenger() -> bool {
    roundel_jsc_sys::cxx::disable_scavenger()
}

impl Configuration {
    /// Turns a boolean option on or off.
    ///
    /// `useDollarVM` is refused: by itself it makes the engine abort.
    pub fn set_bool(&self, name: &str, value: bool) -> Result<(), OptionError> {
        if name == "useDollarVM" {
            return Err(OptionError::Unknown);
        }
        // SAFETY: a terminated string; the engine has not started.
        self.set(name, |name| unsafe { jsc_options_set_boolean(name.as_ptr(), value.into()) })
    }

    /// Sets an unsigned option.
    pub fn set_u32(&self, name: &str, value: u32) -> Result<(), OptionError> {
        // SAFETY: as in `set_bool`.
        self.set(name, |name| unsafe { jsc_options_set_uint(name.as_ptr(), value) })
    }

    /// Sets a size option.
    pub fn set_size(&self, name: &str, value: usize) -> Result<(), OptionError> {
        // SAFETY: as in `set_bool`.
        self.set(name, |name| unsafe { jsc_options_set_size(name.as_ptr(), value) })
    }

    /// Sets a floating-point option.
    pub fn set_f64(&self, name: &str, value: f64) -> Result<(), OptionError> {
        // SAFETY: as in `set_bool`.
        self.set(name, |name| unsafe { jsc_options_set_double(name.as_ptr(), value) })
    }

    /// Has functions, strings and buffers handled with the C API alone, as with an engine that does
    /// not export more. Slower, and the same otherwise: the tests use it to prove that.
    pub fn use_c_api_only(&self) {
        C_API_ONLY.store(true, Ordering::Release);
    }

    fn set(&self, name: &str, set: impl FnOnce(CString) -> gboolean) -> Result<(), OptionError> {
        let name = CString::new(name).map_err(|_| OptionError::Unknown)?;
        if set(name) == 0 { Err(OptionError::Unknown) } else { Ok(()) }
    }
}

pub(crate) fn has_host_calls() -> bool {
    !uses_c_api_only()
}

pub(crate) fn uses_c_api_only() -> bool {
    C_API_ONLY.load(Ordering::Acquire)
}

/// Why an option was not set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionError {
    /// The installed engine has no option of this name and type.
    Unknown,
    /// The process has its configuration, or a machine, already.
    TooLate,
}

impl fmt::Display for OptionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            OptionError::Unknown => "the engine has no such option",
            OptionError::TooLate => "the engine of this process is configured already",
        })
    }
}

impl std::error::Error for OptionError {}
