//! The look at an interrupted script ends with the callback.
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

fn main() {
    let vm = roundel_jsc::Vm::new().unwrap();
    let kept = Rc::new(RefCell::new(None));
    let inside = kept.clone();
    vm.set_time_limit(Duration::from_secs(1), move |overrun| {
        *inside.borrow_mut() = Some(overrun);
        roundel_jsc::Verdict::Continue
    });
}
