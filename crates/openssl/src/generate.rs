//! New pairs of keys.

use crate::key::parameters;
use crate::owned::{Bignum, KeyContext};
use crate::params::Params;
use crate::{DigestAlgorithm, ErrorStack, Key, KeyKind, c_name, check, ffi, group_prime};

/// What kind of pair, and how large.
pub enum Generation {
    Rsa {
        bits: u32,
        exponent: u32,
    },
    RsaPss {
        bits: u32,
        exponent: u32,
        digest: Option<DigestAlgorithm>,
        mgf1_digest: Option<DigestAlgorithm>,
        salt_length: Option<i32>,
    },
    Dsa {
        bits: u32,
        divisor_bits: Option<u32>,
    },
    Ec {
        curve: String,
        /// The parameters of the curve are written instead of its name.
        is_explicit: bool,
    },
    /// A kind without parameters.
    Plain(KeyKind),
    DhGroup(String),
    DhPrime {
        prime: Vec<u8>,
        generator: u32,
    },
    DhLength {
        bits: u32,
        generator: u32,
    },
}

/// # Errors
/// OpenSSL's.
pub fn generate(generation: &Generation) -> Result<Key, ErrorStack> {
    match generation {
        Generation::Rsa { bits, exponent } => {
            let context = context_for("RSA")?;
            init(&context)?;
            rsa_size(&context, *bits, *exponent)?;
            finish(&context)
        }
        Generation::RsaPss { bits, exponent, digest, mgf1_digest, salt_length } => {
            let context = context_for("RSA-PSS")?;
            init(&context)?;
            rsa_size(&context, *bits, *exponent)?;
            // SAFETY: a live context and live algorithms.
            unsafe {
                if let Some(digest) = digest {
                    check(ffi::EVP_PKEY_CTX_set_rsa_pss_keygen_md(
                        context.as_ptr(),
                        digest.as_ptr(),
                    ))?;
                }
                // Without one of its own the mask is made with the same digest.
                if let Some(digest) = mgf1_digest.as_ref().or(digest.as_ref()) {
                    check(ffi::EVP_PKEY_CTX_set_rsa_pss_keygen_mgf1_md(
                        context.as_ptr(),
                        digest.as_ptr(),
                    ))?;
                }
                let default = digest.as_ref().map(|digest| digest.size() as i32);
                if let Some(length) = salt_length.or(default) {
                    check(ffi::EVP_PKEY_CTX_set_rsa_pss_keygen_saltlen(context.as_ptr(), length))?;
                }
            }
            finish(&context)
        }
        Generation::Dsa { bits, divisor_bits } => {
            let context = context_for("DSA")?;
            // SAFETY: a live context.
            unsafe {
                check(ffi::EVP_PKEY_paramgen_init(context.as_ptr()))?;
                check(ffi::EVP_PKEY_CTX_set_dsa_paramgen_bits(context.as_ptr(), *bits as i32))?;
                if let Some(bits) = divisor_bits {
                    check(ffi::EVP_PKEY_CTX_set_dsa_paramgen_q_bits(
                        context.as_ptr(),
                        *bits as i32,
                    ))?;
                }
            }
            of_parameters(&make_parameters(&context)?)
        }
        Generation::Ec { curve, is_explicit } => {
            let context = context_for("EC")?;
            init(&context)?;
            let encoding = if *is_explicit { "explicit" } else { "named_curve" };
            let mut params = Params::default().text(c"group", curve).text(c"encoding", encoding);
            params.with(|list| {
                // SAFETY: a live context; the parameters live during the call.
                check(unsafe { ffi::EVP_PKEY_CTX_set_params(context.as_ptr(), list) })
            })?;
            finish(&context)
        }
        Generation::Plain(kind) => {
            let context = context_for(kind.algorithm())?;
            init(&context)?;
            finish(&context)
        }
        Generation::DhGroup(name) => {
            let prime = group_prime(name).ok_or_else(ErrorStack::take)?;
            of_dh(&prime, 2)
        }
        Generation::DhPrime { prime, generator } => of_dh(prime, *generator),
        Generation::DhLength { bits, generator } => {
            let context = context_for("DH")?;
            // SAFETY: a live context.
            unsafe {
                check(ffi::EVP_PKEY_paramgen_init(context.as_ptr()))?;
                check(ffi::EVP_PKEY_CTX_set_dh_paramgen_prime_len(context.as_ptr(), *bits as i32))?;
                check(ffi::EVP_PKEY_CTX_set_dh_paramgen_generator(
                    context.as_ptr(),
                    *generator as i32,
                ))?;
            }
            of_parameters(&make_parameters(&context)?)
        }
    }
}

fn of_dh(prime: &[u8], generator: u32) -> Result<Key, ErrorStack> {
    let params = Params::default().big(c"p", prime).big(c"g", &generator.to_be_bytes());
    of_parameters(&parameters("DH", params)?)
}

pub(crate) fn context_for(algorithm: &str) -> Result<KeyContext, ErrorStack> {
    let name = c_name(algorithm);
    // SAFETY: a name that ends with NUL; the context is ours.
    unsafe {
        KeyContext::take(ffi::EVP_PKEY_CTX_new_from_name(
            std::ptr::null_mut(),
            name.as_ptr(),
            std::ptr::null(),
        ))
    }
}

fn init(context: &KeyContext) -> Result<(), ErrorStack> {
    // SAFETY: a live context.
    check(unsafe { ffi::EVP_PKEY_keygen_init(context.as_ptr()) })
}

fn rsa_size(context: &KeyContext, bits: u32, exponent: u32) -> Result<(), ErrorStack> {
    let exponent = Bignum::from_word(u64::from(exponent))?;
    // SAFETY: a live context; the exponent is copied.
    unsafe {
        check(ffi::EVP_PKEY_CTX_set_rsa_keygen_bits(context.as_ptr(), bits as i32))?;
        check(ffi::EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context.as_ptr(), exponent.as_ptr()))
    }
}

fn finish(context: &KeyContext) -> Result<Key, ErrorStack> {
    let mut key = std::ptr::null_mut();
    // SAFETY: a live context; the key that is made is ours.
    unsafe {
        check(ffi::EVP_PKEY_keygen(context.as_ptr(), &mut key))?;
        Key::take(key)
    }
}

fn make_parameters(context: &KeyContext) -> Result<Key, ErrorStack> {
    let mut key = std::ptr::null_mut();
    // SAFETY: as in `finish`.
    unsafe {
        check(ffi::EVP_PKEY_paramgen(context.as_ptr(), &mut key))?;
        Key::take(key)
    }
}

fn of_parameters(parameters: &Key) -> Result<Key, ErrorStack> {
    // SAFETY: a live key; the context is ours.
    let context = unsafe {
        KeyContext::take(ffi::EVP_PKEY_CTX_new(parameters.as_ptr(), std::ptr::null_mut()))
    }?;
    init(&context)?;
    finish(&context)
}
