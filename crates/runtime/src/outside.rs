//! The channels of an environment that lead out of it.
//!
//! The other end may be on any thread. It puts a message into the inbox of the channel and rings: the number of the
//! channel goes on a list, and the bell of the ports wakes the loop. In the poll phase, before ports are served,
//! JavaScript takes what is there.
//!
//! An end is a number here. It is listened to while a port of the program stands for it; one that is to travel is taken
//! out again and goes along in a message.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use crate::channel::{Port, channel};
use crate::environment::Environment;
use crate::message::Message;

#[derive(Default)]
pub(crate) struct Outside {
    /// The end that was given to the environment, until a program asks for it.
    parent: RefCell<Option<Port>>,
    channels: RefCell<Channels>,
    /// Channels whose bell has rung.
    rung: Arc<Mutex<Vec<u32>>>,
    /// A channel is listened to.
    is_heard: Cell<bool>,
}

#[derive(Default)]
struct Channels {
    last: u32,
    open: HashMap<u32, Port>,
}

/// What there is in a channel.
pub(crate) enum Taken {
    Message(Message),
    Nothing,
    Ended,
}

impl Outside {
    pub(crate) fn set_parent(&self, port: Port) {
        let previous = self.parent.borrow_mut().replace(port);
        drop(previous);
    }

    pub(crate) fn is_heard(&self) -> bool {
        self.is_heard.get()
    }

    /// Keeps an end that nobody listens to yet, and gives its number.
    pub(crate) fn keep(&self, port: Port) -> u32 {
        let mut channels = self.channels.borrow_mut();
        channels.last += 1;
        let number = channels.last;
        channels.open.insert(number, port);
        number
    }

    /// Makes a channel both of whose ends are here.
    pub(crate) fn make(&self) -> (u32, u32) {
        let (a, b) = channel();
        (self.keep(a), self.keep(b))
    }

    /// Takes an end out, that it may travel.
    pub(crate) fn release(&self, number: u32) -> Option<Port> {
        let port = self.channels.borrow_mut().open.remove(&number)?;
        port.take_bell_down();
        Some(port)
    }

    /// Puts back what was taken from a channel and not delivered.
    pub(crate) fn give_back(&self, number: u32, messages: Vec<Message>) {
        if let Some(port) = self.channels.borrow().open.get(&number) {
            port.give_back(messages);
        }
    }

    /// False if nobody can take it.
    pub(crate) fn post(&self, number: u32, message: Message) -> bool {
        let channels = self.channels.borrow();
        let port = channels.open.get(&number);
        port.is_some_and(|port| port.post(message).is_ok())
    }

    pub(crate) fn take(&self, number: u32) -> Taken {
        let channels = self.channels.borrow();
        let Some(port) = channels.open.get(&number) else { return Taken::Ended };
        match port.try_receive() {
            Some(message) => Taken::Message(message),
            None if port.is_ended() => Taken::Ended,
            None => Taken::Nothing,
        }
    }

    pub(crate) fn close(&self, number: u32) {
        let port = self.channels.borrow_mut().open.remove(&number);
        drop(port);
    }
}

impl Environment {
    /// Takes the end that was given to the environment; 0 if there is none, or no more.
    pub(crate) fn open_parent(&self) -> u32 {
        let parent = self.ports.outside.parent.borrow_mut().take();
        parent.map_or(0, |port| self.ports.outside.keep(port))
    }

    /// Has the loop woken by what comes through the channel, and by what has come already.
    pub(crate) fn listen(self: &Rc<Self>, number: u32) -> io::Result<()> {
        self.hang_bell()?;
        self.ports.outside.is_heard.set(true);
        self.await_other_threads();
        let Some(bell) = self.bell() else { return Ok(()) };
        let rung = Arc::clone(&self.ports.outside.rung);
        if let Some(port) = self.ports.outside.channels.borrow().open.get(&number) {
            port.hang_bell(move || {
                note(&rung, number);
                bell.send();
            });
        }
        Ok(())
    }

    /// Has JavaScript take what has come.
    pub(crate) fn take_from_outside(&self) {
        let rung = {
            let mut rung = self.ports.outside.rung.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *rung)
        };
        for number in rung {
            self.call_arrived(number);
        }
    }
}

fn note(rung: &Mutex<Vec<u32>>, number: u32) {
    let mut rung = rung.lock().unwrap_or_else(PoisonError::into_inner);
    if rung.last() != Some(&number) {
        rung.push(number);
    }
}
