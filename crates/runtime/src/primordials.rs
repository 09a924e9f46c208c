//! The intrinsics as they were before any program ran.
//!
//! What they are called and what is made of them is the plan of `primordial_plan.rs`; here it is carried out. Reading
//! an intrinsic through the C API costs a fifth of what a script that does the same costs to compile and run.

use std::borrow::Cow;
use std::cell::Cell;

use roundel_jsc::{
    Attributes, Ctx, Exception, Function, JsResult, JsString, Object, Persistent, Value,
};

use crate::primordial_plan::{Capture, GroupSet, Making, Owner, Place, Plan};

pub(crate) struct Primordials {
    plan: Plan,
    /// The object that builtins take them from.
    object: Persistent,
    /// An array of the intrinsics, in the order of the plan.
    captured: Persistent,
    /// `Reflect.apply`.
    apply: Persistent,
    installed: Cell<GroupSet>,
}

impl Primordials {
    /// Reads the intrinsics. Must run before any script but those that give a realm what its engine lacks.
    pub(crate) fn capture<'js>(ctx: Ctx<'js>, plan: Plan) -> JsResult<'js, Primordials> {
        add_missing_symbols(ctx)?;
        let realm = Realm::new(ctx)?;
        let captured = ctx.array(&[])?;
        let mut owner: Option<Looked<'js>> = None;
        for (index, capture) in plan.captures.iter().enumerate() {
            if owner.as_ref().is_none_or(|looked| looked.owner != capture.owner) {
                owner = Some(realm.look(ctx, capture.owner)?);
            }
            if let Some(owner) = &owner {
                captured.set_index(ctx, index as u32, realm.read(ctx, owner, capture)?)?;
            }
        }
        let object = ctx.object();
        object.set_prototype(ctx, ctx.null());
        let reflect = ctx.global().get(ctx, "Reflect")?.to_object(ctx)?;
        Ok(Primordials {
            object: Persistent::new(ctx, object),
            captured: Persistent::new(ctx, captured),
            apply: Persistent::new(ctx, reflect.get(ctx, "apply")?),
            plan,
            installed: Cell::new(0),
        })
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) fn object<'js>(&self, ctx: Ctx<'js>) -> Value<'js> {
        self.object.get(ctx)
    }

    /// Makes the groups of `wanted` that are not there yet. `run_maker` is asked where [`Making::Maker`] says so.
    pub(crate) fn install<'js>(
        &self,
        ctx: Ctx<'js>,
        wanted: GroupSet,
        run_maker: impl Fn() -> JsResult<'js, ()>,
    ) -> JsResult<'js, ()> {
        let mut missing = wanted & !self.installed.get();
        // Set first: the maker is a builtin too.
        self.installed.set(self.installed.get() | missing);
        while missing != 0 {
            let group = &self.plan.groups[missing.trailing_zeros() as usize];
            missing &= missing - 1;
            match &group.making {
                Making::Plain(values) => self.take(ctx, values)?,
                Making::Script(source) => self.run(ctx, &group.owner, source.clone())?,
                Making::Maker(source) => {
                    self.run(ctx, &group.owner, source.clone())?;
                    run_maker()?;
                }
            }
        }
        Ok(())
    }

    fn take<'js>(&self, ctx: Ctx<'js>, values: &[(Cow<'static, str>, u32)]) -> JsResult<'js, ()> {
        let object = self.object(ctx).to_object(ctx)?;
        let captured = self.captured.get(ctx).to_object(ctx)?;
        for (name, at) in values {
            object.set(ctx, &**name, captured.get_index(ctx, *at)?)?;
        }
        Ok(())
    }

    fn run<'js>(&self, ctx: Ctx<'js>, owner: &str, source: Cow<'static, str>) -> JsResult<'js, ()> {
        // The name that stacks know uncurried functions by, to leave them out.
        let url = JsString::new("node:internal/primordials");
        let make = match source {
            Cow::Borrowed(source) => ctx.evaluate_static(source, &url)?,
            Cow::Owned(source) => ctx.evaluate(&JsString::new(&source), &url, 1)?,
        };
        let Some(make) = make.as_function(ctx) else {
            return ctx.throw(&format!("the primordials of {owner} are not made by a function"));
        };
        make.call(ctx, None, &[self.object(ctx), self.captured.get(ctx), self.apply.get(ctx)])?;
        Ok(())
    }
}

const FIXED: Attributes = Attributes::READ_ONLY.and(Attributes::HIDDEN).and(Attributes::PERMANENT);

/// An engine without `using` has no such symbols; the names must be the ones that programs will find.
fn add_missing_symbols<'js>(ctx: Ctx<'js>) -> JsResult<'js, ()> {
    let symbols = ctx.global().get(ctx, "Symbol")?.to_object(ctx)?;
    for name in ["dispose", "asyncDispose"] {
        if symbols.get(ctx, name)?.is_undefined() {
            let symbol = ctx.symbol(&format!("Symbol.{name}"));
            symbols.define(ctx, name, symbol, FIXED)?;
        }
    }
    Ok(())
}

const NOT_FRESH: &str = "the realm is not fresh";

/// A fresh realm, being read.
struct Realm<'js> {
    symbols: Object<'js>,
    descriptor: Function<'js>,
}

/// An owner and its prototype, `undefined` where the engine has no such thing.
struct Looked<'js> {
    owner: Owner,
    value: Value<'js>,
    prototype: Value<'js>,
}

impl<'js> Realm<'js> {
    fn new(ctx: Ctx<'js>) -> JsResult<'js, Realm<'js>> {
        let object = ctx.global().get(ctx, "Object")?.to_object(ctx)?;
        let descriptor = object.get(ctx, "getOwnPropertyDescriptor")?.as_function(ctx);
        Ok(Realm {
            symbols: ctx.global().get(ctx, "Symbol")?.to_object(ctx)?,
            descriptor: descriptor.ok_or_else(|| Exception::error(ctx, NOT_FRESH))?,
        })
    }

    fn look(&self, ctx: Ctx<'js>, owner: Owner) -> JsResult<'js, Looked<'js>> {
        let global = ctx.global();
        let value = match owner {
            Owner::Realm => global.into(),
            Owner::Global(name) => global.get(ctx, name)?,
            Owner::Parent(name) => global.get(ctx, name)?.to_object(ctx)?.prototype(ctx),
            Owner::IteratorOver(name) => {
                let class = global.get(ctx, name)?.as_function(ctx);
                let class = class.ok_or_else(|| Exception::error(ctx, NOT_FRESH))?;
                let iterator = class.construct(ctx, &[])?.call_method(ctx, "values", &[])?;
                let prototype = iterator.to_object(ctx)?.prototype(ctx);
                return Ok(Looked { owner, value: ctx.undefined(), prototype });
            }
        };
        Ok(Looked { owner, value, prototype: self.property(ctx, value, "prototype")? })
    }

    fn read(
        &self,
        ctx: Ctx<'js>,
        owner: &Looked<'js>,
        capture: &Capture,
    ) -> JsResult<'js, Value<'js>> {
        match capture.place {
            Place::Itself => Ok(owner.value),
            Place::Static => self.property(ctx, owner.value, &capture.key),
            Place::Prototype => Ok(owner.prototype),
            Place::Member => self.property(ctx, owner.prototype, &capture.key),
            Place::Getter if owner.prototype.is_undefined() => Ok(ctx.undefined()),
            Place::Getter => {
                let arguments = [owner.prototype, self.key(ctx, &capture.key)?];
                let descriptor = self.descriptor.call(ctx, None, &arguments)?;
                self.property(ctx, descriptor, "get")
            }
        }
    }

    fn property(&self, ctx: Ctx<'js>, of: Value<'js>, key: &str) -> JsResult<'js, Value<'js>> {
        match of.as_object(ctx) {
            None => Ok(ctx.undefined()),
            Some(object) if key.starts_with("@@") => object.get_key(ctx, self.key(ctx, key)?),
            Some(object) => object.get(ctx, key),
        }
    }

    fn key(&self, ctx: Ctx<'js>, key: &str) -> JsResult<'js, Value<'js>> {
        match key.strip_prefix("@@") {
            Some(symbol) => self.symbols.get(ctx, symbol),
            None => Ok(ctx.string(key)),
        }
    }
}
