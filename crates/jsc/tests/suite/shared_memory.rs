//! Memory of a `SharedArrayBuffer` that several machines see.

use roundel_jsc::{Context, Ctx, JsResult, Object, SharedMemory};

use super::{context, run_in, text};

fn object<'js>(ctx: Ctx<'js>, source: &str) -> JsResult<'js, Object<'js>> {
    ctx.eval(source)?.to_object(ctx)
}

fn share(context: &Context, source: &str) -> Option<SharedMemory> {
    run_in(context, |ctx| Ok(SharedMemory::of(ctx, object(ctx, source)?)))
}

/// Whether the engine of this run tells; on the C API alone it does not.
fn is_known() -> bool {
    share(&context(), "new SharedArrayBuffer(1)").is_some()
}

#[test]
fn two_machines_see_the_same_bytes() {
    if !is_known() {
        return;
    }
    let one = context();
    let memory = share(&one, "globalThis.buffer = new SharedArrayBuffer(16)").expect("shared");
    assert_eq!(memory.byte_length(), 16);
    let thread = std::thread::spawn(move || {
        let other = context();
        run_in(&other, |ctx| {
            let buffer = object(ctx, "globalThis.buffer = new SharedArrayBuffer(16)")?;
            memory.put_into(ctx, buffer)?;
            drop(memory);
            ctx.eval("Atomics.store(new Int32Array(buffer), 2, 77)")?;
            ctx.collect_garbage();
            assert_eq!(text(ctx, "String(new Int32Array(buffer))"), "0,0,77,0");
            Ok(())
        });
    });
    thread.join().expect("the other machine");
    run_in(&one, |ctx| {
        assert_eq!(text(ctx, "String(new Int32Array(buffer))"), "0,0,77,0");
        Ok(())
    });
}

#[test]
fn the_memory_outlives_the_machine_it_came_from() {
    if !is_known() {
        return;
    }
    let one = context();
    let memory =
        share(&one, "const b = new SharedArrayBuffer(1 << 20); new Uint8Array(b).fill(9); b");
    drop(one);
    let memory = memory.expect("shared");
    let other = context();
    run_in(&other, |ctx| {
        for _ in 0..3 {
            memory.put_into(ctx, object(ctx, "globalThis.b = new SharedArrayBuffer(1 << 20)")?)?;
            assert_eq!(text(ctx, "String(new Uint8Array(b)[(1 << 20) - 1])"), "9");
            ctx.collect_garbage();
        }
        Ok(())
    });
}

#[test]
fn growable_memory_grows_for_all() {
    if !is_known() {
        return;
    }
    let (one, other) = (context(), context());
    let memory = share(&one, "globalThis.b = new SharedArrayBuffer(4, { maxByteLength: 4096 })");
    let memory = memory.expect("shared");
    run_in(&other, |ctx| {
        let buffer =
            object(ctx, "globalThis.b = new SharedArrayBuffer(4, { maxByteLength: 4096 })")?;
        memory.put_into(ctx, buffer)?;
        ctx.eval("b.grow(2048); new Uint8Array(b)[2047] = 5").map(drop)
    });
    run_in(&one, |ctx| {
        assert_eq!(text(ctx, "String([b.byteLength, new Uint8Array(b)[2047]])"), "2048,5");
        Ok(())
    });
}

#[test]
fn what_can_not_take_it_is_refused() {
    let one = context();
    let Some(memory) = share(&one, "new SharedArrayBuffer(8)") else { return };
    run_in(&one, |ctx| {
        for source in [
            "new SharedArrayBuffer(9)",
            "new ArrayBuffer(8)",
            "({})",
            "const b = new SharedArrayBuffer(8); globalThis.view = new Uint8Array(b); b",
            "const c = new SharedArrayBuffer(8); globalThis.view = new DataView(c); c",
        ] {
            assert!(memory.put_into(ctx, object(ctx, source)?).is_err(), "{source}");
        }
        for source in ["new ArrayBuffer(8)", "({})", "new Uint8Array(8)"] {
            assert!(SharedMemory::of(ctx, object(ctx, source)?).is_none(), "{source}");
        }
        Ok(())
    });
}
