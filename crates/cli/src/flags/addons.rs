//! The flags of native addons.

use roundel_runtime::NamedFlag;

use super::{Action, Flag, Group, InEnv, Status, Switch};

pub(super) const ADDONS: Flag = Flag {
    long: "addons",
    short: None,
    action: Action::Switch {
        shown: Switch::Off,
        set: |draft, to| match to {
            Switch::On => draft.unset_named("addons"),
            Switch::Off => draft.set_named("addons", NamedFlag::Off),
        },
    },
    help: "Refuse native addons, and the condition node-addons",
    group: Group::Modules,
    status: Status::SameAsNode,
    in_env: InEnv::Allowed,
};

pub(super) const FORCE_CONTEXT_AWARE: Flag = Flag {
    long: "force-context-aware",
    short: None,
    action: Action::IgnoredSwitch,
    help: "Addons of Node-API always are",
    group: Group::Harmless,
    status: Status::WithoutEffect,
    in_env: InEnv::Allowed,
};
