//! Records that are not written yet.
//!
//! A record is put together where it will stand: the bytes are there before anything is in them, so that a number is
//! written without asking for room byte by byte.

use crate::wire::{LONGEST_NUMBER, put_at};

/// A tag, a time and eight fields.
const LONGEST_RECORD: usize = 1 + 9 * LONGEST_NUMBER;

pub(crate) struct Buffer {
    /// Never shorter than `length` and a record.
    bytes: Vec<u8>,
    length: usize,
}

impl Buffer {
    pub(crate) fn new(capacity: usize) -> Buffer {
        Buffer { bytes: vec![0; capacity + LONGEST_RECORD], length: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    pub(crate) fn clear(&mut self) {
        self.length = 0;
    }

    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        let end = self.length + bytes.len();
        self.make_room(end);
        self.bytes[self.length..end].copy_from_slice(bytes);
        self.length = end;
    }

    /// A tag and numbers: eight at most beside the first one.
    #[inline]
    pub(crate) fn record(&mut self, tag: u8, first: u64, rest: &[u64]) {
        let record = &mut self.bytes[self.length..self.length + LONGEST_RECORD];
        record[0] = tag;
        let mut length = put_at(record, 1, first);
        for &number in rest {
            length = put_at(record, length, number);
        }
        self.length += length;
        if self.length + LONGEST_RECORD > self.bytes.len() {
            self.make_room(self.length);
        }
    }

    #[cold]
    fn grow(&mut self, end: usize) {
        self.bytes.resize(2 * (end + LONGEST_RECORD), 0);
    }

    fn make_room(&mut self, end: usize) {
        if end + LONGEST_RECORD > self.bytes.len() {
            self.grow(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_for_whatever_comes() {
        let mut buffer = Buffer::new(10);
        buffer.record(7, 1, &[u64::MAX; 8]);
        buffer.record(8, 300, &[]);
        buffer.extend(&[9; 1000]);
        buffer.record(8, 2, &[3]);
        assert_eq!(buffer.len(), 82 + 3 + 1000 + 3);
        let bytes = buffer.as_slice();
        assert_eq!((&bytes[..3], &bytes[82..86]), (&[7, 1, 0xff][..], &[8, 0xac, 2, 9][..]));
        assert_eq!(&bytes[1085..], [8, 2, 3]);
        buffer.clear();
        assert!(buffer.is_empty() && buffer.as_slice().is_empty());
    }
}
