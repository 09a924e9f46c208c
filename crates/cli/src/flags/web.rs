//! The flags of the web platform: what `bootstrap/node.js` makes globals of.

use super::{Action, Flag, Group, InEnv, NamedKind, Status};

pub(super) const LOCAL_STORAGE_FILE: Flag = flag(
    "localstorage-file",
    Action::Named { name: "FILE", kind: NamedKind::Text },
    "Where localStorage is kept",
);
pub(super) const EVENT_SOURCE: Flag =
    flag("experimental-eventsource", Action::NamedSwitch, "Have EventSource among the globals");

const fn flag(long: &'static str, action: Action, help: &'static str) -> Flag {
    Flag {
        long,
        short: None,
        action,
        help,
        group: Group::Program,
        status: Status::SameAsNode,
        in_env: InEnv::Allowed,
    }
}
