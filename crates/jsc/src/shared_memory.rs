//! The memory of a `SharedArrayBuffer` on its way to another machine.
//!
//! A script's buffer is a cell, whose third word leads to the engine's buffer; there, behind a word that counts and one that
//! names the cells that use it, stands what the engine calls its contents: the address, who frees it, the counted owner of
//! shared memory, the size. The library exports a function that makes one such structure an owner of the memory of another,
//! after it has let go of its own. With it a [`SharedMemory`] takes a share of a buffer's memory, gives one to a new buffer
//! of another machine, and lets go of its own.
//!
//! [`Layout::find`] looks at buffers it knows everything about and compares word by word. An engine that keeps its buffers in
//! another way is one whose memory cannot be shared: [`SharedMemory::of`] is `None` then.

use std::cell::OnceCell;
use std::ffi::c_void;
use std::fmt;
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicI64, Ordering};

use crate::buffer::ArrayBuffer;
use crate::bytes::Bytes;
use crate::bytes::sealed::Memory;
use crate::ctx::Ctx;
use crate::engine;
use crate::exception::{Exception, JsResult};
use crate::object::Object;
use crate::options;
use crate::view_cell;

/// A share of the memory of a `SharedArrayBuffer`. It keeps the memory, and can go to any thread.
///
/// ```
/// # use roundel_jsc::{Context, SharedMemory, Vm};
/// let one = Context::new(&Vm::new()?)?;
/// let memory = one.enter(|ctx| {
///     let buffer = ctx.eval("var buffer = new SharedArrayBuffer(8); buffer").ok()?;
///     SharedMemory::of(ctx, buffer.as_object(ctx)?)
/// });
/// if let Some(memory) = memory {
///     let other = Context::new(&Vm::new()?)?;
///     other.enter(|ctx| {
///         let buffer = ctx.eval("new SharedArrayBuffer(8)").ok()?.as_object(ctx)?;
///         memory.put_into(ctx, buffer).ok()?;
///         ctx.global().set(ctx, "buffer", buffer).ok()?;
///         ctx.eval("new Uint8Array(buffer)[3] = 7").ok().map(drop)
///     });
///     let seen = one.enter(|ctx| ctx.eval("new Uint8Array(buffer)[3]").ok()?.as_number());
///     assert_eq!(seen, Some(7.0));
/// }
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
pub struct SharedMemory {
    contents: Contents,
}

// SAFETY: the structure holds an address and counted references, and the counts are atomic: buffers of several
// threads have one owner of their memory in common.
unsafe impl Send for SharedMemory {}

// SAFETY: nothing can be done through a shared reference but to make another owner, by an atomic count.
unsafe impl Sync for SharedMemory {}

/// The engine's structure, with room for what a later release may add.
#[repr(C)]
struct Contents {
    words: [usize; ROOM_WORDS],
}

const ROOM_WORDS: usize = 16;

/// Word 2 of a buffer's cell leads to the engine's buffer.
const IMPLEMENTATION_WORD: usize = 2;
/// Word 1 of the engine's buffer names the cell that uses it, marked as being the only one.
const USER_WORD: usize = 1;
const ONLY_USER: usize = 1;
/// Where the contents begin.
const CONTENTS_WORD: usize = 2;
/// And within them:
const ADDRESS: usize = 0;
const DESTRUCTOR: usize = 1;
const OWNER: usize = 2;
const HANDLE: usize = 3;
const SIZE: usize = 4;

impl SharedMemory {
    /// A share of the memory of `buffer`; `None` if it is no `SharedArrayBuffer`, or if the engine does not tell.
    pub fn of<'js>(ctx: Ctx<'js>, buffer: Object<'js>) -> Option<SharedMemory> {
        let share = share_contents(ctx)?;
        let shared = shared_buffer(ctx, buffer)?;
        let mut contents = Contents::empty();
        ctx.hold_lock(|| {
            // SAFETY: a live buffer in the layout that was found; the function makes `contents`, which owns nothing yet,
            // an owner.
            unsafe {
                share(implementation(shared).add(CONTENTS_WORD).cast(), contents.as_mut_ptr())
            };
        });
        Some(SharedMemory { contents })
    }

    /// How many bytes there were when the share was taken.
    pub fn byte_length(&self) -> usize {
        self.contents.words[SIZE]
    }

    /// Where the memory is, which is what tells it from any other memory while the share is kept.
    pub fn address(&self) -> usize {
        self.contents.words[ADDRESS]
    }

    /// The 32 bits at `byte_offset`, read as `Atomics.load` reads them; `None` if they are not there or not aligned.
    pub fn load_i32(&self, byte_offset: usize) -> Option<i32> {
        let word = self.element::<AtomicI32>(byte_offset)?;
        // SAFETY: inside memory that is shared and kept, aligned, and only written as atomic words or as a script's race.
        Some(unsafe { &*word }.load(Ordering::SeqCst))
    }

    /// The same with 64 bits.
    pub fn load_i64(&self, byte_offset: usize) -> Option<i64> {
        let word = self.element::<AtomicI64>(byte_offset)?;
        // SAFETY: as above.
        Some(unsafe { &*word }.load(Ordering::SeqCst))
    }

    fn element<T>(&self, byte_offset: usize) -> Option<*const T> {
        let end = byte_offset.checked_add(size_of::<T>())?;
        let element = self.address().checked_add(byte_offset)? as *const T;
        (end <= self.byte_length() && element.is_aligned()).then_some(element)
    }

    /// Makes the memory that of `buffer`: a `SharedArrayBuffer` of the same length, growable as far as the other is, that
    /// was just made and has no views.
    pub fn put_into<'js>(&self, ctx: Ctx<'js>, buffer: Object<'js>) -> JsResult<'js, ()> {
        let refuse = || Exception::error(ctx, "the buffer cannot take shared memory");
        let share = share_contents(ctx).ok_or_else(refuse)?;
        let shared = shared_buffer(ctx, buffer).ok_or_else(refuse)?;
        ctx.hold_lock(|| {
            let implementation = implementation(shared);
            // A view has its own copy of the address: with one, the old memory would be freed under it.
            // SAFETY: a live buffer in the layout that was found.
            let has_views = unsafe { implementation.add(USER_WORD).read() } != only_user(shared);
            // SAFETY: as above.
            let size = unsafe { implementation.add(CONTENTS_WORD + SIZE).read() };
            if has_views || size != self.byte_length() {
                return Err(refuse());
            }
            let contents: *const Contents = &self.contents;
            // SAFETY: both are contents in the engine's layout; nothing else knows the address of the memory that the
            // buffer lets go of.
            unsafe { share(contents.cast(), implementation.add(CONTENTS_WORD).cast()) };
            Ok(())
        })
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // It was there when the share was taken.
        if let Some(share) = engine::functions().share_contents {
            let nothing = Contents::empty();
            // SAFETY: an owner becomes an owner of nothing, which lets go of what it had.
            unsafe { share(ptr::from_ref(&nothing).cast(), self.contents.as_mut_ptr()) };
        }
    }
}

impl fmt::Debug for SharedMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedMemory").field("byte_length", &self.byte_length()).finish()
    }
}

impl Contents {
    /// What the engine's structure is before it has memory: zeros.
    fn empty() -> Contents {
        Contents { words: [0; ROOM_WORDS] }
    }

    fn as_mut_ptr(&mut self) -> *mut c_void {
        ptr::from_mut(self).cast()
    }
}

type Share = unsafe extern "C" fn(*const c_void, *mut c_void);

/// The engine's function, if buffers are as this file thinks they are.
fn share_contents(ctx: Ctx<'_>) -> Option<Share> {
    let share = engine::functions().share_contents.filter(|_| !options::uses_c_api_only())?;
    let known = KNOWN.with(|known| known.get().copied());
    let is_as_expected = match known {
        Some(answer) => answer,
        // An answer that could not be found now, for want of stack perhaps, may be found later.
        None => {
            let found = is_as_expected(ctx, share)?;
            KNOWN.with(|known| *known.get_or_init(|| found))
        }
    };
    is_as_expected.then_some(share)
}

thread_local! {
    static KNOWN: OnceCell<bool> = const { OnceCell::new() };
}

const SAMPLE_BYTES: usize = 24;

/// Whether a new buffer has everything in its place; `None` if none could be made.
fn is_as_expected(ctx: Ctx<'_>, share: Share) -> Option<bool> {
    // The program may have put something else under the name: then it is no shared buffer, or one with views.
    let source = format!("new SharedArrayBuffer({SAMPLE_BYTES})");
    let buffer = shared_buffer(ctx, ctx.eval(&source).ok()?.as_object(ctx)?)?;
    let (address, length) = buffer.locate(ctx).ok()?;
    if length != SAMPLE_BYTES {
        return None;
    }
    ctx.hold_lock(|| {
        let implementation = implementation(buffer);
        if implementation.is_null() || !implementation.is_aligned() {
            return Some(false);
        }
        // SAFETY: the third word of the cell is an aligned pointer, to an object of the engine that is longer than this.
        let words =
            unsafe { ptr::read(implementation.cast::<[usize; CONTENTS_WORD + SIZE + 1]>()) };
        let contents = &words[CONTENTS_WORD..];
        let is_in_place = words[USER_WORD] == only_user(buffer)
            && contents[ADDRESS] == address as usize
            && contents[DESTRUCTOR] == 0
            && contents[OWNER] != 0
            && contents[OWNER].is_multiple_of(align_of::<usize>())
            && contents[SIZE] == SAMPLE_BYTES;
        if !is_in_place {
            return Some(false);
        }
        let owner = contents[OWNER] as *const u32;
        // SAFETY: the owner of shared memory is a counted object, which begins with its count; it is this thread's alone.
        let count = || unsafe { owner.read_volatile() };
        let mut copy = Contents::empty();
        let before = count();
        // SAFETY: everything that can be compared is in its place.
        unsafe { share(implementation.add(CONTENTS_WORD).cast(), copy.as_mut_ptr()) };
        let is_shared = copy.words[..=OWNER] == contents[..=OWNER]
            && copy.words[SIZE] == SAMPLE_BYTES
            && count() == before + 1;
        let nothing = Contents::empty();
        // SAFETY: the copy lets go.
        unsafe { share(ptr::from_ref(&nothing).cast(), copy.as_mut_ptr()) };
        Some(is_shared && count() == before)
    })
}

/// Where the bytes of a buffer are, without pinning them as the C API does; `None` if the engine does not tell.
pub(crate) fn address_of(buffer: ArrayBuffer<'_>) -> Option<usize> {
    if !view_cell::is_known() {
        return None;
    }
    // SAFETY: a live buffer, in the layout that was found with that of views.
    Some(unsafe { implementation(buffer).add(CONTENTS_WORD + ADDRESS).read() })
}

fn shared_buffer<'js>(ctx: Ctx<'js>, object: Object<'js>) -> Option<ArrayBuffer<'js>> {
    let buffer = object.as_value().as_array_buffer(ctx)?;
    buffer.is_shared(ctx).ok()?.then_some(buffer)
}

/// What is to be known of a buffer to look at its bytes.
pub(crate) struct Implementation(*const usize);

impl Implementation {
    /// That of a cell.
    pub(crate) fn of(buffer: ArrayBuffer<'_>) -> Implementation {
        Implementation(implementation(buffer))
    }

    /// # Safety
    /// The word that leads from a live view to its buffer.
    #[inline]
    pub(crate) unsafe fn from_word(word: usize) -> Implementation {
        Implementation(ptr::with_exposed_provenance(word))
    }

    pub(crate) fn is(&self, word: usize) -> bool {
        self.0.addr() == word && word != 0 && self.0.is_aligned()
    }

    /// Whether no other thread has a share: such memory has an owner, or a handle of WebAssembly.
    ///
    /// # Safety
    /// A live buffer in the layout of this file.
    #[inline]
    pub(crate) unsafe fn is_unshared(&self) -> bool {
        // SAFETY: the caller's.
        unsafe {
            self.0.add(CONTENTS_WORD + OWNER).read() == 0
                && self.0.add(CONTENTS_WORD + HANDLE).read() == 0
        }
    }

    /// Whether the bytes are where they are expected.
    ///
    /// # Safety
    /// A live buffer of the engine.
    pub(crate) unsafe fn has(&self, address: usize, byte_length: usize) -> bool {
        // SAFETY: the caller's; a buffer is longer than this.
        unsafe {
            self.0.add(CONTENTS_WORD + ADDRESS).read() == address
                && self.0.add(CONTENTS_WORD + SIZE).read() == byte_length
        }
    }
}

fn implementation(buffer: ArrayBuffer<'_>) -> *mut usize {
    let cell: *const *mut usize = buffer.as_object().raw().cast_const().cast();
    // SAFETY: a live cell of a buffer, which has this word.
    unsafe { cell.add(IMPLEMENTATION_WORD).read() }
}

fn only_user(buffer: ArrayBuffer<'_>) -> usize {
    buffer.as_object().raw() as usize | ONLY_USER
}
