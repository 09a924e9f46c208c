//! The two pipes that a program prints into, read by the thread that waits for the program.
//!
//! What a program has printed is in its pipes when it has ended, however busy the machine is: silence after the end is
//! the end of the output, though a child of the program's own may hold the pipes open for ever.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// What came within the time that [`Pipes::next`] waited.
#[derive(Debug)]
pub(crate) enum Printed<'a> {
    Bytes(&'a [u8]),
    Nothing,
    /// Both pipes are closed.
    End,
}

#[derive(Debug)]
pub(crate) struct Pipes {
    outputs: [Output; 2],
}

/// One pipe, none when it has ended, and what came through it.
#[derive(Debug)]
struct Output {
    pipe: Option<File>,
    bytes: Vec<u8>,
}

impl Pipes {
    pub(crate) fn new(stdout: impl Into<OwnedFd>, stderr: impl Into<OwnedFd>) -> Pipes {
        let output = |pipe: OwnedFd| Output { pipe: Some(File::from(pipe)), bytes: Vec::new() };
        Pipes { outputs: [output(stdout.into()), output(stderr.into())] }
    }

    /// What is printed next, waited for at most so long.
    pub(crate) fn next(&mut self, wait: Duration) -> io::Result<Printed<'_>> {
        let Some(index) = self.ready(wait)? else {
            let is_over = self.outputs.iter().all(|output| output.pipe.is_none());
            return Ok(if is_over { Printed::End } else { Printed::Nothing });
        };
        self.outputs[index].read()
    }

    /// What was printed on the one and on the other.
    pub(crate) fn into_texts(self) -> [String; 2] {
        self.outputs.map(|output| String::from_utf8_lossy(&output.bytes).into_owned())
    }

    /// A pipe with something to read, or with its end.
    fn ready(&self, wait: Duration) -> io::Result<Option<usize>> {
        let mut indices = Vec::with_capacity(2);
        let mut polled = Vec::with_capacity(2);
        for (index, output) in self.outputs.iter().enumerate() {
            if let Some(pipe) = &output.pipe {
                indices.push(index);
                polled.push(PollFd::new(pipe, PollFlags::IN));
            }
        }
        if polled.is_empty() {
            return Ok(None);
        }
        let wait = Timespec::try_from(wait).map_err(io::Error::other)?;
        while let Err(error) = poll(&mut polled, Some(&wait)) {
            if error != Errno::INTR {
                return Err(error.into());
            }
        }
        let first = polled.iter().position(|pipe| !pipe.revents().is_empty());
        Ok(first.map(|position| indices[position]))
    }
}

impl Output {
    fn read(&mut self) -> io::Result<Printed<'_>> {
        let mut buffer = [0; 1 << 14];
        let Some(pipe) = &mut self.pipe else { return Ok(Printed::Nothing) };
        match pipe.read(&mut buffer) {
            Ok(0) => {
                self.pipe = None;
                Ok(Printed::Nothing)
            }
            Ok(length) => {
                let from = self.bytes.len();
                self.bytes.extend_from_slice(&buffer[..length]);
                Ok(Printed::Bytes(&self.bytes[from..]))
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(Printed::Nothing),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_was_printed_is_there_until_the_pipes_are_silent() {
        let (stdout, mut out) = io::pipe().expect("a pipe");
        let (stderr, mut err) = io::pipe().expect("a pipe");
        let mut pipes = Pipes::new(stdout, stderr);
        assert!(matches!(pipes.next(Duration::ZERO), Ok(Printed::Nothing)));
        out.write_all(b"one").expect("room");
        err.write_all(b"two").expect("room");
        drop(err);
        assert!(matches!(pipes.next(Duration::ZERO), Ok(Printed::Bytes(b"one"))));
        assert!(matches!(pipes.next(Duration::ZERO), Ok(Printed::Bytes(b"two"))));
        drop(out);
        while !matches!(pipes.next(Duration::ZERO).expect("readable pipes"), Printed::End) {}
        assert_eq!(pipes.into_texts(), ["one", "two"]);
    }
}
