//! Exceptions as results, in both directions.

use roundel_jsc::Exception;

use super::{run, text};

#[test]
fn thrown_values_come_back() {
    run(|ctx| {
        let thrown = ctx.eval("throw 42").err().expect("thrown");
        assert_eq!(thrown.value().as_int32(), Some(42));
        assert!(ctx.eval("throw null").err().expect("thrown").value().is_null());
        assert!(ctx.eval("throw undefined").err().expect("thrown").value().is_undefined());
        Ok(())
    });
}

#[test]
fn classes_of_errors() {
    run(|ctx| {
        let cases = [
            (Exception::error(ctx, "a"), "Error: a", "Error"),
            (Exception::type_error(ctx, "b"), "TypeError: b", "TypeError"),
            (Exception::range_error(ctx, "c"), "RangeError: c", "RangeError"),
            (Exception::syntax_error(ctx, "d"), "SyntaxError: d", "SyntaxError"),
        ];
        for (exception, description, class) in cases {
            assert_eq!(exception.describe(ctx), description);
            let class = ctx.global().get(ctx, class)?.as_object(ctx).expect("a class");
            assert!(exception.value().instance_of(ctx, class)?);
        }
        Ok(())
    });
}

#[test]
fn scripts_cannot_replace_the_error_classes() {
    run(|ctx| {
        ctx.eval("TypeError = function () { throw 'hijacked' }; Error = null")?;
        assert_eq!(Exception::type_error(ctx, "still mine").describe(ctx), "TypeError: still mine");
        Ok(())
    });
}

#[test]
fn an_exception_that_cannot_be_printed() {
    run(|ctx| {
        let thrown = ctx.eval("throw { toString() { throw this } }").err().expect("thrown");
        assert_eq!(thrown.describe(ctx), "[unprintable exception]");
        let thrown = ctx.eval("throw Symbol('s')").err().expect("thrown");
        assert_eq!(thrown.describe(ctx), "[unprintable exception]");
        assert_eq!(thrown.stack(ctx), None);
        Ok(())
    });
}

#[test]
fn stacks_and_positions() {
    run(|ctx| {
        let source = "function inner() {\n  throw new Error('deep')\n}\ninner()";
        let thrown =
            ctx.evaluate(&source.into(), &"file:///app.js".into(), 1).err().expect("thrown");
        let stack = thrown.stack(ctx).expect("a stack");
        assert!(stack.starts_with("inner@file:///app.js:2:"), "{stack}");
        assert_eq!(thrown.position(ctx).map(|position| position.0), Some(2));
        Ok(())
    });
}

#[test]
fn native_frames_are_named_in_stacks() {
    run(|ctx| {
        let call = ctx.function("callBack", |ctx, args| {
            args.at(0).as_function(ctx).expect("a function").call(ctx, None, &[])
        });
        ctx.global().set(ctx, "callBack", call)?;
        let stack = text(ctx, "callBack(() => new Error('x').stack)");
        assert!(stack.contains("callBack@[native code]"), "{stack}");
        Ok(())
    });
}
