//! A run on one screen: where its time went, what was slow and why, what waited for whom, what was left.

use std::collections::BTreeMap;
use std::fmt::Write;

use roundel_loop::Phase;

use crate::event::TurnKind;
use crate::lints::Finding;
use crate::model::{Callback, Model};
use crate::words::{ms, resource_noun};

/// How many of the slowest, of the longest waits, of what is alive.
const SHOWN: usize = 5;

/// How many findings of lints.
const SHOWN_FINDINGS: usize = 20;

/// How many causes of one are told.
const CAUSES: usize = 4;

/// A wait or a run shorter than this is not told of.
const NOTICED_NS: u64 = 100_000;

/// Where the time of a run went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    pub whole_ns: u64,
    pub idle_ns: u64,
    pub main_ns: u64,
    /// Phases of the main loop, by name, in the order of their table; poll without its idle time.
    pub phases: Vec<(&'static str, u64)>,
}

/// The highest that a queue has been: how many, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HighWater {
    pub queue: &'static str,
    pub count: i64,
    pub at_ns: u64,
}

impl Model {
    /// Where the time of the main environment went.
    pub fn times(&self) -> Times {
        let Some(main) = self.environments.first() else { return Times::default() };
        let mut phases: BTreeMap<usize, (&'static str, u64)> = BTreeMap::new();
        for span in &main.phases {
            let spent = phases.entry(span.phase as usize).or_insert((words(span.phase), 0));
            spent.1 = spent.1.saturating_add(span.end_ns.saturating_sub(span.begin_ns));
        }
        let idle_ns = main.polls.iter().fold(0_u64, |sum, poll| sum.saturating_add(poll.waited_ns));
        if let Some(poll) = phases.get_mut(&(Phase::Poll as usize)) {
            poll.1 = poll.1.saturating_sub(idle_ns);
        }
        let is_main = |callback: &&Callback| &*callback.kind == "main" && callback.stream == 0;
        Times {
            whole_ns: main.end_ns.saturating_sub(main.begin_ns),
            idle_ns,
            main_ns: self.callbacks.iter().find(is_main).map_or(0, Callback::run_ns),
            phases: phases.into_values().collect(),
        }
    }

    /// How long each queue got.
    pub fn high_water(&self) -> Vec<HighWater> {
        let mut steps: BTreeMap<&'static str, Vec<(u64, i64)>> = BTreeMap::new();
        for resource in &self.resources {
            let Some(queue) = queue_of(&resource.kind) else { continue };
            let steps = steps.entry(queue).or_default();
            steps.push((resource.made_ns, 1));
            let left = match queue {
                "timers" => resource.gone_ns,
                _ => resource.first_callback_ns.or(resource.gone_ns),
            };
            steps.extend(left.map(|left_ns| (left_ns, -1)));
        }
        for work in &self.works {
            let steps = steps.entry("jobs of the pool").or_default();
            steps.push((work.queued_ns, 1));
            steps.extend(work.ran.map(|(started_ns, _)| (started_ns.max(work.queued_ns), -1)));
        }
        let highest = |(queue, mut steps): (&'static str, Vec<(u64, i64)>)| {
            steps.sort_unstable();
            let mut count = 0;
            let mut highest = HighWater { queue, count: 0, at_ns: 0 };
            for (at_ns, step) in steps {
                count += step;
                if count > highest.count {
                    highest = HighWater { queue, count, at_ns };
                }
            }
            highest
        };
        let mut found: Vec<HighWater> = steps.into_iter().map(highest).collect();
        found.sort_by_key(|high| std::cmp::Reverse(high.count));
        found
    }
}

/// The queue that something waits in, if it is one of the loop's.
pub fn queue_of(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "Timeout" | "timer" => "timers",
        "Immediate" => "immediates",
        "TickObject" => "ticks",
        "Microtask" => "microtasks",
        "await" | "then" => "promise callbacks",
        "task" | "message" | "scheduler task" => "tasks",
        _ => return None,
    })
}

/// The summary, as text for a terminal, with what lints have found.
pub fn text(model: &Model, findings: &[Finding]) -> String {
    let mut out = String::new();
    head(&mut out, model);
    times(&mut out, model);
    slowest(&mut out, model);
    waits(&mut out, model);
    queues(&mut out, model);
    alive(&mut out, model);
    lints(&mut out, findings);
    if model.is_ring {
        out.push_str("  the beginning is not in the file\n");
    }
    out
}

fn head(out: &mut String, model: &Model) {
    let program = model.known("program").unwrap_or("the program");
    let main = model.environments.first();
    let whole = main.map_or(0, |main| main.end_ns.saturating_sub(main.begin_ns));
    let end = match main {
        Some(main) => match (&main.stopped, main.exit_code) {
            (Some(by), _) => format!("was stopped ({by})"),
            (None, Some(code)) => format!("ended with code {code}"),
            (None, None) => "was cut off".to_owned(),
        },
        None => "has left nothing".to_owned(),
    };
    let iterations = main.map_or(0, |main| main.iterations.len());
    let callbacks = model.shown().count();
    let workers = model.environments.len().saturating_sub(1);
    let _ = write!(
        out,
        "{program} {end} after {} ms: {}, {}, {}",
        ms(whole),
        counted(iterations, "iteration"),
        counted(callbacks, "callback"),
        counted(model.works.len(), "job") + " of the pool",
    );
    if workers > 0 {
        let _ = write!(out, ", {}", counted(workers, "worker"));
    }
    out.push('\n');
}

/// How many of what: one is not several.
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn times(out: &mut String, model: &Model) {
    let times = model.times();
    if times.whole_ns == 0 {
        return;
    }
    let share =
        |ns: u64| format!("{} ms ({:.0} %)", ms(ns), ns as f64 * 100.0 / times.whole_ns as f64);
    let _ = write!(out, "  time: idle {}", share(times.idle_ns));
    let _ = write!(out, ", main script {}", share(times.main_ns));
    let mut phases = times.phases.clone();
    phases.sort_by_key(|&(_, ns)| std::cmp::Reverse(ns));
    for (phase, ns) in phases.iter().filter(|(_, ns)| is_shown(*ns)) {
        let _ = write!(out, ", {phase} {}", share(*ns));
    }
    out.push('\n');
}

/// The causes of a callback, a line each.
pub fn causes(out: &mut String, model: &Model, callback: &Callback, indent: &str, limit: usize) {
    let chain = model.chain(callback.id);
    for link in chain.iter().take(limit) {
        let Some(target) = link.step.target().and_then(|id| model.callback(id)) else { break };
        let _ = writeln!(out, "{indent}{} {}", model.step_words(link.step), model.numbered(target));
    }
    if chain.len() > limit + 1 {
        let _ = writeln!(out, "{indent}… and {} more", chain.len() - limit - 1);
    }
}

fn slowest(out: &mut String, model: &Model) {
    let mut slow: Vec<&Callback> =
        model.shown().filter(|callback| callback.self_ns >= NOTICED_NS).collect();
    slow.sort_by_key(|callback| std::cmp::Reverse(callback.self_ns));
    if slow.is_empty() {
        return;
    }
    out.push_str("  slowest callbacks\n");
    for callback in slow.iter().take(SHOWN) {
        let _ = writeln!(out, "    {:>8} ms  {}", ms(callback.self_ns), model.numbered(callback));
        causes(out, model, callback, "                 ", CAUSES);
    }
}

fn waits(out: &mut String, model: &Model) {
    let waited = |callback: &Callback| {
        callback.ready_ns.map_or(0, |ready_ns| callback.begin_ns.saturating_sub(ready_ns))
    };
    let mut late: Vec<&Callback> = model
        .shown()
        .filter(|callback| waited(callback) >= NOTICED_NS)
        .filter(|callback| matches!(&*callback.kind, "timer" | "io" | "immediate"))
        .collect();
    late.sort_by_key(|callback| std::cmp::Reverse(waited(callback)));
    if late.is_empty() {
        return;
    }
    out.push_str("  longest waits\n");
    for callback in late.iter().take(SHOWN) {
        let _ = writeln!(out, "    {:>8} ms  {}", ms(waited(callback)), model.numbered(callback));
        let blamed = model.wait(callback).and_then(|wait| wait.blame.first().copied());
        if let Some((blame, other)) =
            blamed.and_then(|blame| Some((blame, model.callback(blame.callback)?)))
        {
            let _ = writeln!(
                out,
                "                 because of {}, which ran for {} ms of that",
                model.numbered(other),
                ms(blame.ns)
            );
        } else {
            out.push_str(
                "                 nothing of the program ran meanwhile: the machine was busy\n",
            );
        }
    }
}

/// A loop that has nothing to do is idle as well, and nobody should take one for the other.
fn words(phase: Phase) -> &'static str {
    match phase {
        Phase::Idle => "idle handles",
        phase => phase.name(),
    }
}

/// Whether the time of a phase is worth a word: what rounds to nothing is not.
pub fn is_shown(phase_ns: u64) -> bool {
    phase_ns >= NOTICED_NS
}

fn queues(out: &mut String, model: &Model) {
    let marks: Vec<String> = model
        .high_water()
        .iter()
        .filter(|high| high.count > 1)
        .map(|high| {
            format!("{} {} at {} ms", high.count, high.queue, ms(model.since_start_ns(high.at_ns)))
        })
        .collect();
    if !marks.is_empty() {
        let _ = writeln!(out, "  waited at most: {}", marks.join(", "));
    }
}

fn lints(out: &mut String, findings: &[Finding]) {
    if findings.is_empty() {
        return;
    }
    let _ = writeln!(out, "  lints: {}, see docs/lints.md", counted(findings.len(), "finding"));
    for finding in findings.iter().take(SHOWN_FINDINGS) {
        let _ = writeln!(out, "    {}", finding.line());
    }
    if findings.len() > SHOWN_FINDINGS {
        let _ = writeln!(out, "    … and {} more", findings.len() - SHOWN_FINDINGS);
    }
}

fn alive(out: &mut String, model: &Model) {
    let alive: Vec<_> = model
        .resources
        .iter()
        .filter(|resource| resource.is_alive() && resource.stream == 0)
        .filter(|resource| match resource.turn {
            TurnKind::Entry => true,
            TurnKind::Own(_) => &*resource.kind == "Timeout" || resource.callbacks == 0,
            TurnKind::Inside => false,
        })
        .filter(|resource| !resource.place.is_empty())
        .collect();
    if alive.is_empty() {
        return;
    }
    let _ = writeln!(out, "  alive at the end: {}", alive.len());
    for resource in alive.iter().take(SHOWN) {
        let place = model.place_of(resource).unwrap_or_default();
        let _ = writeln!(out, "    {} of {place}", resource_noun(resource));
    }
    if alive.len() > SHOWN {
        let _ = writeln!(out, "    … and {} more", alive.len() - SHOWN);
    }
}
