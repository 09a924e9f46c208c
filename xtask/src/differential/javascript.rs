//! A program of the model as JavaScript text: what runs on both runtimes.
//!
//! Only the helpers a program uses are written in front of it, so that a minimised program is as
//! short as it looks. What an old Node does not know is written in older words: [`Dialect`].

use super::model::{
    Body, Combinator, Entry, Kind, Launcher, LinkKind, Listener, Node, Outcome, Program, Source,
    Stop, When,
};

/// Which Nodes have to understand the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Node 18 and later.
    Modern,
    /// Node 10: no `queueMicrotask`, no promises of timers, two combinators.
    Node10,
}

/// A helper: the word that shows it is used, and its text for both kinds of entry.
struct Helper {
    word: &'static str,
    common_js: &'static str,
    es_module: &'static str,
}

/// Later helpers are used by nothing before them, so one pass from the end finds all.
const HELPERS: [Helper; 11] = [
    Helper {
        word: "fs.",
        common_js: "const fs = require('fs');",
        es_module: "import fs from 'fs';",
    },
    Helper {
        word: "EventEmitter",
        common_js: "const { EventEmitter } = require('events');",
        es_module: "import { EventEmitter } from 'events';",
    },
    Helper {
        word: "once(",
        common_js: "const { once } = require('events');",
        es_module: "import { once } from 'events';",
    },
    Helper {
        word: "timers.",
        common_js: "const timers = require('timers/promises');",
        es_module: "import * as timers from 'timers/promises';",
    },
    both(
        "clock(",
        "const clock = () => { const [s, ns] = process.hrtime(); return s * 1e3 + ns / 1e6; };",
    ),
    both("spin(", "const spin = (ms) => { const end = clock() + ms; while (clock() < end); };"),
    both(
        "align(",
        "// Returns at the beginning of a millisecond, so that timers started next share it.\n\
         const align = () => {\n\
         \x20 const now = Math.floor(clock());\n\
         \x20 while (Math.floor(clock()) === now);\n\
         };",
    ),
    both(
        "due(",
        "// Returns when all the timers are due.\n\
         const due = (pairs) => {\n\
         \x20 align();\n\
         \x20 for (const [ms, fn] of pairs) setTimeout(fn, ms);\n\
         \x20 spin(Math.max(...pairs.map(([ms]) => ms)) + 1.5);\n\
         };",
    ),
    both(
        "dueInterval(",
        "const dueInterval = (times, fn) => {\n\
         \x20 const timer = setInterval(() => {\n\
         \x20   spin(2.5);\n\
         \x20   if (--times === 0) clearInterval(timer);\n\
         \x20   fn();\n\
         \x20 }, 1);\n\
         \x20 spin(2.5);\n\
         };",
    ),
    both(
        "duePromise(",
        "const duePromise = (value) => {\n\
         \x20 const promise = timers.setTimeout(1, value);\n\
         \x20 spin(2.5);\n\
         \x20 return promise;\n\
         };",
    ),
    both(
        "show(",
        "const show = (v) => v && v.errors ? `errors:${v.errors.map(show)}`\n\
         \x20 : v instanceof Error ? `error:${v.message}`\n\
         \x20 : Array.isArray(v) ? `[${v.map(show)}]`\n\
         \x20 : v && v.status ? `${v.status}:${show(v.status === 'rejected' ? v.reason : v.value)}`\n\
         \x20 : String(v);",
    ),
];

/// What Node 10 lacks, or has but with another number of promises inside.
const NODE10_WORDS: [(&str, &str); 2] = [
    ("timers.setTimeout(1, value)", "new Promise((resolve) => setTimeout(resolve, 1, value))"),
    (
        "const { once } = require('events');",
        "const once = (emitter, name) => new Promise((resolve) => {\n\
         \x20 emitter.once(name, (...args) => resolve(args));\n\
         });",
    ),
];

const fn both(word: &'static str, text: &'static str) -> Helper {
    Helper { word, common_js: text, es_module: text }
}

pub(super) fn write(program: &Program, dialect: Dialect) -> String {
    let mut writer = Writer { lines: Vec::new(), depth: 0, dialect };
    writer.program(program);
    let mut text = writer.lines.join("\n");
    text.push('\n');
    let mut head = String::new();
    for helper in HELPERS.iter().rev() {
        let used = uses(&text, helper.word) || uses(&head, helper.word);
        if used {
            let own = match program.entry {
                Entry::CommonJs => helper.common_js,
                Entry::EsModule => helper.es_module,
            };
            head = format!("{}\n{head}", dialect.helper(own));
        }
    }
    let strict = if program.entry == Entry::CommonJs { "'use strict';\n" } else { "" };
    format!("{strict}{head}const {{ log }} = console;\n\n{text}")
}

/// Whether the word appears where a name starts.
fn uses(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.' || c == '$')
    })
}

struct Writer {
    lines: Vec<String>,
    depth: usize,
    dialect: Dialect,
}

impl Writer {
    fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "  ".repeat(self.depth), text.as_ref()));
    }

    /// `open`, what `inside` writes, `close`.
    fn block(&mut self, open: &str, close: &str, inside: impl FnOnce(&mut Writer)) {
        self.line(open);
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.line(close);
    }

    fn program(&mut self, program: &Program) {
        self.line("process.on('exit', (code) => log('exit', code));");
        if let Some(listener) = program.on_uncaught {
            self.uncaught_listener(listener);
        }
        if program.on_rejection {
            self.line("process.on('unhandledRejection', (e) => log('unhandled', show(e)));");
            self.line("process.on('rejectionHandled', () => log('handled late'));");
        }
        if let Some(code) = program.exit_code {
            self.line(format!("process.exitCode = {code};"));
        }
        let Some((first, rest)) = program.stages.split_first() else { return };
        if !rest.is_empty() {
            self.block("const stages = [", "];", |w| {
                for stage in rest {
                    w.block("() => {", "},", |w| {
                        w.launch(stage.launcher, &stage.body, program.entry);
                    });
                }
            });
        }
        self.block("process.on('beforeExit', (code) => {", "});", |w| {
            w.line("log('beforeExit', code);");
            if !rest.is_empty() {
                w.line("if (stages.length) stages.shift()();");
            }
        });
        self.line("");
        self.launch(first.launcher, &first.body, program.entry);
        self.line("log('main done');");
    }

    fn uncaught_listener(&mut self, listener: Listener) {
        let (parameters, logged) = match self.dialect {
            Dialect::Modern => ("(e, origin)", "log('uncaught', show(e), origin)"),
            Dialect::Node10 => ("(e)", "log('uncaught', show(e))"),
        };
        let open = format!("process.on('uncaughtException', {parameters} =>");
        if listener == Listener::Logs {
            self.line(format!("{open} {logged});"));
            return;
        }
        self.block(&format!("{open} {{"), "});", |w| {
            w.line(format!("{logged};"));
            w.line("process.nextTick(() => log('tick of the listener'));");
            w.line("Promise.resolve().then(() => log('job of the listener'));");
        });
    }

    fn launch(&mut self, launcher: Launcher, body: &Body, entry: Entry) {
        let file = match entry {
            Entry::CommonJs => "__filename",
            Entry::EsModule => "new URL(import.meta.url)",
        };
        let open = match launcher {
            Launcher::Direct => {
                self.statements(body);
                return;
            }
            Launcher::Tick => "process.nextTick(() => {".to_owned(),
            Launcher::Microtask => format!("{}() => {{", self.dialect.opener(When::Microtask)),
            Launcher::Promise => "Promise.resolve().then(() => {".to_owned(),
            Launcher::Immediate => "setImmediate(() => {".to_owned(),
            Launcher::Timeout => "setTimeout(() => {".to_owned(),
            Launcher::ReadFile => format!("fs.readFile({file}, () => {{"),
            Launcher::ReadFilePromise => format!("fs.promises.readFile({file}).then(() => {{"),
            Launcher::Stat => format!("fs.stat({file}, () => {{"),
        };
        self.block(&open, "});", |w| w.statements(body));
    }

    fn statements(&mut self, body: &Body) {
        for node in body {
            self.node(node);
        }
    }

    /// A function's inside: its log line, then its statements.
    fn body(&mut self, label: &str, body: &Body) {
        self.line(format!("log({label});"));
        self.statements(body);
    }

    fn node(&mut self, node: &Node) {
        let n = format!("'n{}'", node.id);
        let id = node.id;
        match &node.kind {
            Kind::Log => self.line(format!("log({n});")),
            Kind::Tick => self.callback("process.nextTick(() => {", "});", node),
            Kind::Microtask => {
                self.callback(
                    &format!("{}() => {{", self.dialect.opener(When::Microtask)),
                    "});",
                    node,
                );
            }
            Kind::Immediate => self.callback("setImmediate(() => {", "});", node),
            Kind::CancelledImmediate(when) => self.block("{", "}", |w| {
                w.line(format!("const immediate = setImmediate(() => log('n{id} ran'));"));
                w.when(*when, "clearImmediate(immediate);");
            }),
            Kind::ImmediateCancelsNext => self.block("{", "}", |w| {
                w.block("setImmediate(() => {", "});", |w| {
                    w.line("clearImmediate(next);");
                    w.body(&n, &node.bodies[0]);
                });
                w.line(format!("const next = setImmediate(() => log('n{id} ran'));"));
            }),
            Kind::DueTimeouts(durations) => self.block("due([", "]);", |w| {
                for (index, (ms, body)) in durations.iter().zip(&node.bodies).enumerate() {
                    w.block(&format!("[{ms}, () => {{"), "}],", |w| {
                        w.body(&format!("'n{id}.{index}'"), body);
                    });
                }
            }),
            Kind::DueInterval { times } => {
                self.callback(&format!("dueInterval({times}, () => {{"), "});", node);
            }
            Kind::CancelledTimeout(when) => self.block("{", "}", |w| {
                w.line(format!("const timeout = setTimeout(() => log('n{id} ran'), 5000);"));
                w.when(*when, "clearTimeout(timeout);");
            }),
            Kind::UnrefTimeout => {
                self.line(format!("setTimeout(() => log('n{id} ran'), 5000).unref();"));
            }
            Kind::SpreadTimeouts { ms } => {
                if node.bodies.len() > 1 {
                    self.line("align();");
                }
                for (index, body) in node.bodies.iter().enumerate() {
                    self.block("setTimeout(() => {", &format!("}}, {ms});"), |w| {
                        w.body(&format!("'n{id}.{index}'"), body);
                    });
                }
            }
            Kind::SpreadInterval { ms, times } => self.block("{", "}", |w| {
                w.line(format!("let left = {times};"));
                w.block("const timer = setInterval(() => {", &format!("}}, {ms});"), |w| {
                    w.line("if (--left === 0) clearInterval(timer);");
                    w.body(&n, &node.bodies[0]);
                });
            }),
            Kind::Chain { source, links } => self.chain(node, *source, links),
            Kind::Combine { how, sources } => self.combine(node, *how, sources),
            Kind::AsyncFunction { awaits, fails, caught } => {
                self.async_function(node, awaits, *fails, *caught);
            }
            Kind::AsyncGenerator { yields, stop } => self.async_generator(node, yields, *stop),
            Kind::ForAwait { sources } => self.block("(async () => {", "})();", |w| {
                let list = w.dialect.sources_of(id, sources);
                w.block(&format!("for await (const v of [{list}]) {{"), "}", |w| {
                    w.body(&format!("{n}, show(v)"), &node.bodies[0]);
                });
                w.line(format!("log('n{id} done');"));
            }),
            Kind::Emitter { once, twice } => self.block("{", "}", |w| {
                w.line("const emitter = new EventEmitter();");
                let method = if *once { "once" } else { "on" };
                for (index, body) in node.bodies.iter().enumerate() {
                    w.block(&format!("emitter.{method}('x', () => {{"), "});", |w| {
                        w.body(&format!("'n{id}.{index}'"), body);
                    });
                }
                for _ in 0..=usize::from(*twice) {
                    w.line(format!("log('n{id} emitted', emitter.emit('x'));"));
                }
            }),
            Kind::OnceEmitted(when) => self.block("{", "}", |w| {
                w.line("const emitter = new EventEmitter();");
                w.block("once(emitter, 'x').then(([v]) => {", "});", |w| {
                    w.body(&format!("{n}, v"), &node.bodies[0]);
                });
                w.when(*when, "emitter.emit('x', 1);");
            }),
            Kind::LateCatch(when) => self.block("{", "}", |w| {
                w.line(format!("const late = Promise.reject(new Error({n}));"));
                w.when_block(*when, |w| {
                    w.block("late.catch((e) => {", "});", |w| {
                        w.body(&format!("{n}, show(e)"), &node.bodies[0]);
                    });
                });
            }),
            Kind::TopLevelAwait(source) => {
                self.line(format!(
                    "log({n}, show(await {}));",
                    self.dialect.source_of(id, 0, *source)
                ));
            }
            Kind::Throw => self.line(format!("throw new Error({n});")),
            Kind::EmitError => {
                self.line(format!("new EventEmitter().emit('error', new Error({n}));"));
            }
            Kind::SetExitCode(code) => self.line(format!("process.exitCode = {code};")),
            Kind::Exit(code) => self.line(format!("process.exit({code});")),
        }
    }

    fn callback(&mut self, open: &str, close: &str, node: &Node) {
        self.block(open, close, |w| w.body(&format!("'n{}'", node.id), &node.bodies[0]));
    }

    fn when(&mut self, when: When, statement: &str) {
        match when {
            When::AtOnce => self.line(statement),
            when => {
                let call = statement.trim_end_matches(';');
                self.line(format!("{}() => {call});", self.dialect.opener(when)));
            }
        }
    }

    fn when_block(&mut self, when: When, inside: impl FnOnce(&mut Writer)) {
        self.block(&format!("{}() => {{", self.dialect.opener(when)), "});", inside);
    }

    fn chain(&mut self, node: &Node, source: Source, links: &[super::model::Link]) {
        let id = node.id;
        let start = self.dialect.source_of(id, 0, source);
        let plain = matches!(source, Source::Plain | Source::Thenable | Source::ThenableLater(_));
        self.line(if plain { format!("Promise.resolve({start})") } else { start });
        self.depth += 1;
        for (index, (link, body)) in links.iter().zip(&node.bodies).enumerate() {
            let (open, label) = match link.kind {
                LinkKind::Then => (".then((v) => {", format!("'n{id}.{index}', show(v)")),
                LinkKind::Catch => (".catch((v) => {", format!("'n{id}.{index}', show(v)")),
                LinkKind::Finally => (".finally(() => {", format!("'n{id}.{index}'")),
                LinkKind::Both => {
                    self.line(format!(".then(null, (v) => log('n{id}.{index} no', show(v)))"));
                    (".then((v) => {", format!("'n{id}.{index}', show(v)"))
                }
            };
            self.block(open, "})", |w| {
                w.body(&label, body);
                match link.outcome {
                    Outcome::Nothing => {}
                    Outcome::Value => w.line(format!("return 'r{id}.{index}';")),
                    Outcome::Throws => w.line(format!("throw new Error('t{id}.{index}');")),
                    Outcome::Promise(source) => {
                        w.line(format!("return {};", w.dialect.source_of(id, index + 1, source)));
                    }
                }
            });
        }
        self.depth -= 1;
        if let Some(last) = self.lines.last_mut() {
            last.push(';');
        }
    }

    fn combine(&mut self, node: &Node, how: Combinator, sources: &[Source]) {
        let method = match (how, self.dialect) {
            (Combinator::All, _) | (Combinator::AllSettled, Dialect::Node10) => "all",
            (Combinator::Race, _) => "race",
            (Combinator::AllSettled, Dialect::Modern) => "allSettled",
            (Combinator::Any, Dialect::Modern) => "any",
            // The race of nothing never ends.
            (Combinator::Any, Dialect::Node10) if sources.is_empty() => "all",
            (Combinator::Any, Dialect::Node10) => "race",
        };
        let id = node.id;
        self.line(format!("Promise.{method}([{}])", self.dialect.sources_of(id, sources)));
        self.depth += 1;
        self.line(format!(".catch((e) => {{ log('n{id} rejected'); return e; }})"));
        self.block(".then((v) => {", "});", |w| {
            w.body(&format!("'n{id}', show(v)"), &node.bodies[0]);
        });
        self.depth -= 1;
    }

    fn async_function(&mut self, node: &Node, awaits: &[Source], fails: bool, caught: bool) {
        let id = node.id;
        let close = if caught {
            format!("}})().catch((e) => log('n{id} caught', show(e)));")
        } else {
            "})();".to_owned()
        };
        self.block("(async () => {", &close, |w| {
            w.line(format!("log('n{id}');"));
            for (index, (source, body)) in awaits.iter().zip(&node.bodies).enumerate() {
                w.line(format!(
                    "const v{index} = await {};",
                    w.dialect.source_of(id, index, *source)
                ));
                w.body(&format!("'n{id}.{index}', show(v{index})"), body);
            }
            if fails {
                w.line(format!("throw new Error('n{id}');"));
            }
        });
    }

    fn async_generator(&mut self, node: &Node, yields: &[Source], stop: Stop) {
        let id = node.id;
        self.block("(async () => {", "})();", |w| {
            w.block("async function* generate() {", "}", |w| {
                w.block("try {", "} finally {", |w| {
                    w.line(format!("log('n{id} start');"));
                    for (index, source) in yields.iter().enumerate() {
                        w.line(format!(
                            "log('n{id}.{index} sent', show(yield {}));",
                            w.dialect.source_of(id, index, *source)
                        ));
                    }
                });
                w.depth += 1;
                w.line(format!("log('n{id} finally');"));
                w.depth -= 1;
                w.line("}");
            });
            w.block("try {", "} catch (e) {", |w| {
                w.block("for await (const v of generate()) {", "}", |w| {
                    w.body(&format!("'n{id}', show(v)"), &node.bodies[0]);
                    match stop {
                        Stop::AtTheEnd => {}
                        Stop::Break => w.line("break;"),
                        Stop::Throw => w.line(format!("throw new Error('n{id} stop');")),
                    }
                });
            });
            w.depth += 1;
            w.line(format!("log('n{id} caught', show(e));"));
            w.depth -= 1;
            w.line("}");
            w.line(format!("log('n{id} done');"));
        });
    }
}

impl Dialect {
    /// A helper's text in this dialect.
    fn helper(self, text: &str) -> String {
        match self {
            Dialect::Modern => text.to_owned(),
            Dialect::Node10 => NODE10_WORDS
                .iter()
                .fold(text.to_owned(), |text, (modern, older)| text.replace(modern, older)),
        }
    }

    fn opener(self, when: When) -> &'static str {
        match when {
            When::AtOnce => "(",
            When::Tick => "process.nextTick(",
            When::Microtask if self == Dialect::Node10 => "Promise.resolve().then(",
            When::Microtask => "queueMicrotask(",
            When::Immediate => "setImmediate(",
        }
    }

    fn sources_of(self, id: usize, sources: &[Source]) -> String {
        let list: Vec<String> = sources
            .iter()
            .enumerate()
            .map(|(index, source)| self.source_of(id, index, *source))
            .collect();
        list.join(", ")
    }

    /// The expression of a source; its value names the node and the position.
    fn source_of(self, id: usize, index: usize, source: Source) -> String {
        let v = format!("'s{id}.{index}'");
        match source {
            Source::Plain => v,
            Source::Resolved => format!("Promise.resolve({v})"),
            Source::Rejected => format!("Promise.reject(new Error({v}))"),
            Source::Nested => format!("new Promise((resolve) => resolve(Promise.resolve({v})))"),
            Source::Thenable => {
                format!("{{ then(resolve) {{ log({v}); resolve({v}); }} }}").to_owned()
            }
            Source::ThenableLater(when) => {
                format!("{{ then(resolve) {{ {}() => resolve({v})); }} }}", self.opener(when))
            }
            Source::Later(when) => {
                format!("new Promise((resolve) => {}() => resolve({v})))", self.opener(when))
            }
            Source::RejectedLater(when) => {
                format!(
                    "new Promise((_, reject) => {}() => reject(new Error({v}))))",
                    self.opener(when)
                )
            }
            Source::AsyncFunction => format!("(async () => {{ log({v}); return {v}; }})()"),
            Source::FailingAsyncFunction => {
                format!("(async () => {{ await null; throw new Error({v}); }})()")
            }
            Source::ImmediatePromise if self == Dialect::Node10 => {
                format!("new Promise((resolve) => setImmediate(resolve, {v}))")
            }
            Source::ImmediatePromise => format!("timers.setImmediate({v})"),
            Source::DueTimeoutPromise => format!("duePromise({v})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::differential::model::Stage;

    #[test]
    fn only_the_helpers_in_use_are_written() {
        let body = vec![Node { id: 1, kind: Kind::Tick, bodies: vec![Vec::new()] }];
        let program = Program {
            entry: Entry::CommonJs,
            on_uncaught: None,
            on_rejection: false,
            exit_code: None,
            stages: vec![Stage { launcher: Launcher::Direct, body }],
        };
        assert_eq!(
            write(&program, Dialect::Modern),
            "'use strict';\nconst { log } = console;\n\n\
             process.on('exit', (code) => log('exit', code));\n\
             process.on('beforeExit', (code) => {\n  log('beforeExit', code);\n});\n\n\
             process.nextTick(() => {\n  log('n1');\n});\nlog('main done');\n"
        );
    }

    #[test]
    fn helpers_bring_the_helpers_they_use() {
        let kind = Kind::DueTimeouts(vec![1]);
        let body = vec![Node { id: 1, kind, bodies: vec![Vec::new()] }];
        let program = Program {
            entry: Entry::EsModule,
            on_uncaught: Some(Listener::Logs),
            on_rejection: false,
            exit_code: None,
            stages: vec![Stage { launcher: Launcher::ReadFile, body }],
        };
        let text = write(&program, Dialect::Modern);
        for helper in ["import fs from", "const clock", "const spin", "const due ", "const show"] {
            assert!(text.contains(helper), "{helper}\n{text}");
        }
        assert!(!text.contains("require("), "{text}");
    }

    #[test]
    fn old_words_for_an_old_node() {
        let sources = vec![
            Source::ImmediatePromise,
            Source::Later(When::Microtask),
            Source::DueTimeoutPromise,
        ];
        let kind = Kind::Combine { how: Combinator::Any, sources };
        let body = vec![Node { id: 1, kind, bodies: vec![Vec::new()] }];
        let program = Program {
            entry: Entry::CommonJs,
            on_uncaught: Some(Listener::Logs),
            on_rejection: false,
            exit_code: None,
            stages: vec![Stage { launcher: Launcher::Microtask, body }],
        };
        let text = write(&program, Dialect::Node10);
        for word in ["queueMicrotask", "timers", "Promise.any", "origin", "node:"] {
            assert!(!text.contains(word), "{word}\n{text}");
        }
    }
}
