//! What Node 26 says to each input, and what this parser says. `oracle/llhttp.jsonl` was written by Node's own parser, one
//! line an input: kind, validation, limit, what the caller says to a head, the pieces of the input (null: the end), events.

use roundel_http::{
    Decision, Event, Kind, METHODS, Options, ParseError, Parser, Validation, fields,
};
use serde_json::Value;

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|character| character as u8).collect()
}

fn text(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| byte as char).collect()
}

fn list_of(head: &[u8]) -> String {
    let list: Vec<Value> = fields::split(head)
        .flat_map(|field| {
            let name = text(&head[field.name_start as usize..field.name_end as usize]);
            let value = text(&head[field.value_start as usize..field.value_end as usize]);
            [Value::String(name), Value::String(value)]
        })
        .collect();
    serde_json::to_string(&list).expect("strings")
}

fn tell_error(error: ParseError, out: &mut Vec<String>) {
    out.push(format!("E[{}|{}|{}]", error.code, error.reason, error.at));
}

/// One piece; false after an error.
fn feed(
    parser: &mut Parser,
    kind: Kind,
    decision: Decision,
    input: &[u8],
    out: &mut Vec<String>,
) -> bool {
    let mut at = 0;
    loop {
        match parser.next(input, &mut at) {
            Err(error) => {
                tell_error(error, out);
                return false;
            }
            Ok(Event::NeedMore | Event::Stop) => {
                out.push(at.to_string());
                return true;
            }
            Ok(Event::Head(event)) => {
                let head = parser.head(input);
                let middle = text(&head[event.text_start..event.text_end]);
                let first = match kind {
                    Kind::Request => METHODS[event.method as usize].to_owned(),
                    Kind::Response => event.status.to_string(),
                };
                let up = u8::from(event.wants_upgrade);
                let ka = u8::from(event.keeps_alive);
                let (major, minor) = (event.major, event.minor);
                out.push(format!(
                    "H({major}.{minor} {first} {middle} up={up} ka={ka} {})",
                    list_of(head)
                ));
                parser.decide(decision);
            }
            Ok(Event::Body(start, end)) => out.push(format!("D({})", text(&input[start..end]))),
            Ok(Event::Complete { has_trailers }) => {
                let trailers =
                    if has_trailers { list_of(parser.head(input)) } else { String::new() };
                out.push(format!("C{trailers}"));
            }
        }
    }
}

fn events(row: &Value) -> String {
    let kind = if row[0] == "q" { Kind::Request } else { Kind::Response };
    let validation = if row[1] == "strict" { Validation::Strict } else { Validation::Insecure };
    let max_header_size = match row[2].as_u64() {
        Some(0) | None => 16 * 1024,
        Some(size) => size as usize,
    };
    let decision = match row[3].as_u64() {
        Some(1) => Decision::NoBody,
        Some(2) => Decision::Upgrade,
        _ => Decision::Body,
    };
    let mut parser = Parser::new(Options { kind, validation, max_header_size, max_headers: 0 });
    let mut out = Vec::new();
    for piece in row[4].as_array().expect("pieces") {
        let goes_on = match piece.as_str() {
            Some(piece) => feed(&mut parser, kind, decision, &latin1(piece), &mut out),
            None => match parser.finish() {
                Err(error) => {
                    tell_error(error, &mut out);
                    false
                }
                Ok(Event::Complete { .. }) => {
                    out.push("C".to_owned());
                    true
                }
                Ok(_) => true,
            },
        };
        if !goes_on {
            break;
        }
    }
    out.join(" ")
}

#[test]
fn every_input_is_answered_as_by_node() {
    let mut differences = Vec::new();
    let mut count = 0;
    for line in include_str!("oracle/llhttp.jsonl").lines() {
        let row: Value = serde_json::from_str(line).expect("a row");
        let expected = row[5].as_str().expect("events");
        let found = events(&row);
        count += 1;
        if found != expected {
            differences.push(format!("{} {}\n  node: {expected}\n  here: {found}", row[1], row[4]));
        }
    }
    assert!(count > 500, "{count} rows");
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}
