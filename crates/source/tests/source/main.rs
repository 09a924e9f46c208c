//! The transforms and the resolver, tested as data.

mod async_context;
mod modules;
mod mutations;
mod package_mutations;
mod positions;
mod resolution;
mod typescript;

/// The text with spaces at the ends of lines made visible.
fn visible(code: &str) -> String {
    let mut out = String::new();
    for line in code.lines() {
        let kept = line.trim_end_matches(' ');
        out.push_str(kept);
        out.extend(std::iter::repeat_n('·', line.len() - kept.len()));
        out.push('\n');
    }
    out
}
