//! Array buffers and typed arrays: bytes in place, external memory, detachment.

use std::cell::RefCell;

use roundel_jsc::{ArrayBuffer, Bytes, Context, ElementType, SharedArray, TypedArray};

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

thread_local! {
    static KEPT: RefCell<Option<Context>> = const { RefCell::new(None) };
    static CELLS: RefCell<Option<SharedArray<u8>>> = const { RefCell::new(None) };
}

#[test]
fn a_machine_whose_memory_is_borrowed_is_not_entered() {
    let context = context();
    KEPT.set(Some(context.clone()));
    let entered = |bytes: &mut [u8]| {
        bytes[0] = 1;
        // Would leave the slice pointing at memory that is gone.
        KEPT.with_borrow(|kept| {
            kept.as_ref().map(|kept| kept.enter(|ctx| text(ctx, "b.resize(0); b.transfer(0)")))
        });
        bytes[0] = 2;
    };
    let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        context.enter(|ctx| {
            let array = ctx.eval(
                "b = new ArrayBuffer(1 << 20, { maxByteLength: 1 << 20 }); new Uint8Array(b)",
            );
            let array = array.ok().and_then(|array| array.as_typed_array(ctx)).expect("an array");
            let _ = array.with_bytes_mut(ctx, entered);
        })
    }));
    let message = refused.expect_err("a panic").downcast::<&str>().expect("a message");
    assert_eq!(*message, "JavaScript is entered while its memory is borrowed");
    // The mark goes with the borrow, and other machines are not concerned.
    assert_eq!(context.enter(|ctx| text(ctx, "b.byteLength")), "1048576");
    let other = super::context();
    KEPT.set(Some(other));
    run_in(&context, |ctx| {
        let array = ctx.eval("new Uint8Array(4)")?.as_typed_array(ctx).expect("an array");
        let answer = array.with_bytes(ctx, |_| {
            KEPT.with_borrow(|kept| kept.as_ref().map(|kept| kept.enter(|ctx| text(ctx, "1 + 1"))))
        })?;
        assert_eq!(answer.as_deref(), Some("2"));
        Ok(())
    });
    KEPT.set(None);
}

#[test]
fn shared_cells_and_borrowed_bytes_exclude_each_other() {
    let cells = SharedArray::<u8>::new(4);
    CELLS.set(Some(cells.clone()));
    let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        run(|ctx| {
            let array = cells.to_object(ctx)?.as_value().as_typed_array(ctx).expect("an array");
            array.with_bytes_mut(ctx, |bytes| {
                bytes[0] = 1;
                CELLS.with_borrow(|cells| cells.as_ref().map(|cells| cells.get(0)));
            })
        })
    }));
    assert!(refused.is_err());
    assert_eq!(cells.get(0), 1);
    CELLS.set(None);
}

#[test]
fn shared_memory_is_only_copied() {
    let context = context();
    KEPT.set(Some(context.clone()));
    let script = |source: &str| {
        KEPT.with_borrow(|kept| kept.as_ref().map(|kept| kept.enter(|ctx| text(ctx, source))))
    };
    run_in(&context, |ctx| {
        let source =
            "shared = new Uint8Array(new SharedArrayBuffer(4)); shared.set([1, 2, 3, 4]); shared";
        let array = ctx.eval(source)?.as_typed_array(ctx).expect("an array");
        assert!(array.is_shared(ctx)?);
        assert!(array.buffer(ctx)?.is_shared(ctx)?);
        assert!(!ctx.eval("new Uint8Array(8)")?.as_typed_array(ctx).expect("it").is_shared(ctx)?);
        // A script stands for the other thread that has the memory too: what it writes is not seen
        // in the slice, and stays where the closure changed nothing.
        let seen = array.with_bytes(ctx, |bytes| {
            script("shared[0] = 10");
            bytes[0]
        })?;
        assert_eq!(seen, 1);
        array.with_bytes_mut(ctx, |bytes| {
            bytes[1] = 20;
            script("shared[2] = 30");
        })?;
        assert_eq!(text(ctx, "shared.join()"), "10,20,30,4");
        assert_eq!(array.buffer(ctx)?.to_vec(ctx)?, [10, 20, 30, 4]);
        Ok(())
    });
    KEPT.set(None);
}
