//! A test file of WPT as a page that needs no server.
//!
//! WPT's own server makes a page around a `.any.js` or `.window.js` file from its `META` comments,
//! and addresses that begin with `/` mean the root of the suite. Here the page is written beside
//! the test, so that its relative addresses hold, and the root is spelled out.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Context, Result};

/// Takes the place of the suite's own report: one line a subtest, and one at the end.
const REPORT: &str = "
setup({ output: false });
add_completion_callback((tests, harness) => {
  for (const { status, name, message } of tests) {
    console.log('#subtest ' + JSON.stringify([status, name, message]));
  }
  console.log('#harness ' + JSON.stringify([harness.status, harness.message]));
});
";

/// By which a script that runs in several kinds of global knows its own.
const GLOBAL: &str =
    "self.GLOBAL = { isWindow: () => true, isWorker: () => false, isShadowRealm: () => false };";

/// A page on disk, removed when this is dropped.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) path: PathBuf,
}

impl Page {
    pub(super) fn write(root: &Path, name: &str, source: &str) -> Result<Page> {
        let folder = root.join(name).parent().unwrap_or(root).to_owned();
        let stem = name.rsplit('/').next().unwrap_or(name);
        let path = folder.join(format!("_roundel_{}_{stem}.html", std::process::id()));
        fs::write(&path, html(name, source)).context(|| format!("writing {}", path.display()))?;
        Ok(Page { path })
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // A page that stays is overwritten by nobody and tested by nobody.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether the suite's server would say that the page is isolated from other origins: by a file of headers beside it.
pub(super) fn is_isolated(root: &Path, name: &str) -> bool {
    let headers = fs::read_to_string(root.join(format!("{name}.headers"))).unwrap_or_default();
    isolates(&headers)
}

fn isolates(headers: &str) -> bool {
    let has = |name: &str, values: &[&str]| {
        headers
            .lines()
            .filter_map(|line| line.split_once(':'))
            .any(|(key, value)| key.eq_ignore_ascii_case(name) && values.contains(&value.trim()))
    };
    has("Cross-Origin-Opener-Policy", &["same-origin"])
        && has("Cross-Origin-Embedder-Policy", &["require-corp", "credentialless"])
}

/// Why a file is not run, if it is not.
pub(super) fn skip_reason(name: &str, source: &str) -> Option<&'static str> {
    let without_window = metas(source, "global").next().is_some_and(|globals| {
        !globals.split(',').any(|global| ["window", "default", "!default"].contains(&global.trim()))
    });
    if name.contains("idlharness") || source.contains("idlharness.js") {
        return Some("compares every interface with its IDL, most of which a loop does not need");
    }
    if name.contains("-manual.") {
        return Some("waits for a person");
    }
    if source.contains("testdriver.js") {
        return Some("needs a driver that moves a mouse and presses keys");
    }
    if source.contains("send-file-form") {
        return Some("sends what a server of the suite answers");
    }
    if name.contains("encoding/legacy-mb-") && name.ends_with(".html") && name.contains("code-") {
        return Some("is of 780 000 about characters of pages in older encodings");
    }
    without_window.then_some("is for workers")
}

/// What a page has that Roundel's does not: text in a test that needs it, and what to call it.
const LACKING: [(&str, &str); 12] = [
    ("service-worker/resources/test-helpers", "a helper that the suite does not carry"),
    (".sub.", "what the suite's server puts into its files"),
    ("window.open(", "a second page"),
    ("<frameset", "framesets"),
    ("SharedWorker", "workers of several pages"),
    ("serviceWorker", "workers between pages and servers"),
    ("attachShadow", "shadow trees"),
    ("customElements", "custom elements"),
    ("insertRule", "style sheets"),
    ("getComputedStyle", "style sheets"),
    ("prefixed-animation-event-tests", "style sheets"),
    ("performanceobservers.js", "the times of resources"),
];

/// What a test that does not pass whole needs of a page, if it is known to be absent.
pub(super) fn lacking(source: &str) -> Option<&'static str> {
    LACKING.iter().find(|(text, _)| source.contains(text)).map(|(_, what)| *what)
}

/// Whether a path of the suite is a test for a window at all.
pub(super) fn is_test(name: &str, source: impl FnOnce() -> Option<String>) -> bool {
    if ["/resources/", "/support/"].iter().any(|part| name.contains(part)) {
        return false;
    }
    name.ends_with(".any.js")
        || name.ends_with(".window.js")
        || (name.ends_with(".html")
            && !name.contains("/_roundel_")
            && source().is_some_and(|text| text.contains("/resources/testharness.js")))
}

fn html(name: &str, source: &str) -> String {
    // From the test's folder back to the root.
    let up = "../".repeat(name.matches('/').count());
    let page = if name.ends_with(".html") { source.to_owned() } else { wrapper(name, source) };
    let mut page = page;
    for quote in ["\"", "'", ""] {
        for attribute in ["src", "href"] {
            let rooted = format!("{attribute}={quote}/");
            page = page.replace(&rooted, &format!("{attribute}={quote}{up}"));
        }
    }
    with_report(&page)
}

/// The page that WPT's server would make.
fn wrapper(name: &str, source: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    let title = metas(source, "title").next().unwrap_or(file);
    let scripts: String = metas(source, "script")
        .map(|script| format!("<script src=\"{script}\"></script>\n"))
        .collect();
    format!(
        "<!doctype html>\n<meta charset=utf-8>\n<title>{title}</title>\n\
         <script>{GLOBAL}</script>\n\
         <script src=\"/resources/testharness.js\"></script>\n\
         <script src=\"/resources/testharnessreport.js\"></script>\n\
         {scripts}<div id=log></div>\n<script src=\"{file}\"></script>\n"
    )
}

/// Puts the report in the place of the suite's, which is always loaded after the harness.
fn with_report(page: &str) -> String {
    let report = format!("<script>{REPORT}</script>");
    let Some(named) = page.find("testharnessreport.js") else { return page.to_owned() };
    let start = page[..named].rfind("<script").unwrap_or(named);
    let end = page[named..].find("</script>").map_or(page.len(), |at| named + at + 9);
    format!("{}{report}{}", &page[..start], &page[end..])
}

/// The values of the `// META: key=value` lines.
fn metas<'a>(source: &'a str, key: &'a str) -> impl Iterator<Item = &'a str> {
    source
        .lines()
        .map_while(|line| line.trim().strip_prefix("// META:"))
        .filter_map(move |meta| meta.trim().strip_prefix(key)?.strip_prefix('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_get_the_page_of_the_server() {
        let source = "// META: title=A title\n// META: script=/common/utils.js\n'use strict';\n";
        let page = html("dom/abort/event.any.js", source);
        assert!(page.contains("<title>A title</title>"));
        assert!(page.contains("<script src=\"../../resources/testharness.js\"></script>"));
        assert!(page.contains("<script src=\"../../common/utils.js\"></script>"));
        assert!(page.contains("<script src=\"event.any.js\"></script>"));
        assert!(page.contains("add_completion_callback") && !page.contains("testharnessreport.js"));
    }

    #[test]
    fn pages_keep_their_text() {
        let source = "<script src=/resources/testharness.js></script>\n\
                      <script src='/resources/testharnessreport.js'></script>\n<p>kept\n";
        let page = html("html/a/b.html", source);
        assert!(page.starts_with("<script src=../../resources/testharness.js></script>\n<script>"));
        assert!(page.ends_with("</script>\n<p>kept\n"));
    }

    #[test]
    fn both_headers_isolate() {
        let both =
            "Cross-Origin-Embedder-Policy: require-corp\ncross-origin-opener-policy: same-origin\n";
        assert!(isolates(both));
        assert!(!isolates("Cross-Origin-Opener-Policy: same-origin\n"));
        assert!(!isolates(&both.replace("same-origin", "unsafe-none")));
    }

    #[test]
    fn what_is_run() {
        let text = || Some("<script src=/resources/testharness.js></script>".to_owned());
        assert!(is_test("dom/events/a.html", text));
        assert!(!is_test("dom/events/a-ref.html", || Some("<p>".to_owned())));
        assert!(!is_test("url/resources/a.html", text));
        assert!(is_test("url/a.any.js", || None));
        assert!(!is_test("url/a.js", || None));
        let worker = "// META: global=dedicatedworker,sharedworker\n";
        assert_eq!(skip_reason("a.any.js", worker), Some("is for workers"));
        assert_eq!(skip_reason("a.any.js", "// META: global=window,worker\n"), None);
    }
}
