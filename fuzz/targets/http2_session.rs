//! What comes over a connection of HTTP/2, taken by either end. The first byte chooses how: bit 0 the role, the others the
//! size of the pieces.

use roundel_nghttp2::{Event, Options, Role, Session};

/// How often a session is asked for what it wants to send.
const TURNS: usize = 100;

/// More than the library's own limits and what waits to be told allow.
const MAX_MEMORY: usize = 64 << 20;

/// `:method GET`, `:scheme http`, `:path /`, `:authority a`.
const REQUEST: &[u8] = b":method\0GET\0:scheme\0http\0:path\0/\0:authority\0a\0";

pub(crate) fn check(data: &[u8]) {
    let Some((&choice, input)) = data.split_first() else { return };
    let role = if choice & 1 == 0 { Role::Server } else { Role::Client };
    let session = Session::new(role, Options::default()).expect("a session");
    session.settings(&[]);
    if matches!(role, Role::Client) {
        for _ in 0..3 {
            session.request(REQUEST, None, false, false);
        }
    }
    let mut output = Vec::new();
    for piece in input.chunks(usize::from(choice >> 1) + 1) {
        let failed = session.receive(piece).is_err();
        for event in session.take_events() {
            if let Event::Headers { stream, .. } = event {
                session.set_reading(stream, true);
                let _ = session.stream_state(stream);
            }
        }
        for _ in 0..TURNS {
            output.clear();
            if session.take_output(&mut output, usize::MAX).is_err() || output.is_empty() {
                break;
            }
        }
        let _ = (session.session_state(), session.wants_read(), session.wants_write());
        assert!(session.memory() < MAX_MEMORY, "{} bytes", session.memory());
        if failed {
            return;
        }
    }
}
