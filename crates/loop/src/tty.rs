//! Terminals.
//!
//! A terminal is opened anew for the handle where that is possible: the descriptor that a process inherits is shared with
//! its parent and others, who would be surprised to find it non-blocking.
//!
//! Modes belong to the terminal, not to the handle: who changes one brings it back ([`Tty::reset_mode`]) before the
//! process ends. The loop does not do so by itself.

use crate::EventLoop;
use crate::handle::HandleKind;
use crate::stream::{Flags, Stream, stream_type};
use std::io;
use std::os::fd::OwnedFd;

stream_type! {
    /// A terminal.
    ///
    /// ```no_run
    /// use roundel_loop::{EventLoop, Options, Read, RunMode, Tty, TtyMode};
    /// use std::os::fd::AsFd;
    /// let lp = EventLoop::new(Options::default())?;
    /// let tty = Tty::open(&lp, std::io::stdin().as_fd().try_clone_to_owned()?)?;
    /// tty.set_mode(&lp, TtyMode::Raw)?;
    /// tty.read_start(&lp, move |lp, stream, read| {
    ///     if let Read::Data(key) = read {
    ///         println!("{:?}", &*key);
    ///     }
    ///     tty.reset_mode(lp).unwrap();
    ///     stream.close_quietly(lp);
    /// })?;
    /// lp.run(RunMode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    Tty
}

/// How a terminal treats what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TtyMode {
    /// As it was before it was changed.
    Normal,
    /// Every key as it is typed, without echo; line ends are still made of both characters on output.
    Raw,
    /// Nothing is changed in either direction.
    Io,
}

impl Tty {
    /// A handle for a terminal. Other descriptors are refused (EINVAL).
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, Tty};
    /// let lp = EventLoop::new(Options::default())?;
    /// let (reader, _writer) = std::io::pipe()?;
    /// assert_eq!(Tty::open(&lp, reader).unwrap_err().raw_os_error(), Some(22));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn open(lp: &EventLoop, fd: impl Into<OwnedFd>) -> io::Result<Tty> {
        let (descriptor, readable, writable) = lp.backend.open_terminal(fd.into())?;
        let mut flags = Flags::empty();
        flags.set(Flags::READABLE, readable);
        flags.set(Flags::WRITABLE, writable);
        Ok(Tty(Stream::insert(lp, HandleKind::Tty, Some(descriptor), flags)))
    }

    /// Changes the mode.
    ///
    /// ```no_run
    /// # use roundel_loop::{EventLoop, Tty, TtyMode};
    /// fn ask_for_a_key(lp: &EventLoop, tty: Tty) -> std::io::Result<()> {
    ///     tty.set_mode(lp, TtyMode::Raw)
    /// }
    /// ```
    pub fn set_mode(self, lp: &EventLoop, mode: TtyMode) -> io::Result<()> {
        let descriptor = self.descriptor(lp)?;
        let original = match self.original_mode(lp) {
            Some(original) => original,
            None => descriptor.terminal_mode()?,
        };
        descriptor.set_terminal_mode(&original, mode)?;
        self.keep_original_mode(lp, original);
        Ok(())
    }

    /// Brings back the mode that the terminal had before this handle changed it.
    ///
    /// ```no_run
    /// # use roundel_loop::{EventLoop, Tty};
    /// fn leave(lp: &EventLoop, tty: Tty) {
    ///     let _ = tty.reset_mode(lp);
    /// }
    /// ```
    pub fn reset_mode(self, lp: &EventLoop) -> io::Result<()> {
        match self.original_mode(lp) {
            Some(original) => self.descriptor(lp)?.set_terminal_mode(&original, TtyMode::Normal),
            None => Ok(()),
        }
    }

    /// How many columns and rows the terminal has.
    ///
    /// ```no_run
    /// # use roundel_loop::{EventLoop, Tty};
    /// fn width(lp: &EventLoop, tty: Tty) -> u16 {
    ///     tty.window_size(lp).map_or(80, |(columns, _rows)| columns)
    /// }
    /// ```
    pub fn window_size(self, lp: &EventLoop) -> io::Result<(u16, u16)> {
        self.descriptor(lp)?.window_size()
    }
}
