//! Memory for chunks of streams, which goes round.
//!
//! A chunk of 64 KiB that is read, looked at and forgotten costs more in memory that the system has to find, clear and take
//! back than in everything else. Here the memory of a chunk is used for the next one as soon as the engine has no use for
//! it, and a part of it is kept in reserve. Who gets a chunk sees the bytes that are its own and nothing behind them.

use std::sync::{Arc, Mutex, PoisonError};

use crate::buffer::TypedArray;
use crate::ctx::Ctx;
use crate::exception::JsResult;

/// How many blocks are kept in reserve: about as many as the engine gives back at a time.
const RESERVE: usize = 128;

/// Blocks of memory for the chunks of one environment. Clones lead to the same ones.
///
/// ```
/// # use roundel_jsc::{Blocks, Bytes, Context, Vm};
/// # let context = Context::new(&Vm::new()?)?;
/// let blocks = Blocks::default();
/// let mut block = blocks.take();
/// block.extend(b"a chunk");
/// let text = context.enter(|ctx| blocks.lend(ctx, block).ok()?.to_vec(ctx).ok());
/// assert_eq!(text.as_deref(), Some(&b"a chunk"[..]));
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Blocks(Arc<Mutex<Vec<Vec<u8>>>>);

/// The memory of an array.
pub(crate) struct Lent {
    pub(crate) bytes: Vec<u8>,
    blocks: Blocks,
}

impl Drop for Lent {
    fn drop(&mut self) {
        self.blocks.give_back(std::mem::take(&mut self.bytes));
    }
}

impl Blocks {
    /// The capacity of a block.
    pub const SIZE: usize = 64 << 10;

    /// An empty block.
    pub fn take(&self) -> Vec<u8> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_else(|| Vec::with_capacity(Blocks::SIZE))
    }

    /// A block that is not needed any more. A vector of any other capacity is no block, and just dropped.
    pub fn give_back(&self, mut bytes: Vec<u8>) {
        if bytes.capacity() != Blocks::SIZE {
            return;
        }
        bytes.clear();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < RESERVE {
            kept.push(bytes);
        }
    }

    /// A `Uint8Array` over the vector's memory, which comes back here if it is a block. What fills less than half of a block
    /// is copied: it does not keep the memory of a large chunk.
    pub fn lend<'js>(&self, ctx: Ctx<'js>, bytes: Vec<u8>) -> JsResult<'js, TypedArray<'js>> {
        if bytes.capacity() != Blocks::SIZE {
            return TypedArray::from_vec(ctx, bytes);
        }
        if bytes.len() < Blocks::SIZE / 2 {
            let exact = bytes.to_vec();
            self.give_back(bytes);
            return TypedArray::from_vec(ctx, exact);
        }
        TypedArray::from_lent(ctx, Lent { bytes, blocks: self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bytes, Context, Vm};

    #[test]
    fn a_block_goes_round() {
        let blocks = Blocks::default();
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        let mut block = blocks.take();
        block.resize(Blocks::SIZE, 7);
        let address = block.as_ptr();
        context.enter(|ctx| {
            let array = blocks.lend(ctx, block).ok().expect("an array");
            let seen = array.with_bytes(ctx, |bytes| (bytes.as_ptr() as usize, bytes.len()));
            assert!(matches!(seen, Ok(seen) if seen == (address as usize, Blocks::SIZE)));
        });
        drop(context);
        let again = blocks.take();
        assert_eq!((again.as_ptr(), again.len()), (address, 0));
    }

    #[test]
    fn a_small_chunk_keeps_no_block() {
        let blocks = Blocks::default();
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        let mut block = blocks.take();
        block.push(1);
        let address = block.as_ptr();
        context.enter(|ctx| {
            let array = blocks.lend(ctx, block).ok().expect("an array");
            assert!(matches!(array.to_vec(ctx), Ok(bytes) if bytes == [1]));
            let next = blocks.take();
            assert_eq!(next.as_ptr(), address);
        });
    }

    #[test]
    fn the_reserve_has_an_end_and_takes_blocks_only() {
        let blocks = Blocks::default();
        blocks.give_back(vec![0; 10]);
        for _ in 0..RESERVE + 10 {
            blocks.give_back(Vec::with_capacity(Blocks::SIZE));
        }
        assert_eq!(blocks.0.lock().unwrap().len(), RESERVE);
    }
}
