//! What several connections share: keys, certificates, trust and settings.

use std::cell::{Cell, RefCell};
use std::ffi::{CString, c_int, c_long, c_void};
use std::ptr::{self, NonNull};
use std::rc::Rc;

use super::authorities::{self, Authorities};
use super::failure::Failure;
use super::{callbacks, ffi, text};

/// How a context is made. Everything that is empty is the library's own default.
#[derive(Clone, Debug, Default)]
pub struct ContextSettings {
    /// The numbers of the wire: 0x0303 is TLS 1.2; 0 is no bound.
    pub min_version: i32,
    pub max_version: i32,
    /// Bits of `SSL_OP_*`.
    pub options: u64,
    /// Names for TLS 1.2 and before, and for 1.3.
    pub ciphers: Option<String>,
    pub cipher_suites: Option<String>,
    pub groups: Option<String>,
    pub signature_algorithms: Option<String>,
    pub session_id_context: Option<Vec<u8>>,
    pub session_timeout_s: Option<i64>,
}

/// A context. Connections keep what they need of it.
#[derive(Debug)]
pub struct Context {
    raw: NonNull<ffi::SSL_CTX>,
    /// Which sessions belong to it, as the program named them.
    session_id: Rc<[u8]>,
    /// Its store of trusted certificates is that of another context as well, and must stay as it is.
    shares_trust: Rc<Cell<bool>>,
    /// Certificates that its store lacks are looked for in the system's folder.
    trusts_folder: Rc<Cell<bool>>,
    /// Before that, among these.
    searched: Rc<RefCell<Vec<Rc<Authorities>>>>,
}

impl Context {
    /// # Errors
    /// When the library is not there, or refuses a setting.
    pub fn new(settings: &ContextSettings) -> Result<Context, Failure> {
        ffi::load().map_err(Failure::plain)?;
        // SAFETY: a fresh context; the callbacks are functions of the right signatures that live for ever.
        let context = unsafe {
            ffi::ERR_clear_error();
            let raw = ffi::SSL_CTX_new(ffi::TLS_method());
            let context = Context {
                raw: NonNull::new(raw).ok_or_else(Failure::take)?,
                session_id: settings.session_id_context.as_deref().unwrap_or_default().into(),
                shares_trust: Rc::default(),
                trusts_folder: Rc::default(),
                searched: Rc::default(),
            };
            ffi::SSL_CTX_ctrl(
                raw,
                ffi::SSL_CTRL_MODE,
                ffi::SSL_MODE_RELEASE_BUFFERS | ffi::SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER,
                ptr::null_mut(),
            );
            ffi::SSL_CTX_ctrl(
                raw,
                ffi::SSL_CTRL_SET_SESS_CACHE_MODE,
                ffi::SSL_SESS_CACHE_CLIENT
                    | ffi::SSL_SESS_CACHE_SERVER
                    | ffi::SSL_SESS_CACHE_NO_INTERNAL
                    | ffi::SSL_SESS_CACHE_NO_AUTO_CLEAR,
                ptr::null_mut(),
            );
            callbacks::install(raw);
            context
        };
        context.apply(settings)?;
        Ok(context)
    }

    fn apply(&self, settings: &ContextSettings) -> Result<(), Failure> {
        self.control(ffi::SSL_CTRL_SET_MIN_PROTO_VERSION, settings.min_version.into())?;
        self.control(ffi::SSL_CTRL_SET_MAX_PROTO_VERSION, settings.max_version.into())?;
        // SAFETY: any bits may be set.
        unsafe { ffi::SSL_CTX_set_options(self.raw(), settings.options) };
        if let Some(list) = &settings.ciphers {
            let list = c_string(list)?;
            // SAFETY: the text ends with NUL.
            check(unsafe { ffi::SSL_CTX_set_cipher_list(self.raw(), list.as_ptr()) })?;
        }
        if let Some(list) = &settings.cipher_suites {
            let list = c_string(list)?;
            // SAFETY: as above.
            check(unsafe { ffi::SSL_CTX_set_ciphersuites(self.raw(), list.as_ptr()) })?;
        }
        if let Some(groups) = &settings.groups {
            self.control_text(ffi::SSL_CTRL_SET_GROUPS_LIST, groups)
                .map_err(|_| Failure::refused("Failed to set ECDH curve"))?;
        }
        if let Some(algorithms) = &settings.signature_algorithms {
            self.control_text(ffi::SSL_CTRL_SET_SIGALGS_LIST, algorithms)?;
        }
        if let Some(id) = &settings.session_id_context {
            // SAFETY: as long as it says; the library copies it.
            let set = unsafe {
                ffi::SSL_CTX_set_session_id_context(self.raw(), id.as_ptr(), id.len() as u32)
            };
            check(set)?;
        }
        if let Some(seconds) = settings.session_timeout_s {
            // SAFETY: a number.
            unsafe { ffi::SSL_CTX_set_timeout(self.raw(), seconds) };
        }
        Ok(())
    }

    pub(super) fn session_id(&self) -> &Rc<[u8]> {
        &self.session_id
    }

    pub(super) fn raw(&self) -> *mut ffi::SSL_CTX {
        self.raw.as_ptr()
    }

    fn control(&self, command: c_int, number: c_long) -> Result<(), Failure> {
        // SAFETY: commands that take a number.
        check(unsafe { ffi::SSL_CTX_ctrl(self.raw(), command, number, ptr::null_mut()) } as c_int)
    }

    fn control_text(&self, command: c_int, value: &str) -> Result<(), Failure> {
        let value = c_string(value)?;
        // SAFETY: commands that read a text that ends with NUL.
        let result =
            unsafe { ffi::SSL_CTX_ctrl(self.raw(), command, 0, value.as_ptr().cast_mut().cast()) };
        check(result as c_int)
    }

    /// Uses a private key in PEM form.
    ///
    /// # Errors
    /// When it can not be read, or the passphrase is wrong.
    pub fn set_key(&self, pem: &[u8], passphrase: Option<&[u8]>) -> Result<(), Failure> {
        let bio = Memory::new(pem)?;
        // SAFETY: the callback gets the passphrase, which lives during the call; the key is freed here, the context has
        // its own reference.
        unsafe {
            let mut passphrase =
                Passphrase(passphrase.map(|bytes| crate::Secret::new(bytes.to_vec())));
            let key = ffi::PEM_read_bio_PrivateKey(
                bio.0,
                ptr::null_mut(),
                Some(callbacks::passphrase),
                (&raw mut passphrase).cast(),
            );
            if key.is_null() {
                return Err(Failure::take());
            }
            let used = ffi::SSL_CTX_use_PrivateKey(self.raw(), key);
            ffi::EVP_PKEY_free(key);
            check(used)
        }
    }

    /// Uses a certificate in PEM form, with the chain that follows it.
    ///
    /// # Errors
    /// When it can not be read.
    pub fn set_certificate(&self, pem: &[u8]) -> Result<(), Failure> {
        let bio = Memory::new(pem)?;
        // SAFETY: each certificate is ours until it is freed or given to the chain, which takes it over.
        unsafe {
            let first = ffi::PEM_read_bio_X509_AUX(
                bio.0,
                ptr::null_mut(),
                Some(callbacks::no_passphrase),
                ptr::null_mut(),
            );
            if first.is_null() {
                return Err(Failure::take());
            }
            let used = ffi::SSL_CTX_use_certificate(self.raw(), first);
            ffi::X509_free(first);
            check(used)?;
            // What follows is the chain; another key pair's chain is kept apart by the library.
            while let Some(next) = bio.next_certificate() {
                self.add_chain(next)?;
            }
        }
        Ok(())
    }

    /// # Safety
    /// The certificate must be ours to give away.
    unsafe fn add_chain(&self, certificate: *mut ffi::X509) -> Result<(), Failure> {
        // SAFETY: SSL_CTX_add0_chain_cert takes it over when it succeeds.
        unsafe {
            let added =
                ffi::SSL_CTX_ctrl(self.raw(), ffi::SSL_CTRL_CHAIN_CERT, 0, certificate.cast());
            if added != 1 {
                ffi::X509_free(certificate);
                return Err(Failure::take());
            }
        }
        Ok(())
    }

    /// Trusts the certificates of a text in PEM form, and names them to clients. Gives how many there were.
    ///
    /// # Errors
    /// When the library has no memory.
    pub fn add_ca(&self, pem: &[u8]) -> Result<usize, Failure> {
        let bio = Memory::new(pem)?;
        let store = self.own_store()?;
        let mut count = 0;
        // SAFETY: store and list take their own references.
        unsafe {
            while let Some(certificate) = bio.next_certificate() {
                ffi::X509_STORE_add_cert(store, certificate);
                ffi::SSL_CTX_add_client_CA(self.raw(), certificate);
                ffi::X509_free(certificate);
                count += 1;
            }
            ffi::ERR_clear_error();
        }
        Ok(count)
    }

    /// Trusts the certificates of a text in PEM form, without a word of it to clients. Each is read when it is looked for.
    ///
    /// # Errors
    /// When the library has no memory.
    pub fn trust(&self, pem: Vec<u8>) -> Result<(), Failure> {
        self.trust_authorities(Authorities::of_text(pem))
    }

    /// Trusts whom the system trusts: those of its file and those of its folder, when they are looked for.
    ///
    /// # Errors
    /// When the library has no memory.
    pub fn trust_system(&self) -> Result<(), Failure> {
        self.trust_authorities(Authorities::of_system_file())?;
        // `SSL_CTX_set_default_verify_paths` adds a third place, the folder once more as a store of OSSL_STORE, which reads
        // through all of it whenever a certificate is not there.
        // SAFETY: a live context.
        check(unsafe { ffi::SSL_CTX_set_default_verify_dir(self.raw()) })?;
        self.trusts_folder.set(true);
        Ok(())
    }

    fn trust_authorities(&self, authorities: Rc<Authorities>) -> Result<(), Failure> {
        // SAFETY: a live store; contexts and all that they share stay on one thread.
        unsafe { authorities::search(self.own_store()?, &authorities)? };
        self.searched.borrow_mut().push(authorities);
        Ok(())
    }

    /// Trusts whom `other` trusts, in place of whom it did so far. The two have one store until this one is given more.
    pub fn share_trust_of(&self, other: &Context) {
        // SAFETY: live contexts; the store is counted once more.
        unsafe { ffi::SSL_CTX_set1_cert_store(self.raw(), other.store()) };
        self.shares_trust.set(true);
        self.trusts_folder.set(other.trusts_folder.get());
        // A context may share with itself.
        let searched = other.searched.borrow().clone();
        *self.searched.borrow_mut() = searched;
    }

    fn store(&self) -> *mut ffi::X509_STORE {
        // SAFETY: a context has one.
        unsafe { ffi::SSL_CTX_get_cert_store(self.raw()) }
    }

    /// The store, to be changed: one of its own, if need be.
    fn own_store(&self) -> Result<*mut ffi::X509_STORE, Failure> {
        if !self.shares_trust.get() {
            return Ok(self.store());
        }
        // SAFETY: a new store, which the context takes over. What is in the other one is borrowed, and counted once more by
        // the new one; nothing else can change it meanwhile.
        unsafe {
            let store = ffi::X509_STORE_new();
            if store.is_null() {
                return Err(Failure::take());
            }
            let objects = ffi::X509_STORE_get0_objects(self.store());
            for index in 0..ffi::OPENSSL_sk_num(objects) {
                let object = ffi::OPENSSL_sk_value(objects, index).cast::<ffi::X509_OBJECT>();
                let certificate = ffi::X509_OBJECT_get0_X509(object);
                if !certificate.is_null() {
                    ffi::X509_STORE_add_cert(store, certificate);
                }
            }
            ffi::SSL_CTX_set_cert_store(self.raw(), store);
            self.shares_trust.set(false);
            for authorities in self.searched.borrow().iter() {
                authorities::search(store, authorities)?;
            }
            if self.trusts_folder.get() {
                check(ffi::SSL_CTX_set_default_verify_dir(self.raw()))?;
            }
            Ok(store)
        }
    }

    /// A trusted certificate ends a chain, whoever has issued it.
    ///
    /// # Errors
    /// When the library refuses.
    pub fn allow_partial_chain(&self) -> Result<(), Failure> {
        const PARTIAL_CHAIN: u64 = 0x80000;
        // SAFETY: a live store.
        check(unsafe { ffi::X509_STORE_set_flags(self.own_store()?, PARTIAL_CHAIN) })
    }

    /// Refuses what is on a list of revoked certificates.
    ///
    /// # Errors
    /// When it can not be read.
    pub fn add_crl(&self, pem: &[u8]) -> Result<(), Failure> {
        const CRL_CHECK_ALL: u64 = 0x4 | 0x8;
        let bio = Memory::new(pem)?;
        let store = self.own_store()?;
        // SAFETY: the store takes its own reference.
        unsafe {
            let list = ffi::PEM_read_bio_X509_CRL(bio.0, ptr::null_mut(), None, ptr::null_mut());
            if list.is_null() {
                return Err(Failure::refused("Failed to parse CRL"));
            }
            ffi::X509_STORE_add_crl(store, list);
            ffi::X509_STORE_set_flags(store, CRL_CHECK_ALL);
            ffi::X509_CRL_free(list);
        }
        Ok(())
    }

    /// Uses key, certificate and chain of a PKCS #12 bag.
    ///
    /// # Errors
    /// When it can not be opened.
    pub fn set_pfx(&self, der: &[u8], passphrase: Option<&[u8]>) -> Result<(), Failure> {
        let passphrase = CString::new(passphrase.unwrap_or_default())
            .map_err(|_| Failure::plain("mac verify failure"))?;
        let bio = Memory::new(der)?;
        let store = self.own_store()?;
        // SAFETY: what the bag gives is ours; the context takes its own references.
        unsafe {
            let bag = ffi::d2i_PKCS12_bio(bio.0, ptr::null_mut());
            if bag.is_null() {
                let failure = Failure::take();
                return Err(Failure::plain(failure.reason.unwrap_or(failure.message)));
            }
            let (mut key, mut first, mut others) =
                (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
            let opened =
                ffi::PKCS12_parse(bag, passphrase.as_ptr(), &mut key, &mut first, &mut others);
            ffi::PKCS12_free(bag);
            if opened != 1 {
                let failure = Failure::take();
                return Err(Failure::plain(failure.reason.unwrap_or(failure.message)));
            }
            let mut result = Ok(());
            if !first.is_null() {
                result = check(ffi::SSL_CTX_use_certificate(self.raw(), first));
                ffi::X509_free(first);
            }
            if !key.is_null() {
                let used = check(ffi::SSL_CTX_use_PrivateKey(self.raw(), key));
                result = result.and(used);
                ffi::EVP_PKEY_free(key);
            }
            if !others.is_null() {
                for index in 0..ffi::OPENSSL_sk_num(others) {
                    let other: *mut ffi::X509 = ffi::OPENSSL_sk_value(others, index).cast();
                    ffi::X509_STORE_add_cert(store, other);
                    ffi::SSL_CTX_add_client_CA(self.raw(), other);
                    ffi::X509_up_ref(other);
                    let _ = self.add_chain(other);
                }
                ffi::OPENSSL_sk_pop_free(others, callbacks::free_certificate);
                ffi::ERR_clear_error();
            }
            result
        }
    }

    /// Parameters for ephemeral Diffie-Hellman keys in PEM form, or the library's choice.
    ///
    /// # Errors
    /// When they are too small. What can not be read is as good as nothing.
    pub fn set_dh(&self, pem: Option<&[u8]>) -> Result<(), Failure> {
        let Some(pem) = pem else {
            return self.control(ffi::SSL_CTRL_SET_DH_AUTO, 1);
        };
        let bio = Memory::new(pem)?;
        // SAFETY: the context takes the key over if it accepts it.
        unsafe {
            let key = ffi::PEM_read_bio_Parameters(bio.0, ptr::null_mut());
            if key.is_null() {
                // Node takes no notice: ciphers that need parameters are not offered.
                ffi::ERR_clear_error();
                return Ok(());
            }
            if ffi::EVP_PKEY_get_bits(key) < 1024 {
                ffi::EVP_PKEY_free(key);
                return Err(Failure::plain("DH parameter is less than 1024 bits"));
            }
            if ffi::SSL_CTX_set0_tmp_dh_pkey(self.raw(), key) != 1 {
                ffi::EVP_PKEY_free(key);
                return Err(Failure::take());
            }
        }
        Ok(())
    }

    /// The 48 bytes that tickets are made with.
    pub fn ticket_keys(&self) -> Vec<u8> {
        let mut keys = vec![0; 80];
        // SAFETY: the buffer is as long as it says.
        unsafe {
            let command = ffi::SSL_CTRL_GET_TLSEXT_TICKET_KEYS;
            ffi::SSL_CTX_ctrl(self.raw(), command, keys.len() as c_long, keys.as_mut_ptr().cast());
        }
        // Node's are 16, 16 and 16 bytes; the library's 16, 32 and 32.
        [&keys[..16], &keys[16..32], &keys[48..64]].concat()
    }

    /// Sets the 48 bytes.
    ///
    /// # Errors
    /// When there are not 48.
    pub fn set_ticket_keys(&self, keys: &[u8]) -> Result<(), Failure> {
        if keys.len() != 48 {
            return Err(Failure::plain("Ticket keys length must be 48 bytes"));
        }
        // What Node's keys lack is filled with themselves.
        let mut all = [&keys[..32], &keys[16..32], &keys[32..], &keys[32..]].concat();
        // SAFETY: the buffer is as long as it says.
        let set = unsafe {
            let command = ffi::SSL_CTRL_SET_TLSEXT_TICKET_KEYS;
            ffi::SSL_CTX_ctrl(self.raw(), command, all.len() as c_long, all.as_mut_ptr().cast())
        };
        check(set as c_int)
    }

    /// The certificate that connections show, in DER form.
    pub fn certificate_der(&self) -> Option<Vec<u8>> {
        // SAFETY: borrowed from the context.
        unsafe { super::certificate::der(ffi::SSL_CTX_get0_certificate(self.raw())) }
    }

    pub(super) fn cipher_names(&self) -> Result<Vec<String>, Failure> {
        let all = c_string("ALL:COMPLEMENTOFALL:aNULL:eNULL")?;
        // SAFETY: the connection is freed here; the stack is ours, its ciphers are static.
        unsafe {
            ffi::SSL_CTX_set_cipher_list(self.raw(), all.as_ptr());
            let ssl = ffi::SSL_new(self.raw());
            if ssl.is_null() {
                return Err(Failure::take());
            }
            let stack = ffi::SSL_get1_supported_ciphers(ssl);
            let mut names = Vec::new();
            for index in 0..ffi::OPENSSL_sk_num(stack) {
                names.extend(text(ffi::SSL_CIPHER_get_name(
                    ffi::OPENSSL_sk_value(stack, index).cast(),
                )));
            }
            ffi::OPENSSL_sk_free(stack);
            ffi::SSL_free(ssl);
            Ok(names)
        }
    }
}

impl Clone for Context {
    fn clone(&self) -> Context {
        // SAFETY: counts one more owner.
        unsafe { ffi::SSL_CTX_up_ref(self.raw()) };
        Context {
            raw: self.raw,
            session_id: Rc::clone(&self.session_id),
            shares_trust: Rc::clone(&self.shares_trust),
            trusts_folder: Rc::clone(&self.trusts_folder),
            searched: Rc::clone(&self.searched),
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: our own reference.
        unsafe { ffi::SSL_CTX_free(self.raw()) };
    }
}

/// What the callback for passphrases gets.
pub(super) struct Passphrase(pub(super) Option<crate::Secret>);

/// A buffer as the library reads it.
struct Memory<'a>(*mut ffi::BIO, std::marker::PhantomData<&'a [u8]>);

impl Memory<'_> {
    fn new(bytes: &[u8]) -> Result<Memory<'_>, Failure> {
        let length = c_int::try_from(bytes.len()).map_err(|_| Failure::plain("too long"))?;
        // SAFETY: reads from the slice, which outlives the owner by its lifetime.
        let bio = unsafe {
            ffi::ERR_clear_error();
            ffi::BIO_new_mem_buf(bytes.as_ptr().cast::<c_void>(), length)
        };
        if bio.is_null() {
            return Err(Failure::take());
        }
        Ok(Memory(bio, std::marker::PhantomData))
    }

    /// The next certificate, which is ours. The error at the end is forgotten.
    fn next_certificate(&self) -> Option<*mut ffi::X509> {
        // SAFETY: reads from our buffer.
        unsafe {
            let found = ffi::PEM_read_bio_X509(
                self.0,
                ptr::null_mut(),
                Some(callbacks::no_passphrase),
                ptr::null_mut(),
            );
            if found.is_null() {
                ffi::ERR_clear_error();
                return None;
            }
            Some(found)
        }
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        // SAFETY: ours.
        unsafe { ffi::BIO_free(self.0) };
    }
}

fn c_string(text: &str) -> Result<CString, Failure> {
    CString::new(text).map_err(|_| Failure::plain("a text has a NUL"))
}

fn check(result: c_int) -> Result<(), Failure> {
    if result == 1 { Ok(()) } else { Err(Failure::take()) }
}
