//! The functions of libcrypto that are used, as a table that is filled when the library is loaded.
//!
//! The library is opened with `dlopen` and not linked: its relocations cost every start of the process a millisecond,
//! and most programs never come here. The signatures are those of the headers of OpenSSL 3.0.

#![allow(non_snake_case, non_camel_case_types, clippy::upper_case_acronyms)]

use std::ffi::{CStr, c_char, c_int, c_long, c_uchar, c_uint, c_ulong, c_void};

use crate::function_table::functions;

macro_rules! opaque {
    ($($name:ident),* $(,)?) => { $(#[derive(Debug)] pub(crate) enum $name {})* };
}

opaque! {
    ASN1_INTEGER, ASN1_OBJECT, ASN1_STRING, ASN1_TIME, BIGNUM, BIO, BIO_METHOD, BN_CTX, BN_GENCB, DH, ECDSA_SIG, EC_GROUP,
    EC_KEY, EC_POINT, EVP_CIPHER, EVP_CIPHER_CTX, EVP_KDF, EVP_KDF_CTX, EVP_MD, EVP_MD_CTX, EVP_PKEY, EVP_PKEY_CTX, HMAC_CTX,
    OSSL_LIB_CTX, OPENSSL_STACK, PKCS8_PRIV_KEY_INFO, X509, X509_EXTENSION, X509_NAME, X509_SIG, ENGINE,
}

/// A parameter by name, as algorithms of providers take them. The last of a list has no name.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct OSSL_PARAM {
    pub(crate) key: *const c_char,
    pub(crate) data_type: c_uint,
    pub(crate) data: *mut c_void,
    pub(crate) data_size: usize,
    pub(crate) return_size: usize,
}

/// The beginning of a signed public key and challenge.
#[repr(C)]
pub(crate) struct NETSCAPE_SPKI {
    pub(crate) spkac: *mut NETSCAPE_SPKAC,
}

#[repr(C)]
pub(crate) struct NETSCAPE_SPKAC {
    pub(crate) pubkey: *mut c_void,
    pub(crate) challenge: *mut ASN1_STRING,
}

pub(crate) type PasswordCallback =
    Option<unsafe extern "C" fn(*mut c_char, c_int, c_int, *mut c_void) -> c_int>;
pub(crate) type NameCallback =
    Option<unsafe extern "C" fn(*const c_void, *const c_char, *const c_char, *mut c_void)>;

/// A function that a library may be built without; null if it is. The library must have been loaded.
pub(crate) fn find(name: &CStr) -> *mut c_void {
    // SAFETY: plain C calls; the library is open already and stays so.
    unsafe {
        let handle = libc::dlopen(c"libcrypto.so.3".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
        if handle.is_null() { handle } else { libc::dlsym(handle, name.as_ptr()) }
    }
}

functions! {
    "libcrypto.so.3":
    fn OpenSSL_version(kind: c_int) -> *const c_char;
    fn OPENSSL_cleanse(data: *mut c_void, length: usize);
    fn CRYPTO_free(data: *mut c_void, file: *const c_char, line: c_int);
    fn CRYPTO_memcmp(a: *const c_void, b: *const c_void, length: usize) -> c_int;
    fn CRYPTO_secure_malloc_initialized() -> c_int;
    fn CRYPTO_secure_used() -> usize;
    fn EVP_default_properties_is_fips_enabled(context: *mut OSSL_LIB_CTX) -> c_int;
    fn EVP_default_properties_enable_fips(context: *mut OSSL_LIB_CTX, enable: c_int) -> c_int;

    fn ERR_get_error() -> c_ulong;
    fn ERR_clear_error();
    fn ERR_error_string_n(error: c_ulong, text: *mut c_char, length: usize);
    fn ERR_lib_error_string(error: c_ulong) -> *const c_char;
    fn ERR_reason_error_string(error: c_ulong) -> *const c_char;

    fn RAND_bytes(bytes: *mut c_uchar, count: c_int) -> c_int;

    fn OBJ_nid2sn(nid: c_int) -> *const c_char;
    fn OBJ_sn2nid(name: *const c_char) -> c_int;
    fn OBJ_nid2ln(nid: c_int) -> *const c_char;
    fn OBJ_nid2obj(nid: c_int) -> *mut ASN1_OBJECT;
    fn OBJ_obj2txt(text: *mut c_char, length: c_int, object: *const ASN1_OBJECT, no_name: c_int) -> c_int;

    fn EVP_MD_fetch(context: *mut OSSL_LIB_CTX, name: *const c_char, properties: *const c_char) -> *mut EVP_MD;
    fn EVP_get_digestbyname(name: *const c_char) -> *const EVP_MD;
    fn EVP_MD_free(md: *mut EVP_MD);
    fn EVP_MD_get_size(md: *const EVP_MD) -> c_int;
    fn EVP_MD_get_flags(md: *const EVP_MD) -> c_ulong;
    fn EVP_MD_get0_name(md: *const EVP_MD) -> *const c_char;
    fn EVP_MD_do_all_sorted(each: NameCallback, argument: *mut c_void);
    fn EVP_MD_CTX_new() -> *mut EVP_MD_CTX;
    fn EVP_MD_CTX_free(context: *mut EVP_MD_CTX);
    fn EVP_MD_CTX_copy_ex(to: *mut EVP_MD_CTX, from: *const EVP_MD_CTX) -> c_int;
    fn EVP_DigestInit_ex(context: *mut EVP_MD_CTX, md: *const EVP_MD, engine: *mut ENGINE) -> c_int;
    fn EVP_DigestUpdate(context: *mut EVP_MD_CTX, data: *const c_void, length: usize) -> c_int;
    fn EVP_DigestFinal_ex(context: *mut EVP_MD_CTX, out: *mut c_uchar, length: *mut c_uint) -> c_int;
    fn EVP_DigestFinalXOF(context: *mut EVP_MD_CTX, out: *mut c_uchar, length: usize) -> c_int;
    fn EVP_Digest(data: *const c_void, length: usize, out: *mut c_uchar, size: *mut c_uint, md: *const EVP_MD, engine: *mut ENGINE) -> c_int;

    fn HMAC_CTX_new() -> *mut HMAC_CTX;
    fn HMAC_CTX_free(context: *mut HMAC_CTX);
    fn HMAC_Init_ex(context: *mut HMAC_CTX, key: *const c_void, length: c_int, md: *const EVP_MD, engine: *mut ENGINE) -> c_int;
    fn HMAC_Update(context: *mut HMAC_CTX, data: *const c_uchar, length: usize) -> c_int;
    fn HMAC_Final(context: *mut HMAC_CTX, out: *mut c_uchar, length: *mut c_uint) -> c_int;

    fn PKCS5_PBKDF2_HMAC(password: *const c_char, password_length: c_int, salt: *const c_uchar, salt_length: c_int, iterations: c_int, md: *const EVP_MD, length: c_int, out: *mut c_uchar) -> c_int;
    fn EVP_PBE_scrypt(password: *const c_char, password_length: usize, salt: *const c_uchar, salt_length: usize, n: u64, r: u64, p: u64, memory_max: u64, out: *mut c_uchar, length: usize) -> c_int;
    fn EVP_KDF_fetch(context: *mut OSSL_LIB_CTX, name: *const c_char, properties: *const c_char) -> *mut EVP_KDF;
    fn EVP_KDF_free(kdf: *mut EVP_KDF);
    fn EVP_KDF_CTX_new(kdf: *mut EVP_KDF) -> *mut EVP_KDF_CTX;
    fn EVP_KDF_CTX_free(context: *mut EVP_KDF_CTX);
    fn EVP_KDF_derive(context: *mut EVP_KDF_CTX, out: *mut c_uchar, length: usize, params: *const OSSL_PARAM) -> c_int;

    fn EVP_get_cipherbyname(name: *const c_char) -> *const EVP_CIPHER;
    fn EVP_CIPHER_fetch(context: *mut OSSL_LIB_CTX, name: *const c_char, properties: *const c_char) -> *mut EVP_CIPHER;
    fn EVP_CIPHER_free(cipher: *mut EVP_CIPHER);
    fn EVP_CIPHER_get0_name(cipher: *const EVP_CIPHER) -> *const c_char;
    fn EVP_CIPHER_get_nid(cipher: *const EVP_CIPHER) -> c_int;
    fn EVP_CIPHER_get_flags(cipher: *const EVP_CIPHER) -> c_ulong;
    fn EVP_CIPHER_get_mode(cipher: *const EVP_CIPHER) -> c_int;
    fn EVP_CIPHER_get_block_size(cipher: *const EVP_CIPHER) -> c_int;
    fn EVP_CIPHER_get_iv_length(cipher: *const EVP_CIPHER) -> c_int;
    fn EVP_CIPHER_get_key_length(cipher: *const EVP_CIPHER) -> c_int;
    fn EVP_CIPHER_do_all_sorted(each: NameCallback, argument: *mut c_void);
    fn EVP_CIPHER_CTX_new() -> *mut EVP_CIPHER_CTX;
    fn EVP_CIPHER_CTX_free(context: *mut EVP_CIPHER_CTX);
    fn EVP_CIPHER_CTX_get_block_size(context: *const EVP_CIPHER_CTX) -> c_int;
    fn EVP_CIPHER_CTX_ctrl(context: *mut EVP_CIPHER_CTX, kind: c_int, argument: c_int, pointer: *mut c_void) -> c_int;
    fn EVP_CIPHER_CTX_set_padding(context: *mut EVP_CIPHER_CTX, padding: c_int) -> c_int;
    fn EVP_CIPHER_CTX_set_key_length(context: *mut EVP_CIPHER_CTX, length: c_int) -> c_int;
    fn EVP_CIPHER_CTX_set_flags(context: *mut EVP_CIPHER_CTX, flags: c_int);
    fn EVP_CipherInit_ex(context: *mut EVP_CIPHER_CTX, cipher: *const EVP_CIPHER, engine: *mut ENGINE, key: *const c_uchar, iv: *const c_uchar, encrypt: c_int) -> c_int;
    fn EVP_CipherUpdate(context: *mut EVP_CIPHER_CTX, out: *mut c_uchar, out_length: *mut c_int, data: *const c_uchar, length: c_int) -> c_int;
    fn EVP_CipherFinal_ex(context: *mut EVP_CIPHER_CTX, out: *mut c_uchar, length: *mut c_int) -> c_int;

    fn BN_new() -> *mut BIGNUM;
    fn BN_clear_free(number: *mut BIGNUM);
    fn BN_bin2bn(bytes: *const c_uchar, length: c_int, into: *mut BIGNUM) -> *mut BIGNUM;
    fn BN_bn2binpad(number: *const BIGNUM, out: *mut c_uchar, length: c_int) -> c_int;
    fn BN_num_bits(number: *const BIGNUM) -> c_int;
    fn BN_set_word(number: *mut BIGNUM, word: c_ulong) -> c_int;
    fn BN_is_word(number: *const BIGNUM, word: c_ulong) -> c_int;
    fn BN_ucmp(a: *const BIGNUM, b: *const BIGNUM) -> c_int;
    fn BN_bn2hex(number: *const BIGNUM) -> *mut c_char;
    fn BN_CTX_new() -> *mut BN_CTX;
    fn BN_CTX_free(context: *mut BN_CTX);
    fn BN_generate_prime_ex(number: *mut BIGNUM, bits: c_int, safe: c_int, add: *const BIGNUM, rem: *const BIGNUM, callback: *mut BN_GENCB) -> c_int;
    fn BN_is_prime_ex(number: *const BIGNUM, checks: c_int, context: *mut BN_CTX, callback: *mut BN_GENCB) -> c_int;
    fn BN_get_rfc2409_prime_768(number: *mut BIGNUM) -> *mut BIGNUM;
    fn BN_get_rfc2409_prime_1024(number: *mut BIGNUM) -> *mut BIGNUM;
    fn BN_get_rfc3526_prime_1536(number: *mut BIGNUM) -> *mut BIGNUM;
    fn BN_get_rfc3526_prime_2048(number: *mut BIGNUM) -> *mut BIGNUM;
    fn BN_get_rfc3526_prime_3072(number: *mut BIGNUM) -> *mut BIGNUM;
    fn BN_get_rfc3526_prime_4096(number: *mut BIGNUM) -> *mut BIGNUM;
    fn BN_get_rfc3526_prime_6144(number: *mut BIGNUM) -> *mut BIGNUM;
    fn BN_get_rfc3526_prime_8192(number: *mut BIGNUM) -> *mut BIGNUM;

    fn BIO_new(method: *const BIO_METHOD) -> *mut BIO;
    fn BIO_s_mem() -> *const BIO_METHOD;
    fn BIO_new_mem_buf(data: *const c_void, length: c_int) -> *mut BIO;
    fn BIO_free(bio: *mut BIO) -> c_int;
    fn BIO_ctrl(bio: *mut BIO, command: c_int, number: c_long, pointer: *mut c_void) -> c_long;

    fn EVP_PKEY_free(key: *mut EVP_PKEY);
    fn EVP_PKEY_up_ref(key: *mut EVP_PKEY) -> c_int;
    fn EVP_PKEY_get_id(key: *const EVP_PKEY) -> c_int;
    fn EVP_PKEY_get0_type_name(key: *const EVP_PKEY) -> *const c_char;
    fn EVP_PKEY_get_bits(key: *const EVP_PKEY) -> c_int;
    fn EVP_PKEY_eq(a: *const EVP_PKEY, b: *const EVP_PKEY) -> c_int;
    fn EVP_PKEY_get_bn_param(key: *const EVP_PKEY, name: *const c_char, number: *mut *mut BIGNUM) -> c_int;
    fn EVP_PKEY_get_utf8_string_param(key: *const EVP_PKEY, name: *const c_char, text: *mut c_char, size: usize, length: *mut usize) -> c_int;
    fn EVP_PKEY_get_octet_string_param(key: *const EVP_PKEY, name: *const c_char, bytes: *mut c_uchar, size: usize, length: *mut usize) -> c_int;
    fn EVP_PKEY_get_int_param(key: *const EVP_PKEY, name: *const c_char, number: *mut c_int) -> c_int;
    fn EVP_PKEY_CTX_new(key: *mut EVP_PKEY, engine: *mut ENGINE) -> *mut EVP_PKEY_CTX;
    fn EVP_PKEY_CTX_new_from_name(context: *mut OSSL_LIB_CTX, name: *const c_char, properties: *const c_char) -> *mut EVP_PKEY_CTX;
    fn EVP_PKEY_CTX_free(context: *mut EVP_PKEY_CTX);
    fn EVP_PKEY_CTX_ctrl_str(context: *mut EVP_PKEY_CTX, name: *const c_char, value: *const c_char) -> c_int;
    fn EVP_PKEY_CTX_settable_params(context: *const EVP_PKEY_CTX) -> *const OSSL_PARAM;
    fn EVP_PKEY_CTX_set_params(context: *mut EVP_PKEY_CTX, params: *const OSSL_PARAM) -> c_int;
    fn EVP_PKEY_fromdata_init(context: *mut EVP_PKEY_CTX) -> c_int;
    fn EVP_PKEY_fromdata(context: *mut EVP_PKEY_CTX, key: *mut *mut EVP_PKEY, selection: c_int, params: *mut OSSL_PARAM) -> c_int;
    fn EVP_PKEY_paramgen_init(context: *mut EVP_PKEY_CTX) -> c_int;
    fn EVP_PKEY_paramgen(context: *mut EVP_PKEY_CTX, key: *mut *mut EVP_PKEY) -> c_int;
    fn EVP_PKEY_keygen_init(context: *mut EVP_PKEY_CTX) -> c_int;
    fn EVP_PKEY_keygen(context: *mut EVP_PKEY_CTX, key: *mut *mut EVP_PKEY) -> c_int;
    fn EVP_PKEY_public_check(context: *mut EVP_PKEY_CTX) -> c_int;
    fn EVP_PKEY_derive_init(context: *mut EVP_PKEY_CTX) -> c_int;
    fn EVP_PKEY_derive_set_peer(context: *mut EVP_PKEY_CTX, peer: *mut EVP_PKEY) -> c_int;
    fn EVP_PKEY_derive(context: *mut EVP_PKEY_CTX, secret: *mut c_uchar, length: *mut usize) -> c_int;
    fn EVP_PKEY_CTX_set_kem_op(context: *mut EVP_PKEY_CTX, name: *const c_char) -> c_int;
    fn EVP_PKEY_encapsulate_init(context: *mut EVP_PKEY_CTX, params: *const OSSL_PARAM) -> c_int;
    fn EVP_PKEY_encapsulate(context: *mut EVP_PKEY_CTX, wrapped: *mut c_uchar, wrapped_length: *mut usize, secret: *mut c_uchar, secret_length: *mut usize) -> c_int;
    fn EVP_PKEY_decapsulate_init(context: *mut EVP_PKEY_CTX, params: *const OSSL_PARAM) -> c_int;
    fn EVP_PKEY_decapsulate(context: *mut EVP_PKEY_CTX, secret: *mut c_uchar, length: *mut usize, wrapped: *const c_uchar, wrapped_length: usize) -> c_int;
    fn EVP_PKEY_encrypt_init(context: *mut EVP_PKEY_CTX) -> c_int;
    fn EVP_PKEY_encrypt(context: *mut EVP_PKEY_CTX, out: *mut c_uchar, length: *mut usize, data: *const c_uchar, data_length: usize) -> c_int;
    fn EVP_PKEY_decrypt_init(context: *mut EVP_PKEY_CTX) -> c_int;
    fn EVP_PKEY_decrypt(context: *mut EVP_PKEY_CTX, out: *mut c_uchar, length: *mut usize, data: *const c_uchar, data_length: usize) -> c_int;
    fn EVP_PKEY_sign_init(context: *mut EVP_PKEY_CTX) -> c_int;
    fn EVP_PKEY_sign(context: *mut EVP_PKEY_CTX, out: *mut c_uchar, length: *mut usize, data: *const c_uchar, data_length: usize) -> c_int;
    fn EVP_PKEY_verify_init(context: *mut EVP_PKEY_CTX) -> c_int;
    fn EVP_PKEY_verify(context: *mut EVP_PKEY_CTX, signature: *const c_uchar, length: usize, data: *const c_uchar, data_length: usize) -> c_int;
    fn EVP_PKEY_verify_recover_init(context: *mut EVP_PKEY_CTX) -> c_int;
    fn EVP_PKEY_verify_recover(context: *mut EVP_PKEY_CTX, out: *mut c_uchar, length: *mut usize, data: *const c_uchar, data_length: usize) -> c_int;
    fn EVP_PKEY_CTX_set_signature_md(context: *mut EVP_PKEY_CTX, md: *const EVP_MD) -> c_int;
    fn EVP_PKEY_CTX_set_rsa_padding(context: *mut EVP_PKEY_CTX, padding: c_int) -> c_int;
    fn EVP_PKEY_CTX_set_rsa_pss_saltlen(context: *mut EVP_PKEY_CTX, length: c_int) -> c_int;
    fn EVP_PKEY_CTX_set_rsa_oaep_md(context: *mut EVP_PKEY_CTX, md: *const EVP_MD) -> c_int;
    fn EVP_PKEY_CTX_set_rsa_keygen_bits(context: *mut EVP_PKEY_CTX, bits: c_int) -> c_int;
    fn EVP_PKEY_CTX_set1_rsa_keygen_pubexp(context: *mut EVP_PKEY_CTX, exponent: *mut BIGNUM) -> c_int;
    fn EVP_PKEY_CTX_set_rsa_pss_keygen_md(context: *mut EVP_PKEY_CTX, md: *const EVP_MD) -> c_int;
    fn EVP_PKEY_CTX_set_rsa_pss_keygen_mgf1_md(context: *mut EVP_PKEY_CTX, md: *const EVP_MD) -> c_int;
    fn EVP_PKEY_CTX_set_rsa_pss_keygen_saltlen(context: *mut EVP_PKEY_CTX, length: c_int) -> c_int;
    fn EVP_PKEY_CTX_set_dsa_paramgen_bits(context: *mut EVP_PKEY_CTX, bits: c_int) -> c_int;
    fn EVP_PKEY_CTX_set_dsa_paramgen_q_bits(context: *mut EVP_PKEY_CTX, bits: c_int) -> c_int;
    fn EVP_PKEY_CTX_set_dh_paramgen_prime_len(context: *mut EVP_PKEY_CTX, bits: c_int) -> c_int;
    fn EVP_PKEY_CTX_set_dh_paramgen_generator(context: *mut EVP_PKEY_CTX, generator: c_int) -> c_int;
    fn EVP_PKEY_new_raw_private_key_ex(context: *mut OSSL_LIB_CTX, name: *const c_char, properties: *const c_char, key: *const c_uchar, length: usize) -> *mut EVP_PKEY;
    fn EVP_PKEY_new_raw_public_key_ex(context: *mut OSSL_LIB_CTX, name: *const c_char, properties: *const c_char, key: *const c_uchar, length: usize) -> *mut EVP_PKEY;
    fn EVP_PKEY_get_raw_private_key(key: *const EVP_PKEY, out: *mut c_uchar, length: *mut usize) -> c_int;
    fn EVP_PKEY_get_raw_public_key(key: *const EVP_PKEY, out: *mut c_uchar, length: *mut usize) -> c_int;
    fn EVP_DigestSignInit(context: *mut EVP_MD_CTX, key_context: *mut *mut EVP_PKEY_CTX, md: *const EVP_MD, engine: *mut ENGINE, key: *mut EVP_PKEY) -> c_int;
    fn EVP_DigestSign(context: *mut EVP_MD_CTX, out: *mut c_uchar, length: *mut usize, data: *const c_uchar, data_length: usize) -> c_int;
    fn EVP_DigestVerifyInit(context: *mut EVP_MD_CTX, key_context: *mut *mut EVP_PKEY_CTX, md: *const EVP_MD, engine: *mut ENGINE, key: *mut EVP_PKEY) -> c_int;
    fn EVP_DigestVerify(context: *mut EVP_MD_CTX, signature: *const c_uchar, length: usize, data: *const c_uchar, data_length: usize) -> c_int;

    fn d2i_PrivateKey(kind: c_int, key: *mut *mut EVP_PKEY, bytes: *mut *const c_uchar, length: c_long) -> *mut EVP_PKEY;
    fn d2i_PKCS8PrivateKey_bio(bio: *mut BIO, key: *mut *mut EVP_PKEY, callback: PasswordCallback, argument: *mut c_void) -> *mut EVP_PKEY;
    fn d2i_PKCS8_PRIV_KEY_INFO(info: *mut *mut PKCS8_PRIV_KEY_INFO, bytes: *mut *const c_uchar, length: c_long) -> *mut PKCS8_PRIV_KEY_INFO;
    fn PKCS8_PRIV_KEY_INFO_free(info: *mut PKCS8_PRIV_KEY_INFO);
    fn PKCS8_encrypt(nid: c_int, cipher: *const EVP_CIPHER, password: *const c_char, length: c_int, salt: *mut c_uchar, salt_length: c_int, iterations: c_int, info: *mut PKCS8_PRIV_KEY_INFO) -> *mut X509_SIG;
    fn X509_SIG_free(sealed: *mut X509_SIG);
    fn i2d_X509_SIG(sealed: *const X509_SIG, out: *mut *mut c_uchar) -> c_int;
    fn EVP_PKCS82PKEY(info: *const PKCS8_PRIV_KEY_INFO) -> *mut EVP_PKEY;
    fn d2i_PUBKEY(key: *mut *mut EVP_PKEY, bytes: *mut *const c_uchar, length: c_long) -> *mut EVP_PKEY;
    fn d2i_PublicKey(kind: c_int, key: *mut *mut EVP_PKEY, bytes: *mut *const c_uchar, length: c_long) -> *mut EVP_PKEY;
    fn d2i_X509(certificate: *mut *mut X509, bytes: *mut *const c_uchar, length: c_long) -> *mut X509;
    fn i2d_PrivateKey(key: *const EVP_PKEY, out: *mut *mut c_uchar) -> c_int;
    fn i2d_PublicKey(key: *const EVP_PKEY, out: *mut *mut c_uchar) -> c_int;
    fn i2d_PUBKEY(key: *const EVP_PKEY, out: *mut *mut c_uchar) -> c_int;
    fn i2d_PKCS8PrivateKey_bio(bio: *mut BIO, key: *const EVP_PKEY, cipher: *const EVP_CIPHER, password: *const c_char, length: c_int, callback: PasswordCallback, argument: *mut c_void) -> c_int;
    fn PEM_bytes_read_bio(bytes: *mut *mut c_uchar, length: *mut c_long, name: *mut *mut c_char, wanted: *const c_char, bio: *mut BIO, callback: PasswordCallback, argument: *mut c_void) -> c_int;
    fn PEM_read_bio_PrivateKey(bio: *mut BIO, key: *mut *mut EVP_PKEY, callback: PasswordCallback, argument: *mut c_void) -> *mut EVP_PKEY;
    fn PEM_read_bio_X509(bio: *mut BIO, certificate: *mut *mut X509, callback: PasswordCallback, argument: *mut c_void) -> *mut X509;
    fn PEM_write_bio_PKCS8PrivateKey(bio: *mut BIO, key: *const EVP_PKEY, cipher: *const EVP_CIPHER, password: *const c_char, length: c_int, callback: PasswordCallback, argument: *mut c_void) -> c_int;
    fn PEM_write_bio_PrivateKey_traditional(bio: *mut BIO, key: *const EVP_PKEY, cipher: *const EVP_CIPHER, password: *const c_uchar, length: c_int, callback: PasswordCallback, argument: *mut c_void) -> c_int;
    fn PEM_write_bio(bio: *mut BIO, name: *const c_char, header: *const c_char, data: *const c_uchar, length: c_long) -> c_int;
    fn PEM_write_bio_X509(bio: *mut BIO, certificate: *const X509) -> c_int;

    fn ECDSA_SIG_new() -> *mut ECDSA_SIG;
    fn ECDSA_SIG_free(signature: *mut ECDSA_SIG);
    fn ECDSA_SIG_get0(signature: *const ECDSA_SIG, r: *mut *const BIGNUM, s: *mut *const BIGNUM);
    fn ECDSA_SIG_set0(signature: *mut ECDSA_SIG, r: *mut BIGNUM, s: *mut BIGNUM) -> c_int;
    fn d2i_ECDSA_SIG(signature: *mut *mut ECDSA_SIG, bytes: *mut *const c_uchar, length: c_long) -> *mut ECDSA_SIG;
    fn i2d_ECDSA_SIG(signature: *const ECDSA_SIG, out: *mut *mut c_uchar) -> c_int;

    fn EC_get_builtin_curves(curves: *mut EC_builtin_curve, count: usize) -> usize;
    fn EC_GROUP_new_by_curve_name(nid: c_int) -> *mut EC_GROUP;
    fn EC_GROUP_free(group: *mut EC_GROUP);
    fn EC_GROUP_get_degree(group: *const EC_GROUP) -> c_int;
    fn EC_GROUP_order_bits(group: *const EC_GROUP) -> c_int;
    fn EC_GROUP_get0_order(group: *const EC_GROUP) -> *const BIGNUM;
    fn EC_POINT_new(group: *const EC_GROUP) -> *mut EC_POINT;
    fn EC_POINT_free(point: *mut EC_POINT);
    fn EC_POINT_mul(group: *const EC_GROUP, result: *mut EC_POINT, n: *const BIGNUM, point: *const EC_POINT, m: *const BIGNUM, context: *mut BN_CTX) -> c_int;
    fn EC_POINT_oct2point(group: *const EC_GROUP, point: *mut EC_POINT, bytes: *const c_uchar, length: usize, context: *mut BN_CTX) -> c_int;
    fn EC_POINT_point2oct(group: *const EC_GROUP, point: *const EC_POINT, form: c_int, out: *mut c_uchar, length: usize, context: *mut BN_CTX) -> usize;
    fn EC_KEY_new_by_curve_name(nid: c_int) -> *mut EC_KEY;
    fn EC_KEY_free(key: *mut EC_KEY);
    fn EC_KEY_get0_group(key: *const EC_KEY) -> *const EC_GROUP;
    fn EC_KEY_get0_public_key(key: *const EC_KEY) -> *const EC_POINT;
    fn EC_KEY_get0_private_key(key: *const EC_KEY) -> *const BIGNUM;
    fn EC_KEY_set_public_key(key: *mut EC_KEY, point: *const EC_POINT) -> c_int;
    fn EC_KEY_set_private_key(key: *mut EC_KEY, number: *const BIGNUM) -> c_int;
    fn EC_KEY_generate_key(key: *mut EC_KEY) -> c_int;
    fn EC_KEY_check_key(key: *const EC_KEY) -> c_int;
    fn ECDH_compute_key(out: *mut c_void, length: usize, point: *const EC_POINT, key: *const EC_KEY, kdf: *mut c_void) -> c_int;

    fn DH_new() -> *mut DH;
    fn DH_free(dh: *mut DH);
    fn DH_set0_pqg(dh: *mut DH, p: *mut BIGNUM, q: *mut BIGNUM, g: *mut BIGNUM) -> c_int;
    fn DH_get0_pqg(dh: *const DH, p: *mut *const BIGNUM, q: *mut *const BIGNUM, g: *mut *const BIGNUM);
    fn DH_get0_key(dh: *const DH, public: *mut *const BIGNUM, private: *mut *const BIGNUM);
    fn DH_set0_key(dh: *mut DH, public: *mut BIGNUM, private: *mut BIGNUM) -> c_int;
    fn DH_generate_parameters_ex(dh: *mut DH, bits: c_int, generator: c_int, callback: *mut BN_GENCB) -> c_int;
    fn DH_generate_key(dh: *mut DH) -> c_int;
    fn DH_compute_key(out: *mut c_uchar, public: *const BIGNUM, dh: *mut DH) -> c_int;
    fn DH_check(dh: *const DH, codes: *mut c_int) -> c_int;
    fn DH_check_pub_key(dh: *const DH, public: *const BIGNUM, codes: *mut c_int) -> c_int;
    fn DH_size(dh: *const DH) -> c_int;

    fn X509_free(certificate: *mut X509);
    fn X509_get_subject_name(certificate: *const X509) -> *mut X509_NAME;
    fn X509_get_issuer_name(certificate: *const X509) -> *mut X509_NAME;
    fn X509_NAME_print_ex(bio: *mut BIO, name: *const X509_NAME, indent: c_int, flags: c_ulong) -> c_int;
    fn X509_get_ext_by_NID(certificate: *const X509, nid: c_int, last: c_int) -> c_int;
    fn X509_get_ext(certificate: *const X509, index: c_int) -> *mut X509_EXTENSION;
    fn X509_get_ext_d2i(certificate: *const X509, nid: c_int, critical: *mut c_int, index: *mut c_int) -> *mut c_void;
    fn X509V3_EXT_print(bio: *mut BIO, extension: *mut X509_EXTENSION, flag: c_ulong, indent: c_int) -> c_int;
    fn X509_get0_notBefore(certificate: *const X509) -> *const ASN1_TIME;
    fn X509_get0_notAfter(certificate: *const X509) -> *const ASN1_TIME;
    fn ASN1_TIME_print(bio: *mut BIO, time: *const ASN1_TIME) -> c_int;
    fn X509_get_serialNumber(certificate: *mut X509) -> *mut ASN1_INTEGER;
    fn ASN1_INTEGER_to_BN(number: *const ASN1_INTEGER, into: *mut BIGNUM) -> *mut BIGNUM;
    fn ASN1_STRING_to_UTF8(out: *mut *mut c_uchar, text: *const ASN1_STRING) -> c_int;
    fn X509_digest(certificate: *const X509, md: *const EVP_MD, out: *mut c_uchar, length: *mut c_uint) -> c_int;
    fn X509_get_pubkey(certificate: *mut X509) -> *mut EVP_PKEY;
    fn X509_check_ca(certificate: *mut X509) -> c_int;
    fn X509_check_host(certificate: *mut X509, name: *const c_char, length: usize, flags: c_uint, peer: *mut *mut c_char) -> c_int;
    fn X509_check_email(certificate: *mut X509, name: *const c_char, length: usize, flags: c_uint) -> c_int;
    fn X509_check_ip_asc(certificate: *mut X509, address: *const c_char, flags: c_uint) -> c_int;
    fn X509_check_issued(issuer: *mut X509, subject: *mut X509) -> c_int;
    fn X509_check_private_key(certificate: *const X509, key: *const EVP_PKEY) -> c_int;
    fn X509_verify(certificate: *mut X509, key: *mut EVP_PKEY) -> c_int;
    fn X509_get_signature_nid(certificate: *const X509) -> c_int;
    fn i2d_X509(certificate: *const X509, out: *mut *mut c_uchar) -> c_int;
    fn OPENSSL_sk_num(stack: *const OPENSSL_STACK) -> c_int;
    fn OPENSSL_sk_value(stack: *const OPENSSL_STACK, index: c_int) -> *mut c_void;
    fn OPENSSL_sk_pop_free(stack: *mut OPENSSL_STACK, free: Option<unsafe extern "C" fn(*mut c_void)>);
    fn ASN1_OBJECT_free(object: *mut ASN1_OBJECT);

    fn NETSCAPE_SPKI_b64_decode(text: *const c_char, length: c_int) -> *mut NETSCAPE_SPKI;
    fn NETSCAPE_SPKI_free(spki: *mut NETSCAPE_SPKI);
    fn NETSCAPE_SPKI_get_pubkey(spki: *mut NETSCAPE_SPKI) -> *mut EVP_PKEY;
    fn NETSCAPE_SPKI_verify(spki: *mut NETSCAPE_SPKI, key: *mut EVP_PKEY) -> c_int;
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct EC_builtin_curve {
    pub(crate) nid: c_int,
    pub(crate) comment: *const c_char,
}
