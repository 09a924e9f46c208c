//! What becomes of TypeScript.

use expect_test::{Expect, expect};
use roundel_source::{Awaits, Goal, Language, module, script};

#[track_caller]
fn check(source: &str, expected: Expect) {
    let shown = match module(source, Language::TypeScript, Awaits::OneTurn) {
        Ok(module) => crate::visible(&module.code),
        Err(error) => format!("{error}\n"),
    };
    expected.assert_eq(&shown);
}

#[test]
fn types_become_spaces() {
    check(
        "let a: number = 1 as any, b = x!, c = <T>y, d = f<number>(1);
function g<T>(this: T, p?: string, ...r: T[]): void {}",
        expect![[r#"
            let a         = 1       , b = x , c =    y, d = f        (1);
            function g   (         p         , ...r     )       {}
        "#]],
    );
    check(
        "interface A {}
type B = {
  c: 1
}
declare const z: 1
abstract class D<T> extends E<T> implements A, B {
  private readonly x?: number = 1
  static y!: string
  declare q: 1
  abstract m(): void
  [k: string]: any
  public async n?(): Promise<void> {}
}",
        expect![[r#"
            ;·············
            ;·········
            ······
            ·
            ;·················
                     class D    extends E                    {
              ;                x          = 1
              static y         ;
              ;···········
              ;·················
              ;···············
              ;      async n ()                {$$rc.hooked&&$$rc.begin();}
            }
        "#]],
    );
}

#[test]
fn lines_are_not_joined() {
    check(
        "let x = y as any\n(z)\nlet a = 1\ntype T = 1\n(b)",
        expect![[r#"
            let x = y       ;
            (z)
            let a = 1
            ;·········
            (b)
        "#]],
    );
    check(
        "const f = (a: 1): {\n  b: 1\n} => a",
        expect![[r#"
            const f = (a·······
            ······
             ) => a
        "#]],
    );
}

#[test]
fn imports_follow_verbatim_module_syntax() {
    let source = "import type { A } from 'a'; import { type B, c } from 'b'; \
                  import { type D } from 'd'; export type { A }; c";
    let module = module(source, Language::TypeScript, Awaits::OneTurn).expect("it parses");
    let requests: Vec<_> = module.requests.iter().map(|r| r.specifier.as_str()).collect();
    assert_eq!(requests, ["b", "d"]);
    assert!(module.local_exports.is_empty());
}

#[test]
fn enums_are_compiled_in_place() {
    check(
        "enum E {
  A,
  B = 5,
  C,
  S = 'x',
  D = A | B, // last
}",
        expect![[r#"
            var E;(function(E){
              E[E["A"]=0]="A";
              E[E["B"]=5]="B";
              E[E["C"]=6]="C";
              E["S"]='x';
              E[E["D"]=E.A | E.B]="D"; // last
            })(E||(E={}));
        "#]],
    );
}

#[test]
fn namespaces_are_compiled_in_place() {
    check(
        "namespace N {
  export let v = 1
  export function f() { return v }
  let w = 2
  export const { a } = o
}
namespace T { export type X = 1 }",
        expect![[r#"
            var N;(function(N){
                         N.v = 1
                     function f() { return N.v };N.f=f;
              let w = 2
                     const { a } = o;N.a=a;
            })(N||(N={}));
            ;································
        "#]],
    );
}

#[test]
fn parameter_properties_are_assigned() {
    check(
        "class A extends B {
  constructor(private a: string, public b = 1) {
    super()
    this.c()
  }
}
class C { constructor(readonly d: 1) {} }",
        expect![[r#"
            class A extends B {
              constructor(        a        ,        b = 1) {
                super();this.a=a;this.b=b;
                this.c()
              }
            }
            class C { constructor(         d   ) {this.d=d;} }
        "#]],
    );
}

#[test]
fn commonjs_forms() {
    let prepared = script(
        "import fs = require('fs');\nimport type { A } from 'a';\nexport = fs.x as A;",
        Language::TypeScript,
        Goal::CommonJs,
        Awaits::OneTurn,
    );
    let code = prepared.expect("it parses").code.unwrap_or_default();
    expect![[r#"
        const  fs = require('fs');
        ;··························
        module.exports = fs.x     ;
    "#]]
    .assert_eq(&crate::visible(&code));
}

#[test]
fn decorators_are_refused() {
    check(
        "@d class A {}",
        expect![[r#"
        SyntaxError: Decorators are not supported (1:1)
    "#]],
    );
}
