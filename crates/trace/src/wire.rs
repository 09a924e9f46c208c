//! Numbers and texts as bytes: LEB128, and a cursor that refuses what is cut off.

/// The bytes of the largest number.
pub(crate) const LONGEST_NUMBER: usize = 10;

/// Writes a number from `at` on, seven bits a byte, the lowest first, and says where it ends.
#[inline]
pub(crate) fn put_at(record: &mut [u8], mut at: usize, mut value: u64) -> usize {
    while value >= 0x80 {
        record[at] = value as u8 | 0x80;
        at += 1;
        value >>= 7;
    }
    record[at] = value as u8;
    at + 1
}

/// Reads bytes from the front.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// What is wrong with the bytes at hand.
pub(crate) type Fault = &'static str;

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { bytes, at: 0 }
    }

    /// How far it has come.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Fault> {
        let byte = *self.bytes.get(self.at).ok_or("a record is cut off")?;
        self.at += 1;
        Ok(byte)
    }

    pub(crate) fn number(&mut self) -> Result<u64, Fault> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err("a number is too large")
    }

    pub(crate) fn take(&mut self, length: u64) -> Result<&'a [u8], Fault> {
        let rest = &self.bytes[self.at..];
        let length = usize::try_from(length).ok().filter(|&length| length <= rest.len());
        let taken = &rest[..length.ok_or("a text is cut off")?];
        self.at += taken.len();
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_number_comes_back(value: u64) {
            let mut record = [0; LONGEST_NUMBER];
            let length = put_at(&mut record, 0, value);
            let mut cursor = Cursor::new(&record[..length]);
            prop_assert_eq!(cursor.number(), Ok(value));
            prop_assert!(cursor.is_at_end());
        }
    }

    #[test]
    fn a_number_of_more_than_64_bits_is_refused() {
        assert!(Cursor::new(&[0xff; 10]).number().is_err());
        assert!(Cursor::new(&[0x80]).number().is_err());
    }
}
