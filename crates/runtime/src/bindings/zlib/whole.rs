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

/// Runs the engine over all of `input`, for at most `limit` bytes of output.
pub(super) fn process(engine: &mut dyn Engine, flush: i32, input: &[u8], limit: usize) -> Outcome {
    // One byte more than allowed shows that there is too much.
    let most = limit.saturating_add(1);
    let mut output = vec![0; input.len().clamp(LEAST_ROOM, MOST_GROWTH).min(most)];
    let (mut taken, mut made) = (0, 0);
    loop {
        let step = match engine.step(flush, &input[taken..], &mut output[made..]) {
            Ok(step) => step,
            Err(failure) => return Outcome::Failed(failure),
        };
        taken += step.consumed;
        made += step.produced;
        if made > limit {
            return Outcome::TooLarge;
        }
        // Room that is left over means that there is nothing more to give.
        if made < output.len() {
            break;
        }
        let grown = output.len().saturating_add(output.len().min(MOST_GROWTH)).min(most);
        output.resize(grown, 0);
    }
    output.truncate(made);
    // What the script keeps should not hold twice its size.
    if output.capacity() > made + made / 4 + LEAST_ROOM {
        output.shrink_to_fit();
    }
    Outcome::Done(output, taken)
}
