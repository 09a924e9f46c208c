//! Zstandard, both ways. Parameters come as pairs of a number of the library's table and a value.

use zstd_safe::zstd_sys::ZSTD_EndDirective;
use zstd_safe::{
    CCtx, CParameter, DCtx, DParameter, InBuffer, OutBuffer, ResetDirective, Strategy,
};

use super::engine::{Engine, Failure, Step};

/// Why an engine could not be made, in Node's words.
pub(super) const BAD_PARAMETER: &str = "Setting parameter failed";
const NO_DICTIONARY: &str = "Failed to load zstd dictionary";

const END: i32 = 2;

/// The number of `ZSTD_error_srcSize_wrong`.
const WRONG_SIZE: usize = 72;

pub(super) struct Compressor {
    context: CCtx<'static>,
    pledged_size: Option<u64>,
    taken: u64,
}

impl Compressor {
    pub(super) fn new(
        params: &[(i32, i32)],
        pledged_size: Option<u64>,
        dictionary: &[u8],
    ) -> Result<Compressor, &'static str> {
        let mut context = CCtx::try_create().ok_or("Could not initialize zstd instance")?;
        for &(key, value) in params {
            let parameter = compression_parameter(key, value).ok_or(BAD_PARAMETER)?;
            context.set_parameter(parameter).map_err(|_| BAD_PARAMETER)?;
        }
        context.set_pledged_src_size(pledged_size).map_err(|_| BAD_PARAMETER)?;
        if !dictionary.is_empty() {
            context.load_dictionary(dictionary).map_err(|_| NO_DICTIONARY)?;
        }
        Ok(Compressor { context, pledged_size, taken: 0 })
    }
}

impl Engine for Compressor {
    fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Result<Step, Failure> {
        let directive = match flush {
            1 => ZSTD_EndDirective::ZSTD_e_flush,
            END => ZSTD_EndDirective::ZSTD_e_end,
            _ => ZSTD_EndDirective::ZSTD_e_continue,
        };
        // The library takes a frame that comes in one call for what it is, whatever was promised.
        let total = self.taken.saturating_add(input.len() as u64);
        if flush == END && self.pledged_size.is_some_and(|pledged| pledged != total) {
            return Err(failure(0usize.wrapping_sub(WRONG_SIZE)));
        }
        let mut input = InBuffer::around(input);
        let mut output = OutBuffer::around(output);
        self.context.compress_stream2(&mut output, &mut input, directive).map_err(failure)?;
        self.taken += input.pos() as u64;
        Ok(Step { consumed: input.pos(), produced: output.pos() })
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.context.reset(ResetDirective::SessionOnly).map_err(failure)?;
        self.context.set_pledged_src_size(self.pledged_size).map_err(failure)?;
        self.taken = 0;
        Ok(())
    }
}

fn compression_parameter(key: i32, value: i32) -> Option<CParameter> {
    let number = u32::try_from(value).ok();
    Some(match key {
        100 => CParameter::CompressionLevel(value),
        101 => CParameter::WindowLog(number?),
        102 => CParameter::HashLog(number?),
        103 => CParameter::ChainLog(number?),
        104 => CParameter::SearchLog(number?),
        105 => CParameter::MinMatch(number?),
        106 => CParameter::TargetLength(number?),
        107 => CParameter::Strategy(strategy(value)?),
        160 => CParameter::EnableLongDistanceMatching(value != 0),
        161 => CParameter::LdmHashLog(number?),
        162 => CParameter::LdmMinMatch(number?),
        163 => CParameter::LdmBucketSizeLog(number?),
        164 => CParameter::LdmHashRateLog(number?),
        200 => CParameter::ContentSizeFlag(value != 0),
        201 => CParameter::ChecksumFlag(value != 0),
        202 => CParameter::DictIdFlag(value != 0),
        400 => CParameter::NbWorkers(number?),
        401 => CParameter::JobSize(number?),
        402 => CParameter::OverlapSizeLog(number?),
        _ => return None,
    })
}

fn strategy(value: i32) -> Option<Strategy> {
    Some(match value {
        1 => Strategy::ZSTD_fast,
        2 => Strategy::ZSTD_dfast,
        3 => Strategy::ZSTD_greedy,
        4 => Strategy::ZSTD_lazy,
        5 => Strategy::ZSTD_lazy2,
        6 => Strategy::ZSTD_btlazy2,
        7 => Strategy::ZSTD_btopt,
        8 => Strategy::ZSTD_btultra,
        9 => Strategy::ZSTD_btultra2,
        _ => return None,
    })
}

pub(super) struct Decompressor {
    context: DCtx<'static>,
    /// The last frame is whole, and nothing has come after it.
    between_frames: bool,
}

impl Decompressor {
    pub(super) fn new(
        params: &[(i32, i32)],
        dictionary: &[u8],
    ) -> Result<Decompressor, &'static str> {
        let mut context = DCtx::try_create().ok_or("Could not initialize zstd instance")?;
        for &(key, value) in params {
            let value = u32::try_from(value).map_err(|_| BAD_PARAMETER)?;
            if key != 100 {
                return Err(BAD_PARAMETER);
            }
            context.set_parameter(DParameter::WindowLogMax(value)).map_err(|_| BAD_PARAMETER)?;
        }
        if !dictionary.is_empty() {
            context.load_dictionary(dictionary).map_err(|_| NO_DICTIONARY)?;
        }
        Ok(Decompressor { context, between_frames: false })
    }
}

impl Engine for Decompressor {
    fn step(&mut self, flush: i32, input: &[u8], output: &mut [u8]) -> Result<Step, Failure> {
        let room = output.len();
        let mut reader = InBuffer::around(input);
        let mut writer = OutBuffer::around(output);
        loop {
            if self.between_frames && reader.pos() == input.len() {
                break;
            }
            let hint = self.context.decompress_stream(&mut writer, &mut reader).map_err(failure)?;
            self.between_frames = hint == 0;
            // Another frame may follow; anything else is not ours.
            if hint != 0 || !begins_frame(&input[reader.pos()..]) {
                break;
            }
        }
        if flush == END && !self.between_frames && writer.pos() < room {
            return Err(Failure::unexpected_end());
        }
        Ok(Step { consumed: reader.pos(), produced: writer.pos() })
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.context.reset(ResetDirective::SessionOnly).map_err(failure)?;
        self.between_frames = false;
        Ok(())
    }
}

/// A frame of data, or one that is to be skipped.
fn begins_frame(bytes: &[u8]) -> bool {
    let Some(magic) = bytes.first_chunk() else { return false };
    let magic = u32::from_le_bytes(*magic);
    magic == 0xfd2f_b528 || magic & 0xffff_fff0 == 0x184d_2a50
}

fn failure(code: usize) -> Failure {
    let errno = 0usize.wrapping_sub(code) as i32;
    let name = ERRORS.iter().find(|(number, _)| *number == errno).map(|(_, name)| *name);
    let name = name.unwrap_or("ZSTD_error_GENERIC");
    Failure::new(zstd_safe::get_error_name(code), errno, name)
}

const ERRORS: [(i32, &str); 30] = [
    (1, "ZSTD_error_GENERIC"),
    (10, "ZSTD_error_prefix_unknown"),
    (12, "ZSTD_error_version_unsupported"),
    (14, "ZSTD_error_frameParameter_unsupported"),
    (16, "ZSTD_error_frameParameter_windowTooLarge"),
    (20, "ZSTD_error_corruption_detected"),
    (22, "ZSTD_error_checksum_wrong"),
    (24, "ZSTD_error_literals_headerWrong"),
    (30, "ZSTD_error_dictionary_corrupted"),
    (32, "ZSTD_error_dictionary_wrong"),
    (34, "ZSTD_error_dictionaryCreation_failed"),
    (40, "ZSTD_error_parameter_unsupported"),
    (41, "ZSTD_error_parameter_combination_unsupported"),
    (42, "ZSTD_error_parameter_outOfBound"),
    (44, "ZSTD_error_tableLog_tooLarge"),
    (46, "ZSTD_error_maxSymbolValue_tooLarge"),
    (48, "ZSTD_error_maxSymbolValue_tooSmall"),
    (50, "ZSTD_error_stabilityCondition_notRespected"),
    (60, "ZSTD_error_stage_wrong"),
    (62, "ZSTD_error_init_missing"),
    (64, "ZSTD_error_memory_allocation"),
    (66, "ZSTD_error_workSpace_tooSmall"),
    (70, "ZSTD_error_dstSize_tooSmall"),
    (72, "ZSTD_error_srcSize_wrong"),
    (74, "ZSTD_error_dstBuffer_null"),
    (80, "ZSTD_error_noForwardProgress_destFull"),
    (82, "ZSTD_error_noForwardProgress_inputEmpty"),
    (100, "ZSTD_error_frameIndex_tooLarge"),
    (102, "ZSTD_error_seekableIO"),
    (104, "ZSTD_error_dstBuffer_wrong"),
];
