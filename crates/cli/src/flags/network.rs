//! The flags of names and connections: what `dns` and `net` do unless a program says otherwise.

use roundel_runtime::NamedFlag;

use super::draft::Draft;
use super::{Action, Flag, Group, NamedKind, Switch};

const ORDERS: [&str; 3] = ["verbatim", "ipv4first", "ipv6first"];

pub(super) const DNS_RESULT_ORDER: Flag = Flag::of_node(
    Group::Environment,
    "dns-result-order",
    Action::Value { name: "ORDER", set: set_result_order },
    "The order of the addresses of a name: verbatim, ipv4first or ipv6first",
);
pub(super) const AUTOSELECTION: Flag = Flag::of_node(
    Group::Environment,
    "network-family-autoselection",
    Action::Switch { shown: Switch::Off, set: set_autoselection },
    "Try only the first address of a name when connecting",
);
pub(super) const ENABLE_AUTOSELECTION: Flag = Flag::of_node(
    Group::Environment,
    "enable-network-family-autoselection",
    Action::Switch { shown: Switch::Off, set: set_autoselection },
    "The same as --no-network-family-autoselection",
);
pub(super) const ATTEMPT_TIMEOUT: Flag = Flag::of_node(
    Group::Environment,
    "network-family-autoselection-attempt-timeout",
    Action::Named { name: "MS", kind: NamedKind::Number },
    "How long an address may take to answer before the next one is tried (500)",
);

fn set_result_order(draft: &mut Draft, order: &str) -> Result<(), String> {
    if !ORDERS.contains(&order) {
        return Err(format!("--dns-result-order must be one of: {}", ORDERS.join(", ")));
    }
    draft.set_named("dns-result-order", NamedFlag::Text(order.to_owned()));
    Ok(())
}

fn set_autoselection(draft: &mut Draft, to: Switch) {
    let flag = if to == Switch::On { NamedFlag::On } else { NamedFlag::Off };
    draft.set_named("network-family-autoselection", flag);
}
