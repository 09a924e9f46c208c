//! What is found as a JUnit report: one suite of one case.

use super::program::Program;
use super::search::Findings;

pub(super) fn render(program: &Program, findings: &Findings) -> String {
    let name = escape(&program.name());
    let seconds = findings.elapsed.as_secs_f64();
    let failures = usize::from(findings.failure.is_some());
    let body = match &findings.failure {
        None => String::new(),
        Some(found) => {
            let told = found.failure.told();
            let headline = found.outcome.headline().unwrap_or(&told);
            format!(
                "\n      <failure message=\"{}\" type=\"schedule\">{}</failure>\n    ",
                escape(headline),
                escape(&format!("{told}\nreplay: {}\n{}", found.token, found.outcome.stderr))
            )
        }
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"roundel explore\" tests=\"1\" \
         failures=\"{failures}\" time=\"{seconds:.3}\">\n    <testcase name=\"{name}\" classname=\"schedules\" \
         time=\"{seconds:.3}\">{body}</testcase>\n  </testsuite>\n</testsuites>\n"
    )
}

/// What XML can hold; other control characters it cannot.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(escape("a<b>&\"\u{1b}[1m\n"), "a&lt;b&gt;&amp;&quot;\u{fffd}[1m\n");
    }
}
