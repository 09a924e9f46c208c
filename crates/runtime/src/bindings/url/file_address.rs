//! Addresses of files, by the rules that the standard has for them alone.
//!
//! The crate's parser drops the host in front of a drive letter and slashes at the start of a path, so these are not shown to
//! it as a whole: what a file's address is made of is kept apart here, and the crate is asked for a host, a query or a
//! fragment alone, as they would be in an address of the web.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use url::{Url, quirks};

use super::address::{self, Address, Names, without_breaks};

const SCHEME: &str = "file";

/// An address whose scheme is `file`.
#[derive(Debug, Default)]
struct FileAddress {
    /// As it is written; empty for a file of this machine.
    host: String,
    segments: Vec<String>,
    query: Option<String>,
    fragment: Option<String>,
}

/// The address, if it is one of a file; `None` where the rules for others apply.
pub(super) fn parse(names: Names, input: &str, base: Option<&str>) -> Option<Option<Address>> {
    if !may_be_file(input) && !base.is_some_and(may_be_file) {
        return None;
    }
    let is_of_file = scheme_of(input).map(|(scheme, _)| scheme.eq_ignore_ascii_case(SCHEME));
    if is_of_file == Some(false) || (is_of_file.is_none() && !base.is_some_and(is_file)) {
        return None;
    }
    let resolve = || {
        let base = match base {
            Some(base) if is_file(base) => Some(read(names, base, None)?),
            // Whatever it is, it has to be an address.
            Some(base) => address::parse(names, base, None).map(|_| None)?,
            None => None,
        };
        Some(read(names, input, base)?.to_address())
    };
    Some(resolve())
}

/// Runs a setter of an address of a file; `None` if it refuses the value.
pub(super) fn update(names: Names, href: &str, part: &str, value: &str) -> Option<Address> {
    let mut file = read(names, href, None)?;
    match part {
        "protocol" => return file.with_scheme(names, value),
        "host" | "hostname" => {
            let mut url = Url::parse("file:///").ok()?;
            let setter = if part == "host" { quirks::set_host } else { quirks::set_hostname };
            let value = without_breaks(value);
            match setter(&mut url, &value) {
                Ok(()) => file.host = url.host_str().unwrap_or_default().to_owned(),
                // One that the crate can not decode and Node need not.
                Err(()) => {
                    let end = value.find(['/', '\\', '?', '#']).unwrap_or(value.len());
                    file.host = host_of(names, &value[..end])?;
                }
            }
        }
        "pathname" => {
            file.segments.clear();
            let value = without_breaks(value);
            file.append(value.strip_prefix(is_slash).unwrap_or(&value));
        }
        "search" => {
            let mut url = Url::parse("http://h/").ok()?;
            quirks::set_search(&mut url, value);
            file.query = url.query().map(str::to_owned);
        }
        "hash" => {
            let mut url = Url::parse("http://h/").ok()?;
            quirks::set_hash(&mut url, value);
            file.fragment = url.fragment().map(str::to_owned);
        }
        _ => return None,
    }
    Some(file.to_address())
}

pub(super) fn is_file(href: &str) -> bool {
    may_be_file(href)
        && scheme_of(href).is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case(SCHEME))
}

/// Told by the first letter, which most addresses have another of.
fn may_be_file(text: &str) -> bool {
    text.trim_start_matches(|character: char| character <= ' ').starts_with(['f', 'F'])
}

/// The scheme in front of an address, and what follows it.
fn scheme_of(text: &str) -> Option<(Cow<'_, str>, usize)> {
    let start = text.find(|character: char| character > ' ')?;
    let end = start + text[start..].find(':')?;
    let scheme = without_breaks(&text[start..end]);
    let is_scheme = scheme.starts_with(|character: char| character.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then_some((scheme, end + 1))
}

/// Takes an address apart, relative to that of another file if there is one.
fn read(names: Names, input: &str, base: Option<FileAddress>) -> Option<FileAddress> {
    let start = scheme_of(input).map_or(0, |(_, end)| end);
    let text = input.trim_end_matches(|character: char| character <= ' ');
    let text = text.get(start..).unwrap_or_default();
    let text =
        if start == 0 { text.trim_start_matches(|character: char| character <= ' ') } else { text };
    let text = without_breaks(text);
    let (text, fragment) = split(&text, '#');
    let (path, query) = split(text, '?');
    let mut file = base.unwrap_or_default();
    file.fragment = None;
    let is_kept = path.is_empty() && query.is_none();
    if !is_kept {
        file.query = None;
    }
    let after_slash = path.strip_prefix(is_slash);
    if let Some(authority) = after_slash.and_then(|rest| rest.strip_prefix(is_slash)) {
        file.segments.clear();
        let end = authority.find(is_slash).unwrap_or(authority.len());
        let (host, rest) = authority.split_at(end);
        if is_drive_letter(host) {
            file.host.clear();
            file.append(authority);
        } else {
            file.host = host_of(names, host)?;
            file.append(rest.strip_prefix(is_slash).unwrap_or(rest));
        }
    } else if let Some(rest) = after_slash {
        let drive = file.segments.first().filter(|first| is_true_drive_letter(first)).cloned();
        file.segments.clear();
        if !starts_with_drive_letter(rest) {
            file.segments.extend(drive);
        }
        file.append(rest);
    } else if !path.is_empty() {
        if starts_with_drive_letter(path) {
            file.segments.clear();
        } else {
            file.shorten();
        }
        file.append(path);
    }
    if query.is_some() || fragment.is_some() {
        let marked = |mark: &str, part: Option<&str>| {
            part.map_or(String::new(), |part| format!("{mark}{part}"))
        };
        let url = Url::parse(&format!("http://h/{}{}", marked("?", query), marked("#", fragment)))
            .ok()?;
        if query.is_some() {
            file.query = url.query().map(str::to_owned);
        }
        file.fragment = url.fragment().map(str::to_owned);
    }
    Some(file)
}

impl FileAddress {
    /// Adds the segments of a path. One that is empty already ends with the segment that `text` begins with.
    fn append(&mut self, text: &str) {
        let mut rest = Some(text);
        while let Some(text) = rest {
            let segment;
            (segment, rest) = match text.find(is_slash) {
                Some(at) => (&text[..at], Some(&text[at + 1..])),
                None => (text, None),
            };
            match dots(segment) {
                Some(2) => self.shorten(),
                Some(_) => {}
                _ if self.segments.is_empty() && is_drive_letter(segment) => {
                    self.segments.push(format!("{}:", &segment[..1]));
                    continue;
                }
                _ => {
                    self.segments.push(utf8_percent_encode(segment, ENCODED).to_string());
                    continue;
                }
            }
            if rest.is_none() {
                self.segments.push(String::new());
            }
        }
    }

    /// Drops the last segment, but never the drive.
    fn shorten(&mut self) {
        if !matches!(self.segments.as_slice(), [first] if is_true_drive_letter(first)) {
            self.segments.pop();
        }
    }

    fn to_address(&self) -> Address {
        let mut href = format!("{SCHEME}://{}", self.host);
        let host = SCHEME.len() + "://".len();
        let host_end = href.len();
        href.push('/');
        href.push_str(&self.segments.join("/"));
        let path_end = href.len();
        let mut part = |mark: char, part: &Option<String>| {
            let Some(part) = part else { return (href.len(), href.len()) };
            href.push(mark);
            let start = href.len();
            href.push_str(part);
            (start, href.len())
        };
        let (query, query_end) = part('?', &self.query);
        let (fragment, end) = part('#', &self.fragment);
        let offsets = [
            SCHEME.len(),
            host,
            host,
            host,
            host,
            host,
            host_end,
            host_end,
            host_end,
            host_end,
            path_end,
            query,
            query_end,
            fragment,
            end,
        ];
        Address { href, offsets }
    }

    /// The address under another scheme, which only one with a host may have.
    fn with_scheme(&self, names: Names, value: &str) -> Option<Address> {
        let address = self.to_address();
        let mut url =
            Url::parse(&format!("{SCHEME}://{}/", if self.host.is_empty() { "" } else { "h" }))
                .ok()?;
        quirks::set_protocol(&mut url, value).ok()?;
        if url.scheme() == SCHEME {
            return Some(address);
        }
        let rest = &address.href[SCHEME.len()..];
        address::parse(names, &format!("{}{rest}", url.scheme()), None)
    }
}

fn is_slash(character: char) -> bool {
    matches!(character, '/' | '\\')
}

fn split(text: &str, mark: char) -> (&str, Option<&str>) {
    text.split_once(mark).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// A letter with `:` or `|` behind it.
fn is_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

fn is_true_drive_letter(text: &str) -> bool {
    is_drive_letter(text) && text.ends_with(':')
}

fn starts_with_drive_letter(text: &str) -> bool {
    text.get(..2).is_some_and(is_drive_letter) && text[2..].chars().next().is_none_or(is_slash)
}

/// A host as it is written in an address; nothing for this machine.
fn host_of(names: Names, text: &str) -> Option<String> {
    if text.is_empty() {
        return Some(String::new());
    }
    let is_numeric = text.starts_with('[') && text.ends_with(']');
    if text.contains('@') || (text.contains(':') && !is_numeric) {
        return None;
    }
    let address = address::parse(names, &format!("http://{text}/"), None)?;
    const HOST: usize = 5;
    let host = &address.href[address.offsets[HOST]..address.offsets[HOST + 1]];
    Some(if host == "localhost" { String::new() } else { host.to_owned() })
}

/// How many dots a segment is that stands for this one or the one above, however they are spelt.
fn dots(segment: &str) -> Option<usize> {
    let mut rest = segment.as_bytes();
    let mut count = 0;
    while !rest.is_empty() {
        rest = match rest {
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            _ => return None,
        };
        count += 1;
    }
    matches!(count, 1 | 2).then_some(count)
}

/// What a path encodes, beside all that is not ASCII.
const ENCODED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'}');

#[cfg(test)]
mod tests {
    use super::*;

    fn href(input: &str, base: Option<&str>) -> Option<String> {
        address::parse(Names::AsWritten, input, base).map(|address| address.href)
    }

    #[test]
    fn slashes_before_the_path_of_a_file_stay() {
        for input in ["file:////", "file:////x/y", "file://h//x", "file:///", "file:///a//b?//#//"]
        {
            assert_eq!(href(input, None).as_deref(), Some(input));
        }
        let address = address::parse(Names::AsWritten, "file:////x?q#f", None).expect("an address");
        let cut =
            |from: usize, to: usize| &address.href[address.offsets[from]..address.offsets[to]];
        assert_eq!((cut(9, 10), cut(11, 12), cut(13, 14)), ("//x", "q", "f"));
    }

    #[test]
    fn a_host_stays_in_front_of_a_drive() {
        assert_eq!(href("file://h/C|/x", None).as_deref(), Some("file://h/C:/x"));
        assert_eq!(href("/", Some("file://h/C:/a/b")).as_deref(), Some("file://h/C:/"));
        assert_eq!(href("..", Some("file:///C:/a")).as_deref(), Some("file:///C:/"));
        assert_eq!(href("file://C|/x", Some("file://h/y")).as_deref(), Some("file:///C:/x"));
    }

    #[test]
    fn what_is_no_host_is_refused() {
        for input in ["file://a:80/", "file://u@h/", "file://a b/", "file://[1/", "file://%00/"] {
            assert_eq!(href(input, None), None, "{input}");
        }
        assert_eq!(href("x", Some("file://a b/")), None);
    }
}
