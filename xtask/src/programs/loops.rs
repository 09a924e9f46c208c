//! The loops that programs run under, and which Node is the oracle of each.

use crate::peers::Peer;

/// A value of `--loop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loop {
    pub(crate) name: &'static str,
    /// The Node whose loop it is; a browser's loop has none.
    pub(crate) peer: Option<Peer>,
}

impl Loop {
    pub(crate) const NODE: Loop = Loop { name: "node", peer: Some(Peer::Node26) };

    const ALL: [Loop; 5] = [
        Loop::NODE,
        Loop { name: "node11", peer: Some(Peer::Node18) },
        Loop { name: "node10", peer: Some(Peer::Node10) },
        Loop { name: "chrome", peer: None },
        Loop { name: "firefox", peer: None },
    ];

    pub(crate) fn find(name: &str) -> Option<Loop> {
        Loop::ALL.into_iter().find(|lp| lp.name == name)
    }

    /// The loop that `peer` is the oracle of.
    pub(crate) fn of(peer: Peer) -> Option<Loop> {
        Loop::ALL.into_iter().find(|lp| lp.peer == Some(peer))
    }

    /// What Roundel has to be told to run under it: nothing for its default.
    pub(crate) fn flags(self) -> Vec<&'static str> {
        if self == Loop::NODE { Vec::new() } else { vec!["--loop", self.name] }
    }
}
