//! The channels of an environment that lead out of it.
//!
//! The other end may be on any thread. It puts a message into the inbox of the channel and rings: the number of the
//! channel goes on a list, and the bell of the ports wakes the loop. In the poll phase, before ports are served,
//! JavaScript takes what is there.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use crate::channel::Port;
use crate::environment::Environment;
use crate::message::Message;

#[derive(Default)]
pub(crate) struct Outside {
    /// The end that was given to the environment, until a program asks for it.
    parent: RefCell<Option<Port>>,
    channels: RefCell<Channels>,
    /// Channels whose bell has rung.
    rung: Arc<Mutex<Vec<u32>>>,
}

#[derive(Default)]
struct Channels {
    last: u32,
    open: HashMap<u32, Port>,
}

/// What there is in a channel.
pub(crate) enum Taken {
    Message(Vec<u8>),
    Nothing,
    Ended,
}

impl Outside {
    pub(crate) fn set_parent(&self, port: Port) {
        let previous = self.parent.borrow_mut().replace(port);
        drop(previous);
    }
}

impl Environment {
    /// Opens the channel that was given to the environment; 0 if there is none, or no more.
    pub(crate) fn open_parent(self: &Rc<Self>) -> io::Result<u32> {
        let Some(port) = self.ports.outside.parent.borrow_mut().take() else { return Ok(0) };
        self.hang_bell()?;
        let Some(bell) = self.bell() else { return Ok(0) };
        let mut channels = self.ports.outside.channels.borrow_mut();
        channels.last += 1;
        let number = channels.last;
        let rung = Arc::clone(&self.ports.outside.rung);
        port.hang_bell(move || {
            let mut rung = rung.lock().unwrap_or_else(PoisonError::into_inner);
            if rung.last() != Some(&number) {
                rung.push(number);
            }
            bell.send();
        });
        channels.open.insert(number, port);
        Ok(number)
    }

    /// False if nobody can take it.
    pub(crate) fn post_outside(&self, number: u32, bytes: Vec<u8>) -> bool {
        let channels = self.ports.outside.channels.borrow();
        let port = channels.open.get(&number);
        port.is_some_and(|port| port.post(Message::from_bytes(bytes)).is_ok())
    }

    pub(crate) fn take_message(&self, number: u32) -> Taken {
        let channels = self.ports.outside.channels.borrow();
        let Some(port) = channels.open.get(&number) else { return Taken::Ended };
        match port.try_receive() {
            Some(message) => Taken::Message(message.into_bytes()),
            None if port.is_ended() => Taken::Ended,
            None => Taken::Nothing,
        }
    }

    pub(crate) fn close_channel(&self, number: u32) {
        let port = self.ports.outside.channels.borrow_mut().open.remove(&number);
        drop(port);
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
