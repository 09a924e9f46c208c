//! `--virtual-time` from outside: sleeps cost nothing, two runs print the same bytes, and the outside stays real.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use support::Limited;

/// Far more than a start takes, far less than what the programs sleep.
const NO_TIME: Duration = Duration::from_secs(60);

fn command(program: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundel"));
    command
        .args(["--virtual-time", "-e", program])
        .env_remove("NODE_OPTIONS")
        .env_remove("ROUNDEL_OPTIONS")
        .stdin(Stdio::null());
    command
}

fn run(program: &str) -> Output {
    support::output(&mut command(program))
}

#[track_caller]
fn stdout(program: &str) -> String {
    let output = run(program);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A program that runs until it is told something, and its first line.
fn start(program: &str) -> (Limited, String) {
    let mut child = Limited::start(command(program).stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut line = String::new();
    BufReader::new(child.stdout()).read_line(&mut line).expect("the child prints text");
    (child, line)
}

fn interrupt(child: &Limited) {
    // The shell's own: a bare system has no kill(1).
    let send = format!("kill -INT {}", child.id());
    let sent = Command::new("sh").args(["-c", &send]).status().expect("a shell");
    assert!(sent.success());
}

#[test]
fn hours_pass_in_no_time() {
    let started = Instant::now();
    let printed = stdout(
        "const began = Date.now();
         setTimeout(() => console.log((Date.now() - began) / 3_600_000), 3_600_000);
         setTimeout(() => console.log(Math.round((performance.now() / 86_400_000))), 86_400_000);",
    );
    assert_eq!(printed, "1\n1\n");
    assert!(started.elapsed() < NO_TIME);
}

#[test]
fn two_runs_print_the_same_bytes() {
    const PROGRAM: &str = "
        const fs = require('node:fs'), vm = require('node:vm');
        const say = (...words) => console.log(process.hrtime(), performance.now(), new Date(), ...words);
        say(Math.random(), performance.timeOrigin, process.uptime(), vm.runInNewContext('[Math.random(), Date.now()]'));
        for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) fs.stat('/', () => say('stat', name));
        fs.readFile(process.execPath, (error, bytes) => say('read', bytes.length));
        fs.promises.readdir('/').then(() => say('list'));
        say(new (require('node:buffer').File)([], '').lastModified, new Intl.DateTimeFormat('en', { timeStyle: 'full' }).format());
        setTimeout(say, 1, 'timeout');
        setImmediate(say, 'immediate');
        const interval = setInterval(() => { say('interval'); if (Math.random() < 0.1) clearInterval(interval); }, 10);
        console.time('busy');
        for (const end = Date.now() + 5; Date.now() < end;);
        console.timeEnd('busy');
        say(performance.nodeTiming);
        process.on('exit', () => say('exit', performance.eventLoopUtilization()));";
    let first = stdout(PROGRAM);
    for _ in 0..3 {
        assert_eq!(stdout(PROGRAM), first);
    }
    assert!(first.contains("2024-01-01T00:00:00.000Z"), "{first}");
    let stats = first.lines().filter_map(|line| line.split_once("Z stat ")).map(|(_, name)| name);
    assert_eq!(stats.collect::<String>(), "abcdef");
}

/// 200 ms of watching the clock are 200 000 readings.
#[test]
fn a_busy_loop_ends_sooner_than_it_says() {
    let printed = stdout(
        "let reads = 0;
         for (const end = Date.now() + 200; Date.now() < end;) reads++;
         console.log(reads >= 199_000 && reads <= 200_000);",
    );
    assert_eq!(printed, "true\n");
}

#[test]
fn standard_input_is_waited_for() {
    let (mut child, line) = start(
        "process.stdin.once('data', (text) => { console.log(String(text)); process.stdin.pause(); });
         setTimeout(() => console.log('a day'), 86_400_000);
         console.log('ready');",
    );
    assert_eq!(line, "ready\n");
    std::thread::sleep(Duration::from_millis(100));
    child.stdin().write_all(b"typed").expect("the child reads");
    let output = child.output();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "typed\na day\n");
}

#[test]
fn an_interrupt_ends_a_program_without_end() {
    use std::os::unix::process::ExitStatusExt;
    let (child, line) = start("setInterval(() => {}, 1000); console.log('ready');");
    assert_eq!(line, "ready\n");
    interrupt(&child);
    let status = child.output().status;
    assert_eq!(status.signal(), Some(2), "{status}");
}

#[test]
fn a_listener_hears_the_interrupt_while_time_jumps() {
    let (child, line) = start(
        "setInterval(() => {}, 1000);
         process.on('SIGINT', (name) => { console.log(name); process.exit(5); });
         console.log('ready');",
    );
    assert_eq!(line, "ready\n");
    interrupt(&child);
    let output = child.output();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "SIGINT\n");
    assert_eq!(output.status.code(), Some(5));
}

#[test]
fn a_page_has_the_same_clock() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("virtual_time.js");
    std::fs::write(
        &file,
        "setTimeout(() => console.log(new Date().toISOString().slice(0, 19)), 3600000);",
    )
    .expect("the folder for temporary files can be written to");
    let output = support::output(
        Command::new(env!("CARGO_BIN_EXE_roundel"))
            .args(["--virtual-time", "--loop", "chrome"])
            .arg(&file),
    );
    std::fs::remove_file(&file).expect("it was just written");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "2024-01-01T01:00:00\n");
}

#[test]
fn a_program_that_always_has_something_to_read_comes_to_its_timers() {
    let printed = stdout(
        "const child = require('node:child_process').spawn('yes');
         child.stdout.resume();
         setTimeout(() => { child.kill(); console.log('over'); }, 1000);",
    );
    assert_eq!(printed, "over\n");
}
