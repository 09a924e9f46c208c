//! The async context is read before every wait and set after it.

use expect_test::{Expect, expect};
use roundel_source::{Goal, Language, script};

#[track_caller]
fn check(source: &str, expected: Expect) {
    let prepared = script(source, Language::JavaScript, Goal::CommonJs).expect("it parses");
    assert_eq!(prepared.uses.context, prepared.code.is_some());
    expected.assert_eq(&prepared.code.map_or("unchanged\n".into(), |code| crate::visible(&code)));
}

#[test]
fn waits_are_wrapped() {
    check(
        "async () => { await a\nawait b(await c); return (await d).e }",
        expect![[r#"
            async () => { $$rc.resume($$rc.current,await a)
            $$rc.resume($$rc.current,await b($$rc.resume($$rc.current,await c))); return ($$rc.resume($$rc.current,await d)).e }
        "#]],
    );
    check(
        "async () => await a",
        expect![[r#"
        async () => $$rc.resume($$rc.current,await a)
    "#]],
    );
}

#[test]
fn rejections_come_back_in_the_blocks_that_take_them() {
    check(
        "async function f() { try { await a } catch { b } finally { c } }",
        expect![[r#"
            async function f() { try {var $$rc21=$$rc.current; $$rc.resume($$rc21=$$rc.current,await a) } catch {$$rc.current=$$rc21; b } finally { c } }
        "#]],
    );
    check(
        "async function f() { try { await a } finally { c } }",
        expect![[r#"
            async function f() { try {var $$rc21=$$rc.current; $$rc.resume($$rc21=$$rc.current,await a) } finally {$$rc.current=$$rc21; c } }
        "#]],
    );
    check(
        "async function f() { try { (async () => await a)() } catch { await b } }",
        expect![[r#"
            async function f() { try { (async () => $$rc.resume($$rc.current,await a))() } catch { $$rc.resume($$rc.current,await b) } }
        "#]],
    );
}

#[test]
fn loops_that_wait_at_their_head() {
    check(
        "async () => { for await (const a of await b) { c } d }",
        expect![[r#"
            async () => { for await (const a of ($$rc14=$$rc.current,$$rc.resume($$rc.current,await b))) {var $$rc14;$$rc.current=$$rc14; c };$$rc.current=$$rc14; d }
        "#]],
    );
    check(
        "async () => { l: for await (const a of b) c(a)\nif (d) for await (const a of b); e }",
        expect![[r#"
            async () => { l: for await (const a of ($$rc17=$$rc.current,b)) {var $$rc17;$$rc.current=$$rc17;c(a)};$$rc.current=$$rc17;
            if (d) for await (const a of ($$rc54=$$rc.current,b)){var $$rc54;$$rc.current=$$rc54;;} e }
        "#]],
    );
}

#[test]
fn what_does_not_wait_is_left_alone() {
    check("try { a } catch { b } for (const c of d) e; // await", expect!["unchanged\n"]);
}
