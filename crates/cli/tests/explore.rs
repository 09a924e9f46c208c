//! `roundel explore` and `roundel replay` from outside: a race is found, told and had again; what is no race is not.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A file of this test's own, gone at its end.
struct Program(PathBuf);

impl Program {
    fn new(name: &str, text: &str) -> Program {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("explore-{name}.js"));
        fs::write(&path, text).expect("a temporary file");
        Program(path)
    }

    fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_roundel"));
        command
            .args(words)
            .arg(&self.0)
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS")
            .env_remove("GITHUB_ACTIONS")
            .stdin(Stdio::null());
        support::output(&mut command)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Two files are read, and the second answer relies on the first.
const RACE: &str = "
const fs = require('node:fs');
let first = null;
fs.stat('/', () => { first = 1; });
fs.stat('/', () => { console.log(first); if (!first) throw new Error('not there yet'); });
";

const NO_RACE: &str = "
const fs = require('node:fs');
fs.stat('/', () => fs.stat('/', () => console.log('done')));
";

#[test]
fn a_race_is_found_told_and_had_again() {
    let program = Program::new("race", RACE);
    let found = program.run(&["explore", "--jobs=1"]);
    let told = text(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{told}{}", text(&found.stderr));
    assert!(told.contains("not there yet"), "{told}");
    assert!(told.contains("One decision of the platform makes the difference"), "{told}");
    assert!(told.contains("explore-race.js:5:"), "{told}");
    let token = told.lines().find_map(|line| line.strip_prefix("replay: ")).expect("a token");
    let replays: Vec<Output> = (0..3).map(|_| program.run(&["replay", token])).collect();
    for replay in &replays {
        assert_eq!(replay.status.code(), Some(1));
        assert_eq!(text(&replay.stdout), "null\n");
        assert_eq!(replay.stderr, replays[0].stderr);
    }
    let other = Program::new("other", NO_RACE);
    let refused = other.run(&["replay", token]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("the token is not of"), "{}", text(&refused.stderr));
    let damaged = program.run(&["replay", &token.replace("plain", "newest")]);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(text(&damaged.stderr).contains("damaged"), "{}", text(&damaged.stderr));
}

#[test]
fn where_there_is_no_race_all_schedules_pass() {
    let program = Program::new("quiet", NO_RACE);
    let output = program.run(&["explore"]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.starts_with("all "), "{told}");
}

#[test]
fn output_counts_if_it_is_asked_for() {
    let source =
        "for (const name of ['a', 'b']) require('node:fs').stat('/', () => console.log(name));";
    let program = Program::new("output", source);
    assert_eq!(program.run(&["explore"]).status.code(), Some(0));
    let output = program.run(&["explore", "--same-output", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["failure"]["here"]["stdout"], "b\na\n");
    assert_eq!(report["failure"]["ordinary"]["stdout"], "a\nb\n");
    assert_eq!(report["failure"]["decisions"].as_array().map(Vec::len), Some(1));
}

/// A worker is another thread: it has something to say although nothing virtual is left to happen.
#[test]
fn programs_with_workers_are_explored() {
    let source = "const { Worker } = require('node:worker_threads');
        const text = `require('node:worker_threads').parentPort.postMessage('hello')`;
        new Worker(text, { eval: true }).on('message', console.log);";
    let program = Program::new("workers", source);
    let output = program.run(&["explore", "--runs=5"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

/// Whether the engine lets a process be without other threads: those from 2.52 on do not (docs/explore.md).
fn engine_is_alone() -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundel"));
    let output = support::output(command.args(["-p", "process.versions.jsc"]));
    let version = text(&output.stdout);
    let mut numbers = version.trim().split('.').map(|number| number.parse::<u32>().ok());
    let [major, minor] = [numbers.next().flatten(), numbers.next().flatten()];
    (major.expect("a version"), minor.expect("a version")) < (2, 52)
}

/// Runs are copies of a process that has started, and each is a process that knows its own number and flags.
#[test]
fn runs_are_copies_where_that_makes_no_difference() {
    let list = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explore-copies.txt");
    let _ = fs::remove_file(&list);
    let source = format!(
        "const fs = require('node:fs');
         const line = fs.readFileSync('/proc/self/cmdline', 'utf8').split('\\0')[1];
         const guides = process.execArgv.filter((word) => word.startsWith('--guide='));
         const isSelf = fs.readlinkSync('/proc/self') === String(process.pid);
         fs.appendFileSync({list:?}, [line === 'explore-runs', guides, isSelf].join(' ') + '\\n');
         fs.stat('/', () => {{}});
         fs.stat('/', () => {{}});"
    );
    let program = Program::new("copies", &source);
    let output = program.run(&["explore", "--runs=8", "--jobs=1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let told = fs::read_to_string(&list).expect("what the runs wrote");
    let _ = fs::remove_file(&list);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.iter().all(|line| line.ends_with(" true")), "{told}");
    assert_eq!(lines[0], "false --guide=plain true", "the ordinary run is a process of its own");
    if !engine_is_alone() {
        assert!(lines.iter().all(|line| line.starts_with("false ")), "{told}");
        return;
    }
    assert_eq!(lines[1], "true --guide=plain true", "a copy must do the same");
    let copies = lines[2..].iter().filter(|line| line.starts_with("true --guide=")).count();
    assert_eq!(copies, lines.len() - 2, "{told}");
    assert!(lines[2..].iter().any(|line| !line.contains("=plain ")), "{told}");
}

/// Nor are they where it does.
#[test]
fn a_program_that_can_tell_a_copy_is_not_copied() {
    let source = "const fs = require('node:fs');
        const isCopy = fs.readFileSync('/proc/self/cmdline', 'utf8').includes('explore-runs');
        fs.stat('/', () => {});
        fs.stat('/', () => { if (isCopy) throw new Error('a copy'); });";
    let program = Program::new("no-copies", source);
    let output = program.run(&["explore", "--runs=8"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

/// Nothing can happen any more, and something is waited for.
#[test]
fn a_program_that_never_ends_is_told() {
    let source = "require('node:net').createServer().listen(0)";
    let program = Program::new("hang", source);
    let output = program.run(&["explore"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("it does not end"), "{}", text(&output.stdout));
}

/// Which of the limits it was is told.
#[test]
fn a_limit_is_named() {
    let never = Program::new("never", "require('node:net').createServer().listen(0)");
    let told = text(&never.run(&["explore", "--runs=1"]).stdout);
    assert!(told.contains("does not end: it waits, and nothing is left to happen"), "{told}");
    let interval = Program::new("interval", "setInterval(() => {}, 10)");
    let told = text(&interval.run(&["explore", "--runs=1", "--max-time=500"]).stdout);
    assert!(told.contains("does not end: its time on the virtual clock is up"), "{told}");
    let waits = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);";
    // It prints all the while.
    let talks = Program::new("talks", &format!("for (;;) {{ console.log('.'); {waits} }}"));
    let told = text(&talks.run(&["explore", "--runs=1", "--max-real-time=500"]).stdout);
    assert!(told.contains("does not end: its time on the real clock is up"), "{told}");
}

/// Threads that compute for as long as it is there: four for each processor.
struct BusyMachine(Arc<AtomicBool>);

impl BusyMachine {
    fn new() -> BusyMachine {
        let is_over = Arc::new(AtomicBool::new(false));
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..4 * processors {
            let is_over = Arc::clone(&is_over);
            std::thread::spawn(move || while !is_over.load(Ordering::Relaxed) {});
        }
        BusyMachine(is_over)
    }
}

impl Drop for BusyMachine {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A run has the time that it is given, however long it has to wait for a processor.
#[test]
fn a_busy_machine_makes_no_run_fail() {
    // A second of a processor's time.
    let source = "const { readFileSync } = require('node:fs');
        const ran = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]);
        for (const start = ran(); ran() - start < 1e9;);";
    let program = Program::new("patient", source);
    let load = BusyMachine::new();
    let started = Instant::now();
    let output = program.run(&["explore", "--runs=1", "--max-real-time=3000"]);
    drop(load);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(started.elapsed() > Duration::from_secs(3), "the machine was not busy");
}

#[test]
fn hostile_programs_do_no_harm() {
    let endless = Program::new("endless", "for (;;) console.log('x'.repeat(1000))");
    let output = endless.run(&["explore", "--max-output=100000"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("prints without end"));

    let one_line = Program::new("one-line", "for (;;) process.stdout.write('x'.repeat(1000))");
    let output = one_line.run(&["explore", "--max-output=100000", "--max-real-time=1000"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.len() < 5000, "{} bytes", output.stdout.len());

    let suicidal = Program::new("suicidal", "require('node:fs').unlinkSync(__filename)");
    let output = suicidal.run(&["explore"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("is gone while it was explored"));

    // In its group, and out of it.
    for (name, options) in
        [("parent", "stdio: 'inherit'"), ("daemon", "stdio: 'ignore', detached: true")]
    {
        let seconds = format!("{}{}", std::process::id(), name.len());
        let source = format!(
            "require('node:child_process').spawn('sleep', ['{seconds}'], {{ {options} }}).unref();
             process.exit(0);"
        );
        let parent = Program::new(name, &source);
        assert_eq!(parent.run(&["explore", "--runs=2"]).status.code(), Some(0));
        assert_eq!(processes_with(&seconds), 0, "{name}");
    }

    let forking = Program::new("forking", "require('node:child_process').fork(__filename)");
    let output = forking.run(&["explore", "--runs=1", "--max-real-time=1000"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("it does not end"), "{}", text(&output.stdout));
    assert_eq!(processes_with("explore-forking.js"), 0);

    let busy = Program::new("busy", "for (;;);");
    let output = busy.run(&["explore", "--max-real-time=500"]);
    assert_eq!(output.status.code(), Some(1));
}

/// How many processes have these letters in their command line.
fn processes_with(letters: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("a list of processes").flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.filter(|line| text(line).contains(letters)).count()
}

/// A search with an endless program, when a run of it has begun.
fn begun_search(name: &str, scratch: &Path) -> (Program, support::Limited) {
    let busy = Program::new(name, "console.log('runs'); for (;;);");
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundel"));
    command.arg("explore").arg(&busy.0).env("TMPDIR", scratch).stdin(Stdio::null());
    let child = support::Limited::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    // Itself and a run.
    wait_until(|| processes_with(&format!("explore-{name}.js")) >= 2, "no run began");
    (busy, child)
}

fn wait_until(condition: impl Fn() -> bool, otherwise: &str) {
    let deadline = Instant::now() + support::LIMIT;
    while !condition() {
        assert!(Instant::now() < deadline, "{otherwise}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn scratch_folder(name: &str) -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir(&scratch).expect("a temporary folder");
    scratch
}

fn signal(child: &support::Limited, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_raw(child.id() as i32).expect("a number");
    rustix::process::kill_process(pid, signal).expect("it runs");
}

#[test]
fn an_interrupted_search_leaves_nothing_behind() {
    let scratch = scratch_folder("explore-interrupted");
    let (_busy, child) = begun_search("interrupted", &scratch);
    signal(&child, rustix::process::Signal::INT);
    assert_eq!(child.output().status.code(), Some(130));
    assert_eq!(processes_with("explore-interrupted.js"), 0);
    assert_eq!(fs::read_dir(&scratch).expect("the folder").count(), 0);
    fs::remove_dir(&scratch).expect("it is empty");
}

#[test]
fn the_runs_of_a_killed_search_end() {
    let scratch = scratch_folder("explore-killed");
    let (_busy, child) = begun_search("killed", &scratch);
    signal(&child, rustix::process::Signal::KILL);
    child.output();
    wait_until(|| processes_with("explore-killed.js") == 0, "a run goes on");
    fs::remove_dir_all(&scratch).expect("nobody uses it");
}

#[test]
fn machines_are_told_in_their_words() {
    let program = Program::new("machines", RACE);
    let report = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explore-machines.xml");
    let junit = format!("--junit={}", report.display());
    let output = program.run(&["explore", "--github", &junit]);
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stdout);
    let annotation = told.lines().find(|line| line.starts_with("::error ")).expect("an annotation");
    assert!(annotation.contains(",line=5,") && annotation.contains("replay: "), "{annotation}");
    let xml = fs::read_to_string(&report).expect("a report");
    let _ = fs::remove_file(&report);
    assert!(xml.contains("failures=\"1\"") && xml.contains("not there yet"), "{xml}");
}

#[test]
fn what_is_wrong_is_trouble() {
    let program = Program::new("trouble", NO_RACE);
    for words in [&["explore", "--runs=many"][..], &["explore", "--sideways"], &["replay", "token"]]
    {
        assert_eq!(program.run(words).status.code(), Some(2), "{words:?}");
    }
    // A page that is given to the loop of Node is no schedule that fails.
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explore-trouble.html");
    fs::write(&page, "<script></script>").expect("a temporary file");
    let output = Program(page).run(&["explore"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("is a page"), "{}", text(&output.stderr));
}

/// Two files are read at once, and the test wants them in order.
const READERS: &str = "
  const order = [];
  await Promise.all(['a', 'b'].map(async (name) => { await require('fs/promises').stat('/'); order.push(name); }));
  require('assert').deepStrictEqual(order, ['a', 'b']);";

#[test]
fn test_files_are_explored() {
    let source = format!("require('node:test')('readers', async () => {{{READERS}}});");
    let program = Program::new("node-test", &source);
    let found = program.run(&["explore", "--test"]);
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
    assert!(text(&found.stdout).contains("✖ readers"), "{}", text(&found.stdout));

    let plain = Program::new("plain-test", &format!("(async () => {{{READERS}}})();"));
    assert_eq!(plain.run(&["explore", "--test"]).status.code(), Some(1));

    // There is no mocha beside it.
    let mochas = Program::new("mocha-test", "describe('a', () => { it('b', () => {}); });");
    let refused = mochas.run(&["explore", "--test"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("install mocha"), "{}", text(&refused.stderr));
}

/// Something that looks like mocha from outside: it is given the file.
#[test]
fn the_mocha_beside_a_test_runs_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explore-mocha");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("node_modules/mocha/bin")).expect("a temporary folder");
    let runner = "global.describe = (_, body) => body(); global.it = (_, body) => body();
                  require(require('path').resolve(process.argv[2]));";
    fs::write(folder.join("node_modules/mocha/bin/mocha.js"), runner).expect("a file in it");
    let test = Program(folder.join("a.test.js"));
    let source = format!("describe('a', () => {{ it('b', async () => {{{READERS}}}); }});");
    fs::write(&test.0, source).expect("a file in it");
    let found = test.run(&["explore", "--test"]);
    let told = text(&found.stdout);
    assert_eq!(found.status.code(), Some(1), "{told}{}", text(&found.stderr));
    let token = told.lines().find_map(|line| line.strip_prefix("replay: ")).expect("a token");
    assert_eq!(test.run(&["replay", token, "--test"]).status.code(), Some(1));
    assert_eq!(test.run(&["replay", token]).status.code(), Some(2), "it is another program");
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn a_replay_shows_where_the_schedules_part() {
    let program = Program::new("parting", RACE);
    let told = text(&program.run(&["explore", "--jobs=1"]).stdout);
    let token = told.lines().find_map(|line| line.strip_prefix("replay: ")).expect("a token");
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explore-parting.html");
    let html = format!("--html={}", page.display());
    let replay = program.run(&["replay", token, "--inspect-at", &html]);
    assert_eq!(replay.status.code(), Some(1));
    assert_eq!(text(&replay.stdout), "null\n", "the program's own output is as it was");
    let state = text(&replay.stderr);
    let at = state.find("the schedules part here").expect("where they part");
    let lines: Vec<&str> = state[at..].lines().collect();
    assert!(lines[1].contains("ordinarily") && lines[1].contains("parting.js:4:"), "{state}");
    assert!(lines[2].contains("here") && lines[2].contains("parting.js:5:"), "{state}");
    assert!(state.contains("the platform: 2") && state.contains("stat of /"), "{state}");
    let html = fs::read_to_string(&page).expect("a page");
    let _ = fs::remove_file(&page);
    assert_eq!(html.matches("<iframe").count(), 2);
    assert!(!html.contains("src=\"http"), "it needs no network");
}

#[test]
fn a_clock_that_is_set_is_a_fault() {
    let source = "const start = Date.now();
        setTimeout(() => { if (Date.now() < start) throw new Error('before it began'); }, 10);";
    let program = Program::new("clock", source);
    assert_eq!(program.run(&["explore"]).status.code(), Some(0));
    let found = program.run(&["explore", "--faults=clock", "--jobs=1"]);
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stdout));
    assert!(text(&found.stdout).contains("an hour back (fault: clock)"), "{}", text(&found.stdout));
}
