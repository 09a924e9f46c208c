//! What is remembered of a call is what was found there, however the code around it is compiled.

use std::cell::Cell;

use roundel_jsc::{CallSites, Context, JsString, Vm};

thread_local! {
    static MISSES: Cell<u32> = const { Cell::new(0) };
}

const BUILTIN: &str = "
    globalThis.inner = (expected) => here(expected);
    globalThis.outer = function (expected) { return inner(expected) + 0; };
";

/// Every call says which answer is right for it.
const PROGRAM: &str = "
    function first() { return outer(1); }
    function second() { return inner(2) + 0; }
    function both() { return outer(3) * 10 + outer(4); }
    class Third { get value() { return outer(5); } }
    const third = new Third();
    for (let i = 0; i < 20000; i++) {
        if (first() !== 1) throw new Error('first');
        if (second() !== 2) throw new Error('second');
        if (both() !== 34) throw new Error('both');
        if (third.value !== 5) throw new Error('getter');
        if ([0].map(() => outer(6))[0] !== 6) throw new Error('map');
        if (Reflect.apply(outer, undefined, [7]) !== 7) throw new Error('apply');
        if (i % 5000 === 0) {
            collect();
            // Code that is thrown away, and other code where it stood.
            for (let j = 100; j < 140; j++) {
                const made = new Function('return outer(' + j + ')\\n//# sourceURL=program' + j);
                for (let k = 0; k < 300; k++) if (made() !== j) throw new Error('made ' + j);
            }
        }
    }
";

#[test]
fn what_was_found_is_remembered_for_each_call() {
    crate::prepare_engine();
    let context = Context::new(&Vm::new().unwrap()).unwrap();
    context.enter(|ctx| {
        let sites = CallSites::open(ctx, |url| url.starts_with("program"));
        let here = ctx.sited_function("here", |ctx, args, site| {
            let answer = site.known().unwrap_or_else(|| {
                MISSES.set(MISSES.get() + 1);
                let found = args.at(0).as_number().unwrap_or_default() as u32;
                site.learn(ctx, found);
                found
            });
            Ok(ctx.number(answer.into()))
        });
        assert!(ctx.global().set(ctx, "here", here).is_ok());
        let collect = ctx.function("collect", |ctx, _| {
            ctx.collect_garbage();
            Ok(ctx.undefined())
        });
        assert!(ctx.global().set(ctx, "collect", collect).is_ok());
        let evaluate = |source, url| {
            ctx.evaluate(&JsString::new(source), &JsString::new(url), 1)
                .map_err(|thrown| thrown.describe(ctx))
        };
        evaluate(BUILTIN, "node:builtin").unwrap();
        evaluate(PROGRAM, "program.js").unwrap();
        if sites.is_some() {
            let misses = MISSES.get();
            assert!(misses < 90_000, "{misses} of 188000 calls were looked at");
        }
    });
}
