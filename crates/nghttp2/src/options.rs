//! What a session is made with.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Server,
    Client,
}

/// How much padding HEADERS and DATA frames get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Padding {
    None,
    /// The whole frame is a multiple of eight bytes long.
    Aligned,
    Max,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub padding: Padding,
    pub max_deflate_dynamic_table_size: Option<u32>,
    pub max_send_header_block_length: Option<u32>,
    pub peer_max_concurrent_streams: u32,
    pub max_reserved_remote_streams: Option<u32>,
    pub max_settings: Option<u32>,
    /// Headers of one block; those of a block with more reset the stream.
    pub max_header_pairs: usize,
    /// Bytes that nghttp2 may have in use before new streams are refused.
    pub max_memory: usize,
    pub max_invalid_frames: u32,
    pub max_rejected_streams: u32,
    /// How many streams a peer may reset at once, and a second.
    pub stream_reset_limit: Option<(u64, u64)>,
    pub strict_whitespace: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            padding: Padding::None,
            max_deflate_dynamic_table_size: None,
            max_send_header_block_length: None,
            peer_max_concurrent_streams: 100,
            max_reserved_remote_streams: None,
            max_settings: None,
            max_header_pairs: 128,
            max_memory: 10_000_000,
            max_invalid_frames: 1000,
            max_rejected_streams: 100,
            stream_reset_limit: None,
            strict_whitespace: true,
        }
    }
}
