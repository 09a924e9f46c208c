//! Where the bytes of a `Uint8Array` are, read from its cell.
//!
//! The C API tells the same in five calls of 30 to 60 ns, of which the first gives the array a buffer of its own and pins that.
//! Behind its header and its properties a view's cell has the address of the first element, the number of elements, the
//! offset in the buffer and the mode, which says whether there is a buffer: small arrays have none, nor have large ones until
//! somebody asks for it. Where there is one, its address stands before the properties.
//!
//! [`probe`] looks whether that is so, at arrays it knows everything about. The arrays of an engine that is made in another
//! way, those with a buffer that is shared or can be resized, and those of other elements are left to the C API.

use std::ptr;
use std::sync::OnceLock;

use roundel_jsc_sys::{JSObjectRef, JSValueRef};

use crate::buffer::{ArrayBuffer, ElementType, TypedArray};
use crate::bytes::sealed::Memory;
use crate::ctx::Ctx;
use crate::encoding;
use crate::frame;
use crate::options;
use crate::shared_memory::Implementation;

const PROPERTIES: usize = 1;
const ADDRESS: usize = 2;
const LENGTH: usize = 3;
const OFFSET: usize = 4;
const MODE: usize = 5;
const WORDS: usize = 6;

/// What cells look like in this engine.
#[derive(Clone, Copy)]
struct Layout {
    /// The type byte of a `Uint8Array`.
    cell_type: u8,
    /// The modes of arrays without a buffer, small and large ones.
    without_buffer: [u8; 2],
    /// The mode of those with a buffer that has one length.
    with_buffer: u8,
}

static LAYOUT: OnceLock<Option<Layout>> = OnceLock::new();

/// Finds out what cells look like. To be called before any script runs, and needed once a process.
pub(crate) fn probe(ctx: Ctx<'_>) {
    LAYOUT.get_or_init(|| if options::uses_c_api_only() { None } else { find(ctx) });
}

/// Whether cells look as this file thinks they do, and buffers as `shared_memory.rs` does.
pub(crate) fn is_known() -> bool {
    LAYOUT.get().is_some_and(Option::is_some)
}

#[inline]
fn layout_for(value: JSValueRef) -> Option<Layout> {
    let layout = (*LAYOUT.get()?)?;
    // SAFETY: a live heap cell.
    let is_ours =
        encoding::is_cell(value) && unsafe { frame::cell_type(value.cast()) } == layout.cell_type;
    is_ours.then_some(layout)
}

/// True for a `Uint8Array`; false for anything else, or if that is not known.
#[inline]
pub(crate) fn is_uint8_array(value: JSValueRef) -> bool {
    layout_for(value).is_some()
}

/// The bytes of a `Uint8Array` that no other thread sees; null if it is detached, `None` if the C API has to be asked.
///
/// They are the array's while it lives and no JavaScript runs.
#[inline]
pub(crate) fn own_bytes(array: JSObjectRef) -> Option<(*mut u8, usize)> {
    let layout = layout_for(array.cast_const())?;
    // SAFETY: a live view, whose cell has these words.
    let words: [usize; WORDS] = unsafe { ptr::read(array.cast_const().cast()) };
    let mode = words[MODE] as u8;
    let is_own = layout.without_buffer.contains(&mode)
        // SAFETY: a view with a buffer that has one length.
        || (mode == layout.with_buffer && unsafe { has_own_buffer(&words) });
    is_own.then(|| (ptr::with_exposed_provenance_mut(words[ADDRESS]), words[LENGTH]))
}

/// # Safety
/// The words of a live view in the mode of those with a buffer.
#[inline]
unsafe fn has_own_buffer(words: &[usize; WORDS]) -> bool {
    // SAFETY: such a view has the address of its buffer before its properties.
    unsafe { Implementation::from_word(buffer_word(words)).is_unshared() }
}

/// # Safety
/// As above.
#[inline]
unsafe fn buffer_word(words: &[usize; WORDS]) -> usize {
    let properties: *const usize = ptr::with_exposed_provenance(words[PROPERTIES]);
    // SAFETY: the caller's.
    unsafe { properties.sub(1).read() }
}

fn find(ctx: Ctx<'_>) -> Option<Layout> {
    const BUFFER_BYTES: usize = 64;
    const VIEW_OFFSET: usize = 6;
    const VIEW_BYTES: usize = 5;
    const SMALL_BYTES: usize = 24;
    const LARGE_BYTES: usize = 5000;

    let buffer = ArrayBuffer::from_vec(ctx, vec![0; BUFFER_BYTES]).ok()?;
    let (start, _) = buffer.locate(ctx).ok()?;
    let view = TypedArray::view(ctx, ElementType::Uint8, buffer, VIEW_OFFSET, VIEW_BYTES).ok()?;
    let words = words_of(view);
    let expected = [start as usize + VIEW_OFFSET, VIEW_BYTES, VIEW_OFFSET];
    if words[ADDRESS..=OFFSET] != expected || !is_pointer(words[PROPERTIES]) {
        return None;
    }
    let implementation = Implementation::of(buffer);
    // SAFETY: properties of the engine have a header, so the word before is there; the buffer is live and, where it is found in
    // both places, a buffer of the engine.
    let is_own = unsafe {
        implementation.is(buffer_word(&words))
            && implementation.has(start as usize, BUFFER_BYTES)
            && implementation.is_unshared()
    };
    if !is_own {
        return None;
    }
    let with_buffer = words[MODE] as u8;

    let constructor = ctx.global().get(ctx, "Uint8Array").ok()?.as_function(ctx)?;
    let make = |length: usize| {
        let array = constructor.construct(ctx, &[ctx.number(length as f64)]).ok()?;
        array.as_value().as_typed_array(ctx)
    };
    let (small, large) = (make(SMALL_BYTES)?, make(LARGE_BYTES)?);
    let (small_words, large_words) = (words_of(small), words_of(large));
    let is_expected = |words: &[usize; WORDS], length| {
        is_pointer(words[ADDRESS]) && words[LENGTH] == length && words[OFFSET] == 0
    };
    if !is_expected(&small_words, SMALL_BYTES) || !is_expected(&large_words, LARGE_BYTES) {
        return None;
    }
    let without_buffer = [small_words[MODE] as u8, large_words[MODE] as u8];
    // Asked for its bytes, an array gets a buffer.
    let (start, _) = small.locate(ctx).ok()?;
    let asked = words_of(small);
    let is_told = asked[ADDRESS] == start as usize && asked[MODE] as u8 == with_buffer;
    let cell_type = view.as_object().cell_type();
    let is_one_type = [small, large].iter().all(|array| array.as_object().cell_type() == cell_type);
    let is_known = is_told && is_one_type && !without_buffer.contains(&with_buffer);
    is_known.then_some(Layout { cell_type, without_buffer, with_buffer })
}

fn words_of(array: TypedArray<'_>) -> [usize; WORDS] {
    // SAFETY: the cell of a view is live, and longer than two words for each of its three numbers.
    unsafe { ptr::read(array.as_object().raw().cast_const().cast()) }
}

fn is_pointer(word: usize) -> bool {
    word != 0 && word.is_multiple_of(align_of::<usize>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bytes, Context, Release, Vm};

    #[test]
    fn what_is_read_is_what_the_c_api_tells() {
        let context = Context::new(&Vm::new().expect("a machine")).expect("a context");
        context.enter(|ctx| {
            assert!(is_known() || !Release::is_tried());
            let sources = [
                ("new Uint8Array(0)", true),
                ("new Uint8Array(10).fill(1)", true),
                ("new Uint8Array(100000).fill(2)", true),
                ("new Uint8Array(new ArrayBuffer(100), 3, 7).fill(3)", true),
                ("new Uint8Array(new ArrayBuffer(100), 100)", true),
                ("new (class extends Uint8Array {})(20).fill(4)", true),
                ("var array = new Uint8Array(30); array.buffer.transfer(); array", true),
                ("var array = new Uint8Array(30); array.buffer; array.fill(5)", true),
                ("new Uint8Array(new ArrayBuffer(10, { maxByteLength: 20 }))", false),
                ("new Uint8Array(new ArrayBuffer(10, { maxByteLength: 20 }), 1, 3)", false),
                ("new Uint8Array(new WebAssembly.Memory({ initial: 1 }).buffer)", true),
                ("new Uint16Array(5)", false),
                ("new Int8Array(5)", false),
                ("new Uint8ClampedArray(5)", false),
                ("globalThis.SharedArrayBuffer && new Uint8Array(new SharedArrayBuffer(9))", false),
            ];
            for (source, is_own) in sources {
                let Some(array) = ctx.eval(source).ok().and_then(|view| view.as_typed_array(ctx))
                else {
                    continue;
                };
                let read = own_bytes(array.as_object().raw());
                assert!(read.is_none() || is_own, "{source}");
                let copy = array.to_vec(ctx).ok();
                let Some((pointer, length)) = read else { continue };
                assert_eq!(Some(length), array.byte_length(ctx).ok(), "{source}");
                let bytes = match pointer.is_null() {
                    true => &[][..],
                    // SAFETY: no JavaScript has run, and the array is used below.
                    false => unsafe { std::slice::from_raw_parts(pointer, length) },
                };
                assert_eq!(copy.as_deref(), Some(bytes), "{source}");
                let asked = array.locate(ctx).ok();
                let again = own_bytes(array.as_object().raw());
                assert!(length == 0 || asked == again, "{source}");
            }
        });
    }
}
