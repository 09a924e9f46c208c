//! From a seed to a program. Deterministic on Node by construction; `model` says how.

use super::model::{
    Body, Combinator, Entry, Kind, Launcher, Link, LinkKind, Listener, Mode, Node, Outcome,
    Program, Source, Stage, Stop, When,
};
use crate::rng::Rng;

/// Moments of spread timers are this far apart. A loaded machine may be late by less.
const SPREAD_MS: u32 = 30;
const SPREAD_SLOTS: u32 = 3;

/// Each due timer costs milliseconds of busy waiting.
const DUE_LIMIT: usize = 6;

/// Deeper trees only repeat what shallow ones show.
const DEPTH_LIMIT: usize = 5;

pub(super) fn program(seed: u64, entry: Entry) -> Program {
    let salt = if entry == Entry::CommonJs { 0 } else { 0x00e5_0000_0000 };
    let mut generator = Generator {
        rng: Rng::new(seed ^ salt),
        next_id: 0,
        room: 0,
        entry,
        mode: Mode::Queues,
        may_throw: false,
        may_reject: false,
        due_left: DUE_LIMIT,
        moments: Vec::new(),
    };
    generator.program()
}

struct Generator {
    rng: Rng,
    next_id: usize,
    /// How many nodes the stage may still grow.
    room: usize,
    entry: Entry,
    mode: Mode,
    may_throw: bool,
    may_reject: bool,
    due_left: usize,
    /// When spread timers of the stage are due, counted from its start.
    moments: Vec<u32>,
}

/// Where in the program a body stands.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    /// Milliseconds since the stage started, by the plan of a spread stage.
    at_ms: u32,
    throws: Throws,
}

/// Whether a body may end with a throw.
///
/// A throw leaves the ticks and microtasks that are pending for whatever enters JavaScript next: a
/// task of V8's own, were the oracle not asked to have none (see `runner`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Throws {
    Freely,
    Never,
}

impl Place {
    fn start() -> Place {
        Place { depth: 0, at_ms: 0, throws: Throws::Never }
    }

    fn deeper(self, throws: Throws) -> Place {
        Place { depth: self.depth + 1, throws, ..self }
    }
}

impl Generator {
    fn program(&mut self) -> Program {
        let listener = self.rng.pick(&[Listener::Logs, Listener::Logs, Listener::Queues]);
        let on_uncaught = self.rng.percent(75).then_some(listener);
        let on_rejection = self.rng.percent(50);
        // A throw without a handler ends the program: worth seeing, but not every time.
        self.may_throw = on_uncaught.is_some() || self.rng.percent(8);
        self.may_reject = on_uncaught.is_some() || on_rejection || self.rng.percent(8);
        let exit_code = self.rng.percent(10).then(|| self.rng.between(1, 9) as u8);
        let count = self.rng.pick(&[1, 1, 2, 2, 3]);
        let mut stages = Vec::new();
        let mut spread_used = false;
        for index in 0..count {
            self.mode = self.rng.pick(&[
                Mode::Queues,
                Mode::Immediates,
                Mode::Immediates,
                Mode::Due,
                Mode::Due,
                Mode::Spread,
            ]);
            if self.mode == Mode::Spread && std::mem::replace(&mut spread_used, true) {
                self.mode = Mode::Due;
            }
            stages.push(self.stage(index));
        }
        Program { entry: self.entry, on_uncaught, on_rejection, exit_code, stages }
    }

    fn stage(&mut self, index: usize) -> Stage {
        let launcher = if index == 0 && self.mode == Mode::Spread {
            // The main script may take long, on a busy machine longer than the gaps.
            self.rng.pick(&[Launcher::Immediate, Launcher::Timeout, Launcher::ReadFile])
        } else if index == 0 && self.rng.percent(70) {
            Launcher::Direct
        } else {
            self.rng.pick(&[
                Launcher::Direct,
                Launcher::Tick,
                Launcher::Microtask,
                Launcher::Promise,
                Launcher::Immediate,
                Launcher::Timeout,
                Launcher::ReadFile,
                Launcher::ReadFile,
                Launcher::ReadFilePromise,
                Launcher::Stat,
            ])
        };
        self.room = self.rng.between(6, 16);
        self.moments.clear();
        let top_level = index == 0 && launcher == Launcher::Direct;
        let mut body = Vec::new();
        for _ in 0..self.rng.between(3, 6) {
            if top_level && self.entry == Entry::EsModule && self.rng.percent(12) {
                let source = self.source(self.may_throw);
                body.push(self.node(Kind::TopLevelAwait(source), Vec::new()));
            }
            body.push(self.statement(Place::start()));
        }
        // Elsewhere the throw would end the main script, or be one of `beforeExit`.
        if launcher != Launcher::Direct && self.may_throw && self.rng.percent(15) {
            body.push(self.throw());
        }
        Stage { launcher, body }
    }

    fn node(&mut self, kind: Kind, bodies: Vec<Body>) -> Node {
        self.next_id += 1;
        Node { id: self.next_id, kind, bodies }
    }

    fn body(&mut self, place: Place) -> Body {
        let count = match place.depth {
            0..=1 => self.rng.between(0, 3),
            2 => self.rng.between(0, 2),
            depth if depth < DEPTH_LIMIT => self.rng.between(0, 1),
            _ => 0,
        };
        let mut body = Vec::new();
        for _ in 0..count {
            if self.room == 0 {
                break;
            }
            body.push(self.statement(place));
        }
        if self.may_throw && place.throws == Throws::Freely && self.rng.percent(8) {
            body.push(self.throw());
        } else if self.rng.percent(1) {
            let code = self.rng.between(0, 9) as u8;
            body.push(self.node(Kind::Exit(code), Vec::new()));
        } else if self.rng.percent(2) {
            let code = self.rng.between(0, 9) as u8;
            body.push(self.node(Kind::SetExitCode(code), Vec::new()));
        }
        body
    }

    fn throw(&mut self) -> Node {
        let kind = if self.rng.percent(70) { Kind::Throw } else { Kind::EmitError };
        self.node(kind, Vec::new())
    }

    fn bodies(&mut self, count: usize, place: Place, throws: Throws) -> Vec<Body> {
        (0..count).map(|_| self.body(place.deeper(throws))).collect()
    }

    fn statement(&mut self, place: Place) -> Node {
        self.room = self.room.saturating_sub(1);
        match self.rng.below(100) {
            0..=13 => self.tick(place),
            14..=23 => self.simple(Kind::Microtask, place, Throws::Freely),
            24..=43 => self.later(place),
            44..=61 => self.chain(place),
            62..=66 => self.combine(place),
            67..=78 => self.async_function(place),
            79..=84 => self.async_generator(place),
            85..=88 => self.for_await(place),
            89..=92 => self.emitter(place),
            93..=94 => {
                let when = self.when();
                self.simple(Kind::OnceEmitted(when), place, Throws::Freely)
            }
            95..=97 if self.may_reject => {
                let when = self.when_later();
                self.simple(Kind::LateCatch(when), place, Throws::Freely)
            }
            _ => self.node(Kind::Log, Vec::new()),
        }
    }

    /// Bodies that run more than once: in a spread stage their timers would have no one moment.
    fn repeated_bodies(&mut self, count: usize, place: Place, throws: Throws) -> Vec<Body> {
        match self.mode {
            Mode::Spread => (0..count).map(|_| self.quiet_body(place, throws)).collect(),
            _ => self.bodies(count, place, throws),
        }
    }

    fn tick(&mut self, place: Place) -> Node {
        self.simple(Kind::Tick, place, Throws::Freely)
    }

    fn simple(&mut self, kind: Kind, place: Place, throws: Throws) -> Node {
        let bodies = self.bodies(1, place, throws);
        self.node(kind, bodies)
    }

    /// What the stage's mode offers beyond ticks and microtasks.
    fn later(&mut self, place: Place) -> Node {
        match self.mode {
            Mode::Queues => self.tick(place),
            Mode::Immediates => self.immediate(place),
            Mode::Due if self.due_left > 0 && self.rng.percent(50) => self.due_timer(place),
            Mode::Spread if self.rng.percent(60) => self.spread_timer(place),
            Mode::Due | Mode::Spread => self.immediate(place),
        }
    }

    fn immediate(&mut self, place: Place) -> Node {
        match self.rng.below(10) {
            0 => {
                let when = self.when();
                self.node(Kind::CancelledImmediate(when), Vec::new())
            }
            1 => self.simple(Kind::ImmediateCancelsNext, place, Throws::Freely),
            _ => self.simple(Kind::Immediate, place, Throws::Freely),
        }
    }

    fn due_timer(&mut self, place: Place) -> Node {
        self.due_left -= 1;
        match self.rng.below(10) {
            0..=4 => self.simple(Kind::DueTimeouts(vec![1]), place, Throws::Freely),
            5..=7 => {
                let count = self.rng.between(2, 3);
                // Two lists whose moments are two apart stay in order on a stalled machine.
                let durations = (0..count).map(|_| self.rng.pick(&[1, 1, 3])).collect();
                let bodies = self.bodies(count, place, Throws::Freely);
                self.node(Kind::DueTimeouts(durations), bodies)
            }
            8 => {
                let times = self.rng.between(1, 3) as u32;
                self.simple(Kind::DueInterval { times }, place, Throws::Freely)
            }
            _ => self.cancelled_timeout(),
        }
    }

    fn cancelled_timeout(&mut self) -> Node {
        if self.rng.percent(50) {
            return self.node(Kind::UnrefTimeout, Vec::new());
        }
        let when = self.when();
        self.node(Kind::CancelledTimeout(when), Vec::new())
    }

    fn spread_timer(&mut self, place: Place) -> Node {
        let slots = 1..=SPREAD_SLOTS;
        let free: Vec<u32> = slots
            .map(|slot| slot * SPREAD_MS)
            .filter(|moment| *moment > place.at_ms && !self.moments.contains(moment))
            .collect();
        if free.is_empty() {
            return self.cancelled_timeout();
        }
        let moment = self.rng.pick(&free);
        let ms = moment - place.at_ms;
        self.moments.push(moment);
        let second = moment + ms;
        if self.rng.percent(20) && second <= SPREAD_SLOTS * SPREAD_MS && free.contains(&second) {
            self.moments.push(second);
            // Nothing inside may start timers: its moment is not one but two.
            let bodies = vec![self.quiet_body(place, Throws::Freely)];
            return self.node(Kind::SpreadInterval { ms, times: 2 }, bodies);
        }
        let count = self.rng.pick(&[1, 1, 2, 3]);
        let inside = Place { at_ms: moment, ..place };
        let bodies = self.bodies(count, inside, Throws::Freely);
        self.node(Kind::SpreadTimeouts { ms }, bodies)
    }

    /// A body without timers.
    fn quiet_body(&mut self, place: Place, throws: Throws) -> Body {
        let mode = std::mem::replace(&mut self.mode, Mode::Immediates);
        let body = self.body(place.deeper(throws));
        self.mode = mode;
        body
    }

    fn chain(&mut self, place: Place) -> Node {
        let source = self.source(true);
        let mut links: Vec<Link> = (0..self.rng.between(1, 4)).map(|_| self.link()).collect();
        if !self.may_reject {
            links.push(Link { kind: LinkKind::Catch, outcome: Outcome::Nothing });
        }
        let bodies = self.bodies(links.len(), place, Throws::Freely);
        self.node(Kind::Chain { source, links }, bodies)
    }

    fn link(&mut self) -> Link {
        let kind = self.rng.pick(&[
            LinkKind::Then,
            LinkKind::Then,
            LinkKind::Then,
            LinkKind::Catch,
            LinkKind::Finally,
            LinkKind::Both,
        ]);
        let outcome = match self.rng.below(10) {
            0..=3 => Outcome::Nothing,
            4..=6 => Outcome::Value,
            7 => Outcome::Throws,
            _ => Outcome::Promise(self.source(true)),
        };
        Link { kind, outcome }
    }

    fn combine(&mut self, place: Place) -> Node {
        let how = self.rng.pick(&[
            Combinator::All,
            Combinator::Race,
            Combinator::AllSettled,
            Combinator::Any,
        ]);
        let count = self.rng.between(0, 3);
        // The race of nothing never ends, which would only hide what comes after it.
        let count = if how == Combinator::Race { count.max(1) } else { count };
        let sources = (0..count).map(|_| self.source(true)).collect();
        self.simple(Kind::Combine { how, sources }, place, Throws::Freely)
    }

    fn async_function(&mut self, place: Place) -> Node {
        let awaits: Vec<Source> = (0..self.rng.between(1, 3)).map(|_| self.source(true)).collect();
        let fails = self.rng.percent(15);
        let may_fail = fails || awaits.iter().any(|source| source.rejects());
        let caught = !self.may_reject || (may_fail && self.rng.percent(60));
        let bodies = self.bodies(awaits.len(), place, Throws::Freely);
        self.node(Kind::AsyncFunction { awaits, fails, caught }, bodies)
    }

    fn async_generator(&mut self, place: Place) -> Node {
        let yields = (0..self.rng.between(1, 3)).map(|_| self.source(false)).collect();
        let stop = self.rng.pick(&[Stop::AtTheEnd, Stop::AtTheEnd, Stop::Break, Stop::Throw]);
        let bodies = self.repeated_bodies(1, place, Throws::Freely);
        self.node(Kind::AsyncGenerator { yields, stop }, bodies)
    }

    fn for_await(&mut self, place: Place) -> Node {
        let sources = (0..self.rng.between(1, 3)).map(|_| self.source(false)).collect();
        let bodies = self.repeated_bodies(1, place, Throws::Freely);
        self.node(Kind::ForAwait { sources }, bodies)
    }

    fn emitter(&mut self, place: Place) -> Node {
        let kind = Kind::Emitter { once: self.rng.percent(40), twice: self.rng.percent(30) };
        let count = self.rng.between(1, 2);
        // A listener's throw is one of the function that emits.
        let bodies = self.repeated_bodies(count, place, place.throws);
        self.node(kind, bodies)
    }

    fn source(&mut self, may_reject: bool) -> Source {
        match self.rng.below(20) {
            0..=1 => Source::Plain,
            2..=5 => Source::Resolved,
            6 | 7 if may_reject => Source::Rejected,
            8 => Source::Nested,
            9 | 10 => Source::Thenable,
            11 => Source::ThenableLater(self.when_later()),
            12 | 13 => Source::Later(self.when_later()),
            14 if may_reject => Source::RejectedLater(self.when_later()),
            15 | 16 => Source::AsyncFunction,
            17 if may_reject => Source::FailingAsyncFunction,
            18 if self.mode != Mode::Queues => Source::ImmediatePromise,
            19 if self.mode == Mode::Due && self.due_left > 0 => {
                self.due_left -= 1;
                Source::DueTimeoutPromise
            }
            _ => Source::Resolved,
        }
    }

    fn when(&mut self) -> When {
        if self.rng.percent(30) { When::AtOnce } else { self.when_later() }
    }

    fn when_later(&mut self) -> When {
        match self.mode {
            Mode::Queues => self.rng.pick(&[When::Tick, When::Microtask]),
            _ => self.rng.pick(&[When::Tick, When::Microtask, When::Immediate]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::javascript::{self, Dialect};
    use super::*;

    #[test]
    fn a_seed_means_one_program() {
        for entry in [Entry::CommonJs, Entry::EsModule] {
            let text = |seed| javascript::write(&program(seed, entry), Dialect::Modern);
            assert_eq!(text(11), text(11));
            assert_ne!(text(11), text(12));
        }
    }

    #[test]
    fn programs_stay_small() {
        for seed in 0..500 {
            let count = program(seed, Entry::CommonJs).node_count();
            assert!((1..200).contains(&count), "seed {seed} has {count} nodes");
        }
    }

    /// A generator that never makes some kind of node tests less than it says.
    #[test]
    fn every_construct_appears() {
        let text: String = (0..300)
            .flat_map(|seed| [(seed, Entry::CommonJs), (seed, Entry::EsModule)])
            .map(|(seed, entry)| javascript::write(&program(seed, entry), Dialect::Modern))
            .collect();
        for construct in [
            "process.nextTick(",
            "queueMicrotask(",
            "setImmediate(",
            "clearImmediate(",
            "due([",
            "dueInterval(",
            "setTimeout(",
            "setInterval(",
            "clearTimeout(",
            ".unref()",
            ".then(",
            ".catch(",
            ".finally(",
            "Promise.all(",
            "Promise.race(",
            "Promise.allSettled(",
            "Promise.any(",
            "async function* ",
            "for await (",
            "await ",
            ".emit('error'",
            "throw new Error(",
            "once(",
            "fs.readFile(",
            "fs.promises.readFile(",
            "fs.stat(",
            "process.exit(",
            "process.exitCode = ",
            "'uncaughtException'",
            "tick of the listener",
            "'unhandledRejection'",
            "'beforeExit'",
        ] {
            assert!(text.contains(construct), "{construct}");
        }
    }
}
