//! `process.execve`: this process becomes another program.

use std::ffi::OsString;
use std::os::fd::BorrowedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::process::Command;

use roundel_jsc::{Arguments, Ctx, JsResult, Value};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::command::strings;

/// `replace(file, args, names, values)`: comes back with `{ errno, message }` if it failed, or never.
pub(super) fn replace<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    const EIO: i32 = 5;
    let mut file = OsString::from(args.at(0).to_rust_string(ctx)?);
    if !file.as_bytes().contains(&b'/') {
        // A name alone is a file of this folder, not a program of the search path.
        file = OsString::from_vec([b"./", file.as_bytes()].concat());
    }
    let words = strings(ctx, args.at(1))?;
    let mut command = Command::new(file);
    command.arg0(words.first().cloned().unwrap_or_default()).args(words.iter().skip(1));
    let (names, values) = (strings(ctx, args.at(2))?, strings(ctx, args.at(3))?);
    command.env_clear().envs(names.into_iter().zip(values));
    standard_descriptors_block();
    let error = command.exec();
    let text = error.to_string();
    let failure = ctx.object();
    failure.set(ctx, "errno", ctx.int32(error.raw_os_error().unwrap_or(EIO)))?;
    let message = text.split_once(" (os error").map_or(text.as_str(), |(message, _)| message);
    failure.set(ctx, "message", ctx.string(message))?;
    Ok(failure.into())
}

/// Programs expect standard descriptors that block; the loop may have had use for others.
fn standard_descriptors_block() {
    let standard: [BorrowedFd<'_>; 3] =
        [rustix::stdio::stdin(), rustix::stdio::stdout(), rustix::stdio::stderr()];
    for descriptor in standard {
        if let Ok(flags) = fcntl_getfl(descriptor)
            && flags.contains(OFlags::NONBLOCK)
        {
            // What can not be changed is the other program's affair.
            let _ = fcntl_setfl(descriptor, flags - OFlags::NONBLOCK);
        }
    }
}
