//! What a program printed, as lines, each with the turn that printed it.

use std::collections::VecDeque;

/// One printed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) stream: Stream,
    pub(super) text: String,
    /// The turn that printed its beginning; `None` if it went past the log (`fs.writeSync`, a child process).
    pub(super) turn: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    Stdout,
    Stderr,
}

impl Stream {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Stdout => "stdout",
            Self::Stderr => "stderr",
        }
    }
}

impl Line {
    /// What two runs must have in common for the line to be the same.
    pub(super) fn is_same(&self, other: &Line) -> bool {
        self.stream == other.stream && self.said() == other.said()
    }

    /// The text without the word that only a page puts before an exception nobody caught.
    fn said(&self) -> &str {
        match self.stream {
            Stream::Stdout => &self.text,
            Stream::Stderr => self.text.strip_prefix("Uncaught ").unwrap_or(&self.text),
        }
    }

    /// As columns show it: what went to standard error has a mark.
    pub(super) fn shown(&self) -> String {
        match self.stream {
            Stream::Stdout => self.text.clone(),
            Stream::Stderr => format!("! {}", self.text),
        }
    }
}

/// Joins pieces into lines. A line belongs to the turn that began it, and stands where it was finished.
pub(super) struct Joiner {
    open: [Option<Line>; 2],
    lines: Vec<Line>,
}

impl Joiner {
    pub(super) fn new() -> Joiner {
        Joiner { open: [None, None], lines: Vec::new() }
    }

    pub(super) fn add(&mut self, stream: Stream, text: &str, turn: Option<u64>) {
        let open = &mut self.open[stream as usize];
        for piece in text.split_inclusive('\n') {
            let line = open.get_or_insert_with(|| Line { stream, text: String::new(), turn });
            match piece.strip_suffix('\n') {
                Some(whole) => {
                    line.text.push_str(whole);
                    self.lines.extend(open.take());
                }
                None => line.text.push_str(piece),
            }
        }
    }

    pub(super) fn finish(mut self) -> Vec<Line> {
        self.lines.extend(self.open.into_iter().flatten());
        self.lines
    }
}

/// The lines that came through the pipes, in the order of the log and with its turns.
///
/// The log knows the order between the two streams, the pipes know what really came. A line that the log does not have
/// stands before the next one of its stream that it has.
pub(super) fn merge(logged: Vec<Line>, stdout: &str, stderr: &str) -> Vec<Line> {
    let mut piped = [split(Stream::Stdout, stdout), split(Stream::Stderr, stderr)];
    let mut merged = Vec::new();
    for line in logged {
        let waiting = &mut piped[line.stream as usize];
        let Some(position) = waiting.iter().position(|other| other.is_same(&line)) else {
            continue;
        };
        merged.extend(waiting.drain(..position));
        waiting.pop_front();
        merged.push(line);
    }
    merged.extend(piped.into_iter().flatten());
    merged
}

fn split(stream: Stream, text: &str) -> VecDeque<Line> {
    let mut joiner = Joiner::new();
    joiner.add(stream, text, None);
    joiner.finish().into()
}

/// Drops what two worlds never have in common and nobody compares: frames of stacks, the version under them, empty lines
/// around them, and the place, the source line and the caret above them.
pub(super) fn without_stacks(lines: Vec<Line>) -> Vec<Line> {
    let is_error = |index: usize| lines.get(index).is_some_and(|it| it.stream == Stream::Stderr);
    let text = |index: usize| lines[index].text.as_str();
    let mut kept = Vec::new();
    let mut index = 0;
    while index < lines.len() {
        if !is_error(index) {
            kept.push(lines[index].clone());
        } else if is_place(text(index)) && is_error(index + 2) && is_caret(text(index + 2)) {
            index += 2;
        } else if is_message(text(index)) {
            kept.push(lines[index].clone());
        }
        index += 1;
    }
    kept
}

fn is_message(text: &str) -> bool {
    let trimmed = text.trim_start();
    let is_frame = trimmed.len() < text.len() && trimmed.starts_with("at ");
    !(trimmed.is_empty() || is_frame || text.starts_with("Node.js v"))
}

fn is_caret(text: &str) -> bool {
    text.contains('^') && text.trim().chars().all(|c| c == '^')
}

/// `/a/b.js:3`, `file:///a/b.js:3` or `node:internal/b:3`.
fn is_place(text: &str) -> bool {
    text.rsplit_once(':').is_some_and(|(path, line)| {
        ["/", "file://", "node:"].iter().any(|start| path.starts_with(start))
            && line.parse::<u32>().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(stream: Stream, text: &str, turn: Option<u64>) -> Line {
        Line { stream, text: text.to_owned(), turn }
    }

    #[test]
    fn pieces_become_lines_of_the_turn_that_began_them() {
        let mut joiner = Joiner::new();
        joiner.add(Stream::Stdout, "a", Some(1));
        joiner.add(Stream::Stderr, "e\n", Some(2));
        joiner.add(Stream::Stdout, "b\nc", Some(3));
        let expected = [
            line(Stream::Stderr, "e", Some(2)),
            line(Stream::Stdout, "ab", Some(1)),
            line(Stream::Stdout, "c", Some(3)),
        ];
        assert_eq!(joiner.finish(), expected);
    }

    #[test]
    fn the_log_gives_the_order_and_the_pipes_what_it_missed() {
        let logged = vec![line(Stream::Stderr, "e", Some(1)), line(Stream::Stdout, "b", Some(2))];
        let merged = merge(logged, "a\nb\nc\n", "e\n");
        let expected = [
            line(Stream::Stderr, "e", Some(1)),
            line(Stream::Stdout, "a", None),
            line(Stream::Stdout, "b", Some(2)),
            line(Stream::Stdout, "c", None),
        ];
        assert_eq!(merged, expected);
    }

    #[test]
    fn an_exception_is_the_same_in_a_page_and_in_node() {
        let (page, node) = ("Uncaught Error: x", "Error: x");
        assert!(line(Stream::Stderr, page, None).is_same(&line(Stream::Stderr, node, Some(1))));
        assert!(!line(Stream::Stdout, page, None).is_same(&line(Stream::Stdout, node, None)));
    }

    #[test]
    fn stacks_are_dropped_and_messages_stay() {
        let text =
            ["/a/b.js:1", "", "    ^", "Error: x", "    at f (/a/b.js:1:1)", "Node.js v26.1.0"];
        let lines = text.map(|text| line(Stream::Stderr, text, None)).to_vec();
        assert_eq!(without_stacks(lines), [line(Stream::Stderr, "Error: x", None)]);
    }
}
