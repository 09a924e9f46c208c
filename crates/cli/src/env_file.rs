//! Files of environment variables (`--env-file`), read as Node reads them.
//!
//! Text in, pairs out; nothing here touches the file system or the environment. The grammar is
//! Node's, with its oddities: a carriage return is dropped wherever it stands, `\n` is an escape
//! only between double quotes, a quote that is never closed is an ordinary character, `#` begins
//! a comment anywhere outside quotes, and a value of blanks alone reaches into the next line.

/// The variables of `text` in the order they stand; a later one of the same name wins.
pub(crate) fn parse(text: &str) -> Vec<(String, String)> {
    let text: String = text.chars().filter(|&c| c != '\r').collect();
    let mut rest = trim(&text);
    let mut variables = Vec::new();
    while !rest.is_empty() {
        if rest.starts_with(['\n', '#']) {
            rest = after_line(rest);
            continue;
        }
        let line = first_line(rest);
        let Some(equals) = line.find('=') else {
            rest = after_line(rest);
            continue;
        };
        let key = trim(&rest[..equals]);
        if key.is_empty() {
            rest = after_line(rest);
            continue;
        }
        let key = key.strip_prefix("export ").map_or(key, trim);
        let (value, after) = value(&rest[equals + 1..]);
        variables.push((key.to_owned(), value));
        rest = trim(after);
    }
    variables
}

/// The value at the start of `text` and what follows its line.
fn value(text: &str) -> (String, &str) {
    if text.is_empty() || text.starts_with('\n') {
        return (String::new(), text);
    }
    let text = trim(text);
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`')) {
        let inner = &text[1..];
        if let Some(end) = inner.find(quote) {
            let raw = &inner[..end];
            let value = if quote == '"' { raw.replace("\\n", "\n") } else { raw.to_owned() };
            return (value, after_line(&inner[end + 1..]));
        }
    }
    let line = first_line(text);
    let bare = line.split('#').next().unwrap_or(line);
    (trim(bare).to_owned(), after_line(text))
}

fn first_line(text: &str) -> &str {
    text.split('\n').next().unwrap_or(text)
}

fn after_line(text: &str) -> &str {
    text.find('\n').map_or("", |end| &text[end + 1..])
}

/// Node trims spaces, tabs and newlines, and no other white space.
fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n'])
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let found = parse(text);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(found, expected, "in {text:?}");
    }

    /// Each pair was printed by `util.parseEnv` of Node 26.
    #[test]
    fn values_are_read_as_node_reads_them() {
        check("BASIC=basic", &[("BASIC", "basic")]);
        check("  A = 1 ", &[("A", "1")]);
        check(
            "export A=1\nexport   B = two\nexportC=3",
            &[("A", "1"), ("B", "two"), ("exportC", "3")],
        );
        check("export =3\nB=1", &[("export", "3"), ("B", "1")]);
        check("# c\n\n  # d\nA=1\n#B=2", &[("A", "1")]);
        check(
            "A=a#b\nB=a #b\nC=#c\nD= #c\nE=1",
            &[("A", "a"), ("B", "a"), ("C", ""), ("D", ""), ("E", "1")],
        );
        check("A=\nB=1", &[("A", ""), ("B", "1")]);
        check("A=   \nB=1", &[("A", "B=1")]);
        check("A==", &[("A", "=")]);
        check("NOEQ\n=x\n = y\nB=1\nC: 3", &[("B", "1")]);
        check("A=1\r\nB=\"x\r\ny\"\r\nC=3\rD", &[("A", "1"), ("B", "x\ny"), ("C", "3D")]);
    }

    #[test]
    fn quotes_keep_what_is_between_them() {
        check("A=''\nB=\"\"\nC=``", &[("A", ""), ("B", ""), ("C", "")]);
        check("A='$X \\n # no'", &[("A", "$X \\n # no")]);
        check("A=\"x\\ny \\t # no\"", &[("A", "x\ny \\t # no")]);
        check("A=`back \"tick\" 'q'`", &[("A", "back \"tick\" 'q'")]);
        check(
            "A=\"1\n2\n3\"\nB='a\nb'\nC=`x\ny`z\nD=1",
            &[("A", "1\n2\n3"), ("B", "a\nb"), ("C", "x\ny"), ("D", "1")],
        );
        check("A=\"x\" # c\nB=\"x\"#c\nC=\"x\" y", &[("A", "x"), ("B", "x"), ("C", "x")]);
        check("A=ab\"cd\"ef", &[("A", "ab\"cd\"ef")]);
        check("A={\"foo\": \"bar's\"}", &[("A", "{\"foo\": \"bar's\"}")]);
    }

    #[test]
    fn a_quote_never_closed_is_a_character() {
        check("A='x\nB=1", &[("A", "'x"), ("B", "1")]);
        check("A=\"", &[("A", "\"")]);
        check("A=\"x\nB=\"y\"\nC=1", &[("A", "x\nB="), ("C", "1")]);
    }
}
