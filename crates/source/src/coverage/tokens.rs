//! Looking for single tokens between two nodes, past blanks and comments.

/// The offset of the first thing at or after `at` that is neither a blank nor a comment.
pub(super) fn skip_trivia(source: &str, at: u32) -> u32 {
    let mut at = at as usize;
    loop {
        let rest = &source[at..];
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        at += rest.len() - trimmed.len();
        if let Some(comment) = trimmed.strip_prefix("//") {
            at += 2 + comment.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(comment.len());
        } else if let Some(comment) = trimmed.strip_prefix("/*") {
            at += 2 + comment.find("*/").map_or(comment.len(), |end| end + 2);
        } else {
            return at as u32;
        }
    }
}

/// The offset of `token` at or after `at`, if nothing but blanks, comments and closing parentheses stands before it.
pub(super) fn find(source: &str, at: u32, token: &str) -> Option<u32> {
    let mut at = skip_trivia(source, at);
    while source[at as usize..].starts_with(')') {
        at = skip_trivia(source, at + 1);
    }
    source[at as usize..].starts_with(token).then_some(at)
}

/// The end of the semicolon behind `at`, or `at` itself if there is none.
pub(super) fn behind_semicolon(source: &str, at: u32) -> u32 {
    let next = skip_trivia(source, at);
    if source[next as usize..].starts_with(';') { next + 1 } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_tokens() {
        assert_eq!(find("a /* && */ // &&\n && b", 1, "&&"), Some(18));
        assert_eq!(find("(a) && b", 2, "&&"), Some(4));
        assert_eq!(find("a b", 1, "&&"), None);
        assert_eq!(behind_semicolon("a /* ; */ ; b", 1), 11);
        assert_eq!(behind_semicolon("a\nb", 1), 1);
    }
}
