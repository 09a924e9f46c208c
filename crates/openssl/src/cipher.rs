//! Symmetric ciphers.

use crate::digest::push_name;
use crate::owned::{CipherContextOwner, CipherOwner};
use crate::{ErrorStack, c_name, check, ffi, text};

const FLAG_AEAD: u64 = 0x20_0000;
const FLAG_WRAP_ALLOW: i32 = 1;
const CTRL_AEAD_SET_IV_LENGTH: i32 = 9;
const CTRL_AEAD_GET_TAG: i32 = 16;
const CTRL_AEAD_SET_TAG: i32 = 17;

/// A cipher, as AES in one mode with one length of key is one.
pub struct Cipher {
    known: Known,
}

enum Known {
    Static(*const ffi::EVP_CIPHER),
    Fetched(CipherOwner),
}

// SAFETY: algorithms never change.
unsafe impl Send for Cipher {}

// SAFETY: the same.
unsafe impl Sync for Cipher {}

/// What is known about a cipher before it has a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CipherInfo {
    pub name: String,
    pub nid: i32,
    /// As OpenSSL numbers them: `EVP_CIPH_CBC_MODE`.
    pub mode: u32,
    pub block_size: usize,
    pub iv_length: usize,
    pub key_length: usize,
    pub is_aead: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Encrypt,
    Decrypt,
}

impl Cipher {
    pub fn by_name(name: &str) -> Option<Cipher> {
        // Made for the records of TLS; anywhere else they are a trap.
        if name.to_ascii_lowercase().contains("-cbc-hmac-") {
            return None;
        }
        let name = c_name(name);
        // SAFETY: names that end with NUL; what is found lives as long as the library.
        unsafe {
            let found = ffi::EVP_get_cipherbyname(name.as_ptr());
            if !found.is_null() {
                return Some(Cipher { known: Known::Static(found) });
            }
            let fetched =
                ffi::EVP_CIPHER_fetch(std::ptr::null_mut(), name.as_ptr(), std::ptr::null());
            let fetched = CipherOwner::take(fetched).ok()?;
            Some(Cipher { known: Known::Fetched(fetched) })
        }
    }

    /// The same as a provider has it, if one does. What is known by its name alone is looked for again each time that it is
    /// used.
    pub fn fetched(self) -> Cipher {
        let Known::Static(cipher) = self.known else { return self };
        // SAFETY: a live cipher, whose name lives as long; what is fetched is ours.
        let fetched = unsafe {
            let name = ffi::EVP_CIPHER_get0_name(cipher);
            CipherOwner::take(ffi::EVP_CIPHER_fetch(std::ptr::null_mut(), name, std::ptr::null()))
        };
        ErrorStack::clear();
        fetched.map_or(self, |owner| Cipher { known: Known::Fetched(owner) })
    }

    pub fn by_nid(nid: i32) -> Option<Cipher> {
        // SAFETY: a static string, or null.
        let name = text(unsafe { ffi::OBJ_nid2sn(nid) })?;
        Cipher::by_name(&name)
    }

    pub fn info(&self) -> CipherInfo {
        let cipher = self.as_ptr();
        // SAFETY: a live cipher.
        unsafe {
            let nid = ffi::EVP_CIPHER_get_nid(cipher);
            let name = text(ffi::OBJ_nid2sn(nid)).filter(|_| nid != 0);
            let length = |number: i32| usize::try_from(number).unwrap_or(0);
            CipherInfo {
                name: name.or_else(|| text(ffi::EVP_CIPHER_get0_name(cipher))).unwrap_or_default(),
                nid,
                mode: ffi::EVP_CIPHER_get_mode(cipher) as u32,
                block_size: length(ffi::EVP_CIPHER_get_block_size(cipher)),
                iv_length: length(ffi::EVP_CIPHER_get_iv_length(cipher)),
                key_length: length(ffi::EVP_CIPHER_get_key_length(cipher)),
                is_aead: ffi::EVP_CIPHER_get_flags(cipher) & FLAG_AEAD != 0,
            }
        }
    }

    pub(crate) fn as_ptr(&self) -> *const ffi::EVP_CIPHER {
        match &self.known {
            Known::Static(cipher) => *cipher,
            Known::Fetched(cipher) => cipher.as_ptr(),
        }
    }
}

/// A cipher at work. Lengths are those of one call: at most what an `i32` holds.
pub struct CipherContext {
    context: CipherContextOwner,
}

impl CipherContext {
    /// A context with a key and a vector, whose lengths have to be those of the cipher.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn with_key(
        cipher: &Cipher,
        direction: Direction,
        key: &[u8],
        iv: &[u8],
    ) -> Result<CipherContext, ErrorStack> {
        let length = |number: i32| usize::try_from(number).unwrap_or(0);
        // SAFETY: a new context of ours and a live cipher; key and vector are as long as it reads.
        let context = unsafe {
            if key.len() != length(ffi::EVP_CIPHER_get_key_length(cipher.as_ptr()))
                || iv.len() != length(ffi::EVP_CIPHER_get_iv_length(cipher.as_ptr()))
            {
                return Err(ErrorStack::default());
            }
            let context = CipherContextOwner::take(ffi::EVP_CIPHER_CTX_new())?;
            check(ffi::EVP_CipherInit_ex(
                context.as_ptr(),
                cipher.as_ptr(),
                std::ptr::null_mut(),
                key.as_ptr(),
                iv.as_ptr(),
                i32::from(direction == Direction::Encrypt),
            ))?;
            context
        };
        Ok(CipherContext { context })
    }

    /// A context that knows its cipher and direction and has no key yet.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn new(cipher: &Cipher, direction: Direction) -> Result<CipherContext, ErrorStack> {
        // SAFETY: a new context of ours and a live cipher.
        let context = unsafe {
            let context = CipherContextOwner::take(ffi::EVP_CIPHER_CTX_new())?;
            ffi::EVP_CIPHER_CTX_set_flags(context.as_ptr(), FLAG_WRAP_ALLOW);
            check(ffi::EVP_CipherInit_ex(
                context.as_ptr(),
                cipher.as_ptr(),
                std::ptr::null_mut(),
                std::ptr::null(),
                std::ptr::null(),
                i32::from(direction == Direction::Encrypt),
            ))?;
            context
        };
        Ok(CipherContext { context })
    }

    pub fn set_iv_length(&mut self, length: usize) -> bool {
        self.control(CTRL_AEAD_SET_IV_LENGTH, length, std::ptr::null_mut())
    }

    /// Tells modes that must know it how long the tag will be.
    pub fn set_tag_length(&mut self, length: usize) -> bool {
        self.control(CTRL_AEAD_SET_TAG, length, std::ptr::null_mut())
    }

    pub fn set_tag(&mut self, tag: &[u8]) -> bool {
        // The library only reads it.
        self.control(CTRL_AEAD_SET_TAG, tag.len(), tag.as_ptr().cast_mut().cast())
    }

    pub fn tag(&mut self, length: usize) -> Option<Vec<u8>> {
        let mut tag = vec![0; length];
        let pointer = tag.as_mut_ptr().cast();
        self.control(CTRL_AEAD_GET_TAG, length, pointer).then_some(tag)
    }

    fn control(&mut self, kind: i32, length: usize, pointer: *mut std::ffi::c_void) -> bool {
        let Ok(length) = i32::try_from(length) else { return false };
        // SAFETY: a live context; the pointer is null or has `length` bytes.
        unsafe { ffi::EVP_CIPHER_CTX_ctrl(self.context.as_ptr(), kind, length, pointer) == 1 }
    }

    pub fn set_key_length(&mut self, length: usize) -> bool {
        let Ok(length) = i32::try_from(length) else { return false };
        // SAFETY: a live context.
        unsafe { ffi::EVP_CIPHER_CTX_set_key_length(self.context.as_ptr(), length) == 1 }
    }

    /// # Errors
    /// OpenSSL's.
    pub fn set_key(&mut self, key: Option<&[u8]>, iv: Option<&[u8]>) -> Result<(), ErrorStack> {
        let pointer = |bytes: Option<&[u8]>| bytes.map_or(std::ptr::null(), <[u8]>::as_ptr);
        // SAFETY: a live context; the caller has set or checked the lengths, which are those of the cipher.
        check(unsafe {
            ffi::EVP_CipherInit_ex(
                self.context.as_ptr(),
                std::ptr::null(),
                std::ptr::null_mut(),
                pointer(key),
                pointer(iv),
                -1,
            )
        })
    }

    pub fn set_padding(&mut self, padding: bool) -> bool {
        // SAFETY: a live context.
        unsafe { ffi::EVP_CIPHER_CTX_set_padding(self.context.as_ptr(), i32::from(padding)) == 1 }
    }

    /// Data that is authenticated and not encrypted.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn authenticate(&mut self, data: &[u8]) -> Result<(), ErrorStack> {
        let mut written = 0;
        // SAFETY: a live context; without a target only the state changes.
        check(unsafe {
            ffi::EVP_CipherUpdate(
                self.context.as_ptr(),
                std::ptr::null_mut(),
                &mut written,
                data.as_ptr(),
                data.len() as i32,
            )
        })
    }

    /// Tells a mode that must know it how long the text will be.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn announce_length(&mut self, length: usize) -> Result<(), ErrorStack> {
        let mut written = 0;
        // SAFETY: a live context; neither source nor target means the length.
        check(unsafe {
            ffi::EVP_CipherUpdate(
                self.context.as_ptr(),
                std::ptr::null_mut(),
                &mut written,
                std::ptr::null(),
                length as i32,
            )
        })
    }

    /// What comes out for `data`. `room` is how much more than `data` that can be.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn update(&mut self, data: &[u8], room: usize) -> Result<Vec<u8>, ErrorStack> {
        let mut out = Vec::with_capacity(data.len() + room);
        let mut written = 0;
        // Without a source this would announce a length.
        let source = if data.is_empty() { c"".as_ptr().cast() } else { data.as_ptr() };
        // SAFETY: a live context; the target has room for the text, a block more, and what wrapping adds.
        check(unsafe {
            ffi::EVP_CipherUpdate(
                self.context.as_ptr(),
                out.as_mut_ptr(),
                &mut written,
                source,
                data.len() as i32,
            )
        })?;
        // SAFETY: so many bytes were written, and there is room for them.
        unsafe { out.set_len(usize::try_from(written).unwrap_or(0).min(out.capacity())) };
        Ok(out)
    }

    /// Turns a text into what comes out for it, of a cipher that gives as much as it gets at once. Gives how many bytes came.
    ///
    /// # Errors
    /// OpenSSL's; of a cipher that works in blocks, none of its own.
    pub fn update_in_place(&mut self, text: &mut [u8]) -> Result<usize, ErrorStack> {
        let mut written = 0;
        // SAFETY: a live context; one that does not work in blocks writes no more than it reads, and may do so where it reads.
        check(unsafe {
            if ffi::EVP_CIPHER_CTX_get_block_size(self.context.as_ptr()) != 1 {
                return Err(ErrorStack::default());
            }
            ffi::EVP_CipherUpdate(
                self.context.as_ptr(),
                text.as_mut_ptr(),
                &mut written,
                text.as_ptr(),
                text.len() as i32,
            )
        })?;
        Ok(usize::try_from(written).unwrap_or(0))
    }

    /// The end of the text.
    ///
    /// # Errors
    /// OpenSSL's: the text does not fit, or is not authentic.
    pub fn finish(&mut self, room: usize) -> Result<Vec<u8>, ErrorStack> {
        let mut out = vec![0; room];
        let mut written = 0;
        // SAFETY: a live context; the target has room for the last block.
        check(unsafe {
            ffi::EVP_CipherFinal_ex(self.context.as_ptr(), out.as_mut_ptr(), &mut written)
        })?;
        out.truncate(usize::try_from(written).unwrap_or(0));
        Ok(out)
    }
}

/// The names of all ciphers that a provider has, as Node lists them.
pub fn cipher_names() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    // SAFETY: `push_name` gets the vector, which lives during the call.
    unsafe { ffi::EVP_CIPHER_do_all_sorted(Some(push_name), (&raw mut names).cast()) };
    names.retain(|name| {
        if name.to_ascii_lowercase().contains("-cbc-hmac-") {
            return false;
        }
        let name = c_name(name);
        // SAFETY: a name that ends with NUL; what is fetched is freed at once.
        unsafe {
            let fetched =
                ffi::EVP_CIPHER_fetch(std::ptr::null_mut(), name.as_ptr(), std::ptr::null());
            CipherOwner::take(fetched).is_ok()
        }
    });
    ErrorStack::clear();
    names.iter_mut().for_each(|name| name.make_ascii_lowercase());
    names.sort();
    names.dedup();
    names
}
