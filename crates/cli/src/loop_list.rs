//! The text of `--loop=list`.

use std::fmt::Write;

use roundel_runtime::{ChoicePoint, LoopKind};

/// Every loop, and what each leaves open.
pub(crate) fn text() -> String {
    let mut out = String::from("The loops a program can be run under (--loop=NAME)\n\n");
    for kind in LoopKind::ALL {
        let _ = writeln!(out, "  {:<9}{}", kind.name, kind.of);
        let _ = writeln!(out, "           one iteration: {}", kind.iteration);
        let _ = writeln!(out, "           ticks and microtasks: {}", kind.drained);
        let defaults: Vec<String> = kind
            .choices
            .iter()
            .map(|(point, default)| format!("{}={default}", point.name))
            .collect();
        let _ = writeln!(out, "           left open: {}\n", defaults.join(", "));
    }
    out.push_str("  browser  the same as chrome\n\nWhat they leave open (--choose=POINT=ANSWER)\n");
    for point in ChoicePoint::ALL {
        let _ = writeln!(out, "\n  {}: {}", point.name, point.question);
        for (answer, meaning) in point.answers {
            let _ = writeln!(out, "    {answer:<17}{meaning}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn every_loop_and_every_answer_is_listed() {
        let text = text();
        for word in ["node11", "firefox", "first-timers=clock", "timers-last", "browser"] {
            assert!(text.contains(word), "{word}");
        }
        assert!(text.lines().all(|line| line.chars().count() <= 100 && line == line.trim_end()));
    }
}
