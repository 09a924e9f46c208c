//! What Node prints for a program, recorded in the cache: Node's answer changes only with the
//! program, its helpers and the pinned version, and asking costs 40 ms a time.

use std::fs;
use std::path::{Path, PathBuf};

use crate::child::{Ending, Finished};
use crate::error::Result;
use crate::peers::Peer;
use crate::project::{Project, sha256_hex};

pub(crate) struct NodeOutputs {
    pub(crate) node: PathBuf,
    folder: PathBuf,
    /// The repository, which programs name in what they print; another clone shares the record.
    root: String,
    fresh: bool,
}

/// Stands for the repository's path in a record.
const ROOT: &str = "\u{1}root\u{1}";

impl NodeOutputs {
    pub(crate) fn open(project: &Project, node: &Path, fresh: bool) -> Result<NodeOutputs> {
        let folder = project.cache_dir("node_outputs")?;
        let root = project.root.display().to_string();
        Ok(NodeOutputs { node: node.to_owned(), folder, root, fresh })
    }

    /// The recorded answer for this key, or what `run` says, which is then recorded. A run that
    /// timed out is not recorded.
    pub(crate) fn get(
        &self,
        key: &str,
        run: impl FnOnce(&Path) -> Result<Finished>,
    ) -> Result<Finished> {
        if !self.fresh
            && let Some(finished) =
                fs::read_to_string(self.file(key)).ok().and_then(|text| decode(&text))
        {
            return Ok(with_path(finished, ROOT, &self.root));
        }
        let finished = run(&self.node)?;
        self.put(key, &finished)?;
        Ok(finished)
    }

    /// Records an answer, in place of the one that is there.
    pub(crate) fn put(&self, key: &str, finished: &Finished) -> Result<()> {
        if finished.ending == Ending::TimedOut {
            return Ok(());
        }
        // Written under a name of this thread's own first: two runs, also of two commands, may
        // record the same answer at once, and a third may read it.
        let file = self.file(key);
        let (process, thread) = (std::process::id(), std::thread::current().id());
        let partial = file.with_extension(format!("{process}-{thread:?}"));
        let recorded = with_path(finished.clone(), &self.root, ROOT);
        fs::write(&partial, encode(&recorded))?;
        fs::rename(&partial, &file)?;
        Ok(())
    }

    fn file(&self, key: &str) -> PathBuf {
        let name = sha256_hex(format!("{ROOT}{}\0{key}", self.node.display()).as_bytes());
        self.folder.join(&name[..32])
    }
}

/// The recorded outputs of every Node that is asked.
pub(super) struct Oracles {
    opened: Vec<(Peer, NodeOutputs)>,
}

impl Oracles {
    pub(super) fn open(
        project: &Project,
        peers: impl Iterator<Item = Peer>,
        fresh: bool,
    ) -> Result<Oracles> {
        let mut opened: Vec<(Peer, NodeOutputs)> = Vec::new();
        for peer in peers {
            if opened.iter().all(|&(other, _)| other != peer) {
                let node = peer.binary(project)?;
                opened.push((peer, NodeOutputs::open(project, &node, fresh)?));
            }
        }
        Ok(Oracles { opened })
    }

    /// The outputs of a peer that was named when they were opened.
    pub(super) fn of(&self, peer: Peer) -> Option<&NodeOutputs> {
        self.opened.iter().find(|&&(other, _)| other == peer).map(|(_, outputs)| outputs)
    }
}

fn with_path(finished: Finished, from: &str, to: &str) -> Finished {
    let Finished { ending, stdout, stderr } = finished;
    Finished { ending, stdout: stdout.replace(from, to), stderr: stderr.replace(from, to) }
}

fn encode(finished: &Finished) -> String {
    let ending = match finished.ending {
        Ending::Code(code) => format!("code {code}"),
        Ending::Signal(signal) => format!("signal {signal}"),
        Ending::TimedOut => "timeout 0".to_owned(),
    };
    let (stdout, stderr) = (&finished.stdout, &finished.stderr);
    format!("{ending} {} {}\n{stdout}{stderr}", stdout.len(), stderr.len())
}

fn decode(text: &str) -> Option<Finished> {
    let (head, rest) = text.split_once('\n')?;
    let mut words = head.split(' ');
    let ending = match (words.next()?, words.next()?.parse().ok()?) {
        ("code", code) => Ending::Code(code),
        ("signal", signal) => Ending::Signal(signal),
        _ => return None,
    };
    let lengths: [usize; 2] = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
    let (stdout, stderr) = rest.split_at_checked(lengths[0])?;
    if stderr.len() != lengths[1] {
        return None;
    }
    Some(Finished { ending, stdout: stdout.to_owned(), stderr: stderr.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_clone_reads_its_own_path() {
        let printed = "at /a/clone/tests/x.js:1\n".to_owned();
        let ending = Ending::Code(0);
        let finished = Finished { ending, stdout: printed, stderr: String::new() };
        let recorded = with_path(finished, "/a/clone", ROOT);
        assert!(!recorded.stdout.contains("/a/clone"));
        let read = with_path(recorded, ROOT, "/another");
        assert_eq!(read.stdout, "at /another/tests/x.js:1\n");
    }

    #[test]
    fn a_record_reads_back() {
        let finished = Finished {
            ending: Ending::Code(7),
            stdout: "a\nb\n".to_owned(),
            stderr: "é\n".to_owned(),
        };
        let back = decode(&encode(&finished)).expect("what was encoded decodes");
        assert_eq!(back.ending, finished.ending);
        assert_eq!((back.stdout, back.stderr), (finished.stdout, finished.stderr));
        assert!(decode("code 1 99 0\nshort").is_none());
        assert!(decode("code 1 2 9\nabcut").is_none());
    }
}
