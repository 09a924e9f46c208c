//! One sitting with a browser: every page is shown in turn, all of them once before any of them
//! again, and what each printed is counted.
//!
//! A browser that dies or falls silent is started again at the page where that happened; a page
//! that silences it each time is the page's fault.

use std::path::Path;
use std::time::{Duration, Instant};

use super::browser::Installed;
use super::server::{Page, Server};
use super::tally::Tally;
use crate::error::{Error, Result};
use crate::progress::Progress;

/// A busy machine takes its time to start a browser.
const FIRST_REPORT: Duration = Duration::from_secs(60);
const NEXT_REPORT: Duration = Duration::from_secs(20);
const CHECK_EVERY: Duration = Duration::from_millis(200);
const STARTS_PER_PAGE: usize = 2;

/// Shows every page `rounds` times; one tally for each.
pub(super) fn run(
    installed: &Installed,
    root: &Path,
    pages: &[Page],
    rounds: usize,
) -> Result<Vec<Tally>> {
    let runs: Vec<usize> = (0..rounds).flat_map(|_| 0..pages.len()).collect();
    let total = runs.len();
    let server = Server::start(root, pages.to_vec(), runs)?;
    let mut tallies = vec![Tally::default(); pages.len()];
    let mut progress = Progress::new(installed.browser.name(), total);
    let mut next = 0;
    let mut failed_starts = 0;
    while next < total {
        let reached = sit(installed, &server, next, total, |run, output| {
            tallies[run % pages.len()].add(&output);
            progress.advance(true);
        })?;
        failed_starts = if reached == next { failed_starts + 1 } else { 1 };
        next = reached;
        if next < total && failed_starts == STARTS_PER_PAGE {
            progress.clear();
            return Err(Error::new(format!(
                "{} does not finish {}: no report within {} s",
                installed.browser.name(),
                pages[next % pages.len()].path,
                NEXT_REPORT.as_secs()
            )));
        }
    }
    progress.clear();
    Ok(tallies)
}

/// Shows pages from `start` on; the answer is the first run that brought no report.
fn sit(
    installed: &Installed,
    server: &Server,
    start: usize,
    total: usize,
    mut finished: impl FnMut(usize, String),
) -> Result<usize> {
    let mut browser = installed.open(&server.address_of(start)?)?;
    let mut next = start;
    let mut deadline = Instant::now() + FIRST_REPORT;
    while next < total {
        match server.report(CHECK_EVERY) {
            // A page that reloads itself reports twice; the first report counts.
            Some(report) if report.run != next => {}
            Some(report) => {
                finished(report.run, report.output);
                next += 1;
                deadline = Instant::now() + NEXT_REPORT;
            }
            None if browser.has_ended()? || Instant::now() >= deadline => break,
            None => {}
        }
    }
    Ok(next)
}
