//! The numbers that stand for names in a file. They are part of the layout: entries are added at the end, never moved.

use roundel_loop::{Entry, HandleKind, Phase};

use crate::event::HandleChange;

/// The tag of each kind of record.
pub(crate) mod tag {
    pub(crate) const TEXT: u8 = 1;
    pub(crate) const INFO: u8 = 2;
    pub(crate) const RUN_BEGIN: u8 = 3;
    pub(crate) const RUN_END: u8 = 4;
    pub(crate) const ITERATION: u8 = 5;
    pub(crate) const PHASE_BEGIN: u8 = 6;
    pub(crate) const PHASE_END: u8 = 7;
    pub(crate) const POLL_ENTER: u8 = 8;
    pub(crate) const POLL_EXIT: u8 = 9;
    pub(crate) const CALLBACK_BEGIN: u8 = 10;
    pub(crate) const CALLBACK_END: u8 = 11;
    pub(crate) const HANDLE: u8 = 12;
    pub(crate) const WORK_QUEUED: u8 = 13;
    pub(crate) const WORK_FINISHED: u8 = 14;
    pub(crate) const WORK_CANCELLED: u8 = 15;
    pub(crate) const ENTRY_BEGIN: u8 = 16;
    pub(crate) const ENTRY_END: u8 = 17;
    pub(crate) const ENTRY_DRAINS: u8 = 18;
    pub(crate) const JOBS_BEGIN: u8 = 19;
    pub(crate) const JOBS_END: u8 = 20;
    pub(crate) const MADE: u8 = 21;
    pub(crate) const BEGIN: u8 = 22;
    pub(crate) const END: u8 = 23;
    pub(crate) const GONE: u8 = 24;
    pub(crate) const MARK_QUEUED: u8 = 25;
    pub(crate) const MARK_RUN: u8 = 26;
    pub(crate) const PRINTED: u8 = 27;
    pub(crate) const LOOP_TIME: u8 = 28;
    pub(crate) const CHOICE: u8 = 29;
    pub(crate) const STOPPED: u8 = 30;
    pub(crate) const ENDED: u8 = 31;
    pub(crate) const STATE: u8 = 32;
    pub(crate) const NOTE: u8 = 33;
    pub(crate) const DETAIL: u8 = 34;
    pub(crate) const SENT: u8 = 35;
    pub(crate) const RECEIVED: u8 = 36;
}

const PHASES: [Phase; 9] = [
    Phase::UpdateTime,
    Phase::Timers,
    Phase::Pending,
    Phase::Idle,
    Phase::Prepare,
    Phase::Poll,
    Phase::PendingAfterPoll,
    Phase::Check,
    Phase::Closing,
];

const ENTRIES: [Entry; 4] = [Entry::Main, Entry::Callback, Entry::BeforeExit, Entry::Exit];

const HANDLES: [HandleKind; 16] = [
    HandleKind::Timer,
    HandleKind::Idle,
    HandleKind::Prepare,
    HandleKind::Check,
    HandleKind::Wakeup,
    HandleKind::Poll,
    HandleKind::Signal,
    HandleKind::Tcp,
    HandleKind::Pipe,
    HandleKind::Process,
    HandleKind::Call,
    HandleKind::Tty,
    HandleKind::Udp,
    HandleKind::FsEvent,
    HandleKind::Work,
    HandleKind::Deferred,
];

const CHANGES: [HandleChange; 5] = [
    HandleChange::Opened,
    HandleChange::Started,
    HandleChange::Stopped,
    HandleChange::Closing,
    HandleChange::Closed,
];

/// What has a number of its own in a file.
pub(crate) trait Coded: Copy + PartialEq + 'static {
    const TABLE: &'static [Self];

    /// One that the table does not have yet is written as a number that no reader knows.
    fn code(self) -> u8 {
        Self::TABLE.iter().position(|&other| other == self).map_or(u8::MAX, |place| place as u8)
    }

    fn of(code: u8) -> Option<Self> {
        Self::TABLE.get(usize::from(code)).copied()
    }
}

impl Coded for Phase {
    const TABLE: &'static [Phase] = &PHASES;
}

impl Coded for Entry {
    const TABLE: &'static [Entry] = &ENTRIES;
}

impl Coded for HandleKind {
    const TABLE: &'static [HandleKind] = &HANDLES;
}

impl Coded for HandleChange {
    const TABLE: &'static [HandleChange] = &CHANGES;
}
