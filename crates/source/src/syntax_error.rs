//! A source that does not parse: where, and in the words V8 would use.
//!
//! The parser knows what it wanted; V8 says what it found. So most messages are made from the token under the
//! error, and the rest are translated by a table.

use oxc_diagnostics::OxcDiagnostic;

use crate::edit::{Terminators, utf16_len};
use crate::scan::is_word_byte;

/// A syntax error with its place. Line and column are 1-based, columns count UTF-16 code units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub message: String,
    pub line: u32,
    pub column: u32,
    /// How many columns of the line the error covers; 0 at the end of the input.
    pub width: u32,
    pub source_line: String,
}

impl SyntaxError {
    pub(crate) fn at(source: &str, start: u32, end: u32, message: impl Into<String>) -> Self {
        let start = floor_boundary(source, start as usize);
        let end = floor_boundary(source, end as usize).max(start);
        let mut line = 1;
        let mut line_start = 0;
        let mut line_end = source.len();
        for (at, len) in Terminators::new(source) {
            if at + len > start {
                line_end = at;
                break;
            }
            line += 1;
            line_start = at + len;
        }
        let covered = start..end.clamp(start, line_end.max(start));
        Self {
            message: message.into(),
            line,
            column: utf16_len(&source[line_start..start]) + 1,
            width: utf16_len(&source[covered]),
            source_line: source[line_start..line_end.max(line_start)].to_owned(),
        }
    }

    /// The first of the parser's complaints.
    pub(crate) fn from_diagnostics<'d>(
        source: &str,
        diagnostics: impl IntoIterator<Item = &'d OxcDiagnostic>,
    ) -> Self {
        match diagnostics.into_iter().next() {
            Some(diagnostic) => Self::from_diagnostic(source, diagnostic),
            None => Self::at(source, 0, 0, "Invalid or unexpected token"),
        }
    }

    fn from_diagnostic(source: &str, diagnostic: &OxcDiagnostic) -> Self {
        let message: &str = &diagnostic.message;
        // A second declaration is the error, an opening bracket only explains one.
        let later = message.ends_with("has already been declared")
            || message.starts_with("Multiple constructor");
        let label = if later { diagnostic.labels.iter().last() } else { diagnostic.labels.first() };
        let (start, end) = label.map_or((0, 0), |label| {
            let start = label.offset() as usize;
            (start, start + label.len() as usize)
        });
        if let Some(name) = between(message, "Identifier `", "` has already been declared") {
            let text = format!("Identifier '{name}' has already been declared");
            return Self::at(source, start as u32, end as u32, text);
        }
        if let Some(name) = between(message, "Label `", "` has already been declared") {
            let text = format!("Label '{name}' has already been declared");
            return Self::at(source, start as u32, end as u32, text);
        }
        if let Some(name) = between(message, "Export '", "' is not defined") {
            let text = format!("Export '{name}' is not defined in module");
            return Self::at(source, start as u32, end as u32, text);
        }
        if message.starts_with("Unterminated string") && source[start..].starts_with('`') {
            let end = source.len() as u32;
            return Self::at(source, end, end, "Unexpected end of input");
        }
        if message == "Invalid escape sequence" || message == "Invalid Unicode escape sequence" {
            let is_hex = source[start..].starts_with("\\x");
            let kind = if is_hex { "hexadecimal" } else { "Unicode" };
            let text = format!("Invalid {kind} escape sequence");
            return Self::at(source, end as u32, end as u32 + 1, text);
        }
        if message.starts_with("Cannot assign to this expression") {
            return Self::at(source, start as u32, end as u32, no_target(source, start, end));
        }
        if let Some((_, text, cover)) =
            TRANSLATIONS.iter().find(|(theirs, ..)| message.starts_with(theirs))
        {
            let (start, end) = match cover {
                Cover::Label => (start, end),
                Cover::FirstToken => (start, start + token_at(source, start).1.len()),
                Cover::FirstCharacter => (start, start + 1),
                Cover::TokenBefore => {
                    let before = start_of_token_before(source, start) as usize;
                    (before, before + token_at(source, before).1.len())
                }
            };
            return Self::at(source, start as u32, end as u32, *text);
        }
        let starts_with_expectation = [
            "Expected `",
            "Unexpected token",
            "Unexpected end",
            "Unexpected JSX expression",
            "Identifier expected",
            "Expected ",
        ]
        .iter()
        .any(|theirs| message.starts_with(theirs));
        if starts_with_expectation {
            return Self::unexpected(source, start, message);
        }
        Self::at(source, start as u32, end as u32, message)
    }

    fn unexpected(source: &str, start: usize, message: &str) -> Self {
        let (start, token) = token_at(source, start);
        if !token.is_empty() && message.starts_with("Expected `,` or `)`") {
            let before = start_of_token_before(source, start);
            return Self::at(source, before, before + 1, "missing ) after argument list");
        }
        let text = match token.as_bytes() {
            [] => "Unexpected end of input".to_owned(),
            [b'"' | b'\'', ..] => "Unexpected string".to_owned(),
            [b'`', ..] => "Unexpected template string".to_owned(),
            [b'0'..=b'9', ..] => "Unexpected number".to_owned(),
            [b'@' | b'\\', ..] => "Invalid or unexpected token".to_owned(),
            [first, ..] if is_word_byte(*first) && !is_reserved(token) => {
                format!("Unexpected identifier '{token}'")
            }
            _ => format!("Unexpected token '{token}'"),
        };
        Self::at(source, start as u32, (start + token.len()) as u32, text)
    }
}

impl std::fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SyntaxError: {} ({}:{})", self.message, self.line, self.column)
    }
}

impl std::error::Error for SyntaxError {}

/// V8's words for what nothing can be assigned to, by what stands around it.
fn no_target(source: &str, start: usize, end: usize) -> &'static str {
    let before = source[..start].trim_end().trim_end_matches('(').trim_end();
    let after = source.get(end..).unwrap_or_default().trim_start().trim_start_matches(')');
    let steps = ["++", "--"];
    if steps.iter().any(|step| before.ends_with(step)) {
        "Invalid left-hand side expression in prefix operation"
    } else if steps.iter().any(|step| after.trim_start().starts_with(step)) {
        "Invalid left-hand side expression in postfix operation"
    } else if before.ends_with("for") {
        "Invalid left-hand side in for-loop"
    } else {
        "Invalid left-hand side in assignment"
    }
}

/// Which part of the parser's label a message points at.
enum Cover {
    Label,
    FirstToken,
    FirstCharacter,
    /// The parser stopped behind what V8 points at.
    TokenBefore,
}

/// The parser's words (a prefix) and V8's.
const TRANSLATIONS: &[(&str, &str, Cover)] = &[
    ("A 'return' statement can only be used", "Illegal return statement", Cover::FirstToken),
    ("Unterminated string", "Invalid or unexpected token", Cover::Label),
    ("Unterminated multiline comment", "Invalid or unexpected token", Cover::Label),
    (
        "Unterminated regular expression",
        "Invalid regular expression: missing /",
        Cover::FirstCharacter,
    ),
    ("Invalid Character", "Invalid or unexpected token", Cover::FirstCharacter),
    ("Invalid characters after number", "Invalid or unexpected token", Cover::TokenBefore),
    ("Invalid Number", "Invalid or unexpected token", Cover::Label),
    ("File appears to be binary", "Invalid or unexpected token", Cover::FirstCharacter),
    ("Decorators are not valid here", "Invalid or unexpected token", Cover::FirstCharacter),
    ("Missing catch or finally clause", "Missing catch or finally after try", Cover::TokenBefore),
    ("Expected function name", "Function statements require a function name", Cover::TokenBefore),
    (
        "Multiple constructor implementations",
        "A class may only have one constructor",
        Cover::FirstToken,
    ),
    (
        "'with' statements are not allowed",
        "Strict mode code may not include a with statement",
        Cover::FirstToken,
    ),
    ("Illegal break statement", "Illegal break statement", Cover::FirstToken),
    (
        "Illegal continue statement",
        "Illegal continue statement: no surrounding iteration statement",
        Cover::FirstToken,
    ),
    (
        "`await` is only allowed",
        "await is only valid in async functions and the top level bodies of modules",
        Cover::FirstToken,
    ),
    (
        "Tagged template expressions are not permitted in an optional chain",
        "Invalid tagged template on optional chain",
        Cover::Label,
    ),
    (
        "Cannot use import statement outside",
        "Cannot use import statement outside a module",
        Cover::FirstToken,
    ),
    ("Cannot use import.meta outside", "Cannot use 'import.meta' outside a module", Cover::Label),
    ("Unexpected import.meta", "Cannot use 'import.meta' outside a module", Cover::Label),
    ("Cannot use export", "Unexpected token 'export'", Cover::FirstToken),
    (
        "`let` cannot be declared as a variable name",
        "let is disallowed as a lexically bound name",
        Cover::Label,
    ),
    ("The keyword '", "Unexpected strict mode reserved word", Cover::Label),
];

/// The token that starts at an offset, whitespace and comments passed over.
fn token_at(source: &str, start: usize) -> (usize, &str) {
    let mut at = floor_boundary(source, start);
    loop {
        let rest = &source[at..];
        let visible = rest.trim_start();
        at += rest.len() - visible.len();
        if let Some(comment) = visible.strip_prefix("//") {
            at += 2 + comment.find(['\n', '\r', '\u{2028}', '\u{2029}']).unwrap_or(comment.len());
        } else if let Some(comment) = visible.strip_prefix("/*") {
            at += 2 + comment.find("*/").map_or(comment.len(), |end| end + 2);
        } else {
            break;
        }
    }
    let rest = &source[at..];
    let bytes = rest.as_bytes();
    let len = match bytes {
        [] => 0,
        [quote @ (b'"' | b'\'' | b'`'), inner @ ..] => {
            inner.iter().position(|b| b == quote).map_or(rest.len(), |end| end + 2)
        }
        [first, ..] if is_word_byte(*first) || *first == b'#' => {
            1 + bytes[1..].iter().take_while(|&&b| is_word_byte(b)).count()
        }
        _ => PUNCTUATORS.iter().find(|p| rest.starts_with(**p)).map_or_else(
            || rest.chars().next().map_or(0, char::len_utf8),
            |punctuator| punctuator.len(),
        ),
    };
    (at, &rest[..len])
}

fn start_of_token_before(source: &str, at: usize) -> u32 {
    let head = source[..at].trim_end();
    let word = head.bytes().rev().take_while(|&byte| is_word_byte(byte)).count();
    (head.len() - word.max(1).min(head.len())) as u32
}

/// Punctuators longer than one character, longest first.
const PUNCTUATORS: &[&str] = &[
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "<<", ">>", "**",
];

fn is_reserved(word: &str) -> bool {
    oxc_syntax::keyword::is_reserved_keyword(word)
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    text.strip_prefix(before)?.strip_suffix(after)
}

fn floor_boundary(source: &str, at: usize) -> usize {
    let mut at = at.min(source.len());
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}
