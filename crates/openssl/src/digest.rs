//! Message digests.

use std::ffi::{c_char, c_void};

use crate::owned::{DigestContext, DigestOwner};
use crate::sha::{Sha, ShaState};
use crate::{ErrorStack, c_name, check, ffi, text};

const FLAG_XOF: u64 = 2;

/// An algorithm, as SHA-256 is one.
pub struct DigestAlgorithm {
    owner: DigestOwner,
    plain: Option<&'static Sha>,
}

// SAFETY: an algorithm that was fetched never changes, and its count of references is atomic.
unsafe impl Sync for DigestAlgorithm {}

impl DigestAlgorithm {
    /// # Errors
    /// When no provider has it.
    pub fn fetch(name: &str) -> Result<DigestAlgorithm, ErrorStack> {
        let name = c_name(name);
        // SAFETY: names that end with NUL; what is fetched is ours.
        unsafe {
            let fetched = ffi::EVP_MD_fetch(std::ptr::null_mut(), name.as_ptr(), std::ptr::null());
            if let Ok(fetched) = DigestOwner::take(fetched) {
                return Ok(DigestAlgorithm::of(fetched));
            }
            // Providers do not know the names that OpenSSL had before them, as RSA-SHA256 is one.
            let old = ffi::EVP_get_digestbyname(name.as_ptr());
            if old.is_null() {
                return Err(ErrorStack::take());
            }
            let name = ffi::EVP_MD_get0_name(old);
            DigestOwner::take(ffi::EVP_MD_fetch(std::ptr::null_mut(), name, std::ptr::null()))
                .map(DigestAlgorithm::of)
        }
    }

    fn of(owner: DigestOwner) -> DigestAlgorithm {
        let mut algorithm = DigestAlgorithm { owner, plain: None };
        algorithm.plain = Sha::by_name(&algorithm.name());
        algorithm
    }

    /// The plain functions, where there are some.
    pub(crate) fn plain(&self) -> Option<&'static Sha> {
        self.plain
    }

    #[cfg(test)]
    pub(crate) fn without_plain(self) -> DigestAlgorithm {
        DigestAlgorithm { plain: None, ..self }
    }

    /// How many bytes a digest has that no length was asked for.
    pub fn size(&self) -> usize {
        // SAFETY: a live algorithm.
        match usize::try_from(unsafe { ffi::EVP_MD_get_size(self.as_ptr()) }) {
            Ok(size) if size > 0 => size,
            // OpenSSL 3.4 gives a digest of free length no length of its own any more; these two had one.
            _ => match self.name().as_str() {
                "SHAKE-128" | "SHAKE128" => 16,
                "SHAKE-256" | "SHAKE256" => 32,
                _ => 0,
            },
        }
    }

    /// Whether the length of the digest is free.
    pub fn is_xof(&self) -> bool {
        // SAFETY: a live algorithm.
        unsafe { ffi::EVP_MD_get_flags(self.as_ptr()) & FLAG_XOF != 0 }
    }

    pub fn name(&self) -> String {
        // SAFETY: a live algorithm.
        text(unsafe { ffi::EVP_MD_get0_name(self.as_ptr()) }).unwrap_or_default()
    }

    /// The digest of `data` at once. `length` is for algorithms whose length is free.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn digest(&self, data: &[u8], length: Option<usize>) -> Result<Vec<u8>, ErrorStack> {
        let length = length.unwrap_or(self.size());
        if length != self.size() || self.is_xof() {
            let mut digest = Digest::new(self)?;
            digest.update(data)?;
            return digest.finish(length);
        }
        let mut out = vec![0; length];
        if let Some(sha) = self.plain {
            let mut state = ShaState::new(sha);
            state.update(data);
            state.finish(&mut out);
            return Ok(out);
        }
        // SAFETY: both slices are as long as they say; the digest has `size` bytes.
        check(unsafe {
            ffi::EVP_Digest(
                data.as_ptr().cast(),
                data.len(),
                out.as_mut_ptr(),
                std::ptr::null_mut(),
                self.as_ptr(),
                std::ptr::null_mut(),
            )
        })?;
        Ok(out)
    }

    pub(crate) fn as_ptr(&self) -> *const ffi::EVP_MD {
        self.owner.as_ptr()
    }
}

/// A digest being made.
pub struct Digest {
    state: State,
    size: usize,
    is_xof: bool,
}

#[expect(
    clippy::large_enum_variant,
    reason = "the plain state is the usual one, and another allocation a third of its cost"
)]
enum State {
    Context(DigestContext),
    Plain(ShaState),
    /// A plain one that was asked for its digest.
    Finished,
}

impl Digest {
    /// # Errors
    /// OpenSSL's.
    pub fn new(algorithm: &DigestAlgorithm) -> Result<Digest, ErrorStack> {
        if let Some(sha) = algorithm.plain {
            let state = State::Plain(ShaState::new(sha));
            return Ok(Digest { state, size: algorithm.size(), is_xof: false });
        }
        // SAFETY: a new context of ours, given a live algorithm.
        let context = unsafe {
            let context = DigestContext::take(ffi::EVP_MD_CTX_new())?;
            check(ffi::EVP_DigestInit_ex(
                context.as_ptr(),
                algorithm.as_ptr(),
                std::ptr::null_mut(),
            ))?;
            context
        };
        let state = State::Context(context);
        Ok(Digest { state, size: algorithm.size(), is_xof: algorithm.is_xof() })
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn is_xof(&self) -> bool {
        self.is_xof
    }

    /// # Errors
    /// OpenSSL's.
    pub fn update(&mut self, data: &[u8]) -> Result<(), ErrorStack> {
        match &mut self.state {
            State::Plain(state) => {
                state.update(data);
                Ok(())
            }
            // SAFETY: a live context; the slice is as long as it says.
            State::Context(context) => check(unsafe {
                ffi::EVP_DigestUpdate(context.as_ptr(), data.as_ptr().cast(), data.len())
            }),
            State::Finished => Err(ErrorStack::default()),
        }
    }

    /// The digest; `length` other than the algorithm's is for those whose length is free.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn finish(&mut self, length: usize) -> Result<Vec<u8>, ErrorStack> {
        let mut out = vec![0; length.max(if self.is_xof { 0 } else { self.size })];
        if out.is_empty() {
            return Ok(out);
        }
        match &mut self.state {
            State::Plain(state) => {
                state.finish(&mut out);
                self.state = State::Finished;
            }
            // SAFETY: a live context; there is room for the digest.
            State::Context(context) => check(unsafe {
                if self.is_xof {
                    ffi::EVP_DigestFinalXOF(context.as_ptr(), out.as_mut_ptr(), out.len())
                } else {
                    ffi::EVP_DigestFinal_ex(
                        context.as_ptr(),
                        out.as_mut_ptr(),
                        std::ptr::null_mut(),
                    )
                }
            })?,
            State::Finished => return Err(ErrorStack::default()),
        }
        Ok(out)
    }

    /// A second one in the same state.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn duplicate(&self) -> Result<Digest, ErrorStack> {
        let state = match &self.state {
            State::Plain(state) => State::Plain(state.clone()),
            State::Finished => return Err(ErrorStack::default()),
            // SAFETY: a new context of ours and a live one.
            State::Context(from) => unsafe {
                let context = DigestContext::take(ffi::EVP_MD_CTX_new())?;
                check(ffi::EVP_MD_CTX_copy_ex(context.as_ptr(), from.as_ptr()))?;
                State::Context(context)
            },
        };
        Ok(Digest { state, size: self.size, is_xof: self.is_xof })
    }
}

/// The names of all digests, sorted as the library does.
pub fn digest_names() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    // SAFETY: `push_name` gets the vector, which lives during the call.
    unsafe { ffi::EVP_MD_do_all_sorted(Some(push_name), (&raw mut names).cast()) };
    // Some that the library still names have no provider any more.
    names.retain(|name| DigestAlgorithm::fetch(name).is_ok());
    ErrorStack::clear();
    names
}

/// # Safety
/// `list` must point to a vector of strings.
pub(crate) unsafe extern "C" fn push_name(
    _algorithm: *const c_void,
    from: *const c_char,
    to: *const c_char,
    list: *mut c_void,
) {
    // SAFETY: the caller's promise; the names are strings of the library, an alias has two.
    let list = unsafe { &mut *list.cast::<Vec<String>>() };
    if let Some(name) = text(if from.is_null() { to } else { from }) {
        list.push(name);
    }
}
