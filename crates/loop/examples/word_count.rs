//! The files of a folder, counted: each is read by one job of the pool, all at the same time.
//!
//! `cargo run -p roundel-loop --example word_count -- crates/loop/src`

use std::cell::RefCell;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;

use roundel_loop::{EventLoop, Options, RunMode, fs};

fn main() -> io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).unwrap_or_else(|| ".".into()));
    let lp = EventLoop::new(Options::default())?;
    let counts = Rc::new(RefCell::new(Vec::new()));
    let all = Rc::clone(&counts);
    fs::read_folder(&lp, folder.clone(), move |lp, entries| {
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => return println!("{}: {error}", folder.display()),
        };
        for (name, _) in entries.into_iter().filter(|(_, kind)| kind.is_file()) {
            let counts = Rc::clone(&all);
            fs::read(lp, folder.join(&name), move |_, bytes| match bytes {
                Ok(bytes) => {
                    let words =
                        bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
                    counts.borrow_mut().push((name, words.count()));
                }
                Err(error) => println!("{}: {error}", name.display()),
            });
        }
    });
    lp.run(RunMode::Default);
    let mut counts = counts.take();
    counts.sort();
    for (name, words) in &counts {
        println!("{words:>8} {}", name.display());
    }
    println!(
        "{:>8} in {} files",
        counts.iter().map(|(_, words)| words).sum::<usize>(),
        counts.len()
    );
    Ok(())
}
