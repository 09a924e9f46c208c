//! From a callback back to what made it run, and so on to the main script.

use super::{CallbackId, Model};

/// A callback of a chain, and how it came of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub callback: CallbackId,
    pub step: Step,
}

/// How one callback leads to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// What it is the callback of was made there.
    Made(CallbackId),
    /// The promise it waited for was settled there.
    Settled(CallbackId),
    /// What it reads was written there.
    Sent(CallbackId),
    /// It is what was left to be done after that.
    After(CallbackId),
    /// Nothing is known to have caused it.
    Start,
}

impl Step {
    /// The callback that it leads to.
    pub fn target(self) -> Option<CallbackId> {
        match self {
            Step::Made(id) | Step::Settled(id) | Step::Sent(id) | Step::After(id) => Some(id),
            Step::Start => None,
        }
    }
}

impl Model {
    /// The chain of causes, the callback itself first.
    pub fn chain(&self, id: CallbackId) -> Vec<Link> {
        let mut links = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next {
            let step = self.step(id);
            links.push(Link { callback: id, step });
            // A cause has a smaller number; a file could say otherwise.
            next = step.target().filter(|&target| target < id);
        }
        links
    }

    /// What made a callback run.
    pub fn step(&self, id: CallbackId) -> Step {
        let Some(callback) = self.callback(id) else { return Step::Start };
        if let Some(sent) = callback.sent_in.filter(|&sent| sent < id) {
            return Step::Sent(sent);
        }
        match (callback.queued_in, callback.cause) {
            (Some(settled), cause) if Some(settled) != cause && settled < id => {
                Step::Settled(settled)
            }
            (_, Some(cause)) => Step::Made(cause),
            _ => match callback.after.last() {
                Some(&after) if after < id => Step::After(after),
                _ => callback.parent.map_or(Step::Start, |parent| self.step_out_of(parent)),
            },
        }
    }

    /// Of what runs inside a callback: that callback, unless it is only the place where others run.
    fn step_out_of(&self, parent: CallbackId) -> Step {
        match self.callback(parent) {
            Some(around) if !around.is_hidden => Step::After(parent),
            _ => Step::Start,
        }
    }
}
