//! Streams of every kind: reading, writing, half-close, close, batches; on a pair of pipes.

use crate::support::{Calls, Digest, Log, both, message, real, simulated_loop, system_loop};
use roundel_loop::{BatchedRead, Check, Event, EventLoop, Pipe, Read, RunMode, Stream, Timer};
use std::cell::{Cell, RefCell};
use std::io;
use std::rc::Rc;

/// Reads to the end, then closes and gives what came to `then`.
fn digest(stream: Stream, lp: &EventLoop, then: impl FnOnce(Digest) + 'static) {
    let (mut digest, mut then) = (Digest::new(), Some(then));
    stream
        .read_start(lp, move |lp, stream, read| match read {
            Read::Data(chunk) => digest.add(&chunk),
            Read::End => {
                stream.close_quietly(lp);
                then.take().unwrap()(digest);
            }
            Read::Error(error) => panic!("{error}"),
        })
        .unwrap();
}

fn code(result: io::Result<()>) -> Option<i32> {
    result.err().and_then(|error| error.raw_os_error())
}

both!(bytes_arrive_whole_and_in_order, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    let sent = message(5 << 20);
    let (calls, written) = (Calls::new(), Calls::new());
    let (hit, expected) = (calls.clone(), Digest::of(&sent));
    digest(*theirs, lp, move |came| {
        assert_eq!(came, expected);
        hit.hit();
    });
    for piece in sent.chunks(777_777) {
        let hit = written.clone();
        ours.write(lp, Box::<[u8]>::from(piece), move |_, _, result| {
            result.unwrap();
            hit.hit();
        })
        .unwrap();
    }
    assert!(ours.write_queue_size(lp) > 0);
    ours.shutdown(lp, |lp, stream, result| {
        result.unwrap();
        assert_eq!(stream.write_queue_size(lp), 0);
        stream.close_quietly(lp);
    })
    .unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!((calls.count(), written.count()), (1, sent.chunks(777_777).count()));
    assert_eq!(lp.handle_count(), 0);
});

both!(many_small_writes_keep_their_order, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    let sent = message(300_000);
    let (done, order) = (Calls::new(), Log::new());
    let (hit, expected) = (done.clone(), Digest::of(&sent));
    digest(*theirs, lp, move |came| {
        assert_eq!(came, expected);
        hit.hit();
    });
    for (number, piece) in sent.chunks(100).enumerate() {
        let entry = order.clone();
        ours.write_vectored(lp, vec![piece[..40].to_vec(), Vec::new(), piece[40..].to_vec()], {
            move |_, _, result| {
                result.unwrap();
                entry.add(number);
            }
        })
        .unwrap();
    }
    ours.shutdown(lp, |lp, stream, _| {
        stream.close_quietly(lp);
    })
    .unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!(done.count(), 1);
    order.expect(&(0..3000).collect::<Vec<_>>());
});

real!(a_write_that_goes_through_at_once_is_called_back_in_the_pending_phase, |lp| {
    let (ours, _theirs) = Pipe::pair(lp).unwrap();
    let log = Log::new();
    let (in_write, in_defer) = (log.clone(), log.clone());
    ours.write(lp, "x", move |lp, _, result| {
        result.unwrap();
        in_write.add(format!("written in {:?}", lp.current_phase()));
    })
    .unwrap();
    lp.defer(move |_| in_defer.add("deferred".to_owned()));
    log.expect(&[]);
    assert!(lp.alive(), "the request keeps the loop alive, not the stream");
    assert!(!lp.run(RunMode::Default));
    log.expect(&["written in Pending".to_owned(), "deferred".to_owned()]);
});

both!(an_unreferenced_stream_still_finishes_its_requests, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    ours.unreference(lp);
    theirs.unreference(lp);
    theirs.read_start(lp, |_, _, _| {}).unwrap();
    let written = Calls::new();
    let hit = written.clone();
    ours.write(lp, vec![0; 4 << 20], move |_, _, result| {
        result.unwrap();
        hit.hit();
    })
    .unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!(written.count(), 1);
});

real!(a_full_stream_takes_no_more_until_it_is_read, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    let block = vec![1; 64 * 1024];
    let mut sent = 0;
    while let Ok(written) = ours.try_write(lp, &block) {
        sent += written;
    }
    assert!(sent > 0);
    let written = Calls::new();
    let hit = written.clone();
    ours.write(lp, vec![2; 1000], move |lp, stream, result| {
        result.unwrap();
        hit.hit();
        stream.close_quietly(lp);
    })
    .unwrap();
    assert_eq!(ours.write_queue_size(lp), 1000);
    let error = ours.try_write(lp, b"past the queue").unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
    for _ in 0..5 {
        lp.run(RunMode::NoWait);
    }
    assert_eq!(written.count(), 0, "nobody has read");
    let came = Rc::new(Cell::new(None));
    let slot = Rc::clone(&came);
    digest(*theirs, lp, move |digest| slot.set(Some(digest)));
    assert!(!lp.run(RunMode::Default));
    assert_eq!(written.count(), 1);
    let mut expected = Digest::of(&vec![1; sent]);
    expected.add(&[2; 1000]);
    assert_eq!(came.get(), Some(expected));
});

both!(a_shutdown_leaves_the_other_direction_open, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    let log = Log::new();
    let entry = log.clone();
    ours.shutdown(lp, move |lp, _, result| {
        result.unwrap();
        entry.add(format!("shut in {:?}", lp.current_phase()));
    })
    .unwrap();
    assert_eq!(code(ours.shutdown(lp, |_, _, _| unreachable!())), Some(107), "ENOTCONN");
    assert_eq!(code(ours.write(lp, "x", |_, _, _| unreachable!())), Some(32), "EPIPE");
    let entry = log.clone();
    theirs
        .read_start(lp, move |lp, stream, read| {
            assert!(matches!(read, Read::End));
            assert!(!stream.is_reading(lp));
            entry.add("their end".to_owned());
            stream
                .write(lp, "still here", |lp, stream, result| {
                    result.unwrap();
                    stream.close_quietly(lp);
                })
                .unwrap();
        })
        .unwrap();
    let (entry, mut text) = (log.clone(), Vec::new());
    ours.read_start(lp, move |lp, stream, read| match read {
        Read::Data(chunk) => text.extend_from_slice(&chunk),
        Read::End => {
            entry.add(String::from_utf8(std::mem::take(&mut text)).unwrap());
            entry.add("our end".to_owned());
            stream.close_quietly(lp);
        }
        Read::Error(error) => panic!("{error}"),
    })
    .unwrap();
    assert!(!lp.run(RunMode::Default));
    log.expect(&["shut in Pending", "their end", "still here", "our end"].map(str::to_owned));
});

real!(a_close_cancels_what_is_unfinished_in_order, |lp| {
    let (ours, _theirs) = Pipe::pair(lp).unwrap();
    let log = Log::new();
    let entry = log.clone();
    ours.write(lp, "first", move |_, _, result| entry.add(("first", code(result)))).unwrap();
    for name in ["second", "third"] {
        let entry = log.clone();
        ours.write(lp, vec![0; 8 << 20], move |lp, stream, result| {
            assert_eq!(lp.current_phase(), roundel_loop::Phase::Closing);
            assert!(stream.is_closing(lp));
            entry.add((name, code(result)));
        })
        .unwrap();
    }
    let entry = log.clone();
    ours.shutdown(lp, move |_, _, result| entry.add(("shutdown", code(result)))).unwrap();
    let entry = log.clone();
    ours.close(lp, move |_| entry.add(("closed", None)));
    assert_eq!(ours.fd(lp), None, "the descriptor is closed at once");
    log.expect(&[]);
    assert!(!lp.run(RunMode::Default));
    let cancelled = Some(125);
    log.expect(&[
        ("first", None),
        ("second", cancelled),
        ("third", cancelled),
        ("shutdown", cancelled),
        ("closed", None),
    ]);
    assert!(!lp.alive());
});

both!(a_write_to_nobody_fails_in_its_callback, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    theirs.close_quietly(lp);
    let log = Log::new();
    for name in ["one", "two"] {
        let entry = log.clone();
        ours.write(lp, vec![0; 10], move |_, _, result| entry.add((name, code(result)))).unwrap();
    }
    assert!(!lp.run(RunMode::Default));
    log.expect(&[("one", Some(32)), ("two", Some(32))]);
});

real!(reading_stops_and_goes_on, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    theirs.try_write(lp, b"one").unwrap();
    let log = Log::new();
    let entry = log.clone();
    ours.read_start(lp, move |lp, stream, read| {
        let Read::Data(chunk) = read else { unreachable!() };
        entry.add(String::from_utf8(chunk.to_vec()).unwrap());
        assert!(stream.read_stop(lp));
    })
    .unwrap();
    assert!(!lp.run(RunMode::Default), "a stream that does not read holds nothing");
    theirs.try_write(lp, b"two").unwrap();
    assert!(!lp.run(RunMode::Default));
    log.expect(&["one".to_owned()]);
    let entry = log.clone();
    ours.read_start(lp, move |lp, stream, read| match read {
        Read::Data(chunk) => entry.add(String::from_utf8(chunk.to_vec()).unwrap()),
        _ => {
            stream.close_quietly(lp);
        }
    })
    .unwrap();
    theirs.close_quietly(lp);
    assert!(!lp.run(RunMode::Default));
    log.expect(&["one".to_owned(), "two".to_owned()]);
});

real!(small_chunks_are_small_and_large_ones_are_handed_over, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    theirs.try_write(lp, b"x").unwrap();
    let kept = Rc::new(RefCell::new(Vec::new()));
    let keep = Rc::clone(&kept);
    ours.read_start(lp, move |_, _, read| {
        if let Read::Data(chunk) = read {
            keep.borrow_mut().push(chunk.into_vec());
        }
    })
    .unwrap();
    lp.run(RunMode::Once);
    let sent = theirs.try_write(lp, &message(60_000)).unwrap();
    assert_eq!(sent, 60_000);
    lp.run(RunMode::Once);
    let kept = kept.borrow();
    assert_eq!((kept[0].len(), kept[0].capacity()), (1, 1));
    assert_eq!(kept[1], message(60_000));
    assert_eq!(kept[1].capacity(), 65536, "the loop's own buffer");
});

real!(a_stream_gets_32_reads_per_turn, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    theirs.try_write(lp, &message(100)).unwrap();
    ours.set_read_size(lp, 1);
    let calls = Calls::new();
    let hit = calls.clone();
    ours.read_start(lp, move |_, _, read| {
        let Read::Data(chunk) = read else { unreachable!() };
        assert_eq!(chunk.len(), 1);
        hit.hit();
    })
    .unwrap();
    for expected in [32, 64, 96, 100, 100] {
        lp.run(RunMode::NoWait);
        assert_eq!(calls.count(), expected);
    }
});

both!(a_callback_may_close_its_stream_with_data_left, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    theirs.write(lp, message(100), |_, _, _| {}).unwrap();
    ours.set_read_size(lp, 10);
    let calls = Calls::new();
    let hit = calls.clone();
    ours.read_start(lp, move |lp, stream, _| {
        hit.hit();
        stream.close_quietly(lp);
    })
    .unwrap();
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

real!(blocking_writes_are_whole_when_they_return, |lp| {
    let (reader, writer) = io::pipe().unwrap();
    let stream = Pipe::open(lp, writer).unwrap();
    stream.set_blocking_writes(lp, true);
    let thread = std::thread::spawn(move || io::read_to_string(reader).unwrap().len());
    stream.write(lp, vec![b'x'; 1 << 20], |_, _, result| result.unwrap()).unwrap();
    assert_eq!(stream.write_queue_size(lp), 0);
    stream.close_quietly(lp);
    assert!(!lp.run(RunMode::Default));
    assert_eq!(thread.join().unwrap(), 1 << 20);
});

both!(interest_that_cancels_out_costs_no_system_call, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    ours.read_start(lp, |lp, stream, _| {
        stream.close_quietly(lp);
    })
    .unwrap();
    lp.run(RunMode::NoWait);
    let before = lp.metrics().interest_changes;
    for _ in 0..10 {
        ours.read_stop(lp);
        ours.read_start(lp, |lp, stream, _| {
            stream.close_quietly(lp);
        })
        .unwrap();
    }
    lp.run(RunMode::NoWait);
    assert_eq!(lp.metrics().interest_changes, before);
    ours.read_stop(lp);
    lp.run(RunMode::NoWait);
    assert_eq!(lp.metrics().interest_changes, before, "the loop is not alive: nobody polls");
    Timer::new(lp).start(lp, 0, 0, |_, _| {});
    lp.run(RunMode::Default);
    assert_eq!(lp.metrics().interest_changes, before + 1);
    theirs.close_quietly(lp);
});

/// Streams with `bytes` to read each, and what the sink saw: the order, and how often it was entered.
fn batch(lp: &EventLoop, streams: usize) -> (Log<(u64, usize)>, Calls) {
    let (log, entries) = (Log::new(), Calls::new());
    let (entry, hit) = (log.clone(), entries.clone());
    lp.set_read_sink(Some(Box::new(move |lp| {
        hit.hit();
        while let Some(BatchedRead { stream, tag, read }) = lp.next_read() {
            match read {
                Read::Data(chunk) => entry.add((tag, chunk.len())),
                Read::End => {
                    entry.add((tag, 0));
                    stream.close_quietly(lp);
                }
                Read::Error(error) => panic!("{error}"),
            }
        }
    })));
    for tag in 0..streams as u64 {
        let (ours, theirs) = Pipe::pair(lp).unwrap();
        theirs.try_write(lp, &message(tag as usize + 1)).unwrap();
        theirs.close_quietly(lp);
        ours.read_start_batched(lp, tag).unwrap();
    }
    (log, entries)
}

#[test]
fn a_batch_is_one_entry_and_the_order_of_callbacks() {
    let lp = &system_loop();
    let (log, entries) = batch(lp, 20);
    assert!(!lp.run(RunMode::Default));
    // One poll for the bytes of all, the next for their ends.
    assert_eq!(entries.count(), 2);
    let bytes = (0..20).map(|tag| (tag, tag as usize + 1));
    let expected: Vec<_> = bytes.chain((0..20).map(|tag| (tag, 0))).collect();
    log.expect(&expected);
    assert_eq!(lp.handle_count(), 0);
}

#[test]
fn observers_see_every_read_of_a_batch() {
    let lp = &system_loop();
    let (_log, entries) = batch(lp, 5);
    let begun = Calls::new();
    let hit = begun.clone();
    let open = Cell::new(0);
    lp.set_observer(Some(Box::new(move |_, event| match event {
        Event::CallbackBegin { .. } => {
            hit.hit();
            assert_eq!(open.replace(1), 0);
        }
        Event::CallbackEnd { .. } => assert_eq!(open.replace(0), 1),
        _ => {}
    })));
    assert!(!lp.run(RunMode::Default));
    assert_eq!((entries.count(), begun.count()), (2, 10));
}

#[test]
fn other_callbacks_keep_their_place_in_a_batch() {
    let lp = &system_loop();
    let log = Log::new();
    let entry = log.clone();
    lp.set_read_sink(Some(Box::new(move |lp| {
        entry.add("enter".to_owned());
        while let Some(BatchedRead { stream, tag, .. }) = lp.next_read() {
            entry.add(format!("batched {tag}"));
            stream.close_quietly(lp);
        }
    })));
    for tag in 0..5 {
        let (ours, theirs) = Pipe::pair(lp).unwrap();
        theirs.try_write(lp, b"x").unwrap();
        if tag == 2 {
            let entry = log.clone();
            ours.read_start(lp, move |lp, stream, _| {
                entry.add("called".to_owned());
                stream.close_quietly(lp);
            })
            .unwrap();
        } else {
            ours.read_start_batched(lp, tag).unwrap();
        }
    }
    assert!(!lp.run(RunMode::Default));
    let expected = ["enter", "batched 0", "batched 1", "called", "enter", "batched 3", "batched 4"];
    log.expect(&expected.map(str::to_owned));
}

#[test]
fn a_sink_that_leaves_early_loses_nothing() {
    let lp = &system_loop();
    let log = Log::new();
    let entry = log.clone();
    lp.set_read_sink(Some(Box::new(move |lp| {
        entry.add(u64::MAX);
        if let Some(BatchedRead { stream, tag, .. }) = lp.next_read() {
            entry.add(tag);
            stream.close_quietly(lp);
        }
    })));
    for tag in 0..3 {
        let (ours, theirs) = Pipe::pair(lp).unwrap();
        theirs.try_write(lp, b"x").unwrap();
        ours.read_start_batched(lp, tag).unwrap();
    }
    assert!(!lp.run(RunMode::Default));
    let mut tags = log.items();
    tags.retain(|tag| *tag != u64::MAX);
    tags.sort_unstable();
    assert_eq!(tags, [0, 1, 2]);
}

#[test]
fn reads_come_before_check() {
    let lp = &system_loop();
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    theirs.try_write(lp, b"x").unwrap();
    let log = Log::new();
    let entry = log.clone();
    ours.read_start(lp, move |lp, stream, _| {
        entry.add("read");
        stream.close_quietly(lp);
    })
    .unwrap();
    let entry = log.clone();
    Check::new(lp).start(lp, move |lp, check| {
        entry.add("check");
        check.stop(lp);
    });
    assert!(!lp.run(RunMode::Default));
    log.expect(&["read", "check"]);
}

both!(a_batch_brings_all_that_came, |lp| {
    let expected: Vec<Digest> = (0..10).map(|tag| Digest::of(&message(tag * 5000))).collect();
    let came = Rc::new(RefCell::new(vec![Digest::new(); 10]));
    let (digests, ended) = (Rc::clone(&came), Calls::new());
    let hit = ended.clone();
    lp.set_read_sink(Some(Box::new(move |lp| {
        while let Some(BatchedRead { stream, tag, read }) = lp.next_read() {
            match read {
                Read::Data(chunk) => digests.borrow_mut()[tag as usize].add(&chunk),
                Read::End => {
                    hit.hit();
                    stream.close_quietly(lp);
                }
                Read::Error(error) => panic!("{error}"),
            }
        }
    })));
    for tag in 0..10 {
        let (ours, theirs) = Pipe::pair(lp).unwrap();
        ours.read_start_batched(lp, tag as u64).unwrap();
        theirs.write(lp, message(tag * 5000), |_, _, result| result.unwrap()).unwrap();
        theirs
            .shutdown(lp, |lp, stream, _| {
                stream.close_quietly(lp);
            })
            .unwrap();
    }
    assert!(!lp.run(RunMode::Default));
    assert_eq!(ended.count(), 10);
    assert_eq!(*came.borrow(), expected);
    assert_eq!(lp.handle_count(), 0);
});

/// The pieces in which a message arrives.
fn pieces(seed: u64) -> Vec<usize> {
    let lp = &simulated_loop(seed);
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    let log = Log::new();
    let entry = log.clone();
    ours.read_start(lp, move |lp, stream, read| match read {
        Read::Data(chunk) => entry.add(chunk.len()),
        _ => {
            stream.close_quietly(lp);
        }
    })
    .unwrap();
    theirs
        .write(lp, message(50_000), |lp, stream, _| {
            stream.close_quietly(lp);
        })
        .unwrap();
    assert!(!lp.run(RunMode::Default));
    log.items()
}

#[test]
fn the_seed_decides_how_a_stream_is_cut() {
    assert_eq!(pieces(0), [50_000], "the plain world cuts nothing");
    let cuts: Vec<_> = (1..20).map(pieces).collect();
    assert!(cuts.iter().all(|cut| cut.iter().sum::<usize>() == 50_000));
    assert!(cuts.iter().any(|cut| cut.len() > 2));
    assert_ne!(cuts[0], cuts[1]);
    assert_eq!(cuts, (1..20).map(pieces).collect::<Vec<_>>(), "and it is the same again");
}

both!(a_run_that_is_broken_off_loses_no_callback, |lp| {
    let (ours, theirs) = Pipe::pair(lp).unwrap();
    let (written, came) = (Calls::new(), Rc::new(Cell::new(Digest::new())));
    let sent = message(2000);
    for piece in sent.chunks(100) {
        let hit = written.clone();
        ours.write(lp, Box::<[u8]>::from(piece), move |lp, _, result| {
            result.unwrap();
            hit.hit();
            lp.break_run();
        })
        .unwrap();
    }
    ours.shutdown(lp, |lp, stream, _| {
        stream.close_quietly(lp);
    })
    .unwrap();
    theirs.set_read_size(lp, 300);
    let digest = Rc::clone(&came);
    theirs
        .read_start(lp, move |lp, stream, read| {
            lp.break_run();
            match read {
                Read::Data(chunk) => {
                    let mut sum = digest.get();
                    sum.add(&chunk);
                    digest.set(sum);
                }
                _ => {
                    stream.close_quietly(lp);
                }
            }
        })
        .unwrap();
    let mut runs = 1;
    while lp.run(RunMode::Default) {
        runs += 1;
    }
    assert!(runs > 20, "every callback ends its run: {runs}");
    assert_eq!(written.count(), 20);
    assert_eq!(came.get(), Digest::of(&sent));
    assert_eq!(lp.handle_count(), 0);
});
