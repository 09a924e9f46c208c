//! `check`: the programs on Roundel against what the browsers printed. Needs no browser.
//!
//! A recording must agree with its program's claim before Roundel is asked: an order that wavers or
//! differs between the browsers has to say so in the header.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::browser::Browser;
use super::program::{Claim, Program};
use super::recording::{Recorded, Recording};
use super::tally::normalise;
use crate::child::{self, Ending};
use crate::error::Result;
use crate::text_diff;

const TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    Virtual,
    Real,
}

/// What is wrong with a program under one browser's loop, in lines for the terminal; empty when
/// nothing is.
pub(super) fn judge(roundel: &Path, program: &Program, browser: Browser) -> Result<String> {
    let recording = Recording::load(&program.file)?;
    let Some(recorded) = recording.of(browser) else {
        return Ok(format!("    not recorded: cargo xtask browsers record {}\n", program.name));
    };
    if recording.key != program.key() {
        return Ok(format!("    changed since: cargo xtask browsers record {}\n", program.name));
    }
    if let Some(why) = breaks_claim(program.header.claim, &recording) {
        return Ok(format!("    {why}\n"));
    }
    let mut why = compare(roundel, program, browser, Clock::Virtual, recorded, &recording)?;
    // On the real clock a busy machine may hold up one run; a broken order fails again.
    for _ in 0..if program.header.real_time && why.is_empty() { 2 } else { 0 } {
        why = compare(roundel, program, browser, Clock::Real, recorded, &recording)?;
        if why.is_empty() {
            break;
        }
    }
    Ok(why)
}

/// How a recording contradicts what the program says about itself.
pub(super) fn breaks_claim(claim: Claim, recording: &Recording) -> Option<&'static str> {
    let steady: Option<Vec<&str>> =
        recording.all().map(|(_, recorded)| recorded.tally.steady()).collect();
    match (claim, steady) {
        (Claim::Unspecified, _) => None,
        (_, None) => Some("the recorded order wavers and there is no @unspecified"),
        (Claim::Specified, Some(outputs)) if outputs.windows(2).any(|pair| pair[0] != pair[1]) => {
            Some("the browsers differ and there is no @differs")
        }
        (Claim::Differs, Some(outputs)) if outputs.windows(2).all(|pair| pair[0] == pair[1]) => {
            Some("the browsers agree although there is @differs")
        }
        (Claim::Specified | Claim::Differs, Some(_)) => None,
    }
}

fn compare(
    roundel: &Path,
    program: &Program,
    browser: Browser,
    clock: Clock,
    recorded: &Recorded,
    recording: &Recording,
) -> Result<String> {
    let mut command = Command::new(roundel);
    child::clean_environment(&mut command);
    command.args(["--loop", browser.name()]);
    if clock == Clock::Virtual {
        command.arg("--virtual-time");
    }
    command.arg(program.file.file_name().unwrap_or_default());
    command.current_dir(program.file.parent().unwrap_or(Path::new(".")));
    let finished = child::run(&mut command, b"", TIMEOUT)?;
    let ours = normalise(&finished.stdout);
    let good = match program.header.claim {
        Claim::Specified | Claim::Differs => recorded.tally.contains(&ours),
        Claim::Unspecified => recording.all().any(|(_, one)| one.tally.contains(&ours)),
    };
    // An uncaught error ends the program with code 1, and some programs are about those.
    let ended = matches!(finished.ending, Ending::Code(0 | 1));
    if good && ended {
        return Ok(String::new());
    }
    let mut why = match clock {
        Clock::Virtual => String::new(),
        Clock::Real => "    on the real clock:\n".to_owned(),
    };
    if !ended {
        why.push_str(&format!("    ended with {}\n", finished.ending));
    }
    let wanted = recorded.tally.outputs().next().map_or("", |(output, _)| output);
    why.push_str(&text_diff::lines(&format!("{wanted}\n"), &format!("{ours}\n")));
    for line in finished.stderr.lines().take(4) {
        why.push_str(&format!("    | {line}\n"));
    }
    Ok(why)
}

#[cfg(test)]
mod tests {
    use super::super::tally::Tally;
    use super::*;

    fn recording(chrome: &[&str], firefox: &[&str]) -> Recording {
        let mut recording = Recording::default();
        for (browser, outputs) in [(Browser::Chrome, chrome), (Browser::Firefox, firefox)] {
            let mut tally = Tally::default();
            outputs.iter().for_each(|output| tally.add(output));
            recording.set(browser, Recorded { version: "1".to_owned(), tally });
        }
        recording
    }

    #[test]
    fn a_claim_must_fit_the_recording() {
        let same = recording(&["a", "a"], &["a"]);
        let own = recording(&["a"], &["b"]);
        let wavers = recording(&["a", "b"], &["a"]);
        for (claim, good, bad) in [
            (Claim::Specified, vec![&same], vec![&own, &wavers]),
            (Claim::Differs, vec![&own], vec![&same, &wavers]),
            (Claim::Unspecified, vec![&same, &own, &wavers], vec![]),
        ] {
            assert!(good.iter().all(|one| breaks_claim(claim, one).is_none()), "{claim:?}");
            assert!(bad.iter().all(|one| breaks_claim(claim, one).is_some()), "{claim:?}");
        }
    }
}
