//! What a page prints of errors that nobody catches, under `--loop chrome` and `--loop firefox`, and how it ends.

mod support;

use std::process::{Command, Output};

fn run(lp: &str, program: &str) -> Output {
    support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(["--loop", lp, "-e", program])
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS"),
    )
}

#[track_caller]
fn prints(program: &str, stdout: &str, stderr: &str) {
    for lp in ["chrome", "firefox"] {
        let output = run(lp, program);
        assert_eq!(String::from_utf8_lossy(&output.stderr), stderr, "{lp}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "{lp}");
        assert_eq!(output.status.code(), Some(i32::from(!stderr.is_empty())), "{lp}");
    }
}

#[test]
fn an_error_shows_its_frames_and_the_page_goes_on() {
    prints(
        "setTimeout(() => console.log('on'));\nfunction fails() { throw new RangeError('why'); }\nfails();",
        "on\n",
        "Uncaught RangeError: why\n    at fails ([eval]:2:26)\n    at [eval]:3:1\n",
    );
}

#[test]
fn anything_can_be_thrown() {
    prints("throw 'a text';", "", "Uncaught a text\n");
    prints("throw { a: 1 };", "", "Uncaught { a: 1 }\n");
    prints("queueMicrotask(() => { throw null; });", "", "Uncaught null\n");
}

#[test]
fn a_rejection_says_so() {
    prints("Promise.reject('why');", "", "Uncaught (in promise) why\n");
}

#[test]
fn a_syntax_error_shows_its_line() {
    prints(
        "console.log('never');\nlet first second;",
        "",
        "[eval]:2\nlet first second;\n          ^^^^^^\n\nUncaught SyntaxError: Unexpected identifier 'second'\n",
    );
}

#[test]
fn what_a_listener_prevents_is_not_printed() {
    prints("onerror = () => true; setTimeout(() => { throw 1; });", "", "");
    prints("onunhandledrejection = () => false; Promise.reject(1);", "", "");
}

#[test]
fn an_error_in_a_listener_of_errors_is_printed_with_the_first() {
    prints(
        "onerror = () => { throw 'second'; };\nthrow 'first';",
        "",
        "Uncaught second\nUncaught first\n",
    );
}
