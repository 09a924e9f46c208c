//! A message of HTTP/1, whole and in pieces. The first byte chooses how: bit 0 the kind of message, bit 1 how strict, bits 2
//! and 3 what the caller says to a head, the others the size of the pieces.

use roundel_http::{Decision, Event, Kind, Options, Parser, Validation, fields};

/// Beyond what is ever given: whether a head is too long is seen when a piece of it ends, so that the pieces decide which of
/// two mistakes is found first.
const MAX_HEADER_BYTES: usize = 1 << 30;

pub(crate) fn check(data: &[u8]) {
    let Some((&choice, input)) = data.split_first() else { return };
    let whole = told(choice, input, input.len().max(1));
    let cut = told(choice, input, usize::from(choice >> 4) + 1);
    assert_eq!(
        whole,
        cut,
        "the pieces make a difference: {choice} {:?}",
        input.escape_ascii().to_string()
    );
}

/// What is told, with the parts of a body joined and the places of errors left out.
fn told(choice: u8, input: &[u8], size: usize) -> Vec<String> {
    let kind = if choice & 1 == 0 { Kind::Request } else { Kind::Response };
    let validation = if choice & 2 == 0 { Validation::Strict } else { Validation::Insecure };
    let decision = match (choice >> 2) & 3 {
        1 => Decision::NoBody,
        2 => Decision::Upgrade,
        _ => Decision::Body,
    };
    let mut parser = Parser::new(Options {
        kind,
        validation,
        max_header_size: MAX_HEADER_BYTES,
        max_headers: 0,
    });
    let mut out = Vec::new();
    let mut body: Vec<u8> = Vec::new();
    for piece in input.chunks(size) {
        let mut at = 0;
        loop {
            let before = at;
            let event = parser.next(piece, &mut at);
            assert!(before <= at && at <= piece.len(), "{before} {at} of {}", piece.len());
            if let Ok(Event::Body(start, end)) = event {
                assert!(start < end && end <= at);
                body.extend_from_slice(&piece[start..end]);
                continue;
            }
            if !matches!(event, Ok(Event::NeedMore)) && !body.is_empty() {
                out.push(format!("{:?}", std::mem::take(&mut body)));
            }
            match event {
                Ok(Event::NeedMore) => break,
                Ok(Event::Stop) => return out,
                Ok(Event::Head(head)) => {
                    let bytes = parser.head(piece);
                    assert!(head.text_start <= head.text_end && head.text_end <= bytes.len());
                    out.push(format!("{head:?} {:?} {:?}", bytes, names(bytes)));
                    parser.decide(decision);
                }
                Ok(Event::Complete { has_trailers }) => {
                    let trailers =
                        if has_trailers { names(parser.head(piece)) } else { Vec::new() };
                    out.push(format!("complete {trailers:?}"));
                }
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

fn names(head: &[u8]) -> Vec<&[u8]> {
    fields::split(head)
        .map(|field| &head[field.name_start as usize..field.name_end as usize])
        .collect()
}
