//! What a recorder is told without being called: it needs no time of its own, and there is more of it than of anything else.

/// What was told without a call, in the order in which it happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Told {
    /// A tick of which nobody wants to know where it was made: its numbers are all there is to tell.
    Tick { id: u64, trigger: u64, function: u32 },
    /// Its callback begins when the last event is over.
    Begins(u64),
    /// Its callback ends when the next event comes, or where another begins before that.
    Ends(u64),
}

/// Where it is told, by the one who runs what it is about. Whatever is recorded next comes after it.
pub trait Telling {
    fn is_empty(&self) -> bool;
    /// Takes all there is.
    fn take(&self, each: &mut dyn FnMut(Told));
    /// Nothing of the program runs after the promise jobs that have just been drained, but for what is told.
    fn is_calm(&self) -> bool;
}

/// The numbers of the texts that every tick has.
#[derive(Clone, Copy, Debug, Default)]
pub struct TickTexts {
    pub kind: u32,
    pub turn: u32,
}
