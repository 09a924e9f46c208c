//! What to start, read from JavaScript, and starting it.

use std::ffi::OsString;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use roundel_jsc::{Ctx, JsResult, Object, Value};
use rustix::io::Errno;

use super::super::fs::descriptors::Descriptors;

/// Where one of the child's three standard descriptors leads.
pub(super) enum Target {
    Ignore,
    /// A pipe of which we keep the other end.
    Pipe,
    Descriptor(OwnedFd),
}

/// A command to start.
pub(super) struct Spec {
    pub(super) command: Command,
    pub(super) targets: Vec<Target>,
}

impl Spec {
    /// Reads `{ file, args, cwd, envPairs, uid, gid, detached, stdio }`.
    pub(super) fn read<'js>(
        ctx: Ctx<'js>,
        options: Object<'js>,
    ) -> JsResult<'js, Result<Spec, Errno>> {
        let text = |name: &str| -> JsResult<'js, Option<String>> {
            let value = options.get(ctx, name)?;
            if value.is_nullish() { Ok(None) } else { value.to_rust_string(ctx).map(Some) }
        };
        let mut command = Command::new(text("file")?.unwrap_or_default());
        let mut args = strings(ctx, options.get(ctx, "args")?)?.into_iter();
        if let Some(name) = args.next() {
            command.arg0(name);
        }
        command.args(args);
        if let Some(folder) = text("cwd")? {
            command.current_dir(folder);
        }
        let pairs = options.get(ctx, "envPairs")?;
        if !pairs.is_nullish() {
            command.env_clear();
            for pair in strings(ctx, pairs)? {
                let (name, value) = pair.split_once('=').unwrap_or((&pair, ""));
                command.env(OsString::from(name), OsString::from(value));
            }
        }
        if let Some(uid) = options.get(ctx, "uid")?.as_number() {
            command.uid(uid as u32);
        }
        if let Some(gid) = options.get(ctx, "gid")?.as_number() {
            command.gid(gid as u32);
        }
        if options.get(ctx, "detached")?.to_bool(ctx) {
            // Its own process group, so that signals of the terminal do not reach it.
            command.process_group(0);
        }
        let targets = list(ctx, options.get(ctx, "stdio")?, |value| target(ctx, value))?;
        Ok(targets.into_iter().collect::<Result<_, _>>().map(|targets| Spec { command, targets }))
    }

    /// Starts the command; pipes are in the child, at their places.
    pub(super) fn start(mut self) -> Result<Child, Errno> {
        let mut stdio = self.targets.into_iter().map(|target| match target {
            Target::Ignore => Stdio::null(),
            Target::Pipe => Stdio::piped(),
            Target::Descriptor(fd) => Stdio::from(fd),
        });
        self.command.stdin(stdio.next().unwrap_or_else(Stdio::null));
        self.command.stdout(stdio.next().unwrap_or_else(Stdio::null));
        self.command.stderr(stdio.next().unwrap_or_else(Stdio::null));
        self.command.spawn().map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))
    }
}

/// 'ignore', 'pipe' or a descriptor's number.
fn target<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Result<Target, Errno>> {
    if let Some(number) = value.as_number() {
        let descriptor = Descriptors::of(ctx).get(number as i32);
        return Ok(descriptor.and_then(|descriptor| {
            // A duplicate: the child's end must not close ours.
            let copy = descriptor.as_fd().try_clone_to_owned();
            copy.map(Target::Descriptor)
                .map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::BADF))
        }));
    }
    Ok(Ok(match value.to_rust_string(ctx)?.as_str() {
        "pipe" => Target::Pipe,
        _ => Target::Ignore,
    }))
}

/// What `read` makes of each element. One at a time: the collector does not see values in a vector.
fn list<'js, T>(
    ctx: Ctx<'js>,
    value: Value<'js>,
    read: impl Fn(Value<'js>) -> JsResult<'js, T>,
) -> JsResult<'js, Vec<T>> {
    let Some(array) = value.as_object(ctx) else { return Ok(Vec::new()) };
    let length = array.get(ctx, "length")?.to_uint32(ctx)?;
    (0..length).map(|index| read(array.get_index(ctx, index)?)).collect()
}

fn strings<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Vec<String>> {
    list(ctx, value, |value| value.to_rust_string(ctx))
}
