//! Functions: calls from Rust and into Rust, panics, arguments.

use std::cell::Cell;
use std::rc::Rc;

use roundel_jsc::{Ctx, Exception};

use super::{context, run, run_in, text};

#[test]
fn stateless_and_stateful_functions_look_the_same() {
    run(|ctx| {
        let state = Rc::new(Cell::new(0));
        let stateless = ctx.function("plain", |_, args| Ok(args.at(0)));
        let stateful = ctx.function("plain", move |_, args| {
            state.set(state.get() + 1);
            Ok(args.at(0))
        });
        for function in [stateless, stateful] {
            ctx.global().set(ctx, "f", function)?;
            let shape = text(
                ctx,
                "[typeof f, f.name, f instanceof Function, f(7), f(), f.call(null, 1, 2), \
                 Object.prototype.toString.call(f), f.bind(null, 3)(), [4].map(f)[0]].join()",
            );
            assert_eq!(shape, "function,plain,true,7,,1,[object Function],3,4");
            assert!(
                text(ctx, "new f()").starts_with("thrown: TypeError"),
                "{}",
                text(ctx, "new f()")
            );
        }
        Ok(())
    });
}

#[test]
fn arguments_arrive() {
    run(|ctx| {
        let count = ctx.function("count", |ctx, args| Ok(ctx.number(args.len() as f64)));
        let sum = ctx.function("sum", |ctx, args| {
            let mut sum = 0.0;
            for value in args.iter() {
                sum += value.to_number(ctx)?;
            }
            Ok(ctx.number(sum))
        });
        ctx.global().set(ctx, "count", count)?;
        ctx.global().set(ctx, "sum", sum)?;
        assert_eq!(text(ctx, "[count(), count(1), count(undefined, undefined)].join()"), "0,1,2");
        assert_eq!(text(ctx, "count(...Array(5000))"), "5000");
        assert_eq!(text(ctx, "sum(1, 2.5, '3', { valueOf: () => 4 })"), "10.5");
        // The same through compiled code.
        assert_eq!(
            text(ctx, "let t = 0; for (let i = 0; i < 20000; i++) t += sum(i, 1); t"),
            "200010000"
        );
        Ok(())
    });
}

#[test]
fn compiled_code_calls_and_catches() {
    // Enough rounds for every tier of the compiler; arity, exceptions and allocation change all the
    // time.
    run(|ctx| {
        let state = Rc::new(Cell::new(0_u64));
        let calls = state.clone();
        let stateless = ctx.function("native", |ctx, args| {
            if args.len() == 3 {
                return Err(Exception::new(args.at(2)));
            }
            let object = ctx.object();
            object.set(ctx, "count", args.len() as f64)?;
            Ok(object.into())
        });
        let stateful = ctx.function("native", move |ctx, args| {
            calls.set(calls.get() + 1);
            if args.len() == 3 {
                return Err(Exception::new(args.at(2)));
            }
            let object = ctx.object();
            object.set(ctx, "count", args.len() as f64)?;
            Ok(object.into())
        });
        let drive = ctx
            .eval(
                "(function (native) { \
                   let sum = 0, caught = 0; \
                   for (let i = 0; i < 60000; i++) { \
                     try { \
                       switch (i % 5) { \
                         case 0: sum += native().count; break; \
                         case 1: sum += native(i).count; break; \
                         case 2: sum += native(i, 'two').count; break; \
                         case 3: sum += native(i, 'two', i).count; break; \
                         case 4: sum += native(...[1, 2, 3, 4]).count; break; \
                       } \
                     } catch (e) { if (e !== i) throw e; caught++ } \
                   } \
                   return sum + ' ' + caught })",
            )?
            .as_function(ctx)
            .expect("a function");
        for function in [stateless, stateful] {
            let outcome = drive.call(ctx, None, &[function.into()])?;
            assert_eq!(outcome.to_rust_string(ctx)?, "84000 12000");
        }
        assert_eq!(state.get(), 60_000);
        Ok(())
    });
}

#[test]
fn this_is_an_object() {
    run(|ctx| {
        let this = ctx.function("self", |_, args| Ok(args.this().into()));
        ctx.global().set(ctx, "self", this)?;
        let cases = [
            ("o = { self }; o.self() === o", "true"),
            ("self() === globalThis", "true"),
            ("'use strict'; self.call(undefined) === globalThis", "true"),
            ("{ const local = self; local() === globalThis }", "true"),
            ("(() => { const f = self; return () => f() })()() === globalThis", "true"),
            ("let lexical = self; lexical() === globalThis", "true"),
            ("with ({ self }) self().self === self", "true"),
            ("typeof self.call(5) + self.call('text')", "objecttext"),
            ("self.call(self) === self", "true"),
        ];
        for (source, expected) in cases {
            assert_eq!(text(ctx, source), expected, "{source}");
        }
        Ok(())
    });
}

#[test]
fn captured_state_takes_the_place_of_this() {
    run(|ctx| {
        let kept = Rc::new(());
        let function = ctx.function("self", move |_, args| {
            let _ = &kept;
            Ok(args.this().into())
        });
        ctx.global().set(ctx, "self", function)?;
        assert_eq!(text(ctx, "o = { self }; o.self() === globalThis"), "true");
        assert_eq!(
            text(ctx, "self.call(o) === globalThis && self.bind(o)() === globalThis"),
            "true"
        );
        Ok(())
    });
}

#[test]
fn calls_nest_both_ways() {
    run(|ctx| {
        let countdown = ctx.function("countdown", |ctx, args| {
            let depth = args.at(0).to_number(ctx)?;
            if depth == 0.0 {
                return Ok(ctx.string("bottom"));
            }
            let next = ctx.global().get(ctx, "next")?.as_function(ctx).expect("a function");
            next.call(ctx, None, &[ctx.number(depth - 1.0)])
        });
        ctx.global().set(ctx, "countdown", countdown)?;
        assert_eq!(text(ctx, "next = n => countdown(n); countdown(200)"), "bottom");
        Ok(())
    });
}

#[test]
fn endless_recursion_through_rust_is_a_range_error() {
    run(|ctx| {
        let dive = ctx.function("dive", |ctx, _| {
            ctx.global().get(ctx, "again")?.as_function(ctx).expect("a function").call(
                ctx,
                None,
                &[],
            )
        });
        ctx.global().set(ctx, "dive", dive)?;
        let result = text(ctx, "again = () => dive() + 1; try { again() } catch (e) { e.name }");
        assert_eq!(result, "RangeError");
        Ok(())
    });
}

#[test]
fn a_panic_becomes_an_exception() {
    run(|ctx| {
        let stateless = ctx.function("boom", |_, _| panic!("at the disco"));
        let number = Rc::new(7);
        let stateful = ctx.function("boom", move |_, _| panic!("number {number}"));
        ctx.global().set(ctx, "stateless", stateless)?;
        ctx.global().set(ctx, "stateful", stateful)?;
        let catch =
            |name: &str| text(ctx, &format!("try {{ {name}() }} catch (e) {{ String(e) }}"));
        assert_eq!(catch("stateless"), "Error: native code panicked: at the disco");
        assert_eq!(catch("stateful"), "Error: native code panicked: number 7");
        Ok(())
    });
}

#[test]
fn any_value_can_be_thrown() {
    run(|ctx| {
        let throw = ctx.function("raise", |_, args| Err(Exception::new(args.at(0))));
        let kept = Rc::new(());
        let stateful = ctx.function("raise", move |_, args| {
            let _ = &kept;
            Err(Exception::new(args.at(0)))
        });
        for function in [throw, stateful] {
            ctx.global().set(ctx, "raise", function)?;
            for value in ["null", "undefined", "0", "'text'", "Symbol.iterator", "1n"] {
                let source =
                    format!("try {{ raise({value}); 'not thrown' }} catch (e) {{ e === {value} }}");
                assert_eq!(text(ctx, &source), "true", "{value}");
            }
            // What Rust throws crosses JavaScript frames that do not catch it, and Rust sees it
            // again.
            let through =
                ctx.eval("(() => { raise(globalThis) })")?.as_function(ctx).expect("a function");
            let thrown = through.call(ctx, None, &[]).err().expect("thrown");
            assert!(thrown.value().strict_equals(ctx, ctx.global().into()));
        }
        Ok(())
    });
}

#[test]
fn captured_state_is_dropped_with_the_function() {
    let context = context();
    let state = Rc::new(());
    run_in(&context, |ctx| {
        for _ in 0..1000 {
            let state = state.clone();
            ctx.function("stateful", move |ctx, _| {
                let _ = &state;
                Ok(ctx.undefined())
            });
        }
        Ok(())
    });
    drop(context);
    assert_eq!(Rc::strong_count(&state), 1);
}

#[test]
fn a_function_may_lose_its_last_reference_while_it_runs() {
    run(|ctx| {
        let state = Rc::new(Cell::new(0));
        let counter = state.clone();
        let function = ctx.function("once", move |ctx, _| {
            ctx.global().delete(ctx, "once")?;
            ctx.collect_garbage();
            counter.set(counter.get() + 1);
            Ok(ctx.number(counter.get().into()))
        });
        ctx.global().set(ctx, "once", function)?;
        assert_eq!(text(ctx, "(() => { const f = once; return f })()()"), "1");
        assert_eq!(state.get(), 1);
        Ok(())
    });
}

#[test]
fn compiled_functions_name_their_lines() {
    run(|ctx| {
        let function = ctx.compile_function(
            "wrapper",
            &["first", "second"],
            &"return first + second".into(),
            &"/virtual/file.js".into(),
            1,
        )?;
        let sum = function.call(ctx, None, &[ctx.int32(1), ctx.int32(2)])?;
        assert_eq!(sum.as_int32(), Some(3));
        let broken = ctx.compile_function("w", &[], &"return }".into(), &"f.js".into(), 1);
        assert!(broken.err().expect("a syntax error").describe(ctx).starts_with("SyntaxError"));
        Ok(())
    });
}

#[test]
fn construction() {
    run(|ctx| {
        let date = ctx.global().get(ctx, "Date")?.as_function(ctx).expect("a constructor");
        assert!(date.as_object().is_constructor(ctx));
        let object = date.construct(ctx, &[ctx.number(5.0)])?;
        assert_eq!(object.call_method(ctx, "getTime", &[])?.as_number(), Some(5.0));
        assert!(object.as_value().instance_of(ctx, date)?);
        let arrow = ctx.eval("() => 1")?.as_function(ctx).expect("a function");
        assert!(!arrow.as_object().is_constructor(ctx));
        assert!(arrow.construct(ctx, &[]).is_err());
        Ok(())
    });
}

#[test]
fn an_ordinary_rust_function_will_do() {
    fn double<'js>(
        ctx: Ctx<'js>,
        args: roundel_jsc::Arguments<'js>,
    ) -> roundel_jsc::JsResult<'js, roundel_jsc::Value<'js>> {
        Ok(ctx.number(args.at(0).to_number(ctx)? * 2.0))
    }
    run(|ctx| {
        let function = ctx.function("double", double);
        assert_eq!(function.call(ctx, None, &[ctx.int32(4)])?.as_int32(), Some(8));
        Ok(())
    });
}

#[test]
fn host_functions_share_memory() {
    run(|ctx| {
        let cells = roundel_jsc::SharedArray::<f64>::new(2);
        ctx.global().set(ctx, "cells", cells.to_object(ctx)?)?;
        let inside = cells.clone();
        let add = ctx.host_function("add", move |_| inside.set(1, inside.get(0) + inside.get(1)));
        ctx.global().set(ctx, "add", add)?;
        assert_eq!(
            text(ctx, "for (let i = 1; i <= 100; i++) { cells[0] = i; add() } cells[1]"),
            "5050"
        );
        Ok(())
    });
}
