//! The chooser: whoever decides what a platform leaves open.
//!
//! Which of two ready descriptors comes first, how long a job takes, whether the millisecond is over: a real platform
//! answers such questions by chance. Where the platform is simulated, each is asked here, by the name of its [`Point`] and
//! with the number of answers there are. Answer 0 is the plain one, what a quiet machine does.
//!
//! One chooser answers all questions of a loop and of what is built on it, so that the list of answers is the schedule:
//! given back ([`Choosing::Recorded`]) it makes the same run again, changed in one place ([`Choosing::Scripted`]) a
//! neighbouring one. Random numbers that a program asks for are no choices; they come from the same seed in a stream of
//! their own ([`Chooser::seed`]).
//!
//! What is not here: whether a question is asked at all. The real platform decides by itself and asks nobody.

use crate::choice::{Choice, Instead, Mismatch, Record};
use crate::guide::{Asking, Candidate, Guide};
use crate::sys::Random;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};

/// A question that a platform leaves open.
///
/// ```
/// use roundel_loop::Point;
/// const LUNCH: Point = Point::new("lunch", "what is eaten?");
/// assert_eq!(LUNCH.name, "lunch");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// What records and flags call it.
    pub name: &'static str,
    /// The question itself, for people.
    pub question: &'static str,
    /// How often the plain answer is in the urn that a seed draws from; every other answer is in it once.
    plain_weight: u32,
}

impl Point {
    /// Which of the descriptors that are ready is served next?
    pub const READY: Point = Point::new("ready", "which ready descriptor is served next?");
    /// Are finished jobs and wakeups called back before ready descriptors?
    pub const MAIL: Point = Point::new("mail", "do finished jobs and wakeups come first?");
    /// What happens next: which job is over, which descriptor hears from its other end, or nothing yet?
    pub const NEXT: Point = Point::new("next", "what happens next?");
    /// Which of the wakeups that were sent is called next?
    pub const WAKEUP: Point = Point::new("wakeup", "which wakeup is called next?");
    /// Which of the waiting jobs does a free thread of the pool do next?
    pub const JOB: Point = Point::new("job", "which waiting job is done next?");
    /// Has more than a millisecond passed since the loop's time was last read?
    pub const CLOCK: Point =
        Point { plain_weight: 7, ..Point::new("clock", "has a millisecond passed?") };
    /// How much of what there is to read does one read give?
    pub const READ: Point = Point::new("read", "how much does one read give?");

    /// The questions of the loop itself.
    pub const ALL: [Point; 7] = [
        Point::READY,
        Point::MAIL,
        Point::NEXT,
        Point::WAKEUP,
        Point::JOB,
        Point::CLOCK,
        Point::READ,
    ];

    /// A question of an embedder's own. Its name has no spaces.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// const QUEUE: Point = Point::new("queue", "which queue is served?");
    /// assert_eq!(Chooser::new(Choosing::Plain).choose(QUEUE, 3), 0);
    /// ```
    pub const fn new(name: &'static str, question: &'static str) -> Point {
        Point { name, question, plain_weight: 1 }
    }

    /// A question of an embedder's own whose plain answer is by far the most likely.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// const RAIN: Point = Point::rare("rain", "does it rain?");
    /// let chooser = Chooser::new(Choosing::Seeded(1));
    /// assert!((0..100).filter(|_| chooser.choose(RAIN, 2) == 1).count() < 20);
    /// ```
    pub const fn rare(name: &'static str, question: &'static str) -> Point {
        Point { plain_weight: 31, ..Point::new(name, question) }
    }

    /// Whether all that an answer does is to put callbacks into an order, in which they can be witnessed.
    fn shows_in_order(self) -> bool {
        [Point::NEXT, Point::READY, Point::MAIL, Point::WAKEUP].contains(&self)
    }

    /// An answer from an urn in which the plain one lies as often as the point says.
    pub(crate) fn draw(self, random: &mut Random, of: usize, plain: usize) -> usize {
        let others = of as u64 - 1;
        let weight = u64::from(self.plain_weight);
        match random.below(weight + others).checked_sub(weight) {
            None => plain,
            Some(other) if (other as usize) < plain => other as usize,
            Some(other) => other as usize + 1,
        }
    }
}

/// How a [`Chooser`] decides.
///
/// ```
/// use roundel_loop::{BackendKind, Choosing, EventLoop, Options};
/// let (backend, choosing) = (BackendKind::VirtualTime, Choosing::Seeded(7));
/// let lp = EventLoop::new(Options { backend, choosing, ..Options::default() })?;
/// assert_eq!(lp.chooser().seed(), 7);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choosing {
    /// Always the plain answer.
    #[default]
    Plain,
    /// By drawing from a seed. Seed 0 is [`Plain`](Choosing::Plain).
    Seeded(u64),
    /// The first answers by a list, the rest plain. An answer that is none stops the run.
    Scripted {
        /// For random numbers.
        seed: u64,
        /// The answers, in the order of the questions.
        answers: Vec<usize>,
    },
    /// As an earlier run did. A question that differs from the record's stops the run.
    Recorded(Record),
    /// As a search over schedules says.
    Guided(Guide),
}

/// A question that was asked, with all that is known about it.
///
/// ```
/// use roundel_loop::{Chooser, Choosing, Point};
/// let chooser = Chooser::new(Choosing::Plain);
/// chooser.set_listener(Box::new(|asked| assert_eq!((asked.nth, asked.plain), (0, 0))));
/// chooser.choose(Point::READY, 2);
/// ```
#[derive(Debug)]
pub struct Asked<'a> {
    /// What was asked and answered.
    pub choice: &'a Choice,
    /// Which question of its point it was, counted from 0.
    pub nth: usize,
    /// The answer of a quiet machine.
    pub plain: usize,
    /// What has been [witnessed](Chooser::witness) before it, as one number.
    pub state: u64,
    /// What the answers stand for; empty if they are only numbers.
    pub among: &'a [Candidate],
    /// Those that could not be chosen before in the run.
    pub new_things: &'a [Candidate],
}

/// What [`Chooser::set_listener`] takes.
pub type ChoiceListener = Box<dyn FnMut(&Asked<'_>)>;

/// Answers the questions that a platform leaves open. A loop has one: [`EventLoop::chooser`](crate::EventLoop::chooser).
///
/// ```
/// use roundel_loop::{Chooser, Choosing, Point};
/// let chooser = Chooser::new(Choosing::Seeded(3));
/// chooser.keep_log();
/// let answers: Vec<usize> = (0..5).map(|_| chooser.choose(Point::READY, 4)).collect();
/// // The same again, from what was written down.
/// let again = Chooser::new(Choosing::Recorded(chooser.record()));
/// assert!(answers.iter().all(|answer| again.choose(Point::READY, 4) == *answer));
/// assert_eq!(again.unasked(), 0);
/// ```
pub struct Chooser {
    seed: u64,
    form: RefCell<Form>,
    asked: Cell<usize>,
    /// How often each point was asked at.
    counts: RefCell<Vec<(&'static str, usize)>>,
    state: Cell<u64>,
    /// All that could be chosen so far, in the order of its appearance.
    things: RefCell<Vec<Candidate>>,
    /// Every answer is the plain one and nobody listens.
    is_quiet: Cell<bool>,
    log: RefCell<Option<Vec<Choice>>>,
    listener: Cell<Option<ChoiceListener>>,
    mismatch: RefCell<Option<Mismatch>>,
}

/// A [`Choosing`] at work.
enum Form {
    Plain,
    Seeded(Random),
    Scripted(std::vec::IntoIter<usize>),
    Recorded(std::vec::IntoIter<Choice>),
    Guided(Guide, Random),
}

impl Chooser {
    /// A chooser that decides in such a way.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// let chooser = Chooser::new(Choosing::Scripted { seed: 0, answers: vec![2] });
    /// assert_eq!(chooser.choose(Point::READY, 3), 2);
    /// assert_eq!(chooser.choose(Point::READY, 3), 0);
    /// ```
    pub fn new(choosing: Choosing) -> Chooser {
        let (seed, form) = match choosing {
            Choosing::Plain | Choosing::Seeded(0) => (0, Form::Plain),
            Choosing::Seeded(seed) => (seed, Form::Seeded(Random::new(seed))),
            Choosing::Scripted { seed, answers } => (seed, Form::Scripted(answers.into_iter())),
            Choosing::Recorded(record) => (record.seed, Form::Recorded(record.choices.into_iter())),
            Choosing::Guided(guide) => {
                let random = guide.habit.random();
                (guide.seed, Form::Guided(guide, random))
            }
        };
        Chooser {
            seed,
            is_quiet: Cell::new(matches!(form, Form::Plain)),
            form: RefCell::new(form),
            asked: Cell::new(0),
            counts: RefCell::default(),
            state: Cell::new(0),
            things: RefCell::default(),
            log: RefCell::new(None),
            listener: Cell::new(None),
            mismatch: RefCell::new(None),
        }
    }

    /// The seed that random numbers should come from: not the answers' own stream, so that neither shifts the other.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing};
    /// assert_eq!(Chooser::new(Choosing::Seeded(9)).seed(), 9);
    /// ```
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Decides by a guide from here on: in a copy of a process that was prepared for any. False if something was asked
    /// already, or if random numbers would have to come from another seed; nothing changes then.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// let chooser = Chooser::new(Choosing::Guided("plain".parse()?));
    /// assert!(chooser.follow("ready.0=1".parse()?));
    /// assert_eq!(chooser.choose(Point::READY, 2), 1);
    /// assert!(!chooser.follow("plain".parse()?));
    /// # Ok::<(), roundel_loop::GuideError>(())
    /// ```
    pub fn follow(&self, guide: Guide) -> bool {
        if self.asked() > 0 || guide.seed != self.seed || !self.is_guided() {
            return false;
        }
        let random = guide.habit.random();
        self.form.replace(Form::Guided(guide, random));
        true
    }

    /// Whether only plain answers are given and nobody wants to know: what need not be asked then need not be prepared.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing};
    /// let chooser = Chooser::new(Choosing::Plain);
    /// assert!(chooser.is_quiet());
    /// chooser.keep_log();
    /// assert!(!chooser.is_quiet());
    /// ```
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.is_quiet.get()
    }

    /// Whether a search over schedules decides: it wants to know if nothing can ever happen any more.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing};
    /// assert!(Chooser::new(Choosing::Guided("plain".parse()?)).is_guided());
    /// # Ok::<(), roundel_loop::GuideError>(())
    /// ```
    pub fn is_guided(&self) -> bool {
        matches!(&*self.form.borrow(), Form::Guided(..))
    }

    /// One of `of` answers, counted from 0. With fewer than two there is nothing to choose, and nothing is asked.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// let chooser = Chooser::new(Choosing::Seeded(1));
    /// assert!(chooser.choose(Point::JOB, 3) < 3);
    /// assert_eq!(chooser.choose(Point::JOB, 1), 0);
    /// assert_eq!(chooser.asked(), 1);
    /// ```
    #[inline]
    pub fn choose(&self, point: Point, of: usize) -> usize {
        self.choose_or(point, of, 0)
    }

    /// As [`choose`](Chooser::choose), where the plain answer is another than the first.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// const FRAME: Point = Point::new("frame", "when does the first frame fall?");
    /// assert_eq!(Chooser::new(Choosing::Plain).choose_or(FRAME, 2, 1), 1);
    /// ```
    #[inline]
    pub fn choose_or(&self, point: Point, of: usize, plain: usize) -> usize {
        if self.is_quiet() || of < 2 {
            return plain;
        }
        self.ask(point, of, plain, &[])
    }

    /// As [`choose_or`](Chooser::choose_or), where it is known what the answers stand for.
    ///
    /// ```
    /// use roundel_loop::{Candidate, Chooser, Choosing, Point};
    /// let chooser = Chooser::new(Choosing::Guided("newest".parse()?));
    /// let among = [Candidate::Job(1), Candidate::Job(2), Candidate::Enough];
    /// assert_eq!(chooser.choose_among(Point::NEXT, &among, 2), 1);
    /// # Ok::<(), roundel_loop::GuideError>(())
    /// ```
    pub fn choose_among(&self, point: Point, among: &[Candidate], plain: usize) -> usize {
        if self.is_quiet() || among.len() < 2 {
            return plain;
        }
        self.ask(point, among.len(), plain, among)
    }

    /// Takes note of something that the program has seen, in a number of its own: two runs that have witnessed the same are
    /// in the same state.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// let chooser = Chooser::new(Choosing::Plain);
    /// chooser.set_listener(Box::new(|asked| assert_ne!(asked.state, 0)));
    /// chooser.witness(7);
    /// chooser.choose(Point::READY, 2);
    /// ```
    #[inline]
    pub fn witness(&self, what: u64) {
        if !self.is_quiet() {
            self.state.set(Random::new(self.state.get().rotate_left(5) ^ what).next());
        }
    }

    /// Notes a decision that somebody else has made, the user for one. A record must have the same.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// let chooser = Chooser::new(Choosing::Plain);
    /// chooser.keep_log();
    /// chooser.settle(Point::MAIL, 2, 1);
    /// assert_eq!(chooser.record().choices[0].to_string(), "mail 2 1");
    /// ```
    pub fn settle(&self, point: Point, of: usize, chosen: usize) {
        if self.is_quiet() || of < 2 {
            return;
        }
        self.asked.set(self.asked.get() + 1);
        let next = match &mut *self.form.borrow_mut() {
            Form::Plain | Form::Seeded(_) | Form::Guided(..) => None,
            Form::Scripted(answers) => {
                answers.next();
                None
            }
            Form::Recorded(choices) => Some(choices.next()),
        };
        match next {
            Some(Some(choice)) if choice.point != point.name || choice.of != of => {
                self.fail(point, of, Instead::Choice(choice));
            }
            Some(Some(choice)) if choice.chosen != chosen => {
                self.fail(point, of, Instead::Settled(chosen, choice));
            }
            Some(None) => self.fail(point, of, Instead::End),
            _ => {}
        }
        self.note(point, of, chosen, chosen, &[], &[]);
    }

    /// Puts things that may come in any order into one: which comes next is asked until one is left.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// let chooser = Chooser::new(Choosing::Scripted { seed: 0, answers: vec![2, 1] });
    /// let mut items = ["a", "b", "c"];
    /// chooser.choose_order(Point::READY, &mut items);
    /// assert_eq!(items, ["c", "b", "a"]);
    /// ```
    #[inline]
    pub fn choose_order<T>(&self, point: Point, items: &mut [T]) {
        if self.is_quiet() {
            return;
        }
        for next in 0..items.len() {
            let chosen = self.choose(point, items.len() - next);
            items[next..=next + chosen].rotate_right(1);
        }
    }

    /// The same, where it is known what the things are.
    ///
    /// ```
    /// use roundel_loop::{Candidate, Chooser, Choosing, Point};
    /// let chooser = Chooser::new(Choosing::Guided("newest".parse()?));
    /// let mut items = [1, 2, 3];
    /// chooser.choose_order_of(Point::READY, &mut items, |item| Candidate::Job(*item));
    /// assert_eq!(items, [3, 2, 1]);
    /// # Ok::<(), roundel_loop::GuideError>(())
    /// ```
    #[inline]
    pub fn choose_order_of<T>(
        &self,
        point: Point,
        items: &mut [T],
        candidate: impl Fn(&T) -> Candidate,
    ) {
        if self.is_quiet() || items.len() < 2 {
            return;
        }
        for next in 0..items.len() {
            let among: Vec<Candidate> = items[next..].iter().map(&candidate).collect();
            let chosen = self.choose_among(point, &among, 0);
            items[next..=next + chosen].rotate_right(1);
        }
    }

    /// How many questions have been asked.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing};
    /// assert_eq!(Chooser::new(Choosing::Seeded(1)).asked(), 0);
    /// ```
    pub fn asked(&self) -> usize {
        self.asked.get()
    }

    /// How many answers of the record or the script have not been asked for.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing};
    /// let chooser = Chooser::new(Choosing::Scripted { seed: 0, answers: vec![1, 1] });
    /// assert_eq!(chooser.unasked(), 2);
    /// ```
    pub fn unasked(&self) -> usize {
        match &*self.form.borrow() {
            Form::Plain | Form::Seeded(_) | Form::Guided(..) => 0,
            Form::Scripted(answers) => answers.len(),
            Form::Recorded(choices) => choices.len(),
        }
    }

    /// The first question that was not the one that the record or the script answers. From then on all answers are
    /// plain, and a loop ends its run at once.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point, Record};
    /// let chooser = Chooser::new(Choosing::Recorded(Record::default()));
    /// assert_eq!(chooser.choose(Point::READY, 2), 0);
    /// assert_eq!(chooser.mismatch().unwrap().position, 1);
    /// ```
    #[inline]
    pub fn mismatch(&self) -> Option<Mismatch> {
        if self.is_quiet() { None } else { self.mismatch.borrow().clone() }
    }

    /// Keeps every question from here on, for [`record`](Chooser::record).
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// let chooser = Chooser::new(Choosing::Plain);
    /// chooser.keep_log();
    /// chooser.choose(Point::JOB, 2);
    /// assert_eq!(chooser.record().choices.len(), 1);
    /// ```
    pub fn keep_log(&self) {
        self.log.borrow_mut().get_or_insert_default();
        self.is_quiet.set(false);
    }

    /// What has been asked since [`keep_log`](Chooser::keep_log), and how it was answered.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing};
    /// assert!(Chooser::new(Choosing::Plain).record().choices.is_empty());
    /// ```
    pub fn record(&self) -> Record {
        Record { seed: self.seed, choices: self.log.borrow().clone().unwrap_or_default() }
    }

    /// Has every question told to a listener, which must not ask any itself.
    ///
    /// ```
    /// use roundel_loop::{Chooser, Choosing, Point};
    /// let chooser = Chooser::new(Choosing::Plain);
    /// chooser.set_listener(Box::new(|asked| println!("{}", asked.choice)));
    /// chooser.choose(Point::READY, 2);
    /// ```
    pub fn set_listener(&self, listener: ChoiceListener) {
        let previous = self.listener.replace(Some(listener));
        drop(previous);
        self.is_quiet.set(false);
    }

    #[cold]
    fn ask(&self, point: Point, of: usize, plain: usize, among: &[Candidate]) -> usize {
        debug_assert!(plain < of, "the plain answer to {} is one of {of}", point.name);
        self.asked.set(self.asked.get() + 1);
        let mut things = self.things.borrow_mut();
        let known = things.len();
        for candidate in among.iter().filter(|candidate| !candidate.is_wait()) {
            if !things.contains(candidate) {
                things.push(*candidate);
            }
        }
        let answer = match &mut *self.form.borrow_mut() {
            Form::Plain => Ok(plain),
            Form::Seeded(random) => Ok(point.draw(random, of, plain)),
            Form::Scripted(answers) => match answers.next() {
                Some(number) if number >= of => Err(Instead::Answer(number)),
                Some(number) => Ok(number),
                None => Ok(plain),
            },
            Form::Recorded(choices) => match choices.next() {
                Some(choice) if choice.point == point.name && choice.of == of => Ok(choice.chosen),
                Some(choice) => Err(Instead::Choice(choice)),
                None => Err(Instead::End),
            },
            Form::Guided(guide, random) => {
                let asking = Asking { point, of, plain, among, things: &things };
                let habitual = guide.habit.answer(&asking, random);
                let departure = guide.departure(point, self.count(point));
                Ok(departure.filter(|answer| *answer < of).unwrap_or(habitual))
            }
        };
        let chosen = answer.unwrap_or_else(|instead| {
            self.fail(point, of, instead);
            plain
        });
        self.note(point, of, chosen, plain, among, &things[known..]);
        chosen
    }

    /// How often has been asked at a point before.
    fn count(&self, point: Point) -> usize {
        let counts = self.counts.borrow();
        counts.iter().find(|(name, _)| *name == point.name).map_or(0, |(_, count)| *count)
    }

    fn note(
        &self,
        point: Point,
        of: usize,
        chosen: usize,
        plain: usize,
        among: &[Candidate],
        new_things: &[Candidate],
    ) {
        let choice = Choice { point: Cow::Borrowed(point.name), of, chosen };
        let nth = self.count(point);
        // Asked and told before it is witnessed: the state is what was before.
        let state = self.state.get();
        if !point.shows_in_order() {
            let name =
                point.name.bytes().fold(0, |sum: u64, byte| sum.rotate_left(7) ^ u64::from(byte));
            self.witness(name ^ (chosen as u64) << 56);
        }
        {
            let mut counts = self.counts.borrow_mut();
            match counts.iter_mut().find(|(name, _)| *name == point.name) {
                Some((_, count)) => *count += 1,
                None => counts.push((point.name, 1)),
            }
        }
        if let Some(mut listener) = self.listener.take() {
            listener(&Asked { choice: &choice, nth, plain, state, among, new_things });
            self.listener.set(Some(listener));
        }
        if let Some(log) = &mut *self.log.borrow_mut() {
            log.push(choice);
        }
    }

    fn fail(&self, point: Point, of: usize, instead: Instead) {
        self.form.replace(Form::Plain);
        let (position, asked) = (self.asked.get(), point.name);
        self.mismatch.borrow_mut().get_or_insert(Mismatch { position, asked, of, instead });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::rc::Rc;

    const FRAME: Point = Point::new("frame", "?");

    fn ask_all(chooser: &Chooser) -> Vec<usize> {
        let mut answers = Vec::new();
        for round in 0..200 {
            answers.push(chooser.choose(Point::READY, 2 + round % 5));
            answers.push(chooser.choose(Point::CLOCK, 2));
            answers.push(chooser.choose_or(FRAME, 3, 1));
        }
        answers
    }

    #[test]
    fn a_seed_gives_every_answer_and_always_the_same() {
        let answers = ask_all(&Chooser::new(Choosing::Seeded(5)));
        assert_eq!(answers, ask_all(&Chooser::new(Choosing::Seeded(5))));
        assert_ne!(answers, ask_all(&Chooser::new(Choosing::Seeded(6))));
        let frames: HashSet<usize> = answers.iter().skip(2).step_by(3).copied().collect();
        assert_eq!(frames.len(), 3);
        let late = answers.iter().skip(1).step_by(3).filter(|answer| **answer == 1).count();
        assert!((5..60).contains(&late), "one in eight of 200: {late}");
    }

    #[test]
    fn plain_and_seed_0_are_the_default_of_each_question() {
        for choosing in [Choosing::Plain, Choosing::Seeded(0)] {
            let chooser = Chooser::new(choosing);
            chooser.keep_log();
            assert!(ask_all(&chooser).chunks(3).all(|answers| answers == [0, 0, 1]));
            assert_eq!(chooser.record().choices.len(), 600);
        }
    }

    #[test]
    fn a_record_survives_as_text_and_answers_as_before() {
        let chooser = Chooser::new(Choosing::Seeded(u64::MAX));
        chooser.keep_log();
        let answers = ask_all(&chooser);
        let text = chooser.record().to_string();
        let again = Chooser::new(Choosing::Recorded(text.parse().unwrap()));
        again.keep_log();
        assert_eq!(ask_all(&again), answers);
        assert_eq!((again.seed(), again.unasked(), again.mismatch()), (u64::MAX, 0, None));
        assert_eq!(again.record().to_string(), text);
    }

    #[test]
    fn a_question_that_differs_is_named_with_its_position() {
        let recorded = |text: &str| {
            let record = format!("choices of seed 0\n{text}").parse().unwrap();
            Chooser::new(Choosing::Recorded(record))
        };
        let other_point = recorded("ready 2 1\njob 2 1\n");
        assert_eq!(other_point.choose(Point::READY, 2), 1);
        assert_eq!(other_point.choose(Point::MAIL, 2), 0);
        let text = other_point.mismatch().unwrap().to_string();
        assert!(text.contains("choice 2") && text.contains("`mail`") && text.contains("`job`"));
        let first = other_point.mismatch();
        other_point.choose(Point::JOB, 9);
        assert_eq!(other_point.mismatch(), first, "the first counts");

        let other_number = recorded("ready 2 1\n");
        other_number.choose(Point::READY, 3);
        assert!(other_number.mismatch().unwrap().to_string().contains("`ready` of 2"));

        let end = recorded("");
        end.choose(Point::READY, 3);
        assert_eq!(end.mismatch().unwrap().instead, Instead::End);
    }

    #[test]
    fn a_settled_question_is_noted_and_held_against_the_record() {
        let chooser = Chooser::new(Choosing::Scripted { seed: 0, answers: vec![1, 1] });
        chooser.keep_log();
        chooser.settle(Point::READY, 3, 2);
        assert_eq!(chooser.choose(Point::READY, 3), 1);
        let again = Chooser::new(Choosing::Recorded(chooser.record()));
        again.settle(Point::READY, 3, 1);
        let text = again.mismatch().unwrap().to_string();
        assert!(text.contains("given as 1, recorded as 2"), "{text}");
    }

    #[test]
    fn an_order_can_be_any_order() {
        let orders: HashSet<Vec<i32>> = (1..200)
            .map(|seed| {
                let mut items = vec![1, 2, 3];
                Chooser::new(Choosing::Seeded(seed)).choose_order(Point::READY, &mut items);
                items
            })
            .collect();
        assert_eq!(orders.len(), 6);
    }

    #[test]
    fn a_listener_is_told_each_choice_once() {
        let told = Rc::new(RefCell::new(Vec::new()));
        let chooser = Chooser::new(Choosing::Plain);
        let list = Rc::clone(&told);
        chooser.set_listener(Box::new(move |asked| {
            list.borrow_mut().push(asked.choice.to_string());
        }));
        chooser.choose(Point::READY, 1);
        chooser.choose(Point::READY, 2);
        assert_eq!(*told.borrow(), ["ready 2 0"]);
    }
}
