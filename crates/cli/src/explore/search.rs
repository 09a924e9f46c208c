//! The search: several runs at a time, until one fails, all schedules were tried, or the budget is spent.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use roundel_runtime::{Departure, Guide, Habit};

use super::arguments::Arguments;
use super::conflicts::conflicts;
use super::family::Family;
use super::outcome::{Failure, Outcome};
use super::plan::{Coverage, Plan};
use super::program::Program;
use super::progress::Progress;
use super::shrink;
use super::story::{self, Story};
use super::token::Token;
use super::trial::{Detail, Slot, Trial};
use crate::private_folder::PrivateFolder;

/// Runs that hang take long, and shrinking needs many.
const SHRINKING_LIMIT: Duration = Duration::from_secs(30);

/// What a search found.
pub(super) struct Findings {
    /// How many runs there were, and how many of them were different schedules.
    pub(super) runs: usize,
    pub(super) distinct: usize,
    /// There are no others.
    pub(super) is_exhaustive: bool,
    pub(super) coverage: Coverage,
    pub(super) elapsed: Duration,
    pub(super) failure: Option<Found>,
}

/// A schedule that fails.
pub(super) struct Found {
    /// The how-manieth run it was.
    pub(super) at: usize,
    /// How long it took to come to it, without what follows.
    pub(super) after: Duration,
    pub(super) failure: Failure,
    /// The fewest decisions that make it fail; none if the ordinary run does.
    pub(super) departures: Vec<Departure>,
    pub(super) ordinary: Outcome,
    pub(super) outcome: Outcome,
    pub(super) story: Story,
    pub(super) token: Token,
    /// Whether a second run by the same decisions did the same.
    pub(super) is_repeatable: bool,
    /// How many runs shrinking took.
    pub(super) shrinking_runs: usize,
}

/// What the threads of a search share.
struct State {
    plan: Plan,
    progress: Progress,
    /// Runs that have begun, and that are not over.
    begun: usize,
    running: usize,
    ordinary: Option<Trial>,
    /// The failure of the earliest run that failed.
    failed: Option<(usize, Failure, Trial)>,
    /// When that was.
    failed_after: Duration,
    trouble: Option<String>,
}

pub(super) fn search(program: &Program, arguments: &Arguments) -> Result<Findings, String> {
    let started = Instant::now();
    let folder = PrivateFolder::new(&std::env::temp_dir()).map_err(|error| error.to_string())?;
    let family = Family::new(folder.path());
    let mut slots = (0..arguments.jobs)
        .map(|number| Slot::new(folder.path(), number, &family))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| error.to_string())?;
    let state = Mutex::new(State {
        plan: Plan::new(arguments.seed),
        progress: Progress::new(),
        begun: 0,
        running: 0,
        ordinary: None,
        failed: None,
        failed_after: Duration::ZERO,
        trouble: None,
    });
    let work =
        Work { program, arguments, state: &state, started, deadline: started + arguments.time };
    let [first, ..] = &mut slots[..] else { return Err("no runs at a time".to_owned()) };
    // One schedule is no reason to prepare for many.
    let original = (arguments.runs > 1).then(|| first.begin(program, arguments.seed)).flatten();
    // The ordinary run alone: all others are held against it.
    work.step(first);
    let ordinary = work.lock().ordinary.clone();
    if let (Some(original), Some(ordinary), true) = (original, &ordinary, work.may_go_on())
        && let Some(original) = first.prepare(original, program, arguments.seed, ordinary)
    {
        slots.iter_mut().for_each(|slot| slot.use_copies(&original));
    }
    thread::scope(|scope| {
        for slot in &mut slots {
            scope.spawn(|| work.go_on(slot));
        }
    });
    let mut state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(trouble) = state.trouble {
        state.progress.end();
        return Err(trouble);
    }
    let failure = match (state.failed.take(), state.ordinary.take()) {
        (Some((at, failure, trial)), Some(ordinary)) => {
            state.progress.say("shrinking the failure");
            let found = Finder { program, arguments, ordinary, slots: &mut slots };
            Some(found.found(at, state.failed_after, failure, trial)?)
        }
        _ => None,
    };
    state.progress.end();
    Ok(Findings {
        runs: state.begun,
        distinct: state.plan.distinct(),
        is_exhaustive: failure.is_none() && state.plan.is_exhausted(),
        coverage: state.plan.coverage(),
        elapsed: started.elapsed(),
        failure,
    })
}

struct Work<'a> {
    program: &'a Program,
    arguments: &'a Arguments,
    state: &'a Mutex<State>,
    started: Instant,
    deadline: Instant,
}

impl Work<'_> {
    /// Runs one schedule after the other.
    fn go_on(&self, slot: &mut Slot) {
        loop {
            let (may_begin, is_waiting) = {
                let state = self.lock();
                (self.may_begin(&state), state.running > 0)
            };
            if !may_begin {
                return;
            }
            // Nothing is planned while others run whose questions may be planned.
            if !self.step(slot) {
                if !is_waiting {
                    return;
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn may_go_on(&self) -> bool {
        self.may_begin(&self.lock())
    }

    fn may_begin(&self, state: &State) -> bool {
        state.failed.is_none()
            && state.trouble.is_none()
            && state.begun < self.arguments.runs.max(1)
            && Instant::now() < self.deadline
    }

    /// Runs one schedule; false if there is none to run.
    fn step(&self, slot: &mut Slot) -> bool {
        let (number, guide) = {
            let mut state = self.lock();
            if state.begun > 0 && !self.may_begin(&state) {
                return true;
            }
            let Some(guide) = state.plan.next() else { return false };
            state.begun += 1;
            state.running += 1;
            (state.begun, guide)
        };
        // What the ordinary run is about says which others are promising.
        let detail = if number == 1 { Detail::Everything } else { Detail::Questions };
        let mut trial = slot.run(self.program, &guide, detail);
        if let (1, Ok(trial)) = (number, &mut trial) {
            trial.log.conflicts = conflicts(&trial.log.labels, &self.program.source);
        }
        let mut state = self.lock();
        state.running -= 1;
        match trial {
            Ok(trial) => self.judge(&mut state, number, trial),
            Err(trouble) => state.trouble = Some(trouble),
        }
        true
    }

    fn judge(&self, state: &mut State, number: usize, trial: Trial) {
        state.plan.learn(&trial.log);
        let ordinary = state.ordinary.as_ref().filter(|_| self.arguments.same_output);
        let failure = trial.outcome.failure(ordinary.map(|ordinary| &ordinary.outcome));
        if state.ordinary.is_none() {
            state.ordinary = Some(trial.clone());
        }
        if let Some(failure) = failure
            && state.failed.as_ref().is_none_or(|(earliest, ..)| number < *earliest)
        {
            state.failed = Some((number, failure, trial));
            state.failed_after = self.started.elapsed();
        }
        let coverage = state.plan.coverage();
        let begun = state.begun;
        state.progress.tell(begun, self.arguments.runs, coverage);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes a failure small and tells it.
struct Finder<'a> {
    program: &'a Program,
    arguments: &'a Arguments,
    ordinary: Trial,
    slots: &'a mut [Slot],
}

impl Finder<'_> {
    fn found(
        self,
        at: usize,
        after: Duration,
        failure: Failure,
        trial: Trial,
    ) -> Result<Found, String> {
        let Finder { program, arguments, ordinary, slots } = self;
        let seed = arguments.seed;
        let guide = |departures: &[Departure]| Guide {
            seed,
            habit: Habit::Plain,
            departures: departures.to_vec(),
        };
        let reference = arguments.same_output.then_some(&ordinary.outcome);
        let mut shrinking_runs = 0;
        let deadline = Instant::now() + SHRINKING_LIMIT;
        let at_once = slots.len();
        let mut trials_of = |lists: &[Vec<Departure>]| {
            // A failure that is not as small as it could be is told, too.
            if shrinking_runs > 0 && Instant::now() > deadline {
                return Ok(Vec::new());
            }
            shrinking_runs += lists.len();
            let trials = run_together(slots, program, lists.iter().map(|list| guide(list)))?;
            let fails = |trial: &Trial| trial.outcome.failure(reference).as_ref() == Some(&failure);
            Ok::<_, String>(trials.into_iter().map(|one| Some(one).filter(fails)).collect())
        };
        let shrunk = shrink::shrink(trial, at_once, &mut trials_of)?;
        let [slot, ..] = slots else { return Err("no runs at a time".to_owned()) };
        let departures = shrunk.log.departures();
        // A process of its own, as a replay is.
        let told = slot.run(program, &guide(&departures), Detail::Everything)?;
        let mut is_repeatable = told.outcome == shrunk.outcome;
        if !is_repeatable && slot.has_copies() {
            // A copy may have done what a process of its own does not: then those are asked.
            slot.stop_copies();
            let again = slot.run(program, &guide(&departures), Detail::Questions)?;
            is_repeatable = again.outcome == told.outcome;
        }
        let outcome = if is_repeatable { told.outcome } else { shrunk.outcome };
        let guide = guide(&departures);
        Ok(Found {
            at,
            after,
            failure,
            story: story::tell(program, &ordinary.log, &told.log),
            token: Token::new(program, &guide, &outcome),
            departures,
            ordinary: ordinary.outcome,
            outcome,
            is_repeatable,
            shrinking_runs,
        })
    }
}

/// Runs each guide in a slot of its own.
fn run_together(
    slots: &mut [Slot],
    program: &Program,
    guides: impl Iterator<Item = Guide>,
) -> Result<Vec<Trial>, String> {
    thread::scope(|scope| {
        let runs: Vec<_> = slots
            .iter_mut()
            .zip(guides)
            .map(|(slot, guide)| scope.spawn(move || slot.run(program, &guide, Detail::Questions)))
            .collect();
        runs.into_iter()
            .map(|run| run.join().unwrap_or_else(|_| Err("a run was not watched".to_owned())))
            .collect()
    })
}
