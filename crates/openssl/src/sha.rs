//! The plain functions of SHA-1 and SHA-2: a state in memory of ours, and no context of a provider around it.
//!
//! Making and freeing a provider's context costs as much as the digest of a short text, and copying one as much as the block that
//! it is copied for, of which a key out of a password takes hundreds of thousands. The library's plain functions have the same
//! code for the same processors behind them. Manuals call them deprecated, and a library may be built without them: then, and in
//! FIPS mode, there is none here and callers do without.
//!
//! Not here: digests by name, that is [`crate::DigestAlgorithm`].

use std::ffi::{CStr, c_int, c_void};
use std::sync::OnceLock;

use crate::{ffi, is_fips};

/// The longest of the library's states, `SHA512_CTX`: eight words, two of length, sixteen of data, and two short numbers.
const STATE_WORDS: usize = 27;
const BLOCK_MAX: usize = 128;
const DIGEST_MAX: usize = 64;

type Init = unsafe extern "C" fn(*mut c_void) -> c_int;
type Update = unsafe extern "C" fn(*mut c_void, *const c_void, usize) -> c_int;
type Final = unsafe extern "C" fn(*mut u8, *mut c_void) -> c_int;
type Transform = unsafe extern "C" fn(*mut c_void, *const u8);

/// One digest of the family.
pub(crate) struct Sha {
    size: usize,
    block: usize,
    init: Init,
    update: Update,
    finish: Final,
    transform: Transform,
}

impl Sha {
    /// By the name that providers have for it.
    pub(crate) fn by_name(name: &str) -> Option<&'static Sha> {
        static FAMILY: OnceLock<Option<[Sha; 5]>> = OnceLock::new();
        let place = match name {
            "SHA1" => 0,
            "SHA2-224" => 1,
            "SHA2-256" => 2,
            "SHA2-384" => 3,
            "SHA2-512" => 4,
            _ => return None,
        };
        if is_fips() {
            return None;
        }
        let family = FAMILY.get_or_init(|| {
            Some([
                Sha::find(
                    20,
                    64,
                    [c"SHA1_Init", c"SHA1_Update", c"SHA1_Final", c"SHA1_Transform"],
                )?,
                Sha::find(
                    28,
                    64,
                    [c"SHA224_Init", c"SHA224_Update", c"SHA224_Final", c"SHA256_Transform"],
                )?,
                Sha::find(
                    32,
                    64,
                    [c"SHA256_Init", c"SHA256_Update", c"SHA256_Final", c"SHA256_Transform"],
                )?,
                Sha::find(
                    48,
                    128,
                    [c"SHA384_Init", c"SHA384_Update", c"SHA384_Final", c"SHA512_Transform"],
                )?,
                Sha::find(
                    64,
                    128,
                    [c"SHA512_Init", c"SHA512_Update", c"SHA512_Final", c"SHA512_Transform"],
                )?,
            ])
        });
        family.as_ref().map(|family| &family[place])
    }

    fn find(size: usize, block: usize, names: [&CStr; 4]) -> Option<Sha> {
        let [init, update, finish, transform] = names.map(ffi::find);
        if [init, update, finish, transform].iter().any(|found| found.is_null()) {
            return None;
        }
        // SAFETY: functions of the library with these names, whose signatures are those of <openssl/sha.h>.
        unsafe {
            Some(Sha {
                size,
                block,
                init: std::mem::transmute::<*mut c_void, Init>(init),
                update: std::mem::transmute::<*mut c_void, Update>(update),
                finish: std::mem::transmute::<*mut c_void, Final>(finish),
                transform: std::mem::transmute::<*mut c_void, Transform>(transform),
            })
        }
    }

    /// How wide a word is: a block has sixteen.
    fn width(&self) -> usize {
        self.block / 16
    }

    /// A key of HMAC as a block, as the standard pads it; not yet combined with either constant.
    fn key_block(&'static self, key: &[u8]) -> [u8; BLOCK_MAX] {
        let mut block = [0; BLOCK_MAX];
        if key.len() > self.block {
            let mut state = ShaState::new(self);
            state.update(key);
            state.finish(&mut block);
        } else {
            block[..key.len()].copy_from_slice(key);
        }
        block
    }
}

/// A digest being made.
#[derive(Clone)]
pub(crate) struct ShaState {
    sha: &'static Sha,
    words: [u64; STATE_WORDS],
}

impl ShaState {
    pub(crate) fn new(sha: &'static Sha) -> ShaState {
        let mut state = ShaState { sha, words: [0; STATE_WORDS] };
        // SAFETY: there is room for the longest state. The function can not fail.
        unsafe { (sha.init)(state.as_ptr()) };
        state
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        // SAFETY: a state that `new` began; the slice is as long as it says. The function can not fail.
        unsafe { (self.sha.update)(self.as_ptr(), data.as_ptr().cast(), data.len()) };
    }

    /// The digest into the beginning of `out`, which must have room for it. The state is of no use any more.
    pub(crate) fn finish(&mut self, out: &mut [u8]) {
        let target = &mut out[..self.sha.size];
        // SAFETY: a state that `new` began; the target is as long as the digest. The function can not fail.
        unsafe { (self.sha.finish)(target.as_mut_ptr(), self.as_ptr()) };
    }

    /// Takes one whole block into the words, past what counts bytes.
    fn transform(&mut self, block: &[u8; BLOCK_MAX]) {
        // SAFETY: a state that `new` began; no block is longer.
        unsafe { (self.sha.transform)(self.as_ptr(), block.as_ptr()) };
    }

    /// The words, as many as a digest shows, in the order of its bytes.
    fn put_words(&self, out: &mut [u8]) {
        if self.sha.width() == 8 {
            for (out, word) in out[..self.sha.size].chunks_exact_mut(8).zip(&self.words) {
                out.copy_from_slice(&word.to_be_bytes());
            }
            return;
        }
        // Two words of the library lie in one of ours.
        let mut halves = [0_u32; 8];
        for (pair, word) in halves.chunks_exact_mut(2).zip(&self.words) {
            let [a, b, c, d, e, f, g, h] = word.to_ne_bytes();
            pair.copy_from_slice(&[
                u32::from_ne_bytes([a, b, c, d]),
                u32::from_ne_bytes([e, f, g, h]),
            ]);
        }
        for (out, half) in out[..self.sha.size].chunks_exact_mut(4).zip(halves) {
            out.copy_from_slice(&half.to_be_bytes());
        }
    }

    fn as_ptr(&mut self) -> *mut c_void {
        self.words.as_mut_ptr().cast()
    }
}

impl Drop for ShaState {
    fn drop(&mut self) {
        // SAFETY: memory of ours. A state tells much of what it was made of.
        unsafe { ffi::OPENSSL_cleanse(self.as_ptr(), size_of_val(&self.words)) };
    }
}

/// The code of a message: a digest of a digest, both begun with the key.
pub(crate) struct ShaHmac {
    inner: ShaState,
    outer: ShaState,
}

impl ShaHmac {
    pub(crate) fn new(sha: &'static Sha, key: &[u8]) -> ShaHmac {
        let mut block = sha.key_block(key);
        block.iter_mut().for_each(|byte| *byte ^= 0x36);
        let mut inner = ShaState::new(sha);
        inner.update(&block[..sha.block]);
        block.iter_mut().for_each(|byte| *byte ^= 0x36 ^ 0x5c);
        let mut outer = ShaState::new(sha);
        outer.update(&block[..sha.block]);
        wipe(&mut block);
        ShaHmac { inner, outer }
    }

    pub(crate) fn update(&mut self, data: &[u8]) {
        self.inner.update(data);
    }

    /// As [`ShaState::finish`].
    pub(crate) fn finish(&mut self, out: &mut [u8]) {
        let mut inside = [0; DIGEST_MAX];
        self.inner.finish(&mut inside);
        self.outer.update(&inside[..self.inner.sha.size]);
        self.outer.finish(out);
        wipe(&mut inside);
    }
}

/// A key out of a password (PBKDF2): each part of `out` is the sum of a chain of codes, each the code of the one before.
pub(crate) fn pbkdf2(
    sha: &'static Sha,
    password: &[u8],
    salt: &[u8],
    iterations: u32,
    out: &mut [u8],
) {
    let begun = ShaHmac::new(sha, password);
    for (part, number) in out.chunks_mut(sha.size).zip(1_u32..) {
        let mut first = ShaHmac { inner: begun.inner.clone(), outer: begun.outer.clone() };
        first.update(salt);
        first.update(&number.to_be_bytes());
        let mut chain = Chain::new(sha, &begun);
        first.finish(&mut chain.inner_block);
        let mut sum = [0; DIGEST_MAX];
        sum.copy_from_slice(&chain.inner_block[..DIGEST_MAX]);
        for _ in 1..iterations {
            chain.step();
            for (sum, byte) in sum[..sha.size].iter_mut().zip(&chain.inner_block) {
                *sum ^= byte;
            }
        }
        part.copy_from_slice(&sum[..part.len()]);
        wipe(&mut sum);
    }
}

/// Codes of codes. A code and its padding fill one block, so that a step is two blocks from two states that never change.
struct Chain<'a> {
    begun: &'a ShaHmac,
    state: ShaState,
    inner_block: [u8; BLOCK_MAX],
    outer_block: [u8; BLOCK_MAX],
}

impl<'a> Chain<'a> {
    fn new(sha: &'static Sha, begun: &'a ShaHmac) -> Chain<'a> {
        let mut block = [0; BLOCK_MAX];
        block[sha.size] = 0x80;
        let bits = ((sha.block + sha.size) * 8) as u64;
        block[sha.block - 8..sha.block].copy_from_slice(&bits.to_be_bytes());
        Chain { begun, state: ShaState::new(sha), inner_block: block, outer_block: block }
    }

    /// The code of what lies in the inner block, in its place.
    fn step(&mut self) {
        self.state.words[..8].copy_from_slice(&self.begun.inner.words[..8]);
        self.state.transform(&self.inner_block);
        self.state.put_words(&mut self.outer_block);
        self.state.words[..8].copy_from_slice(&self.begun.outer.words[..8]);
        self.state.transform(&self.outer_block);
        self.state.put_words(&mut self.inner_block);
    }
}

impl Drop for Chain<'_> {
    fn drop(&mut self) {
        wipe(&mut self.inner_block);
        wipe(&mut self.outer_block);
    }
}

fn wipe(bytes: &mut [u8]) {
    // SAFETY: the slice is as long as it says.
    unsafe { ffi::OPENSSL_cleanse(bytes.as_mut_ptr().cast(), bytes.len()) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DigestAlgorithm, Hmac, kdf};

    const NAMES: [&str; 5] = ["sha1", "sha224", "sha256", "sha384", "sha512"];

    /// Both ways to one digest: the plain functions and the provider's.
    fn both(name: &str) -> (DigestAlgorithm, DigestAlgorithm) {
        crate::load().expect("libcrypto is there");
        let plain = DigestAlgorithm::fetch(name).expect("every library has it");
        assert!(plain.plain().is_some(), "{name} has no plain functions here");
        (plain, DigestAlgorithm::fetch(name).expect("the same").without_plain())
    }

    #[test]
    fn digests_and_codes_are_those_of_the_provider() {
        let bytes: Vec<u8> = (0..700_u32).map(|number| number as u8).collect();
        for name in NAMES {
            let (plain, provided) = both(name);
            for length in [0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 700] {
                let data = &bytes[..length];
                assert_eq!(
                    plain.digest(data, None),
                    provided.digest(data, None),
                    "{name} of {length}"
                );
                let code = |algorithm: &DigestAlgorithm| {
                    let mut hmac = Hmac::new(algorithm, data).expect("a key of any length");
                    hmac.update(b"some ").and_then(|()| hmac.update(b"text")).expect("an update");
                    hmac.finish().expect("a code")
                };
                assert_eq!(code(&plain), code(&provided), "{name} with a key of {length}");
            }
        }
    }

    #[test]
    fn keys_out_of_passwords_are_those_of_the_library() {
        for name in NAMES {
            let (plain, provided) = both(name);
            for (password, iterations, length) in
                [(8, 1, 20), (64, 2, 64), (200, 1000, 33), (0, 7, 130)]
            {
                let password = vec![b'p'; password];
                let derive = |algorithm| {
                    kdf::pbkdf2(algorithm, &password, b"salt", iterations, length)
                        .expect("a key")
                        .to_vec()
                };
                assert_eq!(derive(&plain), derive(&provided), "{name}, {iterations} times");
            }
        }
    }

    #[test]
    fn nothing_is_found_by_other_names() {
        crate::load().expect("libcrypto is there");
        assert!(Sha::by_name("SHA3-256").is_none());
        assert!(ffi::find(c"no_such_function").is_null());
    }
}
