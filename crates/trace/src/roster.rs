//! Who is alive, by async id: for recordings that describe a resource again when it calls back.
//!
//! A program may have a million timers, and nobody may ever look. So a description is a few numbers in a page of those
//! with neighbouring ids, which were made one after the other; a page is given back with the last of them.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What calls back, with texts by their numbers ([`Recorder::number_of`](crate::Recorder::number_of)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbered {
    pub id: u64,
    /// What made it.
    pub trigger: u64,
    pub kind: u32,
    pub turn: u32,
    pub function: u32,
    pub detail: u32,
    pub place: u32,
}

const PAGE: usize = 256;

/// What is kept of one: its id is its place, and everything has a kind.
#[derive(Clone, Copy, Default)]
struct Entry {
    trigger: u64,
    kind: u32,
    turn: u32,
    function: u32,
    detail: u32,
    place: u32,
}

struct Page {
    entries: Box<[Entry]>,
    count: usize,
}

#[derive(Default)]
pub(crate) struct Roster {
    pages: HashMap<u64, Page, BuildHasherDefault<ById>>,
    /// The page in which something was made last. It stays, or every tick would make it anew.
    last: u64,
}

impl Roster {
    pub(crate) fn insert(&mut self, made: Numbered) {
        let Numbered { id, trigger, kind, turn, function, detail, place: made_at } = made;
        let (number, at) = place(id);
        if number != self.last {
            let left = std::mem::replace(&mut self.last, number);
            self.give_back(left);
        }
        let page = self
            .pages
            .entry(number)
            .or_insert_with(|| Page { entries: vec![Entry::default(); PAGE].into(), count: 0 });
        page.count += usize::from(page.entries[at].kind == 0);
        page.entries[at] = Entry { trigger, kind, turn, function, detail, place: made_at };
    }

    pub(crate) fn get(&self, id: u64) -> Option<Numbered> {
        let (page, at) = place(id);
        self.pages.get(&page).and_then(|page| page.entries[at].with_id(id))
    }

    pub(crate) fn set_detail(&mut self, id: u64, detail: u32) {
        let (page, at) = place(id);
        if let Some(page) = self.pages.get_mut(&page) {
            page.entries[at].detail = detail;
        }
    }

    pub(crate) fn remove(&mut self, id: u64) {
        let (number, at) = place(id);
        let Some(page) = self.pages.get_mut(&number) else { return };
        if std::mem::take(&mut page.entries[at].kind) != 0 {
            page.count -= 1;
            if page.count == 0 && number != self.last {
                self.pages.remove(&number);
            }
        }
    }

    fn give_back(&mut self, number: u64) {
        if self.pages.get(&number).is_some_and(|page| page.count == 0) {
            self.pages.remove(&number);
        }
    }

    /// The kinds of all there are.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = u32> {
        let entries = self.pages.values().flat_map(|page| page.entries.iter());
        entries.map(|entry| entry.kind).filter(|&kind| kind != 0)
    }
}

impl Entry {
    fn with_id(self, id: u64) -> Option<Numbered> {
        let Entry { trigger, kind, turn, function, detail, place } = self;
        let made = Numbered { id, trigger, kind, turn, function, detail, place };
        (kind != 0).then_some(made)
    }
}

fn place(id: u64) -> (u64, usize) {
    (id / PAGE as u64, id as usize % PAGE)
}

/// Numbers of pages are our own: nobody chooses them to collide.
#[derive(Default)]
struct ById(u64);

impl Hasher for ById {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(id: u64) -> Numbered {
        Numbered { id, kind: id as u32 + 1, ..Numbered::default() }
    }

    #[test]
    fn what_was_made_is_there_until_it_is_gone() {
        let mut roster = Roster::default();
        for id in 1..1000 {
            roster.insert(numbered(id));
        }
        assert_eq!(roster.get(700), Some(numbered(700)));
        roster.set_detail(700, 5);
        assert_eq!(roster.get(700).map(|entry| entry.detail), Some(5));
        for id in 1..1000 {
            assert_eq!(roster.kinds().count(), 1000 - id as usize);
            roster.remove(id);
            roster.remove(id);
            assert_eq!(roster.get(id), None);
        }
        assert_eq!(roster.pages.len(), 1);
    }

    #[test]
    fn what_is_made_again_counts_once() {
        let mut roster = Roster::default();
        roster.insert(numbered(3));
        roster.insert(numbered(3));
        roster.remove(3);
        roster.insert(numbered(1000));
        assert_eq!(roster.pages.len(), 1);
    }
}
