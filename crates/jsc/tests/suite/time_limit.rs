//! The execution time limit: termination, continuation, replacement.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use roundel_jsc::{Context, Verdict};

use super::{text, vm};

const LIMIT: Duration = Duration::from_millis(20);

#[test]
fn an_endless_script_is_ended_uncatchably() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    vm.set_time_limit(LIMIT, |_| Verdict::Terminate);
    context.enter(|ctx| {
        let source = "log = ''; try { for (;;); } catch (e) { log += 'caught' } finally { log += 'finally' }";
        let thrown = ctx.eval(source).err().expect("the script is ended");
        assert!(thrown.is_termination(ctx));
        assert_eq!(text(ctx, "log"), "");
        let ordinary = ctx.eval("throw new Error('mine')").err().expect("thrown");
        assert!(!ordinary.is_termination(ctx));
    });
    vm.clear_time_limit();
    assert_eq!(context.enter(|ctx| text(ctx, "1 + 1")), "2");
}

#[test]
fn the_callback_decides_each_time() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    let calls = Rc::new(Cell::new(0));
    let counter = calls.clone();
    vm.set_time_limit(LIMIT, move |_| {
        counter.set(counter.get() + 1);
        if counter.get() < 3 { Verdict::Continue } else { Verdict::Terminate }
    });
    let terminated = context
        .enter(|ctx| ctx.eval("for (;;);").err().is_some_and(|thrown| thrown.is_termination(ctx)));
    assert!(terminated);
    assert_eq!(calls.get(), 3);
}

#[test]
fn the_callback_sees_where_the_script_is() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    let seen = Rc::new(RefCell::new(String::new()));
    let place = seen.clone();
    vm.set_time_limit(LIMIT, move |overrun| {
        *place.borrow_mut() = overrun.backtrace(10);
        Verdict::Terminate
    });
    context.enter(|ctx| {
        let source = "function busy() { for (;;); }\nfunction outer() { busy() }\nouter()";
        let _ = ctx.evaluate(&source.into(), &"slow.js".into(), 1);
    });
    let seen = seen.borrow();
    assert!(seen.contains("busy") && seen.contains("outer") && seen.contains("slow.js"), "{seen}");
}

#[test]
fn a_quick_script_is_left_alone() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    vm.set_time_limit(Duration::from_secs(30), |_| Verdict::Terminate);
    assert_eq!(
        context.enter(|ctx| text(ctx, "let n = 0; for (let i = 0; i < 1e4; i++) n++; n")),
        "10000"
    );
}

#[test]
fn the_callback_may_lift_the_limit() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    let handle = vm.clone();
    let calls = Rc::new(Cell::new(0));
    let counter = calls.clone();
    vm.set_time_limit(LIMIT, move |_| {
        counter.set(counter.get() + 1);
        handle.clear_time_limit();
        Verdict::Continue
    });
    let lifted = calls.clone();
    let result = context.enter(|ctx| {
        let lifted = ctx.function("lifted", move |ctx, _| Ok(ctx.boolean(lifted.get() > 0)));
        ctx.global().set(ctx, "lifted", lifted).ok()?;
        // Busy until the callback came, and then for longer than the limit.
        Some(text(ctx, "while (!lifted()); let n = 0; while (n < 5e7) n++; 'finished'"))
    });
    assert_eq!(result.as_deref(), Some("finished"));
    assert_eq!(calls.get(), 1);
}

#[test]
fn the_end_passes_through_rust_frames() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    vm.set_time_limit(LIMIT, |_| Verdict::Terminate);
    let ended = context.enter(|ctx| {
        let state = Rc::new(());
        let call = ctx.function("call", |ctx, args| {
            args.at(0).as_function(ctx).expect("a function").call(ctx, None, &[])
        });
        let stateful = ctx.function("stateful", move |ctx, args| {
            let _ = &state;
            args.at(0).as_function(ctx).expect("a function").call(ctx, None, &[])
        });
        ctx.global().set(ctx, "call", call).ok()?;
        ctx.global().set(ctx, "stateful", stateful).ok()?;
        let busy = "() => { for (;;); }";
        let ends = |function: &str| {
            let source = format!("for (;;) try {{ {function}({busy}) }} catch {{}}");
            ctx.eval(&source).err().is_some_and(|thrown| thrown.is_termination(ctx))
        };
        let first = ends("call");
        vm.set_time_limit(LIMIT, |_| Verdict::Terminate);
        Some(first && ends("stateful"))
    });
    vm.clear_time_limit();
    assert_eq!(ended, Some(true));
    assert_eq!(context.enter(|ctx| text(ctx, "try { throw 1 } catch (e) { e }")), "1");
}

#[test]
fn a_panicking_callback_ends_the_script() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    vm.set_time_limit(LIMIT, |_| panic!("no answer"));
    assert!(context.enter(|ctx| ctx.eval("for (;;);").is_err()));
}

#[test]
fn another_thread_ends_a_busy_script() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    let handle = vm.interrupt_handle(LIMIT);
    // Looks that find nothing end nothing.
    assert_eq!(
        context.enter(|ctx| text(
            ctx,
            "let end = Date.now() + 100; while (Date.now() < end); 'finished'"
        )),
        "finished"
    );
    let (started, is_started) = std::sync::mpsc::channel();
    let remote = handle.clone();
    let other = std::thread::spawn(move || {
        is_started.recv().expect("the script starts");
        remote.interrupt();
    });
    context.enter(|ctx| {
        let start = ctx.function("start", move |ctx, _| {
            started.send(()).expect("somebody waits");
            Ok(ctx.undefined())
        });
        ctx.global().set(ctx, "start", start).ok().expect("a global");
        let source = "log = ''; start(); for (;;) try { for (;;); } catch { log += 'caught' }";
        let thrown = ctx.eval(source).err().expect("the script is ended");
        assert!(thrown.is_termination(ctx));
        assert_eq!(text(ctx, "log"), "");
    });
    other.join().expect("no panic");
    // The word stays until it is taken back.
    assert!(context.enter(|ctx| ctx.eval("for (;;);").is_err()));
    handle.clear();
    assert_eq!(
        context
            .enter(|ctx| text(ctx, "end = Date.now() + 100; while (Date.now() < end); 'finished'")),
        "finished"
    );
    // A handle outlives its machine.
    drop(context);
    drop(vm);
    handle.interrupt();
}
