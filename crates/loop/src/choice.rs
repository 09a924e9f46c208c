//! What was chosen: one answer, the record of a run as text, and what is said when a run differs from its record.
//!
//! Plain data. Who decides and who asks is in chooser.rs.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A question that was asked, and its answer.
///
/// ```
/// use roundel_loop::Choice;
/// let choice = Choice { point: "ready".into(), of: 3, chosen: 1 };
/// assert_eq!(choice.to_string(), "ready 3 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The [`Point`]'s name.
    pub point: Cow<'static, str>,
    /// How many answers there were.
    pub of: usize,
    /// Which was given, counted from 0.
    pub chosen: usize,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.point, self.of, self.chosen)
    }
}

/// All choices of a run, and the seed of its random numbers. As text, a line each: what `Display` writes, `FromStr`
/// reads.
///
/// ```
/// use roundel_loop::Record;
/// let record: Record = "choices of seed 5\nready 3 1\nclock 2 0\n".parse()?;
/// assert_eq!((record.seed, record.choices.len()), (5, 2));
/// assert_eq!(record.to_string(), "choices of seed 5\nready 3 1\nclock 2 0\n");
/// # Ok::<(), roundel_loop::RecordError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Of the random numbers.
    pub seed: u64,
    /// In the order of asking.
    pub choices: Vec<Choice>,
}

const HEADING: &str = "choices of seed ";

impl Record {
    /// The first line of a record's text, for whoever writes one choice by choice.
    ///
    /// ```
    /// assert_eq!(roundel_loop::Record::heading(0), "choices of seed 0");
    /// ```
    pub fn heading(seed: u64) -> String {
        format!("{HEADING}{seed}")
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Record::heading(self.seed))?;
        self.choices.iter().try_for_each(|choice| writeln!(f, "{choice}"))
    }
}

/// A text that is no record: in which line, counted from 1.
///
/// ```
/// let error = "ready 3 1".parse::<roundel_loop::Record>().unwrap_err();
/// assert_eq!(error.to_string(), "line 1 of the record is not `choices of seed N`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The first line that can not be read.
    pub line: usize,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = if self.line == 1 { "choices of seed N" } else { "POINT ANSWERS CHOSEN" };
        write!(f, "line {} of the record is not `{shape}`", self.line)
    }
}

impl std::error::Error for RecordError {}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        let mut lines = text.lines();
        let seed = lines.next().and_then(|line| line.strip_prefix(HEADING)?.parse().ok());
        let seed = seed.ok_or(RecordError { line: 1 })?;
        let choices = lines
            .enumerate()
            .map(|(index, line)| read_choice(line).ok_or(RecordError { line: index + 2 }));
        Ok(Record { seed, choices: choices.collect::<Result<_, _>>()? })
    }
}

fn read_choice(line: &str) -> Option<Choice> {
    let mut words = line.split(' ');
    let (point, of, chosen) = (words.next()?, words.next()?, words.next()?);
    let (of, chosen) = (of.parse().ok()?, chosen.parse().ok()?);
    let is_whole = words.next().is_none() && !point.is_empty() && chosen < of;
    is_whole.then(|| Choice { point: point.to_owned().into(), of, chosen })
}

/// Why a chooser can not go on by its record or its script: a question is not the one that the answer was for.
///
/// ```
/// use roundel_loop::{Chooser, Choosing, Point};
/// let record = "choices of seed 0\njob 2 1".parse()?;
/// let chooser = Chooser::new(Choosing::Recorded(record));
/// chooser.choose(Point::READY, 2);
/// let mismatch = chooser.mismatch().unwrap();
/// assert_eq!(mismatch.to_string(), "choice 1 differs from the record: asked is `ready` of 2, recorded `job` of 2");
/// # Ok::<(), roundel_loop::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Which question, counted from 1.
    pub position: usize,
    /// The name of the point that was asked.
    pub asked: &'static str,
    /// How many answers there were to it.
    pub of: usize,
    /// What stood in its place.
    pub instead: Instead,
}

/// What a chooser found in place of an answer.
///
/// ```
/// use roundel_loop::{Chooser, Choosing, Instead, Point};
/// let chooser = Chooser::new(Choosing::Scripted { seed: 0, answers: vec![4] });
/// chooser.choose(Point::READY, 2);
/// assert_eq!(chooser.mismatch().unwrap().instead, Instead::Answer(4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// The record's answer to another question.
    Choice(Choice),
    /// A decision by the user that is not the record's.
    Settled(usize, Choice),
    /// The end of the record.
    End,
    /// A number in the script that is no answer.
    Answer(usize),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { position, asked, of, instead } = self;
        match instead {
            Instead::Choice(Choice { point, of: recorded, .. }) => write!(
                f,
                "choice {position} differs from the record: asked is `{asked}` of {of}, recorded `{point}` of {recorded}"
            ),
            Instead::Settled(given, choice) => write!(
                f,
                "choice {position} differs from the record: `{asked}` of {of} is given as {given}, recorded as {}",
                choice.chosen
            ),
            Instead::End => write!(
                f,
                "choice {position} is beyond the end of the record: asked is `{asked}` of {of}"
            ),
            Instead::Answer(number) => {
                write!(f, "choice {position} has no answer {number}: asked is `{asked}` of {of}")
            }
        }
    }
}

impl std::error::Error for Mismatch {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_choice_is_named() {
        for (text, line) in [
            ("", 1),
            ("choices of seed -1", 1),
            ("choices of seed 1\nready 2", 2),
            ("choices of seed 1\nready 2 2", 2),
            ("choices of seed 1\nready 2 1\nready 2 1 0", 3),
            ("choices of seed 1\n\n", 2),
            ("choices of seed 1\n 2 1\n", 2),
        ] {
            assert_eq!(text.parse::<Record>(), Err(RecordError { line }), "{text:?}");
        }
    }
}
