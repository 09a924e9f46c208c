//! The native half of `child_process`: starting a child, its pipes, its end.

mod blocking;
mod command;
mod pipe;

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::rc::Rc;

use roundel_jsc::{Arguments, Bytes, Ctx, Exception, JsResult, Object, Persistent, TypedArray, Value};
use roundel_loop::{Child, Origin, Process, ResourceId, close_on_exec};
use rustix::io::Errno;

use self::blocking::Limits;
use self::command::{Spec, errno};
use self::pipe::{Pipes, Written};
use crate::environment::Environment;

/// The engine opens it, and lets children inherit it.
const ENGINE_FILE: &str = "/dev/urandom";

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    close_on_exec(ENGINE_FILE.as_ref());
    let binding = ctx.object();
    binding.set(ctx, "spawn", ctx.function("spawn", spawn))?;
    binding.set(ctx, "spawnSync", ctx.function("spawnSync", spawn_sync))?;
    pipe_functions(ctx, binding)?;
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
    let pipes = Pipes::of(ctx);
    let ids = options.get(ctx, "pipeIds")?.to_object(ctx)?;
    for index in 0..count {
        let end = process.take_pipe(&environment.lp, index);
        let id = ids.get_index(ctx, index as u32)?.as_number().unwrap_or_default();
        let origin = Origin::new("PipeWrap").with_resource(ResourceId(id as u64));
        let value = match end.map(|end| pipes.insert(&environment, end, origin)) {
            Some(Ok(number)) => ctx.number(number.into()),
            Some(Err(errno)) => return Ok(ctx.int32(-errno.raw_os_error())),
            None => ctx.null(),
        };
        numbers.set_index(ctx, index as u32, value)?;
    }
    let handle = ctx.object();
    let pid = process.pid(&environment.lp).unwrap_or_default();
    handle.set(ctx, "pid", ctx.int32(pid))?;
    handle.set(ctx, "pipes", numbers)?;
    handle_methods(ctx, handle, process)?;
    Ok(handle.into())
}

fn handle_methods<'js>(
    ctx: Ctx<'js>,
    handle: Object<'js>,
    process: Process,
) -> JsResult<'js, ()> {
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
    let shutdown = ctx.function("shutdown", |ctx, args| {
        let Some(pipe) = Pipes::of(ctx).get(args.at(0).to_uint32(ctx)?) else { return bad(ctx) };
        Ok(status(ctx, pipe.shutdown()))
    });
    binding.set(ctx, "shutdown", shutdown)?;
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
