//! `cargo xtask bench`: Roundel beside node, bun and deno, and the loop beside libuv.
//!
//! Only ratios inside one run mean something, so the candidates take turns, for several rounds,
//! and medians are compared. Not part of `ci`: a shared machine measures its neighbours.

mod measurement;
mod report;
mod rows;
mod security_rows;
mod visible;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use lexopt::{Arg, ValueExt};

use crate::error::{Context, Error, Result, Verdict};
use crate::peers::{Peer, npm_install};
use crate::progress::Progress;
use crate::project::Project;
use crate::python;
use crate::releases::Library;
use crate::roundel::{Choice, Profile};
use measurement::{Candidate, Sample};
use report::{LoopResult, Report, RowResult};
use rows::{RAW, RAW_ROW, ROWS, Row};

/// The row that stands for the comparison with libuv.
const LIBUV: &str = "libuv";

/// The name of another build of Roundel in the table.
const BEFORE: &str = "before";

/// The application framework whose cost is measured.
const EXPRESS: &str = "express@5.1.0";

/// The row that stands for the asyncio loop beside others: a script of Python's own, which is run alone.
const PYTHON: &str = "python";
const PYTHON_ROUNDS: usize = 7;

/// The row that stands for what it costs to be seen, which is run alone as well.
const VISIBLE: &str = "visible";

const HELP: &str = "\
cargo xtask bench [ROW...] [options]

Measures Roundel beside its peers in one interleaved run: medians, CPU time, ratios, a chart, and
a results file under benchmarks/results. Rows: immediate_chain, immediate_bulk, tick_chain,
tick_bulk, await, timers_spread, timers_set_clear, child_stdout, pipe_echo, pipe_bytes,
kept_chunks, http_hello, http_headers, http_post, http_pipelined, http2_hello, express_hello, http_client, fetch,
idle_connections, tcp_echo, file_read_small, file_read_large, pipeline, spawn, fork_message,
web_stream_pipe, structured_clone, worker_start, worker_ping, worker_transfer, buffer_text, url_parse,
start_up, start_up_console, start_up_stream, start_up_http, memory, hash_1k, hash_1m, hmac, aes_gcm, random_bytes, pbkdf2, gzip, gunzip, brotli,
tls_handshakes, tls_bulk, https_hello, libuv; and python, the asyncio loop beside others, run alone, with a
results file of its own; visible, what recording costs, how large it is, schedules a second, run alone.

    --rounds N      how many rounds (5; of python 7)
    --peers A,B     which peers (node,bun,deno)
    --before PATH   another build of Roundel takes part, as `before`; a row it can not run is `-`
    --no-save       leave the results file alone
    --python PATH   the Python that the row python is measured with
";

const VISIBLE_HEAD: &str = "# What it costs to be seen

One run of `cargo xtask bench visible`: the least of the rounds, and in brackets the ratio to the run that is not recorded. The processor time of the http server is that of all its threads, which has what the engine compiles in it, and beside it that of the thread that serves.
";

struct Flags {
    rows: Vec<String>,
    rounds: usize,
    peers: Vec<Peer>,
    before: Option<PathBuf>,
    save: bool,
    roundel: Choice,
    python: Option<PathBuf>,
}

pub(crate) fn main(project: &Project, mut args: lexopt::Parser) -> Result<Verdict> {
    let mut flags = Flags {
        rows: Vec::new(),
        rounds: 5,
        peers: vec![Peer::Node26, Peer::Bun, Peer::Deno],
        before: None,
        save: true,
        roundel: Choice::default(),
        python: None,
    };
    let mut rounds = None;
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => {
                print!("{HELP}{}", Choice::HELP);
                return Ok(Verdict::Good);
            }
            Arg::Long("rounds") => rounds = Some(args.value()?.parse()?),
            Arg::Long("peers") => {
                let names = args.value()?.string()?;
                let names = names.split(',').filter(|name| !name.is_empty());
                flags.peers = names.map(Peer::by_name).collect::<Result<_>>()?;
            }
            Arg::Long("python") => flags.python = Some(args.value()?.into()),
            Arg::Long("before") => flags.before = Some(args.value()?.into()),
            Arg::Long("no-save") => flags.save = false,
            Arg::Long("roundel") => flags.roundel.path = Some(args.value()?.into()),
            Arg::Long("debug") => flags.roundel.profile = Profile::Debug,
            Arg::Value(row) => flags.rows.push(row.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    if flags.rows == [PYTHON] {
        let rounds: usize = rounds.unwrap_or(PYTHON_ROUNDS);
        let mut arguments = vec!["--rounds".to_owned(), rounds.to_string()];
        if flags.save {
            let results = project.root.join("benchmarks/results");
            arguments.extend(["--save".to_owned(), results.to_string_lossy().into_owned()]);
        }
        let python = flags.python.as_deref();
        return Ok(Verdict::of(python::bench(project, python, &arguments)?));
    }
    flags.rounds = rounds.unwrap_or(flags.rounds);
    if flags.rows == [VISIBLE] {
        let tables = visible::run(project, &flags.roundel.binary(project)?, flags.rounds)?;
        print!("{tables}");
        if flags.save {
            let text = format!("{VISIBLE_HEAD}\n```\n{tables}```\n");
            fs::write(project.root.join("benchmarks/results/visible.md"), text)?;
        }
        return Ok(Verdict::Good);
    }
    let rows = chosen_rows(&flags)?;
    let mut report =
        Report { rounds: flags.rounds, engine: String::new(), rows: Vec::new(), libuv: Vec::new() };
    if !rows.is_empty() {
        let roundel = flags.roundel.binary(project)?;
        report.engine = format!("JavaScriptCore {}", Library::Engine.release(&roundel)?);
        report.rows = measure(project, &flags, roundel, &rows)?;
    }
    if flags.rows.is_empty() || flags.rows.iter().any(|row| row == LIBUV) {
        report.libuv = beside_libuv(project)?;
    }
    print!("{}", report.terminal());
    // A partial run would replace the whole picture by a part of it.
    if flags.save && flags.rows.is_empty() {
        report.save(project)?;
    }
    Ok(Verdict::Good)
}

fn all_rows() -> impl Iterator<Item = &'static Row> {
    static SECURITY_ROWS: [Row; security_rows::ROWS.len()] = security_rows::ROWS;
    static OTHER_ROWS: [Row; ROWS.len()] = ROWS;
    OTHER_ROWS.iter().chain(&SECURITY_ROWS)
}

fn chosen_rows(flags: &Flags) -> Result<Vec<&'static Row>> {
    for name in &flags.rows {
        if name != LIBUV && !all_rows().any(|row| row.name == name) {
            return Err(Error::new(format!("no row `{name}`; --help lists them")));
        }
    }
    let all = flags.rows.is_empty();
    Ok(all_rows().filter(|row| all || flags.rows.iter().any(|name| name == row.name)).collect())
}

fn measure(
    project: &Project,
    flags: &Flags,
    roundel: PathBuf,
    rows: &[&'static Row],
) -> Result<Vec<RowResult>> {
    let mut candidates =
        vec![Candidate { name: "roundel", peer: None, binary: roundel.clone(), load_by: None }];
    if let Some(binary) = flags.before.clone() {
        candidates.push(Candidate { name: BEFORE, peer: None, binary, load_by: None });
    }
    for peer in &flags.peers {
        let binary = peer.binary(project)?;
        candidates.push(Candidate { name: peer.name(), peer: Some(*peer), binary, load_by: None });
    }
    if rows.iter().any(|row| row.name == RAW_ROW) {
        let binary = raw_server(project)?;
        candidates.push(Candidate { name: RAW, peer: None, binary, load_by: Some(roundel) });
    }
    let scripts = project.root.join("benchmarks/runtime");
    if rows.iter().any(|row| row.script.starts_with("express")) {
        install_packages(project)?;
    }
    let mut samples: Vec<Vec<Vec<Sample>>> =
        rows.iter().map(|_| candidates.iter().map(|_| Vec::new()).collect()).collect();
    let mut progress = Progress::new("bench", flags.rounds * rows.len() * candidates.len());
    for round in 0..flags.rounds {
        for (row, row_samples) in rows.iter().zip(&mut samples) {
            for turn in 0..candidates.len() {
                // Who goes first changes with the round: the first one finds the caches cold.
                let who = (turn + round) % candidates.len();
                if candidates[who].name == RAW && row.name != RAW_ROW {
                    progress.advance(true);
                    continue;
                }
                let script = scripts.join(row.script);
                let packages = packages_folder(project);
                match measurement::take(&candidates[who], &script, &packages, row.measure) {
                    Ok(sample) => row_samples[who].push(sample),
                    // An older build may lack what a newer row is about, and a peer may not be able to run a package.
                    Err(error) if who > 0 => eprintln!("{error}"),
                    Err(error) => return Err(error),
                }
                progress.advance(true);
            }
        }
    }
    progress.clear();
    Ok(rows
        .iter()
        .zip(samples)
        .map(|(row, row_samples)| RowResult {
            row,
            candidates: candidates
                .iter()
                .zip(row_samples)
                .map(|(candidate, samples)| (candidate.name, candidate.peer, samples))
                .collect(),
        })
        .collect())
}

/// Where scripts find packages of npm.
fn packages_folder(project: &Project) -> PathBuf {
    project.cache.join("bench_packages")
}

fn install_packages(project: &Project) -> Result<()> {
    let folder = packages_folder(project);
    if folder.join("node_modules/express/package.json").is_file() {
        return Ok(());
    }
    eprintln!("installing {EXPRESS} ...");
    npm_install(&folder, EXPRESS)
}

/// Builds the server that is nothing but epoll, a parser and a send.
fn raw_server(project: &Project) -> Result<PathBuf> {
    let manifest = project.root.join("benchmarks/raw_http/Cargo.toml");
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--quiet", "--release", "--target-dir"])
        .arg(project.target_dir().join("raw_http"))
        .arg("--manifest-path")
        .arg(&manifest)
        .status()
        .context(|| "building the server without a runtime".to_owned())?;
    if !status.success() {
        return Err(Error::new(format!("building {} ended with {status}", manifest.display())));
    }
    Ok(project.target_dir().join("raw_http/release/raw_http"))
}

/// Runs the crate that has both loops in one process and reads its JSON.
fn beside_libuv(project: &Project) -> Result<Vec<LoopResult>> {
    let manifest = project.root.join("benchmarks/loop_vs_libuv/Cargo.toml");
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--quiet", "--release", "--manifest-path"])
        .arg(&manifest)
        .args(["--", "--json"])
        .stderr(std::process::Stdio::inherit())
        .output()
        .context(|| "running the benchmark beside libuv".to_owned())?;
    if !output.status.success() {
        return Err(Error::new(format!("{} ended with {}", manifest.display(), output.status)));
    }
    parse_libuv(&String::from_utf8_lossy(&output.stdout))
}

fn parse_libuv(text: &str) -> Result<Vec<LoopResult>> {
    let bad = || Error::new("the benchmark beside libuv did not print what was agreed");
    let value: serde_json::Value = serde_json::from_str(text).map_err(|_| bad())?;
    value
        .as_array()
        .ok_or_else(bad)?
        .iter()
        .map(|one| {
            Ok(LoopResult {
                name: one["name"].as_str().ok_or_else(bad)?.to_owned(),
                roundel_ns: one["roundel_ns"].as_f64().ok_or_else(bad)?,
                libuv_ns: one["libuv_ns"].as_f64().ok_or_else(bad)?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_agreed_json() {
        let text = r#"[{"name":"loop_count","roundel_ns":10,"libuv_ns":20.5,"ratio":0.48}]"#;
        let read = parse_libuv(text).expect("as agreed");
        assert_eq!((read[0].name.as_str(), read[0].libuv_ns), ("loop_count", 20.5));
        assert!(parse_libuv("[{}]").is_err());
        assert!(parse_libuv("x").is_err());
    }
}
