//! What a seed chooses: scenes, and what happens in each.

use serde_json::{Value, json};

use super::secure::{self, Below};
use crate::rng::Rng;

const ANSWERS: [&str; 9] =
    ["echo", "count", "end", "destroy", "fail", "reset", "late", "write then destroy", "ignore"];
const CLIENTS: [&str; 8] =
    ["end", "cork", "half", "destroy", "destroy later", "fail", "end on first data", "end"];
const REQUEST_ANSWERS: [&str; 14] = [
    "hello",
    "length",
    "chunks",
    "echo",
    "after body",
    "late",
    "head first",
    "closing",
    "empty",
    "trailers",
    "early",
    "destroy",
    "socket",
    "fail",
];
const REQUEST_CLIENTS: [&str; 13] = [
    "get",
    "post",
    "post in chunks",
    "expect",
    "unread",
    "abort",
    "destroy",
    "destroy in tick",
    "destroy on socket",
    "destroy on response",
    "response destroyed",
    "destroy on data",
    "timeout",
];
const FAILURES: [&str; 9] = [
    "in use",
    "refused",
    "no such path",
    "not a socket",
    "own address",
    "unreachable",
    "destroyed",
    "two",
    "lookup fails",
];
const NAMES: [&str; 8] = [
    "address",
    "address, all",
    "localhost",
    "promise",
    "service",
    "bad name",
    "refused",
    "cancelled",
];
const STEPS: [&str; 20] = [
    "write",
    "append",
    "read",
    "read text",
    "stat",
    "access",
    "open",
    "exclusive",
    "as folder",
    "folder",
    "rename",
    "truncate",
    "promise",
    "promise stat",
    "read stream",
    "part",
    "destroyed stream",
    "write stream",
    "copy",
    "remove",
];
const COMMANDS: [&str; 8] = [
    "echo out",
    "echo err >&2",
    "exit 3",
    "cat",
    "kill -9 $$",
    "missing",
    "read line; echo $line; exit 1",
    "true",
];
const BARE_COMMANDS: [&str; 4] = ["exit 3", "kill -9 $$", "missing", "true"];
const STREAMS: [&str; 6] = ["through", "later", "slow", "fails", "destroyed", "plain"];
const WORKERS: [&str; 9] =
    ["echo", "data", "throws", "rejects", "exits", "terminated", "prints", "port", "missing"];
const MESSAGES: [&str; 9] =
    ["plain", "transfer", "refused", "closed", "once", "start", "receive", "broadcast", "stream"];
const WEB_STREAMS: [&str; 9] =
    ["pipe", "iterate", "tee", "bytes", "fails", "cancelled", "aborted", "slow", "transferred"];
const SIZES: [usize; 6] = [1, 10, 1000, 16_384, 65_536, 300_000];

/// The argument of `play`: a list of lists of scenes, of all kinds or of one.
pub(super) fn of(seed: u64, only: Option<&str>) -> Value {
    let mut rng = Rng::new(seed ^ 0x10_10_10);
    // Most of what two threads do is a race, which would make one of all that is beside it.
    if only.is_none() && rng.percent(5) {
        return json!([[workers(&mut rng, "s1")]]);
    }
    let mut number = 0;
    let lists = (0..rng.between(1, 4)).map(|_| {
        // Most scenes play alone: two at once are often a race.
        let together = if rng.percent(10) { 2 } else { 1 };
        let list = (0..together).map(|_| {
            number += 1;
            scene(&mut rng, &format!("s{number}"), only)
        });
        Value::Array(list.collect())
    });
    Value::Array(lists.collect())
}

fn scene(rng: &mut Rng, name: &str, only: Option<&str>) -> Value {
    match only {
        Some("crypto") => return secure::crypto(rng, name),
        Some("zlib") => return secure::zlib(rng, name),
        Some("tls") => return secure::tls(rng, name, Below::Anything),
        Some("workers") => return workers(rng, name),
        Some("messages") => return messages(rng, name),
        Some("webstreams") => return web_streams(rng, name),
        _ => {}
    }
    match rng.below(15) {
        6 if rng.percent(40) => messages(rng, name),
        9 if rng.percent(50) => web_streams(rng, name),
        13 if rng.percent(50) => secure::tls(rng, name, Below::Sockets),
        13 => secure::crypto(rng, name),
        14.. => secure::zlib(rng, name),
        10..13 => json!(["requests", requests(rng, name)]),
        0..4 => json!(["connection", connection(rng, name)]),
        4 => {
            json!(["failure", { "name": name, "kind": rng.pick(&FAILURES), "inside": inside(rng) }])
        }
        5 => json!(["datagrams", {
            "name": name,
            "count": rng.between(1, 5),
            "size": rng.pick(&SIZES[..4]),
            "isConnected": rng.percent(30),
            "isSync": rng.percent(30),
            "inside": inside(rng),
        }]),
        6 => json!(["names", { "name": name, "kind": rng.pick(&NAMES), "inside": inside(rng) }]),
        7 => {
            let steps: Vec<_> = (0..rng.between(2, 6)).map(|_| rng.pick(&STEPS)).collect();
            let size = rng.pick(&SIZES);
            json!(["file", { "name": name, "steps": steps, "size": size, "inside": inside(rng) }])
        }
        8 if rng.percent(30) => json!(["bareChild", {
            "name": name,
            "command": rng.pick(&BARE_COMMANDS),
            "inside": inside(rng),
        }]),
        8 => json!(["child", {
            "name": name,
            "command": rng.pick(&COMMANDS),
            "input": rng.percent(50),
            "kill": if rng.percent(15) { json!("SIGKILL") } else { Value::Null },
            "inside": inside(rng),
        }]),
        _ => {
            let items: Vec<_> = (1..=rng.between(1, 6)).collect();
            json!(["streams", { "name": name, "kind": rng.pick(&STREAMS), "items": items, "inside": inside(rng) }])
        }
    }
}

fn workers(rng: &mut Rng, name: &str) -> Value {
    json!(["workers", { "name": name, "kind": rng.pick(&WORKERS), "inside": inside(rng) }])
}

fn messages(rng: &mut Rng, name: &str) -> Value {
    json!(["messages", {
        "name": name,
        "kind": rng.pick(&MESSAGES),
        "count": rng.between(1, 4),
        "inside": inside(rng),
    }])
}

fn web_streams(rng: &mut Rng, name: &str) -> Value {
    json!(["webStreams", {
        "name": name,
        "kind": rng.pick(&WEB_STREAMS),
        "count": rng.between(1, 6),
        "mark": rng.below(3),
        "inside": inside(rng),
    }])
}

fn connection(rng: &mut Rng, name: &str) -> Value {
    let chunks: Vec<_> = (0..rng.below(4)).map(|_| rng.pick(&SIZES)).collect();
    json!({
        "name": name,
        "isPipe": rng.percent(30),
        "server": {
            "allowHalfOpen": rng.percent(30),
            "pauseOnConnect": rng.percent(20),
            "noDelay": rng.percent(20),
        },
        "answer": rng.pick(&ANSWERS),
        "client": rng.pick(&CLIENTS),
        "chunks": chunks,
        "delay": rng.pick(&["connect", "tick", "none"]),
        "insideServer": inside(rng),
        "insideClient": inside(rng),
    })
}

fn requests(rng: &mut Rng, name: &str) -> Value {
    let agent = match rng.below(4) {
        0 => Value::Null,
        1 => json!({}),
        2 => json!({ "keepAlive": true }),
        _ => json!({ "keepAlive": true, "maxSockets": 1 }),
    };
    json!({
        "name": name,
        "agent": agent,
        "answer": rng.pick(&REQUEST_ANSWERS),
        "client": rng.pick(&REQUEST_CLIENTS),
        "times": rng.between(1, 3),
        "size": rng.pick(&SIZES),
        "insideServer": inside(rng),
        "insideClient": inside(rng),
    })
}

/// The letters of `happened`.
pub(super) fn inside(rng: &mut Rng) -> String {
    let letters = ["t", "p", "m", "i", "T", "P"];
    let mut chosen: String = (0..rng.below(4)).map(|_| rng.pick(&letters)).collect();
    if rng.percent(5) {
        chosen.push('z');
    }
    chosen
}
