//! The lifetime that ties a handle to the entry it was made in.

use std::marker::PhantomData;

/// Invariant in `'js`, so that the handles of two entries never unify (two virtual machines cannot
/// be mixed up by the compiler's good will), and neither `Send` nor `Sync`, because an engine
/// belongs to one thread.
pub(crate) type Brand<'js> = PhantomData<(fn(&'js ()) -> &'js (), *mut ())>;
