//! `roundel compare` on the programs in `compare/`: what it prints for each is beside it.
//!
//! A program's first line is `// compare:` and the flags to compare it with. Set `ROUNDEL_UPDATE=1` to write what is
//! printed; the change is then read like any other.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn compare(args: &[&str], folder: &Path) -> Output {
    support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .arg("compare")
            .args(args)
            .current_dir(folder)
            .env("COLUMNS", "100")
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS")
            .env_remove("FORCE_COLOR"),
    )
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn programs_and_what_is_said_about_them() {
    let mut programs: Vec<PathBuf> = fs::read_dir(folder())
        .expect("the folder of programs")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "js"))
        .collect();
    programs.sort();
    assert!(programs.len() > 10, "the programs are gone");
    let mut wrong = Vec::new();
    for program in programs {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = fs::read_to_string(&program).expect("a readable program");
        let flags = source.lines().next().and_then(|line| line.strip_prefix("// compare:"));
        let flags = flags.unwrap_or_else(|| panic!("{name} does not say how to compare it"));
        let args: Vec<&str> = flags.split_whitespace().chain([name.as_str()]).collect();
        let output = compare(&args, &folder());
        let code = output.status.code();
        // A slow machine makes it say that it is still busy.
        let complaints: String = text(&output.stderr)
            .split_inclusive('\n')
            .filter(|line| !line.contains(" runs done; running: "))
            .collect();
        let printed = format!("{}exit code {code:?}\n", text(&output.stdout) + &complaints);
        let expected = program.with_extension("txt");
        if std::env::var_os("ROUNDEL_UPDATE").is_some() {
            fs::write(&expected, &printed).expect("a writable folder");
        } else if fs::read_to_string(&expected).unwrap_or_default() != printed {
            wrong.push(format!("== {name}\n{printed}"));
        }
    }
    assert!(wrong.is_empty(), "not what is expected:\n{}", wrong.join("\n"));
}

/// The samples of the documents: where the eras of Node part, a rule says why.
#[test]
fn every_difference_between_the_eras_has_a_rule() {
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/documents");
    let mut differences = 0;
    for entry in fs::read_dir(&documents).expect("the folder of samples") {
        let path = entry.expect("a readable folder").path();
        if path.extension().is_none_or(|extension| extension != "js") {
            continue;
        }
        let name = path.to_string_lossy().into_owned();
        // What is left open is no difference between eras, and not to try it saves two runs in three.
        let flags = ["--json", "--loops=node,node11,node10", "--choose=first-timers=due", &name];
        let output = compare(&flags, &documents);
        let page: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        for group in page["groups"].as_array().expect("groups").iter().skip(1) {
            differences += 1;
            assert!(group["difference"]["rule"].is_string(), "{name}: {}", group["difference"]);
        }
    }
    assert!(differences >= 3, "the samples differ between the eras: {differences}");
}

/// The table of rules in docs/compare.md names those that can be given.
#[test]
fn the_page_names_every_rule() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("../../docs/compare.md")).expect("the page");
    let mut rules = 0;
    for entry in fs::read_dir(root.join("src/compare/rules")).expect("the folder of rules") {
        let source = fs::read_to_string(entry.expect("a readable folder").path()).expect("a rule");
        for part in source.split("Rule { name: \"").skip(1) {
            let name = part.split('"').next().unwrap_or_default();
            assert!(page.contains(&format!("`{name}`")), "{name}");
            rules += 1;
        }
    }
    assert!(rules > 10, "the rules are written otherwise: {rules}");
}

#[test]
fn json_has_the_documented_shape() {
    let output = compare(&["--json", "--loops=node,node10", "timers_and_promises.js"], &folder());
    assert_eq!(output.status.code(), Some(1));
    let page: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(page["version"], 1);
    assert_eq!(page["same"], false);
    assert_eq!(page["runs"][1]["loop"], "node10");
    assert_eq!(page["groups"][1]["difference"]["rule"], "batch-of-timers");
    let line = &page["runs"][1]["lines"][1];
    assert_eq!(line["text"], "timer2");
    let turns = page["runs"][1]["turns"].as_array().expect("turns");
    let turn = turns.iter().find(|turn| turn["id"] == line["turn"]).expect("the line's turn");
    assert_eq!(turn["kind"], "timer");
    assert_eq!(turn["detail"]["ms"], 1);
}

#[test]
fn the_page_stands_by_itself() {
    let output = compare(&["--html=-", "--loops=node,node10", "timers_and_promises.js"], &folder());
    let page = text(&output.stdout);
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for part in ["drains promises after both timers", "timer2", "the 1 ms timer of line 3"] {
        assert!(page.contains(part), "{part}");
    }
    // The table is what one comes for.
    let place = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part}"));
    assert!(
        place("<table") < place("class=\"program\"") && place("<table") < place("class=\"reason")
    );
    // A narrow page has no columns, so every cell names its loops.
    let cells = page.matches("<td").count();
    assert!(cells > 0 && page.matches(" data-loops=\"node").count() == cells);
    for address in ["http:", "https:", "src=", "<link", "@import", "url("] {
        assert!(!page.contains(address), "{address}");
    }
}

#[test]
fn trouble_ends_with_two() {
    for args in [&["--loops=node9", "x.js"][..], &["no_such_file.js"], &[]] {
        let output = compare(args, &folder());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).starts_with("roundel compare: "), "{args:?}");
        assert_eq!(text(&output.stdout), "");
    }
}

#[test]
fn a_program_that_computes_for_ever_is_stopped() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("for_ever.js");
    fs::write(&file, "console.log('before'); for (;;);").expect("a writable temporary folder");
    let path = file.to_string_lossy().into_owned();
    let output = compare(&["--loops=node,node10", "--max-real-time=3500", &path], &folder());
    fs::remove_file(&file).expect("the file was written above");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("(stopped after 3500 ms of real time)"));
    let said = text(&output.stderr);
    assert!(said.contains("of 2 runs done; running: node"), "{said}");
}

/// Another user can put a link in the place of any name in a shared folder that can be guessed.
#[test]
fn the_log_is_written_where_nobody_else_can_look() {
    let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shared");
    let _ = fs::remove_dir_all(&shared);
    fs::create_dir(&shared).expect("a folder of this test");
    let program = shared.join("look.js");
    let source = "const fs = require('fs');
        for (const name of fs.readdirSync(__dirname, { recursive: true })) {
          console.log(name, (fs.lstatSync(`${__dirname}/${name}`).mode & 0o777).toString(8));
        }";
    fs::write(&program, source).expect("a writable folder");
    let output = support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(["compare", "--json", "--loops=node"])
            .arg(&program)
            .env("TMPDIR", &shared),
    );
    let page: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let lines = page["runs"][0]["lines"].as_array().expect("lines");
    let line = |index: usize| lines[index]["text"].as_str().expect("a text");
    let folder = line(1).strip_suffix(" 700").expect("a folder of its owner alone");
    assert_eq!(line(2), format!("{folder}/node.jsonl 600"));
    assert_eq!(lines.len(), 3);
    assert!(!shared.join(folder).exists(), "the folder stays behind");
    fs::remove_dir_all(&shared).expect("it was made above");
}

#[test]
fn a_flag_behind_the_file_is_the_programs_and_said_to_be() {
    let output = compare(&["--loops=node", "the_same.js", "--json"], &folder());
    assert!(text(&output.stdout).starts_with("the_same.js under node\n"));
    let said = text(&output.stderr);
    assert!(said.contains("--json is given to the program"), "{said}");
}
