//! The loop: `run`, scheduling, watching descriptors.
//!
//! One pass: ask the platform, waiting if nothing is ready; what can be read or written joins the queue, then timers that
//! are due; exactly what is in the queue then runs. The loop below finds descriptors and keeps the clock; callbacks run
//! between its turns, so that they may do anything to it.
//!
//! `asyncio.BaseEventLoop` is the other base of `roundel.Loop`. It reads and writes `_debug`, `_closed`, `_stopping`,
//! `_thread_id` and `_task_factory`, which are properties here.

use crate::calls;
use crate::context::LastSnapshot;
use crate::errno::io_error;
use crate::guarded::Guarded;
use crate::handle::{Call, Caller, Classes, classes};
use crate::input::Expected;
use crate::observing::Observing;
use crate::operation::{self, Operation, Task};
use crate::output::Data;
use crate::ready::{Queue, Ready};
use crate::sleep::Sleep;
use crate::slot::Slot;
use crate::streams::Streams;
use crate::timers::Timers;
use crate::turn::Turn;
use crate::watches::{Side, Sides, Watcher, Watches};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyFloat, PyInt, PyString, PyTuple, PyType};
use roundel_loop::{
    BackendKind, CallId, Delivery, Event, EventLoop, Options, Profile, RunMode, Wakeup,
    WakeupSender,
};
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::os::fd::RawFd;
use std::rc::Rc;
use std::time::Duration;

/// asyncio's phases. Readiness is told at once: the queue is ours.
const PROFILE: Profile = Profile { delivery: Delivery::AtOnce, ..Profile::ASYNCIO };

/// How much one read takes at most.
pub(crate) const READ_SIZE: usize = 256 * 1024;

/// In a longer queue, handles share a snapshot of the context: as many contexts Python keeps for the next ones, and each of more
/// would be memory that is asked for, and a reason to look for garbage.
const LONG_QUEUE: usize = 255;

/// How long the kernel takes at most to carry something over its loopback.
const CARRYING: Duration = Duration::from_millis(1);

#[pyclass(subclass, frozen, module = "roundel._roundel")]
pub(crate) struct Loop(Guarded<State>);

struct State {
    lp: RefCell<EventLoop>,
    ready: Rc<Queue>,
    turn: Turn,
    /// What makes tasks in asyncio's place.
    task_factory: Slot<PyAny>,
    /// The arguments of a task that is made with nothing but its loop: `{"loop": loop}`.
    as_argument: Slot<PyDict>,
    /// What the handles of a long queue share.
    snapshot: LastSnapshot,
    watches: Rc<Watches>,
    streams: Streams,
    observing: Rc<Observing>,
    is_observed: Cell<bool>,
    timers: RefCell<Timers>,
    sleep: Rc<Sleep>,
    waker: Cell<Wakeup>,
    /// What wakes the loop below when the first timer is due, and that time.
    alarm: Rc<Cell<Option<(f64, CallId)>>>,
    /// Code of the program has run since the platform was asked.
    ran_program: Cell<bool>,
    read_buffer: Cell<Vec<u8>>,
    expected: Expected,
    virtual_time: bool,
    closed: Cell<bool>,
    debug: Cell<bool>,
    stopping: Cell<bool>,
    /// The thread that runs the loop, by Python's number.
    thread_id: Cell<Option<u64>>,
}

#[pymethods]
impl Loop {
    #[new]
    #[pyo3(signature = (*, virtual_time = false))]
    fn new(py: Python<'_>, virtual_time: bool) -> PyResult<Loop> {
        let backend = if virtual_time { BackendKind::VirtualTime } else { BackendKind::System };
        let options = Options { profile: PROFILE, backend, ..Options::default() };
        let lp = EventLoop::new(options).map_err(|error| io_error(py, &error))?;
        let (waker, sender) = new_waker(py, &lp)?;
        let ready = Rc::new(Queue::default());
        let sleep = Rc::new(Sleep::new(sender, Rc::clone(&ready)));
        let hook = Rc::clone(&sleep);
        lp.set_wait_hook(Some(Box::new(move |edge| hook.turn(edge))));
        Ok(Loop(Guarded::new(State {
            lp: RefCell::new(lp),
            ready,
            turn: Turn::default(),
            task_factory: Slot::default(),
            as_argument: Slot::default(),
            snapshot: LastSnapshot::default(),
            watches: Rc::new(Watches::new(virtual_time)),
            streams: Streams::default(),
            observing: Rc::default(),
            is_observed: Cell::new(false),
            timers: RefCell::default(),
            sleep,
            waker: Cell::new(waker),
            alarm: Rc::default(),
            ran_program: Cell::new(true),
            read_buffer: Cell::default(),
            expected: Expected::default(),
            virtual_time,
            closed: Cell::new(false),
            debug: Cell::new(false),
            stopping: Cell::new(false),
            thread_id: Cell::new(None),
        })))
    }

    /// The loop's clock, in seconds.
    pub(crate) fn time(&self) -> f64 {
        let now_ns = match self.is_closed() {
            false => self.0.lp.borrow().hrtime(),
            true => monotonic_ns(),
        };
        now_ns as f64 * 1e-9
    }

    fn stop(&self) {
        self.0.stopping.set(true);
        self.0.sleep.wake_sleeper();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.closed.get()
    }

    fn is_running(&self) -> bool {
        self.0.thread_id.get().is_some()
    }

    #[getter(_debug)]
    fn debug_flag(&self) -> bool {
        self.is_debug()
    }

    #[setter(_debug)]
    fn set_debug_flag(&self, debug: &Bound<'_, PyAny>) -> PyResult<()> {
        self.0.debug.set(debug.is_truthy()?);
        Ok(())
    }

    #[getter(_closed)]
    fn closed(&self) -> bool {
        self.is_closed()
    }

    #[setter(_closed)]
    fn set_closed(&self, closed: bool) {
        self.0.closed.set(closed);
    }

    #[getter(_stopping)]
    fn stopping(&self) -> bool {
        self.0.stopping.get()
    }

    #[setter(_stopping)]
    fn set_stopping(&self, stopping: bool) {
        self.0.stopping.set(stopping);
    }

    #[getter(_task_factory)]
    fn task_factory<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.0.task_factory.get(py)
    }

    #[setter(_task_factory)]
    fn set_task_factory_field(&self, factory: Option<Py<PyAny>>) {
        let before = self.0.task_factory.replace(factory);
        drop(before);
    }

    #[getter(_thread_id)]
    fn thread_id(&self) -> Option<u64> {
        self.0.thread_id.get()
    }

    #[setter(_thread_id)]
    fn set_thread_id(&self, thread_id: Option<u64>) {
        self.0.thread_id.set(thread_id);
    }

    /// Sets what is told of every callback and of every wait, or removes it. It is called with an event and its subject:
    /// `("begin", handle)`, `("end", handle)`, `("poll", seconds or None)` and `("polled", (ready, seconds waited))`.
    #[pyo3(signature = (observer, /))]
    fn set_observer(&self, observer: Option<Py<PyAny>>) -> PyResult<()> {
        self.check_open()?;
        self.0.is_observed.set(observer.is_some());
        self.0.observing.set(&self.0.lp.borrow(), observer);
        Ok(())
    }

    /// Runs passes until the loop is stopped. `run_forever` prepares for it and cleans up.
    fn _run(slf: &Bound<'_, Self>) -> PyResult<()> {
        let classes = classes(slf.py())?;
        let outcome = loop {
            let outcome = slf.get().pass(slf, classes);
            if outcome.is_err() || slf.get().0.stopping.get() {
                break outcome;
            }
        };
        slf.get().0.ready.rest();
        slf.get().0.snapshot.forget();
        classes.forget_context();
        outcome
    }

    #[pyo3(signature = (fd, callback, *args))]
    fn _add_reader<'py>(
        slf: &Bound<'py, Self>,
        fd: &Bound<'py, PyAny>,
        callback: &Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Loop::add_handle(slf, fd, Side::Read, callback, args)
    }

    #[pyo3(signature = (fd, callback, *args))]
    fn _add_writer<'py>(
        slf: &Bound<'py, Self>,
        fd: &Bound<'py, PyAny>,
        callback: &Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Loop::add_handle(slf, fd, Side::Write, callback, args)
    }

    fn _remove_reader(&self, fd: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.remove_handle(fd, Side::Read)
    }

    fn _remove_writer(&self, fd: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.remove_handle(fd, Side::Write)
    }

    /// Who watches a descriptor for reading and who for writing. Without either, nothing.
    fn _watchers(&self, py: Python<'_>, fd: i32) -> Option<Sides> {
        self.0.watches.watchers(py, fd)
    }

    /// The descriptors that somebody watches.
    fn _watched(&self) -> Vec<i32> {
        self.0.watches.watched()
    }

    /// A future of this loop.
    fn create_future<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        operation::new_future(slf)
    }

    /// Receives from a socket.
    fn sock_recv<'py>(
        slf: &Bound<'py, Self>,
        sock: &Bound<'py, PyAny>,
        n: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match n.extract::<usize>() {
            Ok(size) if slf.get().is_plain(sock)? => {
                Operation::start(slf, sock, Task::Receive(size))
            }
            _ => slf.call_method1("_sock_recv", (sock, n)),
        }
    }

    /// Receives from a socket into a buffer.
    fn sock_recv_into<'py>(
        slf: &Bound<'py, Self>,
        sock: &Bound<'py, PyAny>,
        buf: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match Task::receive_into(buf) {
            Ok(task) if slf.get().is_plain(sock)? => Operation::start(slf, sock, task),
            _ => slf.call_method1("_sock_recv_into", (sock, buf)),
        }
    }

    /// Sends everything to a socket.
    fn sock_sendall<'py>(
        slf: &Bound<'py, Self>,
        sock: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match Data::new(data) {
            Ok(data) if slf.get().is_plain(sock)? => {
                Operation::start(slf, sock, Task::Send { data, sent: 0 })
            }
            _ => slf.call_method1("_sock_sendall", (sock, data)),
        }
    }

    /// The transport that uses a descriptor, unless it is closing.
    fn _transport_at<'py>(&self, py: Python<'py>, fd: RawFd) -> Option<Bound<'py, PyAny>> {
        let stream = self.0.streams.at(py, fd)?;
        (!stream.get().closing()).then(|| stream.get().transport(py))
    }

    /// Lets go of everything. The loop is closed.
    fn _release(&self, py: Python<'_>) -> PyResult<()> {
        self.0.alarm.set(None);
        self.0.sleep.set_waker(None);
        let lp = self.0.lp.replace(hollow(py)?);
        let watchers = self.0.watches.clear(&lp);
        drop(lp);
        for watcher in &watchers {
            if let Watcher::Operation(operation) = watcher {
                operation.get().stop_waiting(operation.bind(py).as_any())?;
            }
        }
        self.0.snapshot.forget();
        let timers = self.0.timers.take();
        let ready = self.0.ready.take();
        drop((watchers, timers, ready, self.0.as_argument.take()));
        Ok(())
    }

    /// Makes the loop usable in the child of a fork.
    fn _after_fork(&self, py: Python<'_>) -> PyResult<()> {
        let Ok(mut lp) = self.0.lp.try_borrow_mut() else { return Ok(()) };
        lp.after_fork().map_err(|error| io_error(py, &error))?;
        let (waker, sender) = new_waker(py, &lp)?;
        self.0.waker.set(waker);
        self.0.sleep.set_waker(Some(sender));
        self.0.thread_id.set(None);
        Ok(())
    }

    /// Whether threads are at work whose results virtual time has to wait for.
    fn _await_threads(&self, awaited: bool) {
        let lp = self.0.lp.borrow();
        if awaited {
            self.0.waker.get().reference(&lp);
        } else {
            self.0.waker.get().unreference(&lp);
        }
    }

    /// Whether the callback of a handle runs, which any thread may cancel. If it does, its end sets the event.
    #[pyo3(signature = (handle, event = None))]
    fn _runs(&self, handle: &Bound<'_, PyAny>, event: Option<Py<PyAny>>) -> bool {
        self.0.turn.is_of(handle, event)
    }

    /// How many handles are ready, and how many are scheduled.
    fn _pending(&self) -> (usize, usize) {
        (self.0.ready.len(), self.0.timers.borrow().len())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        let mut outcome = Ok(());
        let mut see = |object: &Py<PyAny>| {
            if outcome.is_ok() {
                outcome = visit.call(object);
            }
        };
        // SAFETY: the collector holds the lock, and nothing here makes or drops objects.
        let py = unsafe { Python::assume_attached() };
        self.0.ready.for_each(|ready| match (ready, classes(py)) {
            (Ready::Handle(handle), Ok(classes)) => classes.for_each_in(handle, &mut see),
            _ => see(ready.object()),
        });
        self.0.task_factory.with(|factory| factory.into_iter().for_each(&mut see));
        self.0.as_argument.with(|it| it.into_iter().for_each(|it| see(it.as_any())));
        self.0.snapshot.for_each(&mut see);
        self.0.watches.for_each(&mut see);
        self.0.observing.for_each(&mut see);
        if let Ok(timers) = self.0.timers.try_borrow() {
            timers.handles().for_each(&mut see);
        }
        outcome
    }

    fn __clear__(&self) {
        if !self.is_running() {
            self.0.observing.set(&self.0.lp.borrow(), None);
            self.0.snapshot.forget();
            drop((self.0.task_factory.take(), self.0.as_argument.take()));
            drop((self.0.timers.take(), self.0.ready.take()));
            let watchers = self.0.watches.clear(&self.0.lp.borrow());
            drop(watchers);
        }
    }
}

impl Loop {
    #[inline]
    pub(crate) fn is_observed(&self) -> bool {
        self.0.is_observed.get()
    }

    #[inline]
    pub(crate) fn turn_of_handles(&self) -> &Turn {
        &self.0.turn
    }

    pub(crate) fn observing(&self) -> &Observing {
        &self.0.observing
    }

    /// Tells the observer of the loop below.
    pub(crate) fn tell(&self, event: Event) {
        self.0.lp.borrow().tell(event);
    }

    /// Code of the program is about to run, which may make any descriptor ready.
    #[inline]
    pub(crate) fn note_program(&self) {
        self.0.ran_program.set(true);
    }

    /// Whether tasks are asyncio's own.
    #[inline]
    pub(crate) fn makes_plain_tasks(&self) -> bool {
        !self.is_closed() && !self.0.task_factory.is_some()
    }

    /// The dictionary of arguments that has this loop and nothing else, to be read and not kept.
    pub(crate) fn as_argument<'py>(&self, slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let py = slf.py();
        if let Some(known) = self.0.as_argument.get(py) {
            return Ok(known);
        }
        let new = PyDict::new(py);
        new.set_item(intern!(py, "loop"), slf)?;
        let before = self.0.as_argument.replace(Some(new.clone().unbind()));
        drop(before);
        Ok(new)
    }

    #[inline]
    pub(crate) fn is_debug(&self) -> bool {
        self.0.debug.get()
    }

    #[inline]
    pub(crate) fn call_soon<'py>(
        slf: &Bound<'py, Self>,
        call: Call<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.get();
        this.check(slf, &call.callback, "call_soon")?;
        this.enqueue(slf, Caller::Own, call)
    }

    #[inline]
    fn enqueue<'py>(
        &self,
        slf: &Bound<'py, Self>,
        caller: Caller,
        call: Call<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Call { callback, args, context } = call;
        let context = match context {
            None if self.shares_context(self.0.ready.len()) => Some(self.snapshot(slf.py())?),
            known => known,
        };
        let handle = classes(slf.py())?.new_unseen_handle(slf, caller, callback, args, context)?;
        if self.is_running() {
            self.0.ready.push(Ready::Handle(handle.clone().unbind()));
        } else {
            self.0.ready.push_to_rest(handle.clone().unbind());
        }
        Ok(handle)
    }

    /// Whether what waits with so many others shares a snapshot of the context with them.
    #[inline]
    fn shares_context(&self, others: usize) -> bool {
        others >= LONG_QUEUE && !self.is_debug()
    }

    /// As `call_soon`, from any thread. The interpreter's lock orders it; a sleeping loop is woken.
    #[inline]
    pub(crate) fn call_soon_threadsafe<'py>(
        slf: &Bound<'py, Self>,
        call: Call<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.get();
        this.check_open()?;
        if this.is_debug() {
            this.check_callback(slf, &call.callback, "call_soon_threadsafe")?;
        }
        let handle = this.enqueue(slf, Caller::Any, call)?;
        this.0.sleep.wake_sleeper();
        Ok(handle)
    }

    /// A timer, for the method of that name. `shown` is its time as Python sees it.
    #[inline]
    pub(crate) fn schedule<'py>(
        slf: &Bound<'py, Self>,
        name: &str,
        when: f64,
        shown: Bound<'py, PyAny>,
        call: Call<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.get();
        this.check(slf, &call.callback, name)?;
        let Call { callback, args, context } = call;
        let context = match context {
            None if this.shares_context(this.0.timers.borrow().len()) => {
                Some(this.snapshot(slf.py())?)
            }
            known => known,
        };
        let handle = classes(slf.py())?.new_timer_handle(slf, shown, callback, args, context)?;
        this.0.timers.borrow_mut().insert(when, handle.clone().unbind());
        Ok(handle)
    }

    /// The current context, for those who make their own copy of it when they need one.
    pub(crate) fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.snapshot.current(py)
    }

    /// Calls `f` with the buffer that streams read into.
    pub(crate) fn with_read_buffer<R>(&self, f: impl FnOnce(&mut [u8]) -> R) -> R {
        let mut buffer = self.0.read_buffer.take();
        if buffer.is_empty() {
            buffer.resize(READ_SIZE, 0);
        }
        let result = f(&mut buffer);
        self.0.read_buffer.set(buffer);
        result
    }

    pub(crate) fn watch(
        &self,
        py: Python<'_>,
        fd: RawFd,
        side: Side,
        watcher: Watcher,
    ) -> PyResult<Option<Watcher>> {
        let State { lp, ready, watches, .. } = &*self.0;
        watches.add(&lp.borrow(), ready, fd, side, watcher).map_err(|error| io_error(py, &error))
    }

    pub(crate) fn unwatch(&self, fd: RawFd, side: Side) -> Option<Watcher> {
        self.0.watches.remove(&self.0.lp.borrow(), fd, side)
    }

    /// The stream that reads a descriptor has not taken all that there was.
    #[cold]
    pub(crate) fn tell_of_rest(&self, fd: RawFd) {
        self.0.watches.tell_of_rest(&self.0.lp.borrow(), fd);
    }

    /// Watches a socket for an operation, which has no rivals that asyncio would not allow.
    pub(crate) fn watch_operation(
        &self,
        slf: &Bound<'_, Self>,
        fd: RawFd,
        side: Side,
        sock: &Bound<'_, PyAny>,
        operation: Watcher,
    ) -> PyResult<()> {
        let py = slf.py();
        let operation = match side {
            Side::Read => match self.0.watches.take_up(fd, sock, operation) {
                Ok(()) => return Ok(()),
                Err(operation) => operation,
            },
            Side::Write => operation,
        };
        let number = PyInt::new(py, fd);
        calls::call_method(slf, intern!(py, "_ensure_fd_no_transport"), [&number])?;
        if let Some(Watcher::Handle(before)) = self.watch(py, fd, side, operation)? {
            before.call_method0(py, intern!(py, "cancel"))?;
        }
        Ok(())
    }

    /// The end of it, if it is still the operation that watches.
    pub(crate) fn unwatch_operation(
        &self,
        fd: RawFd,
        side: Side,
        sock: &Bound<'_, PyAny>,
        operation: &Bound<'_, PyAny>,
    ) {
        if !self.0.watches.is_watcher(fd, side, operation) {
            return;
        }
        // In virtual time the clock would wait for what the platform watches.
        let may_leave = side == Side::Read && !self.0.virtual_time;
        let left = if may_leave { self.0.watches.leave(fd, sock) } else { None };
        let watcher = left.or_else(|| self.unwatch(fd, side));
        drop(watcher);
    }

    /// Whether native code may work on a socket: if it is one of Python's own class, and debug mode has nothing to check.
    fn is_plain(&self, sock: &Bound<'_, PyAny>) -> PyResult<bool> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CLASS.import(sock.py(), "socket", "socket")?;
        Ok(sock.get_type().is(class) && !self.is_debug())
    }

    /// The streams by their descriptors.
    pub(crate) fn streams(&self) -> &Streams {
        &self.0.streams
    }

    /// What operations expect.
    pub(crate) fn expected(&self) -> &Expected {
        &self.0.expected
    }

    pub(crate) fn check_open(&self) -> PyResult<()> {
        if self.is_closed() {
            return Err(PyRuntimeError::new_err("Event loop is closed"));
        }
        Ok(())
    }

    /// One of the timers' handles has been cancelled.
    pub(crate) fn timer_cancelled(&self, py: Python<'_>, classes: &Classes) {
        let mut timers = self.0.timers.borrow_mut();
        if timers.note_cancelled() {
            let gone = timers.split_off_cancelled(|handle| classes.is_cancelled(handle.bind(py)));
            drop(timers);
            gone.iter().for_each(|handle| classes.set_scheduled(handle.bind(py), false));
        }
    }

    /// Runs a handle as debug mode wants it: with a warning if it takes long.
    #[cold]
    pub(crate) fn run_watched(
        &self,
        slf: &Bound<'_, Self>,
        classes: &Classes,
        handle: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if classes.is_cancelled(handle) {
            return Ok(());
        }
        let py = slf.py();
        slf.setattr(intern!(py, "_current_handle"), handle)?;
        let begin = self.time();
        let outcome = classes.run(slf, handle);
        let took = self.time() - begin;
        slf.setattr(intern!(py, "_current_handle"), py.None())?;
        outcome?;
        let took = PyFloat::new(py, took);
        calls::call_method(slf, intern!(py, "_callback_took"), [handle, &took])?;
        Ok(())
    }

    fn pass(&self, slf: &Bound<'_, Self>, classes: &Classes) -> PyResult<()> {
        let py = slf.py();
        let may_wait = self.0.ready.is_empty() && !self.0.stopping.get();
        if may_wait {
            self.drop_cancelled_first(py, classes);
        }
        // With something to run and no descriptor to ask about, the platform has nothing to say. Nor has it if the last pass
        // did nothing but feed readers: what has become ready since is the doing of others, who might as well have been later.
        let ran_program = self.0.ran_program.replace(true);
        if may_wait || (ran_program && !self.0.watches.is_empty()) {
            self.turn(py, may_wait)?;
            self.0.ran_program.set(self.0.virtual_time);
        }
        if let Some(error) = self.0.sleep.take_failure() {
            return Err(error);
        }
        py.check_signals()?;
        self.move_due_timers(py, classes);
        for _ in 0..self.0.ready.len() {
            let Some(ready) = self.0.ready.pop() else { break };
            ready.run(slf, classes)?;
        }
        self.0.snapshot.forget();
        classes.forget_context();
        Ok(())
    }

    /// Lets the loop below find what is ready, waiting for it if that is allowed.
    fn turn(&self, py: Python<'_>, may_wait: bool) -> PyResult<()> {
        let lp = self.0.lp.borrow();
        if may_wait && self.0.watches.has_inside() && self.awaits_own(py, &lp) {
            return Ok(());
        }
        let mode = if may_wait {
            self.set_alarm(&lp);
            RunMode::Once
        } else {
            RunMode::NoWait
        };
        lp.run(mode);
        match lp.take_failure() {
            Some(error) => Err(io_error(py, &error)),
            None => Ok(()),
        }
    }

    /// In virtual time: looks for what one socket of the program has sent to another, before the clock jumps. Whether there is
    /// something.
    #[cold]
    fn awaits_own(&self, py: Python<'_>, lp: &EventLoop) -> bool {
        lp.run(RunMode::NoWait);
        if self.0.ready.is_empty() {
            // The kernel may still be carrying it.
            py.detach(|| std::thread::sleep(CARRYING));
            lp.run(RunMode::NoWait);
        }
        !self.0.ready.is_empty()
    }

    fn move_due_timers(&self, py: Python<'_>, classes: &Classes) {
        if self.0.timers.borrow().next_when().is_none() {
            return;
        }
        let now = self.time();
        loop {
            let Some(handle) = self.0.timers.borrow_mut().pop_due(now) else { break };
            let bound = handle.bind(py);
            classes.set_scheduled(bound, false);
            if classes.is_cancelled(bound) {
                self.0.timers.borrow_mut().note_cancelled_gone();
            } else {
                self.0.ready.push(Ready::Handle(handle));
            }
        }
    }

    /// Nobody should be woken for a timer that was cancelled.
    fn drop_cancelled_first(&self, py: Python<'_>, classes: &Classes) {
        loop {
            let mut timers = self.0.timers.borrow_mut();
            match timers.next_handle() {
                Some(handle) if classes.is_cancelled(handle.bind(py)) => {}
                _ => break,
            }
            timers.note_cancelled_gone();
            let gone = timers.pop();
            drop(timers);
            if let Some(gone) = gone {
                classes.set_scheduled(gone.bind(py), false);
            }
        }
    }

    /// Tells the loop below when to wake up.
    fn set_alarm(&self, lp: &EventLoop) {
        let next = self.0.timers.borrow().next_when();
        let set = self.0.alarm.get();
        if set.map(|(when, _)| when) == next {
            return;
        }
        if let Some((_, alarm)) = self.0.alarm.take() {
            lp.cancel_call(alarm);
        }
        if let Some(when) = next {
            let alarm = Rc::clone(&self.0.alarm);
            let call = lp.call_at(nanoseconds(when), move |_| {
                alarm.set(None);
                ControlFlow::Continue(())
            });
            self.0.alarm.set(Some((when, call)));
        }
    }

    /// The checks before something is scheduled; in debug mode more of them.
    #[inline]
    pub(crate) fn check(
        &self,
        slf: &Bound<'_, Self>,
        callback: &Bound<'_, PyAny>,
        name: &str,
    ) -> PyResult<()> {
        self.check_open()?;
        if self.is_debug() {
            calls::call_method(slf, intern!(slf.py(), "_check_thread"), [])?;
            self.check_callback(slf, callback, name)?;
        }
        Ok(())
    }

    fn check_callback(
        &self,
        slf: &Bound<'_, Self>,
        callback: &Bound<'_, PyAny>,
        name: &str,
    ) -> PyResult<()> {
        let py = slf.py();
        let name = PyString::new(py, name);
        calls::call_method(slf, intern!(py, "_check_callback"), [callback, &name])?;
        Ok(())
    }

    fn add_handle<'py>(
        slf: &Bound<'py, Self>,
        fd: &Bound<'py, PyAny>,
        side: Side,
        callback: &Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.get();
        this.check_open()?;
        let fd = descriptor(fd)?;
        let call = Call { callback: callback.clone(), args: args.clone(), context: None };
        let handle = classes(slf.py())?.new_handle(slf, call)?;
        let watcher = Watcher::Handle(handle.clone().unbind());
        if let Some(Watcher::Handle(before)) = this.watch(slf.py(), fd, side, watcher)? {
            before.call_method0(slf.py(), intern!(slf.py(), "cancel"))?;
        }
        Ok(handle)
    }

    fn remove_handle(&self, fd: &Bound<'_, PyAny>, side: Side) -> PyResult<bool> {
        if self.is_closed() {
            return Ok(false);
        }
        match self.unwatch(descriptor(fd)?, side) {
            Some(Watcher::Handle(handle)) => {
                handle.call_method0(fd.py(), intern!(fd.py(), "cancel"))?;
                Ok(true)
            }
            Some(Watcher::Stream(_) | Watcher::Operation(_)) => Ok(true),
            None => Ok(false),
        }
    }
}

/// What wakes the loop from other threads. It is not referenced: in virtual time, a thread that might call is nothing to
/// wait for, until somebody says so.
fn new_waker(py: Python<'_>, lp: &EventLoop) -> PyResult<(Wakeup, WakeupSender)> {
    // This one, which nobody sends to, keeps the loop below alive: ours runs until it is stopped.
    Wakeup::new(lp, |_, _| {});
    let waker = Wakeup::new(lp, |_, _| {});
    waker.unreference(lp);
    let sender = waker.sender(lp).map_err(|error| io_error(py, &error))?;
    Ok((waker, sender))
}

/// What a closed loop has in the place of the loop below: one that has no descriptors.
fn hollow(py: Python<'_>) -> PyResult<EventLoop> {
    let backend = BackendKind::Simulated { seed: 0 };
    EventLoop::new(Options { backend, ..Options::default() }).map_err(|error| io_error(py, &error))
}

fn monotonic_ns() -> u64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// The first nanosecond at which the clock says `when` or later.
fn nanoseconds(when: f64) -> u64 {
    // The cast saturates, and takes what is no number for 0.
    (when * 1e9).ceil() as u64
}

/// The number of a descriptor, or of an object that has one.
pub(crate) fn descriptor(object: &Bound<'_, PyAny>) -> PyResult<RawFd> {
    let number = match object.extract::<RawFd>() {
        Ok(number) => Some(number),
        Err(_) => object
            .call_method0(intern!(object.py(), "fileno"))
            .and_then(|number| number.extract::<RawFd>())
            .ok(),
    };
    match number {
        Some(number) if number >= 0 => Ok(number),
        Some(number) => Err(PyValueError::new_err(format!("Invalid file descriptor: {number}"))),
        None => Err(PyValueError::new_err(format!("Invalid file object: {}", object.repr()?))),
    }
}
