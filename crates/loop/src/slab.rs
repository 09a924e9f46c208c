//! A generational slab: dense storage whose ids are checked when they are used.
//!
//! An [`Id`] is an index plus the generation of the slot at the time of insertion. Removing an entry
//! moves the slot to the next generation, so an id kept too long finds nothing instead of a stranger.
//! Insertion, lookup and removal are O(1); freed slots are reused, last freed first.
//!
//! Not a general container: entries are never moved, and there is no iteration order but the index.

/// End of the free list.
const NIL: u32 = u32::MAX;

/// The place of an entry in a [`Slab`], valid until that entry is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl Id {
    /// The id as one number, unique in its slab for the life of the loop.
    pub(crate) fn to_bits(self) -> u64 {
        (u64::from(self.generation) << 32) | u64::from(self.index)
    }

    pub(crate) fn from_bits(bits: u64) -> Id {
        Id { index: bits as u32, generation: (bits >> 32) as u32 }
    }
}

struct Slot<T> {
    generation: u32,
    content: Content<T>,
}

enum Content<T> {
    Vacant { next_free: u32 },
    Occupied(T),
}

pub(crate) struct Slab<T> {
    slots: Vec<Slot<T>>,
    first_free: u32,
    len: usize,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Slab { slots: Vec::new(), first_free: NIL, len: 0 }
    }
}

impl<T> Slab<T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn insert(&mut self, value: T) -> Id {
        self.len += 1;
        if self.first_free == NIL {
            // Memory ends long before four thousand million entries do.
            let index = u32::try_from(self.slots.len()).expect("fewer than 2^32 entries");
            assert_ne!(index, NIL, "fewer than 2^32 - 1 entries");
            self.slots.push(Slot { generation: 0, content: Content::Occupied(value) });
            return Id { index, generation: 0 };
        }
        let index = self.first_free;
        let slot = &mut self.slots[index as usize];
        let Content::Vacant { next_free } = slot.content else {
            unreachable!("the free list holds vacant slots only")
        };
        self.first_free = next_free;
        slot.content = Content::Occupied(value);
        Id { index, generation: slot.generation }
    }

    #[inline]
    pub(crate) fn get(&self, id: Id) -> Option<&T> {
        match self.slots.get(id.index as usize) {
            Some(Slot { generation, content: Content::Occupied(value) })
                if *generation == id.generation =>
            {
                Some(value)
            }
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: Id) -> Option<&mut T> {
        match self.slots.get_mut(id.index as usize) {
            Some(Slot { generation, content: Content::Occupied(value) })
                if *generation == id.generation =>
            {
                Some(value)
            }
            _ => None,
        }
    }

    /// The id of whatever sits at `index`, for structures that keep bare indices of live entries.
    #[inline]
    pub(crate) fn id_at(&self, index: u32) -> Option<Id> {
        match self.slots.get(index as usize) {
            Some(Slot { generation, content: Content::Occupied(_) }) => {
                Some(Id { index, generation: *generation })
            }
            _ => None,
        }
    }

    pub(crate) fn remove(&mut self, id: Id) -> Option<T> {
        let slot = self.slots.get_mut(id.index as usize)?;
        if slot.generation != id.generation || matches!(slot.content, Content::Vacant { .. }) {
            return None;
        }
        // A slot that has used up its generations is retired: reusing it would make old ids valid.
        let vacant = match slot.generation.checked_add(1) {
            Some(next) => {
                slot.generation = next;
                let vacant = Content::Vacant { next_free: self.first_free };
                self.first_free = id.index;
                vacant
            }
            None => Content::Vacant { next_free: NIL },
        };
        self.len -= 1;
        match std::mem::replace(&mut slot.content, vacant) {
            Content::Occupied(value) => Some(value),
            Content::Vacant { .. } => None,
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Id, &T)> {
        self.slots.iter().enumerate().filter_map(|(index, slot)| match &slot.content {
            Content::Occupied(value) => {
                Some((Id { index: index as u32, generation: slot.generation }, value))
            }
            Content::Vacant { .. } => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn a_removed_id_finds_nothing_even_after_reuse() {
        let mut slab = Slab::default();
        let first = slab.insert("first");
        assert_eq!(slab.remove(first), Some("first"));
        let second = slab.insert("second");
        assert_eq!(second.index, first.index);
        assert_eq!(slab.get(first), None);
        assert_eq!(slab.remove(first), None);
        assert_eq!(slab.get(second), Some(&"second"));
        assert_eq!(slab.len(), 1);
    }

    #[test]
    fn an_exhausted_slot_is_retired() {
        let mut slab = Slab::default();
        let id = slab.insert(());
        slab.slots[0].generation = u32::MAX;
        let last = Id { generation: u32::MAX, ..id };
        assert_eq!(slab.remove(last), Some(()));
        assert_eq!(slab.get(last), None);
        assert_eq!(slab.insert(()).index, 1);
        assert_eq!(slab.get(last), None);
    }

    #[test]
    fn bits_round_trip() {
        let id = Id { index: 7, generation: 9 };
        assert_eq!(Id::from_bits(id.to_bits()), id);
    }

    proptest! {
        /// Against a map from id to value, over any series of insertions and removals.
        #[test]
        fn behaves_as_a_map(steps in proptest::collection::vec((any::<bool>(), any::<u16>()), 0..400)) {
            let mut slab = Slab::default();
            let mut model: HashMap<Id, u16> = HashMap::new();
            let mut issued = Vec::new();
            for (insert, number) in steps {
                if insert || issued.is_empty() {
                    let id = slab.insert(number);
                    prop_assert!(model.insert(id, number).is_none());
                    issued.push(id);
                } else {
                    let id = issued[number as usize % issued.len()];
                    prop_assert_eq!(slab.remove(id), model.remove(&id));
                }
                prop_assert_eq!(slab.len(), model.len());
                for id in &issued {
                    prop_assert_eq!(slab.get(*id), model.get(id));
                }
            }
            prop_assert_eq!(slab.iter().count(), model.len());
        }
    }
}
