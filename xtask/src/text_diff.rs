//! Two texts that should be equal, shown side by side as a line diff.

use similar::{ChangeTag, TextDiff};

/// Long outputs are cut: the first difference is what matters.
const LINE_LIMIT: usize = 60;

/// A diff with `-` for what was expected and `+` for what came; empty when the texts are equal.
pub(crate) fn lines(expected: &str, actual: &str) -> String {
    if expected == actual {
        return String::new();
    }
    let diff = TextDiff::from_lines(expected, actual);
    let mut text = String::new();
    let mut count = 0;
    for group in diff.grouped_ops(3) {
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            if count == LINE_LIMIT {
                text.push_str("    ... more lines differ\n");
                return text;
            }
            count += 1;
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            let line = change.value().trim_end_matches('\n');
            text.push_str(&format!("    {sign} {line}\n"));
            if change.missing_newline() {
                text.push_str("      (no newline at the end)\n");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn differences_are_signed() {
        assert_eq!(super::lines("a\nb\n", "a\nb\n"), "");
        assert_eq!(super::lines("a\nb\n", "a\nc\n"), "      a\n    - b\n    + c\n");
    }
}
