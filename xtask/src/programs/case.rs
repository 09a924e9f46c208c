//! One program under one loop: how it is run on either runtime and how the two answers are judged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::directives::{Directives, Stderr, output_words};
use super::loops::Loop;
use super::node_outputs::{NodeOutputs, Oracles};
use super::normalise::{Places, without_carets};
use crate::child::{self, Ending, Finished};
use crate::error::{Context, Error, Result};
use crate::peers::Peer;
use crate::project::sha256_hex;
use crate::text_diff;

pub(super) enum Judgement {
    Good,
    /// What is wrong, in lines for the terminal.
    Bad(String),
    /// The same, of what can not be the machine's fault.
    Crashed(String),
}

pub(crate) struct Case {
    /// The path below `tests/`, and the loop where it is not the default.
    pub(crate) name: String,
    lp: Loop,
    file: PathBuf,
    directives: std::result::Result<Directives, String>,
    /// Changes when the program or anything beside it changes.
    key: String,
}

impl Case {
    /// One case for each loop that the program names.
    pub(super) fn load(tests: &Path, path: &Path) -> Result<Vec<Case>> {
        let file = tests.join(path);
        let source = fs::read(&file).context(|| format!("reading {}", file.display()))?;
        let source = String::from_utf8_lossy(&source).into_owned();
        let folder = file.parent().unwrap_or(tests);
        let key = format!("{}\0{}\0{}", path.display(), source, folder_key(folder)?);
        let directives = Directives::parse(&source).map_err(|error| error.to_string());
        let loops = match &directives {
            Ok(directives) => directives.loops.clone(),
            Err(_) => vec![Loop::NODE],
        };
        let cases = loops.into_iter().map(|lp| Case {
            name: match lp {
                Loop::NODE => path.display().to_string(),
                lp => format!("{} ({})", path.display(), lp.name),
            },
            lp,
            file: file.clone(),
            directives: directives.clone(),
            key: key.clone(),
        });
        Ok(cases.collect())
    }

    /// The Node that it is compared with.
    pub(super) fn peer(&self) -> Option<Peer> {
        self.lp.peer
    }

    pub(super) fn is_about_engines(&self) -> bool {
        self.directives.as_ref().is_ok_and(Directives::is_about_engines)
    }

    /// Whether it can be asked of an engine of this release.
    pub(super) fn holds_on(&self, release: &str) -> bool {
        self.directives.as_ref().map_or(true, |directives| directives.holds_on(release))
    }

    /// Runs on Roundel, and on the Node that has this loop.
    pub(super) fn compare(
        &self,
        oracles: &Oracles,
        roundel: &Path,
        root: &Path,
    ) -> Result<Judgement> {
        let directives = match &self.directives {
            Ok(directives) => directives,
            Err(error) => return Ok(Judgement::Bad(format!("    {error}\n"))),
        };
        let mut why = String::new();
        let mut expected = None;
        if let Some(outputs) = self.outputs(oracles) {
            let answer = outputs.get(&self.key, |node| self.run(node, directives, Who::Node))?;
            if let Some(why) = self.breaks_directives(directives, &answer) {
                return Ok(Judgement::Bad(format!("    on Node itself: {why}\n")));
            }
            expected = Some((answer, Places { binary: &outputs.node, root }));
        }
        let actual = self.run(roundel, directives, Who::Roundel)?;
        if let Some(broken) = self.breaks_directives(directives, &actual) {
            why.push_str(&format!("    {broken}\n"));
        }
        let ours = Places { binary: roundel, root };
        let is_crash = actual.ending.is_crash()
            && expected.as_ref().is_none_or(|(answer, _)| answer.ending != actual.ending);
        let stderr_compared = expected.is_some() && self.stderr(directives) != Stderr::Ignored;
        if let Some((expected, node)) = expected {
            self.add_differences(&mut why, directives, (&expected, &node), (&actual, &ours));
        }
        if !stderr_compared && !why.is_empty() && !actual.stderr.is_empty() {
            let start: String =
                actual.stderr.lines().take(8).map(|l| format!("    | {l}\n")).collect();
            why.push_str(&format!("    stderr was\n{start}"));
        }
        Ok(match why.is_empty() {
            _ if is_crash => Judgement::Crashed(why),
            true => Judgement::Good,
            false => Judgement::Bad(why),
        })
    }

    fn add_differences(
        &self,
        why: &mut String,
        directives: &Directives,
        (expected, node): (&Finished, &Places<'_>),
        (actual, ours): (&Finished, &Places<'_>),
    ) {
        if expected.ending != actual.ending {
            why.push_str(&format!(
                "    ended with {}, Node with {}\n",
                actual.ending, expected.ending
            ));
        }
        if directives.either.is_empty() {
            let [mut left, mut right] =
                [node.stdout(&expected.stdout), ours.stdout(&actual.stdout)];
            directives.equate(&mut left, &mut right);
            if directives.unordered {
                [left, right] = [sorted(&left), sorted(&right)];
            }
            section(why, "stdout", &text_diff::lines(&left, &right));
        }
        let [mut left, mut right] = match self.stderr(directives) {
            Stderr::Ignored => return,
            Stderr::Exact => {
                [node.stderr_exact(&expected.stderr), ours.stderr_exact(&actual.stderr)]
            }
            Stderr::Normalised => [node.stderr(&expected.stderr), ours.stderr(&actual.stderr)],
        };
        directives.equate(&mut left, &mut right);
        if directives.caret_ignored {
            [left, right] = [without_carets(&left), without_carets(&right)];
        }
        section(why, "stderr", &text_diff::lines(&left, &right));
    }

    /// What older Nodes write to stderr is worded by their version, not by their loop.
    fn stderr(&self, directives: &Directives) -> Stderr {
        match directives.stderr {
            Stderr::Normalised if self.lp != Loop::NODE => Stderr::Ignored,
            stderr => stderr,
        }
    }

    fn outputs<'o>(&self, oracles: &'o Oracles) -> Option<&'o NodeOutputs> {
        self.lp.peer.and_then(|peer| oracles.of(peer))
    }

    /// Runs on Node alone; the text is what it printed.
    pub(super) fn check_node(&self, oracles: &Oracles) -> Result<(Judgement, String)> {
        let directives = match &self.directives {
            Ok(directives) => directives,
            Err(error) => return Ok((Judgement::Bad(format!("    {error}\n")), String::new())),
        };
        let Some(outputs) = self.outputs(oracles) else {
            return Ok((Judgement::Good, "(no Node has this loop)\n".to_owned()));
        };
        let finished = outputs.get(&self.key, |node| self.run(node, directives, Who::Node))?;
        let text = format!("{}{}{}\n", finished.stdout, finished.stderr, finished.ending);
        let judgement = match self.breaks_directives(directives, &finished) {
            Some(why) => Judgement::Bad(format!("    {why}\n{text}")),
            None => Judgement::Good,
        };
        Ok((judgement, text))
    }

    /// What holds on every runtime, whatever the other one did.
    fn breaks_directives(&self, directives: &Directives, finished: &Finished) -> Option<String> {
        if finished.ending == Ending::TimedOut {
            return Some(format!("did not end within {} ms", directives.timeout.as_millis()));
        }
        if let Some(code) = directives.exit
            && finished.ending != Ending::Code(code)
        {
            return Some(format!("ended with {}, @exit says {code}", finished.ending));
        }
        let words = output_words(&finished.stdout);
        if !directives.either.is_empty() && !directives.either.contains(&words) {
            return Some(format!("printed `{}`, which is none of @either", words.join(" ")));
        }
        if let Some(output) = directives.output(self.lp)
            && finished.stdout != output
        {
            let diff = text_diff::lines(output, &finished.stdout);
            return Some(format!("stdout is not @output (- expected, + printed)\n{diff}"));
        }
        None
    }

    /// Runs in virtual time, with open decisions by a seed.
    pub(crate) fn run_virtually(&self, roundel: &Path, seed: u64) -> Result<Finished> {
        let directives = self.directives.as_ref().map_err(|error| Error::new(error.clone()))?;
        let mut command = Command::new(roundel);
        command.arg("--virtual-time").arg(format!("--seed={seed}"));
        self.run_as(command, directives, Who::Roundel)
    }

    /// Runs with an eye of the lints on it.
    pub(crate) fn run_linted(&self, roundel: &Path) -> Result<Finished> {
        let directives = self.directives.as_ref().map_err(|error| Error::new(error.clone()))?;
        let mut command = Command::new(roundel);
        command.arg("--lint");
        self.run_as(command, directives, Who::Roundel)
    }

    fn run(&self, binary: &Path, directives: &Directives, who: Who) -> Result<Finished> {
        self.run_as(Command::new(binary), directives, who)
    }

    fn run_as(&self, mut command: Command, directives: &Directives, who: Who) -> Result<Finished> {
        child::clean_environment(&mut command);
        command.envs(directives.env.iter().map(|(name, value)| (name, value)));
        match who {
            Who::Node => command.args(&directives.node_flags),
            Who::Roundel => command.args(self.lp.flags()).args(&directives.roundel_flags),
        };
        command.args(&directives.flags);
        command.arg(self.file.file_name().unwrap_or_default());
        command.args(&directives.args);
        command.current_dir(self.file.parent().unwrap_or(Path::new(".")));
        child::run(&mut command, directives.stdin.as_bytes(), directives.timeout)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Node,
    Roundel,
}

impl Directives {
    /// Applies `@same` to the two texts.
    fn equate(&self, node: &mut String, roundel: &mut String) {
        for (index, (theirs, ours)) in self.same.iter().enumerate() {
            let neutral = format!("<same {index}>");
            *node = node.replace(theirs.as_str(), &neutral);
            *roundel = roundel.replace(ours.as_str(), &neutral);
        }
    }
}

fn section(why: &mut String, name: &str, diff: &str) {
    if !diff.is_empty() {
        why.push_str(&format!("    {name} (- Node, + Roundel)\n{diff}"));
    }
}

fn sorted(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// A hash of the helpers a program may load: what lies in its folder's `fixtures`,
/// `node_modules` and `_` entries, however deep.
fn folder_key(folder: &Path) -> Result<String> {
    let mut text = String::new();
    add_helpers(folder, false, &mut text)?;
    Ok(sha256_hex(text.as_bytes()))
}

fn add_helpers(folder: &Path, inside_helper: bool, text: &mut String) -> Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<std::io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let helper = inside_helper
            || name.starts_with('_')
            || ["fixtures", "node_modules", "package.json"].contains(&name.as_str());
        if !helper {
            continue;
        }
        if entry.file_type()?.is_dir() {
            add_helpers(&entry.path(), true, text)?;
        } else if let Ok(bytes) = fs::read(entry.path()) {
            text.push_str(&format!("{name} {}\n", sha256_hex(&bytes)));
        }
    }
    Ok(())
}
