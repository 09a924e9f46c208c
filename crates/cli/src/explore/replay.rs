//! `roundel replay TOKEN FILE`: the schedule of a token again, byte for byte.
//!
//! The program prints as if it were run by hand, its output and nothing else on standard output. What the token promised and
//! did not come is said on standard error.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use super::arguments;
use super::arguments::Request;
use super::both;
use super::family::Family;
use super::outcome::End;
use super::program::Program;
use super::token::Token;
use super::trial::{Detail, Slot};
use super::{FOUND, TROUBLE, write};
use crate::private_folder::PrivateFolder;

const USAGE: &str = "\
Usage: roundel replay TOKEN [--html=OUT] [--inspect-at] [options] FILE [arguments]

Runs FILE once more under the schedule that roundel explore found and gave TOKEN for. FILE, its
arguments and the options --test, --loop, --max-time, --max-real-time and --max-output must be the
same.

  --html=OUT             Write a page with both schedules, the ordinary one and this, at the callbacks
                         in which they part
  --inspect-at           Tell what waited in the queues when they part

Exit codes: the program's own; 1 if it was ended from outside; 2 if there was trouble

Documentation: docs/explore.md
";

pub(super) fn run(words: Vec<OsString>) -> Result<u8, String> {
    let mut words = words.into_iter();
    let token = words.next().map(|word| word.to_string_lossy().into_owned());
    let token = match token.as_deref() {
        None => return Err("no token given; roundel replay --help says how".to_owned()),
        Some("--help" | "-h") => return write(USAGE).map(|()| 0),
        Some(text) => Token::parse(text)?,
    };
    let mut words = words.peekable();
    let mut html = None;
    let mut inspects = false;
    // They stand first: what follows are options that explore has as well.
    while let Some(word) = words.peek().and_then(|word| word.to_str()).map(str::to_owned) {
        match word.as_str() {
            "--inspect-at" => inspects = true,
            word if word.starts_with("--html=") => html = Some(PathBuf::from(&word[7..])),
            _ => break,
        }
        words.next();
    }
    let arguments = match arguments::parse(words.collect())? {
        Request::Help => return write(USAGE).map(|()| 0),
        Request::Explore(arguments) => arguments,
    };
    let program = Program { faults: token.faults.clone(), ..Program::new(&arguments)? };
    token.check(&program)?;
    let folder = PrivateFolder::new(&std::env::temp_dir()).map_err(|error| error.to_string())?;
    let mut slot = Slot::new(folder.path(), 0, &Family::new(folder.path()))
        .map_err(|error| error.to_string())?;
    let outcome = slot.run(&program, &token.guide, Detail::Questions)?.outcome;
    let both = match html.is_some() || inspects {
        true => Some(both::record(&mut slot, &program, &token.guide, folder.path())?),
        false => None,
    };
    // A reader that has seen enough is no trouble.
    let _ = io::stdout().write_all(outcome.stdout.as_bytes());
    let _ = io::stderr().write_all(outcome.stderr.as_bytes());
    if let Some(both) = &both {
        if inspects {
            eprint!("{}", both.state());
        }
        if let Some(path) = &html {
            both.write_page(&program, path)?;
            eprintln!("roundel replay: both schedules are in {}", path.display());
        }
    }
    if outcome.digest() != token.outcome {
        eprintln!(
            "roundel replay: this is not what the token was made of: the program depends on something outside, \
             as files, children or the network"
        );
        return Ok(TROUBLE);
    }
    Ok(match outcome.end {
        End::Exit(code) => u8::try_from(code).unwrap_or(FOUND),
        End::Signal(_) | End::Hang(_) | End::TooMuchOutput => {
            let failure = super::outcome::Failure::Ended(outcome.end);
            eprintln!("roundel replay: {}", failure.told());
            FOUND
        }
    })
}
