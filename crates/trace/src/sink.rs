//! Where blocks go: one file that all environments of a program write to, or whoever is connected at the moment.
//!
//! Blocks follow each other, or stand in slots of one size that are used again when the last is taken (ring). Slot 0 is
//! never used again: it says what the file is of. A block is written with one call, so that whatever ends the process
//! leaves whole blocks and at most one that is cut off.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::block::{BLOCK_HEAD_BYTES, BlockHead, HEAD_BYTES, head};
use crate::live::Frame;

/// The size of a slot, and of a block that is full.
pub(crate) const SLOT_BYTES: u32 = 64 * 1024;

/// The most that the records of one block of a ring may take.
pub(crate) const SLOT_RECORDS: usize = SLOT_BYTES as usize - BLOCK_HEAD_BYTES;

/// A ring has room for what it is of and for something to go round in.
const FEWEST_SLOTS: u64 = 4;

/// How a file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SinkOptions {
    /// The file is not to become larger: the oldest blocks are given up.
    pub limit_bytes: Option<u64>,
}

/// A file that is being written, or those who look at a run while it goes on.
pub struct Sink {
    state: Mutex<State>,
    slots: Option<u64>,
    /// How many look; a file always does.
    watchers: AtomicU32,
    /// How many have ever come.
    arrivals: AtomicU32,
    /// Who is told when somebody comes, by the numbers of their streams.
    bells: Mutex<BTreeMap<u32, Bell>>,
}

/// Has an environment look whether it is wanted; called by any thread.
pub type Bell = Box<dyn Fn() + Send>;

/// The slots of those who read blocks as they come.
const FOR_EVER: u64 = u64::MAX;

/// Blocks that a watcher has not read yet; what comes while so many wait is lost to it.
const WAITING_FRAMES: usize = 256;

enum Target {
    File(File),
    Watchers(Vec<SyncSender<Frame>>),
}

struct State {
    target: Target,
    next_sequence: u64,
    last_stream: u32,
    /// Nothing more is written: the disk is full, the file is gone.
    failed: bool,
}

impl Sink {
    /// Makes the file, for its owner alone: it has what the program prints.
    pub fn create(path: &Path, options: SinkOptions) -> io::Result<Sink> {
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
        let slots = options.limit_bytes.map(|bytes| {
            let room = bytes.saturating_sub(HEAD_BYTES as u64);
            (room / u64::from(SLOT_BYTES)).max(FEWEST_SLOTS)
        });
        file.write_all(&head(if slots.is_some() { SLOT_BYTES } else { 0 }))?;
        Ok(Sink::new(Target::File(file), slots, 1))
    }

    /// Without a file: blocks go to whoever has called [`watch`](Sink::watch).
    pub fn live() -> Sink {
        Sink::new(Target::Watchers(Vec::new()), Some(FOR_EVER), 0)
    }

    fn new(target: Target, slots: Option<u64>, watchers: u32) -> Sink {
        let state = State { target, next_sequence: 0, last_stream: 0, failed: false };
        Sink {
            state: Mutex::new(state),
            slots,
            watchers: AtomicU32::new(watchers),
            arrivals: AtomicU32::new(watchers),
            bells: Mutex::default(),
        }
    }

    /// What is recorded from here on comes out of the receiver, until that is dropped.
    pub fn watch(&self) -> Receiver<Frame> {
        let (sender, receiver) = sync_channel(WAITING_FRAMES);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Target::Watchers(watchers) = &mut state.target {
            watchers.push(sender);
            self.watchers.store(watchers.len() as u32, Ordering::Relaxed);
            self.arrivals.fetch_add(1, Ordering::Relaxed);
        }
        drop(state);
        for bell in self.bells().values() {
            bell();
        }
        receiver
    }

    /// Has `bell` rung for whoever comes, until it is taken away again.
    pub fn hang_bell(&self, stream: u32, bell: Bell) {
        self.bells().insert(stream, bell);
    }

    pub fn take_bell(&self, stream: u32) {
        self.bells().remove(&stream);
    }

    fn bells(&self) -> MutexGuard<'_, BTreeMap<u32, Bell>> {
        self.bells.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether those who read it come and go.
    pub(crate) fn is_live(&self) -> bool {
        self.slots == Some(FOR_EVER)
    }

    /// Whether anybody reads what is written.
    pub fn is_wanted(&self) -> bool {
        self.watchers.load(Ordering::Relaxed) > 0
    }

    /// How many have ever wanted it.
    pub(crate) fn arrivals(&self) -> u32 {
        self.arrivals.load(Ordering::Relaxed)
    }

    /// Tells the watchers what is alive.
    pub fn status(&self, json: Vec<u8>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.send(&mut state.target, &Frame::Status(json));
    }

    /// Nothing more will come: those who watch get what is on its way, and the end. Gives how many there are.
    pub fn dismiss(&self) -> usize {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Target::Watchers(watchers) = &mut state.target else { return 0 };
        let count = watchers.len();
        watchers.clear();
        self.watchers.store(0, Ordering::Relaxed);
        state.failed = true;
        count
    }

    fn send(&self, target: &mut Target, frame: &Frame) {
        let Target::Watchers(watchers) = target else { return };
        // One who is slow loses blocks and stays; one who has gone goes.
        watchers.retain(|watcher| {
            !matches!(watcher.try_send(frame.clone()), Err(TrySendError::Disconnected(_)))
        });
        self.watchers.store(watchers.len() as u32, Ordering::Relaxed);
    }

    /// Whether blocks are given up, so that each must be understood by itself.
    pub(crate) fn is_ring(&self) -> bool {
        self.slots.is_some()
    }

    /// The number of an environment that is to write.
    pub(crate) fn next_stream(&self) -> u32 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.last_stream += 1;
        state.last_stream - 1
    }

    /// Writes a block. A file that cannot be written must not end the program it is about.
    pub(crate) fn write(&self, stream: u32, base_ns: u64, records: &[u8]) {
        let Ok(length) = u32::try_from(records.len()) else { return };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failed {
            return;
        }
        let sequence = state.next_sequence;
        state.next_sequence += 1;
        let mut block = BlockHead { sequence, base_ns, stream, length }.frame(records);
        let written = match (&mut state.target, self.slots) {
            (target @ Target::Watchers(_), _) => {
                self.send(target, &Frame::Block(block));
                Ok(())
            }
            (Target::File(file), None) => file.write_all(&block),
            (Target::File(file), Some(slots)) => {
                let slot = if sequence == 0 { 0 } else { 1 + (sequence - 1) % (slots - 1) };
                block.resize(SLOT_BYTES as usize, 0);
                file.write_all_at(&block, HEAD_BYTES as u64 + slot * u64::from(SLOT_BYTES))
            }
        };
        state.failed = written.is_err();
    }
}
