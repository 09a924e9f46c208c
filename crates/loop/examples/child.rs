//! A child on the loop: its input written, its output read, its end awaited.
//!
//! `cargo run -p roundel-loop --example child`

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use roundel_loop::{EventLoop, Options, Pipe, Process, Read, RunMode, SpawnOptions, Stdio};

fn main() -> io::Result<()> {
    let lp = EventLoop::new(Options::default())?;
    let options = SpawnOptions {
        stdio: vec![Stdio::Pipe, Stdio::Pipe, Stdio::Inherit(rustix::stdio::stderr())],
        ..SpawnOptions::new("sort", ["sort"])
    };
    let process = Process::spawn(&lp, &options, |lp, process, status| {
        match status {
            Ok(status) => println!("sort ended: {status}"),
            Err(error) => println!("how sort ended is not known: {error}"),
        }
        process.close_quietly(lp);
    })?;
    let end = |number| process.take_pipe(&lp, number).ok_or(io::ErrorKind::NotFound);

    let input = Pipe::open(&lp, end(0)?)?;
    input.write(&lp, b"timers\npoll\ncheck\nclosing\n", |lp, stream, result| {
        if let Err(error) = result {
            println!("sort does not read: {error}");
        }
        stream.close_quietly(lp);
    })?;

    let sorted = Rc::new(RefCell::new(Vec::new()));
    let output = Pipe::open(&lp, end(1)?)?;
    output.read_start(&lp, move |lp, stream, read| match read {
        Read::Data(chunk) => sorted.borrow_mut().extend_from_slice(&chunk),
        Read::End | Read::Error(_) => {
            print!("{}", String::from_utf8_lossy(&sorted.borrow()));
            stream.close_quietly(lp);
        }
    })?;

    // Three handles keep the loop going: two pipes and the child.
    lp.run(RunMode::Default);
    Ok(())
}
