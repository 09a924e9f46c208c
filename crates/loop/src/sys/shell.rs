//! A shell that any thread may hold and drop, around a value that only one thread may touch.
//!
//! For hosts whose objects die on whichever thread collects them. The thread that made the shell is its home. Rules:
//!
//! - The value is touched at home alone: [`Shell::with`] refuses every other thread.
//! - A shell that is dropped elsewhere leaves its value to the home, which drops it when it next uses a shell or calls
//!   [`sweep`], at the latest when the thread ends.
//! - When the home has ended, nobody may touch the value any more: it is leaked.

use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Mutex, lock};
use std::any::Any;
use std::fmt;
use std::mem::ManuallyDrop;
use std::sync::Arc;

/// A `Send + Sync` shell around a value that belongs to one thread, such as an [`EventLoop`](crate::EventLoop).
///
/// ```
/// use roundel_loop::{EventLoop, Options, RunMode, Shell};
/// let shell = Shell::new(EventLoop::new(Options::default())?);
/// shell.with(|lp| lp.run(RunMode::Default)).unwrap();
/// // Another thread may have it, drop it, and not use it.
/// std::thread::spawn(move || assert!(shell.with(|lp| lp.alive()).is_err())).join().unwrap();
/// roundel_loop::sweep(); // The loop is dropped here.
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Shell<T: 'static> {
    value: ManuallyDrop<Box<T>>,
    home: Mutex<Arc<Home>>,
}

/// The answer of [`Shell::with`] on a thread that is not the value's.
///
/// ```
/// assert_eq!(roundel_loop::Elsewhere.to_string(), "the value belongs to another thread");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elsewhere;

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value belongs to another thread")
    }
}

impl std::error::Error for Elsewhere {}

/// A thread, for as long as shells know it.
struct Home {
    /// Values of shells that were dropped elsewhere; `None` once the thread has ended.
    estate: Mutex<Option<Vec<Remains>>>,
    has_estate: AtomicBool,
}

/// A value on its way home.
struct Remains(#[expect(dead_code, reason = "kept for its drop")] Box<dyn Any>);

// SAFETY: it is put into an estate and taken out by the home alone, which made the value; on the way nobody touches it.
unsafe impl Send for Remains {}

// SAFETY: the value is reached through `with`, which lets the home alone in, and dropped by the home alone (`Drop` below).
// The rest of the shell is `Send` and `Sync` by itself.
unsafe impl<T> Send for Shell<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Shell<T> {}

impl<T> Shell<T> {
    /// Puts a value of the calling thread into a shell.
    ///
    /// ```
    /// let shell = roundel_loop::Shell::new(std::rc::Rc::new(5));
    /// assert_eq!(shell.with(|number| **number), Ok(5));
    /// ```
    ///
    /// # Panics
    ///
    /// If the thread is ending.
    pub fn new(value: T) -> Shell<T> {
        sweep();
        let home = HERE.with(|here| Arc::clone(&here.0));
        Shell { value: ManuallyDrop::new(Box::new(value)), home: Mutex::new(home) }
    }

    /// Calls `f` with the value, at home.
    ///
    /// ```
    /// let shell = roundel_loop::Shell::new(std::cell::Cell::new(1));
    /// shell.with(|cell| cell.set(2))?;
    /// assert_eq!(shell.with(|cell| cell.get()), Ok(2));
    /// # Ok::<(), roundel_loop::Elsewhere>(())
    /// ```
    pub fn with<R>(&self, f: impl FnOnce(&T) -> R) -> Result<R, Elsewhere> {
        sweep();
        if self.is_home() { Ok(f(&self.value)) } else { Err(Elsewhere) }
    }

    /// Makes the calling thread the value's home.
    ///
    /// ```
    /// use roundel_loop::{EventLoop, Options, RunMode, Shell, Timer};
    /// let shell = Shell::new(EventLoop::new(Options::default())?);
    /// shell.with(|lp| Timer::new(lp).start(lp, 1, 0, |_, _| println!("elsewhere"))).unwrap();
    /// std::thread::spawn(move || {
    ///     // SAFETY: the loop's only callback captures nothing, and no thread is in `with`.
    ///     unsafe { shell.adopt() };
    ///     shell.with(|lp| lp.run(RunMode::Default)).unwrap();
    /// }).join().unwrap();
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Safety
    ///
    /// No thread may be in [`with`](Shell::with), and everything in the value must be fit for use on this thread: what
    /// callbacks have captured must be `Send`, or guarded by a lock that the caller holds.
    ///
    /// # Panics
    ///
    /// If the thread is ending.
    pub unsafe fn adopt(&self) {
        let here = HERE.with(|here| Arc::clone(&here.0));
        *lock(&self.home) = here;
    }

    fn is_home(&self) -> bool {
        HERE.try_with(|here| Arc::ptr_eq(&here.0, &lock(&self.home))).unwrap_or(false)
    }
}

impl<T> Drop for Shell<T> {
    fn drop(&mut self) {
        let is_home = self.is_home();
        // SAFETY: the shell is being dropped, so nobody takes the value again.
        let value = unsafe { ManuallyDrop::take(&mut self.value) };
        if is_home {
            drop(value);
            return;
        }
        let home = lock(&self.home);
        match &mut *lock(&home.estate) {
            Some(estate) => {
                estate.push(Remains(value));
                home.has_estate.store(true, Ordering::Release);
            }
            None => std::mem::forget(value),
        }
    }
}

struct Here(Arc<Home>);

thread_local! {
    static HERE: Here = Here(Arc::new(Home {
        estate: Mutex::new(Some(Vec::new())),
        has_estate: AtomicBool::new(false),
    }));
}

impl Drop for Here {
    fn drop(&mut self) {
        let estate = lock(&self.0.estate).take();
        drop(estate);
    }
}

/// Drops the values of this thread whose shells were dropped on other threads. Using a shell does it too.
///
/// ```
/// use std::rc::Rc;
/// let value = Rc::new(());
/// let shell = roundel_loop::Shell::new(Rc::clone(&value));
/// std::thread::spawn(|| drop(shell)).join().unwrap();
/// assert_eq!(Rc::strong_count(&value), 2);
/// roundel_loop::sweep();
/// assert_eq!(Rc::strong_count(&value), 1);
/// ```
pub fn sweep() {
    let home = HERE.try_with(|here| {
        here.0.has_estate.swap(false, Ordering::Acquire).then(|| Arc::clone(&here.0))
    });
    if let Ok(Some(home)) = home {
        // Taken out first: destructors are foreign code, which may use shells.
        let estate = lock(&home.estate).as_mut().map(std::mem::take);
        drop(estate);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::{EventLoop, Options, RunMode, Timer};
    use std::thread;

    #[test]
    fn a_loop_can_be_made_here_and_run_there() {
        crate::test_limit::arm();
        let shell = Shell::new(EventLoop::new(Options::default()).unwrap());
        let (tell, told) = std::sync::mpsc::channel();
        shell
            .with(|lp| {
                Timer::new(lp)
                    .start(lp, 1, 0, move |_, _| tell.send(thread::current().id()).unwrap());
            })
            .unwrap();
        let there = thread::spawn(move || {
            // SAFETY: what the only callback has captured is `Send`, and no thread is in `with`.
            unsafe { shell.adopt() };
            assert_eq!(shell.with(|lp| lp.run(RunMode::Default)), Ok(false));
            thread::current().id()
        });
        assert_eq!(there.join().unwrap(), told.recv().unwrap());
    }
}
