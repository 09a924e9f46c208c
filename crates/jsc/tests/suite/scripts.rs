//! Evaluation, source positions, syntax checks, functions from text.

use super::{run, text};

#[test]
fn completion_values() {
    run(|ctx| {
        assert_eq!(text(ctx, "1; 2; 3"), "3");
        assert_eq!(text(ctx, "var x = 5"), "undefined");
        assert_eq!(text(ctx, ""), "undefined");
        Ok(())
    });
}

#[test]
fn lines_start_where_they_are_told() {
    run(|ctx| {
        let thrown =
            ctx.evaluate(&"\n\nnull.x".into(), &"name.js".into(), 100).err().expect("thrown");
        assert_eq!(thrown.position(ctx).map(|position| position.0), Some(102));
        Ok(())
    });
}

#[test]
fn syntax_is_checked_without_running() {
    run(|ctx| {
        ctx.check_syntax(&"globalThis.ran = true".into(), &"a.js".into(), 1)?;
        assert!(ctx.global().get(ctx, "ran")?.is_undefined());
        let thrown = ctx
            .check_syntax(&"let a;\nlet a;".into(), &"a.js".into(), 1)
            .expect_err("a syntax error");
        assert!(thrown.describe(ctx).starts_with("SyntaxError"), "{}", thrown.describe(ctx));
        assert_eq!(thrown.position(ctx).map(|position| position.0), Some(2));
        Ok(())
    });
}

#[test]
fn static_text_runs_like_any_other() {
    run(|ctx| {
        let url = "builtin:sum".into();
        assert_eq!(ctx.evaluate_static("(1 + 2)", &url)?.as_int32(), Some(3));
        // Beyond ASCII and with errors the ordinary way takes over.
        assert_eq!(ctx.evaluate_static("'é'", &url)?.to_rust_string(ctx)?, "é");
        let thrown = ctx.evaluate_static("let let = 1", &url).err().expect("a syntax error");
        assert!(thrown.describe(ctx).starts_with("SyntaxError"));
        let thrown = ctx.evaluate_static("\nthrow new Error('x')", &url).err().expect("thrown");
        assert_eq!(thrown.position(ctx).map(|position| position.0), Some(2));
        Ok(())
    });
}
