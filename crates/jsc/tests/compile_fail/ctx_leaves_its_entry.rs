//! Nor can the token.
fn main() {
    let context = roundel_jsc::Context::new(&roundel_jsc::Vm::new().unwrap()).unwrap();
    let mut kept = None;
    context.enter(|ctx| {
        kept = Some(ctx);
    });
}
