//! Command lines and what they mean; the expected ones were taken from Node 26.

use std::ffi::OsString;

use roundel_runtime::{InputType, UnhandledRejections};

use super::{CommandLine, Origin, parse, split_variable};
use crate::flags::{Draft, Shell};
use crate::usage_error::UsageError;

fn words(line: &[&str]) -> Vec<OsString> {
    line.iter().map(OsString::from).collect()
}

fn read(line: &[&str]) -> CommandLine {
    parse(words(line), Origin::CommandLine, Draft::default())
        .unwrap_or_else(|error| panic!("{line:?}: {error}"))
}

fn refused(line: &[&str]) -> String {
    match parse(words(line), Origin::CommandLine, Draft::default()) {
        Ok(read) => panic!("{line:?} was read as {read:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_first_plain_word_ends_the_flags() {
    let read = read(&["--no-warnings", "app.js", "--title=x", "-e"]);
    assert!(read.draft.warnings.silent);
    assert_eq!(read.exec_argv, ["--no-warnings"]);
    assert_eq!(read.positionals, ["app.js", "--title=x", "-e"]);
}

#[test]
fn two_dashes_end_the_flags_and_are_dropped() {
    let read = read(&["-e", "1", "--", "-a", "b"]);
    assert_eq!(read.exec_argv, ["-e", "1"]);
    assert_eq!(read.positionals, ["-a", "b"]);
}

#[test]
fn one_dash_is_a_program() {
    assert_eq!(read(&["-", "a"]).positionals, ["-", "a"]);
}

#[test]
fn eval_and_print_take_text_as_node_does() {
    assert_eq!(read(&["-e", "1", "x"]).draft.eval.as_deref(), Some("1"));
    assert_eq!(read(&["--eval=1"]).draft.eval.as_deref(), Some("1"));
    let print = read(&["-p", "1+1"]).draft;
    assert!(print.print);
    assert_eq!(print.eval.as_deref(), Some("1+1"));
    let both = read(&["-pe", "1+1"]).draft;
    assert!(both.print);
    assert_eq!(both.eval.as_deref(), Some("1+1"));
    let apart = read(&["-p", "-e", "1+1"]).draft;
    assert!(apart.print);
    assert_eq!(apart.eval.as_deref(), Some("1+1"));
    let none = read(&["-p"]).draft;
    assert!(none.print && none.eval.is_none());
    assert_eq!(read(&["-e", "\\-1"]).draft.eval.as_deref(), Some("-1"));
}

#[test]
fn values_stand_apart_or_attached() {
    for line in [["-r", "a", "--require=b"], ["--require", "a", "--require=b"]] {
        assert_eq!(read(&line).draft.requires, ["a", "b"]);
    }
    let draft = read(&["-C", "x", "--conditions=y", "--import", "z"]).draft;
    assert_eq!(draft.conditions, ["x", "y"]);
    assert_eq!(draft.imports, ["z"]);
    let draft = read(&["--unhandled-rejections", "strict", "--input-type=module"]).draft;
    assert_eq!(draft.unhandled_rejections, Some(UnhandledRejections::Strict));
    assert_eq!(draft.input_type, Some(InputType::Module));
    assert_eq!(read(&["--stack_trace_limit=3"]).draft.stack_trace_limit, Some(3));
    assert_eq!(read(&["--stack-trace-limit=-3"]).draft.stack_trace_limit, Some(0));
    assert_eq!(read(&["--warn-blocked=20"]).draft.warn_blocked_ms, Some(20));
    assert_eq!(read(&["--completions", "fish"]).draft.completions, Some(Shell::Fish));
}

#[test]
fn switches_have_negations_and_the_last_one_wins() {
    assert!(!read(&["--no-warnings", "--warnings"]).draft.warnings.silent);
    assert!(read(&["--no-deprecation"]).draft.warnings.no_deprecation);
    assert!(!read(&["--trace-warnings", "--no-trace-warnings"]).draft.warnings.trace);
}

#[test]
fn flags_without_meaning_here_are_taken_with_their_values() {
    let read = read(&[
        "--max-old-space-size=100",
        "--max-semi-space-size",
        "2",
        "--no-verify-base-objects",
        "a",
    ]);
    assert_eq!(read.draft, Draft::default());
    assert_eq!(read.positionals, ["a"]);
}

#[test]
fn what_is_wrong_is_said_in_nodes_words() {
    assert_eq!(refused(&["-q"]), "bad option: -q");
    assert_eq!(
        refused(&["--frobnicate=3", "--zzz"]),
        "bad option: --frobnicate=3\nbad option: --zzz"
    );
    assert_eq!(refused(&["-e=1"]), "bad option: -e=1");
    assert_eq!(refused(&["-p1"]), "bad option: -p1");
    assert_eq!(refused(&["-rfs", "-e", "1"]), "bad option: -rfs");
    assert_eq!(refused(&["-p", "-1"]), "bad option: -1");
    assert_eq!(refused(&["--eval"]), "--eval requires an argument");
    assert_eq!(refused(&["--eval="]), "--eval= requires an argument");
    assert_eq!(refused(&["-e", "-1"]), "-e requires an argument");
    assert_eq!(
        refused(&["--no-stack-trace-limit"]),
        "--no-stack-trace-limit is an invalid negation because it is not a boolean option"
    );
    assert_eq!(refused(&["--unhandled-rejections=x"]), "invalid value for --unhandled-rejections");
}

#[test]
fn a_near_name_is_offered() {
    assert_eq!(refused(&["--chek"]), "bad option: --chek (did you mean --check?)");
    assert_eq!(
        refused(&["--no-warning"]),
        "bad option: --no-warning (did you mean --no-warnings?)"
    );
}

#[test]
fn a_flag_of_node_that_is_missing_is_named_with_its_reason() {
    assert!(refused(&["--inspect-brk"]).starts_with("--inspect-brk is not available: "));
    assert!(refused(&["--permission"]).contains("no permission system"));
}

#[test]
fn variables_hold_only_allowed_flags() {
    let variable = Origin::Variable("NODE_OPTIONS");
    let split = split_variable("--title=\"a b\"  --no-warnings", "NODE_OPTIONS").unwrap();
    let read = parse(split, variable, Draft::default()).unwrap();
    assert_eq!(read.draft.title.as_deref(), Some("a b"));
    assert!(read.draft.warnings.silent);
    for (text, given) in [
        ("-e 1", "-e"),
        ("--foo", "--foo"),
        ("-pe 1", "-pe"),
        ("--eval=1", "--eval="),
        ("--", "--"),
    ] {
        let split = split_variable(text, "NODE_OPTIONS").unwrap();
        let error = parse(split, variable, Draft::default()).unwrap_err();
        assert_eq!(error.to_string(), format!("{given} is not allowed in NODE_OPTIONS"));
    }
    assert_eq!(
        split_variable("--title=\"a b", "NODE_OPTIONS"),
        Err(UsageError::UnterminatedString("NODE_OPTIONS"))
    );
}

#[test]
fn later_words_add_to_what_was_said_before() {
    let first =
        parse(words(&["--no-warnings"]), Origin::Variable("NODE_OPTIONS"), Draft::default());
    let read = parse(words(&["-r", "a"]), Origin::CommandLine, first.unwrap().draft).unwrap();
    assert!(read.draft.warnings.silent);
    assert_eq!(read.draft.requires, ["a"]);
    assert_eq!(read.exec_argv, ["-r", "a"]);
}
