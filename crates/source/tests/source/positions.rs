//! Positions lead back to the text as written, and no statement changes its line.

use proptest::prelude::*;
use roundel_source::{Awaits, Goal, Language, module, script};

/// Finds `needle` in both texts and checks that its place in the result maps to its place in the source.
#[track_caller]
fn check(source: &str, needle: &str) {
    let module = module(source, Language::TypeScript, Awaits::OneTurn).expect("it parses");
    let (line, column) = place(&module.code, needle);
    assert_eq!(module.positions.original(line, column), place(source, needle), "{}", module.code);
}

fn place(text: &str, needle: &str) -> (u32, u32) {
    let at = text.find(needle).expect("the needle is there");
    let line = text[..at].matches('\n').count() + 1;
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    (line as u32, text[start..at].encode_utf16().count() as u32 + 1)
}

#[test]
fn what_follows_an_edit_is_found() {
    check("import { a } from 'x'; a(); a(); needle()", "needle");
    check("import { a } from 'x'; await a(); await (async () => { await 1; needle })()", "needle");
    check("import { a } from 'x'\nfoo(a, e.stack, 'é😀', needle)", "needle");
    check("export default () => { needle }", "needle");
    check("enum E { A, B = needle }", "needle");
    check("class A { constructor(private x: 1) { needle } }", "needle");
    check("const { stack } = f(), b = needle", "needle");
}

#[test]
fn wrapper_heads_are_taken_off() {
    let prepared = script("e.stack; needle", Language::JavaScript, Goal::CommonJs, Awaits::OneTurn);
    let prepared = prepared.expect("it parses");
    let head = "(function (exports) {";
    let code = format!("{head}{}", prepared.code.expect("it was changed"));
    let positions = prepared.positions.behind_head(head.len() as u32);
    let (line, column) = place(&code, "needle");
    assert_eq!(positions.original(line, column), (1, 10));
}

/// One statement of each kind that is edited; `N` is a number that occurs once in the program.
const STATEMENTS: &[&str] = &[
    "import { aN } from 'mN'",
    "import * as nN from 'mN';",
    "export const vN: number = N",
    "export function fN(x?: string): void { return import('N') }",
    "type TN = {\n  a: N\n}",
    "interface IN {\n\n}",
    "enum EN {\n  A,\n  B = N\n}",
    "namespace SN {\n  export let x = N\n}",
    "class CN {\n  constructor(private p: string,\n    readonly q = N) {}\n}",
    "console.log(new Error('N').stack)",
    "const { stack: sN } = new Error('N')",
    "const gN = (a: number\n  , b: string): {\n  x: N } => a",
    "export {\n  gN_ as hN\n}; var gN_ = N",
    "call(N) as any\n(N)",
];

proptest! {
    #[test]
    fn no_statement_changes_its_line(picks in proptest::collection::vec(0..STATEMENTS.len(), 1..12)) {
        let mut source = String::new();
        for (index, pick) in picks.iter().enumerate() {
            source.push_str(&STATEMENTS[*pick].replace('N', &(1000 + index).to_string()));
            source.push('\n');
            // A mark behind every statement must stay on its line.
            source.push_str(&format!("mark{index};\n"));
        }
        let module = module(&source, Language::TypeScript, Awaits::OneTurn).map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(module.code.lines().count(), source.lines().count());
        for index in 0..picks.len() {
            let mark = format!("mark{index};");
            let (line, column) = place(&module.code, &mark);
            prop_assert_eq!((line, column), place(&source, &mark));
            prop_assert_eq!(module.positions.original(line, column), (line, column));
        }
    }
}
