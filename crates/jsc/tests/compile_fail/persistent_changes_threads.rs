//! So does what is kept.
fn main() {
    let context = roundel_jsc::Context::new(&roundel_jsc::Vm::new().unwrap()).unwrap();
    let kept = context.enter(|ctx| roundel_jsc::Persistent::new(ctx, ctx.object()));
    std::thread::spawn(move || drop(kept));
}
