//! `--run SCRIPT`: a script of the nearest package.json, run by the shell, without an engine.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value};

/// Runs the script and gives the exit code: 0, or 1 for everything else, as Node.
pub(crate) fn run(script: &str, arguments: &[String]) -> u8 {
    match start(script, arguments) {
        Ok(true) => 0,
        Ok(false) => 1,
        Err(message) => {
            eprintln!("{message}");
            1
        }
    }
}

fn start(script: &str, arguments: &[String]) -> Result<bool, String> {
    let folder =
        env::current_dir().map_err(|error| format!("Can't find the directory: {error}"))?;
    let (path, text) = nearest(&folder)
        .ok_or_else(|| format!("Can't find package.json for directory {}", folder.display()))?;
    let shown = path.display();
    let package: Value = serde_json::from_str(&text).map_err(|_| format!("Can't parse {shown}"))?;
    let scripts = package
        .get("scripts")
        .and_then(Value::as_object)
        .ok_or_else(|| format!("Can't find \"scripts\" field in {shown}"))?;
    let command = match scripts.get(script) {
        Some(Value::String(command)) => command,
        Some(_) => {
            return Err(format!("Script \"{script}\" is unexpectedly not a string for {shown}\n"));
        }
        None => return Err(missing(script, scripts, &path)),
    };
    let mut line = command.clone();
    for argument in arguments {
        line.push(' ');
        line.push_str(&quoted(argument));
    }
    let status = Command::new("/bin/sh")
        .arg("-c")
        .arg(line)
        .env("PATH", search_path(&folder))
        .env("NODE_RUN_SCRIPT_NAME", script)
        .env("NODE_RUN_PACKAGE_JSON_PATH", &path)
        .current_dir(path.parent().unwrap_or(&folder))
        .status()
        .map_err(|error| format!("Can't run /bin/sh: {error}"))?;
    Ok(status.success())
}

/// Tells which scripts there are; false if there is nothing to tell.
pub(crate) fn list() -> bool {
    let Some((_, text)) = env::current_dir().ok().and_then(|folder| nearest(&folder)) else {
        return false;
    };
    let package: Option<Value> = serde_json::from_str(&text).ok();
    let scripts = package.as_ref().and_then(|package| package.get("scripts")?.as_object());
    if let Some(scripts) = scripts {
        eprintln!("{}", available(scripts));
    }
    scripts.is_some()
}

fn nearest(folder: &Path) -> Option<(PathBuf, String)> {
    folder.ancestors().find_map(|folder| {
        let path = folder.join("package.json");
        fs::read_to_string(&path).ok().map(|text| (path, text))
    })
}

fn missing(script: &str, scripts: &Map<String, Value>, path: &Path) -> String {
    format!("Missing script: \"{script}\" for {}\n\n{}", path.display(), available(scripts))
}

fn available(scripts: &Map<String, Value>) -> String {
    let mut message = "Available scripts are:".to_owned();
    for (name, command) in scripts {
        if let Value::String(command) = command {
            message.push_str(&format!("\n  {name}: {command}"));
        }
    }
    message
}

/// The commands of the packages of every folder above come first.
fn search_path(folder: &Path) -> OsString {
    let mut folders: Vec<PathBuf> = folder
        .ancestors()
        .map(|folder| folder.join("node_modules/.bin"))
        .filter(|folder| folder.is_dir())
        .collect();
    let inherited = env::var_os("PATH").unwrap_or_default();
    folders.extend(env::split_paths(&inherited));
    // A folder whose name can not stand in a path list is not searched.
    env::join_paths(folders).unwrap_or(inherited)
}

/// An argument as one word of the shell.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn arguments_are_one_word_each() {
        assert_eq!(quoted("a-b"), "a-b");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("b c"), "'b c'");
        assert_eq!(quoted("it's $x"), "'it'\\''s $x'");
    }
}
