//! What keeps the program running, in Node's words: `process.getActiveResourcesInfo()`, `process._getActiveRequests()`.

use crate::engine_tasks::ENGINE_TASK;
use crate::environment::Environment;
use crate::ports::WORKER;
use roundel_loop::HandleKind;

/// Work of the pool that counts.
const REQUESTS: [&str; 3] = ["FSReqCallback", "GetAddrInfoReqWrap", "GetNameInfoReqWrap"];

impl Environment {
    /// One name for each request, of which `connecting` are connections under way, then for each referenced handle, each
    /// waiting timer and each immediate.
    pub(crate) fn active_resources(&self, connecting: usize) -> Vec<&'static str> {
        let (mut names, mut handles) = self.requests_and_handles();
        let timers = self.shared.timer_refs().max(0) as usize;
        let immediates = self.shared.immediate_refs().max(0) as usize;
        names.extend(std::iter::repeat_n("ConnectWrap", connecting));
        names.append(&mut handles);
        names.extend(std::iter::repeat_n("Timeout", timers));
        names.extend(std::iter::repeat_n("Immediate", immediates));
        names
    }

    /// The first part of it: what has been asked and not been answered.
    pub(crate) fn active_requests(&self, connecting: usize) -> Vec<&'static str> {
        let (mut names, _) = self.requests_and_handles();
        names.extend(std::iter::repeat_n("ConnectWrap", connecting));
        names
    }

    fn requests_and_handles(&self) -> (Vec<&'static str>, Vec<&'static str>) {
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
            match info.origin.label {
                // Node does not count the thread itself among them, nor what is the runtime's own.
                WORKER | ENGINE_TASK | "" => {}
                label if kind != HandleKind::Work => handles.push(label),
                // Work of cryptography and compression is no request in its words.
                label if REQUESTS.contains(&label) => requests.push(label),
                _ => {}
            }
        });
        (requests, handles)
    }
}

fn is_socket(kind: HandleKind) -> bool {
    matches!(kind, HandleKind::Tcp | HandleKind::Pipe | HandleKind::Tty | HandleKind::Udp)
}
