//! A machine and everything of it stays on its thread.
fn main() {
    let context = roundel_jsc::Context::new(&roundel_jsc::Vm::new().unwrap()).unwrap();
    std::thread::spawn(move || context.enter(|_| ()));
}
