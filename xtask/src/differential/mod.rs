//! Placeholder.
use crate::error::{Error, Result, Verdict};
use crate::project::Project;
pub(crate) fn main(_: &Project, _: lexopt::Parser) -> Result<Verdict> {
    Err(Error::new("not written"))
}
