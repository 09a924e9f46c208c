//! Starting and ending workers, and what the environments of a program have in common.

use roundel_jsc::{Arguments, Ctx, Exception, JsResult, Object, SharedMemory, Value};

use crate::environment::Environment;
use crate::exit::Exit;
use crate::options::{Entry, Options, PrintResult, Role};
use crate::workers::Waiting;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let options = &environment.options;
    let binding = ctx.object();
    binding.set(ctx, "threadId", ctx.number(options.thread_id.into()))?;
    binding.set(ctx, "threadName", ctx.string(&options.thread_name))?;
    let start = ctx.function("start", |ctx, args| start(ctx, args));
    binding.set(ctx, "start", start)?;
    let terminate = ctx.function("terminate", |ctx, args| {
        let number = args.at(0).to_number(ctx)? as u32;
        let Some(waiting) = Environment::of(ctx).workers.terminate(number) else {
            return Ok(ctx.undefined());
        };
        let length = ctx.number(waiting.memory.byte_length() as f64);
        let make = args.at(1).as_function(ctx).ok_or_else(|| Exception::error(ctx, "no function"))?;
        let buffer = make.call(ctx, None, &[length])?.to_object(ctx)?;
        waiting.memory.put_into(ctx, buffer)?;
        Ok(ctx.array(&[buffer.into(), ctx.number(waiting.byte_offset as f64)])?.into())
    });
    binding.set(ctx, "terminate", terminate)?;
    let take_leave = ctx.function("takeLeave", |ctx, args| {
        let number = args.at(0).to_number(ctx)? as u32;
        let Some(ended) = Environment::of(ctx).workers.take_leave(number) else {
            return Ok(ctx.undefined());
        };
        let failure = ended.failure.map_or(ctx.undefined(), |failure| ctx.string(&failure).into());
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
            return Ok(ctx.undefined());
        }
        environment.end(Exit::Interrupted);
        Err(ctx.terminate())
    });
    binding.set(ctx, "beginWait", begin_wait)?;
    let end_wait = ctx.function("endWait", |ctx, _| {
        let environment = Environment::of(ctx);
        if environment.worker.get().is_none_or(|shared| shared.go_on()) {
            return Ok(ctx.undefined());
        }
        environment.end(Exit::Interrupted);
        Err(ctx.terminate())
    });
    binding.set(ctx, "endWait", end_wait)?;
    Ok(binding)
}

/// `start(kind, entry, argv, execArgv, variables, name, stackBytes, channel)`: a thread. Gives its number.
fn start<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let source = args.at(1).to_rust_string(ctx)?;
    let entry = match args.at(0).to_rust_string(ctx)?.as_str() {
        "file" => Entry::File(source.into()),
        "url" => Entry::Url(source),
        _ => Entry::Eval { source, print: PrintResult::No },
    };
    let parent = &environment.options;
    let number = parent.family.next_thread();
    let options = Options {
        entry,
        args: texts(ctx, args.at(2))?,
        exec_argv: texts(ctx, args.at(3))?,
        variables: Some(pairs(texts(ctx, args.at(4))?)),
        env: Vec::new(),
        thread_id: number,
        thread_name: args.at(5).to_rust_string(ctx)?,
        role: Role::Worker,
        input_type: None,
        entry_type: None,
        // These are about the program that was started from the command line.
        title: None,
        turn_log: None,
        max_time_ms: None,
        record_choices: None,
        ..parent.clone()
    };
    let end = environment.ports.outside.release(args.at(7).to_number(ctx)? as u32);
    let end = end.ok_or_else(|| Exception::error(ctx, "no such channel"))?;
    let stack_bytes = args.at(6).to_number(ctx)? as usize;
    if let Err(error) = environment.workers.start(number, options, end, stack_bytes) {
        return Err(Exception::error(ctx, &error.to_string()));
    }
    Ok(ctx.number(number.into()))
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
