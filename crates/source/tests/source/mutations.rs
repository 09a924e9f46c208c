//! Programs of this repository, changed in the same ways every time, given to the target of `fuzz`.

#[path = "../../../../fuzz/targets/mutator.rs"]
pub(crate) mod mutator;
#[path = "../../../../fuzz/targets/module_text.rs"]
mod target;

use std::fs;
use std::path::Path;

const RUNS: usize = 20_000;
/// Longer ones take long and hold nothing new.
const MAX_BYTES: u64 = 3_000;

#[test]
fn mutations_of_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files = Vec::new();
    for folder in ["order", "modules", "errors"] {
        files.extend(
            fs::read_dir(root.join(folder))
                .expect("a folder")
                .map(|entry| entry.expect("an entry").path()),
        );
    }
    files.sort();
    files.retain(|file| {
        let is_source = file
            .extension()
            .is_some_and(|ending| ["js", "mjs", "ts"].iter().any(|one| ending == *one));
        is_source && fs::metadata(file).is_ok_and(|data| data.len() < MAX_BYTES)
    });
    let corpus: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("a file")).collect();
    assert!(corpus.len() > 50, "{} programs", corpus.len());
    let mut mutator = mutator::Mutator::new(1);
    for _ in 0..RUNS {
        target::check(&mutator.next(&corpus));
    }
}
