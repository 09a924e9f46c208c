//! Children: what they get, how they end, and when a loop is told.

use crate::support::{Calls, Log, simulated_loop, system_loop};
use roundel_loop::{
    BackendKind, EventLoop, HandleKind, Idle, Interest, Options, Poll, Process, RunMode, Session,
    Signal, SpawnOptions, Stdio, Timer, Wakeup,
};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;

fn sh(script: &str) -> SpawnOptions<'static> {
    SpawnOptions::new("sh", ["sh", "-c", script])
}

/// What it prints and how it ends.
#[track_caller]
fn output(options: SpawnOptions<'_>) -> (String, Option<i32>) {
    let options = SpawnOptions { stdio: vec![Stdio::Ignore, Stdio::Pipe], ..options };
    let mut child = loop {
        match options.spawn() {
            // A child of another test holds the script open for writing until its own exec.
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {}
            child => break child.unwrap(),
        }
    };
    let status = child.wait().unwrap();
    (text(child.take_pipe(1)), status.code())
}

/// All that comes out of a pipe. Children of other tests hold its other end until their exec, so it has to block.
#[track_caller]
fn text(pipe: Option<OwnedFd>) -> String {
    let pipe = pipe.unwrap();
    rustix::io::ioctl_fionbio(&pipe, false).unwrap();
    io::read_to_string(File::from(pipe)).unwrap()
}

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("roundel-process-{name}-{}", std::process::id()));
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str, mode: u32) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_end_is_told_once_and_frees_the_loop() {
    let lp = system_loop();
    let calls = Calls::new();
    let hits = calls.clone();
    let process = Process::spawn(&lp, &sh("exit 7"), move |lp, process, status| {
        hits.hit();
        assert_eq!(status.unwrap().code(), Some(7));
        assert!(!process.is_active(lp));
        process.close_quietly(lp);
    })
    .unwrap();
    assert!(process.is_active(&lp) && process.pid(&lp) > Some(1));
    assert_eq!(process.key().kind, HandleKind::Process);
    assert!(!lp.run(RunMode::Default));
    assert_eq!((calls.count(), lp.handle_count()), (1, 0));
}

#[test]
fn it_can_be_killed() {
    let lp = system_loop();
    let calls = Calls::new();
    let hits = calls.clone();
    let process = Process::spawn(&lp, &sh("exec sleep 100"), move |_, _, status| {
        assert_eq!(status.unwrap().signal(), Some(15));
        hits.hit();
    })
    .unwrap();
    process.kill(&lp, 0).unwrap();
    assert_eq!(process.kill(&lp, 9999).unwrap_err().raw_os_error(), Some(22)); // EINVAL
    process.kill(&lp, 15).unwrap();
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 1);
    assert_eq!(process.kill(&lp, 15).unwrap_err().raw_os_error(), Some(3)); // ESRCH
}

#[test]
fn without_a_reference_the_loop_does_not_wait() {
    let lp = system_loop();
    let process = Process::spawn(&lp, &sh("exec sleep 100"), |_, _, _| unreachable!()).unwrap();
    process.unreference(&lp);
    assert!(!lp.run(RunMode::Default));
    process.kill(&lp, 9).unwrap();
}

#[test]
fn a_closed_handle_is_not_called() {
    let lp = system_loop();
    let process = Process::spawn(&lp, &sh("exit 0"), |_, _, _| unreachable!()).unwrap();
    Timer::new(&lp).start(&lp, 50, 0, |_, _| {});
    assert!(process.close_quietly(&lp));
    lp.run(RunMode::Default);
    assert_eq!(process.pid(&lp), None);
}

/// All become ready while the loop is busy, the child first of all: it is told last.
#[test]
fn descriptors_and_wakeups_come_before_the_end() {
    let lp = system_loop();
    let log = Log::new();
    let mut options = sh("echo x");
    options.stdio = vec![Stdio::Ignore, Stdio::Pipe];
    let ended = log.clone();
    let process = Process::spawn(&lp, &options, move |lp, process, _| {
        ended.add("child");
        process.close_quietly(lp);
    })
    .unwrap();
    let woken = log.clone();
    let wakeup = Wakeup::new(&lp, move |lp, wakeup| {
        woken.add("wakeup");
        wakeup.close_quietly(lp);
    });
    let sender = wakeup.sender(&lp).unwrap();
    let pipe = process.take_pipe(&lp, 1).unwrap();
    let read = log.clone();
    Poll::new(&lp, pipe)
        .start(&lp, Interest::READABLE, move |lp, poll, _| {
            read.add("data");
            poll.close_quietly(lp);
        })
        .unwrap();
    // Until the child is known to have ended nothing else is looked at.
    let idle = Idle::new(&lp);
    idle.start(&lp, move |lp, idle| {
        let path = format!("/proc/{}/stat", process.pid(lp).unwrap());
        while !std::fs::read_to_string(&path).unwrap().contains(") Z ") {
            std::thread::yield_now();
        }
        sender.send();
        idle.close_quietly(lp);
    });
    assert!(!lp.run(RunMode::Default));
    log.expect(&["data", "wakeup", "child"]);
}

#[test]
fn programs_that_can_not_run() {
    let folder = Folder::new("errors");
    let plain = folder.file("plain", "#!/bin/sh\n", 0o644);
    let error = |options: SpawnOptions<'_>| options.spawn().unwrap_err().raw_os_error().unwrap();
    assert_eq!(error(SpawnOptions::new("no-such-program", ["x"])), libc_errno::ENOENT);
    assert_eq!(error(SpawnOptions::new("", ["x"])), libc_errno::ENOENT);
    assert_eq!(error(SpawnOptions::new("/no/such/program", ["x"])), libc_errno::ENOENT);
    assert_eq!(error(SpawnOptions::new(&plain, ["x"])), libc_errno::EACCES);
    assert_eq!(error(SpawnOptions::new(&folder.0, ["x"])), libc_errno::EACCES);
    assert_eq!(error(SpawnOptions::new("sh\0", ["x"])), libc_errno::EINVAL);
    let at = |cwd: &str| SpawnOptions { cwd: Some(cwd.into()), ..sh("true") };
    assert_eq!(error(at("/no/such/folder")), libc_errno::ENOENT);
    assert_eq!(error(at("/etc/passwd")), libc_errno::ENOTDIR);
}

/// Numbers of errors, as errno(3) has them on Linux.
mod libc_errno {
    pub(super) const ENOENT: i32 = 2;
    pub(super) const EACCES: i32 = 13;
    pub(super) const ENOTDIR: i32 = 20;
    pub(super) const EINVAL: i32 = 22;
}

/// A child that could not become its program leaves no dead process behind, and no descriptor.
#[test]
fn a_failure_leaves_nothing() {
    let before = open_descriptors();
    for _ in 0..50 {
        let stdio = vec![Stdio::Pipe, Stdio::Pipe, Stdio::Pipe];
        let options = SpawnOptions { stdio, ..SpawnOptions::new("no-such-program", ["x"]) };
        assert!(options.spawn().is_err());
    }
    let after = open_descriptors();
    assert!(after < before + 50, "{before} descriptors became {after}");
    let children = std::fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    assert_eq!(children.trim(), "");
}

fn open_descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

#[test]
fn a_file_without_an_interpreter_is_a_script() {
    let folder = Folder::new("script");
    let script = folder.file("script", "echo \"$0\" \"$@\"; exit 4", 0o755);
    let path = script.to_string_lossy().into_owned();
    let direct = SpawnOptions::new(&script, ["called", "a", "b c"]);
    assert_eq!(output(direct), (format!("{path} a b c\n"), Some(4)));
    let env = vec![OsString::from(format!("PATH=/nowhere:{}", folder.0.display()))];
    let found = SpawnOptions { env: Some(env), ..SpawnOptions::new("script", ["called", "a"]) };
    assert_eq!(output(found), (format!("{path} a\n"), Some(4)));
    let nameless = SpawnOptions::new(&script, [] as [&str; 0]);
    assert_eq!(output(nameless), (format!("{path}\n"), Some(4)));
}

#[test]
fn the_path_is_the_childs() {
    let folder = Folder::new("path");
    folder.file("forbidden", "#!/bin/sh\necho no", 0o644);
    let at = |path: &str, name: &str| SpawnOptions {
        env: Some(vec![format!("PATH={path}").into()]),
        ..SpawnOptions::new(name, [name])
    };
    let here = folder.0.display().to_string();
    assert_eq!(
        at("/nowhere", "true").spawn().unwrap_err().raw_os_error(),
        Some(libc_errno::ENOENT)
    );
    // A place without permission is remembered while the search goes on.
    let error = at(&format!("{here}:/nowhere"), "forbidden").spawn().unwrap_err();
    assert_eq!(error.raw_os_error(), Some(libc_errno::EACCES));
    let without = SpawnOptions { env: Some(Vec::new()), ..SpawnOptions::new("env", ["env"]) };
    assert_eq!(output(without), (String::new(), Some(0)));
    // An empty place is the folder the child starts in.
    folder.file("here", "#!/bin/sh\necho here", 0o755);
    let local = SpawnOptions { cwd: Some(folder.0.clone()), ..at("", "here") };
    assert_eq!(output(local).0, "here\n");
}

#[test]
fn descriptors_are_placed_whatever_their_numbers() {
    let (reader, writer) = io::pipe().unwrap();
    let (one, two) = (reader.try_clone().unwrap(), writer.try_clone().unwrap());
    // As many as there are, the highest first, so that places and numbers cross.
    let stdio = vec![
        Stdio::Inherit(one.as_fd()),
        Stdio::Pipe,
        Stdio::Inherit(two.as_fd()),
        Stdio::Ignore,
        Stdio::Pipe,
        Stdio::Inherit(writer.as_fd()),
        Stdio::Inherit(reader.as_fd()),
    ];
    let script = "echo one; echo four >&4; echo two >&2; echo five >&5; read a; read b <&6; echo $a $b; ls /proc/self/fd | grep -x '[0-9]'";
    let mut child = SpawnOptions { stdio, ..sh(script) }.spawn().unwrap();
    assert!(child.wait().unwrap().success());
    let text =
        |fd: Option<std::os::fd::OwnedFd>| io::read_to_string(File::from(fd.unwrap())).unwrap();
    // 3 is the folder that `ls` reads.
    assert_eq!(text(child.take_pipe(1)), "one\ntwo five\n0\n1\n2\n3\n4\n5\n6\n");
    assert_eq!(text(child.take_pipe(4)), "four\n");
    assert!(child.take_pipe(0).is_none() && child.take_pipe(99).is_none());
}

#[test]
fn standard_descriptors_are_never_closed() {
    let script = "readlink /proc/self/fd/0 /proc/self/fd/2";
    let options = SpawnOptions { stdio: vec![Stdio::Ignore, Stdio::Pipe], ..sh(script) };
    let mut child = options.spawn().unwrap();
    child.wait().unwrap();
    assert_eq!(text(child.take_pipe(1)), "/dev/null\n/dev/null\n");
}

#[test]
fn signals_are_as_in_a_fresh_process() {
    // What this process ignores (Rust: SIGPIPE) and catches does not reach the child.
    let lp = system_loop();
    let signal = Signal::new(&lp);
    signal.start(&lp, 10, |_, _| {}).unwrap();
    let status = output(sh("grep -E 'Sig(Blk|Ign)' /proc/self/status")).0;
    let sets: Vec<u64> = status
        .lines()
        .filter_map(|line| u64::from_str_radix(line.split_whitespace().last()?, 16).ok())
        // Without those for real time, of which glibc leaves some ignored in what it starts itself.
        .map(|set| set & 0x7fff_ffff)
        .collect();
    assert_eq!(sets, [0, 0]);
}

#[test]
fn a_session_of_its_own() {
    let script = "read pid name state parent group session rest < /proc/$$/stat; echo $((pid == session)) $((pid == group))";
    assert_eq!(output(sh(script)).0, "0 0\n");
    assert_eq!(output(SpawnOptions { session: Session::Own, ..sh(script) }).0, "1 1\n");
}

#[test]
fn ids_are_exact_and_groups_are_left() {
    let script = "id -u; id -G";
    let us = output(sh("id -u")).0;
    if us != "0\n" {
        let error = SpawnOptions { uid: Some(0), ..sh(script) }.spawn().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        return;
    }
    let ids = |uid, gid| output(SpawnOptions { uid, gid, ..sh(script) }).0;
    assert_eq!(ids(Some(4_294_967_294), Some(12)), "4294967294\n12\n");
    assert_eq!(ids(None, Some(12)), "0\n12\n");
    assert_eq!(ids(Some(1), None), "1\n0\n");
    let none = SpawnOptions { uid: Some(u32::MAX), ..sh(script) }.spawn().unwrap_err();
    assert_eq!(none.raw_os_error(), Some(libc_errno::EINVAL));
}

#[test]
fn in_virtual_time_a_child_is_waited_for() {
    let backend = BackendKind::VirtualTime;
    let lp = EventLoop::new(Options { backend, ..Options::default() }).unwrap();
    let calls = Calls::new();
    let hits = calls.clone();
    Process::spawn(&lp, &sh("exit 0"), move |lp, process, _| {
        hits.hit();
        process.close_quietly(lp);
    })
    .unwrap();
    lp.run(RunMode::Default);
    assert_eq!(calls.count(), 1);
    assert!(Process::spawn(&simulated_loop(1), &sh("exit 0"), |_, _, _| {}).is_err());
}

#[test]
fn many_at_once() {
    let lp = system_loop();
    let calls = Calls::new();
    for code in 0..40 {
        let hits = calls.clone();
        Process::spawn(&lp, &sh(&format!("exit {code}")), move |lp, process, status| {
            assert_eq!(status.unwrap().code(), Some(code));
            hits.hit();
            process.close_quietly(lp);
        })
        .unwrap();
    }
    lp.run(RunMode::Default);
    assert_eq!((calls.count(), lp.handle_count()), (40, 0));
}
