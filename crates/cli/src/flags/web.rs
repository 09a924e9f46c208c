//! The flags of the web platform: what `bootstrap/node.js` makes globals of, and what a page is told of where it comes from.

use roundel_runtime::NamedFlag;

use super::draft::Draft;
use super::{Action, Flag, Group, InEnv, NamedKind, Status, Switch};

pub(super) const LOCAL_STORAGE_FILE: Flag = Flag::of_node(
    Group::Program,
    "localstorage-file",
    Action::Named { name: "FILE", kind: NamedKind::Text },
    "Where localStorage is kept",
);
pub(super) const WEB_STORAGE: Flag = Flag::of_node(
    Group::Program,
    "webstorage",
    Action::Switch { set: set_web_storage, shown: Switch::Off },
    "Have no Storage, localStorage and sessionStorage",
);
pub(super) const EXPERIMENTAL_WEB_STORAGE: Flag = Flag::of_node(
    Group::Program,
    "experimental-webstorage",
    Action::Switch { set: set_web_storage, shown: Switch::Off },
    "The same as --no-webstorage",
);
pub(super) const EVENT_SOURCE: Flag = Flag::of_node(
    Group::Program,
    "experimental-eventsource",
    Action::NamedSwitch,
    "Have EventSource among the globals",
);

pub(super) const CROSS_ORIGIN_ISOLATED: Flag = Flag {
    long: "cross-origin-isolated",
    short: None,
    action: Action::NamedSwitch,
    help: "A page in a browser's loop is isolated from other origins: crossOriginIsolated is true, and \
           its clocks are finer",
    group: Group::Loop,
    status: Status::Own,
    in_env: InEnv::Allowed,
};

pub(super) const ENV_PROXY: Flag = Flag::of_node(
    Group::Program,
    "use-env-proxy",
    Action::Switch { shown: Switch::On, set: set_env_proxy },
    "Go by the proxies that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name",
);

/// Off is said, too: NODE_USE_ENV_PROXY could say otherwise.
fn set_env_proxy(draft: &mut Draft, to: Switch) {
    let flag = if to == Switch::On { NamedFlag::On } else { NamedFlag::Off };
    draft.set_named("use-env-proxy", flag);
}

/// What `bootstrap/node.js` asks for is whether storage was turned off.
fn set_web_storage(draft: &mut Draft, wanted: Switch) {
    match wanted {
        Switch::On => draft.unset_named("no-webstorage"),
        Switch::Off => draft.set_named("no-webstorage", NamedFlag::On),
    }
}
