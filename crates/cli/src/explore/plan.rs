//! Which schedules are tried, and in which order.
//!
//! First a handful of habits that turn many decisions at once: what was asked for last comes first, everything late, everything
//! early; then each job and each descriptor is slow in its turn. Most races show in one of them. Then two kinds take turns: runs by random priorities, which are good at races that
//! need several decisions, and the *frontier*, all single decisions that no run has made yet, nearest to the ordinary run
//! first. When the frontier is empty, every schedule has been tried.
//!
//! Every run is a path through a tree whose nodes are questions. Two nodes are the same if the program has seen the same
//! by then and the same things could happen: an answer that was given at one need not be given at the other. That is the
//! reduction: schedules that only differ in what the program cannot see are one.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fmt::{self, Display, Formatter};
use std::hash::{DefaultHasher, Hash, Hasher};

use roundel_runtime::{Departure, Guide, Habit};
use roundel_trace::summary::counted;

use super::questions::{Log, Question};

/// So many schedules may wait to be tried; more are given up, and the search is not exhaustive.
const FRONTIER_LIMIT: usize = 200_000;

/// So many things are slow in turn before anything else is tried.
const MAX_SLOW: usize = 24;

/// How rare departures are in runs that depart at random, one kind after the other.
const ONE_IN: [u32; 3] = [4, 12, 2];

pub(super) struct Plan {
    seed: u64,
    first: VecDeque<Guide>,
    /// By how far they are from the ordinary run and how promising they are.
    frontier: BTreeMap<(usize, u32, u64), Vec<Departure>>,
    next_number: u64,
    is_cut: bool,
    /// The answers that were given or are planned at each node.
    taken: HashSet<Node>,
    /// How many answers there are at each question, and how many were given.
    nodes: HashMap<(u64, u64, String), (usize, HashSet<usize>)>,
    /// The paths that runs have taken, by a number each: two habits may come to the same.
    paths: HashSet<u64>,
    turn: u64,
    /// No run has been learned from.
    is_first: bool,
}

type Node = (u64, u64, String, usize);

/// How much of the tree has been seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Coverage {
    pub(super) questions: usize,
    pub(super) answers: usize,
    pub(super) tried: usize,
}

impl Display for Coverage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Coverage { questions, answers, tried } = *self;
        let points = counted(questions, "choice point");
        write!(f, "{points}, {tried} of {} tried", counted(answers, "answer"))
    }
}

impl Plan {
    pub(super) fn new(seed: u64) -> Plan {
        let guide = |habit| Guide { seed, habit, departures: Vec::new() };
        let flipped = |habit, answer| Guide {
            seed,
            habit,
            departures: vec![Departure { point: "first-timers".to_owned(), nth: 0, answer }],
        };
        Plan {
            seed,
            first: [
                guide(Habit::Plain),
                guide(Habit::Newest),
                flipped(Habit::Late, 0),
                guide(Habit::Backwards),
                flipped(Habit::Early, 1),
            ]
            .into(),
            is_first: true,
            frontier: BTreeMap::new(),
            next_number: 0,
            is_cut: false,
            taken: HashSet::new(),
            nodes: HashMap::new(),
            paths: HashSet::new(),
            turn: 0,
        }
    }

    /// The next schedule to try; `None` if there is none left that has not been tried or is not being tried.
    pub(super) fn next(&mut self) -> Option<Guide> {
        if let Some(guide) = self.first.pop_front() {
            return Some(guide);
        }
        if self.frontier.is_empty() && !self.is_cut {
            return None;
        }
        self.turn += 1;
        if self.turn.is_multiple_of(2) || self.frontier.is_empty() {
            return Some(self.random());
        }
        let (_, departures) = self.frontier.pop_first()?;
        Some(Guide { seed: self.seed, habit: Habit::Plain, departures })
    }

    fn random(&self) -> Guide {
        let number = self.turn / 2;
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(number);
        let habit = match number % 3 {
            0 => {
                let one_in = ONE_IN[(number / 3) as usize % ONE_IN.len()];
                Habit::Sometimes { seed, one_in }
            }
            _ => Habit::Priorities(seed),
        };
        Guide { seed: self.seed, habit, departures: Vec::new() }
    }

    /// Takes note of what a run was asked and answered, and plans what it was not.
    pub(super) fn learn(&mut self, log: &Log) {
        if std::mem::take(&mut self.is_first) {
            self.plan_slow(&log.things(), &log.conflicts);
        }
        self.paths.insert(path(log));
        for question in &log.questions {
            let key = (question.state, question.among, question.point.clone());
            let (_, given) = self.nodes.entry(key).or_insert_with(|| (question.of, HashSet::new()));
            given.insert(question.chosen);
            self.taken.insert(node(question, question.chosen));
        }
        let mut prefix: Vec<Departure> = Vec::new();
        for question in &log.questions {
            for answer in (0..question.of).filter(|answer| *answer != question.chosen) {
                if !self.taken.insert(node(question, answer)) {
                    continue;
                }
                if self.frontier.len() >= FRONTIER_LIMIT {
                    self.is_cut = true;
                    return;
                }
                let mut departures = prefix.clone();
                if answer != question.plain {
                    departures.push(question.answered(answer));
                }
                self.next_number += 1;
                let rank = (departures.len(), rank(&question.point), self.next_number);
                self.frontier.insert(rank, departures);
            }
            if question.departs() {
                prefix.push(question.answered(question.chosen));
            }
        }
    }

    /// One schedule for each thing that could be slow: first those that are about what others are about, then other jobs.
    fn plan_slow(&mut self, things: &str, conflicts: &[bool]) {
        let guide =
            |nth| Guide { seed: self.seed, habit: Habit::Slow(nth), departures: Vec::new() };
        let mut slow: Vec<(usize, char)> = things.chars().enumerate().collect();
        slow.sort_by_key(|(nth, letter)| {
            (!conflicts.get(*nth).is_some_and(|one| *one), *letter != 'j')
        });
        self.first.extend(slow.into_iter().take(MAX_SLOW).map(|(nth, _)| guide(nth)));
    }

    pub(super) fn coverage(&self) -> Coverage {
        let answers = self.nodes.values().map(|(of, _)| *of).sum();
        let tried = self.nodes.values().map(|(_, given)| given.len()).sum();
        Coverage { questions: self.nodes.len(), answers, tried }
    }

    /// How many of the runs were different schedules.
    pub(super) fn distinct(&self) -> usize {
        self.paths.len()
    }

    /// Whether everything has been planned and tried, once `next` has no more.
    pub(super) fn is_exhausted(&self) -> bool {
        self.first.is_empty() && self.frontier.is_empty() && !self.is_cut
    }
}

fn path(log: &Log) -> u64 {
    let mut hasher = DefaultHasher::new();
    for question in &log.questions {
        node(question, question.chosen).hash(&mut hasher);
    }
    hasher.finish()
}

fn node(question: &Question, answer: usize) -> Node {
    (question.state, question.among, question.point.clone(), answer)
}

/// Orders first, then when a timer fires, then how reads and writes are cut.
fn rank(point: &str) -> u32 {
    match point {
        "next" | "ready" | "first-timers" | "task" | "queues" | "frame" => 0,
        "job" | "wakeup" | "mail" => 1,
        fault if fault.starts_with("fault-") => 0,
        "clock" => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program whose every run is asked the same three questions of two answers.
    fn answer(guide: &Guide) -> Log {
        let mut state = 0;
        let questions = (0..3).map(|nth| {
            let departure = guide.departures.iter().find(|departure| departure.nth == nth);
            let chosen = match guide.habit {
                Habit::Newest => 1,
                Habit::Priorities(seed) | Habit::Sometimes { seed, .. } => {
                    (seed >> nth & 1) as usize
                }
                _ => departure.map_or(0, |departure| departure.answer),
            };
            let point = "next".to_owned();
            let (among, new_things) = (nth as u64, String::new());
            let question =
                Question { point, nth, of: 2, chosen, plain: 0, state, among, new_things };
            state = state * 2 + chosen as u64 + 1;
            question
        });
        Log { questions: questions.collect(), ..Log::default() }
    }

    #[test]
    fn every_schedule_of_a_small_tree_is_tried() {
        let mut plan = Plan::new(0);
        let mut seen = HashSet::new();
        let mut runs = 0;
        while let Some(guide) = plan.next() {
            let log = answer(&guide);
            seen.insert(log.questions.iter().map(|question| question.chosen).collect::<Vec<_>>());
            plan.learn(&log);
            runs += 1;
            assert!(runs < 50);
        }
        assert_eq!(seen.len(), 8);
        assert_eq!(plan.distinct(), 8, "of {runs} runs");
        assert!(plan.is_exhausted());
        let coverage = plan.coverage();
        assert_eq!((coverage.questions, coverage.answers, coverage.tried), (7, 14, 14));
    }

    #[test]
    fn one_is_not_several() {
        let one = Coverage { questions: 1, answers: 2, tried: 1 };
        assert_eq!(one.to_string(), "1 choice point, 1 of 2 answers tried");
        let several = Coverage { questions: 7, answers: 14, tried: 7 };
        assert_eq!(several.to_string(), "7 choice points, 7 of 14 answers tried");
    }

    #[test]
    fn what_conflicts_is_slow_first() {
        let mut plan = Plan::new(0);
        plan.first.clear();
        plan.plan_slow("jdjjd", &[false, false, false, true]);
        let slow: Vec<Habit> = plan.first.iter().map(|guide| guide.habit).collect();
        assert_eq!(slow, [3, 0, 2, 1, 4].map(Habit::Slow));
    }
}
