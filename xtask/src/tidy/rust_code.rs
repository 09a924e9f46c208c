//! Rust source with comments and literals blanked out, line by line: what is left is code, so a
//! rule about code does not trip over prose. Not a parser: it knows where text begins and ends.

/// Replaces every character inside comments, strings and characters by a space; lines stay.
pub(super) fn code_only(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    while at < chars.len() {
        let end = literal_end(&chars, at);
        if end == at {
            out.push(chars[at]);
            at += 1;
        } else {
            out.extend(chars[at..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
            at = end;
        }
    }
    out
}

/// Where the comment or literal that starts at `at` ends; `at` itself when none starts there.
fn literal_end(chars: &[char], at: usize) -> usize {
    let next = chars.get(at + 1).copied();
    match chars[at] {
        '/' if next == Some('/') => find(chars, at, |rest| rest[0] == '\n'),
        '/' if next == Some('*') => block_comment_end(chars, at),
        '"' => string_end(chars, at + 1),
        'r' | 'b' if !continues_a_name(chars, at) => raw_string_end(chars, at).unwrap_or(at),
        '\'' => char_end(chars, at),
        _ => at,
    }
}

fn continues_a_name(chars: &[char], at: usize) -> bool {
    at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_')
}

fn find(chars: &[char], from: usize, matches: impl Fn(&[char]) -> bool) -> usize {
    (from..chars.len()).find(|at| matches(&chars[*at..])).unwrap_or(chars.len())
}

fn block_comment_end(chars: &[char], from: usize) -> usize {
    let mut depth = 0;
    let mut at = from;
    while at < chars.len() {
        match chars[at..] {
            ['/', '*', ..] => {
                depth += 1;
                at += 2;
            }
            ['*', '/', ..] => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return at;
                }
            }
            _ => at += 1,
        }
    }
    at
}

fn string_end(chars: &[char], from: usize) -> usize {
    let mut at = from;
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    chars.len()
}

/// `r"…"`, `r#"…"#`, `b"…"`, `br#"…"#`.
fn raw_string_end(chars: &[char], from: usize) -> Option<usize> {
    let mut at = from;
    if chars.get(at) == Some(&'b') {
        at += 1;
    }
    if chars.get(at) != Some(&'r') {
        return (chars.get(at) == Some(&'"')).then(|| string_end(chars, at + 1));
    }
    at += 1;
    let hashes = chars[at..].iter().take_while(|c| **c == '#').count();
    at += hashes;
    if chars.get(at) != Some(&'"') {
        return None;
    }
    let closing: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
    Some((find(chars, at + 1, |rest| rest.starts_with(&closing)) + closing.len()).min(chars.len()))
}

/// A character literal, but not a lifetime.
fn char_end(chars: &[char], at: usize) -> usize {
    match chars[at + 1..] {
        ['\\', ..] => (find(chars, at + 3, |rest| rest[0] == '\'') + 1).min(chars.len()),
        [_, '\'', ..] => at + 3,
        _ => at,
    }
}

#[cfg(test)]
mod tests {
    use super::code_only;

    #[test]
    fn only_code_is_left() {
        for (source, words) in [
            ("a // b\nc", "a c"),
            ("a /* b /* c */ d */ e", "a e"),
            (r#"a("b \" c", d)"#, "a( , d)"),
            ("a(r#\"b \" c\"#, d)", "a( , d)"),
            ("a(b'x', '\\'', '\"', d)", "a(b , , , d)"),
            ("fn f<'a>(x: &'a str) {}", "fn f<'a>(x: &'a str) {}"),
        ] {
            let code = code_only(source);
            let left: Vec<&str> = code.split_whitespace().collect();
            assert_eq!(left.join(" "), words, "{source}");
            assert_eq!(code.lines().count(), source.lines().count());
        }
    }
}
