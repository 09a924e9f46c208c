//! The loop's behaviour, one file per noun, each test on both back-ends.
