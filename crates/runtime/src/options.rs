//! What a run of a program is told from outside: the command line, an embedder, a test.
//!
//! Plain data. Nothing here reads the environment or the file system.

use std::path::PathBuf;
use std::sync::Arc;

use roundel_loop::{Choosing, Inherited};

use crate::bindings::WORKER_TEXT;
use crate::choices::Choices;
use crate::exit::Ending;
use crate::family::Family;
use crate::faults::Faults;
use crate::loops::LoopKind;
use crate::tracing::TraceOptions;
use crate::variables::Variables;
use crate::why_alive::WhyAlive;

/// What to run first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A file, resolved as Node resolves its first argument.
    File(PathBuf),
    /// A program given as text (`--eval`), its completion value printed or not (`--print`).
    Eval { source: String, print: PrintResult },
    /// A module named by its URL.
    Url(String),
    /// A program read from standard input.
    Stdin,
    /// What a person types, after a text if there is one (`--interactive`).
    Interactive { source: Option<String> },
    /// Parse the file and report a syntax error without running it (`--check`).
    Check(PathBuf),
    /// The test runner (`--test`); what follows are the files or patterns.
    Tests,
    /// A program that is started again when one of its files changes (`--watch`).
    Watched(PathBuf),
}

/// Whether the value of an evaluated program is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintResult {
    Yes,
    No,
}

/// How text without a file name is read (`--input-type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputType {
    CommonJs,
    Module,
    CommonJsTypeScript,
    ModuleTypeScript,
}

/// What an entry file is read as, whatever its name and its package.json say (`--entry-type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryType {
    CommonJs,
    Module,
}

/// The value of a flag that only a builtin in JavaScript asks for, by the flag's name.
#[derive(Clone, Debug, PartialEq)]
pub enum NamedFlag {
    On,
    /// Said to be off, where the environment could say otherwise.
    Off,
    Number(f64),
    Text(String),
    List(Vec<String>),
}

/// What happens to a rejected promise nobody handles (`--unhandled-rejections`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnhandledRejections {
    /// Emit `unhandledRejection`; without a listener raise it as an uncaught exception.
    #[default]
    Throw,
    /// Raise it as an uncaught exception first.
    Strict,
    /// Always warn.
    Warn,
    /// Say nothing.
    None,
    /// Warn and set the exit code to 1.
    WarnWithErrorCode,
    /// Emit `unhandledRejection`; without a listener warn, of its own deprecation too. The default up to Node 14.
    WarnUnlessHeard,
}

/// Which warnings are shown and how (`--no-warnings`, `--trace-warnings`, …).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    pub silent: bool,
    pub trace: bool,
    pub trace_deprecation: bool,
    pub no_deprecation: bool,
    pub throw_deprecation: bool,
    pub pending_deprecation: bool,
    /// Codes or types given to `--disable-warning`.
    pub disabled: Vec<String>,
}

/// What an environment is to its process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The owner of what a process has once: working directory, file mode mask, signals, standard input, title. There is
    /// one at a time.
    #[default]
    Main,
    /// Any other, as Node's worker threads are: `process.chdir()` and its like throw, signals do not come, standard input
    /// is at its end, and `process.env` is a copy.
    Worker,
}

/// A whole run.
#[derive(Clone, Debug)]
pub struct Options {
    pub entry: Entry,
    /// `process.argv0`: the name the command was started by.
    pub argv0: String,
    /// `process.execArgv`: the flags before the entry, as given.
    pub exec_argv: Vec<String>,
    /// What follows the entry.
    pub args: Vec<String>,
    /// `--env-file`: variables to add to the environment the process was started with.
    pub env: Vec<(String, String)>,
    /// The whole environment of the program, in place of that of the process.
    pub variables: Option<Variables>,
    /// `--require`, in order.
    pub requires: Vec<String>,
    /// `--import`, in order.
    pub imports: Vec<String>,
    pub input_type: Option<InputType>,
    pub entry_type: Option<EntryType>,
    /// `--conditions`.
    pub conditions: Vec<String>,
    pub preserve_symlinks: bool,
    pub preserve_symlinks_main: bool,
    /// The loop's own default when absent.
    pub unhandled_rejections: Option<UnhandledRejections>,
    pub warnings: Warnings,
    pub trace_uncaught: bool,
    /// An exception that nobody catches aborts the process.
    pub abort_on_uncaught: bool,
    /// `--causes`: an uncaught error says what led to it beyond its stack.
    pub causes: bool,
    pub stack_trace_limit: Option<u32>,
    /// How large the head of an HTTP message may be; 0 for Node's 16 KiB.
    pub max_http_header_size: u32,
    /// HTTP messages that are not quite right are taken.
    pub insecure_http_parser: bool,
    pub expose_gc: bool,
    pub title: Option<String>,
    /// `--warn-blocked=MS`: name a callback that holds the loop for longer.
    pub warn_blocked_ms: Option<u64>,
    /// `--trace`: write down what the loop does, and why.
    pub trace: Option<TraceOptions>,
    /// `--why-alive`: tell what keeps the program alive.
    pub why_alive: Option<WhyAlive>,
    /// `--max-time`: end the run when the loop's clock has come so far.
    pub max_time_ms: Option<u64>,
    /// `--loop`: which loop the program runs under.
    pub loop_kind: LoopKind,
    /// `--choose`: how what the platform leaves open is decided.
    pub choices: Choices,
    /// `--seed`, `--replay-choices`: how the rest of it is decided, in virtual time.
    pub choosing: Choosing,
    /// `--record-choices`: where to write down how everything was decided.
    pub record_choices: Option<PathBuf>,
    /// `--schedule-log`: where to write what was open and how it was decided, for a search over schedules.
    pub schedule_log: Option<PathBuf>,
    /// `--schedule-detail`: also what the answers stand for, and what ran.
    pub schedule_detail: bool,
    /// `--faults`: what may go wrong, in virtual time.
    pub faults: Faults,
    pub time: Time,
    /// Of a worker in virtual time: where its clock begins, as that of its parent's thread shows it.
    pub begins_ns: Option<u64>,
    /// `--frame-rate`: frames a second, in a browser's loop.
    pub frame_rate_hz: f64,
    /// `--frame-phase`: when the first frame falls; decided by the choice `frame` when not given.
    pub frame_phase_ms: Option<f64>,
    /// `--node-globals`: `process`, `require`, `Buffer` and immediates beside a browser's globals.
    pub node_globals: bool,
    /// `--test-name-pattern` and its like: those that were given, by their names.
    pub named: Vec<(&'static str, NamedFlag)>,
    pub role: Role,
    /// The environments that this one belongs to: those of its workers, and of what started it.
    pub family: Family,
    /// `require('worker_threads').threadId`: 0 for all but workers.
    pub thread_id: u32,
    pub thread_name: String,
    /// What reads the flags that a program gives to a worker. Without it a worker has the options of its parent.
    pub read_flags: Option<ReadFlags>,
    pub ending: Ending,
    /// Descriptors beyond the standard three that the process was started with, and that the program may know by number.
    pub inherited: Arc<Inherited>,
}

/// The flags of a worker to the options they make. `variable` gives the variables of its environment, which may have flags, too.
pub type ReadFlags = fn(flags: WorkerFlags<'_>) -> Result<Options, BadFlags>;

/// What a worker is started with.
#[derive(Clone, Copy)]
pub struct WorkerFlags<'a> {
    pub words: &'a [String],
    /// The words are those of the process, and not given for the worker.
    pub are_inherited: bool,
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

/// Flags that a worker cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadFlags {
    Words(Vec<String>),
    /// In a variable: its name, and what is wrong.
    Variable {
        name: String,
        problem: String,
    },
}

/// Whose clock the program lives by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Time {
    #[default]
    Real,
    /// `--virtual-time`: the simulated platform's, which jumps where the program would wait.
    Virtual,
}

impl Options {
    /// The options of a plain run of `entry`.
    pub fn new(entry: Entry) -> Self {
        Self {
            entry,
            argv0: "roundel".to_owned(),
            exec_argv: Vec::new(),
            args: Vec::new(),
            env: Vec::new(),
            variables: None,
            requires: Vec::new(),
            imports: Vec::new(),
            input_type: None,
            entry_type: None,
            conditions: Vec::new(),
            preserve_symlinks: false,
            preserve_symlinks_main: false,
            unhandled_rejections: None,
            warnings: Warnings::default(),
            trace_uncaught: false,
            abort_on_uncaught: false,
            causes: false,
            stack_trace_limit: None,
            max_http_header_size: 0,
            insecure_http_parser: false,
            expose_gc: false,
            title: None,
            warn_blocked_ms: None,
            trace: None,
            why_alive: None,
            max_time_ms: None,
            loop_kind: LoopKind::default(),
            choices: Choices::default(),
            choosing: Choosing::Plain,
            record_choices: None,
            schedule_log: None,
            schedule_detail: false,
            faults: Faults::default(),
            time: Time::default(),
            begins_ns: None,
            frame_rate_hz: 60.0,
            frame_phase_ms: None,
            node_globals: false,
            named: Vec::new(),
            role: Role::default(),
            family: Family::default(),
            thread_id: 0,
            thread_name: String::new(),
            read_flags: None,
            ending: Ending::default(),
            inherited: Arc::default(),
        }
    }

    /// `process.argv`: the executable, the entry as given if it is a file, and what follows it.
    pub(crate) fn argv(&self) -> Vec<String> {
        let mut argv = vec![executable()];
        if let Entry::File(path) | Entry::Check(path) | Entry::Watched(path) = &self.entry {
            argv.push(path.to_string_lossy().into_owned());
        }
        if self.thread_id != 0 && matches!(self.entry, Entry::Eval { .. }) {
            argv.push(WORKER_TEXT.to_owned());
        }
        if let Entry::Url(url) = &self.entry {
            argv.push(url.clone());
        }
        argv.extend(self.args.iter().cloned());
        argv
    }
}

impl Options {
    /// `--no-addons`.
    pub(crate) fn refuses_addons(&self) -> bool {
        self.named.iter().any(|(name, flag)| *name == "addons" && *flag == NamedFlag::Off)
    }

    /// What `--entry-type` makes of the file at `path`, whose own format is `own`; `None` if it says nothing of it.
    pub(crate) fn format_of_entry(&self, path: &str, own: Option<&str>) -> Option<&'static str> {
        let entry_type = self.entry_type?;
        let Entry::File(entry) = &self.entry else { return None };
        // The loader follows links, so both ways of naming the file count.
        let is_entry = std::path::absolute(entry).is_ok_and(|entry| entry.as_os_str() == path)
            || entry.canonicalize().is_ok_and(|entry| entry.as_os_str() == path);
        if !is_entry {
            return None;
        }
        let is_typescript = own.is_some_and(|own| own.ends_with("typescript"));
        Some(match (entry_type, is_typescript) {
            (EntryType::CommonJs, false) => "commonjs",
            (EntryType::CommonJs, true) => "commonjs-typescript",
            (EntryType::Module, false) => "module",
            (EntryType::Module, true) => "module-typescript",
        })
    }
}

/// `process.execPath`.
pub(crate) fn executable() -> String {
    std::env::current_exe().unwrap_or_default().to_string_lossy().into_owned()
}
