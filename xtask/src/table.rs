//! A plain table for the terminal: first column to the left, the others to the right.

/// Draws the rows under the header, columns as wide as their widest cell.
pub(crate) fn draw(header: &[&str], rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = header.iter().map(|cell| cell.chars().count()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = line(header.iter().copied(), &widths);
    text.push_str(&"-".repeat(widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)));
    text.push('\n');
    for row in rows {
        text.push_str(&line(row.iter().map(String::as_str), &widths));
    }
    text
}

fn line<'a>(cells: impl Iterator<Item = &'a str>, widths: &[usize]) -> String {
    let cells: Vec<String> = cells
        .zip(widths)
        .enumerate()
        .map(|(index, (cell, width))| {
            let pad = " ".repeat(width.saturating_sub(cell.chars().count()));
            if index == 0 { format!("{cell}{pad}") } else { format!("{pad}{cell}") }
        })
        .collect();
    format!("{}\n", cells.join("  ").trim_end())
}

#[cfg(test)]
mod tests {
    #[test]
    fn columns_line_up() {
        let rows = vec![vec!["a".into(), "1".into()], vec!["long".into(), "23".into()]];
        assert_eq!(super::draw(&["x", "n"], &rows), "x      n\n--------\na      1\nlong  23\n");
    }
}
