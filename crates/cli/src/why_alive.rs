//! `roundel why-alive FILE`: a run that ends with a list of what keeps it alive, if it does not end by itself.

use std::ffi::OsString;

/// How long a program may take to end by itself.
const PATIENCE_MS: u64 = 1000;

const HELP: &str = "\
Usage: roundel why-alive [--after=MS] [flags of a run] FILE [arguments]

Runs FILE, and if it has not ended by itself after a second tells what keeps it alive, where
each was made, and ends it with code 1. roundel --why-alive FILE tells the same and goes on.

Options
  --after=MS             After so many milliseconds
  --help                 Show this

Documentation: docs/trace.md
";

/// What `why-alive …` stands for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Request {
    Help,
    /// The words of a run.
    Run(Vec<OsString>),
}

/// Reads the words after `why-alive`; an `Err` says what is wrong with them.
pub(crate) fn parse(words: &[OsString]) -> Result<Request, String> {
    let (mut after_ms, mut rest) = (PATIENCE_MS, words);
    if let [word, others @ ..] = words
        && let Some(word) = word.to_str()
    {
        if matches!(word, "-h" | "--help") {
            return Ok(Request::Help);
        }
        if let Some(given) = word.strip_prefix("--after=") {
            let wrong = "--after must be a whole number of milliseconds above 0";
            after_ms = given.parse().ok().filter(|&ms: &u64| ms > 0).ok_or(wrong)?;
            rest = others;
        }
    }
    if rest.is_empty() {
        return Err("no program given; roundel why-alive --help says how".to_owned());
    }
    let flag = OsString::from(format!("--why-alive={after_ms},end"));
    Ok(Request::Run(std::iter::once(flag).chain(rest.iter().cloned()).collect()))
}

pub(crate) fn help() -> &'static str {
    HELP
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn it_is_a_flag_of_a_run() {
        let run = |line: &str| Ok(Request::Run(words(line)));
        assert_eq!(parse(&words("a.js x")), run("--why-alive=1000,end a.js x"));
        assert_eq!(parse(&words("--after=5 a.js")), run("--why-alive=5,end a.js"));
        assert_eq!(parse(&words("--help")), Ok(Request::Help));
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(parse(&[]).unwrap_err().contains("no program"));
        assert!(parse(&words("--after=5")).unwrap_err().contains("no program"));
        assert!(parse(&words("--after=soon a.js")).unwrap_err().contains("--after"));
    }
}
