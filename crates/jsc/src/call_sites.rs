//! Where a function of Rust's was called from, without asking for a stack.
//!
//! A stack as text costs microseconds, and what is wanted of it is mostly the same few answers again: programs schedule
//! from few places. So what was once found in such a text can be remembered by the frames that it was found in.
//!
//! A frame of the machine says by two words where in the program it is: its code, and in the upper half of the argument
//! count which call of that code is under way (functions that were compiled into it included). What was found depends on
//! the frames up to the one of the program, so a path of such pairs leads to each answer:
//!
//! ```text
//!   function of Rust's ◄─ (code, call) ◄─ (code, call) ◄─ …      each pair leads on, or to an answer
//! ```
//!
//! - Code is kept alive as long as it is remembered, so that no other can come to stand at its address.
//! - A caller is looked at only if its callee returns into compiled code: then it is a frame of JavaScript. What is
//!   interpreted, or called by the engine itself, is not remembered; it becomes compiled code if it happens often.
//! - Which frames of the machine the one of the program stands behind is taken from the engine's own visitor of stacks.
//! - Functions that share their code share what is remembered, also if a program has given them different names.
//!
//! Where the engine does not export what this takes nothing is remembered.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::c_void;
use std::hash::{BuildHasherDefault, Hasher};
use std::marker::PhantomData;
use std::ops::Range;

use roundel_jsc_sys::wtf_string::StringImpl;
use roundel_jsc_sys::{JSContextGetGroup, JSStringRelease, JSValueRef};

use crate::brand::Brand;
use crate::ctx::Ctx;
use crate::exception::JsResult;
use crate::function::{Arguments, Function};
use crate::persistent::Persistent;
use crate::value::Value;
use crate::{characters, encoding, engine, frame, trampoline};

/// Paths are forgotten when there are so many pairs: a program that makes code all the time must not keep all of it.
const MOST_PAIRS: usize = 4096;

/// The longest path.
const MOST_FRAMES: usize = 24;

/// The most frames that are visited for one: many can be compiled into one of the machine's.
const MOST_VISITED: usize = 64;

/// A power of two.
const RECENT: usize = 64;

// Words of a frame; see `frame.rs`.
const CALLER: usize = 0;
const RETURN_ADDRESS: usize = 1;
const CODE: usize = 2;
const CALLEE: usize = 3;
const COUNT: usize = 4;

thread_local! {
    static SITES: RefCell<Option<Sites>> = const { RefCell::new(None) };
}

/// What a thread remembers; forgotten when this is dropped.
pub struct CallSites(());

impl CallSites {
    /// Begins to remember: one answer for each way to the innermost frame whose URL `is_sought`. `None` if the engine
    /// does not let itself be looked at, or if something is remembered on this thread already.
    pub fn open(ctx: Ctx<'_>, is_sought: fn(url: &str) -> bool) -> Option<CallSites> {
        let functions = engine::functions();
        let is_able = engine::has_host_calls(ctx)
            && functions.visit_stack.is_some()
            && functions.next_frame.is_some()
            && functions.visited_url.is_some()
            && functions.try_create_string.is_some();
        let compiled = functions.compiled_code().filter(|_| is_able)?;
        SITES.with_borrow_mut(|sites| {
            if sites.is_some() {
                return None;
            }
            *sites = Some(Sites {
                is_sought,
                compiled,
                pairs: HashMap::default(),
                recent: [const { Cell::new(None) }; RECENT],
                codes: HashMap::new(),
                last_step: 0,
            });
            Some(CallSites(()))
        })
    }
}

impl Drop for CallSites {
    fn drop(&mut self) {
        // A thread that ends has forgotten already.
        let _ = SITES.try_with(|sites| sites.take());
    }
}

/// The call that a function runs for; see [`Ctx::sited_function`].
#[derive(Clone, Copy)]
pub struct CallSite<'js> {
    /// What the engine passed; null if it is not known.
    frame: *mut c_void,
    brand: Brand<'js>,
}

impl<'js> CallSite<'js> {
    /// # Safety
    /// `frame` must be null, or what the engine passed to a host function that runs for all of `'js`.
    pub(crate) unsafe fn from_raw(frame: *mut c_void) -> CallSite<'js> {
        CallSite { frame, brand: PhantomData }
    }

    /// What is remembered for it.
    #[inline]
    pub fn known(self) -> Option<u32> {
        if self.frame.is_null() {
            return None;
        }
        SITES.with_borrow(|sites| {
            // SAFETY: the frame of a function that runs.
            unsafe { sites.as_ref()?.answer(self.frame) }
        })
    }

    /// Remembers `answer`, which must be the same for all stacks that are alike up to the frame that is sought.
    pub fn learn(self, ctx: Ctx<'js>, answer: u32) {
        if self.frame.is_null() {
            return;
        }
        SITES.with_borrow_mut(|sites| {
            if let Some(sites) = sites {
                // SAFETY: the frame of a function that runs.
                unsafe { sites.learn(ctx, self.frame, answer) };
            }
        });
    }
}

impl<'js> Ctx<'js> {
    /// A function that is told where it is called. It must not have captured any state.
    pub fn sited_function<F>(self, name: &str, body: F) -> Function<'js>
    where
        F: for<'a> Fn(Ctx<'a>, Arguments<'a>, CallSite<'a>) -> JsResult<'a, Value<'a>> + 'static,
    {
        assert!(size_of::<F>() == 0, "a function with a site has no state");
        // The type alone is the function, as in `Ctx::function`.
        std::mem::forget(body);
        self.stateless_function(name, trampoline::call_host_sited::<F>, trampoline::call_sited::<F>)
    }
}

struct Sites {
    is_sought: fn(url: &str) -> bool,
    /// Where the engine's compilers put code.
    compiled: Range<usize>,
    pairs: HashMap<Pair, Next, BuildHasherDefault<Mixed>>,
    /// Pairs that were looked for last, each at a place of its own: a program mostly calls from few.
    recent: [Cell<Option<(Pair, Next)>>; RECENT],
    /// The code that the pairs name.
    codes: HashMap<usize, Persistent>,
    last_step: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pair {
    code: usize,
    call: u32,
    /// Of the path so far; 0 at its beginning.
    step: u32,
}

#[derive(Clone, Copy)]
enum Next {
    Step(u32),
    Answer(u32),
}

impl Sites {
    /// # Safety
    /// `frame` must be what the engine passed to the host function that runs.
    unsafe fn answer(&self, frame: *const c_void) -> Option<u32> {
        let mut frame: *const usize = frame.cast();
        let mut step = 0;
        for _ in 0..MOST_FRAMES {
            // SAFETY: a frame of JavaScript, of a host function at first.
            let (caller, pair) = unsafe { self.caller(frame, step)? };
            match self.next(pair)? {
                Next::Answer(answer) => return Some(answer),
                Next::Step(next) => (frame, step) = (caller, next),
            }
        }
        None
    }

    #[inline]
    fn next(&self, pair: Pair) -> Option<Next> {
        let at = (pair.code >> 4) ^ (pair.call as usize) ^ (pair.step as usize * 7);
        let recent = &self.recent[at % RECENT];
        if let Some((seen, next)) = recent.get()
            && seen == pair
        {
            return Some(next);
        }
        let next = *self.pairs.get(&pair)?;
        recent.set(Some((pair, next)));
        Some(next)
    }

    /// The caller of a frame, if it is one of JavaScript, and where it is.
    ///
    /// # Safety
    /// `frame` must be a frame of the engine's that stands on the stack.
    #[inline]
    unsafe fn caller(&self, frame: *const usize, step: u32) -> Option<(*const usize, Pair)> {
        // SAFETY: code that was compiled makes frames with these words, and it is such code that the callee returns to.
        unsafe {
            if !self.compiled.contains(&frame.add(RETURN_ADDRESS).read()) {
                return None;
            }
            let caller: *const usize = std::ptr::with_exposed_provenance(frame.add(CALLER).read());
            // The callee of WebAssembly is no cell, and what stands for its code is none either.
            let callee: JSValueRef = std::ptr::without_provenance(caller.add(CALLEE).read());
            if !encoding::is_cell(callee) {
                return None;
            }
            // As narrow as it was written: a load of both halves would have to wait for two stores.
            let call = caller.add(COUNT).cast::<u32>().add(1).read();
            Some((caller, Pair { code: caller.add(CODE).read(), call, step }))
        }
    }

    /// # Safety
    /// As for [`Sites::answer`].
    unsafe fn learn(&mut self, ctx: Ctx<'_>, frame: *mut c_void, answer: u32) -> Option<()> {
        // SAFETY: the caller's promise; the frames stay while the host function runs.
        let last = unsafe { self.frames_to_sought(ctx, frame)? };
        if self.pairs.len() + last > MOST_PAIRS {
            self.recent.iter().for_each(|recent| recent.set(None));
            self.pairs.clear();
            self.codes.clear();
        }
        let mut frame: *const usize = frame.cast_const().cast();
        let mut path = [None; MOST_FRAMES];
        for place in path.iter_mut().take(last) {
            // SAFETY: as above.
            let (caller, pair) = unsafe { self.caller(frame, 0)? };
            *place = Some(pair);
            frame = caller;
        }
        let mut step = 0;
        for (at, pair) in path.iter().flatten().enumerate() {
            let pair = Pair { step, ..*pair };
            self.keep(ctx, pair.code);
            if at + 1 == last {
                self.pairs.insert(pair, Next::Answer(answer));
                break;
            }
            step = match self.pairs.get(&pair) {
                Some(&Next::Step(next)) => next,
                // The same frames were enough before, and are not any more.
                Some(Next::Answer(_)) => return None,
                None => {
                    self.last_step += 1;
                    self.pairs.insert(pair, Next::Step(self.last_step));
                    self.last_step
                }
            };
        }
        Some(())
    }

    /// How many frames of the machine there are up to the one that is sought.
    ///
    /// # Safety
    /// As for [`Sites::answer`].
    unsafe fn frames_to_sought(&self, ctx: Ctx<'_>, frame: *mut c_void) -> Option<usize> {
        let functions = engine::functions();
        let (visit, next) = (functions.visit_stack?, functions.next_frame?);
        let mut visitor = [0_u64; frame::VISITOR_WORDS];
        // SAFETY: the visitor is smaller than its place; it reads the stack above the frame.
        unsafe {
            visit(visitor.as_mut_ptr().cast(), frame, JSContextGetGroup(ctx.raw()), false);
            let mut last = visitor[frame::VISITED_FRAME];
            let mut frames = 0;
            for _ in 0..MOST_VISITED {
                next(visitor.as_mut_ptr().cast());
                let visited = visitor[frame::VISITED_FRAME];
                if visited == 0 {
                    return None;
                }
                if visited != last {
                    last = visited;
                    frames += 1;
                }
                if (self.is_sought)(&visited_url(&visitor)?) {
                    return (frames > 0 && frames <= MOST_FRAMES).then_some(frames);
                }
            }
        }
        None
    }

    /// Keeps code alive; of host functions there is none.
    fn keep(&mut self, ctx: Ctx<'_>, code: usize) {
        if code != 0 {
            self.codes.entry(code).or_insert_with(|| {
                // SAFETY: the code of a frame that stands on the stack is a live cell.
                let cell = unsafe { Value::from_raw(std::ptr::with_exposed_provenance(code)) };
                Persistent::new(ctx, cell)
            });
        }
    }
}

/// The URL of the frame that a visitor is on.
///
/// # Safety
/// The visitor must be on a frame.
unsafe fn visited_url(visitor: &[u64]) -> Option<String> {
    let functions = engine::functions();
    let (url_of, try_create) = (functions.visited_url?, functions.try_create_string?);
    // SAFETY: the frame is what a visitor begins with. The string has a reference of its own, which passes to the C API
    // string that is released here.
    unsafe {
        let mut string = url_of(visitor.as_ptr().cast()).word.assume_init();
        if string.is_null() {
            return Some(String::new());
        }
        let url = characters::characters(string.cast::<StringImpl>()).to_rust_string();
        let owner = try_create(&raw mut string).word.assume_init();
        if !owner.is_null() {
            JSStringRelease(owner.cast_mut().cast());
        }
        Some(url)
    }
}

/// Addresses and small numbers, spread over the bits that a table looks at.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(26) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
