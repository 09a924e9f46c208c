//! The native half of `child_process`: starting a child, its pipes (which are native streams), its end.

mod blocking;
mod command;
mod replace;

use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::rc::Rc;

use roundel_jsc::{Arguments, Bytes, Ctx, JsResult, Object, Persistent, TypedArray, Value};
use roundel_loop::{Child, Pipe, Process, Stream, close_on_exec};
use rustix::io::Errno;

use self::blocking::Limits;
use self::command::{Spec, errno};
use super::streams::number_of;
use crate::environment::Environment;

/// The engine opens it, and lets children inherit it.
const ENGINE_FILE: &str = "/dev/urandom";

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    close_on_exec(ENGINE_FILE.as_ref());
    let binding = ctx.object();
    binding.set(ctx, "spawn", ctx.function("spawn", spawn))?;
    binding.set(ctx, "spawnSync", ctx.function("spawnSync", spawn_sync))?;
    binding.set(ctx, "replace", ctx.function("replace", replace::replace))?;
    binding.set(ctx, "deadPipe", ctx.function("deadPipe", dead_pipe))?;
    Ok(binding)
}

/// `spawn(options, onExit)`: a handle, or a negative errno.
fn spawn<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let options = args.at(0).to_object(ctx)?;
    let environment = Environment::of(ctx);
    let spec = Spec::read(ctx, options)?;
    let count = spec.as_ref().map_or(0, |spec| spec.targets.len());
    let on_exit = Persistent::new(ctx, args.at(1));
    let started = spec.and_then(Spec::start).and_then(|child| watch(&environment, child, on_exit));
    let process = match started {
        Ok(process) => process,
        Err(errno) => return Ok(ctx.int32(-errno.raw_os_error())),
    };
    let numbers = ctx.array(&[])?;
    for index in 0..count {
        let number = match process.take_pipe(&environment.lp, index) {
            Some(end) => {
                let pipe = Pipe::open(&environment.lp, end).map(Stream::from);
                number_of(ctx, pipe, "PipeWrap")
            }
            None => ctx.null(),
        };
        numbers.set_index(ctx, index as u32, number)?;
    }
    let handle = ctx.object();
    let pid = process.pid(&environment.lp).unwrap_or_default();
    if environment.child_fault() {
        // One that has ended by itself meanwhile is not there to be killed.
        let _ = process.kill(&environment.lp, rustix::process::Signal::KILL.as_raw());
    }
    handle.set(ctx, "pid", ctx.int32(pid))?;
    handle.set(ctx, "pipes", numbers)?;
    handle_methods(ctx, handle, process)?;
    Ok(handle.into())
}

/// `deadPipe()`: our end of a pipe to a child that could not be started, or a negative errno.
fn dead_pipe<'js>(ctx: Ctx<'js>, _: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    // The other end is dropped, as that of a child which has gone.
    let open = |(ours, _): (UnixStream, UnixStream)| {
        Pipe::open(&Environment::of(ctx).lp, ours).map(Stream::from)
    };
    Ok(number_of(ctx, UnixStream::pair().and_then(open), "PipeWrap"))
}

fn handle_methods<'js>(ctx: Ctx<'js>, handle: Object<'js>, process: Process) -> JsResult<'js, ()> {
    let kill = ctx.function("kill", move |ctx, args| {
        let result = process.kill(&Environment::of(ctx).lp, args.at(0).to_int32(ctx)?);
        Ok(status(ctx, result.map_err(errno)))
    });
    handle.set(ctx, "kill", kill)?;
    let reference = ctx.function("ref", move |ctx, _| {
        process.reference(&Environment::of(ctx).lp);
        Ok(ctx.undefined())
    });
    handle.set(ctx, "ref", reference)?;
    let unreference = ctx.function("unref", move |ctx, _| {
        process.unreference(&Environment::of(ctx).lp);
        Ok(ctx.undefined())
    });
    handle.set(ctx, "unref", unreference)?;
    let has_ref = ctx.function("hasRef", move |ctx, _| {
        Ok(ctx.boolean(process.has_ref(&Environment::of(ctx).lp)))
    });
    handle.set(ctx, "hasRef", has_ref)
}

/// Calls `on_exit(code, signal)` when the child has ended.
fn watch(
    environment: &Rc<Environment>,
    child: Child,
    on_exit: Persistent,
) -> Result<Process, Errno> {
    let weak = Rc::downgrade(environment);
    let process = Process::watch(&environment.lp, child, move |lp, process, status| {
        process.close_quietly(lp);
        let Some(environment) = weak.upgrade() else { return };
        environment.callback(|ctx| {
            let (code, signal) = match status {
                Ok(status) => code_and_signal(status),
                // Somebody else has waited for it: how it ended is not known.
                Err(error) => (Some(-errno(error).raw_os_error()), None),
            };
            let args = [optional(ctx, code), optional(ctx, signal)];
            if let Some(function) = on_exit.get(ctx).as_function(ctx) {
                function.call(ctx, None, &args)?;
            }
            Ok(())
        });
    });
    let process = process.map_err(errno)?;
    process.set_origin(&environment.lp, environment.origin("ProcessWrap"));
    Ok(process)
}

/// The exit code, or the signal that ended it.
fn code_and_signal(status: ExitStatus) -> (Option<i32>, Option<i32>) {
    (status.code(), status.signal())
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
    let run = Spec::read(ctx, options)?.and_then(|spec| blocking::run(spec, &input, &limits));
    Environment::of(ctx).waited(ctx);
    let ended = match run {
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
    let output = ctx.array(&[])?;
    for (index, bytes) in ended.output.into_iter().enumerate() {
        let value = match bytes {
            Some(bytes) => TypedArray::from_vec(ctx, bytes)?.into(),
            None => ctx.null(),
        };
        output.set_index(ctx, index as u32, value)?;
    }
    result.set(ctx, "output", output)?;
    Ok(result.into())
}

fn status<'js>(ctx: Ctx<'js>, result: Result<(), Errno>) -> Value<'js> {
    ctx.int32(result.err().map_or(0, |errno| -errno.raw_os_error()))
}
