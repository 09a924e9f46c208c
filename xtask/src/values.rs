//! `cargo xtask values`: JavaScript values in heap structures that no text names.
//!
//! The collector looks at the stack and not into vectors, boxes and maps. Rust has no bound that says "not on the heap",
//! so the rule is a lint. `cargo xtask tidy` reads the types that are written down; this command reads those that the
//! compiler has inferred: in the compiler's own listing of a crate (MIR) each variable and each step of an expression has
//! its whole type, so `values.collect::<Vec<_>>()` is a `Vec<Value>` there.

use std::fs;
use std::process::Command;

use lexopt::Arg;

use crate::error::{Context, Error, Result, Verdict};
use crate::project::Project;
use crate::tidy::kept_values;

const HELP: &str = "\
cargo xtask values

Looks for JavaScript values kept where the collector does not see them, in the types that the compiler
has inferred. Compiles the crates that hold values once more.
";

/// The crates that hold values, and the functions that may keep them: their list protects what is in it.
const CRATES: [(&str, &[&str]); 2] =
    [("roundel-jsc", &["value_list::", "drop_glue::"]), ("roundel-runtime", &[])];

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    if let Some(arg) = args.next()? {
        return match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}");
                Ok(Verdict::Good)
            }
            other => Err(other.unexpected().into()),
        };
    }
    let findings = check(project)?;
    println!(
        "values: {}",
        if findings == 0 { "none on the heap".into() } else { format!("{findings} findings") }
    );
    Ok(Verdict::of(findings == 0))
}

/// How many functions keep values on the heap; each is told.
pub(crate) fn check(project: &Project) -> Result<usize> {
    let mut count = 0;
    for (package, allowed) in CRATES {
        for Finding { function, kept } in findings(&listing(project, package)?, allowed) {
            println!("{package}: fn {function}: {kept}: {}", kept_values::MESSAGE);
            count += 1;
        }
    }
    Ok(count)
}

/// The crate as the compiler understands it.
fn listing(project: &Project, package: &str) -> Result<String> {
    let folder = project.target_dir().join("values");
    fs::create_dir_all(&folder).context(|| format!("creating {}", folder.display()))?;
    let file = folder.join(format!("{package}.mir"));
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(&project.root)
        .args(["rustc", "--quiet", "--package", package, "--lib", "--"])
        .arg(format!("--emit=mir={}", file.display()))
        // The types are wanted; the machine's code is made along with them, so it may be poor.
        .args(["-Copt-level=0", "-Cdebuginfo=0"])
        .status()
        .context(|| "running cargo rustc".to_owned())?;
    if !status.success() {
        return Err(Error::new(format!("{package} does not compile")));
    }
    fs::read_to_string(&file).context(|| format!("reading {}", file.display()))
}

#[derive(Debug, PartialEq, Eq)]
struct Finding<'a> {
    function: &'a str,
    kept: &'a str,
}

/// The functions of a listing that have a heap structure of values as a variable or a step: the first of each.
fn findings<'a>(listing: &'a str, allowed: &[&str]) -> Vec<Finding<'a>> {
    let mut found: Vec<Finding<'a>> = Vec::new();
    let mut function = "";
    for line in listing.lines() {
        if let Some(head) = line.strip_prefix("fn ") {
            function = head.split("(_1").next().unwrap_or(head).trim_end_matches("() -> ");
        }
        let is_told = found.last().is_some_and(|last| last.function == function);
        let Some((_, kept)) =
            line.trim_start().strip_prefix("let ").and_then(|rest| rest.split_once(": "))
        else {
            continue;
        };
        if !is_told
            && kept_values::is_kept(kept)
            && !allowed.iter().any(|name| function.starts_with(name))
        {
            found.push(Finding { function, kept: kept.trim_end_matches(';') });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "\
fn bindings::vm::evaluate(_1: Ctx<'_>, _2: Arguments<'_>) -> std::result::Result<(), roundel_jsc::Exception<'_>> {
    let mut _0: std::result::Result<(), roundel_jsc::Exception<'_>>;
    let mut _3: std::boxed::Box<dyn for<'a> std::ops::Fn(roundel_jsc::Ctx<'a>) -> roundel_jsc::Value<'a>>;
    scope 1 {
        let _4: std::vec::Vec<roundel_jsc::Persistent>;
        let _5: [roundel_jsc::Value<'_>; 3];
    }
}

fn bindings::fs::all(_1: roundel_jsc::Ctx<'_>) -> () {
    let mut _0: ();
    scope 1 {
        let _2: std::vec::Vec<(u32, roundel_jsc::Value<'_>)>;
        let mut _3: std::vec::Vec<(u32, roundel_jsc::Value<'_>)>;
    }
}
";

    #[test]
    fn inferred_types_are_read() {
        let kept = "std::vec::Vec<(u32, roundel_jsc::Value<'_>)>";
        assert_eq!(findings(LISTING, &[]), [Finding { function: "bindings::fs::all", kept }]);
        assert_eq!(findings(LISTING, &["bindings::fs::"]), []);
    }
}
