//! The timer heap: which timer is due first.
//!
//! A 4-ary heap in one array. A node is a single 128-bit key,
//!
//! ```text
//!      deadline_ms : 44 │ start order : 52 │ slot : 32
//! ```
//!
//! so that one comparison orders by deadline and then by start, four siblings fill one cache line,
//! and the slot comes along for free. `position` is the way back from a slot to its node, which makes
//! moving and removing an arbitrary timer O(log n) without a search.
//!
//! 44 bits of milliseconds are 557 years; later deadlines are brought down to the last one.

/// The last deadline that a key can hold.
pub(crate) const LAST_DEADLINE_MS: u64 = (1 << 44) - 1;

const ARITY: usize = 4;
const SLOT_BITS: u32 = 32;
const ORDER_BITS: u32 = 52;
/// In `position`: the slot is not in the heap.
const ABSENT: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key(u128);

impl Key {
    fn new(deadline_ms: u64, order: u64, slot: u32) -> Key {
        let deadline = u128::from(deadline_ms.min(LAST_DEADLINE_MS));
        let order = u128::from(order & ((1 << ORDER_BITS) - 1));
        Key((deadline << (ORDER_BITS + SLOT_BITS)) | (order << SLOT_BITS) | u128::from(slot))
    }

    fn entry(self) -> Entry {
        Entry {
            deadline_ms: (self.0 >> (ORDER_BITS + SLOT_BITS)) as u64,
            order: (self.0 >> SLOT_BITS) as u64 & ((1 << ORDER_BITS) - 1),
            slot: self.0 as u32,
        }
    }

    fn slot(self) -> usize {
        self.0 as u32 as usize
    }
}

/// What the heap knows of one timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) deadline_ms: u64,
    pub(crate) order: u64,
    pub(crate) slot: u32,
}

#[derive(Default)]
pub(crate) struct Heap {
    keys: Vec<Key>,
    position: Vec<u32>,
    next_order: u64,
}

impl Heap {
    /// The order number that the next start will get.
    #[inline]
    pub(crate) fn next_order(&self) -> u64 {
        self.next_order
    }

    #[inline]
    pub(crate) fn first(&self) -> Option<Entry> {
        self.keys.first().map(|key| key.entry())
    }

    pub(crate) fn deadline_ms(&self, slot: u32) -> Option<u64> {
        let at = self.find(slot)?;
        Some(self.keys[at].entry().deadline_ms)
    }

    /// Gives the slot a deadline, whether or not it had one, and the next start order.
    pub(crate) fn set(&mut self, slot: u32, deadline_ms: u64) {
        let key = Key::new(deadline_ms, self.next_order, slot);
        self.next_order += 1;
        match self.find(slot) {
            Some(at) => self.replace(at, key),
            None => {
                if self.position.len() <= slot as usize {
                    self.position.resize(slot as usize + 1, ABSENT);
                }
                self.keys.push(key);
                self.sift_up(self.keys.len() - 1, key);
            }
        }
    }

    /// Takes the slot out. False if it was not in.
    pub(crate) fn remove(&mut self, slot: u32) -> bool {
        let Some(at) = self.find(slot) else { return false };
        self.position[slot as usize] = ABSENT;
        let Some(last) = self.keys.pop() else { return false };
        if at < self.keys.len() {
            self.replace(at, last);
        }
        true
    }

    #[inline]
    fn find(&self, slot: u32) -> Option<usize> {
        match self.position.get(slot as usize) {
            Some(&at) if at != ABSENT => Some(at as usize),
            _ => None,
        }
    }

    fn replace(&mut self, at: usize, key: Key) {
        if at > 0 && key < self.keys[(at - 1) / ARITY] {
            self.sift_up(at, key);
        } else {
            self.sift_down(at, key);
        }
    }

    #[inline]
    fn place(&mut self, at: usize, key: Key) {
        self.keys[at] = key;
        self.position[key.slot()] = at as u32;
    }

    fn sift_up(&mut self, mut at: usize, key: Key) {
        while at > 0 {
            let parent = (at - 1) / ARITY;
            if self.keys[parent] <= key {
                break;
            }
            self.place(at, self.keys[parent]);
            at = parent;
        }
        self.place(at, key);
    }

    fn sift_down(&mut self, mut at: usize, key: Key) {
        loop {
            let first = at * ARITY + 1;
            let last = (first + ARITY).min(self.keys.len());
            if first >= last {
                break;
            }
            let mut least = first;
            for child in first + 1..last {
                if self.keys[child] < self.keys[least] {
                    least = child;
                }
            }
            if self.keys[least] >= key {
                break;
            }
            self.place(at, self.keys[least]);
            at = least;
        }
        self.place(at, key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn drain(heap: &mut Heap) -> Vec<u32> {
        let mut slots = Vec::new();
        while let Some(entry) = heap.first() {
            assert!(heap.remove(entry.slot));
            slots.push(entry.slot);
        }
        slots
    }

    #[test]
    fn equal_deadlines_come_in_start_order() {
        let mut heap = Heap::default();
        for slot in [3, 1, 2] {
            heap.set(slot, 10);
        }
        heap.set(0, 9);
        heap.set(3, 10);
        assert_eq!(drain(&mut heap), [0, 1, 2, 3]);
    }

    #[test]
    fn deadlines_past_the_last_are_brought_down() {
        let mut heap = Heap::default();
        heap.set(0, u64::MAX);
        heap.set(1, 5);
        assert_eq!(heap.deadline_ms(0), Some(LAST_DEADLINE_MS));
        assert_eq!(drain(&mut heap), [1, 0]);
        assert_eq!(heap.deadline_ms(0), None);
        assert!(!heap.remove(0));
        assert!(!heap.remove(77));
    }

    proptest! {
        /// Against an ordered map of (deadline, order) over any series of sets and removals.
        #[test]
        fn behaves_as_an_ordered_map(steps in proptest::collection::vec((0u32..64, 0u64..50, 0u8..4), 0..500)) {
            let mut heap = Heap::default();
            let mut model: BTreeMap<(u64, u64), u32> = BTreeMap::new();
            for (slot, deadline, action) in steps {
                let known = model.iter().find(|(_, s)| **s == slot).map(|(k, _)| *k);
                if let Some(key) = known {
                    model.remove(&key);
                }
                if action == 0 {
                    prop_assert_eq!(heap.remove(slot), known.is_some());
                } else {
                    model.insert((deadline, heap.next_order()), slot);
                    heap.set(slot, deadline);
                }
                let first = model.first_key_value().map(|(k, s)| (k.0, k.1, *s));
                prop_assert_eq!(heap.first().map(|e| (e.deadline_ms, e.order, e.slot)), first);
            }
            prop_assert_eq!(drain(&mut heap), model.into_values().collect::<Vec<_>>());
        }
    }
}
