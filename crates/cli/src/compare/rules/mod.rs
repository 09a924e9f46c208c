//! Why two loops print something else: a table of rules over the turns behind the first difference.
//!
//! A rule looks at facts (kinds of turns, phases, delays, what a turn followed) and answers with one or two sentences, or
//! not at all. The first that answers is taken, so the particular come before the general. Where none does, the two turns
//! are named: no reason is invented.

mod delays;
mod drains;
mod ends;
mod globals;
mod page;
mod phases;

use super::case::{Case, Side};
use super::describe;

/// What is said about a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Explanation {
    /// The rule's name; `None` if no rule is known for the difference.
    pub(super) rule: Option<&'static str>,
    pub(super) text: String,
}

pub(super) struct Rule {
    pub(super) name: &'static str,
    /// The sentences, if the rule decided the difference. Tried from both sides.
    pub(super) explain: fn(&Case) -> Option<String>,
}

const RULES: &[&[Rule]] =
    &[globals::RULES, ends::RULES, drains::RULES, phases::RULES, delays::RULES, page::RULES];

pub(super) fn explain(case: &Case) -> Explanation {
    let turned = case.turned();
    for rule in RULES.iter().copied().flatten() {
        if let Some(text) = (rule.explain)(case).or_else(|| (rule.explain)(&turned)) {
            return Explanation { rule: Some(rule.name), text };
        }
    }
    Explanation { rule: None, text: facts(case) }
}

/// The two turns, without a reason.
fn facts(case: &Case) -> String {
    format!("{}; {}. No rule of the table tells why.", side(&case.a), side(&case.b))
}

fn side(side: &Side) -> String {
    let setting = &side.run.setting;
    match (side.line, side.here) {
        (Some(line), Some(turn)) => format!(
            "{setting} printed {} in {}, {}",
            describe::quoted(&line.text),
            describe::turn(turn, side.run),
            describe::position(turn, side.run)
        ),
        (Some(line), None) => format!("{setting} printed {}", describe::quoted(&line.text)),
        (None, _) => match side.run.end.told() {
            Some(end) => format!("{setting} printed nothing more ({end})"),
            None => format!("{setting} printed nothing more"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::RULES;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = RULES.iter().copied().flatten().map(|rule| rule.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
