//! JavaScript values stay on the stack: the collector looks into no vector, box or map.
//!
//! The compiler cannot refuse this, so every type that the text names is looked at: a heap structure whose elements are
//! handles of `roundel_jsc`, or structures that have one as a field, and a copy of a function's arguments. Types that no
//! text names are the affair of `cargo xtask values`.

use super::rust_code::code_only;
use super::{Finding, Source};

/// The handles of `roundel_jsc` that are plain pointers into the engine's heap.
const HANDLES: [&str; 8] = [
    "Value",
    "Object",
    "Function",
    "Exception",
    "ArrayBuffer",
    "TypedArray",
    "Deferred",
    "Arguments",
];

/// What puts its elements on the heap.
const HEAP: [&str; 12] = [
    "Vec",
    "VecDeque",
    "Box",
    "Rc",
    "Arc",
    "HashMap",
    "HashSet",
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "LinkedList",
    "IndexMap",
];

/// The one list that protects what is in it.
const ROOTED_LIST: &str = "crates/jsc/src/value_list.rs";

pub(crate) const MESSAGE: &str =
    "a JavaScript value on the heap: use a `ValueList`, or keep a `Persistent`";

pub(super) fn check(source: &Source) -> Vec<Finding> {
    let is_rust = source.has_extension(&["rs"]) && source.path.starts_with("crates");
    if !is_rust || source.path.ends_with(ROOTED_LIST) {
        return Vec::new();
    }
    let code = code_only(&source.text);
    let mut handles: Vec<&str> = HANDLES.to_vec();
    handles.extend(structures_with_handles(&code));
    let mut places = heap_types(&code, &handles);
    places.extend(code.match_indices("args.to_vec()").map(|(at, _)| at));
    places.sort_unstable();
    let line = |at: usize| code[..at].lines().count().max(1);
    places.into_iter().map(|at| Finding::new(&source.path, line(at + 1), MESSAGE)).collect()
}

/// Whether a type, written out, is or holds a heap structure of handles.
pub(crate) fn is_kept(written: &str) -> bool {
    !heap_types(written, &HANDLES).is_empty()
}

/// Where a heap structure of handles is named.
fn heap_types(code: &str, handles: &[&str]) -> Vec<usize> {
    let mut places = Vec::new();
    for heap in HEAP {
        for (at, _) in code.match_indices(heap) {
            let rest = &code[at + heap.len()..];
            let Some(elements) = rest.strip_prefix('<').map(angle_contents) else { continue };
            // A function's type names what passes through it.
            let is_function = ["dyn ", "fn(", "Fn(", "FnMut(", "FnOnce("]
                .iter()
                .any(|sign| elements.contains(sign));
            if is_word_start(code, at) && !is_function && names_a_handle(elements, handles) {
                places.push(at);
            }
        }
    }
    places
}

/// The structures of a file that have a handle as a field: they are handles themselves.
fn structures_with_handles(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (at, keyword) in code.match_indices("struct ") {
        let rest = &code[at + keyword.len()..];
        let Some(end) = rest.find(|c: char| !c.is_alphanumeric() && c != '_') else { continue };
        let body_end = rest.find(['}', ';']).unwrap_or(rest.len());
        let fields = &rest[end..body_end.max(end)];
        if fields.starts_with("<'") && names_a_handle(fields, &HANDLES) {
            names.push(&rest[..end]);
        }
    }
    names
}

fn names_a_handle(text: &str, handles: &[&str]) -> bool {
    handles.iter().any(|handle| {
        text.match_indices(handle)
            .any(|(at, _)| is_word_start(text, at) && text[at + handle.len()..].starts_with("<'"))
    })
}

fn is_word_start(text: &str, at: usize) -> bool {
    !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// What is between an angle bracket, already passed, and its counterpart.
fn angle_contents(text: &str) -> &str {
    let mut depth = 1;
    for (at, character) in text.char_indices() {
        match character {
            '<' => depth += 1,
            // The arrow of a function's type closes nothing.
            '>' if !text[..at].ends_with('-') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{messages, sample};
    use super::{MESSAGE, check};

    #[track_caller]
    fn check_lines(code: &str, expected: &[usize]) {
        let text = format!("//! A file.\n{code}\n");
        let found = check(&sample("crates/runtime/src/x.rs", &text));
        let expected: Vec<(usize, &str)> = expected.iter().map(|line| (*line, MESSAGE)).collect();
        assert_eq!(messages(&found), expected, "{code}");
    }

    #[test]
    fn values_in_heap_structures_are_found() {
        check_lines("fn f<'js>() -> Vec<Value<'js>> {}\nfn g() -> Vec<Persistent> {}", &[2]);
        check_lines("fn f(kept: &mut Vec<(u32, Option<roundel_jsc::Object<'_>>)>) {}", &[2]);
        check_lines("type A<'js> = Rc<RefCell<Function<'js>>>;", &[2]);
        check_lines("let a: HashMap<\n    String,\n    TypedArray<'_>,\n>;", &[2]);
        check_lines("let all = args.to_vec();", &[2]);
    }

    #[test]
    fn structures_of_values_count_as_values() {
        check_lines(
            "struct Pair<'js> {\n    a: Value<'js>,\n}\nfn f() -> Box<Pair<'static>> {}",
            &[5],
        );
        check_lines("struct Pair<'a> {\n    a: &'a str,\n}\nfn f() -> Box<Pair<'static>> {}", &[]);
    }

    #[test]
    fn the_stack_and_functions_are_left_alone() {
        check_lines("fn f(v: Value<'_>, three: [Object<'_>; 3]) {}", &[]);
        check_lines("type F = Box<dyn for<'a> Fn(Ctx<'a>) -> JsResult<'a, Value<'a>>>;", &[]);
        check_lines("let rows: Vec<serde_json::Value> = Vec::new();", &[]);
    }
}
