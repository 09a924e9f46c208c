//! Terminals: a pseudo-terminal stands for the real one. They are the kernel's, so there is no simulated twin.

use crate::support::{Log, system_loop};
use roundel_loop::{Read, RunMode, Tty, TtyMode};
use rustix::fs::{Mode, OFlags, fcntl_getfl, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;

/// The two sides of a terminal: who types and looks, and the program.
fn terminal() -> (File, OwnedFd) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let slave = open(&*name, flags, Mode::empty()).unwrap();
    (File::from(master), slave)
}

#[test]
fn lines_come_as_lines_and_keys_as_keys() {
    let lp = &system_loop();
    let (mut user, program) = terminal();
    let tty = Tty::open(lp, program.try_clone().unwrap()).unwrap();
    let log = Log::new();
    let entry = log.clone();
    tty.read_start(lp, move |lp, stream, read| {
        let Read::Data(chunk) = read else { panic!("{read:?}") };
        entry.add(String::from_utf8(chunk.to_vec()).unwrap());
        stream.read_stop(lp);
    })
    .unwrap();
    user.write_all(b"no line yet").unwrap();
    for _ in 0..3 {
        lp.run(RunMode::NoWait);
    }
    log.expect(&[]);
    user.write_all(b"\n").unwrap();
    assert!(!lp.run(RunMode::Default));
    log.expect(&["no line yet\n".to_owned()]);

    tty.set_mode(lp, TtyMode::Raw).unwrap();
    let echo = LocalModes::ECHO | LocalModes::ICANON;
    assert!(!tcgetattr(&program).unwrap().local_modes.intersects(echo));
    let entry = log.clone();
    tty.read_start(lp, move |lp, stream, read| {
        let Read::Data(chunk) = read else { panic!("{read:?}") };
        entry.add(String::from_utf8(chunk.to_vec()).unwrap());
        stream.read_stop(lp);
    })
    .unwrap();
    user.write_all(b"k").unwrap();
    assert!(!lp.run(RunMode::Default));
    log.expect(&["no line yet\n".to_owned(), "k".to_owned()]);
    tty.reset_mode(lp).unwrap();
    assert!(tcgetattr(&program).unwrap().local_modes.contains(echo));
    tty.close_quietly(lp);
    assert!(!lp.run(RunMode::Default));
}

#[test]
fn the_descriptor_of_others_stays_as_it_was() {
    let lp = &system_loop();
    let (mut user, program) = terminal();
    let tty = Tty::open(lp, program.try_clone().unwrap()).unwrap();
    assert!(!fcntl_getfl(&program).unwrap().contains(OFlags::NONBLOCK));
    tty.set_blocking_writes(lp, true);
    tty.write(lp, "shown\n", |_, _, result| result.unwrap()).unwrap();
    assert_eq!(tty.write_queue_size(lp), 0);
    let mut shown = [0; 7];
    user.read_exact(&mut shown).unwrap();
    assert_eq!(&shown, b"shown\r\n");
    tty.close_quietly(lp);
    assert!(!lp.run(RunMode::Default));
}

#[test]
fn the_size_is_the_terminals() {
    let lp = &system_loop();
    let (user, program) = terminal();
    let size = Winsize { ws_row: 40, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&user, size).unwrap();
    let tty = Tty::open(lp, program).unwrap();
    assert_eq!(tty.window_size(lp).unwrap(), (132, 40));
    tty.close_quietly(lp);
    assert!(!lp.run(RunMode::Default));
    assert!(tty.window_size(lp).is_err());
}
