//! `WTF::StringImpl`, the engine's string under all others: how one is made, and how it lies in memory.
//!
//! As in [`crate::cxx`], a function that the library does not export under its full C++ signature is `None`. The layout
//! is declared nowhere; who uses it checks it first, on strings whose contents are known.

use std::ffi::c_void;

use crate::cxx::{Indirect, find};
use crate::jsbase::{JSContextGroupRef, JSValueRef};

/// The head of a `WTF::StringImpl`.
#[repr(C)]
pub struct StringImpl {
    /// Counted in steps of [`REFERENCE`]; the lowest bit says that the string is never freed.
    pub references: u32,
    /// In characters.
    pub length: u32,
    pub characters: *const c_void,
    pub hash_and_flags: u32,
}

/// One reference.
pub const REFERENCE: u32 = 2;

/// In `hash_and_flags`: the characters are bytes, of Latin-1; otherwise UTF-16 code units.
pub const IS_8_BIT: u32 = 1 << 2;

/// A `JSC::JSString`: the header of every heap cell, then one word.
#[repr(C)]
pub struct JSStringCell {
    pub header: u64,
    /// A `StringImpl`, or with the lowest bit set the parts of a string that was never put together.
    pub fiber: *const StringImpl,
}

type Create8 = unsafe extern "C" fn(characters: *const u8, length: usize) -> Indirect;
type Create16 = unsafe extern "C" fn(units: *const u16, length: usize) -> Indirect;
type CreateUninitialized8 =
    unsafe extern "C" fn(length: usize, characters: *mut Characters<u8>) -> Indirect;
type CreateUninitialized16 =
    unsafe extern "C" fn(length: usize, units: *mut Characters<u16>) -> Indirect;
type Destroy = unsafe extern "C" fn(string: *mut StringImpl);
type ToCell = unsafe extern "C" fn(vm: JSContextGroupRef, string: *mut StringImpl) -> JSValueRef;

/// A `std::span` of a string's characters.
#[repr(C)]
pub struct Characters<T> {
    pub start: *mut T,
    pub length: usize,
}

/// What the installed library exports.
#[derive(Clone, Copy)]
pub struct StringFunctions {
    /// `WTF::StringImpl::create(std::span<const Latin1Character>)`: crashes when memory is used up.
    pub create_8_bit: Create8,
    /// `WTF::StringImpl::create(std::span<const char16_t>)`
    pub create_16_bit: Create16,
    /// `WTF::StringImpl::createUninitialized(size_t, std::span<Latin1Character>&)`, which says where the characters are to
    /// be written.
    pub create_uninitialized_8_bit: CreateUninitialized8,
    /// `WTF::StringImpl::createUninitialized(size_t, std::span<char16_t>&)`
    pub create_uninitialized_16_bit: CreateUninitialized16,
    /// `WTF::StringImpl::destroy(StringImpl*)`, for the last reference.
    pub destroy: Destroy,
    /// `JSC::jsStringWithCacheSlowCase(VM&, StringImpl&)`: a value that takes a reference of its own. Under the API lock.
    pub to_cell: ToCell,
}

/// `size_t WTF::base64Encode(std::span<const std::byte>, std::span<Latin1Character>, OptionSet<Base64EncodeOption>)`: writes as
/// many characters as there are in the target, which must be as many as the text has. The options are a byte.
pub type EncodeBase64 = unsafe extern "C" fn(
    bytes: *const u8,
    length: usize,
    target: *mut u8,
    target_length: usize,
    options: u8,
) -> usize;

/// [`EncodeBase64`], if the library exports it.
pub fn load_base64() -> Option<EncodeBase64> {
    // SAFETY: as in `load`; a structure of one byte is passed as a byte is.
    unsafe {
        find(
            c"_ZN3WTF12base64EncodeESt4spanIKSt4byteLm18446744073709551615EES0_IhLm18446744073709551615EENS_9OptionSetINS_18Base64EncodeOptionEEE",
        )
    }
}

/// All of them, or none.
pub fn load() -> Option<StringFunctions> {
    // SAFETY: each name is the mangled form of exactly the C++ signature that the field's type mirrors; a
    // `std::span` is two words, and what is returned is one word with a destructor.
    unsafe {
        Some(StringFunctions {
            create_8_bit: find(c"_ZN3WTF10StringImpl6createESt4spanIKhLm18446744073709551615EE")?,
            create_16_bit: find(c"_ZN3WTF10StringImpl6createESt4spanIKDsLm18446744073709551615EE")?,
            create_uninitialized_8_bit: find(
                c"_ZN3WTF10StringImpl19createUninitializedEmRSt4spanIhLm18446744073709551615EE",
            )?,
            create_uninitialized_16_bit: find(
                c"_ZN3WTF10StringImpl19createUninitializedEmRSt4spanIDsLm18446744073709551615EE",
            )?,
            destroy: find(c"_ZN3WTF10StringImpl7destroyEPS0_")?,
            to_cell: find(c"_ZN3JSC25jsStringWithCacheSlowCaseERNS_2VMERN3WTF10StringImplE")?,
        })
    }
}
