//! How primordials are made of intrinsics: the plan that `primordial_names.rs` writes and `primordials.rs` carries out.
//!
//! Whatever a builtin takes from `primordials` must be what the engine had before any program ran. Two steps keep that
//! cheap, because an empty program pays for them too:
//!
//! 1. At start the intrinsics themselves are read, natively, into one array ([`Plan::captures`]). Only the names that some
//!    builtin uses: the engine makes its functions when they are first looked at.
//! 2. When a builtin is compiled, the groups of primordials that it uses are made of what was captured
//!    ([`Plan::groups`]): for each intrinsic that names begin with, one group of values as they are and one of functions
//!    that a script makes. Most programs never need most of them.

use std::borrow::Cow;

/// Captures and groups, each named by its place in the list.
pub(crate) struct Plan {
    pub(crate) captures: Cow<'static, [Capture]>,
    pub(crate) groups: Cow<'static, [Group]>,
}

/// One intrinsic to read.
#[derive(Clone)]
pub(crate) struct Capture {
    pub(crate) owner: Owner,
    pub(crate) place: Place,
    /// A property name, or `@@name` for a well-known symbol.
    pub(crate) key: Cow<'static, str>,
}

/// The object that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    Realm,
    Global(&'static str),
    /// What the class of this name inherits from.
    Parent(&'static str),
    /// Of the iterators over instances of this class there is only a prototype.
    IteratorOver(&'static str),
}

/// Where the intrinsic is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// The owner itself.
    Itself,
    /// Its property.
    Static,
    /// Its prototype.
    Prototype,
    /// A property of its prototype.
    Member,
    /// The getter of a property of its prototype.
    Getter,
}

/// Primordials whose names begin with one owner, all made in one way.
#[derive(Clone)]
pub(crate) struct Group {
    pub(crate) owner: Cow<'static, str>,
    pub(crate) making: Making,
}

/// How primordials are made.
#[derive(Clone)]
pub(crate) enum Making {
    /// They are what was captured: name, capture. Taken natively, as running a script costs 60 us.
    Plain(Cow<'static, [(Cow<'static, str>, u32)]>),
    /// By a function that is called with `primordials`, the captured values and `Reflect.apply`.
    Script(Cow<'static, str>),
    /// By such a function, and then by [`MAKER`].
    Maker(Cow<'static, str>),
}

/// Which groups something needs: bit `n` stands for the group at `n`.
pub(crate) type GroupSet = u128;

/// The builtin that makes those primordials which are more than an intrinsic, of `originals`: intrinsics as they are.
pub(crate) const MAKER: &str = "internal/primordials";
