//! What the loop knows of message ports: a handle for each, and one bell for all of them.
//!
//! A port's handle keeps the loop alive while the port is referenced and has its place in the closing phase; it is never
//! called itself. Who posts a message rings the port (`Environment::ring_port`). That wakes the loop, and in the
//! poll phase the rung ports are served as libuv serves its async handles:
//!
//! - All in one pass, by age, each once. The callbacks of finished work are part of that pass and come first.
//! - A port that is rung during the pass is served in it if its turn is still to come, otherwise in the next iteration.
//! - A port that is made during the pass is no part of it.
//! - What the callback of a ready descriptor or of a signal rings waits for the next iteration: the loop was not
//!   woken by it.
//!
//! Messages from outside the environment are taken first (`outside.rs`). Messages themselves stay in JavaScript (`internal/messaging/message_port.js`), which gives three functions: `waiting(port)` says
//! how many messages are in front of a port that can take one, `emit(port)` delivers one, `closed(port)` ends a port.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::rc::Rc;

use roundel_jsc::{Ctx, Function, Persistent};
use roundel_loop::{Phase, Wakeup, WakeupSender};

use crate::environment::Environment;
use crate::outside::Outside;

/// How many messages a port may get in one pass, if not more were waiting when it began.
const MESSAGES_PER_PASS: usize = 1000;

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
    /// The iteration in which it is not served.
    passed_over_in: Option<u64>,
}

impl Ports {
    /// Gives the functions that ports are served with. They stay the same for the life of the environment.
    pub(crate) fn install(&self, [waiting, emit, closed, arrived]: [Persistent; 4]) {
        let _ = self.functions.set(Functions { waiting, emit, closed, arrived });
    }
}

impl Environment {
    /// Opens a port that does not keep the loop alive, and gives its number. Fails if the loop can not be woken.
    pub(crate) fn open_port(self: &Rc<Self>) -> io::Result<u32> {
        self.hang_bell()?;
        let handle = Wakeup::new(&self.lp, |_, _| {});
        handle.set_origin(&self.lp, self.origin("MessagePort"));
        handle.unreference(&self.lp);
        let made_in_pass = self.lp.delivers_mail().then(|| self.iteration());
        let mut table = self.ports.table.borrow_mut();
        table.last += 1;
        let number = table.last;
        table.open.insert(number, Port { handle, is_rung: false, passed_over_in: made_in_pass });
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
        } else {
            handle.unreference(&self.lp);
        }
    }

    /// Has the port served in the poll phase.
    pub(crate) fn ring_port(&self, number: u32) {
        if let Some(port) = self.ports.table.borrow_mut().open.get_mut(&number) {
            if !port.is_rung && self.is_before_pass() {
                port.passed_over_in = Some(self.iteration());
            }
            port.is_rung = true;
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
        self.take_from_outside();
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
                (true, false) => self.serve_port(number),
                (true, true) => self.ring_port(number),
                (false, _) => {}
            }
        }
    }

    /// Delivers what waits for one port. The rest is for the next pass if a listener throws, or if messages come as fast
    /// as they go.
    fn serve_port(&self, number: u32) {
        let mut left = None;
        loop {
            let waiting = self.waiting_messages(number);
            if waiting == 0 {
                return;
            }
            let allowed = left.unwrap_or(waiting.max(MESSAGES_PER_PASS));
            if allowed == 0 || !self.emit_message(number) {
                self.ring_port(number);
                return;
            }
            left = Some(allowed - 1);
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
