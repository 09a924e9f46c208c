//! What the process object asks of the system.

use std::cell::RefCell;
use std::env;
use std::path::Path;
use std::rc::Rc;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use roundel_jsc::{Ctx, JsResult, Object, Persistent, SharedArray, Value};
use roundel_loop::Signal;
use rustix::fs::Mode;

use super::options::strings;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::options::{Role, executable};
use crate::signals::SIGNALS;
use crate::versions;

pub(super) fn create<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    binding.set(ctx, "facts", facts(ctx, environment)?)?;
    let signals = ctx.object();
    for &(name, number) in SIGNALS {
        signals.set(ctx, name, ctx.int32(number))?;
    }
    binding.set(ctx, "signals", signals)?;
    identity(ctx, binding, environment)?;
    surroundings(ctx, binding)?;
    ending(ctx, binding)?;
    clock(ctx, binding)?;
    usage(ctx, binding)?;
    signalling(ctx, binding)?;
    Ok(binding)
}

fn facts<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let options = &environment.options;
    let era = options.loop_kind.era;
    let facts = ctx.object();
    facts.set(ctx, "version", ctx.string(&format!("v{}", era.node)))?;
    let table = ctx.object();
    for (name, version) in versions::all(era) {
        table.set(ctx, name, ctx.string(&version))?;
    }
    facts.set(ctx, "versions", table)?;
    let arch = match env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    facts.set(ctx, "arch", ctx.string(arch))?;
    facts.set(ctx, "platform", ctx.string(env::consts::OS))?;
    facts.set(ctx, "execArgv", strings(ctx, &options.exec_argv)?)?;
    facts.set(ctx, "execPath", ctx.string(&executable()))?;
    facts.set(ctx, "argv0", ctx.string(&options.argv0))?;
    facts.set(ctx, "pid", ctx.number(f64::from(std::process::id())))?;
    facts.set(ctx, "isMain", ctx.boolean(options.role == Role::Main))?;
    Ok(facts)
}

fn identity<'js>(
    ctx: Ctx<'js>,
    binding: Object<'js>,
    environment: &Environment,
) -> JsResult<'js, ()> {
    let ppid = ctx.function("ppid", |ctx, _| {
        Ok(ctx.int32(rustix::process::getppid().map_or(0, |pid| pid.as_raw_nonzero().get())))
    });
    binding.set(ctx, "ppid", ppid)?;
    let title =
        environment.options.title.clone().unwrap_or_else(|| environment.options.argv0.clone());
    let title = Rc::new(RefCell::new(title));
    let shown = title.clone();
    let get = ctx.function("title", move |ctx, _| Ok(ctx.string(&shown.borrow())));
    binding.set(ctx, "title", get)?;
    let set = ctx.function("setTitle", move |ctx, args| {
        let text = args.at(0).to_rust_string(ctx)?;
        // What ps(1) and top(1) show; cut to 15 bytes by the kernel. Not being allowed to is no error in Node either.
        let _ = std::fs::write("/proc/self/comm", &text);
        *title.borrow_mut() = text;
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setTitle", set)?;
    type ReadId = fn() -> u32;
    let ids: [(&str, ReadId); 4] = [
        ("getuid", || rustix::process::getuid().as_raw()),
        ("geteuid", || rustix::process::geteuid().as_raw()),
        ("getgid", || rustix::process::getgid().as_raw()),
        ("getegid", || rustix::process::getegid().as_raw()),
    ];
    for (name, read) in ids {
        binding.set(ctx, name, ctx.function(name, move |ctx, _| Ok(ctx.number(read().into()))))?;
    }
    let groups = ctx.function("getgroups", |ctx, _| {
        let array = ctx.array(&[])?;
        let mut groups = rustix::process::getgroups().unwrap_or_default();
        // As in Node: the list always has the group that counts, which the system need not name.
        let effective = rustix::process::getegid();
        if !groups.contains(&effective) {
            groups.push(effective);
        }
        for (index, group) in groups.iter().enumerate() {
            array.set_index(ctx, index as u32, ctx.number(group.as_raw().into()))?;
        }
        Ok(array.into())
    });
    binding.set(ctx, "getgroups", groups)?;
    identities(ctx, binding)
}

/// Changes of who the process is. glibc tells all threads, which the plain system calls do not.
fn identities<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    use nix::unistd::{
        Gid, Group, Uid, User, initgroups, setegid, seteuid, setgid, setgroups, setuid,
    };
    fn errno(result: nix::Result<()>) -> i32 {
        result.err().map_or(0, |errno| -(errno as i32))
    }
    let user = ctx.function("userId", |ctx, args| {
        let found = User::from_name(&args.at(0).to_rust_string(ctx)?).ok().flatten();
        Ok(found.map_or(ctx.undefined(), |user| ctx.number(user.uid.as_raw().into())))
    });
    binding.set(ctx, "userId", user)?;
    let name = ctx.function("userName", |ctx, args| {
        let id = args.at(0).to_number(ctx)? as u32;
        let found = User::from_uid(Uid::from_raw(id)).ok().flatten();
        Ok(found.map_or(ctx.undefined(), |user| ctx.string(&user.name)))
    });
    binding.set(ctx, "userName", name)?;
    let group = ctx.function("groupId", |ctx, args| {
        let found = Group::from_name(&args.at(0).to_rust_string(ctx)?).ok().flatten();
        Ok(found.map_or(ctx.undefined(), |group| ctx.number(group.gid.as_raw().into())))
    });
    binding.set(ctx, "groupId", group)?;
    let set = ctx.function("setIdentity", |ctx, args| {
        let id = args.at(1).to_number(ctx)? as u32;
        let result = match args.at(0).to_rust_string(ctx)?.as_str() {
            "setuid" => setuid(Uid::from_raw(id)),
            "seteuid" => seteuid(Uid::from_raw(id)),
            "setgid" => setgid(Gid::from_raw(id)),
            _ => setegid(Gid::from_raw(id)),
        };
        Ok(ctx.int32(errno(result)))
    });
    binding.set(ctx, "setIdentity", set)?;
    let groups = ctx.function("setGroups", |ctx, args| {
        let mut ids = Vec::new();
        for index in 0..args.len() {
            ids.push(Gid::from_raw(args.at(index).to_number(ctx)? as u32));
        }
        Ok(ctx.int32(errno(setgroups(&ids))))
    });
    binding.set(ctx, "setGroups", groups)?;
    let init = ctx.function("initGroups", |ctx, args| {
        let user = args.at(0).to_rust_string(ctx)?;
        let group = Gid::from_raw(args.at(1).to_number(ctx)? as u32);
        let Ok(user) = std::ffi::CString::new(user) else { return Ok(ctx.int32(-22)) };
        Ok(ctx.int32(errno(initgroups(&user, group))))
    });
    binding.set(ctx, "initGroups", init)
}

fn surroundings<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let environment = ctx.function("environment", |ctx, _| {
        let variables = ctx.object();
        let environment = Environment::of(ctx);
        if let Some(own) = &environment.options.variables {
            for (name, value) in own.all() {
                variables.set(ctx, name.as_str(), ctx.string(&value))?;
            }
            return Ok(variables.into());
        }
        for (name, value) in env::vars_os() {
            variables.set(ctx, &*name.to_string_lossy(), ctx.string(&value.to_string_lossy()))?;
        }
        for (name, value) in &Environment::of(ctx).options.env {
            variables.set(ctx, name.as_str(), ctx.string(value))?;
        }
        Ok(variables.into())
    });
    binding.set(ctx, "environment", environment)?;
    let variable = ctx.function("environmentVariable", |ctx, args| {
        let name = args.at(0).to_rust_string(ctx)?;
        let environment = Environment::of(ctx);
        if let Some(own) = &environment.options.variables {
            return Ok(own.get(&name).map_or(ctx.undefined(), |value| ctx.string(&value)));
        }
        let value = env::var(&name).ok().or_else(|| {
            let added = &environment.options.env;
            added.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone())
        });
        Ok(value.map_or(ctx.undefined(), |value| ctx.string(&value)))
    });
    binding.set(ctx, "environmentVariable", variable)?;
    let cwd = ctx.function("cwd", |ctx, _| match env::current_dir() {
        Ok(directory) => Ok(ctx.string(&directory.to_string_lossy())),
        Err(error) => Ok(ctx.int32(negative_errno(&error))),
    });
    binding.set(ctx, "cwd", cwd)?;
    let chdir = ctx.function("chdir", |ctx, args| {
        let directory = args.at(0).to_rust_string(ctx)?;
        let result = env::set_current_dir(&directory);
        Ok(ctx.int32(result.err().map_or(0, |error| negative_errno(&error))))
    });
    binding.set(ctx, "chdir", chdir)?;
    let umask = ctx.function("umask", |ctx, args| {
        let wanted = args.at(0).to_int32(ctx)?;
        let old = if wanted < 0 {
            // The only way to ask is to set; see umask(2).
            let old = rustix::process::umask(Mode::empty());
            rustix::process::umask(old);
            old
        } else {
            rustix::process::umask(Mode::from_raw_mode(wanted as u32))
        };
        Ok(ctx.number(old.as_raw_mode().into()))
    });
    binding.set(ctx, "umask", umask)
}

fn negative_errno(error: &std::io::Error) -> i32 {
    const EIO: i32 = 5;
    -error.raw_os_error().unwrap_or(EIO)
}

fn ending<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let exit = ctx.function("reallyExit", |ctx, args| {
        let code = args.at(0).to_int32(ctx)?;
        Environment::of(ctx).end(Exit::Code(code));
        Err(ctx.terminate())
    });
    binding.set(ctx, "reallyExit", exit)?;
    let abort = ctx.function("abort", |ctx, _| {
        Environment::of(ctx).end(Exit::Abort);
        Err(ctx.terminate())
    });
    binding.set(ctx, "abort", abort)
}

fn clock<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let nanoseconds = SharedArray::<u64>::new(1);
    binding.set(ctx, "hrtimeBuffer", nanoseconds.to_object(ctx)?.get(ctx, "buffer")?)?;
    let read = ctx.host_function("hrtime", move |ctx| {
        nanoseconds.set(0, Environment::of(ctx).lp.hrtime());
    });
    binding.set(ctx, "hrtime", read)?;
    let uptime = ctx
        .function("uptime", |ctx, _| Ok(ctx.number(Environment::of(ctx).uptime_ns() as f64 / 1e9)));
    binding.set(ctx, "uptime", uptime)
}

fn usage<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let memory = ctx.function("memoryUsage", |ctx, _| {
        let engine = ctx.memory_statistics();
        let number = |name: &str| -> JsResult<'_, Value<'_>> { engine.get(ctx, name) };
        let rss = ctx.number(resident_bytes() as f64);
        let external = number("extraMemorySize")?;
        let values = [rss, number("heapCapacity")?, number("heapSize")?, external, ctx.int32(0)];
        Ok(ctx.array(&values)?.into())
    });
    binding.set(ctx, "memoryUsage", memory)?;
    let cpu = ctx.function("cpuUsage", |ctx, _| {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else {
            return ctx.throw("getrusage failed");
        };
        let user = ctx.number(usage.user_time().num_microseconds() as f64);
        let system = ctx.number(usage.system_time().num_microseconds() as f64);
        Ok(ctx.array(&[user, system])?.into())
    });
    binding.set(ctx, "cpuUsage", cpu)?;
    let cpu = ctx.function("threadCpuUsage", |ctx, _| {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_THREAD) else {
            return ctx.throw("getrusage failed");
        };
        let user = ctx.number(usage.user_time().num_microseconds() as f64);
        let system = ctx.number(usage.system_time().num_microseconds() as f64);
        Ok(ctx.array(&[user, system])?.into())
    });
    binding.set(ctx, "threadCpuUsage", cpu)?;
    binding.set(
        ctx,
        "resourceUsage",
        ctx.function("resourceUsage", |ctx, _| resource_usage(ctx)),
    )?;
    let constrained =
        ctx.function("constrainedMemory", |ctx, _| Ok(ctx.number(constrained_bytes())));
    binding.set(ctx, "constrainedMemory", constrained)?;
    let available = ctx.function("availableMemory", |ctx, _| Ok(ctx.number(available_bytes())));
    binding.set(ctx, "availableMemory", available)?;
    let active = ctx.function("activeResources", |ctx, _| {
        let connecting = super::streams::connecting(ctx);
        strings(ctx, &Environment::of(ctx).active_resources(connecting)).map(Into::into)
    });
    binding.set(ctx, "activeResources", active)?;
    let requests = ctx.function("activeRequests", |ctx, _| {
        let connecting = super::streams::connecting(ctx);
        strings(ctx, &Environment::of(ctx).active_requests(connecting)).map(Into::into)
    });
    binding.set(ctx, "activeRequests", requests)
}

fn resource_usage<'js>(ctx: Ctx<'js>) -> JsResult<'js, Value<'js>> {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return ctx.throw("getrusage failed") };
    let fields = [
        ("userCPUTime", usage.user_time().num_microseconds()),
        ("systemCPUTime", usage.system_time().num_microseconds()),
        ("maxRSS", usage.max_rss()),
        ("sharedMemorySize", usage.shared_integral()),
        ("unsharedDataSize", usage.unshared_data_integral()),
        ("unsharedStackSize", usage.unshared_stack_integral()),
        ("minorPageFault", usage.minor_page_faults()),
        ("majorPageFault", usage.major_page_faults()),
        ("swappedOut", usage.full_swaps()),
        ("fsRead", usage.block_reads()),
        ("fsWrite", usage.block_writes()),
        ("ipcSent", usage.ipc_sends()),
        ("ipcReceived", usage.ipc_receives()),
        ("signalsCount", usage.signals()),
        ("voluntaryContextSwitches", usage.voluntary_context_switches()),
        ("involuntaryContextSwitches", usage.involuntary_context_switches()),
    ];
    let object = ctx.object();
    for (name, value) in fields {
        object.set(ctx, name, ctx.number(value as f64))?;
    }
    Ok(object.into())
}

fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    pages * rustix::param::page_size() as u64
}

/// The least of the limits that the process's group and those around it have, in either version of control groups; without one the
/// largest number that fits 64 bits, as libuv has it.
fn constrained_bytes() -> f64 {
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().filter_map(|line| {
        // number:controllers:path, of version 2 without controllers
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => return None,
        };
        let group = Path::new(path.trim_start_matches('/'));
        group
            .ancestors()
            .filter_map(|group| limit_in(&Path::new(root).join(group).join(file)))
            .min()
    });
    limits.min().unwrap_or(u64::MAX) as f64
}

fn limit_in(file: &Path) -> Option<u64> {
    let limit = std::fs::read_to_string(file).ok()?.trim().parse().ok()?;
    // Version 1 has the largest number of whole pages for no limit.
    let none =
        i64::MAX as u64 / rustix::param::page_size() as u64 * rustix::param::page_size() as u64;
    (limit < none).then_some(limit)
}

fn available_bytes() -> f64 {
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok());
    kib.unwrap_or(0.0) * 1024.0
}

fn signalling<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let kill = ctx.function("kill", |ctx, args| {
        let (pid, number) = (args.at(0).to_int32(ctx)?, args.at(1).to_int32(ctx)?);
        Ok(ctx.int32(kill(pid, number)))
    });
    binding.set(ctx, "kill", kill)?;
    let handles: Rc<RefCell<Vec<Option<Signal>>>> = Rc::default();
    let opened = handles.clone();
    let start = ctx.function("startSignal", move |ctx, args| {
        let number = args.at(0).to_int32(ctx)?;
        let callback = Persistent::new(ctx, args.at(1));
        let environment = Environment::of(ctx);
        let weak = Rc::downgrade(&environment);
        let handle = Signal::new(&environment.lp);
        handle.set_origin(&environment.lp, environment.origin("SignalWrap"));
        let started = handle.start(&environment.lp, number, move |_, _| {
            let Some(environment) = weak.upgrade() else { return };
            environment.callback(|ctx| {
                if let Some(function) = callback.get(ctx).as_function(ctx) {
                    function.call(ctx, None, &[])?;
                }
                Ok(())
            });
        });
        if let Err(error) = started {
            handle.close_quietly(&environment.lp);
            return Ok(ctx.int32(negative_errno(&error)));
        }
        // A signal listener alone does not keep a program running.
        handle.unreference(&environment.lp);
        let mut opened = opened.borrow_mut();
        opened.push(Some(handle));
        Ok(ctx.int32(opened.len() as i32 - 1))
    });
    binding.set(ctx, "startSignal", start)?;
    let stop = ctx.function("stopSignal", move |ctx, args| {
        let index = args.at(0).to_int32(ctx)? as usize;
        if let Some(handle) = handles.borrow_mut().get_mut(index).and_then(Option::take) {
            handle.close_quietly(&Environment::of(ctx).lp);
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "stopSignal", stop)
}

/// 0, or a negative errno.
fn kill(pid: i32, number: i32) -> i32 {
    let result = nix::sys::signal::kill(
        nix::unistd::Pid::from_raw(pid),
        match number {
            0 => None,
            number => match nix::sys::signal::Signal::try_from(number) {
                Ok(signal) => Some(signal),
                Err(errno) => return -(errno as i32),
            },
        },
    );
    result.err().map_or(0, |errno| -(errno as i32))
}
