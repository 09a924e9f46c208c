//! The numbers behind a seed: a small generator of our own, so that a seed means the same program
//! on every machine and with every version of every dependency.

use std::ops::Range;

use crate::error::{Error, Result};

#[derive(Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// SplitMix64: every state is visited once, neighbouring seeds share nothing.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, which is not zero.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        debug_assert!(limit > 0);
        (self.next() % limit as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in this many of a hundred cases.
    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// The seeds that `--seeds` names: `A..B`, or one number.
pub(crate) fn parse_seeds(text: &str) -> Result<Range<u64>> {
    let bad = || Error::new(format!("--seeds takes A..B or one number, not `{text}`"));
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| bad());
    match text.split_once("..") {
        Some((low, high)) => Ok(number(low)?..number(high)?),
        None => number(text).map(|seed| seed..seed + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds() {
        assert_eq!(parse_seeds("3..9").expect("a range"), 3..9);
        assert_eq!(parse_seeds("7").expect("one seed"), 7..8);
        assert!(parse_seeds("x").is_err());
    }

    #[test]
    fn a_seed_means_the_same_numbers() {
        let numbers = |seed| {
            let mut rng = Rng::new(seed);
            (0..5).map(|_| rng.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
    }
}
