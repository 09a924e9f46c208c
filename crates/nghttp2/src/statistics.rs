//! What a session and its streams count of themselves.

use std::time::Instant;

/// Numbers of a session since it was made.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionStatistics {
    pub frames_received: u64,
    pub frames_sent: u64,
    pub bytes_received: u64,
    pub bytes_sent: u64,
    pub stream_count: u64,
    /// The most streams that were there at once.
    pub max_concurrent_streams: usize,
}

/// Numbers of a stream: bytes are those of its body.
#[derive(Clone, Copy, Debug)]
pub struct StreamStatistics {
    pub bytes_received: u64,
    pub bytes_sent: u64,
    pub created: Instant,
    pub first_header: Option<Instant>,
    pub first_byte_sent: Option<Instant>,
}

impl Default for StreamStatistics {
    fn default() -> StreamStatistics {
        StreamStatistics {
            bytes_received: 0,
            bytes_sent: 0,
            created: Instant::now(),
            first_header: None,
            first_byte_sent: None,
        }
    }
}
