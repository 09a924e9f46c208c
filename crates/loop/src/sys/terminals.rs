//! The kernel's terminals: opening them anew, their modes, their size.

use super::sockets;
use crate::tty::TtyMode;
use rustix::fd::{AsFd, BorrowedFd};
use rustix::fs::{Mode, OFlags, fcntl_getfl, open};
use rustix::io::Errno;
use rustix::termios::{
    ControlModes, InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Termios,
    isatty, tcgetattr, tcgetwinsize, tcsetattr, ttyname,
};
use std::io;
use std::os::fd::OwnedFd;

/// The terminal behind `fd` under a description of its own, non-blocking. The descriptor itself if the terminal has no
/// name here (another mount namespace has) or may not be opened.
pub(super) fn open_anew(fd: OwnedFd) -> io::Result<OwnedFd> {
    if !isatty(&fd) {
        return Err(Errno::INVAL.into());
    }
    let mode = fcntl_getfl(&fd)? & OFlags::RWMODE;
    let flags = mode | OFlags::NOCTTY | OFlags::CLOEXEC;
    let anew = ttyname(&fd, Vec::new()).and_then(|name| open(&*name, flags, Mode::empty()));
    let fd = anew.unwrap_or(fd);
    sockets::set_nonblocking(fd.as_fd())?;
    Ok(fd)
}

pub(super) fn mode(fd: BorrowedFd<'_>) -> io::Result<Termios> {
    Ok(tcgetattr(fd)?)
}

/// Sets a mode, made from the one that the terminal had at first.
pub(super) fn set_mode(fd: BorrowedFd<'_>, original: &Termios, mode: TtyMode) -> io::Result<()> {
    let mut changed = original.clone();
    match mode {
        TtyMode::Normal => {}
        TtyMode::Raw => {
            changed.input_modes -= InputModes::BRKINT
                | InputModes::ICRNL
                | InputModes::INPCK
                | InputModes::ISTRIP
                | InputModes::IXON;
            changed.output_modes |= OutputModes::ONLCR;
            changed.control_modes |= ControlModes::CS8;
            changed.local_modes -=
                LocalModes::ECHO | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG;
            changed.special_codes[SpecialCodeIndex::VMIN] = 1;
            changed.special_codes[SpecialCodeIndex::VTIME] = 0;
        }
        TtyMode::Io => changed.make_raw(),
    }
    // After what has been written, so that it is shown by the rules it was written for.
    loop {
        match tcsetattr(fd, OptionalActions::Drain, &changed) {
            Err(Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}

/// Columns and rows.
pub(super) fn window_size(fd: BorrowedFd<'_>) -> io::Result<(u16, u16)> {
    let size = tcgetwinsize(fd)?;
    Ok((size.ws_col, size.ws_row))
}
