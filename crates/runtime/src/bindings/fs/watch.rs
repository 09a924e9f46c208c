//! Watching: the loop's handles for changes of files, as objects.

use std::fs::Metadata;
use std::rc::Rc;

use roundel_jsc::{Arguments, Ctx, JsResult, Object, Persistent, Value};
use roundel_loop::{EventLoop, FsChangeKind, FsDepth, FsEvent, FsPoll};
use rustix::io::Errno;

use super::job::{STAT_FIELDS, StatNumbers, stat_array};
use super::{depth, names, path, stat, stat_numbers, tree};
use crate::environment::Environment;

pub(super) fn add<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    binding.set(ctx, "watch", ctx.function("watch", watch))?;
    binding.set(ctx, "watchFile", ctx.function("watchFile", watch_file))
}

/// `watch(path, asBytes, recursive, onChange)`: a handle, or a negative errno. `onChange(isRename, name)`.
fn watch<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let path = path(ctx, args.at(0))?;
    let names = names(ctx, args.at(1));
    let depth = match depth(ctx, args.at(2)) {
        tree::Depth::One => FsDepth::One,
        tree::Depth::Recursive => FsDepth::Recursive,
    };
    let environment = Environment::of(ctx);
    let weak = Rc::downgrade(&environment);
    let callback = Persistent::new(ctx, args.at(3));
    let event = FsEvent::new(&environment.lp);
    event.set_origin(&environment.lp, environment.origin("FSEventWrap"));
    let started = event.start(&environment.lp, tree::path(&path), depth, move |_, _, change| {
        let Some(environment) = weak.upgrade() else { return };
        environment.callback(|ctx| {
            let is_rename = ctx.boolean(change.kind == FsChangeKind::Rename);
            let name = names.value(ctx, change.name.to_vec())?;
            if let Some(function) = callback.get(ctx).as_function(ctx) {
                function.call(ctx, None, &[is_rename, name])?;
            }
            Ok(())
        });
    });
    if let Err(error) = started {
        event.close_quietly(&environment.lp);
        let errno = Errno::from_io_error(&error).unwrap_or(Errno::IO);
        return Ok(ctx.int32(-errno.raw_os_error()));
    }
    let close = move |lp: &EventLoop| {
        event.close_quietly(lp);
    };
    let set_ref = move |lp: &EventLoop, held| {
        if held {
            event.reference(lp)
        } else {
            event.unreference(lp)
        };
    };
    handle(ctx, close, set_ref)
}

/// `watchFile(path, interval, bigint, onChange)`: a handle. `onChange(errno, now, before)`, both as stat arrays, with zeros
/// where nothing is known.
fn watch_file<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let path = path(ctx, args.at(0))?;
    let interval_ms = args.at(1).to_uint32(ctx)?.into();
    let numbers = stat_numbers(ctx, args.at(2));
    let environment = Environment::of(ctx);
    let weak = Rc::downgrade(&environment);
    let callback = Persistent::new(ctx, args.at(3));
    let path = tree::path(&path).to_owned();
    let poll = FsPoll::start(&environment.lp, path, interval_ms, move |_, before, now| {
        let Some(environment) = weak.upgrade() else { return };
        environment.callback(|ctx| {
            let errno =
                now.as_ref().err().map(|error| Errno::from_io_error(error).unwrap_or(Errno::IO));
            let args = [
                ctx.int32(errno.map_or(0, |errno| -errno.raw_os_error())),
                known(ctx, now.as_ref().ok(), numbers)?,
                known(ctx, before, numbers)?,
            ];
            if let Some(function) = callback.get(ctx).as_function(ctx) {
                function.call(ctx, None, &args)?;
            }
            Ok(())
        });
    });
    poll.timer().set_origin(&environment.lp, environment.origin("StatWatcher"));
    let closing = poll.clone();
    let close = move |lp: &EventLoop| closing.close(lp);
    let set_ref = move |lp: &EventLoop, held| {
        if held {
            poll.timer().reference(lp)
        } else {
            poll.timer().unreference(lp)
        };
    };
    handle(ctx, close, set_ref)
}

fn known<'js>(
    ctx: Ctx<'js>,
    metadata: Option<&Metadata>,
    numbers: StatNumbers,
) -> JsResult<'js, Value<'js>> {
    stat_array(ctx, &metadata.map_or([0; STAT_FIELDS], stat::fields), numbers)
}

fn handle<'js>(
    ctx: Ctx<'js>,
    close: impl Fn(&EventLoop) + 'static,
    set_ref: impl Fn(&EventLoop, bool) + 'static,
) -> JsResult<'js, Value<'js>> {
    let handle = ctx.object();
    let close = ctx.function("close", move |ctx, _| {
        close(&Environment::of(ctx).lp);
        Ok(ctx.undefined())
    });
    handle.set(ctx, "close", close)?;
    let set_ref = ctx.function("setRef", move |ctx, args| {
        set_ref(&Environment::of(ctx).lp, args.at(0).to_bool(ctx));
        Ok(ctx.undefined())
    });
    handle.set(ctx, "setRef", set_ref)?;
    Ok(handle.into())
}
