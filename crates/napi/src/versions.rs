//! What an addon is told of the runtime: versions, and the loop that is not there.

use std::cell::OnceCell;
use std::ffi::c_void;

use crate::entry;
use crate::env::EnvPointer;
use crate::pointers::Out;
use crate::status::Status;
use crate::types::NodeVersion;

/// The newest version of the interface that is whole here.
pub(crate) const NODE_API: i32 = 10;

/// What an addon says that uses functions which belong to no version yet.
pub(crate) const EXPERIMENTAL: i32 = i32::MAX;

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_version(env: EnvPointer, result: Out<u32>) -> Status {
    entry::basic(env, |_| result.set(NODE_API as u32))
}

thread_local! {
    /// An addon may keep the address as long as it runs.
    static NODE: OnceCell<&'static NodeVersion> = const { OnceCell::new() };
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_node_version(
    env: EnvPointer,
    result: Out<*const NodeVersion>,
) -> Status {
    entry::basic(env, |env| {
        let [major, minor, patch] = env.host().node_version();
        let version = NODE.with(|node| {
            let make = || NodeVersion { major, minor, patch, release: c"node".as_ptr() };
            std::ptr::from_ref(*node.get_or_init(|| Box::leak(Box::new(make()))))
        });
        result.set(version)
    })
}

/// There is no loop of libuv's here, and nothing that would pass for one.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn napi_get_uv_event_loop(
    env: EnvPointer,
    result: Out<*mut c_void>,
) -> Status {
    entry::basic(env, |_| {
        result.check()?;
        Err(Status::GenericFailure)
    })
}
