//! Strings: encodings, lone surrogates, lengths.

use roundel_jsc::JsString;

use super::run;

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
