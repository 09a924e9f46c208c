//! What printing an error and mending its stack needs.

use roundel_jsc::{Ctx, Exception, JsResult, Object};

use super::stdio::write_all;
use crate::environment::Environment;
use crate::sources::Text;

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
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
            Some((line, column)) => Ok(ctx
                .array(&[ctx.number(line.into()), ctx.number(column.into())])?
                .into()),
            None => Ok(ctx.undefined()),
        }
    });
    binding.set(ctx, "originalPosition", original)?;
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
