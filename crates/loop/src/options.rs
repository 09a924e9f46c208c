//! How a loop is made, and how long it is run.

use crate::chooser::Choosing;
use crate::pool::Pool;
use crate::profile::Profile;

/// Which platform a loop runs on.
///
/// ```
/// use roundel_loop::{BackendKind, EventLoop, Options, RunMode, Timer};
/// let backend = BackendKind::Simulated { seed: 42 };
/// let lp = EventLoop::new(Options { backend, ..Options::default() })?;
/// Timer::new(&lp).start(&lp, 3_600_000, 0, |_, _| {}); // An hour, in no time.
/// lp.run(RunMode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackendKind {
    /// The real one.
    System,
    /// A simulated one: virtual time, and everything the real one leaves open decided by the loop's chooser.
    Simulated {
        /// Short for [`Choosing::Seeded`], where `choosing` is left plain.
        seed: u64,
    },
    /// The simulated world with the real one's descriptors: a run of a real program whose sleeps take no time.
    /// While something outside keeps the loop alive, a descriptor or a wakeup, the loop does not jump to its next timer
    /// before it has waited as long for the outside.
    VirtualTime,
}

/// How a loop is made.
///
/// ```
/// use roundel_loop::{BackendKind, Options, Profile};
/// let options = Options::default();
/// assert_eq!(options.profile, Profile::NODE);
/// assert_eq!(options.backend, BackendKind::System);
/// ```
#[derive(Clone)]
pub struct Options {
    /// The order of phases. Default: [`Profile::NODE`].
    pub profile: Profile,
    /// The platform. Default: the real one.
    pub backend: BackendKind,
    /// How the simulated platforms decide what the real one leaves open. Default: plainly.
    pub choosing: Choosing,
    /// The pool to use. Default: one of the loop's own, of `pool_threads`.
    pub pool: Option<Pool>,
    /// Threads of the loop's own pool. Default: what `UV_THREADPOOL_SIZE` says, or 4.
    pub pool_threads: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            profile: Profile::NODE,
            backend: BackendKind::System,
            choosing: Choosing::Plain,
            pool: None,
            pool_threads: None,
        }
    }
}

/// How long [`EventLoop::run`](crate::EventLoop::run) goes on.
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode};
/// assert!(!EventLoop::new(Options::default())?.run(RunMode::Default));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunMode {
    /// Until nothing keeps the loop alive, or until it is stopped.
    Default,
    /// One iteration, which waits if there is nothing to do.
    Once,
    /// One iteration, which does not wait.
    NoWait,
}
