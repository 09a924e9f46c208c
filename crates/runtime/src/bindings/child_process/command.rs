//! What to start, read from JavaScript, and starting it.

use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd;
use std::sync::Arc;

use roundel_jsc::{Ctx, JsResult, Object, Value};
use roundel_loop::{Child, Session, SpawnOptions, Stdio};
use rustix::io::Errno;

use super::super::fs::descriptors::{Descriptor, Descriptors};
use super::super::streams::Streams;
use crate::environment::Environment;

/// Where one of the child's descriptors leads.
pub(super) enum Target {
    Ignore,
    /// A pipe of which we keep the other end.
    Pipe,
    Descriptor(Descriptor),
}

/// A command to start.
pub(super) struct Spec {
    /// All but the descriptors.
    options: SpawnOptions<'static>,
    pub(super) targets: Vec<Target>,
}

impl Spec {
    /// Reads `{ file, args, cwd, envPairs, uid, gid, detached, stdio }`.
    pub(super) fn read<'js>(
        ctx: Ctx<'js>,
        options: Object<'js>,
    ) -> JsResult<'js, Result<Spec, Errno>> {
        let text = |name: &str| -> JsResult<'js, Option<OsString>> {
            let value = options.get(ctx, name)?;
            if value.is_nullish() {
                return Ok(None);
            }
            Ok(Some(value.to_rust_string(ctx)?.into()))
        };
        let id = |name: &str| -> JsResult<'js, Option<u32>> {
            // As Node's: a signed number of 32 bits, whose bits are the id.
            Ok(options.get(ctx, name)?.as_number().map(|id| id as i32 as u32))
        };
        let pairs = options.get(ctx, "envPairs")?;
        let detached = options.get(ctx, "detached")?.to_bool(ctx);
        let options_of_loop = SpawnOptions {
            env: if pairs.is_nullish() { None } else { Some(strings(ctx, pairs)?) },
            cwd: text("cwd")?.map(Into::into),
            uid: id("uid")?,
            gid: id("gid")?,
            session: if detached { Session::Own } else { Session::Ours },
            ..SpawnOptions::new(
                text("file")?.unwrap_or_default(),
                strings(ctx, options.get(ctx, "args")?)?,
            )
        };
        let targets = list(ctx, options.get(ctx, "stdio")?, |value| target(ctx, value))?;
        let targets = targets.into_iter().collect::<Result<_, _>>();
        Ok(targets.map(|targets| Spec { options: options_of_loop, targets }))
    }

    /// Starts the command.
    pub(super) fn start(self) -> Result<Child, Errno> {
        let stdio = self.targets.iter().map(|target| match target {
            Target::Ignore => Stdio::Ignore,
            Target::Pipe => Stdio::Pipe,
            Target::Descriptor(descriptor) => Stdio::Inherit(descriptor.as_fd()),
        });
        let options = SpawnOptions { stdio: stdio.collect(), ..self.options };
        options.spawn().map_err(errno)
    }
}

pub(super) fn errno(error: io::Error) -> Errno {
    Errno::from_io_error(&error).unwrap_or(Errno::IO)
}

/// 'ignore', 'pipe', a descriptor's number or the handle of a native stream.
fn target<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Result<Target, Errno>> {
    if let Some(number) = value.as_number() {
        return Ok(Descriptors::of(ctx).get(number as i32).map(Target::Descriptor));
    }
    if let Some(handle) = value.as_object(ctx) {
        let number = handle.get(ctx, "number")?.to_uint32(ctx)?;
        let fd = Streams::of(ctx).duplicate(&Environment::of(ctx).lp, number).map_err(errno);
        return Ok(fd.map(|fd| Target::Descriptor(Descriptor::Opened(Arc::new(fd)))));
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

pub(super) fn strings<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Vec<OsString>> {
    list(ctx, value, |value| Ok(value.to_rust_string(ctx)?.into()))
}
