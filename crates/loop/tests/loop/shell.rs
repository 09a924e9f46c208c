//! Shells: any thread may drop them, one may look inside.

use crate::support::system_loop;
use roundel_loop::{Elsewhere, EventLoop, RunMode, Shell, Timer, sweep};
use std::rc::Rc;
use std::thread;

fn assert_shareable<T: Send + Sync>(_: &T) {}

#[test]
fn a_loop_in_a_shell_is_used_at_home_alone() {
    let shell = Shell::new(system_loop());
    assert_shareable(&shell);
    shell.with(|lp| Timer::new(lp).start(lp, 1, 0, |_, _| {})).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| assert_eq!(shell.with(EventLoop::alive), Err(Elsewhere)));
    });
    assert_eq!(shell.with(|lp| lp.run(RunMode::Default)), Ok(false));
}

#[test]
fn a_shell_that_is_dropped_elsewhere_leaves_its_value_to_its_home() {
    let held = Rc::new(());
    let lp = system_loop();
    let capture = Rc::clone(&held);
    Timer::new(&lp).start(&lp, 1, 0, move |_, _| {
        let _ = &capture;
    });
    let shell = Shell::new(lp);
    thread::spawn(move || drop(shell)).join().unwrap();
    assert_eq!(Rc::strong_count(&held), 2, "another thread has not touched it");
    sweep();
    assert_eq!(Rc::strong_count(&held), 1);
}

#[test]
fn a_shell_that_is_dropped_at_home_drops_at_once() {
    let held = Rc::new(());
    drop(Shell::new(Rc::clone(&held)));
    assert_eq!(Rc::strong_count(&held), 1);
}

#[test]
fn using_a_shell_sweeps_and_so_does_the_end_of_the_thread() {
    let (tell, told) = std::sync::mpsc::channel();
    struct Tells(std::sync::mpsc::Sender<thread::ThreadId>);
    impl Drop for Tells {
        fn drop(&mut self) {
            self.0.send(thread::current().id()).unwrap();
        }
    }
    let home = thread::spawn(move || {
        let (first, second) = (Shell::new(Tells(tell.clone())), Shell::new(Tells(tell.clone())));
        thread::spawn(move || drop(first)).join().unwrap();
        drop(Shell::new(()));
        thread::spawn(move || drop(second)).join().unwrap();
        thread::current().id()
    });
    let id = home.join().unwrap();
    assert_eq!(told.iter().collect::<Vec<_>>(), [id, id]);
}

#[test]
fn a_shell_that_outlives_its_home_is_closed_for_ever() {
    let shell = thread::spawn(|| Shell::new(Rc::new(1))).join().unwrap();
    assert!(shell.with(|_| ()).is_err());
    drop(shell);
    sweep();
}
