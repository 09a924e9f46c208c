//! Numbers from a seed, for the simulated platform, and bytes from the kernel, for the real one.

use rustix::rand::{GetRandomFlags, getrandom};
use std::io;

/// splitmix64: small, quick, and every seed gives a different and well-mixed stream.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `end`, without `end`; 0 if there is none.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
    }
}

pub(crate) fn fill_from_system(bytes: &mut [u8]) -> io::Result<()> {
    let mut filled = 0;
    while filled < bytes.len() {
        match getrandom(&mut bytes[filled..], GetRandomFlags::empty()) {
            Ok(count) => filled += count,
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_stream_and_stays_below_its_end() {
        let (mut a, mut b, mut c) = (Random::new(1), Random::new(1), Random::new(2));
        let stream: Vec<u64> = (0..100).map(|_| a.below(10)).collect();
        assert_eq!(stream, (0..100).map(|_| b.below(10)).collect::<Vec<_>>());
        assert_ne!(stream, (0..100).map(|_| c.below(10)).collect::<Vec<_>>());
        assert!(stream.iter().all(|number| *number < 10));
        assert_eq!(a.below(0), 0);
    }

    #[test]
    fn the_system_fills_every_byte() {
        let mut bytes = [0u8; 4096];
        fill_from_system(&mut bytes).unwrap();
        assert!(bytes.chunks(64).all(|chunk| chunk.iter().any(|byte| *byte != 0)));
    }
}
