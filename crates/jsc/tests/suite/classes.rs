//! Classes with private data: methods, constructors, finalisers.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use roundel_jsc::{Class, Context, Persistent, Weak};

use super::{context, run, run_in, text, vm};

/// Counts its drops.
struct Counted(Rc<Cell<usize>>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

#[test]
fn private_data_is_typed() {
    run(|ctx| {
        let class: Class<RefCell<Vec<u32>>> = Class::new("List");
        let object = class.instantiate(ctx, RefCell::new(vec![1]));
        object.private::<RefCell<Vec<u32>>>().expect("the data").borrow_mut().push(2);
        let data = object.private::<RefCell<Vec<u32>>>().expect("the data");
        assert_eq!(*data.borrow(), [1, 2]);
        assert!(object.private::<String>().is_none());
        assert!(ctx.object().private::<RefCell<Vec<u32>>>().is_none());
        assert!(ctx.global().private::<RefCell<Vec<u32>>>().is_none());
        let closure_state = Rc::new(1);
        let closure = ctx.function("f", move |ctx, _| Ok(ctx.int32(*closure_state)));
        assert!(closure.as_object().private::<RefCell<Vec<u32>>>().is_none());
        ctx.global().set(ctx, "list", object)?;
        assert_eq!(text(ctx, "Object.prototype.toString.call(list)"), "[object List]");
        Ok(())
    });
}

#[test]
fn data_is_dropped_when_collected_and_at_the_end() {
    let drops = Rc::new(Cell::new(0));
    let context = context();
    run_in(&context, |ctx| {
        let class: Class<Counted> = Class::new("Counted");
        for _ in 0..500 {
            class.instantiate(ctx, Counted(drops.clone()));
        }
        Ok(())
    });
    context.enter(|ctx| ctx.collect_garbage());
    // The scan of the stack is conservative: a stale word may keep a few.
    assert!(drops.get() >= 450, "{}", drops.get());
    drop(context);
    assert_eq!(drops.get(), 500);
}

#[test]
fn an_object_in_use_is_not_collected() {
    run(|ctx| {
        let drops = Rc::new(Cell::new(0));
        let class: Class<Counted> = Class::new("Counted");
        let object = class.instantiate(ctx, Counted(drops.clone()));
        ctx.collect_garbage();
        assert_eq!(drops.get(), 0);
        assert!(object.private::<Counted>().is_some());
        Ok(())
    });
}

#[test]
fn instances_take_a_prototype() {
    run(|ctx| {
        let prototype = ctx.object();
        let get = ctx.function("value", |ctx, args| {
            let data = args.this().private::<Cell<i32>>();
            Ok(ctx.int32(data.map_or(-1, |data| data.get())))
        });
        prototype.set(ctx, "value", get)?;
        let class: Class<Cell<i32>> = Class::new("Box");
        ctx.global().set(ctx, "box", class.instantiate_with(ctx, prototype, Cell::new(9)))?;
        assert_eq!(text(ctx, "[box.value(), box.value.call({})].join()"), "9,-1");
        Ok(())
    });
}

#[test]
fn a_finaliser_may_drop_handles() {
    struct Holder {
        _persistent: Persistent,
        _weak: Weak,
    }
    let vm = vm();
    let context = roundel_jsc::Context::new(&vm).expect("a context");
    let before = vm.persistent_count();
    run_in(&context, |ctx| {
        let class: Class<Holder> = Class::new("Holder");
        for _ in 0..200 {
            let target = ctx.object();
            let holder =
                Holder { _persistent: Persistent::new(ctx, target), _weak: Weak::new(ctx, target) };
            class.instantiate(ctx, holder);
        }
        Ok(())
    });
    context.enter(|ctx| ctx.collect_garbage());
    context.enter(|_| ());
    assert!(vm.persistent_count() <= before + 10, "{}", vm.persistent_count());
}

thread_local! {
    static HOME: RefCell<Option<Context>> = const { RefCell::new(None) };
}

/// Enters the engine when it is dropped.
struct Goodbye;

impl Drop for Goodbye {
    fn drop(&mut self) {
        HOME.with_borrow(|home| {
            let context = home.as_ref().expect("the context");
            context.enter(|ctx| {
                text(ctx, "goodbyes.push({}); Promise.resolve().then(() => after++)");
                ctx.collect_garbage();
            })
        });
    }
}

#[test]
fn a_payload_may_enter_the_engine_when_it_is_dropped() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    HOME.set(Some(context.clone()));
    run_in(&context, |ctx| {
        ctx.eval("goodbyes = []; after = 0")?;
        let class: Class<Goodbye> = Class::new("Goodbye");
        for _ in 0..200 {
            class.instantiate(ctx, Goodbye);
        }
        ctx.collect_garbage();
        // Not one is dropped before the entry ends, under a script's feet.
        assert_eq!(text(ctx, "goodbyes.length"), "0");
        Ok(())
    });
    let said = || context.enter(|ctx| text(ctx, "goodbyes.length")).parse::<usize>();
    let said = said().expect("a number");
    assert!(said >= 180, "{said}");
    assert_eq!(context.enter(|ctx| text(ctx, "after")), said.to_string());
    assert_eq!(vm.payload_count(), 200 - said);
    HOME.set(None);
    drop(context);
    drop(vm);
}

#[test]
fn a_script_that_does_not_end_keeps_nothing_it_lost() {
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    run_in(&context, |ctx| {
        let make = ctx.function("make", |ctx, _| {
            let class: Class<Vec<u8>> = Class::new("Short");
            Ok(class.instantiate(ctx, Vec::new()).into())
        });
        let collect = ctx.function("collect", |ctx, _| {
            ctx.collect_garbage();
            let count = ctx.vm().map_or(0, |vm| vm.payload_count());
            Ok(ctx.number(count as f64))
        });
        ctx.global().set(ctx, "make", make)?;
        ctx.global().set(ctx, "collect", collect)?;
        let most = ctx.eval(
            "let most = 0; \
             for (let i = 0; i < 20; i++) { \
                 for (let j = 0; j < 100; j++) make(); \
                 most = Math.max(most, collect()) \
             } \
             most",
        )?;
        assert!(most.as_number().is_some_and(|most| most < 400.0), "{:?}", most.as_number());
        Ok(())
    });
}

#[test]
fn a_payload_that_panics_when_it_is_dropped_takes_nobody_along() {
    struct Loud;
    impl Drop for Loud {
        fn drop(&mut self) {
            panic!("in a destructor");
        }
    }
    let vm = vm();
    let context = Context::new(&vm).expect("a context");
    run_in(&context, |ctx| {
        let class: Class<Loud> = Class::new("Loud");
        for _ in 0..50 {
            class.instantiate(ctx, Loud);
        }
        Ok(())
    });
    context.enter(|ctx| ctx.collect_garbage());
    assert!(vm.payload_count() < 10, "{}", vm.payload_count());
    assert_eq!(context.enter(|ctx| text(ctx, "1 + 1")), "2");
}

#[test]
fn handles_in_private_data_outlive_the_machine_harmlessly() {
    let context = context();
    run_in(&context, |ctx| {
        let class: Class<Persistent> = Class::new("Knot");
        let target = ctx.object();
        // Kept alive by a global, so that only the end of the machine drops it.
        ctx.global().set(ctx, "knot", class.instantiate(ctx, Persistent::new(ctx, target)))?;
        Ok(())
    });
    drop(context);
}

#[test]
fn constructors_make_instances() {
    run(|ctx| {
        let prototype = ctx.object();
        let constructor = ctx.constructor("Point", prototype, |ctx, args| {
            let class: Class<f64> = Class::new("Point");
            let prototype = args.callee().get(ctx, "prototype")?;
            Ok(class.instantiate_with(ctx, prototype, args.at(0).to_number(ctx)?))
        });
        let value = ctx.function("value", |ctx, args| {
            Ok(ctx.number(args.this().private::<f64>().map_or(f64::NAN, |value| *value)))
        });
        prototype.set(ctx, "value", value)?;
        ctx.global().set(ctx, "Point", constructor)?;
        assert_eq!(
            text(
                ctx,
                "p = new Point(1.5); [p.value(), p instanceof Point, Point.name, p.constructor === Point].join()"
            ),
            "1.5,true,Point,true"
        );
        assert_eq!(text(ctx, "Object.keys(Point.prototype).join()"), "value");
        assert_eq!(
            text(ctx, "Point(1)"),
            "thrown: TypeError: Class constructor Point cannot be invoked without 'new'"
        );
        assert_eq!(text(ctx, "new Point(Symbol())").split(':').next(), Some("thrown"));
        Ok(())
    });
}
