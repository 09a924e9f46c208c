//! What there is to call: asked of the runtime itself, so that no list has to be kept.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::excluded;
use super::sandbox::Network;
use crate::child;
use crate::error::{Context, Error, Result};

const SCRIPT: &str = include_str!("surface.js");

/// One thing to call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// An expression.
    pub(super) way: String,
    pub(super) form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Function,
    Class,
    /// Of instances of the class: `["push"]`.
    Method(String),
    Getter(String),
}

/// Asks Roundel, started with `flags`.
pub(super) fn read(roundel: &Path, flags: &[&str], network: Network) -> Result<Vec<Target>> {
    let mut command = Command::new(roundel);
    child::clean_environment(&mut command);
    command.args(flags).arg("-");
    let finished = child::run(&mut command, SCRIPT.as_bytes(), Duration::from_secs(60))?;
    let targets: Vec<Target> = finished
        .stdout
        .lines()
        .map(parse)
        .collect::<Result<Vec<_>>>()?
        .into_iter()
        .filter(|target| !excluded::is_excluded(&target.way, network))
        .collect();
    if targets.len() < 50 {
        return Err(Error::new(format!("the surface cannot be read: {}", finished.stderr)));
    }
    Ok(targets)
}

fn parse(line: &str) -> Result<Target> {
    let words: Vec<String> =
        serde_json::from_str(line).context(|| format!("reading the surface: {line}"))?;
    let bad = || Error::new(format!("not a target: {line}"));
    let [way, form, rest @ ..] = words.as_slice() else { return Err(bad()) };
    let form = match (form.as_str(), rest) {
        ("function", []) => Form::Function,
        ("class", []) => Form::Class,
        ("method", [key]) => Form::Method(key.clone()),
        ("getter", [key]) => Form::Getter(key.clone()),
        _ => return Err(bad()),
    };
    Ok(Target { way: way.clone(), form })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_target() {
        let target = parse(r#"["require(\"a\")[\"B\"]","method","[\"c\"]"]"#).expect("a target");
        assert_eq!(target.way, r#"require("a")["B"]"#);
        assert_eq!(target.form, Form::Method(r#"["c"]"#.to_owned()));
        assert!(parse(r#"["a","what"]"#).is_err());
    }
}
