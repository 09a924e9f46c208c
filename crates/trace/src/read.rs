//! A file as a recording: all of it, or an error that names the place.
//!
//! The end of a file may be missing, because whoever wrote it was killed: a last block that is not whole is left out, and
//! the recording says so. Anything else that is not as docs/trace_format.md has it is refused.

use std::collections::BTreeMap;
use std::fmt;

use crate::block::{BLOCK_HEAD_BYTES, BlockHead, HEAD_BYTES, MAGIC, VERSION, checksum};
use crate::decode::Decoder;
use crate::event::{Event, Timed};

/// Everything that a file tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// Of the run: names and values.
    pub info: Vec<(String, String)>,
    /// Of each environment, the main one first.
    pub streams: Vec<Stream>,
    /// Where the last block begins, if it is not whole.
    pub cut_at: Option<u64>,
    /// How many blocks the ring has given up.
    pub lost_blocks: u64,
}

/// What one environment did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// The main environment has 0.
    pub number: u32,
    pub events: Vec<Timed>,
}

/// Why a file is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// In bytes from the beginning of the file.
    pub offset: u64,
    pub what: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.what, self.offset)
    }
}

impl std::error::Error for ReadError {}

fn refuse<T>(offset: usize, what: impl Into<String>) -> Result<T, ReadError> {
    Err(ReadError { offset: offset as u64, what: what.into() })
}

/// Reads a whole file.
pub fn read(bytes: &[u8]) -> Result<Recording, ReadError> {
    let slot_bytes = file_head(bytes)?;
    let mut recording = Recording::default();
    let mut blocks = match slot_bytes {
        0 => blocks_in_a_row(bytes, &mut recording)?,
        size => blocks_in_slots(bytes, size as usize, &mut recording)?,
    };
    blocks.sort_by_key(|block| block.head.sequence);
    if let (true, Some(last)) = (slot_bytes != 0, blocks.last()) {
        recording.lost_blocks =
            last.head.sequence.saturating_add(1).saturating_sub(blocks.len() as u64);
    }
    let mut streams: BTreeMap<u32, (Decoder, Vec<Timed>)> = BTreeMap::new();
    for block in blocks {
        let entry = streams.entry(block.head.stream);
        let (decoder, events) = entry.or_insert_with(|| (Decoder::new(), Vec::new()));
        if slot_bytes != 0 {
            decoder.begin_anew();
        }
        if let Err((at, what)) = decoder.block(block.records, block.head.base_ns, events) {
            return refuse(block.offset + BLOCK_HEAD_BYTES + at, what);
        }
    }
    recording.streams =
        streams.into_iter().map(|(number, (_, events))| Stream { number, events }).collect();
    if let Some(main) = recording.streams.first() {
        recording.info = main
            .events
            .iter()
            .filter_map(|timed| match &timed.event {
                Event::Info(name, value) => Some((name.to_string(), value.to_string())),
                _ => None,
            })
            .collect();
    }
    Ok(recording)
}

/// Checks the head of the file and gives the size of a slot.
fn file_head(bytes: &[u8]) -> Result<u32, ReadError> {
    let Some((head, _)) = bytes.split_first_chunk::<HEAD_BYTES>() else {
        return refuse(0, "this is no trace: it has no head");
    };
    if !head.starts_with(&MAGIC) {
        return refuse(0, "this is no trace");
    }
    let number =
        |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    if number(8) != VERSION {
        let what =
            format!("a trace of version {}; this is a reader of version {VERSION}", number(8));
        return refuse(8, what);
    }
    Ok(number(12))
}

struct Block<'a> {
    offset: usize,
    head: BlockHead,
    records: &'a [u8],
}

enum Found<'a> {
    Block(Block<'a>),
    /// The file ends before the block does.
    Cut,
}

fn block_at(bytes: &[u8], offset: usize) -> Result<Found<'_>, ReadError> {
    let rest = &bytes[offset..];
    let Some((head, behind)) = rest.split_first_chunk::<BLOCK_HEAD_BYTES>() else {
        return Ok(Found::Cut);
    };
    let Some((parsed, sum)) = BlockHead::parse(head) else {
        return refuse(offset, "a block does not begin as one");
    };
    let Some(records) = behind.get(..parsed.length as usize) else { return Ok(Found::Cut) };
    if checksum(&rest[8..BLOCK_HEAD_BYTES + records.len()]) != sum {
        return refuse(offset, "a block is damaged: its checksum is another");
    }
    Ok(Found::Block(Block { offset, head: parsed, records }))
}

fn blocks_in_a_row<'a>(
    bytes: &'a [u8],
    recording: &mut Recording,
) -> Result<Vec<Block<'a>>, ReadError> {
    let mut blocks: Vec<Block<'a>> = Vec::new();
    let mut offset = HEAD_BYTES;
    while offset < bytes.len() {
        match block_at(bytes, offset)? {
            Found::Cut => {
                recording.cut_at = Some(offset as u64);
                break;
            }
            Found::Block(block) => {
                if block.head.sequence != blocks.len() as u64 {
                    return refuse(offset, "a block is missing");
                }
                offset += BLOCK_HEAD_BYTES + block.records.len();
                blocks.push(block);
            }
        }
    }
    Ok(blocks)
}

fn blocks_in_slots<'a>(
    bytes: &'a [u8],
    slot_bytes: usize,
    recording: &mut Recording,
) -> Result<Vec<Block<'a>>, ReadError> {
    if slot_bytes < BLOCK_HEAD_BYTES {
        return refuse(12, "a slot has no room for a block");
    }
    let mut blocks = Vec::new();
    for offset in (HEAD_BYTES..bytes.len()).step_by(slot_bytes) {
        let slot = &bytes[..bytes.len().min(offset + slot_bytes)];
        // A slot that was never written, in a file with holes.
        if slot[offset..].iter().all(|&byte| byte == 0) {
            continue;
        }
        match block_at(slot, offset)? {
            Found::Cut => recording.cut_at = Some(offset as u64),
            Found::Block(block) => blocks.push(block),
        }
    }
    Ok(blocks)
}
