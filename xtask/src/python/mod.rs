//! `cargo xtask python`: the asyncio loop of `crates/py`, built, tested and measured.
//!
//! Everything happens in a virtual environment in the cache; nothing is installed into the machine's Python. The tests
//! are Python's (`crates/py/tests`): what they need of PyPI is installed when a part first asks for it.

mod environment;

use std::path::Path;
use std::process::Command;

use lexopt::Arg;

use crate::error::{Context, Error, Result, Verdict};
use crate::project::Project;
use crate::python::environment::{Environment, Package};

const HELP: &str = "\
cargo xtask python [PART...] [--release] [-- ARGUMENTS]

Builds the asyncio loop into a virtual environment and runs parts of its tests:

    own         the tests of this repository (the default)
    cpython     CPython's own tests of asyncio, with our loop in the place of its own
    uvloop      uvloop's tests, from its source package, with our loop in the place of its own
    random      random programs from seeds, on asyncio's loop and on ours, outputs compared
    packages    small programs of aiohttp, httpx, uvicorn, starlette, anyio, websockets, asyncpg and
                redis; the last two start the servers of Debian's postgresql and redis-server
    installed   `pip install ./crates/py` in a new environment: a program runs, and its types hold
    all         all of them

    --release   the release build
";

/// One part of the tests.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Own,
    Cpython,
    Uvloop,
    Random,
    Packages,
    Installed,
}

const PARTS: [(&str, Part); 6] = [
    ("own", Part::Own),
    ("random", Part::Random),
    ("cpython", Part::Cpython),
    ("packages", Part::Packages),
    ("uvloop", Part::Uvloop),
    ("installed", Part::Installed),
];

impl Part {
    fn script(self) -> &'static str {
        match self {
            Part::Own => "own.py",
            Part::Cpython => "cpython.py",
            Part::Uvloop => "uvloop_tests.py",
            Part::Random => "random_programs.py",
            Part::Packages => "packages.py",
            Part::Installed => "installed.py",
        }
    }

    /// What of PyPI the part needs.
    fn packages(self) -> &'static [Package] {
        match self {
            Part::Own | Part::Cpython | Part::Random | Part::Installed => &[],
            Part::Uvloop => &[
                Package("aiohttp"),
                Package("psutil"),
                Package("pyOpenSSL"),
                Package("pytest"),
                Package("setuptools"),
            ],
            Part::Packages => &[
                Package("aiohttp"),
                Package("anyio"),
                Package("asyncpg"),
                Package("httptools"),
                Package("httpx"),
                Package("redis"),
                Package("starlette"),
                Package("uvicorn"),
                Package("websockets"),
            ],
        }
    }
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let (mut parts, mut arguments, mut release) = (Vec::new(), Vec::new(), false);
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}");
                return Ok(Verdict::Good);
            }
            Arg::Long("release") => release = true,
            Arg::Value(name) if name == "all" => parts.extend(PARTS.map(|(_, part)| part)),
            Arg::Value(name) => match PARTS.iter().find(|(known, _)| name == *known) {
                Some((_, part)) => parts.push(*part),
                None => arguments.push(name.to_string_lossy().into_owned()),
            },
            other => return Err(other.unexpected().into()),
        }
    }
    if parts.is_empty() {
        parts.push(Part::Own);
    }
    let mut good = true;
    for part in parts {
        good &= run(project, part, release, &arguments)?;
    }
    Ok(Verdict::of(good))
}

/// Builds the loop and runs one part. Whether it found everything as expected.
pub(crate) fn run(
    project: &Project,
    part: Part,
    release: bool,
    arguments: &[String],
) -> Result<bool> {
    let environment = Environment::prepare(project)?;
    let script = project.root.join("crates/py/tests").join(part.script());
    if part == Part::Installed {
        // The script makes an environment of its own, and pip builds what it installs there.
        let source = project.root.join("crates/py").to_string_lossy().into_owned();
        return run_script(&environment, &script, &[source]);
    }
    environment.install_roundel(project, release)?;
    environment.install(part.packages())?;
    run_script(&environment, &script, arguments)
}

/// The benchmark beside other loops, on a release build.
pub(crate) fn bench(project: &Project, arguments: &[String]) -> Result<bool> {
    let environment = Environment::prepare(project)?;
    environment.install_roundel(project, true)?;
    environment.install(&[Package("uvloop"), Package("rloop"), Package("httptools")])?;
    // Not every loop has a package for every Python; those that can not be installed are left out.
    for loop_of_the_field in [Package("rsloop"), Package("zuvloop")] {
        if let Err(error) = environment.install(&[loop_of_the_field]) {
            println!("{error}");
        }
    }
    run_script(&environment, &project.root.join("benchmarks/python/bench.py"), arguments)
}

fn run_script(environment: &Environment, script: &Path, arguments: &[String]) -> Result<bool> {
    if !script.exists() {
        return Err(Error::new(format!("there is no {}", script.display())));
    }
    let status = Command::new(environment.python())
        .arg(script)
        .args(arguments)
        .status()
        .context(|| format!("running {}", script.display()))?;
    Ok(status.success())
}
