//! ES modules compiled to functions.
//!
//! The engine has no module API, so a module becomes the body of a strict function. Its imports are read through
//! objects the host passes in (one per request, one getter per exported name), which makes every read live. Its
//! exports are getters the *prologue* hands to the host before anything else runs; being closures over the
//! module's own bindings they see every assignment and throw the engine's own error while a binding is still
//! uninitialised. The host may suspend the function right after the prologue, which gives cycles their hoisted
//! functions.
//!
//! Nothing here resolves, loads or links: that is the loader's work, from the record this module returns.

mod arguments;
mod exports;
pub(crate) use exports::bound_names;
mod imports;
pub(crate) mod top_level_await;

use std::collections::{HashMap, HashSet};

use oxc_allocator::Allocator;
use oxc_ast::ast::{ImportOrExportKind, Program, Statement, WithClause};
use oxc_span::Span;

use crate::awaits::{self, Awaits};
use crate::bindings::Bindings;
use crate::edit::{Edits, Terminators, utf16_len};
use crate::names::{self, Names, Uses};
use crate::parse::{self, EarlyErrors, Goal, Language};
use crate::position::Positions;
use crate::scan::Scan;
use crate::stack;
use crate::syntax_error::SyntaxError;
use crate::{async_context, host, typescript, using};

/// A compiled module and what a loader has to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    pub code: String,
    pub positions: Positions,
    pub names: Names,
    pub uses: Uses,
    /// The text to run first, on the first line: it hands the export getters to the host.
    pub prologue: String,
    pub evaluation: Evaluation,
    /// The modules asked for, in the order of the source, each once.
    pub requests: Vec<Request>,
    pub imports: Vec<Import>,
    /// The names whose getters the prologue gives.
    pub local_exports: Vec<String>,
    pub indirect_exports: Vec<IndirectExport>,
    /// `export * from`, as indices into `requests`.
    pub star_exports: Vec<usize>,
}

/// Whether a module's body runs to its end at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    Synchronous,
    /// It has a top-level `await`; the place of the first one.
    Asynchronous(Place),
}

/// One module that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub specifier: String,
    /// `with { … }`, in the order of the source.
    pub attributes: Vec<(String, String)>,
    pub place: Place,
    /// Whether the code reads names of the module.
    pub reads_names: bool,
    /// Whether the code uses the namespace object.
    pub reads_namespace: bool,
}

/// A name that is imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    pub request: usize,
    pub name: String,
    pub local: String,
    pub place: Place,
}

/// `export { a as b } from 'x'` and what amounts to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndirectExport {
    pub exported: String,
    pub request: usize,
    /// `None` for the namespace itself.
    pub imported: Option<String>,
    pub place: Place,
}

/// A range of one line of the original source, 1-based.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub column: u32,
    pub width: u32,
}

/// Where the lines of a source begin, found once for all places in it.
struct Lines<'s> {
    source: &'s str,
    starts: Vec<u32>,
}

impl<'s> Lines<'s> {
    fn new(source: &'s str) -> Self {
        let ends = Terminators::new(source).map(|(at, len)| (at + len) as u32);
        Self { source, starts: std::iter::once(0).chain(ends).collect() }
    }

    fn place(&self, span: Span) -> Place {
        let line = self.starts.partition_point(|&start| start <= span.start);
        let start = self.starts[line - 1];
        let line_end = self.starts.get(line).copied().unwrap_or(self.source.len() as u32);
        let text = |from: u32, to: u32| &self.source[from as usize..to as usize];
        let covered = text(span.start, span.end.min(line_end)).trim_end_matches(['\n', '\r']);
        Place {
            line: line as u32,
            column: utf16_len(text(start, span.start)) + 1,
            width: utf16_len(covered),
        }
    }
}

/// Compiles a module.
pub fn module(source: &str, language: Language, awaits: Awaits) -> Result<Module, SyntaxError> {
    stack::with_room(source, || {
        let allocator = Allocator::default();
        let program = parse::parse(&allocator, source, language, Goal::Module)?;
        compile(&program, source, language, awaits)
    })
}

fn compile<'a>(
    program: &'a Program<'a>,
    source: &str,
    language: Language,
    awaits: Awaits,
) -> Result<Module, SyntaxError> {
    let scoping = parse::scope(program, EarlyErrors::Report)?;
    let names = Names::for_source(source);
    let mut edits = Edits::new(source);
    if let Some(hashbang) = &program.hashbang {
        edits.replace(hashbang.span.start, hashbang.span.start + 2, "//");
    }
    let mut record = Record::new(source, names);
    for statement in &program.body {
        record.note_request(statement);
    }
    for statement in &program.body {
        if let Statement::ImportDeclaration(import) = statement {
            imports::record(import, &mut record, &mut edits);
        }
    }
    for statement in &program.body {
        exports::record(statement, &scoping, &mut record, &mut edits);
    }
    record.bindings.record(program, &scoping, &mut edits);
    arguments::record(program, &record.names, &mut edits);
    let mut uses = host::record(program, &record.names, &mut edits);
    if language == Language::TypeScript {
        uses.require |=
            typescript::record(program, &scoping, Goal::Module, &record.names, &mut edits)?;
    }
    let scan = Scan::of(source);
    if awaits == Awaits::ThreeTurns {
        uses.context |= awaits::record(program, &record.names, &mut edits);
    }
    if scan.waits {
        uses.context |= async_context::record(program, &record.names, &mut edits);
    }
    if scan.using {
        uses.using |= using::record(program, &record.names, &mut edits)?;
    }
    let evaluation = match top_level_await::find(program) {
        Some(span) => Evaluation::Asynchronous(record.place(span)),
        None => Evaluation::Synchronous,
    };
    let (code, positions) = edits.apply();
    Ok(Module {
        code,
        positions,
        uses,
        prologue: record.prologue(),
        evaluation,
        requests: record.requests,
        imports: record.imports,
        local_exports: record.getters.into_iter().map(|(exported, _)| exported).collect(),
        indirect_exports: record.indirect_exports,
        star_exports: record.star_exports,
        names: record.names,
    })
}

/// The record while it is being put together.
struct Record<'s> {
    lines: Lines<'s>,
    names: Names,
    bindings: Bindings,
    requests: Vec<Request>,
    /// From a specifier and its attributes to the request.
    request_indices: HashMap<(String, Vec<(String, String)>), usize>,
    imports: Vec<Import>,
    /// Imported bindings by local name: what `export { local }` passes on.
    imported: HashMap<String, (usize, Option<String>)>,
    /// Exported name and the expression its getter gives.
    getters: Vec<(String, String)>,
    exported: HashSet<String>,
    indirect_exports: Vec<IndirectExport>,
    star_exports: Vec<usize>,
    /// Whether the default export is a hoisted function without a name.
    names_default_function: bool,
}

impl<'s> Record<'s> {
    fn new(source: &'s str, names: Names) -> Self {
        Self {
            lines: Lines::new(source),
            names,
            bindings: Bindings::default(),
            requests: Vec::new(),
            request_indices: HashMap::new(),
            imports: Vec::new(),
            imported: Default::default(),
            getters: Vec::new(),
            exported: HashSet::new(),
            indirect_exports: Vec::new(),
            star_exports: Vec::new(),
            names_default_function: false,
        }
    }

    fn place(&self, span: Span) -> Place {
        self.lines.place(span)
    }

    /// Gives requests their order, which is that of the source.
    fn note_request(&mut self, statement: &Statement) {
        let value = ImportOrExportKind::Value;
        let (source, with) = match statement {
            Statement::ImportDeclaration(it) if it.import_kind == value => {
                (&it.source, &it.with_clause)
            }
            Statement::ExportAllDeclaration(it) if it.export_kind == value => {
                (&it.source, &it.with_clause)
            }
            Statement::ExportFromDeclaration(it) if it.export_kind == value => {
                (&it.source, &it.with_clause)
            }
            _ => return,
        };
        self.request(&names::text(source), with.as_deref(), source.span);
    }

    /// The index of a request, made when it is new.
    fn request(&mut self, specifier: &str, with: Option<&WithClause>, span: Span) -> usize {
        let attributes: Vec<(String, String)> = with
            .into_iter()
            .flat_map(|clause| &clause.with_entries)
            .map(|entry| {
                (entry.key.as_arena_str().to_string(), names::text(&entry.value).into_owned())
            })
            .collect();
        let key = (specifier.to_owned(), attributes.clone());
        if let Some(&known) = self.request_indices.get(&key) {
            return known;
        }
        let index = self.requests.len();
        self.request_indices.insert(key, index);
        self.requests.push(Request {
            specifier: specifier.to_owned(),
            attributes,
            place: self.lines.place(span),
            reads_names: false,
            reads_namespace: false,
        });
        index
    }

    fn export(&mut self, exported: impl Into<String>, expression: impl Into<String>) {
        let exported = exported.into();
        // Merged TypeScript declarations export one name several times.
        if self.exported.insert(exported.clone()) {
            self.getters.push((exported, expression.into()));
        }
    }

    fn prologue(&self) -> String {
        if self.getters.is_empty() {
            return String::new();
        }
        let getters: Vec<String> = self
            .getters
            .iter()
            .map(|(exported, expression)| {
                format!("{}:()=>{expression}", names::literal_key(exported))
            })
            .collect();
        let unnamed = if self.names_default_function {
            format!(",{}", self.names.default_export())
        } else {
            String::new()
        };
        format!("{}({{{}}}{unnamed});", self.names.export(), getters.join(","))
    }
}
