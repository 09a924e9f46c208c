//! The async context is read before every wait and set after it.

use expect_test::{Expect, expect};
use roundel_source::{Awaits, Goal, Language, script};

#[track_caller]
fn check(source: &str, expected: Expect) {
    let prepared =
        script(source, Language::JavaScript, Goal::CommonJs, Awaits::OneTurn).expect("it parses");
    assert_eq!(prepared.uses.context, prepared.code.is_some());
    expected.assert_eq(&prepared.code.map_or("unchanged\n".into(), |code| crate::visible(&code)));
}

#[test]
fn waits_are_wrapped() {
    check(
        "async () => { await a\nawait b(await c); return (await d).e }",
        expect![[r#"
            async () => {$$rc.hooked&&$$rc.begin(); $$rc.resume($$rc.current,await $$rc.awaiting( a))
            $$rc.resume($$rc.current,await $$rc.awaiting( b($$rc.resume($$rc.current,await $$rc.awaiting( c))))); return ($$rc.resume($$rc.current,await $$rc.awaiting( d))).e }
        "#]],
    );
    check(
        "async () => await a",
        expect![[r#"
            async () =>($$rc.hooked&&$$rc.begin(), $$rc.resume($$rc.current,await $$rc.awaiting( a)))
        "#]],
    );
}

#[test]
fn rejections_come_back_in_the_blocks_that_take_them() {
    check(
        "async function f() { try { await a } catch { b } finally { c } }",
        expect![[r#"
            async function f() {$$rc.hooked&&$$rc.begin(); try {var $$rc21=$$rc.getFrame(); $$rc.resume($$rc21=$$rc.current,await $$rc.awaiting( a)) } catch {$$rc.resume($$rc21); b } finally { c } }
        "#]],
    );
    check(
        "async function f() { try { await a } finally { c } }",
        expect![[r#"
            async function f() {$$rc.hooked&&$$rc.begin(); try {var $$rc21=$$rc.getFrame(); $$rc.resume($$rc21=$$rc.current,await $$rc.awaiting( a)) } finally {$$rc.resume($$rc21); c } }
        "#]],
    );
    check(
        "async function f() { try { (async () => await a)() } catch { await b } }",
        expect![[r#"
            async function f() {$$rc.hooked&&$$rc.begin(); try { (async () =>($$rc.hooked&&$$rc.begin(), $$rc.resume($$rc.current,await $$rc.awaiting( a))))() } catch { $$rc.resume($$rc.current,await $$rc.awaiting( b)) } }
        "#]],
    );
}

#[test]
fn loops_that_wait_at_their_head() {
    check(
        "async () => { for await (const a of await b) { c } d }",
        expect![[r#"
            async () => {$$rc.hooked&&$$rc.begin(); for await (const a of ($$rc14=$$rc.current,$$rc.iterated($$rc.resume($$rc.current,await $$rc.awaiting( b))))) {var $$rc14;$$rc.resume($$rc14); c };$$rc.resume($$rc14); d }
        "#]],
    );
    check(
        "async () => { l: for await (const a of b) c(a)\nif (d) for await (const a of b); e }",
        expect![[r#"
            async () => {$$rc.hooked&&$$rc.begin(); l: for await (const a of ($$rc17=$$rc.current,$$rc.iterated(b))) {var $$rc17;$$rc.resume($$rc17);c(a)};$$rc.resume($$rc17);
            if (d) for await (const a of ($$rc54=$$rc.current,$$rc.iterated(b))){var $$rc54;$$rc.resume($$rc54);;} e }
        "#]],
    );
}

#[test]
fn what_does_not_wait_is_left_alone() {
    check("try { a } catch { b } for (const c of d) e; // await", expect!["unchanged\n"]);
}

#[test]
fn delegation_of_async_generators_goes_through_the_host() {
    check(
        "async function* f() { yield* a; (function* () { yield* b })(); yield c }",
        expect![[r#"
            async function* f() {$$rc.hooked&&$$rc.begin(); yield* $$rc.iterated(a); (function* () { yield* b })(); yield c }
        "#]],
    );
}

#[test]
fn awaits_of_three_turns() {
    let old = |source: &str| {
        let prepared = script(source, Language::JavaScript, Goal::CommonJs, Awaits::ThreeTurns);
        let prepared = prepared.expect("it parses");
        assert_eq!(prepared.uses.context, prepared.code.is_some());
        crate::visible(&prepared.code.unwrap_or_default())
    };
    expect![[r#"
        async () => {$$rc.hooked&&$$rc.begin(); $$rc.resume($$rc.current,await $$rc.awaiting( $$rc.enclosed(($$rc.resume($$rc.current,await $$rc.awaiting( $$rc.enclosed((a)))))))); return b }
    "#]].assert_eq(&old("async () => { await await a; return b }"));
    expect![[r#"
        async function* f() {$$rc.hooked&&$$rc.begin(); yield; yield $$rc.enclosed((a)), b; if (c) return void 0; yield* $$rc.iterated(d); return $$rc.enclosed((e, f)) ;return void 0;}
    "#]].assert_eq(&old(
        "async function* f() { yield; yield a, b; if (c) return; yield* d; return e, f }",
    ));
    expect![[r#"
        async () => {$$rc.hooked&&$$rc.begin(); for await (const a of ($$rc14=$$rc.current,$$rc.iterated($$rc.resume($$rc.current,await $$rc.awaiting( $$rc.enclosed((b))))))) {var $$rc14;$$rc.resume($$rc14);c};$$rc.resume($$rc14); }
    "#]].assert_eq(&old("async () => { for await (const a of await b) c }"));
    expect![[r#"
        function* f() { yield a; return b } async () =>($$rc.hooked&&$$rc.begin(), c)
    "#]]
    .assert_eq(&old("function* f() { yield a; return b } async () => c"));
}
