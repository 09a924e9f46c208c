//! Strings: encodings, lone surrogates, lengths.

use std::cell::RefCell;

use roundel_jsc::{Characters, Context, FreshString, JsString};

use super::{context, run, run_in, text};

#[test]
fn text_crosses_unchanged() {
    let long_ascii = "x".repeat(100_000);
    let long_wide = "é漢🦀".repeat(10_000);
    let samples = [
        "",
        "a",
        "ascii only",
        "with\0nul",
        "Latin-1: é ü ÿ",
        "漢字",
        "🦀 and 🐍",
        "\u{feff}bom",
        &long_ascii,
        &long_wide,
        // Sizes around the buffer on the stack.
        &"y".repeat(255),
        &"y".repeat(256),
        &"y".repeat(257),
    ];
    run(|ctx| {
        let identity = ctx.eval("(text => text + '')")?.as_function(ctx).expect("a function");
        for text in samples {
            let back = identity.call(ctx, None, &[ctx.string(text)])?;
            assert_eq!(back.to_rust_string(ctx)?, text);
            let string = back.to_js_string(ctx)?;
            assert_eq!(string.len(), text.encode_utf16().count());
            assert_eq!(string.to_utf8().as_deref(), Some(text));
            assert_eq!(string, JsString::new(text));
        }
        Ok(())
    });
}

#[test]
fn lone_surrogates_survive_as_utf16() {
    run(|ctx| {
        let units = [0x61, 0xd800, 0x62, 0xdc00, 0xd83e, 0xdd80];
        let value = ctx.string_from_utf16(&units);
        let string = value.to_js_string(ctx)?;
        assert_eq!(string.as_utf16(), units);
        assert_eq!(string.to_utf8(), None);
        assert_eq!(string.to_string(), "a\u{fffd}b\u{fffd}\u{1f980}");
        let tail = ctx.eval("'ab\\ud800'")?.to_js_string(ctx)?;
        assert_eq!(tail.to_string(), "ab\u{fffd}");
        Ok(())
    });
}

#[test]
fn latin1_bytes_are_characters() {
    run(|ctx| {
        let bytes: Vec<u8> = (0..=255).collect();
        let string = JsString::from_latin1(&bytes);
        let expected: Vec<u16> = (0..=255).collect();
        assert_eq!(string.as_utf16(), expected);
        assert_eq!(JsString::from_latin1(b"plain").to_string(), "plain");
        assert_eq!(string.to_value(ctx).to_js_string(ctx)?, string);
        Ok(())
    });
}

#[test]
fn c_strings_that_are_not_utf8_do_not_fail() {
    assert_eq!(JsString::from_c_str(c"caf\xc3\xa9").to_string(), "café");
    assert_eq!(JsString::from_c_str(c"caf\xe9").to_string(), "caf\u{fffd}");
}

#[test]
fn a_string_outlives_its_entry_and_its_machine() {
    let kept = run(|ctx| ctx.eval("'kept ' + 'é'.repeat(3)")?.to_js_string(ctx));
    assert_eq!(kept.to_string(), "kept ééé");
    assert_eq!(kept.clone(), kept);
}

#[test]
fn fresh_strings_become_values() {
    let bytes: Vec<u8> = (0..=255).collect();
    let long = vec![0xe9; 100_000];
    run(|ctx| {
        let check = |string: FreshString, source: &str| {
            let value = string.into_value(ctx);
            let expected = ctx.eval(source).ok();
            assert!(expected.is_some_and(|it| it.strict_equals(ctx, value)), "{source}");
        };
        check(FreshString::from_latin1(b""), "''");
        check(FreshString::from_latin1(b"x"), "'x'");
        check(FreshString::from_latin1(b"with\0nul"), "'with\\0nul'");
        check(FreshString::from_latin1(&bytes), "String.fromCharCode(...Array(256).keys())");
        check(FreshString::from_latin1(&long), "'\\xe9'.repeat(1e5)");
        check(FreshString::new("\u{e9}\u{ff}"), "'\\xe9\\xff'");
        check(FreshString::new("\u{100}"), "'\\u0100'");
        check(FreshString::from_utf16(&[0xd800, 0x61]), "'\\ud800a'");
        check(FreshString::from_utf16(&[]), "''");
        check(FreshString::from_utf8_lossy(b"a\xffb"), "'a\\ufffdb'");
        Ok(())
    });
    // Never handed over, and made on another thread.
    drop(FreshString::from_latin1(&long));
    let made = std::thread::spawn(|| FreshString::new("from afar")).join().expect("no panic");
    run(|ctx| {
        ctx.global().set(ctx, "afar", made.into_value(ctx))?;
        ctx.collect_garbage();
        assert_eq!(text(ctx, "({ [afar]: afar })['from ' + 'afar']"), "from afar");
        Ok(())
    });
}

#[test]
fn characters_are_seen_in_the_form_the_engine_keeps() {
    run(|ctx| {
        let seen = |source: &str| {
            let value = ctx.eval(source).ok().expect("a value");
            let seen = value.with_characters(ctx, |characters| match characters {
                Characters::Latin1(bytes) => format!("{bytes:?}"),
                Characters::Utf16(units) => format!("{units:04x?}"),
            });
            seen.unwrap_or_else(|_| "thrown".to_owned())
        };
        assert_eq!(seen("''"), "[]");
        assert_eq!(seen("'ab'"), "[97, 98]");
        assert_eq!(seen("'\\ud800\\u0100'"), "[d800, 0100]");
        assert_eq!(seen("[1, 2]"), "[49, 44, 50]");
        assert_eq!(seen("({ toString() { return 'own' } })"), "[111, 119, 110]");
        assert_eq!(seen("Symbol()"), "thrown");
        assert_eq!(seen("({ toString() { throw 1 } })"), "thrown");
        // A rope, twice: the first look puts it together.
        ctx.eval("half = 'x'.repeat(50); rope = half + half")?;
        let rope = ctx.eval("rope")?;
        for _ in 0..2 {
            assert_eq!(rope.to_rust_string(ctx)?, "x".repeat(100));
            assert_eq!(rope.with_characters(ctx, |characters| characters.len())?, 100);
        }
        // A name, a part of another string, a number's text.
        assert_eq!(text(ctx, "Object.keys({ [rope.slice(0, 3) + 1]: 1 })[0]"), "xxx1");
        assert_eq!(text(ctx, "'abcdefghijklmnop'.substring(3, 9)"), "defghi");
        assert_eq!(text(ctx, "String(1.5)"), "1.5");
        Ok(())
    });
}

thread_local! {
    static KEPT: RefCell<Option<Context>> = const { RefCell::new(None) };
}

#[test]
fn no_script_runs_while_characters_are_looked_at() {
    let context = context();
    KEPT.set(Some(context.clone()));
    let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        run_in(&context, |ctx| {
            ctx.string("some text").with_characters(ctx, |_| {
                KEPT.with_borrow(|kept| kept.as_ref().map(|kept| kept.enter(|_| ())));
            })
        })
    }));
    // Where the engine does not let its characters be seen they are a copy, and nothing is refused.
    let is_a_copy = refused.is_ok();
    assert_eq!(is_a_copy, crate::C_API_ONLY);
    KEPT.set(None);
}
