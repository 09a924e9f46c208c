//! Contexts: data, several in one machine, lifetimes.

use std::cell::Cell;
use std::rc::Rc;

use roundel_jsc::Context;

use super::{context, run, run_in, text, vm};

#[test]
fn contexts_of_one_machine_share_values_but_not_globals() {
    let vm = vm();
    let (first, second) =
        (Context::new(&vm).expect("a context"), Context::new(&vm).expect("a context"));
    run_in(&first, |ctx| ctx.eval("x = 'first'").map(drop));
    assert_eq!(second.enter(|ctx| text(ctx, "typeof x")), "undefined");
    let shared = run_in(&first, |ctx| {
        Ok(roundel_jsc::Persistent::new(ctx, ctx.eval("({ name: 'shared' })")?))
    });
    run_in(&second, |ctx| {
        let object = shared.get(ctx).as_object(ctx).expect("the object");
        assert!(!object.is_of_realm(ctx));
        ctx.global().set(ctx, "shared", object)?;
        assert_eq!(text(ctx, "shared.name + (shared instanceof Object)"), "sharedfalse");
        Ok(())
    });
}

#[test]
fn data_is_found_by_type_and_realm() {
    struct Name(&'static str);
    let vm = vm();
    let (first, second) =
        (Context::new(&vm).expect("a context"), Context::new(&vm).expect("a context"));
    first.set_data(Rc::new(Name("first")));
    second.set_data(Rc::new(Name("second")));
    first.set_data(Rc::new(5_u32));
    let function = run_in(&first, |ctx| {
        let function = ctx.function("where", |ctx, _| {
            Ok(ctx.string(ctx.data::<Name>().map_or("nowhere", |name| name.0)))
        });
        Ok(roundel_jsc::Persistent::new(ctx, function))
    });
    // A function keeps the realm it was made in, whoever calls it.
    run_in(&second, |ctx| {
        let function = function.get(ctx).as_function(ctx).expect("the function");
        assert_eq!(function.call(ctx, None, &[])?.to_rust_string(ctx)?, "first");
        assert!(ctx.data::<u32>().is_none());
        assert_eq!(ctx.data::<Name>().map(|name| name.0), Some("second"));
        Ok(())
    });
    assert_eq!(first.set_data(Rc::new(6_u32)).as_deref(), Some(&5));
}

#[test]
fn a_realm_outlives_its_handle() {
    let vm = vm();
    let main = Context::new(&vm).expect("a context");
    let gone = Context::new(&vm).expect("a context");
    gone.set_data(Rc::new("data"));
    let function = run_in(&gone, |ctx| {
        let probe = ctx.function("probe", |ctx, _| {
            let kept = roundel_jsc::Persistent::new(ctx, ctx.object());
            let object = kept.get(ctx).is_object(ctx);
            Ok(ctx.boolean(ctx.data::<&str>().is_none() && ctx.context().is_none() && object))
        });
        Ok(roundel_jsc::Persistent::new(ctx, probe))
    });
    drop(gone);
    run_in(&main, |ctx| {
        ctx.collect_garbage();
        let function = function.get(ctx).as_function(ctx).expect("the function");
        assert_eq!(function.call(ctx, None, &[])?.as_bool(), Some(true));
        Ok(())
    });
}

#[test]
fn two_machines_take_turns_on_one_thread() {
    let (here, there) = (context(), context());
    here.enter(|ctx| {
        text(ctx, "log = ''; Promise.resolve().then(() => log += 'micro')");
        there.enter(|other| {
            text(other, "log = 'there'; Promise.resolve().then(() => log += ' micro')");
        });
        assert_eq!(there.enter(|other| text(other, "log")), "there micro");
        assert_eq!(text(ctx, "log"), "");
    });
    assert_eq!(here.enter(|ctx| text(ctx, "log")), "micro");
}

#[test]
fn machines_come_and_go() {
    let counter = Rc::new(Cell::new(0));
    for _ in 0..20 {
        let context = context();
        let counter = counter.clone();
        run_in(&context, |ctx| {
            let count = ctx.function("count", move |ctx, _| {
                counter.set(counter.get() + 1);
                Ok(ctx.undefined())
            });
            ctx.global().set(ctx, "count", count)?;
            ctx.eval("count(); Promise.resolve().then(count)").map(drop)
        });
    }
    assert_eq!(counter.get(), 40);
    assert_eq!(Rc::strong_count(&counter), 1);
}

#[test]
fn a_panic_in_an_entry_leaves_the_machine_usable() {
    let context = context();
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        context.enter(|ctx| {
            text(ctx, "x = 1; Promise.resolve().then(() => x = 2)");
            panic!("out of the entry");
        })
    }));
    assert!(panic.is_err());
    assert_eq!(context.enter(|ctx| text(ctx, "x")), "2");
}

#[test]
fn the_engine_tells_about_its_memory() {
    run(|ctx| {
        let statistics = ctx.memory_statistics();
        assert!(statistics.get(ctx, "heapCapacity")?.as_number().is_some_and(|bytes| bytes > 0.0));
        Ok(())
    });
}
