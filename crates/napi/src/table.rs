//! Things of an env that an addon knows by a number. Numbers are never given twice.

use std::cell::RefCell;
use std::collections::BTreeMap;

pub(crate) struct Table<T> {
    rows: RefCell<Rows<T>>,
}

struct Rows<T> {
    last: usize,
    rows: BTreeMap<usize, T>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { rows: RefCell::new(Rows { last: 0, rows: BTreeMap::new() }) }
    }
}

impl<T> Table<T> {
    pub(crate) fn insert(&self, row: T) -> usize {
        let mut rows = self.rows.borrow_mut();
        rows.last += 1;
        let key = rows.last;
        rows.rows.insert(key, row);
        key
    }

    pub(crate) fn remove(&self, key: usize) -> Option<T> {
        self.rows.borrow_mut().rows.remove(&key)
    }

    /// Looks at a row. What looks may not come back to the table.
    pub(crate) fn with<R>(&self, key: usize, look: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.rows.borrow_mut().rows.get_mut(&key).map(look)
    }

    /// Looks at all rows.
    pub(crate) fn each(&self, look: impl FnMut(&T)) {
        self.rows.borrow().rows.values().for_each(look);
    }

    /// Takes out the row that was put in last.
    pub(crate) fn pop(&self) -> Option<T> {
        self.rows.borrow_mut().rows.pop_last().map(|(_, row)| row)
    }
}
