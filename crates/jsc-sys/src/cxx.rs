//! The few C++ functions of the library that have no counterpart in its C API.
//!
//! The library exports them for WebKit's own use. A mangled name spells out the types of all
//! parameters, so a release that changes one no longer exports the name: looking it up at run time
//! is the check that the declaration here is still true. Absent functions are `None`; what depends
//! on one says so or does without.
//!
//! All of them need the API lock ([`crate::private::JSLock`]) to be held by the calling thread.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::mem::MaybeUninit;
use std::ops::Range;

use crate::jsbase::{JSContextGroupRef, JSContextRef, JSObjectRef, JSStringRef, JSValueRef};

/// `JSC::EncodedJSValue (*)(JSC::JSGlobalObject*, JSC::CallFrame*)`: a function of the engine's own
/// kind, called without leaving the API lock. It costs a few nanoseconds where a C API callback
/// costs 110.
pub type HostFunction = unsafe extern "C" fn(global: *mut c_void, frame: *mut c_void) -> u64;

type IsShared = unsafe extern "C" fn(buffer: JSObjectRef) -> bool;
type DrainMicrotasks = unsafe extern "C" fn(vm: JSContextGroupRef);
type CreateFunction = unsafe extern "C" fn(
    vm: JSContextGroupRef,
    global: JSContextRef,
    length: c_uint,
    name: *const *const c_void,
    function: HostFunction,
    visibility: c_int,
    intrinsic: c_int,
    constructor: HostFunction,
    signature: *const c_void,
) -> JSObjectRef;

type ThrowException = unsafe extern "C" fn(
    vm: JSContextGroupRef,
    global: JSContextRef,
    value: JSValueRef,
) -> *mut c_void;
type TerminationException = unsafe extern "C" fn(vm: JSContextGroupRef) -> *mut c_void;
type ThrowCell = unsafe extern "C" fn(
    vm: JSContextGroupRef,
    global: JSContextRef,
    exception: *mut c_void,
) -> *mut c_void;
type ShareContents = unsafe extern "C" fn(contents: *const c_void, other: *mut c_void);
type VisitStack = unsafe extern "C" fn(
    visitor: *mut c_void,
    frame: *mut c_void,
    vm: JSContextGroupRef,
    skip_first: bool,
);
type SetPrototype =
    unsafe extern "C" fn(object: JSObjectRef, vm: JSContextGroupRef, prototype: JSValueRef);
type ResolveRope =
    unsafe extern "C" fn(rope: JSValueRef, global_for_errors: JSContextRef) -> *const c_void;
type NextFrame = unsafe extern "C" fn(visitor: *mut c_void);
type VisitedUrl = unsafe extern "C" fn(frame: *const c_void) -> Indirect;
type Address = unsafe extern "C" fn() -> *mut c_void;
type StringOf = unsafe extern "C" fn(string: JSStringRef) -> Indirect;
type TryCreateString = unsafe extern "C" fn(string: *mut *const c_void) -> Indirect;

/// A C++ object of one word with a destructor. Such an object is returned through memory that the
/// caller provides, and so is, in C's own rules, a structure of more than two words: declaring this
/// one makes the two calls alike on every platform. Only the first word is written.
#[repr(C)]
pub struct Indirect {
    pub word: MaybeUninit<*const c_void>,
    _unused: [MaybeUninit<*const c_void>; 2],
}

/// What the installed library exports.
#[derive(Clone, Copy)]
pub struct Cxx {
    /// `JSC::VM::drainMicrotasks()`
    pub drain_microtasks: Option<DrainMicrotasks>,
    /// `JSC::JSFunction::create(VM&, JSGlobalObject*, unsigned, const String&, NativeFunction, …)`
    pub create_function: Option<CreateFunction>,
    /// `JSC::callHostFunctionAsConstructor(JSGlobalObject*, CallFrame*)`: throws what `new` of a
    /// plain function throws.
    pub call_as_constructor: Option<HostFunction>,
    /// `JSC::VM::throwException(JSGlobalObject*, JSValue)`: how a host function throws.
    pub throw_exception: Option<ThrowException>,
    /// `JSC::VM::ensureTerminationException()`: the exception that no script can catch.
    pub termination_exception: Option<TerminationException>,
    /// `JSC::VM::throwException(JSGlobalObject*, Exception*)`: throws what was thrown before.
    pub throw_cell: Option<ThrowCell>,
    /// `OpaqueJSString::string() const`: a `WTF::String` with a reference of its own.
    pub string_of: Option<StringOf>,
    /// `OpaqueJSString::tryCreate(WTF::String&&)`: takes that reference back into a C API string.
    pub try_create_string: Option<TryCreateString>,
    /// `JSC::ArrayBufferContents::shareWith(ArrayBufferContents&)`: makes the other one an owner of the
    /// same shared memory, after it has let go of its own.
    pub share_contents: Option<ShareContents>,
    /// `JSC::JSArrayBuffer::isShared() const`
    pub is_shared_buffer: Option<IsShared>,
    /// `JSC::StackVisitor::StackVisitor(CallFrame*, VM&, bool)`: puts the visitor on a frame.
    pub visit_stack: Option<VisitStack>,
    /// `JSC::StackVisitor::gotoNextFrame()`: puts it on the caller's.
    pub next_frame: Option<NextFrame>,
    /// `JSC::StackVisitor::Frame::sourceURL() const`: a `WTF::String` with a reference of its own. The frame is what a
    /// visitor begins with.
    pub visited_url: Option<VisitedUrl>,
    /// `JSC::startOfFixedExecutableMemoryPoolImpl()`
    pub compiled_start: Option<Address>,
    /// `JSC::endOfFixedExecutableMemoryPoolImpl()`
    pub compiled_end: Option<Address>,
    /// `JSC::JSObject::setPrototypeDirect(VM&, JSValue)`: without asking the object whether it may.
    pub set_prototype: Option<SetPrototype>,
    /// `JSC::JSRopeString::resolveRope(JSGlobalObject*) const`: puts a rope together in its own cell.
    /// Without a global object it stays one where there is no memory.
    pub resolve_rope: Option<ResolveRope>,
}

impl Cxx {
    /// Where the engine's compilers put code; `None` if they are off, or not known to put it into one place.
    pub fn compiled_code(&self) -> Option<Range<usize>> {
        let (start, end) = (self.compiled_start?, self.compiled_end?);
        // SAFETY: both read a number that is set when the first machine is made.
        let range = unsafe { start().addr()..end().addr() };
        (range.start != 0 && !range.is_empty()).then_some(range)
    }
}

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, symbol: *const c_char) -> *mut c_void;
}

/// Looks the functions up in the libraries of this process.
pub fn load() -> Cxx {
    // SAFETY: each name is the mangled form of exactly the C++ signature that the field's type
    // mirrors.
    unsafe {
        Cxx {
            drain_microtasks: find(c"_ZN3JSC2VM15drainMicrotasksEv"),
            create_function: find(
                c"_ZN3JSC10JSFunction6createERNS_2VMEPNS_14JSGlobalObjectEjRKN3WTF6StringENS5_11FunctionPtrILNS5_6PtrTagE1EFlS4_PNS_9CallFrameEELNS5_18FunctionAttributesE2EEENS_24ImplementationVisibilityENS_9IntrinsicESF_PKNS_6DOMJIT9SignatureE",
            ),
            call_as_constructor: find(
                c"_ZN3JSC29callHostFunctionAsConstructorEPNS_14JSGlobalObjectEPNS_9CallFrameE",
            ),
            throw_exception: find(
                c"_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE",
            ),
            termination_exception: find(c"_ZN3JSC2VM26ensureTerminationExceptionEv"),
            throw_cell: find(
                c"_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectEPNS_9ExceptionE",
            ),
            string_of: find(c"_ZNK14OpaqueJSString6stringEv"),
            try_create_string: find(c"_ZN14OpaqueJSString9tryCreateEON3WTF6StringE"),
            share_contents: find(c"_ZN3JSC19ArrayBufferContents9shareWithERS0_"),
            is_shared_buffer: find(c"_ZNK3JSC13JSArrayBuffer8isSharedEv"),
            visit_stack: find(c"_ZN3JSC12StackVisitorC1EPNS_9CallFrameERNS_2VMEb"),
            next_frame: find(c"_ZN3JSC12StackVisitor13gotoNextFrameEv"),
            visited_url: find(c"_ZNK3JSC12StackVisitor5Frame9sourceURLEv"),
            compiled_start: find(c"_ZN3JSC36startOfFixedExecutableMemoryPoolImplEv"),
            compiled_end: find(c"_ZN3JSC34endOfFixedExecutableMemoryPoolImplEv"),
            set_prototype: find(c"_ZN3JSC8JSObject18setPrototypeDirectERNS_2VMENS_7JSValueE"),
            resolve_rope: find(c"_ZNK3JSC12JSRopeString11resolveRopeEPNS_14JSGlobalObjectE"),
        }
    }
}

/// `WTF::initializeMainThread()`: makes the calling thread the one whose run loop the engine calls the
/// main one, the first time that it is called in the process.
pub fn initialize_main_thread() {
    // SAFETY: the name is that of a function without parameters and result.
    let initialize: Option<unsafe extern "C" fn()> =
        unsafe { find(c"_ZN3WTF20initializeMainThreadEv") };
    if let Some(initialize) = initialize {
        // SAFETY: it may be called at any time and from any thread, and does something once.
        unsafe { initialize() };
    }
}

/// `WTF::fastDisableScavenger()`: ends the allocator's own thread, or keeps it from starting, for good. False if the library
/// does not export it.
pub fn disable_scavenger() -> bool {
    // SAFETY: the name is that of a function without parameters and result.
    let disable: Option<unsafe extern "C" fn()> =
        unsafe { find(c"_ZN3WTF20fastDisableScavengerEv") };
    if let Some(disable) = disable {
        // SAFETY: it may be called at any time and from any thread.
        unsafe { disable() };
    }
    disable.is_some()
}

/// # Safety
/// `F` must be the function-pointer type of the symbol `name`.
pub(crate) unsafe fn find<F: Copy>(name: &CStr) -> Option<F> {
    assert!(size_of::<F>() == size_of::<*mut c_void>());
    // SAFETY: RTLD_DEFAULT searches what is loaded; dlsym(3) reads the name and nothing else.
    let symbol = unsafe { dlsym(RTLD_DEFAULT, name.as_ptr()) };
    if symbol.is_null() {
        return None;
    }
    // SAFETY: the sizes are equal, the pointer is a function's, and the caller vouches for its
    // type.
    Some(unsafe { std::mem::transmute_copy::<*mut c_void, F>(&symbol) })
}

const RTLD_DEFAULT: *mut c_void = std::ptr::null_mut();
