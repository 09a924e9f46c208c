//! What crossing the boundary costs on this machine.
//!
//!     cargo run --release -p roundel-jsc --example boundary [-- --c-api-only]

use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use roundel_jsc::{Bytes, Context, Ctx, JsResult, JsString, MainContext, Persistent, Vm};

const ROUNDS: u32 = 1_000_000;

fn main() {
    if std::env::args().any(|argument| argument == "--c-api-only") {
        roundel_jsc::options::configure(|engine| engine.use_c_api_only()).expect("a fresh process");
    }
    let started = Instant::now();
    let main_context = MainContext::of_thread();
    report("GLib main context", started.elapsed(), 1);
    let started = Instant::now();
    let vm = Vm::new().expect("the engine starts");
    report("first machine", started.elapsed(), 1);
    let started = Instant::now();
    let context = Context::new(&vm).expect("a context");
    report("its first context", started.elapsed(), 1);
    let started = Instant::now();
    drop(Context::new(&vm).expect("a context"));
    report("a further context", started.elapsed(), 1);
    println!();

    time("enter and leave", || context.enter(|_| ()));
    time("ask the main context for its timeout", || {
        black_box(main_context.timeout());
    });
    let outcome = context.enter(|ctx| measure(ctx, &vm).map_err(|thrown| thrown.describe(ctx)));
    if let Err(thrown) = outcome {
        eprintln!("{thrown}");
    }
}

fn measure<'js>(ctx: Ctx<'js>, vm: &Vm) -> JsResult<'js, ()> {
    let identity = ctx.eval("(value => value)")?.as_function(ctx).expect("a function");
    let argument = [ctx.int32(1)];
    time("call JavaScript from Rust", || {
        let _ = black_box(identity.call(ctx, None, &argument));
    });

    let loops = "(function (f) { for (let i = 0; i < 1e6; i++) f(i) })";
    let loops = ctx.eval(loops)?.as_function(ctx).expect("a function");
    let from_javascript = |name: &str, function: roundel_jsc::Function<'js>| -> JsResult<'js, ()> {
        loops.call(ctx, None, &[function.into()])?;
        let started = Instant::now();
        loops.call(ctx, None, &[function.into()])?;
        report(name, started.elapsed(), ROUNDS);
        Ok(())
    };
    from_javascript(
        "call Rust from JavaScript, no state",
        ctx.function("plain", |_, args| Ok(args.at(0))),
    )?;
    let state = Rc::new(());
    let stateful = ctx.function("stateful", move |_, args| {
        black_box(&state);
        Ok(args.at(0))
    });
    from_javascript("call Rust from JavaScript, captured state", stateful)?;
    let state = Rc::new(JsString::new("name"));
    let reading = ctx.function("reading", move |ctx, _| {
        let global = ctx.global();
        black_box(global.get(ctx, &*state)?);
        black_box(global.get(ctx, &*state)?);
        global.get(ctx, &*state)
    });
    from_javascript("call Rust with state that reads 3 properties", reading)?;
    if let Some(context) = ctx.context() {
        context.set_data(Rc::new(7_u32));
    }
    let data = ctx.function("data", |ctx, _| {
        Ok(ctx.number(ctx.data::<u32>().map_or(0, |data| *data).into()))
    });
    from_javascript("call Rust that looks up its data", data)?;

    let object = ctx.eval("({ name: 1 })")?.as_object(ctx).expect("an object");
    let name = JsString::new("name");
    time("get a property by &str", || {
        let _ = black_box(object.get(ctx, "name"));
    });
    time("get a property by a kept name", || {
        let _ = black_box(object.get(ctx, &name));
    });
    time("make a short ASCII string", || {
        black_box(ctx.string("a short string"));
    });
    let text = ctx.string("a short string");
    time("read a short ASCII string", || {
        let _ = black_box(text.to_rust_string(ctx));
    });
    let head = "GET /a/path HTTP/1.1\r\nname-of-a-header: and its value\r\n".repeat(9);
    let head = &head[..471];
    time("make a string of 23 characters", || {
        black_box(ctx.string("twenty-three characters"));
    });
    time("make a string of 471 characters", || {
        black_box(ctx.string(head));
    });
    let (text, wide) = (ctx.string(head), ctx.string(&"漢字".repeat(100)));
    time("read a string of 471 characters", || {
        let _ = black_box(text.to_rust_string(ctx));
    });
    time("look at a string of 471 characters", || {
        let _ = black_box(text.with_characters(ctx, |characters| characters.len()));
    });
    time("read a wide string of 200 characters", || {
        let _ = black_box(wide.to_rust_string(ctx));
    });
    time("make and drop a persistent", || {
        black_box(Persistent::new(ctx, object));
        // Lifted at the end of an entry.
        if let Some(context) = ctx.context() {
            context.enter(|_| ());
        }
    });
    let persistent = Persistent::new(ctx, object);
    time("get a persistent", || {
        black_box(persistent.get(ctx));
    });
    let array = ctx.eval("new Uint8Array(64)")?.as_typed_array(ctx).expect("a typed array");
    time("look at the bytes of a typed array", || {
        let _ = black_box(array.with_bytes(ctx, |bytes| bytes[0]));
    });
    time("run microtasks when there are none", || ctx.run_microtasks());

    vm.set_time_limit(Duration::from_secs(60), |_| roundel_jsc::Verdict::Continue);
    time("call JavaScript from Rust under a time limit", || {
        let _ = black_box(identity.call(ctx, None, &argument));
    });
    vm.clear_time_limit();
    Ok(())
}

fn time(name: &str, mut body: impl FnMut()) {
    for _ in 0..ROUNDS / 10 {
        body();
    }
    let started = Instant::now();
    for _ in 0..ROUNDS {
        body();
    }
    report(name, started.elapsed(), ROUNDS);
}

fn report(name: &str, elapsed: Duration, rounds: u32) {
    println!("{name:<48} {:>12.1} ns", elapsed.as_nanos() as f64 / f64::from(rounds));
}
