//! Which of Node's test files are run, and under which heading they are counted.

/// A heading of the table, and the file of expectations of that name.
#[derive(Debug)]
pub(super) struct Area {
    pub(super) name: &'static str,
    /// How names begin, after their folder and `test-`; a `/` inside names the folder too.
    starts: &'static [&'static str],
}

/// The first area that matches takes a file.
pub(super) const AREAS: &[Area] = &[
    area(
        "unhandled_rejection",
        &[
            "promise-unhandled",
            "promise-handled",
            "promise-reject-callback",
            "promises-unhandled",
            "promises-warning",
        ],
    ),
    area(
        "uncaught_exception",
        &[
            "process-uncaught",
            "process-exception-capture",
            "emit-after-uncaught",
            "unhandled-exception",
            "uncaught",
            "exception-handler",
            "error-reporting",
        ],
    ),
    area("exit", &["process-exit", "process-beforeexit", "beforeexit", "process-really-exit"]),
    area("next_tick", &["next-tick", "process-next-tick"]),
    area("microtask", &["microtask", "queue-microtask"]),
    area("promise", &["promise"]),
    area("timers", &["timer", "process-getactiveresources-track"]),
    area(
        "events",
        &["event-", "events-", "eventemitter", "promise-swallowed", "global-customevent"],
    ),
    area("event_target", &["eventtarget", "nodeeventtarget", "whatwg-events"]),
    area("abort", &["abortcontroller", "abortsignal", "aborted-util"]),
    area("assert", &["assert"]),
    area("async_local_storage", &["async-local-storage", "async-hooks/async-local-storage"]),
    area("async_hooks", &["async-hooks", "async-hooks/"]),
    area("buffer", &["buffer", "blob", "btoa-atob"]),
    area("child_process", &["child-process"]),
    area("cluster", &["cluster"]),
    area("console", &["console"]),
    area("crypto", &["crypto"]),
    area("dgram", &["dgram"]),
    area("dns", &["dns"]),
    area("encoding", &["whatwg-encoding", "encoding", "string-decoder"]),
    area("errors", &["error", "internal-errors", "stack", "err-"]),
    area("es_module", &["es-module/"]),
    area("fs", &["fs"]),
    area("globals", &["global", "structuredClone", "structuredclone"]),
    area("http", &["http-", "set-http-max-http-headers"]),
    area("http2", &["http2-"]),
    area("https", &["https-"]),
    area(
        "messaging",
        &[
            "broadcastchannel",
            "messagechannel",
            "messageevent",
            "messageport",
            "worker-broadcastchannel",
            "worker-message",
        ],
    ),
    area("module", &["module", "require", "cwd-enoent", "preload", "cli-", "eval"]),
    area("net", &["net", "socket", "tcp"]),
    area("os", &["os"]),
    area("path", &["path"]),
    area("performance", &["performance", "perf-hooks", "eventloopdelay"]),
    area("process", &["process", "warn"]),
    area("querystring", &["querystring"]),
    area("readline", &["readline"]),
    area("repl", &["repl", "force-repl"]),
    area("signal", &["signal"]),
    area("stdio", &["stdin", "stdout", "stdio", "stderr"]),
    area(
        "webstreams",
        &[
            "compression-decompression-stream",
            "webstream",
            "whatwg-readable",
            "whatwg-transformstream",
            "whatwg-webstreams",
            "whatwg-writablestream",
        ],
    ),
    area("stream", &["stream", "readable", "writable"]),
    area("test_runner", &["runner-"]),
    area("tls", &["tls-"]),
    area("tty", &["tty"]),
    area("url", &["url", "whatwg-url"]),
    area("util", &["util"]),
    area("vm", &["vm"]),
    area("webcrypto", &["webcrypto"]),
    area("worker", &["worker"]),
    area("zlib", &["zlib"]),
];

const fn area(name: &'static str, starts: &'static [&'static str]) -> Area {
    Area { name, starts }
}

/// The area of a file such as `parallel/test-timers.js`.
pub(super) fn area_of(file: &str) -> Option<&'static Area> {
    let (folder, name) = file.split_once('/')?;
    let name = name.strip_prefix("test-")?;
    let with_folder = format!("{folder}/{name}");
    AREAS.iter().find(|area| {
        area.starts.iter().any(|start| {
            // Files about async hooks by the same names look at the hooks, not at the feature.
            match start.contains('/') {
                true => with_folder.starts_with(start),
                false => folder != "async-hooks" && name.starts_with(start),
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_one_area() {
        for (file, expected) in [
            ("parallel/test-timers.js", Some("timers")),
            ("sequential/test-next-tick-error-spin.js", Some("next_tick")),
            ("parallel/test-promise-unhandled-warn.js", Some("unhandled_rejection")),
            ("parallel/test-promise-hook-on-init.js", Some("promise")),
            ("parallel/test-http-agent.js", Some("http")),
            ("parallel/test-https-agent.js", Some("https")),
            ("parallel/test-signal-args.js", Some("signal")),
            ("parallel/test-stdout-to-file.js", Some("stdio")),
            ("async-hooks/test-timers.setTimeout.js", Some("async_hooks")),
            ("async-hooks/test-async-local-storage-http.js", Some("async_local_storage")),
        ] {
            assert_eq!(area_of(file).map(|area| area.name), expected, "{file}");
        }
    }
}
