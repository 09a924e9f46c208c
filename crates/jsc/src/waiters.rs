//! Who waits for what runs: the async functions behind the promise job at hand.
//!
//! A job that goes on with an async function is called with its generator, the generator knows the promise it settles,
//! that promise its reactions, and a reaction of `await` the generator that is to go on. So the chain of callers that an
//! `await` cut off is still there to be read, from one end to the other, for as long as the job runs.
//!
//! Nothing declares where these things are. [`Layout::find`] is shown samples whose relations it knows and looks whether
//! the words are where they are expected, as they are in release 2.50; an engine that keeps them in another way gets no
//! layout, and then there are no waiters to be told of. (Later releases put the callers into the stack by themselves.)
//! Everything is read under the lock, from cells that the running job keeps alive, and nothing is written.

use std::cell::Cell as Slot;
use std::ffi::c_void;

use roundel_jsc_sys::JSContextGetGroup;
use roundel_jsc_sys::wtf_string::StringImpl;

use crate::characters;
use crate::ctx::Ctx;
use crate::frame::{VISITED_FRAME, VISITOR_WORDS};
use crate::function::{Function, make_host_function};
use crate::trampoline;
use crate::value::Value;
use crate::{encoding, engine};

/// One of those who wait, innermost first.
pub enum Waiter<'js> {
    /// An async function or async generator at an `await`.
    Function {
        /// The function that is its body. It has the name of the function as written.
        body: Function<'js>,
        this: Value<'js>,
        /// Which of its points of suspension it is at, counted from 1 as the engine compiled them.
        suspension: u32,
    },
    /// A promise that stands for several.
    Combinator { kind: Combinator, index: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combinator {
    All,
    AllSettled,
    Any,
}

/// Where the body of a function begins, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyPlace {
    pub url: String,
    pub line: u32,
    pub column: u32,
}

/// What [`Ctx::find_waiters`] is shown: pending promises, each inner one being waited for in the way that its name says.
/// In a combinator it is the second of two.
pub struct WaiterSamples<'js> {
    /// Awaited by an async function.
    pub awaited: Value<'js>,
    /// What that function returned.
    pub returned: Value<'js>,
    /// Awaited by an async generator.
    pub generated: Value<'js>,
    /// What its `next` returned.
    pub step: Value<'js>,
    /// `then(resolve)` of a new promise, and that promise.
    pub resolver: [Value<'js>; 2],
    pub all: [Value<'js>; 2],
    pub all_settled: [Value<'js>; 2],
    pub any: [Value<'js>; 2],
    pub race: [Value<'js>; 2],
    /// The length of the text of the async function's body, and its URL.
    pub body_length: u32,
    pub body_url: String,
}

thread_local! {
    static LAYOUT: Slot<Option<Layout>> = const { Slot::new(None) };
    static SAMPLE_CODE: Slot<u64> = const { Slot::new(0) };
}

impl<'js> Ctx<'js> {
    /// Finds out how this engine keeps those who wait; `false` if it does so in an unknown way.
    pub fn find_waiters(self, samples: &WaiterSamples<'js>) -> bool {
        if !engine::has_host_calls(self) {
            return false;
        }
        let functions = engine::functions();
        if functions.visit_stack.is_none() || functions.next_frame.is_none() {
            return false;
        }
        // SAFETY: the samples are live values, and the lock is held by whoever has a context.
        let layout = unsafe { Layout::find(self, samples) };
        LAYOUT.set(layout);
        layout.is_some()
    }

    /// A function that the sample async function must call before it waits.
    pub fn sample_function(self) -> Option<Function<'js>> {
        make_host_function(self, "noteSample", trampoline::note_sample)
    }

    /// A function that answers who waits for the job it is called in, in the form of [`Ctx::hook_errors`].
    pub fn waiters_function(self) -> Option<Function<'js>> {
        make_host_function(self, "waiters", trampoline::waiters_now)
    }

    /// Two functions that are asked by what an async function calls. The first answers its body, a function that is there
    /// for one call of it; the second its promise. `undefined` if none has called, or if that is not to be read.
    pub fn running_body_readers(self) -> Option<[Function<'js>; 2]> {
        let body = make_host_function(self, "runningBody", trampoline::running_body::<0>)?;
        let promise = make_host_function(self, "runningPromise", trampoline::running_body::<1>)?;
        Some([body, promise])
    }

    /// Remembers the function as one of those with which the engine settles the promise.
    pub fn learn_settler(self, settler: Value<'js>, promise: Value<'js>) {
        let Some(layout) = LAYOUT.get() else { return };
        let (Some(settler), Some(promise)) = (Cell::of(settler), Cell::of(promise)) else { return };
        // SAFETY: live values. Of the scope only words are compared.
        let found = unsafe {
            let scope = (settler.kind() == layout.function)
                .then(|| settler.child(SCOPE, layout.scope))
                .flatten();
            let variable = scope.and_then(|scope| {
                (FIRST_VARIABLE..FIRST_VARIABLE + MOST_VARIABLES)
                    .find(|&at| scope.word(at) == promise.bits())
            });
            scope.and_then(|_| layout.source(settler)).zip(variable)
        };
        LAYOUT.set(Some(Layout { settler: found, ..layout }));
    }

    /// The promise that is settled by a function like the one that was learned.
    pub fn settled_by(self, settler: Value<'js>) -> Option<Value<'js>> {
        let layout = LAYOUT.get()?;
        let (source, variable) = layout.settler?;
        let settler = Cell::of(settler)?;
        // SAFETY: a live value; functions of one text have scopes with the same variables.
        unsafe {
            let is_one =
                settler.kind() == layout.function && layout.source(settler) == Some(source);
            let scope = is_one.then(|| settler.child(SCOPE, layout.scope)).flatten()?;
            scope.child(variable, layout.promise).map(Cell::value)
        }
    }

    /// Where the body of a waiting function begins; `None` for what is no function of a script, and where
    /// [`Ctx::find_waiters`] found nothing.
    pub fn body_place(self, body: Value<'js>) -> Option<BodyPlace> {
        let (layout, body) = (LAYOUT.get()?, Cell::of(body)?);
        // SAFETY: a live cell; a function has an executable, and one of the kind of scripts has a source.
        unsafe {
            let is_function = body.kind() == layout.function;
            is_function.then(|| layout.place(body)).flatten()
        }
    }
}

/// What waits for the end of the job that runs under `frame`, if one does and the layout is known.
///
/// # Safety
/// `frame` must be what the engine passed to the host function that runs.
pub(crate) unsafe fn of_running_job<'js>(
    ctx: Ctx<'js>,
    frame: *mut c_void,
    most_frames: usize,
) -> Option<Chain<'js>> {
    let layout = LAYOUT.get()?;
    // SAFETY: the caller's promise.
    let start = unsafe { layout.running_job(ctx, frame, most_frames)? };
    Some(Chain { layout, next: Some(start), _ctx: ctx })
}

/// What waits for a promise, if the layout is known.
pub(crate) fn of_promise<'js>(ctx: Ctx<'js>, promise: Value<'js>) -> Option<Chain<'js>> {
    let layout = LAYOUT.get()?;
    let promise = Cell::of(promise)?;
    // SAFETY: a live cell.
    let is_promise = unsafe { promise.kind() } == layout.promise;
    is_promise.then_some(Chain { layout, next: Some(Link::Promise(promise)), _ctx: ctx })
}

/// The generator that a function of the engine is about to go on with, and what waits for that.
///
/// # Safety
/// `generator` must be live.
pub(crate) unsafe fn from_generator<'js>(
    ctx: Ctx<'js>,
    generator: Value<'js>,
) -> Option<Chain<'js>> {
    let layout = LAYOUT.get()?;
    let generator = Cell::of(generator)?;
    // SAFETY: a live cell.
    let is_generator = unsafe { layout.is_generator(generator) };
    is_generator.then_some(Chain { layout, next: Some(Link::Generator(generator)), _ctx: ctx })
}

/// Called by the sample async function before it waits: notes the code of the engine's function that runs it.
///
/// # Safety
/// `frame` must be what the engine passed to the host function that runs.
pub(crate) unsafe fn note_sample(ctx: Ctx<'_>, frame: *mut c_void) {
    /// Between the host function and the code that is looked for stands the body of the sample.
    const CALLERS: usize = 2;
    let functions = engine::functions();
    let (Some(visit), Some(next)) = (functions.visit_stack, functions.next_frame) else { return };
    let mut visitor = [0_u64; VISITOR_WORDS];
    // SAFETY: as in `Layout::running_job`.
    unsafe {
        visit(visitor.as_mut_ptr().cast(), frame, JSContextGetGroup(ctx.raw()), false);
        for _ in 0..CALLERS {
            if visitor[VISITED_FRAME] == 0 {
                return;
            }
            next(visitor.as_mut_ptr().cast());
        }
    }
    SAMPLE_CODE.set(visitor[VISITED_CODE]);
}

/// The function of the engine that an async function which throws rejects its promise with: `(promise, reason)`. It is one
/// of the constants of the code that `note_sample` saw.
///
/// # Safety
/// As for `rejection_handlers`.
pub(crate) unsafe fn rejecting_function<'js>(
    ctx: Ctx<'js>,
    samples: &WaiterSamples<'js>,
) -> Option<Function<'js>> {
    const CONSTANTS: usize = 20;
    const MOST_CONSTANTS: u32 = 64;
    /// Above anything that is no pointer to a heap.
    const LEAST_ADDRESS: u64 = 0x5000_0000_0000;
    const NAME: &str = "rejectPromiseWithFirstResolvingFunctionCallCheck";
    let layout = LAYOUT.get()?;
    let code = executable_of(SAMPLE_CODE.get()).map(Cell)?;
    // SAFETY: code has more words than these; the constants are taken for what they are only if the sample's handler is
    // among them.
    unsafe {
        let reaction = Cell::of(samples.awaited)?.child(REACTIONS, layout.object)?;
        let (capacity, count) = halves(code.word(CONSTANTS + 1));
        let address = code.word(CONSTANTS);
        if count > capacity || capacity > MOST_CONSTANTS || address < LEAST_ADDRESS {
            return None;
        }
        let constants = Cell(executable_of(address)?);
        let all = || (0..count as usize).map(|at| constants.word(at));
        if !all().any(|word| word == reaction.word(ON_REJECTED)) {
            return None;
        }
        all().filter_map(Cell::at).filter(|cell| cell.kind() == layout.function).find_map(|cell| {
            let function = cell.value().as_function(ctx)?;
            let name = function.as_object().get(ctx, "name").ok()?.as_string(ctx)?;
            (name.to_string() == NAME).then_some(function)
        })
    }
}

/// The body of the async function, or async generator, that has called the function which has called the host function of
/// `frame`; and the promise it settles, if the frame has that.
///
/// # Safety
/// `frame` must be what the engine passed to the host function that runs.
pub(crate) unsafe fn running_body<'js>(
    ctx: Ctx<'js>,
    frame: *mut c_void,
) -> Option<(Value<'js>, Option<Value<'js>>)> {
    /// The host function's caller, and that one's.
    const CALLERS: usize = 2;
    let layout = LAYOUT.get()?;
    let functions = engine::functions();
    let (visit, next) = (functions.visit_stack?, functions.next_frame?);
    let mut visitor = [0_u64; VISITOR_WORDS];
    // SAFETY: as in `Layout::running_job`.
    unsafe {
        visit(visitor.as_mut_ptr().cast(), frame, JSContextGetGroup(ctx.raw()), false);
        for _ in 0..CALLERS {
            if visitor[VISITED_FRAME] == 0 {
                return None;
            }
            next(visitor.as_mut_ptr().cast());
        }
        // The visitor knows of functions that were compiled into others, and a body is made anew for every call.
        let body = Cell::at(visitor[VISITED_CALLEE]).filter(|it| it.kind() == layout.function)?;
        let is_script = layout.executable(body)?.kind() == layout.script_executable;
        if !is_script || layout.source(body).is_some() {
            return None;
        }
        let frame = Cell(executable_of(visitor[VISITED_FRAME])?);
        let has_own_frame = frame.word(CALLEE) == body.bits() && (frame.word(COUNT) as u32) >= 2;
        let generator = Cell::at(frame.word(FIRST_ARGUMENT))
            .filter(|it| has_own_frame && layout.is_generator(*it))
            .filter(|it| it.word(BODY) == body.bits());
        let promise = generator.and_then(|it| layout.promise_of(it));
        Some((body.value(), promise.map(Cell::value)))
    }
}

/// The address of a function's executable.
pub(crate) fn executable_address(function: Function<'_>) -> Option<usize> {
    let layout = LAYOUT.get()?;
    let function = Cell::of(function.into())?;
    // SAFETY: a live function.
    unsafe { layout.executable(function).map(|executable| executable.bits() as usize) }
}

/// Whether a function is laid out as the functions that [`Layout::find`] was shown.
pub(crate) fn is_plain_function(function: Function<'_>) -> bool {
    // SAFETY: a live function.
    LAYOUT.get().zip(Cell::of(function.into())).is_some_and(|(layout, function)| unsafe {
        function.kind() == layout.function && layout.source(function).is_some()
    })
}

/// The functions that go on with a rejected async function and a rejected async generator: `(error, generator)`.
///
/// # Safety
/// The values must be the samples that [`Ctx::find_waiters`] was shown, which must have found a layout.
pub(crate) unsafe fn rejection_handlers<'js>(
    ctx: Ctx<'js>,
    samples: &WaiterSamples<'js>,
) -> [Option<Function<'js>>; 2] {
    [samples.awaited, samples.generated].map(|promise| {
        // SAFETY: as `Layout::find` has read it.
        let handler = unsafe { Cell::at(Cell::of(promise)?.word(REACTIONS))?.word(ON_REJECTED) };
        let value: Value<'js> = Cell::at(handler)?.value();
        value.as_function(ctx)
    })
}

/// The waiters one after the other.
pub(crate) struct Chain<'js> {
    layout: Layout,
    next: Option<Link>,
    _ctx: Ctx<'js>,
}

#[derive(Clone, Copy)]
enum Link {
    /// To be told of, and then what waits for its promise.
    Generator(Cell),
    /// What waits for it is next.
    Promise(Cell),
}

impl<'js> Iterator for Chain<'js> {
    type Item = Waiter<'js>;

    fn next(&mut self) -> Option<Waiter<'js>> {
        // A long chain of promises that nobody awaits is not worth its while.
        const MOST_PROMISES: usize = 64;
        for _ in 0..MOST_PROMISES {
            // SAFETY: all links lead on from the running job, which keeps them alive.
            unsafe {
                match self.next.take()? {
                    Link::Generator(generator) => {
                        self.next = self.layout.promise_of(generator).map(Link::Promise);
                        return self.layout.waiter(generator);
                    }
                    Link::Promise(promise) => {
                        let (combinator, next) = self.layout.waiting_for(promise)?;
                        self.next = Some(next);
                        if combinator.is_some() {
                            return combinator;
                        }
                    }
                }
            }
        }
        None
    }
}

/// A live heap cell, as the words it is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell(*const u64);

impl Cell {
    fn of(value: Value<'_>) -> Option<Cell> {
        Cell::at(value.raw().expose_provenance() as u64)
    }

    /// The cell that a word points to, if the word is that of a value and the value a cell.
    fn at(word: u64) -> Option<Cell> {
        let raw = std::ptr::with_exposed_provenance(word as usize);
        encoding::is_cell(raw).then_some(Cell(raw.cast()))
    }

    fn bits(self) -> u64 {
        self.0.addr() as u64
    }

    fn value<'js>(self) -> Value<'js> {
        // SAFETY: a live cell is a value.
        unsafe { Value::from_raw(self.0.cast()) }
    }

    /// # Safety
    /// The cell must be live and have as many words.
    unsafe fn word(self, index: usize) -> u64 {
        // SAFETY: the caller's promise.
        unsafe { *self.0.add(index) }
    }

    /// # Safety
    /// The cell must be live.
    unsafe fn kind(self) -> u8 {
        // SAFETY: the caller's promise.
        unsafe { crate::frame::cell_type(self.0.cast()) }
    }

    /// The cell that a word of this one points to, if it is of the kind.
    ///
    /// # Safety
    /// As for `word`, and the word must be that of a value.
    unsafe fn child(self, index: usize, kind: u8) -> Option<Cell> {
        // SAFETY: the caller's promise; a value that is a cell is kept alive by its holder.
        unsafe { Cell::at(self.word(index)).filter(|child| child.kind() == kind) }
    }
}

// Words of a promise.
const FLAGS: usize = 2;
const REACTIONS: usize = 3;
const STATE: u64 = 0b11;

// Words of a reaction, which is an object.
const DERIVED: usize = 2;
const ON_FULFILLED: usize = 3;
const ON_REJECTED: usize = 4;
const CONTEXT: usize = 5;
const MORE_REACTIONS: usize = 6;

// Words of a generator.
const SUSPENSION: usize = 3;
const BODY: usize = 4;
const THIS: usize = 5;
const RESULT: usize = 7;

/// The word of an entry in the queue of an async generator that is its promise.
const STEP_PROMISE: usize = 4;

// Words of a function and its executable.
const SCOPE: usize = 2;
const EXECUTABLE: usize = 3;
const PROVIDER: usize = 5;
const OFFSETS: usize = 6;
const LINE_AND_COLUMN: usize = 7;

/// The word of a source provider that is its URL.
const URL: usize = 9;

// Words of a scope.
const OUTER: usize = 2;
const FIRST_VARIABLE: usize = 4;
const MOST_VARIABLES: usize = 8;

// Words of the visitor of a stack; see `frame.rs`.
const VISITED_ENTRY: usize = 3;
const VISITED_CALLEE: usize = 6;
const VISITED_CODE: usize = 7;

// Words of a frame; see `frame.rs`.
const CALLEE: usize = 3;
const COUNT: usize = 4;
const FIRST_ARGUMENT: usize = 6;

#[derive(Clone, Copy)]
struct Layout {
    promise: u8,
    object: u8,
    function: u8,
    scope: u8,
    generator: u8,
    async_generator: u8,
    /// The word of an async generator that is the first entry of its queue.
    queue: usize,
    /// The word of a function's rare data that is its executable.
    rare_executable: Option<usize>,
    /// The kind of the executables of scripts, as opposed to that of host functions.
    script_executable: u8,
    /// The source of the functions that the engine has in JavaScript.
    builtins: u64,
    /// Functions that settle a promise: where they are in that source, and which variable has the promise.
    resolvers: [(u64, usize); 3],
    /// The same for the reactions of `Promise.any` and `Promise.allSettled`, with the variable that has the index; of the
    /// last also the outer variable that has the function which settles the promise.
    any: (u64, usize),
    all_settled: (u64, usize, usize),
    /// A function that the engine gives to a thenable, if one was learned.
    settler: Option<(u64, usize)>,
}

impl Layout {
    /// # Safety
    /// The samples must be live.
    unsafe fn find<'js>(ctx: Ctx<'js>, samples: &WaiterSamples<'js>) -> Option<Layout> {
        // SAFETY: a promise has at least the words read here, and so have the objects of these sizes that a promise leads
        // to in every release whose promises are objects of JavaScript; other releases are told by the first comparisons.
        unsafe {
            let awaited = Cell::of(samples.awaited)?;
            let returned = Cell::of(samples.returned)?;
            let promise = awaited.kind();
            let object = Cell::of(ctx.object().into())?.kind();
            let reaction = awaited.child(REACTIONS, object)?;
            let function = Cell::at(reaction.word(ON_REJECTED))?.kind();
            let on_fulfilled = reaction.child(ON_FULFILLED, function)?;
            let generator = Cell::at(reaction.word(CONTEXT))?;
            let body = generator.child(BODY, function)?;
            let more = encoding::as_int32(value_at(reaction.word(MORE_REACTIONS)))?;
            let suspension = encoding::as_int32(value_at(generator.word(SUSPENSION)))?;
            if more != 0
                || suspension != 1
                || generator.word(RESULT) != returned.bits()
                || reaction.word(DERIVED) != encoding::to_bits(encoding::undefined())
            {
                return None;
            }
            let builtins = Cell::at(on_fulfilled.word(EXECUTABLE))?.word(PROVIDER);
            let executable = body.word(EXECUTABLE);
            let mut layout = Layout {
                promise,
                object,
                function,
                scope: 0,
                generator: generator.kind(),
                async_generator: 0,
                queue: 0,
                rare_executable: None,
                script_executable: Cell(executable_of(executable)?).kind(),
                builtins,
                resolvers: [(0, 0); 3],
                any: (0, 0),
                all_settled: (0, 0, 0),
                settler: None,
            };
            let (start, end) = halves(Cell(executable_of(executable)?).word(OFFSETS));
            if end.checked_sub(start)? != samples.body_length {
                return None;
            }
            if layout.place(body)?.url != samples.body_url {
                return None;
            }
            // Asking for the name makes the engine move the executable into the function's rare data.
            let _ = body.value().as_object(ctx)?.get(ctx, "name");
            let rare = body.word(EXECUTABLE);
            if rare != executable {
                let rare = Cell(executable_of(rare & !RARE)?);
                layout.rare_executable = (1..24).find(|&at| rare.word(at) == executable);
                layout.rare_executable?;
            }
            layout.find_async_generators(samples)?;
            layout.find_combinators(samples)?;
            Some(layout)
        }
    }

    /// # Safety
    /// As for `find`.
    unsafe fn find_async_generators(&mut self, samples: &WaiterSamples<'_>) -> Option<()> {
        // SAFETY: as in `find`; an async generator has more words than a generator.
        unsafe {
            let step = Cell::of(samples.step)?.bits();
            let reaction = Cell::of(samples.generated)?.child(REACTIONS, self.object)?;
            let generator = Cell::at(reaction.word(CONTEXT))?;
            self.async_generator = generator.kind();
            self.queue = (RESULT..RESULT + 5).find(|&at| {
                let entry = generator.child(at, self.object);
                entry.is_some_and(|entry| entry.word(STEP_PROMISE) == step)
            })?;
            generator.child(BODY, self.function).map(|_| ())
        }
    }

    /// # Safety
    /// As for `find`.
    unsafe fn find_combinators(&mut self, samples: &WaiterSamples<'_>) -> Option<()> {
        let index = encoding::to_bits(encoding::int32(1));
        // SAFETY: as in `find`. Of scopes only words are compared, except where they are known to be variables.
        unsafe {
            let handlers = |[inner, outer]: [Value<'_>; 2]| {
                let reaction = Cell::of(inner)?.child(REACTIONS, self.object)?;
                let outer = Cell::of(outer)?.bits();
                Some((reaction, reaction.child(ON_FULFILLED, self.function)?, outer))
            };
            let variable = |scope: Cell, word: u64| {
                (FIRST_VARIABLE..FIRST_VARIABLE + MOST_VARIABLES).find(|&at| scope.word(at) == word)
            };
            let (_, resolve, outer) = handlers(samples.resolver)?;
            let scope = Cell::at(resolve.word(SCOPE))?;
            self.scope = scope.kind();
            self.resolvers[0] = (self.source(resolve)?, variable(scope, outer)?);
            let (_, resolve, outer) = handlers(samples.race)?;
            let scope = resolve.child(SCOPE, self.scope)?;
            self.resolvers[1] = (self.source(resolve)?, variable(scope, outer)?);
            let (reaction, resolve, outer) = handlers(samples.any)?;
            let scope = resolve.child(SCOPE, self.scope)?;
            self.resolvers[2] = (self.source(resolve)?, variable(scope, outer)?);
            let reject = reaction.child(ON_REJECTED, self.function)?;
            let scope = reject.child(SCOPE, self.scope)?;
            self.any = (self.source(reject)?, variable(scope, index)?);
            let (_, element, outer) = handlers(samples.all_settled)?;
            let scope = element.child(SCOPE, self.scope)?;
            let around = scope.child(OUTER, self.scope)?;
            let settling = (FIRST_VARIABLE..FIRST_VARIABLE + MOST_VARIABLES).find(|&at| {
                let function = around.child(at, self.function);
                let target = function.and_then(|function| self.target(function));
                target.is_some_and(|target| target.bits() == outer)
            })?;
            self.all_settled = (self.source(element)?, variable(scope, index)?, settling);
            let (reaction, _, outer) = handlers(samples.all)?;
            let (element, target) = self.element_of_all(reaction)?;
            (element == 1 && target.bits() == outer).then_some(())
        }
    }

    /// The innermost job that runs under a frame, as what it goes on with.
    ///
    /// # Safety
    /// `frame` must be that of the host function that runs.
    unsafe fn running_job(
        &self,
        ctx: Ctx<'_>,
        frame: *mut c_void,
        most_frames: usize,
    ) -> Option<Link> {
        let functions = engine::functions();
        let (visit, next) = (functions.visit_stack?, functions.next_frame?);
        let mut visitor = [0_u64; VISITOR_WORDS];
        // SAFETY: the visitor is smaller than its place; it reads the stack above the frame, and frames stay while the
        // host function runs.
        unsafe {
            visit(visitor.as_mut_ptr().cast(), frame, JSContextGetGroup(ctx.raw()), false);
            let mut outermost = visitor[VISITED_FRAME];
            for _ in 0..most_frames {
                let entry = visitor[VISITED_ENTRY];
                next(visitor.as_mut_ptr().cast());
                let caller = visitor[VISITED_FRAME];
                if caller == 0 || visitor[VISITED_ENTRY] != entry {
                    let job = self.job_of(outermost);
                    if job.is_some() || caller == 0 {
                        return job;
                    }
                }
                outermost = caller;
            }
            None
        }
    }

    /// What a frame that the engine itself has entered JavaScript with goes on with, if it is that of a promise job.
    ///
    /// # Safety
    /// `frame` must be the address of a frame of the stack.
    unsafe fn job_of(&self, frame: u64) -> Option<Link> {
        // SAFETY: the caller's promise; a frame has as many arguments as it says.
        unsafe {
            let frame = Cell(std::ptr::with_exposed_provenance(frame as usize));
            let callee = Cell::at(frame.word(CALLEE)).filter(|it| it.kind() == self.function)?;
            self.source(callee)?;
            let count = (frame.word(COUNT) as u32 as usize).saturating_sub(1).min(8);
            let arguments =
                || (0..count).filter_map(move |at| Cell::at(frame.word(FIRST_ARGUMENT + at)));
            // One that goes on with a function has its generator among its arguments.
            if let Some(generator) = arguments().find(|it| self.is_generator(*it)) {
                return self.promise_of(generator).map(Link::Promise);
            }
            // One that calls a handler begins with the promise that the handler settles.
            let derived = Cell::at(frame.word(FIRST_ARGUMENT)).filter(|_| count >= 3)?;
            (derived.kind() == self.promise).then_some(Link::Promise(derived))
        }
    }

    /// # Safety
    /// The cell must be live.
    unsafe fn is_generator(&self, cell: Cell) -> bool {
        // SAFETY: the caller's promise.
        let kind = unsafe { cell.kind() };
        kind == self.generator || kind == self.async_generator
    }

    /// The promise that is settled when a generator ends, or by its next `yield`.
    ///
    /// # Safety
    /// A live generator.
    unsafe fn promise_of(&self, generator: Cell) -> Option<Cell> {
        // SAFETY: the caller's promise, and the layout is that of this engine.
        unsafe {
            if generator.kind() == self.generator {
                return generator.child(RESULT, self.promise);
            }
            generator.child(self.queue, self.object)?.child(STEP_PROMISE, self.promise)
        }
    }

    /// # Safety
    /// A live generator.
    unsafe fn waiter<'js>(&self, generator: Cell) -> Option<Waiter<'js>> {
        // SAFETY: as above.
        unsafe {
            let body = generator.child(BODY, self.function)?;
            let suspension = encoding::as_int32(value_at(generator.word(SUSPENSION)))?;
            let this = value_at(generator.word(THIS));
            Some(Waiter::Function {
                body: Function::from_raw(body.0.cast_mut().cast()),
                this: Value::from_raw(this),
                suspension: u32::try_from(suspension).ok()?,
            })
        }
    }

    /// What goes on when a promise is settled, if that is one thing.
    ///
    /// # Safety
    /// A live promise.
    unsafe fn waiting_for<'js>(&self, promise: Cell) -> Option<(Option<Waiter<'js>>, Link)> {
        let found = |kind, index| Some(Waiter::Combinator { kind, index });
        // SAFETY: as above.
        unsafe {
            let is_pending = promise.word(FLAGS) & STATE == 0;
            let reaction = promise.child(REACTIONS, self.object).filter(|_| is_pending)?;
            if encoding::as_int32(value_at(reaction.word(MORE_REACTIONS))) != Some(0) {
                return None;
            }
            if let Some(context) = Cell::at(reaction.word(CONTEXT)) {
                if self.is_generator(context) {
                    return Some((None, Link::Generator(context)));
                }
                if let Some((index, target)) = self.element_of_all(reaction) {
                    return Some((found(Combinator::All, index), Link::Promise(target)));
                }
            }
            if let Some(handler) = reaction.child(ON_FULFILLED, self.function) {
                if let Some(target) = self.target(handler) {
                    let any = reaction
                        .child(ON_REJECTED, self.function)
                        .filter(|it| self.source(*it) == Some(self.any.0))
                        .and_then(|it| it.child(SCOPE, self.scope))
                        .and_then(|scope| index_at(scope, self.any.1));
                    let waiter = any.and_then(|index| found(Combinator::Any, index));
                    return Some((waiter, Link::Promise(target)));
                }
                if self.source(handler) == Some(self.all_settled.0) {
                    let scope = handler.child(SCOPE, self.scope)?;
                    let index = index_at(scope, self.all_settled.1)?;
                    let around = scope.child(OUTER, self.scope)?;
                    let settling = around.child(self.all_settled.2, self.function)?;
                    let target = self.target(settling)?;
                    return Some((found(Combinator::AllSettled, index), Link::Promise(target)));
                }
            }
            Some((None, Link::Promise(reaction.child(DERIVED, self.promise)?)))
        }
    }

    /// The index of an element of `Promise.all` and the promise of the whole.
    ///
    /// # Safety
    /// A live reaction.
    unsafe fn element_of_all(&self, reaction: Cell) -> Option<(u32, Cell)> {
        // SAFETY: the context of a reaction of the engine is an object of two properties, the first of which is the record
        // of the whole, an object whose first property is the promise.
        unsafe {
            let element = reaction.child(CONTEXT, self.object)?;
            let whole = element.child(2, self.object)?;
            Some((index_at(element, 3)?, whole.child(2, self.promise)?))
        }
    }

    /// The promise that a function of the engine settles.
    ///
    /// # Safety
    /// A live function.
    unsafe fn target(&self, function: Cell) -> Option<Cell> {
        // SAFETY: functions of one text have scopes with the same variables.
        unsafe {
            let source = self.source(function)?;
            let (_, variable) = self.resolvers.iter().find(|known| known.0 == source)?;
            function.child(SCOPE, self.scope)?.child(*variable, self.promise)
        }
    }

    /// Where a function of the engine's is in its source; `None` for any other.
    ///
    /// # Safety
    /// A live function.
    unsafe fn source(&self, function: Cell) -> Option<u64> {
        // SAFETY: every executable of JavaScript has these words; that of a host function, which is smaller, has fewer, but
        // cells are not smaller than the words looked at.
        unsafe {
            let executable = self.executable(function)?;
            (executable.word(PROVIDER) == self.builtins).then(|| executable.word(OFFSETS))
        }
    }

    /// # Safety
    /// A live function.
    unsafe fn executable(&self, function: Cell) -> Option<Cell> {
        // SAFETY: the caller's promise.
        unsafe {
            let word = function.word(EXECUTABLE);
            if word & RARE == 0 {
                return executable_of(word).map(Cell);
            }
            let rare = Cell(executable_of(word & !RARE)?);
            executable_of(rare.word(self.rare_executable?)).map(Cell)
        }
    }

    /// # Safety
    /// A live function of a script.
    unsafe fn place(&self, function: Cell) -> Option<BodyPlace> {
        // SAFETY: the executable keeps its source, which keeps its URL.
        unsafe {
            let executable = self.executable(function)?;
            if executable.kind() != self.script_executable {
                return None;
            }
            let provider = Cell(executable_of(executable.word(PROVIDER))?);
            let url = executable_of(provider.word(URL))?.cast::<StringImpl>();
            let (line, column) = halves(executable.word(LINE_AND_COLUMN));
            Some(BodyPlace {
                url: characters::characters(url).to_rust_string(),
                line: line + 1,
                column: column + 1,
            })
        }
    }
}

/// In the word of a function's executable: it is that of its rare data.
const RARE: u64 = 1;

fn executable_of(word: u64) -> Option<*const u64> {
    let is_pointer = word != 0 && word >> 47 == 0 && word.is_multiple_of(8);
    is_pointer.then(|| std::ptr::with_exposed_provenance(word as usize))
}

fn value_at(word: u64) -> roundel_jsc_sys::JSValueRef {
    std::ptr::with_exposed_provenance(word as usize)
}

/// # Safety
/// The cell must be live and have as many words.
unsafe fn index_at(cell: Cell, at: usize) -> Option<u32> {
    // SAFETY: the caller's promise.
    let word = unsafe { cell.word(at) };
    u32::try_from(encoding::as_int32(value_at(word))?).ok()
}

fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}
