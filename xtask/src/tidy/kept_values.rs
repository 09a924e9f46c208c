//! JavaScript values stay on the stack: the collector does not look into a vector or a box.

use super::rust_code::code_only;
use super::{Finding, Source};

/// The handles of `roundel_jsc` that are plain pointers into the engine's heap.
const HANDLES: [&str; 4] = ["Value<", "Object<", "Function<", "Exception<"];

/// What puts its elements on the heap.
const HEAP: [&str; 3] = ["Vec<", "VecDeque<", "Box<"];

pub(super) fn check(source: &Source) -> Vec<Finding> {
    if !source.has_extension(&["rs"]) || !source.path.starts_with("crates") {
        return Vec::new();
    }
    let code = code_only(&source.text);
    let kept = |line: &str| {
        HEAP.iter()
            .any(|heap| HANDLES.iter().any(|handle| line.contains(&format!("{heap}{handle}'"))))
    };
    code.lines()
        .enumerate()
        .filter(|(_, line)| kept(line))
        .map(|(index, _)| {
            let message = "a JavaScript value on the heap: keep a `Persistent`";
            Finding::new(&source.path, index + 1, message)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{messages, sample};
    use super::check;

    #[test]
    fn values_in_vectors_are_found() {
        let text = "//! A file.\nfn f<'js>() -> Vec<Value<'js>> {}\nfn g() -> Vec<Persistent> {}\n";
        let found = check(&sample("crates/runtime/src/x.rs", text));
        assert_eq!(messages(&found), [(2, "a JavaScript value on the heap: keep a `Persistent`")]);
        assert!(check(&sample("crates/runtime/src/x.rs", "fn f(v: Value<'_>) {}\n")).is_empty());
    }
}
