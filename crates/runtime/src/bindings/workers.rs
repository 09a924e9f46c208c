//! Starting and ending workers, and what the environments of a program have in common.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};
use roundel_jsc::{Arguments, Ctx, Exception, JsResult, Object, SharedMemory, Value};
use roundel_loop::ResourceId;
use serde_json::json;

use super::options::strings;
use crate::async_waits::Expected;
use crate::channel::channel;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::options::{BadFlags, Entry, Options, PrintResult, Role, WorkerFlags};
use crate::variables::Variables;
use crate::workers::Waiting;

pub(super) fn create<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let options = &environment.options;
    let binding = ctx.object();
    binding.set(ctx, "threadId", ctx.number(options.thread_id.into()))?;
    binding.set(ctx, "threadName", ctx.string(&options.thread_name))?;
    let start = ctx.function("start", start);
    binding.set(ctx, "start", start)?;
    let terminate = ctx.function("terminate", |ctx, args| {
        let number = args.at(0).to_number(ctx)? as u32;
        let Some(waiting) = Environment::of(ctx).workers.terminate(number) else {
            return Ok(ctx.undefined());
        };
        let length = ctx.number(waiting.memory.byte_length() as f64);
        let make =
            args.at(1).as_function(ctx).ok_or_else(|| Exception::error(ctx, "no function"))?;
        let buffer = make.call(ctx, None, &[length])?.to_object(ctx)?;
        waiting.memory.put_into(ctx, buffer)?;
        Ok(ctx.array(&[buffer.into(), ctx.number(waiting.byte_offset as f64)])?.into())
    });
    binding.set(ctx, "terminate", terminate)?;
    let variable = ctx.function("variable", |ctx, args| {
        let variables = own_variables(ctx);
        let value = variables.and_then(|variables| Some(variables.get(&name(ctx, args)?)));
        Ok(value.flatten().map_or(ctx.undefined(), |value| ctx.string(&value)))
    });
    binding.set(ctx, "variable", variable)?;
    let set_variable = ctx.function("setVariable", |ctx, args| {
        if let (Some(variables), Some(name)) = (own_variables(ctx), name(ctx, args)) {
            variables.set(name, args.at(1).to_rust_string(ctx)?);
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setVariable", set_variable)?;
    let delete_variable = ctx.function("deleteVariable", |ctx, args| {
        if let (Some(variables), Some(name)) = (own_variables(ctx), name(ctx, args)) {
            variables.delete(&name);
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "deleteVariable", delete_variable)?;
    let variable_names = ctx.function("variableNames", |ctx, _| {
        let all = own_variables(ctx).map_or(Vec::new(), |variables| variables.all());
        let names: Vec<String> = all.into_iter().map(|(name, _)| name).collect();
        Ok(strings(ctx, &names)?.into())
    });
    binding.set(ctx, "variableNames", variable_names)?;
    let share_variables = ctx.function("shareVariables", |ctx, args| {
        let environment = Environment::of(ctx);
        let variables = shared_variables(&environment);
        for (name, value) in pairs(texts(ctx, args.at(0))?) {
            variables.set(name, value);
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "shareVariables", share_variables)?;
    let take_leave = ctx.function("takeLeave", |ctx, args| {
        let number = args.at(0).to_number(ctx)? as u32;
        let Some(ended) = Environment::of(ctx).workers.take_leave(number) else {
            return Ok(ctx.undefined());
        };
        let failure = ended.failure.map_or(ctx.undefined(), |failure| ctx.string(&failure));
        Ok(ctx.array(&[ctx.int32(ended.code), failure])?.into())
    });
    binding.set(ctx, "takeLeave", take_leave)?;
    let begin_wait = ctx.function("beginWait", |ctx, args| {
        let environment = Environment::of(ctx);
        let Some(shared) = environment.worker.get() else { return Ok(ctx.undefined()) };
        let memory = args.at(0).as_object(ctx).and_then(|buffer| SharedMemory::of(ctx, buffer));
        let Some(memory) = memory else { return Ok(ctx.undefined()) };
        let byte_offset = args.at(1).to_number(ctx)? as usize;
        if shared.wait_for(Waiting { memory, byte_offset }) {
            environment.hold_up(true);
            return Ok(ctx.undefined());
        }
        environment.end(Exit::Interrupted);
        Err(ctx.terminate())
    });
    binding.set(ctx, "beginWait", begin_wait)?;
    let end_wait = ctx.function("endWait", |ctx, _| {
        let environment = Environment::of(ctx);
        environment.hold_up(false);
        if environment.worker.get().is_none_or(|shared| shared.go_on()) {
            return Ok(ctx.undefined());
        }
        environment.end(Exit::Interrupted);
        Err(ctx.terminate())
    });
    binding.set(ctx, "endWait", end_wait)?;
    let loop_times = ctx.function("loopTimes", |ctx, args| {
        let number = args.at(0).to_number(ctx)? as u32;
        let Some((idle, turning)) = Environment::of(ctx).workers.loop_times(number) else {
            return Ok(ctx.undefined());
        };
        let ms = |time: Duration| ctx.number(time.as_nanos() as f64 / 1e6);
        Ok(ctx.array(&[ms(idle), ms(turning)])?.into())
    });
    binding.set(ctx, "loopTimes", loop_times)?;
    let cpu_usage = ctx.function("cpuUsage", |ctx, _| {
        let usage = getrusage(UsageWho::RUSAGE_THREAD);
        let usage = usage.map_err(|error| Exception::error(ctx, &error.to_string()))?;
        let micros = |time: TimeVal| ctx.number(time.num_microseconds() as f64);
        Ok(ctx.array(&[micros(usage.user_time()), micros(usage.system_time())])?.into())
    });
    binding.set(ctx, "cpuUsage", cpu_usage)?;
    async_waits(ctx, binding)?;
    Ok(binding)
}

/// What `Atomics.waitAsync` and `Atomics.notify` are made of.
fn async_waits<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let open = ctx.function("openAsyncWaits", |ctx, _| {
        let environment = Environment::of(ctx);
        let thread = environment.options.thread_id;
        let mut waits = environment.options.family.async_waits();
        if waits.is_known(thread) {
            return Ok(ctx.number(0.0));
        }
        let (port, hears) = channel();
        waits.introduce(thread, port);
        Ok(ctx.number(environment.ports.outside.keep(hears).into()))
    });
    binding.set(ctx, "openAsyncWaits", open)?;
    let wait = ctx.function("waitAsync", |ctx, args| {
        let environment = Environment::of(ctx);
        let (memory, byte_offset) = element(ctx, args)?;
        let low = args.at(2).to_number(ctx)? as u32;
        let expected = match args.at(3).as_number() {
            Some(high) => Expected::Int64(((high as u32 as u64) << 32 | u64::from(low)) as i64),
            None => Expected::Int32(low as i32),
        };
        let number = args.at(4).to_number(ctx)? as u32;
        let thread = environment.options.thread_id;
        let mut waits = environment.options.family.async_waits();
        Ok(ctx.boolean(waits.wait(memory, byte_offset, expected, thread, number)))
    });
    binding.set(ctx, "waitAsync", wait)?;
    let notify = ctx.function("notifyAsync", |ctx, args| {
        if Environment::of(ctx).options.family.async_waits().is_empty() {
            return Ok(ctx.number(0.0));
        }
        let (memory, byte_offset) = element(ctx, args)?;
        // What is more than anybody counts is as good as infinite.
        let limit = args.at(2).to_number(ctx)? as usize;
        let environment = Environment::of(ctx);
        let woken = environment.options.family.async_waits().notify(&memory, byte_offset, limit);
        Ok(ctx.number(woken as f64))
    });
    binding.set(ctx, "notifyAsync", notify)?;
    let give_up = ctx.function("giveUpWait", |ctx, args| {
        let environment = Environment::of(ctx);
        let number = args.at(0).to_number(ctx)? as u32;
        let mut waits = environment.options.family.async_waits();
        Ok(ctx.boolean(waits.give_up(environment.options.thread_id, number)))
    });
    binding.set(ctx, "giveUpWait", give_up)
}

/// Two arguments: a shared buffer, and where the element is in it.
fn element<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, (SharedMemory, usize)> {
    let buffer = args.at(0).as_object(ctx);
    let Some(memory) = buffer.and_then(|buffer| SharedMemory::of(ctx, buffer)) else {
        return Err(Exception::error(ctx, "this engine does not tell where shared memory is"));
    };
    Ok((memory, args.at(1).to_number(ctx)? as usize))
}

/// `start(kind, entry, argv, execArgv, variables, name, stackBytes, channel, hasFlags, hasVariables, asyncId)`: a thread. Gives its number,
/// the flags that it cannot have, or what is wrong in a variable.
fn start<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let source = args.at(1).to_rust_string(ctx)?;
    let entry = match args.at(0).to_rust_string(ctx)?.as_str() {
        "file" => Entry::File(source.into()),
        "url" => Entry::Url(source),
        _ => Entry::Eval { source, print: PrintResult::No },
    };
    let exec_argv = texts(ctx, args.at(3))?;
    let variables = match args.at(4).as_object(ctx) {
        Some(list) => Variables::new(pairs(texts(ctx, list.into())?)),
        None => shared_variables(&environment),
    };
    let (has_flags, has_variables) = (args.at(8).to_bool(ctx), args.at(9).to_bool(ctx));
    let variable = |name: &str| variables.get(name).filter(|_| has_variables);
    let flags = WorkerFlags { words: &exec_argv, are_inherited: !has_flags, variable: &variable };
    let read = match environment.options.read_flags.filter(|_| has_flags || has_variables) {
        Some(read) => match read(flags) {
            Ok(options) => Some(options),
            Err(BadFlags::Words(words)) => return Ok(strings(ctx, &words)?.into()),
            Err(BadFlags::Variable { name, problem }) => {
                let wrong = ctx.object();
                wrong.set(ctx, "name", ctx.string(&name))?;
                wrong.set(ctx, "problem", ctx.string(&problem))?;
                return Ok(wrong.into());
            }
        },
        None => None,
    };
    let parent = &environment.options;
    let number = parent.family.next_thread();
    let (busy, begins_ns) = environment.begin_worker();
    let inherited = read.unwrap_or_else(|| parent.clone());
    let options = Options {
        entry,
        args: texts(ctx, args.at(2))?,
        exec_argv,
        variables: Some(variables),
        env: Vec::new(),
        thread_id: number,
        thread_name: args.at(5).to_rust_string(ctx)?,
        role: Role::Worker,
        input_type: None,
        entry_type: None,
        // These are about the program that was started from the command line.
        title: None,
        why_alive: None,
        max_time_ms: None,
        record_choices: None,
        schedule_log: None,
        trace: parent.trace.clone(),
        argv0: parent.argv0.clone(),
        loop_kind: parent.loop_kind,
        choices: parent.choices.clone(),
        choosing: environment.choosing(),
        faults: parent.faults,
        time: parent.time,
        begins_ns: Some(begins_ns),
        family: parent.family.clone(),
        ..inherited
    };
    let end = environment.ports.outside.release(args.at(7).to_number(ctx)? as u32);
    let end = end.ok_or_else(|| Exception::error(ctx, "no such channel"))?;
    let stack_bytes = args.at(6).to_number(ctx)? as usize;
    if let Err(error) = environment.workers.start(number, options, end, stack_bytes, busy) {
        return Err(Exception::error(ctx, &error.to_string()));
    }
    // Whoever looks finds the thread that its script runs on.
    if environment.causes.is_some() {
        let mut detail = json!({ "thread": number });
        if args.at(0).to_rust_string(ctx)? != "text" {
            detail["entry"] = args.at(1).to_rust_string(ctx)?.into();
        }
        environment.describe(ResourceId(args.at(10).to_number(ctx)? as u64), &detail);
    }
    Ok(ctx.number(number.into()))
}

/// The variables that others may see: those a worker was started with, or those that were shared with one.
fn own_variables(ctx: Ctx<'_>) -> Option<Variables> {
    let environment = Environment::of(ctx);
    environment.options.variables.clone().or_else(|| environment.shared_variables.get().cloned())
}

fn name<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> Option<String> {
    args.at(0).to_rust_string(ctx).ok()
}

/// What the program shares with its workers: a worker what it was started with, whether that is shared already or not.
fn shared_variables(environment: &Environment) -> Variables {
    let own = || environment.options.variables.clone().unwrap_or_default();
    environment.shared_variables.get_or_init(own).clone()
}

fn texts<'js>(ctx: Ctx<'js>, list: Value<'js>) -> JsResult<'js, Vec<String>> {
    let list = list.to_object(ctx)?;
    let length = list.get(ctx, "length")?.to_number(ctx)? as u32;
    (0..length).map(|index| list.get_index(ctx, index)?.to_rust_string(ctx)).collect()
}

/// Names and values take turns.
fn pairs(texts: Vec<String>) -> Vec<(String, String)> {
    let mut texts = texts.into_iter();
    std::iter::from_fn(|| Some((texts.next()?, texts.next()?))).collect()
}
