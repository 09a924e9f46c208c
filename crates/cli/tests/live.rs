//! `--traceable`, `roundel top` and `roundel trace --attach`: a process that is looked at while it runs.

mod support;

use std::fs;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use support::Limited;

/// A folder for the sockets of one test, gone with it.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("roundel-live-{name}-{}", std::process::id()));
        fs::create_dir(&path).unwrap();
        Place(path)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_roundel"));
        command.current_dir(&self.0);
        command
            .env("XDG_RUNTIME_DIR", &self.0)
            .env_remove("NODE_OPTIONS")
            .env_remove("ROUNDEL_OPTIONS");
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        support::output(self.command().args(words))
    }

    /// Starts a program that prints a line when it is there.
    fn start(&self, program: &str) -> Limited {
        let mut command = self.command();
        command.args(["--traceable", "-e", program]).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = Limited::start(&mut command);
        let mut byte = [0];
        child.stdout().read_exact(&mut byte).expect("it says that it runs");
        child
    }

    fn sockets(&self) -> usize {
        fs::read_dir(self.0.join("roundel")).map_or(0, Iterator::count)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SERVER: &str = "const server = require('http').createServer((_, answer) => answer.end('x')).listen(0, () => {
  console.log('runs');
  function ask() { require('http').get({ port: server.address().port }, (a) => a.resume().on('end', ask)); }
  ask();
});
setInterval(function beat() { const end = Date.now() + 5; while (Date.now() < end); }, 10);";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_table_of_what_runs() {
    let place = Place::new("table");
    let child = place.start(SERVER);
    let pid = child.id().to_string();
    let output = place.run(&["top", "--once", "--interval=700", &pid]);
    let table = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for expected in
        ["loop delay", "utilisation", "iterations/s", "poll ", "beat()", "a TCP server", "timers"]
    {
        assert!(table.contains(expected), "{expected}\n{table}");
    }
    assert!(!table.contains('\x1b'), "what is no terminal gets plain text");
    let output = place.run(&["top", "--once", "--json", "--interval=700"]);
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["pid"].as_u64(), pid.parse().ok());
    assert!(told["callbacks"].as_u64() > Some(5), "{told}");
    assert!(told["alive"]["TCPSERVERWRAP"] == 1, "{told}");
}

#[test]
fn a_running_program_is_recorded() {
    let place = Place::new("attach");
    let child = place.start(SERVER);
    let pid = child.id().to_string();
    let output = place.run(&["trace", "--attach", &pid, "-o", "run.trace", "--time=0.7"]);
    let summary = text(&output.stderr);
    assert!(output.status.success(), "{summary}");
    assert!(
        summary.contains("callbacks") && summary.contains("recorded in run.trace"),
        "{summary}"
    );
    let view = text(&place.run(&["trace", "view", "run.trace", "--json"]).stdout);
    assert!(view.contains("beat"), "what was made before is known: {view}");
    assert_eq!(fs::metadata(place.0.join("run.trace")).unwrap().mode() & 0o777, 0o600);
}

#[test]
fn a_process_that_ends_meanwhile_is_told_of() {
    let place = Place::new("ends");
    let child = place.start(
        "setInterval(() => {}, 5); setTimeout(() => process.exit(0), 1500); console.log('runs')",
    );
    let output = place.run(&["top", "--interval=300", &child.id().to_string()]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("has ended"), "{}", text(&output.stderr));
    assert!(child.output().status.success());
    assert_eq!(place.sockets(), 0, "the socket is gone with its process");
}

#[test]
fn a_loop_that_is_held_is_called_that() {
    let place = Place::new("held");
    let child = place.start(
        "console.log('runs'); setInterval(() => {}, 5);
         setTimeout(() => { const end = Date.now() + 8000; while (Date.now() < end); }, 600)",
    );
    let until = Instant::now() + Duration::from_secs(8);
    let mut told = String::new();
    while Instant::now() < until && !told.contains("held") {
        told =
            text(&place.run(&["top", "--once", "--interval=300", &child.id().to_string()]).stdout);
    }
    assert!(told.contains("the loop is held"), "{told}");
}

#[test]
fn what_can_not_be_looked_at_is_named() {
    let place = Place::new("absent");
    let none = place.run(&["top"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("no process was started"), "{}", text(&none.stderr));
    let gone = place.run(&["top", "4194304"]);
    assert!(text(&gone.stderr).contains("there is no process 4194304"), "{}", text(&gone.stderr));
    let own = std::process::id().to_string();
    let other = place.run(&["trace", "--attach", &own]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("--traceable"), "{}", text(&other.stderr));
    assert!(text(&place.run(&["top", "many"]).stderr).contains("many is no process number"));
}

#[test]
fn the_socket_is_its_users_alone() {
    let place = Place::new("private");
    let child = place.start("console.log('runs'); setInterval(() => {}, 1000)");
    let folder = place.0.join("roundel");
    assert_eq!(fs::metadata(&folder).unwrap().mode() & 0o777, 0o700);
    assert!(folder.join(format!("{}.sock", child.id())).exists());
    drop(child);
    // Killed: what it has left behind is no process.
    let none = place.run(&["top"]);
    assert!(text(&none.stderr).contains("no process was started"), "{}", text(&none.stderr));
}

#[test]
fn a_folder_that_is_not_private_is_refused() {
    let refused = |place: &Place| {
        let output = place.run(&["--traceable", "-e", "1"]);
        assert_eq!(output.status.code(), Some(10));
        assert!(
            text(&output.stderr).contains("not a folder of this user alone"),
            "{}",
            text(&output.stderr)
        );
    };
    let open = Place::new("open");
    fs::create_dir(open.0.join("roundel")).unwrap();
    fs::set_permissions(open.0.join("roundel"), fs::Permissions::from_mode(0o755)).unwrap();
    refused(&open);
    let linked = Place::new("linked");
    symlink(Path::new("/"), linked.0.join("roundel")).unwrap();
    refused(&linked);
}

#[test]
fn it_changes_nothing_about_the_program() {
    let place = Place::new("plain");
    let output = place.run(&["--traceable", "-e", "setTimeout(() => console.log('timer'), 1); console.log(process._getActiveHandles?.().length ?? 0)"]);
    assert_eq!(text(&output.stdout), "0\ntimer\n");
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(place.sockets(), 0);
}

/// Connects to a socket and says how many bytes came, when there are some or the other end has closed.
const LISTENER: &str = "let bytes = 0;
const socket = require('net').connect(process.argv[1]);
socket.on('data', (data) => { bytes += data.length; socket.destroy(); });
socket.on('error', (error) => console.log(error.code));
socket.on('close', () => console.log(bytes));";

/// The folder keeps others out; if it does not any more, who connects is still asked for.
#[test]
fn another_user_is_told_nothing() {
    const OWNER: u32 = 65_534;
    const OTHER: u32 = 65_533;
    if fs::metadata("/proc/self").unwrap().uid() != 0 {
        eprintln!("not tried: only root can be several users");
        return;
    }
    let place = Place::new("users");
    let open = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
    open(&place.0);
    // The binary is where other users may not look.
    let binary = place.0.join("binary");
    fs::copy(env!("CARGO_BIN_EXE_roundel"), &binary).unwrap();
    open(&binary);
    let runtime = place.0.join("run");
    fs::create_dir(&runtime).unwrap();
    chown(&runtime, Some(OWNER), Some(OWNER)).unwrap();
    let as_user = |user: u32| {
        let mut command = Command::new(&binary);
        command.current_dir("/").uid(user).gid(user).env("XDG_RUNTIME_DIR", &runtime);
        command.env_remove("NODE_OPTIONS").env_remove("ROUNDEL_OPTIONS").stdin(Stdio::null());
        command
    };
    let mut command = as_user(OWNER);
    command.args(["--traceable", "-e", "console.log('runs'); setInterval(() => {}, 10)"]);
    let mut child = Limited::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    child.stdout().read_exact(&mut [0]).expect("it says that it runs");
    let socket = runtime.join("roundel").join(format!("{}.sock", child.id()));
    let heard = |user: u32| {
        let path = socket.to_str().unwrap();
        text(&support::output(as_user(user).args(["-e", LISTENER, path])).stdout)
    };
    assert_eq!(heard(OTHER), "EACCES\n0\n", "the folder is closed");
    open(&runtime);
    open(&runtime.join("roundel"));
    open(&socket);
    assert_eq!(heard(OTHER), "0\n", "it was let in, and nothing was said");
    for user in [OWNER, 0] {
        let bytes: usize = heard(user).trim().parse().expect("a number");
        assert!(bytes > 0, "user {user} is told");
    }
}
