//! Which jobs of the pool ran side by side: lanes, as threads would be. Which thread it was is not recorded.

use crate::model::{Model, Work};

/// The jobs that a thread took up, each with its lane, in the order in which they began.
pub(super) fn lanes(model: &Model) -> Vec<(usize, &Work)> {
    let mut works: Vec<(&Work, u64, u64)> =
        model.works.iter().filter_map(|work| work.ran.map(|(from, to)| (work, from, to))).collect();
    works.sort_by_key(|&(_, from, _)| from);
    let mut free_from: Vec<u64> = Vec::new();
    works
        .into_iter()
        .map(|(work, from, to)| {
            let free = free_from.iter().position(|&free_ns| free_ns <= from);
            let lane = free.unwrap_or_else(|| {
                free_from.push(0);
                free_from.len() - 1
            });
            free_from[lane] = to;
            (lane, work)
        })
        .collect()
}
