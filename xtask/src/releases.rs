//! The releases of what a binary runs on, which is the system's, and on which side of another release they are: some
//! things hold with some releases only.

use std::path::Path;
use std::process::Command;

use crate::error::{Context, Result};

/// Something that comes with the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Library {
    Engine,
    OpenSsl,
}

impl Library {
    pub(crate) fn by_name(name: &str) -> Option<Library> {
        match name {
            "engine" => Some(Library::Engine),
            "openssl" => Some(Library::OpenSsl),
            _ => None,
        }
    }

    /// Its release under this binary, as `2.54.0`.
    pub(crate) fn release(self, roundel: &Path) -> Result<String> {
        let question = match self {
            Library::Engine => "process.versions.jsc",
            Library::OpenSsl => "process.versions.openssl",
        };
        let output = Command::new(roundel)
            .args(["-p", question])
            .output()
            .context(|| format!("starting {}", roundel.display()))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }
}

/// The releases on one side of another.
#[derive(Clone, Debug)]
pub(crate) struct Releases {
    before: bool,
    other: Vec<u32>,
}

impl Releases {
    /// Of `< 2.54` or `>= 2.54`.
    pub(crate) fn parse(value: &str) -> Option<Releases> {
        let (relation, other) = value.split_once(' ')?;
        let before = match relation {
            "<" => true,
            ">=" => false,
            _ => return None,
        };
        Some(Releases { before, other: numbers(other)? })
    }

    pub(crate) fn before(major: u32, minor: u32) -> Releases {
        Releases { before: true, other: vec![major, minor] }
    }

    pub(crate) fn contain(&self, release: &str) -> bool {
        numbers(release).is_some_and(|release| (release < self.other) == self.before)
    }
}

fn numbers(release: &str) -> Option<Vec<u32>> {
    release.trim().split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::Releases;

    #[test]
    fn a_release_is_on_one_side() {
        for (side, release, expected) in [
            ("< 2.52", "2.50.6", true),
            ("< 2.52", "2.52.0", false),
            (">= 2.52", "2.52.6", true),
            (">= 3.5", "3.0.19", false),
            (">= 3.5", "unknown", false),
        ] {
            let releases = Releases::parse(side).expect("a side");
            assert_eq!(releases.contain(release), expected, "{release} {side}");
        }
        assert!(Releases::parse("2.52").is_none());
    }
}
