//! The observer: what it is told, in which order, and that it may do anything.

use crate::support::{Calls, Log, both};
use roundel_loop::{
    Check, Event, EventLoop, Lane, Origin, Phase, ResourceId, RunMode, Timer, cancel, work,
};
use std::time::Duration;

fn record(lp: &EventLoop) -> Log<Event> {
    let log = Log::new();
    let entries = log.clone();
    lp.set_observer(Some(Box::new(move |_, event| entries.add(*event))));
    log
}

both!(an_iteration_is_told_completely, |lp| {
    let log = record(lp);
    let check = Check::new(lp);
    check.start(lp, |lp, check| {
        check.close_quietly(lp);
    });
    let key = check.key();
    lp.run(RunMode::NoWait);
    let mut expected = vec![
        Event::HandleOpened(key),
        Event::HandleStarted(key),
        Event::RunBegin,
        Event::IterationBegin(1),
    ];
    for phase in lp.profile().phases {
        expected.push(Event::PhaseBegin(*phase));
        match phase {
            Phase::Check => expected.extend([
                Event::CallbackBegin { key, resource: ResourceId::NONE },
                Event::HandleStopped(key),
                Event::HandleClosing(key),
                Event::CallbackEnd { key, resource: ResourceId::NONE },
            ]),
            Phase::Closing => expected.push(Event::HandleClosed(key)),
            _ => {}
        }
        expected.push(Event::PhaseEnd(*phase));
    }
    expected.push(Event::RunEnd);
    log.expect(&expected);
});

both!(a_callback_is_told_with_its_resource_to_the_last, |lp| {
    let log = record(lp);
    let resources = || -> Vec<u64> {
        let begins = log.items().into_iter().filter_map(|event| match event {
            Event::CallbackBegin { resource, .. } => Some(resource.0),
            _ => None,
        });
        begins.collect()
    };
    let timer = Timer::new(lp);
    timer.set_origin(lp, Origin::new("Timeout").with_resource(ResourceId(7)));
    // The row is gone when the close callback runs, and so is that of finished work.
    timer.start(lp, 0, 0, |lp, timer| {
        timer.close(lp, |_| {});
    });
    lp.run(RunMode::Default);
    assert_eq!(resources(), [7, 7]);
    let id = work(lp, Lane::Fast, || (), |_, _| {});
    id.set_origin(lp, Origin::new("FSReqCallback").with_resource(ResourceId(8)));
    lp.run(RunMode::Default);
    assert_eq!(resources(), [7, 7, 8]);
});

both!(what_the_embedder_tells_stands_in_the_stream, |lp| {
    let log = record(lp);
    let check = Check::new(lp);
    check.start(lp, |lp, check| {
        lp.tell(Event::ResourceBegin(ResourceId(3)));
        check.close_quietly(lp);
    });
    lp.run(RunMode::NoWait);
    let begins: Vec<_> = log
        .items()
        .into_iter()
        .filter(|event| matches!(event, Event::CallbackBegin { .. } | Event::ResourceBegin(_)))
        .collect();
    let key = check.key();
    let resource = ResourceId::NONE;
    assert_eq!(
        begins,
        [Event::CallbackBegin { key, resource }, Event::ResourceBegin(ResourceId(3))]
    );
    lp.set_observer(None);
    lp.tell(Event::ResourceBegin(ResourceId(4)));
});

both!(a_wait_is_told_with_its_limit_and_its_length, |lp| {
    Timer::new(lp).start(lp, 20, 0, |_, _| {});
    let log = record(lp);
    lp.run(RunMode::Default);
    let waits: Vec<Event> = log
        .items()
        .into_iter()
        .filter(|event| matches!(event, Event::PollEnter(_) | Event::PollExit { .. }))
        .collect();
    let [Event::PollEnter(Some(limit)), Event::PollExit { ready: 0, waited_ns }] = waits[..] else {
        panic!("{waits:?}");
    };
    assert!(limit > Duration::from_millis(10) && limit <= Duration::from_millis(20));
    assert!(waited_ns > 10_000_000);
});

both!(work_is_told_with_its_times, |lp| {
    let log = record(lp);
    let id = work(lp, Lane::Fast, || std::thread::sleep(Duration::from_millis(2)), |_, _| {});
    lp.run(RunMode::Default);
    assert!(log.items().contains(&Event::WorkQueued(id.key())));
    let finished = log.items().into_iter().find_map(|event| match event {
        Event::WorkFinished { key, started_ns, finished_ns } => {
            assert_eq!(key, id.key());
            Some(finished_ns - started_ns)
        }
        _ => None,
    });
    assert!(finished.unwrap() > 5_000);
});

both!(a_cancelled_job_is_told, |lp| {
    let gates: Vec<_> = (0..4)
        .map(|_| {
            let (release, gate) = std::sync::mpsc::channel::<()>();
            let real = lp.simulation().is_none();
            let job = move || real && gate.recv().is_ok();
            work(lp, Lane::Fast, job, |_, _| {});
            release
        })
        .collect();
    let log = record(lp);
    let id = work(lp, Lane::Fast, || (), |_, _| {});
    assert!(cancel(lp, id));
    assert_eq!(log.items().last(), Some(&Event::WorkCancelled(id.key())));
    drop(gates);
    lp.run(RunMode::Default);
});

both!(it_may_use_the_loop_and_is_not_told_what_it_does, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    lp.set_observer(Some(Box::new(move |lp, event| {
        hit.hit();
        if *event == Event::RunBegin {
            Timer::new(lp).start(lp, 0, 0, |_, _| {});
            assert!(lp.alive());
            lp.walk(|_| {});
        }
        assert!(!matches!(event, Event::HandleOpened(_)));
    })));
    lp.run(RunMode::Default);
    assert!(calls.count() > 10);
});

both!(it_may_remove_and_replace_itself, |lp| {
    let calls = Calls::new();
    let (first, second) = (calls.clone(), calls.clone());
    lp.set_observer(Some(Box::new(move |lp, _| {
        first.hit();
        let second = second.clone();
        lp.set_observer(Some(Box::new(move |lp, _| {
            second.hit();
            lp.set_observer(None);
        })));
    })));
    let check = Check::new(lp);
    check.start(lp, |_, _| {});
    check.stop(lp);
    assert_eq!(calls.count(), 2);
});
