//! What becomes of ES modules.

use expect_test::{Expect, expect};
use roundel_source::{Awaits, Language, module};

#[track_caller]
fn check(source: &str, expected: Expect) {
    let shown = match module(source, Language::JavaScript, Awaits::OneTurn) {
        Ok(module) => format!("{}\n{}", module.prologue, crate::visible(&module.code)),
        Err(error) => format!("{error}\n"),
    };
    expected.assert_eq(&shown);
}

#[test]
fn imports_are_read_live() {
    check(
        "import d, { a as b } from 'x';\nimport * as ns from 'y'\nb; d.e; ns.f; ({ b, c: d })",
        expect![[r#"

            ;·····························
            ;······················
            $$r0.a; $$r0.default.e; $$rn1.f; ({ b:$$r0.a, c: $$r0.default })
        "#]],
    );
}

#[test]
fn calls_keep_their_this() {
    check(
        "import { f } from 'x'\nconst a = 1\nf()\nif (a) f()\ng(f(), new f(), f`t`, (f)())",
        expect![[r#"

            ;····················
            const a = 1
            ;(0,$$r0.f)()
            if (a) (0,$$r0.f)()
            g((0,$$r0.f)(), new $$r0.f(), (0,$$r0.f)`t`, ((0,$$r0.f))())
        "#]],
    );
}

#[test]
fn shadowed_names_are_left_alone() {
    check(
        "import { a } from 'x'; { let a = 1; a() } function f(a) { return a } a",
        expect![[r#"

            ;                      { let a = 1; a() } function f(a) { return a } $$r0.a
        "#]],
    );
}

#[test]
fn exports_become_getters() {
    check(
        "export const a = 1, { b, c: [d] } = x;\nexport function f() {}\nexport class C {}\n\
         let e; export { e as g, e as 'h i' }",
        expect![[r#"
            $$re({a:()=>a,b:()=>b,d:()=>d,f:()=>f,C:()=>C,g:()=>e,"h i":()=>e});
                   const a = 1, { b, c: [d] } = x;
                   function f() {}
                   class C {}
            let e; ;····························
        "#]],
    );
}

#[test]
fn default_exports_get_their_names() {
    check(
        "export default function () {}",
        expect![[r#"
        $$re({default:()=>$$rd},$$rd);
                       function  $$rd() {}
    "#]],
    );
    check(
        "export default function* named() {}",
        expect![[r#"
        $$re({default:()=>named});
                       function* named() {}
    "#]],
    );
    check(
        "export default class {}\n(1)",
        expect![[r#"
        $$re({default:()=>$$rd});
        const $$rd={default:class {}}.default;
        (1)
    "#]],
    );
    check(
        "export default () => {}\n(1)",
        expect![[r#"
        $$re({default:()=>$$rd});
        const $$rd={default:() => {}}.default;
        (1)
    "#]],
    );
    check(
        "export default a + b;",
        expect![[r#"
        $$re({default:()=>$$rd});
        const $$rd=a + b;
    "#]],
    );
}

#[test]
fn host_forms() {
    check(
        "import('x', { with: { type: 'json' } }); import.meta.url",
        expect![[r#"

        $$rimp('x', { with: { type: 'json' } }); $$rmeta    .url
    "#]],
    );
    check(
        "e.stack; e?.a.stack; e?.stack; e.stack = 1; delete e.stack; e['stack'] += 1",
        expect![[r#"

        $$rs(e).stack; $$rs(e?.a)?.stack; $$rs(e)?.stack; e.stack = 1; delete e.stack; $$rs(e)['stack'] += 1
    "#]],
    );
    check(
        "const { stack, message } = e; ({ stack: s } = e)",
        expect![[r#"

        const {[$$rk]:{}={}, stack, message } = e; ({[$$rk]:{}={}, stack: s } = e)
    "#]],
    );
}

#[test]
fn host_names_avoid_the_source() {
    check(
        "import { a } from 'x'; let $$r0 = a",
        expect![[r#"

        ;                      let $$r0 = $$r1_0.a
    "#]],
    );
}

#[test]
fn using_becomes_try_and_finally() {
    check(
        "{ using a = x, b = y; f(a) }",
        expect![[r#"

        { const $$ru2=$$ru();try{const a = $$ru2.use(x), b = $$ru2.use(y); f(a) }catch($$rd){$$ru2.fail($$rd)}finally{$$ru2.end()}}
    "#]],
    );
    check(
        "async () => { await using a = x }",
        expect![[r#"

            async () => {$$rc.hooked&&$$rc.begin(); const $$ru14=$$ru();try{const       a = $$ru14.useAsync(x) }catch($$rd){$$ru14.fail($$rd)}finally{await $$ru14.endAsync()}}
        "#]],
    );
    check(
        "for (using a of b) f(a)",
        expect![[r#"

        for (const a of b) {const $$ru5=$$ru();try{$$ru5.use(a);f(a)}catch($$rd){$$ru5.fail($$rd)}finally{$$ru5.end()}}
    "#]],
    );
    check(
        "let using = 1; using = 2; using(using)",
        expect![[r#"

        let using = 1; using = 2; using(using)
    "#]],
    );
    check(
        "using a = x; export let b",
        expect![[r#"
        SyntaxError: using declarations are not supported at the top level of a module with exports (1:1)
    "#]],
    );
}

#[test]
fn a_module_has_no_arguments() {
    check(
        "typeof arguments; () => arguments; function f() { arguments }",
        expect![[r#"

        typeof $$rarguments; () => $$rarguments; function f() { arguments }
    "#]],
    );
}

#[test]
fn errors_speak_like_v8() {
    check(
        "let x = ;",
        expect![[r#"
        SyntaxError: Unexpected token ';' (1:9)
    "#]],
    );
    check(
        "foo bar",
        expect![[r#"
        SyntaxError: Unexpected identifier 'bar' (1:5)
    "#]],
    );
    check(
        "let a; let a",
        expect![[r#"
        SyntaxError: Identifier 'a' has already been declared (1:12)
    "#]],
    );
    check(
        "{",
        expect![[r#"
        SyntaxError: Unexpected end of input (1:2)
    "#]],
    );
    check(
        "return 1",
        expect![[r#"
        SyntaxError: Illegal return statement (1:1)
    "#]],
    );
    check(
        "const x",
        expect![[r#"
        SyntaxError: Missing initializer in const declaration (1:7)
    "#]],
    );
    check(
        "'abc",
        expect![[r#"
        SyntaxError: Invalid or unexpected token (1:1)
    "#]],
    );
    check(
        "f(1 2)",
        expect![[r#"
        SyntaxError: missing ) after argument list (1:3)
    "#]],
    );
    check(
        "function f() { await x }",
        expect![[r#"
        SyntaxError: await is only valid in async functions and the top level bodies of modules (1:16)
    "#]],
    );
    check(
        "export { nope }",
        expect![[r#"
            SyntaxError: Export 'nope' is not defined in module (1:10)
        "#]],
    );
}

#[test]
fn the_record_lists_what_is_asked_for() {
    let source = "import 'a'; import b from 'b'; export * from 'a'; export * as n from 'c'
        export { x as y } from 'b'; import j from 'd' with { type: 'json' }";
    let module = module(source, Language::JavaScript, Awaits::OneTurn).expect("it parses");
    let requests: Vec<_> = module.requests.iter().map(|r| r.specifier.as_str()).collect();
    assert_eq!(requests, ["a", "b", "c", "d"]);
    assert_eq!(module.requests[3].attributes, [("type".to_owned(), "json".to_owned())]);
    assert_eq!(module.star_exports, [0]);
    let indirect: Vec<_> = module
        .indirect_exports
        .iter()
        .map(|e| (e.exported.as_str(), e.request, e.imported.as_deref()))
        .collect();
    assert_eq!(indirect, [("n", 2, None), ("y", 1, Some("x"))]);
}
