//! Two programs on two threads that talk to each other, and one that is stopped.
//!
//!     cargo run --release -p roundel-runtime --example two_environments

use std::error::Error;
use std::thread;
use std::time::Duration;

use roundel_runtime::{Data, Entry, Exit, Options, PrintResult, Role, Runtime, channel};

/// Asks for numbers to be squared and prints what comes back.
const ASKER: &str = "
    const { parentPort } = require('worker_threads');
    const wanted = [1, 2, 3];
    parentPort.on('message', ({ number, square }) => {
      console.log(`${number} squared is ${square}`);
      if (wanted.length === 0) parentPort.close();
      else parentPort.postMessage({ number: wanted.shift() });
    });
    parentPort.postMessage({ number: wanted.shift() });
";

/// Answers until the other side closes the channel.
const SQUARER: &str = "
    const { parentPort } = require('worker_threads');
    parentPort.on('message', ({ number }) => parentPort.postMessage({ number, square: number ** 2 }));
";

/// Says that it has begun, and never ends.
const BUSY: &str = "
    require('worker_threads').parentPort.postMessage('busy');
    while (true);
";

fn program(source: &str, role: Role) -> Options {
    let entry = Entry::Eval { source: source.to_owned(), print: PrintResult::No };
    Options { role, ..Options::new(entry) }
}

fn main() -> Result<(), Box<dyn Error>> {
    // Each environment lives on the thread that makes it; what travels is an end of a channel.
    let (ours, theirs) = channel();
    let squarer = thread::spawn(move || {
        let runtime = Runtime::new(program(SQUARER, Role::Worker))?;
        runtime.connect(theirs);
        Ok::<Exit, roundel_runtime::StartError>(runtime.run())
    });
    let asker = Runtime::new(program(ASKER, Role::Main))?;
    asker.connect(ours);
    println!("the asker: {:?}", asker.run());
    println!("the squarer: {:?}", squarer.join().map_err(|_| "the thread panicked")??);

    // A script that never returns is ended from outside.
    let (ours, theirs) = channel();
    let runtime = Runtime::new(program(BUSY, Role::Main))?;
    runtime.connect(theirs);
    let handle = runtime.handle()?;
    let stopper = thread::spawn(move || {
        let first = ours.receive().and_then(|message| message.data().ok());
        thread::sleep(Duration::from_millis(50));
        handle.interrupt();
        first
    });
    println!("the busy one: {:?}", runtime.run());
    let first = stopper.join().map_err(|_| "the thread panicked")?;
    assert_eq!(first, Some(Data::from("busy")));
    Ok(())
}
