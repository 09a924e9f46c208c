//! Files that wait for a thread of the pool because others hold them all.

use super::{Finding, Lint};
use crate::model::{Model, Work};
use crate::words::{kind_noun, ms};

/// A wait shorter than this starves nobody.
const NOTICED_NS: u64 = 50_000_000;

pub(super) fn find(model: &Model, found: &mut Vec<Finding>) {
    let others: Vec<&Work> =
        model.works.iter().filter(|work| work.ran.is_some() && !is_file(model, work)).collect();
    if others.is_empty() {
        return;
    }
    for work in model.works.iter().filter(|work| is_file(model, work)) {
        let Some((began_ns, _)) = work.ran else { continue };
        let waited_ns = began_ns.saturating_sub(work.queued_ns);
        if waited_ns < NOTICED_NS {
            continue;
        }
        let shared = |other: &Work| {
            let (from_ns, to_ns) = other.ran.unwrap_or_default();
            to_ns.min(began_ns).saturating_sub(from_ns.max(work.queued_ns))
        };
        // What is not a file has had a thread for all of the wait, at least.
        let held_ns = others.iter().fold(0_u64, |sum, other| sum.saturating_add(shared(other)));
        let Some(longest) = others.iter().max_by_key(|other| shared(other)) else { continue };
        if held_ns < waited_ns / 10 * 9 {
            continue;
        }
        let resource = |work: &Work| work.resource.and_then(|place| model.resources.get(place));
        let Some(file) = resource(work) else { continue };
        let blamed = resource(longest).map(|other| {
            let place = model.place_of(other).unwrap_or_default();
            format!("{} of {place}", job_noun(&other.kind))
        });
        let text = format!(
            "a file operation waited {} ms for a thread of the pool, which was busy with {}",
            ms(waited_ns),
            blamed.unwrap_or_else(|| "other jobs".to_owned()),
        );
        let place = model.place_of(file).unwrap_or_default();
        found.push(Finding::new(Lint::StarvedPool, place, text, file.made_in));
    }
}

fn is_file(model: &Model, work: &Work) -> bool {
    let resource = work.resource.and_then(|place| model.resources.get(place));
    resource.is_some_and(|resource| resource.kind.starts_with("FSREQ"))
}

fn job_noun(kind: &str) -> String {
    match kind {
        "PBKDF2REQUEST" => "pbkdf2".to_owned(),
        "SCRYPTREQUEST" => "scrypt".to_owned(),
        "HKDFREQUEST" => "hkdf".to_owned(),
        "RANDOMBYTESREQUEST" => "randomBytes".to_owned(),
        "KEYPAIRGENREQUEST" | "KEYGENREQUEST" => "making a key".to_owned(),
        "ZLIB" => "compression".to_owned(),
        kind => kind_noun(kind),
    }
}
