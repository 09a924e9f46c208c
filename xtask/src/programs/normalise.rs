//! What may differ between two correct runtimes is taken out of their outputs before they are
//! compared: where the binary lies, versions, process ids, and in stack traces everything except
//! file and line of the program's own frames (engines name functions and count columns in
//! different ways, and the runtimes' own frames are their own business).

use std::path::Path;

/// The paths that are written into outputs.
pub(super) struct Places<'a> {
    pub(super) binary: &'a Path,
    pub(super) root: &'a Path,
}

impl Places<'_> {
    pub(super) fn stdout(&self, text: &str) -> String {
        let text = text.replace(&*self.binary.to_string_lossy(), "<binary>");
        text.replace(&*self.root.to_string_lossy(), "<root>")
    }

    /// Paths, versions, process ids and the program's name.
    pub(super) fn stderr_exact(&self, text: &str) -> String {
        let name = self.binary.file_name().unwrap_or_default().to_string_lossy();
        let text = self.stdout(text).replace(&format!("`{name} --"), "`<binary> --");
        let lines = text.lines().map(|line| {
            if is_version_line(line) { "<version>".to_owned() } else { without_pid(line) }
        });
        joined(lines)
    }

    /// The same, and stack traces without what belongs to the engine.
    pub(super) fn stderr(&self, text: &str) -> String {
        let exact = self.stderr_exact(text);
        let lines: Vec<&str> = exact.lines().collect();
        let mut kept: Vec<String> = Vec::new();
        let mut index = 0;
        while index < lines.len() {
            let skipped = internal_excerpt(&lines[index..]);
            if skipped > 0 {
                index += skipped;
                continue;
            }
            let line = lines[index];
            index += 1;
            match frame(line) {
                Frame::None if line.is_empty() && kept.last().is_none_or(String::is_empty) => {}
                Frame::None => kept.push(line.to_owned()),
                Frame::Own(location) => kept.push(format!("    at {location}")),
                // The brace of the properties that follow a stack stays behind its last frame.
                Frame::Foreign if line.ends_with('{') => kept.push("    {".to_owned()),
                Frame::Foreign => {}
            }
        }
        joined(kept.into_iter())
    }
}

/// Drops the lines that consist of a caret.
pub(super) fn without_carets(text: &str) -> String {
    joined(text.lines().filter(|line| !is_caret_line(line)).map(str::to_owned))
}

fn joined(lines: impl Iterator<Item = String>) -> String {
    lines.fold(String::new(), |mut text, line| {
        text.push_str(&line);
        text.push('\n');
        text
    })
}

fn is_version_line(line: &str) -> bool {
    ["Node.js v", "Roundel v"].iter().any(|start| line.starts_with(start))
}

fn is_caret_line(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|c| c == '^')
}

/// `(node:123) Warning` becomes `(node:<pid>) Warning`.
fn without_pid(line: &str) -> String {
    let start = ["(node:", "(roundel:"].iter().find_map(|start| line.strip_prefix(start));
    match start.and_then(|rest| rest.split_once(')')) {
        Some((pid, rest)) if pid.chars().all(|c| c.is_ascii_digit()) => {
            format!("(node:<pid>){rest}")
        }
        _ => line.to_owned(),
    }
}

/// How many lines show a runtime's own source: its location, the line and the caret.
fn internal_excerpt(lines: &[&str]) -> usize {
    if !lines[0].starts_with("node:") {
        return 0;
    }
    match lines.iter().take(4).position(|line| is_caret_line(line)) {
        Some(caret) => caret + 1,
        None => 1,
    }
}

enum Frame {
    /// The line is not a stack frame.
    None,
    /// A frame of the program, as `file:line`.
    Own(String),
    /// A frame of the runtime or of the engine.
    Foreign,
}

fn frame(line: &str) -> Frame {
    let Some(text) = line.trim_start().strip_prefix("at ") else { return Frame::None };
    if !line.starts_with("    ") {
        return Frame::None;
    }
    let brace = if text.ends_with(" {") { " {" } else { "" };
    let text = text.trim_end_matches(" {");
    let location = match text.rsplit_once('(') {
        Some((_, location)) => location.trim_end_matches(')'),
        None => text,
    };
    let own = !text.starts_with("async ")
        && !location.starts_with("node:")
        && !location.contains("<anonymous>")
        && !location.contains("native");
    if !own {
        return Frame::Foreign;
    }
    // The last number is the column; a location without two numbers is kept whole.
    let mut parts = location.rsplitn(3, ':');
    let is_number = |part: Option<&str>| part.is_some_and(|part| part.parse::<u32>().is_ok());
    if is_number(parts.next()) {
        let line_number = parts.next();
        if is_number(line_number)
            && let (Some(number), Some(file)) = (line_number, parts.next())
        {
            return Frame::Own(format!("{file}:{number}{brace}"));
        }
    }
    Frame::Own(format!("{location}{brace}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places<'static> {
        Places { binary: Path::new("/opt/bin/node"), root: Path::new("/src") }
    }

    #[test]
    fn stacks_keep_file_and_line_of_own_frames() {
        let node = "/src/tests/a.js:3\n  throw new Error('x');\n  ^\n\nError: x\n    \
                    at Object.f (/src/tests/a.js:3:9)\n    at async g (/src/tests/a.js:9:1)\n    \
                    at Module._compile (node:internal/modules/cjs/loader:1:1)\n\nNode.js v26.1.0\n";
        let expected = "<root>/tests/a.js:3\n  throw new Error('x');\n  ^\n\nError: x\n    \
                        at <root>/tests/a.js:3\n\n<version>\n";
        assert_eq!(places().stderr(node), expected);
    }

    #[test]
    fn excerpts_of_the_runtime_are_dropped() {
        let text = "node:internal/x:12\n  throw err;\n  ^\n\nError: y\n";
        assert_eq!(places().stderr(text), "Error: y\n");
    }

    #[test]
    fn warnings_lose_their_process_id() {
        let text = "(node:77) Warning: w\n(Use `node --trace-warnings ...` to show)\n";
        let expected = "(node:<pid>) Warning: w\n(Use `<binary> --trace-warnings ...` to show)\n";
        assert_eq!(places().stderr(text), expected);
    }

    #[test]
    fn the_brace_of_properties_survives() {
        let text =
            "Error: x\n    at f (/src/a.js:1:2)\n    at g (node:internal/b:3:4) {\n  code: 1\n}\n";
        assert_eq!(places().stderr(text), "Error: x\n    at <root>/a.js:1\n    {\n  code: 1\n}\n");
    }
}
