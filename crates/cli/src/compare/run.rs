//! One run of the program under one setting, as it ended.

use std::collections::BTreeMap;

use roundel_trace::summary::counted;

use super::line::Line;
use super::setting::Setting;
use super::turn_log::Turn;

#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) setting: Setting,
    pub(super) lines: Vec<Line>,
    pub(super) turns: BTreeMap<u64, Turn>,
    pub(super) end: End,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Exit(i32),
    Signal(i32),
    /// The limits of compare, each with its size.
    VirtualTimeMs(u64),
    RealTimeMs(u64),
    Lines(usize),
}

impl End {
    /// What is said about it; `None` for a good end.
    pub(super) fn told(self) -> Option<String> {
        Some(match self {
            Self::Exit(0) => return None,
            Self::Exit(code) => format!("exit code {code}"),
            Self::Signal(signal) => format!("ended by signal {signal}"),
            Self::VirtualTimeMs(ms) => format!("stopped after {} of virtual time", duration(ms)),
            Self::RealTimeMs(ms) => format!("stopped after {} of real time", duration(ms)),
            Self::Lines(lines) => format!("stopped after {}", counted(lines, "line")),
        })
    }
}

fn duration(ms: u64) -> String {
    if ms.is_multiple_of(1000) { format!("{} s", ms / 1000) } else { format!("{ms} ms") }
}

impl Run {
    /// The first line in which the two differ, or that only one of them has; `None` if all lines are the same.
    ///
    /// How far a run came that real time ended is an accident: it counts as the same as one that came further.
    pub(super) fn first_difference(&self, other: &Run) -> Option<usize> {
        let shared = self.lines.iter().zip(&other.lines).take_while(|(a, b)| a.is_same(b)).count();
        let is_over = |run: &Run| run.lines.len() == shared;
        let was_cut = |run: &Run| is_over(run) && matches!(run.end, End::RealTimeMs(_));
        let is_same = is_over(self) && is_over(other) || was_cut(self) || was_cut(other);
        (!is_same).then_some(shared)
    }

    pub(super) fn is_same(&self, other: &Run) -> bool {
        self.end == other.end && self.first_difference(other).is_none()
    }

    /// The turn that printed line `index`.
    pub(super) fn turn_of(&self, index: usize) -> Option<&Turn> {
        self.turns.get(&self.lines.get(index)?.turn?)
    }
}
