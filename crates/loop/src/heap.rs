//! The timer heap: which timer is due first.
//!
//! A 4-ary heap in one array. A node is a single 128-bit key,
//!
//! ```text
//!      deadline_ns : 64 │ start order : 32 │ slot : 32
//! ```
//!
//! so that one comparison orders by deadline and then by start, four siblings fill one cache line,
//! and the slot comes along for free. `position` is the way back from a slot to its node, which makes
//! moving and removing an arbitrary timer O(log n) without a search.
//!
//! When the order numbers are used up, after four thousand million starts, those in the heap are numbered anew in the
//! same order, which leaves every node where it is.

const ARITY: usize = 4;
const SLOT_BITS: u32 = 32;
const ORDER_BITS: u32 = 32;
/// In `position`: the slot is not in the heap.
const ABSENT: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key(u128);

impl Key {
    fn new(deadline_ns: u64, order: u32, slot: u32) -> Key {
        let deadline = u128::from(deadline_ns) << (ORDER_BITS + SLOT_BITS);
        Key(deadline | (u128::from(order) << SLOT_BITS) | u128::from(slot))
    }

    fn entry(self) -> Entry {
        Entry {
            deadline_ns: (self.0 >> (ORDER_BITS + SLOT_BITS)) as u64,
            order: (self.0 >> SLOT_BITS) as u32,
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
    pub(crate) deadline_ns: u64,
    order: u32,
    pub(crate) slot: u32,
}

#[derive(Default)]
pub(crate) struct Heap {
    keys: Vec<Key>,
    position: Vec<u32>,
    next_order: u32,
    /// The order number that came next when the pass began.
    pass_order: u32,
}

impl Heap {
    #[inline]
    pub(crate) fn first(&self) -> Option<Entry> {
        self.keys.first().map(|key| key.entry())
    }

    /// From here on, [`was_there`](Heap::was_there) tells what has been started before from what is started later.
    #[inline]
    pub(crate) fn begin_pass(&mut self) {
        self.pass_order = self.next_order;
    }

    #[inline]
    pub(crate) fn was_there(&self, entry: Entry) -> bool {
        entry.order < self.pass_order
    }

    pub(crate) fn deadline_ns(&self, slot: u32) -> Option<u64> {
        let at = self.find(slot)?;
        Some(self.keys[at].entry().deadline_ns)
    }

    /// Gives the slot a deadline, whether or not it had one, and the next start order.
    pub(crate) fn set(&mut self, slot: u32, deadline_ns: u64) {
        if self.next_order == u32::MAX {
            self.number_anew();
        }
        let key = Key::new(deadline_ns, self.next_order, slot);
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

    #[cold]
    fn number_anew(&mut self) {
        let mut places: Vec<usize> = (0..self.keys.len()).collect();
        places.sort_unstable_by_key(|&at| self.keys[at].entry().order);
        let is_older = |at: &usize| self.keys[*at].entry().order < self.pass_order;
        self.pass_order = places.partition_point(is_older) as u32;
        // There is a slot for each, and slots are 32-bit numbers, of which the last is not used.
        self.next_order = places.len() as u32;
        for (order, at) in places.into_iter().enumerate() {
            let Entry { deadline_ns, slot, .. } = self.keys[at].entry();
            self.keys[at] = Key::new(deadline_ns, order as u32, slot);
        }
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
    fn the_last_deadline_is_a_deadline() {
        let mut heap = Heap::default();
        heap.set(0, u64::MAX);
        heap.set(1, 5);
        assert_eq!(heap.deadline_ns(0), Some(u64::MAX));
        assert_eq!(drain(&mut heap), [1, 0]);
        assert_eq!(heap.deadline_ns(0), None);
        assert!(!heap.remove(0));
        assert!(!heap.remove(77));
    }

    #[test]
    fn order_numbers_that_are_used_up_begin_anew() {
        let mut heap = Heap { next_order: u32::MAX - 6, ..Heap::default() };
        for slot in [4, 1, 3] {
            heap.set(slot, 10);
        }
        heap.begin_pass();
        heap.set(2, 9);
        for slot in [0, 5, 6, 7] {
            heap.set(slot, 10);
        }
        assert!(heap.next_order < 20);
        let mut there = Vec::new();
        let mut order = Vec::new();
        while let Some(entry) = heap.first() {
            there.push(heap.was_there(entry));
            order.push(entry.slot);
            heap.remove(entry.slot);
        }
        assert_eq!(order, [2, 4, 1, 3, 0, 5, 6, 7]);
        assert_eq!(there, [false, true, true, true, false, false, false, false]);
    }

    proptest! {
        /// Against an ordered map of (deadline, order) over any series of sets and removals, with order numbers that run
        /// out on the way.
        #[test]
        fn behaves_as_an_ordered_map(steps in proptest::collection::vec((0u32..64, 0u64..50, 0u8..4), 0..500)) {
            let mut heap = Heap { next_order: u32::MAX - 200, ..Heap::default() };
            let mut model: BTreeMap<(u64, usize), u32> = BTreeMap::new();
            for (order, (slot, deadline, action)) in steps.into_iter().enumerate() {
                let known = model.iter().find(|(_, s)| **s == slot).map(|(k, _)| *k);
                if let Some(key) = known {
                    model.remove(&key);
                }
                if action == 0 {
                    prop_assert_eq!(heap.remove(slot), known.is_some());
                } else {
                    model.insert((deadline, order), slot);
                    heap.set(slot, deadline);
                }
                let first = model.first_key_value().map(|(key, slot)| (key.0, *slot));
                prop_assert_eq!(heap.first().map(|entry| (entry.deadline_ns, entry.slot)), first);
            }
            prop_assert_eq!(drain(&mut heap), model.into_values().collect::<Vec<_>>());
        }
    }
}
