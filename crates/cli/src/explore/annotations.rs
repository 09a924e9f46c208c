//! What is found as an annotation of GitHub: at the line of the callback that comes too early.

use super::program::{Program, split_place};
use super::search::Findings;

pub(super) fn render(program: &Program, findings: &Findings) -> String {
    let Some(found) = &findings.failure else { return String::new() };
    let place = found.story.swap.as_ref().and_then(|swap| swap.first.place.as_deref());
    let at = match place.and_then(split_place) {
        Some((_, line, column)) => format!(",line={line},col={column}"),
        None => String::new(),
    };
    let told = found.failure.told();
    let headline = found.outcome.headline().unwrap_or(&told);
    let message = format!("{headline}\nreplay: {}", found.token);
    format!(
        "::error file={}{at},title=roundel explore::{}\n",
        property(&program.name()),
        data(&message)
    )
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
