//! Output in the pieces that nghttp2 makes of it.
//!
//! To a stream that is a program's own they are written one by one, as Node does: the preface, each frame, and of a frame
//! of data its header, the length of its padding, the data and the padding.

use crate::ffi;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// The bytes of a frame before its payload.
const FRAME_HEADER: usize = 9;
const FLAG_PADDED: u8 = 8;

/// The lengths of the pieces of whole frames, perhaps with the preface before them.
pub fn pieces(output: &[u8]) -> Vec<usize> {
    let mut lengths = Vec::new();
    let mut rest = output;
    if rest.starts_with(PREFACE) {
        lengths.push(PREFACE.len());
        rest = &rest[PREFACE.len()..];
    }
    while let &[first, second, third, kind, flags, ..] = rest {
        let payload = u32::from_be_bytes([0, first, second, third]) as usize;
        let Some(frame) = rest.get(..FRAME_HEADER + payload) else { break };
        rest = &rest[frame.len()..];
        if kind != ffi::DATA {
            lengths.push(frame.len());
            continue;
        }
        let mut data = payload;
        lengths.push(FRAME_HEADER);
        let mut padding = 0;
        if flags & FLAG_PADDED != 0 && payload > 0 {
            padding = usize::from(frame[FRAME_HEADER]).min(payload - 1);
            data -= 1 + padding;
            lengths.push(1);
        }
        lengths.extend([data, padding].into_iter().filter(|&length| length > 0));
    }
    if !rest.is_empty() {
        lengths.push(rest.len());
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::{PREFACE, pieces};

    #[test]
    fn frames_of_data_are_taken_apart() {
        let mut output = PREFACE.to_vec();
        output.extend([0, 0, 0, 4, 0, 0, 0, 0, 0]);
        output.extend([0, 0, 2, 0, 0, 0, 0, 0, 1, 7, 7]);
        output.extend([0, 0, 4, 0, 8, 0, 0, 0, 1, 1, 7, 7, 0]);
        output.extend([0, 0, 0, 0, 1, 0, 0, 0, 1]);
        assert_eq!(pieces(&output), [24, 9, 9, 2, 9, 1, 2, 1, 9]);
    }

    #[test]
    fn what_is_no_whole_frame_is_one_piece() {
        assert_eq!(pieces(&[0, 0, 9, 1, 0]), [5]);
        assert!(pieces(&[]).is_empty());
    }
}
