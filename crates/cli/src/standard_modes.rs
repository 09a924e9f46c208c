//! Whether the standard descriptors block, as the parent gave them to us.
//!
//! That is a property of the pipe or terminal, not of the process: a loop that makes it non-blocking does so for everybody
//! who has it, the shell and the program after this one among them. So whoever owns the process puts it back, as Node does.
//!
//! Process-wide, because the process is ended from the depth of a run, and there is one of each descriptor.

use std::os::fd::BorrowedFd;
use std::sync::OnceLock;

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

static FOUND: OnceLock<[Option<OFlags>; 3]> = OnceLock::new();

/// Takes note of how they are.
pub(crate) fn remember() {
    FOUND.get_or_init(|| descriptors().map(|fd| fcntl_getfl(fd).ok()));
}

/// Makes them as they were found.
pub(crate) fn put_back() {
    let Some(found) = FOUND.get() else { return };
    for (fd, found) in descriptors().into_iter().zip(found) {
        if let (Some(found), Ok(now)) = (*found, fcntl_getfl(fd))
            && (found ^ now).contains(OFlags::NONBLOCK)
        {
            // What can not be changed back stays: there is nobody left to tell.
            let _ = fcntl_setfl(fd, now ^ OFlags::NONBLOCK);
        }
    }
}

fn descriptors() -> [BorrowedFd<'static>; 3] {
    [rustix::stdio::stdin(), rustix::stdio::stdout(), rustix::stdio::stderr()]
}
