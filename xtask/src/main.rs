//! The chores of the repository as commands: `cargo xtask <command>`.
//!
//! Each command is a module that parses its own flags and answers with a [`Verdict`]; this file
//! only finds the module. Nothing here is part of what users install.

#![forbid(unsafe_code)]

mod bench;
mod browsers;
mod child;
mod ci;
mod conformance;
mod counts;
mod debian_root;
mod differential;
mod documents;
mod engines;
mod error;
mod fresh;
mod hostile;
mod jobs;
mod lints;
mod loom;
mod malformed;
mod packages;
mod peers;
mod programs;
mod progress;
mod project;
mod python;
mod releases;
mod rng;
mod roundel;
mod schedules;
mod soak;
mod table;
mod terminal;
mod text_diff;
mod tidy;
mod values;

use std::process::ExitCode;

use crate::error::{Error, Result, Verdict};
use crate::project::Project;

const HELP: &str = "\
cargo xtask <command> [options]

  ci            everything that must hold before a change is taken
  tidy          the repository's own rules
  values        JavaScript values kept where the collector does not look, in the compiler's listing
  programs      the programs under tests/, on Node and on Roundel, outputs compared
  differential  random programs from seeds, on Node and on Roundel, outputs compared
  races         the races of tests/races: found by roundel explore, their mended twins not
  guaranteed    orders that Node guarantees, under every schedule
  suites        test suites that packages of npm carry: explored
  repeat        programs in virtual time, again and again: the same bytes
  lints         programs with --lint: nothing is found but what they are about
  hostile       calls and sources that ask for trouble: nothing may crash or hang
  soak          connections under load and faults: nothing lost, nothing left
  malformed     100 000 wrong requests: answered as Node answers
  terminal      keys typed into Roundel on a pseudo-terminal, against Node's recorded answers
  conformance   Node's own test files on Roundel, against the recorded expectations
  packages      popular packages of npm, a program each, on Node and on Roundel, outputs compared
  documents     the samples of articles on event loops, each under its loop; outputs in the pages
  browsers      programs in real browsers, recorded, and on Roundel, compared
  loom          what threads share in the loop, in every order they allow
  python        the asyncio loop for Python: its tests, CPython's and uvloop's on it
  bench         Roundel beside node, bun and deno, and the loop beside libuv
  fresh         the README's commands on a bare Debian 12 and 13
  engines       the tests of order and behaviour on the engine of another Debian
  peers         installs the pinned peers and prints where they are

Each command explains itself with --help.
";

fn main() -> ExitCode {
    match dispatch() {
        Ok(Verdict::Good) => ExitCode::SUCCESS,
        Ok(Verdict::Bad) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::from(2)
        }
    }
}

fn dispatch() -> Result<Verdict> {
    let mut args = lexopt::Parser::from_env();
    let Some(command) = args.next()? else {
        print!("{HELP}");
        return Ok(Verdict::Bad);
    };
    let command = match command {
        lexopt::Arg::Value(name) => name.to_string_lossy().into_owned(),
        lexopt::Arg::Long("help") | lexopt::Arg::Short('h') => "help".to_owned(),
        other => return Err(other.unexpected().into()),
    };
    let project = Project::find()?;
    match command.as_str() {
        "ci" => ci::main(&project, args),
        "tidy" => tidy::main(&project, args),
        "values" => values::main(&project, args),
        "programs" => programs::main(&project, args),
        "differential" => differential::main(&project, args),
        "races" => schedules::races(&project, args),
        "guaranteed" => schedules::guaranteed(&project, args),
        "suites" => schedules::suites(&project, args),
        "repeat" => schedules::repeat(&project, args),
        "lints" => lints::main(&project, args),
        "hostile" => hostile::main(&project, args),
        "soak" => soak::main(&project, args),
        "malformed" => malformed::main(&project, args),
        "terminal" => terminal::main(&project, args),
        "conformance" => conformance::main(&project, args),
        "packages" => packages::main(&project, args),
        "documents" => documents::main(&project, args),
        "browsers" => browsers::main(&project, args),
        "loom" => loom::main(&project, args),
        "python" => python::main(&project, args),
        "bench" => bench::main(&project, args),
        "engines" => engines::main(&project, args),
        "fresh" => fresh::main(&project, args),
        "peers" => peers::main(&project, args),
        "help" => {
            print!("{HELP}");
            Ok(Verdict::Good)
        }
        unknown => {
            Err(Error::new(format!("no command `{unknown}`; `cargo xtask help` lists them")))
        }
    }
}
