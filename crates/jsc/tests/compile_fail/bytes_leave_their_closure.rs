//! The engine's memory cannot be looked at after the closure.
use roundel_jsc::Bytes;

fn main() {
    let context = roundel_jsc::Context::new(&roundel_jsc::Vm::new().unwrap()).unwrap();
    context.enter(|ctx| {
        let array = roundel_jsc::TypedArray::from_vec(ctx, vec![1, 2, 3]).ok().unwrap();
        let _bytes = array.with_bytes(ctx, |bytes| bytes).ok().unwrap();
    });
}
