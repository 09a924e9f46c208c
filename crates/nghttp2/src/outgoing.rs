//! What a stream still has to say, and what nghttp2 is told when it asks.

use std::collections::VecDeque;

#[derive(Debug, Default)]
pub(crate) struct Outgoing {
    queue: VecDeque<Vec<u8>>,
    /// How much of the first is gone.
    at: usize,
    /// Bytes that wait.
    length: usize,
    pub(crate) is_ended: bool,
    /// Trailers follow: the last frame of data does not end the stream.
    pub(crate) waits_for_trailers: bool,
}

/// What became of a question for more.
pub(crate) struct Portion {
    pub(crate) length: usize,
    /// All that was written is taken.
    pub(crate) is_drained: bool,
    pub(crate) is_last: bool,
}

impl Outgoing {
    pub(crate) fn push(&mut self, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            self.length += bytes.len();
            self.queue.push_back(bytes);
        }
    }

    pub(crate) fn clear(&mut self) {
        self.queue.clear();
        self.at = 0;
        self.length = 0;
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Fills `room` as far as it can.
    pub(crate) fn read(&mut self, room: &mut [u8]) -> Portion {
        let had_any = !self.queue.is_empty();
        let mut length = 0;
        while length < room.len()
            && let Some(first) = self.queue.front()
        {
            let part = &first[self.at..];
            let taken = part.len().min(room.len() - length);
            room[length..length + taken].copy_from_slice(&part[..taken]);
            length += taken;
            if taken == part.len() {
                self.queue.pop_front();
                self.at = 0;
            } else {
                self.at += taken;
            }
        }
        self.length -= length;
        let is_empty = self.queue.is_empty();
        Portion { length, is_drained: had_any && is_empty, is_last: is_empty && self.is_ended }
    }
}
