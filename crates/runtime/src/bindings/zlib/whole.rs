//! A whole buffer at once: the synchronous forms, in one call.

use super::engine::{Engine, Failure};

/// How it ended.
pub(super) enum Outcome {
    /// All the output, and how much of the input it took.
    Done(Vec<u8>, usize),
    /// There is more output than allowed; none of it is kept.
    TooLarge,
    Failed(Failure),
}

const LEAST_ROOM: usize = 1024;
/// Output grows by its double, but never by more than this at once beyond what has come.
const MOST_GROWTH: usize = 64 << 20;

/// How much output is allowed: at most `limit` bytes. Node makes it in chunks and looks at the limit after each, so what is
/// wrong with the input is told first if it shows in the chunk that goes beyond.
pub(super) struct Allowance {
    pub(super) limit: usize,
    pub(super) chunk_size: usize,
}

/// Runs the engine over all of `input`.
pub(super) fn process(
    engine: &mut dyn Engine,
    flush: i32,
    input: &[u8],
    Allowance { limit, chunk_size }: Allowance,
) -> Outcome {
    // The end of the chunk in which there would be too much.
    let chunk_size = chunk_size.max(1);
    let most = (limit / chunk_size).saturating_add(1).saturating_mul(chunk_size);
    let mut output = vec![0; input.len().clamp(LEAST_ROOM, MOST_GROWTH).min(most)];
    let (mut taken, mut made) = (0, 0);
    loop {
        let step = match engine.step(flush, &input[taken..], &mut output[made..]) {
            Ok(step) => step,
            Err(failure) => return Outcome::Failed(failure),
        };
        taken += step.consumed;
        made += step.produced;
        // Room that is left over means that there is nothing more to give.
        if made < output.len() || made == most {
            break;
        }
        let grown = output.len().saturating_add(output.len().min(MOST_GROWTH)).min(most);
        output.resize(grown, 0);
    }
    if made > limit {
        return Outcome::TooLarge;
    }
    output.truncate(made);
    // What the script keeps should not hold twice its size.
    if output.capacity() > made + made / 4 + LEAST_ROOM {
        output.shrink_to_fit();
    }
    Outcome::Done(output, taken)
}
