//! The nearest known name to a mistyped one.

/// The candidate that `given` was most likely meant to be, if one is near enough.
///
/// Near enough is one edit for every three letters: `--chek` finds `--check`, `--x` finds nothing.
pub(crate) fn nearest<'a>(
    given: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let limit = given.chars().count().div_ceil(3).min(3);
    candidates
        .into_iter()
        .map(|candidate| (distance(given, candidate), candidate))
        .filter(|&(distance, _)| distance <= limit && distance < given.chars().count())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Edits (insert, delete, replace, swap of neighbours) from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, &a) in from.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, &b) in to.iter().enumerate() {
            let mut cost = (last[column] + usize::from(a != b))
                .min(last[column + 1] + 1)
                .min(current[column] + 1);
            if row > 0 && column > 0 && a == to[column - 1] && from[row - 1] == b {
                cost = cost.min(before_last[column - 1] + 1);
            }
            current.push(cost);
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance("check", "check"), 0);
        assert_eq!(distance("chekc", "check"), 1);
        assert_eq!(distance("chek", "check"), 1);
        assert_eq!(distance("", "abc"), 3);
    }

    #[test]
    fn only_a_near_name_is_offered() {
        let names = ["check", "eval", "print", "warn-blocked"];
        assert_eq!(nearest("chek", names), Some("check"));
        assert_eq!(nearest("warn-block", names), Some("warn-blocked"));
        assert_eq!(nearest("x", names), None);
        assert_eq!(nearest("frobnicate", names), None);
    }
}
