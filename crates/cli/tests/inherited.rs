//! A parent that ignores and blocks signals, as `nohup` and a shell's `&` do, and leaves descriptors open: the program
//! does not notice.

mod support;

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};

/// Runs a program under a parent that ignores and blocks the signals.
fn run_ignoring(signals: &str, program: &str) -> Output {
    support::output(
        Command::new("env")
            .arg(format!("--ignore-signal={signals}"))
            .arg(format!("--block-signal={signals}"))
            .args([env!("CARGO_BIN_EXE_roundel"), "-e", program])
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS"),
    )
}

fn stdout(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn an_ignored_interrupt_ends_the_program() {
    let output =
        run_ignoring("INT", "setInterval(() => {}, 1000); process.kill(process.pid, 'SIGINT');");
    assert_eq!(output.status.signal(), Some(2), "{}", output.status);
}

#[test]
fn the_end_of_a_child_is_seen() {
    let program = "require('child_process').spawn('sh', ['-c', 'exit 3']).on('exit', (code) => console.log(code));
         console.log(require('child_process').spawnSync('sh', ['-c', 'exit 4']).status);";
    assert_eq!(stdout(&run_ignoring("CHLD", program)), "4\n3\n");
}

#[test]
fn a_file_that_grows_too_large_is_an_error() {
    for prefix in ["env --default-signal=XFSZ", "env --ignore-signal=XFSZ"] {
        let file = std::env::temp_dir().join(format!("roundel-too-large-{}", std::process::id()));
        let program = format!(
            "try {{ require('fs').writeFileSync({file:?}, 'x'.repeat(10_000)); }} catch (e) {{ console.log(e.code); }}"
        );
        let script = format!("ulimit -f 8; exec {prefix} \"$0\" -e \"$1\"");
        let output = support::output(Command::new("bash").args([
            "-c",
            &script,
            env!("CARGO_BIN_EXE_roundel"),
            &program,
        ]));
        let _ = std::fs::remove_file(&file);
        assert_eq!(stdout(&output), "EFBIG\n", "{}", output.status);
    }
}

#[test]
fn signals_are_as_node_has_them() {
    let program = "const status = require('fs').readFileSync('/proc/self/status', 'utf8');
         const set = (name) => BigInt('0x' + status.match(name + ':\\\\s*(.*)')[1]);
         const named = (1n << 31n) - 1n;
         console.log(set('SigBlk').toString(16), (set('SigIgn') & named).toString(16));";
    let plain = support::output(Command::new(env!("CARGO_BIN_EXE_roundel")).args(["-e", program]));
    // SIGPIPE and SIGXFSZ.
    assert_eq!(stdout(&plain), "0 1001000\n");
    let all = "HUP,INT,QUIT,USR1,USR2,TERM,CHLD,XFSZ,TSTP,WINCH";
    assert_eq!(stdout(&run_ignoring(all, program)), "0 1001000\n");
}

#[test]
fn children_get_no_low_descriptors_and_none_of_the_engine() {
    let program = "console.log(require('child_process').execFileSync('ls', ['/proc/self/fd'], { encoding: 'utf8' }))";
    let output = support::output(
        Command::new("bash")
            .args(["-c", "exec 3</dev/null 9</dev/null 15</dev/null; exec \"$0\" -e \"$1\""])
            .args([env!("CARGO_BIN_EXE_roundel"), program]),
    );
    let text = stdout(&output);
    // High ones are inherited in Node too.
    let low = text.lines().filter(|line| line.parse().is_ok_and(|number: i32| number < 16));
    // 3 is the folder that `ls` reads.
    assert_eq!(low.collect::<Vec<_>>(), ["0", "1", "2", "3"]);
}

/// The pipes belong to the shell too: they block again when the program has ended, however it did.
#[test]
fn pipes_are_given_back_as_they_were() {
    let ends = ["", "process.exit(3)", "throw new Error('x')", "Promise.reject(1)"];
    for end in ends {
        let program = format!(
            "process.stdout.write('x'); process.stdin.resume();
             setTimeout(() => {{ process.stdin.destroy(); {end} }}, 20);"
        );
        let script = "(sleep 0.2; echo) | (\"$0\" -e \"$1\" 2>/dev/null; cat /proc/self/fdinfo/0 /proc/self/fdinfo/1) | cat";
        let output = support::output(Command::new("bash").args([
            "-c",
            script,
            env!("CARGO_BIN_EXE_roundel"),
            &program,
        ]));
        let text = stdout(&output);
        let flags = text.lines().filter_map(|line| {
            let octal = line.trim_start_matches('x').strip_prefix("flags:")?;
            i32::from_str_radix(octal.trim(), 8).ok()
        });
        let blocking: Vec<bool> = flags.map(|flags| flags & 0o4000 == 0).collect();
        assert_eq!(blocking, [true, true], "after {end:?}: {text}");
    }
}
