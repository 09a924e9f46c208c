//! What failed, and the error that JavaScript sees: OpenSSL's own with Node's properties, or one of Node's codes.

use roundel_jsc::{Ctx, Exception, JsResult};
use roundel_openssl::{ErrorStack, OsslError};

/// Node's names of the parts of OpenSSL whose errors have the part in their code, by OpenSSL's number.
const LIBRARIES: [(u32, &str); 33] = [
    (2, "SYS_"),
    (3, "BN_"),
    (4, "RSA_"),
    (5, "DH_"),
    (6, "EVP_"),
    (7, "BUF_"),
    (8, "OBJ_"),
    (9, "PEM_"),
    (10, "DSA_"),
    (11, "X509_"),
    (13, "ASN1_"),
    (14, "CONF_"),
    (15, "CRYPTO_"),
    (16, "EC_"),
    (20, "SSL_"),
    (32, "BIO_"),
    (33, "PKCS7_"),
    (34, "X509V3_"),
    (35, "PKCS12_"),
    (36, "RAND_"),
    (37, "DSO_"),
    (38, "ENGINE_"),
    (39, "OCSP_"),
    (40, "UI_"),
    (41, "COMP_"),
    (44, "OSSL_STORE_"),
    (46, "CMS_"),
    (47, "TS_"),
    (50, "CT_"),
    (51, "ASYNC_"),
    (52, "KDF_"),
    (53, "SM2_"),
    (128, "USER_"),
];

#[derive(Debug)]
pub(super) struct Failure {
    /// What OpenSSL said; may be nothing.
    pub(super) stack: ErrorStack,
    /// The message when OpenSSL said nothing, or in any case when there is a code.
    pub(super) message: String,
    pub(super) kind: Kind,
}

/// Which error it becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// OpenSSL's first error, or a plain one.
    Openssl,
    Error(&'static str),
    TypeError(&'static str),
    RangeError(&'static str),
}

impl Failure {
    pub(super) fn new(stack: ErrorStack, message: &str) -> Failure {
        Failure { stack, message: message.to_owned(), kind: Kind::Openssl }
    }

    pub(super) fn coded(kind: Kind, message: impl Into<String>) -> Failure {
        Failure { stack: ErrorStack::default(), message: message.into(), kind }
    }

    /// The error, to be thrown or to be given to a callback.
    pub(super) fn exception<'js>(&self, ctx: Ctx<'js>) -> Exception<'js> {
        match self.decorated(ctx) {
            Ok(exception) | Err(exception) => exception,
        }
    }

    fn decorated<'js>(&self, ctx: Ctx<'js>) -> JsResult<'js, Exception<'js>> {
        let (exception, code) = match self.kind {
            Kind::Error(code) => (Exception::error(ctx, &self.message), Some(code)),
            Kind::TypeError(code) => (Exception::type_error(ctx, &self.message), Some(code)),
            Kind::RangeError(code) => (Exception::range_error(ctx, &self.message), Some(code)),
            Kind::Openssl => {
                let first = self.stack.0.first();
                let message = first.map_or(self.message.as_str(), |error| error.text.as_str());
                (Exception::error(ctx, message), None)
            }
        };
        let Some(error) = exception.value().as_object(ctx) else { return Ok(exception) };
        if let Some(code) = code {
            error.set(ctx, "code", ctx.string(code))?;
            return Ok(exception);
        }
        let Some((first, others)) = self.stack.0.split_first() else { return Ok(exception) };
        if !others.is_empty() {
            let list = ctx.array(&[])?;
            for (index, other) in others.iter().rev().enumerate() {
                list.set_index(ctx, index as u32, ctx.string(&other.text))?;
            }
            error.set(ctx, "opensslErrorStack", list)?;
        }
        if let Some(library) = &first.library {
            error.set(ctx, "library", ctx.string(library))?;
        }
        if let Some(reason) = &first.reason {
            error.set(ctx, "reason", ctx.string(reason))?;
            error.set(ctx, "code", ctx.string(&code_of(first, reason)))?;
        }
        Ok(exception)
    }
}

fn code_of(error: &OsslError, reason: &str) -> String {
    let library = LIBRARIES.iter().find(|&&(number, _)| number == error.library_number);
    let library = library.map_or("", |&(_, name)| name);
    let prefix = if library == "SSL_" { "" } else { "OSSL_" };
    let reason = reason.to_ascii_uppercase().replace(' ', "_");
    format!("ERR_{prefix}{library}{reason}")
}

/// Makes a failure of what OpenSSL left.
pub(super) trait During<T> {
    fn during(self, message: &str) -> Result<T, Failure>;
}

impl<T> During<T> for Result<T, ErrorStack> {
    fn during(self, message: &str) -> Result<T, Failure> {
        self.map_err(|stack| Failure::new(stack, message))
    }
}

/// Throws a failure.
pub(super) trait Thrown<T> {
    fn thrown<'js>(self, ctx: Ctx<'js>) -> JsResult<'js, T>;
}

impl<T> Thrown<T> for Result<T, Failure> {
    fn thrown<'js>(self, ctx: Ctx<'js>) -> JsResult<'js, T> {
        self.map_err(|failure| failure.exception(ctx))
    }
}
