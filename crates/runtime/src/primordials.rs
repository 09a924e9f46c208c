//! The intrinsics as they were before any program ran.
//!
//! What they are called and what is made of them is the plan of `primordial_plan.rs`; here it is carried out. Reading
//! an intrinsic through the C API costs a fifth of what a script that does the same costs to compile and run.

use std::borrow::Cow;
use std::cell::Cell;

use roundel_jsc::{
    Attributes, Ctx, Exception, Function, JsResult, JsString, Object, Persistent, Value,
};

use crate::primordial_plan::{Capture, GroupSet, MADE, Owner, Place, Plan};

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
        let realm = Realm::new(ctx, &plan.hidden)?;
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

    /// Makes the groups of `wanted` that are not there yet. `run_maker` runs the builtin that completes the group
    /// [`MADE`].
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
            // The name that stacks know uncurried functions by, to leave them out.
            let url = JsString::new("node:internal/primordials");
            let make = evaluate(ctx, &group.source, &url)?;
            let arguments = [self.object(ctx), self.captured.get(ctx), self.apply.get(ctx)];
            make.call(ctx, None, &arguments)?;
            if group.owner == MADE {
                run_maker()?;
            }
        }
        Ok(())
    }
}

fn evaluate<'js>(
    ctx: Ctx<'js>,
    source: &Cow<'static, str>,
    url: &JsString,
) -> JsResult<'js, Function<'js>> {
    let value = match source {
        Cow::Borrowed(source) => ctx.evaluate_static(source, url)?,
        Cow::Owned(source) => ctx.evaluate(&JsString::new(source), url, 1)?,
    };
    value.as_function(ctx).ok_or_else(|| Exception::error(ctx, "a group is no function"))
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

/// A fresh realm, being read.
struct Realm<'js> {
    hidden: Object<'js>,
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
    fn new(ctx: Ctx<'js>, hidden: &str) -> JsResult<'js, Realm<'js>> {
        let object = ctx.global().get(ctx, "Object")?.to_object(ctx)?;
        let descriptor = object.get(ctx, "getOwnPropertyDescriptor")?.as_function(ctx);
        Ok(Realm {
            hidden: ctx.eval(hidden)?.to_object(ctx)?,
            symbols: ctx.global().get(ctx, "Symbol")?.to_object(ctx)?,
            descriptor: descriptor
                .ok_or_else(|| Exception::error(ctx, "the realm is not fresh"))?,
        })
    }

    fn look(&self, ctx: Ctx<'js>, owner: Owner) -> JsResult<'js, Looked<'js>> {
        let value = match owner {
            Owner::Realm => ctx.global().into(),
            Owner::Global(name) => ctx.global().get(ctx, name)?,
            Owner::Hidden(index) => self.hidden.get_index(ctx, index)?,
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
