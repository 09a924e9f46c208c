//! Guides: how a search over schedules tells a run what to decide.
//!
//! A guide is a *habit*, which answers every question in its own way, and *departures* from it: single answers, each for
//! the nth question of a point. As text it is one word, so that it can stand in a flag and in a token:
//! `newest,next.3=1,clock.0=1`.
//!
//! What is asked is in chooser.rs; which guides are tried is the business of whoever searches.

use crate::chooser::Point;
use crate::sys::Random;
use std::fmt;
use std::str::FromStr;

/// What one answer to a question stands for.
///
/// ```
/// use roundel_loop::Candidate;
/// assert!(Candidate::Enough.is_wait());
/// assert!(!Candidate::Job(3).is_wait());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Candidate {
    /// A job of the pool is over, or is called back: the number of its work ([`HandleKey`](crate::HandleKey)).
    Job(u64),
    /// Something of a descriptor: the bits of the loop's token for it.
    Descriptor(u64),
    /// A wakeup, by the number of its handle.
    Wakeup(u64),
    /// Nothing more happens before the next timer is due.
    Deadline,
    /// Nothing more happens in this poll.
    Enough,
}

impl Candidate {
    /// Whether it is the answer that nothing happens.
    ///
    /// ```
    /// assert!(roundel_loop::Candidate::Deadline.is_wait());
    /// ```
    pub fn is_wait(self) -> bool {
        matches!(self, Candidate::Deadline | Candidate::Enough)
    }

    fn key(self) -> u64 {
        let (kind, number) = match self {
            Candidate::Job(number) => (1, number),
            Candidate::Descriptor(number) => (2, number),
            Candidate::Wakeup(number) => (3, number),
            Candidate::Deadline => (4, 0),
            Candidate::Enough => (5, 0),
        };
        Random::new(number ^ (kind << 60)).next()
    }
}

/// How a guide answers what it says nothing about.
///
/// ```
/// use roundel_loop::{Guide, Habit};
/// let guide: Guide = "newest".parse()?;
/// assert_eq!(guide.habit, Habit::Newest);
/// # Ok::<(), roundel_loop::GuideError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Habit {
    /// As a quiet machine.
    #[default]
    Plain,
    /// What was asked for last comes first.
    Newest,
    /// What was asked for last is done first, and comes in that order.
    Backwards,
    /// One thing is slow: the nth that could be chosen in the run comes as late as it may.
    Slow(usize),
    /// Whatever may take longer does: timers come before what the platform has to tell.
    Late,
    /// Whatever may come sooner does: before immediates, one at a time.
    Early,
    /// By priorities that everything is given once, drawn from a seed.
    Priorities(u64),
    /// One answer in so many is another than the plain one, drawn from a seed.
    Sometimes {
        /// Of the drawing.
        seed: u64,
        /// How rare.
        one_in: u32,
    },
}

/// One answer, to the nth question of a point.
///
/// ```
/// use roundel_loop::{Departure, Guide};
/// let guide: Guide = "next.3=1".parse()?;
/// assert_eq!(guide.departures, [Departure { point: "next".to_owned(), nth: 3, answer: 1 }]);
/// # Ok::<(), roundel_loop::GuideError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Departure {
    /// The [`Point`]'s name.
    pub point: String,
    /// Which question of it, counted from 0.
    pub nth: usize,
    /// The answer; one that there is not is the habit's.
    pub answer: usize,
}

/// A habit and departures from it.
///
/// ```
/// use roundel_loop::Guide;
/// let text = "priorities:7,seed:2,next.3=1,clock.0=1";
/// assert_eq!(text.parse::<Guide>()?.to_string(), text);
/// # Ok::<(), roundel_loop::GuideError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide {
    /// Of the random numbers that the program asks for.
    pub seed: u64,
    /// For what no departure answers.
    pub habit: Habit,
    /// In any order.
    pub departures: Vec<Departure>,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}={}", self.point, self.nth, self.answer)
    }
}

impl fmt::Display for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.habit {
            Habit::Plain => f.write_str("plain")?,
            Habit::Newest => f.write_str("newest")?,
            Habit::Backwards => f.write_str("backwards")?,
            Habit::Slow(nth) => write!(f, "slow:{nth}")?,
            Habit::Late => f.write_str("late")?,
            Habit::Early => f.write_str("early")?,
            Habit::Priorities(seed) => write!(f, "priorities:{seed}")?,
            Habit::Sometimes { seed, one_in } => write!(f, "sometimes:{seed}:{one_in}")?,
        }
        if self.seed != 0 {
            write!(f, ",seed:{}", self.seed)?;
        }
        self.departures.iter().try_for_each(|departure| write!(f, ",{departure}"))
    }
}

/// A text that is no guide.
///
/// ```
/// let error = "sideways".parse::<roundel_loop::Guide>().unwrap_err();
/// assert_eq!(error.to_string(), "`sideways` is no part of a guide");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuideError {
    /// What is not understood.
    pub part: String,
}

impl fmt::Display for GuideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no part of a guide", self.part)
    }
}

impl std::error::Error for GuideError {}

impl FromStr for Guide {
    type Err = GuideError;

    fn from_str(text: &str) -> Result<Guide, GuideError> {
        let mut guide = Guide::default();
        for part in text.split(',') {
            guide.read(part).ok_or_else(|| GuideError { part: part.to_owned() })?;
        }
        Ok(guide)
    }
}

impl Guide {
    fn read(&mut self, part: &str) -> Option<()> {
        if let Some((question, answer)) = part.split_once('=') {
            let (point, nth) = question.rsplit_once('.')?;
            let (nth, answer) = (nth.parse().ok()?, answer.parse().ok()?);
            let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
            if point.is_empty() || !point.chars().all(is_name) {
                return None;
            }
            self.departures.push(Departure { point: point.to_owned(), nth, answer });
            return Some(());
        }
        let mut words = part.split(':');
        let (name, mut number) = (words.next()?, || words.next()?.parse::<u64>().ok());
        match name {
            "plain" => self.habit = Habit::Plain,
            "newest" => self.habit = Habit::Newest,
            "backwards" => self.habit = Habit::Backwards,
            "slow" => self.habit = Habit::Slow(usize::try_from(number()?).ok()?),
            "late" => self.habit = Habit::Late,
            "early" => self.habit = Habit::Early,
            "priorities" => self.habit = Habit::Priorities(number()?),
            "sometimes" => {
                let (seed, one_in) = (number()?, number()?);
                let one_in = u32::try_from(one_in).ok().filter(|one_in| *one_in > 0)?;
                self.habit = Habit::Sometimes { seed, one_in };
            }
            "seed" => self.seed = number()?,
            _ => return None,
        }
        words.next().is_none().then_some(())
    }

    /// The answer of the departures to a question.
    pub(crate) fn departure(&self, point: Point, nth: usize) -> Option<usize> {
        let is_meant =
            |departure: &&Departure| departure.nth == nth && departure.point == point.name;
        self.departures.iter().find(is_meant).map(|departure| departure.answer)
    }
}

/// What the question is, for a habit to answer.
pub(crate) struct Asking<'a> {
    pub(crate) point: Point,
    pub(crate) of: usize,
    pub(crate) plain: usize,
    /// What the answers stand for; empty if they are only numbers.
    pub(crate) among: &'a [Candidate],
    /// All that could be chosen in the run so far, in the order of its appearance.
    pub(crate) things: &'a [Candidate],
}

impl Habit {
    /// Where the habit's random numbers come from.
    pub(crate) fn random(self) -> Random {
        match self {
            Habit::Priorities(seed) | Habit::Sometimes { seed, .. } => Random::new(seed),
            _ => Random::new(0),
        }
    }

    /// The answer, which is below `of`.
    pub(crate) fn answer(self, asking: &Asking<'_>, random: &mut Random) -> usize {
        let Asking { point, of, plain, among, things } = *asking;
        let place = |wanted: fn(&Candidate) -> bool| among.iter().position(wanted);
        let happens = |candidate: &Candidate| !candidate.is_wait();
        match self {
            Habit::Plain => plain,
            Habit::Newest if point == Point::JOB => plain,
            // Splits and clocks have no newest.
            Habit::Newest => among.iter().rposition(happens).unwrap_or_else(|| match point.name {
                "mail" | "task" => of - 1,
                _ => plain,
            }),
            Habit::Backwards if point == Point::NEXT => plain,
            Habit::Backwards => among.iter().rposition(happens).unwrap_or(plain),
            Habit::Slow(nth) => match things.get(nth) {
                Some(slow) if among.get(plain) == Some(slow) => {
                    let others = |candidate: &Candidate| candidate != slow;
                    let sooner = |candidate: &Candidate| others(candidate) && happens(candidate);
                    let other = among.iter().position(sooner);
                    other.or_else(|| among.iter().position(others)).unwrap_or(plain)
                }
                _ => plain,
            },
            Habit::Late => place(|candidate| candidate.is_wait()).unwrap_or(plain),
            Habit::Early => match among.get(plain) {
                Some(candidate) if candidate.is_wait() => {
                    place(|candidate| !candidate.is_wait()).unwrap_or(plain)
                }
                _ => plain,
            },
            Habit::Priorities(seed) if !among.is_empty() => {
                let rank = |candidate: &Candidate| match candidate {
                    // Waiting is not one thing that is always urgent or never.
                    candidate if candidate.is_wait() => random_of(seed, random.next()),
                    candidate => random_of(seed, candidate.key()),
                };
                let ranks: Vec<u64> = among.iter().map(rank).collect();
                (0..of).max_by_key(|answer| ranks[*answer]).unwrap_or(plain)
            }
            Habit::Priorities(_) => point.draw(random, of, plain),
            Habit::Sometimes { one_in, .. } => match random.below(u64::from(one_in)) {
                0 => (plain + 1 + random.below(of as u64 - 1) as usize) % of,
                _ => plain,
            },
        }
    }
}

fn random_of(seed: u64, key: u64) -> u64 {
    Random::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ key).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_guide_is_named() {
        for text in
            ["", "next.3", "next=1", ".1=1", "priorities", "sometimes:1:0", "late:1", "x y.1=1"]
        {
            let error = format!("plain,{text}").parse::<Guide>().unwrap_err();
            assert_eq!(error.part, text);
        }
    }

    #[test]
    fn habits_stay_within_the_answers() {
        let among = [Candidate::Job(1), Candidate::Descriptor(2), Candidate::Enough];
        for habit in [
            Habit::Plain,
            Habit::Newest,
            Habit::Backwards,
            Habit::Slow(1),
            Habit::Late,
            Habit::Early,
            Habit::Priorities(3),
            Habit::Sometimes { seed: 1, one_in: 1 },
        ] {
            let mut random = habit.random();
            for plain in 0..3 {
                for among in [&among[..], &[]] {
                    let things = among;
                    let asking = Asking { point: Point::NEXT, of: 3, plain, among, things };
                    assert!((0..20).all(|_| habit.answer(&asking, &mut random) < 3));
                }
            }
        }
        let things = &among[..1];
        let asking = Asking { point: Point::NEXT, of: 3, plain: 0, among: &among, things };
        assert_eq!(Habit::Slow(0).answer(&asking, &mut Random::new(0)), 1);
        let asking = Asking { plain: 2, ..asking };
        assert_eq!(Habit::Newest.answer(&asking, &mut Random::new(0)), 1);
        assert_eq!(Habit::Early.answer(&asking, &mut Random::new(0)), 0);
        assert_eq!(Habit::Late.answer(&asking, &mut Random::new(0)), 2);
    }
}
