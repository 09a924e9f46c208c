//! What a seed chooses in the scenes of crypto, zlib and TLS.

use serde_json::{Value, json};

use super::choices::inside;
use crate::rng::Rng;

/// What those scenes do, and the certificates that the last one shows.
pub(super) fn scenes() -> String {
    let identity = json!({
        "ca": include_str!("../../../../tests/tls/fixtures/ca_cert.pem"),
        "key": include_str!("../../../../tests/tls/fixtures/server_key.pem"),
        "cert": include_str!("../../../../tests/tls/fixtures/server_cert.pem"),
        "clientKey": include_str!("../../../../tests/tls/fixtures/client_key.pem"),
        "clientCert": include_str!("../../../../tests/tls/fixtures/client_cert.pem"),
    });
    format!("const IDENTITY = {identity};\n{}", include_str!("secure_scenes.js"))
}

const OPERATIONS: [&str; 18] = [
    "hash",
    "whole",
    "hmac",
    "stream",
    "pbkdf2",
    "hkdf",
    "scrypt",
    "random",
    "random int",
    "pair",
    "signed later",
    "secret",
    "cipher",
    "blocks",
    "wrong",
    "subtle",
    "subtle key",
    "stream",
];
const DIGESTS: [&str; 6] = ["sha1", "sha256", "sha512", "md5", "sha3-256", "sha384"];
const SIZES: [usize; 6] = [0, 1, 63, 1000, 16_384, 200_000];
const FORMATS: [&str; 5] = ["gzip", "deflate", "raw", "unzip", "brotli"];
const FORMS: [&str; 5] = ["sync", "callback", "stream", "stream", "stream bytewise"];
const MISTAKES: [&str; 8] =
    ["none", "none", "none", "cut", "changed", "garbage", "more", "destroyed"];
const ANSWERS: [&str; 7] = ["echo", "count", "end", "destroy", "late", "write then end", "count"];
const CLIENTS: [&str; 10] = [
    "end",
    "end",
    "early",
    "half",
    "destroy",
    "destroy later",
    "wrong name",
    "certificate",
    "certificate",
    "renegotiate",
];

pub(super) fn crypto(rng: &mut Rng, name: &str) -> Value {
    let steps: Vec<_> = (0..rng.between(1, 5))
        .map(|_| {
            json!({
                "kind": rng.pick(&OPERATIONS),
                "size": rng.pick(&SIZES),
                "algorithm": rng.pick(&DIGESTS),
                "key": rng.between(1, 64),
                "count": rng.between(1, 4),
                "isLate": rng.percent(40),
            })
        })
        .collect();
    json!(["crypto", { "name": name, "steps": steps, "inside": inside(rng) }])
}

pub(super) fn zlib(rng: &mut Rng, name: &str) -> Value {
    json!(["zlib", {
        "name": name,
        "format": rng.pick(&FORMATS),
        "form": rng.pick(&FORMS),
        "size": rng.pick(&SIZES),
        "level": rng.between(0, 9),
        "chunk": rng.pick(&[64, 1000, 16_384, 65_536]),
        "flush": rng.pick(&["none", "none", "flush", "params", "kind"]),
        "limit": if rng.percent(15) { rng.pick(&[1, 100, 500_000]) } else { 0 },
        "mistake": rng.pick(&MISTAKES),
        "inside": inside(rng),
    }])
}

/// What a connection of TLS is made over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Below {
    Sockets,
    /// A stream of JavaScript's too, with writes of nothing, and with the same done again after another handshake: there
    /// one end may be a turn of the loop ahead of where it is in Node.
    Anything,
}

pub(super) fn tls(rng: &mut Rng, name: &str, below: Below) -> Value {
    // All of them fit into one read: how many it takes to read more hangs on the kernel.
    let sizes = if below == Below::Sockets { &SIZES[1..5] } else { &SIZES[..5] };
    let chunks: Vec<_> = (0..rng.below(4)).map(|_| rng.pick(sizes)).collect();
    let version = rng.pick(&["TLSv1.2", "TLSv1.3"]);
    let client = rng.pick(&CLIENTS);
    // What is written before a handshake that the server's end cuts off is never told of, in Node either.
    let answers = if client == "renegotiate" { &ANSWERS[..2] } else { &ANSWERS[..] };
    json!(["tls", {
        "name": name,
        "version": version,
        "answer": rng.pick(answers),
        "client": client,
        "chunks": chunks,
        "protocols": match rng.below(5) {
            0 => json!(["b", "a"]),
            1 => json!(["c"]),
            _ => Value::Null,
        },
        "asksForCertificate": rng.pick(&["no", "no", "may", "must"]),
        "trust": rng.pick(&["right", "right", "right", "unknown", "any"]),
        "isResumed": rng.percent(20),
        "isDuplex": below == Below::Anything && rng.percent(15),
        "actsAgain": below == Below::Anything && rng.percent(30),
        "insideServer": inside(rng),
        "insideClient": inside(rng),
    }])
}
