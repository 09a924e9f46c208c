//! Where the running code stands in the text its author wrote.
//!
//! Every transform in this crate keeps lines, so a table only has to say how columns moved, and only on lines
//! that were touched: a line without a segment maps to itself. Lines and columns are 1-based, columns count
//! UTF-16 code units, as engines report them.

/// A column shift that starts at one point of one generated line and holds until the next segment of that line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    line: u32,
    generated: u32,
    original: u32,
    origin: Origin,
}

/// Whether the text of a segment was copied or put there by a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Columns advance together.
    Copied,
    /// Every generated column stands for the one original column.
    Inserted,
}

/// The position table of one transformed source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    segments: Vec<Segment>,
    /// Columns the host put in front of line 1 (the head of a wrapper function).
    head_columns: u32,
    /// The table of an earlier transform, if this one's text had been changed before.
    under: Option<Box<Positions>>,
}

impl Positions {
    /// The table of a text that was not changed.
    pub fn identity() -> Self {
        Self::default()
    }

    /// The same table for code that runs behind `columns` of wrapper on its first line.
    pub fn behind_head(mut self, columns: u32) -> Self {
        self.head_columns = columns;
        self
    }

    /// The same table for a text that `earlier` leads back from.
    pub fn over(mut self, earlier: Positions) -> Self {
        self.under = (!earlier.is_identity()).then(|| Box::new(earlier));
        self
    }

    /// How many columns of wrapper stand in front of line 1.
    pub fn head_columns(&self) -> u32 {
        self.head_columns
    }

    /// Whether the table changes nothing.
    pub fn is_identity(&self) -> bool {
        self.segments.is_empty() && self.head_columns == 0 && self.under.is_none()
    }

    /// The original position of a generated one.
    ///
    /// ```
    /// use roundel_source::Positions;
    /// let behind_wrapper = Positions::identity().behind_head(12);
    /// assert_eq!(behind_wrapper.original(1, 13), (1, 1));
    /// assert_eq!(behind_wrapper.original(2, 13), (2, 13));
    /// ```
    pub fn original(&self, line: u32, column: u32) -> (u32, u32) {
        let column =
            if line == 1 { column.saturating_sub(self.head_columns).max(1) } else { column };
        let after = self.segments.partition_point(|s| (s.line, s.generated) <= (line, column));
        let (line, column) = match after.checked_sub(1).map(|at| self.segments[at]) {
            Some(segment) if segment.line == line => match segment.origin {
                Origin::Copied => (line, segment.original + (column - segment.generated)),
                Origin::Inserted => (line, segment.original),
            },
            _ => (line, column),
        };
        self.under.as_ref().map_or((line, column), |under| under.original(line, column))
    }

    /// Adds a segment; segments come in generated order.
    pub(crate) fn push(&mut self, line: u32, generated: u32, original: u32, origin: Origin) {
        let segment = Segment { line, generated, original, origin };
        match self.segments.last_mut() {
            Some(last) if (last.line, last.generated) == (line, generated) => *last = segment,
            _ => self.segments.push(segment),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_hold_to_the_end_of_their_line() {
        let mut positions = Positions::identity();
        positions.push(2, 5, 5, Origin::Inserted);
        positions.push(2, 9, 5, Origin::Copied);
        assert_eq!(positions.original(2, 4), (2, 4));
        assert_eq!(positions.original(2, 7), (2, 5));
        assert_eq!(positions.original(2, 11), (2, 7));
        assert_eq!(positions.original(3, 11), (3, 11));
        assert_eq!(positions.original(1, 11), (1, 11));
    }
}
