//! A place for one object, as small as the reference that it holds.
//!
//! What is in it is cloned out and never borrowed, so that nothing stays borrowed while Python code runs.

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use std::cell::Cell;

pub(crate) struct Slot<T>(Cell<Option<Py<T>>>);

impl<T> Default for Slot<T> {
    fn default() -> Slot<T> {
        Slot::new(None)
    }
}

impl<T> Slot<T> {
    pub(crate) const fn new(object: Option<Py<T>>) -> Slot<T> {
        Slot(Cell::new(object))
    }

    /// A new reference to what is there.
    #[inline]
    pub(crate) fn get<'py>(&self, py: Python<'py>) -> Option<Bound<'py, T>> {
        self.with(|object| object.map(|object| object.bind(py).clone()))
    }

    /// What is there afterwards is `object`; what was there is for the caller to drop, which may run Python code.
    pub(crate) fn replace(&self, object: Option<Py<T>>) -> Option<Py<T>> {
        self.0.replace(object)
    }

    pub(crate) fn take(&self) -> Option<Py<T>> {
        self.0.take()
    }

    pub(crate) fn is_some(&self) -> bool {
        self.with(|object| object.is_some())
    }

    /// Tells the collector what is there.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.with(|object| visit.call(object))
    }

    /// `f` runs nothing that looks into the place: meanwhile it is empty.
    #[inline]
    pub(crate) fn with<R>(&self, f: impl FnOnce(Option<&Py<T>>) -> R) -> R {
        let object = self.0.take();
        let result = f(object.as_ref());
        self.0.set(object);
        result
    }
}
