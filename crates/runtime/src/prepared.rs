//! A runtime that is prepared once and run many times, each time in a copy of the process (`roundel explore`).
//!
//! Nothing of the program has run when the copies are made, so that each begins as a process of its own would: what differs
//! is the number of the process, its flags, and by which guide it decides.
//!
//! ```text
//!   Runtime::new_alone ── preload ──┬── copy_process ── follow ── run
//!                                   ├── copy_process ── follow ── run
//!                                   └── …
//! ```

use std::io;
use std::path::PathBuf;

use roundel_jsc::{Ctx, JsResult};
use roundel_loop::{Guide, set_variable_alone};

use crate::bindings::strings;
use crate::bootstrap;
use crate::environment::Environment;
use crate::loops::World;
use crate::options::Options;
use crate::primordial_plan::MAKER;
use crate::runtime::{Runtime, StartError};

/// How one run differs from the others.
pub struct Schedule {
    pub guide: Guide,
    /// Where the run's schedule log is made.
    pub log: PathBuf,
    /// `process.execArgv`.
    pub exec_argv: Vec<String>,
    /// The folder for temporary files, which is another than the original's.
    pub temporary: PathBuf,
}

impl Runtime {
    /// As [`Runtime::new`], in a process that has no other thread and will have none before the program runs.
    pub fn new_alone(options: Options) -> Result<Runtime, StartError> {
        if options.loop_kind.world != World::Node {
            return Err(StartError::Failed("a page asks before it runs".to_owned()));
        }
        if !bootstrap::configure_engine_alone() {
            return Err(StartError::Failed("the engine has threads of its own".to_owned()));
        }
        Runtime::new(options)
    }

    /// Loads builtins that the program will ask for. False if one does not load.
    pub fn preload(&self, ids: &[String]) -> bool {
        self.environment().context.enter(|ctx| {
            let is_loaded = self.preload_in(ctx, ids).is_ok();
            // What the start has left behind would be collected in every run.
            ctx.collect_garbage();
            is_loaded
        })
    }

    fn preload_in<'js>(&self, ctx: Ctx<'js>, ids: &[String]) -> JsResult<'js, ()> {
        let preload = self.environment().points().preload.get(ctx).as_function(ctx);
        let Some(preload) = preload else { return Ok(()) };
        // What starts the runtime is no module, and a run that is looked at loads what looks.
        let is_module = |id: &&String| {
            !id.starts_with("bootstrap/") && !id.starts_with("internal/causes") && *id != MAKER
        };
        for id in ids.iter().filter(is_module) {
            preload.call(ctx, None, &[ctx.string(id)])?;
        }
        Ok(())
    }

    /// Tells a copy of the process which run it is.
    pub fn follow(&self, schedule: Schedule) -> io::Result<()> {
        let environment = self.environment();
        let Schedule { guide, log, exec_argv, temporary } = schedule;
        set_variable_alone("TMPDIR", temporary.as_os_str())?;
        if !environment.lp.chooser().follow(guide.clone()) {
            return Err(io::Error::other("the run cannot follow another guide"));
        }
        // Set once, here.
        let _ = environment.guide.set(guide);
        if let Some(schedule) = environment.causes.as_ref().and_then(|causes| causes.schedule()) {
            schedule.move_to(&log)?;
        }
        let is_told = environment.context.enter(|ctx| {
            become_copy(ctx, environment, &exec_argv, &temporary.to_string_lossy()).is_ok()
        });
        is_told.then_some(()).ok_or_else(|| io::Error::other("the program cannot be told"))
    }
}

/// What JavaScript knows about the process and is another in a copy.
fn become_copy<'js>(
    ctx: Ctx<'js>,
    environment: &Environment,
    exec_argv: &[String],
    temporary: &str,
) -> JsResult<'js, ()> {
    let pid = ctx.number(f64::from(std::process::id()));
    let exec_argv = strings(ctx, exec_argv)?;
    if let Some(become_copy) = environment.points().become_copy.get(ctx).as_function(ctx) {
        become_copy.call(ctx, None, &[pid, exec_argv.into(), ctx.string(temporary)])?;
    }
    Ok(())
}
