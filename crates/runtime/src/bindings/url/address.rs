//! Addresses as Node has them, where the crate's parser has others.
//!
//! - A host of ASCII characters is taken as it is: whether a name that begins with `xn--` can be decoded is asked only where
//!   other characters stand beside it. The crate refuses it, so it is shown a stand-in of the same length. A page refuses
//!   it too, as browsers do.
//! - Addresses of files are not left to the crate (`file_address.rs`).
//! - A path without a host that begins with two slashes is written with a `.` before it, and the path of an address with an
//!   empty host may be empty. The setter of the crate does neither.
//!
//! Stand-ins are letters that the texts do not contain, and are taken out of what the crate makes of them.

use std::borrow::Cow;

use url::{Position, Url, quirks};

use super::{COMPONENTS, encode_carets, file_address, offsets, set};

const PUNYCODE: &str = "xn--";

/// What is shown to JavaScript: an address and where its parts are.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) href: String,
    pub(super) offsets: [usize; COMPONENTS],
}

impl From<&Url> for Address {
    fn from(url: &Url) -> Address {
        Address { href: url.as_str().to_owned(), offsets: offsets(url) }
    }
}

/// Which names of hosts are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// Any that is in ASCII, as in Node.
    AsWritten,
    /// Those that can be decoded, as in a browser.
    Decodable,
}

pub(super) fn parse(names: Names, input: &str, base: Option<&str>) -> Option<Address> {
    if let Some(address) = file_address::parse(names, input, base) {
        return address;
    }
    let has_base = base.is_some();
    with_stand_ins(names, [input, base.unwrap_or_default()], Hosts::InBoth, |[input, base]| {
        let base = has_base.then(|| Url::parse(base)).transpose().ok()?;
        let input = with_scheme_of(base.as_ref(), input);
        let mut url = Url::options().base_url(base.as_ref()).parse(&input).ok()?;
        encode_carets(&mut url);
        Some(url)
    })
}

/// Runs a setter; `None` if it refuses the value.
pub(super) fn update(names: Names, href: &str, part: &str, value: &str) -> Option<Address> {
    if file_address::is_file(href) {
        return file_address::update(names, href, part, value);
    }
    let value = if part == "pathname" { without_breaks(value) } else { Cow::Borrowed(value) };
    let is_host = matches!(part, "host" | "hostname");
    let hosts = if is_host { Hosts::InBoth } else { Hosts::InFirst };
    with_stand_ins(names, [href, &value], hosts, |[href, value]| {
        let mut url = Url::parse(href).ok()?;
        // The crate reads it off the text, which a path that begins with two slashes spoils.
        let has_authority = url.has_authority();
        if !set(&mut url, part, value) {
            return None;
        }
        if part == "pathname" { with_true_path(url, has_authority, value) } else { Some(url) }
    })
}

/// A domain in ASCII; empty if it is none.
pub(super) fn domain_to_ascii(domain: &str) -> String {
    let ascii = quirks::domain_to_ascii(domain);
    if !ascii.is_empty() || find_ignoring_case(domain, PUNYCODE).is_none() || !domain.is_ascii() {
        return ascii;
    }
    let Some(stand_in) = free_text([domain, ""], |letter| format!("{letter}n--")) else {
        return ascii;
    };
    exchange(&quirks::domain_to_ascii(&exchange(domain, PUNYCODE, &stand_in)), &stand_in, PUNYCODE)
}

/// A domain as it is shown to people. Names that can not be decoded stay as they are.
pub(super) fn domain_to_unicode(domain: &str) -> String {
    let unicode = quirks::domain_to_unicode(domain);
    if !unicode.is_empty() {
        return unicode;
    }
    let ascii = domain_to_ascii(domain);
    let names = ascii.split('.').map(|name| match quirks::domain_to_unicode(name) {
        decoded if decoded.is_empty() => name.to_owned(),
        decoded => decoded,
    });
    names.collect::<Vec<_>>().join(".")
}

/// What the setter of the path should have made of an address whose scheme is none of the web's.
fn with_true_path(url: Url, has_authority: bool, value: &str) -> Option<Url> {
    if url.cannot_be_a_base() || is_special(&url) {
        return Some(url);
    }
    let rest = &url[Position::AfterPath..];
    if has_authority {
        if value.is_empty() && url.path() == "/" {
            return Url::parse(&format!("{}{rest}", &url[..Position::BeforePath])).ok();
        }
    } else if url.path().starts_with("//") {
        return Url::parse(&format!("{}:/.{}{rest}", url.scheme(), url.path())).ok();
    }
    Some(url)
}

/// An address that begins with a host, with the scheme that it takes from its base: of more slashes than two in front of
/// the host, the crate drops those that follow a scheme.
fn with_scheme_of<'a>(base: Option<&Url>, input: &'a str) -> Cow<'a, str> {
    let Some(base) = base.filter(|base| is_special(base)) else { return Cow::Borrowed(input) };
    let text = input.trim_start_matches(|character: char| character <= ' ');
    if !text.starts_with(['/', '\\']) {
        return Cow::Borrowed(input);
    }
    let text = without_breaks(text);
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    if !text.as_bytes().get(..3).is_some_and(|start| start.iter().all(is_slash)) {
        return Cow::Borrowed(input);
    }
    Cow::Owned(format!("{}:{text}", base.scheme()))
}

/// Whether the scheme is one of the web's.
fn is_special(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https" | "ws" | "wss" | "ftp" | "file")
}

/// Which of two texts have a host in them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hosts {
    InFirst,
    InBoth,
}

/// Does something to two texts: with them as they are if that leads to what Node has, else with stand-ins.
fn with_stand_ins(
    names: Names,
    texts: [&str; 2],
    hosts: Hosts,
    make: impl Fn([&str; 2]) -> Option<Url>,
) -> Option<Address> {
    if let Some(url) = make(texts) {
        return Some(Address::from(&url));
    }
    if names == Names::Decodable {
        return None;
    }
    let texts = texts.map(without_breaks);
    let with_host = if hosts == Hosts::InBoth { &texts[..] } else { &texts[..1] };
    let may_fail_by_name = with_host.iter().all(|text| has_plain_authority(text))
        && with_host.iter().any(|text| find_ignoring_case(text, PUNYCODE).is_some());
    if !may_fail_by_name {
        return None;
    }
    let stand_in = free_text([&texts[0], &texts[1]], |letter| format!("{letter}n--"))?;
    let shown = texts.map(|text| exchange(&text, PUNYCODE, &stand_in));
    let mut address = Address::from(&make([&shown[0], &shown[1]])?);
    address.href = exchange(&address.href, &stand_in, PUNYCODE);
    Some(address)
}

/// The first text made of a letter that neither of the others contains, in capitals or not.
fn free_text(texts: [&str; 2], make: impl Fn(char) -> String) -> Option<String> {
    let is_free =
        |text: &String| texts.iter().all(|other| find_ignoring_case(other, text).is_none());
    "qzjkvwybcdefghilmnoprstua".chars().map(make).find(is_free)
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    text.as_bytes()
        .windows(wanted.len())
        .position(|part| part.eq_ignore_ascii_case(wanted.as_bytes()))
}

/// Puts `to` where `from` is, which differs in its first letter alone. A capital stays one.
fn exchange(text: &str, from: &str, to: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut start = 0;
    while let Some(found) = find_ignoring_case(&text[start..], from) {
        let at = start + found;
        let letter = to.as_bytes()[0];
        bytes[at] =
            if bytes[at].is_ascii_uppercase() { letter.to_ascii_uppercase() } else { letter };
        start = at + from.len();
    }
    // ASCII letters have taken the place of ASCII letters.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Whether no name in the authority, if there is one, has to be decoded for characters that are not ASCII.
fn has_plain_authority(text: &str) -> bool {
    let after_scheme = text.split_once(':').map_or(text, |(_, rest)| rest);
    let start = after_scheme.trim_start_matches(['/', '\\']);
    let authority = start.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let mut encoded = host.split('%').skip(1);
    host.is_ascii() && !encoded.any(|rest| rest.starts_with(|digit: char| digit > '7'))
}

/// Tabs and line breaks count nowhere in an address.
pub(super) fn without_breaks(text: &str) -> Cow<'_, str> {
    if !text.contains(['\t', '\n', '\r']) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace(['\t', '\n', '\r'], ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn href(input: &str) -> Option<String> {
        parse(Names::AsWritten, input, None).map(|address| address.href)
    }

    #[test]
    fn names_that_can_not_be_decoded_are_taken_as_they_are() {
        assert_eq!(href("http://XN--A.qn--b/XN--c").as_deref(), Some("http://xn--a.qn--b/XN--c"));
        assert_eq!(href("http://\u{df}.xn--a/"), None);
        assert_eq!(href("http://xn--\u{ad}a/"), None);
        assert_eq!(href("http://xn--a b/"), None);
        assert_eq!(parse(Names::Decodable, "http://xn--a/", None), None);
    }
}
