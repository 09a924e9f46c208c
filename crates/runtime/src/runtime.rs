//! What an embedder holds: a program that is ready to run, and the way to reach it from other threads.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use crate::bootstrap;
use roundel_loop::IdleTime;

use crate::channel::Port;
use crate::environment::Environment;
use crate::exit::{Ending, Exit};
use crate::interrupt::Handle;
use crate::main_role::MainRole;
use crate::options::{Options, Role};
use crate::workers::Shared;

/// Why a program was not started.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// [`Role::Main`] is taken by another environment of this process that is still there.
    MainExists,
    /// No loop, no engine, or builtins that do not load.
    Failed(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::MainExists => f.write_str("the process has a main environment already"),
            StartError::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for StartError {}

/// A program in an environment of its own: a loop, a JavaScript heap, the modules of Node. It belongs to the thread that
/// made it; any number may live in one process, on one thread or on many.
///
/// ```
/// use roundel_runtime::{Entry, Exit, Options, PrintResult, Runtime};
///
/// let source = "setImmediate(() => process.exit(3))".to_owned();
/// let runtime = Runtime::new(Options::new(Entry::Eval { source, print: PrintResult::No }))?;
/// assert_eq!(runtime.run(), Exit::Code(3));
/// # Ok::<(), roundel_runtime::StartError>(())
/// ```
pub struct Runtime {
    environment: Rc<Environment>,
    /// Given back after the environment.
    _role: Option<MainRole>,
}

impl Runtime {
    /// Makes the environment. Nothing of the program runs yet.
    pub fn new(options: Options) -> Result<Runtime, StartError> {
        let role = match options.role {
            Role::Main => Some(MainRole::take().ok_or(StartError::MainExists)?),
            Role::Worker => None,
        };
        bootstrap::configure_engine();
        let environment =
            Environment::new(options).map_err(|error| StartError::Failed(error.to_string()))?;
        let runtime = Runtime { environment, _role: role };
        let environment = &runtime.environment;
        environment
            .context
            .enter(|ctx| bootstrap::start(ctx, environment))
            .map_err(StartError::Failed)?;
        environment.milestones.bootstrap_complete_ns.set(Some(environment.uptime_ns()));
        Ok(runtime)
    }

    /// The way to the program for other threads.
    pub fn handle(&self) -> Result<Handle, StartError> {
        self.environment.handle().map_err(|error| StartError::Failed(error.to_string()))
    }

    /// Gives the program an end of a channel: `require('worker_threads').parentPort`.
    ///
    /// ```
    /// use roundel_runtime::{Data, Entry, Exit, Options, PrintResult, Runtime, channel};
    ///
    /// let source = "const { parentPort } = require('worker_threads');
    ///     parentPort.once('message', (name) => parentPort.postMessage(`hello ${name}`))".to_owned();
    /// let runtime = Runtime::new(Options::new(Entry::Eval { source, print: PrintResult::No }))?;
    /// let (ours, theirs) = channel();
    /// runtime.connect(theirs);
    /// ours.post(Data::from("world").into())?;
    /// assert_eq!(runtime.run(), Exit::Code(0));
    /// assert_eq!(ours.receive().and_then(|answer| answer.data().ok()), Some("hello world".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn connect(&self, port: Port) {
        self.environment.ports.outside.set_parent(port);
    }

    pub(crate) fn environment(&self) -> &Rc<Environment> {
        &self.environment
    }

    /// How long the loop has waited.
    pub(crate) fn idle_time(&self) -> IdleTime {
        self.environment.lp.idle_time()
    }

    /// Makes it a worker, which talks with its parent through `port`.
    pub(crate) fn become_worker(&self, shared: Arc<Shared>, port: Port) {
        self.connect(port);
        // Set once, here.
        let _ = self.environment.worker.set(shared);
    }

    /// Runs the program to its end and gives everything back.
    pub fn run(self) -> Exit {
        self.run_and_then(|_| {})
    }

    /// The same; `then` is told before anything is given back.
    pub(crate) fn run_and_then(self, then: impl FnOnce(Exit)) -> Exit {
        let environment = &self.environment;
        // One entry for the whole run: the engine then never runs microtasks by itself, the door alone does.
        let exit = environment.context.enter(|_| {
            environment.run_main();
            environment.time_life();
            environment.milestones.loop_start_ns.set(Some(environment.uptime_ns()));
            if let Some(worker) = environment.worker.get() {
                worker.loop_begins();
            }
            let exit = environment.spin();
            environment.close_addons();
            exit
        });
        environment.workers.end();
        environment.record_end(exit);
        if let Ending::Calls(end) = environment.options.ending {
            end(exit);
        }
        then(exit);
        exit
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        // Addons hold the environment.
        self.environment.close_addons();
        // The environment holds its context, and the context leads bindings to the environment.
        self.environment.context.take_data::<Environment>();
    }
}
