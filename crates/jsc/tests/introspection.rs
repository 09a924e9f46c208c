//! The two functions of `Ctx::introspection`. A process of its own, as engine options are global.

use std::sync::Once;

use roundel_jsc::{Context, Vm, options};

/// Runs `source` with the functions as globals and gives its completion value as text.
fn check(source: &str, expected: &str) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let enabled = options::configure(|engine| engine.enable_introspection());
        enabled.and_then(|enabled| enabled).expect("an engine that is known")
    });
    let context = Context::new(&Vm::new().expect("the engine starts")).expect("a context");
    let result = context.enter(|ctx| {
        let functions = ctx.introspection().map_err(|thrown| thrown.describe(ctx))?;
        let functions = functions.ok_or("introspection is off")?;
        for name in ["proxyDetails", "iteratorEntries"] {
            let function = functions.get(ctx, name).map_err(|thrown| thrown.describe(ctx))?;
            ctx.global().set(ctx, name, function).map_err(|thrown| thrown.describe(ctx))?;
        }
        let value = ctx.eval(source).map_err(|thrown| thrown.describe(ctx))?;
        value.to_rust_string(ctx).map_err(|thrown| thrown.describe(ctx))
    });
    assert_eq!(result.as_deref(), Ok(expected), "{source}");
}

#[test]
fn the_testing_object_is_hidden() {
    check("typeof $vm + ('$vm' in globalThis)", "undefinedfalse");
}

#[test]
fn intrinsics_stay_out_of_scripts() {
    check("try { eval('@isArray([])') } catch (e) { e.name }", "SyntaxError");
    check("try { Function('return @undefined') } catch (e) { e.name }", "SyntaxError");
}

#[test]
fn proxies() {
    check("JSON.stringify(proxyDetails(new Proxy({ a: 1 }, { b: 2 })))", r#"[{"a":1},{"b":2}]"#);
    check(
        "var trapped = 0; \
         proxyDetails(new Proxy({}, new Proxy({}, { get() { trapped++ } }))); trapped",
        "0",
    );
    check(
        "r = Proxy.revocable({}, {}); r.revoke(); JSON.stringify(proxyDetails(r.proxy))",
        "[null,null]",
    );
    check("[{}, [], 1, null, undefined, 's', () => 1].map(proxyDetails).join()", ",,,,,,");
}

#[test]
fn map_iterators() {
    let map = "m = new Map([[1, 'a'], [2, 'b'], [3, 'c']]); ";
    check(
        &format!("{map} JSON.stringify(iteratorEntries(m.entries()))"),
        r#"[[1,"a",2,"b",3,"c"],true]"#,
    );
    check(&format!("{map} JSON.stringify(iteratorEntries(m.keys()))"), "[[1,2,3],false]");
    check(
        &format!("{map} JSON.stringify(iteratorEntries(m.values()))"),
        r#"[["a","b","c"],false]"#,
    );
    check(
        &format!(
            "{map} i = m[Symbol.iterator](); i.next(); iteratorEntries(i); JSON.stringify([...i])"
        ),
        r#"[[2,"b"],[3,"c"]]"#,
    );
    check(
        &format!(
            "{map} i = m.keys(); i.next(); m.delete(1); m.delete(2); m.set(4, 'd'); iteratorEntries(i)[0].join()"
        ),
        "3,4",
    );
    check(
        &format!(
            "{map} i = m.keys(); i.next(); for (let n = 10; n < 1000; n++) m.set(n, n); \
             for (let n = 10; n < 999; n++) m.delete(n); iteratorEntries(i)[0].join()"
        ),
        "2,3,999",
    );
    check(&format!("{map} i = m.keys(); [...i]; JSON.stringify(iteratorEntries(i))"), "[[],false]");
    check(
        &format!("{map} i = m.keys(); m.clear(); m.set(9, 9); iteratorEntries(i)[0].join()"),
        "9",
    );
    check("JSON.stringify(iteratorEntries(new Map().entries()))", "[[],true]");
}

#[test]
fn set_iterators() {
    let set = "s = new Set(['x', 'y', 'z']); ";
    check(
        &format!("{set} JSON.stringify(iteratorEntries(s.values()))"),
        r#"[["x","y","z"],false]"#,
    );
    check(
        &format!("{set} JSON.stringify(iteratorEntries(s.entries()))"),
        r#"[["x","x","y","y","z","z"],true]"#,
    );
    check(
        &format!("{set} i = s.values(); i.next(); iteratorEntries(i)[0].join() + i.next().value"),
        "y,zy",
    );
    check(&format!("{set} i = s.values(); [...i]; iteratorEntries(i)[0].length"), "0");
}

#[test]
fn anything_else_has_no_entries() {
    check(
        "[{}, [], [][Symbol.iterator](), 1, null, 's', new Map(), new Set()].map(iteratorEntries).join()",
        ",,,,,,,",
    );
}

#[test]
fn a_script_cannot_get_between() {
    check(
        "Map.prototype.entries = Array.prototype.push = () => { throw 1 }; \
         i = new Map([[1, 2]]).keys(); Object.setPrototypeOf(i, null); iteratorEntries(i)[0][0]",
        "1",
    );
}
