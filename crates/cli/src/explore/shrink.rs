//! The fewest decisions that make a run fail: delta debugging over those that differ from the ordinary run.
//!
//! Leaving one out may shift the questions behind it, so that what is left means something else. That does no harm: only what
//! still fails is kept, and what it was really asked is read from its own log.

use roundel_runtime::Departure;

use super::trial::Trial;

/// Some failures need many decisions; nobody waits for ever.
const MAX_RUNS: usize = 300;

/// Shrinks a trial that fails. `attempt` runs the program by each of some lists of decisions, `at_once` of them at most, and
/// gives the trials that fail in the same way.
pub(super) fn shrink<E>(
    failed: Trial,
    at_once: usize,
    attempt: &mut impl FnMut(&[Vec<Departure>]) -> Result<Vec<Option<Trial>>, E>,
) -> Result<Trial, E> {
    // A habit is worth what it decided.
    let first = attempt(&[failed.log.departures()])?;
    let Some(mut best) = first.into_iter().flatten().next() else { return Ok(failed) };
    let mut runs = 1;
    let mut parts = 2;
    loop {
        let departures = best.log.departures();
        if departures.is_empty() || runs >= MAX_RUNS {
            return Ok(best);
        }
        let parts_now = parts.min(departures.len());
        let size = departures.len().div_ceil(parts_now);
        let without = |start: usize| {
            let mut rest = departures.clone();
            rest.drain(start..(start + size).min(departures.len()));
            rest
        };
        let candidates: Vec<_> = (0..departures.len()).step_by(size).map(without).collect();
        let mut smaller = None;
        for some in candidates.chunks(at_once.max(1)) {
            runs += some.len();
            smaller = attempt(some)?
                .into_iter()
                .flatten()
                .find(|trial| trial.log.departures().len() < departures.len());
            if smaller.is_some() {
                break;
            }
        }
        match smaller {
            Some(trial) => {
                best = trial;
                parts = 2.max(parts_now - 1);
            }
            None if parts_now == departures.len() => return Ok(best),
            None => parts = (parts_now * 2).min(departures.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::outcome::{End, Outcome};
    use super::super::questions::{Log, Question};
    use super::*;

    fn trial(departures: &[Departure]) -> Trial {
        let question = |departure: &Departure| Question {
            point: departure.point.clone(),
            nth: departure.nth,
            of: 2,
            chosen: departure.answer,
            plain: 0,
            state: 0,
            among: 0,
            new_things: String::new(),
        };
        let questions = departures.iter().map(question).collect();
        let outcome = Outcome { end: End::Exit(1), stdout: String::new(), stderr: String::new() };
        Trial { outcome, log: Log { questions, ..Log::default() } }
    }

    #[test]
    fn two_of_forty_decisions_are_found() {
        let all: Vec<Departure> =
            (0..40).map(|nth| Departure { point: "next".to_owned(), nth, answer: 1 }).collect();
        let mut runs = 0;
        let needs = |departures: &[Departure], nth| departures.iter().any(|one| one.nth == nth);
        let mut attempt = |lists: &[Vec<Departure>]| -> Result<Vec<Option<Trial>>, ()> {
            assert!(lists.len() <= 3);
            runs += lists.len();
            let fails =
                |departures: &&Vec<Departure>| needs(departures, 7) && needs(departures, 31);
            Ok(lists.iter().map(|list| Some(list).filter(fails).map(|list| trial(list))).collect())
        };
        let shrunk = shrink(trial(&all), 3, &mut attempt).unwrap();
        let left: Vec<usize> = shrunk.log.departures().iter().map(|one| one.nth).collect();
        assert_eq!(left, [7, 31]);
        assert!(runs < 100, "{runs}");
    }
}
