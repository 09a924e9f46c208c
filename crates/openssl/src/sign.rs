//! Signatures, and encryption with keys of RSA.

use std::ffi::CStr;

use crate::bignum::number_bytes;
use crate::key_io::encoded;
use crate::owned::{Bignum, DigestContext, EcSignature, KeyContext};
use crate::params::Params;
use crate::{DigestAlgorithm, ErrorStack, Key, KeyKind, c_name, check, ffi};

/// How an RSA key pads, as OpenSSL numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Padding(pub i32);

impl Padding {
    pub const PKCS1: Padding = Padding(1);
    pub const OAEP: Padding = Padding(4);
    pub const PSS: Padding = Padding(6);
}

/// What only some keys take.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignOptions<'a> {
    pub padding: Option<Padding>,
    pub salt_length: Option<i32>,
    /// What the message belongs to.
    pub context: Option<&'a [u8]>,
}

/// Why nothing was signed, or looked at.
#[derive(Debug)]
pub enum SignProblem {
    /// The library knows no contexts for keys of this kind.
    NoContext,
    Openssl(ErrorStack),
}

impl From<ErrorStack> for SignProblem {
    fn from(stack: ErrorStack) -> SignProblem {
        SignProblem::Openssl(stack)
    }
}

impl SignOptions<'_> {
    /// Only keys that sign messages themselves know contexts.
    fn check_context(self, key: &Key) -> Result<(), SignProblem> {
        let is_known = self.context.is_none() || key.kind().signs_messages();
        if is_known { Ok(()) } else { Err(SignProblem::NoContext) }
    }

    /// Gives the context of a message to a key that signs messages. A library that does not know the parameter would sign
    /// without it.
    fn apply_context(self, key: &Key, context: *mut ffi::EVP_PKEY_CTX) -> Result<(), SignProblem> {
        let Some(given) = self.context else { return Ok(()) };
        if !takes(context, c"context-string") {
            return Err(SignProblem::NoContext);
        }
        let mut params = Params::default().bytes(c"context-string", given);
        // The plain signatures of this curve have none.
        if key.kind() == KeyKind::Ed25519 && !given.is_empty() {
            params = params.text(c"instance", "Ed25519ctx");
        }
        // SAFETY: a live context; the parameters live during the call.
        params.with(|list| check(unsafe { ffi::EVP_PKEY_CTX_set_params(context, list) }))?;
        Ok(())
    }

    fn apply(self, key: &Key, context: *mut ffi::EVP_PKEY_CTX) -> Result<(), ErrorStack> {
        if !key.kind().is_rsa() {
            return Ok(());
        }
        let default = if key.kind() == KeyKind::RsaPss { Padding::PSS } else { Padding::PKCS1 };
        let padding = self.padding.unwrap_or(default);
        // SAFETY: a live context.
        unsafe {
            check(ffi::EVP_PKEY_CTX_set_rsa_padding(context, padding.0))?;
            if let Some(length) = self.salt_length.filter(|_| padding == Padding::PSS) {
                check(ffi::EVP_PKEY_CTX_set_rsa_pss_saltlen(context, length))?;
            }
        }
        Ok(())
    }
}

/// Whether a context has a parameter that can be set.
fn takes(context: *const ffi::EVP_PKEY_CTX, name: &CStr) -> bool {
    // SAFETY: a live context; the list, if there is one, lives as long and ends with an entry without a name.
    unsafe {
        let mut entry = ffi::EVP_PKEY_CTX_settable_params(context);
        while !entry.is_null() && !(*entry).key.is_null() {
            if CStr::from_ptr((*entry).key) == name {
                return true;
            }
            entry = entry.add(1);
        }
    }
    false
}

/// Signs a message. Keys that sign messages themselves take no digest.
///
/// # Errors
/// As [`SignProblem`] has them.
pub fn sign_message(
    key: &Key,
    digest: Option<&DigestAlgorithm>,
    data: &[u8],
    options: SignOptions<'_>,
) -> Result<Vec<u8>, SignProblem> {
    options.check_context(key)?;
    let mut key_context = std::ptr::null_mut();
    // SAFETY: a context of ours, which owns the key's; asked first for the length, then with that much room.
    unsafe {
        let context = DigestContext::take(ffi::EVP_MD_CTX_new())?;
        let md = digest.map_or(std::ptr::null(), DigestAlgorithm::as_ptr);
        check(ffi::EVP_DigestSignInit(
            context.as_ptr(),
            &mut key_context,
            md,
            std::ptr::null_mut(),
            key.as_ptr(),
        ))?;
        options.apply_context(key, key_context)?;
        options.apply(key, key_context)?;
        let mut length = 0;
        check(ffi::EVP_DigestSign(
            context.as_ptr(),
            std::ptr::null_mut(),
            &mut length,
            data.as_ptr(),
            data.len(),
        ))?;
        let mut signature = vec![0; length];
        check(ffi::EVP_DigestSign(
            context.as_ptr(),
            signature.as_mut_ptr(),
            &mut length,
            data.as_ptr(),
            data.len(),
        ))?;
        signature.truncate(length);
        Ok(signature)
    }
}

/// # Errors
/// As [`SignProblem`] has them. That a signature is wrong is none.
pub fn verify_message(
    key: &Key,
    digest: Option<&DigestAlgorithm>,
    data: &[u8],
    signature: &[u8],
    options: SignOptions<'_>,
) -> Result<bool, SignProblem> {
    options.check_context(key)?;
    let mut key_context = std::ptr::null_mut();
    // SAFETY: a context of ours, which owns the key's; slices that are as long as they say.
    unsafe {
        let context = DigestContext::take(ffi::EVP_MD_CTX_new())?;
        let md = digest.map_or(std::ptr::null(), DigestAlgorithm::as_ptr);
        check(ffi::EVP_DigestVerifyInit(
            context.as_ptr(),
            &mut key_context,
            md,
            std::ptr::null_mut(),
            key.as_ptr(),
        ))?;
        options.apply_context(key, key_context)?;
        options.apply(key, key_context)?;
        let answer = ffi::EVP_DigestVerify(
            context.as_ptr(),
            signature.as_ptr(),
            signature.len(),
            data.as_ptr(),
            data.len(),
        );
        ErrorStack::clear();
        Ok(answer == 1)
    }
}

/// Signs a digest that was made before.
///
/// # Errors
/// OpenSSL's.
pub fn sign_digest(
    key: &Key,
    digest: &DigestAlgorithm,
    value: &[u8],
    options: SignOptions<'_>,
) -> Result<Vec<u8>, ErrorStack> {
    // SAFETY: a context of ours; asked first for the length, then with that much room.
    unsafe {
        let context = KeyContext::take(ffi::EVP_PKEY_CTX_new(key.as_ptr(), std::ptr::null_mut()))?;
        check(ffi::EVP_PKEY_sign_init(context.as_ptr()))?;
        options.apply(key, context.as_ptr())?;
        check(ffi::EVP_PKEY_CTX_set_signature_md(context.as_ptr(), digest.as_ptr()))?;
        let mut length = 0;
        check(ffi::EVP_PKEY_sign(
            context.as_ptr(),
            std::ptr::null_mut(),
            &mut length,
            value.as_ptr(),
            value.len(),
        ))?;
        let mut signature = vec![0; length];
        check(ffi::EVP_PKEY_sign(
            context.as_ptr(),
            signature.as_mut_ptr(),
            &mut length,
            value.as_ptr(),
            value.len(),
        ))?;
        signature.truncate(length);
        Ok(signature)
    }
}

/// # Errors
/// OpenSSL's. That a signature is wrong is none.
pub fn verify_digest(
    key: &Key,
    digest: &DigestAlgorithm,
    value: &[u8],
    signature: &[u8],
    options: SignOptions<'_>,
) -> Result<bool, ErrorStack> {
    // SAFETY: a context of ours; slices that are as long as they say.
    unsafe {
        let context = KeyContext::take(ffi::EVP_PKEY_CTX_new(key.as_ptr(), std::ptr::null_mut()))?;
        check(ffi::EVP_PKEY_verify_init(context.as_ptr()))?;
        options.apply(key, context.as_ptr())?;
        check(ffi::EVP_PKEY_CTX_set_signature_md(context.as_ptr(), digest.as_ptr()))?;
        let answer = ffi::EVP_PKEY_verify(
            context.as_ptr(),
            signature.as_ptr(),
            signature.len(),
            value.as_ptr(),
            value.len(),
        );
        ErrorStack::clear();
        Ok(answer == 1)
    }
}

/// How many bytes each of the two numbers of a signature of this key has.
fn half_length(key: &Key) -> Option<usize> {
    let bits = match key.kind() {
        KeyKind::Dsa => key.number(c"q")?.len() * 8,
        KeyKind::Ec => key.number(c"order").map_or_else(|| key.bits(), |order| order.len() * 8),
        _ => return None,
    };
    Some(bits.div_ceil(8))
}

/// A signature of DSA or ECDSA as its two numbers, one after the other. Others stay as they are.
///
/// # Errors
/// OpenSSL's.
pub fn to_p1363(key: &Key, signature: Vec<u8>) -> Result<Vec<u8>, ErrorStack> {
    let Some(half) = half_length(key) else { return Ok(signature) };
    let mut start = signature.as_ptr();
    let (mut r, mut s) = (std::ptr::null(), std::ptr::null());
    // SAFETY: the slice is as long as it says; the numbers belong to the signature, which is ours.
    unsafe {
        let parsed = ffi::d2i_ECDSA_SIG(std::ptr::null_mut(), &mut start, signature.len() as i64);
        let parsed = EcSignature::take(parsed)?;
        ffi::ECDSA_SIG_get0(parsed.as_ptr(), &mut r, &mut s);
        let mut bytes = number_bytes(r, half);
        bytes.extend(number_bytes(s, half));
        Ok(bytes)
    }
}

/// The other way round; `None` if it can not be a signature of this key.
pub fn from_p1363(key: &Key, signature: &[u8]) -> Option<Vec<u8>> {
    let Some(half) = half_length(key) else { return Some(signature.to_vec()) };
    if signature.len() != 2 * half {
        return None;
    }
    let (r, s) = signature.split_at(half);
    let (r, s) = (Bignum::from_bytes(r).ok()?, Bignum::from_bytes(s).ok()?);
    // SAFETY: a signature of ours, which the numbers are given to.
    unsafe {
        let made = EcSignature::take(ffi::ECDSA_SIG_new()).ok()?;
        (ffi::ECDSA_SIG_set0(made.as_ptr(), r.into_ptr(), s.into_ptr()) == 1).then_some(())?;
        encoded(|out| ffi::i2d_ECDSA_SIG(made.as_ptr(), out)).ok()
    }
}

/// What an RSA key does with data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RsaOperation {
    PublicEncrypt,
    PrivateDecrypt,
    /// A signature without a digest.
    PrivateEncrypt,
    /// What was signed so.
    PublicDecrypt,
}

/// Whether the library answers a wrong padding of PKCS#1 with random data, which an attacker can not tell.
fn rejects_implicitly(context: &KeyContext) -> bool {
    let (name, value) = (c_name("rsa_pkcs1_implicit_rejection"), c_name("1"));
    // SAFETY: a live context and two strings.
    let answer =
        unsafe { ffi::EVP_PKEY_CTX_ctrl_str(context.as_ptr(), name.as_ptr(), value.as_ptr()) };
    ErrorStack::clear();
    answer > 0
}

/// `Ok(None)` if the library could only decrypt in a way that gives the key away.
///
/// # Errors
/// OpenSSL's.
pub fn rsa(
    operation: RsaOperation,
    key: &Key,
    padding: Padding,
    oaep: Option<(&DigestAlgorithm, Option<&[u8]>)>,
    data: &[u8],
) -> Result<Option<Vec<u8>>, ErrorStack> {
    type Step = unsafe fn(*mut ffi::EVP_PKEY_CTX, *mut u8, *mut usize, *const u8, usize) -> i32;
    type Init = unsafe fn(*mut ffi::EVP_PKEY_CTX) -> i32;
    let (init, step): (Init, Step) = match operation {
        RsaOperation::PublicEncrypt => (ffi::EVP_PKEY_encrypt_init, ffi::EVP_PKEY_encrypt),
        RsaOperation::PrivateDecrypt => (ffi::EVP_PKEY_decrypt_init, ffi::EVP_PKEY_decrypt),
        RsaOperation::PrivateEncrypt => (ffi::EVP_PKEY_sign_init, ffi::EVP_PKEY_sign),
        RsaOperation::PublicDecrypt => {
            (ffi::EVP_PKEY_verify_recover_init, ffi::EVP_PKEY_verify_recover)
        }
    };
    // SAFETY: a context of ours; slices that are as long as they say; asked first for the length.
    unsafe {
        let context = KeyContext::take(ffi::EVP_PKEY_CTX_new(key.as_ptr(), std::ptr::null_mut()))?;
        check(init(context.as_ptr()))?;
        check(ffi::EVP_PKEY_CTX_set_rsa_padding(context.as_ptr(), padding.0))?;
        if operation == RsaOperation::PrivateDecrypt
            && padding == Padding::PKCS1
            && !rejects_implicitly(&context)
        {
            return Ok(None);
        }
        if let Some((digest, label)) = oaep.filter(|_| padding == Padding::OAEP) {
            check(ffi::EVP_PKEY_CTX_set_rsa_oaep_md(context.as_ptr(), digest.as_ptr()))?;
            if let Some(label) = label {
                let mut params = Params::default().bytes(c"oaep-label", label);
                params.with(|list| check(ffi::EVP_PKEY_CTX_set_params(context.as_ptr(), list)))?;
            }
        }
        let mut length = 0;
        check(step(
            context.as_ptr(),
            std::ptr::null_mut(),
            &mut length,
            data.as_ptr(),
            data.len(),
        ))?;
        let mut out = vec![0; length];
        check(step(context.as_ptr(), out.as_mut_ptr(), &mut length, data.as_ptr(), data.len()))?;
        out.truncate(length);
        Ok(Some(out))
    }
}
