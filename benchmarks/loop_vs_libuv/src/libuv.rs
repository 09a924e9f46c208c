//! The same scenarios on libuv, through its C API.
//!
//! Handles live in boxes and vectors that outlive the run which uses them; `data` points to a local of the scenario's
//! function, which outlives the run as well. That is the invariant behind every `unsafe` block here.

use crate::clock::{cpu_ns, wall_ns};
use crate::load;
use crate::uv::{
    UV_RUN_DEFAULT, uv_async_init, uv_async_send, uv_async_t, uv_close, uv_handle_t, uv_idle_init,
    uv_idle_start, uv_idle_stop, uv_idle_t, uv_is_closing, uv_loop_close, uv_loop_init,
    uv_loop_size, uv_loop_t, uv_queue_work, uv_run, uv_stop, uv_timer_init, uv_timer_start,
    uv_timer_t, uv_walk, uv_work_t,
};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// A loop that closes all its handles when it goes.
pub(crate) struct Loop(Vec<MaybeUninit<u64>>);

impl Loop {
    pub(crate) fn new() -> Loop {
        // SAFETY: gives a number. Words of eight bytes are aligned as the structure wants it.
        let bytes = unsafe { uv_loop_size() };
        let mut lp = Loop(vec![MaybeUninit::uninit(); bytes.div_ceil(size_of::<u64>())]);
        // SAFETY: `uv_loop_init` initialises what the pointer leads to.
        check(unsafe { uv_loop_init(lp.ptr()) });
        lp
    }

    pub(crate) fn ptr(&mut self) -> *mut uv_loop_t {
        self.0.as_mut_ptr().cast()
    }

    pub(crate) fn run(&mut self) -> c_int {
        // SAFETY: the loop is initialised, and this is the only thread that runs it.
        unsafe { uv_run(self.ptr(), UV_RUN_DEFAULT) }
    }
}

/// Closes every handle of a loop and frees the loop. The handles must still be there.
pub(crate) fn finish(mut lp: Loop) {
    // SAFETY: the loop is initialised, and its handles are alive, as the caller promises.
    unsafe { uv_walk(lp.ptr(), close_quietly, std::ptr::null_mut()) };
    lp.run();
    // SAFETY: nothing is left in the loop.
    check(unsafe { uv_loop_close(lp.ptr()) });
}

extern "C" fn close_quietly(handle: *mut uv_handle_t, _: *mut c_void) {
    // SAFETY: `uv_walk` gives handles that are initialised; those that are closing already are left alone.
    unsafe {
        if uv_is_closing(handle) == 0 {
            uv_close(handle, None);
        }
    }
}

pub(crate) fn check(result: c_int) {
    assert_eq!(result, 0, "libuv refused");
}

fn zeroed_vec<T>(length: usize) -> Vec<MaybeUninit<T>> {
    (0..length).map(|_| MaybeUninit::zeroed()).collect()
}

extern "C" fn stop_loop(timer: *mut uv_timer_t) {
    // SAFETY: libuv calls with the handle it was given, whose loop is running.
    unsafe { uv_stop((*timer).loop_) };
}

fn start_stop_timer(lp: &mut Loop, timer: &mut MaybeUninit<uv_timer_t>) {
    // SAFETY: the loop is initialised; the timer outlives the run, as the callers keep it.
    unsafe {
        check(uv_timer_init(lp.ptr(), timer.as_mut_ptr()));
        check(uv_timer_start(timer.as_mut_ptr(), stop_loop, load::TIMED_MS, 0));
    }
}

pub(crate) fn loop_count() -> f64 {
    extern "C" fn on_idle(idle: *mut uv_idle_t) {
        // SAFETY: see the top of the file; `data` is the counter below.
        unsafe {
            let ticks = (*idle).data.cast::<u64>();
            *ticks += 1;
            if *ticks == load::LOOP_TICKS {
                uv_idle_stop(idle);
            }
        }
    }
    let mut lp = Loop::new();
    let mut ticks = 0u64;
    let mut idle = Box::new(MaybeUninit::<uv_idle_t>::zeroed());
    // SAFETY: see the top of the file.
    unsafe {
        check(uv_idle_init(lp.ptr(), idle.as_mut_ptr()));
        (*idle.as_mut_ptr()).data = (&raw mut ticks).cast();
        check(uv_idle_start(idle.as_mut_ptr(), on_idle));
    }
    let per_tick = wall_ns(load::LOOP_TICKS, || check(lp.run()));
    finish(lp);
    per_tick
}

pub(crate) fn million_timers() -> f64 {
    extern "C" fn on_timer(timer: *mut uv_timer_t) {
        // SAFETY: see the top of the file; `data` is the counter of firings below.
        unsafe { *(*timer).data.cast::<u64>() += 1 };
    }
    extern "C" fn on_close(handle: *mut uv_handle_t) {
        // SAFETY: as above; by now `data` is the counter of closings.
        unsafe { *(*handle).data.cast::<u64>() += 1 };
    }
    let mut lp = Loop::new();
    let (mut fired, mut closed) = (0u64, 0u64);
    let mut timers = zeroed_vec::<uv_timer_t>(load::TIMERS as usize);
    let per_timer = cpu_ns(load::TIMERS, || {
        for (number, timer) in timers.iter_mut().enumerate() {
            let timeout_ms = number as u64 / load::TIMERS_PER_MS;
            // SAFETY: see the top of the file.
            unsafe {
                check(uv_timer_init(lp.ptr(), timer.as_mut_ptr()));
                (*timer.as_mut_ptr()).data = (&raw mut fired).cast();
                check(uv_timer_start(timer.as_mut_ptr(), on_timer, timeout_ms, 0));
            }
        }
        check(lp.run());
        for timer in &mut timers {
            // SAFETY: see the top of the file.
            unsafe {
                (*timer.as_mut_ptr()).data = (&raw mut closed).cast();
                uv_close(timer.as_mut_ptr().cast(), Some(on_close));
            }
        }
        check(lp.run());
    });
    assert_eq!((fired, closed), (load::TIMERS, load::TIMERS));
    finish(lp);
    per_timer
}

/// Asyncs that a thread may send to while the scenario's function keeps them.
struct Senders(*mut uv_async_t, usize);

// SAFETY: `uv_async_send` may be called from any thread, and nothing else is done with the pointer.
unsafe impl Send for Senders {}

impl Senders {
    fn send_all(&self) {
        for number in 0..self.1 {
            // SAFETY: there are so many handles, and they are closed only after the thread has ended.
            unsafe { uv_async_send(self.0.add(number)) };
        }
    }
}

pub(crate) fn million_async() -> f64 {
    extern "C" fn on_async(handle: *mut uv_async_t) {
        // SAFETY: see the top of the file; `data` is the counter below.
        unsafe { *(*handle).data.cast::<u64>() += 1 };
    }
    let mut lp = Loop::new();
    let mut events = 0u64;
    let mut asyncs = zeroed_vec::<uv_async_t>(load::WAKEUPS);
    for handle in &mut asyncs {
        // SAFETY: see the top of the file.
        unsafe {
            check(uv_async_init(lp.ptr(), handle.as_mut_ptr(), on_async));
            (*handle.as_mut_ptr()).data = (&raw mut events).cast();
        }
    }
    let mut timer = Box::new(MaybeUninit::zeroed());
    start_stop_timer(&mut lp, &mut timer);
    let done = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&done);
    let senders = Senders(asyncs.as_mut_ptr().cast(), asyncs.len());
    let thread = thread::spawn(move || {
        let senders = senders;
        while !flag.load(Ordering::Relaxed) {
            senders.send_all();
        }
    });
    let total_ns = wall_ns(1, || assert_ne!(lp.run(), 0));
    done.store(true, Ordering::Relaxed);
    thread.join().expect("the sending thread");
    let per_event = total_ns / events as f64;
    finish(lp);
    per_event
}

pub(crate) fn async_pummel() -> f64 {
    struct Shared {
        pings: u64,
        done: Arc<AtomicBool>,
    }
    extern "C" fn on_async(handle: *mut uv_async_t) {
        // SAFETY: see the top of the file; `data` is the struct below.
        unsafe {
            let shared = &mut *(*handle).data.cast::<Shared>();
            shared.pings += 1;
            if shared.pings == load::PINGS {
                shared.done.store(true, Ordering::Relaxed);
                uv_stop((*handle).loop_);
            }
        }
    }
    let mut lp = Loop::new();
    let done = Arc::new(AtomicBool::new(false));
    let mut shared = Shared { pings: 0, done: Arc::clone(&done) };
    let mut handle = Box::new(MaybeUninit::<uv_async_t>::zeroed());
    // SAFETY: see the top of the file.
    unsafe {
        check(uv_async_init(lp.ptr(), handle.as_mut_ptr(), on_async));
        (*handle.as_mut_ptr()).data = (&raw mut shared).cast();
    }
    let senders = Senders(handle.as_mut_ptr(), 1);
    let thread = thread::spawn(move || {
        let senders = senders;
        while !done.load(Ordering::Relaxed) {
            senders.send_all();
        }
    });
    let per_ping = wall_ns(load::PINGS, || assert_ne!(lp.run(), 0));
    thread.join().expect("the sending thread");
    finish(lp);
    per_ping
}

pub(crate) fn queue_work() -> f64 {
    struct Shared {
        lp: *mut uv_loop_t,
        jobs: u64,
        ending: bool,
    }
    extern "C" fn job(_: *mut uv_work_t) {}
    extern "C" fn after(request: *mut uv_work_t, status: c_int) {
        check(status);
        // SAFETY: see the top of the file; `data` is the struct below.
        unsafe {
            let shared = (*request).data.cast::<Shared>();
            (*shared).jobs += 1;
            if !(*shared).ending {
                check(uv_queue_work((*shared).lp, request, job, after));
            }
        }
    }
    let mut lp = Loop::new();
    let mut shared = Shared { lp: lp.ptr(), jobs: 0, ending: false };
    let data = &raw mut shared;
    let mut request = Box::new(MaybeUninit::<uv_work_t>::zeroed());
    let mut timer = Box::new(MaybeUninit::zeroed());
    start_stop_timer(&mut lp, &mut timer);
    // SAFETY: see the top of the file.
    unsafe {
        (*request.as_mut_ptr()).data = data.cast();
        check(uv_queue_work(lp.ptr(), request.as_mut_ptr(), job, after));
    }
    let total_ns = wall_ns(1, || assert_ne!(lp.run(), 0));
    // SAFETY: callbacks run inside `run` only, so nothing else touches the struct here. The job in flight is the last.
    let jobs = unsafe {
        (*data).ending = true;
        (*data).jobs
    };
    finish(lp);
    total_ns / jobs as f64
}
