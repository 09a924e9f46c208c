//! Connections: listening and accepting, connecting.
//!
//! A listening stream accepts one connection per readiness event, so that a crowd at the door does not starve those who
//! are in. When the process has no descriptor left for a connection, the loop gives up one that it keeps in reserve,
//! takes in all who wait and shows them out: else the listener would be ready for ever and nobody would be served.
//!
//! A connect that fails at once is called back in the pending phase, never from within the call.

use super::{Flags, Stream};
use crate::EventLoop;
use crate::observer::Event;
use crate::slab::Id;
use crate::sys::{Address, Descriptor, Spare};
use rustix::io::Errno;
use rustix::termios::Termios;
use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;

type ConnectCallback = Box<dyn FnOnce(&EventLoop, Stream, io::Result<()>)>;
type ConnectionCallback = Box<dyn FnMut(&EventLoop, Stream, io::Result<Stream>)>;

#[derive(Default)]
pub(crate) struct Setup {
    connect: Option<ConnectCallback>,
    connection: Option<ConnectionCallback>,
    /// To be told when the stream listens or connects.
    delayed_error: Option<i32>,
    /// The unix name that the descriptor was bound to.
    pub(super) name: Option<Box<[u8]>>,
    /// Descriptors that came with messages and have not been taken.
    pub(super) received: VecDeque<OwnedFd>,
    pub(super) original_mode: Option<Termios>,
}

impl Setup {
    pub(super) fn is_connecting(&self) -> bool {
        self.connect.is_some()
    }

    /// The kernel is busy with it.
    pub(super) fn waits_for_connect(&self) -> bool {
        self.connect.is_some() && self.delayed_error.is_none()
    }
}

/// Which errors of a connect are the callback's; the others are the caller's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConnectErrors {
    /// As libuv has it for pipes.
    AllCalledBack,
    /// As libuv has it for TCP: being refused at once is no different from being refused later.
    RefusalCalledBack,
}

impl Stream {
    /// Keeps an error that libuv does not report on the spot.
    pub(crate) fn delay_error(self, lp: &EventLoop, error: &io::Error) {
        let code = error.raw_os_error();
        lp.streams
            .with_open(self.id, |row| row.data.setup.get_or_insert_default().delayed_error = code);
    }

    /// The error that was kept, while nobody has been told.
    pub(crate) fn delayed_error(self, lp: &EventLoop) -> io::Result<()> {
        let code = lp.streams.with(self.id, |row| row.data.setup.as_ref()?.delayed_error);
        code.flatten().map_or(Ok(()), |code| Err(io::Error::from_raw_os_error(code)))
    }

    /// Begins to listen. The descriptor has been bound.
    pub(crate) fn begin_listening(
        self,
        lp: &EventLoop,
        backlog: i32,
        callback: ConnectionCallback,
    ) -> io::Result<()> {
        self.delayed_error(lp)?;
        self.descriptor(lp)?.listen(backlog)?;
        lp.keep_spare();
        let begun = lp.streams.with_open(self.id, |row| {
            let setup = row.data.setup.get_or_insert_default();
            let replaced = setup.connection.replace(callback);
            row.data.flags.insert(Flags::LISTENING);
            row.data.refresh(lp, self.id);
            row.update(&lp.active_count, |state| state.active = true);
            replaced
        });
        let Some(replaced) = begun else { return Err(Errno::INVAL.into()) };
        drop(replaced);
        lp.emit(|| Event::HandleStarted(self.key()));
        Ok(())
    }

    /// Begins to connect.
    pub(crate) fn begin_connecting(
        self,
        lp: &EventLoop,
        address: &Address,
        errors: ConnectErrors,
        callback: ConnectCallback,
    ) -> io::Result<()> {
        let descriptor = self.descriptor(lp)?;
        let is_busy = |setup: &Setup| setup.is_connecting() || setup.connection.is_some();
        let busy = lp.streams.with(self.id, |row| row.data.setup.as_deref().is_some_and(is_busy));
        if busy == Some(true) {
            return Err(Errno::ALREADY.into());
        }
        let mut failure = self.delayed_error(lp).err();
        if failure.is_none()
            && let Err(error) = descriptor.connect(address)
        {
            let refused = error.raw_os_error() == Some(Errno::CONNREFUSED.raw_os_error());
            if errors == ConnectErrors::RefusalCalledBack && !refused {
                return Err(error);
            }
            failure = Some(error);
        }
        let begun = lp.streams.with_open(self.id, |row| {
            lp.request_begins();
            let setup = row.data.setup.get_or_insert_default();
            setup.connect = Some(callback);
            setup.delayed_error = failure.as_ref().and_then(io::Error::raw_os_error);
            row.data.flags |= Flags::READABLE | Flags::WRITABLE;
            match &failure {
                Some(_) => lp.feed(row, self.id),
                None => row.data.refresh(lp, self.id),
            }
        });
        begun.ok_or_else(|| Errno::INVAL.into())
    }
}

impl EventLoop {
    /// The connect is over, one way or the other.
    pub(super) fn finish_connect(&self, id: Id) {
        let outcome = self.streams.with_mut(id, |row| {
            let setup = row.data.setup.as_mut()?;
            let result = match (setup.delayed_error.take(), &row.data.descriptor) {
                (Some(code), _) => Err(io::Error::from_raw_os_error(code)),
                (None, Some(descriptor)) => descriptor.take_error(),
                (None, None) => Err(Errno::CANCELED.into()),
            };
            let in_progress = Errno::INPROGRESS.raw_os_error();
            if result.as_ref().is_err_and(|error| error.raw_os_error() == Some(in_progress)) {
                return None;
            }
            let callback = setup.connect.take()?;
            if setup.name.is_none() {
                row.data.setup = None;
            }
            if result.is_err() {
                row.data.flags.remove(Flags::READABLE | Flags::WRITABLE);
            }
            row.data.refresh(self, id);
            Some((callback, result))
        });
        let (Some(stream), Some(Some((callback, result)))) = (self.stream_of(id), outcome) else {
            return;
        };
        let failed = result.is_err();
        self.request_ends();
        self.call(stream.key(), |lp| callback(lp, stream, result));
        if failed && !stream.is_closing(self) {
            self.fail_writes(id, || Errno::CANCELED.into());
        }
    }

    pub(super) fn fail_connect(&self, id: Id, error: io::Error) {
        let callback = self.streams.with_mut(id, |row| row.data.setup.as_mut()?.connect.take());
        if let (Some(Some(callback)), Some(stream)) = (callback, self.stream_of(id)) {
            self.request_ends();
            self.call(stream.key(), |lp| callback(lp, stream, Err(error)));
        }
    }

    /// One connection for a listener that is ready.
    pub(super) fn accept_one(&self, id: Id) {
        let Some(listener) = self.stream_of(id) else { return };
        let Ok(descriptor) = listener.descriptor(self) else { return };
        let accepted = match descriptor.accept() {
            Ok(accepted) => {
                let flags = Flags::READABLE | Flags::WRITABLE;
                Ok(Stream::insert(self, listener.kind, Some(accepted), flags))
            }
            // Somebody else was quicker, or the other side has gone already.
            Err(error) if is_nobody(&error) => return,
            Err(error) if is_shortage(&error) && self.turn_away(&descriptor) => return,
            Err(error) => Err(error),
        };
        drop(descriptor);
        let callback = self.streams.with_mut(id, |row| row.data.setup.as_mut()?.connection.take());
        let Some(Some(mut callback)) = callback else { return };
        self.call(listener.key(), |lp| callback(lp, listener, accepted));
        let unwanted = self.streams.with_mut(id, |row| {
            let Some(setup) = row.data.setup.as_mut().filter(|setup| setup.connection.is_none())
            else {
                return Some(callback);
            };
            setup.connection = Some(callback);
            None
        });
        drop(unwanted);
    }

    /// Has a descriptor in reserve, if there is one to be had.
    fn keep_spare(&self) {
        let spare = self.spare.take().or_else(|| Spare::new().ok());
        self.spare.set(spare);
    }

    /// Accepts all who wait and closes them. False if the reserve is used up, and then the caller has an error.
    fn turn_away(&self, descriptor: &Descriptor) -> bool {
        let Some(spare) = self.spare.take() else { return false };
        let mut emptied = false;
        let spare = spare.spend(|| {
            emptied = loop {
                match descriptor.accept() {
                    Ok(unlucky) => drop(unlucky),
                    Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                    Err(error) => break error.kind() == io::ErrorKind::WouldBlock,
                }
            };
        });
        self.spare.set(spare);
        emptied
    }
}

fn is_nobody(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::ConnectionAborted)
}

fn is_shortage(error: &io::Error) -> bool {
    let codes = [Errno::MFILE.raw_os_error(), Errno::NFILE.raw_os_error()];
    error.raw_os_error().is_some_and(|code| codes.contains(&code))
}
