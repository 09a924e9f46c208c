//! `--why-alive[=MS]`: what keeps the process alive, with where it was made, when it is due, and what would end it.
//!
//! A reader of the record of causes. It tells when so much time has passed, and whenever SIGUSR2 comes; what it uses for
//! that keeps nothing alive. Only what counts is told: handles of the loop that are active and referenced, unfinished work,
//! and the timers and immediates behind the two handles that stand for all of them, which JavaScript lists.

use std::fmt::Write;
use std::rc::Rc;

use roundel_jsc::{Ctx, JsResult, Persistent};
use roundel_loop::{HandleInfo, HandleKind, ResourceId, Signal, Timer};
use roundel_trace::words::kind_noun;

use crate::causes::Resource;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::options::Role;

/// When to tell what keeps a program alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WhyAlive {
    /// After so much of the loop's time; only when asked by a signal without it.
    pub after_ms: Option<u64>,
    /// The program is ended when that has been told.
    pub ends: bool,
}

/// The code of a program that was ended because it was still alive.
const STILL_ALIVE: i32 = 1;

const SIGUSR2: i32 = 12;

impl Environment {
    /// Has SIGUSR2 ask.
    pub(crate) fn hear_life(self: &Rc<Self>) {
        if self.why_alive().is_none() {
            return;
        }
        let signal = Signal::new(&self.lp);
        let weak = Rc::downgrade(self);
        // Where signals are not to be had there are only the reports by time.
        let _ = signal.start(&self.lp, SIGUSR2, move |_, _| {
            if let Some(environment) = weak.upgrade() {
                environment.tell_life();
            }
        });
        signal.unreference(&self.lp);
    }

    /// Has time ask. Called when the main script has run: it counts from there.
    pub(crate) fn time_life(self: &Rc<Self>) {
        let Some(WhyAlive { after_ms: Some(after_ms), ends }) = self.why_alive() else { return };
        self.update_now();
        let timer = Timer::new(&self.lp);
        let weak = Rc::downgrade(self);
        timer.start(&self.lp, after_ms, 0, move |_, _| {
            let Some(environment) = weak.upgrade() else { return };
            environment.tell_life();
            if ends {
                environment.end(Exit::Code(STILL_ALIVE));
            }
        });
        timer.unreference(&self.lp);
    }

    fn why_alive(&self) -> Option<WhyAlive> {
        self.options.why_alive.filter(|_| self.options.role == Role::Main)
    }

    fn tell_life(&self) {
        let mut lines = self.scheduled();
        self.lp.walk(|info| lines.extend(self.handle_line(&info)));
        let elapsed_ms = self.lp.now() - self.time_origin_ms;
        let mut text = match lines.len() {
            0 => format!(
                "roundel: nothing keeps the process alive ({elapsed_ms} ms after the start)\n"
            ),
            1 => format!(
                "roundel: one thing keeps the process alive ({elapsed_ms} ms after the start)\n"
            ),
            count => format!(
                "roundel: {count} things keep the process alive ({elapsed_ms} ms after the start)\n"
            ),
        };
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
        // Standard error may be gone; there is nobody else to tell.
        let _ = rustix::io::write(rustix::stdio::stderr(), text.as_bytes());
    }

    /// Timers and immediates, of which the loop knows only that there are some.
    fn scheduled(&self) -> Vec<String> {
        let lister = self.causes.as_ref().and_then(|causes| causes.life_lister.get());
        let Some(lister) = lister else { return Vec::new() };
        let listed = self.enter(|ctx| self.ask(ctx, lister)).unwrap_or_default();
        listed
            .lines()
            .filter_map(|line| {
                let (id, due_ms) = line.split_once(' ')?;
                let resource = self.resource_of(ResourceId(id.parse().ok()?))?;
                let repeats = resource.repeats();
                let (noun, end) = match (resource.kind.as_str(), repeats) {
                    ("Immediate", _) => ("an immediate", "clearImmediate() or unref()"),
                    (_, true) => ("an interval", "clearInterval() or unref()"),
                    (_, false) => ("a timer", "clearTimeout() or unref()"),
                };
                let due =
                    if due_ms == "0" { String::new() } else { format!(", due in {due_ms} ms") };
                Some(format!("{noun}{}{due}; {end} would end it", self.made_at(&resource)))
            })
            .collect()
    }

    fn ask<'js>(&self, ctx: Ctx<'js>, lister: &Persistent) -> JsResult<'js, String> {
        match lister.get(ctx).as_function(ctx) {
            Some(function) => function.call(ctx, None, &[])?.to_rust_string(ctx),
            None => Ok(String::new()),
        }
    }

    fn handle_line(&self, info: &HandleInfo) -> Option<String> {
        let is_own = [self.timer.key(), self.check.key(), self.idle.key()].contains(&info.key);
        if is_own || !info.active || !info.referenced {
            return None;
        }
        let resource = self.resource_of(info.origin.resource);
        let kind = resource.as_ref().map_or(info.origin.label, |resource| resource.kind.as_str());
        let noun = if kind.is_empty() { info.key.kind.name().to_owned() } else { kind_noun(kind) };
        let place = resource.as_ref().map_or_else(String::new, |resource| self.made_at(resource));
        let file = resource.as_ref().and_then(|resource| worker_file(resource)).unwrap_or_default();
        Some(format!("{noun}{file}{place}; {}", what_ends(kind, info.key.kind)))
    }

    fn resource_of(&self, id: ResourceId) -> Option<Rc<Resource>> {
        self.causes.as_ref()?.resource(id)
    }

    fn made_at(&self, resource: &Resource) -> String {
        let name = match resource.function.as_str() {
            "" => String::new(),
            name => format!(" {name}()"),
        };
        let server = || resource.server.as_ref()?.place(&self.sources);
        match (resource.place(&self.sources), server()) {
            (Some(frame), _) => format!("{name}, made at {frame}"),
            (None, Some(frame)) => format!("{name}, accepted by the server made at {frame}"),
            (None, None) => name,
        }
    }
}

/// The file that a worker runs.
fn worker_file(resource: &Resource) -> Option<String> {
    if resource.kind != "WORKER" {
        return None;
    }
    let detail: serde_json::Value = serde_json::from_str(&resource.detail.borrow()).ok()?;
    Some(format!(" of {}", detail["entry"].as_str()?))
}

fn what_ends(kind: &str, handle: HandleKind) -> &'static str {
    match (kind.to_ascii_uppercase().as_str(), handle) {
        ("TCPSERVERWRAP" | "PIPESERVERWRAP", _) => "server.close() or unref() would end it",
        ("PROCESSWRAP", _) | (_, HandleKind::Process) => {
            "the end of the child, kill() or unref() would end it"
        }
        ("TTYWRAP", _) => "process.stdin.pause() or unref() would end it",
        ("FSEVENTWRAP" | "STATWATCHER", _) | (_, HandleKind::FsEvent) => {
            "close() or unref() would end it"
        }
        ("UDPWRAP", _) => "socket.close() or unref() would end it",
        ("MESSAGEPORT", _) => "port.close() or unref() would end it",
        ("WORKER", _) => "terminate() or unref() would end it",
        (_, HandleKind::Work) => "it ends by itself",
        (_, HandleKind::Tcp | HandleKind::Pipe | HandleKind::Tty) => {
            "its end, destroy() or unref() would end it"
        }
        _ => "closing it or unref() would end it",
    }
}
