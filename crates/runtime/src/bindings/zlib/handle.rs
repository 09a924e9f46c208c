//! An engine in the hands of a script: steps here and now, or as jobs of the pool.
//!
//! A job takes the engine along and brings it back, so that there is never a second step at the same time. The input of
//! a job is copied once; steps that go on with the same input find it here.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use roundel_jsc::{Bytes, Ctx, Exception, JsResult, Object, Persistent, TypedArray, Value};
use roundel_loop::{Lane, work};

use super::engine::{Engine, Failure, Step};
use super::whole::{self, Allowance, Outcome};
use crate::environment::Environment;

pub(super) struct Handle {
    /// Away during a job; gone when closed.
    engine: RefCell<Option<Box<dyn Engine>>>,
    /// What steps on the pool have still to take.
    input: RefCell<Input>,
    /// Level and strategy that wait for the engine to come back.
    params: Cell<Option<(i32, i32)>>,
    is_busy: Cell<bool>,
    is_closed: Cell<bool>,
}

#[derive(Default)]
struct Input {
    bytes: Vec<u8>,
    taken: usize,
}

/// Where a step puts its output.
pub(super) struct Room<'js> {
    pub(super) view: TypedArray<'js>,
    pub(super) offset: usize,
    pub(super) length: usize,
}

impl Handle {
    pub(super) fn new(engine: Box<dyn Engine>) -> Handle {
        Handle {
            engine: RefCell::new(Some(engine)),
            input: RefCell::default(),
            params: Cell::default(),
            is_busy: Cell::new(false),
            is_closed: Cell::new(false),
        }
    }

    /// The handle that a script passes.
    pub(super) fn of<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<Handle>> {
        value
            .as_object(ctx)
            .and_then(Object::private::<Handle>)
            .ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
    }

    pub(super) fn is_busy(&self) -> bool {
        self.is_busy.get()
    }

    /// Calls `body` with the engine, which has to be here.
    pub(super) fn with_engine<'js, R>(
        &self,
        ctx: Ctx<'js>,
        body: impl FnOnce(&mut dyn Engine) -> R,
    ) -> JsResult<'js, R> {
        match self.engine.borrow_mut().as_deref_mut() {
            Some(engine) => Ok(body(engine)),
            None if self.is_busy() => Err(Exception::error(ctx, "write already in progress")),
            None => Err(Exception::error(ctx, "already finalized")),
        }
    }

    /// Level and strategy for the steps to come.
    pub(super) fn set_params<'js>(
        &self,
        ctx: Ctx<'js>,
        level: i32,
        strategy: i32,
    ) -> JsResult<'js, Result<(), Failure>> {
        if self.is_busy() {
            self.params.set(Some((level, strategy)));
            return Ok(Ok(()));
        }
        self.with_engine(ctx, |engine| engine.set_params(level, strategy))
    }

    /// One step, at once. The output is small and goes through memory of its own: two views of one buffer may overlap.
    pub(super) fn step<'js>(
        &self,
        ctx: Ctx<'js>,
        flush: i32,
        input: (TypedArray<'js>, usize, usize),
        room: Room<'js>,
    ) -> JsResult<'js, Result<Step, Failure>> {
        let (view, offset, length) = input;
        let Some(mut engine) = self.engine.borrow_mut().take() else {
            return self.with_engine(ctx, |_| Ok(Step::default()));
        };
        let mut output = vec![0; room.length];
        let result = view.with_bytes(ctx, |bytes| {
            let result = engine.step(flush, part(bytes, offset, length), &mut output);
            (result, output, engine)
        });
        let (result, output, engine) = result?;
        *self.engine.borrow_mut() = Some(engine);
        if let Ok(step) = &result {
            fill(ctx, &room, &output[..step.produced])?;
        }
        Ok(result)
    }

    /// All of a buffer, at once.
    pub(super) fn process<'js>(
        &self,
        ctx: Ctx<'js>,
        flush: i32,
        input: TypedArray<'js>,
        allowance: Allowance,
    ) -> JsResult<'js, Outcome> {
        let Some(mut engine) = self.engine.borrow_mut().take() else {
            return self.with_engine(ctx, |_| Outcome::TooLarge);
        };
        let (outcome, engine) = input.with_bytes(ctx, |bytes| {
            (whole::process(engine.as_mut(), flush, bytes, allowance), engine)
        })?;
        *self.engine.borrow_mut() = Some(engine);
        Ok(outcome)
    }

    /// Takes over the input of the jobs to come.
    pub(super) fn set_input(&self, bytes: Vec<u8>) {
        *self.input.borrow_mut() = Input { bytes, taken: 0 };
    }

    /// One step on the pool. `done` is called with how far it went and how much input is left, through the door.
    pub(super) fn start<'js>(
        self: &Rc<Self>,
        ctx: Ctx<'js>,
        flush: i32,
        room: Room<'js>,
        done: impl for<'a> FnOnce(Ctx<'a>, Result<(Step, usize), Failure>) -> JsResult<'a, ()> + 'static,
    ) -> JsResult<'js, ()> {
        let engine = self.engine.borrow_mut().take();
        let Some(mut engine) = engine else {
            return self.with_engine(ctx, |_| ());
        };
        self.is_busy.set(true);
        let mut input = self.input.take();
        let length = room.length;
        let (view, offset) = (Persistent::new(ctx, room.view.as_object()), room.offset);
        let environment = Environment::of(ctx);
        let weak = Rc::downgrade(&environment);
        let handle = self.clone();
        let job = move || {
            let mut output = vec![0; length];
            let result = engine.step(flush, &input.bytes[input.taken..], &mut output);
            if let Ok(step) = &result {
                input.taken += step.consumed;
            }
            (engine, input, result, output)
        };
        let origin = environment.origin("Zlib");
        let id = work(&environment.lp, Lane::Fast, job, move |_, finished| {
            let Some(environment) = weak.upgrade() else { return };
            handle.is_busy.set(false);
            let (result, output) = match finished {
                Ok((engine, input, result, output)) => {
                    (handle.come_back(engine, input, result), output)
                }
                // The engine is lost with the job.
                Err(error) => {
                    (Err(Failure::new(error.to_string(), -2, "Z_STREAM_ERROR")), Vec::new())
                }
            };
            environment.callback(|ctx| {
                if let Ok((step, _)) = &result
                    && let Some(view) = view.get(ctx).as_typed_array(ctx)
                {
                    fill(ctx, &Room { view, offset, length }, &output[..step.produced])?;
                }
                done(ctx, result)
            });
        });
        id.set_origin(&environment.lp, origin);
        Ok(())
    }

    fn come_back(
        &self,
        mut engine: Box<dyn Engine>,
        input: Input,
        result: Result<Step, Failure>,
    ) -> Result<(Step, usize), Failure> {
        let result = match (result, self.params.take()) {
            (Ok(step), Some((level, strategy))) => {
                engine.set_params(level, strategy).map(|()| step)
            }
            (result, _) => result,
        };
        let left = input.bytes.len() - input.taken;
        if !self.is_closed.get() {
            *self.engine.borrow_mut() = Some(engine);
            if left > 0 {
                *self.input.borrow_mut() = input;
            }
        }
        result.map(|step| (step, left))
    }

    /// The memory is given back now, or when the job that has it ends.
    pub(super) fn close(&self) {
        self.is_closed.set(true);
        self.engine.take();
        self.input.take();
    }
}

/// The part of some bytes that a script names, as far as it exists.
pub(super) fn part(bytes: &[u8], offset: usize, length: usize) -> &[u8] {
    let start = offset.min(bytes.len());
    &bytes[start..start + length.min(bytes.len() - start)]
}

/// Copies as much as the view still has room for: a script may have shrunk it meanwhile.
fn fill<'js>(ctx: Ctx<'js>, room: &Room<'js>, bytes: &[u8]) -> JsResult<'js, ()> {
    let offset = room.offset;
    room.view.with_bytes_mut(ctx, |target| {
        let start = offset.min(target.len());
        let count = bytes.len().min(target.len() - start);
        target[start..start + count].copy_from_slice(&bytes[..count]);
    })
}
