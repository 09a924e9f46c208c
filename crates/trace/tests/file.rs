//! Files: what is written is read again; what is cut is read up to the cut; what is damaged is refused, with its place.

#[path = "../../../fuzz/targets/mutator.rs"]
mod mutator;
#[path = "../../../fuzz/targets/trace_file.rs"]
mod target;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use roundel_loop::{Entry, Event as LoopEvent, EventLoop, Options, ResourceId, RunMode, Timer};
use roundel_trace::lints::Known;
use roundel_trace::live::{Frame, recording};
use roundel_trace::{
    Described, Event, Model, Numbered, Recorder, Recording, Sink, SinkOptions, Telling, TickTexts,
    Told, read,
};

const BLOCK_HEAD: usize = 32;

/// A file that is gone with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let name = format!("roundel-trace-test-{}-{number}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Records a main script that makes a timer, and `turns` callbacks of it.
fn recorded(options: SinkOptions, turns: u64) -> Vec<u8> {
    let scratch = Scratch::new();
    let sink = Arc::new(Sink::create(&scratch.0, options).unwrap());
    let lp = EventLoop::new(Options::default()).unwrap();
    let mut recorder = Recorder::new(&sink, &lp, &[("program", "a.js")]);
    let timer = Described {
        resource: ResourceId(7),
        trigger: 1,
        kind: "Timeout",
        turn: "timer",
        function: "tick",
        detail: r#"{"ms":1,"repeats":true}"#,
        place: "main (/a.js:3:1)",
    };
    recorder.observe(&lp, &LoopEvent::EntryBegin(Entry::Main));
    recorder.made(&lp, &timer);
    recorder.printed(&lp, 1, "hello\n");
    recorder.observe(&lp, &LoopEvent::EntryEnd(Entry::Main));
    recorder.observe(&lp, &LoopEvent::RunBegin);
    for number in 1..=turns {
        recorder.observe(&lp, &LoopEvent::IterationBegin(number));
        recorder.observe(&lp, &LoopEvent::PhaseBegin(roundel_loop::Phase::Timers));
        recorder.observe(&lp, &LoopEvent::EntryBegin(Entry::Callback));
        recorder.begin(&lp, ResourceId(7), None, None, Some(&timer));
        recorder.printed(&lp, 1, &format!("turn {number}\n"));
        recorder.observe(&lp, &LoopEvent::ResourceEnd(ResourceId(7)));
        recorder.observe(&lp, &LoopEvent::EntryEnd(Entry::Callback));
        recorder.observe(&lp, &LoopEvent::PhaseEnd(roundel_loop::Phase::Timers));
    }
    recorder.ended(&lp, -3);
    std::fs::read(&scratch.0).unwrap()
}

fn events(recording: &Recording) -> Vec<&Event> {
    recording.streams[0].events.iter().map(|timed| &timed.event).collect()
}

#[test]
fn what_is_written_is_read_again() {
    let recording = read(&recorded(SinkOptions::default(), 2)).unwrap();
    assert_eq!(recording.info, [("program".to_owned(), "a.js".to_owned())]);
    assert_eq!((recording.cut_at, recording.lost_blocks), (None, 0));
    let events = events(&recording);
    assert!(events.contains(&&Event::EntryBegin(Entry::Main)));
    assert!(events.contains(&&Event::Printed { fd: 1, text: "turn 2\n".into() }));
    assert_eq!(events.last(), Some(&&Event::Ended(-3)));
    let model = Model::new(&recording);
    let timers: Vec<_> = model.callbacks.iter().filter(|one| &*one.kind == "timer").collect();
    assert_eq!(timers.len(), 2);
    for timer in timers {
        assert_eq!(timer.cause, Some(1));
        let resource = model.resource(timer).unwrap();
        assert_eq!((resource.position(), &*resource.function), (Some("/a.js:3:1"), "tick"));
    }
    assert_eq!(model.environments[0].exit_code, Some(-3));
}

#[test]
fn times_never_go_back() {
    let recording = read(&recorded(SinkOptions::default(), 20_000)).unwrap();
    let times: Vec<u64> = recording.streams[0].events.iter().map(|timed| timed.at_ns).collect();
    assert!(times.is_sorted());
}

#[test]
fn a_ring_keeps_the_end_and_its_size() {
    const LIMIT: u64 = 512 * 1024;
    let bytes = recorded(SinkOptions { limit_bytes: Some(LIMIT) }, 100_000);
    assert!(bytes.len() as u64 <= LIMIT, "{} bytes", bytes.len());
    let recording = read(&bytes).unwrap();
    assert!(recording.lost_blocks > 0);
    assert_eq!(recording.info.len(), 1);
    assert_eq!(events(&recording).last(), Some(&&Event::Ended(-3)));
    // What was made in a part that is gone is still known.
    let model = Model::new(&recording);
    let last = model.callbacks.iter().rev().find(|one| &*one.kind == "timer").unwrap();
    let resource = model.resource(last).unwrap();
    assert_eq!((resource.position(), resource.is_older), (Some("/a.js:3:1"), true));
}

#[test]
fn a_file_of_another_kind_or_version_is_refused() {
    assert_eq!(read(b"").unwrap_err().offset, 0);
    assert!(read(b"#!/bin/sh\necho no trace\n").unwrap_err().to_string().contains("no trace"));
    let mut bytes = recorded(SinkOptions::default(), 1);
    bytes[8] = 9;
    let error = read(&bytes).unwrap_err();
    assert_eq!((error.offset, error.to_string().contains("version 9")), (8, true));
}

#[test]
fn a_damaged_block_is_named_by_its_place() {
    let mut bytes = recorded(SinkOptions::default(), 1);
    let inside = 16 + BLOCK_HEAD + 3;
    bytes[inside] ^= 0x40;
    let error = read(&bytes).unwrap_err();
    assert_eq!((error.offset, error.to_string().contains("checksum")), (16, true));
}

#[test]
fn a_file_that_was_cut_is_read_up_to_the_cut() {
    let bytes = recorded(SinkOptions::default(), 5_000);
    let whole = events(&read(&bytes).unwrap()).len();
    let cut = read(&bytes[..bytes.len() - 1]).unwrap();
    assert!(cut.cut_at.is_some());
    assert!((1..whole).contains(&events(&cut).len()));
}

#[test]
fn the_loop_itself_can_be_recorded() {
    let scratch = Scratch::new();
    let sink = Arc::new(Sink::create(&scratch.0, SinkOptions::default()).unwrap());
    let lp = EventLoop::new(Options::default()).unwrap();
    let mut recorder = Recorder::new(&sink, &lp, &[]);
    lp.set_observer(Some(Box::new(move |lp, event| {
        recorder.observe(lp, event);
        if *event == LoopEvent::RunEnd {
            recorder.flush();
        }
    })));
    Timer::new(&lp).start(&lp, 1, 0, |_, _| {});
    lp.run(RunMode::Default);
    lp.set_observer(None);
    let recording = read(&std::fs::read(&scratch.0).unwrap()).unwrap();
    let model = Model::new(&recording);
    assert_eq!(model.environments[0].iterations.len(), 1);
    assert!(events(&recording).iter().any(|event| matches!(event, Event::CallbackBegin { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Whatever is in a file, reading it ends, and a model can be made of what was read.
    #[test]
    fn no_bytes_make_a_reader_panic(tail in proptest::collection::vec(any::<u8>(), 0..600)) {
        let mut bytes = recorded(SinkOptions::default(), 0)[..16].to_vec();
        bytes.extend(&tail);
        let _ = read(&bytes).map(|recording| Model::new(&recording));
        let _ = read(&tail);
    }

    /// Records that have the right checksum and make no sense.
    #[test]
    fn no_records_make_a_reader_panic(records in proptest::collection::vec(any::<u8>(), 0..600)) {
        let bytes = framed(&records);
        match read(&bytes) {
            Ok(recording) => {
                let model = Model::new(&recording);
                let found = roundel_trace::lints::find(&model, &Known::default());
                let _ = roundel_trace::summary::text(&model, &found);
                for callback in &model.callbacks {
                    let _ = (model.why(callback), model.chain(callback.id).len());
                }
                let mut out = Vec::new();
                roundel_trace::export::perfetto(&model, &mut out).unwrap();
                roundel_trace::export::speedscope(&model, &mut out).unwrap();
                roundel_trace::export::json(&model, &found, &mut out).unwrap();
                let page = roundel_trace::export::Page { findings: &found, ..Default::default() };
                roundel_trace::export::html(&model, page, &mut out).unwrap();
            }
            Err(error) => prop_assert!(error.offset <= bytes.len() as u64),
        }
    }

    /// A changed byte is found, or it is in the head of the file.
    #[test]
    fn a_changed_byte_is_found(place in 16_usize..600, bit in 0_u32..8) {
        let mut bytes = recorded(SinkOptions::default(), 3);
        let place = place.min(bytes.len() - 1);
        bytes[place] ^= 1 << bit;
        // A length that is now beyond the end of the file looks like a cut.
        let found = read(&bytes).map_or(true, |recording| recording.cut_at.is_some());
        prop_assert!(found, "byte {}", place);
    }
}

/// A file with one block.
fn framed(records: &[u8]) -> Vec<u8> {
    let mut bytes = recorded(SinkOptions::default(), 0)[..16].to_vec();
    let mut rest = Vec::new();
    rest.extend(0_u64.to_le_bytes());
    rest.extend(1_u64.to_le_bytes());
    rest.extend(0_u32.to_le_bytes());
    rest.extend((records.len() as u32).to_le_bytes());
    rest.extend(records);
    bytes.extend(b"BLCK");
    bytes.extend(checksum(&rest).to_le_bytes());
    bytes.extend(&rest);
    bytes
}

/// CRC-32, bit by bit: another implementation than the one that is tested.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for &byte in bytes {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

fn tell_in_numbers(recorder: &mut Recorder, lp: &EventLoop, id: u64) {
    let made = Numbered {
        id,
        trigger: 1,
        kind: recorder.number_of("Timeout"),
        turn: recorder.number_of("timer"),
        place: recorder.number_of(&format!("app.js:{id}:1")),
        ..Numbered::default()
    };
    recorder.made_numbered(lp, made);
}

#[test]
fn what_is_told_in_numbers() {
    let scratch = Scratch::new();
    let sink = Arc::new(Sink::create(&scratch.0, SinkOptions::default()).unwrap());
    let lp = EventLoop::new(Options::default()).unwrap();
    let mut recorder = Recorder::new(&sink, &lp, &[]);
    recorder.take_numbers(Box::new(|is_wanted| assert!(is_wanted)));
    recorder.observe(&lp, &LoopEvent::EntryBegin(Entry::Callback));
    tell_in_numbers(&mut recorder, &lp, 7);
    recorder.begin_numbered(&lp, 7);
    recorder.end_numbered(&lp, 7);
    recorder.gone_numbered(&lp, 7);
    recorder.observe(&lp, &LoopEvent::EntryEnd(Entry::Callback));
    recorder.ended(&lp, 0);
    let recording = read(&std::fs::read(&scratch.0).unwrap()).unwrap();
    let timed = &recording.streams[0].events;
    let at = timed.iter().position(|timed| matches!(timed.event, Event::Made(_))).unwrap();
    assert!(matches!(timed[at - 1].event, Event::EntryBegin(_)));
    let Event::Made(made) = &timed[at].event else { unreachable!() };
    assert_eq!((&*made.kind, made.resource, made.trigger), ("Timeout", 14, 1));
    assert_eq!(&*made.place, "app.js:7:1");
    assert!(matches!(timed[at + 1].event, Event::Begin { resource: 14, .. }));
    // Nothing of the program has run since the entry began.
    assert_eq!(timed[at + 1].at_ns, timed[at - 1].at_ns);
    assert!(matches!(timed[at + 2].event, Event::End { resource: 14 }));
    assert!(matches!(timed[at + 3].event, Event::Gone { resource: 14 }));
    assert!(matches!(timed[at + 4].event, Event::EntryEnd(_)));
}

/// What was told without a call, as the runtime keeps it.
#[derive(Clone, Default)]
struct Kept(std::rc::Rc<std::cell::RefCell<Vec<Told>>>);

impl Telling for Kept {
    fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    fn take(&self, each: &mut dyn FnMut(Told)) {
        for told in std::mem::take(&mut *self.0.borrow_mut()) {
            each(told);
        }
    }

    fn is_calm(&self) -> bool {
        true
    }
}

/// What is told without a call begins where the last event was, and ends where the next one is.
#[test]
fn what_is_told_without_a_call() {
    let scratch = Scratch::new();
    let sink = Arc::new(Sink::create(&scratch.0, SinkOptions::default()).unwrap());
    let lp = EventLoop::new(Options::default()).unwrap();
    let mut recorder = Recorder::new(&sink, &lp, &[]);
    recorder.take_numbers(Box::new(|_| {}));
    let kept = Kept::default();
    recorder.take_told(Box::new(kept.clone()), TickTexts::default());
    let tell = |told: &[Told]| kept.0.borrow_mut().extend(told);
    let pause = || std::thread::sleep(std::time::Duration::from_millis(2));
    recorder.observe(&lp, &LoopEvent::EntryBegin(Entry::Callback));
    tell(&[Told::Begins(1), Told::Begins(2), Told::Tick { id: 3, trigger: 2, function: 0 }]);
    pause();
    tell(&[Told::Ends(2)]);
    recorder.end_numbered(&lp, 1);
    tell(&[Told::Begins(3)]);
    pause();
    tell(&[Told::Ends(3)]);
    recorder.observe(&lp, &LoopEvent::JobsBegin);
    pause();
    recorder.observe(&lp, &LoopEvent::JobsEnd);
    recorder.observe(&lp, &LoopEvent::EntryEnd(Entry::Callback));
    recorder.ended(&lp, 0);
    let recording = read(&std::fs::read(&scratch.0).unwrap()).unwrap();
    let timed = &recording.streams[0].events;
    let at = timed.iter().position(|it| matches!(it.event, Event::EntryBegin(_))).unwrap();
    let names: Vec<String> = timed[at..]
        .iter()
        .map(|timed| match &timed.event {
            Event::Begin { resource, .. } => format!("begin {}", resource / 2),
            Event::End { resource } => format!("end {}", resource / 2),
            Event::Made(made) => format!("made {}", made.resource / 2),
            Event::JobsBegin => "jobs".to_owned(),
            Event::JobsEnd => "no jobs".to_owned(),
            _ => "-".to_owned(),
        })
        .collect();
    let moments: Vec<u64> =
        timed[at..].iter().map(|it| (it.at_ns - timed[at].at_ns) / 1_000_000).collect();
    let expected = [
        "-", "begin 1", "begin 2", "made 3", "end 2", "end 1", "begin 3", "end 3", "jobs",
        "no jobs", "-", "-",
    ];
    assert_eq!(names, expected);
    // Nothing passes but between these: inside 1, inside 3, and in the jobs.
    let steps = |from: usize, to: usize| moments[to] - moments[from];
    assert_eq!((steps(0, 3), steps(4, 6), steps(7, 8), steps(9, 10)), (0, 0, 0, 0));
    assert!(steps(3, 4) >= 2 && steps(6, 7) >= 2 && steps(8, 9) >= 2, "{moments:?}");
}

/// In a ring each block describes what calls back in it, whenever that was made.
#[test]
fn what_was_told_in_numbers_is_described_again() {
    let scratch = Scratch::new();
    let options = SinkOptions { limit_bytes: Some(1 << 20) };
    let sink = Arc::new(Sink::create(&scratch.0, options).unwrap());
    let lp = EventLoop::new(Options::default()).unwrap();
    let mut recorder = Recorder::new(&sink, &lp, &[]);
    recorder.take_numbers(Box::new(|_| {}));
    for id in 1..=20 {
        tell_in_numbers(&mut recorder, &lp, id);
    }
    recorder.detail(&lp, ResourceId(20), "{}");
    assert_eq!(recorder.alive().get("Timeout"), Some(&20));
    recorder.flush();
    recorder.begin_numbered(&lp, 20);
    recorder.end_numbered(&lp, 20);
    recorder.gone_numbered(&lp, 20);
    assert_eq!(recorder.alive().get("Timeout"), Some(&19));
    recorder.ended(&lp, 0);
    let recording = read(&std::fs::read(&scratch.0).unwrap()).unwrap();
    let events = recording.streams.iter().flat_map(|stream| &stream.events);
    let again: Vec<_> = events
        .filter_map(|timed| match &timed.event {
            Event::Made(made) if made.again => Some((made.resource, &*made.place, &*made.detail)),
            _ => None,
        })
        .collect();
    assert_eq!(again, [(40, "app.js:20:1", "{}")]);
}

/// While nobody looks it is only known who is alive.
#[test]
fn nobody_looks() {
    let sink = Arc::new(Sink::live());
    let lp = EventLoop::new(Options::default()).unwrap();
    let mut recorder = Recorder::new(&sink, &lp, &[]);
    let wanted = std::rc::Rc::new(std::cell::Cell::new(true));
    let told = wanted.clone();
    recorder.take_numbers(Box::new(move |is_wanted| told.set(is_wanted)));
    assert!(!wanted.get());
    tell_in_numbers(&mut recorder, &lp, 3);
    let frames = sink.watch();
    recorder.observe(&lp, &LoopEvent::EntryBegin(Entry::Callback));
    assert!(wanted.get());
    recorder.begin_numbered(&lp, 3);
    recorder.end_numbered(&lp, 3);
    recorder.flush();
    let blocks: Vec<Vec<u8>> = frames
        .try_iter()
        .filter_map(|frame| match frame {
            Frame::Block(block) => Some(block),
            Frame::Status(_) => None,
        })
        .collect();
    let recording = recording(&blocks).unwrap();
    let events = &recording.streams[0].events;
    assert!(events.iter().any(|timed| {
        matches!(&timed.event, Event::Made(made) if made.again && &*made.place == "app.js:3:1")
    }));
    drop(frames);
    recorder.begin_numbered(&lp, 3);
    recorder.flush();
    recorder.begin_numbered(&lp, 3);
    assert!(!wanted.get());
}

/// The same damages every time, given to the target of `fuzz`.
#[test]
fn mutations_of_a_recording() {
    let small = SinkOptions { limit_bytes: Some(1 << 20) };
    let corpus = [recorded(SinkOptions::default(), 3), recorded(small, 3)];
    let mut mutator = mutator::Mutator::new(1);
    for _ in 0..20_000 {
        target::check(&mutator.next(&corpus));
    }
}
