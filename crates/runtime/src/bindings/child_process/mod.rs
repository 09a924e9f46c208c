//! The native half of `child_process`: starting a child, its pipes, its end.
//!
//! The end of a child is a pidfd that becomes readable in the poll phase.

mod blocking;
mod command;
mod pipe;

use std::os::fd::{AsRawFd, OwnedFd};
use std::process::Child;
use std::rc::{Rc, Weak};

use roundel_jsc::{Arguments, Bytes, Ctx, Exception, JsResult, Object, Persistent, TypedArray, Value};
use roundel_loop::{Interest, Origin, Poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags};

use self::blocking::{Limits, code_and_signal};
use self::command::Spec;
use self::pipe::{Pipe, Pipes, Written};
use crate::environment::Environment;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    binding.set(ctx, "spawn", ctx.function("spawn", spawn))?;
    binding.set(ctx, "spawnSync", ctx.function("spawnSync", spawn_sync))?;
    pipe_functions(ctx, binding)?;
    Ok(binding)
}

/// `spawn(options, onExit)`: `{ pid, pipes, setRef }`, or a negative errno.
fn spawn<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let options = args.at(0).to_object(ctx)?;
    let mut child = match Spec::read(ctx, options)?.and_then(Spec::start) {
        Ok(child) => child,
        Err(errno) => return Ok(ctx.int32(-errno.raw_os_error())),
    };
    let environment = Environment::of(ctx);
    let pipes = Pipes::of(ctx);
    let ends: [Option<OwnedFd>; 3] = [
        child.stdin.take().map(OwnedFd::from),
        child.stdout.take().map(OwnedFd::from),
        child.stderr.take().map(OwnedFd::from),
    ];
    let numbers = ctx.array(&[])?;
    let mut outputs = Vec::new();
    for (index, end) in ends.into_iter().enumerate() {
        let value = match end.map(|end| pipes.insert(&environment, end)) {
            Some(Ok(number)) => {
                outputs.extend(pipes.get(number).map(|pipe| Rc::downgrade(&pipe)));
                ctx.number(number.into())
            }
            Some(Err(errno)) => return Ok(ctx.int32(-errno.raw_os_error())),
            None => ctx.null(),
        };
        numbers.set_index(ctx, index as u32, value)?;
    }
    let result = ctx.object();
    result.set(ctx, "pid", ctx.number(child.id().into()))?;
    result.set(ctx, "pipes", numbers)?;
    let poll = match watch_exit(&environment, child, outputs, Persistent::new(ctx, args.at(1))) {
        Ok(poll) => poll,
        Err(errno) => return Ok(ctx.int32(-errno.raw_os_error())),
    };
    let set_ref = ctx.function("setRef", move |ctx, args| {
        let environment = Environment::of(ctx);
        if args.at(0).to_bool(ctx) {
            poll.reference(&environment.lp);
        } else {
            poll.unreference(&environment.lp);
        }
        Ok(ctx.undefined())
    });
    result.set(ctx, "setRef", set_ref)?;
    Ok(result.into())
}

/// Calls `on_exit(code, signal)` when the child has ended.
fn watch_exit(
    environment: &Rc<Environment>,
    mut child: Child,
    pipes: Vec<Weak<Pipe>>,
    on_exit: Persistent,
) -> Result<Poll, Errno> {
    let pid = Pid::from_raw(child.id() as i32).ok_or(Errno::SRCH)?;
    let pidfd = rustix::process::pidfd_open(pid, PidfdFlags::empty())?;
    let poll = Poll::new(&environment.lp, pidfd.as_raw_fd());
    poll.set_origin(&environment.lp, Origin::new("ProcessWrap"));
    let weak = Rc::downgrade(environment);
    let mut pidfd = Some(pidfd);
    let started = poll.start(&environment.lp, Interest::READABLE, move |lp, poll, _| {
        let Ok(Some(status)) = child.try_wait() else { return };
        pipes.iter().filter_map(Weak::upgrade).for_each(|pipe| pipe.read_available());
        poll.stop(lp);
        pidfd.take();
        poll.close_quietly(lp);
        let Some(environment) = weak.upgrade() else { return };
        environment.callback(|ctx| {
            let (code, signal) = code_and_signal(status);
            let args = [optional(ctx, code), optional(ctx, signal)];
            if let Some(function) = on_exit.get(ctx).as_function(ctx) {
                function.call(ctx, None, &args)?;
            }
            Ok(())
        });
    });
    started.map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))?;
    Ok(poll)
}

fn optional(ctx: Ctx<'_>, number: Option<i32>) -> Value<'_> {
    number.map_or(ctx.null(), |number| ctx.int32(number))
}

/// `spawnSync(options)`: `{ pid, status, signal, output, error }`, or a negative errno.
fn spawn_sync<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let options = args.at(0).to_object(ctx)?;
    let number = |name: &str| -> JsResult<'js, Option<f64>> {
        Ok(options.get(ctx, name)?.as_number().filter(|number| number.is_finite() && *number > 0.0))
    };
    let limits = Limits {
        timeout_ms: number("timeout")?.map(|ms| ms as u64),
        max_buffer: number("maxBuffer")?.map(|bytes| bytes as usize),
        kill_signal: number("killSignal")?.map_or(15, |signal| signal as i32),
    };
    let input = match options.get(ctx, "input")?.as_typed_array(ctx) {
        Some(view) => view.to_vec(ctx)?,
        None => Vec::new(),
    };
    let ended = match Spec::read(ctx, options)?.and_then(|spec| blocking::run(spec, &input, &limits)) {
        Ok(ended) => ended,
        Err(errno) => return Ok(ctx.int32(-errno.raw_os_error())),
    };
    let result = ctx.object();
    let (code, signal) = code_and_signal(ended.status);
    result.set(ctx, "pid", ctx.number(ended.pid.into()))?;
    result.set(ctx, "status", optional(ctx, code))?;
    result.set(ctx, "signal", optional(ctx, signal))?;
    let error = ended.error.map_or(0, |errno| -errno.raw_os_error());
    result.set(ctx, "error", ctx.int32(error))?;
    let output = ctx.array(&[ctx.null()])?;
    for (index, bytes) in ended.output.into_iter().enumerate() {
        let value = match bytes {
            Some(bytes) => TypedArray::from_vec(ctx, bytes)?.into(),
            None => ctx.null(),
        };
        output.set_index(ctx, index as u32 + 1, value)?;
    }
    result.set(ctx, "output", output)?;
    Ok(result.into())
}

fn pipe_functions<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let start = ctx.function("startReading", |ctx, args| {
        let Some(pipe) = Pipes::of(ctx).get(args.at(0).to_uint32(ctx)?) else { return bad(ctx) };
        let callback = Persistent::new(ctx, args.at(1));
        Ok(status(ctx, pipe.start_reading(callback)))
    });
    binding.set(ctx, "startReading", start)?;
    let stop = ctx.function("stopReading", |ctx, args| {
        let Some(pipe) = Pipes::of(ctx).get(args.at(0).to_uint32(ctx)?) else { return bad(ctx) };
        Ok(status(ctx, pipe.stop_reading()))
    });
    binding.set(ctx, "stopReading", stop)?;
    // 0: all written; 1: the callback will tell; negative: an errno.
    let write = ctx.function("write", |ctx, args| {
        let Some(pipe) = Pipes::of(ctx).get(args.at(0).to_uint32(ctx)?) else { return bad(ctx) };
        let Some(view) = args.at(1).as_typed_array(ctx) else {
            return Err(Exception::type_error(ctx, "argument must be a buffer"));
        };
        let callback = Persistent::new(ctx, args.at(2));
        Ok(ctx.int32(match pipe.write(view.to_vec(ctx)?, callback) {
            Written::All => 0,
            Written::Waiting => 1,
            Written::Failed(errno) => -errno.raw_os_error(),
        }))
    });
    binding.set(ctx, "write", write)?;
    let close = ctx.function("close", |ctx, args| {
        let Some(pipe) = Pipes::of(ctx).remove(args.at(0).to_uint32(ctx)?) else { return bad(ctx) };
        pipe.close(Persistent::new(ctx, args.at(1)));
        Ok(ctx.int32(0))
    });
    binding.set(ctx, "close", close)?;
    let set_ref = ctx.function("setPipeRef", |ctx, args| {
        let Some(pipe) = Pipes::of(ctx).get(args.at(0).to_uint32(ctx)?) else { return bad(ctx) };
        pipe.set_reference(args.at(1).to_bool(ctx));
        Ok(ctx.int32(0))
    });
    binding.set(ctx, "setPipeRef", set_ref)
}

fn bad<'js>(ctx: Ctx<'js>) -> JsResult<'js, Value<'js>> {
    Ok(ctx.int32(-Errno::BADF.raw_os_error()))
}

fn status<'js>(ctx: Ctx<'js>, result: Result<(), Errno>) -> Value<'js> {
    ctx.int32(result.err().map_or(0, |errno| -errno.raw_os_error()))
}
