//! A look at the bytes of a source, to learn whether it has to be parsed at all.
//!
//! The answers may be yes where a parser would say no (a word in a comment), never the other way round.

use memchr::memmem;

/// What a CommonJS source may contain that the engine cannot be given as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scan {
    /// `import(…)` or `import.meta`.
    pub(crate) import: bool,
    /// The word `stack`.
    pub(crate) stack: bool,
    /// `using x` or `await using x`.
    pub(crate) using: bool,
    /// `await`, after which the async context must be the one before, or `async`, where a function begins that hooks are
    /// told of.
    pub(crate) waits: bool,
}

impl Scan {
    pub(crate) fn of(source: &str) -> Self {
        let bytes = source.as_bytes();
        Self {
            import: has_word(bytes, b"import", |rest| {
                matches!(first_visible(rest), Some(b'(' | b'.' | b'/'))
            }),
            stack: has_word(bytes, b"stack", |_| true),
            using: has_word(bytes, b"using", |rest| {
                rest.first().is_some_and(u8::is_ascii_whitespace)
                    && first_visible(rest).is_some_and(|b| is_word_byte(b) || b == b'\\')
            }),
            waits: has_word(bytes, b"await", |_| true)
                || has_word(bytes, b"async", begins_function),
        }
    }

    pub(crate) fn needs_parsing(self) -> bool {
        self.import || self.stack || self.using || self.waits
    }
}

/// Whether `word` stands alone somewhere with what follows it being as `accept` wants.
fn has_word(bytes: &[u8], word: &[u8], accept: impl Fn(&[u8]) -> bool) -> bool {
    memmem::find_iter(bytes, word).any(|at| {
        let rest = &bytes[at + word.len()..];
        let starts = at == 0 || !is_word_byte(bytes[at - 1]);
        let ends = rest.first().is_none_or(|&b| !is_word_byte(b));
        starts && ends && accept(rest)
    })
}

/// Whether what follows `async` can make it the keyword: parameters, `function`, or the name of a method. Those are on its
/// line.
fn begins_function(rest: &[u8]) -> bool {
    let next = rest.iter().copied().find(|b| !matches!(b, b' ' | b'\t'));
    next.is_some_and(|b| is_word_byte(b) || b"(*[\"'#/\\".contains(&b))
}

fn first_visible(bytes: &[u8]) -> Option<u8> {
    bytes.iter().copied().find(|b| !b.is_ascii_whitespace())
}

/// Bytes of identifiers; anything outside ASCII counts as one.
pub(crate) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: (bool, bool, bool)) {
        let scan = Scan::of(source);
        assert_eq!((scan.import, scan.stack, scan.using), expected, "{source}");
    }

    #[test]
    fn words_are_found_only_where_they_stand_alone() {
        check("exports.a = 1", (false, false, false));
        check("import('x')", (true, false, false));
        check("import /* c */ ('x')", (true, false, false));
        check("import x from 'y'", (false, false, false));
        check("reimport('x'); imports.a", (false, false, false));
        check("e.stack", (false, true, false));
        check("e.stackTrace; callstack; stack_", (false, false, false));
        check("using x = y", (false, false, true));
        check("using(x); using = 1", (false, false, false));
        assert!(Scan::of("await x").waits && !Scan::of("awaits.x; unawait").waits);
        assert!(Scan::of("async () => 1").waits && Scan::of("({ async *x() {} })").waits);
        assert!(
            !Scan::of("{ async: 1 }; x.async = 1; async\nx").waits && !Scan::of("yield *x").waits
        );
    }
}
