//! Opening an addon: the system's loader, the addon's own registration, its exports.
//!
//! All symbols are bound when the file is opened, whatever the flags say: one that is missing, as those of V8 and libuv
//! are, is an error that names it, where it would otherwise end the process on its first use.
//!
//! What an older addon registers in a constructor is kept for the process, as the system's loader runs a constructor once
//! in the life of a process, and the addon may be loaded again by another environment.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_int, c_void};
use std::fmt;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use roundel_jsc::{Ctx, Function, JsResult, Object, Value};

use crate::cleanup::Hook;
use crate::env::{Env, EnvPointer};
use crate::finalizers::Carried;
use crate::functions;
use crate::host::Host;
use crate::shared::Shared;
use crate::symbols;
use crate::types::{ApiVersion, Handle, Module, RegisterModule};
use crate::versions::{EXPERIMENTAL, NODE_API};

/// Why an addon was not loaded, in the words that a program is told.
#[derive(Debug)]
pub struct LoadError(pub String);

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LoadError {}

/// The addons of one environment.
pub struct Addons {
    shared: Rc<Shared>,
}

/// What to open.
pub struct Request<'a> {
    pub path: &'a CStr,
    /// Those of `dlopen`.
    pub flags: i32,
    /// The file as a URL, which the addon may ask for.
    pub url: &'a str,
}

impl Addons {
    /// `operations` is what `internal/addons/operations.js` exports.
    pub fn new<'js>(
        ctx: Ctx<'js>,
        host: Rc<dyn Host>,
        operations: Object<'js>,
    ) -> JsResult<'js, Addons> {
        Ok(Addons { shared: Shared::new(ctx, host, operations)? })
    }

    /// The function that functions of addons call: `invoke(state, this, newTarget, ...args)`.
    pub fn invoke(ctx: Ctx<'_>) -> Function<'_> {
        ctx.function("invoke", functions::invoke)
    }

    /// The address inside an external; `None` for any other value.
    pub fn external<'js>(ctx: Ctx<'js>, value: Value<'js>) -> Option<usize> {
        let carried = value.as_object(ctx)?.private::<Carried>()?;
        Some(carried.data.0.addr())
    }

    /// Opens an addon and gives what it exports, which may be another value than the object it was given.
    pub fn load<'js>(
        &self,
        ctx: Ctx<'js>,
        request: &Request<'_>,
        exports: Value<'js>,
    ) -> Result<JsResult<'js, Value<'js>>, LoadError> {
        symbols::keep();
        let library = Library::open(request)?;
        let Some(register) = library.register() else {
            let path = request.path.to_string_lossy();
            return Err(LoadError(format!("Module did not self-register: '{path}'.")));
        };
        let version = library.api_version();
        if version > NODE_API && version != EXPERIMENTAL {
            return Err(LoadError(format!(
                "{} requires Node-API version {version}, but this version of Node.js only supports version {NODE_API} \
                 add-ons.",
                request.path.to_string_lossy()
            )));
        }
        let Some(context) = ctx.context() else {
            return Err(LoadError("addons are loaded into the main context only".to_owned()));
        };
        let url = CString::new(request.url.replace('\0', "")).unwrap_or_default();
        let env = Env::new(ctx, context, &self.shared, version, url);
        self.shared.hooks.borrow_mut().push(Hook::Env(env.clone()));
        let call = |pointer: EnvPointer| {
            let exports = env.handle(ctx, exports);
            // SAFETY: the function that the addon names for this, called as the interface says. The library stays open.
            unsafe { register(pointer, exports) }
        };
        let made = env.visit(ctx, call, |made: Handle| env.value(ctx, made));
        Ok(made.map(|made| made.filter(|made| !made.is_undefined()).unwrap_or(exports)))
    }

    /// Ends all addons: hooks, then finalizers. Scripts do not run.
    pub fn close(&self, ctx: Ctx<'_>) {
        self.shared.clean_up(ctx);
    }
}

/// A library that stays open for the life of the process: nobody knows when its last function was called.
struct Library {
    handle: *mut c_void,
}

/// What constructors of addons have registered, by library.
static REGISTERED: Mutex<BTreeMap<usize, RegisterModule>> = Mutex::new(BTreeMap::new());

thread_local! {
    /// What the constructor of the library that is being opened has registered.
    static REGISTERING: Cell<Option<RegisterModule>> = const { Cell::new(None) };
}

impl Library {
    fn open(request: &Request<'_>) -> Result<Library, LoadError> {
        REGISTERING.set(None);
        let is_lazy = request.flags & libc::RTLD_LAZY != 0;
        let now = if is_lazy { libc::RTLD_NOW } else { 0 };
        // The engine brings libraries along, GLib among them, and an addon may bring its own copies: they come first.
        let flags: c_int = request.flags & !libc::RTLD_LAZY | now | libc::RTLD_DEEPBIND;
        // SAFETY: a terminated path. What the constructors of the library do is the addon's.
        let handle = unsafe { libc::dlopen(request.path.as_ptr(), flags) };
        if handle.is_null() {
            return Err(LoadError(loader_says()));
        }
        if let Some(register) = REGISTERING.take() {
            let mut registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
            registered.insert(handle.addr(), register);
        }
        Ok(Library { handle })
    }

    fn symbol(&self, name: &CStr) -> Option<*mut c_void> {
        // SAFETY: an open library and a terminated name.
        let symbol = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        (!symbol.is_null()).then_some(symbol)
    }

    fn register(&self) -> Option<RegisterModule> {
        if let Some(symbol) = self.symbol(c"napi_register_module_v1") {
            // SAFETY: the name stands for this type in the interface.
            return Some(unsafe { std::mem::transmute::<*mut c_void, RegisterModule>(symbol) });
        }
        let registered = REGISTERED.lock().unwrap_or_else(PoisonError::into_inner);
        registered.get(&self.handle.addr()).copied()
    }

    fn api_version(&self) -> i32 {
        let Some(symbol) = self.symbol(c"node_api_module_get_api_version_v1") else {
            return DEFAULT_VERSION;
        };
        // SAFETY: the name stands for this type in the interface; it only answers.
        let version = unsafe { std::mem::transmute::<*mut c_void, ApiVersion>(symbol)() };
        version.max(DEFAULT_VERSION)
    }
}

/// That of an addon which does not say.
const DEFAULT_VERSION: i32 = 8;

/// The reason of the last failure.
fn loader_says() -> String {
    // SAFETY: the text belongs to the thread until its next call of the loader, and is copied before.
    unsafe {
        let text = libc::dlerror();
        if text.is_null() {
            return "the system's loader does not say why".to_owned();
        }
        CStr::from_ptr(text).to_string_lossy().into_owned()
    }
}

/// Called by constructors of addons, while they are opened.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_module_register(module: crate::pointers::In<Module>) {
    if let Ok(register) = module.map(|module| module.register) {
        REGISTERING.set(register);
    }
}
