//! The engine's stacks as text, and the frames of a program in them.

use std::fmt;

use crate::sources::Sources;

/// A frame of a program, in the text its author wrote.
pub(crate) struct Frame {
    name: String,
    /// `file:line:column`, or `file:line`.
    pub(crate) place: String,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            f.write_str(&self.place)
        } else {
            write!(f, "{} ({})", self.name, self.place)
        }
    }
}

/// The innermost frame that is not a builtin's.
pub(crate) fn user_frame(stack: &str, sources: &Sources) -> Option<Frame> {
    stack.lines().find_map(|line| {
        // `#0 name() at file:line` in a backtrace, `name@file:line:column` in an error's stack.
        let line = line.trim_start_matches(|c: char| c == '#' || c.is_ascii_digit()).trim();
        let (name, place) = line.split_once(" at ").or_else(|| line.split_once('@'))?;
        if !is_program(place) {
            return None;
        }
        let place = original_place(place, sources).unwrap_or_else(|| place.to_owned());
        let name = match name.trim_end_matches("()") {
            "global code" | "module code" | "eval code" => "",
            // The function that a CommonJS module is wrapped in.
            name if name.starts_with("$$rc") => "",
            name => name,
        };
        Some(Frame { name: name.to_owned(), place })
    })
}

/// Whether a place, or its URL alone, is none of a builtin, of the engine or of nobody.
pub(crate) fn is_program(place: &str) -> bool {
    !(place.is_empty()
        || place.starts_with([':', '[']) && !place.starts_with("[eval]")
        || place.starts_with("node:"))
}

fn original_place(place: &str, sources: &Sources) -> Option<String> {
    let (rest, column) = place.rsplit_once(':')?;
    let (url, line) = rest.rsplit_once(':')?;
    let (line, column) = sources.original(url, line.parse().ok()?, column.parse().ok()?)?;
    Some(format!("{url}:{line}:{column}"))
}
