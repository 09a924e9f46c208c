//! Large numbers, as bytes with the most significant first, and primes.

use crate::owned::{Bignum, BignumContext};
use crate::{ErrorStack, check, ffi};

impl Bignum {
    pub(crate) fn new() -> Result<Bignum, ErrorStack> {
        // SAFETY: a new number of ours.
        unsafe { Bignum::take(ffi::BN_new()) }
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Bignum, ErrorStack> {
        let length = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        // SAFETY: the slice is as long as it says; a new number of ours.
        unsafe { Bignum::take(ffi::BN_bin2bn(bytes.as_ptr(), length, std::ptr::null_mut())) }
    }

    pub(crate) fn from_word(word: u64) -> Result<Bignum, ErrorStack> {
        let number = Bignum::new()?;
        // SAFETY: a live number.
        check(unsafe { ffi::BN_set_word(number.as_ptr(), word) })?;
        Ok(number)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // SAFETY: a live number.
        unsafe { number_bytes(self.as_ptr(), 0) }
    }
}

/// The bytes of a number, with zeros in front if it has fewer than `least`.
///
/// # Safety
/// The number must be live.
pub(crate) unsafe fn number_bytes(number: *const ffi::BIGNUM, least: usize) -> Vec<u8> {
    // SAFETY: the caller's promise; the vector has room for all bits.
    unsafe {
        let length = (ffi::BN_num_bits(number) as usize).div_ceil(8).max(least);
        let mut bytes = vec![0; length];
        ffi::BN_bn2binpad(number, bytes.as_mut_ptr(), length as i32);
        bytes
    }
}

/// A random prime of `bits` bits that is `rem` modulo `add`, if these are given.
///
/// # Errors
/// OpenSSL's.
pub fn generate_prime(
    bits: u32,
    is_safe: bool,
    add: Option<&[u8]>,
    rem: Option<&[u8]>,
) -> Result<Vec<u8>, ErrorStack> {
    let (add, rem) =
        (add.map(Bignum::from_bytes).transpose()?, rem.map(Bignum::from_bytes).transpose()?);
    let pointer = |number: &Option<Bignum>| {
        number.as_ref().map_or(std::ptr::null(), |number| number.as_ptr().cast_const())
    };
    let prime = Bignum::new()?;
    // SAFETY: live numbers, or none.
    check(unsafe {
        ffi::BN_generate_prime_ex(
            prime.as_ptr(),
            bits as i32,
            i32::from(is_safe),
            pointer(&add),
            pointer(&rem),
            std::ptr::null_mut(),
        )
    })?;
    // SAFETY: a live number.
    Ok(unsafe { number_bytes(prime.as_ptr(), (bits as usize).div_ceil(8)) })
}

/// What is wrong with `add` and `rem` of [`generate_prime`], if anything is.
pub fn check_prime(candidate: &[u8], checks: u32) -> Result<bool, ErrorStack> {
    let candidate = Bignum::from_bytes(candidate)?;
    // SAFETY: a live number and a context of ours.
    let answer = unsafe {
        let context = BignumContext::take(ffi::BN_CTX_new())?;
        ffi::BN_is_prime_ex(
            candidate.as_ptr(),
            checks as i32,
            context.as_ptr(),
            std::ptr::null_mut(),
        )
    };
    if answer < 0 { Err(ErrorStack::take()) } else { Ok(answer == 1) }
}
