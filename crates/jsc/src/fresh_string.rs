//! A string that JavaScript has not seen: made anywhere, handed over once, without a copy.
//!
//! It is a `WTF::StringImpl` with one reference. As long as JavaScript has not seen it, it may be made and dropped on any
//! thread and without the lock; afterwards the engine may have made it one of its unique names, which are freed under
//! the lock only, so [`FreshString::into_value`] takes it. Where the engine does not export what this takes, or lays strings
//! out in another way, it is a [`JsString`] and costs what the C API costs.

use std::borrow::Cow;
use std::mem::MaybeUninit;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering, fence};

use roundel_jsc_sys::JSContextGetGroup;
use roundel_jsc_sys::cxx::Indirect;
use roundel_jsc_sys::wtf_string::{
    self, Characters, IS_8_BIT, REFERENCE, StringFunctions, StringImpl,
};

use crate::ctx::Ctx;
use crate::options;
use crate::string::JsString;
use crate::value::Value;

/// The engine aborts on a string that it has no room for, where the C API answers with none; what is longer than this
/// goes that way.
const LONGEST: usize = 1 << 28;

/// A string on its way to JavaScript.
///
/// ```
/// # use roundel_jsc::{Context, FreshString, Vm};
/// # let context = Context::new(&Vm::new()?)?;
/// let text = FreshString::from_latin1(b"caf\xe9");
/// context.enter(|ctx| assert_eq!(text.into_value(ctx).to_rust_string(ctx).ok().as_deref(), Some("café")));
/// # Ok::<(), roundel_jsc::Error>(())
/// ```
pub struct FreshString {
    form: Form,
}

enum Form {
    Own(Owned),
    Api(JsString),
}

// SAFETY: a string of the C API has an atomic count and is immutable; the other form is the only reference there is.
unsafe impl Send for FreshString {}

impl FreshString {
    /// From UTF-8.
    pub fn new(text: &str) -> FreshString {
        if text.is_ascii() {
            return FreshString::from_latin1(text.as_bytes());
        }
        match narrow(text) {
            Some(bytes) => FreshString::from_latin1(&bytes),
            None => FreshString::from_utf16(&text.encode_utf16().collect::<Vec<u16>>()),
        }
    }

    /// From bytes that should be UTF-8; what is not becomes U+FFFD.
    pub fn from_utf8_lossy(bytes: &[u8]) -> FreshString {
        if bytes.is_ascii() {
            return FreshString::from_latin1(bytes);
        }
        match String::from_utf8_lossy(bytes) {
            Cow::Borrowed(text) => FreshString::new(text),
            Cow::Owned(text) => FreshString::new(&text),
        }
    }

    /// From Latin-1 bytes, each one a character.
    pub fn from_latin1(bytes: &[u8]) -> FreshString {
        let form = match Owned::from_latin1(bytes) {
            Some(owned) => Form::Own(owned),
            None => Form::Api(JsString::from_latin1(bytes)),
        };
        FreshString { form }
    }

    /// From UTF-16 code units, lone surrogates included.
    pub fn from_utf16(units: &[u16]) -> FreshString {
        let form = match Owned::from_utf16(units) {
            Some(owned) => Form::Own(owned),
            None => Form::Api(JsString::from_utf16(units)),
        };
        FreshString { form }
    }

    /// From Latin-1 characters that `write` puts where they will stay. They are zero before.
    ///
    /// ```
    /// # use roundel_jsc::{Context, FreshString, Vm};
    /// # let context = Context::new(&Vm::new()?)?;
    /// let text = FreshString::fill_latin1(3, |bytes| bytes.copy_from_slice(b"abc"));
    /// context.enter(|ctx| assert_eq!(text.into_value(ctx).to_rust_string(ctx).ok().as_deref(), Some("abc")));
    /// # Ok::<(), roundel_jsc::Error>(())
    /// ```
    pub fn fill_latin1(length: usize, write: impl FnOnce(&mut [u8])) -> FreshString {
        match functions().filter(|_| (1..LONGEST).contains(&length)) {
            Some(functions) => {
                // SAFETY: a string of that length, not empty, which nobody else has seen.
                let owned = unsafe {
                    Owned::fill(functions, functions.create_uninitialized_8_bit, length, write)
                };
                FreshString { form: Form::Own(owned) }
            }
            None => {
                let mut bytes = vec![0; length];
                write(&mut bytes);
                FreshString::from_latin1(&bytes)
            }
        }
    }

    /// The same with UTF-16 code units.
    pub fn fill_utf16(length: usize, write: impl FnOnce(&mut [u16])) -> FreshString {
        match functions().filter(|_| (1..LONGEST).contains(&length)) {
            Some(functions) => {
                // SAFETY: as above.
                let owned = unsafe {
                    Owned::fill(functions, functions.create_uninitialized_16_bit, length, write)
                };
                FreshString { form: Form::Own(owned) }
            }
            None => {
                let mut units = vec![0; length];
                write(&mut units);
                FreshString::from_utf16(&units)
            }
        }
    }

    /// Length in UTF-16 code units, as `length` has it.
    pub fn len(&self) -> usize {
        match &self.form {
            // SAFETY: the string is live as long as its reference, and its layout is known.
            Form::Own(owned) => unsafe { (*owned.raw).length as usize },
            Form::Api(string) => string.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives the string to JavaScript.
    pub fn into_value<'js>(self, ctx: Ctx<'js>) -> Value<'js> {
        match self.form {
            Form::Own(owned) => owned.into_value(ctx),
            Form::Api(string) => string.to_value(ctx),
        }
    }
}

/// The characters as Latin-1, if they all are.
pub(crate) fn narrow(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    for character in text.chars() {
        bytes.push(u8::try_from(u32::from(character)).ok()?);
    }
    Some(bytes)
}

/// The functions, if the installed engine has them and its strings are as they are declared.
pub(crate) fn functions() -> Option<StringFunctions> {
    static KNOWN: OnceLock<Option<StringFunctions>> = OnceLock::new();
    *KNOWN.get_or_init(|| {
        if options::uses_c_api_only() {
            return None;
        }
        let functions = wtf_string::load()?;
        layout_is_known(functions).then_some(functions)
    })
}

/// The only reference of a string.
pub(crate) struct Owned {
    raw: *mut StringImpl,
    functions: StringFunctions,
}

impl Owned {
    pub(crate) fn from_latin1(bytes: &[u8]) -> Option<Owned> {
        let functions = functions().filter(|_| bytes.len() < LONGEST)?;
        // SAFETY: the engine copies the bytes; the reference passes to the result.
        Some(unsafe { Owned::create_8_bit(functions, bytes) })
    }

    pub(crate) fn from_utf16(units: &[u16]) -> Option<Owned> {
        let functions = functions().filter(|_| units.len() < LONGEST)?;
        // SAFETY: as above.
        Some(unsafe { Owned::create_16_bit(functions, units) })
    }

    unsafe fn create_8_bit(functions: StringFunctions, bytes: &[u8]) -> Owned {
        // SAFETY: the caller knows the functions; the engine writes the one word of the answer.
        let raw =
            unsafe { (functions.create_8_bit)(bytes.as_ptr(), bytes.len()).word.assume_init() };
        Owned { raw: raw.cast_mut().cast(), functions }
    }

    unsafe fn create_16_bit(functions: StringFunctions, units: &[u16]) -> Owned {
        // SAFETY: as in `create_8_bit`.
        let raw =
            unsafe { (functions.create_16_bit)(units.as_ptr(), units.len()).word.assume_init() };
        Owned { raw: raw.cast_mut().cast(), functions }
    }

    /// # Safety
    /// `create` must make strings whose characters are `T`s, and `length` must not be 0.
    unsafe fn fill<T: Default + Copy>(
        functions: StringFunctions,
        create: unsafe extern "C" fn(usize, *mut Characters<T>) -> Indirect,
        length: usize,
        write: impl FnOnce(&mut [T]),
    ) -> Owned {
        let mut place = Characters { start: std::ptr::null_mut(), length: 0 };
        // SAFETY: the engine writes the one word of its answer and says where the characters are.
        let raw = unsafe { create(length, &mut place).word.assume_init() };
        let owned = Owned { raw: raw.cast_mut().cast(), functions };
        assert!(
            place.length == length && !place.start.is_null(),
            "a string of the length asked for"
        );
        // SAFETY: so many characters are there, all of them written first, and nobody else has the string.
        let characters = unsafe {
            std::slice::from_raw_parts_mut(place.start.cast::<MaybeUninit<T>>(), length)
                .fill(MaybeUninit::new(T::default()));
            std::slice::from_raw_parts_mut(place.start, length)
        };
        write(characters);
        owned
    }

    pub(crate) fn into_value<'js>(self, ctx: Ctx<'js>) -> Value<'js> {
        // SAFETY: whoever has a `Ctx` holds the lock; the string is live, and this reference ends under the same lock.
        unsafe { Value::from_raw((self.functions.to_cell)(JSContextGetGroup(ctx.raw()), self.raw)) }
    }

    /// The reference, for whoever takes it over.
    pub(crate) fn into_raw(self) -> *mut StringImpl {
        std::mem::ManuallyDrop::new(self).raw
    }

    pub(crate) fn raw(&self) -> *const StringImpl {
        self.raw
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: the string is live as long as its reference; the count is its first word. Other references may
        // exist, on other threads too, once JavaScript has the string.
        unsafe {
            let references = AtomicU32::from_ptr(&raw mut (*self.raw).references);
            if references.fetch_sub(REFERENCE, Ordering::Release) == REFERENCE {
                fence(Ordering::Acquire);
                (self.functions.destroy)(self.raw);
            }
        }
    }
}

/// Makes two strings and looks whether they lie in memory as declared.
fn layout_is_known(functions: StringFunctions) -> bool {
    // SAFETY: the names say what the functions take and return.
    let (narrow, wide) = unsafe {
        (
            std::mem::ManuallyDrop::new(Owned::create_8_bit(functions, b"prob\xe9")),
            std::mem::ManuallyDrop::new(Owned::create_16_bit(functions, &[0x61, 0x6f22, 0xd800])),
        )
    };
    // SAFETY: a string is larger than what is declared, and its characters are looked at only where they are a part
    // of the same allocation.
    let known = unsafe {
        has_contents(narrow.raw, 5, true, b"prob\xe9")
            && has_contents(wide.raw, 3, false, &[0x61, 0, 0x22, 0x6f, 0, 0xd8])
    };
    if known {
        drop(std::mem::ManuallyDrop::into_inner(narrow));
        drop(std::mem::ManuallyDrop::into_inner(wide));
    }
    known
}

/// # Safety
/// `string` must be a live string of the engine.
unsafe fn has_contents(
    string: *const StringImpl,
    length: u32,
    is_8_bit: bool,
    bytes: &[u8],
) -> bool {
    // SAFETY: as `layout_is_known` says.
    unsafe {
        let characters = (*string).characters.cast::<u8>();
        let distance = characters.addr().wrapping_sub(string.addr());
        (*string).references == REFERENCE
            && (*string).length == length
            && ((*string).hash_and_flags & IS_8_BIT != 0) == is_8_bit
            && (size_of::<u64>() * 2 + 4..64).contains(&distance)
            && std::slice::from_raw_parts(characters, bytes.len()) == bytes
    }
}
