//! The loops a program can be run under: one table over the same loop.
//!
//! What differs between Node's eras and a browser is data: the order of phases (`roundel_loop::Profile`), the world a
//! program finds itself in, and what each leaves open. Nothing else in the runtime asks for a loop by name.

use roundel_loop::Profile;
pub use roundel_source::Awaits;

use crate::choices::ChoicePoint;
use crate::era::Era;
use crate::options::UnhandledRejections;

/// One loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopKind {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is the loop of.
    pub of: &'static str,
    /// One iteration, for people.
    pub iteration: &'static str,
    /// When ticks and microtasks run, for people.
    pub drained: &'static str,
    pub world: World,
    /// Which Node a program is told it runs on, and the globals of that time.
    pub era: Era,
    pub phases: Profile,
    pub drain: Drain,
    /// What `await` did before 2019: one more promise around what is awaited, two more turns of the queue.
    pub awaits: Awaits,
    pub module_files: ModuleFiles,
    /// What becomes of a rejection that nobody handles, unless the command line says.
    pub unhandled_rejections: UnhandledRejections,
    pub left_behind: LeftBehind,
    pub sync_iterators: SyncIterators,
    pub duration_warnings: DurationWarnings,
    pub page: PageHabits,
    /// What the platform leaves open here, with the default of each.
    pub choices: &'static [(ChoicePoint, &'static str)],
}

/// When the ticks and microtasks run that an exception left behind, which the program handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftBehind {
    /// After whatever is called next: up to Node 11, and Node 26.
    NextCallback,
    /// Before the check phase at the latest: Node 12 to 25 entered JavaScript there for its own immediates.
    BeforeCheck,
}

/// What `for await` over a synchronous iterator does when one of its values rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncIterators {
    LeftOpen,
    /// Since 2025.
    ClosedOnRejection,
}

/// Which durations of a timer are warned of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DurationWarnings {
    Overflow,
    /// Also negative ones and those that are not a number.
    All,
}

/// What browsers do differently and the standard allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageHabits {
    /// `DOMContentLoaded` and `load` are a task each; else they happen as soon as nothing is waited for.
    pub milestones_are_tasks: bool,
    /// A port that has messages waiting queues one task, and the next when that is over; else one for each message.
    pub ports_queue_one_task: bool,
    /// `window.postMessage` waits until the page has loaded.
    pub messages_wait_for_load: bool,
    /// How coarse the clocks are that a script can read, and how coarse in a page that is isolated from other origins.
    pub clock_step_us: u32,
    pub isolated_clock_step_us: u32,
}

impl PageHabits {
    const CHROMIUM: PageHabits = PageHabits {
        milestones_are_tasks: false,
        ports_queue_one_task: false,
        messages_wait_for_load: false,
        clock_step_us: 100,
        isolated_clock_step_us: 5,
    };
    const FIREFOX: PageHabits = PageHabits {
        milestones_are_tasks: true,
        ports_queue_one_task: true,
        messages_wait_for_load: true,
        clock_step_us: 1000,
        isolated_clock_step_us: 20,
    };
}

/// When ticks and microtasks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drain {
    /// After every callback.
    PerCallback,
    /// Once for a list of timers and once for a queue of immediates, which Node 10 ran in one go; elsewhere after every
    /// callback.
    PerBatch,
}

/// How the loader of ES modules reads files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleFiles {
    /// While it loads: the entry runs before the loop, as a CommonJS one does.
    AtOnce,
    /// In the pool: the entry, and what is imported by a call, begins in a poll phase.
    InPool,
}

/// Which globals a program finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// `process`, `require`, `Buffer`, ticks and immediates.
    Node,
    /// `window`, `document`, frames and task queues.
    Window,
}

impl LoopKind {
    /// Every loop, the default first.
    pub const ALL: [LoopKind; 5] = [
        LoopKind {
            name: "node",
            of: "Node 20 and later",
            iteration: "pending, idle, prepare, poll, check, closing, timers",
            drained: "after every callback",
            world: World::Node,
            era: Era::NODE_26,
            phases: Profile::NODE,
            drain: Drain::PerCallback,
            awaits: Awaits::OneTurn,
            module_files: ModuleFiles::AtOnce,
            unhandled_rejections: UnhandledRejections::Throw,
            left_behind: LeftBehind::NextCallback,
            sync_iterators: SyncIterators::ClosedOnRejection,
            duration_warnings: DurationWarnings::All,
            page: PageHabits::CHROMIUM,
            choices: &[(ChoicePoint::FIRST_TIMERS, "clock")],
        },
        LoopKind {
            name: "node11",
            of: "Node 11 to 19",
            iteration: "timers, pending, idle, prepare, poll, check, closing",
            drained: "after every callback",
            world: World::Node,
            era: Era::NODE_18,
            phases: Profile::NODE11,
            drain: Drain::PerCallback,
            awaits: Awaits::OneTurn,
            module_files: ModuleFiles::InPool,
            unhandled_rejections: UnhandledRejections::Throw,
            left_behind: LeftBehind::BeforeCheck,
            sync_iterators: SyncIterators::LeftOpen,
            duration_warnings: DurationWarnings::Overflow,
            page: PageHabits::CHROMIUM,
            choices: &[(ChoicePoint::FIRST_TIMERS, "clock")],
        },
        LoopKind {
            name: "node10",
            of: "Node 10 and earlier",
            iteration: "timers, pending, idle, prepare, poll, check, closing",
            drained: "after each timer list, each queue of immediates, each I/O callback",
            world: World::Node,
            era: Era::NODE_10,
            phases: Profile::NODE10,
            drain: Drain::PerBatch,
            awaits: Awaits::ThreeTurns,
            module_files: ModuleFiles::InPool,
            unhandled_rejections: UnhandledRejections::WarnUnlessHeard,
            left_behind: LeftBehind::NextCallback,
            sync_iterators: SyncIterators::LeftOpen,
            duration_warnings: DurationWarnings::Overflow,
            page: PageHabits::CHROMIUM,
            choices: &[(ChoicePoint::FIRST_TIMERS, "clock")],
        },
        LoopKind {
            name: "chrome",
            of: "Chromium",
            iteration: "one task of one queue; a frame is a task",
            drained: "after every callback, when no other script is running",
            world: World::Window,
            era: Era::NODE_26,
            phases: Profile::CHROME,
            drain: Drain::PerCallback,
            awaits: Awaits::OneTurn,
            module_files: ModuleFiles::AtOnce,
            unhandled_rejections: UnhandledRejections::Throw,
            left_behind: LeftBehind::NextCallback,
            sync_iterators: SyncIterators::ClosedOnRejection,
            duration_warnings: DurationWarnings::Overflow,
            page: PageHabits::CHROMIUM,
            choices: &[(ChoicePoint::FRAME, "late"), (ChoicePoint::QUEUES, "posted")],
        },
        LoopKind {
            name: "firefox",
            of: "Firefox",
            iteration: "one task of one queue; a frame is a task",
            drained: "after every callback, when no other script is running",
            world: World::Window,
            era: Era::NODE_26,
            phases: Profile::FIREFOX,
            drain: Drain::PerCallback,
            awaits: Awaits::OneTurn,
            module_files: ModuleFiles::AtOnce,
            unhandled_rejections: UnhandledRejections::Throw,
            left_behind: LeftBehind::NextCallback,
            sync_iterators: SyncIterators::ClosedOnRejection,
            duration_warnings: DurationWarnings::Overflow,
            page: PageHabits::FIREFOX,
            choices: &[(ChoicePoint::FRAME, "early"), (ChoicePoint::QUEUES, "timers-together")],
        },
    ];

    /// Whether the loop leaves this open.
    pub(crate) fn has(&self, point: &ChoicePoint) -> bool {
        self.choices.iter().any(|(other, _)| other.name == point.name)
    }

    /// The loop called `name`; `browser` is `chrome`.
    pub fn find(name: &str) -> Option<LoopKind> {
        let name = if name == "browser" { "chrome" } else { name };
        LoopKind::ALL.into_iter().find(|kind| kind.name == name)
    }
}

impl Default for LoopKind {
    fn default() -> Self {
        LoopKind::ALL[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_an_answer_of_its_point() {
        for kind in LoopKind::ALL {
            assert_eq!(LoopKind::find(kind.name), Some(kind));
            for (point, default) in kind.choices {
                assert!(point.answer(default).is_some(), "{} {}", kind.name, point.name);
            }
        }
    }
}
