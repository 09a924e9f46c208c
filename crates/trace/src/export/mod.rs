//! A model in the forms that other tools read.

mod html;
mod json;
mod perfetto;
mod pool;
mod speedscope;

pub use html::{Page, html};
pub use json::json;
pub use perfetto::perfetto;
pub use speedscope::speedscope;

/// The file of `file:line:column`.
pub fn file_of(position: &str) -> Option<&str> {
    let (rest, column) = position.rsplit_once(':')?;
    column.parse::<u32>().ok()?;
    Some(match rest.rsplit_once(':') {
        Some((file, line)) if line.parse::<u32>().is_ok() => file,
        _ => rest,
    })
}

/// The line of `file:line:column`.
pub(crate) fn line_of(position: &str) -> Option<u32> {
    let file = file_of(position)?;
    position.get(file.len() + 1..)?.split(':').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_taken_apart() {
        assert_eq!(file_of("/a/b.js:3:7"), Some("/a/b.js"));
        assert_eq!(file_of("file:///a/b.js:12"), Some("file:///a/b.js"));
        assert_eq!(line_of("/a/b.js:3:7"), Some(3));
        assert_eq!(line_of("/a/b.js:12"), Some(12));
        assert_eq!(file_of("nowhere"), None);
    }
}
