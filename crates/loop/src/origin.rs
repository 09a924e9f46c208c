//! Origin: who made a handle, in the embedder's words, for the questions "why is the loop still alive" and "what is being
//! called back".

/// The embedder's number of a resource: whatever of its own will call back, be it a handle, a request, or something
/// that the loop does not know, as a promise. The loop keeps it and tells it to the observer; it gives out none.
///
/// ```
/// use roundel_loop::ResourceId;
/// assert!(ResourceId::NONE < ResourceId(1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResourceId(pub u64);

impl ResourceId {
    /// Of what the embedder has said nothing about.
    pub const NONE: ResourceId = ResourceId(0);
}

/// A label and a number that the embedder hangs on a handle or on a piece of work. The loop only keeps them.
///
/// ```
/// use roundel_loop::{EventLoop, Options, Origin, ResourceId, Timer};
/// let lp = EventLoop::new(Options::default())?;
/// let timer = Timer::new(&lp);
/// timer.set_origin(&lp, Origin::new("Timeout").with_resource(ResourceId(7)));
/// assert_eq!(timer.origin(&lp).label, "Timeout");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// What kind of thing it is to the embedder; empty if nobody said.
    pub label: &'static str,
    /// Which one it is.
    pub resource: ResourceId,
}

impl Origin {
    /// An origin with a label alone.
    ///
    /// ```
    /// use roundel_loop::{Origin, ResourceId};
    /// assert_eq!(Origin::new("Immediate").resource, ResourceId::NONE);
    /// ```
    pub const fn new(label: &'static str) -> Origin {
        Origin { label, resource: ResourceId::NONE }
    }

    /// The same origin with a number.
    ///
    /// ```
    /// use roundel_loop::{Origin, ResourceId};
    /// assert_eq!(Origin::new("TCPWRAP").with_resource(ResourceId(3)).resource, ResourceId(3));
    /// ```
    pub const fn with_resource(self, resource: ResourceId) -> Origin {
        Origin { resource, ..self }
    }
}
