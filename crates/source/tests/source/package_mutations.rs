//! A few package.json with everything that resolution reads, changed in the same ways every time, given to the target of
//! `fuzz`.

#[path = "../../../../fuzz/targets/package_json.rs"]
mod target;

use crate::mutations::mutator::Mutator;

const RUNS: usize = 3_000;

const CORPUS: [&str; 4] = [
    r#"{"name":"package","main":"./index","type":"module"}"#,
    r#"{"name":"package","type":"commonjs","exports":{".":{"import":"./index.js","require":"./index.js"},"./*":"./*","./a/*.js":["bad","./index.js",null],"./b":null}}"#,
    r##"{"name":"package","exports":"./index.js","imports":{"#own":"./index.js","#a/*":{"node":"./*.js","default":"package"},"#fs":"fs"}}"##,
    r#"{"name":5,"main":["x"],"exports":{"default":{"default":{"default":"./index.js"}}},"imports":[]}"#,
];

#[test]
fn mutations_of_packages() {
    let corpus: Vec<Vec<u8>> = CORPUS.iter().map(|text| text.as_bytes().to_vec()).collect();
    corpus.iter().for_each(|text| target::check(text));
    let mut mutator = Mutator::new(1);
    for _ in 0..RUNS {
        target::check(&mutator.next(&corpus));
    }
}
