//! `--max-time=MS`: the end of a run whose loop's clock has gone too far. Asked at every entry into JavaScript.

use roundel_loop::EventLoop;

use crate::environment::Environment;
use crate::exit::Exit;

/// The exit code of a run that was ended so, as that of timeout(1).
const TIME_IS_UP: i32 = 124;

const NS_PER_MS: u64 = 1_000_000;

pub(crate) struct TimeLimit {
    limit_ms: u64,
    started_ns: u64,
}

impl TimeLimit {
    pub(crate) fn new(limit_ms: u64, lp: &EventLoop) -> TimeLimit {
        TimeLimit { limit_ms, started_ns: lp.now_ns() }
    }

    pub(crate) fn check(&self, environment: &Environment) {
        let passed_ns = environment.lp.now_ns().saturating_sub(self.started_ns);
        if passed_ns <= self.limit_ms.saturating_mul(NS_PER_MS) {
            return;
        }
        match environment.causes.as_ref().and_then(|causes| causes.tracing()) {
            Some(tracing) => {
                tracing.recorder().borrow_mut().stopped(&environment.lp, "max-time");
            }
            None => {
                let ms = self.limit_ms;
                eprintln!("roundel: stopped after {ms} ms of the loop's time (--max-time)");
            }
        }
        environment.end(Exit::Code(TIME_IS_UP));
    }
}
