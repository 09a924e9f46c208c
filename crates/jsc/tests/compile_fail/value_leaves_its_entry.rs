//! A value cannot be the result of an entry.
fn main() {
    let context = roundel_jsc::Context::new(&roundel_jsc::Vm::new().unwrap()).unwrap();
    let _value = context.enter(|ctx| ctx.undefined());
}
