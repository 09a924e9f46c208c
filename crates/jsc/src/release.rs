//! The release of the engine that is loaded, which need not be the one this was built against.

use std::fmt;

use roundel_jsc_sys::jsc_version::*;

/// A release of the library, ordered by age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Release {
    pub major: u32,
    pub minor: u32,
    pub micro: u32,
}

impl Release {
    /// That of the library in this process.
    pub fn loaded() -> Release {
        // SAFETY: these functions return constants.
        unsafe {
            Release {
                major: jsc_get_major_version(),
                minor: jsc_get_minor_version(),
                micro: jsc_get_micro_version(),
            }
        }
    }

    /// Whether what is probed must be found: of releases up to 2.54 it is.
    #[cfg(test)]
    pub(crate) fn is_tried() -> bool {
        Release::loaded() < Release { major: 2, minor: 55, micro: 0 }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.micro)
    }
}
