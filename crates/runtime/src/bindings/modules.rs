//! Source texts into functions, and specifiers into files: the native half of the module loaders.
//!
//! What goes wrong comes back as an array the loaders make an error of, see `js/bindings/modules.d.ts`; nothing here
//! throws by itself.

use std::io::Read;
use std::path::Path;
use std::rc::Rc;

use roundel_jsc::{Ctx, Exception, JsResult, JsString, Object, Value};
use roundel_source::coverage::{Counted, Table};
use roundel_source::resolve::{
    Detail, PackageType, ResolveError, ResolveOptions, Resolver, Role, Target,
};
use roundel_source::{
    Awaits, Evaluation, Goal, Language, Module, Names, Positions, Script, Syntax, SyntaxError,
    Uses, awaiting_script, commonjs_exports, detect, diagnose, dynamic_imports, limited_script,
    module, nests_too_deeply, script, strip_types,
};

use super::options::strings;
use crate::environment::Environment;
use crate::sources::Source;

const USES_IMPORT: i32 = 1;
const USES_META: i32 = 2;
const USES_STACK: i32 = 4;
const USES_STACK_KEY: i32 = 8;
const USES_REQUIRE: i32 = 16;
const USES_USING: i32 = 32;
const USES_CONTEXT: i32 = 64;

const READS_NAMES: i32 = 1;
const READS_NAMESPACE: i32 = 2;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let constants = [
        ("USES_IMPORT", USES_IMPORT),
        ("USES_META", USES_META),
        ("USES_STACK", USES_STACK),
        ("USES_STACK_KEY", USES_STACK_KEY),
        ("USES_REQUIRE", USES_REQUIRE),
        ("USES_USING", USES_USING),
        ("USES_CONTEXT", USES_CONTEXT),
    ];
    for (name, value) in constants {
        binding.set(ctx, name, ctx.int32(value))?;
    }
    add_sources(ctx, binding)?;
    add_resolution(ctx, binding)?;
    Ok(binding)
}

impl Environment {
    pub(super) fn resolver(&self) -> &Resolver {
        self.resolver.get_or_init(|| {
            Resolver::new(ResolveOptions {
                conditions: self.options.conditions.clone(),
                refuses_addons: self.options.refuses_addons(),
                preserve_symlinks: self.options.preserve_symlinks,
                preserve_symlinks_main: self.options.preserve_symlinks_main,
            })
        })
    }

    /// The format of a file as Node calls it; `None` if its name says nothing.
    pub(super) fn format_of(&self, path: &str) -> Result<Option<&'static str>, ResolveError> {
        let name = self.resolver().format(Path::new(path))?.map(|format| format.name());
        Ok(self.options.format_of_entry(path, name).or(name))
    }
}

fn add_sources<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let compile = ctx.function("compileCommonJs", |ctx, args| {
        let filename = args.at(0).to_rust_string(ctx)?;
        let source = match source_of(ctx, &filename, args.at(1))? {
            Ok(source) => source,
            Err(failure) => return Ok(failure),
        };
        let detects = args.at(3).to_bool(ctx);
        compile_commonjs(ctx, &filename, source, language(args.at(2)), detects)
    });
    binding.set(ctx, "compileCommonJs", compile)?;

    let compile = ctx.function("compileModule", |ctx, args| {
        let url = args.at(0).to_rust_string(ctx)?;
        let filename = args.at(1).to_rust_string(ctx)?;
        let source = match source_of(ctx, &filename, args.at(2))? {
            Ok(source) => source,
            Err(failure) => return Ok(failure),
        };
        compile_module(ctx, &url, source, language(args.at(3)), args.at(4))
    });
    binding.set(ctx, "compileModule", compile)?;

    let prepare = ctx.function("prepareScript", |ctx, args| {
        let source: Rc<str> = args.at(0).to_rust_string(ctx)?.into();
        let url = args.at(1).to_rust_string(ctx)?;
        prepare_script(ctx, &url, source, language(args.at(2)), args.at(3).to_bool(ctx))
    });
    binding.set(ctx, "prepareScript", prepare)?;

    let evaluate = ctx.function("evaluateScript", |ctx, args| {
        ctx.evaluate(&args.at(0).to_js_string(ctx)?, &args.at(1).to_js_string(ctx)?, 1)
    });
    binding.set(ctx, "evaluateScript", evaluate)?;

    let check = ctx.function("checkSyntax", |ctx, args| {
        let source = args.at(0).to_rust_string(ctx)?;
        let goal = match args.at(2).to_rust_string(ctx)?.as_str() {
            "module" => Goal::Module,
            "script" => Goal::Script,
            _ => Goal::CommonJs,
        };
        match diagnose(&source, language(args.at(1)), goal) {
            Some(error) => syntax_failure(ctx, &error),
            None => Ok(ctx.undefined()),
        }
    });
    binding.set(ctx, "checkSyntax", check)?;

    let is_module = ctx.function("isModuleSyntax", |ctx, args| {
        let source = args.at(0).to_rust_string(ctx)?;
        Ok(ctx.boolean(detect(&source, language(args.at(1))) == Syntax::Module))
    });
    binding.set(ctx, "isModuleSyntax", is_module)?;

    let exports = ctx.function("commonJsExports", |ctx, args| {
        let filename = args.at(0).to_rust_string(ctx)?;
        let source = match source_of(ctx, &filename, args.at(1))? {
            Ok(source) => source,
            Err(failure) => return Ok(failure),
        };
        let found = commonjs_exports(&source, language(args.at(2)));
        let names = strings(ctx, &found.names)?;
        let reexports = strings(ctx, &found.reexports)?;
        Ok(ctx.array(&[names.into(), reexports.into()])?.into())
    });
    binding.set(ctx, "commonJsExports", exports)?;

    let strip = ctx.function("stripTypes", |ctx, args| {
        let source = args.at(0).to_rust_string(ctx)?;
        match strip_types(&source) {
            Ok(code) => Ok(ctx.string(&code)),
            Err(error) => syntax_failure(ctx, &error),
        }
    });
    binding.set(ctx, "stripTypes", strip)?;

    let awaiting = ctx.function("awaitingScript", |ctx, args| {
        let source = args.at(0).to_rust_string(ctx)?;
        Ok(awaiting_script(&source).map_or(ctx.undefined(), |code| ctx.string(&code)))
    });
    binding.set(ctx, "awaitingScript", awaiting)?;

    let imports = ctx.function("dynamicImports", |ctx, args| {
        let source = args.at(0).to_rust_string(ctx)?;
        Ok(dynamic_imports(&source).map_or(ctx.undefined(), |code| ctx.string(&code)))
    });
    binding.set(ctx, "dynamicImports", imports)?;

    let read = ctx.function("readSource", |ctx, args| {
        let filename = args.at(0).to_rust_string(ctx)?;
        Ok(match source_of(ctx, &filename, ctx.undefined())? {
            Ok(source) => ctx.string(&source),
            Err(failure) => failure,
        })
    });
    binding.set(ctx, "readSource", read)?;

    let note = ctx.function("noteModuleEntry", |ctx, _| {
        Environment::of(ctx).entry_is_module.set(true);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "noteModuleEntry", note)
}

fn language(value: Value) -> Language {
    if value.as_int32() == Some(1) { Language::TypeScript } else { Language::JavaScript }
}

/// What `await` does under the loop of this run.
fn awaits(ctx: Ctx<'_>) -> Awaits {
    Environment::of(ctx).options.loop_kind.awaits
}

/// The given text, or that of the file.
pub(super) fn source_of<'js>(
    ctx: Ctx<'js>,
    filename: &str,
    given: Value<'js>,
) -> JsResult<'js, Result<Rc<str>, Value<'js>>> {
    if !given.is_undefined() {
        return Ok(Ok(given.to_rust_string(ctx)?.into()));
    }
    match read(filename) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            Ok(Ok(text.strip_prefix('\u{FEFF}').unwrap_or(&text).into()))
        }
        Err(error) => {
            let errno = -error.raw_os_error().unwrap_or(rustix::io::Errno::IO.raw_os_error());
            // Opening a directory succeeds, reading it does not.
            let is_directory = errno == -rustix::io::Errno::ISDIR.raw_os_error();
            let syscall = if is_directory { "read" } else { "open" };
            let failure = [ctx.string("read"), ctx.int32(errno), ctx.string(syscall)];
            Ok(Err(ctx.array(&failure)?.into()))
        }
    }
}

/// Standard input is read where it is: it may be a socket, which cannot be opened by a name.
fn read(filename: &str) -> std::io::Result<Vec<u8>> {
    if filename != "/dev/stdin" {
        return std::fs::read(filename);
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn compile_commonjs<'js>(
    ctx: Ctx<'js>,
    filename: &str,
    source: Rc<str>,
    language: Language,
    detects: bool,
) -> JsResult<'js, Value<'js>> {
    refuse_depth(ctx, &source, language, Goal::CommonJs)?;
    if let Some(counted) = counted(ctx, filename, &source, language, Goal::CommonJs)
        && let Some(compiled) = compile_counted_commonjs(ctx, filename, &source, language, counted)?
    {
        return Ok(compiled);
    }
    let prepared = match script(&source, language, Goal::CommonJs, awaits(ctx)) {
        Ok(prepared) => prepared,
        Err(_) if detects && detect(&source, language) == Syntax::Module => {
            return Ok(ctx.undefined());
        }
        Err(error) => return syntax_failure(ctx, &error),
    };
    let (head, tail) = commonjs_wrapper(&prepared);
    let Script { code, positions, uses, .. } = prepared;
    let text = [&head, code.as_deref().unwrap_or(&source), tail].concat();
    let result = ctx.evaluate(&JsString::new(&text), &JsString::new(filename), 1);
    let positions = positions.behind_head(head.len() as u32);
    match result {
        Ok(function) => {
            register(ctx, filename, source, code, positions);
            Ok(ctx.array(&[function, ctx.int32(mask(uses))])?.into())
        }
        // Too deep or too large is no matter of syntax.
        Err(exception) if !is_syntax_error(ctx, exception) => Err(exception),
        Err(_) if detects && detect(&source, language) == Syntax::Module => Ok(ctx.undefined()),
        Err(exception) => {
            let error = diagnose(&source, language, Goal::CommonJs).unwrap_or_else(|| {
                let message = text_property(ctx, exception.value(), "message");
                engine_error(&source, message, exception.position(ctx), &positions)
            });
            syntax_failure(ctx, &error)
        }
    }
}

/// What stands before and behind the text of a CommonJS module.
fn commonjs_wrapper(prepared: &Script) -> (String, &'static str) {
    let names = &prepared.names;
    let wrapper =
        format!("function {}(exports, require, module, __filename, __dirname) {{", names.wrapper());
    if prepared.uses.is_none() {
        return (format!("({wrapper}"), "\n})");
    }
    let hidden =
        [names.dynamic_import(), names.stack(), names.stack_key(), names.using(), names.context()];
    (format!("(function({}){{return {wrapper}", hidden.join(",")), "\n}})")
}

fn counted(
    ctx: Ctx<'_>,
    name: &str,
    source: &str,
    language: Language,
    goal: Goal,
) -> Option<Counted> {
    Environment::of(ctx).coverage.count(name, source, language, goal)
}

/// Evaluates `text` as a function of the counters and calls it with them. `None` for what does not compile: the text
/// without counters says why.
fn evaluate_counted<'js>(
    ctx: Ctx<'js>,
    name: &str,
    head: &str,
    text: &str,
    table: Table,
) -> JsResult<'js, Option<Value<'js>>> {
    let text = [head, text, "})"].concat();
    let Ok(made) = ctx.evaluate(&JsString::new(&text), &JsString::new(name), 1) else {
        return Ok(None);
    };
    let Some(made) = made.as_object(ctx).and_then(|made| made.as_function(ctx)) else {
        return Ok(None);
    };
    let counters = Environment::of(ctx).coverage.register(name, table);
    let counters = counters.to_object(ctx)?;
    made.call(ctx, None, &[counters.into()]).map(Some)
}

fn compile_counted_commonjs<'js>(
    ctx: Ctx<'js>,
    filename: &str,
    source: &Rc<str>,
    language: Language,
    counted: Counted,
) -> JsResult<'js, Option<Value<'js>>> {
    let Ok(prepared) = script(&counted.code, language, Goal::CommonJs, awaits(ctx)) else {
        return Ok(None);
    };
    let (inner_head, tail) = commonjs_wrapper(&prepared);
    let Script { code, positions, uses, .. } = prepared;
    let code = code.unwrap_or(counted.code);
    let head = format!("(function({}){{return ", counted.counters);
    let text = [&inner_head, code.as_str(), tail].concat();
    let Some(function) = evaluate_counted(ctx, filename, &head, &text, counted.table)? else {
        return Ok(None);
    };
    let positions = positions.over(counted.positions);
    let positions = positions.behind_head((head.len() + inner_head.len()) as u32);
    register(ctx, filename, Rc::clone(source), Some(code), positions);
    Ok(Some(ctx.array(&[function, ctx.int32(mask(uses))])?.into()))
}

fn compile_counted_module<'js>(
    ctx: Ctx<'js>,
    url: &str,
    source: &Rc<str>,
    language: Language,
    counted: Counted,
) -> JsResult<'js, Option<Value<'js>>> {
    let Ok(compiled) = module(&counted.code, language, awaits(ctx)) else { return Ok(None) };
    let inner_head = module_head(&compiled);
    let head = format!("(function({}){{return ", counted.counters);
    let text = [&inner_head, compiled.code.as_str(), "\n})"].concat();
    let Some(body) = evaluate_counted(ctx, url, &head, &text, counted.table)? else {
        return Ok(None);
    };
    let record = module_record(ctx, &compiled, body)?;
    let columns = head.len() + inner_head.encode_utf16().count();
    let positions = compiled.positions.over(counted.positions).behind_head(columns as u32);
    register(ctx, url, Rc::clone(source), Some(compiled.code), positions);
    Ok(Some(record.into()))
}

fn compile_module<'js>(
    ctx: Ctx<'js>,
    url: &str,
    source: Rc<str>,
    language: Language,
    context: Value<'js>,
) -> JsResult<'js, Value<'js>> {
    refuse_depth(ctx, &source, language, Goal::Module)?;
    if context.is_undefined()
        && let Some(counted) = counted(ctx, url, &source, language, Goal::Module)
        && let Some(compiled) = compile_counted_module(ctx, url, &source, language, counted)?
    {
        return Ok(compiled);
    }
    let compiled = match module(&source, language, awaits(ctx)) {
        Ok(compiled) => compiled,
        Err(error) => return syntax_failure(ctx, &error),
    };
    let head = module_head(&compiled);
    let text = [&head, compiled.code.as_str(), "\n})"].concat();
    let positions = compiled.positions.clone().behind_head(head.encode_utf16().count() as u32);
    let (code, name) = (JsString::new(&text), JsString::new(url));
    let result = if context.is_undefined() {
        ctx.evaluate(&code, &name, 1)
    } else {
        super::vm::evaluate_in(ctx, context, &code, &name, 1)
    };
    match result {
        Ok(body) => {
            let record = module_record(ctx, &compiled, body)?;
            register(ctx, url, source, Some(compiled.code), positions);
            Ok(record.into())
        }
        Err(exception) if !is_syntax_error(ctx, exception) => Err(exception),
        Err(exception) => {
            let message = text_property(ctx, exception.value(), "message");
            let error = engine_error(&source, message, exception.position(ctx), &positions);
            syntax_failure(ctx, &error)
        }
    }
}

/// The head of a module's function: what the host passes in, then the prologue.
fn module_head(module: &Module) -> String {
    let names = &module.names;
    let mut parameters = host_names(names);
    for (index, request) in module.requests.iter().enumerate() {
        if request.reads_names {
            parameters.push(names.request(index));
        }
        if request.reads_namespace {
            parameters.push(names.namespace(index));
        }
    }
    let kind = match module.evaluation {
        Evaluation::Synchronous => "function*",
        Evaluation::Asynchronous(_) => "async function*",
    };
    format!("({kind}({}){{'use strict';{}yield;", parameters.join(","), module.prologue)
}

fn host_names(names: &Names) -> Vec<String> {
    vec![
        names.export(),
        names.dynamic_import(),
        names.import_meta(),
        names.stack(),
        names.stack_key(),
        names.require(),
        names.using(),
        names.context(),
    ]
}

fn module_record<'js>(
    ctx: Ctx<'js>,
    module: &Module,
    body: Value<'js>,
) -> JsResult<'js, Object<'js>> {
    let number = |number: usize| ctx.int32(number as i32);
    let column = |number: u32| ctx.number(number.into());
    // Values go into engine arrays at once: a Rust vector would hide them from the collector.
    let requests = ctx.array(&[])?;
    for (index, request) in module.requests.iter().enumerate() {
        let attributes: Vec<&str> =
            request.attributes.iter().flat_map(|(key, value)| [key.as_str(), value]).collect();
        let reads = i32::from(request.reads_names) * READS_NAMES
            + i32::from(request.reads_namespace) * READS_NAMESPACE;
        let place = &request.place;
        let entry = ctx.array(&[
            ctx.string(&request.specifier),
            strings(ctx, &attributes)?.into(),
            ctx.int32(reads),
            column(place.line),
            column(place.column),
            column(place.width),
        ])?;
        requests.set_index(ctx, index as u32, entry)?;
    }
    let imports = ctx.array(&[])?;
    for (index, import) in module.imports.iter().enumerate() {
        let place = &import.place;
        let entry = ctx.array(&[
            number(import.request),
            ctx.string(&import.name),
            column(place.line),
            column(place.column),
            column(place.width),
            ctx.string(&import.local),
        ])?;
        imports.set_index(ctx, index as u32, entry)?;
    }
    let indirect = ctx.array(&[])?;
    for (index, export) in module.indirect_exports.iter().enumerate() {
        let place = &export.place;
        let entry = ctx.array(&[
            ctx.string(&export.exported),
            number(export.request),
            export.imported.as_deref().map_or(ctx.null(), |name| ctx.string(name)),
            column(place.line),
            column(place.column),
            column(place.width),
        ])?;
        indirect.set_index(ctx, index as u32, entry)?;
    }
    let stars = ctx.array(&[])?;
    for (index, &request) in module.star_exports.iter().enumerate() {
        stars.set_index(ctx, index as u32, number(request))?;
    }
    let awaits = match &module.evaluation {
        Evaluation::Synchronous => ctx.undefined(),
        Evaluation::Asynchronous(place) => {
            ctx.array(&[column(place.line), column(place.column)])?.into()
        }
    };
    // An array, since a program may have given Object.prototype setters.
    ctx.array(&[
        body,
        ctx.int32(mask(module.uses)),
        requests.into(),
        imports.into(),
        strings(ctx, &module.local_exports)?.into(),
        indirect.into(),
        stars.into(),
        awaits,
    ])
}

fn prepare_script<'js>(
    ctx: Ctx<'js>,
    url: &str,
    source: Rc<str>,
    language: Language,
    is_limited: bool,
) -> JsResult<'js, Value<'js>> {
    refuse_depth(ctx, &source, language, Goal::Script)?;
    let prepare = if is_limited { limited_script } else { script };
    let prepared = match prepare(&source, language, Goal::Script, awaits(ctx)) {
        Ok(prepared) => prepared,
        Err(error) => return syntax_failure(ctx, &error),
    };
    let Script { code, positions, names, uses } = prepared;
    let text = code.as_deref().unwrap_or(&source);
    if let Err(exception) = ctx.check_syntax(&JsString::new(text), &JsString::new(url), 1) {
        let error = diagnose(&source, language, Goal::Script).unwrap_or_else(|| {
            let message = text_property(ctx, exception.value(), "message");
            engine_error(&source, message, exception.position(ctx), &positions)
        });
        return syntax_failure(ctx, &error);
    }
    let name = |used: bool, name: String| if used { ctx.string(&name) } else { ctx.undefined() };
    let result = [
        ctx.string(text),
        name(uses.dynamic_import, names.dynamic_import()),
        name(uses.stack, names.stack()),
        name(uses.stack_key, names.stack_key()),
        name(uses.using, names.using()),
        name(uses.context, names.context()),
        name(uses.time_check, names.time_check()),
    ];
    register(ctx, url, source.clone(), code, positions);
    Ok(ctx.array(&result)?.into())
}

fn register(ctx: Ctx<'_>, url: &str, source: Rc<str>, code: Option<String>, positions: Positions) {
    let environment = Environment::of(ctx);
    environment.look_for_engine_tasks(&source);
    let source = match code {
        Some(code) => Source { code: code.into(), original: Some(source), positions },
        None => Source { code: source, original: None, positions },
    };
    environment.sources.register(url, source);
}

fn mask(uses: Uses) -> i32 {
    let bit = |used: bool, bit: i32| if used { bit } else { 0 };
    bit(uses.dynamic_import, USES_IMPORT)
        | bit(uses.import_meta, USES_META)
        | bit(uses.stack, USES_STACK)
        | bit(uses.stack_key, USES_STACK_KEY)
        | bit(uses.require, USES_REQUIRE)
        | bit(uses.using, USES_USING)
        | bit(uses.context, USES_CONTEXT)
}

/// What the engine would never come to the end of is what the stack of Node has no room for.
fn refuse_depth<'js>(
    ctx: Ctx<'js>,
    source: &str,
    language: Language,
    goal: Goal,
) -> JsResult<'js, ()> {
    if nests_too_deeply(source, language, goal) {
        return Err(Exception::range_error(ctx, "Maximum call stack size exceeded"));
    }
    Ok(())
}

fn is_syntax_error<'js>(ctx: Ctx<'js>, exception: Exception<'js>) -> bool {
    text_property(ctx, exception.value(), "name") == "SyntaxError"
}

fn text_property<'js>(ctx: Ctx<'js>, object: Value<'js>, name: &str) -> String {
    let value = object.as_object(ctx).and_then(|object| object.get(ctx, name).ok());
    value.and_then(|value| value.to_rust_string(ctx).ok()).unwrap_or_default()
}

/// An error only the engine sees, brought to the place its author knows.
fn engine_error(
    source: &str,
    message: String,
    position: Option<(u32, u32)>,
    positions: &Positions,
) -> SyntaxError {
    let (line, column) = position.map_or((1, 1), |(line, column)| positions.original(line, column));
    let message = if message.starts_with("Invalid character") {
        "Invalid or unexpected token".to_owned()
    } else {
        message
    };
    let source_line = source.lines().nth(line.saturating_sub(1) as usize).unwrap_or("").to_owned();
    SyntaxError { message, line, column, width: 1, source_line }
}

fn syntax_failure<'js>(ctx: Ctx<'js>, error: &SyntaxError) -> JsResult<'js, Value<'js>> {
    let failure = [
        ctx.string("SyntaxError"),
        ctx.string(&error.message),
        ctx.number(error.line.into()),
        ctx.number(error.column.into()),
        ctx.number(error.width.into()),
        ctx.string(&error.source_line),
    ];
    Ok(ctx.array(&failure)?.into())
}

fn add_resolution<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let set_builtins = ctx.function("setBuiltins", |ctx, args| {
        Environment::of(ctx).resolver().set_builtins(string_list(ctx, args.at(0))?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setBuiltins", set_builtins)?;

    let import = ctx.function("resolveImport", |ctx, args| {
        let specifier = args.at(0).to_rust_string(ctx)?;
        let base = args.at(1).to_rust_string(ctx)?;
        match Environment::of(ctx).resolver().import(
            &specifier,
            &base,
            role(args.at(2).to_bool(ctx)),
        ) {
            Ok(url) => Ok(ctx.string(&url)),
            Err(error) => resolve_failure(ctx, &error),
        }
    });
    binding.set(ctx, "resolveImport", import)?;

    let scoped = ctx.function("resolveScoped", |ctx, args| {
        let request = args.at(0).to_rust_string(ctx)?;
        let parent = args.at(1).to_rust_string(ctx)?;
        match Environment::of(ctx).resolver().require_scoped(&request, Path::new(&parent)) {
            Ok(None) => Ok(ctx.undefined()),
            Ok(Some(Target::Builtin(id))) => Ok(ctx.string(&format!("node:{id}"))),
            Ok(Some(Target::File(path))) => Ok(ctx.string(&path.to_string_lossy())),
            Err(error) => resolve_failure(ctx, &error),
        }
    });
    binding.set(ctx, "resolveScoped", scoped)?;

    let find = ctx.function("findPath", |ctx, args| {
        let request = args.at(0).to_rust_string(ctx)?;
        let paths = string_list(ctx, args.at(1))?;
        let extensions = string_list(ctx, args.at(2))?;
        let environment = Environment::of(ctx);
        let resolve = environment.resolver();
        match resolve.find(&request, &paths, &extensions, role(args.at(3).to_bool(ctx))) {
            Ok(None) => Ok(ctx.undefined()),
            Ok(Some(path)) => {
                let path = ctx.string(&path.to_string_lossy());
                let Some((place, main)) = resolve.take_invalid_main() else { return Ok(path) };
                let place = ctx.string(&place.to_string_lossy());
                Ok(ctx.array(&[ctx.string("invalid main"), path, place, ctx.string(&main)])?.into())
            }
            Err(error) => resolve_failure(ctx, &error),
        }
    });
    binding.set(ctx, "findPath", find)?;

    let format = ctx.function("format", |ctx, args| {
        let path = args.at(0).to_rust_string(ctx)?;
        match Environment::of(ctx).format_of(&path) {
            Ok(Some(name)) => Ok(ctx.string(name)),
            Ok(None) => Ok(ctx.undefined()),
            Err(error) => resolve_failure(ctx, &error),
        }
    });
    binding.set(ctx, "format", format)?;

    let scope = ctx.function("packageScope", |ctx, args| {
        let path = args.at(0).to_rust_string(ctx)?;
        match Environment::of(ctx).resolver().package_scope(Path::new(&path)) {
            Ok(None) => Ok(ctx.undefined()),
            Ok(Some(package)) => {
                let kind = match package.r#type {
                    PackageType::CommonJs => "commonjs",
                    PackageType::Module => "module",
                    PackageType::None => "none",
                };
                let path = ctx.string(&package.path.to_string_lossy());
                Ok(ctx.array(&[path, ctx.string(kind)])?.into())
            }
            Err(error) => resolve_failure(ctx, &error),
        }
    });
    binding.set(ctx, "packageScope", scope)
}

fn role(is_main: bool) -> Role {
    if is_main { Role::Main } else { Role::Dependency }
}

fn resolve_failure<'js>(ctx: Ctx<'js>, error: &ResolveError) -> JsResult<'js, Value<'js>> {
    let failure = ctx.array(&[ctx.string(error.code)])?;
    for (index, detail) in error.details.iter().enumerate() {
        let detail = match detail {
            Detail::Text(text) => ctx.string(text),
            Detail::Flag(flag) => ctx.boolean(*flag),
            Detail::Absent => ctx.undefined(),
        };
        failure.set_index(ctx, index as u32 + 1, detail)?;
    }
    Ok(failure.into())
}

fn string_list<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Vec<String>> {
    let array = value.to_object(ctx)?;
    let length = array.get(ctx, "length")?.to_uint32(ctx)?;
    (0..length).map(|index| array.get_index(ctx, index)?.to_rust_string(ctx)).collect()
}
