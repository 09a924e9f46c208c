//! The frame of a file: its head, and blocks that are whole or not there.

/// What a file begins with.
pub(crate) const MAGIC: [u8; 8] = *b"\x89RNDL\r\n\x1a";

/// Of the layout that docs/trace_format.md describes.
pub(crate) const VERSION: u32 = 1;

/// `MAGIC`, the version, the size of a slot (0 where blocks follow each other).
pub(crate) const HEAD_BYTES: usize = 16;

/// `BLOCK_MARK`, the checksum of all that follows it, and the fields of [`BlockHead`].
pub(crate) const BLOCK_HEAD_BYTES: usize = 32;

pub(crate) const BLOCK_MARK: [u8; 4] = *b"BLCK";

/// What stands before the records of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockHead {
    /// Counted over the whole file, from 0.
    pub(crate) sequence: u64,
    /// What the first record's time is counted from.
    pub(crate) base_ns: u64,
    /// Which environment wrote it.
    pub(crate) stream: u32,
    /// Of the records.
    pub(crate) length: u32,
}

pub(crate) fn head(slot_bytes: u32) -> [u8; HEAD_BYTES] {
    let mut head = [0; HEAD_BYTES];
    head[..8].copy_from_slice(&MAGIC);
    head[8..12].copy_from_slice(&VERSION.to_le_bytes());
    head[12..].copy_from_slice(&slot_bytes.to_le_bytes());
    head
}

impl BlockHead {
    /// The block with `records`, as it stands in the file.
    pub(crate) fn frame(self, records: &[u8]) -> Vec<u8> {
        let mut block = Vec::with_capacity(BLOCK_HEAD_BYTES + records.len());
        block.extend(BLOCK_MARK);
        block.extend([0; 4]);
        block.extend(self.sequence.to_le_bytes());
        block.extend(self.base_ns.to_le_bytes());
        block.extend(self.stream.to_le_bytes());
        block.extend(self.length.to_le_bytes());
        block.extend(records);
        let sum = checksum(&block[8..]);
        block[4..8].copy_from_slice(&sum.to_le_bytes());
        block
    }

    /// The head and the checksum that should be that of everything behind it.
    pub(crate) fn parse(bytes: &[u8; BLOCK_HEAD_BYTES]) -> Option<(BlockHead, u32)> {
        let (mark, rest) = bytes.split_first_chunk::<4>()?;
        let (sum, rest) = rest.split_first_chunk::<4>()?;
        let (sequence, rest) = rest.split_first_chunk::<8>()?;
        let (base_ns, rest) = rest.split_first_chunk::<8>()?;
        let (stream, rest) = rest.split_first_chunk::<4>()?;
        let (length, _) = rest.split_first_chunk::<4>()?;
        let head = BlockHead {
            sequence: u64::from_le_bytes(*sequence),
            base_ns: u64::from_le_bytes(*base_ns),
            stream: u32::from_le_bytes(*stream),
            length: u32::from_le_bytes(*length),
        };
        (*mark == BLOCK_MARK).then_some((head, u32::from_le_bytes(*sum)))
    }
}

/// CRC-32 as in zip and PNG files.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_frame_is_parsed() {
        let head = BlockHead { sequence: 3, base_ns: 5, stream: 1, length: 2 };
        let frame = head.frame(b"ab");
        let (bytes, _) = frame.split_first_chunk::<BLOCK_HEAD_BYTES>().unwrap();
        assert_eq!(BlockHead::parse(bytes), Some((head, checksum(&frame[8..]))));
    }
}
