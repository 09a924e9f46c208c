//! What the flags have said so far about a run, before it is known what to run.

use std::path::PathBuf;

use roundel_runtime::{
    Choices, Choosing, EntryType, Faults, InputType, LoopKind, NamedFlag, Time, TraceDetail,
    TraceTo, UnhandledRejections, Warnings, WhyAlive,
};

use crate::lint::LintMode;

/// A run in the making. `parse` turns it into `roundel_runtime::Options`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Draft {
    pub(crate) eval: Option<String>,
    pub(crate) print: bool,
    pub(crate) check: bool,
    pub(crate) interactive: bool,
    pub(crate) help: bool,
    pub(crate) version: bool,
    pub(crate) completions: Option<Shell>,
    pub(crate) requires: Vec<String>,
    pub(crate) imports: Vec<String>,
    pub(crate) conditions: Vec<String>,
    pub(crate) input_type: Option<InputType>,
    pub(crate) entry_type: Option<EntryType>,
    pub(crate) env_files: Vec<EnvFile>,
    pub(crate) preserve_symlinks: bool,
    pub(crate) preserve_symlinks_main: bool,
    pub(crate) unhandled_rejections: Option<UnhandledRejections>,
    pub(crate) warnings: Warnings,
    pub(crate) trace_uncaught: bool,
    pub(crate) abort_on_uncaught: bool,
    pub(crate) causes: bool,
    pub(crate) stack_trace_limit: Option<u32>,
    /// 0 for the default.
    pub(crate) max_http_header_size: u32,
    pub(crate) insecure_http_parser: bool,
    pub(crate) expose_gc: bool,
    pub(crate) title: Option<String>,
    pub(crate) warn_blocked_ms: Option<u64>,
    pub(crate) trace: Option<TraceTo>,
    pub(crate) trace_detail: Option<TraceDetail>,
    pub(crate) trace_limit_bytes: Option<u64>,
    pub(crate) why_alive: Option<WhyAlive>,
    pub(crate) lint: Option<LintMode>,
    pub(crate) max_time_ms: Option<u64>,
    pub(crate) list_loops: bool,
    pub(crate) loop_kind: LoopKind,
    pub(crate) choices: Choices,
    pub(crate) choosing: Choosing,
    pub(crate) record_choices: Option<PathBuf>,
    pub(crate) faults: Faults,
    pub(crate) schedule_log: Option<PathBuf>,
    pub(crate) schedule_detail: bool,
    pub(crate) time: Time,
    pub(crate) frame_rate_hz: Option<f64>,
    pub(crate) frame_phase_ms: Option<f64>,
    pub(crate) node_globals: bool,
    /// `--test`.
    pub(crate) tests: bool,
    /// `--watch`, or a flag that means it.
    pub(crate) watch: bool,
    /// `--run`: a script of package.json.
    pub(crate) script: Option<String>,
    /// What builtins ask for by the flag's name.
    pub(crate) named: Vec<(&'static str, NamedFlag)>,
}

impl Draft {
    /// Keeps the value of a flag under its name; lists grow.
    pub(crate) fn set_named(&mut self, name: &'static str, flag: NamedFlag) {
        let found = self.named.iter_mut().find(|(other, _)| *other == name);
        match (found, flag) {
            (Some((_, NamedFlag::List(list))), NamedFlag::List(more)) => list.extend(more),
            (Some((_, value)), flag) => *value = flag,
            (None, flag) => self.named.push((name, flag)),
        }
    }

    pub(crate) fn unset_named(&mut self, name: &str) {
        self.named.retain(|(other, _)| *other != name);
    }
}

/// A file given to `--env-file` or `--env-file-if-exists`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EnvFile {
    pub(crate) path: String,
    pub(crate) if_missing: IfMissing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IfMissing {
    Fail,
    Continue,
}

/// A shell that completions are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
}
