//! `roundel explain FILE`: what a program prints, line by line, each with the callback that printed it, what made that run,
//! and the rule that put it there.
//!
//! The program runs as a child, with a recording in a folder of its own; what is told is read from the recording.
//! docs/trace.md is the manual.

use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};

use roundel_trace::model::{Callback, CallbackId, Model};
use roundel_trace::{export, summary};

use crate::private_folder::PrivateFolder;
use crate::trace;

const TROUBLE: u8 = 2;

/// How many causes of a line are told.
const CAUSES: usize = 12;

const HELP: &str = "\
Usage: roundel explain [options] [flags of a run] FILE [arguments]

Runs FILE and says of every line it prints which callback printed it, what made that run,
and the rule that put it there. To run a file named explain, give ./explain.

Options
  --line=N               Only line N
  --at=FILE:LINE         Only what was scheduled there
  --why-before A B       Why the line with A came before the line with B
  --help                 Show this

Documentation: docs/trace.md
";

#[derive(Default)]
struct Arguments {
    line: Option<usize>,
    at: Option<(String, u32)>,
    before: Option<(String, String)>,
    words: Vec<OsString>,
}

/// Does what `roundel explain` was asked for and gives the exit code.
pub(crate) fn run(words: Vec<OsString>) -> u8 {
    let outcome = match parse(words) {
        Ok(Some(arguments)) => explain(&arguments),
        Ok(None) => Ok(HELP.to_owned()),
        Err(message) => Err(message),
    };
    match outcome {
        Ok(text) => {
            print!("{text}");
            0
        }
        Err(message) => {
            eprintln!("roundel explain: {message}");
            TROUBLE
        }
    }
}

fn parse(words: Vec<OsString>) -> Result<Option<Arguments>, String> {
    let mut arguments = Arguments::default();
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.peek().and_then(|word| word.to_str()).map(str::to_owned) {
        let (name, given) = match word.split_once('=').filter(|_| word.starts_with("--")) {
            Some((name, given)) => (name.to_owned(), Some(given.to_owned())),
            None => (word, None),
        };
        if !["-h", "--help", "--line", "--at", "--why-before"].contains(&name.as_str()) {
            break;
        }
        words.next();
        let mut given = given;
        let mut value = || {
            let next = given.take().or_else(|| words.next()?.into_string().ok());
            next.ok_or_else(|| format!("{name} needs a value"))
        };
        match name.as_str() {
            "--line" => {
                let number = value()?.parse().ok().filter(|&number: &usize| number > 0);
                arguments.line = Some(number.ok_or("--line must be a number from 1 on")?);
            }
            "--at" => {
                let place = value()?;
                let parts = place.rsplit_once(':');
                let parts =
                    parts.and_then(|(file, line)| Some((file.to_owned(), line.parse().ok()?)));
                arguments.at = Some(parts.ok_or("--at must be FILE:LINE")?);
            }
            "--why-before" => {
                arguments.before = Some((value()?, value()?));
                if words.peek().is_none() {
                    return Err("--why-before needs two texts, and the program after them".into());
                }
            }
            _ => return Ok(None),
        }
    }
    arguments.words = words.collect();
    if arguments.words.is_empty() {
        return Err("no program given; roundel explain --help says how".to_owned());
    }
    Ok(Some(arguments))
}

fn explain(arguments: &Arguments) -> Result<String, String> {
    let folder = PrivateFolder::new(&std::env::temp_dir()).map_err(|error| error.to_string())?;
    let file = folder.file("program.trace").map_err(|error| error.to_string())?;
    let executable = std::env::current_exe().map_err(|error| error.to_string())?;
    // What it prints is told from the recording.
    let output = Command::new(executable)
        .arg(trace::option("--trace", &file))
        .args(&arguments.words)
        .stdin(Stdio::inherit())
        .output()
        .map_err(|error| error.to_string())?;
    let model = match trace::model(&file) {
        Ok(model) if !model.callbacks.is_empty() => model,
        // It did not even start, and has said why.
        _ => return Err(refusal(&output)),
    };
    let lines = lines(&model);
    let mut out = String::new();
    match &arguments.before {
        Some((a, b)) => before(&mut out, &model, &lines, a, b)?,
        None => {
            let numbered: Vec<(usize, &Line)> = (1..)
                .zip(&lines)
                .filter(|(number, _)| arguments.line.is_none_or(|wanted| wanted == *number))
                .filter(|(_, line)| {
                    arguments.at.as_ref().is_none_or(|place| was_made_at(&model, line, place))
                })
                .collect();
            // One callback may print many: what is to be said of it is said once.
            for alike in numbered.chunk_by(|(_, a), (_, b)| a.callback == b.callback) {
                tell(&mut out, &model, alike);
            }
            if out.is_empty() {
                return Err(match lines.len() {
                    0 => "the program printed nothing".to_owned(),
                    1 => "the only line is none such".to_owned(),
                    count => format!("none of the {count} lines is such"),
                });
            }
        }
    }
    Ok(out)
}

/// What is said of a program that has left nothing.
fn refusal(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    if !said.is_empty() {
        return said;
    }
    match output.status.signal() {
        Some(signal) => format!("the program was ended by signal {signal} before it did anything"),
        None => format!("the program did nothing and ended with {}", output.status),
    }
}

/// A printed line and the callback that began it.
struct Line {
    text: String,
    callback: Option<CallbackId>,
}

fn lines(model: &Model) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut open: [Option<Line>; 2] = [None, None];
    for print in &model.prints {
        let open = &mut open[usize::from(print.fd == 2)];
        for piece in print.text.split_inclusive('\n') {
            let line =
                open.get_or_insert_with(|| Line { text: String::new(), callback: print.callback });
            line.text.push_str(piece.trim_end_matches('\n'));
            if piece.ends_with('\n') {
                lines.extend(open.take());
            }
        }
    }
    lines.extend(open.into_iter().flatten());
    lines
}

fn was_made_at(model: &Model, line: &Line, (file, number): &(String, u32)) -> bool {
    let callback = line.callback.and_then(|id| model.callback(id));
    let place = callback.and_then(|callback| model.resource(callback)?.position());
    place.is_some_and(|place| {
        let prefix = export::file_of(place).unwrap_or_default();
        let rest = place.get(prefix.len() + 1..).unwrap_or_default();
        prefix.ends_with(file.as_str()) && rest.split(':').next() == Some(&number.to_string())
    })
}

/// Lines that one callback has printed.
fn tell(out: &mut String, model: &Model, lines: &[(usize, &Line)]) {
    for (number, line) in lines {
        let _ = writeln!(out, "{number:>4}  {}", line.text);
    }
    let callback = lines.first().and_then(|(_, line)| line.callback);
    match callback.and_then(|id| model.callback(id)) {
        Some(callback) => tell_callback(out, model, callback, "        "),
        None => out.push_str("        printed outside of every callback\n"),
    }
}

fn tell_callback(out: &mut String, model: &Model, callback: &Callback, indent: &str) {
    let _ = writeln!(out, "{indent}{}", model.numbered(callback));
    let _ = writeln!(out, "{indent}{}", model.why(callback));
    summary::causes(out, model, callback, &format!("{indent}  "), CAUSES);
}

fn before(out: &mut String, model: &Model, lines: &[Line], a: &str, b: &str) -> Result<(), String> {
    let find = |wanted: &str| {
        let is_it = |line: &&Line| line.text == wanted;
        let has_it = |line: &&Line| line.text.contains(wanted);
        let line = lines.iter().find(is_it).or_else(|| lines.iter().find(has_it));
        line.ok_or_else(|| format!("no line has {wanted:?}"))
    };
    let (a, b) = (find(a)?, find(b)?);
    let place = |line: &Line| lines.iter().position(|other| std::ptr::eq(other, line));
    let (first, second) = if place(a) <= place(b) { (a, b) } else { (b, a) };
    if !std::ptr::eq(first, a) {
        let _ = writeln!(
            out,
            "It is the other way round: {:?} came before {:?}.",
            first.text, second.text
        );
    }
    let callbacks = first.callback.zip(second.callback);
    let decision = callbacks.and_then(|(first, second)| model.why_before(first, second));
    let decision = decision.ok_or("one of them was printed outside of every callback")?;
    let named =
        |id: CallbackId| model.callback(id).map_or_else(String::new, |one| model.numbered(one));
    let _ = writeln!(
        out,
        "{:?} before {:?}, {}: {}.",
        first.text,
        second.text,
        decision.by.name(),
        decision.words
    );
    let _ = writeln!(out, "  {:?} came of {}", first.text, named(decision.first));
    let _ = writeln!(out, "  {:?} came of {}", second.text, named(decision.second));
    if let Some(common) = decision.common {
        let _ = writeln!(out, "  both go back to {}", named(common));
    }
    Ok(())
}
