//! `--seed`, `--record-choices` and `--replay-choices` from outside: a seed is one world, and a record gives it back byte
//! for byte.

mod support;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Files, timers, immediates, random numbers and clocks.
const PROGRAM: &str = "
    const fs = require('node:fs');
    const say = (...words) => console.log(process.hrtime(), Date.now(), ...words);
    setTimeout(say, 1, 'timeout');
    setImmediate(say, 'immediate');
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) fs.stat('/', () => say(name, Math.random()));
    fs.promises.readFile(process.execPath).then((bytes) => {
      say('read', bytes.length);
      setTimeout(say, 2, 'after the read');
      setImmediate(say, 'immediate after the read');
    });
    fs.mkdtemp('/tmp/roundel-choices-', (error, path) => { say(path); fs.rmdirSync(path); });
    let count = 0;
    const interval = setInterval(() => { say('interval'); if (++count === 3) clearInterval(interval); }, 1);";

/// A page whose queues are ready at the same time.
const PAGE: &str = "
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => { console.log('message', data); if (data === 2) port1.close(); };
    for (const number of [1, 2]) {
      setTimeout(() => console.log('timer', number), 0);
      port2.postMessage(number);
      scheduler.postTask(() => console.log('task', number));
    }
    requestAnimationFrame((time) => console.log('frame'));";

fn run(flags: &[&str], program: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roundel"));
    command
        .args(flags)
        .args(["-e", program])
        .env_remove("NODE_OPTIONS")
        .env_remove("ROUNDEL_OPTIONS")
        .stdin(Stdio::null());
    support::output(&mut command)
}

#[track_caller]
fn stdout(flags: &[&str], program: &str) -> String {
    let output = run(flags, program);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A file of this test's own, gone at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.choices")))
    }

    fn flag(&self, flag: &str) -> String {
        format!("--{flag}={}", self.0.display())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_recorded_run_is_played_again_byte_for_byte() {
    let (first, second) = (Scratch::new("first"), Scratch::new("second"));
    for seed in ["0", "1", "2", "3", "18446744073709551615"] {
        let seed = format!("--seed={seed}");
        let printed = stdout(&[&seed, &first.flag("record-choices")], PROGRAM);
        assert_eq!(stdout(&[&seed], PROGRAM), printed, "writing it down changes nothing");
        let replay = [first.flag("replay-choices"), second.flag("record-choices")];
        assert_eq!(stdout(&[&replay[0], &replay[1]], PROGRAM), printed, "{seed}");
        assert_eq!(fs::read(&first.0).unwrap(), fs::read(&second.0).unwrap());
    }
}

#[test]
fn pages_are_played_again_too() {
    let record = Scratch::new("page");
    let mut worlds = HashSet::new();
    for loop_name in ["--loop=chrome", "--loop=firefox"] {
        for seed in 0..8 {
            let seed = format!("--seed={seed}");
            let printed = stdout(&[loop_name, &seed, &record.flag("record-choices")], PAGE);
            let replay = record.flag("replay-choices");
            assert_eq!(stdout(&[loop_name, &replay], PAGE), printed, "{loop_name} {seed}");
            worlds.insert(printed);
        }
    }
    assert!(worlds.len() > 4, "{worlds:?}");
}

/// What a child writes comes from outside, whenever it comes: a run is the same again, or the replay says that it was asked
/// something else. It is never another run that looks like the recorded one.
#[test]
fn runs_with_a_child_are_played_again_or_say_that_they_are_not() {
    const CHILD: &str = "
        const { spawn } = require('node:child_process');
        const fs = require('node:fs');
        const child = spawn('cat');
        let text = '';
        child.stdout.setEncoding('utf8').on('data', (piece) => {
          text += piece;
          if (text === 'one ') child.stdin.end('two');
        });
        child.on('close', (code) => {
          console.log(code, text);
          setTimeout(() => console.log('timeout'), 1);
          setImmediate(() => console.log('immediate'));
          for (const name of ['a', 'b', 'c']) fs.stat('/', () => console.log(name, Math.random()));
        });
        child.stdin.write('one ');";
    let record = Scratch::new("child");
    let (mut worlds, mut same) = (HashSet::new(), 0);
    for seed in 0..8 {
        let printed = stdout(&[&format!("--seed={seed}"), &record.flag("record-choices")], CHILD);
        assert!(printed.starts_with("0 one two\n"), "{printed}");
        let again = run(&[&record.flag("replay-choices")], CHILD);
        let said = String::from_utf8_lossy(&again.stderr);
        match again.status.code() {
            Some(0) => {
                assert_eq!(String::from_utf8_lossy(&again.stdout), printed, "{seed}");
                same += 1;
            }
            Some(125) => assert!(said.contains("differs from the record"), "{said}"),
            code => panic!("{code:?}: {said}"),
        }
        worlds.insert(printed);
    }
    assert!(worlds.len() > 2, "{worlds:?}");
    assert!(same > 0, "none of eight");
}

#[test]
fn seeds_are_different_worlds() {
    const ORDER: &str = "
        const fs = require('node:fs');
        setTimeout(() => console.log('timeout'), 1);
        setImmediate(() => console.log('immediate'));
        for (const name of ['a', 'b']) fs.stat('/', () => console.log(name));";
    let worlds: HashSet<String> =
        (0..16).map(|seed| stdout(&[&format!("--seed={seed}")], ORDER)).collect();
    let before = |a: &str, b: &str| {
        worlds.iter().any(|world| world.find(a).unwrap() < world.find(b).unwrap())
    };
    for (a, b) in [("timeout", "immediate"), ("a\n", "b\n")] {
        assert!(before(a, b) && before(b, a), "{a} and {b}: {worlds:?}");
    }
    assert_eq!(stdout(&["--seed=0"], ORDER), stdout(&["--virtual-time"], ORDER));
}

/// Another choice does not shift them, and two contexts have streams of their own.
#[test]
fn random_numbers_hang_on_the_seed_alone() {
    const RANDOM: &str = "
        const draw = () => [Math.random(), Math.random(), require('node:vm').runInNewContext('Math.random()')];
        setImmediate(() => console.log('immediate'));
        setTimeout(() => console.log(draw()), 1);";
    let numbers = |flags: &[&str]| stdout(flags, RANDOM).replace("immediate\n", "");
    let due = numbers(&["--seed=7", "--choose=first-timers=due"]);
    assert_eq!(numbers(&["--seed=7", "--choose=first-timers=not-due"]), due);
    assert_ne!(numbers(&["--seed=8", "--choose=first-timers=due"]), due);
    let drawn: HashSet<&str> =
        due.split([' ', ',', '[', ']', '\n']).filter(|word| word.starts_with("0.")).collect();
    assert_eq!(drawn.len(), 3, "{due}");
}

#[test]
fn a_choice_that_was_given_is_in_the_record() {
    let record = Scratch::new("given");
    let flags = ["--choose=first-timers=not-due", &record.flag("record-choices")];
    stdout(&flags, "setTimeout(() => {}, 1)");
    let text = fs::read_to_string(&record.0).unwrap();
    let place = text.lines().position(|line| line == "first-timers 2 1").expect("it was asked");
    let flags = ["--choose=first-timers=due", &record.flag("replay-choices")];
    let output = run(&flags, "setTimeout(() => {}, 1)");
    assert_eq!(output.status.code(), Some(125));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains(&format!("choice {place} differs from the record")), "{said}");
}

#[test]
fn another_program_differs_from_the_record_at_a_place_that_is_named() {
    let record = Scratch::new("other");
    stdout(
        &["--seed=5", &record.flag("record-choices")],
        "for (let i = 0; i < 3; i++) require('node:fs').stat('/', () => {})",
    );
    let place =
        fs::read_to_string(&record.0).unwrap().lines().position(|line| line.starts_with("job 3"));
    let output = run(
        &[&record.flag("replay-choices")],
        "for (let i = 0; i < 2; i++) require('node:fs').stat('/', () => console.log('no such run'))",
    );
    assert_eq!(output.status.code(), Some(125));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let wanted = format!(
        "choice {} differs from the record: asked is `job` of 2, recorded `job` of 3",
        place.unwrap()
    );
    assert!(said.contains(&wanted), "{said}");
    assert!(output.stdout.is_empty(), "nothing runs after the difference");
}

#[test]
fn a_run_that_ends_before_its_record_says_so() {
    let record = Scratch::new("shorter");
    stdout(&[&record.flag("record-choices")], "setTimeout(() => {}, 5)");
    let mut text = fs::read_to_string(&record.0).unwrap();
    text.push_str("ready 2 1\n");
    fs::write(&record.0, text).unwrap();
    let output = run(&[&record.flag("replay-choices")], "setTimeout(() => {}, 5)");
    assert_eq!(output.status.code(), Some(125));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("1 choice of the record was not asked for"), "{said}");
}

#[test]
fn a_record_that_is_none_is_refused() {
    let record = Scratch::new("none");
    fs::write(&record.0, "choices of seed 1\nready two 1\n").unwrap();
    let output = run(&[&record.flag("replay-choices")], "console.log('no')");
    assert_ne!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("line 2 of the record is not"), "{said}");
    let output = run(&["--seed=many"], "0");
    assert!(String::from_utf8_lossy(&output.stderr).contains("many is not a whole number"));
}
