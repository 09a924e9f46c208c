//! Origin: who made a handle, in the embedder's words, for the question "why is the loop still alive".

/// A label and a number that the embedder hangs on a handle or on a piece of work. The loop only keeps them.
///
/// ```
/// use roundel_loop::{EventLoop, Options, Origin, Timer};
/// let lp = EventLoop::new(Options::default())?;
/// let timer = Timer::new(&lp);
/// timer.set_origin(&lp, Origin::new("Timeout").with_detail(7));
/// assert_eq!(timer.origin(&lp).label, "Timeout");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// What kind of thing it is to the embedder; empty if nobody said.
    pub label: &'static str,
    /// Which one of that kind, or anything else that fits in a number.
    pub detail: Option<u64>,
}

impl Origin {
    /// An origin with a label alone.
    ///
    /// ```
    /// assert_eq!(roundel_loop::Origin::new("Immediate").detail, None);
    /// ```
    pub const fn new(label: &'static str) -> Origin {
        Origin { label, detail: None }
    }

    /// The same origin with a number.
    ///
    /// ```
    /// assert_eq!(roundel_loop::Origin::new("TCPWRAP").with_detail(3).detail, Some(3));
    /// ```
    pub const fn with_detail(self, detail: u64) -> Origin {
        Origin { detail: Some(detail), ..self }
    }
}
