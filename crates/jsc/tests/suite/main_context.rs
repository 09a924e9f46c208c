//! What the engine posts to the main context and who serves it.

use std::os::fd::{AsFd, AsRawFd};
use std::thread;
use std::time::{Duration, Instant};

use roundel_jsc::MainContext;

use super::{context, run_in, text};

/// The smallest WebAssembly module.
const MODULE: &str = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])";

/// A thread of its own: the main context must be its default before its first machine.
fn on_a_fresh_thread(body: impl FnOnce() + Send + 'static) {
    thread::spawn(body).join().expect("no panic");
}

#[test]
fn webassembly_finishes_through_it() {
    on_a_fresh_thread(|| {
        let main = MainContext::of_thread();
        assert!(main.as_fd().as_raw_fd() >= 0);
        let context = context();
        run_in(&context, |ctx| {
            ctx.eval(&format!(
                "done = 0; WebAssembly.compile({MODULE}).then(() => done = 1, e => done = e)"
            ))
            .map(drop)
        });
        let deadline = Instant::now() + Duration::from_secs(20);
        while context.enter(|ctx| text(ctx, "done")) == "0" && Instant::now() < deadline {
            main.dispatch();
            thread::yield_now();
        }
        assert_eq!(context.enter(|ctx| text(ctx, "done")), "1");
        drop(context);
    });
}

#[test]
fn finalization_callbacks_come_through_it() {
    on_a_fresh_thread(|| {
        let main = MainContext::of_thread();
        let context = context();
        run_in(&context, |ctx| {
            ctx.eval(
                "seen = 0; registry = new FinalizationRegistry(() => seen++); \
                 for (let i = 0; i < 100; i++) registry.register({}, i)",
            )
            .map(drop)
        });
        context.enter(|ctx| ctx.collect_garbage());
        assert_eq!(context.enter(|ctx| text(ctx, "seen")), "0");
        // Posted by this very thread: the descriptor is silent, the timeout tells.
        assert_eq!(main.timeout(), Some(Duration::ZERO));
        main.dispatch();
        let seen = context.enter(|ctx| text(ctx, "seen"));
        assert!(seen.parse::<u32>().is_ok_and(|seen| seen >= 90), "{seen}");
    });
}
