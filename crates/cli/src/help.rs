//! The text of `--help` and `--version`, and the tables of docs/cli.md.

use std::fmt::Write;

use crate::flags::{FLAGS, Flag, Group, Status};

const USAGE: &str = "\
Usage: roundel [options] FILE [arguments]
       roundel [options] -e TEXT [arguments]
       roundel [options] - [arguments]          (a program on standard input)
       roundel compare FILE [arguments]         (under every loop; compare --help)
       roundel explore FILE [arguments]         (under other schedules; explore --help)
       roundel replay TOKEN FILE [arguments]    (one of them again)
       roundel trace FILE [arguments]           (what its loop does and why)
       roundel top [PID]                        (what a running one does; top --help)
       roundel explain FILE [arguments]         (why each line is printed where it is)
       roundel why-alive FILE [arguments]       (what keeps it from ending)

Runs a JavaScript or TypeScript program with Node's API, in Node's exact order.
";

const ENVIRONMENT: &str = "
Variables
  NODE_OPTIONS, ROUNDEL_OPTIONS  Flags read before those of the command line
  NODE_PATH                      More folders to look for modules in
  NO_COLOR, FORCE_COLOR          Colours of console output
  UV_THREADPOOL_SIZE             Threads of the pool (default 4)

Documentation of every flag: docs/cli.md
";

/// The column at which descriptions begin, and the width of a line.
const COLUMN: usize = 32;
const WIDTH: usize = 88;

/// What `--version` prints.
pub(crate) fn version() -> String {
    format!("{}\n", roundel_runtime::version_summary())
}

/// What `--help` prints: every flag that does something.
pub(crate) fn text() -> String {
    let mut out = USAGE.to_owned();
    for group in Group::ALL {
        if group == Group::Harmless {
            continue;
        }
        let _ = write!(out, "\n{}\n", group.title());
        for flag in FLAGS.iter().filter(|flag| flag.group == group) {
            entry(&mut out, flag);
        }
    }
    out.push_str(ENVIRONMENT);
    out
}

fn entry(out: &mut String, flag: &Flag) {
    let indent = if flag.short.is_some() { "  " } else { "      " };
    let mut line = format!("{indent}{}", flag.signature());
    if line.len() >= COLUMN {
        out.push_str(&line);
        out.push('\n');
        line.clear();
    }
    for word in flag.help.split_whitespace() {
        if line.len() < COLUMN {
            line = format!("{line:COLUMN$}");
        } else if line.len() + 1 + word.len() > WIDTH {
            out.push_str(line.trim_end());
            out.push('\n');
            line = " ".repeat(COLUMN);
        } else {
            line.push(' ');
        }
        line.push_str(word);
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

/// The tables of docs/cli.md, from which a test keeps that page in step.
#[cfg_attr(not(test), expect(dead_code, reason = "only the test of the page needs it"))]
pub(crate) fn markdown() -> String {
    let mut out = String::new();
    for group in Group::ALL {
        let _ = write!(out, "### {}\n\n", group.title());
        let flags = FLAGS.iter().filter(|flag| flag.group == group);
        if group == Group::Harmless {
            out.push_str("| flag | why it needs no effect |\n|---|---|\n");
            for flag in flags {
                let _ = writeln!(out, "| `{}` | {} |", flag.signature(), flag.help);
            }
        } else {
            out.push_str("| flag | what it does | |\n|---|---|---|\n");
            for flag in flags {
                let label =
                    if flag.status == Status::SameAsNode { "" } else { flag.status.label() };
                let _ = writeln!(out, "| `{}` | {} | {label} |", flag.signature(), flag.help);
            }
        }
        out.push('\n');
    }
    out.push_str("### Node flags that are refused\n\n| flag | reason |\n|---|---|\n");
    for (name, reason) in crate::flags::ABSENT {
        let _ = writeln!(out, "| `--{name}` | {reason} |");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, markdown, text};

    const BEGIN: &str = "<!-- flags: begin -->\n";
    const END: &str = "<!-- flags: end -->";

    #[test]
    fn help_fits_its_width_and_shows_the_flags() {
        let text = text();
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "too long: {line}");
            assert_eq!(line, line.trim_end());
        }
        assert!(text.contains("  -e, --eval=TEXT"));
        assert!(text.contains("      --warn-blocked=MS"));
        assert!(text.contains("      --no-warnings"));
        assert!(!text.contains("max-old-space-size"));
    }

    /// Set `ROUNDEL_UPDATE=1` to write the tables into the page.
    #[test]
    fn the_page_is_in_step_with_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");
        let page = std::fs::read_to_string(path).unwrap();
        let begin = page.find(BEGIN).expect("the page marks where the tables begin") + BEGIN.len();
        let end = page.find(END).expect("the page marks where the tables end");
        let expected = format!("\n{}\n", markdown());
        if page[begin..end] == expected {
            return;
        }
        if std::env::var_os("ROUNDEL_UPDATE").is_some() {
            let updated = format!("{}{expected}{}", &page[..begin], &page[end..]);
            std::fs::write(path, updated).unwrap();
            return;
        }
        panic!("docs/cli.md is not in step with the table of flags; ROUNDEL_UPDATE=1 rewrites it");
    }
}
