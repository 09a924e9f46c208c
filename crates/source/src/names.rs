//! The names a transform puts into a text, chosen so that none of them occurs in it.

use std::borrow::Cow;

use oxc_ast::ast::StringLiteral;

/// The value of a string as Rust can hold it: a surrogate without its other half becomes U+FFFD.
pub(crate) fn text<'a>(literal: &StringLiteral<'a>) -> Cow<'a, str> {
    const MARK: char = '\u{fffd}';
    let value = literal.value.as_str();
    if !literal.lone_surrogates {
        return Cow::Borrowed(value);
    }
    // The parser writes the mark and four digits for each of them, and for the mark itself.
    let mut pieces = value.split(MARK);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        out.push(MARK);
        out.push_str(piece.get(4..).unwrap_or_default());
    }
    Cow::Owned(out)
}

/// Host names for one source. They all start with one prefix the source does not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    prefix: String,
}

impl Names {
    pub(crate) fn for_source(source: &str) -> Self {
        let mut prefix = "$$r".to_owned();
        let mut tries = 0;
        while memchr::memmem::find(source.as_bytes(), prefix.as_bytes()).is_some() {
            tries += 1;
            prefix = format!("$$r{tries}_");
        }
        Self { prefix }
    }

    /// The name of a CommonJS wrapper, by which stacks are told where a module begins.
    pub fn wrapper(&self) -> String {
        format!("{}cjs", self.prefix)
    }

    /// The function that stands for `import(…)`. As long as the keyword, in all but hostile sources.
    pub fn dynamic_import(&self) -> String {
        format!("{}imp", self.prefix)
    }

    /// The object that stands for `import.meta`.
    pub fn import_meta(&self) -> String {
        format!("{}meta", self.prefix)
    }

    /// The function that gives back its argument with `stack` in Node's form.
    pub fn stack(&self) -> String {
        format!("{}s", self.prefix)
    }

    /// The property key whose reading does the same, for object patterns.
    pub fn stack_key(&self) -> String {
        format!("{}k", self.prefix)
    }

    /// The function that takes a module's export getters.
    pub fn export(&self) -> String {
        format!("{}e", self.prefix)
    }

    /// The binding of a default export that has no name of its own.
    pub fn default_export(&self) -> String {
        format!("{}d", self.prefix)
    }

    /// A name that is never declared, in the place of `arguments`.
    pub(crate) fn no_arguments(&self) -> String {
        format!("{}arguments", self.prefix)
    }

    /// The `require` function behind TypeScript's `import x = require('y')` in an ES module.
    pub fn require(&self) -> String {
        format!("{}req", self.prefix)
    }

    /// The object with the current async context.
    pub fn context(&self) -> String {
        format!("{}c", self.prefix)
    }

    /// The variable that keeps the async context for the statement at a source offset.
    pub(crate) fn kept_context(&self, offset: u32) -> String {
        format!("{}c{offset}", self.prefix)
    }

    /// The helpers of `using` declarations.
    pub fn using(&self) -> String {
        format!("{}u", self.prefix)
    }

    /// The stack of resources of the block that starts at a source offset.
    pub(crate) fn resources(&self, offset: u32) -> String {
        format!("{}u{offset}", self.prefix)
    }

    /// The function that throws when the time of a script is over.
    pub fn time_check(&self) -> String {
        format!("{}t", self.prefix)
    }

    /// The exports of the request with this index, one getter per name.
    pub fn request(&self, index: usize) -> String {
        format!("{}{index}", self.prefix)
    }

    /// The namespace object of the request with this index.
    pub fn namespace(&self, index: usize) -> String {
        format!("{}n{index}", self.prefix)
    }
}

/// Which host names a transformed source uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    pub dynamic_import: bool,
    pub import_meta: bool,
    pub stack: bool,
    pub stack_key: bool,
    pub require: bool,
    pub using: bool,
    pub context: bool,
    pub time_check: bool,
}

impl Uses {
    /// Whether the source needs nothing from the host.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// A JavaScript string literal for `text`.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\x{:02x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// `object.name`, or `object["name"]` where the name is not an identifier.
pub(crate) fn member(object: &str, name: &str) -> String {
    if oxc_syntax::identifier::is_identifier_name(name) {
        format!("{object}.{name}")
    } else {
        format!("{object}[{}]", quote(name))
    }
}

/// A property name for an object literal; `__proto__` must not become a prototype.
pub(crate) fn literal_key(name: &str) -> String {
    if name == "__proto__" {
        "[\"__proto__\"]".to_owned()
    } else if oxc_syntax::identifier::is_identifier_name(name) {
        name.to_owned()
    } else {
        quote(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_avoids_the_source() {
        assert_eq!(Names::for_source("x").stack(), "$$rs");
        assert_eq!(Names::for_source("$$rs()").stack(), "$$r1_s");
        assert_eq!(Names::for_source("$$r $$r1_").stack(), "$$r2_s");
    }

    #[test]
    fn import_keeps_its_width() {
        assert_eq!(Names::for_source("").dynamic_import().len(), "import".len());
    }

    #[test]
    fn keys_and_members() {
        assert_eq!(member("a", "b"), "a.b");
        assert_eq!(member("a", "x y"), "a[\"x y\"]");
        assert_eq!(literal_key("__proto__"), "[\"__proto__\"]");
        assert_eq!(quote("a\"\n"), "\"a\\\"\\n\"");
    }
}
