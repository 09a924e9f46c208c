//! The process that runs are copies of, as the search sees it.
//!
//! To start a runtime costs more than to run a small program, and it is the same for every schedule. So a process starts it
//! once, loads the builtins that the program asks for, and makes a copy of itself for each run (`copies.rs` is its side). The
//! two talk over a socket that is its standard input, in packets of JSON, one answer for each request; the pipes for what a
//! run prints go with the request for it.
//!
//! Where it cannot be had (an engine with threads of its own, a page), or where a copy does not do what a process of its own
//! does, runs are processes of their own.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use serde_json::{Value, json};

use super::family::Family;

/// A guide may have thousands of decisions.
const LONGEST: usize = 1 << 18;

pub(super) struct Original {
    process: Child,
    /// Held from a request to its answer.
    socket: Mutex<OwnedFd>,
    family: Arc<Family>,
}

impl Original {
    /// Starts it, by a command that says what it is to run.
    pub(super) fn start(
        command: &mut Command,
        temporary: &Path,
        family: &Arc<Family>,
    ) -> io::Result<Original> {
        let (ours, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        command.stdin(theirs).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let process = family.begin(temporary, || {
            let child = command.spawn()?;
            let pid = child.id();
            Ok((child, pid))
        })?;
        // The command holds its end as long as it is there.
        command.stdin(Stdio::null());
        Ok(Original { process, socket: Mutex::new(ours), family: Arc::clone(family) })
    }

    /// Has it load builtins; an error if it cannot be used.
    pub(super) fn preload(&self, ids: &[String]) -> io::Result<()> {
        self.ask(&json!({ "preload": ids }), &[]).map(|_| ())
    }

    /// A run: its number. `words` are the flags that it would have been started with.
    pub(super) fn copy(
        &self,
        guide: &str,
        log: &Path,
        temporary: &Path,
        words: &[String],
        pipes: [BorrowedFd<'_>; 2],
    ) -> io::Result<u32> {
        let [log, temporary] = [log, temporary].map(Path::to_string_lossy);
        let request = json!({ "guide": guide, "log": log, "temporary": temporary, "words": words });
        let answer = self.ask(&request, &pipes)?;
        let pid = answer["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok());
        pid.ok_or_else(|| io::Error::other("a run without a number"))
    }

    /// How a run ended; `None` if it has not, and `waits` is false.
    pub(super) fn end_of(&self, pid: u32, waits: bool) -> io::Result<Option<ExitStatus>> {
        let answer = self.ask(&json!({ "wait": pid, "waits": waits }), &[])?;
        let status = answer["status"].as_i64().and_then(|status| i32::try_from(status).ok());
        Ok(status.map(ExitStatus::from_raw))
    }

    fn ask(&self, request: &Value, descriptors: &[BorrowedFd<'_>]) -> io::Result<Value> {
        let socket = self.socket.lock().unwrap_or_else(PoisonError::into_inner);
        send(socket.as_fd(), request, descriptors)?;
        let Some((answer, _)) = receive(socket.as_fd())? else {
            return Err(io::ErrorKind::UnexpectedEof.into());
        };
        match answer["error"].as_str() {
            Some(error) => Err(io::Error::other(error.to_owned())),
            None => Ok(answer),
        }
    }
}

impl Drop for Original {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
        self.family.is_over(self.process.id());
    }
}

pub(super) fn send(
    socket: BorrowedFd<'_>,
    message: &Value,
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() {
        control.push(SendAncillaryMessage::ScmRights(descriptors));
    }
    let text = message.to_string();
    sendmsg(socket, &[IoSlice::new(text.as_bytes())], &mut control, SendFlags::NOSIGNAL)?;
    Ok(())
}

/// The next message with the descriptors that came with it; `None` if the other end is gone.
pub(super) fn receive(socket: BorrowedFd<'_>) -> io::Result<Option<(Value, Vec<OwnedFd>)>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut bytes = vec![0; LONGEST];
    let buffers = &mut [IoSliceMut::new(&mut bytes)];
    let received = loop {
        match recvmsg(socket, buffers, &mut control, RecvFlags::CMSG_CLOEXEC) {
            Err(rustix::io::Errno::INTR) => {}
            outcome => break outcome?,
        }
    };
    let mut descriptors = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(given) = message {
            descriptors.extend(given);
        }
    }
    if received.bytes == 0 {
        return Ok(None);
    }
    let message = serde_json::from_slice(&bytes[..received.bytes]).map_err(io::Error::other)?;
    Ok(Some((message, descriptors)))
}
