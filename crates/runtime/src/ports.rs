//! What the loop knows of message ports: a handle for each, and one bell for all of them.
//!
//! A port's handle keeps the loop alive while the port is referenced and has its place in the closing phase; it is never
//! called itself. Who posts a message rings the port (`Environment::ring_with`). That wakes the loop, and in the
//! poll phase the rung ports are served as libuv serves its async handles:
//!
//! - All in one pass, by age, each once. The callbacks of finished work are part of that pass and come first.
//! - A port that is rung during the pass is served in it if its turn is still to come, otherwise in the next iteration.
//! - A port that is made during the pass is no part of it.
//! - What the callback of a ready descriptor or of a signal rings waits for the next iteration: the loop was not
//!   woken by it.
//!
//! Messages from outside the environment are taken first (`outside.rs`). Messages themselves stay in JavaScript (`internal/messaging/message_port.js`), which gives functions: `waiting(port)` says
//! how many messages are in front of a port that can take one, `emit(port)` delivers one, `closed(port)` ends a port, and
//! `detach(buffer)` detaches a buffer that leaves.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::rc::Rc;

use roundel_jsc::{ArrayBuffer, Ctx, Function, JsResult, Persistent};
use roundel_loop::{Phase, Wakeup, WakeupSender};

use crate::environment::Environment;
use crate::outside::Outside;

/// How many messages a port may get in one pass, if not more were waiting when it began.
const MESSAGES_PER_PASS: usize = 1000;

/// The label of a port behind which there is a worker.
pub(crate) const WORKER: &str = "Worker";

#[derive(Default)]
pub(crate) struct Ports {
    functions: OnceCell<Functions>,
    bell: OnceCell<WakeupSender>,
    table: RefCell<Table>,
    pub(crate) outside: Outside,
}

struct Functions {
    waiting: Persistent,
    emit: Persistent,
    closed: Persistent,
    arrived: Persistent,
    detach: Persistent,
}

#[derive(Default)]
struct Table {
    last: u32,
    open: HashMap<u32, Port>,
    /// In the order in which the next pass serves them. Those that were closed are left out when their turn comes.
    order: VecDeque<u32>,
}

struct Port {
    handle: Wakeup,
    is_rung: bool,
    rings: u64,
    /// How many messages were in front of it when it was last rung, if it could take one.
    waiting: usize,
    /// The iteration in which it is not served.
    passed_over_in: Option<u64>,
}

impl Ports {
    /// Gives the functions that ports are served with. They stay the same for the life of the environment.
    pub(crate) fn install(&self, [waiting, emit, closed, arrived, detach]: [Persistent; 5]) {
        let _ = self.functions.set(Functions { waiting, emit, closed, arrived, detach });
    }

    /// Detaches a buffer, if it can be.
    pub(crate) fn detach<'js>(&self, ctx: Ctx<'js>, buffer: ArrayBuffer<'js>) -> JsResult<'js, ()> {
        let Some(functions) = self.functions.get() else { return Ok(()) };
        function(ctx, &functions.detach).call(ctx, None, &[buffer.into()]).map(drop)
    }
}

impl Environment {
    /// Opens a port that does not keep the loop alive, and gives its number. Fails if the loop can not be woken.
    pub(crate) fn open_port(self: &Rc<Self>, label: &'static str) -> io::Result<u32> {
        self.hang_bell()?;
        let handle = Wakeup::new(&self.lp, |_, _| {});
        handle.set_origin(&self.lp, self.origin(label));
        handle.unreference(&self.lp);
        let made_in_pass = self.lp.delivers_mail().then(|| self.iteration());
        let mut table = self.ports.table.borrow_mut();
        table.last += 1;
        let number = table.last;
        let passed_over_in = made_in_pass;
        let port = Port { handle, is_rung: false, rings: 0, waiting: 0, passed_over_in };
        table.open.insert(number, port);
        table.order.push_back(number);
        Ok(number)
    }

    pub(crate) fn hang_bell(self: &Rc<Self>) -> io::Result<()> {
        if self.ports.bell.get().is_some() {
            return Ok(());
        }
        let weak = Rc::downgrade(self);
        let bell = Wakeup::new(&self.lp, move |_, _| {
            if let Some(environment) = weak.upgrade() {
                environment.serve_ports();
            }
        });
        bell.unreference(&self.lp);
        let sender = bell.sender(&self.lp)?;
        // Nobody else sets it.
        let _ = self.ports.bell.set(sender);
        Ok(())
    }

    pub(crate) fn reference_port(&self, number: u32, wanted: bool) {
        let Some(handle) = self.port_handle(number) else { return };
        if wanted {
            handle.reference(&self.lp);
            if self.ports.outside.is_heard() {
                self.await_outside(handle);
            }
        } else {
            handle.unreference(&self.lp);
        }
    }

    /// Other threads may have something to say: what keeps the loop alive may be for them to end. A simulated platform, which
    /// ends when nothing is left to happen, has to know.
    pub(crate) fn await_other_threads(&self) {
        let open: Vec<Wakeup> =
            self.ports.table.borrow().open.values().map(|port| port.handle).collect();
        for handle in open {
            self.await_outside(handle);
        }
    }

    fn await_outside(&self, handle: Wakeup) {
        // A wakeup whose sender was asked for can come from another thread. Closed ones await nothing.
        let _ = handle.sender(&self.lp);
    }

    /// Has the port served in the poll phase, with so many messages in front of it.
    pub(crate) fn ring_with(&self, number: u32, waiting: usize) {
        self.ring_port(number);
        if let Some(port) = self.ports.table.borrow_mut().open.get_mut(&number) {
            port.waiting = waiting;
        }
    }

    /// Has the port served in the poll phase.
    fn ring_port(&self, number: u32) {
        if let Some(port) = self.ports.table.borrow_mut().open.get_mut(&number) {
            if !port.is_rung && self.is_before_pass() {
                port.passed_over_in = Some(self.iteration());
            }
            port.is_rung = true;
            port.rings += 1;
        }
        if let Some(bell) = self.ports.bell.get() {
            bell.send();
        }
    }

    /// Closes the port: `closed` is called in the closing phase.
    pub(crate) fn close_port(self: &Rc<Self>, number: u32) {
        let port = self.ports.table.borrow_mut().open.remove(&number);
        let Some(Port { handle, .. }) = port else { return };
        let weak = Rc::downgrade(self);
        handle.close(&self.lp, move |_| {
            let Some(environment) = weak.upgrade() else { return };
            environment.callback(|ctx| {
                if let Some(functions) = environment.ports.functions.get() {
                    let number = ctx.number(number.into());
                    function(ctx, &functions.closed).call(ctx, None, &[number])?;
                }
                Ok(())
            });
        });
    }

    /// How often the port has been rung; `None` if it is closed.
    fn rings(&self, number: u32) -> Option<u64> {
        self.ports.table.borrow().open.get(&number).map(|port| port.rings)
    }

    /// What a port was told before this pass may be true no more.
    fn forget_waiting(&self) {
        for port in self.ports.table.borrow_mut().open.values_mut() {
            port.waiting = 0;
        }
    }

    fn told_waiting(&self, number: u32) -> usize {
        self.ports.table.borrow().open.get(&number).map_or(0, |port| port.waiting)
    }

    fn port_handle(&self, number: u32) -> Option<Wakeup> {
        self.ports.table.borrow().open.get(&number).map(|port| port.handle)
    }

    /// Whether a descriptor or a signal is being called back.
    fn is_before_pass(&self) -> bool {
        self.spinning.get() && self.lp.current_phase() == Phase::Poll && !self.lp.delivers_mail()
    }

    fn iteration(&self) -> u64 {
        self.lp.metrics().iterations
    }

    /// One pass over the ports.
    fn serve_ports(&self) {
        self.wake_up();
        self.forget_waiting();
        self.take_from_outside();
        let mut is_told = true;
        let iteration = self.iteration();
        let mut batch = std::mem::take(&mut self.ports.table.borrow_mut().order);
        while let Some(number) = batch.pop_front() {
            let (is_rung, is_passed_over) = {
                let mut table = self.ports.table.borrow_mut();
                let Some(port) = table.open.get_mut(&number) else { continue };
                let answer =
                    (std::mem::take(&mut port.is_rung), port.passed_over_in == Some(iteration));
                table.order.push_back(number);
                answer
            };
            match (is_rung, is_passed_over) {
                (true, false) => {
                    self.serve_port(number, is_told);
                    is_told = false;
                }
                (true, true) => self.ring_port(number),
                (false, _) => {}
            }
        }
    }

    /// Delivers what waits for one port. The rest is for the next pass if a listener throws, or if messages come as fast
    /// as they go.
    ///
    /// `is_told` says that nothing of the program's has run since messages were taken: then the port need not be asked how many
    /// there are, if it was rung for them.
    fn serve_port(&self, number: u32, is_told: bool) {
        let mut left = None;
        let mut told = if is_told { self.told_waiting(number) } else { 0 };
        loop {
            let waiting = match std::mem::take(&mut told) {
                0 => self.waiting_messages(number),
                waiting => waiting,
            };
            if waiting == 0 {
                return;
            }
            let rings = self.rings(number);
            let allowed = left.unwrap_or(waiting.max(MESSAGES_PER_PASS));
            if allowed == 0 || !self.emit_message(number) {
                self.ring_port(number);
                return;
            }
            left = Some(allowed - 1);
            // Whatever there is to be asked again for would have rung the port.
            if waiting == 1 && self.rings(number) == rings {
                return;
            }
        }
    }

    /// Has JavaScript take what has come through a channel. Outside the door, as nothing of the program's runs.
    pub(crate) fn call_arrived(&self, channel: u32) {
        let Some(functions) = self.ports.functions.get() else { return };
        if self.has_ended() {
            return;
        }
        self.context.enter(|ctx| {
            let channel = ctx.number(channel.into());
            // It fails only where there is no memory for the messages, which are lost then.
            let _ = function(ctx, &functions.arrived).call(ctx, None, &[channel]);
        });
    }

    pub(crate) fn bell(&self) -> Option<WakeupSender> {
        self.ports.bell.get().cloned()
    }

    /// Asked outside the door: nothing of the program's runs.
    fn waiting_messages(&self, number: u32) -> usize {
        let Some(functions) = self.ports.functions.get() else { return 0 };
        if self.has_ended() {
            return 0;
        }
        self.context.enter(|ctx| {
            let number = ctx.number(number.into());
            let waiting = function(ctx, &functions.waiting).call(ctx, None, &[number]);
            waiting
                .ok()
                .and_then(|waiting| waiting.as_number())
                .map_or(0, |waiting| waiting as usize)
        })
    }

    fn emit_message(&self, number: u32) -> bool {
        let Some(functions) = self.ports.functions.get() else { return false };
        let emitted = self.callback(|ctx| {
            let number = ctx.number(number.into());
            function(ctx, &functions.emit).call(ctx, None, &[number])?;
            Ok(())
        });
        emitted.is_some()
    }
}

/// The binding takes functions only.
fn function<'js>(ctx: Ctx<'js>, function: &Persistent) -> Function<'js> {
    function.get(ctx).as_function(ctx).expect("ports are served with functions")
}
