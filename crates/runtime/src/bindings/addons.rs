//! Native addons: `process.dlopen`, and what addons need of the runtime.

use std::ffi::CString;
use std::rc::Rc;

use roundel_jsc::{Arguments, Ctx, Exception, JsResult, Object, Value};
use roundel_loop::{EventLoop, Origin};
use roundel_napi::{Addons, Callback, Host, Request};

use crate::environment::Environment;

/// As in `dlfcn.h`.
const RTLD_LAZY: i32 = 1;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    binding.set(ctx, "RTLD_LAZY", RTLD_LAZY)?;
    binding.set(ctx, "invoke", Addons::invoke(ctx))?;
    binding.set(ctx, "load", ctx.function("load", load))?;
    let external = ctx.function("external", |ctx, args| {
        let address = Addons::external(ctx, args.at(0)).map(|address| format!("{address:x}"));
        Ok(address.map_or_else(Value::undefined, |address| ctx.string(&address)))
    });
    binding.set(ctx, "external", external)?;
    Ok(binding)
}

/// `load(path, flags, url, exports, operations)`
fn load<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let path = args.at(0).to_rust_string(ctx)?;
    let Ok(path) = CString::new(path) else {
        return Ok(ctx.string("the path of an addon has no NUL in it"));
    };
    let url = args.at(2).to_rust_string(ctx)?;
    let known = environment.addons.borrow().clone();
    let addons = match known {
        Some(addons) => addons,
        None => {
            let operations = args.at(4).to_object(ctx)?;
            let host: Rc<dyn Host> = environment.clone();
            let addons = Rc::new(Addons::new(ctx, host, operations)?);
            environment.addons.replace(Some(addons.clone()));
            addons
        }
    };
    let request = Request { path: &path, flags: args.at(1).to_int32(ctx)?, url: &url };
    match addons.load(ctx, &request, args.at(3)) {
        Ok(exports) => Ok(ctx.array(&[exports?])?.into()),
        Err(error) => Ok(ctx.string(&error.to_string())),
    }
}

impl Environment {
    /// Ends the addons, of which one may still call: their hooks and finalizers run, scripts do not.
    pub(crate) fn close_addons(&self) {
        let addons = self.addons.take();
        if let Some(addons) = addons {
            self.context.enter(|ctx| addons.close(ctx));
        }
    }
}

impl Host for Environment {
    fn event_loop(&self) -> &EventLoop {
        &self.lp
    }

    fn callback(&self, body: Callback<'_>) {
        Environment::callback(self, body);
    }

    fn report_uncaught<'js>(&self, ctx: Ctx<'js>, exception: Exception<'js>) {
        Environment::report_uncaught(self, ctx, exception);
    }

    fn has_ended(&self) -> bool {
        Environment::has_ended(self)
    }

    fn node_version(&self) -> [u32; 3] {
        let mut parts =
            self.options.loop_kind.era.node.split('.').map(|part| part.parse().unwrap_or(0));
        std::array::from_fn(|_| parts.next().unwrap_or(0))
    }

    fn origin(&self, label: &'static str) -> Origin {
        Environment::origin(self, label)
    }
}
