//! The flags of TLS: the defaults of contexts, whom they trust, and what is told of connections.

use super::{Action, Flag, Group, NamedKind};

pub(super) const MIN_V1_0: Flag = Flag::of_node(
    Group::Environment,
    "tls-min-v1.0",
    Action::NamedSwitch,
    "TLSv1 is the oldest version unless a program says otherwise",
);
pub(super) const MIN_V1_1: Flag = Flag::of_node(
    Group::Environment,
    "tls-min-v1.1",
    Action::NamedSwitch,
    "TLSv1.1 is the oldest version unless a program says otherwise",
);
pub(super) const MIN_V1_2: Flag = Flag::of_node(
    Group::Environment,
    "tls-min-v1.2",
    Action::NamedSwitch,
    "TLSv1.2 is the oldest version, as it is anyhow",
);
pub(super) const MIN_V1_3: Flag = Flag::of_node(
    Group::Environment,
    "tls-min-v1.3",
    Action::NamedSwitch,
    "TLSv1.3 is the oldest version unless a program says otherwise",
);
pub(super) const MAX_V1_2: Flag = Flag::of_node(
    Group::Environment,
    "tls-max-v1.2",
    Action::NamedSwitch,
    "TLSv1.2 is the newest version unless a program says otherwise",
);
pub(super) const MAX_V1_3: Flag = Flag::of_node(
    Group::Environment,
    "tls-max-v1.3",
    Action::NamedSwitch,
    "TLSv1.3 is the newest version, as it is anyhow",
);
pub(super) const CIPHER_LIST: Flag = Flag::of_node(
    Group::Environment,
    "tls-cipher-list",
    Action::Named { name: "LIST", kind: NamedKind::Text },
    "The ciphers of connections whose program names none",
);
pub(super) const KEYLOG: Flag = Flag::of_node(
    Group::Environment,
    "tls-keylog",
    Action::Named { name: "FILE", kind: NamedKind::Text },
    "Append the keys of all TLS connections to a file, for those who look at captured packets",
);
pub(super) const TRACE: Flag = Flag::of_node(
    Group::Environment,
    "trace-tls",
    Action::NamedSwitch,
    "Print the messages of all TLS connections to standard error",
);
pub(super) const SYSTEM_CA: Flag = Flag::of_node(
    Group::Environment,
    "use-system-ca",
    Action::NamedSwitch,
    "Trust the authorities of the system, as it is anyhow",
);
pub(super) const BUNDLED_CA: Flag = Flag::of_node(
    Group::Environment,
    "use-bundled-ca",
    Action::NamedSwitch,
    "Trust the bundle of the system, which stands for Node's own",
);
pub(super) const OPENSSL_CA: Flag = Flag::of_node(
    Group::Environment,
    "use-openssl-ca",
    Action::NamedSwitch,
    "Trust what OpenSSL trusts: SSL_CERT_FILE and SSL_CERT_DIR, or its own folders",
);

/// Pairs that contradict each other.
pub(crate) const EXCLUSIVE: [(&str, &str); 2] =
    [("--tls-min-v1.3", "--tls-max-v1.2"), ("--use-openssl-ca", "--use-bundled-ca")];
