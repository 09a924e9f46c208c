//! Tokens: a schedule of one program, as one word.
//!
//! `VERSION_PROGRAM_OUTCOME_GUIDE_CHECK`: the version of Roundel, the program's digest, that of what it did, the guide with
//! `+` between its parts, and a sum over all of it. Plain enough to be read: `0.1.0_4be1f02c_91d5e3a7_plain+next.3=1_5d`.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use roundel_runtime::Guide;

use super::outcome::Outcome;
use super::program::Program;

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    version: String,
    program: u32,
    pub(super) outcome: u32,
    pub(super) guide: Guide,
    pub(super) faults: Vec<String>,
}

impl Token {
    pub(super) fn new(program: &Program, guide: &Guide, outcome: &Outcome) -> Token {
        Token {
            version: VERSION.to_owned(),
            program: program.digest(),
            outcome: outcome.digest(),
            guide: guide.clone(),
            faults: program.faults.clone(),
        }
    }

    fn body(&self) -> String {
        let Token { version, program, outcome, guide, faults } = self;
        let guide = guide.to_string().replace(',', "+");
        let faults = match faults.is_empty() {
            true => String::new(),
            false => format!("+faults:{}", faults.join(":")),
        };
        format!("{version}_{program:08x}_{outcome:08x}_{guide}{faults}")
    }

    /// Reads a token; an `Err` says what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Token, String> {
        let no_token = || format!("{text} is no token of roundel explore");
        let (body, check) = text.rsplit_once('_').ok_or_else(no_token)?;
        let parts: Vec<&str> = body.split('_').collect();
        let [version, program, outcome, guide] = parts[..] else { return Err(no_token()) };
        if check != sum(body) {
            return Err(format!(
                "{text} is damaged: a part of the token is missing or has changed"
            ));
        }
        let number = |part| u32::from_str_radix(part, 16).map_err(|_| no_token());
        let (guide, faults) = match guide.split_once("+faults:") {
            Some((guide, faults)) => (guide, faults.split(':').map(str::to_owned).collect()),
            None => (guide, Vec::new()),
        };
        Ok(Token {
            version: version.to_owned(),
            program: number(program)?,
            outcome: number(outcome)?,
            guide: guide.replace('+', ",").parse().map_err(|_| no_token())?,
            faults,
        })
    }

    /// An error if the token is of another version or another program.
    pub(super) fn check(&self, program: &Program) -> Result<(), String> {
        if self.version != VERSION {
            let version = &self.version;
            return Err(format!(
                "the token is of roundel {version}, this is {VERSION}: another version may be asked other \
                 questions; explore the program again"
            ));
        }
        if self.program != program.digest() {
            return Err(format!(
                "the token is not of {}: the file, its arguments or the flags are others, or have changed since",
                program.name()
            ));
        }
        Ok(())
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = self.body();
        write!(f, "{body}_{}", sum(&body))
    }
}

fn sum(body: &str) -> String {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    format!("{:02x}", hasher.finish() as u8)
}

#[cfg(test)]
mod tests {
    use super::super::arguments::Limits;
    use super::super::outcome::End;
    use super::*;

    fn program(source: &str) -> Program {
        Program {
            file: "a.js".into(),
            args: Vec::new(),
            flags: Vec::new(),
            faults: vec!["slow-disk".to_owned(), "resets".to_owned()],
            limits: Limits::default(),
            runner: None,
            source: source.to_owned(),
        }
    }

    #[test]
    fn a_token_survives_as_text_and_fits_one_program() {
        let outcome = Outcome { end: End::Exit(1), stdout: String::new(), stderr: String::new() };
        let guide: Guide = "plain,seed:4,next.3=1,clock.0=1".parse().unwrap();
        let token = Token::new(&program("one"), &guide, &outcome);
        let text = token.to_string();
        assert!(text.chars().all(|c| c.is_ascii_alphanumeric() || "._+=:-".contains(c)), "{text}");
        let read = Token::parse(&text).unwrap();
        assert_eq!(read, token);
        assert_eq!(read.check(&program("one")), Ok(()));
        assert!(read.check(&program("two")).unwrap_err().contains("not of a.js"));
        let other = Token { version: "0.0.1".to_owned(), ..token };
        let other = Token::parse(&other.to_string()).unwrap();
        assert!(other.check(&program("one")).unwrap_err().contains("roundel 0.0.1"));
    }

    #[test]
    fn what_is_no_token_is_refused() {
        for text in
            ["", "token", "0.1.0_1_2_plain", "a_b_c_d_e", "0.1.0_00000001_00000002_plain_zz"]
        {
            assert!(Token::parse(text).is_err(), "{text}");
        }
    }
}
