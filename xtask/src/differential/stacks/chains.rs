//! Random chains of async calls: each function waits for the one before it, in one of many ways, and the first one fails.

use std::fmt::Write as _;

use crate::rng::Rng;

/// What every program begins with. Frames of the runtimes themselves are not compared, and the limit is so high that they
/// take no place away.
const HEAD: &str = "\
Error.stackTraceLimit = 50;
const show = (name, error) => {
  const lines = String(error?.stack).split('\\n').filter((line) => line.startsWith('    at ') && !line.includes('node:'));
  console.log([name, ...lines.map((line) => line.replaceAll(__dirname, '.'))].join('\\n'));
};
const tick = (value) => new Promise((resolve) => setTimeout(resolve, 1, value));
const never = () => new Promise(() => {});
";

/// The text of a seed's program.
pub(super) fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut text = HEAD.to_owned();
    let depth = rng.between(1, 7);
    let mut call = leaf(&mut rng, &mut text);
    for level in 1..=depth {
        call = link(&mut rng, &mut text, level, &call);
    }
    let end = match rng.below(3) {
        0 => format!("{call}.catch((error) => show('caught', error));\n"),
        1 => format!(
            "(async () => {{ try {{ await {call}; }} catch (error) {{ show('tried', error); }} }})();\n"
        ),
        _ => format!(
            "async function main() {{\n  await {call};\n}}\nmain().then(undefined, (error) => show('main', error));\n"
        ),
    };
    text.push_str(&end);
    text
}

/// The function that fails, after a wait.
fn leaf(rng: &mut Rng, text: &mut String) -> String {
    let wait = rng.pick(&[
        "await tick()",
        "await null",
        "await Promise.resolve(1)",
        "await tick().then(() => 1)",
    ]);
    let failure = rng.pick(&[
        "throw new Error('made')",
        "throw new TypeError('made')",
        "throw Object.assign(new RangeError('made'), { code: 1 })",
        "null.property",
        "missing()",
        "JSON.parse('{')",
        "await Promise.reject(new Error('rejected'))",
        "return Promise.reject(new Error('returned'))",
        "helper()",
        "(function inner() { throw new Error('inner') })()",
        "const target = {}; Error.captureStackTrace(target); throw target",
        "await new Promise((resolve, reject) => reject(new Error('executor')))",
        "const late = new Error('late'); await tick(); throw late",
    ]);
    text.push_str("function helper() { throw new Error('helper'); }\n");
    let _ = writeln!(text, "async function leaf() {{ {wait}; {failure}; }}");
    "leaf()".to_owned()
}

/// A function that waits for `call`; answers the call of it.
fn link(rng: &mut Rng, text: &mut String, level: usize, call: &str) -> String {
    let body = body(rng, call);
    let before = rng.pick(&[
        "",
        "",
        "await tick(); ",
        "const before = await 1;\n  ",
        "if (await tick(false)) await never();\n ",
    ]);
    let after = rng.pick(&["", "", " await tick();", " return 1;"]);
    let body = format!("{before}{body}{after}");
    let name = format!("f{level}");
    match rng.below(9) {
        0 => {
            let _ = writeln!(text, "const {name} = async () => {{ {body} }};");
            format!("{name}()")
        }
        1 => {
            let _ = writeln!(text, "const {name} = async function () {{\n  {body}\n}};");
            format!("{name}()")
        }
        2 => {
            let _ = writeln!(text, "class C{level} {{ async {name}() {{ {body} }} }}");
            format!("new C{level}().{name}()")
        }
        3 => {
            let _ = writeln!(text, "class C{level} {{ static async {name}() {{ {body} }} }}");
            format!("C{level}.{name}()")
        }
        4 => {
            let _ = writeln!(text, "const o{level} = {{ async {name}() {{ {body} }} }};");
            format!("o{level}.{name}()")
        }
        5 => {
            let steps = rng.pick(&["", "yield 1; ", "yield tick(); yield 2; "]);
            let used = rng.pick(&["", "await tick();", "if (item === 7) break;"]);
            let _ = writeln!(text, "async function* g{level}() {{ {steps}{body} }}");
            let _ = writeln!(
                text,
                "async function {name}() {{ for await (const item of g{level}()) {{ {used} }} }}"
            );
            format!("{name}()")
        }
        6 => {
            let _ = writeln!(text, "function {name}() {{ return {call}; }}");
            format!("{name}()")
        }
        _ => {
            let _ = writeln!(text, "async function {name}() {{\n  {body}\n}}");
            format!("{name}()")
        }
    }
}

/// Statements that wait for a call.
fn body(rng: &mut Rng, call: &str) -> String {
    match rng.below(20) {
        0 => format!("return await {call};"),
        1 => format!("return {call};"),
        2 => format!("await Promise.all([{call}]);"),
        3 => format!("await Promise.all([tick(), 1, {call}, tick()]);"),
        4 => format!("const [all] = await Promise.allSettled([{call}, tick()]); throw all.reason;"),
        5 => format!("await Promise.race([never(), {call}]);"),
        6 => format!(
            "try {{ await Promise.any([{call}]); }} catch (error) {{ throw error.errors[0]; }}"
        ),
        7 => format!("await tick().then(() => {call});"),
        8 => format!("await {call}.then((value) => value);"),
        9 => format!("await {call}.catch((error) => {{ throw error; }});"),
        10 => format!("await {call}.finally(() => {{}});"),
        11 => format!("try {{ await tick(); await {call}; }} finally {{ await tick(); }}"),
        12 => format!("try {{ await {call}; }} catch (error) {{ await tick(); throw error; }}"),
        13 => format!(
            "for (let i = 0; i < await tick(2); i++) {{ await tick(); if (i === 1) await {call}; }}"
        ),
        14 => format!(
            "let i = 0; while (await tick(i++ < 3)) {{ await tick(); if (i === 2) await {call}; }}"
        ),
        15 => format!("await new Promise((resolve, reject) => {call}.then(resolve, reject));"),
        16 => format!("for await (const item of [{call}]) await item;"),
        17 => format!("const [value = await {call}] = await tick([]);"),
        18 => format!(
            "switch (await tick(2)) {{ case await tick(1): await tick(); break; default: await {call}; }}"
        ),
        _ => format!("const value = await {call};"),
    }
}
