//! The time of a loop: which Node a program is told it runs on, and which globals that Node did not have yet.
//!
//! An era is about names: a program that asks `typeof structuredClone` or `process.version` gets the answer of its time,
//! and one that would have died of a missing name dies here too. The modules and the methods behind the names, and the
//! language itself, are today's under every loop.

/// One era, named by the Node that stands for it in the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Era {
    /// `process.version` without the `v`.
    pub node: &'static str,
    major: u32,
    uv: &'static str,
    modules: &'static str,
    napi: &'static str,
}

impl Era {
    pub const NODE_26: Era =
        Era { node: "26.10.0", major: 26, uv: "1.52.1", modules: "147", napi: "10" };
    pub const NODE_18: Era =
        Era { node: "18.20.8", major: 18, uv: "1.44.2", modules: "108", napi: "9" };
    pub const NODE_10: Era =
        Era { node: "10.24.1", major: 10, uv: "1.34.2", modules: "64", napi: "7" };

    /// Globals of today that came later.
    pub fn lacks(self) -> impl Iterator<Item = &'static str> {
        let later = GLOBALS.iter().filter(move |(since, _)| *since > self.major);
        later.flat_map(|(_, names)| names.iter().copied())
    }

    /// The major version that brought a global this era lacks.
    pub fn arrival(self, name: &str) -> Option<u32> {
        let (since, _) = GLOBALS.iter().find(|(_, names)| names.contains(&name))?;
        (*since > self.major).then_some(*since)
    }

    /// What `process.versions` says of Node and its parts.
    pub(crate) fn versions(self) -> [(&'static str, &'static str); 4] {
        [("node", self.node), ("uv", self.uv), ("modules", self.modules), ("napi", self.napi)]
    }
}

/// Globals by the major version in which a program first finds them without a flag, asked of the last release of each.
const GLOBALS: &[(u32, &[&str])] = &[
    (11, &["TextDecoder", "TextEncoder", "queueMicrotask"]),
    (12, &["globalThis"]),
    (14, &["FinalizationRegistry", "WeakRef"]),
    (
        15,
        &[
            "AbortController",
            "AbortSignal",
            "AggregateError",
            "Event",
            "EventTarget",
            "MessageChannel",
            "MessageEvent",
            "MessagePort",
        ],
    ),
    (16, &["atob", "btoa", "performance"]),
    (17, &["DOMException", "structuredClone"]),
    (
        18,
        &[
            "Blob",
            "BroadcastChannel",
            "ByteLengthQueuingStrategy",
            "CompressionStream",
            "CountQueuingStrategy",
            "DecompressionStream",
            "FormData",
            "Headers",
            "Performance",
            "ReadableByteStreamController",
            "ReadableStream",
            "ReadableStreamBYOBReader",
            "ReadableStreamBYOBRequest",
            "ReadableStreamDefaultController",
            "ReadableStreamDefaultReader",
            "Request",
            "Response",
            "TextDecoderStream",
            "TextEncoderStream",
            "TransformStream",
            "TransformStreamDefaultController",
            "WritableStream",
            "WritableStreamDefaultController",
            "WritableStreamDefaultWriter",
            "fetch",
        ],
    ),
    (
        19,
        &[
            "CustomEvent",
            "PerformanceEntry",
            "PerformanceMark",
            "PerformanceMeasure",
            "PerformanceObserver",
            "PerformanceObserverEntryList",
            "PerformanceResourceTiming",
        ],
    ),
    (20, &["File"]),
    (21, &["Navigator", "navigator"]),
    (22, &["Iterator", "WebSocket"]),
    (23, &["CloseEvent"]),
    (
        24,
        &[
            "AsyncDisposableStack",
            "DisposableStack",
            "Float16Array",
            "SuppressedError",
            "URLPattern",
        ],
    ),
    (25, &["ErrorEvent", "Storage", "localStorage", "sessionStorage"]),
    (26, &["QuotaExceededError", "Temporal"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_era_lacks_what_came_later() {
        assert_eq!(Era::NODE_26.lacks().count(), 0);
        assert!(Era::NODE_18.lacks().all(|name| Era::NODE_10.lacks().any(|other| other == name)));
        assert_eq!(Era::NODE_10.arrival("structuredClone"), Some(17));
        assert_eq!(Era::NODE_18.arrival("structuredClone"), None);
        assert_eq!(Era::NODE_10.arrival("setTimeout"), None);
    }

    #[test]
    fn the_major_version_is_that_of_the_release() {
        for era in [Era::NODE_10, Era::NODE_18, Era::NODE_26] {
            assert!(era.node.starts_with(&format!("{}.", era.major)), "{}", era.node);
        }
    }
}
