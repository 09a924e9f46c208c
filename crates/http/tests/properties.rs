//! Whatever comes, in whatever pieces: no panic, and the pieces make no difference to what is told.

use proptest::prelude::*;
use roundel_http::{Event, Kind, Options, Parser, Validation};

/// What is told of an input that comes in pieces of these sizes: bodies joined, places of errors left out.
fn told(kind: Kind, validation: Validation, input: &[u8], sizes: &[usize]) -> Vec<String> {
    let mut parser =
        Parser::new(Options { kind, validation, max_header_size: 200, max_headers: 0 });
    let mut out: Vec<String> = Vec::new();
    let mut body = Vec::new();
    let mut rest = input;
    let mut sizes = sizes.iter().cycle();
    while !rest.is_empty() {
        let size = sizes.next().map_or(rest.len(), |&size| size.clamp(1, rest.len()));
        let (piece, left) = rest.split_at(size);
        rest = left;
        let mut at = 0;
        loop {
            let event = parser.next(piece, &mut at);
            assert!(at <= piece.len());
            if let Ok(Event::Body(start, end)) = event {
                body.extend_from_slice(&piece[start..end]);
                continue;
            }
            if !matches!(event, Ok(Event::NeedMore)) && !body.is_empty() {
                out.push(format!("{:?}", std::mem::take(&mut body)));
            }
            match event {
                Ok(Event::NeedMore) => break,
                Ok(Event::Head(head)) => out.push(format!("{head:?} {:?}", parser.head(piece))),
                Ok(Event::Stop) => return out,
                Ok(other) => out.push(format!("{other:?}")),
                Err(error) => {
                    out.push(error.code.to_owned());
                    return out;
                }
            }
        }
    }
    out.push(format!("{body:?} {:?}", parser.finish().map_err(|error| error.code)));
    out
}

/// Pieces of messages, so that random input gets somewhere.
fn fragments() -> impl Strategy<Value = Vec<u8>> {
    let words: Vec<&'static [u8]> = vec![
        b"GET / HTTP/1.1\r\n",
        b"POST /x HTTP/1.1\r\n",
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.1 204 No\r\n",
        b"Host: a\r\n",
        b"Content-Length: 3\r\n",
        b"Transfer-Encoding: chunked\r\n",
        b"Connection: close\r\n",
        b"Upgrade: x\r\n",
        b"Connection: upgrade\r\n",
        b"\r\n",
        b"abc",
        b"3\r\nabc\r\n",
        b"0\r\n",
        b"0\r\n\r\n",
        b"a;b=\"c\"\r\n",
        b" ",
        b"\n",
        b"\r",
        b":",
        b"\x00",
        b"\xff",
        b"5",
    ];
    prop::collection::vec(prop::sample::select(words), 0..14).prop_map(|words| words.concat())
}

#[test]
fn endless_blanks_come_to_an_end() {
    let options = Options {
        kind: Kind::Request,
        validation: Validation::Strict,
        max_header_size: 200,
        max_headers: 0,
    };
    let mut parser = Parser::new(options);
    let mut at = 0;
    assert_eq!(parser.next(b"GET / HTTP/1.1\r\nA:", &mut at), Ok(Event::NeedMore));
    let blanks = [b' '; 1024];
    let error = (0..10).find_map(|_| parser.next(&blanks, &mut 0).err());
    assert_eq!(error.map(|error| error.code), Some("HPE_HEADER_OVERFLOW"));
}

proptest! {
    #[test]
    fn pieces_make_no_difference(
        input in fragments(),
        sizes in prop::collection::vec(1usize..9, 1..6),
        is_request: bool,
        is_insecure: bool,
    ) {
        let kind = if is_request { Kind::Request } else { Kind::Response };
        let validation = if is_insecure { Validation::Insecure } else { Validation::Strict };
        let whole = told(kind, validation, &input, &[usize::MAX]);
        prop_assert_eq!(told(kind, validation, &input, &sizes), whole);
    }

    #[test]
    fn random_bytes_are_survived(input in prop::collection::vec(any::<u8>(), 0..300), is_insecure: bool) {
        let validation = if is_insecure { Validation::Insecure } else { Validation::Strict };
        told(Kind::Request, validation, &input, &[7]);
        told(Kind::Response, validation, &input, &[7]);
    }
}
