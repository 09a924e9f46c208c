//! Checks the mirror against the installed headers, mechanically.
//!
//! The Rust files are read as text and every declaration in them is written out again as C. A C
//! compiler that has seen the headers refuses a second declaration of another type, so one run of
//! it compares every function, typedef, structure and constant. Then the headers are read for names
//! that the mirror lacks, and every symbol is looked up.

use std::collections::BTreeSet;
use std::ffi::{CString, c_char, c_void};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// Far more than a compiler takes to read the headers.
const LIMIT: Duration = Duration::from_secs(120);

/// Rust files with the headers they mirror.
const FILES: [(&str, &str); 9] = [
    ("jsbase", "JavaScriptCore/JSBase.h"),
    ("jsvalue_ref", "JavaScriptCore/JSValueRef.h"),
    ("jsobject_ref", "JavaScriptCore/JSObjectRef.h"),
    ("jsstring_ref", "JavaScriptCore/JSStringRef.h"),
    ("jscontext_ref", "JavaScriptCore/JSContextRef.h"),
    ("jstyped_array", "JavaScriptCore/JSTypedArray.h"),
    ("jsc_options", "jsc/JSCOptions.h"),
    ("jsc_version", "jsc/JSCVersion.h"),
    ("glib", "glib.h"),
];

/// Declared in a header and left out: returns a type of GLib's command-line parser, which has no
/// use here.
const LEFT_OUT: [&str; 1] = ["jsc_options_get_option_group"];

#[test]
fn declarations_are_those_of_the_headers() {
    let mut program = String::from(
        "#include <stddef.h>\n#include <JavaScriptCore/JavaScript.h>\n#include <jsc/jsc.h>\n#include <glib.h>\n",
    );
    let mut count = 0;
    for (file, _) in FILES {
        for declaration in declarations(&source(file)) {
            program.push_str(&declaration.to_c());
            program.push('\n');
            count += 1;
        }
    }
    assert!(count > 200, "the mirror was not read: {count} declarations");
    if let Err(message) = compile(&program) {
        panic!("the mirror differs from the headers:\n{message}");
    }
}

#[test]
fn the_compiler_notices_a_difference() {
    // Each of these is wrong in one point; a checker that accepts one proves nothing.
    let wrong = [
        "bool JSValueIsNull(JSContextRef ctx, JSObjectRef value);",
        "void JSGarbageCollect(JSContextRef ctx, int more);",
        "typedef int (*JSObjectFinalizeCallback)(JSObjectRef object);",
        "_Static_assert(kJSTypeObject == 4, \"\");",
    ];
    for line in wrong {
        let program = format!("#include <JavaScriptCore/JavaScript.h>\n{line}\n");
        assert!(compile(&program).is_err(), "accepted: {line}");
    }
}

#[test]
fn nothing_of_the_headers_is_missing() {
    for (file, header) in FILES.iter().filter(|(file, _)| *file != "glib") {
        let mirrored: BTreeSet<String> =
            declarations(&source(file)).into_iter().map(|declaration| declaration.name).collect();
        let declared = names_in_header(header);
        assert!(!declared.is_empty(), "{header} was not read");
        let missing: Vec<&String> = declared
            .iter()
            .filter(|name| !mirrored.contains(*name) && !LEFT_OUT.contains(&name.as_str()))
            .collect();
        assert!(missing.is_empty(), "{file}.rs lacks {missing:?} of {header}");
    }
}

#[test]
fn every_symbol_resolves() {
    load_the_library();
    let files = FILES.iter().map(|(file, _)| *file).chain(["private"]);
    for file in files {
        for declaration in declarations(&source(file)) {
            if matches!(declaration.item, Item::Function { .. } | Item::Static { .. }) {
                assert!(resolves(&declaration.name), "{} of {file}.rs", declaration.name);
            }
        }
    }
    assert!(!resolves("JSNoSuchFunction"));
}

#[test]
fn the_functions_beyond_the_c_api_are_found() {
    load_the_library();
    let cxx = roundel_jsc_sys::cxx::load();
    let found = [
        ("drain_microtasks", cxx.drain_microtasks.is_some()),
        ("create_function", cxx.create_function.is_some()),
        ("call_as_constructor", cxx.call_as_constructor.is_some()),
        ("throw_exception", cxx.throw_exception.is_some()),
        ("string_of", cxx.string_of.is_some()),
        ("try_create_string", cxx.try_create_string.is_some()),
    ];
    let missing: Vec<&str> = found.iter().filter(|entry| !entry.1).map(|entry| entry.0).collect();
    assert!(missing.is_empty(), "not exported: {missing:?}");
}

struct Declaration {
    name: String,
    item: Item,
}

enum Item {
    Function { parameters: Vec<String>, result: Option<String> },
    Pointer { parameters: Vec<String>, result: Option<String> },
    Alias { target: String },
    Constant { value: String },
    Struct { fields: Vec<(String, String)> },
    Static { kind: String },
}

impl Declaration {
    fn to_c(&self) -> String {
        let name = &self.name;
        match &self.item {
            Item::Function { parameters, result } => {
                format!("{} {name}({});", c_result(result), c_parameters(parameters))
            }
            Item::Pointer { parameters, result } => {
                format!("typedef {} (*{name})({});", c_result(result), c_parameters(parameters))
            }
            // An enumeration in C is its own type; its constants are compared one by one.
            Item::Alias { target } if target == "c_uint" => {
                format!("_Static_assert(sizeof({name}) == sizeof(unsigned), \"{name}\");")
            }
            Item::Alias { target } => format!("typedef {} {name};", c_type(target)),
            Item::Constant { value } => {
                format!("_Static_assert({name} == ({value}), \"{name}\");")
            }
            Item::Struct { fields } => struct_to_c(name, fields),
            Item::Static { kind } => format!("extern const {kind} {name};"),
        }
    }
}

fn struct_to_c(name: &str, fields: &[(String, String)]) -> String {
    let mut text = format!("struct mirror_{name} {{ ");
    for (field, kind) in fields {
        text += &format!("{} {field}; ", c_type(kind));
    }
    text += &format!(
        "}};\n_Static_assert(sizeof(struct mirror_{name}) == sizeof({name}), \"size of {name}\");\n"
    );
    for (field, kind) in fields {
        text += &format!(
            "_Static_assert(offsetof(struct mirror_{name}, {field}) == offsetof({name}, {field}) && \
             __builtin_types_compatible_p(__typeof__((({name}*)0)->{field}), {}), \"{name}.{field}\");\n",
            c_type(kind)
        );
    }
    text
}

fn c_result(result: &Option<String>) -> String {
    result.as_deref().map_or_else(|| "void".to_owned(), c_type)
}

fn c_parameters(parameters: &[String]) -> String {
    if parameters.is_empty() {
        return "void".to_owned();
    }
    parameters.iter().map(|kind| c_type(kind)).collect::<Vec<_>>().join(", ")
}

/// A Rust type as C writes it.
fn c_type(rust: &str) -> String {
    let rust = rust.trim();
    if let Some(target) = rust.strip_prefix("*const ") {
        return format!("{} const*", c_type(target));
    }
    if let Some(target) = rust.strip_prefix("*mut ") {
        return format!("{}*", c_type(target));
    }
    match rust {
        "c_void" => "void".to_owned(),
        "c_char" => "char".to_owned(),
        "c_int" => "int".to_owned(),
        "c_uint" => "unsigned".to_owned(),
        "c_ushort" | "u16" => "unsigned short".to_owned(),
        "c_double" | "f64" => "double".to_owned(),
        "usize" => "size_t".to_owned(),
        "i32" => "int32_t".to_owned(),
        "u32" => "uint32_t".to_owned(),
        "i64" => "int64_t".to_owned(),
        "u64" => "uint64_t".to_owned(),
        opaque if opaque.starts_with("Opaque") => format!("struct {opaque}"),
        other => other.to_owned(),
    }
}

/// The declarations of a Rust file of the mirror. Its form is narrow and fixed by rustfmt, so that
/// splitting at `;` and `}` is enough of a parser.
fn declarations(source: &str) -> Vec<Declaration> {
    let code: String = source
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join(" ");
    let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("pub ") {
        let rest = &code[at + "pub ".len()..];
        let declaration = if let Some(rest) = rest.strip_prefix("fn ") {
            signature(rest, ';').map(|(name, parameters, result)| Declaration {
                name,
                item: Item::Function { parameters, result },
            })
        } else if let Some(rest) = rest.strip_prefix("type ") {
            alias(rest)
        } else if let Some(rest) = rest.strip_prefix("const ") {
            constant(rest)
        } else if let Some(rest) = rest.strip_prefix("static ") {
            rest.split_once(';').and_then(|(text, _)| text.split_once(": ")).map(|(name, kind)| {
                Declaration { name: name.to_owned(), item: Item::Static { kind: kind.to_owned() } }
            })
        } else if let Some(rest) = rest.strip_prefix("struct ") {
            structure(rest)
        } else {
            None
        };
        found.extend(declaration);
    }
    found
}

fn alias(rest: &str) -> Option<Declaration> {
    let (name, target) = rest.split_once(';')?.0.split_once(" = ")?;
    let item = match target.split_once("unsafe extern \"C\" fn") {
        Some((_, function)) => {
            let function = function.trim_end_matches(['>', ',', ' ']);
            let (_, parameters, result) = signature(&format!("{name}{function};"), ';')?;
            Item::Pointer { parameters, result }
        }
        None => Item::Alias { target: target.to_owned() },
    };
    Some(Declaration { name: name.to_owned(), item })
}

fn constant(rest: &str) -> Option<Declaration> {
    let (name, value) = rest.split_once(';')?.0.split_once(" = ")?;
    let name = name.split(':').next()?.to_owned();
    Some(Declaration { name, item: Item::Constant { value: value.to_owned() } })
}

fn structure(rest: &str) -> Option<Declaration> {
    let (name, body) = rest.split_once(" { ")?;
    // The macro that makes opaque types.
    if name.starts_with('$') {
        return None;
    }
    let fields = body
        .split_once('}')?
        .0
        .split(',')
        .filter_map(|field| field.trim().strip_prefix("pub ")?.split_once(": "))
        .map(|(field, kind)| (field.to_owned(), kind.to_owned()))
        .collect();
    Some(Declaration { name: name.to_owned(), item: Item::Struct { fields } })
}

/// `name(a: A, b: B) -> R` up to `end`.
fn signature(text: &str, end: char) -> Option<(String, Vec<String>, Option<String>)> {
    let (text, _) = text.split_once(end)?;
    let (name, rest) = text.split_once('(')?;
    let (parameters, result) = rest.split_once(')')?;
    let parameters = parameters
        .split(',')
        .filter_map(|parameter| parameter.split_once(": "))
        .map(|(_, kind)| kind.trim().to_owned())
        .collect();
    let result = result.trim().strip_prefix("-> ").map(str::to_owned);
    Some((name.to_owned(), parameters, result))
}

/// Functions and constants that a header declares.
fn names_in_header(header: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(header_path(header)).expect("an installed header");
    let code = strip_comments(&text);
    let mut names = BTreeSet::new();
    for word in code.split(|character: char| !(character.is_alphanumeric() || character == '_')) {
        let is_constant = word.starts_with("kJS") || word.starts_with("JSC_OPTION_");
        if is_constant {
            names.insert(word.to_owned());
        }
    }
    for statement in code.split(';') {
        let exported =
            statement.split_whitespace().any(|word| word == "JS_EXPORT" || word == "JSC_API");
        let Some((before, _)) = statement.split_once('(') else { continue };
        let name = before.split_whitespace().last().unwrap_or_default();
        if exported && (name.starts_with("JS") || name.starts_with("jsc_")) {
            names.insert(name.to_owned());
        }
    }
    names
}

fn strip_comments(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code += rest;
    let lines = code.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn source(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file).with_extension("rs");
    fs::read_to_string(path).expect("a file of the mirror")
}

fn include_paths() -> Vec<PathBuf> {
    std::env::split_paths(env!("ROUNDEL_ENGINE_INCLUDE_PATHS")).collect()
}

fn header_path(header: &str) -> PathBuf {
    let found =
        include_paths().into_iter().map(|path| path.join(header)).find(|path| path.exists());
    found.unwrap_or_else(|| panic!("{header} is not installed"))
}

/// Checks a C program; the compiler's messages when it is refused.
fn compile(program: &str) -> Result<(), String> {
    use std::io::{Read, Write};
    use std::process::Stdio;

    let mut command = Command::new("cc");
    command.args(["-std=gnu11", "-fsyntax-only", "-w", "-x", "c", "-"]);
    for path in include_paths() {
        command.arg("-I").arg(path);
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a C compiler (cc) is installed");
    // Apart, so that a compiler which does not read, write or end is still waited for no longer than the limit.
    let (mut input, mut messages) =
        (child.stdin.take().expect("piped"), child.stderr.take().expect("piped"));
    let program = program.to_owned();
    let writer = thread::spawn(move || input.write_all(program.as_bytes()));
    let reader = thread::spawn(move || {
        let mut text = String::new();
        messages.read_to_string(&mut text).map(|_| text)
    });
    let deadline = Instant::now() + LIMIT;
    let status = loop {
        match child.try_wait().expect("cc is ours to wait for") {
            Some(status) => break status,
            None if Instant::now() > deadline => {
                let _ = child.kill();
                let _ = child.wait();
                panic!("cc has not ended in {} seconds", LIMIT.as_secs());
            }
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    writer.join().expect("no panic").expect("cc reads its input");
    let messages = reader.join().expect("no panic").expect("cc writes text");
    if status.success() { Ok(()) } else { Err(messages) }
}

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, symbol: *const c_char) -> *mut c_void;
}

/// A linker drops a library that nothing refers to.
fn load_the_library() {
    // SAFETY: a terminated string; the string made from it is released once.
    unsafe {
        let string = roundel_jsc_sys::JSStringCreateWithUTF8CString(c"text".as_ptr());
        assert_eq!(roundel_jsc_sys::JSStringGetLength(string), 4);
        roundel_jsc_sys::JSStringRelease(string);
    }
}

fn resolves(name: &str) -> bool {
    let name = CString::new(name).expect("no NUL in a name");
    // SAFETY: a terminated string; the null handle stands for all loaded libraries, dlsym(3).
    !unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) }.is_null()
}
