//! The transforms and the resolver, tested as data.

mod modules;
mod positions;
mod resolution;
mod typescript;
