//! What is read from a connection whose other end is in the process as well: which callback has written it.
//!
//! Bytes are counted at both ends, so that a read is led back to the write that its first byte is of, however they were
//! split on the way.

use std::collections::{HashMap, VecDeque};

use super::CallbackId;
use crate::event::Text;

/// The bytes that go one way between two addresses.
#[derive(Debug, Default)]
struct Flow {
    /// The resources at its ends; another one is another connection.
    writer: u64,
    reader: u64,
    written: u64,
    read: u64,
    /// Up to which byte each callback has written, of those that are not all read.
    parts: VecDeque<(u64, Option<CallbackId>)>,
}

#[derive(Debug, Default)]
pub(super) struct Flows {
    by_name: HashMap<Text, Flow>,
}

impl Flows {
    pub(super) fn sent(&mut self, name: &Text, by: u64, bytes: u64, inside: Option<CallbackId>) {
        let flow = self.by_name.entry(Text::clone(name)).or_default();
        if flow.writer != by {
            *flow = Flow { writer: by, ..Flow::default() };
        }
        flow.written = flow.written.saturating_add(bytes);
        match flow.parts.back_mut() {
            Some((end, last)) if *last == inside => *end = flow.written,
            _ => flow.parts.push_back((flow.written, inside)),
        }
    }

    /// The callback that has written the first of these bytes.
    pub(super) fn received(&mut self, name: &Text, by: u64, bytes: u64) -> Option<CallbackId> {
        let flow = self.by_name.get_mut(name)?;
        if flow.reader != by {
            // The first to read of this writer; what another one has read is none of it.
            flow.reader = by;
            flow.read = 0;
        }
        while flow.parts.front().is_some_and(|&(end, _)| end <= flow.read) {
            flow.parts.pop_front();
        }
        flow.read = flow.read.saturating_add(bytes);
        flow.parts.front()?.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_is_led_back_to_the_write_of_its_first_byte() {
        let mut flows = Flows::default();
        let name: Text = "a>b".into();
        assert_eq!(flows.received(&name, 2, 5), None, "nobody of this process has written it");
        flows.sent(&name, 4, 10, Some(7));
        flows.sent(&name, 4, 10, Some(8));
        assert_eq!(flows.received(&name, 2, 4), Some(7));
        assert_eq!(flows.received(&name, 2, 8), Some(7), "it begins within the first");
        assert_eq!(flows.received(&name, 2, 8), Some(8));
        assert_eq!(flows.received(&name, 2, 1), None);
        // The addresses are used again.
        flows.sent(&name, 6, 3, Some(9));
        assert_eq!(flows.received(&name, 12, 3), Some(9));
    }
}
