//! Array buffers and typed arrays: bytes in place, external memory, detachment.

use roundel_jsc::{ArrayBuffer, Bytes, ElementType, SharedArray, TypedArray};

use super::{context, run, run_in, text};

#[test]
fn a_vector_becomes_a_buffer_without_a_copy() {
    run(|ctx| {
        let bytes = vec![1_u8, 2, 3, 4];
        let address = bytes.as_ptr() as usize;
        let array = TypedArray::from_vec(ctx, bytes)?;
        assert_eq!(array.with_bytes(ctx, |bytes| bytes.as_ptr() as usize)?, address);
        ctx.global().set(ctx, "array", array)?;
        assert_eq!(
            text(ctx, "array[1] = 20; [array.constructor.name, ...array].join()"),
            "Uint8Array,1,20,3,4"
        );
        assert_eq!(array.to_vec(ctx)?, [1, 20, 3, 4]);
        Ok(())
    });
}

#[test]
fn array_buffers() {
    run(|ctx| {
        let buffer = ArrayBuffer::from_vec(ctx, vec![0; 16])?;
        assert_eq!(buffer.byte_length(ctx)?, 16);
        let view = TypedArray::view(ctx, ElementType::Uint16, buffer, 4, 2)?;
        ctx.global().set(ctx, "view", view)?;
        ctx.eval("view.fill(0xabcd)")?;
        assert_eq!(buffer.to_vec(ctx)?[2..10], [0, 0, 0xcd, 0xab, 0xcd, 0xab, 0, 0]);
        assert_eq!(view.byte_offset(ctx)?, 4);
        assert_eq!(view.length(ctx)?, 2);
        assert_eq!(view.byte_length(ctx)?, 4);
        // The bytes of a view are its own, not its buffer's.
        assert_eq!(view.to_vec(ctx)?, [0xcd, 0xab, 0xcd, 0xab]);
        assert!(view.buffer(ctx)?.as_object() == buffer.as_object());
        assert!(TypedArray::view(ctx, ElementType::Uint16, buffer, 15, 2).is_err());
        Ok(())
    });
}

#[test]
fn subarrays_show_their_own_bytes() {
    run(|ctx| {
        let part = ctx.eval("new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 4)")?;
        let part = part.as_typed_array(ctx).expect("a typed array");
        assert_eq!(part.to_vec(ctx)?, [2, 3, 4]);
        part.with_bytes_mut(ctx, |bytes| bytes.reverse())?;
        assert_eq!(part.to_vec(ctx)?, [4, 3, 2]);
        Ok(())
    });
}

#[test]
fn empty_and_detached_memory() {
    run(|ctx| {
        assert_eq!(TypedArray::from_vec(ctx, Vec::new())?.to_vec(ctx)?, []);
        assert_eq!(ArrayBuffer::from_vec(ctx, Vec::new())?.byte_length(ctx)?, 0);
        let detached =
            ctx.eval("b = new ArrayBuffer(8); v = new Uint8Array(b); b.transfer(); v")?;
        let detached = detached.as_typed_array(ctx).expect("a typed array");
        assert_eq!(detached.length(ctx)?, 0);
        assert_eq!(detached.to_vec(ctx)?, []);
        let buffer = ctx.eval("b")?.as_array_buffer(ctx).expect("a buffer");
        assert_eq!(buffer.to_vec(ctx)?, []);
        Ok(())
    });
}

#[test]
fn resizable_memory_is_read_at_its_present_size() {
    run(|ctx| {
        let array = ctx.eval("r = new ArrayBuffer(4, { maxByteLength: 64 }); new Uint8Array(r)")?;
        let array = array.as_typed_array(ctx).expect("a typed array");
        assert_eq!(array.to_vec(ctx)?.len(), 4);
        ctx.eval("r.resize(50)")?;
        assert_eq!(array.to_vec(ctx)?.len(), 50);
        ctx.eval("r.resize(1)")?;
        assert_eq!(array.to_vec(ctx)?.len(), 1);
        Ok(())
    });
}

#[test]
fn what_is_a_typed_array() {
    run(|ctx| {
        let types = [
            ("Int8Array", ElementType::Int8),
            ("Uint8ClampedArray", ElementType::Uint8Clamped),
            ("Float32Array", ElementType::Float32),
            ("Float64Array", ElementType::Float64),
            ("BigInt64Array", ElementType::BigInt64),
            ("BigUint64Array", ElementType::BigUint64),
        ];
        for (name, element) in types {
            let array = ctx.eval(&format!("new {name}(3)"))?.as_typed_array(ctx).expect(name);
            assert_eq!(array.element_type(ctx), element);
            assert_eq!(array.length(ctx)?, 3);
        }
        for other in
            ["[]", "({ length: 1 })", "new DataView(new ArrayBuffer(1))", "1", "'s'", "null"]
        {
            assert!(ctx.eval(other)?.as_typed_array(ctx).is_none(), "{other}");
            assert!(ctx.eval(other)?.as_array_buffer(ctx).is_none(), "{other}");
        }
        assert!(ctx.eval("new ArrayBuffer(1)")?.as_array_buffer(ctx).is_some());
        assert!(ctx.eval("new ArrayBuffer(1)")?.as_typed_array(ctx).is_none());
        Ok(())
    });
}

#[test]
fn given_memory_is_freed_once() {
    // A leak or a double free shows under a sanitizer and in the resident size; here it must at
    // least not crash while hundreds of megabytes pass through.
    let context = context();
    for _ in 0..200 {
        run_in(&context, |ctx| {
            for _ in 0..4 {
                TypedArray::from_vec(ctx, vec![7; 256 << 10])?;
            }
            ctx.collect_garbage();
            Ok(())
        });
    }
}

#[test]
fn shared_arrays_live_as_long_as_either_side() {
    let cells = SharedArray::<u32>::new(3);
    let context = context();
    run_in(&context, |ctx| {
        ctx.global().set(ctx, "cells", cells.to_object(ctx)?)?;
        ctx.eval("cells[0] = 7").map(drop)
    });
    assert_eq!(cells.get(0), 7);
    cells.set(1, 8);
    run_in(&context, |ctx| {
        assert_eq!(text(ctx, "cells.join()"), "7,8,0");
        Ok(())
    });
    let other = cells.clone();
    drop(cells);
    drop(context);
    assert_eq!(other.get(1), 8);
    assert_eq!(other.len(), 3);

    let context = super::context();
    run_in(&context, |ctx| {
        let short_lived = SharedArray::<f64>::new(1);
        short_lived.set(0, 0.5);
        ctx.global().set(ctx, "kept", short_lived.to_object(ctx)?)
    });
    run_in(&context, |ctx| {
        ctx.collect_garbage();
        assert_eq!(text(ctx, "kept[0]"), "0.5");
        Ok(())
    });
}
