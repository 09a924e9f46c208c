//! Ticks that a recorder is told of without being called: there are more of them than of anything else, and where nobody wants
//! to know where they were made, their numbers are all there is to tell.

/// Ticks that were told without a call, in the order in which it happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tick {
    Made {
        id: u64,
        trigger: u64,
        function: u32,
    },
    /// Its callback begins when the last event is over.
    Begins(u64),
}

/// Where ticks are told without a call, by the one who runs them. Whatever is recorded next comes after them.
pub trait Ticks {
    fn is_empty(&self) -> bool;
    /// Takes all there are.
    fn take(&self, each: &mut dyn FnMut(Tick));
}

/// The numbers of the texts that every tick has.
#[derive(Clone, Copy, Debug, Default)]
pub struct TickTexts {
    pub kind: u32,
    pub turn: u32,
}
