//! No script can run while its memory is borrowed.
use roundel_jsc::Bytes;

fn main() {
    let context = roundel_jsc::Context::new(&roundel_jsc::Vm::new().unwrap()).unwrap();
    context.enter(|ctx| {
        let array = roundel_jsc::TypedArray::from_vec(ctx, vec![1, 2, 3]).ok().unwrap();
        let _ = array.with_bytes(ctx, |_| ctx.eval("1").is_ok());
    });
}
