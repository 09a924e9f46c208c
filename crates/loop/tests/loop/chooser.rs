//! One chooser decides all that is open: a run can be written down, played again and turned in one place.

use crate::simulation::program;
use crate::support::Log;
use roundel_loop::{
    BackendKind, Choosing, EventLoop, Idle, Lane, Options, Point, Record, RunMode, Timer, work,
};
use std::collections::HashSet;

fn choosing_loop(choosing: Choosing) -> EventLoop {
    let backend = BackendKind::Simulated { seed: 0 };
    let options = Options { backend, choosing, pool_threads: Some(4), ..Options::default() };
    EventLoop::new(options).unwrap()
}

/// What the program did, and by which choices.
fn recorded(choosing: Choosing) -> (Vec<String>, Record) {
    let lp = choosing_loop(choosing);
    lp.chooser().keep_log();
    let world = program(&lp);
    (world, lp.chooser().record())
}

#[test]
fn a_recorded_run_is_played_again_exactly() {
    for seed in [0, 1, 2, 3, 4, 5, u64::MAX] {
        let (world, record) = recorded(Choosing::Seeded(seed));
        let text = record.to_string();
        let (again, second) = recorded(Choosing::Recorded(text.parse().unwrap()));
        assert_eq!(again, world, "seed {seed}");
        assert_eq!(second, record);
    }
}

#[test]
fn every_open_question_of_the_program_is_asked_by_name() {
    let records: Vec<Record> = (1..20).map(|seed| recorded(Choosing::Seeded(seed)).1).collect();
    let choices = records.iter().flat_map(|record| &record.choices);
    let asked: HashSet<&str> = choices.map(|choice| &*choice.point).collect();
    let points = [Point::READY, Point::MAIL, Point::NEXT, Point::WAKEUP, Point::JOB, Point::CLOCK];
    assert_eq!(asked, points.map(|point| point.name).into());
}

#[test]
fn writing_it_down_changes_nothing() {
    for seed in [0, 9] {
        let unrecorded = program(&choosing_loop(Choosing::Seeded(seed)));
        assert_eq!(recorded(Choosing::Seeded(seed)).0, unrecorded);
    }
}

/// Bytes for keys come from the seed alone: other choices give the same bytes.
#[test]
fn random_numbers_are_a_stream_of_their_own() {
    let bytes = |choosing: Choosing| {
        let lp = choosing_loop(choosing);
        for _ in 0..3 {
            work(&lp, Lane::Fast, || (), |_, _| {});
        }
        lp.run(RunMode::Default);
        let mut bytes = [0; 16];
        lp.fill_random(&mut bytes).unwrap();
        bytes
    };
    let seeded = bytes(Choosing::Seeded(5));
    assert_eq!(bytes(Choosing::Scripted { seed: 5, answers: vec![1, 1, 1, 1] }), seeded);
    assert_eq!(bytes(Choosing::Scripted { seed: 5, answers: vec![] }), seeded);
    assert_ne!(bytes(Choosing::Seeded(6)), seeded);
}

/// Two jobs whose results may come in either order.
fn two_jobs(choosing: Choosing) -> (Vec<i32>, Record) {
    let lp = choosing_loop(choosing);
    lp.chooser().keep_log();
    let log = Log::new();
    for number in [1, 2] {
        let log = log.clone();
        work(&lp, Lane::Fast, || (), move |_, _| log.add(number));
    }
    assert!(!lp.run(RunMode::Default));
    assert!(lp.take_failure().is_none());
    (log.items(), lp.chooser().record())
}

/// What a search over schedules does: turn one answer of a run at a time.
#[test]
fn a_script_reaches_the_neighbours_of_a_run() {
    let (plain, record) = two_jobs(Choosing::Plain);
    assert_eq!(plain, [1, 2]);
    let chosen: Vec<usize> = record.choices.iter().map(|choice| choice.chosen).collect();
    let mut orders = HashSet::new();
    for (place, choice) in record.choices.iter().enumerate() {
        for other in 1..choice.of {
            let mut answers = chosen[..place].to_vec();
            answers.push(other);
            orders.insert(two_jobs(Choosing::Scripted { seed: 0, answers }).0);
        }
    }
    assert_eq!(orders, [vec![1, 2], vec![2, 1]].into());
}

#[test]
fn a_run_that_differs_from_its_record_ends_and_says_where() {
    let (_, mut record) = two_jobs(Choosing::Seeded(3));
    let place = record.choices.iter().position(|choice| choice.point == "job").unwrap();
    record.choices[place].of = 7;
    let lp = choosing_loop(Choosing::Recorded(record));
    for _ in 0..2 {
        work(&lp, Lane::Fast, || (), |_, _| {});
    }
    Idle::new(&lp).hold(&lp);
    assert!(lp.run(RunMode::Default), "the loop is held for ever");
    let failure = lp.take_failure().unwrap().to_string();
    let wanted = format!("choice {} differs from the record: asked is `job` of 2", place + 1);
    assert!(failure.contains(&wanted), "{failure}");
}

#[test]
fn a_run_that_goes_on_longer_than_its_record_ends_too() {
    let lp = choosing_loop(Choosing::Recorded(Record::default()));
    Idle::new(&lp).hold(&lp);
    // Whether a millisecond has passed is asked for as long as somebody waits for one.
    Timer::new(&lp).start(&lp, 1000, 1000, |_, _| {});
    assert!(lp.run(RunMode::Default));
    assert!(lp.take_failure().unwrap().to_string().contains("beyond the end"));
}

#[test]
fn the_real_platform_asks_nobody() {
    let options = Options { choosing: Choosing::Seeded(4), ..Options::default() };
    let lp = EventLoop::new(options).unwrap();
    for _ in 0..8 {
        work(&lp, Lane::Fast, || (), |_, _| {});
    }
    lp.run(RunMode::Default);
    assert_eq!(lp.chooser().asked(), 0);
}
