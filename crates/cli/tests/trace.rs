//! `roundel trace`: chains of causes, files that a program leaves behind however it ends, and what is made of them.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A folder with a program, gone with the test.
struct Program {
    folder: PathBuf,
}

impl Program {
    fn new(name: &str, text: &str) -> Program {
        let folder =
            std::env::temp_dir().join(format!("roundel-trace-{name}-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("program.js"), text).unwrap();
        Program { folder }
    }

    fn trace(&self) -> PathBuf {
        self.folder.join("program.trace")
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_roundel"));
        command.current_dir(&self.folder).env_remove("NODE_OPTIONS").env_remove("ROUNDEL_OPTIONS");
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        support::output(self.command().args(words))
    }

    fn view(&self) -> Vec<Value> {
        let output = self.run(&["trace", "view", "program.trace", "--json"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The chain of causes behind what was printed: kinds, and the lines where things were made.
    fn chain(&self, printed: &str) -> Vec<String> {
        let records = self.view();
        let print = records.iter().find(|record| {
            record["type"] == "print"
                && record["text"].as_str().is_some_and(|text| text.trim() == printed)
        });
        let mut next = print.expect("it was printed")["callback"].clone();
        let mut chain = Vec::new();
        while let Some(callback) =
            records.iter().find(|record| record["type"] == "callback" && record["id"] == next)
        {
            let place = callback["place"].as_str().and_then(|place| place.rsplit(':').nth(1));
            let kind = callback["resource"].as_str().or(callback["kind"].as_str());
            chain.push(match place {
                Some(line) => format!("{} {line}", kind.unwrap_or_default()),
                None => kind.unwrap_or_default().to_owned(),
            });
            let cause = [&callback["sentBy"], &callback["settledBy"], &callback["cause"]];
            next = cause.into_iter().find(|id| id.is_number()).cloned().unwrap_or_default();
        }
        chain
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn recorded(name: &str, text: &str) -> Program {
    let program = Program::new(name, text);
    let output = program.run(&["--trace=program.trace", "program.js"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

#[test]
fn timers_ticks_and_immediates() {
    let program = recorded(
        "timers",
        "setTimeout(() => {\n\
           setImmediate(() => {\n\
             process.nextTick(() => console.log('here'));\n\
           });\n\
         }, 1);\n",
    );
    assert_eq!(program.chain("here"), ["TickObject 3", "Immediate 2", "Timeout 1", "main"]);
}

#[test]
fn promises_are_caused_by_what_settled_them() {
    let program = recorded(
        "promises",
        "let settle;\n\
         const later = new Promise((resolve) => { settle = resolve; });\n\
         later.then(() => console.log('then'));\n\
         (async () => {\n\
           await later;\n\
           console.log('await');\n\
         })();\n\
         setTimeout(() => settle(), 2);\n",
    );
    assert_eq!(program.chain("then"), ["then 3", "Timeout 8", "main"]);
    assert_eq!(program.chain("await"), ["await 5", "Timeout 8", "main"]);
}

#[test]
fn a_chain_of_promises_goes_from_job_to_job() {
    let program = recorded(
        "chain",
        "async function inner() {\n\
           await null;\n\
           return 1;\n\
         }\n\
         async function outer() {\n\
           try {\n\
             await inner();\n\
           } finally {\n\
             console.log('outer');\n\
           }\n\
         }\n\
         outer().then(() => console.log('done'));\n",
    );
    assert_eq!(program.chain("outer"), ["await 7", "await 2", "main"]);
    assert_eq!(program.chain("done"), ["then 12", "await 7", "await 2", "main"]);
}

#[test]
fn a_rejected_await_goes_on_in_its_catch_block() {
    let program = recorded(
        "rejected",
        "async function f() {\n\
           try {\n\
             await new Promise((_, reject) => setTimeout(reject, 1));\n\
           } catch {\n\
             console.log('caught');\n\
           }\n\
         }\n\
         f();\n",
    );
    assert_eq!(program.chain("caught"), ["await 3", "Timeout 3", "main"]);
}

#[test]
fn files_and_their_promises() {
    let program = recorded(
        "files",
        "const fs = require('fs');\n\
         fs.readFile(__filename, () => console.log('callback'));\n\
         (async () => {\n\
           await fs.promises.stat('.');\n\
           console.log('promise');\n\
         })();\n",
    );
    assert_eq!(program.chain("callback"), ["FSREQCALLBACK 2", "main"]);
    let chain = program.chain("promise");
    assert_eq!(
        (chain[0].as_str(), chain.last().map(String::as_str)),
        ("await 4", Some("main")),
        "{chain:?}"
    );
    assert!(chain.iter().any(|link| link.starts_with("FSREQPROMISE")), "{chain:?}");
}

/// What lies where the recording was to go is of another run.
#[test]
fn a_run_that_does_not_start_is_not_summed_up() {
    let program = Program::new("refused", "console.log('hello');");
    assert!(program.run(&["trace", "-o", "program.trace", "program.js"]).status.success());
    let misplaced =
        ["trace", "-o", "program.trace", "--loop", "node11", "-o", "x.trace", "program.js"];
    let output = program.run(&misplaced);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(9), "{told}");
    assert!(told.contains("nothing was recorded; --output and --limit stand before"), "{told}");
    assert!(!told.contains("iterations"), "{told}");
}

/// What a killed program has printed is explained, and what it was about to do is not lost by more than a moment.
#[test]
fn a_killed_program_is_explained_up_to_its_end() {
    let program = Program::new(
        "killed-at-once",
        "let left = 3;\n\
         setInterval(function beat() {\n\
           console.log('beat ' + left);\n\
           if (--left === 0) process.kill(process.pid, 'SIGKILL');\n\
         }, 2);\n",
    );
    let output = program.run(&["explain", "program.js"]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("3  beat 1\n") && told.contains("interval beat()"), "{told}");
}

/// The script of a page runs after a checkpoint, and is still the main script.
#[test]
fn the_script_of_a_page_is_the_main_script() {
    let program = Program::new("page", "");
    fs::write(
        program.folder.join("page.html"),
        "<!doctype html><script>console.log('script'); setTimeout(() => console.log('later'));</script>",
    )
    .unwrap();
    let output = program.run(&["--loop=chrome", "--trace=program.trace", "page.html"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(program.chain("script"), ["main"]);
    assert_eq!(program.chain("later"), ["timer 1", "main"]);
}

/// Lines that one callback prints are told together.
#[test]
fn what_is_to_be_said_of_a_callback_is_said_once() {
    let program = Program::new("together", "console.log('a'); console.log('b');");
    let told = String::from_utf8(program.run(&["explain", "program.js"]).stdout).unwrap();
    assert!(told.starts_with("   1  a\n   2  b\n        #1 the main script"), "{told}");
    let output = program.run(&["explain", "--why-before", "a", "b"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("the program after them"));
    let output = program.run(&["why-alive"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no program given"));
}

#[test]
fn sockets_and_children() {
    let program = recorded(
        "sockets",
        "const net = require('net');\n\
         const { execFile } = require('child_process');\n\
         const server = net.createServer((socket) => {\n\
           console.log('connection');\n\
           socket.end('x');\n\
           server.close();\n\
         });\n\
         server.listen(0, () => {\n\
           net.connect(server.address().port).on('data', () => console.log('data'));\n\
         });\n\
         execFile('true', () => console.log('child'));\n",
    );
    assert_eq!(program.chain("connection").last().map(String::as_str), Some("main"));
    let data = program.chain("data");
    assert!(data[0].ends_with(" 9") && data.last().unwrap() == "main", "{data:?}");
    let child = program.chain("child");
    assert!(child.iter().any(|link| link.ends_with(" 11")), "{child:?}");
}

/// What a server reads is led back to the client's write, and its answer to that.
#[test]
fn what_is_read_was_written_by_somebody() {
    let program = recorded(
        "written",
        "const net = require('net');\n\
         const server = net.createServer((socket) => {\n\
           socket.on('data', () => {\n\
             console.log('asked');\n\
             setTimeout(() => socket.end('answer'), 1);\n\
           });\n\
           server.close();\n\
         });\n\
         server.listen(0, () => {\n\
           const client = net.connect(server.address().port, () => {\n\
             setTimeout(() => client.write('question'), 2);\n\
           });\n\
           client.on('data', () => console.log('answered'));\n\
         });\n",
    );
    let asked = program.chain("asked");
    assert_eq!(asked[1], "Timeout 11", "{asked:?}");
    let answered = program.chain("answered");
    assert_eq!((&*answered[1], &*answered[3]), ("Timeout 5", "Timeout 11"), "{answered:?}");
}

#[test]
fn workers_have_streams_of_their_own() {
    let program = recorded(
        "workers",
        "const { Worker, isMainThread, parentPort } = require('worker_threads');\n\
         if (isMainThread) {\n\
           const worker = new Worker(__filename);\n\
           worker.on('message', (text) => { console.log(text); worker.terminate(); });\n\
         } else {\n\
           setTimeout(() => parentPort.postMessage('from the worker'), 1);\n\
           parentPort.on('message', () => {});\n\
         }\n",
    );
    let records = program.view();
    let in_worker = |record: &&Value| record["environment"] == 1 && record["kind"] == "timer";
    assert_eq!(records.iter().filter(in_worker).count(), 1);
    // The message is a callback of the port, which was made with the worker, and so was the worker's script.
    assert_eq!(program.chain("from the worker"), ["MESSAGEPORT 3", "main"]);
    let mains: Vec<&Value> = records.iter().filter(|record| record["kind"] == "main").collect();
    assert_eq!((&mains[0]["environment"], &mains[1]["environment"]), (&0.into(), &1.into()));
    assert_eq!(mains[1]["cause"], mains[0]["id"]);
    // What was sent to another thread is no longer here.
    let summary = program.run(&["trace", "view", "program.trace"]);
    let text = String::from_utf8(summary.stdout).unwrap();
    assert!(!text.contains("    message of"), "{text}");
}

#[test]
fn a_summary_names_the_slow_and_those_who_waited() {
    let program = Program::new(
        "summary",
        "setTimeout(function waits() {}, 1);\n\
         setImmediate(function slow() {\n\
           const until = Date.now() + 30;\n\
           while (Date.now() < until);\n\
         });\n\
         setTimeout(function last() {}, 5);\n",
    );
    let output = program.run(&["trace", "-o", "program.trace", "program.js"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{text}");
    for words in [
        "program.js ended with code 0",
        "slowest callbacks",
        "the immediate slow() of program.js:2:",
        "made by #1 the main script",
        "longest waits",
        "the 5 ms timer last() of program.js:6:",
        "because of",
    ] {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
    assert!(program.trace().exists());
}

#[test]
fn the_exit_code_is_the_programs() {
    let exits = Program::new("exits", "setTimeout(() => process.exit(7), 1)");
    let output = exits.run(&["trace", "-o", "program.trace", "program.js"]);
    assert_eq!(output.status.code(), Some(7));
    assert!(String::from_utf8_lossy(&output.stderr).contains("ended with code 7"));
    let throws = Program::new("throws", "setTimeout(() => { throw new Error('no') }, 1)");
    let output = throws.run(&["trace", "-o", "program.trace", "program.js"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("Error: no") && text.contains("ended with code 1"), "{text}");
}

#[test]
fn a_killed_program_leaves_a_file_that_can_be_read() {
    let program = Program::new(
        "killed",
        "setTimeout(() => { console.log('waits'); setInterval(() => {}, 1e6); }, 1);\n",
    );
    let mut child = program
        .command()
        .args(["--trace=program.trace", "program.js"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(&program.trace(), b"waits");
    child.kill().unwrap();
    child.wait().unwrap();
    let records = program.view();
    assert!(records.iter().any(|record| record["type"] == "print" && record["text"] == "waits\n"));
    assert!(records.iter().any(|record| record["type"] == "end" && record["code"].is_null()));
}

/// Until the file has these bytes.
fn wait_for(path: &Path, wanted: &[u8]) {
    let deadline = std::time::Instant::now() + support::LIMIT;
    while !fs::read(path).is_ok_and(|bytes| bytes.windows(wanted.len()).any(|part| part == wanted))
    {
        assert!(std::time::Instant::now() < deadline, "{} was never written", path.display());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn a_file_that_is_no_trace_is_refused() {
    let program = Program::new("refused", "");
    let output = program.run(&["trace", "view", "program.js"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no trace"));
    let output = program.run(&["trace", "view", "missing.trace"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_is_damaged_is_refused_with_its_place_and_what_is_cut_is_read() {
    let program =
        recorded("damaged", "for (let i = 0; i < 50; i++) setTimeout(() => console.log(i), i)");
    let whole = fs::read(program.trace()).unwrap();
    // Killed in the middle of a block: all blocks before it count.
    fs::write(program.trace(), &whole[..whole.len() - 7]).unwrap();
    assert_eq!(program.run(&["trace", "view", "program.trace"]).status.code(), Some(0));
    for (offset, letter) in [(whole.len() / 2, 0xff), (2, b'?')] {
        let mut damaged = whole.clone();
        damaged[offset] ^= letter;
        fs::write(program.trace(), &damaged).unwrap();
        let output = program.run(&["trace", "view", "program.trace", "--json"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("(at byte "), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

#[test]
fn hostile_programs_are_recorded() {
    let program =
        Program::new("hostile", "require('fs').unlinkSync(__filename); console.log('gone')");
    let output = program.run(&["trace", "-o", "program.trace", "program.js"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("ended with code 0"));
    assert_eq!(
        program.run(&["trace", "view", "program.trace", "--html=a.html"]).status.code(),
        Some(0)
    );

    let program =
        Program::new("prints", "for (let i = 0; i < 2000; i++) console.log('x'.repeat(100000))");
    let output = program.run(&["--trace=program.trace", "--trace-limit=2", "program.js"]);
    assert_eq!(output.stdout.len(), 2000 * 100_001);
    let bytes = fs::metadata(program.trace()).unwrap().len();
    assert!(bytes <= 2 << 20, "{bytes}");
    assert_eq!(program.run(&["trace", "view", "program.trace"]).status.code(), Some(0));
}

#[test]
fn forms_for_other_tools() {
    let program = recorded("forms", "setTimeout(() => process.nextTick(() => {}), 1)");
    let output = program.run(&[
        "trace",
        "view",
        "program.trace",
        "--perfetto=p.json",
        "--speedscope=s.json",
        "--html=t.html",
    ]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |name: &str| fs::read_to_string(program.folder.join(name)).unwrap();
    let perfetto: Value = serde_json::from_str(&read("p.json")).unwrap();
    let events = perfetto["traceEvents"].as_array().unwrap();
    for phase in ["X", "s", "f", "C", "M"] {
        assert!(events.iter().any(|event| event["ph"] == phase), "no event of kind {phase}");
    }
    let speedscope: Value = serde_json::from_str(&read("s.json")).unwrap();
    let opened = speedscope["profiles"][0]["events"].as_array().unwrap();
    assert_eq!(opened.iter().filter(|event| event["type"] == "O").count() * 2, opened.len());
    let page = read("t.html");
    assert!(page.contains("program.js:1:") && !page.contains("{{") && !page.contains("src=\"http"));
}

#[test]
fn a_limit_keeps_the_file_small() {
    let program = Program::new(
        "limit",
        "let n = 0;\n(function again() { if (++n < 30000) setImmediate(again); })();\n",
    );
    let output = program.run(&["trace", "-o", "program.trace", "--limit=1", "program.js"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(fs::metadata(program.trace()).unwrap().len() <= (1 << 20) + 16);
    let records = program.view();
    assert_eq!(records[0]["ring"], true);
    assert!(
        records.iter().any(|record| record["kind"] == "immediate" && record["place"].is_string())
    );
}

#[test]
fn the_output_is_that_of_a_plain_run() {
    let text = "process.nextTick(() => console.log('tick'));\n\
                Promise.resolve().then(() => console.log('a')).finally(() => console.log('b'));\n\
                queueMicrotask(() => console.log('microtask'));\n\
                (async () => { for await (const x of [1, 2]) console.log(x); console.log('end'); })();\n\
                Promise.all([1, Promise.resolve(2)]).then((all) => console.log(all));\n\
                (async () => { await null; console.log('c'); await (async () => {})(); console.log('d'); })();\n";
    let program = Program::new("plain", text);
    let plain = program.run(&["program.js"]);
    let traced = program.run(&["--trace=program.trace", "program.js"]);
    assert_eq!(String::from_utf8_lossy(&traced.stdout), String::from_utf8_lossy(&plain.stdout));
}

#[test]
fn lines_are_explained() {
    let program = Program::new(
        "explained",
        "setTimeout(() => console.log('timer'), 2);\n\
         process.nextTick(() => console.log('tick'));\n\
         Promise.resolve().then(() => console.log('promise'));\n",
    );
    let told = |words: &[&str]| {
        let output = program.run(words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let all = told(&["explain", "program.js"]);
    for words in [
        "   1  tick\n        #2 the tick of program.js:2:17 ",
        "   2  promise\n",
        "   3  timer\n",
        "made by #1 the main script",
        "Timers that are due run in the timers phase",
    ] {
        assert!(all.contains(words), "{words} is not in\n{all}");
    }
    let second = told(&["explain", "--line=2", "program.js"]);
    assert!(second.starts_with("   2  promise\n") && !second.contains("timer\n"), "{second}");
    let there = told(&["explain", "--at=program.js:1", "program.js"]);
    assert!(there.starts_with("   3  timer\n"), "{there}");
    let before = told(&["explain", "--why-before", "tick", "promise", "program.js"]);
    assert!(
        before.contains("by rule: after a callback all ticks run, and then all promise jobs"),
        "{before}"
    );
    let turned = told(&["explain", "--why-before", "timer", "tick", "program.js"]);
    assert!(turned.contains("It is the other way round"), "{turned}");
}

#[test]
fn what_keeps_a_program_alive_is_told_and_nothing_else() {
    let program = Program::new(
        "alive",
        "setTimeout(function later() {}, 1e6);\n\
         setInterval(() => {}, 1e6).unref();\n\
         clearTimeout(setTimeout(() => {}, 1e6));\n\
         setTimeout(() => {}, 1);\n\
         require('net').createServer(() => {}).listen(0);\n",
    );
    let output = program.run(&["why-alive", "--after=100", "program.js"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("roundel: 2 things keep the process alive"), "{text}");
    assert!(
        lines[1].contains("a timer later(), made at") && lines[1].contains("program.js:1:"),
        "{text}"
    );
    assert!(lines[1].contains("due in 99"), "{text}");
    assert!(
        lines[2].contains("a TCP server, made at") && lines[2].contains("program.js:5:"),
        "{text}"
    );
    let ends = Program::new("ends", "setTimeout(() => process.exit(3), 1)");
    assert_eq!(ends.run(&["why-alive", "program.js"]).status.code(), Some(3));
}

#[test]
fn pipes_of_a_child_and_accepted_sockets_are_told_with_a_place() {
    let program = Program::new(
        "places",
        "const net = require('net');\n\
         require('child_process').spawn('sleep', ['3'], { stdio: ['ignore', 'pipe', 'ignore'] });\n\
         const server = net.createServer(() => server.close());\n\
         server.listen(0, () => {\n\
         net.connect(server.address().port);\n\
         });\n",
    );
    let output = program.run(&["why-alive", "--after=500", "program.js"]);
    let text = String::from_utf8(output.stderr).unwrap();
    let expected = [
        ("a pipe, made at ", "program.js:2:"),
        ("a child process, made at ", "program.js:2:"),
        ("a TCP socket, made at ", "program.js:5:"),
        ("a TCP socket, accepted by the server made at ", "program.js:4:"),
    ];
    for (noun, place) in expected {
        let is_it = |line: &str| line.contains(noun) && line.contains(place);
        assert!(text.lines().any(is_it), "{noun}{place}\n{text}");
    }
    assert_eq!(text.lines().count(), 1 + expected.len(), "{text}");
}

#[test]
fn a_signal_asks_what_keeps_a_program_alive() {
    let program = Program::new(
        "asked",
        "setInterval(function beat() {}, 1e6);\nprocess.kill(process.pid, 'SIGUSR2');\n\
         setTimeout(() => process.exit(0), 200);\n",
    );
    let output = program.run(&["--why-alive=0", "program.js"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("an interval beat(), made at") && text.contains("due in"), "{text}");
}

const EVERYTHING: &str = "
const net = require('net');
setTimeout(function slow() { process.nextTick(function after() {}); setImmediate(function later() {}); }, 2);
let rounds = 0;
const interval = setInterval(function beat() { if (++rounds === 3) clearInterval(interval); }, 1);
clearTimeout(setTimeout(() => {}, 1000));
queueMicrotask(function job() { setTimeout(function nested() {}, 3); });
const server = net.createServer((socket) => {
  socket.on('data', function read(data) { process.nextTick(function answer() { socket.end(data); }); });
});
server.listen(0, () => {
  const client = net.connect(server.address().port, function connected() { client.write('x'); });
  client.on('data', () => {}).on('close', () => server.close());
});
";

/// Which callbacks a recording has, in the order of what they call: kind, function, and the kind of what made them.
fn callbacks(program: &Program) -> Vec<String> {
    let records = program.view();
    let of = |id: &Value| {
        records.iter().find(|record| record["type"] == "callback" && &record["id"] == id)
    };
    let mut lines: Vec<String> = records
        .iter()
        .filter(|record| record["type"] == "callback" && record["function"].is_string())
        .map(|callback| {
            let cause = of(&callback["cause"]).map_or(Value::Null, |cause| cause["kind"].clone());
            format!("{} {} by {cause}", callback["kind"], callback["function"])
        })
        .collect();
    // How many rounds the sockets take is the platform's affair, and so is where the timers fall among them.
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[test]
fn what_is_told_in_batches_is_what_is_told_one_by_one() {
    let program = Program::new("batches", EVERYTHING);
    let run = |flags: &[&str]| {
        let mut words = vec!["--trace=program.trace"];
        words.extend(flags);
        words.push("program.js");
        let output = program.run(&words);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        callbacks(&program)
    };
    // A ring is told one by one.
    let one_by_one = run(&["--trace-detail=light", "--trace-limit=4"]);
    assert!(one_by_one.iter().any(|line| line.contains("nested")), "{one_by_one:?}");
    assert_eq!(run(&["--trace-detail=light"]), one_by_one);
    assert_eq!(run(&["--trace-detail=turns"]), one_by_one);
    let places: Vec<String> = program
        .view()
        .iter()
        .filter(|record| record["type"] == "callback" && record["function"] == "nested")
        .map(|record| record["place"].to_string())
        .collect();
    assert!(matches!(&places[..], [place] if place.contains("program.js:7:")), "{places:?}");
}

#[test]
fn reads_of_one_round_are_callbacks_of_their_own() {
    let program = recorded(
        "reads",
        "const net = require('net');
        let connected = 0;
        const server = net.createServer((socket) => {
          socket.on('data', (data) => {
            console.log(`read ${data}`);
            process.nextTick(() => console.log(`after ${data}`));
          });
          socket.on('end', () => socket.end());
          if (++connected === 3) setTimeout(send, 20);
        });
        const clients = [];
        server.listen(0, () => {
          for (let i = 0; i < 3; i++) clients.push(net.connect(server.address().port));
        });
        function send() {
          for (const [i, client] of clients.entries()) client.end(String(i));
          // All three are there when poll looks.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
          server.close();
        }",
    );
    let records = program.view();
    let kind_of = |printed: &str| {
        let print = records.iter().find(|record| {
            record["type"] == "print"
                && record["text"].as_str().is_some_and(|text| text.trim() == printed)
        });
        let id = &print.expect("it was printed")["callback"];
        let callback =
            records.iter().find(|record| record["type"] == "callback" && &record["id"] == id);
        (id.clone(), callback.expect("somebody printed it")["kind"].clone())
    };
    let reads: Vec<_> = (0..3).map(|i| kind_of(&format!("read {i}"))).collect();
    let ticks: Vec<_> = (0..3).map(|i| kind_of(&format!("after {i}"))).collect();
    assert!(reads.iter().all(|(_, kind)| kind == "io"), "{reads:?}");
    assert!(reads[0].0 != reads[1].0 && reads[1].0 != reads[2].0, "{reads:?}");
    assert!(ticks.iter().all(|(_, kind)| kind == "tick"), "{ticks:?}");
}
