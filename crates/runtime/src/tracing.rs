//! `--trace=FILE`, `--traceable`: hands the record of causes to the recorder of `crates/trace`.
//!
//! The environments of a program write to one file, each its own stream. What is found in it (turns, causes, waits) is
//! found by whoever reads it; here is only what a recorder can not know: where in the program a resource was made.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use roundel_jsc::{CallSite, CallSites, Ctx, JsResult, Persistent, SharedArray, Value};
use roundel_loop::EventLoop;
use roundel_trace::{
    Bell, Described, Numbered, Recorder, Sink, SinkOptions, Telling, TickTexts, Told,
};

use crate::causes::{Resource, TurnKind};
use crate::environment::Environment;
use crate::exit::Exit;
use crate::loops::World;
use crate::options::{Entry, Options, Role, Time};
use crate::shared::{HAS_REJECTION, Shared};
use crate::sources::Sources;
use crate::stack::{is_program, user_frame};
use crate::traceable::Traceable;

/// What is recorded of a run, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceOptions {
    pub to: TraceTo,
    pub detail: TraceDetail,
    /// The file is not to become larger: the beginning is given up.
    pub limit_bytes: Option<u64>,
}

/// Where it is recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceTo {
    File(PathBuf),
    /// Nowhere until somebody connects.
    Socket,
}

/// How much is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TraceDetail {
    /// Turns of the loop with their times and causes, without the places where they were scheduled.
    Light,
    /// Turns of the loop, each with the place where it was scheduled; the promise jobs of one drain are one turn.
    Turns,
    /// Every promise callback and every `await` as well.
    #[default]
    Promises,
}

/// The recorder of one environment.
pub(crate) struct Tracing {
    recorder: Rc<RefCell<Recorder>>,
    pub(crate) detail: TraceDetail,
    /// The socket of the process, if there is one.
    traceable: Option<Traceable>,
    live: Option<Live>,
    /// Places by the stacks that they were found in: a program schedules from few.
    places: RefCell<HashMap<String, Rc<str>>>,
    /// What it takes to be told in numbers, if nobody but the recorder hears of it.
    numbers: Option<Numbers>,
}

/// JavaScript tells the recorder in numbers: texts have theirs, and a place is found by the call that tells.
pub(crate) struct Numbers {
    /// A function of JavaScript that is told whether anybody reads what is recorded, and what it was told last.
    listener: OnceCell<Persistent>,
    is_heard: Cell<bool>,
    /// Whether somebody does, as far as the recorder has found out.
    is_wanted: Rc<Cell<bool>>,
    /// A function of JavaScript that finds the number of a place in a stack, and where it was found.
    finder: OnceCell<(Persistent, Option<CallSites>)>,
    /// What was told is described again in later blocks.
    pub(crate) describes_again: bool,
    /// Where it is told without a call what has to have no time of its own.
    pub(crate) told: Option<SharedArray<f64>>,
    /// The texts of timers by their delays, each at a place of its own: those that were seen last.
    delays: Box<[Cell<Delay>]>,
}

/// A delay with its text.
#[derive(Clone, Copy, Default)]
struct Delay {
    ms: f64,
    repeats: bool,
    number: u32,
}

const DELAYS: usize = 1024;

/// What is told without a call: `internal/causes/numbers.js` says how.
struct ToldInNumbers {
    told: SharedArray<f64>,
    tick_info: SharedArray<u8>,
    /// The last that was taken.
    taken: RefCell<Vec<f64>>,
}

/// Each has three numbers, and there is one for how many are used.
const TOLD: usize = 256;

impl Telling for ToldInNumbers {
    #[inline]
    fn is_empty(&self) -> bool {
        self.told.get(0) == 0.0
    }

    fn take(&self, each: &mut dyn FnMut(Told)) {
        let used = (self.told.get(0) as usize).min(3 * TOLD);
        self.told.set(0, 0.0);
        let mut taken = self.taken.borrow_mut();
        taken.clear();
        self.told.copy_first(1 + used, &mut taken);
        for &[id, second, third] in taken[1..].as_chunks().0 {
            each(if id >= 0.0 {
                Told::Tick { id: id as u64, trigger: second as u64, function: third as u32 }
            } else if second == 0.0 {
                Told::Begins(-id as u64)
            } else {
                Told::Ends(-id as u64)
            });
        }
    }

    /// What is left is a rejection that nobody has handled.
    fn is_calm(&self) -> bool {
        self.tick_info.get(HAS_REJECTION) == 0
    }
}

/// Those who look at the run while it goes on.
struct Live {
    sink: Arc<Sink>,
    told_at: Cell<Option<Instant>>,
}

/// What is alive is told so often.
const BETWEEN_STATUSES: Duration = Duration::from_millis(250);

impl Tracing {
    /// `None` if the options do not ask for it.
    pub(crate) fn new(options: &Options, lp: &EventLoop) -> io::Result<Option<Tracing>> {
        let Some(trace) = &options.trace else { return Ok(None) };
        let sink = options.family.trace_sink(|| {
            let TraceTo::File(path) = &trace.to else { return Ok(Sink::live()) };
            let named = |error: io::Error| {
                io::Error::new(error.kind(), format!("{}: {error}", path.display()))
            };
            Sink::create(path, SinkOptions { limit_bytes: trace.limit_bytes }).map_err(named)
        })?;
        let is_live = trace.to == TraceTo::Socket;
        let traceable = match options.role {
            Role::Main if is_live => Some(Traceable::open(&sink)?),
            _ => None,
        };
        let live = is_live.then(|| Live { sink: Arc::clone(&sink), told_at: Cell::default() });
        let program = match &options.entry {
            Entry::File(path) | Entry::Check(path) | Entry::Watched(path) => {
                path.display().to_string()
            }
            Entry::Tests => "[tests]".to_owned(),
            Entry::Eval { .. } => "[eval]".to_owned(),
            Entry::Url(url) => url.clone(),
            Entry::Stdin => "[stdin]".to_owned(),
            Entry::Interactive { .. } => "[interactive]".to_owned(),
        };
        let cwd = std::env::current_dir().unwrap_or_default().to_string_lossy().into_owned();
        let pid = std::process::id().to_string();
        let notes = trace.detail == TraceDetail::Promises && !is_live && options.time == Time::Real;
        let mut info = vec![
            ("program", program.as_str()),
            ("loop", options.loop_kind.name),
            ("cwd", cwd.as_str()),
            ("pid", pid.as_str()),
            ("version", env!("CARGO_PKG_VERSION")),
        ];
        let thread = options.thread_id.to_string();
        if options.role == Role::Worker {
            info.push(("thread", thread.as_str()));
        }
        if notes {
            info.push(("lints", "noted"));
        }
        Ok(Some(Tracing {
            recorder: Rc::new(RefCell::new(Recorder::new(&sink, lp, &info))),
            detail: trace.detail,
            traceable,
            live,
            places: RefCell::default(),
            numbers: None,
        }))
    }

    /// Lets JavaScript tell in numbers, where that is possible: what a page schedules and promises are told in words, and
    /// in virtual time asking the clock makes it go.
    pub(crate) fn tell_in_numbers(&mut self, options: &Options) {
        let is_real = options.time == Time::Real && options.loop_kind.world == World::Node;
        if self.detail == TraceDetail::Promises || !is_real {
            return;
        }
        let is_wanted = Rc::new(Cell::new(false));
        let found = Rc::clone(&is_wanted);
        self.recorder.borrow_mut().take_numbers(Box::new(move |is_wanted| found.set(is_wanted)));
        let describes_again = self.recorder.borrow().describes_again();
        self.numbers = Some(Numbers {
            listener: OnceCell::new(),
            is_heard: Cell::new(is_wanted.get()),
            is_wanted,
            describes_again,
            told: (!describes_again).then(|| SharedArray::new(1 + 3 * TOLD)),
            finder: OnceCell::new(),
            delays: vec![Cell::default(); DELAYS].into(),
        });
    }

    /// Takes what is told without a call.
    pub(crate) fn take_told(&self, numbers: &Numbers, shared: &Shared, texts: TickTexts) {
        let Some(told) = &numbers.told else { return };
        let (told, tick_info) = (told.clone(), shared.tick_info.clone());
        let told = ToldInNumbers { told, tick_info, taken: RefCell::default() };
        self.recorder.borrow_mut().take_told(Box::new(told), texts);
    }

    /// Whether the recorder takes events of the loop without anybody's help.
    pub(crate) fn is_alone(&self) -> bool {
        self.live.is_none() && self.numbers.is_some()
    }

    /// Whether the loop has nothing to tell: nobody looks, and whoever comes rings.
    pub(crate) fn is_idle(&self) -> bool {
        self.live.is_some() && self.numbers.as_ref().is_some_and(|it| !it.is_wanted.get())
    }

    /// Has `bell` rung when somebody comes, if somebody may come.
    pub(crate) fn hang_bell(&self, bell: impl FnOnce() -> io::Result<Bell>) -> io::Result<()> {
        if let (Some(live), Some(_)) = (&self.live, &self.numbers) {
            live.sink.hang_bell(self.recorder.borrow().stream(), bell()?);
        }
        Ok(())
    }

    pub(crate) fn numbers(&self) -> Option<&Numbers> {
        self.numbers.as_ref()
    }

    /// The number of a text.
    pub(crate) fn number_of(&self, text: &str) -> u32 {
        self.recorder.borrow_mut().number_of(text)
    }

    /// That of the place in the program that a stack of the engine shows.
    pub(crate) fn number_of_place(&self, stack: &str, sources: &Sources) -> u32 {
        let place = user_frame(stack, sources).map_or_else(String::new, |frame| frame.to_string());
        self.number_of(&place)
    }

    /// That of what is to be known of a timer.
    pub(crate) fn number_of_delay(&self, numbers: &Numbers, ms: f64, repeats: bool) -> u32 {
        let place = &numbers.delays[ms as usize % DELAYS];
        let seen = place.get();
        if seen.ms == ms && seen.repeats == repeats && seen.number != 0 {
            return seen.number;
        }
        let number = self.number_of(&format!("{{\"ms\":{ms},\"repeats\":{repeats}}}"));
        place.set(Delay { ms, repeats, number });
        number
    }

    /// Something that will call back was made; where, is to be found out here.
    #[inline]
    pub(crate) fn made_numbered<'js>(
        &self,
        ctx: Ctx<'js>,
        lp: &EventLoop,
        site: CallSite<'js>,
        mut made: Numbered,
    ) -> JsResult<'js, ()> {
        if self.detail != TraceDetail::Light {
            made.place = match site.known() {
                Some(place) => place,
                None => self.numbers.as_ref().map_or(Ok(0), |it| it.find_place(ctx, site))?,
            };
        }
        self.recorder.borrow_mut().made_numbered(lp, made);
        Ok(())
    }

    /// Whether the recording is one that lints look at: one that a person has asked for.
    pub(crate) fn serves_lints(&self) -> bool {
        self.detail == TraceDetail::Promises && self.live.is_none()
    }

    /// Tells those who look at the run what is alive, if it is time.
    pub(crate) fn tell_status(&self, status: impl FnOnce() -> serde_json::Value) {
        let Some(live) = self.live.as_ref().filter(|live| live.sink.is_wanted()) else { return };
        let now = Instant::now();
        let told_at = live.told_at.get();
        if told_at.is_none_or(|told_at| now.duration_since(told_at) >= BETWEEN_STATUSES) {
            live.told_at.set(Some(now));
            live.sink.status(status().to_string().into_bytes());
        }
    }

    pub(crate) fn recorder(&self) -> &Rc<RefCell<Recorder>> {
        &self.recorder
    }

    pub(crate) fn made(&self, environment: &Environment, resource: &Resource) {
        self.describe(resource, &environment.sources, |described| {
            self.recorder.borrow_mut().made(&environment.lp, described);
        });
    }

    /// A callback begins; `kind` is that of a resource that nobody made.
    pub(crate) fn begin(
        &self,
        environment: &Environment,
        resource: &Resource,
        kind: Option<&str>,
        detail: Option<&str>,
    ) {
        self.describe(resource, &environment.sources, |described| {
            let known = kind.is_none().then_some(described);
            let mut recorder = self.recorder.borrow_mut();
            recorder.begin(&environment.lp, resource.id, kind, detail, known);
        });
    }

    fn describe(&self, resource: &Resource, sources: &Sources, then: impl FnOnce(&Described<'_>)) {
        let place = self.place(resource, sources);
        then(&Described {
            resource: resource.id,
            trigger: resource.trigger.0,
            kind: &resource.kind,
            turn: match &resource.turn {
                TurnKind::Own(kind) => kind,
                TurnKind::Entry => "entry",
                TurnKind::None => "",
            },
            function: &resource.function,
            detail: &resource.detail.borrow(),
            place: &place,
        });
    }

    fn place(&self, resource: &Resource, sources: &Sources) -> Rc<str> {
        if let Some(place) = self.places.borrow().get(&resource.stack) {
            return Rc::clone(place);
        }
        let frame = resource.place(sources);
        let place: Rc<str> = frame.map_or_else(String::new, |frame| frame.to_string()).into();
        self.places.borrow_mut().insert(resource.stack.clone(), Rc::clone(&place));
        place
    }
}

impl Drop for Tracing {
    fn drop(&mut self) {
        if let Some(live) = &self.live {
            live.sink.take_bell(self.recorder.borrow().stream());
        }
    }
}

impl Numbers {
    /// What JavaScript was told last.
    pub(crate) fn is_heard(&self) -> bool {
        self.is_heard.get()
    }

    /// Given once, by `internal/causes.js`.
    pub(crate) fn set_listener<'js>(&self, ctx: Ctx<'js>, listener: Value<'js>) {
        let _ = self.listener.set(Persistent::new(ctx, listener));
    }

    /// Tells JavaScript whether callbacks are of interest, if that has changed. Only between two of them.
    pub(crate) fn tell_wanted(&self, ctx: Ctx<'_>) {
        let Some(listener) = self.listener.get().and_then(|it| it.get(ctx).as_function(ctx)) else {
            return;
        };
        let is_wanted = self.is_wanted.get();
        if self.is_heard.replace(is_wanted) != is_wanted {
            // It sets a property of an object of ours.
            let _ = listener.call(ctx, None, &[ctx.boolean(is_wanted)]);
        }
    }

    /// Given once, by `internal/causes/numbers.js`.
    pub(crate) fn set_finder<'js>(&self, ctx: Ctx<'js>, finder: Value<'js>) {
        let _ = self.finder.set((Persistent::new(ctx, finder), CallSites::open(ctx, is_program)));
    }

    fn find_place<'js>(&self, ctx: Ctx<'js>, site: CallSite<'js>) -> JsResult<'js, u32> {
        let finder = self.finder.get().and_then(|(finder, _)| finder.get(ctx).as_function(ctx));
        let Some(finder) = finder else { return Ok(0) };
        let place = finder.call(ctx, None, &[])?.as_number().unwrap_or_default() as u32;
        site.learn(ctx, place);
        Ok(place)
    }
}

impl Environment {
    /// The last that is recorded.
    pub(crate) fn record_end(&self, exit: Exit) {
        self.write_coverage();
        if let Some(tracing) = self.causes.as_ref().and_then(|causes| causes.tracing())
            // It may end while something is being recorded: a limit is found there.
            && let Ok(mut recorder) = tracing.recorder.try_borrow_mut()
        {
            recorder.ended(&self.lp, exit.code());
            if let Some(traceable) = &tracing.traceable {
                traceable.close();
            }
        }
    }
}
