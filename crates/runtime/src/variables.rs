//! The variables of a program that has others than its process: a copy of its parent's, its own, or those that it shares with
//! its parent, where each sees what the other writes.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Names with their values, in the order in which they were first written. Clones are handles of the same.
#[derive(Clone, Default)]
pub struct Variables(Arc<Mutex<Vec<(String, String)>>>);

impl Variables {
    pub fn new(variables: Vec<(String, String)>) -> Variables {
        Variables(Arc::new(Mutex::new(variables)))
    }

    pub(crate) fn get(&self, name: &str) -> Option<String> {
        let variables = self.lock();
        variables.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
    }

    pub(crate) fn set(&self, name: String, value: String) {
        let mut variables = self.lock();
        match variables.iter_mut().find(|(key, _)| *key == name) {
            Some(found) => found.1 = value,
            None => variables.push((name, value)),
        }
    }

    pub(crate) fn delete(&self, name: &str) {
        self.lock().retain(|(key, _)| key != name);
    }

    pub(crate) fn all(&self) -> Vec<(String, String)> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(String, String)>> {
        // Every step leaves it whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Values are often secrets.
impl fmt::Debug for Variables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variables = self.lock();
        f.debug_list().entries(variables.iter().map(|(name, _)| name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Variables;

    #[test]
    fn handles_see_the_same() {
        let one = Variables::new(vec![("A".to_owned(), "1".to_owned())]);
        let other = one.clone();
        other.set("B".to_owned(), "2".to_owned());
        other.set("A".to_owned(), "3".to_owned());
        assert_eq!((one.get("A").as_deref(), one.get("B").as_deref()), (Some("3"), Some("2")));
        one.delete("A");
        assert_eq!(other.all(), [("B".to_owned(), "2".to_owned())]);
        assert_eq!(format!("{one:?}"), "[\"B\"]");
    }
}
