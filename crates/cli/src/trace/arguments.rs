//! The command line of `roundel trace`.

use std::ffi::OsString;
use std::path::PathBuf;

/// What was asked for.
pub(super) enum Request {
    Help,
    Record(Record),
    Attach(Attach),
    View(View),
}

/// A program to run and record.
pub(super) struct Record {
    pub(super) output: PathBuf,
    pub(super) limit_mb: Option<u64>,
    /// Flags of the run, the program and its arguments, as given.
    pub(super) words: Vec<OsString>,
}

impl Record {
    /// What to say if nothing was recorded because an option of our own stands among the flags of the run.
    pub(super) fn misplaced(&self) -> &'static str {
        let flags = self.words.iter().map(|word| word.to_string_lossy());
        let mut flags = flags.take_while(|word| word.starts_with('-') || !word.contains('.'));
        match flags.any(|word| matches!(split(&word).0, "-o" | "--output" | "--limit")) {
            true => "; --output and --limit stand before the flags of the run",
            false => "",
        }
    }
}

/// A running program to record.
pub(super) struct Attach {
    /// Without it the only one there is.
    pub(super) pid: Option<String>,
    pub(super) output: PathBuf,
    pub(super) seconds: Option<f64>,
}

/// A recording to be shown.
pub(super) struct View {
    pub(super) file: PathBuf,
    pub(super) forms: Vec<Form>,
}

/// A form that a recording is shown in, and where to.
pub(super) enum Form {
    /// One object a line, on standard output.
    Json,
    Perfetto(PathBuf),
    Speedscope(PathBuf),
    Html(PathBuf),
}

const HELP: &str = "\
Usage: roundel trace [options] [flags of a run] FILE [arguments]
       roundel trace --attach [PID] [-o FILE] [--time=S]
       roundel trace view FILE [forms]

Runs FILE, records what its loop does, and sums it up when it has ended: where the time
went, the slowest callbacks and what made them run, who waited for whom. To run a file
named view, give ./view.

Options
  -o, --output=FILE      Where to record (default roundel.trace)
  --limit=MB             Keep only the last MB megabytes
  --attach [PID]         Record a program that runs: one started with --traceable
  --time=S               Record an attached program for S seconds; else until Ctrl-C
  --help                 Show this

Forms of view; without any the summary is shown
  --json                 Every callback as a line of JSON, on standard output
  --perfetto=OUT         Trace events for ui.perfetto.dev and chrome://tracing
  --speedscope=OUT       A flame chart for speedscope.app
  --html=OUT             A page that stands by itself: the ring of the loop and its timeline

Documentation: docs/trace.md, docs/trace_format.md
";

const DEFAULT_OUTPUT: &str = "roundel.trace";

pub(super) fn help() -> &'static str {
    HELP
}

/// Reads the words after `trace`; an `Err` says what is wrong with them.
pub(super) fn parse(words: Vec<OsString>) -> Result<Request, String> {
    if words.first().is_some_and(|word| word == "view") {
        return view(&words[1..]);
    }
    let given = words.clone();
    let mut record =
        Record { output: PathBuf::from(DEFAULT_OUTPUT), limit_mb: None, words: Vec::new() };
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.peek().and_then(|word| word.to_str()).map(str::to_owned) {
        let (name, value) = split(&word);
        let mut own = || {
            words.next();
            value.map(OsString::from).or_else(|| words.next())
        };
        match name {
            "-h" | "--help" => return Ok(Request::Help),
            "--attach" => return attach(&given),
            "-o" | "--output" => {
                record.output = own().ok_or_else(|| format!("{name} needs a file"))?.into();
            }
            "--limit" => {
                let given = own().and_then(|value| value.to_str()?.parse().ok());
                let megabytes = given.filter(|&megabytes: &u64| megabytes > 0);
                record.limit_mb =
                    Some(megabytes.ok_or("--limit must be a whole number of megabytes above 0")?);
            }
            // The rest is the run's.
            _ => break,
        }
    }
    record.words = words.collect();
    if record.words.is_empty() {
        return Err("no program given; roundel trace --help says how".to_owned());
    }
    Ok(Request::Record(record))
}

/// The words with `--attach`, wherever it stands: there is no program whose words could follow.
fn attach(words: &[OsString]) -> Result<Request, String> {
    let mut attach = Attach { pid: None, output: PathBuf::from(DEFAULT_OUTPUT), seconds: None };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let (name, value) = split(&text);
        let mut own = || value.map(OsString::from).or_else(|| words.next().cloned());
        match name {
            "-h" | "--help" => return Ok(Request::Help),
            "--attach" => attach.pid = value.map(str::to_owned).or(attach.pid),
            "-o" | "--output" => {
                attach.output = own().ok_or_else(|| format!("{name} needs a file"))?.into();
            }
            "--time" => {
                let seconds = own().and_then(|value| value.to_str()?.parse::<f64>().ok());
                let seconds = seconds.filter(|seconds| (0.0..1e9).contains(seconds));
                attach.seconds = Some(seconds.ok_or("--time must be a number of seconds")?);
            }
            _ if name.starts_with('-') => {
                return Err(format!("{name} does not go with --attach"));
            }
            _ if attach.pid.is_some() => return Err(format!("{text} is one too many")),
            _ => attach.pid = Some(text.into_owned()),
        }
    }
    Ok(Request::Attach(attach))
}

fn split(word: &str) -> (&str, Option<&str>) {
    match word.split_once('=').filter(|_| word.starts_with('-')) {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    }
}

fn view(words: &[OsString]) -> Result<Request, String> {
    let mut file = None;
    let mut forms = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let (name, value) = split(&text);
        let mut path = || {
            let given = value.map(PathBuf::from).or_else(|| words.next().map(PathBuf::from));
            given.ok_or_else(|| format!("{name} needs a file"))
        };
        match name {
            "-h" | "--help" => return Ok(Request::Help),
            "--json" => forms.push(Form::Json),
            "--perfetto" => forms.push(Form::Perfetto(path()?)),
            "--speedscope" => forms.push(Form::Speedscope(path()?)),
            "--html" => forms.push(Form::Html(path()?)),
            _ if name.starts_with('-') => return Err(format!("{name} is no form of view")),
            _ if file.is_some() => return Err(format!("{text} is one file too many")),
            _ => file = Some(PathBuf::from(word)),
        }
    }
    let file = file.ok_or("no recording given; roundel trace FILE makes one")?;
    Ok(Request::View(View { file, forms }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn what_follows_the_own_flags_is_the_runs() {
        let Ok(Request::Record(record)) = parse(words("-o a.trace --limit=3 --seed=1 p.js -o x"))
        else {
            panic!("it is a recording");
        };
        assert_eq!(record.output, PathBuf::from("a.trace"));
        assert_eq!(record.limit_mb, Some(3));
        assert_eq!(record.words, words("--seed=1 p.js -o x"));
        assert_eq!(record.misplaced(), "", "what stands behind the program is the program's");
        let Ok(Request::Record(record)) = parse(words("--loop chrome -o a.trace p.html")) else {
            panic!("it is a recording");
        };
        assert!(record.misplaced().contains("stand before"));
    }

    #[test]
    fn an_attached_program_has_a_number_or_is_the_only_one() {
        let Ok(Request::Attach(attach)) = parse(words("--attach 12 -o a.trace --time=2")) else {
            panic!("it is attached");
        };
        assert_eq!((attach.pid.as_deref(), attach.seconds), (Some("12"), Some(2.0)));
        assert!(matches!(parse(words("--attach")), Ok(Request::Attach(Attach { pid: None, .. }))));
        assert!(parse(words("--attach 1 2")).is_err());
        assert!(parse(words("--attach 1 --time=soon")).is_err());
    }

    #[test]
    fn forms_of_a_view() {
        let Ok(Request::View(view)) = parse(words("view a.trace --json --html=a.html")) else {
            panic!("it is a view");
        };
        assert_eq!((view.file, view.forms.len()), (PathBuf::from("a.trace"), 2));
        assert!(parse(words("view a.trace --nonsense")).is_err());
        assert!(parse(words("--limit=0 a.js")).is_err());
    }
}
