//! What keeps the program running, in Node's words: `process.getActiveResourcesInfo()`.

use crate::environment::Environment;
use crate::ports::WORKER;
use roundel_loop::HandleKind;

impl Environment {
    /// One name for each request, of which `connecting` are connections under way, then for each referenced handle, each
    /// waiting timer and each immediate.
    pub(crate) fn active_resources(&self, connecting: usize) -> Vec<&'static str> {
        let mut requests = Vec::new();
        let mut handles = Vec::new();
        self.lp.walk(|info| {
            let own = info.key == self.timer.key()
                || info.key == self.check.key()
                || info.key == self.idle.key();
            let kind = info.key.kind;
            // A socket counts from the moment it is made, whatever it does; what is closing counts until it is closed.
            let counts = info.active || info.closing || is_socket(kind);
            if own || !counts || !info.referenced {
                return;
            }
            let names = if kind == HandleKind::Work { &mut requests } else { &mut handles };
            match info.origin.label {
                // Node does not count the thread itself among them.
                WORKER => {}
                "" => names.push("Handle"),
                label => names.push(label),
            }
        });
        let timers = self.shared.timer_refs().max(0) as usize;
        let immediates = self.shared.immediate_refs().max(0) as usize;
        let mut names = requests;
        names.extend(std::iter::repeat_n("ConnectWrap", connecting));
        names.append(&mut handles);
        names.extend(std::iter::repeat_n("Timeout", timers));
        names.extend(std::iter::repeat_n("Immediate", immediates));
        names
    }
}

fn is_socket(kind: HandleKind) -> bool {
    matches!(kind, HandleKind::Tcp | HandleKind::Pipe | HandleKind::Tty | HandleKind::Udp)
}
