//! What keeps the program running, in Node's words: `process.getActiveResourcesInfo()`.

use crate::environment::Environment;
use crate::ports::WORKER;

impl Environment {
    /// One name for each active, referenced handle and request, then for each waiting timer and immediate.
    pub(crate) fn active_resources(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        self.lp.walk(|info| {
            let own = info.key == self.timer.key()
                || info.key == self.check.key()
                || info.key == self.idle.key();
            // What is closing counts until it is closed.
            if own || !(info.active || info.closing) || !info.referenced {
                return;
            }
            match info.origin.label {
                // Node does not count the thread itself among them.
                WORKER => {}
                "" => names.push("Handle"),
                label => names.push(label),
            }
        });
        let timers = self.shared.timer_refs().max(0) as usize;
        let immediates = self.shared.immediate_refs().max(0) as usize;
        names.extend(std::iter::repeat_n("Timeout", timers));
        names.extend(std::iter::repeat_n("Immediate", immediates));
        names
    }
}
