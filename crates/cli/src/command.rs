//! One start of the command: gather flags, decide what was asked for, do it.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;

use roundel_runtime::{
    BadFlags, Ending, Entry, Exit, Inherited, NamedFlag, Options, PrintResult, TraceDetail,
    TraceOptions, TraceTo, WorkerFlags, World,
};

use crate::flags::{Draft, EXCLUSIVE, EnvFile, IfMissing};
use crate::lint::{self, LintMode};
use crate::parse::{CommandLine, Origin, parse, split_variable};
use crate::usage_error::{Failure, INVALID_ARGUMENT, UsageError};
use crate::{
    compare, completions, env_file, explain, explore, help, loop_list, run_script, standard_modes,
    top, trace, why_alive,
};

/// Variables that hold flags, in the order in which they are read.
const VARIABLES: [&str; 2] = ["NODE_OPTIONS", "ROUNDEL_OPTIONS"];

const FRAME_RATE_HZ: f64 = 60.0;

/// Does what the command line of this process asks for and gives the exit code.
pub(crate) fn run(inherited: Inherited) -> Result<u8, Failure> {
    let mut words = env::args_os();
    let argv0 = words
        .next()
        .map_or_else(|| "roundel".to_owned(), |word| word.to_string_lossy().into_owned());
    let words: Vec<OsString> = words.collect();
    match words.first().and_then(|word| word.to_str()) {
        Some("compare") => return Ok(compare::run(words[1..].to_vec())),
        Some("explore") => return Ok(explore::run(words[1..].to_vec())),
        Some("replay") => return Ok(explore::replay(words[1..].to_vec())),
        Some("top") => return Ok(top::run(words[1..].to_vec())),
        Some("trace") => return Ok(trace::run(words[1..].to_vec())),
        Some("explain") => return Ok(explain::run(words[1..].to_vec())),
        _ => {}
    }
    // What the runs of `explore` are copies of.
    let is_original = words.first().is_some_and(|word| word == "explore-runs");
    let words = if is_original { words[1..].to_vec() } else { words };
    // The same as a run with the flag, but that it ends when it has been told.
    let words = match words.first() {
        Some(word) if word == "why-alive" => match why_alive::parse(&words[1..]) {
            Ok(why_alive::Request::Run(words)) => words,
            Ok(why_alive::Request::Help) => {
                return Ok(Request::Text(why_alive::help().to_owned()).fulfil(inherited));
            }
            Err(message) => {
                eprintln!("roundel why-alive: {message}");
                return Ok(TROUBLE);
            }
        },
        _ => words,
    };
    let request = match request(argv0.clone(), words) {
        // The flag alone asks what there is.
        Err(UsageError::MissingArgument(flag)) if flag == "--run" && run_script::list() => {
            return Ok(INVALID_ARGUMENT);
        }
        result => result.map_err(|error| Failure { argv0, error })?,
    };
    if let Request::Run(options, _) = &request
        && options.schedule_log.is_some()
    {
        // It is a run of a search. Where the kernel cannot do that, a search has to end by itself.
        let _ = explore::end_with_parent();
    }
    match request {
        Request::Run(options, None) if is_original => Ok(run_copies(*options, inherited)),
        request => Ok(request.fulfil(inherited)),
    }
}

fn run_copies(mut options: Options, inherited: Inherited) -> u8 {
    options.inherited = Arc::new(inherited);
    match explore::serve(options) {
        Ok(Some(exit)) => end_process(exit),
        Ok(None) => 0,
        Err(code) => code,
    }
}

/// What was asked for.
enum Request {
    Text(String),
    Run(Box<Options>, Option<LintMode>),
    Script { name: String, arguments: Vec<String> },
}

impl Request {
    fn fulfil(self, inherited: Inherited) -> u8 {
        match self {
            // A closed standard output is no reason to complain about.
            Self::Text(text) => {
                let _ = io::stdout().write_all(text.as_bytes());
                0
            }
            Self::Script { name, arguments } => run_script::run(&name, &arguments),
            Self::Run(mut options, lint) => {
                if let Some(mode) = lint
                    && let Err(error) = lint::prepare(mode, &mut options)
                {
                    eprintln!("roundel: cannot start: --lint: {error}");
                    return BOOTSTRAP_FAILURE;
                }
                options.inherited = Arc::new(inherited);
                standard_modes::remember();
                match roundel_runtime::run(*options) {
                    Ok(exit) => end_process(exit),
                    Err(reason) => {
                        eprintln!("roundel: cannot start: {reason}");
                        BOOTSTRAP_FAILURE
                    }
                }
            }
        }
    }
}

/// What the commands beside a plain run end with that cannot do what they were asked for.
const TROUBLE: u8 = 2;

/// Node's code for a program that could not be started.
const BOOTSTRAP_FAILURE: u8 = 10;

/// Without unwinding through the engine, and without giving back what goes with the process.
fn end_process(exit: Exit) -> ! {
    standard_modes::put_back();
    match exit {
        Exit::Abort => process::abort(),
        exit => process::exit(lint::conclude(exit.code())),
    }
}

fn request(argv0: String, words: Vec<OsString>) -> Result<Request, UsageError> {
    let given = parse(words.clone(), Origin::CommandLine, Draft::default())?;
    if given.draft.version {
        return Ok(Request::Text(help::version()));
    }
    if given.draft.help {
        return Ok(Request::Text(help::text()));
    }
    if given.draft.list_loops {
        return Ok(Request::Text(loop_list::text()));
    }
    if let Some(shell) = given.draft.completions {
        return Ok(Request::Text(completions::script(shell)));
    }
    if let Some(name) = given.draft.script {
        // What does not come after the dashes is not the script's.
        let ends = given.exec_argv.len() < words.len() && words[given.exec_argv.len()] == "--";
        let arguments = if ends { given.positionals } else { Vec::new() };
        return Ok(Request::Script { name, arguments });
    }
    let variables = read_env_files(&given.draft.env_files)?;
    let inherited = from_variables(&variables)?;
    // Flags on the command line come after those of the environment, so they win.
    let line = match inherited {
        Some(inherited) => parse(words, Origin::CommandLine, inherited)?,
        None => given,
    };
    let lint = line.draft.lint;
    options(argv0, line, variables).map(|options| Request::Run(Box::new(options), lint))
}

/// The flags of `NODE_OPTIONS` and `ROUNDEL_OPTIONS`, from the environment or an env file.
fn from_variables(from_files: &[(String, String)]) -> Result<Option<Draft>, UsageError> {
    let mut draft = set_by_variables(|name| env::var(name).ok());
    for variable in VARIABLES {
        let text = env::var(variable).ok().or_else(|| {
            from_files.iter().find(|(key, _)| key == variable).map(|(_, value)| value.clone())
        });
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            let words = split_variable(&text, variable)?;
            let before = draft.take().unwrap_or_default();
            draft = Some(parse(words, Origin::Variable(variable), before)?.draft);
        }
    }
    Ok(draft)
}

/// Variables that stand for a flag each, when they are `1`.
fn set_by_variables(variable: impl Fn(&str) -> Option<String>) -> Option<Draft> {
    let is_set = |name| variable(name).is_some_and(|value| value == "1");
    let pending_deprecation = is_set("NODE_PENDING_DEPRECATION");
    let preserve_symlinks = is_set("NODE_PRESERVE_SYMLINKS");
    let preserve_symlinks_main = is_set("NODE_PRESERVE_SYMLINKS_MAIN");
    if !(pending_deprecation || preserve_symlinks || preserve_symlinks_main) {
        return None;
    }
    let mut draft = Draft { preserve_symlinks, preserve_symlinks_main, ..Draft::default() };
    draft.warnings.pending_deprecation = pending_deprecation;
    Some(draft)
}

/// The variables of the files that the environment does not have already.
fn read_env_files(files: &[EnvFile]) -> Result<Vec<(String, String)>, UsageError> {
    let mut variables: Vec<(String, String)> = Vec::new();
    for file in files {
        let text = match fs::read(&file.path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => match file.if_missing {
                IfMissing::Fail => return Err(UsageError::EnvFileNotFound(file.path.clone())),
                IfMissing::Continue => {
                    eprintln!("{} not found. Continuing without it.", file.path);
                    continue;
                }
            },
            Err(_) => return Err(UsageError::EnvFileUnreadable(file.path.clone())),
        };
        for (key, value) in env_file::parse(&text) {
            if env::var_os(&key).is_some() {
                continue;
            }
            variables.retain(|(other, _)| *other != key);
            variables.push((key, value));
        }
    }
    Ok(variables)
}

fn options(
    argv0: String,
    line: CommandLine,
    env: Vec<(String, String)>,
) -> Result<Options, UsageError> {
    let CommandLine { draft, exec_argv, mut positionals } = line;
    let entry = entry(&draft, &mut positionals)?;
    Ok(Options {
        argv0,
        exec_argv,
        args: positionals,
        env,
        requires: draft.requires,
        imports: draft.imports,
        input_type: draft.input_type,
        entry_type: draft.entry_type,
        conditions: draft.conditions,
        preserve_symlinks: draft.preserve_symlinks,
        preserve_symlinks_main: draft.preserve_symlinks_main,
        unhandled_rejections: draft.unhandled_rejections,
        warnings: draft.warnings,
        trace_uncaught: draft.trace_uncaught,
        abort_on_uncaught: draft.abort_on_uncaught,
        causes: draft.causes,
        stack_trace_limit: draft.stack_trace_limit,
        max_http_header_size: draft.max_http_header_size,
        insecure_http_parser: draft.insecure_http_parser,
        expose_gc: draft.expose_gc,
        title: draft.title,
        warn_blocked_ms: draft.warn_blocked_ms,
        trace: draft.trace.map(|to| TraceOptions {
            // Who looks at a run from outside wants it to be what it is without him.
            detail: draft.trace_detail.unwrap_or(match to {
                TraceTo::File(_) => TraceDetail::Promises,
                TraceTo::Socket => TraceDetail::Turns,
            }),
            to,
            limit_bytes: draft.trace_limit_bytes,
        }),
        why_alive: draft.why_alive,
        max_time_ms: draft.max_time_ms,
        loop_kind: draft.loop_kind,
        choices: draft.choices,
        choosing: draft.choosing,
        record_choices: draft.record_choices,
        faults: draft.faults,
        schedule_log: draft.schedule_log,
        schedule_detail: draft.schedule_detail,
        time: draft.time,
        frame_rate_hz: draft.frame_rate_hz.unwrap_or(FRAME_RATE_HZ),
        frame_phase_ms: draft.frame_phase_ms,
        node_globals: draft.node_globals,
        named: draft.named,
        ending: Ending::Calls(end_process),
        read_flags: Some(read_flags),
        ..Options::new(entry)
    })
}

/// Flags about the process, which no worker can have for itself.
const PROCESS_WIDE: [&str; 16] = [
    "completions",
    "disable-proto",
    "expose-gc",
    "help",
    "icu-data-dir",
    "max-old-space-size",
    "perf-basic-prof",
    "secure-heap",
    "secure-heap-min",
    "stack-size",
    "title",
    "trace-event-categories",
    "use-bundled-ca",
    "use-openssl-ca",
    "version",
    "zero-fill-buffers",
];

/// The options that the flags of a worker (`execArgv` and the variables of `env`) make.
fn read_flags(flags: WorkerFlags<'_>) -> Result<Options, BadFlags> {
    let mut draft = set_by_variables(flags.variable).unwrap_or_default();
    for name in VARIABLES {
        let Some(text) = (flags.variable)(name).filter(|text| !text.is_empty()) else { continue };
        let line = split_variable(&text, name)
            .and_then(|words| parse(words, Origin::Variable(name), draft));
        draft = match line {
            Ok(line) => line.draft,
            Err(error) => {
                let problem = error.to_string();
                return Err(BadFlags::Variable { name: name.to_owned(), problem });
            }
        };
    }
    let words = flags.words.iter().map(OsString::from).collect();
    let line = parse(words, Origin::CommandLine, draft).map_err(|error| {
        BadFlags::Words(match error {
            UsageError::BadOptions(bad) => bad.into_iter().map(|option| option.given).collect(),
            UsageError::InvalidNegation(given)
            | UsageError::InvalidValue(given)
            | UsageError::Absent { given, .. } => vec![given],
            other => vec![other.to_string()],
        })
    })?;
    let is_process_wide = |word: &&String| {
        let name = word.strip_prefix("--").and_then(|word| word.split('=').next());
        name.is_some_and(|name| PROCESS_WIDE.contains(&name.replace('_', "-").as_str()))
    };
    let refused: Vec<String> = flags.words.iter().filter(is_process_wide).cloned().collect();
    if !refused.is_empty() && !flags.are_inherited {
        return Err(BadFlags::Words(refused));
    }
    // What to run is told by the program.
    options(
        String::new(),
        CommandLine { positionals: vec!["worker".to_owned()], ..line },
        Vec::new(),
    )
    .map_err(|error| BadFlags::Words(vec![error.to_string()]))
}

/// Decides what to run; takes the program's name off the front of `positionals`.
fn entry(draft: &Draft, positionals: &mut Vec<String>) -> Result<Entry, UsageError> {
    let has_text = draft.eval.is_some() || draft.print;
    for (flag, given) in [("--test", draft.tests), ("--watch", draft.watch)] {
        let other = if draft.check { Some("--check") } else { has_text.then_some("--eval") };
        if let Some(other) = other.filter(|_| given) {
            return Err(UsageError::Exclusive { one: flag, other });
        }
    }
    let is_given = |flag: &str| draft.named.iter().any(|(name, _)| flag[2..] == **name);
    for (one, other) in EXCLUSIVE {
        if is_given(one) && is_given(other) {
            return Err(UsageError::Exclusive { one, other });
        }
    }
    if draft.watch && draft.named.iter().any(|(name, _)| *name == "test-force-exit") {
        return Err(UsageError::Exclusive { one: "--watch", other: "--test-force-exit" });
    }
    if draft.tests {
        let has_mode = |(name, flag): &(&str, NamedFlag)| {
            *name == "test-isolation"
                && !matches!(flag, NamedFlag::Text(mode) if mode == "process" || mode == "none")
        };
        if draft.named.iter().any(has_mode) {
            return Err(UsageError::InvalidValue("invalid value for --test-isolation".to_owned()));
        }
        return Ok(Entry::Tests);
    }
    // A program on standard input has no file to watch.
    if draft.watch && !positionals.is_empty() {
        return Ok(Entry::Watched(PathBuf::from(positionals.remove(0))));
    }
    if draft.check && (draft.eval.is_some() || draft.print) {
        return Err(UsageError::CheckAndEval);
    }
    let has_lines = draft.loop_kind.world == World::Node;
    if draft.interactive && has_lines && positionals.is_empty() {
        return Ok(Entry::Interactive { source: draft.eval.clone() });
    }
    let print = if draft.print { PrintResult::Yes } else { PrintResult::No };
    if let Some(source) = &draft.eval {
        return Ok(Entry::Eval { source: source.clone(), print });
    }
    let standard_input = match positionals.first().map(String::as_str) {
        // The dash stays: it is argv[1] of a program on standard input.
        Some("-") => true,
        Some(_) => false,
        None if io::stdin().is_terminal() && has_lines && !draft.print && !draft.check => {
            return Ok(Entry::Interactive { source: None });
        }
        None if io::stdin().is_terminal() => return Err(UsageError::NoProgram),
        None => true,
    };
    if standard_input {
        return match print {
            PrintResult::Yes => Ok(Entry::Eval { source: read_standard_input()?, print }),
            PrintResult::No if draft.check => Ok(Entry::Check(PathBuf::from("-"))),
            PrintResult::No => Ok(Entry::Stdin),
        };
    }
    let path = PathBuf::from(positionals.remove(0));
    if draft.loop_kind.world == World::Node && is_page(&path) {
        return Err(UsageError::Page(path.display().to_string()));
    }
    Ok(if draft.check { Entry::Check(path) } else { Entry::File(path) })
}

/// Named as a page, and beginning as one: a program may have any name.
pub(crate) fn is_page(path: &Path) -> bool {
    let is_named =
        path.extension().is_some_and(|extension| extension == "html" || extension == "htm");
    let begins = || {
        let mut bytes = Vec::new();
        fs::File::open(path).and_then(|file| file.take(512).read_to_end(&mut bytes)).ok()?;
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        text.iter().find(|byte| !byte.is_ascii_whitespace()).copied()
    };
    is_named && begins() == Some(b'<')
}

fn read_standard_input() -> Result<String, UsageError> {
    let mut bytes = Vec::new();
    io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| UsageError::StandardInput(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
