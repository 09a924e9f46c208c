//! When microtasks run, and what rejections tell.

use super::{context, run, run_in, text};

#[test]
fn they_run_when_the_outermost_entry_ends() {
    let context = context();
    context.enter(|ctx| {
        text(ctx, "log = []; Promise.resolve().then(() => log.push('micro')); log.push('script')");
        context.enter(|ctx| {
            text(ctx, "log.push('nested')");
        });
        assert_eq!(text(ctx, "log.push('end'); log.join()"), "script,nested,end");
    });
    assert_eq!(context.enter(|ctx| text(ctx, "log.join()")), "script,nested,end,micro");
}

#[test]
fn none_run_inside_a_callback() {
    let context = context();
    run_in(&context, |ctx| {
        let handle = context.clone();
        let enter = ctx.function("enter", move |ctx, _| {
            handle.enter(|ctx| {
                text(ctx, "Promise.resolve().then(() => log.push('micro'))");
            });
            handle.drain_microtasks();
            Ok(ctx.undefined())
        });
        ctx.global().set(ctx, "enter", enter)?;
        assert_eq!(text(ctx, "log = []; enter(); log.push('after'); log.join()"), "after");
        Ok(())
    });
    assert_eq!(context.enter(|ctx| text(ctx, "log.join()")), "after,micro");
}

#[test]
fn they_run_on_demand() {
    run(|ctx| {
        text(ctx, "log = []; Promise.resolve().then(() => log.push(1)).then(() => log.push(2))");
        assert_eq!(text(ctx, "log.join()"), "");
        ctx.run_microtasks();
        assert_eq!(text(ctx, "log.join()"), "1,2");
        let runner = ctx.microtask_runner();
        ctx.global().set(ctx, "runMicrotasks", runner)?;
        let order = text(
            ctx,
            "Promise.resolve().then(() => log.push(3)); runMicrotasks(); log.push(4); log.join()",
        );
        assert_eq!(order, "1,2,3,4");
        Ok(())
    });
}

#[test]
fn promises_settled_from_rust() {
    let context = context();
    run_in(&context, |ctx| {
        let deferred = ctx.deferred()?;
        ctx.global().set(ctx, "promise", deferred.promise)?;
        text(ctx, "log = []; promise.then(value => log.push(value))");
        deferred.resolve.call(ctx, None, &[ctx.string("resolved")])?;
        let failed = ctx.deferred()?;
        ctx.global().set(ctx, "failed", failed.promise)?;
        text(ctx, "failed.catch(reason => log.push(reason))");
        failed.reject.call(ctx, None, &[ctx.string("rejected")])?;
        // Settling again changes nothing.
        failed.resolve.call(ctx, None, &[])?;
        Ok(())
    });
    assert_eq!(context.enter(|ctx| text(ctx, "log.join()")), "resolved,rejected");
}

#[test]
fn promise_states_are_visible() {
    use roundel_jsc::PromiseState;
    run(|ctx| {
        let state = |source: &str| {
            let (state, result) = ctx.eval(source).ok()?.promise_state(ctx)?;
            Some((state, result.to_rust_string(ctx).ok()?))
        };
        let pending = (PromiseState::Pending, "undefined".to_owned());
        assert_eq!(state("new Promise(() => {})"), Some(pending));
        assert_eq!(state("Promise.resolve(5)"), Some((PromiseState::Fulfilled, "5".to_owned())));
        assert_eq!(
            state("p = Promise.reject('no'); p.catch(() => {}); p"),
            Some((PromiseState::Rejected, "no".to_owned()))
        );
        assert_eq!(state("({ then() {} })"), None);
        assert_eq!(
            state("class P extends Promise {}; P.resolve(1)").map(|state| state.1).as_deref(),
            Some("1")
        );
        assert_eq!(ctx.eval("p")?.is_handled_promise(ctx), Some(true));
        let unhandled = ctx.eval("q = Promise.reject(1)")?;
        assert_eq!(unhandled.is_handled_promise(ctx), Some(false));
        ctx.eval("q.then(undefined, () => {})")?;
        assert_eq!(unhandled.is_handled_promise(ctx), Some(true));
        assert_eq!(ctx.eval("({})")?.is_handled_promise(ctx), None);
        Ok(())
    });
}

#[test]
fn unhandled_rejections_are_reported_when_the_queue_is_empty() {
    let context = context();
    run_in(&context, |ctx| {
        ctx.eval("log = []")?;
        let report = ctx.function("report", |ctx, args| {
            let log = ctx.global().get(ctx, "log")?.as_object(ctx).expect("an array");
            log.call_method(ctx, "push", &[args.at(1)])
        });
        ctx.set_unhandled_rejection_callback(report)?;
        text(
            ctx,
            "Promise.reject('lost'); \
             late = Promise.reject('caught in time'); \
             Promise.resolve().then(() => late.catch(() => log.push('handler'))); \
             Promise.resolve().then(() => log.push('micro'))",
        );
        Ok(())
    });
    assert_eq!(context.enter(|ctx| text(ctx, "log.join()")), "micro,handler,lost");
}

#[test]
fn an_exception_in_a_microtask_does_not_stop_the_others() {
    let context = context();
    context.enter(|ctx| {
        text(
            ctx,
            "log = []; Promise.resolve().then(() => { throw 1 }).catch(() => {}); \
             Promise.resolve().then(() => log.push('second'))",
        );
    });
    assert_eq!(context.enter(|ctx| text(ctx, "log.join()")), "second");
}
