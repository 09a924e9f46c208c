//! The integration tests once more, with an engine that collects garbage all the time: a value that
//! is not rooted does not survive here. A process of its own, as engine options are global.

use std::sync::Once;

use roundel_jsc::options;

mod suite;

/// Whether everything goes the way of the C API.
const C_API_ONLY: bool = false;

/// Called before any machine of the process is made.
fn prepare_engine() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Every tenth allocation that leaves the fast path collects, synchronously; dead cells are
        // overwritten.
        let set = options::configure(|engine| {
            engine.set_bool("useSharedArrayBuffer", true)?;
            engine.set_u32("slowPathAllocsBetweenGCs", 10)?;
            engine.set_bool("sweepSynchronously", true)?;
            engine.set_bool("scribbleFreeCells", true)
        });
        set.and_then(|set| set).expect("options of the engine");
    });
}

/// Without this the rest could pass for the wrong reason.
#[test]
fn the_collector_runs_unasked() {
    use std::rc::Rc;

    use roundel_jsc::{Class, Context, Vm};

    prepare_engine();
    let context = Context::new(&Vm::new().expect("the engine starts")).expect("a context");
    let data = Rc::new(());
    let class: Class<Rc<()>> = Class::new("Short");
    for _ in 0..100 {
        context.enter(|ctx| {
            for _ in 0..50 {
                class.instantiate(ctx, data.clone());
            }
        });
    }
    assert!(Rc::strong_count(&data) < 4000, "{}", Rc::strong_count(&data));
}
