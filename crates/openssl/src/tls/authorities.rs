//! Trusted certificates that are read when somebody looks for them.
//!
//! Of the hundred and more that a system trusts, a connection needs one, and most servers need none; to read one takes the
//! library of OpenSSL 3.0 a tenth of a millisecond. So a store is given a way to search instead of certificates: the first
//! search takes the text apart and reads the subjects, and a certificate is read when its subject is searched for. From then
//! on the store has it.

use std::cell::{OnceCell, RefCell};
use std::ffi::{CStr, OsStr, c_int, c_long, c_uchar};
use std::os::unix::ffi::OsStrExt;
use std::ptr::{self, NonNull};
use std::rc::Rc;
use std::sync::OnceLock;

use super::failure::Failure;
use super::ffi;

/// Certificates of one origin. Several stores can search them.
#[derive(Debug)]
pub(super) struct Authorities {
    origin: Origin,
    listed: OnceCell<Vec<Listed>>,
}

#[derive(Debug)]
enum Origin {
    /// The file of the system, or the one that `SSL_CERT_FILE` names.
    SystemFile,
    /// A text in PEM form.
    Text(Vec<u8>),
}

/// A certificate that was not read yet.
#[derive(Debug)]
struct Listed {
    der: Vec<u8>,
    subject: Name,
}

#[derive(Debug)]
struct Name(NonNull<ffi::X509_NAME>);

impl Drop for Name {
    fn drop(&mut self) {
        // SAFETY: ours.
        unsafe { ffi::X509_NAME_free(self.0.as_ptr()) };
    }
}

impl Authorities {
    pub(super) fn of_system_file() -> Rc<Authorities> {
        Rc::new(Authorities { origin: Origin::SystemFile, listed: OnceCell::new() })
    }

    pub(super) fn of_text(pem: Vec<u8>) -> Rc<Authorities> {
        Rc::new(Authorities { origin: Origin::Text(pem), listed: OnceCell::new() })
    }

    fn listed(&self) -> &[Listed] {
        self.listed.get_or_init(|| match &self.origin {
            Origin::Text(pem) => list(pem),
            // A file that is not there has no certificates.
            Origin::SystemFile => list(&std::fs::read(system_file()).unwrap_or_default()),
        })
    }
}

fn system_file() -> std::path::PathBuf {
    // SAFETY: static texts.
    let (variable, path) = unsafe {
        (
            CStr::from_ptr(ffi::X509_get_default_cert_file_env()),
            CStr::from_ptr(ffi::X509_get_default_cert_file()),
        )
    };
    let chosen = std::env::var_os(OsStr::from_bytes(variable.to_bytes()));
    chosen.unwrap_or_else(|| OsStr::from_bytes(path.to_bytes()).to_owned()).into()
}

/// The certificates of a text in PEM form, as far as they are such.
fn list(pem: &[u8]) -> Vec<Listed> {
    let mut listed = Vec::new();
    let Ok(length) = c_int::try_from(pem.len()) else { return listed };
    // SAFETY: reads from the text, which outlives it. What is given is ours to free; the data is as long as it says.
    unsafe {
        let bio = ffi::BIO_new_mem_buf(pem.as_ptr().cast(), length);
        while !bio.is_null() {
            let (mut name, mut header, mut data) =
                (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
            let mut length = 0;
            if ffi::PEM_read_bio(bio, &mut name, &mut header, &mut data, &mut length) != 1 {
                break;
            }
            let der = std::slice::from_raw_parts(data, usize::try_from(length).unwrap_or(0));
            if CStr::from_ptr(name).to_bytes().ends_with(b"CERTIFICATE")
                && let Some(subject) = subject(der)
            {
                listed.push(Listed { der: der.to_vec(), subject });
            }
            for memory in [name.cast(), header.cast(), data.cast()] {
                ffi::CRYPTO_free(memory, ptr::null(), 0);
            }
        }
        ffi::BIO_free(bio);
    }
    listed
}

/// Goes over the parts of a certificate before its subject, and reads that.
fn subject(der: &[u8]) -> Option<Name> {
    const VERSION: (c_int, c_int) = (0, 0x80);
    let certificate = Parts(der).next()?.contents;
    let signed = Parts(certificate).next()?.contents;
    let mut parts = Parts(signed);
    // A certificate of the first version does not say so.
    let before_subject = if parts.next()?.tag == VERSION { 4 } else { 3 };
    for _ in 0..before_subject {
        parts.next()?;
    }
    let subject = parts.next()?.whole;
    let mut start = subject.as_ptr();
    // SAFETY: as long as it says; what is read is ours.
    let name = unsafe { ffi::d2i_X509_NAME(ptr::null_mut(), &mut start, subject.len() as c_long) };
    NonNull::new(name).map(Name)
}

/// A part of something in DER form.
struct Part<'a> {
    /// With its class.
    tag: (c_int, c_int),
    /// With its header.
    whole: &'a [u8],
    contents: &'a [u8],
}

/// The parts that are left, one after the other.
struct Parts<'a>(&'a [u8]);

impl<'a> Parts<'a> {
    fn next(&mut self) -> Option<Part<'a>> {
        const FAILED: c_int = 0x80;
        const INDEFINITE: c_int = 1;
        let mut contents = self.0.as_ptr();
        let (mut length, mut tag, mut class) = (0, 0, 0);
        // SAFETY: reads no more than it is told there is.
        let kind = unsafe {
            let most = self.0.len() as c_long;
            ffi::ASN1_get_object(&mut contents, &mut length, &mut tag, &mut class, most)
        };
        if kind & (FAILED | INDEFINITE) != 0 {
            return None;
        }
        let header = contents.addr().checked_sub(self.0.as_ptr().addr())?;
        let end = header.checked_add(usize::try_from(length).ok()?)?;
        let (whole, rest) = self.0.split_at_checked(end)?;
        self.0 = rest;
        Some(Part { tag: (tag, class), whole, contents: whole.get(header..)? })
    }
}

/// What the search of one store has.
#[derive(Default)]
struct Search {
    sources: RefCell<Vec<Source>>,
}

struct Source {
    authorities: Rc<Authorities>,
    /// Which of them the store has, once they are listed.
    given: Vec<bool>,
}

/// Lets a store find these as well.
///
/// # Safety
/// The store must be live, and used by one thread.
pub(super) unsafe fn search(
    store: *mut ffi::X509_STORE,
    authorities: &Rc<Authorities>,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise. A store has one search of a kind, and gives the one it has.
    unsafe {
        let lookup = ffi::X509_STORE_add_lookup(store, method().ok_or_else(Failure::take)?);
        if lookup.is_null() {
            return Err(Failure::take());
        }
        let mut search = ffi::X509_LOOKUP_get_method_data(lookup).cast::<Search>();
        if search.is_null() {
            search = Box::into_raw(Box::default());
            ffi::X509_LOOKUP_set_method_data(lookup, search.cast());
        }
        let source = Source { authorities: Rc::clone(authorities), given: Vec::new() };
        (*search).sources.borrow_mut().push(source);
    }
    Ok(())
}

/// The kind of search that this is, described once for the library.
fn method() -> Option<*mut ffi::X509_LOOKUP_METHOD> {
    struct Method(*mut ffi::X509_LOOKUP_METHOD);
    // SAFETY: a description that never changes once it is made.
    unsafe impl Send for Method {}
    // SAFETY: the same.
    unsafe impl Sync for Method {}
    static METHOD: OnceLock<Option<Method>> = OnceLock::new();
    let method = METHOD.get_or_init(|| {
        // SAFETY: a new description, which is kept for ever; the functions have the signatures that it asks for.
        unsafe {
            let method = ffi::X509_LOOKUP_meth_new(c"trusted when needed".as_ptr());
            if method.is_null() {
                return None;
            }
            ffi::X509_LOOKUP_meth_set_free(method, Some(end));
            ffi::X509_LOOKUP_meth_set_get_by_subject(method, Some(find));
            Some(Method(method))
        }
    });
    method.as_ref().map(|method| method.0)
}

unsafe extern "C" fn end(lookup: *mut ffi::X509_LOOKUP) {
    // SAFETY: what `search` has put there, or null; the store goes, and nothing searches it any more.
    unsafe {
        let search = ffi::X509_LOOKUP_get_method_data(lookup).cast::<Search>();
        if !search.is_null() {
            drop(Box::from_raw(search));
        }
    }
}

/// Gives the store all certificates of a subject, and the caller one of them.
unsafe extern "C" fn find(
    lookup: *mut ffi::X509_LOOKUP,
    kind: c_int,
    name: *const ffi::X509_NAME,
    found: *mut ffi::X509_OBJECT,
) -> c_int {
    const CERTIFICATE: c_int = 1;
    let mut count = 0;
    // SAFETY: the library's own objects, and the data that `search` has put there. What is read is counted once by us, once
    // by the store, and once by what the caller is given, which expects not to own it: the store keeps it for both.
    unsafe {
        let search = ffi::X509_LOOKUP_get_method_data(lookup).cast::<Search>();
        if kind != CERTIFICATE || search.is_null() {
            return 0;
        }
        // Of what is no certificate nobody is told, and what went wrong before stays known.
        ffi::ERR_set_mark();
        let store = ffi::X509_LOOKUP_get_store(lookup);
        for Source { authorities, given } in (*search).sources.borrow_mut().iter_mut() {
            let listed = authorities.listed();
            given.resize(listed.len(), false);
            for (Listed { der, subject }, given) in listed.iter().zip(given) {
                if *given || ffi::X509_NAME_cmp(subject.0.as_ptr(), name) != 0 {
                    continue;
                }
                *given = true;
                let mut start: *const c_uchar = der.as_ptr();
                let length = der.len() as c_long;
                let certificate = ffi::d2i_X509_AUX(ptr::null_mut(), &mut start, length);
                if certificate.is_null() {
                    continue;
                }
                let is_given = ffi::X509_STORE_add_cert(store, certificate) == 1;
                if is_given && count == 0 && ffi::X509_OBJECT_set1_X509(found, certificate) == 1 {
                    count = 1;
                    ffi::X509_free(certificate);
                }
                ffi::X509_free(certificate);
            }
        }
        ffi::ERR_pop_to_mark();
    }
    count
}
