//! Addresses that the parser would leave as they are: most of those that programs have.
//!
//! One pass over the text finds where the parts lie. It knows the schemes of the web with an authority, names of hosts in
//! lower case, and characters that no part encodes; at anything else it gives up, and the parser of the crate decides.

use super::COMPONENTS;

/// What a character may stand in without being changed there.
const USER: u8 = 1;
const HOST: u8 = 2;
const PATH: u8 = 4;
const QUERY: u8 = 8;

const CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let character = byte as u8;
        if character.is_ascii_alphanumeric() {
            classes[byte] = USER | PATH | QUERY;
        }
        if character.is_ascii_lowercase() || character.is_ascii_digit() {
            classes[byte] |= HOST;
        }
        byte += 1;
    }
    let mut index = 0;
    while index < OTHERS.len() {
        let (character, class) = OTHERS[index];
        classes[character as usize] = class;
        index += 1;
    }
    classes
}

/// `'` is encoded in a query, `;` and `=` are in a name or a password.
const OTHERS: [(u8, u8); 19] = [
    (b'-', USER | HOST | PATH | QUERY),
    (b'.', USER | HOST | PATH | QUERY),
    (b'_', USER | PATH | QUERY),
    (b'~', USER | PATH | QUERY),
    (b'!', USER | PATH | QUERY),
    (b'$', USER | PATH | QUERY),
    (b'&', USER | PATH | QUERY),
    (b'(', USER | PATH | QUERY),
    (b')', USER | PATH | QUERY),
    (b'*', USER | PATH | QUERY),
    (b'+', USER | PATH | QUERY),
    (b',', USER | PATH | QUERY),
    (b'%', USER | PATH | QUERY),
    (b';', PATH | QUERY),
    (b'=', PATH | QUERY),
    (b':', PATH | QUERY),
    (b'@', PATH | QUERY),
    (b'/', PATH | QUERY),
    (b'?', QUERY),
];

/// The offsets of the parts, if the address is its own serialisation and that can be told at once.
pub(super) fn offsets(text: &[u8]) -> Option<[usize; COMPONENTS]> {
    let (scheme, default_port) = match text {
        [b'h', b't', b't', b'p', b':', b'/', b'/', ..] => (4, 80),
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => (5, 443),
        [b'w', b's', b':', b'/', b'/', ..] => (2, 80),
        [b'w', b's', b's', b':', b'/', b'/', ..] => (3, 443),
        _ => return None,
    };
    let start = scheme + "://".len();
    let path = start + text[start..].iter().position(|&byte| byte == b'/')?;
    let authority = &text[start..path];
    let mut user = [start; 4];
    let mut host = start;
    if let Some(at) = authority.iter().position(|&byte| byte == b'@') {
        user = credentials(&authority[..at])?.map(|offset| start + offset);
        host = start + at + 1;
    }
    let colon = text[host..path].iter().position(|&byte| byte == b':');
    let host_end = colon.map_or(path, |colon| host + colon);
    if !is_host(&text[host..host_end]) {
        return None;
    }
    let port = colon.map_or(host_end, |_| host_end + 1);
    if colon.is_some() && !is_port(&text[port..path], default_port) {
        return None;
    }
    let path_end = path + run(&text[path..], PATH);
    if !keeps_its_segments(&text[path..path_end]) {
        return None;
    }
    let (query, query_end) = part(text, path_end, b'?')?;
    let (fragment, end) = part(text, query_end, b'#')?;
    let [user, user_end, password, password_end] = user;
    (end == text.len()).then_some([
        scheme,
        user,
        user_end,
        password,
        password_end,
        host,
        host_end,
        port,
        path,
        path,
        path_end,
        query,
        query_end,
        fragment,
        end,
    ])
}

/// How many of the first bytes are of a class.
fn run(bytes: &[u8], class: u8) -> usize {
    let other = bytes.iter().position(|&byte| CLASSES[usize::from(byte)] & class == 0);
    other.unwrap_or(bytes.len())
}

/// Where a query or a fragment begins and ends; `None` for an empty one. They may have the same characters but for `'`, which
/// is in neither here.
fn part(text: &[u8], start: usize, mark: u8) -> Option<(usize, usize)> {
    if text.get(start) != Some(&mark) {
        return Some((start, start));
    }
    let length = run(&text[start + 1..], QUERY);
    (length > 0).then_some((start + 1, start + 1 + length))
}

/// Where the name and the password begin and end.
fn credentials(text: &[u8]) -> Option<[usize; 4]> {
    let name = run(text, USER);
    if name == 0 {
        return None;
    }
    match text.get(name) {
        None => Some([0, name, name, name]),
        // An empty password would be dropped.
        Some(b':') => {
            let password = name + 1;
            let is_whole = run(&text[password..], USER) == text.len() - password;
            (is_whole && password < text.len()).then_some([0, name, password, text.len()])
        }
        Some(_) => None,
    }
}

/// Labels of letters, digits and single hyphens, the last of which is no number.
fn is_host(text: &[u8]) -> bool {
    let is_label = |label: &[u8]| {
        !label.is_empty()
            && run(label, HOST) == label.len()
            && !label.starts_with(b"-")
            && !label.ends_with(b"-")
            && !label.windows(2).any(|pair| pair == b"--")
    };
    let mut labels = text.split(|&byte| byte == b'.');
    let last = text.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    labels.all(is_label) && last.first().is_some_and(u8::is_ascii_lowercase)
}

fn is_port(text: &[u8], default_port: u32) -> bool {
    const LONGEST: usize = 5;
    let is_number = (1..=LONGEST).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    let number = text
        .iter()
        .take(LONGEST)
        .fold(0, |number, digit| number * 10 + u32::from(digit.wrapping_sub(b'0')));
    is_number && text[0] != b'0' && number <= u32::from(u16::MAX) && number != default_port
}

/// Whether no segment is one that stands for this or the one above, however it is spelt.
fn keeps_its_segments(path: &[u8]) -> bool {
    !path.windows(2).any(|pair| matches!(pair, b"/." | b"%2"))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    #[track_caller]
    fn check(text: &str, is_plain: bool) {
        let found = offsets(text.as_bytes());
        assert_eq!(found.is_some(), is_plain, "{text}");
        let Some(found) = found else { return };
        let url = Url::parse(text).unwrap();
        assert_eq!(url.as_str(), text);
        assert_eq!(found, super::super::offsets(&url), "{text}");
    }

    #[test]
    fn plain_ones_are_told() {
        for text in [
            "http://h/",
            "https://user:secret@example.org:8080/a/path?q=1&page=2#top",
            "https://user@example.org/",
            "ws://a.b-c.d9/x;y=1,2/(z)?a[0]",
            "wss://example.org:80/%41%7e",
            "https://example.org/a//b/?x?y#z?/",
            "http://example.org:65535/a...b",
        ] {
            check(text, !text.contains('['));
        }
    }

    #[test]
    fn others_are_left_to_the_parser() {
        for text in [
            "",
            "http",
            "http://",
            "http://h",
            "HTTP://h/",
            "ftp://h/",
            "http:///",
            "http://H/",
            "http://h:80/",
            "https://h:443/",
            "http://h:/",
            "http://h:08/",
            "http://h:65536/",
            "http://h:1x/",
            "http://1.2.3.4/",
            "http://0x7f/",
            "http://a.1/",
            "http://a./",
            "http://a..b/",
            "http://xn--a/",
            "http://-a/",
            "http://[::1]/",
            "http://@h/",
            "http://u:@h/",
            "http://:p@h/",
            "http://u:p:q@h/",
            "http://u@v@h/",
            "http://u;@h/",
            "http://h/.",
            "http://h/a/../b",
            "http://h/%2e%2E/a",
            "http://h/a b",
            "http://h/\"",
            "http://h/a?",
            "http://h/a#",
            "http://h/?'",
            "http://h/a\\b",
            "http://h/\u{e4}",
            " http://h/",
            "http://h/\n",
            "http://h/?a#b#c",
            "http://h/{",
        ] {
            check(text, false);
        }
    }

    #[test]
    fn what_is_told_is_what_the_parser_tells() {
        // Every text of a few pieces, each of which has something to do with the rules.
        let pieces = [
            "http://", "https://", "a", "Z", "0", "9.", ".", "..", "/", "//", ":", "@", "?", "#",
            "-", "%", "2e", "'", "é",
        ];
        for index in 0..pieces.len().pow(5) {
            let mut text = String::from("http://");
            let mut rest = index;
            for _ in 0..5 {
                text.push_str(pieces[rest % pieces.len()]);
                rest /= pieces.len();
            }
            if let Some(found) = offsets(text.as_bytes()) {
                let url = Url::parse(&text).unwrap();
                assert_eq!(url.as_str(), text);
                assert_eq!(found, super::super::offsets(&url), "{text}");
            }
        }
    }
}
