//! The table of flags.

use std::fs;

use roundel_runtime::{
    Choosing, EntryType, Faults, InputType, LoopKind, NamedFlag, Time, TraceTo, UnhandledRejections,
};

use super::{
    Action, Draft, EnvFile, Flag, Group, IfMissing, InEnv, NamedKind, Shell, Status, Switch,
    addons, network, observation, security, testing, web,
};

/// Every flag, in the order in which help shows them inside their groups.
pub(crate) const FLAGS: &[Flag] = &[
    // What to run.
    Flag {
        long: "eval",
        short: Some('e'),
        action: Action::Value { name: "TEXT", set: set_eval },
        help: "Run TEXT as a program",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "print",
        short: Some('p'),
        action: Action::OptionalValue { name: "TEXT", set: set_print },
        help: "Run TEXT and print its value; -pe is -p and -e together",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "interactive",
        short: Some('i'),
        action: Action::Switch { shown: Switch::On, set: |draft, to| draft.interactive = on(to) },
        help: "Read what is typed, line by line, even when standard input is no terminal",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "check",
        short: Some('c'),
        action: Action::Switch { shown: Switch::On, set: |draft, to| draft.check = on(to) },
        help: "Report a syntax error in the file without running it",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "input-type",
        short: None,
        action: Action::Value { name: "TYPE", set: set_input_type },
        help: "How to read a program that has no file name: commonjs, module, \
               commonjs-typescript or module-typescript",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "entry-type",
        short: None,
        action: Action::Value { name: "TYPE", set: set_entry_type },
        help: "Read the program's file as commonjs or module, whatever its name and its \
               package.json say",
        group: Group::Program,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "test",
        short: None,
        action: Action::Switch { shown: Switch::On, set: set_tests },
        help: "Run the tests in the files that are named, or in all that look like tests",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "watch",
        short: None,
        action: Action::Switch { shown: Switch::On, set: set_watch },
        help: "Start the program again when one of its files changes",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "watch-path",
        short: None,
        action: Action::Value { name: "PATH", set: set_watch_path },
        help: "Watch PATH instead of the program's files; means --watch",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "watch-preserve-output",
        short: None,
        action: Action::NamedSwitch,
        help: "Do not clear the screen when the program is started again",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "watch-kill-signal",
        short: None,
        action: Action::Named { name: "SIGNAL", kind: NamedKind::Text },
        help: "What ends the program before it is started again (SIGTERM)",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "run",
        short: None,
        action: Action::Value { name: "SCRIPT", set: set_script },
        help: "Run a script of the nearest package.json; its arguments come after --",
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Refused,
    },
    web::LOCAL_STORAGE_FILE,
    web::WEB_STORAGE,
    web::EXPERIMENTAL_WEB_STORAGE,
    web::EVENT_SOURCE,
    web::ENV_PROXY,
    // Tests: see `testing`.
    testing::CONCURRENCY,
    testing::NAME_PATTERN,
    testing::SKIP_PATTERN,
    testing::ONLY,
    testing::REPORTER,
    testing::REPORTER_DESTINATION,
    testing::TIMEOUT,
    testing::SHARD,
    testing::ISOLATION,
    testing::FORCE_EXIT,
    testing::GLOBAL_SETUP,
    testing::UPDATE_SNAPSHOTS,
    testing::MODULE_MOCKS,
    testing::TAG_FILTER,
    testing::COVERAGE,
    testing::COVERAGE_LINES,
    testing::COVERAGE_BRANCHES,
    testing::COVERAGE_FUNCTIONS,
    testing::COVERAGE_INCLUDE,
    testing::COVERAGE_EXCLUDE,
    testing::COVERAGE_INCLUDE_ALL,
    testing::RANDOMIZE,
    testing::RANDOM_SEED,
    testing::RERUN_FAILURES,
    security::MIN_V1_0,
    security::MIN_V1_1,
    security::MIN_V1_2,
    security::MIN_V1_3,
    security::MAX_V1_2,
    security::MAX_V1_3,
    security::CIPHER_LIST,
    security::KEYLOG,
    security::TRACE,
    security::SYSTEM_CA,
    security::BUNDLED_CA,
    security::OPENSSL_CA,
    network::DNS_RESULT_ORDER,
    network::AUTOSELECTION,
    network::ENABLE_AUTOSELECTION,
    network::ATTEMPT_TIMEOUT,
    // Modules.
    Flag {
        long: "require",
        short: Some('r'),
        action: Action::Value { name: "MODULE", set: |draft, v| push(&mut draft.requires, v) },
        help: "Require MODULE before the program; may be repeated",
        group: Group::Modules,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "import",
        short: None,
        action: Action::Value { name: "MODULE", set: |draft, v| push(&mut draft.imports, v) },
        help: "Import MODULE before the program; may be repeated",
        group: Group::Modules,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "conditions",
        short: Some('C'),
        action: Action::Value { name: "NAME", set: |draft, v| push(&mut draft.conditions, v) },
        help: "Add NAME to the conditions for exports and imports of package.json; may be repeated",
        group: Group::Modules,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    addons::ADDONS,
    Flag {
        long: "preserve-symlinks",
        short: None,
        action: Action::Switch {
            shown: Switch::On,
            set: |draft, to| draft.preserve_symlinks = on(to),
        },
        help: "Keep the path of a link when resolving a module",
        group: Group::Modules,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "preserve-symlinks-main",
        short: None,
        action: Action::Switch {
            shown: Switch::On,
            set: |draft, to| draft.preserve_symlinks_main = on(to),
        },
        help: "The same for the main file",
        group: Group::Modules,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    // Environment.
    Flag {
        long: "env-file",
        short: None,
        action: Action::Value {
            name: "FILE",
            set: |draft, v| push_env_file(draft, v, IfMissing::Fail),
        },
        help: "Set the variables of FILE that the environment does not have; may be repeated",
        group: Group::Environment,
        status: Status::SameAsNode,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "env-file-if-exists",
        short: None,
        action: Action::Value {
            name: "FILE",
            set: |draft, v| push_env_file(draft, v, IfMissing::Continue),
        },
        help: "The same, but a missing FILE is not an error",
        group: Group::Environment,
        status: Status::SameAsNode,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "title",
        short: None,
        action: Action::Value { name: "TEXT", set: set_title },
        help: "The title of the process",
        group: Group::Environment,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "expose-gc",
        short: None,
        action: Action::Switch { shown: Switch::On, set: |draft, to| draft.expose_gc = on(to) },
        help: "Give the program a global function gc",
        group: Group::Environment,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    // The loop.
    Flag {
        long: "loop",
        short: None,
        action: Action::Value { name: "NAME", set: set_loop },
        help: "Run under the loop of node (default), node11, node10, chrome or firefox; \
               list explains them",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "choose",
        short: None,
        action: Action::Value {
            name: "POINT=ANSWER",
            set: |draft, value| {
                draft.choices.set(value).map_err(|error| format!("--choose: {error}"))
            },
        },
        help: "Decide what a loop leaves open; --loop=list names the points; may be repeated",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "virtual-time",
        short: None,
        action: Action::Switch { shown: Switch::On, set: set_virtual_time },
        help: "Let a simulated clock jump where the program would wait: quick, and the same \
               every time",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "seed",
        short: None,
        action: Action::Value { name: "N", set: set_seed },
        help: "Virtual time in which N decides what the platform leaves open, and random numbers; \
               0 is the plain world",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "record-choices",
        short: None,
        action: Action::Value { name: "FILE", set: set_record_choices },
        help: "Virtual time, with every open decision written to FILE",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "replay-choices",
        short: None,
        action: Action::Value { name: "FILE", set: set_replay_choices },
        help: "Virtual time, with every open decision as FILE has it; ends with code 125 where the \
               program asks something else",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "guide",
        short: None,
        action: Action::Value { name: "GUIDE", set: set_guide },
        help: "Virtual time, with open decisions as a guide of roundel explore says",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "faults",
        short: None,
        action: Action::Value { name: "A,B", set: set_faults },
        help: "Virtual time, in which a seed or a guide may choose that these go wrong",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "schedule-log",
        short: None,
        action: Action::Value { name: "FILE", set: set_schedule_log },
        help: "Write what was open and how it was decided to FILE, for roundel explore",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "schedule-detail",
        short: None,
        action: Action::Switch { shown: Switch::On, set: set_schedule_detail },
        help: "Also write what each answer stands for, and what ran, to the schedule log",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "frame-rate",
        short: None,
        action: Action::Value { name: "HZ", set: set_frame_rate },
        help: "Frames a second in a browser's loop (default 60)",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "frame-phase",
        short: None,
        action: Action::Value { name: "MS", set: set_frame_phase },
        help: "When the first frame falls, in milliseconds after the start; decides the choice \
               frame more finely",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "node-globals",
        short: None,
        action: Action::Switch { shown: Switch::On, set: |draft, to| draft.node_globals = on(to) },
        help: "Give a program in a browser's loop process, require, Buffer and setImmediate too",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    web::CROSS_ORIGIN_ISOLATED,
    Flag {
        long: "max-time",
        short: None,
        action: Action::Value { name: "MS", set: set_max_time },
        help: "End the run with code 124 when the loop's clock has gone MS milliseconds",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "trace",
        short: None,
        action: Action::Value {
            name: "FILE",
            set: |draft, value| {
                draft.trace = Some(TraceTo::File(value.into()));
                Ok(())
            },
        },
        help: "Record in FILE what the loop does and why; roundel trace does the same and sums it up",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "trace-detail",
        short: None,
        action: Action::Value { name: "WHAT", set: observation::set_trace_detail },
        help: "What --trace records: promises (default), turns for all promise jobs of one drain \
               as one, or light for turns without the places they come from",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "trace-limit",
        short: None,
        action: Action::Value { name: "MB", set: observation::set_trace_limit },
        help: "How large the file of --trace may become: what is older is given up",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "traceable",
        short: None,
        action: Action::Switch {
            shown: Switch::On,
            set: |draft, to| match (to, &draft.trace) {
                (Switch::On, None) => draft.trace = Some(TraceTo::Socket),
                (Switch::Off, Some(TraceTo::Socket)) => draft.trace = None,
                // A recording that goes to a file is complete; there is no second.
                _ => {}
            },
        },
        help: "Let this user look at the running program with roundel top and roundel trace \
               --attach",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "why-alive",
        short: None,
        action: Action::AttachedValue { name: "MS", set: observation::set_why_alive },
        help: "Tell what keeps the process alive after MS milliseconds (1000) and whenever SIGUSR2 \
               comes; 0 for the signal alone. roundel why-alive FILE does so and ends",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "lint",
        short: None,
        action: Action::AttachedValue { name: "MODE", set: observation::set_lint },
        help: "Tell at the end what the run shows to be wrong (docs/lints.md): a blocked loop, \
               unordered writes, work that is lost; =error ends with code 1 if there is anything",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "warn-blocked",
        short: None,
        action: Action::Value { name: "MS", set: observation::set_warn_blocked },
        help: "Name every callback that holds the loop longer than MS milliseconds, and how it was \
               scheduled",
        group: Group::Loop,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "unhandled-rejections",
        short: None,
        action: Action::Value { name: "MODE", set: set_unhandled_rejections },
        help: "What a rejection nobody handles does: throw (default), strict, warn, none or \
               warn-with-error-code",
        group: Group::Loop,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    // Errors and warnings.
    Flag {
        long: "warnings",
        short: None,
        action: Action::Switch {
            shown: Switch::Off,
            set: |draft, to| draft.warnings.silent = !on(to),
        },
        help: "Print no warnings",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "disable-warning",
        short: None,
        action: Action::Value {
            name: "NAME",
            set: |draft, v| push(&mut draft.warnings.disabled, v),
        },
        help: "Do not print warnings of this code or type; may be repeated",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "trace-warnings",
        short: None,
        action: Action::Switch {
            shown: Switch::On,
            set: |draft, to| draft.warnings.trace = on(to),
        },
        help: "Print warnings with their stacks",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "deprecation",
        short: None,
        action: Action::Switch {
            shown: Switch::Off,
            set: |draft, to| draft.warnings.no_deprecation = !on(to),
        },
        help: "Print no deprecations",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "trace-deprecation",
        short: None,
        action: Action::Switch {
            shown: Switch::On,
            set: |draft, to| draft.warnings.trace_deprecation = on(to),
        },
        help: "Print deprecations with their stacks",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "throw-deprecation",
        short: None,
        action: Action::Switch {
            shown: Switch::On,
            set: |draft, to| draft.warnings.throw_deprecation = on(to),
        },
        help: "Throw on a deprecation",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "pending-deprecation",
        short: None,
        action: Action::Switch {
            shown: Switch::On,
            set: |draft, to| draft.warnings.pending_deprecation = on(to),
        },
        help: "Print deprecations that are only announced",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "trace-uncaught",
        short: None,
        action: Action::Switch {
            shown: Switch::On,
            set: |draft, to| draft.trace_uncaught = on(to),
        },
        help: "Print the stack of the throw behind an uncaught exception",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "abort-on-uncaught-exception",
        short: None,
        action: Action::Switch {
            shown: Switch::On,
            set: |draft, to| draft.abort_on_uncaught = on(to),
        },
        help: "Abort on an uncaught exception, for a core file, instead of exiting",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "causes",
        short: None,
        action: Action::Switch { shown: Switch::On, set: |draft, to| draft.causes = on(to) },
        help: "Say behind an uncaught error what led to it: timers, ticks, events, sockets, children",
        group: Group::Diagnostics,
        status: Status::Own,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "stack-trace-limit",
        short: None,
        action: Action::Value { name: "N", set: set_stack_trace_limit },
        help: "How many frames a stack has",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "experimental-loader",
        short: None,
        action: Action::Named { name: "MODULE", kind: NamedKind::List },
        help: "Let the hooks of MODULE resolve and load the modules of the program",
        group: Group::Modules,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "loader",
        short: None,
        action: Action::Named { name: "MODULE", kind: NamedKind::List },
        help: "The same as --experimental-loader",
        group: Group::Modules,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "experimental-vm-modules",
        short: None,
        action: Action::NamedSwitch,
        help: "Have vm.SourceTextModule and vm.SyntheticModule",
        group: Group::Modules,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "disallow-code-generation-from-strings",
        short: None,
        action: Action::NamedSwitch,
        help: "Let eval and new Function throw",
        group: Group::Environment,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "redirect-warnings",
        short: None,
        action: Action::Named { name: "FILE", kind: NamedKind::Text },
        help: "Write warnings to FILE instead of standard error",
        group: Group::Diagnostics,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "max-http-header-size",
        short: None,
        action: Action::Value { name: "BYTES", set: set_max_http_header_size },
        help: "How large the head of an HTTP message may be (16384)",
        group: Group::Environment,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    Flag {
        long: "insecure-http-parser",
        short: None,
        action: Action::Switch {
            shown: Switch::On,
            set: |draft, to| draft.insecure_http_parser = on(to),
        },
        help: "Take HTTP messages that are not quite right",
        group: Group::Environment,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    },
    // Information.
    Flag {
        long: "help",
        short: Some('h'),
        action: Action::Switch { shown: Switch::On, set: |draft, to| draft.help = on(to) },
        help: "Print this text",
        group: Group::Information,
        status: Status::SameAsNode,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "version",
        short: Some('v'),
        action: Action::Switch { shown: Switch::On, set: |draft, to| draft.version = on(to) },
        help: "Print the version",
        group: Group::Information,
        status: Status::SameAsNode,
        in_env: InEnv::Refused,
    },
    Flag {
        long: "completions",
        short: None,
        action: Action::Value { name: "SHELL", set: set_completions },
        help: "Print the completions for bash, zsh or fish",
        group: Group::Information,
        status: Status::Own,
        in_env: InEnv::Refused,
    },
    // Node flags accepted without effect: limits and tuning of V8, and switches for what is
    // always so in Roundel.
    harmless_value("max-old-space-size", "MB", "The engine sizes its heap itself"),
    harmless_value("max-semi-space-size", "MB", "The engine sizes its heap itself"),
    harmless_value("max-heap-size", "MB", "The engine sizes its heap itself"),
    harmless_value("max-old-space-size-percentage", "N", "The engine sizes its heap itself"),
    harmless_value("stack-size", "KB", "The engine sizes its stack itself"),
    harmless_value("v8-pool-size", "N", "The engine has its own helper threads"),
    harmless_value("use-largepages", "MODE", "Tuning of V8's code pages"),
    harmless("optimize-for-size", "Tuning of V8"),
    harmless("interpreted-frames-native-stack", "Tuning of V8 for profilers"),
    harmless("disable-wasm-trap-handler", "The engine checks bounds in its own way"),
    harmless("node-snapshot", "There is no snapshot to leave out"),
    harmless("worker-snapshot", "There is no snapshot to leave out"),
    harmless("enable-source-maps", "Stacks of TypeScript files are true without source maps"),
    harmless("strip-types", "TypeScript always runs"),
    harmless("experimental-strip-types", "TypeScript always runs"),
    harmless("experimental-transform-types", "TypeScript always runs"),
    harmless("experimental-detect-module", "Module syntax is always detected"),
    harmless("require-module", "ES modules can always be required"),
    harmless("experimental-require-module", "ES modules can always be required"),
    harmless("experimental-import-meta-resolve", "import.meta.resolve is always there"),
    harmless("experimental-modules", "ES modules always run"),
    harmless("experimental-json-modules", "JSON modules always load"),
    harmless("experimental-top-level-await", "Top-level await always works"),
    harmless("experimental-abortcontroller", "AbortController is always there"),
    harmless("experimental-global-customevent", "CustomEvent is always there"),
    harmless("experimental-global-webcrypto", "Web Cryptography is always there"),
    harmless("experimental-wasm-modules", "WebAssembly modules always load"),
    harmless_value(
        "experimental-specifier-resolution",
        "MODE",
        "Specifiers are resolved as Node resolves them",
    ),
    harmless("experimental-global-navigator", "navigator is always there"),
    harmless("experimental-repl-await", "A line that is typed may always await"),
    harmless("async-context-frame", "Async context is always carried by frames"),
    addons::FORCE_CONTEXT_AWARE,
    harmless("force-async-hooks-checks", "Checks of Node's own hooks"),
    harmless("verify-base-objects", "Checks of Node's own objects"),
    harmless("node-memory-debug", "Checks of Node's own memory"),
    harmless("disable-sigusr1", "No inspector listens for SIGUSR1"),
];

const fn harmless(long: &'static str, help: &'static str) -> Flag {
    Flag {
        long,
        short: None,
        action: Action::IgnoredSwitch,
        help,
        group: Group::Harmless,
        status: Status::WithoutEffect,
        in_env: InEnv::Allowed,
    }
}

const fn harmless_value(long: &'static str, name: &'static str, help: &'static str) -> Flag {
    Flag {
        long,
        short: None,
        action: Action::IgnoredValue { name },
        help,
        group: Group::Harmless,
        status: Status::WithoutEffect,
        in_env: InEnv::Allowed,
    }
}

fn on(switch: Switch) -> bool {
    switch == Switch::On
}

fn push(list: &mut Vec<String>, value: &str) -> Result<(), String> {
    list.push(value.to_owned());
    Ok(())
}

fn push_env_file(draft: &mut Draft, value: &str, if_missing: IfMissing) -> Result<(), String> {
    draft.env_files.push(EnvFile { path: value.to_owned(), if_missing });
    Ok(())
}

fn set_eval(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.eval = Some(value.to_owned());
    Ok(())
}

fn set_print(draft: &mut Draft, value: Option<&str>) {
    draft.print = true;
    if let Some(text) = value {
        draft.eval = Some(text.to_owned());
    }
}

fn set_tests(draft: &mut Draft, to: Switch) {
    draft.tests = on(to);
    draft.unset_named("test");
    if draft.tests {
        draft.set_named("test", NamedFlag::On);
    }
}

fn set_watch(draft: &mut Draft, to: Switch) {
    draft.watch = on(to);
    if draft.watch {
        draft.set_named("watch", NamedFlag::On);
    } else {
        draft.unset_named("watch");
    }
}

fn set_watch_path(draft: &mut Draft, value: &str) -> Result<(), String> {
    set_watch(draft, Switch::On);
    draft.set_named("watch-path", NamedFlag::List(vec![value.to_owned()]));
    Ok(())
}

fn set_script(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.script = Some(value.to_owned());
    Ok(())
}

fn set_title(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.title = Some(value.to_owned());
    Ok(())
}

fn set_input_type(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.input_type = Some(match value {
        "commonjs" => InputType::CommonJs,
        "module" => InputType::Module,
        "commonjs-typescript" => InputType::CommonJsTypeScript,
        "module-typescript" => InputType::ModuleTypeScript,
        _ => {
            return Err("--input-type must be \"module\",\"commonjs\", \"module-typescript\" or \
                 \"commonjs-typescript\""
                .to_owned());
        }
    });
    Ok(())
}

fn set_unhandled_rejections(draft: &mut Draft, value: &str) -> Result<(), String> {
    let mode = match value {
        "throw" => UnhandledRejections::Throw,
        "strict" => UnhandledRejections::Strict,
        "warn" => UnhandledRejections::Warn,
        "none" => UnhandledRejections::None,
        "warn-with-error-code" => UnhandledRejections::WarnWithErrorCode,
        _ => return Err("invalid value for --unhandled-rejections".to_owned()),
    };
    draft.unhandled_rejections = Some(mode);
    Ok(())
}

fn set_entry_type(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.entry_type = Some(match value {
        "commonjs" => EntryType::CommonJs,
        "module" => EntryType::Module,
        _ => return Err("--entry-type must be commonjs or module".to_owned()),
    });
    Ok(())
}

fn set_max_time(draft: &mut Draft, value: &str) -> Result<(), String> {
    match value.parse() {
        Ok(ms) => {
            draft.max_time_ms = Some(ms);
            Ok(())
        }
        Err(_) => Err("--max-time must be a whole number of milliseconds".to_owned()),
    }
}

fn set_loop(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.list_loops = value == "list";
    if draft.list_loops {
        return Ok(());
    }
    draft.loop_kind = LoopKind::find(value)
        .ok_or("--loop must be node, node11, node10, chrome, firefox, browser or list")?;
    Ok(())
}

fn set_seed(draft: &mut Draft, value: &str) -> Result<(), String> {
    let seed = value.parse().map_err(|_| format!("--seed: {value} is not a whole number"))?;
    draft.choosing = Choosing::Seeded(seed);
    draft.time = Time::Virtual;
    Ok(())
}

fn set_record_choices(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.record_choices = Some(value.into());
    draft.time = Time::Virtual;
    Ok(())
}

fn set_replay_choices(draft: &mut Draft, value: &str) -> Result<(), String> {
    let text = fs::read_to_string(value)
        .map_err(|error| format!("--replay-choices: {value} can not be read: {error}"))?;
    let record = text.parse().map_err(|error| format!("--replay-choices: {value}: {error}"))?;
    draft.choosing = Choosing::Recorded(record);
    draft.time = Time::Virtual;
    Ok(())
}

fn set_guide(draft: &mut Draft, value: &str) -> Result<(), String> {
    let guide = value.parse().map_err(|error| format!("--guide: {error}"))?;
    draft.choosing = Choosing::Guided(guide);
    draft.time = Time::Virtual;
    Ok(())
}

fn set_faults(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.faults = Faults::parse(value).map_err(|error| format!("--faults: {error}"))?;
    draft.time = Time::Virtual;
    Ok(())
}

fn set_schedule_log(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.schedule_log = Some(value.into());
    Ok(())
}

fn set_schedule_detail(draft: &mut Draft, to: Switch) {
    draft.schedule_detail = on(to);
}

fn set_virtual_time(draft: &mut Draft, to: Switch) {
    draft.time = if on(to) { Time::Virtual } else { Time::Real };
}

fn set_frame_rate(draft: &mut Draft, value: &str) -> Result<(), String> {
    match value.parse::<f64>() {
        Ok(hz) if (1.0..=1000.0).contains(&hz) => {
            draft.frame_rate_hz = Some(hz);
            Ok(())
        }
        _ => Err("--frame-rate must be a number of frames a second from 1 to 1000".to_owned()),
    }
}

fn set_frame_phase(draft: &mut Draft, value: &str) -> Result<(), String> {
    match value.parse::<f64>() {
        Ok(ms) if (0.0..=1000.0).contains(&ms) => {
            draft.frame_phase_ms = Some(ms);
            Ok(())
        }
        _ => Err("--frame-phase must be a number of milliseconds from 0 to 1000".to_owned()),
    }
}

fn set_max_http_header_size(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.max_http_header_size = value.parse::<u32>().unwrap_or(0);
    Ok(())
}

fn set_stack_trace_limit(draft: &mut Draft, value: &str) -> Result<(), String> {
    match value.parse::<i32>() {
        // A negative limit means no frames, as it does in V8.
        Ok(limit) => {
            draft.stack_trace_limit = Some(u32::try_from(limit).unwrap_or(0));
            Ok(())
        }
        Err(_) => Err(format!("illegal value for flag --stack-trace-limit={value} of type int")),
    }
}

fn set_completions(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.completions = Some(match value {
        "bash" => Shell::Bash,
        "zsh" => Shell::Zsh,
        "fish" => Shell::Fish,
        _ => return Err("--completions must be bash, zsh or fish".to_owned()),
    });
    Ok(())
}
