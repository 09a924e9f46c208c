//! Environments in one process: how they end, what they may not do, and that they do not disturb each other.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fs, process, thread};

use roundel_runtime::{
    Closed, Data, Entry, Exit, Options, PrintResult, Role, Runtime, StartError, channel, run,
};

fn options(source: &str, role: Role) -> Options {
    let entry = Entry::Eval { source: source.to_owned(), print: PrintResult::No };
    Options { role, ..Options::new(entry) }
}

/// A program that says `said(text)`, how it ends, and what it has said then.
fn ends(name: &str, source: &str) -> (Exit, String) {
    let file = temporary(name);
    let source = format!(
        "const said = (text) => require('fs').appendFileSync({:?}, `${{text}};`);\n{source}",
        file.to_string_lossy()
    );
    let exit = run(options(&source, Role::Worker)).expect("an environment");
    let said = fs::read_to_string(&file).unwrap_or_default();
    let _ = fs::remove_file(file);
    (exit, said)
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("roundel-{}-{name}", process::id()))
}

#[track_caller]
fn check(name: &str, source: &str, exit: Exit, said: &str) {
    assert_eq!(ends(name, source), (exit, said.to_owned()), "{source}");
}

#[test]
fn a_program_ends_with_its_code() {
    check("plain", "said(1)", Exit::Code(0), "1;");
    check("code", "process.exitCode = 4; setTimeout(said, 1, 2)", Exit::Code(4), "2;");
    check("exit", "process.exit(5)", Exit::Code(5), "");
    check("listener", "process.on('exit', said); process.exit(6)", Exit::Code(6), "6;");
    check(
        "again",
        "process.on('exit', (code) => { said(code); process.exit(8); }); process.exit(7)",
        Exit::Code(8),
        "7;",
    );
    check("really", "process.on('exit', said); process.reallyExit(9)", Exit::Code(9), "");
    let revived = "process.once('beforeExit', () => setImmediate(said, 'alive'))";
    check("before", revived, Exit::Code(0), "alive;");
}

#[test]
fn nothing_runs_after_exit() {
    let exits = [
        ("main", "exit()"),
        ("tick", "process.nextTick(exit); process.nextTick(said, 'tick')"),
        ("microtask", "queueMicrotask(exit); queueMicrotask(() => said('microtask'))"),
        ("reaction", "Promise.resolve().then(exit).finally(() => said('finally'))"),
        ("async", "(async () => { try { await 1; exit() } finally { said('finally') } })()"),
        ("timer", "setTimeout(exit, 1); setTimeout(said, 1, 'timer'); setInterval(said, 1, 'i')"),
        ("immediate", "setImmediate(exit); setImmediate(said, 'immediate')"),
        // Which of the two is over first is the pool's affair.
        (
            "file",
            "let stats = 0; const one = () => { if (stats++) said('stat'); exit() };
             require('fs').stat('.', one); require('fs').stat('.', one)",
        ),
        ("getter", "({ get name() { exit() } }).name"),
        ("sort", "[3, 2, 1].sort(exit)"),
        ("json", "JSON.stringify({ toJSON: exit })"),
        (
            "context",
            "require('vm').runInNewContext('try { exit() } catch { said(0) }', { exit, said })",
        ),
        ("this context", "globalThis.exit = exit; require('vm').runInThisContext('exit()')"),
        ("emitter", "process.on('x', exit).on('x', said).emit('x', 'emitted')"),
        ("caught", "process.on('uncaughtException', exit); setImmediate(() => { throw 1 })"),
        ("rejection", "process.on('unhandledRejection', exit); Promise.reject(1)"),
        (
            "generator",
            "(function* () { try { yield exit() } finally { said('finally') } })().next()",
        ),
    ];
    for (name, what) in exits {
        let source = format!(
            "const exit = () => {{ process.exit(3); said('after'); }};
             try {{ {what} }} catch (error) {{ said('caught ' + error) }} finally {{ last() }}
             function last() {{ if (process._exiting) said('end') }}"
        );
        check(&format!("nothing-{name}"), &source, Exit::Code(3), "");
    }
}

#[test]
fn an_exception_nobody_catches_ends_its_environment_only() {
    // What is printed goes to standard error, where the test's own output is.
    check("throw", "process.on('exit', said); throw 1", Exit::Code(1), "1;");
    let twice = "process.on('uncaughtException', () => { throw 2 }); throw 1";
    check("twice", twice, Exit::Code(7), "");
    let patched = "process._fatalException = 1; setTimeout(() => { throw 1 }, 1)";
    check("patched", patched, Exit::Code(6), "");
    check("rejected", "Promise.reject(new Error('no'))", Exit::Code(1), "");
}

#[test]
fn a_worker_does_not_change_the_process() {
    let source = "
        const refused = (run) => { try { run(); said('done') } catch (error) { said(error.code) } };
        refused(() => process.chdir('/'));
        refused(() => process.umask(0));
        refused(() => process.abort());
        refused(() => process.setuid(0));
        said(typeof process.umask());
        process.title = 'mine';
        said(process.title);
        process.on('SIGUSR2', () => {});
        process.stdin.on('end', () => said('end')).resume();
        process.env.ROUNDEL_TEST_WORKER = 1;
        said(require('worker_threads').isMainThread);
    ";
    let directory = std::env::current_dir().expect("a directory");
    let refused = "ERR_WORKER_UNSUPPORTED_OPERATION;".repeat(4);
    check("worker", source, Exit::Code(0), &format!("{refused}number;roundel;false;end;"));
    assert_eq!(std::env::current_dir().expect("a directory"), directory);
    assert_eq!(std::env::var_os("ROUNDEL_TEST_WORKER"), None);
    let title = fs::read_to_string("/proc/self/comm").expect("a title");
    assert_ne!(title.trim(), "mine");
}

/// There is one main environment at a time, in this process as in any other.
static MAIN: Mutex<()> = Mutex::new(());

#[test]
fn there_is_one_main_environment() {
    let _alone = MAIN.lock().unwrap_or_else(PoisonError::into_inner);
    let first = Runtime::new(options("process.abort()", Role::Main)).expect("an environment");
    let second = Runtime::new(options("", Role::Main));
    assert!(matches!(second, Err(StartError::MainExists)));
    assert_eq!(first.run(), Exit::Abort);
    let third = Runtime::new(options("process.umask(process.umask())", Role::Main));
    assert_eq!(third.map(Runtime::run).expect("an environment"), Exit::Code(0));
}

#[test]
fn threads_do_not_disturb_each_other() {
    const RUNS: usize = 25;
    let threads = [0, 1].map(|number| {
        thread::spawn(move || {
            for round in 0..RUNS {
                let source = format!(
                    "const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
                     (async () => {{
                       for (let i = 0; i < 3; i++) {{ await wait(1); JSON.parse('[{number}, {round}]') }}
                       require('fs').readFile('/proc/self/status', () => process.exit({round}));
                     }})()"
                );
                let exit = run(options(&source, Role::Worker)).expect("an environment");
                assert_eq!(exit, Exit::Code(round as i32));
            }
        })
    });
    for thread in threads {
        thread.join().expect("no panic");
    }
}

fn join<T>(thread: thread::JoinHandle<T>) -> T {
    thread.join().expect("no panic")
}

#[test]
fn an_interrupt_ends_what_never_ends() {
    let programs = [
        "while (true);",
        "try { while (true); } catch { process.exit(1) } finally { process.exit(2) }",
        "(async () => { for (;;) await 0 })()",
        "(function again() { process.nextTick(again) })()",
        "(function again() { setImmediate(again) })()",
        "process.on('exit', () => process.exit(3)); setInterval(() => {}, 1e6)",
        "setImmediate(() => require('vm').runInNewContext('while (true);'))",
        "[2, 1].sort(() => { while (true); })",
        "process.on('uncaughtException', () => { while (true); }); throw 1",
    ];
    for source in programs {
        let runtime = Runtime::new(options(source, Role::Worker)).expect("an environment");
        let handle = runtime.handle().expect("a loop that can be woken");
        let other = handle.clone();
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(30));
            other.interrupt();
        });
        assert_eq!(runtime.run(), Exit::Interrupted, "{source}");
        join(stopper);
        // Nobody is there any more.
        handle.interrupt();
    }
}

#[test]
fn an_interrupt_may_come_before_the_program() {
    let runtime = Runtime::new(options("while (true);", Role::Worker)).expect("an environment");
    runtime.handle().expect("a loop that can be woken").interrupt();
    assert_eq!(runtime.run(), Exit::Interrupted);
}

/// Everything that a structured clone can hold and that can leave its environment.
const VALUES: &str = "
    const bytes = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
    const cycle = { name: 'cycle' };
    cycle.self = cycle;
    const sparse = [1, , 3];
    sparse.named = true;
    const values = [
      undefined, null, true, false, 0, -0, 1, -1, 2 ** 31, 0.5, NaN, -Infinity, 0n, -(2n ** 70n),
      '', 'plain', 'na\\u00efve', '\\u{1f600}', '\\ud800 alone', 'x'.repeat(1e5),
      {}, [], { 1: 'one', b: { c: [] } }, JSON.parse('{\"__proto__\": 1}'), sparse, new Array(5), cycle,
      new Date(1e12), new Date(NaN), /a(b)?/giu, Object(1), Object('s'), Object(false), Object(2n),
      new Map([[{ key: 1 }, new Set([1, 'two', cycle])], ['again', cycle]]),
      bytes.buffer, bytes.subarray(2, 4), new Float64Array([1.5]), new DataView(bytes.buffer, 1, 3),
      new ArrayBuffer(2, { maxByteLength: 8 }),
      new TypeError('wrong', { cause: new Error('why') }), new DOMException('text', 'AbortError'),
    ];
";

#[test]
fn messages_are_structured_clones() {
    let (here, there) = channel();
    let receiver = thread::spawn(move || {
        let source = format!(
            "{VALUES}
            const assert = require('assert');
            require('worker_threads').parentPort.once('message', (got) => {{
              const expected = structuredClone(values);
              assert.strictEqual(got.length, expected.length);
              for (let i = 0; i < got.length; i++) assert.deepStrictEqual(got[i], expected[i], `${{i}}`);
              assert.strictEqual(Object.is(got[5], -0), true);
              assert.strictEqual(got.find((value) => value?.name === 'cycle'), got.find((value) => value?.name === 'cycle').self);
              assert.strictEqual(got[36].buffer, got[35]);
              assert.strictEqual(got[39].resizable, true);
              process.exit(4);
            }})"
        );
        let runtime = Runtime::new(options(&source, Role::Worker)).expect("an environment");
        runtime.connect(there);
        runtime.run()
    });
    let source = format!("{VALUES} require('worker_threads').parentPort.postMessage(values)");
    let sender = Runtime::new(options(&source, Role::Worker)).expect("an environment");
    sender.connect(here);
    assert_eq!(sender.run(), Exit::Code(0));
    assert_eq!(join(receiver), Exit::Code(4));
}

#[test]
fn what_cannot_leave_is_refused() {
    let source = "
        const { parentPort } = require('worker_threads');
        const { port1 } = new MessageChannel();
        const refused = (value, transfer) => {
          try { parentPort.postMessage(value, transfer) } catch (error) { return error.name }
        };
        const names = [refused(() => {}), refused(port1), refused(Promise.resolve())];
        const moved = new ArrayBuffer(3);
        parentPort.postMessage({ names, moved }, [moved]);
        parentPort.postMessage(moved.detached);
    ";
    let (ours, theirs) = channel();
    let runtime = Runtime::new(options(source, Role::Worker)).expect("an environment");
    runtime.connect(theirs);
    assert_eq!(runtime.run(), Exit::Code(0));
    let first = ours.receive().and_then(|message| message.data().ok()).expect("plain data");
    let names = Data::Array(vec!["DataCloneError".into(); 3]);
    assert_eq!(first.get("names"), Some(&names));
    assert_eq!(first.get("moved"), Some(&Data::Bytes(vec![0; 3])));
    assert_eq!(ours.receive().map(|message| message.data()), Some(Ok(Data::Boolean(true))));
    assert!(ours.receive().is_none(), "the program has ended, and so has its end");
    assert_eq!(ours.post(Data::Null.into()), Err(Closed));
}

#[test]
fn a_channel_ends_for_both() {
    let source = "
        const { parentPort } = require('worker_threads');
        parentPort.on('message', (number) => { process.exitCode = number });
    ";
    let (ours, theirs) = channel();
    let runtime = Runtime::new(options(source, Role::Worker)).expect("an environment");
    runtime.connect(theirs);
    let other = thread::spawn(move || {
        for number in 1..=100 {
            assert_eq!(ours.post(Data::Number(number.into()).into()), Ok(()));
        }
    });
    // The loop ends because the other end is dropped; what was sent before has come.
    assert_eq!(runtime.run(), Exit::Code(100));
    join(other);
}

#[test]
fn messages_go_back_and_forth() {
    const ROUNDS: u32 = 2000;
    let echo = "
        const { parentPort } = require('worker_threads');
        parentPort.on('message', (value) => parentPort.postMessage(value));
    ";
    let (ours, theirs) = channel();
    let environment = thread::spawn(move || {
        let runtime = Runtime::new(options(echo, Role::Worker)).expect("an environment");
        runtime.connect(theirs);
        runtime.run()
    });
    for number in 0..ROUNDS {
        let value = Data::Object(vec![("number".to_owned(), Data::Number(number.into()))]);
        ours.post(value.clone().into()).expect("an open channel");
        let answer = ours.receive_within(Duration::from_secs(20)).expect("an answer");
        assert_eq!(answer.data(), Ok(value));
    }
    drop(ours);
    assert_eq!(join(environment), Exit::Code(0));
}
