//! `--faults=A,B`: what goes wrong in a run in virtual time, where the chooser says so.
//!
//! Each is something that the platform may do at any time and that a program should survive. What belongs to sockets and
//! clocks is the loop's (`roundel_loop::Faults`); files, names and children are asked about here, when they are asked for.
//! In a plain run nothing goes wrong: a seed or a guide has to choose it.

use roundel_loop::{Faults as LoopFaults, Point};
use rustix::io::Errno;

use crate::environment::Environment;

/// One kind of fault: its name, and what it does.
pub struct FaultKind {
    pub name: &'static str,
    pub help: &'static str,
}

const fn kind(name: &'static str, help: &'static str) -> FaultKind {
    FaultKind { name, help }
}

/// Which faults there may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    of_loop: LoopFaults,
    full_disk: bool,
    descriptors: bool,
    names: bool,
    children: bool,
    clock: bool,
}

const FULL_DISK: Point = Point::rare("fault-enospc", "is the disk full?");
const NO_DESCRIPTOR: Point = Point::rare("fault-emfile", "are there no descriptors left?");
const NO_NAME: Point = Point::rare("fault-dns", "does the name server fail to answer?");
const JUMP: Point = Point::rare("fault-clock", "is the clock of the system set?");
const KILLED: Point = Point::rare("fault-kill", "is the child killed?");

impl Faults {
    pub const KINDS: [FaultKind; 10] = [
        kind("econnreset", "a connection is reset while it is read or written"),
        kind("epipe", "a write finds the connection closed"),
        kind("econnrefused", "a connection is refused"),
        kind("lost", "a datagram is lost"),
        kind("enospc", "a file that is written finds the disk full"),
        kind("emfile", "a file that is opened, or a socket that is made, finds no descriptor"),
        kind("slow", "disks and networks take up to ten seconds"),
        kind("dns", "a name is not resolved (EAI_AGAIN)"),
        kind("kill", "a child is killed when it has started"),
        kind("clock", "the clock of Date is set forward or back by an hour; timers keep theirs"),
    ];

    /// Takes names with commas between them; an `Err` says what there is.
    pub fn parse(text: &str) -> Result<Faults, String> {
        let mut faults = Faults::default();
        for name in text.split(',') {
            match name {
                "all" => faults = Faults::all(),
                "econnreset" => faults.of_loop.resets = true,
                "epipe" => faults.of_loop.broken_pipes = true,
                "econnrefused" => faults.of_loop.refusals = true,
                "lost" => faults.of_loop.losses = true,
                "enospc" => faults.full_disk = true,
                "emfile" => {
                    faults.descriptors = true;
                    faults.of_loop.shortages = true;
                }
                "slow" => faults.of_loop.delays = true,
                "dns" => faults.names = true,
                "kill" => faults.children = true,
                "clock" => faults.clock = true,
                _ => {
                    let names: Vec<&str> = Faults::KINDS.iter().map(|kind| kind.name).collect();
                    return Err(format!("{name} is no fault; there are all, {}", names.join(", ")));
                }
            }
        }
        Ok(faults)
    }

    fn all() -> Faults {
        let of_loop = LoopFaults {
            resets: true,
            broken_pipes: true,
            refusals: true,
            losses: true,
            shortages: true,
            delays: true,
            ..LoopFaults::default()
        };
        Faults {
            of_loop,
            full_disk: true,
            descriptors: true,
            names: true,
            children: true,
            clock: true,
        }
    }
}

impl Environment {
    /// Tells the loop what may go wrong.
    pub(crate) fn set_faults(&self) {
        if let Some(simulation) = self.lp.simulation() {
            simulation.set_faults(self.options.faults.of_loop);
        }
    }

    /// Whether an operation on files of this name fails, and with what.
    pub(crate) fn file_fault(&self, operation: &str) -> Option<Errno> {
        let Faults { full_disk, descriptors, .. } = self.options.faults;
        let writes =
            || matches!(operation, "writeFile" | "write" | "writev" | "mkdir" | "copyFile");
        let opens =
            || matches!(operation, "open" | "readFile" | "writeFile" | "readdir" | "mkdtemp");
        if full_disk && writes() && self.goes_wrong(FULL_DISK) {
            return Some(Errno::NOSPC);
        }
        (descriptors && opens() && self.goes_wrong(NO_DESCRIPTOR)).then_some(Errno::MFILE)
    }

    pub(crate) fn name_fault(&self) -> bool {
        self.options.faults.names && self.goes_wrong(NO_NAME)
    }

    pub(crate) fn child_fault(&self) -> bool {
        self.options.faults.children && self.goes_wrong(KILLED)
    }

    /// By how much the system's clock is set from here on, in nanoseconds.
    pub(crate) fn clock_jump_ns(&self) -> i64 {
        const HOUR_NS: i64 = 3_600_000_000_000;
        if !self.options.faults.clock {
            return 0;
        }
        match self.lp.chooser().choose(JUMP, 3) {
            1 => HOUR_NS,
            2 => -HOUR_NS,
            _ => 0,
        }
    }

    fn goes_wrong(&self, point: Point) -> bool {
        self.lp.chooser().choose(point, 2) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_understood() {
        for FaultKind { name, .. } in Faults::KINDS {
            assert_ne!(Faults::parse(name), Ok(Faults::default()), "{name}");
        }
        let names: Vec<&str> = Faults::KINDS.iter().map(|kind| kind.name).collect();
        assert_eq!(Faults::parse(&names.join(",")), Faults::parse("all"));
        assert!(Faults::parse("rain").unwrap_err().contains("rain is no fault"));
    }
}
