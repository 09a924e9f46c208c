//! Values: kinds, conversions, numbers at the edges.

use roundel_jsc::{IntoValue, Kind};

use super::run;

#[test]
fn kinds() {
    run(|ctx| {
        let cases = [
            ("undefined", Kind::Undefined),
            ("null", Kind::Null),
            ("true", Kind::Boolean),
            ("-0.5", Kind::Number),
            ("'text'", Kind::String),
            ("({})", Kind::Object),
            ("(() => 1)", Kind::Object),
            ("Symbol('s')", Kind::Symbol),
            ("10n", Kind::BigInt),
        ];
        for (source, kind) in cases {
            assert_eq!(ctx.eval(source)?.kind(ctx), kind, "{source}");
        }
        Ok(())
    });
}

#[test]
fn numbers_cross_unchanged() {
    run(|ctx| {
        let identity = ctx.eval("(value => value)")?.as_function(ctx).expect("a function");
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::from(i32::MAX),
            f64::from(i32::MIN),
            f64::from(i32::MAX) + 1.0,
            f64::from(i32::MIN) - 1.0,
            0.1,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::INFINITY,
            f64::NEG_INFINITY,
            9_007_199_254_740_993.0,
        ];
        for number in numbers {
            let back = identity.call(ctx, None, &[ctx.number(number)])?.as_number();
            assert_eq!(back.map(f64::to_bits), Some(number.to_bits()), "{number}");
        }
        // A NaN with a payload could be mistaken for a pointer; it must arrive as the plain one.
        for bits in [0x7ff8_0000_0000_0001, 0xffff_ffff_ffff_ffff, 0x7ff0_0000_dead_beef_u64] {
            let nan = ctx.number(f64::from_bits(bits));
            assert!(identity.call(ctx, None, &[nan])?.as_number().is_some_and(f64::is_nan));
        }
        Ok(())
    });
}

#[test]
fn the_engine_agrees_on_literals() {
    run(|ctx| {
        assert!(ctx.eval("undefined")?.is_undefined());
        assert!(ctx.eval("null")?.is_null());
        assert_eq!(ctx.eval("true")?.as_bool(), Some(true));
        assert_eq!(ctx.eval("false")?.as_bool(), Some(false));
        assert_eq!(ctx.eval("1 / 2")?.as_number(), Some(0.5));
        assert_eq!(ctx.eval("2 ** 31")?.as_number(), Some(2_147_483_648.0));
        assert_eq!(ctx.eval("'1'")?.as_number(), None);
        assert_eq!(ctx.eval("null")?.as_bool(), None);
        assert_eq!(ctx.eval("({})")?.as_number(), None);
        assert_eq!(ctx.eval("1.0")?.as_int32(), Some(1));
        assert_eq!(ctx.eval("1.5")?.as_int32(), None);
        Ok(())
    });
}

#[test]
fn conversions_follow_javascript() {
    run(|ctx| {
        assert_eq!(ctx.eval("'0x10'")?.to_number(ctx)?, 16.0);
        assert_eq!(ctx.eval("[7]")?.to_number(ctx)?, 7.0);
        assert_eq!(ctx.eval("2 ** 32 + 5")?.to_int32(ctx)?, 5);
        assert_eq!(ctx.eval("-1")?.to_uint32(ctx)?, u32::MAX);
        assert!(ctx.eval("'0'")?.to_bool(ctx));
        assert!(!ctx.eval("''")?.to_bool(ctx));
        assert!(!ctx.eval("0n")?.to_bool(ctx));
        assert_eq!(ctx.eval("[1, [2, 3]]")?.to_rust_string(ctx)?, "1,2,3");
        assert!(ctx.eval("Symbol()")?.to_number(ctx).is_err());
        assert!(ctx.eval("Symbol()")?.to_js_string(ctx).is_err());
        assert!(ctx.undefined().to_object(ctx).is_err());
        assert_eq!(ctx.eval("({ valueOf: () => 3 })")?.to_number(ctx)?, 3.0);
        Ok(())
    });
}

#[test]
fn bigints_keep_64_bits() {
    run(|ctx| {
        for integer in [0, 1, -1, i64::MAX, i64::MIN] {
            assert_eq!(ctx.bigint_i64(integer)?.to_i64(ctx)?, integer);
        }
        assert_eq!(ctx.bigint_u64(u64::MAX)?.to_u64(ctx)?, u64::MAX);
        assert_eq!(ctx.bigint_u64(u64::MAX)?.to_rust_string(ctx)?, "18446744073709551615");
        let wide = "123456789012345678901234567890";
        assert_eq!(ctx.bigint_parse(wide)?.to_rust_string(ctx)?, wide);
        assert!(ctx.bigint_parse("not digits").is_err());
        assert!(ctx.eval("1n")?.is_bigint(ctx));
        Ok(())
    });
}

#[test]
fn symbols_are_fresh() {
    run(|ctx| {
        let (first, second) = (ctx.symbol("name"), ctx.symbol("name"));
        assert!(first.is_symbol(ctx));
        assert!(!first.strict_equals(ctx, second));
        let object = ctx.object();
        object.set_key(ctx, first, 1)?;
        assert_eq!(object.get_key(ctx, first)?.as_int32(), Some(1));
        assert!(object.get_key(ctx, second)?.is_undefined());
        Ok(())
    });
}

#[test]
fn json_both_ways() {
    run(|ctx| {
        let value = ctx.parse_json(&"{\"a\": [1, 2, {\"b\": null}]}".into()).expect("valid");
        let json = value.to_json(ctx, 0)?.expect("an object has JSON");
        assert_eq!(json.to_string(), r#"{"a":[1,2,{"b":null}]}"#);
        assert!(ctx.parse_json(&"{a: 1}".into()).is_none());
        assert!(ctx.undefined().to_json(ctx, 0)?.is_none());
        assert!(ctx.eval("o = {}; o.o = o")?.to_json(ctx, 0).is_err());
        Ok(())
    });
}

#[test]
fn rust_values_have_a_form() {
    run(|ctx| {
        let cases = [
            (().into_value(ctx), "undefined"),
            (u32::MAX.into_value(ctx), "4294967295"),
            ("é".into_value(ctx), "é"),
            (None::<i32>.into_value(ctx), "undefined"),
            (Some(1.5).into_value(ctx), "1.5"),
        ];
        for (value, shown) in cases {
            assert_eq!(value.to_rust_string(ctx)?, shown);
        }
        Ok(())
    });
}
