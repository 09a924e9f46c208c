//! Compression to zlib, gzip and raw deflate.
//!
//! The library writes the raw stream; header and trailer are written here. A raw stream can be continued by another one
//! at any byte boundary, which is how level and strategy change: before the next step, after a flush.

use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, Method, Status, Strategy};

use super::engine::{Engine, Failure, Step};

/// What surrounds the raw stream.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrapping {
    None,
    Zlib,
    Gzip,
}

/// As Node names them; all are checked before they come here.
#[derive(Clone)]
pub(super) struct Settings {
    pub(super) level: i32,
    pub(super) window_bits: i32,
    pub(super) mem_level: i32,
    pub(super) strategy: i32,
    pub(super) dictionary: Vec<u8>,
}

pub(super) struct Compressor {
    wrapping: Wrapping,
    settings: Settings,
    raw: Deflate,
    /// The settings have changed since `raw` was made.
    has_changed: bool,
    stage: Stage,
    /// Of the input, for the trailer.
    checksum: u32,
    length: u32,
    /// Of header or trailer, what had no room yet.
    pending: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Header,
    Body,
    Trailer,
}

const FINISH: i32 = DeflateFlush::Finish as i32;

/// No time, no name, made on Unix.
const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];

impl Compressor {
    pub(super) fn new(wrapping: Wrapping, settings: Settings) -> Compressor {
        let mut compressor = Compressor {
            raw: raw(&settings),
            wrapping,
            settings,
            has_changed: false,
            stage: Stage::Header,
            checksum: 0,
            length: 0,
            pending: Vec::new(),
        };
        compressor.begin();
        compressor
    }

    fn begin(&mut self) {
        self.stage = Stage::Header;
        self.checksum = u32::from(self.wrapping == Wrapping::Zlib);
        self.length = 0;
        self.pending.clear();
        if !self.settings.dictionary.is_empty() && self.wrapping != Wrapping::Gzip {
            // A fresh raw stream takes any dictionary.
            let _ = self.raw.set_dictionary(&self.settings.dictionary);
        }
    }

    fn header(&self) -> Vec<u8> {
        match self.wrapping {
            Wrapping::None => Vec::new(),
            Wrapping::Gzip => {
                let mut header = GZIP_HEADER.to_vec();
                header[8] = match self.settings.level {
                    9 => 2,
                    level if self.is_fastest(level) => 4,
                    _ => 0,
                };
                header
            }
            Wrapping::Zlib => self.zlib_header(),
        }
    }

    /// RFC 1950, 2.2.
    fn zlib_header(&self) -> Vec<u8> {
        let speed = match self.settings.level {
            level if self.is_fastest(level) => 0,
            2..=5 => 1,
            -1 | 6 => 2,
            _ => 3,
        };
        let mut word = (8 + ((self.settings.window_bits as u32 - 8) << 4)) << 8 | speed << 6;
        let dictionary = &self.settings.dictionary;
        if !dictionary.is_empty() {
            word |= 0x20;
        }
        word += 31 - word % 31;
        let mut header = (word as u16).to_be_bytes().to_vec();
        if !dictionary.is_empty() {
            header.extend(zlib_rs::adler32::adler32(1, dictionary).to_be_bytes());
        }
        header
    }

    fn is_fastest(&self, level: i32) -> bool {
        self.settings.strategy >= Strategy::HuffmanOnly as i32 || level == 0 || level == 1
    }

    fn trailer(&self) -> Vec<u8> {
        match self.wrapping {
            Wrapping::None => Vec::new(),
            Wrapping::Zlib => self.checksum.to_be_bytes().to_vec(),
            Wrapping::Gzip => [self.checksum.to_le_bytes(), self.length.to_le_bytes()].concat(),
        }
    }

    fn count(&mut self, consumed: &[u8]) {
        self.length = self.length.wrapping_add(consumed.len() as u32);
        self.checksum = match self.wrapping {
            Wrapping::None => 0,
            Wrapping::Zlib => zlib_rs::adler32::adler32(self.checksum, consumed),
            Wrapping::Gzip => zlib_rs::crc32::crc32(self.checksum, consumed),
        };
    }

    /// Ends the raw stream of the old settings at a byte boundary and begins that of the new ones; gives how much was
    /// put out. Without enough room the change waits for the next step.
    fn change(&mut self, output: &mut [u8]) -> usize {
        let given = self.raw.total_out();
        // What can go wrong here does so again in the step that follows.
        let _ = self.raw.compress(&[], output, DeflateFlush::SyncFlush);
        let produced = (self.raw.total_out() - given) as usize;
        if produced < output.len() {
            self.raw = raw(&self.settings);
            self.has_changed = false;
        }
        produced
    }

    /// Puts out what is pending; gives how much went.
    fn put_pending(&mut self, output: &mut [u8]) -> usize {
        let count = self.pending.len().min(output.len());
        output[..count].copy_from_slice(&self.pending[..count]);
        self.pending.drain(..count);
        count
    }
}

impl Engine for Compressor {
    fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Result<Step, Failure> {
        let mut step = Step::default();
        if self.stage == Stage::Header {
            self.pending = self.header();
            self.stage = Stage::Body;
        }
        step.produced = self.put_pending(output);
        if !self.pending.is_empty() || self.stage == Stage::Trailer {
            return Ok(step);
        }
        if self.has_changed {
            step.produced += self.change(&mut output[step.produced..]);
            if self.has_changed {
                return Ok(step);
            }
        }
        let kind = DeflateFlush::try_from(flush).unwrap_or(DeflateFlush::NoFlush);
        let (taken, given) = (self.raw.total_in(), self.raw.total_out());
        let status = self.raw.compress(input, &mut output[step.produced..], kind);
        step.consumed = (self.raw.total_in() - taken) as usize;
        step.produced += (self.raw.total_out() - given) as usize;
        self.count(&input[..step.consumed]);
        match status {
            Ok(Status::StreamEnd) => {
                self.stage = Stage::Trailer;
                self.pending = self.trailer();
                step.produced += self.put_pending(&mut output[step.produced..]);
                Ok(step)
            }
            Ok(_) if flush == FINISH && step.produced < output.len() => {
                Err(Failure::unexpected_end())
            }
            Ok(_) => Ok(step),
            Err(_) => {
                let message = self.raw.error_message().unwrap_or("Zlib error");
                Err(Failure::new(message, -2, "Z_STREAM_ERROR"))
            }
        }
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.raw = raw(&self.settings);
        self.has_changed = false;
        self.begin();
        Ok(())
    }

    fn set_params(&mut self, level: i32, strategy: i32) -> Result<(), Failure> {
        (self.settings.level, self.settings.strategy) = (level, strategy);
        match self.stage {
            Stage::Header => self.reset()?,
            Stage::Body => self.has_changed = true,
            Stage::Trailer => {}
        }
        Ok(())
    }
}

fn raw(settings: &Settings) -> Deflate {
    let strategy = match settings.strategy {
        1 => Strategy::Filtered,
        2 => Strategy::HuffmanOnly,
        3 => Strategy::Rle,
        4 => Strategy::Fixed,
        _ => Strategy::Default,
    };
    // The library fails on what is out of range; a window of 256 bytes does not exist in a raw stream.
    Deflate::new_with_config(DeflateConfig {
        level: settings.level.clamp(-1, 9),
        method: Method::Deflated,
        window_bits: -settings.window_bits.clamp(9, 15),
        mem_level: settings.mem_level.clamp(1, 9),
        strategy,
    })
}
