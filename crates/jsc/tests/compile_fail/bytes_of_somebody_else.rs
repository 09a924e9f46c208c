//! Where bytes are only this crate says.
#[derive(Clone, Copy)]
struct Mine;

impl<'js> roundel_jsc::Bytes<'js> for Mine {
    fn byte_length(self, _ctx: roundel_jsc::Ctx<'js>) -> roundel_jsc::JsResult<'js, usize> {
        Ok(1 << 30)
    }
}

fn main() {}
