//! The inputs that Node's parser has answered, changed in the same ways every time, given to the target of `fuzz`.

#[path = "../../../fuzz/targets/mutator.rs"]
mod mutator;
#[path = "../../../fuzz/targets/http_parser.rs"]
mod target;

use serde_json::Value;

const RUNS: usize = 200_000;

/// Each input, with the byte before it that says what kind of message it is and how strict the parser was.
fn corpus() -> Vec<Vec<u8>> {
    let mut corpus = Vec::new();
    for line in include_str!("oracle/llhttp.jsonl").lines() {
        let row: Value = serde_json::from_str(line).expect("a row");
        let kind = u8::from(row[0] != "q");
        let strictness = if row[1] == "strict" { 0 } else { 2 };
        let decision = row[3].as_u64().unwrap_or(0) as u8;
        let mut input = vec![kind | strictness | (decision & 3) << 2];
        for piece in row[4].as_array().expect("pieces") {
            input.extend(piece.as_str().unwrap_or("").chars().map(|character| character as u8));
        }
        corpus.push(input);
    }
    corpus
}

#[test]
fn mutations_of_what_node_has_answered() {
    let corpus = corpus();
    // For `cargo fuzz`, to begin with.
    if let Some(folder) = std::env::var_os("ROUNDEL_CORPUS") {
        let folder = std::path::PathBuf::from(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (number, input) in corpus.iter().enumerate() {
            std::fs::write(folder.join(format!("node_{number}")), input).expect("a file");
        }
    }
    for input in &corpus {
        target::check(input);
    }
    let mut mutator = mutator::Mutator::new(1);
    for _ in 0..RUNS {
        target::check(&mutator.next(&corpus));
    }
}
