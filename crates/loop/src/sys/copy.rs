//! A copy of a process that has one thread: what a program is run from many times that is expensive to prepare.
//!
//! fork(2) copies the thread that calls it and the memory, and shares what is open. So it is done only where nothing else
//! is: no other thread, which could hold a lock that nobody would give back in the copy, and no descriptor that would join
//! the two processes. What is known to join them is made anew in the copy under the same number, because that is all that its
//! owners (a loop, GLib, the engine) have kept:
//!
//! - an eventfd, with the count it had;
//! - an epoll, with what it watched, as `/proc/self/fdinfo` tells it (proc_pid_fdinfo(5));
//! - `/proc/PID/statm`, which tells of the process that has opened it.
//!
//! Files and devices are shared, and what the caller says. Anything else that is open beyond the standard three is a reason to
//! refuse.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// On which side of a copy the caller is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The one that there was, with the number of the other.
    Original(i32),
    /// The new one.
    Copy,
}

/// Makes a copy of this process. `shared` are the numbers of descriptors that both may have: what the process was started
/// with, which any child of the same parent has, and what the copy is given.
///
/// ```
/// # let (stop, wait) = std::sync::mpsc::channel::<()>();
/// # let other = std::thread::spawn(move || wait.recv());
/// // Of a process with another thread there is no copy.
/// assert!(roundel_loop::copy_process(&[]).is_err());
/// # drop(stop);
/// # let _ = other.join();
/// ```
///
/// # Errors
///
/// If there are other threads, if something is open that both would have, and those of fork(2).
pub fn copy_process(shared: &[RawFd]) -> io::Result<Copied> {
    check_alone()?;
    let open = open_descriptors(shared)?;
    // SAFETY: this is the only thread, so that the copy has every thread that holds or waits for anything.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            renew(&open)?;
            Ok(Copied::Copy)
        }
        pid => Ok(Copied::Original(pid)),
    }
}

/// The numbers of all that is open.
///
/// ```
/// assert!(roundel_loop::open_numbers()?.contains(&0));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Where `/proc` cannot be read.
pub fn open_numbers() -> io::Result<Vec<RawFd>> {
    let mut numbers = Vec::new();
    for entry in fs::read_dir("/proc/self/fd")? {
        numbers.extend(entry?.file_name().to_str().and_then(|name| name.parse::<RawFd>().ok()));
    }
    // The list itself was among them, and its number will be another's.
    numbers.retain(|number| fs::read_link(format!("/proc/self/fd/{number}")).is_ok());
    Ok(numbers)
}

/// Sets a variable of the process's environment in a copy that has just been made.
///
/// ```
/// # let (stop, wait) = std::sync::mpsc::channel::<()>();
/// # let other = std::thread::spawn(move || wait.recv());
/// // Another thread could be reading it.
/// assert!(roundel_loop::set_variable_alone("NAME", "value".as_ref()).is_err());
/// # drop(stop);
/// # let _ = other.join();
/// ```
///
/// # Errors
///
/// If there are other threads.
pub fn set_variable_alone(name: &str, value: &OsStr) -> io::Result<()> {
    check_alone()?;
    // SAFETY: nobody else is there to read the environment meanwhile.
    unsafe { std::env::set_var(name, value) };
    Ok(())
}

fn check_alone() -> io::Result<()> {
    match fs::read_dir("/proc/self/task")?.count() {
        1 => Ok(()),
        _ => Err(io::Error::other("the process has other threads")),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Eventfd,
    Epoll,
    Memory,
}

/// What must be made anew in a copy.
fn open_descriptors(shared: &[RawFd]) -> io::Result<Vec<(RawFd, Kind)>> {
    let mut found = Vec::new();
    for number in open_numbers()? {
        // Nobody else is there to close it.
        let Ok(target) = fs::read_link(format!("/proc/self/fd/{number}")) else { continue };
        let target = target.to_string_lossy();
        let kind = match &*target {
            _ if number <= libc::STDERR_FILENO => continue,
            _ if shared.contains(&number) => continue,
            "anon_inode:[eventfd]" => Kind::Eventfd,
            "anon_inode:[eventpoll]" => Kind::Epoll,
            path if path.starts_with("/proc/") && path.ends_with("/statm") => Kind::Memory,
            path if path.starts_with('/') => continue,
            other => return Err(io::Error::other(format!("{other} is open"))),
        };
        found.push((number, kind));
    }
    Ok(found)
}

fn renew(open: &[(RawFd, Kind)]) -> io::Result<()> {
    for &(number, kind) in open {
        let new = match kind {
            Kind::Eventfd => new_eventfd(number)?,
            Kind::Memory => File::open("/proc/self/statm")?.into(),
            Kind::Epoll => continue,
        };
        replace(number, &new)?;
    }
    // They watch what there is by then.
    for &(number, kind) in open {
        if kind == Kind::Epoll {
            replace(number, &new_epoll(number)?)?;
        }
    }
    Ok(())
}

/// Puts `new` in the place of what has that number, which is of the same kind.
fn replace(number: RawFd, new: &OwnedFd) -> io::Result<()> {
    // SAFETY: whoever owns the number keeps it, and finds behind it what it had, as this process's own.
    match unsafe { libc::dup3(new.as_raw_fd(), number, libc::O_CLOEXEC) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

fn new_eventfd(number: RawFd) -> io::Result<OwnedFd> {
    let info = fs::read_to_string(format!("/proc/self/fdinfo/{number}"))?;
    let value = |name: &str| info.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let count = value("eventfd-count:").and_then(|text| u32::from_str_radix(text, 16).ok());
    let flags = value("flags:").and_then(|text| i32::from_str_radix(text, 8).ok());
    let waits = flags.unwrap_or_default() & libc::O_NONBLOCK == 0;
    let flags = libc::EFD_CLOEXEC | if waits { 0 } else { libc::EFD_NONBLOCK };
    // SAFETY: takes two numbers.
    owned(unsafe { libc::eventfd(count.unwrap_or_default(), flags) })
}

fn new_epoll(number: RawFd) -> io::Result<OwnedFd> {
    let info = fs::read_to_string(format!("/proc/self/fdinfo/{number}"))?;
    // SAFETY: takes a number.
    let epoll = owned(unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) })?;
    for watched in info.lines().filter_map(Watched::parse) {
        let mut event = libc::epoll_event { events: watched.events, u64: watched.data };
        // SAFETY: the descriptor is open, and the event is read before the call returns.
        let outcome = unsafe {
            libc::epoll_ctl(epoll.as_raw_fd(), libc::EPOLL_CTL_ADD, watched.number, &mut event)
        };
        if outcome == -1 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(epoll)
}

fn owned(number: RawFd) -> io::Result<OwnedFd> {
    match number {
        -1 => Err(io::Error::last_os_error()),
        // SAFETY: a call has just given it to us.
        number => Ok(unsafe { OwnedFd::from_raw_fd(number) }),
    }
}

/// One line of an epoll's list: `tfd:        4 events:       19 data: ffffffffffffffff  pos:0 ino:2a sdev:d`.
#[derive(Debug, PartialEq, Eq)]
struct Watched {
    number: RawFd,
    events: u32,
    data: u64,
}

impl Watched {
    fn parse(line: &str) -> Option<Watched> {
        let mut words = line.strip_prefix("tfd:")?.split_whitespace();
        let number = words.next()?.parse().ok()?;
        let mut hexadecimal = |name| {
            let word = words.next()?;
            let text = match word.strip_prefix(name)? {
                "" => words.next()?,
                text => text,
            };
            u64::from_str_radix(text, 16).ok()
        };
        let events = hexadecimal("events:")? as u32;
        Some(Watched { number, events, data: hexadecimal("data:")? })
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::os::fd::AsFd;

    use rustix::event::{EventfdFlags, epoll, eventfd};

    #[test]
    fn a_line_of_an_epolls_list_is_read() {
        let line = "tfd:        4 events: 8000001f data: ffffffffffffffff  pos:0 ino:2a sdev:d";
        let watched = Watched { number: 4, events: 0x8000_001f, data: u64::MAX };
        assert_eq!(Watched::parse(line), Some(watched));
        assert_eq!(Watched::parse("pos:\t0"), None);
    }

    #[test]
    fn an_eventfd_and_an_epoll_are_made_anew_as_they_were() {
        let event = eventfd(3, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).unwrap();
        let old = epoll::create(epoll::CreateFlags::CLOEXEC).unwrap();
        let data = epoll::EventData::new_u64(77);
        epoll::add(&old, &event, data, epoll::EventFlags::IN).unwrap();
        let new = new_eventfd(event.as_raw_fd()).unwrap();
        let mut bytes = [0; 8];
        assert_eq!(rustix::io::read(&new, &mut bytes), Ok(8));
        assert_eq!(u64::from_ne_bytes(bytes), 3);
        assert_eq!(rustix::io::read(&new, &mut bytes), Err(rustix::io::Errno::AGAIN));
        let epoll = new_epoll(old.as_raw_fd()).unwrap();
        let mut events = Vec::with_capacity(4);
        let none = rustix::event::Timespec { tv_sec: 0, tv_nsec: 0 };
        let buffer = rustix::buffer::spare_capacity(&mut events);
        epoll::wait(epoll.as_fd(), buffer, Some(&none)).unwrap();
        assert_eq!(events.iter().map(|event| event.data.u64()).collect::<Vec<_>>(), [77]);
    }
}
