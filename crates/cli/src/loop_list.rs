//! The text of `--loop=list`.

use std::fmt::Write;

use roundel_runtime::{ChoicePoint, Era, LoopKind};

/// Every loop, and what each leaves open.
pub(crate) fn text() -> String {
    let mut out = String::from("The loops a program can be run under (--loop=NAME)\n\n");
    for kind in LoopKind::ALL {
        let _ = writeln!(out, "  {:<9}{}", kind.name, kind.of);
        let _ = writeln!(out, "           one iteration: {}", kind.iteration);
        let _ = writeln!(out, "           ticks and microtasks: {}", kind.drained);
        if kind.era != Era::NODE_26 {
            let _ = writeln!(out, "           process.version: v{}", kind.era.node);
            let lacks: Vec<&str> = kind.era.lacks().collect();
            list(&mut out, "without the globals: ", &lacks);
        }
        let defaults: Vec<String> = kind
            .choices
            .iter()
            .map(|(point, default)| format!("{}={default}", point.name))
            .collect();
        let _ = writeln!(out, "           left open: {}\n", defaults.join(", "));
    }
    out.push_str(
        "  The loops of older Nodes have the globals and the process.version of their time; modules,\n  \
         methods and the language are today's.\n\n",
    );
    out.push_str("  browser  the same as chrome\n\nWhat they leave open (--choose=POINT=ANSWER)\n");
    for point in ChoicePoint::ALL {
        let _ = writeln!(out, "\n  {}: {}", point.name, point.question);
        for (answer, meaning) in point.answers {
            let _ = writeln!(out, "    {answer:<17}{meaning}");
        }
    }
    out
}

/// Names behind what they are, in lines below each other.
fn list(out: &mut String, label: &str, names: &[&str]) {
    const INDENT: &str = "           ";
    const WIDTH: usize = 96;
    let mut line = format!("{INDENT}{label}");
    for (index, name) in names.iter().enumerate() {
        let end = if index + 1 == names.len() { "" } else { ", " };
        if line.len() + name.len() + end.len() > WIDTH {
            out.push_str(line.trim_end());
            out.push('\n');
            line = format!("{INDENT}  ");
        }
        line.push_str(name);
        line.push_str(end);
    }
    let _ = writeln!(out, "{line}");
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn every_loop_and_every_answer_is_listed() {
        let text = text();
        for word in [
            "node11",
            "firefox",
            "process.version: v10.24.1",
            "structuredClone",
            "first-timers=clock",
            "timers-last",
            "browser",
        ] {
            assert!(text.contains(word), "{word}");
        }
        assert!(text.lines().all(|line| line.chars().count() <= 100 && line == line.trim_end()));
    }
}
