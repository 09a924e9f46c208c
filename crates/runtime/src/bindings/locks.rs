//! `navigator.locks`: the locks that the threads of a program share.

use roundel_jsc::{Arguments, Ctx, JsResult, Object};

use crate::channel::channel;
use crate::environment::Environment;
use crate::locks::{Answer, IfTaken, Mode, Request};

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let open = ctx.function("open", |ctx, _| {
        let environment = Environment::of(ctx);
        let thread = environment.options.thread_id;
        let mut locks = environment.options.family.locks();
        if locks.is_known(thread) {
            return Ok(ctx.number(0.0));
        }
        let (port, hears) = channel();
        locks.introduce(thread, port);
        Ok(ctx.number(environment.ports.outside.keep(hears).into()))
    });
    binding.set(ctx, "open", open)?;
    let request = ctx.function("request", |ctx, args| {
        let environment = Environment::of(ctx);
        let name = args.at(0).to_rust_string(ctx)?;
        let request = Request {
            thread: environment.options.thread_id,
            number: number(ctx, args)?,
            mode: if args.at(2).to_bool(ctx) { Mode::Shared } else { Mode::Exclusive },
        };
        let if_taken = match (args.at(3).to_bool(ctx), args.at(4).to_bool(ctx)) {
            (true, _) => IfTaken::GiveUp,
            (_, true) => IfTaken::Steal,
            _ => IfTaken::Wait,
        };
        let (answer, robbed) = environment.options.family.locks().request(&name, request, if_taken);
        let answer = match answer {
            Answer::Granted => ctx.boolean(true),
            Answer::NotAvailable => ctx.boolean(false),
            Answer::Waits => ctx.undefined(),
        };
        Ok(ctx.array(&[answer, numbers(ctx, &robbed)?.into()])?.into())
    });
    binding.set(ctx, "request", request)?;
    let release = ctx.function("release", |ctx, args| {
        let environment = Environment::of(ctx);
        let name = args.at(0).to_rust_string(ctx)?;
        let number = number(ctx, args)?;
        let thread = environment.options.thread_id;
        let granted = environment.options.family.locks().release(&name, thread, number);
        Ok(numbers(ctx, &granted)?.into())
    });
    binding.set(ctx, "release", release)?;
    let query = ctx.function("query", |ctx, _| {
        let (held, pending) = (ctx.array(&[])?, ctx.array(&[])?);
        let (mut held_count, mut pending_count) = (0, 0);
        let environment = Environment::of(ctx);
        let locks = environment.options.family.locks();
        let entry = |name: &str, request: &Request| {
            let is_shared = ctx.boolean(request.mode == Mode::Shared);
            ctx.array(&[ctx.string(name), is_shared, ctx.number(request.thread.into())])
        };
        for (name, all_held, all_waiting) in locks.all() {
            for request in all_held {
                held.set_index(ctx, held_count, entry(name, request)?)?;
                held_count += 1;
            }
            for request in all_waiting {
                pending.set_index(ctx, pending_count, entry(name, request)?)?;
                pending_count += 1;
            }
        }
        Ok(ctx.array(&[held.into(), pending.into()])?.into())
    });
    binding.set(ctx, "query", query)?;
    Ok(binding)
}

fn numbers<'js>(ctx: Ctx<'js>, numbers: &[u32]) -> JsResult<'js, Object<'js>> {
    let list = ctx.array(&[])?;
    for (index, number) in numbers.iter().enumerate() {
        list.set_index(ctx, index as u32, ctx.number((*number).into()))?;
    }
    Ok(list)
}

fn number<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, u32> {
    Ok(args.at(1).to_number(ctx)? as u32)
}
