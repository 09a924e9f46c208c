//! The rows of crypto, zlib and TLS.

use super::rows::{Measure, Row};
use crate::peers::Peer;

const NODE: &[(Peer, f64)] = &[(Peer::Node26, 1.0)];

pub(super) const ROWS: [Row; 12] = [
    row("hash_1k", "SHA-256 of 1 kB", "hash_1k.mjs", Measure::NanosecondsInside),
    row("hash_1m", "SHA-256 of 1 MB", "hash_1m.mjs", Measure::NanosecondsInside),
    row("hmac", "HMAC of 1 kB", "hmac.mjs", Measure::NanosecondsInside),
    row("aes_gcm", "AES-GCM of 4 kB and back", "aes_gcm.mjs", Measure::NanosecondsInside),
    row("random_bytes", "32 random bytes", "random_bytes.mjs", Measure::NanosecondsInside),
    row("pbkdf2", "pbkdf2, 8 at once", "pbkdf2.mjs", Measure::NanosecondsInside),
    row("gzip", "gzip of 1 MB", "gzip.mjs", Measure::NanosecondsInside),
    row("gunzip", "gunzip of 1 MB", "gunzip.mjs", Measure::NanosecondsInside),
    row("brotli", "brotli of 1 MB and back", "brotli.mjs", Measure::NanosecondsInside),
    row("tls_handshakes", "TLS handshake", "tls_handshakes.mjs", Measure::NanosecondsInside),
    row("tls_bulk", "256 MB over TLS", "tls_bulk.mjs", Measure::MillisecondsInside),
    row("https_hello", "https hello, CPU", "https_hello.mjs", Measure::NanosecondsInside),
];

const fn row(
    name: &'static str,
    title: &'static str,
    script: &'static str,
    measure: Measure,
) -> Row {
    Row { name, title, script, measure, goals: NODE }
}
