//! A Rust function may outlive the entry it was made in, so it cannot capture a value.
fn main() {
    let context = roundel_jsc::Context::new(&roundel_jsc::Vm::new().unwrap()).unwrap();
    context.enter(|ctx| {
        let object = ctx.object();
        ctx.function("capture", move |_, _| Ok(object.into()));
    });
}
