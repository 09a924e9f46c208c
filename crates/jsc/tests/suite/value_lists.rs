//! Lists of values across collections.

use roundel_jsc::{JsResult, ValueList, Weak};

use super::{context, run, run_in, text};

#[test]
fn a_list_keeps_its_values_through_collections() {
    run(|ctx| {
        let mut list = ValueList::new(ctx);
        for number in 0..500 {
            let object = ctx.object();
            object.set(ctx, "number", number)?;
            list.push(object);
            list.push(ctx.string(&format!("string {number}")));
            list.push(ctx.int32(number));
        }
        for _ in 0..3 {
            ctx.collect_garbage();
            // Whatever was freed is used again.
            ctx.eval("Array.from({ length: 5000 }, (_, i) => ({ number: -1, i: 'other' + i }))")?;
        }
        for (index, three) in list.chunks(3).enumerate() {
            let object = three[0].as_object(ctx).expect("an object");
            assert_eq!(object.get(ctx, "number")?.as_int32(), Some(index as i32));
            assert_eq!(three[1].to_rust_string(ctx)?, format!("string {index}"));
            assert_eq!(three[2].as_int32(), Some(index as i32));
        }
        ctx.global().set(ctx, "list", list.to_array()?)?;
        assert_eq!(text(ctx, "list.length + list[1]"), "1500string 0");
        Ok(())
    });
}

/// What the lints against heap structures of values protect from: 500 objects, half of them in a list and half known only
/// to Rust's heap. The second are not looked at again; that they are gone is what weak references say.
#[test]
fn what_only_the_heap_knows_is_collected() {
    run(|ctx| {
        #[inline(never)]
        fn make<'js>(ctx: roundel_jsc::Ctx<'js>, list: &mut ValueList<'js>) -> [Vec<Weak>; 2] {
            // A collection of handles whose type nobody has written down.
            let kept = std::hint::black_box((0..250).map(|_| ctx.object()).collect::<Vec<_>>());
            let lost = kept.iter().map(|object| Weak::new(ctx, *object)).collect();
            let listed = (0..250).map(|_| ctx.object()).map(|object| {
                list.push(object);
                Weak::new(ctx, object)
            });
            let listed = listed.collect();
            // The vector outlives the collection, as it would in a program.
            std::mem::forget(kept);
            [lost, listed]
        }
        let mut list = ValueList::new(ctx);
        let [lost, listed] = make(ctx, &mut list);
        ctx.collect_garbage();
        let alive = |weaks: &[Weak]| weaks.iter().filter(|weak| weak.get(ctx).is_some()).count();
        assert_eq!(alive(&listed), 250);
        // A few may be found on the stack by chance.
        assert!(alive(&lost) <= 25, "{} of 250", alive(&lost));
        assert_eq!(list.len(), 250);
        Ok(())
    });
}

#[test]
fn a_list_may_be_anywhere_and_be_arguments() {
    run(|ctx| {
        // On the heap, inside another structure, and returned.
        fn collect<'js>(ctx: roundel_jsc::Ctx<'js>) -> JsResult<'js, Box<ValueList<'js>>> {
            let values = (0..300).map(|number| Ok(ctx.string(&format!("value {number}"))));
            Ok(Box::new(ValueList::try_collect(ctx, values)?))
        }
        let mut list = collect(ctx)?;
        ctx.collect_garbage();
        ctx.eval("Array.from({ length: 5000 }, (_, i) => 'other' + i)")?;
        assert_eq!(list.pop().expect("the last").to_rust_string(ctx)?, "value 299");
        let count = ctx.eval("(...all) => all.filter((s, i) => s === 'value ' + i).length")?;
        let count = count.as_function(ctx).expect("a function");
        assert_eq!(count.call(ctx, None, &list)?.as_int32(), Some(299));
        let failed =
            ValueList::try_collect(ctx, [ctx.eval("1"), ctx.eval("throw 2"), ctx.eval("3")]);
        assert!(failed.is_err_and(|thrown| thrown.value().as_int32() == Some(2)));
        Ok(())
    });
}

#[test]
fn the_end_of_a_list_lets_the_collector_have_its_values() {
    let context = context();
    let weaks: Vec<Weak> = run_in(&context, |ctx| {
        let objects = ValueList::collect(ctx, (0..200).map(|_| ctx.object()));
        let objects = objects.iter().filter_map(|object| object.as_object(ctx));
        Ok(objects.map(|object| Weak::new(ctx, object)).collect())
    });
    context.enter(|ctx| ctx.collect_garbage());
    assert_eq!(weaks.len(), 200);
    let left = context.enter(|ctx| weaks.iter().filter(|weak| weak.get(ctx).is_some()).count());
    assert!(left <= 20, "{left}");
}
