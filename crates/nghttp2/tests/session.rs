//! Sessions of both roles against each other, in memory, and against bytes that nobody would send.

use proptest::prelude::*;
use roundel_nghttp2::{Event, Options, Role, Session};

/// The beginning of what a client sends.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

fn pair(options: Options) -> (Session, Session) {
    let client = Session::new(Role::Client, Options::default()).unwrap();
    let server = Session::new(Role::Server, options).unwrap();
    client.settings(&[]);
    server.settings(&[]);
    (client, server)
}

/// Carries bytes until neither has anything to say; what happened to each.
fn exchange(client: &Session, server: &Session) -> (Vec<Event>, Vec<Event>) {
    let (mut of_client, mut of_server) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        let mut is_quiet = true;
        for (from, to) in [(client, server), (server, client)] {
            let mut output = Vec::new();
            from.take_output(&mut output, usize::MAX).unwrap();
            if !output.is_empty() {
                is_quiet = false;
                let _ = to.receive(&output);
            }
        }
        of_client.extend(client.take_events());
        of_server.extend(server.take_events());
        if is_quiet {
            break;
        }
    }
    (of_client, of_server)
}

fn block(headers: &[(&str, &str)]) -> Vec<u8> {
    let mut block = Vec::new();
    for (name, value) in headers {
        block.extend_from_slice(name.as_bytes());
        block.push(0);
        block.extend_from_slice(value.as_bytes());
        block.extend_from_slice(&[0, 0]);
    }
    block
}

fn get() -> Vec<u8> {
    block(&[(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "a")])
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut frame = (payload.len() as u32).to_be_bytes()[1..].to_vec();
    frame.extend_from_slice(&[kind, flags]);
    frame.extend_from_slice(&stream.to_be_bytes());
    frame.extend_from_slice(payload);
    frame
}

#[test]
fn a_request_and_its_answer() {
    let (client, server) = pair(Options::default());
    let id = client.request(&get(), None, true, false);
    assert_eq!(id, 1);
    client.write(id, b"question".to_vec());
    client.end(id);
    let (_, events) = exchange(&client, &server);
    assert!(events.iter().any(|event| matches!(event, Event::Headers { stream: 1, headers, .. }
        if headers.flat.starts_with(b":method\0GET\0"))));
    assert!(events.contains(&Event::Data { stream: 1, bytes: b"question".to_vec() }));
    assert!(events.contains(&Event::End { stream: 1 }));

    assert_eq!(server.respond(1, &block(&[(":status", "200")]), true, true), 0);
    server.write(1, b"answer".to_vec());
    server.end(1);
    let (_, events) = exchange(&client, &server);
    assert!(events.contains(&Event::Written { stream: 1 }));
    assert!(events.contains(&Event::WantsTrailers { stream: 1 }));
    assert_eq!(server.trailers(1, &block(&[("x-sum", "1")])), 0);
    let (events, of_server) = exchange(&client, &server);
    assert!(events.iter().any(|event| matches!(event, Event::Headers { category: 3, headers, .. }
        if headers.flat == b"x-sum\x001\x00")));
    assert!(events.contains(&Event::Closed { stream: 1, code: 0 }));
    assert!(of_server.contains(&Event::Closed { stream: 1, code: 0 }));
    server.release(1);
    assert_eq!(server.stream_count(), 0);
}

#[test]
fn a_window_opens_only_for_what_is_read() {
    let (client, server) = pair(Options::default());
    let id = client.request(&get(), None, true, false);
    client.write(id, vec![7; 200_000]);
    client.end(id);
    let count = |events: &[Event]| -> usize {
        events
            .iter()
            .map(|event| if let Event::Data { bytes, .. } = event { bytes.len() } else { 0 })
            .sum()
    };
    let (_, events) = exchange(&client, &server);
    assert_eq!(count(&events), 65_535);
    server.set_reading(id, true);
    let (_, events) = exchange(&client, &server);
    assert_eq!(count(&events), 200_000 - 65_535);
    assert!(events.contains(&Event::End { stream: id }));
}

#[test]
fn rapid_resets_end_the_connection() {
    let options = Options { stream_reset_limit: Some((10, 1)), ..Options::default() };
    let server = Session::new(Role::Server, options).unwrap();
    server.settings(&[]);
    let client = Session::new(Role::Client, Options::default()).unwrap();
    client.settings(&[]);
    exchange(&client, &server);
    for _ in 0..50 {
        let id = client.request(&get(), None, false, false);
        exchange(&client, &server);
        client.reset(id, 8);
        exchange(&client, &server);
        server.release(id);
    }
    assert!(!server.wants_read(), "the server goes on reading after 50 resets");
}

#[test]
fn pings_without_end_are_a_flood() {
    let server = Session::new(Role::Server, Options::default()).unwrap();
    server.settings(&[]);
    server.receive(PREFACE).unwrap();
    server.receive(&frame(4, 0, 0, &[])).unwrap();
    let ping = frame(6, 0, 0, &[0; 8]);
    let failed = (0..100_000).find_map(|_| server.receive(&ping).err());
    // NGHTTP2_ERR_FLOODED
    assert_eq!(failed, Some(-904));
    assert!(server.memory() < 1 << 20);
}

#[test]
fn settings_without_end_are_a_flood() {
    let server = Session::new(Role::Server, Options::default()).unwrap();
    server.settings(&[]);
    server.receive(PREFACE).unwrap();
    let settings = frame(4, 0, 0, &[]);
    let failed = (0..100_000).find_map(|_| server.receive(&settings).err());
    assert_eq!(failed, Some(-904));
    assert!(server.memory() < 1 << 20);
}

#[test]
fn continuations_without_end_are_refused() {
    let server = Session::new(Role::Server, Options::default()).unwrap();
    server.settings(&[]);
    server.receive(PREFACE).unwrap();
    server.receive(&frame(4, 0, 0, &[])).unwrap();
    server.receive(&frame(1, 0, 1, &[0x82])).unwrap();
    // A literal header that is not indexed: its name is one byte, its value sixteen thousand.
    let mut header = vec![0, 1, b'a', 0x7f, 0x81, 0x7d];
    header.extend_from_slice(&[b'b'; 16_128]);
    let mut is_over = false;
    for _ in 0..10_000 {
        if server.receive(&frame(9, 0, 1, &header[..16_000.min(header.len())])).is_err()
            || !server.wants_read()
        {
            is_over = true;
            break;
        }
        assert!(server.memory() < 4 << 20);
    }
    assert!(is_over, "continuations go on for ever");
}

#[test]
fn streams_beyond_the_memory_are_refused() {
    let options = Options { max_memory: 1, max_rejected_streams: 5, ..Options::default() };
    let (client, server) = pair(options);
    let id = client.request(&get(), None, false, false);
    let (events, _) = exchange(&client, &server);
    // ENHANCE_YOUR_CALM
    assert!(events.contains(&Event::Closed { stream: id, code: 11 }));
    assert_eq!(server.stream_count(), 0);
    let mut failed = false;
    for _ in 0..20 {
        client.request(&get(), None, false, false);
        let mut output = Vec::new();
        client.take_output(&mut output, usize::MAX).unwrap();
        failed |= server.receive(&output).is_err();
    }
    assert!(failed);
}

/// Feeds bytes, answers what can be answered, and drops it all.
fn survive(role: Role, chunks: &[Vec<u8>]) {
    let session = Session::new(role, Options::default()).unwrap();
    session.settings(&[(3, 10)]);
    if role == Role::Client {
        session.request(&get(), None, true, true);
    }
    for chunk in chunks {
        if session.receive(chunk).is_err() {
            break;
        }
        for event in session.take_events() {
            if let Event::Headers { stream, .. } = event {
                session.respond(stream, &block(&[(":status", "200")]), true, false);
                session.write(stream, vec![0; 100]);
                session.set_reading(stream, true);
            }
        }
        let mut output = Vec::new();
        if session.take_output(&mut output, 1 << 20).is_err() {
            break;
        }
        let _ = session.session_state();
        let _ = session.stream_state(1);
    }
}

/// Frames that look like frames.
fn frames() -> impl Strategy<Value = Vec<u8>> {
    let one = (0u8..14, any::<u8>(), 0u32..8, proptest::collection::vec(any::<u8>(), 0..40))
        .prop_map(|(kind, flags, stream, payload)| frame(kind, flags, stream, &payload));
    proptest::collection::vec(one, 0..20).prop_map(|frames| frames.concat())
}

proptest! {
    #[test]
    fn any_bytes_are_survived(chunks in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..200), 0..8)) {
        survive(Role::Server, &chunks);
        survive(Role::Client, &chunks);
    }

    #[test]
    fn any_frames_are_survived(frames in frames(), cut in 1usize..50) {
        let mut bytes = PREFACE.to_vec();
        bytes.extend(frame(4, 0, 0, &[]));
        bytes.extend(&frames);
        let chunks: Vec<Vec<u8>> = bytes.chunks(cut).map(<[u8]>::to_vec).collect();
        survive(Role::Server, &chunks);
        let mut bytes = frame(4, 0, 0, &[]);
        bytes.extend(&frames);
        survive(Role::Client, &[bytes]);
    }

    #[test]
    fn any_block_of_headers_is_survived(block in proptest::collection::vec(any::<u8>(), 0..200)) {
        let (client, server) = pair(Options::default());
        client.request(&block, None, false, false);
        exchange(&client, &server);
    }
}
