//! One program's world: its loop, its context, and what the two share.
//!
//! Made once per run and reachable from every binding through [`Environment::of`]. Nothing of it is process-wide, so two
//! can live in one process, on two threads. Callbacks of the loop hold it weakly: the loop is a part of it.

use std::cell::{Cell, OnceCell, RefCell};
use std::io;
use std::rc::Rc;
use std::sync::Arc;

use roundel_jsc::{Blocks, Context, Ctx, Exception, JsResult, Persistent, Vm};
use roundel_loop::{BackendKind, Check, Choosing, Entry, EventLoop, Guide, Idle, Timer, Wakeup};
use roundel_napi::Addons;
use roundel_source::resolve::Resolver;

use crate::activity::Busy;
use crate::bindings::Milestones;
use crate::causes::Causes;
use crate::choices;
use crate::coverage::Coverage;
use crate::door::EntryPoints;
use crate::engine_tasks::EngineTasks;
use crate::exit::Exit;
use crate::interrupt::Interrupt;
use crate::options::{Options, Time};
use crate::ports::Ports;
use crate::primordials::Primordials;
use crate::shared::Shared;
use crate::sources::Sources;
use crate::variables::Variables;
use crate::workers::{self, Workers};

/// What is taken from the engine before any program could replace it.
pub(crate) struct Pristine {
    /// The cell type of proxies.
    pub(crate) proxy_type: u8,
    pub(crate) is_array: Persistent,
}

pub(crate) struct Environment {
    pub(crate) pristine: OnceCell<Pristine>,
    pub(crate) primordials: OnceCell<Primordials>,
    pub(crate) engine_tasks: EngineTasks,
    pub(crate) lp: EventLoop,
    /// Memory for chunks of streams.
    pub(crate) blocks: Blocks,
    pub(crate) context: Context,
    pub(crate) options: Options,
    pub(crate) shared: Shared,
    pub(crate) sources: Sources,
    pub(crate) coverage: Coverage,
    pub(crate) resolver: OnceCell<Resolver>,
    pub(crate) ports: Ports,
    pub(crate) workers: Workers,
    /// Made with the first addon.
    pub(crate) addons: RefCell<Option<Rc<Addons>>>,
    /// The variables that the program shares with workers of its own.
    pub(crate) shared_variables: OnceCell<Variables>,
    /// What a worker shares with its parent's thread.
    pub(crate) worker: OnceCell<Arc<workers::Shared>>,
    /// Present if somebody looks.
    pub(crate) causes: Option<Causes>,
    pub(crate) entry_points: OnceCell<EntryPoints>,
    /// In a page or a worker of one: it does something, or waits for others by the handle.
    pub(crate) busy: RefCell<Option<Busy>>,
    pub(crate) rest: OnceCell<Wakeup>,
    /// The global objects of the frames of a page, each with the builtins' intrinsics.
    pub(crate) realms: RefCell<Vec<Rc<Primordials>>>,
    /// By the loop's clock.
    pub(crate) started_ns: u64,
    pub(crate) milestones: Milestones,
    /// The loop's time that JavaScript counts from.
    pub(crate) time_origin_ms: u64,
    /// How many native-to-JavaScript calls are on the stack: ticks are drained by the outermost.
    pub(crate) depth: Cell<u32>,
    pub(crate) interrupt: Interrupt,
    /// How the program ended, once it has.
    pub(crate) exit: Cell<Option<Exit>>,
    /// What the door is entered for.
    pub(crate) entry: Cell<Entry>,
    /// The main script has run and the loop has begun.
    pub(crate) spinning: Cell<bool>,
    pub(crate) entry_is_module: Cell<bool>,
    /// An exception may have left ticks and microtasks behind.
    pub(crate) left_behind: Cell<bool>,
    /// The first timers pass finds nothing due, whatever the clock says.
    pub(crate) passes_by_timers: Cell<bool>,
    pub(crate) timer: Timer,
    pub(crate) check: Check,
    pub(crate) idle: Idle,
    pub(crate) scheduled_expiry_ms: Cell<f64>,
    /// What decides in a copy of the process that has prepared the run.
    pub(crate) guide: OnceCell<Guide>,
}

impl Environment {
    pub(crate) fn new(options: Options) -> io::Result<Rc<Environment>> {
        let backend = match options.time {
            Time::Real => BackendKind::System,
            Time::Virtual => BackendKind::VirtualTime,
        };
        let profile = options.loop_kind.phases;
        let choosing = options.choosing.clone();
        let pool = Some(options.family.pool());
        let lp_options =
            roundel_loop::Options { profile, backend, choosing, pool, ..Default::default() };
        let lp = EventLoop::new(lp_options)?;
        if let Some(begins_ns) = options.begins_ns {
            lp.catch_up(begins_ns);
        }
        let (time_origin_ms, started_ns) = (lp.now(), lp.hrtime());
        let milestones = Milestones::default();
        // The loop was there when its clock was first read.
        milestones.loop_made_ns.set(Some(lp.hrtime() - started_ns));
        let engine_tasks = EngineTasks::new();
        let vm = Vm::new().map_err(io::Error::other)?;
        milestones.engine_made_ns.set(Some(lp.hrtime() - started_ns));
        let context = Context::new(&vm).map_err(io::Error::other)?;
        let causes = Causes::new(&options, &lp)?;
        let recorder = causes.as_ref().and_then(|causes| causes.tracing());
        let recorder = recorder.map(|tracing| Rc::clone(tracing.recorder()));
        choices::listen(&lp, options.record_choices.as_deref(), recorder)?;
        let environment = Rc::new(Environment {
            pristine: OnceCell::new(),
            primordials: OnceCell::new(),
            engine_tasks,
            timer: Timer::new(&lp),
            check: Check::new(&lp),
            idle: Idle::new(&lp),
            time_origin_ms,
            started_ns,
            lp,
            blocks: Blocks::default(),
            shared: Shared::new(),
            context: context.clone(),
            sources: Sources::default(),
            coverage: Coverage::of(&options),
            resolver: OnceCell::new(),
            ports: Ports::default(),
            workers: Workers::default(),
            addons: RefCell::default(),
            worker: OnceCell::new(),
            busy: RefCell::default(),
            rest: OnceCell::new(),
            realms: RefCell::default(),
            shared_variables: OnceCell::new(),
            causes,
            options,
            entry_points: OnceCell::new(),
            milestones,
            depth: Cell::new(0),
            interrupt: Interrupt::default(),
            exit: Cell::new(None),
            entry: Cell::new(Entry::Main),
            spinning: Cell::new(false),
            entry_is_module: Cell::new(false),
            left_behind: Cell::new(false),
            passes_by_timers: Cell::new(false),
            scheduled_expiry_ms: Cell::new(f64::INFINITY),
            guide: OnceCell::new(),
        });
        let made_ns = environment.uptime_ns();
        environment.milestones.environment_made_ns.set(Some(made_ns));
        environment.wake_up();
        environment.share_time();
        environment.set_faults();
        context.set_data(environment.clone());
        Ok(environment)
    }

    /// The environment a binding was called in.
    #[inline]
    pub(crate) fn of(ctx: Ctx<'_>) -> Rc<Environment> {
        // Every context that bindings are made in has one, set in `new` before any script runs.
        ctx.data::<Environment>().expect("the context belongs to an environment")
    }

    /// How decisions are made that the platform leaves open, here and in workers.
    pub(crate) fn choosing(&self) -> Choosing {
        self.guide.get().cloned().map_or_else(|| self.options.choosing.clone(), Choosing::Guided)
    }

    /// Must run before any builtin.
    pub(crate) fn take_pristine<'js>(&self, ctx: Ctx<'js>) -> JsResult<'js, ()> {
        let proxy = ctx.global().get(ctx, "Proxy")?.as_function(ctx);
        let proxy = proxy.ok_or_else(|| Exception::error(ctx, "the engine has no proxies"))?;
        let sample = proxy.construct(ctx, &[ctx.object().into(), ctx.object().into()])?;
        let array = ctx.global().get(ctx, "Array")?.to_object(ctx)?;
        let pristine = Pristine {
            proxy_type: sample.cell_type(),
            is_array: Persistent::new(ctx, array.get(ctx, "isArray")?),
        };
        // Set once, here.
        let _ = self.pristine.set(pristine);
        Ok(())
    }

    /// How long the program has been running, by the loop's clock.
    pub(crate) fn uptime_ns(&self) -> u64 {
        self.lp.hrtime().saturating_sub(self.started_ns)
    }

    /// When the program began, in nanoseconds since 1970: consistent with that of every other environment of the program.
    pub(crate) fn time_origin_ns(&self) -> u64 {
        let measure = || self.lp.wall_clock_ns().saturating_sub(self.lp.hrtime());
        self.options.family.day_ns(measure).saturating_add(self.started_ns)
    }

    /// Reads the clock, for JavaScript too.
    #[inline]
    pub(crate) fn update_now(&self) {
        self.lp.update_time();
        self.shared.set_now((self.lp.now() - self.time_origin_ms) as f64);
    }
}
