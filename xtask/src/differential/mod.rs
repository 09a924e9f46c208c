//! `cargo xtask differential`: random programs from seeds, each run as a process of its own on
//! Node and on Roundel, under the loop of that Node's era; what they print and how they end must
//! be equal.

mod generator;
pub(crate) mod hooks;
pub(crate) mod io;
mod javascript;
mod kind;
mod minimiser;
mod model;
mod runner;
pub(crate) mod stacks;

use std::path::PathBuf;

use lexopt::{Arg, ValueExt};

use crate::counts::Seeds;
use crate::error::{Error, Result, Verdict};
use crate::peers::Peer;
use crate::programs::{Loop, NodeOutputs};
use crate::progress::judge_all;
use crate::project::Project;
use crate::rng::parse_seeds;
use crate::roundel::{Choice, RunFlag, Running};
use javascript::Dialect;
use model::Entry;
use runner::{Outcome, Runner};

/// What `--only` takes.
const KINDS: [&str; 6] = ["crypto", "zlib", "tls", "workers", "messages", "webstreams"];

const HELP: &str = "\
cargo xtask differential [options]

Makes random programs from seeds, runs each on Node and on Roundel and compares. A difference
is looked at again before it counts; where Node disagrees with itself the seed is racy, which
is counted apart.

    --seeds A..B      which seeds (0..300); a single number is one seed
    --entry KIND      cjs, esm or both (both); Node 10 has no ES modules
    --node 26|18|10   the Node to compare with (26); Roundel runs with the loop of its era
    --virtual-time    run Roundel in virtual time
    --jobs N          how many at once
    --minimize        make failing programs as small as possible
    --io              programs of sockets, pipes, children, files, names, streams, crypto, zlib, TLS
                      and workers, beside Node 26
    --only KIND       the same, of crypto, zlib, tls, workers, messages or webstreams alone
    --stacks          chains of async calls that fail: the frames of the error, beside Node 26
    --hooks           promises and async functions as a hook of async_hooks sees them, beside Node 26
    --print           print the programs instead of running them
";

struct Flags {
    seeds: std::ops::Range<u64>,
    entries: Vec<Entry>,
    lp: Loop,
    virtual_time: bool,
    minimise: bool,
    running: Running,
}

impl Flags {
    fn dialect(&self) -> Dialect {
        if self.lp.peer == Some(Peer::Node10) { Dialect::Node10 } else { Dialect::Modern }
    }
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut flags = Flags {
        seeds: 0..300,
        entries: vec![Entry::CommonJs, Entry::EsModule],
        lp: Loop::NODE,
        virtual_time: false,
        minimise: false,
        running: Running::default(),
    };
    let (mut print_only, mut is_io, mut is_stacks, mut is_hooks) = (false, false, false, false);
    let mut only: Option<String> = None;
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}{}", Choice::HELP);
                return Ok(Verdict::Good);
            }
            Arg::Long("seeds" | "seed") => flags.seeds = parse_seeds(&args.value()?.string()?)?,
            Arg::Long("entry") => flags.entries = parse_entries(&args.value()?.string()?)?,
            Arg::Long("node") => {
                let peer = Peer::by_name(&format!("node{}", args.value()?.string()?))?;
                flags.lp = Loop::of(peer).ok_or_else(|| Error::new("--node takes 26, 18 or 10"))?;
            }
            Arg::Long("virtual-time") => flags.virtual_time = true,
            Arg::Long("minimize" | "minimise") => flags.minimise = true,
            Arg::Long("print") => print_only = true,
            Arg::Long("io") => is_io = true,
            Arg::Long("only") => {
                let kind = args.value()?.string()?;
                if !KINDS.contains(&kind.as_str()) {
                    return Err(Error::new(format!("--only takes {}", KINDS.join(", "))));
                }
                (is_io, only) = (true, Some(kind));
            }
            Arg::Long("stacks") => is_stacks = true,
            Arg::Long("hooks") => is_hooks = true,
            other => match RunFlag::of(&other) {
                Some(flag) => flags.running.set(flag, &mut args)?,
                None => return Err(other.unexpected().into()),
            },
        }
    }
    if is_io {
        if print_only {
            flags.seeds.for_each(|seed| {
                println!("// seed {seed}\n{}", io::program(seed, only.as_deref()))
            });
            return Ok(Verdict::Good);
        }
        let roundel = flags.running.roundel.binary(project)?;
        let counts = io::run(project, &roundel, flags.seeds, only.as_deref(), flags.running.jobs)?;
        println!("differential --io: {counts}");
        return Ok(Verdict::of(counts.failed == 0));
    }
    if is_stacks {
        if print_only {
            flags.seeds.for_each(|seed| println!("// seed {seed}\n{}", stacks::program(seed)));
            return Ok(Verdict::Good);
        }
        let roundel = flags.running.roundel.binary(project)?;
        let counts = stacks::run(project, &roundel, flags.seeds, flags.running.jobs)?;
        println!("differential --stacks: {counts}");
        return Ok(Verdict::of(counts.failed == 0));
    }
    if is_hooks {
        if print_only {
            flags.seeds.for_each(|seed| println!("// seed {seed}\n{}", hooks::program(seed)));
            return Ok(Verdict::Good);
        }
        let roundel = flags.running.roundel.binary(project)?;
        let counts = hooks::run(project, &roundel, flags.seeds, flags.running.jobs)?;
        println!("differential --hooks: {counts}");
        return Ok(Verdict::of(counts.failed == 0));
    }
    if flags.dialect() == Dialect::Node10 {
        flags.entries.retain(|entry| *entry == Entry::CommonJs);
    }
    if print_only {
        for (seed, entry) in cases(&flags) {
            println!("// seed {seed}, {}", entry.extension());
            println!("{}", javascript::write(&generator::program(seed, entry), flags.dialect()));
        }
        return Ok(Verdict::Good);
    }
    let counts = run(project, &flags)?;
    println!("differential: {counts}");
    Ok(Verdict::of(counts.failed == 0))
}

/// The given number of seeds beside `peer` with the standard flags, for `ci`.
pub(crate) fn run_seeds(
    project: &Project,
    roundel: PathBuf,
    peer: Peer,
    seeds: u64,
    jobs: usize,
) -> Result<Seeds> {
    let entries = match peer {
        Peer::Node10 => vec![Entry::CommonJs],
        _ => vec![Entry::CommonJs, Entry::EsModule],
    };
    let flags = Flags {
        seeds: 0..seeds,
        entries,
        lp: Loop::of(peer)
            .ok_or_else(|| Error::new(format!("{} has no loop of ours", peer.name())))?,
        virtual_time: false,
        minimise: true,
        running: Running::with(roundel, jobs),
    };
    run(project, &flags)
}

fn parse_entries(text: &str) -> Result<Vec<Entry>> {
    match text {
        "cjs" => Ok(vec![Entry::CommonJs]),
        "esm" => Ok(vec![Entry::EsModule]),
        "both" => Ok(vec![Entry::CommonJs, Entry::EsModule]),
        _ => Err(Error::new(format!("--entry takes cjs, esm or both, not `{text}`"))),
    }
}

fn cases(flags: &Flags) -> Vec<(u64, Entry)> {
    let seeds = flags.seeds.clone();
    seeds.flat_map(|seed| flags.entries.iter().map(move |entry| (seed, *entry))).collect()
}

fn run(project: &Project, flags: &Flags) -> Result<Seeds> {
    let peer = flags.lp.peer.ok_or_else(|| Error::new("this loop has no Node to compare with"))?;
    let node = peer.binary(project)?;
    let outputs = NodeOutputs::open(project, &node, false)?;
    let roundel = flags.running.roundel.binary(project)?;
    // Two commands at once must not write over each other's programs.
    let folder = project.cache_dir(&format!("differential/{}", std::process::id()))?;
    let mut roundel_flags = flags.lp.flags();
    if flags.virtual_time {
        roundel_flags.push("--virtual-time");
    }
    let runner = Runner {
        outputs: &outputs,
        roundel: &roundel,
        flags: roundel_flags,
        dialect: flags.dialect(),
        folder,
    };
    let cases = cases(flags);
    let judge = |(seed, entry): &(u64, Entry)| {
        let program = generator::program(*seed, *entry);
        runner.compare(&format!("seed_{seed}"), &program)
    };
    let is_good = |outcome: &Outcome| !matches!(outcome, Outcome::Different(_));
    let outcomes = judge_all("differential", flags.running.jobs, &cases, judge, is_good)?;
    let mut counts = Seeds::new(["same", "different", "racy"]);
    let mut failed = Vec::new();
    for ((seed, entry), outcome) in cases.iter().zip(outcomes) {
        // Two programs that spin beside each other on a busy machine can starve each other.
        let outcome = match outcome {
            Outcome::Different(_) => judge(&(*seed, *entry))?,
            outcome => outcome,
        };
        let name = format!("seed {seed} ({})", entry.extension());
        match outcome {
            Outcome::Same => counts.passed += 1,
            Outcome::Racy(why) => {
                counts.neither += 1;
                println!("RACY {name}\n{why}");
            }
            Outcome::Different(why) => {
                counts.failed += 1;
                println!("DIFFERENT {name}\n{why}");
                failed.push((*seed, *entry));
            }
        }
    }
    if flags.minimise {
        minimise_all(&runner, &failed)?;
    }
    match std::fs::remove_dir(&runner.folder) {
        Ok(()) => {}
        // Programs that were not the same are still in it.
        Err(_) => println!("programs are in {}", runner.folder.display()),
    }
    Ok(counts)
}

/// More than a handful of minimised programs say the same thing again.
const MINIMISED_LIMIT: usize = 5;

fn minimise_all(runner: &Runner<'_>, failed: &[(u64, Entry)]) -> Result<()> {
    for (seed, entry) in failed.iter().take(MINIMISED_LIMIT) {
        let program = generator::program(*seed, *entry);
        let name = format!("small_{seed}");
        let small = minimiser::minimise(&program, |program| runner.differs(&name, program));
        println!("seed {seed} ({}) made smaller:", entry.extension());
        println!("{}", javascript::write(&small, runner.dialect));
        match runner.compare(&name, &small)? {
            Outcome::Different(why) => println!("{why}"),
            Outcome::Racy(_) | Outcome::Same => {
                println!("    (the small one does not fail every time)")
            }
        }
    }
    Ok(())
}
