//! The schedule log of a run, read back: what was asked, and with detail what the answers stand for and what ran.
//!
//! The log's lines are described in `crates/runtime/src/schedule_log.rs`. A line that is cut short, because the run was
//! killed, is left out.

use roundel_runtime::Departure;
use serde_json::Value;

/// One question of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) point: String,
    pub(super) nth: usize,
    pub(super) of: usize,
    pub(super) chosen: usize,
    pub(super) plain: usize,
    /// What the program had seen by then.
    pub(super) state: u64,
    /// What could happen.
    pub(super) among: u64,
    /// What could not happen before, a letter for each.
    pub(super) new_things: String,
}

impl Question {
    pub(super) fn departs(&self) -> bool {
        self.chosen != self.plain
    }

    pub(super) fn answered(&self, answer: usize) -> Departure {
        Departure { point: self.point.clone(), nth: self.nth, answer }
    }
}

/// Something in a log with detail.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event {
    /// A question, by its place among the questions, and what each of its answers stands for.
    Asked(usize, Vec<Value>),
    Began(Value),
    Wrote {
        text: String,
    },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Log {
    pub(super) questions: Vec<Question>,
    /// Empty without detail.
    pub(super) events: Vec<Event>,
    /// What the things are that could happen, one for each letter of [`Log::things`]; empty without detail.
    pub(super) labels: Vec<Value>,
    /// Which of them are about what another is about, once that was found out.
    pub(super) conflicts: Vec<bool>,
    /// The builtins that were loaded, in their order; empty without detail.
    pub(super) builtins: Vec<String>,
}

impl Log {
    pub(super) fn parse(text: &str) -> Log {
        let mut log = Log::default();
        for line in text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
            let Some((sort, rest)) = line.split_once(' ') else { continue };
            match sort {
                "q" => log.questions.extend(question(rest)),
                "a" => {
                    if let (Some(last), Ok(Value::Array(labels))) =
                        (log.questions.len().checked_sub(1), serde_json::from_str(rest))
                    {
                        log.events.push(Event::Asked(last, labels));
                    }
                }
                "n" => {
                    if let Ok(Value::Array(labels)) = serde_json::from_str(rest) {
                        log.labels.extend(labels);
                    }
                }
                "m" => log.builtins.push(rest.to_owned()),
                "b" => log.events.extend(serde_json::from_str(rest).ok().map(Event::Began)),
                "w" => {
                    let text = serde_json::from_str::<Value>(rest).ok();
                    let text = text.and_then(|value| Some(value["text"].as_str()?.to_owned()));
                    log.events.extend(text.map(|text| Event::Wrote { text }));
                }
                _ => {}
            }
        }
        log
    }

    /// All that could happen in the run, a letter for each.
    pub(super) fn things(&self) -> String {
        self.questions.iter().map(|question| question.new_things.as_str()).collect()
    }

    /// The answers that are not the plain ones.
    pub(super) fn departures(&self) -> Vec<Departure> {
        let departing = self.questions.iter().filter(|question| question.departs());
        departing.map(|question| question.answered(question.chosen)).collect()
    }
}

fn question(line: &str) -> Option<Question> {
    let mut words = line.split(' ');
    let point = words.next()?.to_owned();
    let mut number = || words.next()?.parse().ok();
    let (nth, of, chosen, plain) = (number()?, number()?, number()?, number()?);
    let mut hexadecimal = || u64::from_str_radix(words.next()?, 16).ok();
    let (state, among) = (hexadecimal()?, hexadecimal()?);
    let new_things = words.next()?.strip_prefix('-')?.to_owned();
    Some(Question { point, nth, of, chosen, plain, state, among, new_things })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_as_far_as_it_goes() {
        let log = Log::parse(
            "q next 0 3 1 2 ff 1a -jd\na [{\"sort\":\"job\"}]\nw {\"fd\":1,\"text\":\"x\\n\"}\nm fs\nq cl",
        );
        assert_eq!(log.questions.len(), 1);
        assert_eq!(log.departures()[0].to_string(), "next.0=1");
        assert_eq!(log.events.len(), 2);
        assert_eq!(log.builtins, ["fs"]);
        assert_eq!(log.questions[0].state, 255);
    }
}
