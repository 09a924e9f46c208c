//! The options of the run, as builtins ask for them.

use roundel_jsc::{Ctx, JsResult, Object, Value};

use crate::choices::{self, ChoicePoint};
use crate::environment::Environment;
use crate::loops::{Awaits, Drain, DurationWarnings, ModuleFiles, SyncIterators, World};
use crate::options::{
    Entry, EntryType, InputType, NamedFlag, Options, PrintResult, Role, Time, UnhandledRejections,
};

pub(super) fn create<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let options = &environment.options;
    let binding = ctx.object();
    binding.set(ctx, "values", values(ctx, options)?)?;
    binding.set(ctx, "entry", entry(ctx, options)?)?;
    binding.set(ctx, "requires", strings(ctx, &options.requires)?)?;
    binding.set(ctx, "imports", strings(ctx, &options.imports)?)?;
    binding.set(ctx, "argv", strings(ctx, &options.argv())?)?;
    let observed = environment.causes.as_ref().is_some_and(|causes| causes.wants_resources());
    binding.set(ctx, "observed", ctx.boolean(observed))?;
    let promises = environment.causes.as_ref().is_some_and(|causes| causes.wants_promises());
    binding.set(ctx, "observedPromises", ctx.boolean(promises))?;
    binding.set(ctx, "isWorker", ctx.boolean(options.thread_id != 0))?;
    // The parent's word that one of our descriptors is the end of a channel.
    let has_channel = options.role == Role::Main && std::env::var_os("NODE_CHANNEL_FD").is_some();
    binding.set(ctx, "hasChannel", ctx.boolean(has_channel))?;
    binding.set(ctx, "loop", loop_kind(ctx, environment)?)?;
    Ok(binding)
}

fn values<'js>(ctx: Ctx<'js>, options: &Options) -> JsResult<'js, Object<'js>> {
    let warnings = &options.warnings;
    let flags = [
        ("--no-warnings", warnings.silent),
        ("--trace-warnings", warnings.trace),
        ("--trace-deprecation", warnings.trace_deprecation),
        ("--no-deprecation", warnings.no_deprecation),
        ("--throw-deprecation", warnings.throw_deprecation),
        ("--pending-deprecation", warnings.pending_deprecation),
        ("--trace-uncaught", options.trace_uncaught),
        ("--abort-on-uncaught-exception", options.abort_on_uncaught),
        ("--causes", options.causes),
        ("--preserve-symlinks", options.preserve_symlinks),
        ("--preserve-symlinks-main", options.preserve_symlinks_main),
        ("--expose-gc", options.expose_gc),
        ("--insecure-http-parser", options.insecure_http_parser),
    ];
    let values = ctx.object();
    for (name, set) in flags {
        values.set(ctx, name, ctx.boolean(set))?;
    }
    values.set(ctx, "--disable-warning", strings(ctx, &warnings.disabled)?)?;
    values.set(ctx, "--conditions", strings(ctx, &options.conditions)?)?;
    let kind = &options.loop_kind;
    let mode = match options.unhandled_rejections.unwrap_or(kind.unhandled_rejections) {
        UnhandledRejections::Throw => "throw",
        UnhandledRejections::Strict => "strict",
        UnhandledRejections::Warn => "warn",
        UnhandledRejections::None => "none",
        UnhandledRejections::WarnWithErrorCode => "warn-with-error-codes",
        UnhandledRejections::WarnUnlessHeard => "warn-unless-heard",
    };
    values.set(ctx, "--unhandled-rejections", ctx.string(mode))?;
    let limit = options.stack_trace_limit.map_or(ctx.undefined(), |limit| ctx.number(limit.into()));
    values.set(ctx, "--stack-trace-limit", limit)?;
    let head_size = ctx.number(options.max_http_header_size.into());
    values.set(ctx, "--max-http-header-size", head_size)?;
    for (name, flag) in &options.named {
        let value = match flag {
            NamedFlag::On => ctx.boolean(true),
            NamedFlag::Off => ctx.boolean(false),
            NamedFlag::Number(number) => ctx.number(*number),
            NamedFlag::Text(text) => ctx.string(text),
            NamedFlag::List(texts) => strings(ctx, texts)?.into(),
        };
        values.set(ctx, format!("--{name}"), value)?;
    }
    Ok(values)
}

/// What stands for the file of a worker that was given as text.
pub(crate) const WORKER_TEXT: &str = "[worker eval]";

fn entry<'js>(ctx: Ctx<'js>, options: &Options) -> JsResult<'js, Object<'js>> {
    let entry = ctx.object();
    let kind = match &options.entry {
        Entry::File(path) => {
            // Absolute, so that the loader need not ask for the working directory; a folder that is gone is told later.
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            entry.set(ctx, "path", ctx.string(&path.to_string_lossy()))?;
            "file"
        }
        Entry::Check(path) => {
            entry.set(ctx, "path", ctx.string(&path.to_string_lossy()))?;
            "check"
        }
        Entry::Eval { source, print } => {
            entry.set(ctx, "source", ctx.string(source))?;
            entry.set(ctx, "print", ctx.boolean(*print == PrintResult::Yes))?;
            if options.thread_id != 0 {
                entry.set(ctx, "name", ctx.string(WORKER_TEXT))?;
            }
            "eval"
        }
        Entry::Url(url) => {
            entry.set(ctx, "url", ctx.string(url))?;
            "url"
        }
        Entry::Interactive { source } => {
            if let Some(source) = source {
                entry.set(ctx, "source", ctx.string(source))?;
            }
            "interactive"
        }
        Entry::Stdin => "stdin",
        Entry::Tests => "tests",
        Entry::Watched(path) => {
            entry.set(ctx, "path", ctx.string(&path.to_string_lossy()))?;
            "watched"
        }
    };
    entry.set(ctx, "kind", ctx.string(kind))?;
    if let Some(entry_type) = options.entry_type {
        let name = match entry_type {
            EntryType::CommonJs => "commonjs",
            EntryType::Module => "module",
        };
        entry.set(ctx, "type", ctx.string(name))?;
    }
    if let Some(input_type) = options.input_type {
        let name = match input_type {
            InputType::CommonJs => "commonjs",
            InputType::Module => "module",
            InputType::CommonJsTypeScript => "commonjs-typescript",
            InputType::ModuleTypeScript => "module-typescript",
        };
        entry.set(ctx, "inputType", ctx.string(name))?;
    }
    Ok(entry)
}

fn loop_kind<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let options = &environment.options;
    let kind = &options.loop_kind;
    let object = ctx.object();
    object.set(ctx, "isWindow", ctx.boolean(kind.world == World::Window))?;
    object.set(ctx, "drainsPerBatch", ctx.boolean(kind.drain == Drain::PerBatch))?;
    let await_turns = match kind.awaits {
        Awaits::OneTurn => 1,
        Awaits::ThreeTurns => 3,
    };
    let reads_in_pool = kind.module_files == ModuleFiles::InPool;
    object.set(ctx, "readsModulesInPool", ctx.boolean(reads_in_pool))?;
    object.set(ctx, "awaitTurns", ctx.int32(await_turns))?;
    let facts = [
        ("closesIteratorsOnRejection", kind.sync_iterators == SyncIterators::ClosedOnRejection),
        ("warnsOfEveryDuration", kind.duration_warnings == DurationWarnings::All),
        ("milestonesAreTasks", kind.page.milestones_are_tasks),
        ("portsQueueOneTask", kind.page.ports_queue_one_task),
        ("messagesWaitForLoad", kind.page.messages_wait_for_load),
    ];
    for (name, holds) in facts {
        object.set(ctx, name, ctx.boolean(holds))?;
    }
    if kind.world == World::Window {
        object.set(ctx, "clockStepUs", ctx.number(kind.page.clock_step_us.into()))?;
        let isolated = ctx.number(kind.page.isolated_clock_step_us.into());
        object.set(ctx, "isolatedClockStepUs", isolated)?;
    }
    object.set(ctx, "isVirtualTime", ctx.boolean(options.time == Time::Virtual))?;
    object.set(ctx, "nodeGlobals", ctx.boolean(options.node_globals))?;
    object.set(ctx, "frameRateHz", ctx.number(options.frame_rate_hz))?;
    let phase_ms = options.frame_phase_ms.map_or(ctx.undefined(), |ms| ctx.number(ms));
    object.set(ctx, "framePhaseMs", phase_ms)?;
    let absent: Vec<&str> = kind.era.lacks().collect();
    if !absent.is_empty() {
        object.set(ctx, "absentGlobals", strings(ctx, &absent)?)?;
    }
    if kind.world == World::Window {
        object.set(ctx, "choices", page_choices(ctx, environment)?)?;
    }
    Ok(object)
}

/// How a page's frames and queues are decided. Each question is asked here, once; which queue is served, if that is to be
/// asked every time, by the function `task`.
fn page_choices<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let choices = ctx.object();
    if environment.options.frame_phase_ms.is_none()
        && let Some(answer) = environment.answer(&ChoicePoint::FRAME)
    {
        choices.set(ctx, "frame", ctx.string(answer))?;
    }
    if let Some(answer) = environment.answer(&ChoicePoint::QUEUES) {
        choices.set(ctx, "queues", ctx.string(answer))?;
    }
    if !environment.lp.chooser().is_quiet() {
        let task = ctx.function("task", |ctx, args| {
            let ready = args.at(0).as_number().unwrap_or(0.0) as usize;
            let chosen = Environment::of(ctx).lp.chooser().choose(choices::TASK, ready);
            Ok(ctx.number(chosen as f64))
        });
        choices.set(ctx, "task", task)?;
    }
    Ok(choices)
}

/// An array of strings.
pub(crate) fn strings<'js, T: AsRef<str>>(
    ctx: Ctx<'js>,
    texts: &[T],
) -> JsResult<'js, Object<'js>> {
    let array = ctx.array(&[])?;
    for (index, text) in texts.iter().enumerate() {
        let value: Value<'js> = ctx.string(text.as_ref());
        array.set_index(ctx, index as u32, value)?;
    }
    Ok(array)
}
