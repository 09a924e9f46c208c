//! What printing an error and mending its stack needs.

use roundel_jsc::{Arguments, Ctx, Exception, JsResult, Object, Value, WaiterSamples};

use super::stdio::write_all;
use crate::environment::Environment;
use crate::sources::Text;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let source_line = ctx.function("sourceLine", |ctx, args| {
        let url = args.at(0).to_rust_string(ctx)?;
        let text = if args.at(2).is_undefined() { Text::Running } else { Text::Original };
        let line = Environment::of(ctx).sources.line(&url, args.at(1).to_int32(ctx)? as u32, text);
        Ok(line.map_or(ctx.undefined(), |line| ctx.string(&line)))
    });
    binding.set(ctx, "sourceLine", source_line)?;
    let original = ctx.function("originalPosition", |ctx, args| {
        let url = args.at(0).to_rust_string(ctx)?;
        let (line, column) = (args.at(1).to_int32(ctx)? as u32, args.at(2).to_int32(ctx)? as u32);
        match Environment::of(ctx).sources.original(&url, line, column) {
            Some((line, column)) => {
                Ok(ctx.array(&[ctx.number(line.into()), ctx.number(column.into())])?.into())
            }
            None => Ok(ctx.undefined()),
        }
    });
    binding.set(ctx, "originalPosition", original)?;
    let original_text = ctx.function("originalText", |ctx, args| {
        let text = args.at(0).to_rust_string(ctx)?;
        let found = Environment::of(ctx).sources.original_text(&text);
        Ok(found.map_or(args.at(0), |text| ctx.string(&text)))
    });
    binding.set(ctx, "originalText", original_text)?;
    add_waiters(ctx, binding)?;
    let sample = Exception::error(ctx, "").value().to_object(ctx)?.cell_type();
    let is_native_error = ctx.function("isNativeError", move |ctx, args| {
        let object = args.at(0).as_object(ctx);
        Ok(ctx.boolean(object.is_some_and(|object| object.cell_type() == sample)))
    });
    binding.set(ctx, "isNativeError", is_native_error)?;
    let write = ctx.function("writeStderr", |ctx, args| {
        let text = args.at(0).to_rust_string(ctx)?;
        let environment = Environment::of(ctx);
        if let Some(causes) = &environment.causes {
            causes.wrote(&environment, 2, &text);
        }
        // There is nowhere left to report a failure of this to.
        let _ = write_all(rustix::stdio::stderr(), text.as_bytes());
        Ok(ctx.undefined())
    });
    binding.set(ctx, "writeStderr", write)?;
    let terminal = rustix::termios::isatty(rustix::stdio::stderr());
    binding.set(ctx, "isStderrTerminal", ctx.boolean(terminal))?;
    Ok(binding)
}

/// Who waits for the job that runs: see `internal/errors/waiters.js`.
fn add_waiters<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let watch = ctx.function("watchErrors", |ctx, args| {
        let samples = waiter_samples(ctx, args)?;
        let told = args.at(1).as_function(ctx);
        let constructors = args.at(2).to_object(ctx)?;
        let mut hooked = [ctx.undefined(); 8];
        for (at, constructor) in hooked.iter_mut().enumerate() {
            *constructor = constructors.get_index(ctx, at as u32)?;
        }
        let is_watching = ctx.find_waiters(&samples)
            && told.is_some_and(|told| ctx.hook_errors(&hooked, &samples, told));
        Ok(ctx.boolean(is_watching))
    });
    binding.set(ctx, "watchErrors", watch)?;
    if let Some(waiters) = ctx.waiters_function() {
        binding.set(ctx, "waiters", waiters)?;
    }
    let waiters_of = ctx.function("waitersOf", |ctx, args| {
        Ok(ctx.waiters_of(args.at(0))?.map_or(ctx.undefined(), Into::into))
    });
    binding.set(ctx, "waitersOf", waiters_of)?;
    if let Some(note) = ctx.sample_function() {
        binding.set(ctx, "noteSample", note)?;
    }
    let place = ctx.function("bodyPlace", |ctx, args| match ctx.body_place(args.at(0)) {
        Some(place) => Ok(ctx
            .array(&[
                ctx.string(&place.url),
                ctx.number(place.line.into()),
                ctx.number(place.column.into()),
            ])?
            .into()),
        None => Ok(ctx.undefined()),
    });
    binding.set(ctx, "bodyPlace", place)?;
    let suspension = ctx.function("suspension", |ctx, args| {
        let url = args.at(0).to_rust_string(ctx)?;
        let number = |at: usize| args.at(at).to_uint32(ctx);
        let sources = &Environment::of(ctx).sources;
        let (line, column) = (number(1)?, number(2)?);
        let found = if args.at(3).is_undefined() {
            sources.wait_near(&url, line, column)
        } else {
            sources.suspension(&url, line, column, number(3)?)
        };
        match found {
            Some(found) => Ok(ctx
                .array(&[
                    ctx.number(found.line.into()),
                    ctx.number(found.column.into()),
                    ctx.boolean(found.is_arrow),
                    found.name.map_or(ctx.undefined(), |name| ctx.string(&name)),
                ])?
                .into()),
            None => Ok(ctx.undefined()),
        }
    });
    binding.set(ctx, "suspension", suspension)?;
    let name = ctx.function("functionName", |ctx, args| {
        let url = args.at(0).to_rust_string(ctx)?;
        let (line, column) = (args.at(1).to_uint32(ctx)?, args.at(2).to_uint32(ctx)?);
        let name = Environment::of(ctx).sources.function_name(&url, line, column);
        Ok(name.map_or(ctx.undefined(), |name| ctx.string(&name)))
    });
    binding.set(ctx, "functionName", name)
}

fn waiter_samples<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, WaiterSamples<'js>> {
    let list = args.at(0).to_object(ctx)?;
    let value = |at: u32| list.get_index(ctx, at);
    let pair = |at: u32| -> JsResult<'js, [Value<'js>; 2]> { Ok([value(at)?, value(at + 1)?]) };
    Ok(WaiterSamples {
        awaited: value(0)?,
        returned: value(1)?,
        generated: value(2)?,
        step: value(3)?,
        resolver: pair(4)?,
        all: pair(6)?,
        all_settled: pair(8)?,
        any: pair(10)?,
        race: pair(12)?,
        body_length: value(14)?.to_uint32(ctx)?,
        body_url: value(15)?.to_rust_string(ctx)?,
    })
}
