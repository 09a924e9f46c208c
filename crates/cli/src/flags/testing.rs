//! The flags of the test runner. What they say is read by `internal/test_runner/configuration.js`.

use super::{Action, Flag, Group, InEnv, NamedKind};

pub(super) const CONCURRENCY: Flag = flag(
    "test-concurrency",
    Action::Named { name: "N", kind: NamedKind::Number },
    "How many test files run at the same time",
    InEnv::Refused,
);
pub(super) const NAME_PATTERN: Flag = flag(
    "test-name-pattern",
    Action::Named { name: "PATTERN", kind: NamedKind::List },
    "Run the tests whose names match the regular expression",
    InEnv::Allowed,
);
pub(super) const SKIP_PATTERN: Flag = flag(
    "test-skip-pattern",
    Action::Named { name: "PATTERN", kind: NamedKind::List },
    "Run the tests whose names do not match the regular expression",
    InEnv::Allowed,
);
pub(super) const ONLY: Flag =
    flag("test-only", Action::NamedSwitch, "Run the tests that are marked as only", InEnv::Allowed);
pub(super) const REPORTER: Flag = flag(
    "test-reporter",
    Action::Named { name: "NAME", kind: NamedKind::List },
    "How results are told: spec, tap, dot, junit, lcov or a module",
    InEnv::Allowed,
);
pub(super) const REPORTER_DESTINATION: Flag = flag(
    "test-reporter-destination",
    Action::Named { name: "FILE", kind: NamedKind::List },
    "Where the reporter writes to: stdout, stderr or a file",
    InEnv::Allowed,
);
pub(super) const TIMEOUT: Flag = flag(
    "test-timeout",
    Action::Named { name: "MS", kind: NamedKind::Number },
    "How long a test may take",
    InEnv::Refused,
);
pub(super) const SHARD: Flag = flag(
    "test-shard",
    Action::Named { name: "I/N", kind: NamedKind::Text },
    "Run the I-th of N parts of the test files",
    InEnv::Allowed,
);
pub(super) const ISOLATION: Flag = flag(
    "test-isolation",
    Action::Named { name: "MODE", kind: NamedKind::Text },
    "One process for each test file (process), or one for all (none)",
    InEnv::Allowed,
);
pub(super) const FORCE_EXIT: Flag = flag(
    "test-force-exit",
    Action::NamedSwitch,
    "End when the tests are done, whatever keeps the loop alive",
    InEnv::Refused,
);
pub(super) const GLOBAL_SETUP: Flag = flag(
    "test-global-setup",
    Action::Named { name: "FILE", kind: NamedKind::Text },
    "A module with what is done before and after all tests",
    InEnv::Allowed,
);
pub(super) const UPDATE_SNAPSHOTS: Flag = flag(
    "test-update-snapshots",
    Action::NamedSwitch,
    "Write the snapshots of tests instead of comparing them",
    InEnv::Refused,
);
pub(super) const MODULE_MOCKS: Flag = flag(
    "experimental-test-module-mocks",
    Action::NamedSwitch,
    "Let tests mock modules",
    InEnv::Refused,
);
pub(super) const TAG_FILTER: Flag = flag(
    "experimental-test-tag-filter",
    Action::Named { name: "TAG", kind: NamedKind::List },
    "Run the tests that have the tag",
    InEnv::Refused,
);
pub(super) const COVERAGE: Flag = flag(
    "experimental-test-coverage",
    Action::NamedSwitch,
    "Tell which lines the tests have run",
    InEnv::Refused,
);
pub(super) const COVERAGE_LINES: Flag = flag(
    "test-coverage-lines",
    Action::Named { name: "PERCENT", kind: NamedKind::Number },
    "The lines that must be covered",
    InEnv::Allowed,
);
pub(super) const COVERAGE_BRANCHES: Flag = flag(
    "test-coverage-branches",
    Action::Named { name: "PERCENT", kind: NamedKind::Number },
    "The branches that must be covered",
    InEnv::Allowed,
);
pub(super) const COVERAGE_FUNCTIONS: Flag = flag(
    "test-coverage-functions",
    Action::Named { name: "PERCENT", kind: NamedKind::Number },
    "The functions that must be covered",
    InEnv::Allowed,
);
pub(super) const COVERAGE_INCLUDE: Flag = flag(
    "test-coverage-include",
    Action::Named { name: "GLOB", kind: NamedKind::List },
    "Files whose coverage counts",
    InEnv::Allowed,
);
pub(super) const COVERAGE_EXCLUDE: Flag = flag(
    "test-coverage-exclude",
    Action::Named { name: "GLOB", kind: NamedKind::List },
    "Files whose coverage does not count",
    InEnv::Allowed,
);

pub(super) const COVERAGE_INCLUDE_ALL: Flag = flag(
    "test-coverage-include-all",
    Action::NamedSwitch,
    "Count the files that were never loaded too",
    InEnv::Allowed,
);
pub(super) const RANDOMIZE: Flag =
    flag("test-randomize", Action::NamedSwitch, "Run the tests in a random order", InEnv::Allowed);
pub(super) const RANDOM_SEED: Flag = flag(
    "test-random-seed",
    Action::Named { name: "N", kind: NamedKind::Number },
    "What decides the random order",
    InEnv::Allowed,
);
pub(super) const RERUN_FAILURES: Flag = flag(
    "test-rerun-failures",
    Action::Named { name: "FILE", kind: NamedKind::Text },
    "Keep in FILE which tests have passed, and run only the others the next time",
    InEnv::Allowed,
);

const fn flag(long: &'static str, action: Action, help: &'static str, in_env: InEnv) -> Flag {
    Flag { in_env, ..Flag::of_node(Group::Testing, long, action, help) }
}
