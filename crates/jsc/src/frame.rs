//! How the engine passes arguments to a function of its own kind.
//!
//! A frame is a row of words: the caller's frame, the return address, the code block, the callee,
//! the argument count (with `this`, in the low half), `this`, the arguments. That is the layout on
//! every 64-bit platform; as nothing declares it, [`layout_is_known`] has the engine call a probe
//! and looks whether the words are where they are expected.

use std::ffi::c_void;
use std::ptr;

use roundel_jsc_sys::{JSContextRef, JSObjectRef, JSValueRef};

use crate::ctx::Ctx;
use crate::encoding;
use crate::function::{self, Passed, This};
use crate::trampoline;

const CALLEE: usize = 3;
const COUNT: usize = 4;
const THIS: usize = 5;
const FIRST_ARGUMENT: usize = 6;

/// The word of the engine's visitor of stacks that is the address of the frame it is on.
pub(crate) const VISITED_FRAME: usize = 2;

/// Room for such a visitor, which is smaller.
pub(crate) const VISITOR_WORDS: usize = 64;

/// # Safety
/// `frame` must be what the engine passed to a host function that lasts for all of `'js`, called in
/// the realm of `ctx`, and `layout_is_known` must have been true.
#[inline]
pub(crate) unsafe fn arguments<'js>(ctx: Ctx<'js>, frame: *const c_void) -> Passed<'js> {
    let words: *const JSValueRef = frame.cast();
    // SAFETY: the frame has a header of six words, then as many values as the count says less one.
    unsafe {
        let callee: JSObjectRef = (*words.add(CALLEE)).cast_mut();
        let count = (*words.add(COUNT)).addr() as u32 as usize;
        let this = *words.add(THIS);
        let values = words.add(FIRST_ARGUMENT);
        Passed::from_raw(callee, This::Raw(ctx.raw(), this), count.saturating_sub(1), values)
    }
}

/// Whether `this` is a scope of the engine, which stands for "none": the call was of a plain name,
/// found in that scope. The scope types are numbered in a row that begins with the global object,
/// and a context is its global object.
///
/// # Safety
/// Context and value must be live.
pub(crate) unsafe fn is_scope(ctx: JSContextRef, value: JSValueRef) -> bool {
    const SCOPE_TYPES: u8 = 6;
    // SAFETY: both are heap cells, as the caller says and as is checked here.
    encoding::is_cell(value)
        && unsafe { cell_type(value.cast()).wrapping_sub(cell_type(ctx.cast())) < SCOPE_TYPES }
}

/// The type byte in the header of a heap cell: structure id (4 bytes), indexing type, type, flags,
/// collector state.
///
/// # Safety
/// `cell` must be a live heap cell.
pub(crate) unsafe fn cell_type(cell: *const u8) -> u8 {
    const TYPE_OFFSET: usize = 5;
    // SAFETY: the header has eight bytes.
    unsafe { ptr::read(cell.add(TYPE_OFFSET)) }
}

/// The indexing type, with the bits that share its byte.
///
/// # Safety
/// `cell` must be a live heap cell.
pub(crate) unsafe fn elements_kind(cell: *const u8) -> u8 {
    const ELEMENTS_OFFSET: usize = 4;
    // SAFETY: the header has eight bytes. Other threads of the engine lock cells by setting bits of this one, hence the
    // volatile read.
    unsafe { ptr::read_volatile(cell.add(ELEMENTS_OFFSET)) }
}

/// The structure id in the header of a heap cell.
///
/// # Safety
/// `cell` must be a live heap cell.
pub(crate) unsafe fn structure_id(cell: *const u8) -> u32 {
    // SAFETY: the header has eight bytes, and cells are aligned to sixteen.
    unsafe { ptr::read(cell.cast::<u32>()) }
}

/// Has the engine call a probe with known arguments.
pub(crate) fn layout_is_known(ctx: Ctx<'_>) -> bool {
    let probe = function::make_host_function(ctx, "probe", trampoline::probe_frame);
    let Some(probe) = probe else { return false };
    let args = [ctx.int32(-7), ctx.number(0.5), ctx.boolean(true)];
    let this = ctx.object();
    let found = probe.call(ctx, this, &args).ok().and_then(|found| found.as_bool());
    let name = probe.as_object().get(ctx, "name").ok().and_then(|name| name.as_string(ctx));
    found == Some(true) && name.is_some_and(|name| name.to_string() == "probe")
}

/// What the probe does: `true` if the frame holds what `layout_is_known` passed.
///
/// # Safety
/// `frame` must be what the engine passed to a host function.
pub(crate) unsafe fn holds_probe_arguments(frame: *const c_void) -> bool {
    let words: *const JSValueRef = frame.cast();
    let expected = [encoding::int32(-7), encoding::number(0.5), encoding::boolean(true)];
    // SAFETY: whatever these words are, they are on the stack, above the frame of this call.
    unsafe {
        encoding::is_cell(*words.add(CALLEE))
            && encoding::is_cell(*words.add(THIS))
            && (*words.add(COUNT)).addr() as u32 == 4
            && (0..3).all(|index| ptr::eq(*words.add(FIRST_ARGUMENT + index), expected[index]))
    }
}
