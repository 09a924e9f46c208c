//! The pages whose outputs are shown to readers: what stands under a command is what it prints.
//!
//! A block marked `console` holds commands, each after `$ `, with their stdout below; a block marked
//! `js` with a path holds that file.

use std::fs;
use std::process::Command;
use std::time::Duration;

use std::path::Path;

use crate::child::{self, Ending};
use crate::error::{Context, Error, Result};
use crate::text_diff;

const TIMEOUT: Duration = Duration::from_secs(60);

/// A page as it should read, with what differs on the way.
pub(super) struct Checked {
    pub(super) text: String,
    pub(super) blocks: usize,
    pub(super) wrong: Vec<String>,
}

/// Runs every block of a page; commands run in `root`.
pub(super) fn check(text: &str, root: &Path, roundel: &Path) -> Result<Checked> {
    let mut checked = Checked { text: String::new(), blocks: 0, wrong: Vec::new() };
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        checked.text.push_str(line);
        checked.text.push('\n');
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let written = with_line_ends(&block);
        let right = match info.split_once(' ') {
            None if info == "console" => outputs(&block, root, roundel)?,
            Some(("js", path)) => fs::read_to_string(root.join(path))
                .context(|| format!("reading {path}, shown in a page"))?,
            _ => {
                checked.text.push_str(&format!("{written}```\n"));
                continue;
            }
        };
        checked.blocks += 1;
        let difference = text_diff::lines(&written, &right);
        if !difference.is_empty() {
            checked.wrong.push(format!("    under ```{info} (- page, + output)\n{difference}"));
        }
        checked.text.push_str(&format!("{right}```\n"));
    }
    Ok(checked)
}

fn with_line_ends(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The block with what its commands print.
fn outputs(block: &[&str], root: &Path, roundel: &Path) -> Result<String> {
    let mut text = String::new();
    for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
        let arguments = command.strip_prefix("roundel ").ok_or_else(|| {
            Error::new(format!("a page shows `{command}`, not a roundel command"))
        })?;
        let mut child = Command::new(roundel);
        child::clean_environment(&mut child);
        child.args(arguments.split_whitespace()).current_dir(root);
        let finished = child::run(&mut child, b"", TIMEOUT)?;
        text.push_str(&format!("$ {command}\n{}", finished.stdout));
        // `compare` ends with 1 when orders differ; anything else no page wants to show.
        if !matches!(finished.ending, Ending::Code(0 | 1)) {
            let said = finished.stderr.lines().next().unwrap_or_default();
            text.push_str(&format!("{}: {said}\n", finished.ending));
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(text: &str) -> Checked {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        check(text, root, Path::new("/bin/echo")).expect("echo runs")
    }

    #[test]
    fn what_a_command_prints_stands_under_it() {
        let page = "# P\n```console\n$ roundel a b\na b\n$ roundel c\nc\n```\n```\nfree\n```\n";
        let good = checked(page);
        assert_eq!((good.blocks, good.wrong.len(), good.text.as_str()), (1, 0, page));
        let stale = checked(&page.replace("\nc\n", "\nd\n"));
        assert_eq!((stale.wrong.len(), stale.text.as_str()), (1, page));
    }

    #[test]
    fn a_shown_file_is_the_file() {
        let stale = checked("```js Cargo.toml\n```\n");
        assert_eq!(stale.wrong.len(), 1);
        assert!(stale.text.contains("name = \"xtask\""));
    }
}
