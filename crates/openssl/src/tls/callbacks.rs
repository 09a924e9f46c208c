//! What the library calls back: all of it ends in the state of a connection, which is in the connection's first slot.
//!
//! A callback never does more than note an event or read an answer; none of them can panic or call JavaScript.

use std::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_void};
use std::ptr;

use super::context::Passphrase;
use super::ffi;
use super::session::{Event, Hello, State};

/// The slot of a connection that has its state.
pub(super) const STATE: c_int = 0;

/// # Safety
/// The context must be live.
pub(super) unsafe fn install(context: *mut ffi::SSL_CTX) {
    // SAFETY: functions of the signatures that the library asks for; the two that go through a general function are cast
    // to its type, as the macros of the headers do.
    unsafe {
        ffi::SSL_CTX_set_client_hello_cb(context, Some(client_hello), ptr::null_mut());
        ffi::SSL_CTX_set_alpn_select_cb(context, Some(select_protocol), ptr::null_mut());
        ffi::SSL_CTX_sess_set_new_cb(context, Some(new_session));
        ffi::SSL_CTX_sess_set_get_cb(context, Some(find_session));
        ffi::SSL_CTX_set_session_ticket_cb(context, None, Some(ticket_opened), ptr::null_mut());
        ffi::SSL_CTX_set_keylog_callback(context, Some(keylog));
        type General = unsafe extern "C" fn();
        let servername: unsafe extern "C" fn(*mut ffi::SSL, *mut c_int, *mut c_void) -> c_int =
            servername;
        let servername = std::mem::transmute::<*const c_void, General>(servername as *const c_void);
        ffi::SSL_CTX_callback_ctrl(
            context,
            ffi::SSL_CTRL_SET_TLSEXT_SERVERNAME_CB,
            Some(servername),
        );
        let status: unsafe extern "C" fn(*mut ffi::SSL, *mut c_void) -> c_int = status;
        let status = std::mem::transmute::<*const c_void, General>(status as *const c_void);
        ffi::SSL_CTX_callback_ctrl(context, ffi::SSL_CTRL_SET_TLSEXT_STATUS_REQ_CB, Some(status));
    }
}

/// # Safety
/// The connection must be live; its state lives as long as it does.
pub(super) unsafe fn state<'a>(ssl: *const ffi::SSL) -> Option<&'a State> {
    // SAFETY: the slot has the state or null; the state is only ever shared.
    unsafe { ffi::SSL_get_ex_data(ssl, STATE).cast::<State>().as_ref() }
}

pub(super) unsafe extern "C" fn info(ssl: *const ffi::SSL, place: c_int, _value: c_int) {
    // SAFETY: called by the library with a live connection.
    let Some(state) = (unsafe { state(ssl) }) else { return };
    if place & ffi::SSL_CB_HANDSHAKE_START != 0 {
        state.push(Event::HandshakeStart);
    }
    if place & ffi::SSL_CB_HANDSHAKE_DONE != 0 {
        state.push(Event::HandshakeDone);
    }
}

/// Certificates are judged when the handshake is done: by the owner, who may accept any.
pub(super) unsafe extern "C" fn accept_any(
    _ok: c_int,
    _context: *mut ffi::X509_STORE_CTX,
) -> c_int {
    1
}

const EXTENSION_SERVER_NAME: c_uint = 0;
const EXTENSION_STATUS_REQUEST: c_uint = 5;
const EXTENSION_ALPN: c_uint = 16;
const EXTENSION_TICKET: c_uint = 35;

/// The first message of a client. If the owner wants to see it, the handshake waits for an answer.
unsafe extern "C" fn client_hello(ssl: *mut ffi::SSL, _alert: *mut c_int, _: *mut c_void) -> c_int {
    // SAFETY: called by the library with a live connection; extensions are borrowed during the call.
    unsafe {
        let Some(state) = state(ssl) else { return ffi::SSL_CLIENT_HELLO_SUCCESS };
        if !state.asks_about_hello.get() || state.answered.get() {
            return ffi::SSL_CLIENT_HELLO_SUCCESS;
        }
        if !state.asked.replace(true) {
            let mut id = ptr::null();
            let length = ffi::SSL_client_hello_get0_session_id(ssl, &mut id);
            let ticket = extension(ssl, EXTENSION_TICKET);
            state.push(Event::Hello(Hello {
                server_name: server_name(extension(ssl, EXTENSION_SERVER_NAME)),
                protocols: protocols(extension(ssl, EXTENSION_ALPN)),
                session_id: bytes(id, length).to_vec(),
                has_ticket: ticket.is_some_and(|ticket| !ticket.is_empty()),
                asks_for_status: extension(ssl, EXTENSION_STATUS_REQUEST).is_some(),
            }));
        }
        ffi::SSL_CLIENT_HELLO_RETRY
    }
}

/// # Safety
/// Inside the callback of the client's hello.
unsafe fn extension<'a>(ssl: *mut ffi::SSL, kind: c_uint) -> Option<&'a [u8]> {
    let (mut data, mut length) = (ptr::null(), 0);
    // SAFETY: the caller's promise.
    unsafe {
        (ffi::SSL_client_hello_get0_ext(ssl, kind, &mut data, &mut length) == 1)
            .then(|| bytes(data, length))
    }
}

/// # Safety
/// Null, or so many bytes that live during the call that they came with.
unsafe fn bytes<'a>(data: *const c_uchar, length: usize) -> &'a [u8] {
    if data.is_null() {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(data, length) }
}

/// RFC 6066, 3: a list of names with their kinds, of which there is one.
fn server_name(extension: Option<&[u8]>) -> Option<String> {
    let list = extension?.get(2..)?;
    let (&kind, rest) = list.split_first()?;
    let length = u16::from_be_bytes([*rest.first()?, *rest.get(1)?]) as usize;
    let name = rest.get(2..2 + length)?;
    (kind == 0).then(|| String::from_utf8_lossy(name).into_owned())
}

/// RFC 7301, 3.1: a list of names with their lengths.
fn protocols(extension: Option<&[u8]>) -> Option<Vec<Vec<u8>>> {
    let mut list = extension?.get(2..)?;
    let mut names = Vec::new();
    while let Some((&length, rest)) = list.split_first() {
        names.push(rest.get(..length as usize)?.to_vec());
        list = &rest[length as usize..];
    }
    Some(names)
}

unsafe extern "C" fn servername(_ssl: *mut ffi::SSL, _alert: *mut c_int, _: *mut c_void) -> c_int {
    ffi::SSL_TLSEXT_ERR_OK
}

unsafe extern "C" fn select_protocol(
    ssl: *mut ffi::SSL,
    chosen: *mut *const c_uchar,
    chosen_length: *mut c_uchar,
    offered: *const c_uchar,
    offered_length: c_uint,
    _: *mut c_void,
) -> c_int {
    // SAFETY: called by the library with a live connection and a list that lives during the call; what is chosen is a part
    // of that list.
    unsafe {
        let Some(state) = state(ssl) else { return ffi::SSL_TLSEXT_ERR_NOACK };
        let wanted = state.protocols.borrow();
        let Some(wanted) = wanted.as_ref() else { return ffi::SSL_TLSEXT_ERR_NOACK };
        let offered = bytes(offered, offered_length as usize);
        for wanted in wanted {
            let mut rest = offered;
            while let Some((&length, names)) = rest.split_first() {
                let Some(name) = names.get(..length as usize) else { break };
                if name == wanted.as_slice() {
                    *chosen = name.as_ptr();
                    *chosen_length = length;
                    return ffi::SSL_TLSEXT_ERR_OK;
                }
                rest = &names[length as usize..];
            }
        }
        ffi::SSL_TLSEXT_ERR_ALERT_FATAL
    }
}

unsafe extern "C" fn new_session(ssl: *mut ffi::SSL, session: *mut ffi::SSL_SESSION) -> c_int {
    // SAFETY: called by the library with live objects.
    unsafe {
        if let Some(state) = state(ssl) {
            let mut length = 0;
            let id = ffi::SSL_SESSION_get_id(session, &mut length);
            let id = bytes(id, length as usize).to_vec();
            if let Some(der) = session_der(session) {
                state.push(Event::NewSession { id, der });
            }
        }
    }
    // The library keeps its reference.
    0
}

/// # Safety
/// The session must be live.
pub(super) unsafe fn session_der(session: *const ffi::SSL_SESSION) -> Option<Vec<u8>> {
    // SAFETY: asked for the length first, then written to a buffer of that length.
    unsafe {
        let length = ffi::i2d_SSL_SESSION(session, ptr::null_mut());
        if length <= 0 {
            return None;
        }
        let mut der = vec![0; length as usize];
        let mut end = der.as_mut_ptr();
        ffi::i2d_SSL_SESSION(session, &mut end);
        Some(der)
    }
}

unsafe extern "C" fn find_session(
    ssl: *mut ffi::SSL,
    _id: *const c_uchar,
    _length: c_int,
    copy: *mut c_int,
) -> *mut ffi::SSL_SESSION {
    // SAFETY: called by the library; the session that is given is the library's from here on.
    unsafe {
        *copy = 0;
        let Some(state) = state(ssl) else { return ptr::null_mut() };
        let Some(der) = state.resumed.take() else { return ptr::null_mut() };
        let mut start = der.as_ptr();
        ffi::d2i_SSL_SESSION(ptr::null_mut(), &mut start, der.len() as _)
    }
}

/// A ticket may be used again and again, as in Node: the library would answer each in TLS 1.3 with another.
unsafe extern "C" fn ticket_opened(
    _ssl: *mut ffi::SSL,
    _session: *mut ffi::SSL_SESSION,
    _key_name: *const c_uchar,
    _length: usize,
    status: c_int,
    _: *mut c_void,
) -> c_int {
    match status {
        ffi::SSL_TICKET_SUCCESS | ffi::SSL_TICKET_SUCCESS_RENEW => ffi::SSL_TICKET_RETURN_USE,
        _ => ffi::SSL_TICKET_RETURN_IGNORE_RENEW,
    }
}

unsafe extern "C" fn keylog(ssl: *const ffi::SSL, line: *const c_char) {
    // SAFETY: called by the library with a live connection and a text.
    unsafe {
        let Some(state) = state(ssl) else { return };
        if state.wants_keylog.get() {
            let mut line = CStr::from_ptr(line).to_bytes().to_vec();
            line.push(b'\n');
            state.push(Event::Keylog(line));
        }
    }
}

/// Writes what a message says to the buffer that the session has for it.
pub(super) unsafe extern "C" fn trace(
    is_sent: c_int,
    version: c_int,
    kind: c_int,
    message: *const c_void,
    length: usize,
    ssl: *mut ffi::SSL,
    output: *mut c_void,
) {
    // SAFETY: the library's own function, with what the library has given.
    unsafe { ffi::SSL_trace(is_sent, version, kind, message, length, ssl, output) };
}

/// On a client: what the server says of its certificate. On a server: what it should say.
unsafe extern "C" fn status(ssl: *mut ffi::SSL, _: *mut c_void) -> c_int {
    // SAFETY: called by the library with a live connection; the response that is set is copied into memory of the
    // library, which frees it.
    unsafe {
        let Some(state) = state(ssl) else { return 1 };
        if state.is_server {
            let Some(response) = state.status_response.take() else {
                return ffi::SSL_TLSEXT_ERR_NOACK;
            };
            let copy =
                ffi::CRYPTO_memdup(response.as_ptr().cast(), response.len(), c"tls".as_ptr(), 0);
            let command = ffi::SSL_CTRL_SET_TLSEXT_STATUS_REQ_OCSP_RESP;
            ffi::SSL_ctrl(ssl, command, response.len() as _, copy);
            return ffi::SSL_TLSEXT_ERR_OK;
        }
        let mut data: *const c_uchar = ptr::null();
        let command = ffi::SSL_CTRL_GET_TLSEXT_STATUS_REQ_OCSP_RESP;
        let length = ffi::SSL_ctrl(ssl, command, 0, (&raw mut data).cast());
        let response = (length > 0).then(|| bytes(data, length as usize).to_vec());
        state.push(Event::Status(response));
        1
    }
}

/// Gives the passphrase that was passed along.
pub(super) unsafe extern "C" fn passphrase(
    buffer: *mut c_char,
    size: c_int,
    _is_writing: c_int,
    argument: *mut c_void,
) -> c_int {
    // SAFETY: the argument is the passphrase that the caller has; the buffer is as long as it says.
    unsafe {
        let Some(Passphrase(passphrase)) = argument.cast::<Passphrase>().as_ref() else {
            return -1;
        };
        // None is the empty one: the error is that of a wrong passphrase.
        let passphrase = passphrase.as_deref().unwrap_or_default();
        if passphrase.len() > size as usize {
            return -1;
        }
        ptr::copy_nonoverlapping(passphrase.as_ptr(), buffer.cast(), passphrase.len());
        passphrase.len() as c_int
    }
}

/// Never asks at the terminal.
pub(super) unsafe extern "C" fn no_passphrase(
    _: *mut c_char,
    _: c_int,
    _: c_int,
    _: *mut c_void,
) -> c_int {
    0
}

pub(super) unsafe extern "C" fn free_certificate(certificate: *mut c_void) {
    // SAFETY: an entry of a list of certificates that is being freed.
    unsafe { ffi::X509_free(certificate.cast()) };
}
