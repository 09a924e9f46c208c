//! The standard descriptors: what they are connected to, and writing that loses nothing.

use std::os::fd::{AsFd, BorrowedFd};

use roundel_jsc::{Bytes, Ctx, JsResult, Object, Value};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::FileType;
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketType, sockopt};

use super::fs::descriptors::Descriptors;
use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let guess = ctx.function("guessHandleType", |ctx, args| {
        let kind = match Descriptors::of(ctx).get(args.at(0).to_int32(ctx)?) {
            Ok(descriptor) => handle_type(descriptor.as_fd()),
            Err(_) => "INVALID",
        };
        Ok(ctx.string(kind))
    });
    binding.set(ctx, "guessHandleType", guess)?;
    let write = ctx.function("writeAll", |ctx, args| {
        let number = args.at(0).to_int32(ctx)?;
        let Some(fd) = standard(number) else {
            return Ok(ctx.int32(-Errno::BADF.raw_os_error()));
        };
        let chunk = args.at(1);
        tell_causes(ctx, number, chunk)?;
        let result = match chunk.as_typed_array(ctx) {
            Some(array) => array.with_bytes(ctx, |bytes| write_all(fd, bytes))?,
            None => write_all(fd, chunk.to_rust_string(ctx)?.as_bytes()),
        };
        Ok(ctx.int32(result.err().map_or(0, |errno| -errno.raw_os_error())))
    });
    binding.set(ctx, "writeAll", write)?;
    let write_now = ctx.function("writeNow", |ctx, args| {
        let number = args.at(0).to_int32(ctx)?;
        let Some(fd) = standard(number) else { return Ok(ctx.boolean(false)) };
        let text = args.at(1).to_rust_string(ctx)?;
        let room = match handle_type(fd) {
            "PIPE" => text.len() <= PIPE_BUF && has_room(fd),
            _ => true,
        };
        if room {
            tell_causes(ctx, number, args.at(1))?;
        }
        Ok(ctx.boolean(room && write_all(fd, text.as_bytes()).is_ok()))
    });
    binding.set(ctx, "writeNow", write_now)?;
    let printed = ctx.function("printed", |ctx, args| {
        tell_causes(ctx, args.at(0).to_int32(ctx)?, args.at(1))?;
        Ok(ctx.undefined())
    });
    binding.set(ctx, "printed", printed)?;
    Ok(binding)
}

/// Lets whoever looks know what is printed.
fn tell_causes<'js>(ctx: Ctx<'js>, fd: i32, chunk: Value<'js>) -> JsResult<'js, ()> {
    let environment = Environment::of(ctx);
    let Some(causes) = &environment.causes else { return Ok(()) };
    let text = match chunk.as_typed_array(ctx) {
        Some(array) => {
            array.with_bytes(ctx, |bytes| String::from_utf8_lossy(bytes).into_owned())?
        }
        None => chunk.to_rust_string(ctx)?,
    };
    causes.wrote(&environment, fd, &text);
    Ok(())
}

/// What a pipe that is ready takes without waiting, by pipe(7).
const PIPE_BUF: usize = 4096;

/// Whether a pipe takes so much at once.
fn has_room(fd: BorrowedFd<'_>) -> bool {
    let mut writable = [PollFd::new(&fd, PollFlags::OUT)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    rustix::event::poll(&mut writable, Some(&now)) == Ok(1)
        && writable[0].revents() == PollFlags::OUT
}

fn standard(fd: i32) -> Option<BorrowedFd<'static>> {
    match fd {
        0 => Some(rustix::stdio::stdin()),
        1 => Some(rustix::stdio::stdout()),
        2 => Some(rustix::stdio::stderr()),
        _ => None,
    }
}

/// What libuv's `uv_guess_handle` says.
pub(super) fn handle_type(fd: BorrowedFd<'_>) -> &'static str {
    if rustix::termios::isatty(fd) {
        return "TTY";
    }
    match rustix::fs::fstat(fd).map(|stat| FileType::from_raw_mode(stat.st_mode)) {
        Ok(FileType::RegularFile | FileType::CharacterDevice | FileType::BlockDevice) => "FILE",
        Ok(FileType::Fifo) => "PIPE",
        Ok(FileType::Socket) => socket_type(fd),
        _ => "UNKNOWN",
    }
}

fn socket_type(fd: BorrowedFd<'_>) -> &'static str {
    let internet = [AddressFamily::INET, AddressFamily::INET6];
    match (sockopt::socket_type(fd), sockopt::socket_domain(fd)) {
        (Ok(SocketType::STREAM), Ok(AddressFamily::UNIX)) => "PIPE",
        (Ok(SocketType::STREAM), Ok(family)) if internet.contains(&family) => "TCP",
        (Ok(SocketType::DGRAM), Ok(family)) if internet.contains(&family) => "UDP",
        _ => "UNKNOWN",
    }
}

/// Writes all of `bytes`, waiting where the descriptor is one that does not block.
pub(super) fn write_all(fd: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match rustix::io::write(fd, bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => {
                let mut writable = [PollFd::new(&fd, PollFlags::OUT)];
                match rustix::event::poll(&mut writable, None) {
                    Ok(_) | Err(Errno::INTR) => {}
                    Err(errno) => return Err(errno),
                }
            }
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}
