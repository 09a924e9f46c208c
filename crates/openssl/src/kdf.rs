//! Keys from passwords and from other keys.

use crate::owned::{Kdf, KdfContext};
use crate::params::Params;
use crate::{DigestAlgorithm, ErrorStack, Secret, c_name, check, ffi, sha};

/// # Errors
/// OpenSSL's.
pub fn pbkdf2(
    digest: &DigestAlgorithm,
    password: &[u8],
    salt: &[u8],
    iterations: u32,
    length: usize,
) -> Result<Secret, ErrorStack> {
    let mut out = Secret::zeros(length);
    if let Some(sha) = digest.plain() {
        sha::pbkdf2(sha, password, salt, iterations, &mut out);
        return Ok(out);
    }
    // SAFETY: slices that are as long as they say, a live algorithm.
    check(unsafe {
        ffi::PKCS5_PBKDF2_HMAC(
            password.as_ptr().cast(),
            password.len() as i32,
            salt.as_ptr(),
            salt.len() as i32,
            iterations as i32,
            digest.as_ptr(),
            length as i32,
            out.as_mut_ptr(),
        )
    })?;
    Ok(out)
}

/// Cost, block size and parallelism are `n`, `r` and `p`. With `length` 0 only the parameters are checked.
///
/// # Errors
/// OpenSSL's: parameters that need more than `memory_max`, say.
pub fn scrypt(
    password: &[u8],
    salt: &[u8],
    (n, r, p): (u64, u64, u64),
    memory_max: u64,
    length: usize,
) -> Result<Secret, ErrorStack> {
    let mut out = Secret::zeros(length);
    let target = if length == 0 { std::ptr::null_mut() } else { out.as_mut_ptr() };
    // SAFETY: slices that are as long as they say; without a target nothing is written.
    check(unsafe {
        ffi::EVP_PBE_scrypt(
            password.as_ptr().cast(),
            password.len(),
            salt.as_ptr(),
            salt.len(),
            n,
            r,
            p,
            memory_max,
            target,
            length,
        )
    })?;
    Ok(out)
}

/// # Errors
/// OpenSSL's.
pub fn hkdf(
    digest: &DigestAlgorithm,
    key: &[u8],
    salt: &[u8],
    info: &[u8],
    length: usize,
) -> Result<Secret, ErrorStack> {
    // Without a salt the standard has zeros, as many as the digest has bytes.
    let zeros = vec![0; digest.size()];
    let salt = if salt.is_empty() { &zeros } else { salt };
    let params = Params::default()
        .text(c"digest", &digest.name())
        .bytes(c"key", key)
        .bytes(c"salt", salt)
        .bytes(c"info", info);
    derive("HKDF", params, length)
}

/// The parameters of Argon2, which libraries before OpenSSL 3.2 do not have.
pub struct Argon2<'a> {
    /// `ARGON2D`, `ARGON2I` or `ARGON2ID`.
    pub variant: &'a str,
    pub nonce: &'a [u8],
    pub parallelism: u32,
    pub memory: u32,
    pub passes: u32,
    pub secret: &'a [u8],
    pub associated_data: &'a [u8],
}

/// # Errors
/// OpenSSL's: first of all that it does not know it.
pub fn argon2(message: &[u8], options: &Argon2<'_>, length: usize) -> Result<Secret, ErrorStack> {
    let mut params = Params::default()
        .bytes(c"pass", message)
        .bytes(c"salt", options.nonce)
        .int(c"lanes", options.parallelism)
        .int(c"threads", 1)
        .int(c"memcost", options.memory)
        .int(c"iter", options.passes);
    if !options.secret.is_empty() {
        params = params.bytes(c"secret", options.secret);
    }
    if !options.associated_data.is_empty() {
        params = params.bytes(c"ad", options.associated_data);
    }
    derive(options.variant, params, length)
}

fn derive(name: &str, mut params: Params, length: usize) -> Result<Secret, ErrorStack> {
    let name = c_name(name);
    let mut out = Secret::zeros(length);
    // SAFETY: objects of ours; the parameters live during the call.
    unsafe {
        let kdf =
            Kdf::take(ffi::EVP_KDF_fetch(std::ptr::null_mut(), name.as_ptr(), std::ptr::null()))?;
        let context = KdfContext::take(ffi::EVP_KDF_CTX_new(kdf.as_ptr()))?;
        params.with(|list| {
            check(ffi::EVP_KDF_derive(context.as_ptr(), out.as_mut_ptr(), length, list))
        })?;
    }
    Ok(out)
}
