//! `roundel why-alive FILE`: a run that ends with a list of what keeps it alive, if it does not end by itself.

use std::ffi::OsString;

/// How long a program may take to end by itself.
const PATIENCE_MS: u64 = 1000;

/// The words of the run that `why-alive …` stands for.
pub(crate) fn flags(words: Vec<OsString>) -> Vec<OsString> {
    let mut rest = words.into_iter().skip(1).peekable();
    let after_ms = match rest.peek().and_then(|word| word.to_str()?.strip_prefix("--after=")) {
        Some(given) => {
            let given = given.to_owned();
            rest.next();
            given
        }
        None => PATIENCE_MS.to_string(),
    };
    let flag = OsString::from(format!("--why-alive={after_ms},end"));
    std::iter::once(flag).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_flag_of_a_run() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(flags(words("why-alive a.js x")), words("--why-alive=1000,end a.js x"));
        assert_eq!(flags(words("why-alive --after=5 a.js")), words("--why-alive=5,end a.js"));
    }
}
