//! Terminals: whether a descriptor is one, its size, and its raw mode.
//!
//! Raw mode outlives the process on the terminal, so the settings found before the first change are kept and put back
//! by `reset`, which JavaScript calls when the process ends.

use std::cell::RefCell;
use std::os::fd::{AsFd, BorrowedFd};
use std::rc::Rc;

use roundel_jsc::{Ctx, JsResult, Object};
use rustix::io::Errno;
use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Termios,
    isatty, tcgetattr, tcgetwinsize, tcsetattr,
};

use super::fs::descriptors::Descriptors;
use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let is_tty = ctx.function("isTTY", |ctx, args| {
        let fd = args.at(0).to_int32(ctx)?;
        Ok(ctx.boolean(with_descriptor(ctx, fd, |fd| Ok(isatty(fd))).unwrap_or(false)))
    });
    binding.set(ctx, "isTTY", is_tty)?;
    let size = ctx.function("getWindowSize", |ctx, args| {
        let fd = args.at(0).to_int32(ctx)?;
        Ok(match with_descriptor(ctx, fd, |fd| tcgetwinsize(fd)) {
            Ok(size) => {
                let fields = [ctx.number(size.ws_col.into()), ctx.number(size.ws_row.into())];
                ctx.array(&fields)?.into()
            }
            Err(errno) => ctx.int32(-errno.raw_os_error()),
        })
    });
    binding.set(ctx, "getWindowSize", size)?;
    let original: Rc<RefCell<Option<(i32, Termios)>>> = Rc::default();
    let found = original.clone();
    let set = ctx.function("setRawMode", move |ctx, args| {
        let fd = args.at(0).to_int32(ctx)?;
        let wanted = args.at(1).to_bool(ctx);
        let result = with_descriptor(ctx, fd, |descriptor| {
            let mut found = found.borrow_mut();
            let before = match &*found {
                Some((known, settings)) if *known == fd => settings.clone(),
                _ => tcgetattr(descriptor)?,
            };
            let settings = if wanted { raw(before.clone()) } else { before.clone() };
            *found = Some((fd, before));
            tcsetattr(descriptor, OptionalActions::Drain, &settings)
        });
        Ok(ctx.int32(result.err().map_or(0, |errno| -errno.raw_os_error())))
    });
    binding.set(ctx, "setRawMode", set)?;
    let reset = ctx.function("reset", move |ctx, _| {
        if let Some((fd, settings)) = original.borrow_mut().take() {
            // The terminal may be gone; then there is nothing to put back.
            let _ = with_descriptor(ctx, fd, |fd| tcsetattr(fd, OptionalActions::Now, &settings));
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "reset", reset)?;
    Ok(binding)
}

/// Runs `body` on the descriptor a program means by a number.
fn with_descriptor<T>(
    ctx: Ctx<'_>,
    number: i32,
    body: impl FnOnce(BorrowedFd<'_>) -> Result<T, Errno>,
) -> Result<T, Errno> {
    body(Descriptors::of(ctx).get(number)?.as_fd())
}

/// libuv's raw mode: input byte by byte, without echo and signals; output is left as it was.
fn raw(mut settings: Termios) -> Termios {
    settings.input_modes.remove(
        InputModes::BRKINT
            | InputModes::ICRNL
            | InputModes::INPCK
            | InputModes::ISTRIP
            | InputModes::IXON,
    );
    settings.output_modes.insert(OutputModes::ONLCR);
    settings.control_modes.insert(ControlModes::CS8);
    settings
        .local_modes
        .remove(LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG);
    settings.special_codes[SpecialCodeIndex::VMIN] = 1;
    settings.special_codes[SpecialCodeIndex::VTIME] = 0;
    settings
}
