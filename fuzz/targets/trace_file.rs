//! A recording of any content.

pub(crate) fn check(data: &[u8]) {
    if let Ok(recording) = roundel_trace::read(data) {
        // What could be read can be looked at.
        let _ = roundel_trace::Model::new(&recording);
    }
}
