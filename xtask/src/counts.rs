//! How many passed and how many did not.

/// What a chore that judges one thing after another found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
}

impl Counts {
    pub(crate) fn add(&mut self, good: bool) {
        self.passed += usize::from(good);
        self.failed += usize::from(!good);
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}
