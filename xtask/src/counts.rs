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

/// The same where a thing may be neither, in the words of the chore.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seeds {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) neither: usize,
    words: [&'static str; 3],
}

impl Seeds {
    /// Words for what passed, what failed and what is neither.
    pub(crate) fn new(words: [&'static str; 3]) -> Seeds {
        Seeds { passed: 0, failed: 0, neither: 0, words }
    }
}

impl std::fmt::Display for Seeds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [passed, failed, neither] = self.words;
        write!(f, "{} {passed}, {} {failed}, {} {neither}", self.passed, self.failed, self.neither)
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}
