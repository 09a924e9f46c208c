//! The rows of the table: what is measured, and what Roundel is to reach.

use crate::peers::Peer;

/// What a row's number is and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The script prints its own number of nanoseconds for one operation.
    NanosecondsInside,
    /// The script prints its own number of milliseconds.
    MillisecondsInside,
    /// From the start of the process to its end.
    WallMilliseconds,
    /// The most memory the process held at a time.
    PeakMegabytes,
}

impl Measure {
    pub(super) fn unit(self) -> &'static str {
        match self {
            Measure::NanosecondsInside => "ns",
            Measure::MillisecondsInside | Measure::WallMilliseconds => "ms",
            Measure::PeakMegabytes => "MB",
        }
    }
}

/// Less is better in every row.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// A file of `benchmarks/runtime`.
    pub(super) script: &'static str,
    pub(super) measure: Measure,
    /// The largest share of a peer's number that Roundel may need.
    pub(super) goals: &'static [(Peer, f64)],
}

/// The row that a server without a runtime takes part in, under this name, and how much more than it Roundel may need.
pub(super) const RAW_ROW: &str = "http_hello";
pub(super) const RAW: &str = "raw";
pub(super) const RAW_MARGIN_NS: f64 = 4000.0;

/// At least as good as each of them.
const BEST: &[(Peer, f64)] = &[(Peer::Node26, 1.0), (Peer::Bun, 1.0), (Peer::Deno, 1.0)];

pub(super) const ROWS: [Row; 39] = [
    Row {
        name: "immediate_chain",
        title: "setImmediate chain",
        script: "immediate_chain.js",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0), (Peer::Bun, 1.0)],
    },
    Row {
        name: "immediate_bulk",
        title: "setImmediate bulk",
        script: "immediate_bulk.js",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 2.0)],
    },
    Row {
        name: "tick_chain",
        title: "nextTick chain",
        script: "tick_chain.js",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "tick_bulk",
        title: "nextTick bulk",
        script: "tick_bulk.js",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "await",
        title: "await",
        script: "await.js",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "timers_spread",
        title: "1 M timers over 1 s",
        script: "timers_spread.js",
        measure: Measure::MillisecondsInside,
        goals: &[(Peer::Node26, 1.0), (Peer::Bun, 1.0)],
    },
    Row {
        name: "timers_set_clear",
        title: "1 M set + clear",
        script: "timers_set_clear.js",
        measure: Measure::MillisecondsInside,
        goals: &[(Peer::Node26, 1.0), (Peer::Bun, 1.0)],
    },
    Row {
        name: "child_stdout",
        title: "1 GB from a child",
        script: "child_stdout.mjs",
        measure: Measure::MillisecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "pipe_echo",
        title: "1 GB through a child",
        script: "pipe_echo.mjs",
        measure: Measure::MillisecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "pipe_bytes",
        title: "1 byte through a child",
        script: "pipe_bytes.mjs",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "kept_chunks",
        title: "memory of 10 k kept chunks",
        script: "kept_chunks.mjs",
        measure: Measure::PeakMegabytes,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "http_hello",
        title: "http hello, server CPU",
        script: "http_hello.mjs",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 0.55), (Peer::Bun, 0.71)],
    },
    Row {
        name: "http_headers",
        title: "http, 12 headers read",
        script: "http_headers.mjs",
        measure: Measure::NanosecondsInside,
        goals: BEST,
    },
    Row {
        name: "http_post",
        title: "http, JSON posted",
        script: "http_post.mjs",
        measure: Measure::NanosecondsInside,
        goals: BEST,
    },
    Row {
        name: "http_pipelined",
        title: "http, 16 requests at once",
        script: "http_pipelined.mjs",
        measure: Measure::NanosecondsInside,
        goals: BEST,
    },
    Row {
        name: "http2_hello",
        title: "http2 hello, server CPU",
        script: "http2_hello.mjs",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "express_hello",
        title: "express hello, server CPU",
        script: "express_hello.mjs",
        measure: Measure::NanosecondsInside,
        goals: BEST,
    },
    Row {
        name: "http_client",
        title: "http client, kept connections, CPU",
        script: "http_client.mjs",
        measure: Measure::NanosecondsInside,
        goals: BEST,
    },
    Row {
        name: "fetch",
        title: "fetch, CPU",
        script: "fetch.mjs",
        measure: Measure::NanosecondsInside,
        goals: BEST,
    },
    Row {
        name: "idle_connections",
        title: "memory of 10 k idle connections",
        script: "idle_connections.mjs",
        measure: Measure::PeakMegabytes,
        goals: BEST,
    },
    Row {
        name: "tcp_echo",
        title: "tcp echo, CPU",
        script: "tcp_echo.mjs",
        measure: Measure::NanosecondsInside,
        goals: BEST,
    },
    Row {
        name: "file_read_small",
        title: "1 kB file read",
        script: "file_read_small.mjs",
        measure: Measure::NanosecondsInside,
        goals: BEST,
    },
    Row {
        name: "file_read_large",
        title: "64 MB file read, 8 times",
        script: "file_read_large.mjs",
        measure: Measure::MillisecondsInside,
        goals: BEST,
    },
    Row {
        name: "pipeline",
        title: "1 GB through pipeline",
        script: "pipeline.mjs",
        measure: Measure::MillisecondsInside,
        goals: BEST,
    },
    Row {
        name: "spawn",
        title: "spawn",
        script: "spawn.mjs",
        measure: Measure::NanosecondsInside,
        goals: BEST,
    },
    Row {
        name: "fork_message",
        title: "message to a fork and back",
        script: "fork_message.mjs",
        measure: Measure::NanosecondsInside,
        goals: BEST,
    },
    Row {
        name: "web_stream_pipe",
        title: "web stream pipe",
        script: "web_stream_pipe.mjs",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "structured_clone",
        title: "structuredClone",
        script: "structured_clone.mjs",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "worker_start",
        title: "worker start-up",
        script: "worker_start.mjs",
        measure: Measure::MillisecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "worker_ping",
        title: "worker ping-pong",
        script: "worker_ping.mjs",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "worker_transfer",
        title: "worker 1 MB transfer",
        script: "worker_transfer.mjs",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "buffer_text",
        title: "Buffer of text",
        script: "buffer_text.mjs",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "url_parse",
        title: "URL parsed and changed",
        script: "url_parse.mjs",
        measure: Measure::NanosecondsInside,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "start_up",
        title: "start-up of an empty file",
        script: "empty.js",
        measure: Measure::WallMilliseconds,
        goals: &[(Peer::Node26, 0.5)],
    },
    Row {
        name: "start_up_console",
        title: "start-up with console.log",
        script: "start_up_console.cjs",
        measure: Measure::WallMilliseconds,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "start_up_stream",
        title: "start-up with stream",
        script: "start_up_stream.cjs",
        measure: Measure::WallMilliseconds,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "start_up_http",
        title: "start-up with http",
        script: "start_up_http.cjs",
        measure: Measure::WallMilliseconds,
        goals: &[(Peer::Node26, 1.0)],
    },
    Row {
        name: "empty_tests",
        title: "1 000 empty tests",
        script: "empty_tests.test.js",
        measure: Measure::WallMilliseconds,
        goals: BEST,
    },
    Row {
        name: "memory",
        title: "memory of an empty file",
        script: "empty.js",
        measure: Measure::PeakMegabytes,
        goals: &[(Peer::Node26, 1.0)],
    },
];
