//! What `os` asks of the machine: processors, memory, users, network interfaces.
//!
//! Numbers come from `/proc` where libuv takes them from there too, so that both show the same. Where the platform has
//! no such file the answer is zero or empty, as libuv's is.

use nix::errno::Errno;
use nix::ifaddrs::{InterfaceAddress, getifaddrs};
use nix::net::if_::InterfaceFlags;
use nix::unistd::{Uid, User};
use roundel_jsc::{Ctx, JsResult, Object, Value};
use rustix::process::Pid;

use super::options::strings;
use crate::environment::Environment;
use crate::signals::SIGNALS;

pub(super) fn create<'js>(ctx: Ctx<'js>, _environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let errnos = ctx.object();
    for &(name, number) in ERRNO {
        errnos.set(ctx, name, ctx.int32(number as i32))?;
    }
    binding.set(ctx, "errnos", errnos)?;
    let signals = ctx.object();
    for &(name, number) in SIGNALS {
        signals.set(ctx, name, ctx.int32(number))?;
    }
    binding.set(ctx, "signals", signals)?;
    system(ctx, binding)?;
    let user = ctx.function("userInfo", |ctx, _| user_info(ctx));
    binding.set(ctx, "userInfo", user)?;
    let interfaces = ctx.function("networkInterfaces", |ctx, _| network_interfaces(ctx));
    binding.set(ctx, "networkInterfaces", interfaces)?;
    priorities(ctx, binding)?;
    Ok(binding)
}

fn system<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let uname = ctx.function("uname", |ctx, _| {
        let names = rustix::system::uname();
        let parts = [names.sysname(), names.release(), names.version(), names.machine()]
            .map(|part| part.to_string_lossy().into_owned());
        strings(ctx, &parts).map(Into::into)
    });
    binding.set(ctx, "uname", uname)?;
    let hostname = ctx.function("hostname", |ctx, _| {
        Ok(ctx.string(&rustix::system::uname().nodename().to_string_lossy()))
    });
    binding.set(ctx, "hostname", hostname)?;
    let cpus = ctx.function("cpus", |ctx, _| {
        let stat = read("/proc/stat");
        let info = read("/proc/cpuinfo");
        let array = ctx.array(&[])?;
        for (index, cpu) in cpus(&stat, &info).into_iter().enumerate() {
            let entry = ctx.array(&[ctx.string(cpu.model), ctx.number(speed_mhz(cpu.number))])?;
            for (at, time_ms) in cpu.times_ms.into_iter().enumerate() {
                entry.set_index(ctx, at as u32 + 2, ctx.number(time_ms))?;
            }
            array.set_index(ctx, index as u32, entry)?;
        }
        Ok(array.into())
    });
    binding.set(ctx, "cpus", cpus)?;
    let parallelism = ctx.function("availableParallelism", |ctx, _| {
        Ok(ctx.number(std::thread::available_parallelism().map_or(1.0, |n| n.get() as f64)))
    });
    binding.set(ctx, "availableParallelism", parallelism)?;
    let memory = ctx.function("memory", |ctx, _| {
        let info = read("/proc/meminfo");
        let bytes = |field: &str| ctx.number(meminfo_bytes(&info, field));
        Ok(ctx.array(&[bytes("MemTotal:"), bytes("MemAvailable:")])?.into())
    });
    binding.set(ctx, "memory", memory)?;
    let uptime =
        ctx.function("uptime", |ctx, _| Ok(ctx.number(first_number(&read("/proc/uptime")))));
    binding.set(ctx, "uptime", uptime)?;
    let load = ctx.function("loadavg", |ctx, _| {
        let text = read("/proc/loadavg");
        let mut words = text.split(' ').map(|word| word.parse().unwrap_or(0.0));
        let mut next = || ctx.number(words.next().unwrap_or(0.0));
        Ok(ctx.array(&[next(), next(), next()])?.into())
    });
    binding.set(ctx, "loadavg", load)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

fn first_number(text: &str) -> f64 {
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0.0)
}

fn meminfo_bytes(text: &str, field: &str) -> f64 {
    text.lines().find_map(|line| line.strip_prefix(field)).map_or(0.0, first_number) * 1024.0
}

struct Cpu<'a> {
    number: u32,
    model: &'a str,
    /// user, nice, sys, idle, irq.
    times_ms: [f64; 5],
}

/// The processors that are online, from the texts of `/proc/stat` and `/proc/cpuinfo`.
fn cpus<'a>(stat: &str, info: &'a str) -> Vec<Cpu<'a>> {
    let tick_ms = 1000.0 / rustix::param::clock_ticks_per_second() as f64;
    let mut models = info
        .lines()
        .filter(|line| line.starts_with("model name"))
        .filter_map(|line| line.split_once(": "))
        .map(|(_, model)| model);
    let lines = stat.lines().filter_map(|line| {
        let (number, rest) = line.strip_prefix("cpu")?.split_once(' ')?;
        Some((number.parse::<u32>().ok()?, rest))
    });
    lines
        .map(|(number, rest)| {
            let ticks: Vec<f64> =
                rest.split_whitespace().map(|word| word.parse().unwrap_or(0.0)).collect();
            // The fifth column is the time waiting for I/O, which has no place in the answer.
            let time = |column: usize| ticks.get(column).copied().unwrap_or(0.0) * tick_ms;
            Cpu {
                number,
                model: models.next().unwrap_or("unknown"),
                times_ms: [time(0), time(1), time(2), time(3), time(5)],
            }
        })
        .collect()
}

fn speed_mhz(number: u32) -> f64 {
    let path = format!("/sys/devices/system/cpu/cpu{number}/cpufreq/scaling_cur_freq");
    (first_number(&read(&path)) / 1000.0).floor()
}

/// `undefined` where the user has no entry.
fn user_info(ctx: Ctx<'_>) -> JsResult<'_, Value<'_>> {
    let Ok(Some(user)) = User::from_uid(Uid::effective()) else { return Ok(ctx.undefined()) };
    let fields = [
        ctx.number(user.uid.as_raw().into()),
        ctx.number(user.gid.as_raw().into()),
        ctx.string(&user.name),
        ctx.string(&user.dir.to_string_lossy()),
        ctx.string(&user.shell.to_string_lossy()),
    ];
    Ok(ctx.array(&fields)?.into())
}

fn network_interfaces(ctx: Ctx<'_>) -> JsResult<'_, Value<'_>> {
    let all: Vec<InterfaceAddress> = getifaddrs().into_iter().flatten().collect();
    let array = ctx.array(&[])?;
    let ready = InterfaceFlags::IFF_UP | InterfaceFlags::IFF_RUNNING;
    let mut length = 0;
    for interface in all.iter().filter(|interface| interface.flags.contains(ready)) {
        let Some(address) = address(interface) else { continue };
        let internal = interface.flags.contains(InterfaceFlags::IFF_LOOPBACK);
        let fields = [
            ctx.string(&interface.interface_name),
            ctx.string(&address.text),
            ctx.number(address.prefix_length.into()),
            ctx.boolean(address.scope_id.is_some()),
            ctx.string(&mac(&all, &interface.interface_name)),
            ctx.boolean(internal),
            address.scope_id.map_or(ctx.undefined(), |id| ctx.number(id.into())),
        ];
        array.set_index(ctx, length, ctx.array(&fields)?)?;
        length += 1;
    }
    Ok(array.into())
}

struct Address {
    text: String,
    prefix_length: u32,
    /// Of an IPv6 address.
    scope_id: Option<u32>,
}

fn address(interface: &InterfaceAddress) -> Option<Address> {
    let (address, netmask) = (interface.address.as_ref()?, interface.netmask.as_ref());
    if let Some(v4) = address.as_sockaddr_in() {
        let mask = netmask.and_then(|mask| mask.as_sockaddr_in());
        return Some(Address {
            text: v4.ip().to_string(),
            prefix_length: mask.map_or(0, |mask| mask.ip().to_bits().leading_ones()),
            scope_id: None,
        });
    }
    let v6 = address.as_sockaddr_in6()?;
    let mask = netmask.and_then(|mask| mask.as_sockaddr_in6());
    Some(Address {
        text: v6.ip().to_string(),
        prefix_length: mask.map_or(0, |mask| mask.ip().to_bits().leading_ones()),
        scope_id: Some(v6.scope_id()),
    })
}

/// The hardware address is an entry of its own, under the same name.
fn mac(all: &[InterfaceAddress], name: &str) -> String {
    let bytes = all
        .iter()
        .filter(|interface| interface.interface_name == name)
        .find_map(|interface| interface.address.as_ref()?.as_link_addr()?.addr())
        .unwrap_or_default();
    bytes.map(|byte| format!("{byte:02x}")).join(":")
}

fn priorities<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let get = ctx.function("getPriority", |ctx, args| {
        let pid = args.at(0).to_int32(ctx)?;
        let priority = checked_pid(pid).and_then(rustix::process::getpriority_process);
        Ok(ctx.int32(priority.unwrap_or_else(|errno| FAILURE - errno.raw_os_error())))
    });
    binding.set(ctx, "getPriority", get)?;
    let set = ctx.function("setPriority", |ctx, args| {
        let (pid, priority) = (args.at(0).to_int32(ctx)?, args.at(1).to_int32(ctx)?);
        let result =
            checked_pid(pid).and_then(|pid| rustix::process::setpriority_process(pid, priority));
        Ok(ctx.int32(result.err().map_or(0, |errno| -errno.raw_os_error())))
    });
    binding.set(ctx, "setPriority", set)
}

/// A priority may be negative itself, so a failure is moved out of the range of priorities: this minus the error number.
const FAILURE: i32 = -1000;

/// Zero stands for the process itself; nobody has a negative id.
fn checked_pid(pid: i32) -> Result<Option<Pid>, rustix::io::Errno> {
    if pid < 0 { Err(rustix::io::Errno::SRCH) } else { Ok(Pid::from_raw(pid)) }
}

macro_rules! errno_table {
    ($($name:ident)*) => {
        /// `os.constants.errno`, in Node's order.
        const ERRNO: &[(&str, Errno)] = &[$((stringify!($name), Errno::$name)),*];
    };
}

errno_table! {
    E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EAFNOSUPPORT EAGAIN EALREADY EBADF EBADMSG EBUSY ECANCELED ECHILD
    ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDESTADDRREQ EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTUNREACH EIDRM
    EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENETDOWN
    ENETRESET ENETUNREACH ENFILE ENOBUFS ENODATA ENODEV ENOENT ENOEXEC ENOLCK ENOLINK ENOMEM ENOMSG ENOPROTOOPT
    ENOSPC ENOSR ENOSTR ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTSOCK ENOTSUP ENOTTY ENXIO EOPNOTSUPP EOVERFLOW EPERM
    EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EROFS ESPIPE ESRCH ESTALE ETIME ETIMEDOUT ETXTBSY EWOULDBLOCK EXDEV
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_come_from_the_two_texts() {
        let stat = "cpu  9 9 9 9 9 9\ncpu0 10 20 30 40 50 60 70\ncpu3 1 2\nintr 5\n";
        let info = "processor\t: 0\nmodel name\t: A: B\nprocessor\t: 3\n";
        let found = cpus(stat, info);
        assert_eq!(found.iter().map(|cpu| cpu.number).collect::<Vec<_>>(), [0, 3]);
        assert_eq!((found[0].model, found[1].model), ("A: B", "unknown"));
        let tick_ms = 1000.0 / rustix::param::clock_ticks_per_second() as f64;
        assert_eq!(found[0].times_ms.map(|time| time / tick_ms), [10.0, 20.0, 30.0, 40.0, 60.0]);
        assert_eq!(found[1].times_ms[4], 0.0);
    }

    #[test]
    fn memory_is_read_in_bytes() {
        assert_eq!(meminfo_bytes("MemTotal:    12 kB\nMemFree: 1 kB\n", "MemTotal:"), 12288.0);
        assert_eq!(meminfo_bytes("nothing", "MemTotal:"), 0.0);
    }
}
