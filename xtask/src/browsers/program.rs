//! A program of `tests/browser`: its file, what its header says about it, and the page that shows
//! it to a browser.
//!
//! The header is the opening comment: `//` lines, or `<!-- -->` lines of a page.
//!
//! ```text
//! // @unspecified: why   no rule decides the order; any recorded output of either browser will do
//! // @differs: why       each browser has an order of its own
//! // @only chrome: why   the other browser lacks what it needs
//! // @real-time          is also run on the real clock
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use super::browser::Browser;
use super::server::Page;
use crate::error::{Context, Error, Result};
use crate::project::{Project, sha256_hex};

const PRELUDE: &str = include_str!("prelude.js");

const EXTENSIONS: [&str; 3] = ["js", "mjs", "html"];

/// What a program claims about the order it prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Claim {
    /// Rules decide it: one output, in every browser.
    #[default]
    Specified,
    /// One output for each browser.
    Differs,
    /// Up to the browser, and perhaps to chance.
    Unspecified,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) claim: Claim,
    pub(super) only: Option<Browser>,
    pub(super) real_time: bool,
}

impl Header {
    pub(super) fn runs_in(&self, browser: Browser) -> bool {
        self.only.is_none_or(|only| only == browser)
    }
}

#[derive(Debug)]
pub(super) struct Program {
    /// The path below `tests/browser`.
    pub(super) name: String,
    pub(super) file: PathBuf,
    pub(super) header: Header,
    source: String,
}

impl Program {
    pub(super) fn folder(project: &Project) -> PathBuf {
        project.root.join("tests/browser")
    }

    /// Those whose path contains a filter, all when there is none.
    pub(super) fn find(project: &Project, filters: &[String]) -> Result<Vec<Program>> {
        let chosen = |path: &Path| {
            let name = path.to_string_lossy();
            filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
        };
        let programs: Vec<Program> = project
            .files()?
            .iter()
            .filter(|path| is_program(path) && chosen(path))
            .map(|path| Program::load(project, &project.root.join(path)))
            .collect::<Result<_>>()?;
        if programs.is_empty() {
            return Err(Error::new("no program of tests/browser matches"));
        }
        Ok(programs)
    }

    fn load(project: &Project, file: &Path) -> Result<Program> {
        let mut program = Program::anywhere(&Program::folder(project), file)?;
        program.header = header(&program.source).context(|| file.display().to_string())?;
        Ok(program)
    }

    /// Any file, shown as part of a folder; nothing in it is a directive.
    pub(super) fn anywhere(folder: &Path, file: &Path) -> Result<Program> {
        let source = fs::read_to_string(file).context(|| format!("reading {}", file.display()))?;
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned();
        Ok(Program { name, file: file.to_owned(), header: Header::default(), source })
    }

    /// Changes when the program does; comments are free.
    pub(super) fn key(&self) -> String {
        let code: Vec<&str> = self
            .source
            .lines()
            .map(str::trim)
            .filter(|line| !(line.starts_with("//") || line.starts_with("<!--")))
            .collect();
        let mut key = sha256_hex(code.join("\n").as_bytes());
        key.truncate(16);
        key
    }

    pub(super) fn page(&self) -> Result<Page> {
        let (kind, source) = (self.file.extension().unwrap_or_default(), &self.source);
        let html = if kind == "html" {
            with_prelude(source)
        } else {
            if source.contains("</script") {
                return Err(Error::new(format!("{} would end its own script element", self.name)));
            }
            let attribute = if kind == "mjs" { " type=\"module\"" } else { "" };
            format!(
                "<!doctype html><html><head><script>{PRELUDE}</script></head>\
                 <body><script{attribute}>{source}</script></body></html>"
            )
        };
        Ok(Page { path: self.name.clone(), html })
    }
}

fn is_program(path: &Path) -> bool {
    let helper = path.iter().any(|part| part == "fixtures");
    let known = path.extension().is_some_and(|kind| EXTENSIONS.iter().any(|known| kind == *known));
    path.starts_with("tests/browser") && known && !helper
}

/// The prelude comes first, but a document without its doctype in front is another kind of page.
pub(super) fn with_prelude(html: &str) -> String {
    let starts_with_doctype =
        html.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype"));
    let at = if starts_with_doctype { html.find('>').map_or(0, |end| end + 1) } else { 0 };
    format!("{}<script>{PRELUDE}</script>{}", &html[..at], &html[at..])
}

fn header(source: &str) -> Result<Header> {
    let mut header = Header::default();
    for line in source.lines().map(str::trim) {
        let comment = line.strip_prefix("//").or_else(|| line.strip_prefix("<!--"));
        let Some(comment) = comment else {
            let skipped = line.is_empty()
                || line.trim_end_matches(';') == "'use strict'"
                || line.to_ascii_lowercase().starts_with("<!doctype");
            if skipped {
                continue;
            }
            break;
        };
        let comment = comment.trim_end_matches("-->").trim();
        if let Some(directive) = comment.strip_prefix('@') {
            set(&mut header, directive)?;
        }
    }
    Ok(header)
}

fn set(header: &mut Header, directive: &str) -> Result<()> {
    let (name, why) = directive.split_once(':').unwrap_or((directive, ""));
    let explained = !why.trim().is_empty();
    match name.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["unspecified"] if explained => header.claim = Claim::Unspecified,
        ["differs"] if explained => header.claim = Claim::Differs,
        ["only", browser] if explained => header.only = Some(Browser::by_name(browser)?),
        ["real-time"] => header.real_time = true,
        _ => return Err(Error::new(format!("no directive @{directive}, or it gives no reason"))),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_scripts_and_pages() {
        let script =
            "// A claim.\n// @unspecified: a race\n// @real-time\n'use strict';\nrun();\n// @x\n";
        let found = header(script).expect("well formed");
        assert_eq!((found.claim, found.real_time), (Claim::Unspecified, true));
        let page = "<!doctype html>\n<!-- A claim. -->\n<!-- @only chrome: no yield -->\n<p>\n";
        let found = header(page).expect("well formed");
        assert_eq!(found.only, Some(Browser::Chrome));
        assert!(!found.runs_in(Browser::Firefox));
        for bad in ["// @unspecified\n", "// @only opera: why\n", "// @sometimes: x\n"] {
            assert!(header(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_doctype_stays_in_front() {
        let page = with_prelude("<!DOCTYPE html>\n<p>");
        assert!(page.starts_with("<!DOCTYPE html><script>"));
        assert!(page.ends_with("</script>\n<p>"));
        assert!(with_prelude("<p>").starts_with("<script>"));
    }

    #[test]
    fn helpers_are_not_programs() {
        assert!(is_program(Path::new("tests/browser/timers/zero.js")));
        assert!(!is_program(Path::new("tests/browser/scripts/fixtures/a.js")));
        assert!(!is_program(Path::new("tests/browser/timers/zero.recorded")));
        assert!(!is_program(Path::new("tests/order/a.js")));
    }
}
