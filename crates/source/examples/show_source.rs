//! Prints what becomes of a source file: `cargo run -p roundel-source --example show_source -- file.mts`.

use std::path::Path;

use roundel_source::{Awaits, Goal, Language, module, script};

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: show_source FILE");
        std::process::exit(2);
    };
    let source = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        eprintln!("{path}: {error}");
        std::process::exit(1);
    });
    let extension = Path::new(&path).extension().and_then(|e| e.to_str()).unwrap_or("");
    let language =
        if extension.ends_with("ts") { Language::TypeScript } else { Language::JavaScript };
    let shown = match extension {
        "mjs" | "mts" | "ts" => module(&source, language, Awaits::OneTurn).map(|m| {
            format!("// {}\n{}\n// {:#?}", m.prologue, m.code, (&m.requests, &m.local_exports))
        }),
        _ => script(&source, language, Goal::CommonJs, Awaits::OneTurn)
            .map(|s| s.code.unwrap_or_else(|| "// unchanged".to_owned())),
    };
    match shown {
        Ok(text) => println!("{text}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}
