//! The functions of libssl and libcrypto that are used, as a table that is filled when the library is loaded.
//!
//! The library is opened and not linked: its relocations cost every start of a process a millisecond, and most programs
//! never come here. The signatures are those of the headers of OpenSSL 3.0; what those have as a macro over `SSL_ctrl`
//! is one here as well.

#![allow(non_snake_case, non_camel_case_types, clippy::upper_case_acronyms)]

use std::ffi::{c_char, c_int, c_long, c_uchar, c_uint, c_ulong, c_void};

use crate::function_table::functions;

macro_rules! opaque {
    ($($name:ident),* $(,)?) => { $(#[derive(Debug)] pub(crate) enum $name {})* };
}

opaque! {
    ASN1_INTEGER, ASN1_OBJECT, ASN1_STRING, ASN1_TIME, BIGNUM, BIO, BIO_METHOD, EVP_MD, EVP_PKEY, OPENSSL_STACK, PKCS12,
    SSL, SSL_CIPHER, SSL_CTX, SSL_METHOD, SSL_SESSION, X509, X509_CRL, X509_LOOKUP, X509_LOOKUP_METHOD, X509_NAME,
    X509_NAME_ENTRY, X509_OBJECT, X509_STORE, X509_STORE_CTX,
}

pub(crate) type InfoCallback = unsafe extern "C" fn(*const SSL, c_int, c_int);
pub(crate) type VerifyCallback = unsafe extern "C" fn(c_int, *mut X509_STORE_CTX) -> c_int;
pub(crate) type HelloCallback = unsafe extern "C" fn(*mut SSL, *mut c_int, *mut c_void) -> c_int;
pub(crate) type AlpnCallback = unsafe extern "C" fn(
    *mut SSL,
    *mut *const c_uchar,
    *mut c_uchar,
    *const c_uchar,
    c_uint,
    *mut c_void,
) -> c_int;
pub(crate) type NewSessionCallback = unsafe extern "C" fn(*mut SSL, *mut SSL_SESSION) -> c_int;
pub(crate) type FindSessionCallback =
    unsafe extern "C" fn(*mut SSL, *const c_uchar, c_int, *mut c_int) -> *mut SSL_SESSION;
pub(crate) type TicketMadeCallback = unsafe extern "C" fn(*mut SSL, *mut c_void) -> c_int;
pub(crate) type TicketOpenedCallback = unsafe extern "C" fn(
    *mut SSL,
    *mut SSL_SESSION,
    *const c_uchar,
    usize,
    c_int,
    *mut c_void,
) -> c_int;
pub(crate) type PskClientCallback = unsafe extern "C" fn(
    *mut SSL,
    *const c_char,
    *mut c_char,
    c_uint,
    *mut c_uchar,
    c_uint,
) -> c_uint;
pub(crate) type PskServerCallback =
    unsafe extern "C" fn(*mut SSL, *const c_char, *mut c_uchar, c_uint) -> c_uint;
pub(crate) type MessageCallback =
    unsafe extern "C" fn(c_int, c_int, c_int, *const c_void, usize, *mut SSL, *mut c_void);
pub(crate) type KeylogCallback = unsafe extern "C" fn(*const SSL, *const c_char);
pub(crate) type FindBySubject =
    unsafe extern "C" fn(*mut X509_LOOKUP, c_int, *const X509_NAME, *mut X509_OBJECT) -> c_int;
pub(crate) type EndOfLookup = unsafe extern "C" fn(*mut X509_LOOKUP);
pub(crate) type PasswordCallback =
    unsafe extern "C" fn(*mut c_char, c_int, c_int, *mut c_void) -> c_int;

functions! {
    "libssl.so.3":
    fn CRYPTO_free(data: *mut c_void, file: *const c_char, line: c_int);
    fn CRYPTO_memdup(data: *const c_void, length: usize, file: *const c_char, line: c_int) -> *mut c_void;

    fn ERR_get_error() -> c_ulong;
    fn ERR_clear_error();
    fn ERR_set_mark() -> c_int;
    fn ERR_pop_to_mark() -> c_int;
    fn ERR_error_string_n(error: c_ulong, text: *mut c_char, length: usize);
    fn ERR_lib_error_string(error: c_ulong) -> *const c_char;
    fn ERR_reason_error_string(error: c_ulong) -> *const c_char;

    fn BIO_new(method: *const BIO_METHOD) -> *mut BIO;
    fn BIO_s_mem() -> *const BIO_METHOD;
    fn BIO_new_mem_buf(data: *const c_void, length: c_int) -> *mut BIO;
    fn BIO_free(bio: *mut BIO) -> c_int;
    fn BIO_read(bio: *mut BIO, data: *mut c_void, length: c_int) -> c_int;
    fn BIO_write(bio: *mut BIO, data: *const c_void, length: c_int) -> c_int;
    fn BIO_ctrl(bio: *mut BIO, command: c_int, number: c_long, pointer: *mut c_void) -> c_long;
    fn BIO_ctrl_pending(bio: *mut BIO) -> usize;

    fn TLS_method() -> *const SSL_METHOD;
    fn SSL_CTX_new(method: *const SSL_METHOD) -> *mut SSL_CTX;
    fn SSL_CTX_free(context: *mut SSL_CTX);
    fn SSL_CTX_up_ref(context: *mut SSL_CTX) -> c_int;
    fn SSL_CTX_ctrl(context: *mut SSL_CTX, command: c_int, number: c_long, pointer: *mut c_void) -> c_long;
    fn SSL_CTX_callback_ctrl(context: *mut SSL_CTX, command: c_int, callback: Option<unsafe extern "C" fn()>) -> c_long;
    fn SSL_CTX_set_options(context: *mut SSL_CTX, options: u64) -> u64;
    fn SSL_CTX_set_cipher_list(context: *mut SSL_CTX, list: *const c_char) -> c_int;
    fn SSL_CTX_set_ciphersuites(context: *mut SSL_CTX, list: *const c_char) -> c_int;
    fn SSL_CTX_use_PrivateKey(context: *mut SSL_CTX, key: *mut EVP_PKEY) -> c_int;
    fn SSL_CTX_use_certificate(context: *mut SSL_CTX, certificate: *mut X509) -> c_int;
    fn SSL_CTX_get0_certificate(context: *const SSL_CTX) -> *mut X509;
    fn SSL_CTX_set_default_verify_dir(context: *mut SSL_CTX) -> c_int;
    fn SSL_CTX_set_cert_store(context: *mut SSL_CTX, store: *mut X509_STORE);
    fn SSL_CTX_set1_cert_store(context: *mut SSL_CTX, store: *mut X509_STORE);
    fn SSL_CTX_get_cert_store(context: *const SSL_CTX) -> *mut X509_STORE;
    fn SSL_CTX_add_client_CA(context: *mut SSL_CTX, certificate: *mut X509) -> c_int;
    fn SSL_CTX_set_session_id_context(context: *mut SSL_CTX, id: *const c_uchar, length: c_uint) -> c_int;
    fn SSL_CTX_set_client_hello_cb(context: *mut SSL_CTX, callback: Option<HelloCallback>, argument: *mut c_void);
    fn SSL_CTX_set_alpn_select_cb(context: *mut SSL_CTX, callback: Option<AlpnCallback>, argument: *mut c_void);
    fn SSL_CTX_sess_set_new_cb(context: *mut SSL_CTX, callback: Option<NewSessionCallback>);
    fn SSL_CTX_sess_set_get_cb(context: *mut SSL_CTX, callback: Option<FindSessionCallback>);
    fn SSL_CTX_set_session_ticket_cb(context: *mut SSL_CTX, made: Option<TicketMadeCallback>, opened: Option<TicketOpenedCallback>, argument: *mut c_void) -> c_int;
    fn SSL_CTX_set_keylog_callback(context: *mut SSL_CTX, callback: Option<KeylogCallback>);
    fn SSL_CTX_set_timeout(context: *mut SSL_CTX, seconds: c_long) -> c_long;

    fn SSL_new(context: *mut SSL_CTX) -> *mut SSL;
    fn SSL_free(ssl: *mut SSL);
    fn SSL_ctrl(ssl: *mut SSL, command: c_int, number: c_long, pointer: *mut c_void) -> c_long;
    fn SSL_set_ex_data(ssl: *mut SSL, index: c_int, data: *mut c_void) -> c_int;
    fn SSL_get_ex_data(ssl: *const SSL, index: c_int) -> *mut c_void;
    fn SSL_set_bio(ssl: *mut SSL, read: *mut BIO, write: *mut BIO);
    fn SSL_set_accept_state(ssl: *mut SSL);
    fn SSL_set_connect_state(ssl: *mut SSL);
    fn SSL_set_verify(ssl: *mut SSL, mode: c_int, callback: Option<VerifyCallback>);
    fn SSL_set_info_callback(ssl: *mut SSL, callback: Option<InfoCallback>);
    fn SSL_set_alpn_protos(ssl: *mut SSL, protocols: *const c_uchar, length: c_uint) -> c_int;
    fn SSL_set_session(ssl: *mut SSL, session: *mut SSL_SESSION) -> c_int;
    fn SSL_set_session_id_context(ssl: *mut SSL, id: *const c_uchar, length: c_uint) -> c_int;
    fn SSL_set_SSL_CTX(ssl: *mut SSL, context: *mut SSL_CTX) -> *mut SSL_CTX;
    fn SSL_do_handshake(ssl: *mut SSL) -> c_int;
    fn SSL_is_init_finished(ssl: *const SSL) -> c_int;
    fn SSL_read(ssl: *mut SSL, data: *mut c_void, length: c_int) -> c_int;
    fn SSL_write(ssl: *mut SSL, data: *const c_void, length: c_int) -> c_int;
    fn SSL_shutdown(ssl: *mut SSL) -> c_int;
    fn SSL_get_error(ssl: *const SSL, result: c_int) -> c_int;
    fn SSL_get_version(ssl: *const SSL) -> *const c_char;
    fn SSL_get_servername(ssl: *const SSL, kind: c_int) -> *const c_char;
    fn SSL_get0_alpn_selected(ssl: *const SSL, data: *mut *const c_uchar, length: *mut c_uint);
    fn SSL_get_current_cipher(ssl: *const SSL) -> *const SSL_CIPHER;
    fn SSL_CIPHER_get_name(cipher: *const SSL_CIPHER) -> *const c_char;
    fn SSL_CIPHER_standard_name(cipher: *const SSL_CIPHER) -> *const c_char;
    fn SSL_CIPHER_get_version(cipher: *const SSL_CIPHER) -> *const c_char;
    fn SSL_get1_supported_ciphers(ssl: *mut SSL) -> *mut OPENSSL_STACK;
    fn SSL_get_verify_result(ssl: *const SSL) -> c_long;
    fn SSL_get1_peer_certificate(ssl: *const SSL) -> *mut X509;
    fn SSL_get_certificate(ssl: *const SSL) -> *mut X509;
    fn SSL_get_peer_cert_chain(ssl: *const SSL) -> *mut OPENSSL_STACK;
    fn SSL_get_session(ssl: *const SSL) -> *mut SSL_SESSION;
    fn SSL_session_reused(ssl: *const SSL) -> c_int;
    fn SSL_get_finished(ssl: *const SSL, data: *mut c_void, length: usize) -> usize;
    fn SSL_get_peer_finished(ssl: *const SSL, data: *mut c_void, length: usize) -> usize;
    fn SSL_export_keying_material(
        ssl: *mut SSL, output: *mut c_uchar, length: usize, label: *const c_char, label_length: usize,
        context: *const c_uchar, context_length: usize, uses_context: c_int,
    ) -> c_int;
    fn SSL_set_psk_client_callback(ssl: *mut SSL, callback: Option<PskClientCallback>);
    fn SSL_set_psk_server_callback(ssl: *mut SSL, callback: Option<PskServerCallback>);
    fn SSL_use_psk_identity_hint(ssl: *mut SSL, hint: *const c_char) -> c_int;
    fn SSL_set_msg_callback(ssl: *mut SSL, callback: Option<MessageCallback>);
    fn SSL_trace(
        is_sent: c_int, version: c_int, kind: c_int, message: *const c_void, length: usize, ssl: *mut SSL,
        output: *mut c_void,
    );
    fn SSL_use_certificate(ssl: *mut SSL, certificate: *mut X509) -> c_int;
    fn SSL_use_PrivateKey(ssl: *mut SSL, key: *mut EVP_PKEY) -> c_int;
    fn SSL_CTX_get0_privatekey(context: *const SSL_CTX) -> *mut EVP_PKEY;
    fn SSL_renegotiate(ssl: *mut SSL) -> c_int;
    fn SSL_group_to_name(ssl: *mut SSL, group: c_int) -> *const c_char;
    fn SSL_get_shared_sigalgs(
        ssl: *mut SSL, index: c_int, sign: *mut c_int, hash: *mut c_int, pair: *mut c_int,
        raw_sign: *mut c_uchar, raw_hash: *mut c_uchar,
    ) -> c_int;
    fn SSL_client_hello_get0_ext(ssl: *mut SSL, kind: c_uint, data: *mut *const c_uchar, length: *mut usize) -> c_int;
    fn SSL_client_hello_get0_session_id(ssl: *mut SSL, data: *mut *const c_uchar) -> usize;
    fn SSL_SESSION_free(session: *mut SSL_SESSION);
    fn SSL_SESSION_get_id(session: *const SSL_SESSION, length: *mut c_uint) -> *const c_uchar;
    fn SSL_SESSION_get0_ticket(session: *const SSL_SESSION, ticket: *mut *const c_uchar, length: *mut usize);
    fn i2d_SSL_SESSION(session: *const SSL_SESSION, output: *mut *mut c_uchar) -> c_int;
    fn d2i_SSL_SESSION(session: *mut *mut SSL_SESSION, input: *mut *const c_uchar, length: c_long) -> *mut SSL_SESSION;

    fn OPENSSL_sk_num(stack: *const OPENSSL_STACK) -> c_int;
    fn OPENSSL_sk_value(stack: *const OPENSSL_STACK, index: c_int) -> *mut c_void;
    fn OPENSSL_sk_free(stack: *mut OPENSSL_STACK);
    fn OPENSSL_sk_pop_free(stack: *mut OPENSSL_STACK, free: unsafe extern "C" fn(*mut c_void));
    fn PEM_read_bio(
        bio: *mut BIO, name: *mut *mut c_char, header: *mut *mut c_char, data: *mut *mut c_uchar, length: *mut c_long,
    ) -> c_int;
    fn PEM_read_bio_X509_AUX(
        bio: *mut BIO, certificate: *mut *mut X509, callback: Option<PasswordCallback>, argument: *mut c_void,
    ) -> *mut X509;
    fn PEM_read_bio_X509(
        bio: *mut BIO, certificate: *mut *mut X509, callback: Option<PasswordCallback>, argument: *mut c_void,
    ) -> *mut X509;
    fn PEM_read_bio_X509_CRL(
        bio: *mut BIO, list: *mut *mut X509_CRL, callback: Option<PasswordCallback>, argument: *mut c_void,
    ) -> *mut X509_CRL;
    fn PEM_read_bio_PrivateKey(
        bio: *mut BIO, key: *mut *mut EVP_PKEY, callback: Option<PasswordCallback>, argument: *mut c_void,
    ) -> *mut EVP_PKEY;
    fn PEM_read_bio_Parameters(bio: *mut BIO, key: *mut *mut EVP_PKEY) -> *mut EVP_PKEY;
    fn d2i_PKCS12_bio(bio: *mut BIO, bag: *mut *mut PKCS12) -> *mut PKCS12;
    fn PKCS12_parse(
        bag: *mut PKCS12, password: *const c_char, key: *mut *mut EVP_PKEY, certificate: *mut *mut X509,
        others: *mut *mut OPENSSL_STACK,
    ) -> c_int;
    fn PKCS12_free(bag: *mut PKCS12);
    fn EVP_PKEY_free(key: *mut EVP_PKEY);
    fn EVP_PKEY_get_id(key: *const EVP_PKEY) -> c_int;
    fn EVP_PKEY_get_bits(key: *const EVP_PKEY) -> c_int;
    fn EVP_PKEY_get_bn_param(key: *const EVP_PKEY, name: *const c_char, number: *mut *mut BIGNUM) -> c_int;
    fn EVP_PKEY_get_group_name(key: *const EVP_PKEY, name: *mut c_char, length: usize, written: *mut usize) -> c_int;
    fn EVP_PKEY_get1_encoded_public_key(key: *mut EVP_PKEY, output: *mut *mut c_uchar) -> usize;
    fn i2d_PUBKEY(key: *const EVP_PKEY, output: *mut *mut c_uchar) -> c_int;
    fn SSL_CTX_set0_tmp_dh_pkey(context: *mut SSL_CTX, key: *mut EVP_PKEY) -> c_int;
    fn BN_bn2hex(number: *const BIGNUM) -> *mut c_char;
    fn BN_free(number: *mut BIGNUM);
    fn OBJ_nid2sn(nid: c_int) -> *const c_char;
    fn OBJ_nid2ln(nid: c_int) -> *const c_char;
    fn OBJ_obj2nid(object: *const ASN1_OBJECT) -> c_int;
    fn OBJ_txt2nid(name: *const c_char) -> c_int;
    fn OBJ_obj2txt(text: *mut c_char, length: c_int, object: *const ASN1_OBJECT, no_name: c_int) -> c_int;
    fn EC_curve_nid2nist(nid: c_int) -> *const c_char;

    fn X509_free(certificate: *mut X509);
    fn d2i_X509_AUX(certificate: *mut *mut X509, input: *mut *const c_uchar, length: c_long) -> *mut X509;
    fn X509_up_ref(certificate: *mut X509) -> c_int;
    fn i2d_X509(certificate: *const X509, output: *mut *mut c_uchar) -> c_int;
    fn X509_get_subject_name(certificate: *const X509) -> *mut X509_NAME;
    fn X509_get_issuer_name(certificate: *const X509) -> *mut X509_NAME;
    fn X509_get0_serialNumber(certificate: *const X509) -> *const ASN1_INTEGER;
    fn X509_get0_notBefore(certificate: *const X509) -> *const ASN1_TIME;
    fn X509_get0_notAfter(certificate: *const X509) -> *const ASN1_TIME;
    fn X509_get0_pubkey(certificate: *const X509) -> *mut EVP_PKEY;
    fn X509_get_ext_d2i(certificate: *const X509, nid: c_int, critical: *mut c_int, index: *mut c_int) -> *mut c_void;
    fn X509_check_issued(issuer: *mut X509, subject: *mut X509) -> c_int;
    fn X509_check_ca(certificate: *mut X509) -> c_int;
    fn X509_cmp(a: *const X509, b: *const X509) -> c_int;
    fn X509_digest(certificate: *const X509, kind: *const EVP_MD, output: *mut c_uchar, length: *mut c_uint) -> c_int;
    fn EVP_sha1() -> *const EVP_MD;
    fn EVP_sha256() -> *const EVP_MD;
    fn EVP_sha512() -> *const EVP_MD;
    fn X509_NAME_free(name: *mut X509_NAME);
    fn d2i_X509_NAME(name: *mut *mut X509_NAME, input: *mut *const c_uchar, length: c_long) -> *mut X509_NAME;
    fn X509_NAME_cmp(a: *const X509_NAME, b: *const X509_NAME) -> c_int;
    fn X509_NAME_entry_count(name: *const X509_NAME) -> c_int;
    fn X509_NAME_get_entry(name: *const X509_NAME, index: c_int) -> *mut X509_NAME_ENTRY;
    fn X509_NAME_ENTRY_get_object(entry: *const X509_NAME_ENTRY) -> *mut ASN1_OBJECT;
    fn X509_NAME_ENTRY_get_data(entry: *const X509_NAME_ENTRY) -> *mut ASN1_STRING;
    fn ASN1_get_object(
        input: *mut *const c_uchar, length: *mut c_long, tag: *mut c_int, class: *mut c_int, most: c_long,
    ) -> c_int;
    fn ASN1_STRING_to_UTF8(output: *mut *mut c_uchar, string: *const ASN1_STRING) -> c_int;
    fn ASN1_STRING_get0_data(string: *const ASN1_STRING) -> *const c_uchar;
    fn ASN1_STRING_length(string: *const ASN1_STRING) -> c_int;
    fn ASN1_INTEGER_to_BN(integer: *const ASN1_INTEGER, number: *mut BIGNUM) -> *mut BIGNUM;
    fn ASN1_TIME_print(bio: *mut BIO, time: *const ASN1_TIME) -> c_int;
    fn ASN1_OBJECT_free(object: *mut ASN1_OBJECT);
    fn GENERAL_NAMES_free(names: *mut OPENSSL_STACK);
    fn GENERAL_NAME_get0_value(name: *const c_void, kind: *mut c_int) -> *mut c_void;
    fn AUTHORITY_INFO_ACCESS_free(access: *mut OPENSSL_STACK);
    fn X509_verify_cert_error_string(code: c_long) -> *const c_char;
    fn X509_OBJECT_get0_X509(object: *const X509_OBJECT) -> *mut X509;
    fn X509_OBJECT_set1_X509(object: *mut X509_OBJECT, certificate: *mut X509) -> c_int;
    fn X509_LOOKUP_meth_new(name: *const c_char) -> *mut X509_LOOKUP_METHOD;
    fn X509_LOOKUP_meth_set_free(method: *mut X509_LOOKUP_METHOD, end: Option<EndOfLookup>) -> c_int;
    fn X509_LOOKUP_meth_set_get_by_subject(method: *mut X509_LOOKUP_METHOD, find: Option<FindBySubject>) -> c_int;
    fn X509_LOOKUP_get_method_data(lookup: *const X509_LOOKUP) -> *mut c_void;
    fn X509_LOOKUP_set_method_data(lookup: *mut X509_LOOKUP, data: *mut c_void) -> c_int;
    fn X509_LOOKUP_get_store(lookup: *const X509_LOOKUP) -> *mut X509_STORE;
    fn X509_get_default_cert_file_env() -> *const c_char;
    fn X509_get_default_cert_file() -> *const c_char;
    fn X509_STORE_add_lookup(store: *mut X509_STORE, method: *mut X509_LOOKUP_METHOD) -> *mut X509_LOOKUP;
    fn X509_STORE_new() -> *mut X509_STORE;
    fn X509_STORE_get0_objects(store: *const X509_STORE) -> *mut OPENSSL_STACK;
    fn X509_STORE_add_cert(store: *mut X509_STORE, certificate: *mut X509) -> c_int;
    fn X509_STORE_add_crl(store: *mut X509_STORE, list: *mut X509_CRL) -> c_int;
    fn X509_CRL_free(list: *mut X509_CRL);
    fn X509_STORE_set_flags(store: *mut X509_STORE, flags: c_ulong) -> c_int;
    fn X509_STORE_CTX_new() -> *mut X509_STORE_CTX;
    fn X509_STORE_CTX_free(context: *mut X509_STORE_CTX);
    fn X509_STORE_CTX_init(
        context: *mut X509_STORE_CTX, store: *mut X509_STORE, certificate: *mut X509, chain: *mut OPENSSL_STACK,
    ) -> c_int;
    fn X509_STORE_CTX_get1_issuer(issuer: *mut *mut X509, context: *mut X509_STORE_CTX, certificate: *mut X509) -> c_int;
}

pub(crate) const SSL_ERROR_SSL: c_int = 1;
pub(crate) const SSL_ERROR_WANT_READ: c_int = 2;
pub(crate) const SSL_ERROR_WANT_WRITE: c_int = 3;
pub(crate) const SSL_ERROR_WANT_X509_LOOKUP: c_int = 4;
pub(crate) const SSL_ERROR_SYSCALL: c_int = 5;
pub(crate) const SSL_ERROR_ZERO_RETURN: c_int = 6;
pub(crate) const SSL_ERROR_WANT_CLIENT_HELLO_CB: c_int = 11;
pub(crate) const SSL_CLIENT_HELLO_SUCCESS: c_int = 1;
pub(crate) const SSL_CLIENT_HELLO_RETRY: c_int = -1;
pub(crate) const SSL_TLSEXT_ERR_OK: c_int = 0;
pub(crate) const SSL_TLSEXT_ERR_ALERT_FATAL: c_int = 2;
pub(crate) const SSL_TLSEXT_ERR_NOACK: c_int = 3;
pub(crate) const SSL_CB_HANDSHAKE_START: c_int = 0x10;
pub(crate) const SSL_CB_HANDSHAKE_DONE: c_int = 0x20;
pub(crate) const SSL_VERIFY_NONE: c_int = 0;
pub(crate) const SSL_VERIFY_PEER: c_int = 1;
pub(crate) const SSL_VERIFY_FAIL_IF_NO_PEER_CERT: c_int = 2;

pub(crate) const SSL_CTRL_SET_MSG_CALLBACK_ARG: c_int = 16;
pub(crate) const SSL_CTRL_CHAIN: c_int = 88;
pub(crate) const SSL_CTRL_CHAIN_CERT: c_int = 89;
pub(crate) const SSL_CTRL_GET_CHAIN_CERTS: c_int = 115;
pub(crate) const SSL_CTRL_SET_GROUPS_LIST: c_int = 92;
pub(crate) const SSL_CTRL_SET_SIGALGS_LIST: c_int = 98;
pub(crate) const SSL_CTRL_SET_SESS_CACHE_MODE: c_int = 44;
pub(crate) const SSL_CTRL_SET_MIN_PROTO_VERSION: c_int = 123;
pub(crate) const SSL_CTRL_SET_MAX_PROTO_VERSION: c_int = 124;
pub(crate) const SSL_CTRL_SET_DH_AUTO: c_int = 118;
pub(crate) const SSL_CTRL_MODE: c_int = 33;
pub(crate) const SSL_CTRL_SET_MAX_SEND_FRAGMENT: c_int = 52;
pub(crate) const SSL_CTRL_SET_TLSEXT_SERVERNAME_CB: c_int = 53;
pub(crate) const SSL_CTRL_SET_TLSEXT_HOSTNAME: c_int = 55;
pub(crate) const SSL_CTRL_GET_TLSEXT_TICKET_KEYS: c_int = 58;
pub(crate) const SSL_CTRL_SET_TLSEXT_TICKET_KEYS: c_int = 59;
pub(crate) const SSL_CTRL_SET_TLSEXT_STATUS_REQ_CB: c_int = 63;
pub(crate) const SSL_CTRL_SET_TLSEXT_STATUS_REQ_TYPE: c_int = 65;
pub(crate) const SSL_CTRL_GET_TLSEXT_STATUS_REQ_OCSP_RESP: c_int = 70;
pub(crate) const SSL_CTRL_SET_TLSEXT_STATUS_REQ_OCSP_RESP: c_int = 71;
pub(crate) const SSL_CTRL_SET_VERIFY_CERT_STORE: c_int = 106;
pub(crate) const SSL_CTRL_GET_PEER_TMP_KEY: c_int = 109;
pub(crate) const SSL_CTRL_GET_NEGOTIATED_GROUP: c_int = 134;

pub(crate) const SSL_SESS_CACHE_CLIENT: c_long = 1;
pub(crate) const SSL_SESS_CACHE_SERVER: c_long = 2;
pub(crate) const SSL_SESS_CACHE_NO_AUTO_CLEAR: c_long = 0x80;
pub(crate) const SSL_SESS_CACHE_NO_INTERNAL: c_long = 0x300;
pub(crate) const SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER: c_long = 2;
pub(crate) const SSL_MODE_RELEASE_BUFFERS: c_long = 0x10;
pub(crate) const SSL_TICKET_SUCCESS: c_int = 5;
pub(crate) const SSL_TICKET_SUCCESS_RENEW: c_int = 6;
pub(crate) const SSL_TICKET_RETURN_IGNORE_RENEW: c_int = 2;
pub(crate) const SSL_TICKET_RETURN_USE: c_int = 3;
