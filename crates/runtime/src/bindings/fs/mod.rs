//! The native half of `fs`: every operation once, run at once or on the pool.
//!
//! The last argument decides: with a callback the operation is a job of the pool and the callback gets
//! `(errno, syscall, value)`; without one it runs here, `status[0]` tells the errno and the result is the value, or
//! the name of the system call that failed.

pub(super) mod descriptors;
mod job;
mod stat;
mod tree;
mod watch;
mod whole_file;

use std::fs;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStringExt;
use std::rc::Rc;

use roundel_jsc::{Arguments, Blocks, Bytes, Ctx, JsResult, Object, SharedArray, Value};
use rustix::fs::{AtFlags, CWD, Gid, Mode, OFlags, Timespec, Timestamps, UTIME_OMIT, Uid};
use rustix::io::Errno;

use self::descriptors::{Descriptor, Descriptors};
use self::job::{During, Failure, Job, Names, Outcome, StatNumbers, Status, run};
use self::tree::{Depth, Missing, Removal};
use self::whole_file::{Flush, Source, retry};
use crate::environment::Environment;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let operations = Operations {
        ctx,
        binding: ctx.object(),
        status: Rc::new(Status { errno: SharedArray::new(1) }),
    };
    operations.binding.set(ctx, "status", operations.status.errno.to_object(ctx)?)?;
    operations.whole_files()?;
    operations.descriptors()?;
    operations.reading_and_writing()?;
    operations.metadata()?;
    operations.directories()?;
    operations.names()?;
    watch::add(ctx, operations.binding)?;
    Ok(operations.binding)
}

struct Operations<'js> {
    ctx: Ctx<'js>,
    binding: Object<'js>,
    status: Rc<Status>,
}

impl<'js> Operations<'js> {
    /// Defines an operation whose job is made from its first `arity` arguments; the callback follows them.
    fn define(
        &self,
        operation: &'static str,
        arity: usize,
        prepare: impl for<'a> Fn(Ctx<'a>, Arguments<'a>) -> JsResult<'a, Job> + 'static,
    ) -> JsResult<'js, ()> {
        let status = self.status.clone();
        let function = self.ctx.function(operation, move |ctx, args| {
            status.errno.set(0, 0);
            let mut job = prepare(ctx, args)?;
            if let Some(errno) = Environment::of(ctx).file_fault(operation) {
                job = Box::new(move || Err(Failure::new(errno, system_call(operation))));
            }
            let mut about = about(ctx, operation, args.at(0));
            if let Some(about) = &mut about {
                match operation {
                    "writeFile" => {
                        let flags = args.at(2).to_int32(ctx)?;
                        about["appends"] = (flags as u32 & OFlags::APPEND.bits() != 0).into();
                    }
                    // Without a position it is where the last one ended.
                    "write" | "writev" => {
                        let position = args.at(2).to_number(ctx)?;
                        about["position"] = (position >= 0.0).then_some(position).into();
                    }
                    _ => {}
                }
            }
            run(ctx, &status, args.at(arity), None, about, job)
        });
        self.binding.set(self.ctx, operation, function)
    }

    fn whole_files(&self) -> JsResult<'js, ()> {
        self.define("readFile", 3, |ctx, args| {
            let source = source(ctx, args.at(0))?;
            let flags = args.at(1).to_int32(ctx)?;
            let names = names(ctx, args.at(2));
            Ok(Box::new(move || Ok(names.outcome(whole_file::read(&source?, flags)?))))
        })?;
        self.define("writeFile", 5, |ctx, args| {
            let source = source(ctx, args.at(0))?;
            let bytes = bytes(ctx, args.at(1))?;
            let flags = args.at(2).to_int32(ctx)?;
            let mode = args.at(3).to_uint32(ctx)?;
            let flush = if args.at(4).to_bool(ctx) { Flush::Yes } else { Flush::No };
            Ok(Box::new(move || {
                // Between the two steps the file is there and empty, for others to see.
                let file = whole_file::open_to_write(source?, flags, mode)?;
                Ok(Outcome::Next(Box::new(move || {
                    whole_file::write(&file, &bytes, flush)?;
                    Ok(Outcome::Nothing)
                })))
            }))
        })
    }

    fn descriptors(&self) -> JsResult<'js, ()> {
        self.define("open", 3, |ctx, args| {
            let path = path(ctx, args.at(0))?;
            let (flags, mode) = (args.at(1).to_int32(ctx)?, args.at(2).to_uint32(ctx)?);
            Ok(Box::new(move || {
                whole_file::open(&path, flags, mode).map(Outcome::Descriptor).during("open")
            }))
        })?;
        self.define("close", 1, |ctx, args| {
            // Taken out of the table at once: the number is free from here on.
            let removed = Descriptors::of(ctx).remove(args.at(0).to_int32(ctx)?);
            Ok(Box::new(move || {
                drop(removed.during("close")?);
                Ok(Outcome::Nothing)
            }))
        })?;
        type Call = fn(&Descriptor) -> Result<(), Errno>;
        let calls: [(&str, &'static str, Call); 2] = [
            ("fsync", "fsync", |fd| rustix::fs::fsync(fd.as_fd())),
            ("fdatasync", "fdatasync", |fd| rustix::fs::fdatasync(fd.as_fd())),
        ];
        for (name, syscall, call) in calls {
            self.define(name, 1, move |ctx, args| {
                let fd = descriptor(ctx, args.at(0))?;
                Ok(Box::new(move || {
                    let fd = fd.during(syscall)?;
                    retry(|| call(&fd)).during(syscall)?;
                    Ok(Outcome::Nothing)
                }))
            })?;
        }
        self.define("ftruncate", 2, |ctx, args| {
            let fd = descriptor(ctx, args.at(0))?;
            let length = args.at(1).to_number(ctx)? as u64;
            Ok(Box::new(move || {
                let fd = fd.during("ftruncate")?;
                retry(|| rustix::fs::ftruncate(fd.as_fd(), length)).during("ftruncate")?;
                Ok(Outcome::Nothing)
            }))
        })
    }

    fn reading_and_writing(&self) -> JsResult<'js, ()> {
        // read(fd, view, offset, length, position, callback); a position below 0 means the current one. Without a view the
        // bytes come in memory of their own, which saves a copy.
        let status = self.status.clone();
        let read = self.ctx.function("read", move |ctx, args| {
            status.errno.set(0, 0);
            let fd = descriptor(ctx, args.at(0))?;
            let offset = args.at(2).to_number(ctx)? as usize;
            let length = args.at(3).to_number(ctx)? as usize;
            let position = args.at(4).to_number(ctx)?;
            let has_view = !args.at(1).is_nullish();
            let block = (length == Blocks::SIZE).then(|| Environment::of(ctx).blocks.take());
            let job: Job = Box::new(move || {
                let fd = fd.during("read")?;
                let mut bytes = block.unwrap_or_else(|| Vec::with_capacity(length));
                retry(|| {
                    // A read of nothing fails where any other does, but a vector without room is no buffer.
                    if bytes.capacity() == 0 {
                        return rustix::io::read(fd.as_fd(), &mut [0u8; 0][..]);
                    }
                    let room = rustix::buffer::spare_capacity(&mut bytes);
                    match position {
                        at if at >= 0.0 => rustix::io::pread(fd.as_fd(), room, at as u64),
                        _ => rustix::io::read(fd.as_fd(), room),
                    }
                })
                .during("read")?;
                if has_view {
                    return Ok(Outcome::Read(bytes));
                }
                // A small read does not keep all the memory that was there for a large one.
                if length != Blocks::SIZE {
                    bytes.shrink_to_fit();
                }
                Ok(Outcome::Bytes(bytes))
            });
            let about = about(ctx, "read", args.at(0));
            run(ctx, &status, args.at(5), Some((args.at(1), offset)), about, job)
        });
        self.binding.set(self.ctx, "read", read)?;
        self.define("write", 3, |ctx, args| {
            let fd = descriptor(ctx, args.at(0))?;
            let blocks = Environment::of(ctx).blocks.clone();
            let bytes = chunk(ctx, args.at(1), &blocks)?;
            let position = args.at(2).to_number(ctx)?;
            Ok(Box::new(move || {
                let fd = fd.during("write")?;
                let written = retry(|| match position {
                    at if at >= 0.0 => rustix::io::pwrite(fd.as_fd(), &bytes, at as u64),
                    _ => rustix::io::write(fd.as_fd(), &bytes),
                });
                blocks.give_back(bytes);
                Ok(Outcome::Number(written.during("write")? as f64))
            }))
        })
    }

    fn metadata(&self) -> JsResult<'js, ()> {
        self.define("stat", 2, |ctx, args| {
            let (path, numbers) = (path(ctx, args.at(0))?, stat_numbers(ctx, args.at(1)));
            Ok(Box::new(move || {
                let metadata = fs::metadata(tree::path(&path)).during("stat")?;
                Ok(Outcome::Stat(stat::fields(&metadata), numbers))
            }))
        })?;
        self.define("lstat", 2, |ctx, args| {
            let (path, numbers) = (path(ctx, args.at(0))?, stat_numbers(ctx, args.at(1)));
            Ok(Box::new(move || {
                let metadata = fs::symlink_metadata(tree::path(&path)).during("lstat")?;
                Ok(Outcome::Stat(stat::fields(&metadata), numbers))
            }))
        })?;
        self.define("fstat", 2, |ctx, args| {
            let (fd, numbers) = (descriptor(ctx, args.at(0))?, stat_numbers(ctx, args.at(1)));
            Ok(Box::new(move || {
                let metadata = stat::of_descriptor(&fd.during("fstat")?).during("fstat")?;
                Ok(Outcome::Stat(stat::fields(&metadata), numbers))
            }))
        })?;
        // type, bsize, blocks, bfree, bavail, files, ffree
        self.define("statfs", 2, |ctx, args| {
            let (path, numbers) = (path(ctx, args.at(0))?, stat_numbers(ctx, args.at(1)));
            Ok(Box::new(move || {
                let found = retry(|| rustix::fs::statfs(&path)).during("statfs")?;
                let fields = vec![
                    found.f_type,
                    found.f_bsize,
                    found.f_blocks as i64,
                    found.f_bfree as i64,
                    found.f_bavail as i64,
                    found.f_files as i64,
                    found.f_ffree as i64,
                ];
                Ok(Outcome::Numbers(fields, numbers))
            }))
        })?;
        self.define("access", 2, |ctx, args| {
            let (path, mode) = (path(ctx, args.at(0))?, args.at(1).to_uint32(ctx)?);
            Ok(Box::new(move || {
                let access = rustix::fs::Access::from_bits_retain(mode);
                rustix::fs::access(path, access).during("access")?;
                Ok(Outcome::Nothing)
            }))
        })?;
        self.define("chmod", 2, |ctx, args| {
            let (path, mode) = (path(ctx, args.at(0))?, args.at(1).to_uint32(ctx)?);
            Ok(Box::new(move || {
                rustix::fs::chmod(path, Mode::from_raw_mode(mode)).during("chmod")?;
                Ok(Outcome::Nothing)
            }))
        })?;
        self.define("fchmod", 2, |ctx, args| {
            let (fd, mode) = (descriptor(ctx, args.at(0))?, args.at(1).to_uint32(ctx)?);
            Ok(Box::new(move || {
                let fd = fd.during("fchmod")?;
                rustix::fs::fchmod(fd.as_fd(), Mode::from_raw_mode(mode)).during("fchmod")?;
                Ok(Outcome::Nothing)
            }))
        })?;
        self.ownership()?;
        self.times()
    }

    fn ownership(&self) -> JsResult<'js, ()> {
        for (name, syscall, flags) in
            [("chown", "chown", AtFlags::empty()), ("lchown", "lchown", AtFlags::SYMLINK_NOFOLLOW)]
        {
            self.define(name, 3, move |ctx, args| {
                let path = path(ctx, args.at(0))?;
                let (uid, gid) = (owner(ctx, args.at(1))?, group(ctx, args.at(2))?);
                Ok(Box::new(move || {
                    rustix::fs::chownat(CWD, path, uid, gid, flags).during(syscall)?;
                    Ok(Outcome::Nothing)
                }))
            })?;
        }
        self.define("fchown", 3, |ctx, args| {
            let fd = descriptor(ctx, args.at(0))?;
            let (uid, gid) = (owner(ctx, args.at(1))?, group(ctx, args.at(2))?);
            Ok(Box::new(move || {
                rustix::fs::fchown(fd.during("fchown")?.as_fd(), uid, gid).during("fchown")?;
                Ok(Outcome::Nothing)
            }))
        })
    }

    fn times(&self) -> JsResult<'js, ()> {
        for (name, syscall, flags) in [
            ("utimes", "utime", AtFlags::empty()),
            ("lutimes", "lutime", AtFlags::SYMLINK_NOFOLLOW),
        ] {
            self.define(name, 3, move |ctx, args| {
                let path = path(ctx, args.at(0))?;
                let times = timestamps(ctx, args.at(1), args.at(2))?;
                Ok(Box::new(move || {
                    rustix::fs::utimensat(CWD, path, &times, flags).during(syscall)?;
                    Ok(Outcome::Nothing)
                }))
            })?;
        }
        self.define("futimes", 3, |ctx, args| {
            let fd = descriptor(ctx, args.at(0))?;
            let times = timestamps(ctx, args.at(1), args.at(2))?;
            Ok(Box::new(move || {
                rustix::fs::futimens(fd.during("futime")?.as_fd(), &times).during("futime")?;
                Ok(Outcome::Nothing)
            }))
        })
    }

    fn directories(&self) -> JsResult<'js, ()> {
        self.define("readdir", 3, |ctx, args| {
            let (path, names) = (path(ctx, args.at(0))?, names(ctx, args.at(1)));
            let depth = depth(ctx, args.at(2));
            Ok(Box::new(move || Ok(Outcome::Entries(tree::list(&path, depth)?, names))))
        })?;
        self.define("mkdir", 3, |ctx, args| {
            let (path, mode) = (path(ctx, args.at(0))?, args.at(1).to_uint32(ctx)?);
            let depth = depth(ctx, args.at(2));
            Ok(Box::new(move || {
                let first = tree::make(&path, mode, depth)?;
                Ok(first.map_or(Outcome::Nothing, |first| Names::Text.outcome(first)))
            }))
        })?;
        self.define("mkdtemp", 2, |ctx, args| {
            let (prefix, names) = (path(ctx, args.at(0))?, names(ctx, args.at(1)));
            let mut seed = [0; 8];
            // Random through the loop, so that a simulated world stays a deterministic one.
            let filled = Environment::of(ctx).lp.fill_random(&mut seed);
            let mut state = u64::from_ne_bytes(seed) | 1;
            Ok(Box::new(move || {
                filled.during("mkdtemp")?;
                let made = tree::make_unique(&prefix, || {
                    // xorshift64: the seed is random, the rest need only differ.
                    state ^= state << 13;
                    state ^= state >> 7;
                    state ^= state << 17;
                    state
                });
                Ok(names.outcome(made?))
            }))
        })?;
        self.define("rmdir", 1, |ctx, args| {
            let path = path(ctx, args.at(0))?;
            Ok(Box::new(move || {
                rustix::fs::rmdir(path).during("rmdir")?;
                Ok(Outcome::Nothing)
            }))
        })?;
        // rm(path, recursive, force, maxRetries, retryDelay, callback)
        self.define("rm", 5, |ctx, args| {
            let path = path(ctx, args.at(0))?;
            let removal = Removal {
                depth: depth(ctx, args.at(1)),
                missing: if args.at(2).to_bool(ctx) { Missing::Ignored } else { Missing::Error },
                max_retries: args.at(3).to_uint32(ctx)?,
                retry_delay_ms: args.at(4).to_uint32(ctx)?.into(),
            };
            Ok(Box::new(move || {
                tree::remove(&path, removal)?;
                Ok(Outcome::Nothing)
            }))
        })
    }

    fn names(&self) -> JsResult<'js, ()> {
        self.define("unlink", 1, |ctx, args| {
            let path = path(ctx, args.at(0))?;
            Ok(Box::new(move || {
                rustix::fs::unlink(path).during("unlink")?;
                Ok(Outcome::Nothing)
            }))
        })?;
        type Pair = fn(&[u8], &[u8]) -> Result<(), Errno>;
        let pairs: [(&str, Pair); 3] = [
            ("rename", |from, to| rustix::fs::rename(from, to)),
            ("link", |from, to| rustix::fs::link(from, to)),
            ("symlink", |target, path| rustix::fs::symlink(target, path)),
        ];
        for (name, call) in pairs {
            let syscall = match name {
                "rename" => "rename",
                "link" => "link",
                _ => "symlink",
            };
            self.define(name, 2, move |ctx, args| {
                let (first, second) = (path(ctx, args.at(0))?, path(ctx, args.at(1))?);
                Ok(Box::new(move || {
                    call(&first, &second).during(syscall)?;
                    Ok(Outcome::Nothing)
                }))
            })?;
        }
        self.define("readlink", 2, |ctx, args| {
            let (path, names) = (path(ctx, args.at(0))?, names(ctx, args.at(1)));
            Ok(Box::new(move || {
                let target = fs::read_link(tree::path(&path)).during("readlink")?;
                Ok(names.outcome(target.into_os_string().into_vec()))
            }))
        })?;
        self.define("realpath", 2, |ctx, args| {
            let (path, names) = (path(ctx, args.at(0))?, names(ctx, args.at(1)));
            Ok(Box::new(move || {
                let real = fs::canonicalize(tree::path(&path)).during("realpath")?;
                Ok(names.outcome(real.into_os_string().into_vec()))
            }))
        })?;
        // copyFile(from, to, mode, callback): bit 0 of the mode refuses to overwrite.
        self.define("copyFile", 3, |ctx, args| {
            let (from, to) = (path(ctx, args.at(0))?, path(ctx, args.at(1))?);
            let exclusive = args.at(2).to_int32(ctx)? & 1 != 0;
            Ok(Box::new(move || {
                let (from, to) = (tree::path(&from), tree::path(&to));
                if exclusive && fs::symlink_metadata(to).is_ok() {
                    return Err(Failure::new(Errno::EXIST, "copyfile"));
                }
                fs::copy(from, to).during("copyfile")?;
                Ok(Outcome::Nothing)
            }))
        })
    }
}

/// A path: text, or the bytes of a name that is not text.
/// What readers of the record of causes are told of an operation, if there are any.
fn about<'js>(ctx: Ctx<'js>, operation: &str, of: Value<'js>) -> Option<serde_json::Value> {
    let environment = Environment::of(ctx);
    if !environment.causes.as_ref().is_some_and(|causes| causes.wants_resources()) {
        return None;
    }
    let name = path(ctx, of).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Some(serde_json::json!({ "operation": operation, "path": name }))
}

/// Where an operation fails that consists of several calls.
fn system_call(operation: &'static str) -> &'static str {
    match operation {
        "readFile" | "writeFile" => "open",
        "readdir" => "scandir",
        "copyFile" => "copyfile",
        other => other,
    }
}

fn path<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Vec<u8>> {
    match value.as_typed_array(ctx) {
        Some(view) => view.to_vec(ctx),
        None => Ok(value.to_rust_string(ctx)?.into_bytes()),
    }
}

/// What is written: the bytes of a view, or text as UTF-8.
fn bytes<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Vec<u8>> {
    path(ctx, value)
}

/// The same, in a block if it is a view of about a block's size.
fn chunk<'js>(ctx: Ctx<'js>, value: Value<'js>, blocks: &Blocks) -> JsResult<'js, Vec<u8>> {
    let Some(view) = value.as_typed_array(ctx) else { return bytes(ctx, value) };
    if !(Blocks::SIZE / 4..=Blocks::SIZE).contains(&view.byte_length(ctx)?) {
        return view.to_vec(ctx);
    }
    let mut block = blocks.take();
    view.with_bytes(ctx, |bytes| block.extend_from_slice(bytes))?;
    Ok(block)
}

fn descriptor<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Result<Descriptor, Errno>> {
    Ok(Descriptors::of(ctx).get(value.to_int32(ctx)?))
}

/// A file by number or by path. A number that is not open fails when it is used, in `read` or `write`.
fn source<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Result<Source, Failure>> {
    if value.as_number().is_none() {
        return Ok(Ok(Source::Path(path(ctx, value)?)));
    }
    Ok(descriptor(ctx, value)?.map(Source::Open).during("fstat"))
}

fn names<'js>(ctx: Ctx<'js>, value: Value<'js>) -> Names {
    if value.to_bool(ctx) { Names::Bytes } else { Names::Text }
}

fn depth<'js>(ctx: Ctx<'js>, value: Value<'js>) -> Depth {
    if value.to_bool(ctx) { Depth::Recursive } else { Depth::One }
}

fn stat_numbers<'js>(ctx: Ctx<'js>, value: Value<'js>) -> StatNumbers {
    if value.to_bool(ctx) { StatNumbers::Bigints } else { StatNumbers::Doubles }
}

/// -1 leaves the owner as it is, see chown(2).
fn owner<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Option<Uid>> {
    let id = value.to_number(ctx)?;
    Ok((id >= 0.0).then(|| Uid::from_raw(id as u32)))
}

fn group<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Option<Gid>> {
    let id = value.to_number(ctx)?;
    Ok((id >= 0.0).then(|| Gid::from_raw(id as u32)))
}

/// Access and modification time from seconds with a fraction.
fn timestamps<'js>(
    ctx: Ctx<'js>,
    accessed: Value<'js>,
    modified: Value<'js>,
) -> JsResult<'js, Timestamps> {
    let timespec = |seconds: f64| {
        if seconds.is_nan() {
            // An invalid Date: libuv leaves the time as it is.
            return Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT };
        }
        let whole = seconds.floor();
        // The system refuses such nanoseconds, as it must a time that its seconds cannot hold.
        let is_told = whole >= i64::MIN as f64 && whole < i64::MAX as f64;
        let nanoseconds = if is_told { ((seconds - whole) * 1e9) as _ } else { -1 };
        Timespec { tv_sec: whole as i64, tv_nsec: nanoseconds }
    };
    Ok(Timestamps {
        last_access: timespec(accessed.to_number(ctx)?),
        last_modification: timespec(modified.to_number(ctx)?),
    })
}
