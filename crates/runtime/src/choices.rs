//! What the loops of the table leave open, and the answers that a user gives.
//!
//! An answer that is not given is asked of the loop's chooser, which in a plain run says the default of the loop's row. What
//! the platform below leaves open (which ready descriptor comes first, how long a job takes) is the loop's own affair:
//! `roundel_loop::Point` lists it.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use roundel_loop::{Choosing, EventLoop, Point, Record};
use roundel_trace::Recorder;

use crate::door::LOOP_FAILURE;
use crate::environment::Environment;
use crate::exit::Exit;

/// Something that the platform decides and no specification does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoicePoint {
    pub name: &'static str,
    pub question: &'static str,
    /// The answers, each with its meaning.
    pub answers: &'static [(&'static str, &'static str)],
}

impl ChoicePoint {
    pub const FIRST_TIMERS: ChoicePoint = ChoicePoint {
        name: "first-timers",
        question: "has a millisecond passed between the main script's timers and the first timers pass?",
        answers: &[
            ("clock", "ask the clock"),
            ("due", "it has: a 1 ms timer fires before the first immediate"),
            ("not-due", "it has not: the first immediate runs before a 1 ms timer"),
        ],
    };
    pub const FRAME: ChoicePoint = ChoicePoint {
        name: "frame",
        question: "when does the first frame fall?",
        answers: &[
            ("late", "a whole frame interval after the start: timers without a delay come first"),
            ("early", "as soon as the first script has run: frame callbacks come first"),
        ],
    };
    pub const QUEUES: ChoicePoint = ChoicePoint {
        name: "queues",
        question: "which of several task queues that are ready is served first?",
        answers: &[
            ("posted", "the one whose task was queued first"),
            ("timers-together", "the same, but one task runs all timers that are due"),
            ("timers-last", "timers only when no other queue has a task"),
            ("timers-first", "timers before the other queues"),
        ],
    };

    /// Every choice point of any loop.
    pub const ALL: [ChoicePoint; 3] =
        [ChoicePoint::FIRST_TIMERS, ChoicePoint::FRAME, ChoicePoint::QUEUES];

    /// The question as the loop's chooser knows it.
    pub(crate) const fn point(&self) -> Point {
        Point::new(self.name, self.question)
    }

    fn place_of(&self, answer: &str) -> usize {
        self.answers.iter().position(|&(name, _)| name == answer).unwrap_or(0)
    }

    /// The answer called `name`, if there is one.
    pub fn answer(&self, name: &str) -> Option<&'static str> {
        self.answers.iter().map(|&(answer, _)| answer).find(|&answer| answer == name)
    }
}

/// Asked for every task of a page, unless all answers are plain: which of the ready queues of one rank is served. The
/// plain one is that whose task was queued first.
pub(crate) const TASK: Point = Point::new("task", "which ready task queue is served next?");

/// Answers given to choice points, by name: what is not in it has the loop's default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    given: Vec<(&'static str, &'static str)>,
}

impl Choices {
    /// Takes `POINT=ANSWER`; an `Err` says what would have been right.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let names = || {
            ChoicePoint::ALL
                .iter()
                .map(|point| {
                    let answers: Vec<_> = point.answers.iter().map(|&(name, _)| name).collect();
                    format!("{}={}", point.name, answers.join("|"))
                })
                .collect::<Vec<_>>()
                .join(", ")
        };
        let found = text.split_once('=').and_then(|(name, answer)| {
            let point = ChoicePoint::ALL.iter().find(|point| point.name == name)?;
            Some((point.name, point.answer(answer)?))
        });
        let (name, answer) =
            found.ok_or_else(|| format!("{text} is not a choice; there are {}", names()))?;
        self.given.retain(|&(other, _)| other != name);
        self.given.push((name, answer));
        Ok(())
    }

    /// What was given for a point.
    pub(crate) fn given(&self, point: &ChoicePoint) -> Option<&'static str> {
        self.given.iter().find(|&&(name, _)| name == point.name).map(|&(_, answer)| answer)
    }
}

/// Writes every choice down as soon as it is made: a program that ends anyhow leaves a whole record behind.
pub(crate) fn listen(
    lp: &EventLoop,
    path: Option<&Path>,
    recorder: Option<Rc<RefCell<Recorder>>>,
) -> io::Result<()> {
    if path.is_none() && recorder.is_none() {
        return Ok(());
    }
    let mut file = path.map(File::create).transpose()?;
    if let Some(file) = &mut file {
        writeln!(file, "{}", Record::heading(lp.chooser().seed()))?;
    }
    lp.chooser().set_listener(Box::new(move |asked| {
        if let Some(file) = &mut file {
            // A record that cannot be written must not end the program it is about.
            let _ = file.write_all(format!("{}\n", asked.choice).as_bytes());
        }
        if let Some(recorder) = &recorder {
            recorder.borrow_mut().choice(asked.choice);
        }
    }));
    Ok(())
}

impl Environment {
    /// How a program ends that is run by a record: as it does, unless it has been asked something else, or less.
    pub(crate) fn hold_to_record(&self, exit: Exit) -> Exit {
        if !matches!(self.options.choosing, Choosing::Recorded(_)) {
            return exit;
        }
        let chooser = self.lp.chooser();
        let difference = match (chooser.mismatch(), chooser.unasked()) {
            (Some(mismatch), _) => mismatch.to_string(),
            (None, 0) => return exit,
            (None, 1) => "1 choice of the record was not asked for".to_owned(),
            (None, count) => format!("{count} choices of the record were not asked for"),
        };
        eprintln!("roundel: the run is not the recorded one: {difference}");
        Exit::Code(LOOP_FAILURE)
    }

    /// The answer that counts in this run: the one given, else the chooser's, to whom the loop's default is the plain one.
    /// `None` if the loop has no such point.
    pub(crate) fn answer(&self, point: &ChoicePoint) -> Option<&'static str> {
        let choices = self.options.loop_kind.choices;
        let &(_, default) = choices.iter().find(|(other, _)| other.name == point.name)?;
        let of = point.answers.len();
        let chooser = self.lp.chooser();
        let given = self.options.choices.given(point);
        if let Some(answer) = given {
            chooser.settle(point.point(), of, point.place_of(answer));
            return Some(answer);
        }
        let (answer, _) =
            point.answers[chooser.choose_or(point.point(), of, point.place_of(default))];
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_given_counts() {
        let mut choices = Choices::default();
        choices.set("frame=early").unwrap();
        choices.set("frame=late").unwrap();
        assert_eq!(choices.given(&ChoicePoint::FRAME), Some("late"));
        assert_eq!(choices.given(&ChoicePoint::QUEUES), None);
        assert!(choices.set("frame=never").unwrap_err().contains("frame=late|early"));
        assert!(choices.set("nonsense").is_err());
    }
}
