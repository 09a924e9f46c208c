//! The distinct outputs of one program and how often each came.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The most frequent first; among equals, by text.
    outputs: Vec<(String, usize)>,
}

/// Output as it is compared: white space at the ends of lines and of the text does not count.
pub(super) fn normalise(output: &str) -> String {
    let lines: Vec<&str> = output.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}

impl Tally {
    pub(super) fn add(&mut self, output: &str) {
        self.add_times(output, 1);
    }

    pub(super) fn add_times(&mut self, output: &str, count: usize) {
        let output = normalise(output);
        match self.outputs.iter_mut().find(|(known, _)| *known == output) {
            Some((_, known)) => *known += count,
            None => self.outputs.push((output, count)),
        }
        self.outputs.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.cmp(b)));
    }

    pub(super) fn outputs(&self) -> impl Iterator<Item = (&str, usize)> {
        self.outputs.iter().map(|(output, count)| (output.as_str(), *count))
    }

    pub(super) fn contains(&self, output: &str) -> bool {
        self.outputs.iter().any(|(known, _)| known == output)
    }

    pub(super) fn distinct(&self) -> usize {
        self.outputs.len()
    }

    pub(super) fn rounds(&self) -> usize {
        self.outputs.iter().map(|(_, count)| count).sum()
    }

    /// The one output that every round gave, if so.
    pub(super) fn steady(&self) -> Option<&str> {
        match self.outputs.as_slice() {
            [(output, _)] => Some(output),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_output_leads() {
        let mut tally = Tally::default();
        for output in ["b", "a", "a", "c"] {
            tally.add(output);
        }
        assert_eq!(tally.outputs().collect::<Vec<_>>(), [("a", 2), ("b", 1), ("c", 1)]);
        assert_eq!((tally.rounds(), tally.distinct(), tally.steady()), (4, 3, None));
    }
}
