//! The real descriptors of a run in virtual time: standard input, pipes to children, sockets.
//!
//! Nobody can hurry them, so a loop that is kept alive by one does not jump to its next timer: it waits as long as the
//! jump is wide, and only if nothing came meanwhile is it the timer's turn. The rules:
//!
//! - What comes while the loop waits costs no virtual time, so that a program which asks a quick child sees the same
//!   clock in every run.
//! - A deadline is met at one real moment, fixed when it is first waited for: a child that talks all the time does not
//!   put it off.
//! - Time that was waited through and that no deadline accounts for is handed to the virtual clock by the second; so is
//!   the time of polls in a row at each of which another thread had called.

use super::epoll::Epoll;
use super::{Ready, Wait, monotonic_ns};
use std::cell::Cell;
use std::io;

const SECOND_NS: u64 = 1_000_000_000;

pub(crate) struct Outside {
    pub(crate) epoll: Epoll,
    /// The deadline that was last waited for.
    appointment: Cell<Appointment>,
    /// Real time that was waited through and that the virtual clock has not seen.
    lag_ns: Cell<u64>,
    /// Since when other threads have called at every poll, in real time that the virtual clock has not seen.
    called_since_ns: Cell<Option<u64>>,
}

/// A deadline and the real moment at which it is over.
#[derive(Clone, Copy, Default)]
struct Appointment {
    deadline_ns: u64,
    real_ns: u64,
}

/// How a wait ended.
pub(crate) struct Waited {
    /// How many things the kernel had to tell.
    pub(crate) told: usize,
    /// The deadline is over.
    pub(crate) over: bool,
    /// What the virtual clock must make up for.
    pub(crate) passed_ns: u64,
}

impl Outside {
    pub(crate) fn new() -> io::Result<Outside> {
        Ok(Outside {
            epoll: Epoll::new()?,
            appointment: Cell::default(),
            lag_ns: Cell::default(),
            called_since_ns: Cell::default(),
        })
    }

    /// Lists what is ready on the spot and says how much there was to tell.
    pub(crate) fn look(&self, ready: &mut Vec<Ready>) -> io::Result<usize> {
        if self.epoll.registered() == 0 {
            return Ok(0);
        }
        self.epoll.wait(Wait::No, ready)
    }

    /// Waits for the kernel, at most as long as the virtual deadline is away from `clock_ns`.
    pub(crate) fn wait(
        &self,
        clock_ns: u64,
        wait: Wait,
        ready: &mut Vec<Ready>,
    ) -> io::Result<Waited> {
        let started_ns = monotonic_ns();
        let real_wait = match wait {
            Wait::No | Wait::Forever => wait,
            Wait::UntilNs(deadline_ns) => {
                Wait::UntilNs(self.meet(deadline_ns, clock_ns, started_ns))
            }
        };
        let told = self.epoll.wait(real_wait, ready)?;
        if told == 0 {
            let jump_ns = match wait {
                Wait::UntilNs(deadline_ns) => deadline_ns.saturating_sub(clock_ns),
                Wait::No | Wait::Forever => 0,
            };
            self.lag_ns.set(self.lag_ns.get().saturating_sub(jump_ns));
            return Ok(Waited { told, over: true, passed_ns: 0 });
        }
        let lag_ns = self.lag_ns.get() + (monotonic_ns() - started_ns);
        self.lag_ns.set(lag_ns % SECOND_NS);
        Ok(Waited { told, over: false, passed_ns: lag_ns - lag_ns % SECOND_NS })
    }

    /// At this poll another thread has called; gives what the virtual clock must make up for.
    pub(crate) fn is_called(&self) -> u64 {
        let now_ns = monotonic_ns();
        let since_ns = self.called_since_ns.get().unwrap_or(now_ns);
        let called_ns = now_ns - since_ns;
        let passed_ns = called_ns - called_ns % SECOND_NS;
        self.called_since_ns.set(Some(since_ns + passed_ns));
        passed_ns
    }

    /// None has, and the row is over.
    pub(crate) fn is_left(&self) -> u64 {
        self.called_since_ns.set(None);
        0
    }

    /// When a deadline is over, in real time.
    fn meet(&self, deadline_ns: u64, clock_ns: u64, real_now_ns: u64) -> u64 {
        let mut appointment = self.appointment.get();
        if appointment.deadline_ns != deadline_ns {
            let away_ns = deadline_ns.saturating_sub(clock_ns);
            appointment = Appointment { deadline_ns, real_ns: real_now_ns.saturating_add(away_ns) };
            self.appointment.set(appointment);
        }
        appointment.real_ns
    }
}
