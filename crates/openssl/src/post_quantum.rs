//! Keys that a quantum computer does not break: ML-DSA and SLH-DSA for signatures, ML-KEM for encapsulation.
//!
//! Libraries from OpenSSL 3.5 on have them. They have no number, so a key tells its kind by the name of its type.

use crate::generate::context_for;
use crate::key::from_params;
use crate::params::Params;
use crate::{ErrorStack, Key, Secret};

/// One of the parameter sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostQuantum(usize);

/// As Node names them, and as OpenSSL and JWK do.
const NAMES: [(&str, &str); 18] = [
    ("ml-dsa-44", "ML-DSA-44"),
    ("ml-dsa-65", "ML-DSA-65"),
    ("ml-dsa-87", "ML-DSA-87"),
    ("ml-kem-512", "ML-KEM-512"),
    ("ml-kem-768", "ML-KEM-768"),
    ("ml-kem-1024", "ML-KEM-1024"),
    ("slh-dsa-sha2-128f", "SLH-DSA-SHA2-128f"),
    ("slh-dsa-sha2-128s", "SLH-DSA-SHA2-128s"),
    ("slh-dsa-sha2-192f", "SLH-DSA-SHA2-192f"),
    ("slh-dsa-sha2-192s", "SLH-DSA-SHA2-192s"),
    ("slh-dsa-sha2-256f", "SLH-DSA-SHA2-256f"),
    ("slh-dsa-sha2-256s", "SLH-DSA-SHA2-256s"),
    ("slh-dsa-shake-128f", "SLH-DSA-SHAKE-128f"),
    ("slh-dsa-shake-128s", "SLH-DSA-SHAKE-128s"),
    ("slh-dsa-shake-192f", "SLH-DSA-SHAKE-192f"),
    ("slh-dsa-shake-192s", "SLH-DSA-SHAKE-192s"),
    ("slh-dsa-shake-256f", "SLH-DSA-SHAKE-256f"),
    ("slh-dsa-shake-256s", "SLH-DSA-SHAKE-256s"),
];

impl PostQuantum {
    pub(crate) fn by_name(name: &str) -> Option<PostQuantum> {
        NAMES.iter().position(|names| names.0 == name).map(PostQuantum)
    }

    pub fn by_algorithm(algorithm: &str) -> Option<PostQuantum> {
        NAMES.iter().position(|names| names.1 == algorithm).map(PostQuantum)
    }

    pub(crate) fn name(self) -> &'static str {
        NAMES[self.0].0
    }

    pub fn algorithm(self) -> &'static str {
        NAMES[self.0].1
    }

    pub fn signs(self) -> bool {
        !self.algorithm().starts_with("ML-KEM")
    }

    /// Whether a private key is kept as the seed that it grows from.
    pub fn has_seed(self) -> bool {
        self.algorithm().starts_with("ML-")
    }

    /// Whether the library has it.
    pub fn is_supported(self) -> bool {
        let is_known = context_for(self.algorithm()).is_ok();
        ErrorStack::clear();
        is_known
    }

    /// A private key in the form of PKCS#8 that has the seed alone, which is the shortest; `None` for keys without one.
    pub(crate) fn pkcs8_of_seed(self, seed: &[u8]) -> Option<Secret> {
        let length = u8::try_from(seed.len()).ok().filter(|&length| length <= 64)?;
        let identifier = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, self.arc().0, self.arc().1];
        let mut der = vec![0x30, length + 20, 0x02, 1, 0, 0x30, 11, 0x06, 9];
        der.extend(identifier);
        der.extend([0x04, length + 2, 0x80, length]);
        der.extend(seed);
        Some(Secret::new(der))
    }

    /// The end of the object identifier, which NIST gives: 2.16.840.1.101.3.4 and these two.
    fn arc(self) -> (u8, u8) {
        match self.algorithm() {
            "ML-DSA-44" => (3, 17),
            "ML-DSA-65" => (3, 18),
            "ML-DSA-87" => (3, 19),
            "ML-KEM-512" => (4, 1),
            "ML-KEM-768" => (4, 2),
            _ => (4, 3),
        }
    }

    /// The private key that grows from a seed.
    ///
    /// # Errors
    /// OpenSSL's.
    pub fn from_seed(self, seed: &[u8]) -> Result<Key, ErrorStack> {
        from_params(self.algorithm(), Params::default().bytes(c"seed", seed), true)
    }
}
