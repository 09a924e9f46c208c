//! Values kept beyond their entry: counts, drops in odd places.

use roundel_jsc::{Context, Persistent, Weak};

use super::{context, run_in, vm};

#[test]
fn a_value_outlives_its_entry() {
    let context = context();
    let kept = run_in(&context, |ctx| Ok(Persistent::new(ctx, ctx.eval("({ answer: 42 })")?)));
    for _ in 0..3 {
        run_in(&context, |ctx| {
            ctx.collect_garbage();
            ctx.eval("Array.from({ length: 1000 }, () => ({}))")?;
            let object = kept.get(ctx).as_object(ctx).expect("the object");
            assert_eq!(object.get(ctx, "answer")?.as_int32(), Some(42));
            Ok(())
        });
    }
}

#[test]
fn every_kind_of_value_can_be_kept() {
    let context = context();
    let sources =
        ["undefined", "null", "true", "1.5", "'te' + 'xt'", "Symbol.iterator", "10n ** 30n"];
    let kept: Vec<Persistent> = run_in(&context, |ctx| {
        sources.iter().map(|source| Ok(Persistent::new(ctx, ctx.eval(source)?))).collect()
    });
    run_in(&context, |ctx| {
        ctx.collect_garbage();
        for (source, kept) in sources.iter().zip(&kept) {
            assert!(ctx.eval(source)?.strict_equals(ctx, kept.get(ctx)), "{source}");
        }
        Ok(())
    });
}

#[test]
fn the_count_returns_to_where_it_was() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    let before = vm.persistent_count();
    let kept: Vec<Persistent> =
        run_in(&context, |ctx| Ok((0..100).map(|_| Persistent::new(ctx, ctx.object())).collect()));
    assert_eq!(vm.persistent_count(), before + 100);
    let copy = run_in(&context, |ctx| Ok(kept[0].clone_in(ctx)));
    drop(kept);
    assert_eq!(vm.persistent_count(), before + 1);
    drop(copy);
    assert_eq!(vm.persistent_count(), before);
}

#[test]
fn dropping_lets_the_collector_have_the_value() {
    let context = context();
    let (kept, weaks): (Vec<Persistent>, Vec<Weak>) = run_in(&context, |ctx| {
        Ok((0..200)
            .map(|_| {
                let object = ctx.object();
                (Persistent::new(ctx, object), Weak::new(ctx, object))
            })
            .unzip())
    });
    let alive = || {
        context.enter(|ctx| {
            ctx.collect_garbage();
            weaks.iter().filter(|weak| weak.get(ctx).is_some()).count()
        })
    };
    assert_eq!(alive(), 200);
    drop(kept);
    context.enter(|_| ());
    let left = alive();
    assert!(left <= 20, "{left}");
}

#[test]
fn the_end_of_a_machine_outlives_nobody() {
    let context = context();
    let (kept, weak) = run_in(&context, |ctx| {
        let object = ctx.object();
        Ok((Persistent::new(ctx, object), Weak::new(ctx, object)))
    });
    drop(context);
    drop(kept);
    drop(weak);
}

#[test]
fn a_context_may_end_before_its_values() {
    let vm = vm();
    let first = Context::new(&vm).expect("a context");
    let second = Context::new(&vm).expect("a context");
    let kept = run_in(&first, |ctx| Ok(Persistent::new(ctx, ctx.eval("({ from: 'first' })")?)));
    drop(first);
    run_in(&second, |ctx| {
        ctx.collect_garbage();
        let object = kept.get(ctx).as_object(ctx).expect("the object");
        assert_eq!(object.get(ctx, "from")?.to_rust_string(ctx)?, "first");
        Ok(())
    });
}

#[test]
#[should_panic(expected = "another virtual machine")]
fn another_machine_is_refused() {
    let (here, there) = (context(), context());
    let kept = run_in(&here, |ctx| Ok(Persistent::new(ctx, ctx.object())));
    there.enter(|ctx| {
        kept.get(ctx);
    });
}
