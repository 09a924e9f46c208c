//! `roundel top PID`: what the loop of a running program does, as a table that is made anew every second.
//!
//! The program sends the blocks of its recording; those of one interval are a small recording of their own, from which the
//! same model is made as from a file. docs/trace.md is the manual.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use roundel_trace::Model;
use roundel_trace::live::{Frame, recording};
use roundel_trace::summary::is_shown;
use roundel_trace::words::{kind_noun, ms};
use serde_json::{Value, json};

use crate::live::{Connection, chosen};

const TROUBLE: u8 = 2;

const HELP: &str = "\
Usage: roundel top [options] [PID]

Shows what the loop of a running program does, anew every second: how late callbacks are,
how busy the loop is, where the time goes, the hottest callbacks, what is alive. The program
must have been started with roundel --traceable; without PID the only such program is shown.

Options
  --interval=MS          How often (default 1000)
  --once                 One table, then end
  --json                 One object a line
  --help                 Show this

Documentation: docs/trace.md
";

/// How many of the hottest callbacks are shown.
const SHOWN: usize = 10;

/// Clears a terminal and goes to its upper left.
const CLEAR: &str = "\x1b[H\x1b[2J";

struct Arguments {
    pid: Option<String>,
    interval: Duration,
    once: bool,
    json: bool,
}

/// Does what `roundel top` was asked for and gives the exit code.
pub(crate) fn run(words: Vec<OsString>) -> u8 {
    let outcome = match parse(&words) {
        Ok(Some(arguments)) => show(&arguments),
        Ok(None) => {
            print!("{HELP}");
            Ok(())
        }
        Err(message) => Err(message),
    };
    match outcome {
        Ok(()) => 0,
        Err(message) => {
            eprintln!("roundel top: {message}");
            TROUBLE
        }
    }
}

fn parse(words: &[OsString]) -> Result<Option<Arguments>, String> {
    let mut arguments =
        Arguments { pid: None, interval: Duration::from_secs(1), once: false, json: false };
    for word in words {
        let word = word.to_string_lossy();
        match &*word {
            "-h" | "--help" => return Ok(None),
            "--once" => arguments.once = true,
            "--json" => arguments.json = true,
            word if word.starts_with("--interval=") => {
                let ms = word["--interval=".len()..].parse().ok().filter(|ms: &u64| *ms > 0);
                let ms = ms.ok_or("--interval must be a whole number of milliseconds above 0")?;
                arguments.interval = Duration::from_millis(ms);
            }
            word if word.starts_with('-') => return Err(format!("{word} is no option of top")),
            word if arguments.pid.is_some() => return Err(format!("{word} is one too many")),
            word => arguments.pid = Some(word.to_owned()),
        }
    }
    Ok(Some(arguments))
}

fn show(arguments: &Arguments) -> Result<(), String> {
    let pid = chosen(arguments.pid.as_deref())?;
    let connection = Connection::open(pid)?;
    let frames = received(connection);
    let mut watched = Watched::default();
    let clears = io::stdout().is_terminal() && !arguments.json && !arguments.once;
    loop {
        let is_over = watched.collect(&frames, arguments.interval)?;
        let view = View::new(pid, &mut watched, arguments.interval)?;
        // A process that ends between two intervals has still something to tell.
        if !(is_over && view.model.is_none()) {
            let text = if arguments.json { format!("{}\n", view.json()) } else { view.text() };
            let text = if clears { format!("{CLEAR}{text}") } else { text };
            if print(&text).is_err() {
                return Ok(());
            }
        }
        if is_over {
            eprintln!("roundel top: process {pid} has ended");
            return Ok(());
        }
        if arguments.once {
            return Ok(());
        }
        if !arguments.json && !clears && print("\n").is_err() {
            return Ok(());
        }
    }
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// What comes, on a thread of its own: the table must not wait for a loop that is held.
fn received(mut connection: Connection) -> Receiver<Frame> {
    let (sender, frames) = channel();
    thread::spawn(move || {
        while let Ok(Some(frame)) = connection.next() {
            if sender.send(frame).is_err() {
                break;
            }
        }
    });
    frames
}

#[derive(Default)]
struct Watched {
    blocks: Vec<Vec<u8>>,
    status: Value,
    info: Vec<(String, String)>,
    heard_at: Option<Instant>,
}

impl Watched {
    /// Takes what comes in an interval; true if the process has ended.
    fn collect(&mut self, frames: &Receiver<Frame>, interval: Duration) -> Result<bool, String> {
        let until = Instant::now() + interval;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match frames.recv_timeout(left) {
                Ok(Frame::Block(block)) => {
                    self.blocks.push(block);
                    self.heard_at = Some(Instant::now());
                }
                Ok(Frame::Status(json)) => {
                    self.status = serde_json::from_slice(&json).map_err(|e| e.to_string())?;
                }
                Err(RecvTimeoutError::Timeout) => return Ok(false),
                Err(RecvTimeoutError::Disconnected) => return Ok(true),
            }
        }
    }
}

/// One interval.
struct View {
    pid: u32,
    program: String,
    interval: Duration,
    /// `None` if the process has told nothing.
    model: Option<Model>,
    alive: Vec<(String, u64)>,
    silent: Option<Duration>,
    state: Option<char>,
}

/// Callbacks of one name.
#[derive(Default)]
struct Hot {
    count: u64,
    ns: u64,
    longest_ns: u64,
}

impl View {
    fn new(pid: u32, watched: &mut Watched, interval: Duration) -> Result<View, String> {
        let blocks = std::mem::take(&mut watched.blocks);
        let model = match blocks.is_empty() {
            true => None,
            false => {
                let recording = recording(&blocks).map_err(|error| error.to_string())?;
                if !recording.info.is_empty() {
                    watched.info.clone_from(&recording.info);
                }
                let mut model = Model::new(&recording);
                model.info.clone_from(&watched.info);
                Some(model)
            }
        };
        let known = watched.info.iter().find(|(name, _)| name == "program");
        let mut alive: Vec<(String, u64)> = watched.status["alive"]
            .as_object()
            .map(|kinds| {
                let count =
                    |(kind, count): (&String, &Value)| (kind.clone(), count.as_u64().unwrap_or(0));
                kinds.iter().map(count).collect()
            })
            .unwrap_or_default();
        alive.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Ok(View {
            pid,
            program: known.map_or_else(|| "a program".to_owned(), |(_, value)| value.clone()),
            interval,
            model,
            alive,
            silent: watched.heard_at.map(|at| at.elapsed()),
            state: state(pid),
        })
    }

    /// What the loop does if it tells nothing.
    fn silence(&self) -> &'static str {
        match self.state {
            Some('R' | 'D') => "the loop is held: something runs and does not come back",
            Some('T' | 't') => "the process is stopped",
            _ => "the loop waits: nothing happens",
        }
    }

    fn hottest(&self) -> Vec<(String, Hot)> {
        let mut found: HashMap<String, Hot> = HashMap::new();
        if let Some(model) = &self.model {
            for callback in model.shown() {
                let hot = found.entry(model.name(callback)).or_default();
                hot.count += 1;
                hot.ns = hot.ns.saturating_add(callback.self_ns);
                hot.longest_ns = hot.longest_ns.max(callback.self_ns);
            }
        }
        let mut found: Vec<(String, Hot)> = found.into_iter().collect();
        found.sort_by(|(one, a), (other, b)| b.ns.cmp(&a.ns).then_with(|| one.cmp(other)));
        found.truncate(SHOWN);
        found
    }

    /// How late callbacks were: on average, and at most.
    fn delay(&self) -> (u64, u64) {
        let mut delays = Vec::new();
        if let Some(model) = &self.model {
            let kinds = ["timer", "immediate", "io"];
            let waits = model.shown().filter(|callback| kinds.contains(&&*callback.kind));
            delays.extend(waits.filter_map(|callback| {
                callback.ready_ns.map(|ready_ns| callback.begin_ns.saturating_sub(ready_ns))
            }));
        }
        let sum = delays.iter().fold(0_u64, |sum, delay| sum.saturating_add(*delay));
        let mean = sum.checked_div(delays.len() as u64).unwrap_or_default();
        (mean, delays.into_iter().max().unwrap_or_default())
    }

    /// The share of the interval that the loop did not wait, from 0 to 1.
    fn utilisation(&self) -> f64 {
        let whole_ns = self.interval.as_nanos() as f64;
        match &self.model {
            None if matches!(self.state, Some('R' | 'D')) => 1.0,
            None => 0.0,
            Some(model) => {
                let times = model.times();
                let busy_ns = times.whole_ns.saturating_sub(times.idle_ns) as f64;
                (busy_ns / whole_ns.max(times.whole_ns as f64)).clamp(0.0, 1.0)
            }
        }
    }

    fn counts(&self) -> (usize, usize) {
        let Some(model) = &self.model else { return (0, 0) };
        let iterations = model.environments.first().map_or(0, |main| main.iterations.len());
        (iterations, model.shown().count())
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{} (process {})", self.program, self.pid);
        let (iterations, callbacks) = self.counts();
        let (mean, most) = self.delay();
        let seconds = self.interval.as_secs_f64();
        let _ = writeln!(
            out,
            "  loop delay {} ms, at most {} ms   utilisation {:.0} %   {:.0} iterations/s   {:.0} callbacks/s",
            ms(mean),
            ms(most),
            self.utilisation() * 100.0,
            iterations as f64 / seconds,
            callbacks as f64 / seconds,
        );
        match &self.model {
            None => {
                let since = self.silent.map_or_else(String::new, |silent| {
                    format!(" (for {:.1} s)", silent.as_secs_f64())
                });
                let _ = writeln!(out, "  {}{since}", self.silence());
            }
            Some(model) => {
                let times = model.times();
                let _ = write!(out, "  idle {} ms", ms(times.idle_ns));
                for (phase, ns) in times.phases.iter().filter(|(_, ns)| is_shown(*ns)) {
                    let _ = write!(out, ", {phase} {} ms", ms(*ns));
                }
                out.push('\n');
            }
        }
        let hottest = self.hottest();
        if !hottest.is_empty() {
            let _ = writeln!(out, "\n  {:>9} {:>9} {:>8}  callback", "ms", "longest", "times");
            for (name, hot) in hottest {
                let (all, longest) = (ms(hot.ns), ms(hot.longest_ns));
                let _ = writeln!(out, "  {all:>9} {longest:>9} {:>8}  {name}", hot.count);
            }
        }
        if !self.alive.is_empty() {
            let _ = writeln!(out, "\n  {:>9}  alive", "count");
            for (kind, count) in self.alive.iter().take(SHOWN) {
                let _ = writeln!(out, "  {count:>9}  {}", alive_noun(kind));
            }
        }
        out
    }

    fn json(&self) -> Value {
        let (iterations, callbacks) = self.counts();
        let (mean, most) = self.delay();
        let times = self.model.as_ref().map(Model::times);
        let phases: serde_json::Map<String, Value> = times
            .iter()
            .flat_map(|times| &times.phases)
            .map(|(phase, ns)| ((*phase).to_owned(), (*ns).into()))
            .collect();
        let hottest: Vec<Value> = self
            .hottest()
            .into_iter()
            .map(|(name, hot)| {
                json!({ "name": name, "count": hot.count, "ns": hot.ns, "longest": hot.longest_ns })
            })
            .collect();
        let alive: serde_json::Map<String, Value> =
            self.alive.iter().map(|(kind, count)| (kind.clone(), (*count).into())).collect();
        json!({
            "pid": self.pid,
            "program": self.program,
            "interval": self.interval.as_nanos() as u64,
            "delay": { "mean": mean, "max": most },
            "utilisation": self.utilisation(),
            "iterations": iterations,
            "callbacks": callbacks,
            "idle": times.map(|times| times.idle_ns),
            "phases": phases,
            "hottest": hottest,
            "alive": alive,
            "silent": self.model.is_none().then(|| self.silence()),
        })
    }
}

fn alive_noun(kind: &str) -> String {
    match kind {
        "Timeout" => "timers".to_owned(),
        "Immediate" => "immediates".to_owned(),
        "TickObject" => "ticks".to_owned(),
        "await" => "awaits".to_owned(),
        "then" => "promise callbacks".to_owned(),
        kind => kind_noun(kind),
    }
}

/// What the main thread of a process does, as proc(5) has it; `None` if there is no such process.
fn state(pid: u32) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{pid}/task/{pid}/stat")).ok()?;
    // The name in parentheses may have anything in it.
    stat.rsplit_once(") ")?.1.chars().next()
}
