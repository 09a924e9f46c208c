//! Objects: properties, prototypes, names, cell types.

use roundel_jsc::{Attributes, JsString};

use super::{run, text};

#[test]
fn properties() {
    run(|ctx| {
        let object = ctx.object();
        let name = JsString::new("count");
        object.set(ctx, &name, 3)?;
        object.set(ctx, "text", "value")?;
        assert_eq!(object.get(ctx, &name)?.as_int32(), Some(3));
        assert!(object.has(ctx, "text"));
        assert!(object.get(ctx, "missing")?.is_undefined());
        assert!(object.delete(ctx, "text")?);
        assert!(!object.has(ctx, "text"));
        assert!(object.has(ctx, "toString"));
        assert!(object.has_key(ctx, ctx.string("count"))?);
        Ok(())
    });
}

#[test]
fn a_definition_is_not_disturbed_by_what_is_inherited() {
    run(|ctx| {
        ctx.eval(
            "hits = 0; Object.defineProperty(Object.prototype, 'own', { set() { hits++ }, configurable: true }); \
             Object.prototype.get = () => 1; Object.defineProperty = null",
        )?;
        let object = ctx.object();
        object.define(ctx, "own", 1, Attributes::HIDDEN)?;
        object.define(ctx, "toString", 2, Attributes::NONE)?;
        ctx.global().set(ctx, "object", object)?;
        assert_eq!(text(ctx, "[hits, object.own, Object.keys(object)].join()"), "0,1,toString");
        object.set(ctx, "own", 5)?;
        assert_eq!(text(ctx, "[hits, object.own].join()"), "0,5");
        let frozen = ctx.eval("Object.freeze({})")?.as_object(ctx).expect("an object");
        assert!(frozen.define(ctx, "own", 1, Attributes::NONE).is_err());
        Ok(())
    });
}

#[test]
fn attributes_hold_for_new_properties() {
    run(|ctx| {
        let object = ctx.object();
        let fixed = Attributes::READ_ONLY.and(Attributes::HIDDEN).and(Attributes::PERMANENT);
        object.define(ctx, "fixed", 1, fixed)?;
        ctx.global().set(ctx, "object", object)?;
        assert_eq!(
            text(ctx, "JSON.stringify(Object.getOwnPropertyDescriptor(object, 'fixed'))"),
            r#"{"value":1,"writable":false,"enumerable":false,"configurable":false}"#
        );
        assert!(!object.delete(ctx, "fixed")?);
        Ok(())
    });
}

#[test]
fn accessors_run_and_throw() {
    run(|ctx| {
        let object = ctx
            .eval("({ get bad() { throw new Error('from getter') }, set bad(v) { throw v } })")?
            .as_object(ctx)
            .expect("an object");
        let thrown = object.get(ctx, "bad").err().expect("the getter throws");
        assert_eq!(thrown.describe(ctx), "Error: from getter");
        let thrown = object.set(ctx, "bad", 7).expect_err("the setter throws");
        assert_eq!(thrown.value().as_int32(), Some(7));
        Ok(())
    });
}

#[test]
fn indices_and_arrays() {
    run(|ctx| {
        let array = ctx.array(&[ctx.int32(1), ctx.string("two"), ctx.null()])?;
        assert!(array.as_value().is_array(ctx));
        assert_eq!(array.get(ctx, "length")?.as_int32(), Some(3));
        array.set_index(ctx, 5, 6)?;
        assert_eq!(array.get_index(ctx, 5)?.as_int32(), Some(6));
        assert!(array.get_index(ctx, 4)?.is_undefined());
        assert_eq!(array.get(ctx, "length")?.as_int32(), Some(6));
        assert!(ctx.date(0.0)?.as_value().is_date(ctx));
        Ok(())
    });
}

#[test]
fn names_are_those_of_for_in() {
    run(|ctx| {
        let object = ctx
            .eval("Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: {} })")?
            .as_object(ctx)
            .expect("an object");
        let names: Vec<String> =
            object.property_names(ctx).iter().map(ToString::to_string).collect();
        assert_eq!(names, ["own", "inherited"]);
        Ok(())
    });
}

#[test]
fn prototypes() {
    run(|ctx| {
        let base = ctx.object();
        base.set(ctx, "greeting", "hello")?;
        let object = ctx.object();
        object.set_prototype(ctx, base);
        assert_eq!(object.get(ctx, "greeting")?.to_rust_string(ctx)?, "hello");
        assert!(object.prototype(ctx).strict_equals(ctx, base.as_value()));
        object.set_prototype(ctx, ctx.null());
        assert!(object.prototype(ctx).is_null());
        assert!(object.get(ctx, "greeting")?.is_undefined());
        Ok(())
    });
}

#[test]
fn methods() {
    run(|ctx| {
        let object = ctx.eval("({ n: 2, times(x) { return this.n * x } })")?;
        let object = object.as_object(ctx).expect("an object");
        assert_eq!(object.call_method(ctx, "times", &[ctx.int32(21)])?.as_int32(), Some(42));
        let thrown = object.call_method(ctx, "n", &[]).err().expect("not callable");
        assert_eq!(thrown.describe(ctx), "TypeError: n is not a function");
        Ok(())
    });
}

#[test]
fn a_proxy_shows_its_target() {
    run(|ctx| {
        let proxy = ctx.eval("new Proxy({ inside: 5 }, { get: () => 'trapped' })")?;
        let proxy = proxy.as_object(ctx).expect("an object");
        let target = proxy.proxy_target().expect("a proxy");
        assert_eq!(target.get(ctx, "inside")?.as_int32(), Some(5));
        assert!(ctx.object().proxy_target().is_none());
        Ok(())
    });
}
