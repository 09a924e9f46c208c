//! `--choose first-timers=…` from outside: the race of the documents goes the way that was asked for, in every era of
//! Node, for both kinds of entry, in real and in virtual time.

mod support;

use std::process::Command;

const PROGRAM: &str =
    "setTimeout(() => console.log('timeout')); setImmediate(() => console.log('immediate'));";

const DUE: &str = "timeout\nimmediate\n";
const NOT_DUE: &str = "immediate\ntimeout\n";

fn run(flags: &[&str], program: &str) -> String {
    let output = support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(flags)
            .args(["-e", program])
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS"),
    );
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_answer_decides() {
    for lp in ["node", "node11", "node10"] {
        for entry in ["commonjs", "module"] {
            for (choice, expected) in [("due", DUE), ("not-due", NOT_DUE)] {
                let choice = format!("first-timers={choice}");
                let flags = ["--loop", lp, "--input-type", entry, "--choose", &choice];
                assert_eq!(run(&flags, PROGRAM), expected, "{flags:?}");
                let flags = [&flags[..], &["--virtual-time"]].concat();
                assert_eq!(run(&flags, PROGRAM), expected, "{flags:?}");
            }
        }
    }
}

#[test]
fn a_virtual_clock_says_what_is_usual_for_the_entry() {
    for lp in ["node", "node11", "node10"] {
        for (entry, expected) in [("commonjs", DUE), ("module", NOT_DUE)] {
            let flags = ["--loop", lp, "--virtual-time", "--input-type", entry];
            assert_eq!(run(&flags, PROGRAM), expected, "{flags:?}");
        }
    }
}

#[test]
fn only_the_first_pass_is_passed_by() {
    let program = "const began = Date.now();
        setTimeout(() => console.log(Date.now() - began), 100);
        setTimeout(() => console.log(Date.now() - began), 100);";
    for choice in ["first-timers=due", "first-timers=not-due"] {
        let printed = run(&["--virtual-time", "--choose", choice], program);
        assert_eq!(printed, "100\n100\n", "{choice}");
    }
}
