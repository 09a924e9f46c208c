//! What addons need of the runtime they are loaded into.

use roundel_jsc::{Ctx, Exception, JsResult};
use roundel_loop::{EventLoop, Origin};

/// A callback of the loop, to be called once.
pub type Callback<'a> = Box<dyn for<'js> FnOnce(Ctx<'js>) -> JsResult<'js, ()> + 'a>;

pub trait Host {
    fn event_loop(&self) -> &EventLoop;

    /// Calls `body` as every callback of the loop is called: what it throws is reported, ticks and microtasks follow.
    fn callback(&self, body: Callback<'_>);

    /// Reports an exception as one that nobody caught.
    fn report_uncaught<'js>(&self, ctx: Ctx<'js>, exception: Exception<'js>);

    /// Whether the program is over, so that no script may run.
    fn has_ended(&self) -> bool;

    /// The version of Node that programs are told.
    fn node_version(&self) -> [u32; 3];

    /// How the loop names what belongs to the resource that was made last.
    fn origin(&self, label: &'static str) -> Origin;
}
