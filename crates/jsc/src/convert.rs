//! Rust values as JavaScript values.

use crate::buffer::{ArrayBuffer, TypedArray};
use crate::ctx::Ctx;
use crate::function::Function;
use crate::object::Object;
use crate::string::JsString;
use crate::value::Value;

/// Anything that has one obvious JavaScript form.
pub trait IntoValue<'js> {
    fn into_value(self, ctx: Ctx<'js>) -> Value<'js>;
}

macro_rules! into_value {
    ($($type:ty => |$ctx:ident, $value:ident| $body:expr;)*) => {$(
        impl<'js> IntoValue<'js> for $type {
            #[inline]
            fn into_value(self, $ctx: Ctx<'js>) -> Value<'js> {
                let $value = self;
                $body
            }
        }
    )*};
}

into_value! {
    () => |_ctx, _unit| Value::undefined();
    bool => |ctx, value| ctx.boolean(value);
    i32 => |ctx, value| ctx.int32(value);
    u32 => |ctx, value| ctx.number(f64::from(value));
    f64 => |ctx, value| ctx.number(value);
    &str => |ctx, value| ctx.string(value);
    String => |ctx, value| ctx.string(&value);
    &String => |ctx, value| ctx.string(value);
    JsString => |ctx, value| value.to_value(ctx);
    &JsString => |ctx, value| value.to_value(ctx);
    Value<'js> => |_ctx, value| value;
    Object<'js> => |_ctx, value| value.into();
    Function<'js> => |_ctx, value| value.into();
    ArrayBuffer<'js> => |_ctx, value| value.into();
    TypedArray<'js> => |_ctx, value| value.into();
}

/// `None` is `undefined`.
impl<'js, T: IntoValue<'js>> IntoValue<'js> for Option<T> {
    fn into_value(self, ctx: Ctx<'js>) -> Value<'js> {
        self.map_or_else(Value::undefined, |value| value.into_value(ctx))
    }
}
