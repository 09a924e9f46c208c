//! Changes of known inputs, the same for the same seed.

/// Bytes that mean something in one grammar or another.
const NOTABLE: &[u8] = b"\r\n\0 \t:,;\"\\{}()[]`$/*-0159afzAFZ\x7f\x80\xff";

pub(crate) struct Mutator {
    state: u64,
}

impl Mutator {
    pub(crate) fn new(seed: u64) -> Mutator {
        Mutator { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 }
    }

    /// A number below the limit, which is not 0 (xorshift64*).
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        (self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }

    /// One of the inputs, changed in a few places; pieces of others may be put into it.
    pub(crate) fn next(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let mut input = corpus[self.below(corpus.len())].clone();
        for _ in 0..1 + self.below(4) {
            let at = self.below(input.len() + 1);
            match self.below(7) {
                0 => input.insert(at, self.below(256) as u8),
                1 if at < input.len() => input[at] ^= 1 << self.below(8),
                2 if at < input.len() => drop(input.remove(at)),
                3 => input.truncate(at),
                4 => {
                    input.insert(at, NOTABLE[self.below(NOTABLE.len())]);
                }
                5 => {
                    let end = at + self.below(input.len() - at + 1);
                    let part = input[at..end].to_vec();
                    input.splice(at..at, part);
                }
                _ => {
                    let other = &corpus[self.below(corpus.len())];
                    let start = self.below(other.len() + 1);
                    let end = start + self.below((other.len() - start + 1).min(64));
                    input.splice(at..at, other[start..end].iter().copied());
                }
            }
        }
        input
    }
}
