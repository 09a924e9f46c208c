//! `cargo xtask python`: the asyncio loop of `crates/py`, built, tested and measured.
//!
//! Everything happens in a virtual environment in the cache; nothing is installed into the machine's Python. The tests
//! are Python's (`crates/py/tests`): what they need of PyPI is installed when a part first asks for it.

mod environment;

use std::path::{Path, PathBuf};
use std::process::Command;

use lexopt::Arg;

use crate::error::{Context, Error, Result, Verdict};
use crate::project::Project;
use crate::python::environment::{Environment, Package};

const HELP: &str = "\
cargo xtask python [PART...] [--release] [--python PATH]... [-- ARGUMENTS]

Builds the asyncio loop into a virtual environment and runs parts of its tests:

    own         the tests of this repository (the default)
    cpython     CPython's own tests of asyncio, with our loop in the place of its own
    uvloop      uvloop's tests, from its source package, with our loop in the place of its own
    random      random programs from seeds, on asyncio's loop and on ours, outputs compared
    packages    small programs of aiohttp, httpx, uvicorn, starlette, anyio, websockets, asyncpg and
                redis; the last two start the servers of Debian's postgresql and redis-server
    installed   `pip install ./crates/py` in a new environment: a program runs, and its types hold
    anyio       anyio's own tests, from its source package, on our loop and on asyncio's
    aiohttp     aiohttp's own tests, from its source package, on our loop and on asyncio's
    all         all of them

    --release       the release build
    --python PATH   the Python to build for and to run with, CPython 3.11 or newer; without it what
                    the variable PYTHON names, or else the first python3 in the path; given more
                    than once, all of them one after another
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
    Anyio,
    Aiohttp,
}

const PARTS: [(&str, Part); 8] = [
    ("own", Part::Own),
    ("random", Part::Random),
    ("cpython", Part::Cpython),
    ("packages", Part::Packages),
    ("uvloop", Part::Uvloop),
    ("installed", Part::Installed),
    ("anyio", Part::Anyio),
    ("aiohttp", Part::Aiohttp),
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
            Part::Anyio | Part::Aiohttp => "suites.py",
        }
    }

    /// Which of its suites a script is to run, if it has several.
    fn suite(self) -> Option<&'static str> {
        match self {
            Part::Anyio => Some("anyio"),
            Part::Aiohttp => Some("aiohttp"),
            _ => None,
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
            Part::Anyio => &[
                Package("anyio"),
                Package("blockbuster"),
                Package("hypothesis"),
                Package("psutil"),
                Package("pytest"),
                Package("pytest-mock"),
                Package("pytest-timeout"),
                Package("trustme"),
                Package("truststore"),
            ],
            Part::Aiohttp => &[
                Package("aiohttp"),
                Package("blockbuster"),
                Package("freezegun"),
                Package("isal"),
                Package("proxy.py>=2.4.4rc5"),
                Package("pytest"),
                Package("pytest-codspeed"),
                Package("pytest-cov"),
                Package("pytest-mock"),
                Package("pytest-timeout"),
                Package("pytest-xdist"),
                Package("re-assert"),
                Package("trustme"),
                Package("zlib-ng"),
            ],
        }
    }
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let (mut parts, mut arguments, mut release) = (Vec::new(), Vec::new(), false);
    let mut pythons: Vec<PathBuf> = Vec::new();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}");
                return Ok(Verdict::Good);
            }
            Arg::Long("release") => release = true,
            Arg::Long("python") => pythons.push(args.value()?.into()),
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
    let pythons = match pythons.is_empty() {
        true => vec![None],
        false => pythons.iter().map(|path| Some(path.as_path())).collect(),
    };
    for python in pythons {
        if let Some(python) = python {
            println!("== {}", python.display());
        }
        let environment = Environment::prepare(project, python)?;
        for part in &parts {
            good &= run_in(&environment, project, *part, release, &arguments)?;
        }
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
    run_in(&Environment::prepare(project, None)?, project, part, release, arguments)
}

fn run_in(
    environment: &Environment,
    project: &Project,
    part: Part,
    release: bool,
    arguments: &[String],
) -> Result<bool> {
    let script = project.root.join("crates/py/tests").join(part.script());
    if part == Part::Installed {
        // The script makes an environment of its own, and pip builds what it installs there.
        let source = project.root.join("crates/py").to_string_lossy().into_owned();
        return run_script(environment, &script, &[source]);
    }
    environment.install_roundel(project, release)?;
    environment.install(part.packages())?;
    let mut words: Vec<String> = part.suite().map(str::to_owned).into_iter().collect();
    words.extend_from_slice(arguments);
    run_script(environment, &script, &words)
}

/// The benchmark beside other loops, on a release build.
pub(crate) fn bench(
    project: &Project,
    python: Option<&Path>,
    arguments: &[String],
) -> Result<bool> {
    let environment = Environment::prepare(project, python)?;
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
