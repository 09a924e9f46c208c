//! One question to name servers, from its first datagram to its answer.
//!
//! Every server is asked in turn, `tries` times, each time with a longer timeout; the question goes by UDP, and by TCP if
//! the answer does not fit into a datagram. Each attempt has a socket of its own, so that an answer to an earlier one does
//! not disturb. The question owns its handles and closes them when it is over; they own it through their callbacks.

use std::cell::{Cell, RefCell};
use std::io;
use std::net::SocketAddr;
use std::rc::{Rc, Weak};

use roundel_jsc::{Arguments, Ctx, JsResult, Persistent, Value};
use roundel_loop::{EventLoop, Read, Stream, Tcp, Timer, Udp};

use super::message::{Answer, Question, Record, to_js};
use crate::addresses;
use crate::environment::Environment;

/// How long the first round waits unless a program says otherwise: c-ares' number.
const TIMEOUT_MS: u64 = 2000;

/// A length goes before a message on a stream.
const LENGTH_SIZE: usize = 2;

struct Pending {
    environment: Weak<Environment>,
    queries: Weak<Queries>,
    number: u32,
    question: Question,
    bytes: Vec<u8>,
    servers: Vec<SocketAddr>,
    /// Where questions come from, for servers of each family.
    local: Vec<SocketAddr>,
    timeout_ms: u64,
    max_timeout_ms: u64,
    tries: u32,
    attempt: Cell<u32>,
    timer: Timer,
    udp: Cell<Option<Udp>>,
    tcp: Cell<Option<Tcp>>,
    /// What has come by TCP.
    received: RefCell<Vec<u8>>,
    callback: RefCell<Option<Persistent>>,
}

/// The questions under way in an environment.
#[derive(Default)]
struct Queries {
    open: RefCell<Vec<Option<Rc<Pending>>>>,
}

impl Queries {
    fn of(ctx: Ctx<'_>) -> Rc<Queries> {
        if let Some(queries) = ctx.data::<Queries>() {
            return queries;
        }
        let queries = Rc::new(Queries::default());
        if let Some(context) = ctx.context() {
            context.set_data(queries.clone());
        }
        queries
    }

    fn free_number(&self) -> usize {
        let mut open = self.open.borrow_mut();
        open.iter().position(Option::is_none).unwrap_or_else(|| {
            open.push(None);
            open.len() - 1
        })
    }
}

/// `query(name, type, servers, timeoutMs, tries, maxTimeoutMs, local, callback)`: asks, and gives the question's number, or
/// -1 if `name` is no name. `servers` is a list of `[address, port]`, `local` one of addresses; 0 is the default of a
/// number. `callback(code, records)`.
pub(super) fn query<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let environment = Environment::of(ctx);
    let lp = &environment.lp;
    let mut id = [0; 2];
    // Without random numbers the port of the socket has to do.
    let _ = lp.fill_random(&mut id);
    let (name, kind) = (args.at(0).to_rust_string(ctx)?, args.at(1).to_rust_string(ctx)?);
    let question = Question::new(u16::from_be_bytes(id), &name, &kind);
    let question = question.and_then(|question| Some((question.to_bytes()?, question)));
    let Some((bytes, question)) = question else { return Ok(ctx.int32(-1)) };

    let mut servers = Vec::new();
    if let Some(list) = args.at(2).as_object(ctx) {
        for index in 0..list.get(ctx, "length")?.to_uint32(ctx)? {
            let Some(server) = list.get_index(ctx, index)?.as_object(ctx) else { continue };
            let port = server.get_index(ctx, 1)?.to_uint32(ctx)? as u16;
            let address = server.get_index(ctx, 0)?.to_rust_string(ctx)?;
            servers.extend(addresses::parse(&address, port));
        }
    }
    let mut local = Vec::new();
    if let Some(list) = args.at(6).as_object(ctx) {
        for index in 0..list.get(ctx, "length")?.to_uint32(ctx)? {
            local.extend(addresses::parse(&list.get_index(ctx, index)?.to_rust_string(ctx)?, 0));
        }
    }
    let number_at = |index| -> JsResult<'js, u64> { Ok(args.at(index).to_uint32(ctx)?.into()) };
    let (timeout_ms, tries, max_timeout_ms) = (number_at(3)?, number_at(4)?, number_at(5)?);
    let queries = Queries::of(ctx);
    let number = queries.free_number();
    let pending = Rc::new(Pending {
        environment: Rc::downgrade(&environment),
        queries: Rc::downgrade(&queries),
        number: number as u32,
        question,
        bytes,
        servers,
        local,
        timeout_ms: if timeout_ms == 0 { TIMEOUT_MS } else { timeout_ms },
        max_timeout_ms: if max_timeout_ms == 0 { u64::MAX } else { max_timeout_ms },
        tries: u32::try_from(tries).unwrap_or(u32::MAX).max(1),
        attempt: Cell::new(0),
        timer: Timer::new(lp),
        udp: Cell::new(None),
        tcp: Cell::new(None),
        received: RefCell::default(),
        callback: RefCell::new(Some(Persistent::new(ctx, args.at(7)))),
    });
    queries.open.borrow_mut()[number] = Some(Rc::clone(&pending));
    pending.ask(lp);
    Ok(ctx.number(number as f64))
}

/// `cancel(number)`: the question calls back with ECANCELLED.
pub(super) fn cancel<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let number = args.at(0).to_uint32(ctx)? as usize;
    let pending = Queries::of(ctx).open.borrow().get(number).cloned().flatten();
    if let Some(pending) = pending {
        pending.finish(&Environment::of(ctx).lp, Err("ECANCELLED"));
    }
    Ok(ctx.undefined())
}

impl Pending {
    /// Begins an attempt; the next one if it can not be begun.
    fn ask(self: Rc<Self>, lp: &EventLoop) {
        while let Err(error) = self.ask_once(lp) {
            if !self.goes_on(lp, code_of(&error)) {
                return;
            }
        }
    }

    fn ask_once(self: &Rc<Self>, lp: &EventLoop) -> io::Result<()> {
        let Some(server) = self.server() else {
            return Err(io::ErrorKind::ConnectionRefused.into());
        };
        self.start_timer(lp);
        let udp = Udp::new(lp);
        self.udp.set(Some(udp));
        if let Some(local) = self.local_for(server) {
            udp.bind(lp, local)?;
        }
        udp.connect(lp, server)?;
        let this = Rc::clone(self);
        udp.receive_start(lp, move |lp, udp, datagram| {
            // One that comes for an earlier attempt has no socket to come to.
            if this.udp.get() != Some(udp) {
                return;
            }
            match datagram {
                Ok(datagram) => Rc::clone(&this).read(lp, &datagram.bytes),
                Err(error) => Rc::clone(&this).fail(lp, code_of(&error)),
            }
        })?;
        udp.try_send(lp, &self.bytes, None)?;
        Ok(())
    }

    fn server(&self) -> Option<SocketAddr> {
        let count = u32::try_from(self.servers.len()).ok().filter(|&count| count > 0)?;
        self.servers.get((self.attempt.get() % count) as usize).copied()
    }

    fn local_for(&self, server: SocketAddr) -> Option<SocketAddr> {
        self.local.iter().copied().find(|local| local.is_ipv4() == server.is_ipv4())
    }

    /// Later rounds wait twice as long as the one before.
    fn start_timer(self: &Rc<Self>, lp: &EventLoop) {
        let round = self.attempt.get() / u32::try_from(self.servers.len()).unwrap_or(1).max(1);
        let timeout_ms =
            self.timeout_ms.saturating_mul(1 << round.min(16)).min(self.max_timeout_ms);
        let this = Rc::clone(self);
        self.timer.start(lp, timeout_ms, 0, move |lp, _| Rc::clone(&this).fail(lp, "ETIMEOUT"));
    }

    fn read(self: Rc<Self>, lp: &EventLoop, bytes: &[u8]) {
        match self.question.read(bytes) {
            Answer::NotOurs => {}
            Answer::Cut if self.tcp.get().is_none() => self.ask_by_tcp(lp),
            Answer::Cut => self.finish(lp, Err("EBADRESP")),
            Answer::Failed(code) => self.finish(lp, Err(code)),
            Answer::Records(records) => self.finish(lp, Ok(records)),
        }
    }

    /// The attempt has failed: another one, or the end.
    fn fail(self: Rc<Self>, lp: &EventLoop, code: &'static str) {
        if self.goes_on(lp, code) {
            self.ask(lp);
        }
    }

    /// Whether there is another attempt; if not, `code` is how the question ends.
    fn goes_on(&self, lp: &EventLoop, code: &'static str) -> bool {
        self.close_sockets(lp);
        let attempt = self.attempt.get().saturating_add(1);
        self.attempt.set(attempt);
        let servers = u32::try_from(self.servers.len()).unwrap_or(u32::MAX);
        if attempt < self.tries.saturating_mul(servers) {
            return true;
        }
        self.finish(lp, Err(code));
        false
    }

    fn ask_by_tcp(self: Rc<Self>, lp: &EventLoop) {
        self.close_sockets(lp);
        let Some(server) = self.server() else { return };
        self.start_timer(lp);
        let tcp = Tcp::new(lp);
        self.tcp.set(Some(tcp));
        let this = Rc::clone(&self);
        let bound = self.local_for(server).map_or(Ok(()), |local| tcp.bind(lp, local));
        let begun = bound.and_then(|()| {
            tcp.connect(lp, server, move |lp, tcp, result| {
                if this.tcp.get() != Some(tcp) {
                    return;
                }
                if let Err(error) = result.and_then(|()| this.talk(lp, tcp)) {
                    this.fail(lp, code_of(&error));
                }
            })
        });
        if let Err(error) = begun {
            self.fail(lp, code_of(&error));
        }
    }

    fn talk(self: &Rc<Self>, lp: &EventLoop, tcp: Tcp) -> io::Result<()> {
        let stream = Stream::from(tcp);
        let mut framed = (self.bytes.len() as u16).to_be_bytes().to_vec();
        framed.extend_from_slice(&self.bytes);
        stream.write(lp, framed, |_, _, _| {})?;
        let this = Rc::clone(self);
        stream.read_start(lp, move |lp, _, read| {
            if this.tcp.get() != Some(tcp) {
                return;
            }
            match read {
                Read::Data(chunk) => {
                    this.received.borrow_mut().extend_from_slice(&chunk);
                    let message = this.take_message();
                    if let Some(message) = message {
                        Rc::clone(&this).read(lp, &message);
                    }
                }
                Read::End => Rc::clone(&this).fail(lp, "ECONNREFUSED"),
                Read::Error(error) => Rc::clone(&this).fail(lp, code_of(&error)),
            }
        })
    }

    /// The first whole message of those that have come by TCP.
    fn take_message(&self) -> Option<Vec<u8>> {
        let mut received = self.received.borrow_mut();
        let length = usize::from(u16::from_be_bytes([*received.first()?, *received.get(1)?]));
        let message = received.get(LENGTH_SIZE..LENGTH_SIZE + length)?.to_vec();
        received.drain(..LENGTH_SIZE + length);
        Some(message)
    }

    fn close_sockets(&self, lp: &EventLoop) {
        if let Some(udp) = self.udp.take() {
            udp.close_quietly(lp);
        }
        if let Some(tcp) = self.tcp.take() {
            tcp.close_quietly(lp);
        }
        self.received.borrow_mut().clear();
    }

    /// Nothing of the question is left when it calls back.
    fn finish(&self, lp: &EventLoop, result: Result<Vec<Record>, &'static str>) {
        self.close_sockets(lp);
        self.timer.close_quietly(lp);
        if let Some(queries) = self.queries.upgrade() {
            let kept =
                queries.open.borrow_mut().get_mut(self.number as usize).and_then(Option::take);
            drop(kept);
        }
        let Some(callback) = self.callback.borrow_mut().take() else { return };
        let Some(environment) = self.environment.upgrade() else { return };
        environment.callback(|ctx| {
            let Some(callback) = callback.get(ctx).as_function(ctx) else { return Ok(()) };
            match &result {
                Ok(records) => {
                    callback.call(ctx, None, &[ctx.undefined(), to_js(ctx, records)?.into()])?;
                }
                Err(code) => {
                    callback.call(ctx, None, &[ctx.string(code)])?;
                }
            }
            Ok(())
        });
    }
}

/// c-ares has one code for all that goes wrong on the way to a server.
fn code_of(_error: &io::Error) -> &'static str {
    "ECONNREFUSED"
}
