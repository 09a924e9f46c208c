//! The fewest decisions that make a run fail: delta debugging over those that differ from the ordinary run.
//!
//! Leaving one out may shift the questions behind it, so that what is left means something else. That does no harm: only what
//! still fails is kept, and what it was really asked is read from its own log.

use roundel_runtime::Departure;

use super::trial::Trial;

/// Some failures need many decisions; nobody waits for ever.
const MAX_RUNS: usize = 300;

/// Shrinks a trial that fails. `attempt` runs the program by some decisions and gives the trial if it fails in the same way.
pub(super) fn shrink<E>(
    failed: Trial,
    attempt: &mut impl FnMut(&[Departure]) -> Result<Option<Trial>, E>,
) -> Result<Trial, E> {
    // A habit is worth what it decided.
    let Some(mut best) = attempt(&failed.log.departures())? else { return Ok(failed) };
    let mut runs = 1;
    let mut parts = 2;
    loop {
        let departures = best.log.departures();
        if departures.is_empty() || runs >= MAX_RUNS {
            return Ok(best);
        }
        let parts_now = parts.min(departures.len());
        let size = departures.len().div_ceil(parts_now);
        let mut smaller = None;
        for start in (0..departures.len()).step_by(size) {
            let mut rest = departures.clone();
            rest.drain(start..(start + size).min(departures.len()));
            runs += 1;
            if let Some(trial) = attempt(&rest)?
                && trial.log.departures().len() < departures.len()
            {
                smaller = Some(trial);
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
        let mut attempt = |departures: &[Departure]| -> Result<Option<Trial>, ()> {
            runs += 1;
            let fails = needs(departures, 7) && needs(departures, 31);
            Ok(fails.then(|| trial(departures)))
        };
        let shrunk = shrink(trial(&all), &mut attempt).unwrap();
        let left: Vec<usize> = shrunk.log.departures().iter().map(|one| one.nth).collect();
        assert_eq!(left, [7, 31]);
        assert!(runs < 100, "{runs}");
    }
}
