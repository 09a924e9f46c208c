//! One connection: the library's machine between two buffers of memory.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ffi::{CString, c_int, c_long};
use std::ptr::{self, NonNull};
use std::rc::Rc;

use super::callbacks::{self, STATE};
use super::certificate::{self, Certificate, KeyInfo};
use super::context::Context;
use super::failure::Failure;
use super::psk::{self, PskAsker};
use super::verify::VerifyError;
use super::{ffi, text};

/// Which side of the connection this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Client,
    Server,
}

/// What a connection begins with.
#[derive(Clone, Debug, Default)]
pub struct SessionSettings {
    /// Of a client: the name that it asks for.
    pub server_name: Option<String>,
    /// Names of protocols: offered by a client, accepted by a server in this order.
    pub protocols: Option<Vec<Vec<u8>>>,
    /// Of a server: whether it asks for a certificate, and whether it insists.
    pub requests_certificate: bool,
    pub requires_certificate: bool,
    /// Of a client: whether it asks for the status of the server's certificate.
    pub requests_status: bool,
    /// Of a server: the first message is an event, and the handshake waits for [`Session::answer`].
    pub asks_about_hello: bool,
    pub wants_keylog: bool,
    /// Both sides know keys beforehand: [`Session::next_event`] is lent somebody who has them.
    pub uses_psk: bool,
}

/// What happened on a connection, in order.
#[derive(Debug)]
pub enum Event {
    HandshakeStart,
    HandshakeDone,
    Hello(Hello),
    NewSession {
        id: Vec<u8>,
        der: Vec<u8>,
    },
    Keylog(Vec<u8>),
    Status(Option<Vec<u8>>),
    Data(Vec<u8>),
    /// The peer will send no more.
    End,
    Failed(Failure),
}

/// The first message of a client.
#[derive(Debug)]
pub struct Hello {
    pub server_name: Option<String>,
    pub protocols: Option<Vec<Vec<u8>>>,
    pub session_id: Vec<u8>,
    pub has_ticket: bool,
    pub asks_for_status: bool,
}

/// What a server says to it.
#[derive(Debug, Default)]
pub struct Answer {
    /// Another context than the server's own.
    pub context: Option<Context>,
    /// A session that is known by the id.
    pub session: Option<Vec<u8>>,
    pub status_response: Option<Vec<u8>>,
    /// The protocols to accept from here on; an empty list refuses.
    pub protocols: Option<Vec<Vec<u8>>>,
}

/// What callbacks of the library see. Only ever shared: they come in while the connection is in use.
pub(super) struct State {
    pub(super) is_server: bool,
    uses_psk: bool,
    /// Of the context that the connection began with.
    session_id: Rc<[u8]>,
    pub(super) asks_about_hello: Cell<bool>,
    pub(super) asked: Cell<bool>,
    pub(super) answered: Cell<bool>,
    pub(super) wants_keylog: Cell<bool>,
    pub(super) protocols: RefCell<Option<Vec<Vec<u8>>>>,
    pub(super) resumed: Cell<Option<Vec<u8>>>,
    pub(super) status_response: Cell<Option<Vec<u8>>>,
    /// Good while the session is advanced, and none at any other time.
    pub(super) psk: Cell<Option<*const PskAsker<'static>>>,
    events: RefCell<VecDeque<Event>>,
    /// The session that the owner has heard of last: the library may be ahead of that.
    told_session: RefCell<Option<Vec<u8>>>,
}

impl State {
    pub(super) fn push(&self, event: Event) {
        self.events.borrow_mut().push_back(event);
    }

    fn pop(&self) -> Option<Event> {
        let event = self.events.borrow_mut().pop_front();
        if let Some(Event::NewSession { der, .. }) = &event {
            *self.told_session.borrow_mut() = Some(der.clone());
        }
        event
    }

    /// The session of the last event, while the owner has not heard of a later one that the library has.
    fn session_so_far(&self) -> Option<Vec<u8>> {
        let events = self.events.borrow();
        let is_behind = events.iter().any(|event| matches!(event, Event::NewSession { .. }));
        if is_behind { self.told_session.borrow().clone() } else { None }
    }
}

pub struct Session {
    raw: NonNull<ffi::SSL>,
    state: Box<State>,
    input: *mut ffi::BIO,
    output: *mut ffi::BIO,
    /// Plaintext that waits for the handshake.
    queued: RefCell<Vec<u8>>,
    has_failed: Cell<bool>,
    has_ended: Cell<bool>,
    /// The first handshake is done: what comes after it may be among other data.
    is_established: Cell<bool>,
    /// The library is being called: whom it asks may come in here again, and is sent away.
    is_busy: Cell<bool>,
    /// What messages say, if somebody wants to know.
    trace: Cell<*mut ffi::BIO>,
}

/// As much plaintext as a record can have.
const RECORD: usize = 16 * 1024;

/// `EOF` of a memory buffer: wait for more.
const BIO_C_SET_BUF_MEM_EOF_RETURN: c_int = 130;

impl Session {
    /// # Errors
    /// When the library refuses a setting.
    pub fn new(
        context: &Context,
        role: Role,
        settings: SessionSettings,
    ) -> Result<Session, Failure> {
        let state = Box::new(State {
            is_server: role == Role::Server,
            uses_psk: settings.uses_psk,
            session_id: Rc::clone(context.session_id()),
            asks_about_hello: Cell::new(settings.asks_about_hello),
            asked: Cell::new(false),
            answered: Cell::new(false),
            wants_keylog: Cell::new(settings.wants_keylog),
            protocols: RefCell::default(),
            resumed: Cell::default(),
            status_response: Cell::default(),
            psk: Cell::default(),
            events: RefCell::default(),
            told_session: RefCell::default(),
        });
        // SAFETY: the connection takes over both buffers; the state has an address of its own and is dropped after it.
        let session = unsafe {
            ffi::ERR_clear_error();
            let raw = NonNull::new(ffi::SSL_new(context.raw())).ok_or_else(Failure::take)?;
            let (input, output) = (ffi::BIO_new(ffi::BIO_s_mem()), ffi::BIO_new(ffi::BIO_s_mem()));
            ffi::BIO_ctrl(input, BIO_C_SET_BUF_MEM_EOF_RETURN, -1, ptr::null_mut());
            ffi::BIO_ctrl(output, BIO_C_SET_BUF_MEM_EOF_RETURN, -1, ptr::null_mut());
            ffi::SSL_set_bio(raw.as_ptr(), input, output);
            ffi::SSL_set_ex_data(raw.as_ptr(), STATE, (&raw const *state).cast_mut().cast());
            ffi::SSL_set_info_callback(raw.as_ptr(), Some(callbacks::info));
            Session {
                raw,
                state,
                input,
                output,
                queued: RefCell::default(),
                has_failed: Cell::new(false),
                has_ended: Cell::new(false),
                is_established: Cell::new(false),
                is_busy: Cell::new(false),
                trace: Cell::new(ptr::null_mut()),
            }
        };
        session.apply(role, settings)?;
        Ok(session)
    }

    fn apply(&self, role: Role, settings: SessionSettings) -> Result<(), Failure> {
        if settings.uses_psk {
            // SAFETY: a fresh connection; the callbacks live for ever.
            unsafe {
                match role {
                    Role::Client => ffi::SSL_set_psk_client_callback(self.raw(), Some(psk::client)),
                    Role::Server => ffi::SSL_set_psk_server_callback(self.raw(), Some(psk::server)),
                }
            }
        }
        match role {
            Role::Client => {
                // SAFETY: a fresh connection. Certificates are judged by the owner.
                unsafe {
                    ffi::SSL_set_verify(
                        self.raw(),
                        ffi::SSL_VERIFY_NONE,
                        Some(callbacks::accept_any),
                    );
                    ffi::SSL_set_connect_state(self.raw());
                }
                if let Some(name) = &settings.server_name {
                    self.set_server_name(name)?;
                }
                if let Some(protocols) = &settings.protocols {
                    let wire = wire_form(protocols);
                    // SAFETY: as long as it says; the library copies it.
                    unsafe {
                        ffi::SSL_set_alpn_protos(self.raw(), wire.as_ptr(), wire.len() as u32);
                    }
                }
                if settings.requests_status {
                    const OCSP: c_long = 1;
                    let command = ffi::SSL_CTRL_SET_TLSEXT_STATUS_REQ_TYPE;
                    // SAFETY: a command that takes a number.
                    unsafe { ffi::SSL_ctrl(self.raw(), command, OCSP, ptr::null_mut()) };
                }
            }
            Role::Server => {
                let mode = match (settings.requests_certificate, settings.requires_certificate) {
                    (false, _) => ffi::SSL_VERIFY_NONE,
                    (true, false) => ffi::SSL_VERIFY_PEER,
                    (true, true) => ffi::SSL_VERIFY_PEER | ffi::SSL_VERIFY_FAIL_IF_NO_PEER_CERT,
                };
                // SAFETY: a fresh connection.
                unsafe {
                    ffi::SSL_set_verify(self.raw(), mode, Some(callbacks::accept_any));
                    ffi::SSL_set_accept_state(self.raw());
                }
                *self.state.protocols.borrow_mut() = settings.protocols;
            }
        }
        Ok(())
    }

    fn raw(&self) -> *mut ffi::SSL {
        self.raw.as_ptr()
    }

    /// The name that a client asks for, until its handshake begins.
    ///
    /// # Errors
    /// When it is no name.
    pub fn set_server_name(&self, name: &str) -> Result<(), Failure> {
        let name = CString::new(name).map_err(|_| Failure::plain("a name has a NUL"))?;
        // SAFETY: a command that reads a text and copies it.
        let set = unsafe {
            let command = ffi::SSL_CTRL_SET_TLSEXT_HOSTNAME;
            ffi::SSL_ctrl(self.raw(), command, 0, name.as_ptr().cast_mut().cast())
        };
        if set == 1 { Ok(()) } else { Err(Failure::take()) }
    }

    /// The session that a client would like to go on with.
    ///
    /// # Errors
    /// When it can not be read.
    pub fn set_session(&self, der: &[u8]) -> Result<(), Failure> {
        let mut start = der.as_ptr();
        // SAFETY: as long as it says; the connection takes its own reference.
        unsafe {
            let session = ffi::d2i_SSL_SESSION(ptr::null_mut(), &mut start, der.len() as c_long);
            if session.is_null() {
                return Err(Failure::take());
            }
            let set = ffi::SSL_set_session(self.raw(), session);
            ffi::SSL_SESSION_free(session);
            if set == 1 { Ok(()) } else { Err(Failure::take()) }
        }
    }

    pub fn set_wants_keylog(&self, wanted: bool) {
        self.state.wants_keylog.set(wanted);
    }

    /// Takes in what the peer has sent.
    pub fn feed(&self, mut ciphertext: &[u8]) {
        while !ciphertext.is_empty() && !self.has_failed.get() {
            let count = ciphertext.len().min(c_int::MAX as usize);
            // SAFETY: as long as it says; memory takes all of it.
            let written =
                unsafe { ffi::BIO_write(self.input, ciphertext.as_ptr().cast(), count as c_int) };
            if written <= 0 {
                return;
            }
            ciphertext = &ciphertext[written as usize..];
        }
    }

    /// What is to be sent to the peer.
    pub fn take_output(&self, output: &mut Vec<u8>) {
        read_all(self.output, output);
    }

    /// The next thing that happened; goes on with the handshake and with reading as far as the input allows.
    ///
    /// `psk` is asked for keys that both sides know, if the session was made for that. It must not count on coming in
    /// here again while it is asked: nothing happens then.
    pub fn next_event(&self, psk: Option<&PskAsker<'_>>) -> Option<Event> {
        if let Some(event) = self.state.pop() {
            return Some(event);
        }
        if self.has_failed.get() || self.is_busy.get() {
            return None;
        }
        // SAFETY: only the lifetime changes; the pointer is taken back before the borrow ends.
        let asker = psk.map(|ask| unsafe {
            std::mem::transmute::<*const PskAsker<'_>, *const PskAsker<'static>>(ask)
        });
        self.state.psk.set(asker);
        self.is_busy.set(true);
        self.advance();
        self.is_busy.set(false);
        self.state.psk.set(None);
        self.state.pop()
    }

    /// What a server tells clients that they may be asked by.
    ///
    /// # Errors
    /// When it is too long.
    pub fn set_psk_hint(&self, hint: &str) -> Result<(), Failure> {
        let hint = CString::new(hint).map_err(|_| Failure::plain("a hint has a NUL"))?;
        // SAFETY: a text, which is copied.
        let set = unsafe { ffi::SSL_use_psk_identity_hint(self.raw(), hint.as_ptr()) };
        if set == 1 { Ok(()) } else { Err(Failure::take()) }
    }

    /// Shows the certificate of another context, with its chain, in place of its own.
    ///
    /// # Errors
    /// When key and certificate do not belong together.
    pub fn use_identity_of(&self, context: &Context) -> Result<(), Failure> {
        // SAFETY: what is borrowed from the context is counted once more by the connection.
        unsafe {
            ffi::ERR_clear_error();
            let certificate = ffi::SSL_CTX_get0_certificate(context.raw());
            let key = ffi::SSL_CTX_get0_privatekey(context.raw());
            if certificate.is_null() || key.is_null() {
                return Err(Failure::plain("the context has no key and certificate"));
            }
            let mut chain: *mut ffi::OPENSSL_STACK = ptr::null_mut();
            let command = ffi::SSL_CTRL_GET_CHAIN_CERTS;
            ffi::SSL_CTX_ctrl(context.raw(), command, 0, (&raw mut chain).cast());
            let counted = 1;
            let is_used = ffi::SSL_use_certificate(self.raw(), certificate) == 1
                && ffi::SSL_use_PrivateKey(self.raw(), key) == 1
                && ffi::SSL_ctrl(self.raw(), ffi::SSL_CTRL_CHAIN, counted, chain.cast()) == 1;
            if is_used { Ok(()) } else { Err(Failure::take()) }
        }
    }

    /// From here on [`Session::take_trace`] has what the messages of this connection say.
    pub fn enable_trace(&self) {
        if !self.trace.get().is_null() {
            return;
        }
        // SAFETY: the buffer is freed with the session, after the connection.
        unsafe {
            let buffer = ffi::BIO_new(ffi::BIO_s_mem());
            if buffer.is_null() {
                return;
            }
            self.trace.set(buffer);
            ffi::SSL_set_msg_callback(self.raw(), Some(callbacks::trace));
            ffi::SSL_ctrl(self.raw(), ffi::SSL_CTRL_SET_MSG_CALLBACK_ARG, 0, buffer.cast());
        }
    }

    pub fn take_trace(&self) -> Vec<u8> {
        let mut text = Vec::new();
        if !self.trace.get().is_null() {
            read_all(self.trace.get(), &mut text);
        }
        text
    }

    fn advance(&self) {
        // SAFETY: a live connection; reads into memory that is as long as it says.
        unsafe {
            ffi::ERR_clear_error();
            if !self.is_established.get() {
                let result = ffi::SSL_do_handshake(self.raw());
                if result != 1 {
                    self.note(result);
                    return;
                }
                self.is_established.set(true);
                // The end of the handshake is told before anything else: whoever hears of it may not want to go on.
                if !self.state.events.borrow().is_empty() {
                    return;
                }
            }
            if ffi::SSL_is_init_finished(self.raw()) == 1 {
                self.write_queued();
            }
            if self.has_ended.get() {
                return;
            }
            let mut data = Vec::<u8>::with_capacity(RECORD);
            let count = ffi::SSL_read(self.raw(), data.as_mut_ptr().cast(), RECORD as c_int);
            if count > 0 {
                data.set_len((count as usize).min(RECORD));
                // Most records are small; what is kept should not be.
                data.shrink_to_fit();
                self.state.push(Event::Data(data));
            } else {
                self.note(count);
            }
        }
    }

    fn note(&self, result: c_int) {
        // SAFETY: asked right after the call that gave the result.
        match unsafe { ffi::SSL_get_error(self.raw(), result) } {
            ffi::SSL_ERROR_WANT_READ
            | ffi::SSL_ERROR_WANT_WRITE
            | ffi::SSL_ERROR_WANT_X509_LOOKUP
            | ffi::SSL_ERROR_WANT_CLIENT_HELLO_CB => {}
            ffi::SSL_ERROR_ZERO_RETURN if !self.has_ended.replace(true) => {
                self.state.push(Event::End);
            }
            ffi::SSL_ERROR_SSL | ffi::SSL_ERROR_SYSCALL => self.fail(),
            _ => {}
        }
    }

    fn fail(&self) {
        self.has_failed.set(true);
        self.queued.borrow_mut().clear();
        self.state.push(Event::Failed(Failure::take()));
    }

    /// Encrypts, or keeps it until the handshake is done: then the result is `false`.
    pub fn write(&self, plaintext: &[u8]) -> bool {
        if self.has_failed.get() {
            return true;
        }
        // SAFETY: a live connection.
        let is_early = unsafe { ffi::SSL_is_init_finished(self.raw()) } == 0 || self.is_busy.get();
        if is_early || !self.queued.borrow().is_empty() {
            self.queued.borrow_mut().extend_from_slice(plaintext);
            return false;
        }
        self.encrypt(plaintext);
        true
    }

    /// Whether plaintext still waits for the handshake.
    pub fn has_queued(&self) -> bool {
        !self.queued.borrow().is_empty()
    }

    fn write_queued(&self) {
        let queued = self.queued.take();
        if !queued.is_empty() {
            self.encrypt(&queued);
        }
    }

    fn encrypt(&self, mut plaintext: &[u8]) {
        while !plaintext.is_empty() {
            let count = plaintext.len().min(1 << 30);
            // SAFETY: as long as it says; memory takes all that is written.
            let written = unsafe {
                ffi::ERR_clear_error();
                ffi::SSL_write(self.raw(), plaintext.as_ptr().cast(), count as c_int)
            };
            if written <= 0 {
                // A renegotiation has begun: what is left goes out when it is done.
                self.note(written);
                if !self.has_failed.get() {
                    self.queued.borrow_mut().extend_from_slice(plaintext);
                }
                return;
            }
            plaintext = &plaintext[written as usize..];
        }
    }

    /// Tells the peer that nothing more will come.
    pub fn shut_down(&self) {
        // SAFETY: a live connection. Before the end of the handshake there is nobody to tell.
        unsafe {
            let is_free = !self.has_failed.get() && !self.is_busy.get();
            if is_free && ffi::SSL_is_init_finished(self.raw()) == 1 {
                ffi::ERR_clear_error();
                ffi::SSL_shutdown(self.raw());
                ffi::ERR_clear_error();
            }
        }
    }

    /// Answers [`Event::Hello`]; the handshake goes on with the next event that is asked for.
    ///
    /// # Errors
    /// When the context can not be used.
    pub fn answer(&self, answer: Answer) -> Result<(), Failure> {
        if let Some(context) = &answer.context {
            // SAFETY: live objects; the connection takes its own references.
            unsafe {
                if ffi::SSL_set_SSL_CTX(self.raw(), context.raw()).is_null() {
                    return Err(Failure::take());
                }
                // Its sessions are still those of the context it began with, which is the one that opens tickets.
                let id = &self.state.session_id;
                ffi::SSL_set_session_id_context(self.raw(), id.as_ptr(), id.len() as u32);
                let store = ffi::SSL_CTX_get_cert_store(context.raw());
                let (command, counted) = (ffi::SSL_CTRL_SET_VERIFY_CERT_STORE, 1);
                ffi::SSL_ctrl(self.raw(), command, counted, store.cast());
            }
        }
        self.state.resumed.set(answer.session);
        self.state.status_response.set(answer.status_response);
        if answer.protocols.is_some() {
            *self.state.protocols.borrow_mut() = answer.protocols;
        }
        self.state.answered.set(true);
        Ok(())
    }

    pub fn is_finished(&self) -> bool {
        // SAFETY: a live connection.
        unsafe { ffi::SSL_is_init_finished(self.raw()) == 1 }
    }

    pub fn server_name(&self) -> Option<String> {
        // A server does not take the name of a session that it resumes, except in TLS 1.3, which has one for each connection.
        // SAFETY: a text of the connection, or null.
        unsafe {
            let is_resumed = self.state.is_server && ffi::SSL_session_reused(self.raw()) == 1;
            if is_resumed && self.version() != "TLSv1.3" {
                return None;
            }
            text(ffi::SSL_get_servername(self.raw(), 0))
        }
    }

    /// The protocol that both sides agreed on.
    pub fn protocol(&self) -> Option<Vec<u8>> {
        let (mut data, mut length) = (ptr::null(), 0);
        // SAFETY: borrowed from the connection and copied.
        unsafe {
            ffi::SSL_get0_alpn_selected(self.raw(), &mut data, &mut length);
            (!data.is_null() && length > 0)
                .then(|| std::slice::from_raw_parts(data, length as usize).to_vec())
        }
    }

    /// `TLSv1.3`
    pub fn version(&self) -> String {
        // SAFETY: a static text.
        unsafe { text(ffi::SSL_get_version(self.raw())) }.unwrap_or_default()
    }

    /// The cipher's name, its name in the standard, and the version it is of.
    pub fn cipher(&self) -> Option<(String, String, String)> {
        // SAFETY: static texts of a static object.
        unsafe {
            let cipher = ffi::SSL_get_current_cipher(self.raw());
            if cipher.is_null() {
                return None;
            }
            Some((
                text(ffi::SSL_CIPHER_get_name(cipher))?,
                text(ffi::SSL_CIPHER_standard_name(cipher))?,
                text(ffi::SSL_CIPHER_get_version(cipher))?,
            ))
        }
    }

    /// What is wrong with the peer's certificate, if anything.
    pub fn verify_error(&self) -> Option<VerifyError> {
        const OK: i64 = 0;
        const UNABLE_TO_GET_ISSUER_CERT: i64 = 2;
        // SAFETY: a live connection; the certificate that is asked for is freed.
        let number = unsafe {
            let peer = ffi::SSL_get1_peer_certificate(self.raw());
            if peer.is_null() {
                // A key that both sides know looks like a session that is resumed; a client that showed nothing when its
                // session began has nothing to be judged by later.
                let is_anonymous = self
                    .cipher()
                    .is_some_and(|(name, ..)| name.contains("PSK") || name.starts_with("ADH"));
                let has_key = self.state.uses_psk || !self.state.is_server;
                if is_anonymous || has_key && ffi::SSL_session_reused(self.raw()) == 1 {
                    OK
                } else {
                    UNABLE_TO_GET_ISSUER_CERT
                }
            } else {
                ffi::X509_free(peer);
                ffi::SSL_get_verify_result(self.raw())
            }
        };
        (number != OK).then(|| VerifyError::of(number))
    }

    /// The certificates that the peer has shown, its own first.
    pub fn peer_certificates(&self) -> Vec<Certificate> {
        // SAFETY: what is borrowed is counted once more before it is kept.
        unsafe {
            let mut found = Vec::new();
            // A client's chain begins with the server's own certificate, a server's does not.
            if self.state.is_server {
                found.extend(Certificate::take(ffi::SSL_get1_peer_certificate(self.raw())));
            }
            let chain = ffi::SSL_get_peer_cert_chain(self.raw());
            if !chain.is_null() {
                for index in 0..ffi::OPENSSL_sk_num(chain) {
                    found.extend(Certificate::borrow(ffi::OPENSSL_sk_value(chain, index).cast()));
                }
            }
            found
        }
    }

    /// The certificate of the context's trusted ones that has issued `certificate`.
    pub fn issuer_of(&self, context: &Context, certificate: &Certificate) -> Option<Certificate> {
        // SAFETY: live objects; what is found is ours.
        unsafe { certificate::issuer(ffi::SSL_CTX_get_cert_store(context.raw()), certificate) }
    }

    pub fn own_certificate(&self) -> Option<Certificate> {
        // SAFETY: borrowed, and counted once more.
        unsafe { Certificate::borrow(ffi::SSL_get_certificate(self.raw())) }
    }

    /// The session as a client keeps it.
    pub fn session(&self) -> Option<Vec<u8>> {
        if let Some(der) = self.state.session_so_far() {
            return Some(der);
        }
        // SAFETY: borrowed from the connection.
        unsafe {
            let session = ffi::SSL_get_session(self.raw());
            if session.is_null() { None } else { callbacks::session_der(session) }
        }
    }

    pub fn ticket(&self) -> Option<Vec<u8>> {
        let (mut data, mut length) = (ptr::null(), 0);
        // SAFETY: borrowed from the connection, or our own until it is freed; the bytes are copied.
        unsafe {
            let told = self.state.session_so_far();
            let session = match &told {
                None => ffi::SSL_get_session(self.raw()),
                Some(der) => {
                    let mut start = der.as_ptr();
                    ffi::d2i_SSL_SESSION(ptr::null_mut(), &mut start, der.len() as c_long)
                }
            };
            if session.is_null() {
                return None;
            }
            ffi::SSL_SESSION_get0_ticket(session, &mut data, &mut length);
            let ticket =
                (!data.is_null()).then(|| std::slice::from_raw_parts(data, length).to_vec());
            if told.is_some() {
                ffi::SSL_SESSION_free(session);
            }
            ticket
        }
    }

    pub fn is_reused(&self) -> bool {
        // SAFETY: a live connection.
        unsafe { ffi::SSL_session_reused(self.raw()) == 1 }
    }

    /// The last message of this side's handshake, or of the peer's.
    pub fn finished(&self, of_peer: bool) -> Option<Vec<u8>> {
        let mut data = vec![0; 64];
        let get = if of_peer { ffi::SSL_get_peer_finished } else { ffi::SSL_get_finished };
        // SAFETY: as long as it says.
        let length = unsafe { get(self.raw(), data.as_mut_ptr().cast(), data.len()) };
        data.truncate(length);
        (length > 0).then_some(data)
    }

    /// # Errors
    /// When there is nothing to export yet.
    pub fn export_keying_material(
        &self,
        length: usize,
        label: &[u8],
        context: Option<&[u8]>,
    ) -> Result<Vec<u8>, Failure> {
        let mut output = vec![0; length];
        let material = context.unwrap_or_default();
        // SAFETY: everything is as long as it says.
        let done = unsafe {
            ffi::ERR_clear_error();
            ffi::SSL_export_keying_material(
                self.raw(),
                output.as_mut_ptr(),
                length,
                label.as_ptr().cast(),
                label.len(),
                material.as_ptr(),
                material.len(),
                c_int::from(context.is_some()),
            )
        };
        if done == 1 { Ok(output) } else { Err(Failure::take()) }
    }

    /// Asks for a new handshake.
    ///
    /// # Errors
    /// When the version of the protocol has none.
    pub fn renegotiate(&self) -> Result<(), Failure> {
        // SAFETY: a live connection.
        unsafe {
            ffi::ERR_clear_error();
            if ffi::SSL_renegotiate(self.raw()) != 1 {
                return Err(Failure::take());
            }
        }
        Ok(())
    }

    pub fn set_verify(&self, requests: bool, requires: bool) {
        let mut mode = ffi::SSL_VERIFY_NONE;
        if requests {
            mode = ffi::SSL_VERIFY_PEER;
            if requires {
                mode |= ffi::SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
            }
        }
        // SAFETY: a live connection.
        unsafe { ffi::SSL_set_verify(self.raw(), mode, Some(callbacks::accept_any)) };
    }

    pub fn set_max_send_fragment(&self, size: i64) -> bool {
        let command = ffi::SSL_CTRL_SET_MAX_SEND_FRAGMENT;
        // SAFETY: a command that takes a number.
        unsafe { ffi::SSL_ctrl(self.raw(), command, size, ptr::null_mut()) == 1 }
    }

    /// The key that the server made for this connection alone.
    pub fn ephemeral_key(&self) -> Option<KeyInfo> {
        let mut key: *mut ffi::EVP_PKEY = ptr::null_mut();
        // SAFETY: what is given is ours.
        unsafe {
            let command = ffi::SSL_CTRL_GET_PEER_TMP_KEY;
            if ffi::SSL_ctrl(self.raw(), command, 0, (&raw mut key).cast()) != 1 || key.is_null() {
                return None;
            }
            let info = KeyInfo::of(key);
            ffi::EVP_PKEY_free(key);
            info
        }
    }

    /// The name of what the two sides agreed their keys on, if it has one.
    pub fn group(&self) -> Option<String> {
        // SAFETY: a question that takes nothing; the name is the context's, which lives as long as the connection.
        unsafe {
            let command = ffi::SSL_CTRL_GET_NEGOTIATED_GROUP;
            let group = ffi::SSL_ctrl(self.raw(), command, 0, ptr::null_mut());
            let group = c_int::try_from(group).ok().filter(|group| *group != 0)?;
            text(ffi::SSL_group_to_name(self.raw(), group))
        }
    }

    /// The algorithms of signatures that both sides know.
    pub fn shared_signature_algorithms(&self) -> Vec<String> {
        let mut found = Vec::new();
        // SAFETY: numbers are written; the names are static.
        unsafe {
            let null = ptr::null_mut::<c_int>();
            let count = ffi::SSL_get_shared_sigalgs(
                self.raw(),
                0,
                null,
                null,
                null,
                ptr::null_mut(),
                ptr::null_mut(),
            );
            for index in 0..count {
                let (mut sign, mut hash) = (0, 0);
                ffi::SSL_get_shared_sigalgs(
                    self.raw(),
                    index,
                    &mut sign,
                    &mut hash,
                    null,
                    ptr::null_mut(),
                    ptr::null_mut(),
                );
                let sign = match sign {
                    6 => "RSA".to_owned(),
                    912 => "RSA-PSS".to_owned(),
                    116 => "DSA".to_owned(),
                    408 => "ECDSA".to_owned(),
                    1087 => "Ed25519".to_owned(),
                    1088 => "Ed448".to_owned(),
                    other => text(ffi::OBJ_nid2sn(other)).unwrap_or_default(),
                };
                let hash = if hash == 0 { None } else { text(ffi::OBJ_nid2sn(hash)) };
                found.push(match hash {
                    Some(hash) => format!("{sign}+{hash}"),
                    None => format!("{sign}+UNDEF"),
                });
            }
        }
        found
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: ours; its two buffers go with it, and no callback can come after it.
        unsafe {
            ffi::SSL_free(self.raw());
            if !self.trace.get().is_null() {
                ffi::BIO_free(self.trace.get());
            }
        }
    }
}

/// Moves all that a buffer of ours has to the end of `output`.
fn read_all(buffer: *mut ffi::BIO, output: &mut Vec<u8>) {
    // SAFETY: written to memory that is as long as it says.
    unsafe {
        let pending = ffi::BIO_ctrl_pending(buffer);
        if pending == 0 {
            return;
        }
        output.reserve(pending);
        let count = ffi::BIO_read(
            buffer,
            output.spare_capacity_mut().as_mut_ptr().cast(),
            c_int::try_from(pending).unwrap_or(c_int::MAX),
        );
        output.set_len(output.len() + usize::try_from(count).unwrap_or(0).min(pending));
    }
}

fn wire_form(protocols: &[Vec<u8>]) -> Vec<u8> {
    let mut wire = Vec::new();
    for name in protocols {
        wire.push(name.len() as u8);
        wire.extend_from_slice(name);
    }
    wire
}
