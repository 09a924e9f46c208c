//! What the two ends of a connection say to each other, changed in the same ways every time, given to the target of `fuzz`.

#[path = "../../../fuzz/targets/mutator.rs"]
mod mutator;
#[path = "../../../fuzz/targets/http2_session.rs"]
mod target;

use roundel_nghttp2::{Event, Options, Role, Session, load};

const RUNS: usize = 20_000;
const ANSWER: &[u8] = b":status\x00200\0content-type\0text/plain\0";
const POST: &[u8] =
    b":method\0POST\0:scheme\0http\0:path\0/\0:authority\0a\0x-long\0xxxxxxxxxxxxxxxxxxxxxxxx\0";

/// The bytes of each side of a conversation with requests, bodies, pings and an end, each after the byte that says whose
/// ears they are for and how they are cut.
fn corpus() -> Vec<Vec<u8>> {
    let client = Session::new(Role::Client, Options::default()).unwrap();
    let server = Session::new(Role::Server, Options::default()).unwrap();
    client.settings(&[(3, 10), (4, 1000)]);
    server.settings(&[(3, 100)]);
    let first = client.request(POST, None, true, false);
    let mut said = [vec![], vec![]];
    for round in 0..20 {
        for (index, from, to) in [(0, &client, &server), (1, &server, &client)] {
            let mut output = Vec::new();
            from.take_output(&mut output, usize::MAX).unwrap();
            to.receive(&output).unwrap();
            said[index].extend(output);
            for event in to.take_events() {
                let Event::Headers { stream, category: 0, .. } = event else { continue };
                server.set_reading(stream, true);
                server.respond(stream, ANSWER, true, false);
                server.write(stream, b"answer".repeat(20));
                server.end(stream);
            }
        }
        match round {
            1 => {
                client.write(first, b"a body".repeat(50));
                client.end(first);
            }
            3 => drop(client.request(POST, None, false, false)),
            5 => drop(client.ping(&[7; 8])),
            7 => drop(server.shutdown_notice()),
            9 => drop(client.reset(first + 2, 8)),
            11 => drop(server.goaway(0, first, b"enough")),
            _ => {}
        }
    }
    let [by_client, by_server] = said;
    let cuts = [0, 8, 62, 254];
    cuts.iter()
        .flat_map(|&cut| {
            [([vec![cut], by_client.clone()]).concat(), [vec![cut | 1], by_server.clone()].concat()]
        })
        .collect()
}

#[test]
fn mutations_of_a_conversation() {
    load().unwrap();
    let corpus = corpus();
    // For `cargo fuzz`, to begin with.
    if let Some(folder) = std::env::var_os("ROUNDEL_CORPUS") {
        let folder = std::path::PathBuf::from(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (number, input) in corpus.iter().enumerate() {
            std::fs::write(folder.join(format!("conversation_{number}")), input).expect("a file");
        }
    }
    for input in &corpus {
        assert!(input.len() > 100, "{} bytes", input.len());
        target::check(input);
    }
    let mut mutator = mutator::Mutator::new(1);
    for _ in 0..RUNS {
        target::check(&mutator.next(&corpus));
    }
}
