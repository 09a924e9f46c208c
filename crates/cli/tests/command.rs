//! The command from outside: what it prints and what it ends with.

mod support;

use std::path::Path;
use std::process::{Command, Output};

fn roundel(args: &[&str]) -> Output {
    support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(args)
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS"),
    )
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn version_and_help_end_well() {
    for flag in ["-v", "--version"] {
        let output = roundel(&[flag]);
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).starts_with(concat!("roundel ", env!("CARGO_PKG_VERSION"))));
    }
    let output = roundel(&["--help"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).starts_with("Usage: roundel"));
}

#[test]
fn an_unknown_flag_ends_with_nine_and_a_hint() {
    let output = roundel(&["--chek", "app.js"]);
    assert_eq!(output.status.code(), Some(9));
    assert!(stderr(&output).ends_with(": bad option: --chek (did you mean --check?)\n"));
    assert_eq!(stdout(&output), "");
}

#[test]
fn a_flag_of_node_that_is_missing_says_so() {
    let output = roundel(&["--inspect", "app.js"]);
    assert_eq!(output.status.code(), Some(9));
    assert!(stderr(&output).contains("--inspect is not available"));
}

#[test]
fn a_page_names_the_loop_it_needs() {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page.html");
    std::fs::write(&page, "\n<!doctype html><script>console.log(typeof document)</script>")
        .expect("a writable folder");
    let path = page.to_string_lossy().into_owned();
    let output = roundel(&[&path]);
    assert_eq!(output.status.code(), Some(9));
    assert!(stderr(&output).contains("is a page") && stderr(&output).contains("--loop chrome"));
    assert_eq!(stdout(&roundel(&["--loop", "chrome", &path])), "object\n");
    std::fs::write(&page, "console.log('a program')").expect("a writable folder");
    assert_eq!(stdout(&roundel(&[&path])), "a program\n");
    std::fs::remove_file(&page).expect("it was written above");
}

#[test]
fn bash_accepts_its_completions() {
    let script = stdout(&roundel(&["--completions", "bash"]));
    let check =
        "eval \"$1\"; COMP_WORDS=(roundel --chec); COMP_CWORD=1; _roundel; echo ${COMPREPLY[0]}";
    let output = support::output(Command::new("bash").args(["-c", check, "bash", &script]));
    assert_eq!(stdout(&output), "--check\n");
}

#[test]
fn a_program_runs_with_its_arguments() {
    let output = roundel(&["-e", "console.log(process.argv.slice(1).join())", "a", "--b"]);
    assert_eq!(stdout(&output), "a,--b\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_exit_code_is_the_programs() {
    assert_eq!(roundel(&["-e", "process.exitCode = 42"]).status.code(), Some(42));
    assert_eq!(roundel(&["-e", "throw new Error('x')"]).status.code(), Some(1));
}

#[test]
fn an_env_file_reaches_the_program() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command.env");
    std::fs::write(&file, "FROM_FILE=\"two\\nlines\"\n").unwrap();
    let flag = format!("--env-file={}", file.display());
    let output = roundel(&[&flag, "-p", "JSON.stringify(process.env.FROM_FILE)"]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(stdout(&output), "\"two\\nlines\"\n");
}

#[test]
fn a_blocked_loop_is_named() {
    // Long enough for 50 ms of its own time, however busy the machine is.
    let program = "function hold() { const end = Date.now() + 1500; while (Date.now() < end); }\n\
                   setTimeout(hold, 1);";
    let output = roundel(&["--warn-blocked=50", "-e", program]);
    let text = stderr(&output);
    assert!(text.contains("a setTimeout callback"), "{text}");
    assert!(text.contains("has held the loop for"), "{text}");
    assert!(text.contains("in hold ([eval]:1)"), "{text}");
    assert_eq!(stderr(&roundel(&["-e", program])), "");
}

#[test]
fn an_uncaught_error_says_what_led_to_it() {
    let program = "function fail() { throw new Error('deep'); }\n\
                   function retry() { setTimeout(() => setImmediate(() => process.nextTick(fail)), 1); }\n\
                   retry();";
    let text = stderr(&roundel(&["--causes", "-e", program]));
    let causes: Vec<&str> =
        text.lines().filter_map(|line| line.trim().strip_prefix("caused by ")).collect();
    let [tick, immediate, timeout] = causes[..] else { panic!("{text}") };
    assert!(tick.starts_with("process.nextTick at ") && tick.contains("[eval]:2:"), "{tick}");
    assert!(immediate.starts_with("setImmediate at "), "{immediate}");
    assert!(timeout.starts_with("setTimeout at retry ([eval]:2:"), "{timeout}");
    assert!(!stderr(&roundel(&["-e", program])).contains("caused by"));
}

#[test]
fn flags_of_the_environment_come_before_those_of_the_command_line() {
    let output = support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(["--title=given", "-p", "process.title + Error.stackTraceLimit"])
            .env("NODE_OPTIONS", "--title=inherited --stack-trace-limit=3")
            .env("ROUNDEL_OPTIONS", "--stack-trace-limit=4"),
    );
    assert_eq!(stdout(&output), "given4\n");
}

#[test]
fn the_interactive_mode_shows_its_loop() {
    let lines = "setTimeout(() => {}, 60000); setImmediate(() => {}); 0\\n.loop\\n.exit\\n";
    let program = format!(
        "const {{ spawnSync }} = require('child_process');\
         console.log(spawnSync(process.execPath, ['-i'], {{ input: '{lines}' }}).stdout.toString());"
    );
    let output = roundel(&["-e", &program]);
    let shown = stdout(&output);
    assert!(shown.contains("timers                1 that keep the loop alive"), "{shown}");
    assert!(shown.contains("Timeout               1"), "{shown}");
}
