//! Programs of hostile calls: functions, constructors and methods with values that throw, lie, go away or come back.

use super::Program;
use super::excluded;
use super::surface::{Form, Target};
use crate::rng::Rng;

pub(super) const PRELUDE: &str = include_str!("prelude.js");

const CALLS: usize = 60;
const MOST_ARGUMENTS: usize = 5;

/// Numbers that an allocating function would take for gigabytes.
const AMOUNTS: [&str; 6] = ["int31", "uint32", "int32Over", "int53", "int63", "huge"];

pub(super) fn program(targets: &[Target], seed: u64, flags: &[&'static str]) -> Program {
    let mut rng = Rng::new(seed);
    let values = values();
    let lines = (0..CALLS)
        .map(|_| {
            let target = &targets[rng.below(targets.len())];
            format!("attempt(() => {});", call(target, &values, &mut rng))
        })
        .collect();
    // In some programs the collector never rests.
    let environment = if rng.percent(25) { super::stress::environment() } else { Vec::new() };
    let (head, flags) = (PRELUDE.to_owned(), flags.to_vec());
    Program { extension: "js", head, lines, flags, environment, folder: None }
}

/// The names of the getters of `v`.
fn values() -> Vec<&'static str> {
    let getters = PRELUDE.lines().filter_map(|line| line.strip_prefix("  get "));
    getters.filter_map(|rest| rest.split_once("()").map(|(name, _)| name)).collect()
}

fn call(target: &Target, values: &[&'static str], rng: &mut Rng) -> String {
    let way = &target.way;
    match &target.form {
        Form::Function if rng.percent(20) => {
            let receiver = value(target, values, rng);
            format!("Reflect.apply({way}, {receiver}, [{}])", arguments(target, values, rng))
        }
        Form::Function => format!("{way}({})", arguments(target, values, rng)),
        Form::Class if rng.percent(25) => format!("{way}({})", arguments(target, values, rng)),
        Form::Class => format!("new ({way})({})", arguments(target, values, rng)),
        Form::Method(key) => {
            let receiver = receiver(target, values, rng);
            let rest = arguments(target, values, rng);
            format!("Reflect.apply({way}.prototype{key}, {receiver}, [{rest}])")
        }
        Form::Getter(key) => {
            format!("Reflect.get({way}.prototype, {key}[0], {})", receiver(target, values, rng))
        }
    }
}

/// Mostly an instance of the class, sometimes anything.
fn receiver(target: &Target, values: &[&'static str], rng: &mut Rng) -> String {
    if rng.percent(15) {
        return value(target, values, rng);
    }
    let rest = arguments(target, values, rng);
    let comma =
        if rest.is_empty() || rng.percent(50) { String::new() } else { format!(", {rest}") };
    format!("made({}{comma})", target.way)
}

fn arguments(target: &Target, values: &[&'static str], rng: &mut Rng) -> String {
    let count = rng.below(MOST_ARGUMENTS + 1);
    (0..count).map(|_| value(target, values, rng)).collect::<Vec<_>>().join(", ")
}

fn value(target: &Target, values: &[&'static str], rng: &mut Rng) -> String {
    loop {
        let name = rng.pick(values);
        if !(AMOUNTS.contains(&name) && excluded::allocates(&target.way)) {
            return format!("v.{name}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(way: &str, form: Form) -> Target {
        Target { way: way.to_owned(), form }
    }

    #[test]
    fn a_seed_is_a_program() {
        let targets = [
            target("a", Form::Function),
            target("B", Form::Class),
            target("B", Form::Method("[\"c\"]".into())),
        ];
        let text = |seed| program(&targets, seed, &[]).text();
        assert_eq!(text(1), text(1));
        assert_ne!(text(1), text(2));
        assert!(text(3).contains("attempt(() => "));
    }

    #[test]
    fn the_values_of_the_prelude_are_found() {
        let values = values();
        assert!(values.len() > 60 && values.contains(&"throwingProxy"));
        assert!(AMOUNTS.iter().all(|name| values.contains(name)));
    }

    #[test]
    fn what_allocates_gets_no_gigabytes() {
        let alloc = target(r#"globalThis["Buffer"]["alloc"]"#, Form::Function);
        let text = program(&[alloc], 5, &[]).lines.join("\n");
        assert!(AMOUNTS.iter().all(|name| !text.contains(&format!("v.{name}"))));
    }
}
