//! A file operation: what it needs copied out of JavaScript, what it gives back, and the two ways to run it.

use std::io;

use roundel_jsc::{Bytes, SharedArray};
use roundel_jsc::{Ctx, ElementType, Exception, JsResult, JsString, Persistent, TypedArray, Value};
use roundel_loop::{EventLoop, Lane, Origin, WorkError, work};
use rustix::io::Errno;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use super::descriptors::Descriptors;
use crate::environment::Environment;
use crate::options::Time;

/// What failed, as libuv names it.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) errno: i32,
    pub(super) syscall: &'static str,
}

impl Failure {
    pub(super) fn new(errno: Errno, syscall: &'static str) -> Failure {
        Failure { errno: -errno.raw_os_error(), syscall }
    }

    pub(super) fn io(error: &io::Error, syscall: &'static str) -> Failure {
        let errno = match error.raw_os_error() {
            Some(errno) => errno,
            None => Errno::IO.raw_os_error(),
        };
        Failure { errno: -errno, syscall }
    }
}

/// Names the system call of an error.
pub(super) trait During<T> {
    fn during(self, syscall: &'static str) -> Result<T, Failure>;
}

impl<T> During<T> for Result<T, Errno> {
    fn during(self, syscall: &'static str) -> Result<T, Failure> {
        self.map_err(|errno| Failure::new(errno, syscall))
    }
}

impl<T> During<T> for io::Result<T> {
    fn during(self, syscall: &'static str) -> Result<T, Failure> {
        self.map_err(|error| Failure::io(&error, syscall))
    }
}

/// What an operation gives to JavaScript.
pub(super) enum Outcome {
    /// A step is done, and this is the next.
    Next(Job),
    Nothing,
    Number(f64),
    /// Becomes an entry of the table, and its number.
    Descriptor(OwnedFd),
    Text(String),
    /// In memory that may be a block's.
    Bytes(Vec<u8>),
    /// The fields of a stat as doubles or as bigints.
    Stat([i64; STAT_FIELDS], StatNumbers),
    /// The fields of a statfs.
    Numbers(Vec<i64>, StatNumbers),
    /// Names and their types, in parallel.
    Entries(Vec<(Vec<u8>, i32)>, Names),
    /// Bytes for a view that JavaScript holds.
    Read(Vec<u8>),
}

pub(super) const STAT_FIELDS: usize = 18;

#[derive(Clone, Copy)]
pub(super) enum StatNumbers {
    Doubles,
    Bigints,
}

/// How file names are given: as text, or as the bytes they are.
#[derive(Clone, Copy)]
pub(super) enum Names {
    Text,
    Bytes,
}

impl Names {
    pub(super) fn outcome(self, name: Vec<u8>) -> Outcome {
        match self {
            Names::Text => Outcome::Text(lossy(name)),
            Names::Bytes => Outcome::Bytes(name),
        }
    }

    pub(super) fn value<'js>(self, ctx: Ctx<'js>, name: Vec<u8>) -> JsResult<'js, Value<'js>> {
        match self {
            Names::Text => Ok(ctx.string(&lossy(name))),
            Names::Bytes => Ok(TypedArray::from_vec(ctx, name)?.into()),
        }
    }
}

fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

pub(super) type Job = Box<dyn FnOnce() -> Result<Outcome, Failure> + Send>;

/// Where a synchronous operation leaves its error: `[errno, system call]`, 0 when all went well.
pub(super) struct Status {
    pub(super) errno: SharedArray<i32>,
}

/// Runs the job now, or on the pool when `callback` is a function. `target` is the view that a read fills, `about` what
/// readers of the record of causes are told.
pub(super) fn run<'js>(
    ctx: Ctx<'js>,
    status: &Status,
    callback: Value<'js>,
    target: Option<(Value<'js>, usize)>,
    about: Option<serde_json::Value>,
    job: Job,
) -> JsResult<'js, Value<'js>> {
    let Some(_) = callback.as_function(ctx) else {
        let result = complete(job);
        Environment::of(ctx).waited(ctx);
        return match result {
            Ok(outcome) => deliver(ctx, outcome, target),
            Err(failure) => {
                status.errno.set(0, failure.errno);
                Ok(ctx.string(failure.syscall))
            }
        };
    };
    let environment = Environment::of(ctx);
    let weak = Rc::downgrade(&environment);
    let callback = Persistent::new(ctx, callback);
    let target = target.map(|(view, offset)| (Persistent::new(ctx, view), offset));
    let origin = environment.origin("FSReqCallback");
    if let Some(about) = about {
        environment.describe(origin.resource, &about);
    }
    let steps = match environment.options.time {
        Time::Real => Steps::AtOnce,
        Time::Virtual => Steps::OneByOne,
    };
    submit(&environment.lp, origin, steps, job, move |result| {
        let Some(environment) = weak.upgrade() else { return };
        environment.callback(|ctx| {
            let Some(function) = callback.get(ctx).as_function(ctx) else { return Ok(()) };
            let target = target.as_ref().map(|(view, offset)| (view.get(ctx), *offset));
            let args = match result {
                Ok(outcome) => [ctx.int32(0), ctx.undefined(), deliver(ctx, outcome, target)?],
                Err(failure) => {
                    [ctx.int32(failure.errno), ctx.string(failure.syscall), ctx.undefined()]
                }
            };
            function.call(ctx, None, &args)?;
            Ok(())
        });
    });
    Ok(ctx.undefined())
}

/// How the steps of an operation are done that has several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Steps {
    /// In one trip to the pool.
    AtOnce,
    /// Each in a trip of its own, as in Node, so that others can come between them.
    OneByOne,
}

fn submit(
    lp: &EventLoop,
    origin: Origin,
    steps: Steps,
    job: Job,
    done: impl FnOnce(Result<Outcome, Failure>) + 'static,
) {
    let job = move || if steps == Steps::AtOnce { complete(job) } else { job() };
    let id = work(lp, Lane::Fast, job, move |lp, result| {
        match result.unwrap_or_else(|error| Err(unfinished(&error))) {
            Ok(Outcome::Next(next)) => submit(lp, origin, steps, next, done),
            result => done(result),
        }
    });
    id.set_origin(lp, origin);
}

/// Does all steps.
fn complete(job: Job) -> Result<Outcome, Failure> {
    let mut result = job();
    while let Ok(Outcome::Next(next)) = result {
        result = next();
    }
    result
}

fn unfinished(error: &WorkError) -> Failure {
    let errno = match error {
        WorkError::Cancelled => Errno::CANCELED,
        WorkError::NoThread(_) => Errno::AGAIN,
        _ => Errno::IO,
    };
    Failure::new(errno, "work")
}

fn deliver<'js>(
    ctx: Ctx<'js>,
    outcome: Outcome,
    target: Option<(Value<'js>, usize)>,
) -> JsResult<'js, Value<'js>> {
    match outcome {
        // The last step gives the outcome.
        Outcome::Nothing | Outcome::Next(_) => Ok(ctx.undefined()),
        Outcome::Number(number) => Ok(ctx.number(number)),
        Outcome::Descriptor(fd) => Ok(ctx.int32(Descriptors::of(ctx).insert(fd))),
        Outcome::Text(text) => Ok(JsString::new(&text).to_value(ctx)),
        Outcome::Bytes(bytes) => Ok(Environment::of(ctx).blocks.lend(ctx, bytes)?.into()),
        Outcome::Stat(fields, numbers) => stat_array(ctx, &fields, numbers),
        Outcome::Numbers(fields, numbers) => stat_array(ctx, &fields, numbers),
        Outcome::Entries(entries, names) => entry_arrays(ctx, entries, names),
        Outcome::Read(bytes) => {
            let Some((view, offset)) = target else {
                return Err(Exception::error(ctx, "a read without a buffer"));
            };
            fill(ctx, view, offset, &bytes)?;
            let count = bytes.len();
            Environment::of(ctx).blocks.give_back(bytes);
            Ok(ctx.number(count as f64))
        }
    }
}

/// Copies into a view as much as it still has room for: a script may have shrunk it meanwhile.
fn fill<'js>(ctx: Ctx<'js>, view: Value<'js>, offset: usize, bytes: &[u8]) -> JsResult<'js, ()> {
    let Some(view) = view.as_typed_array(ctx) else { return Ok(()) };
    view.with_bytes_mut(ctx, |target| {
        let start = offset.min(target.len());
        let count = bytes.len().min(target.len() - start);
        target[start..start + count].copy_from_slice(&bytes[..count]);
    })
}

pub(super) fn stat_array<'js>(
    ctx: Ctx<'js>,
    fields: &[i64],
    numbers: StatNumbers,
) -> JsResult<'js, Value<'js>> {
    let (element, bytes): (_, Vec<u8>) = match numbers {
        StatNumbers::Doubles => {
            let bytes = fields.iter().flat_map(|&field| (field as f64).to_ne_bytes());
            (ElementType::Float64, bytes.collect())
        }
        StatNumbers::Bigints => {
            let bytes = fields.iter().flat_map(|field| field.to_ne_bytes());
            (ElementType::BigInt64, bytes.collect())
        }
    };
    let array = TypedArray::new(ctx, element, fields.len())?;
    array.with_bytes_mut(ctx, |target| target.copy_from_slice(&bytes))?;
    Ok(array.into())
}

fn entry_arrays<'js>(
    ctx: Ctx<'js>,
    entries: Vec<(Vec<u8>, i32)>,
    names: Names,
) -> JsResult<'js, Value<'js>> {
    let (list, types) = (ctx.array(&[])?, ctx.array(&[])?);
    for (index, (name, kind)) in entries.into_iter().enumerate() {
        list.set_index(ctx, index as u32, names.value(ctx, name)?)?;
        types.set_index(ctx, index as u32, ctx.int32(kind))?;
    }
    Ok(ctx.array(&[list.into(), types.into()])?.into())
}
