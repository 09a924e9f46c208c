//! Start-up: engine options, the builtin loader, the entry points.

use std::borrow::Cow;
use std::rc::Rc;

use roundel_jsc::options::Configuration;
use roundel_jsc::{Ctx, Exception, JsResult, JsString, Object, Value};

use crate::bindings;
use crate::builtins;
use crate::door::EntryPoints;
use crate::environment::Environment;
use crate::loops::World;
use crate::primordial_plan::MAKER;
use crate::primordials::Primordials;
use crate::virtual_time;

/// A file whose frames no stack shows.
pub(crate) const HIDDEN_FILE: &str = "node:internal/primordials";

/// How much a fresh machine allocates before its first collection.
const FIRST_HEAP_BYTES: u32 = 4 * 1024 * 1024;

/// How much bytecode a function may have that the engine's last compiler inlines: as much as its first one allows. At its own
/// limit, twice that, short programs pay more for that compiler's work than they ever get back, a quarter of all their time
/// where streams are piped, and long ones are no faster.
const INLINED_BYTECODE_COST: u32 = 80;

/// Sets the options of the engine, which are read when the first machine of the process starts. They are the process's:
/// those of the first environment hold for every other.
pub(crate) fn configure_engine() {
    // Another environment may have configured the process already.
    let _ = roundel_jsc::options::configure(set_switches);
}

/// What an engine does by itself on other threads, and what has it done on the one there is.
const ALONE: [(&str, bool); 2] = [("useConcurrentJIT", false), ("useConcurrentGC", false)];

/// The same, for a process that is to be copied: the engine is to have no thread of its own. False if it insists.
pub(crate) fn configure_engine_alone() -> bool {
    let is_alone = roundel_jsc::options::configure(|engine| {
        set_switches(engine);
        roundel_jsc::options::disable_scavenger()
            && engine.set_u32("numberOfGCMarkers", 1).is_ok()
            && ALONE.iter().all(|(name, value)| engine.set_bool(name, *value).is_ok())
    });
    is_alone == Ok(true)
}

fn set_switches(engine: &Configuration) {
    let switches = [
        // Proper tail calls drop frames that Node shows.
        ("useTailCalls", false),
        ("useSharedArrayBuffer", true),
        ("useTemporal", true),
        // What Node 26 has and the engine keeps behind a switch, and the other way round.
        ("useIteratorSequencing", true),
        ("useExplicitResourceManagement", true),
        ("useMathSumPreciseMethod", false),
    ];
    for (name, value) in switches {
        // An engine that no longer has an option is used as it is.
        let _ = engine.set_bool(name, value);
    }
    // The heap that the engine first collects at: with its own megabyte, loading `http` would be collected once, three
    // milliseconds for nothing, as all of it is alive.
    let _ = engine.set_u32("smallHeapSize", FIRST_HEAP_BYTES);
    let inlined = "maximumFunctionForCallInlineCandidateBytecodeCostForFTL";
    let _ = engine.set_u32(inlined, INLINED_BYTECODE_COST);
}

/// Loads the bootstrap and takes its entry points.
pub(crate) fn start(ctx: Ctx<'_>, environment: &Rc<Environment>) -> Result<(), String> {
    environment.install_handles();
    environment.update_now();
    environment.observe().map_err(|error| error.to_string())?;
    environment.take_pristine(ctx).map_err(|exception| describe(ctx, exception))?;
    virtual_time::install(ctx, environment).map_err(|exception| describe(ctx, exception))?;
    ctx.use_standard_finally(HIDDEN_FILE).map_err(|exception| describe(ctx, exception))?;
    let plan = builtins::primordials();
    let primordials =
        Primordials::capture(ctx, plan).map_err(|exception| describe(ctx, exception))?;
    // Set once, here.
    let _ = environment.primordials.set(primordials);
    let points = load(ctx).map_err(|exception| describe(ctx, exception))?;
    // Set once, here.
    let _ = environment.entry_points.set(points);
    Ok(())
}

fn load<'js>(ctx: Ctx<'js>) -> JsResult<'js, EntryPoints> {
    let natives = ctx.object();
    let compile = ctx.function("compile", |ctx, args| {
        let id = args.at(0).to_rust_string(ctx)?;
        compile_builtin(ctx, &id)
    });
    natives.set(ctx, "compile", compile)?;
    let binding = ctx.function("binding", |ctx, args| {
        let name = args.at(0).to_rust_string(ctx)?;
        match bindings::create(ctx, &Environment::of(ctx), &name) {
            Some(binding) => Ok(binding?.into()),
            None => ctx.throw(&format!("No such binding: {name}")),
        }
    });
    natives.set(ctx, "binding", binding)?;
    let is_public = ctx.function("isPublic", |ctx, args| {
        Ok(ctx.boolean(builtins::is_public(&args.at(0).to_rust_string(ctx)?)))
    });
    natives.set(ctx, "isPublic", is_public)?;
    let public_id = ctx.function("publicId", |ctx, args| {
        let specifier = args.at(0).to_rust_string(ctx)?;
        Ok(builtins::public_id(&specifier).map_or(ctx.undefined(), |id| ctx.string(id)))
    });
    natives.set(ctx, "publicId", public_id)?;
    let scheme_only_ids = ctx.function("schemeOnlyIds", |ctx, _| {
        Ok(bindings::strings(ctx, &builtins::SCHEME_ONLY)?.into())
    });
    natives.set(ctx, "schemeOnlyIds", scheme_only_ids)?;
    let public_ids = ctx.function("publicIds", |ctx, _| {
        let ids: Vec<&str> = builtins::ids().filter(|id| builtins::is_public(id)).collect();
        Ok(bindings::strings(ctx, &ids)?.into())
    });
    natives.set(ctx, "publicIds", public_ids)?;
    let bootstrap = match Environment::of(ctx).options.loop_kind.world {
        World::Node => "bootstrap/node",
        World::Window if Environment::of(ctx).options.thread_id != 0 => "bootstrap/page_worker",
        World::Window => "bootstrap/window",
    };
    natives.set(ctx, "bootstrap", ctx.string(bootstrap))?;

    let loader = compile_builtin(ctx, "bootstrap/loader")?.as_function(ctx);
    let loader = loader.ok_or_else(|| Exception::error(ctx, "the loader is missing"))?;
    let (exports, module) = (ctx.object(), ctx.object());
    module.set(ctx, "exports", exports)?;
    let primordials = primordials(&Environment::of(ctx)).object(ctx);
    let arguments: [Value<'js>; 5] =
        [exports.into(), ctx.undefined(), module.into(), natives.into(), primordials];
    loader.call(ctx, None, &arguments)?;
    let exports: Object<'js> = module.get(ctx, "exports")?.to_object(ctx)?;
    EntryPoints::new(ctx, exports)
}

fn primordials(environment: &Environment) -> &Primordials {
    // `start` sets them before it loads the first builtin.
    environment.primordials.get().expect("the primordials were captured")
}

fn compile_builtin<'js>(ctx: Ctx<'js>, id: &str) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    compile_in(ctx, &environment, primordials(&environment), id)
}

/// The function of a builtin for the global object of `ctx`, whose primordials are given; those that it uses are there when it
/// is called.
pub(crate) fn compile_in<'js>(
    ctx: Ctx<'js>,
    environment: &Environment,
    primordials: &Primordials,
    id: &str,
) -> JsResult<'js, Value<'js>> {
    if let Some(log) = environment.causes.as_ref().and_then(|causes| causes.schedule()) {
        log.loads(id);
    }
    let groups = builtins::groups(id, primordials.plan());
    primordials.install(ctx, groups, || {
        let maker = compile_in(ctx, environment, primordials, MAKER)?.as_function(ctx);
        let maker = maker.ok_or_else(|| Exception::error(ctx, "a builtin is missing"))?;
        let unused = ctx.undefined();
        maker.call(ctx, None, &[unused, unused, unused, unused, primordials.object(ctx)])?;
        Ok(())
    })?;
    let url = JsString::new(&format!("node:{id}"));
    let source = match environment.options.loop_kind.world {
        World::Node => builtins::source(id),
        // There is no global `process` that builtins could mean.
        World::Window => builtins::source(id).map(builtins::with_process),
    };
    match source {
        None => Ok(ctx.undefined()),
        Some(Cow::Borrowed(source)) => ctx.evaluate_static(source, &url),
        Some(Cow::Owned(source)) => ctx.evaluate(&JsString::new(&source), &url, 1),
    }
}

fn describe<'js>(ctx: Ctx<'js>, exception: Exception<'js>) -> String {
    let stack = exception.stack(ctx).unwrap_or_default();
    format!("start-up failed: {}\n{stack}", exception.describe(ctx))
}
