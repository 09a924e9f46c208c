//! Shows every key as it is typed, until `q`.
//!
//! `cargo run -p roundel-loop --example tty_keys`

use std::io::{self, stdin};
use std::os::fd::AsFd;

use roundel_loop::{EventLoop, Options, Read, RunMode, Tty, TtyMode};

fn main() -> io::Result<()> {
    let lp = EventLoop::new(Options::default())?;
    let tty = match Tty::open(&lp, stdin().as_fd().try_clone_to_owned()?) {
        Ok(tty) => tty,
        Err(error) => {
            println!("standard input is no terminal: {error}");
            return Ok(());
        }
    };
    let (columns, rows) = tty.window_size(&lp)?;
    println!("{columns} columns, {rows} rows; q ends");
    tty.set_mode(&lp, TtyMode::Raw)?;
    tty.read_start(&lp, move |lp, stream, read| {
        match read {
            Read::Data(keys) if &*keys != b"q" => println!("{:?}", keys.escape_ascii().to_string()),
            _ => {
                let _ = tty.reset_mode(lp);
                stream.close_quietly(lp);
            }
        };
    })?;
    lp.run(RunMode::Default);
    Ok(())
}
