//! A value cannot be put into a variable that outlives its entry.
fn main() {
    let context = roundel_jsc::Context::new(&roundel_jsc::Vm::new().unwrap()).unwrap();
    let mut kept = None;
    context.enter(|ctx| {
        kept = Some(ctx.object());
    });
}
