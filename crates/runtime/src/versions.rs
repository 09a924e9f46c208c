//! The versions a program is told.

use std::borrow::Cow;

use crate::era::Era;

/// Node's version whose behaviour this follows.
const NODE: &str = Era::NODE_26.node;

/// Roundel's own: `process.versions.roundel`.
pub(crate) const ROUNDEL: &str = env!("CARGO_PKG_VERSION");

/// What a command says about itself: Roundel's version, the Node it follows, its engine.
pub fn summary() -> String {
    format!("roundel {ROUNDEL} (Node.js {NODE}, JavaScriptCore {})", roundel_jsc::Release::loaded())
}

/// `process.versions`: what a program may decide by. Libraries of Node's that are not in this build are not listed.
pub(crate) fn all(era: Era) -> [(&'static str, Cow<'static, str>); 6] {
    let [node, uv, modules, napi] = era.versions().map(|(name, version)| (name, version.into()));
    let engine = roundel_jsc::Release::loaded().to_string();
    [node, ("roundel", ROUNDEL.into()), ("jsc", engine.into()), uv, modules, napi]
}
