//! `cargo xtask differential --stacks`: random chains of async calls that fail; the frames of the error must be those of
//! Node, who waited for whom included.

mod chains;

use std::path::Path;

use super::kind::Kind;
use crate::counts::Seeds;
use crate::error::Result;
use crate::project::Project;

/// The text of a seed's program.
pub(super) fn program(seed: u64) -> String {
    chains::program(seed)
}

/// Runs the programs of the seeds on both.
pub(crate) fn run(
    project: &Project,
    roundel: &Path,
    seeds: std::ops::Range<u64>,
    jobs: usize,
) -> Result<Seeds> {
    Kind { name: "stacks", title: "differential --stacks", program }
        .run(project, roundel, seeds, jobs)
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn a_seed_is_one_program() {
        assert_eq!(program(7), program(7));
        assert_ne!(program(7), program(8));
    }
}
