//! The values of two entries do not mix: they may be of two machines.
fn main() {
    let here = roundel_jsc::Context::new(&roundel_jsc::Vm::new().unwrap()).unwrap();
    let there = roundel_jsc::Context::new(&roundel_jsc::Vm::new().unwrap()).unwrap();
    here.enter(|ctx| {
        let object = ctx.object();
        there.enter(|other| {
            let _ = other.global().set(other, "object", object);
        });
    });
}
