//! Several machines on several threads.

use std::sync::Barrier;
use std::thread;

use super::{context, run_in, text};

#[test]
fn machines_run_at_the_same_time_on_their_threads() {
    const THREADS: usize = 4;
    let barrier = Barrier::new(THREADS);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|number| {
                let barrier = &barrier;
                scope.spawn(move || {
                    let context = context();
                    run_in(&context, |ctx| {
                        let id = ctx.function("twice", |ctx, args| {
                            Ok(ctx.number(args.at(0).to_number(ctx)? * 2.0))
                        });
                        ctx.global().set(ctx, "twice", id)?;
                        ctx.global().set(ctx, "start", number as f64)
                    });
                    barrier.wait();
                    context.enter(|ctx| {
                        text(
                            ctx,
                            "let sum = 0; const all = []; \
                             for (let i = 0; i < 2000; i++) { sum += twice(i + start); all.push({ i }) } \
                             Promise.resolve().then(() => sum += all.length)",
                        );
                    });
                    context.enter(|ctx| text(ctx, "sum"))
                })
            })
            .collect();
        for (number, thread) in threads.into_iter().enumerate() {
            let sum = thread.join().expect("no panic");
            assert_eq!(sum, (1999 * 2000 + 4000 * number + 2000).to_string());
        }
    });
}
