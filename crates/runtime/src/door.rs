//! The one door into JavaScript.
//!
//! Every callback of the loop enters here: the callback runs, then ticks and microtasks until there are none, then
//! rejections, and only then does the loop go on. The rules, in order:
//!
//! 1. A callback that throws is reported as an uncaught exception and its ticks are *not* drained: the next callback
//!    that succeeds drains them, or the immediate that the reporter queues for that. A row of `loops.rs` may have them
//!    drained before the check phase.
//! 2. If no tick is queued, microtasks run at once; if ticks are queued, they go first.
//! 3. Nested entries (JavaScript called by a binding called by JavaScript) drain nothing.
//! 4. When the outermost entry is left, the native timer and the idle handle are set from the shared numbers. Nobody
//!    else touches them.
//!
//! Ticks and microtasks are drained by these and by nothing else (a test keeps the list true):
//!
//! - `internal/process/task_queues.js`, the queues of Node's world, when one of these asks:
//!   - the door, after a callback, by way of `bootstrap/node.js`;
//!   - `internal/timers/timeout.js` and `internal/timers/immediate.js`, between two callbacks of one entry;
//!   - `internal/streams/handle.js`, between two reads of one entry;
//!   - `internal/tls/handle.js`, between two events of one connection;
//!   - `internal/http2/transport.js`, between two frames of one read;
//!   - `internal/http/parser.js`, after each piece of a body that comes straight from a connection;
//!   - `internal/timers/batches.js`, after each list of timers under Node 10's loop;
//!   - `internal/test_runner/mock/timers.js`, between two timers that a test makes fire.
//! - `web/window/running.js`, the checkpoint of a page, when one of these asks:
//!   - the door, by way of `web/window/entry_points.js`;
//!   - `web/window/callbacks.js`, after a callback that no other script called;
//!   - `web/window/event_loop.js`, after a task;
//!   - `web/dom/html/parser.js`, before a script.
//! - `causes.rs`, in the place of the engine's own function, so that whoever looks knows.
//!
//! The engine never drains by itself, because the whole run happens inside one entry of the context. Microtasks are
//! always run from JavaScript (`runNextTicks`): the engine sets up and tears down a machine entry around each
//! microtask that is run from outside, which nearly doubles the cost of an `await`.

use std::rc::Rc;

use roundel_jsc::{Ctx, Exception, Function, JsResult, Object, Persistent};
use roundel_loop::{Entry, Event, RunMode, TimersPass};

use crate::environment::Environment;
use crate::exit::Exit;
use crate::loops::LeftBehind;

/// What `bootstrap/node.js` exports for the loop to call.
pub(crate) struct EntryPoints {
    pub(crate) run_next_ticks: Persistent,
    pub(crate) process_timers: Persistent,
    pub(crate) process_immediates: Persistent,
    pub(crate) trigger_uncaught_exception: Persistent,
    pub(crate) emit_before_exit: Persistent,
    pub(crate) emit_exit: Persistent,
    pub(crate) exit_code: Persistent,
    pub(crate) run_main: Persistent,
    pub(crate) install_engine_tasks: Persistent,
    pub(crate) preload: Persistent,
    pub(crate) become_copy: Persistent,
}

impl EntryPoints {
    pub(crate) fn new<'js>(ctx: Ctx<'js>, exports: Object<'js>) -> JsResult<'js, EntryPoints> {
        let take = |name: &str| -> JsResult<'js, Persistent> {
            Ok(Persistent::new(ctx, exports.get(ctx, name)?))
        };
        Ok(EntryPoints {
            run_next_ticks: take("runNextTicks")?,
            process_timers: take("processTimers")?,
            process_immediates: take("processImmediates")?,
            trigger_uncaught_exception: take("triggerUncaughtException")?,
            emit_before_exit: take("emitBeforeExit")?,
            emit_exit: take("emitExit")?,
            exit_code: take("exitCode")?,
            run_main: take("runMain")?,
            install_engine_tasks: take("installEngineTasks")?,
            preload: take("preload")?,
            become_copy: take("becomeCopy")?,
        })
    }
}

impl Environment {
    pub(crate) fn points(&self) -> &EntryPoints {
        // `start` sets them before anything can call back.
        self.entry_points.get().expect("the environment was started")
    }

    /// Calls `body` as a callback of the loop; `None` if it or a tick after it threw, which has then been reported.
    pub(crate) fn callback<R>(
        &self,
        body: impl for<'js> FnOnce(Ctx<'js>) -> JsResult<'js, R>,
    ) -> Option<R> {
        self.enter(|ctx| {
            let result = body(ctx)?;
            let is_whole = self.depth.get() != 1 || self.drain(ctx);
            Ok(is_whole.then_some(result))
        })
        .flatten()
    }

    /// Calls `body`, which drains for itself, and leaves by the rules 1 and 4.
    pub(crate) fn enter<R>(
        &self,
        body: impl for<'js> FnOnce(Ctx<'js>) -> JsResult<'js, R>,
    ) -> Option<R> {
        if self.has_ended() {
            return None;
        }
        self.context.enter(|ctx| {
            self.depth.set(self.depth.get() + 1);
            if self.depth.get() == 1 {
                self.lp.tell(Event::EntryBegin(self.entry.get()));
            }
            // The time may have been up.
            let result = if self.has_ended() { None } else { Some(body(ctx)) };
            let result = result.and_then(|result| {
                result.map_err(|exception| self.report_uncaught(ctx, exception)).ok()
            });
            self.depth.set(self.depth.get() - 1);
            if self.depth.get() == 0 {
                self.sync();
                self.lp.tell(Event::EntryEnd(self.entry.get()));
            }
            result
        })
    }

    /// Ticks, microtasks and rejections, as rule 2 says. False if one of them threw.
    fn drain(&self, ctx: Ctx<'_>) -> bool {
        if self.has_ended() {
            return false;
        }
        self.lp.tell(Event::EntryDrains);
        let run = function(ctx, &self.points().run_next_ticks);
        let result = run.call(ctx, None, &[]);
        result.map_err(|exception| self.report_uncaught(ctx, exception)).is_ok()
    }

    /// Whether an exception is what ended the program: the script ended itself, or another thread has ended it.
    fn ended_by<'js>(&self, ctx: Ctx<'js>, exception: Exception<'js>) -> bool {
        if self.interrupt.is_requested() && exception.is_termination(ctx) {
            self.end(Exit::Interrupted);
        }
        self.has_ended()
    }

    /// Hands an exception to the program, which may end of it. What ended the program is none.
    pub(crate) fn report_uncaught<'js>(&self, ctx: Ctx<'js>, exception: Exception<'js>) {
        if self.ended_by(ctx, exception) {
            return;
        }
        self.left_behind.set(true);
        let trigger = function(ctx, &self.points().trigger_uncaught_exception);
        if let Err(second) = trigger.call(ctx, None, &[exception.value()])
            && !self.ended_by(ctx, second)
        {
            // The reporter itself failed: nothing is left to ask.
            eprintln!("Uncaught exception while reporting another: {}", second.describe(ctx));
            self.end(Exit::Code(EXCEPTION_IN_FATAL_HANDLER));
        }
    }

    /// Rule 4: the loop's handles follow the shared numbers.
    pub(crate) fn sync(&self) {
        let expiry_ms = self.shared.next_expiry();
        if expiry_ms != self.scheduled_expiry_ms.get() {
            self.scheduled_expiry_ms.set(expiry_ms);
            if expiry_ms.is_finite() {
                let elapsed_ms = (self.lp.now() - self.time_origin_ms) as f64;
                let timeout_ms = (expiry_ms - elapsed_ms).max(0.0) as u64;
                self.timer.reset(&self.lp, timeout_ms, 0);
            }
        }
        if (self.shared.timer_refs() > 0) != self.timer.has_ref(&self.lp) {
            if self.shared.timer_refs() > 0 {
                self.timer.reference(&self.lp);
            } else {
                self.timer.unreference(&self.lp);
            }
        }
        if (self.shared.immediate_refs() > 0) != self.idle.is_active(&self.lp) {
            if self.shared.immediate_refs() > 0 {
                self.idle.hold(&self.lp);
            } else {
                self.idle.stop(&self.lp);
            }
        }
    }

    /// The timers phase: every list that is due, going on after each exception.
    fn run_timers(&self) {
        if self.pass_by_timers() {
            return;
        }
        self.scheduled_expiry_ms.set(f64::INFINITY);
        self.update_now();
        self.callback(|ctx| {
            let process = function(ctx, &self.points().process_timers);
            // The same moment for every attempt: what became due since an exception waits for the ticks.
            let now = ctx.number(self.shared.now());
            while let Err(exception) = process.call(ctx, None, &[now]) {
                self.report_uncaught(ctx, exception);
                if self.has_ended() {
                    return Ok(());
                }
            }
            self.schedule_rest();
            Ok(())
        });
    }

    /// What is left after a pass waits for the next phase, even if it has become due meanwhile. Ticks come after this:
    /// what they start may be due in this very phase, where the profile goes on while something is.
    fn schedule_rest(&self) {
        let expiry_ms = self.shared.next_expiry();
        if self.lp.profile().timers_pass == TimersPass::WhileDue && expiry_ms.is_finite() {
            self.scheduled_expiry_ms.set(expiry_ms);
            let elapsed_ms = (self.lp.now() - self.time_origin_ms) as f64;
            self.timer.reset(&self.lp, (expiry_ms - elapsed_ms).max(1.0) as u64, 0);
        }
    }

    /// The check phase: the immediates that were queued before it, going on after each exception.
    fn run_immediates(&self) {
        let drains_first = self.options.loop_kind.left_behind == LeftBehind::BeforeCheck;
        if self.left_behind.replace(false) && drains_first {
            self.callback(|_| Ok(()));
        }
        if self.shared.immediates() == 0 && !self.shared.has_destroyed() {
            return;
        }
        loop {
            self.enter(|ctx| {
                function(ctx, &self.points().process_immediates).call(ctx, None, &[])?;
                Ok(())
            });
            if self.has_ended() || !self.shared.immediates_outstanding() {
                break;
            }
        }
    }

    /// Puts the loop's own handles in place.
    pub(crate) fn install_handles(self: &Rc<Self>) {
        let environment = Rc::downgrade(self);
        self.timer.start(&self.lp, 0, 0, move |_, _| {
            if let Some(environment) = environment.upgrade() {
                environment.run_timers();
            }
        });
        self.timer.stop(&self.lp);
        self.timer.unreference(&self.lp);
        let environment = Rc::downgrade(self);
        self.check.start(&self.lp, move |_, _| {
            if let Some(environment) = environment.upgrade() {
                environment.run_immediates();
            }
        });
        self.check.unreference(&self.lp);
    }

    /// Runs the loop to the end of the program, `beforeExit` and `exit` included.
    pub(crate) fn spin(self: &Rc<Self>) -> Exit {
        self.spinning.set(true);
        self.choose_first_timers();
        while !self.has_ended() {
            self.lp.run(RunMode::Default);
            if let Some(failure) = self.lp.take_failure() {
                eprintln!("roundel: the loop can not go on: {failure}");
                return Exit::Code(LOOP_FAILURE);
            }
            self.finish_engine_tasks();
            if self.lp.alive() || self.rest() {
                continue;
            }
            self.entry.set(Entry::BeforeExit);
            self.call_point(|points| &points.emit_before_exit);
            self.entry.set(Entry::Callback);
            if !self.lp.alive() {
                break;
            }
        }
        if self.has_ended() { self.say_exit() } else { self.hold_to_record(self.say_exit()) }
    }

    fn say_exit(&self) -> Exit {
        self.entry.set(Entry::Exit);
        self.milestones.loop_exit_ns.set(Some(self.uptime_ns()));
        self.call_point(|points| &points.emit_exit);
        if let Some(exit) = self.exit.get() {
            return exit;
        }
        let code = self.context.enter(|ctx| {
            let code = function(ctx, &self.points().exit_code).call(ctx, None, &[]);
            code.ok().and_then(|code| code.as_number()).map_or(0, |code| code as i32)
        });
        Exit::Code(code)
    }

    /// Runs the entry. Unlike after any other callback, ticks are drained even if it throws.
    pub(crate) fn run_main(&self) {
        self.enter(|ctx| {
            let main = function(ctx, &self.points().run_main);
            if let Err(exception) = main.call(ctx, None, &[]) {
                self.report_uncaught(ctx, exception);
            }
            self.drain(ctx);
            Ok(())
        });
        self.entry.set(Entry::Callback);
    }

    /// Lets promises of WebAssembly keep the loop alive. Called while a source is being compiled, so it drains nothing.
    pub(crate) fn install_engine_tasks(&self) {
        self.call_point(|points| &points.install_engine_tasks);
    }

    fn call_point(&self, point: impl Fn(&EntryPoints) -> &Persistent) {
        self.callback(|ctx| {
            function(ctx, point(self.points())).call(ctx, None, &[])?;
            Ok(())
        });
    }
}

const EXCEPTION_IN_FATAL_HANDLER: i32 = 7;

/// The exit code of a run whose loop could not go on, as commands that run others have it for a failure of their own.
pub(crate) const LOOP_FAILURE: i32 = 125;

/// The function behind an entry point. `EntryPoints::new` took them from our own bootstrap.
#[inline]
fn function<'js>(ctx: Ctx<'js>, point: &Persistent) -> Function<'js> {
    point.get(ctx).as_function(ctx).expect("entry points are functions")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// The list of this module's documentation.
    const DRAINING: [&str; 16] = [
        "js/bootstrap/node.js",
        "js/internal/http/parser.js",
        "js/internal/http2/transport.js",
        "js/internal/process/task_queues.js",
        "js/internal/streams/handle.js",
        "js/internal/test_runner/mock/timers.js",
        "js/internal/timers/batches.js",
        "js/internal/timers/immediate.js",
        "js/internal/timers/timeout.js",
        "js/internal/tls/handle.js",
        "js/web/dom/html/parser.js",
        "js/web/window/callbacks.js",
        "js/web/window/entry_points.js",
        "js/web/window/event_loop.js",
        "js/web/window/running.js",
        "src/causes.rs",
    ];

    const WORDS: [&str; 5] = [
        "runMicrotasks(",
        "runNextTicks(",
        "processTicksAndRejections(",
        "checkpoint",
        ".run_microtasks(",
    ];

    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder of the crate") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                files(&path, found);
            } else {
                found.push(path);
            }
        }
    }

    fn drains(path: &Path) -> bool {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.any(|line| WORDS.iter().any(|word| line.contains(word)))
    }

    #[test]
    fn the_list_of_what_drains_is_true() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut found = Vec::new();
        files(&root.join("js"), &mut found);
        files(&root.join("src"), &mut found);
        let mut draining: Vec<String> = found
            .iter()
            .filter(|path| {
                !path.ends_with("src/door.rs") && !path.to_string_lossy().ends_with(".d.ts")
            })
            .filter(|path| drains(path))
            .filter_map(|path| path.strip_prefix(root).ok())
            .map(|path| path.to_string_lossy().into_owned())
            .collect();
        draining.sort();
        assert_eq!(draining, DRAINING);
        let source = fs::read_to_string(root.join("src/door.rs")).expect("this file");
        for file in DRAINING {
            let name = file.trim_start_matches("js/").trim_start_matches("src/");
            let listed = format!("`{name}`");
            assert!(source.contains(&listed), "{file} is not in the documentation");
        }
    }
}
