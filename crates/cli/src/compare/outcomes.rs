//! All runs of one comparison: which print the same, and why the others do not.

use std::fs;
use std::io;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use roundel_runtime::ChoicePoint;

use super::arguments::Arguments;
use super::case::Case;
use super::child;
use super::progress::Progress;
use super::rules::{self, Explanation};
use super::run::{End, Run};
use super::setting::{Choice, Setting};
use crate::private_folder::PrivateFolder;

/// What a comparison found.
pub(super) struct Outcomes {
    /// One run for each loop and kind of entry, as asked for.
    pub(super) runs: Vec<Run>,
    /// Runs that print the same, by their place in `runs`.
    pub(super) groups: Vec<Group>,
    /// What else is possible where a loop leaves something open.
    pub(super) alternatives: Vec<Alternative>,
}

/// Runs with the same outcome.
pub(super) struct Group {
    /// At least one; the first stands for all.
    pub(super) members: Vec<usize>,
    /// How it differs from an earlier group; the first group differs from none.
    pub(super) difference: Option<Difference>,
}

pub(super) struct Difference {
    /// The group it is compared with, and the run of that group.
    pub(super) from: usize,
    pub(super) with: usize,
    /// The first line that differs, counted from 0.
    pub(super) line: usize,
    pub(super) explanation: Explanation,
}

/// Another outcome of a run, by another answer to a choice point.
pub(super) struct Alternative {
    /// The run it is another outcome of.
    pub(super) of: usize,
    pub(super) choice: Choice,
    pub(super) run: Run,
    pub(super) line: usize,
    pub(super) explanation: Explanation,
}

pub(super) fn collect(arguments: &Arguments, source: &str) -> io::Result<Outcomes> {
    let work = Work { arguments, folder: PrivateFolder::new(&std::env::temp_dir())? };
    let runs = work.run_all(&base_settings(arguments))?;
    let groups = group(&runs, source);
    let alternatives = alternatives(&work, &runs, source)?;
    Ok(Outcomes { runs, groups, alternatives })
}

fn base_settings(arguments: &Arguments) -> Vec<Setting> {
    let mut settings = Vec::new();
    for &kind in &arguments.loops {
        for &entry in &arguments.entries {
            let node_globals = arguments.node_globals;
            settings.push(Setting { kind, entry, node_globals, choice: None });
        }
    }
    settings
}

fn group(runs: &[Run], source: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        match groups.iter_mut().find(|group| runs[group.members[0]].is_same(run)) {
            Some(group) => group.members.push(index),
            None => {
                let difference = nearest(&groups, runs, run).map(|(from, with)| {
                    let case = Case::new(&runs[with], run, source);
                    Difference { from, with, line: case.line, explanation: rules::explain(&case) }
                });
                groups.push(Group { members: vec![index], difference });
            }
        }
    }
    groups
}

/// The group and the run of it that a run is told apart from: the most alike of the earlier ones.
fn nearest(groups: &[Group], runs: &[Run], run: &Run) -> Option<(usize, usize)> {
    let likeness = |other: &Run| {
        let (own, other) = (&run.setting, &other.setting);
        let is_world = own.kind.world == other.kind.world;
        (own.kind == other.kind, is_world && own.entry == other.entry, is_world)
    };
    let mut best = None;
    for (from, group) in groups.iter().enumerate() {
        for &with in &group.members {
            let likeness = likeness(&runs[with]);
            if best.is_none_or(|(known, _, _)| likeness > known) {
                best = Some((likeness, from, with));
            }
        }
    }
    best.map(|(_, from, with)| (from, with))
}

/// Turns each choice point that the user left open, one at a time, and keeps what prints something else.
fn alternatives(work: &Work, runs: &[Run], source: &str) -> io::Result<Vec<Alternative>> {
    let mut settings = Vec::new();
    let mut origins = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        // What never ends under one answer would only cost the same time again.
        if matches!(run.end, End::RealTimeMs(_)) {
            continue;
        }
        for choice in open_choices(run, work.arguments) {
            settings.push(Setting { choice: Some(choice), ..run.setting.clone() });
            origins.push((index, choice));
        }
    }
    let mut found: Vec<Alternative> = Vec::new();
    for (run, (of, choice)) in work.run_all(&settings)?.into_iter().zip(origins) {
        let is_known = runs[of].is_same(&run)
            || found.iter().any(|other| other.of == of && other.run.is_same(&run));
        if is_known {
            continue;
        }
        let case = Case::new(&runs[of], &run, source);
        let (line, explanation) = (case.line, rules::explain(&case));
        found.push(Alternative { of, choice, run, line, explanation });
    }
    Ok(found)
}

fn open_choices(run: &Run, arguments: &Arguments) -> Vec<Choice> {
    let mut open = Vec::new();
    for (point, default) in run.setting.kind.choices {
        if arguments.decided.contains(&point.name) {
            continue;
        }
        let ChoicePoint { name, answers, .. } = *point;
        for &(answer, _) in answers {
            if answer != *default {
                open.push(Choice { point: name, answer });
            }
        }
    }
    open
}

/// What the runs of one comparison share.
struct Work<'a> {
    arguments: &'a Arguments,
    /// Where the logs of turns are written.
    folder: PrivateFolder,
}

impl Work<'_> {
    /// Runs every setting, a few at a time, and gives the runs in the order of the settings.
    fn run_all(&self, settings: &[Setting]) -> io::Result<Vec<Run>> {
        let workers = thread::available_parallelism().map_or(1, NonZero::get).min(settings.len());
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<Option<io::Result<Run>>>> =
            Mutex::new(settings.iter().map(|_| None).collect());
        let progress = Progress::new(settings.len(), self.arguments.limits.real_ms);
        thread::scope(|scope| {
            let reporter = scope.spawn(|| progress.report());
            let workers: Vec<_> = (0..workers)
                .map(|_| {
                    scope.spawn(|| {
                        while let Some((index, setting)) = {
                            let index = next.fetch_add(1, Ordering::Relaxed);
                            settings.get(index).map(|setting| (index, setting))
                        } {
                            progress.begin(index, setting);
                            let run = self.run(setting);
                            progress.end(index);
                            // Only a panic of another worker poisons it, and that ends the scope anyhow.
                            if let Ok(mut done) = done.lock() {
                                done[index] = Some(run);
                            }
                        }
                    })
                })
                .collect();
            // A worker that panicked has lost its run, which is found below.
            workers.into_iter().for_each(|worker| drop(worker.join()));
            progress.finish();
            drop(reporter.join());
        });
        let done = done.into_inner().unwrap_or_default();
        done.into_iter()
            .map(|run| run.unwrap_or_else(|| Err(io::Error::other("a run was lost"))))
            .collect()
    }

    fn run(&self, setting: &Setting) -> io::Result<Run> {
        let log = self.folder.file(&format!("{setting}.jsonl"))?;
        let run = child::run(setting, self.arguments, &log);
        // A log can be large, and dozens may follow.
        fs::remove_file(&log)?;
        run
    }
}
