//! Operations on one file that are under way at the same time, so that nobody knows which comes first.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::{Finding, Lint};
use crate::model::{Model, Resource};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    /// The whole file, or its beginning.
    Write,
    /// Behind what others have written: each is whole, only their order is open.
    Append,
}

struct Operation<'m> {
    resource: &'m Resource,
    name: String,
    access: Access,
    begin_ns: u64,
    end_ns: u64,
}

pub(super) fn find(model: &Model, found: &mut Vec<Finding>) {
    let mut files: HashMap<String, Vec<Operation<'_>>> = HashMap::new();
    for resource in &model.resources {
        if let Some((file, operation)) = operation(model, resource) {
            files.entry(file).or_default().push(operation);
        }
    }
    let mut files: Vec<(String, Vec<Operation<'_>>)> = files.into_iter().collect();
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (file, operations) in &files {
        for (place, second) in operations.iter().enumerate() {
            // Those before it, the last one first, as long as they may still be under way.
            let first = operations[..place]
                .iter()
                .rev()
                .find(|first| first.end_ns > second.begin_ns && conflict(first, second).is_some());
            if let Some(first) = first
                && let Some(lint) = conflict(first, second)
            {
                found.push(finding(model, lint, file, first, second));
            }
        }
    }
}

fn conflict(first: &Operation<'_>, second: &Operation<'_>) -> Option<Lint> {
    match (first.access, second.access) {
        (Access::Read, Access::Read) | (Access::Append, Access::Append) => None,
        (Access::Read, _) | (_, Access::Read) => Some(Lint::UnorderedRead),
        _ => Some(Lint::OverlappingWrites),
    }
}

fn finding(
    model: &Model,
    lint: Lint,
    file: &str,
    first: &Operation<'_>,
    second: &Operation<'_>,
) -> Finding {
    let of = |operation: &Operation<'_>| model.place_of(operation.resource).unwrap_or_default();
    let text = format!(
        "{} of {} begins before {} of {} is over; which comes first is not decided",
        second.name,
        model.short(file),
        first.name,
        of(first),
    );
    Finding::new(lint, of(second), text, second.resource.made_in)
}

fn operation<'m>(model: &Model, resource: &'m Resource) -> Option<(String, Operation<'m>)> {
    if !resource.kind.starts_with("FSREQ") || resource.place.is_empty() {
        return None;
    }
    let about: Value = serde_json::from_str(&resource.detail).ok()?;
    let name = about["operation"].as_str()?;
    let path = about["path"].as_str()?;
    let appends = about["appends"] == true;
    let access = match name {
        "readFile" => Access::Read,
        "writeFile" if appends => Access::Append,
        "writeFile" | "truncate" => Access::Write,
        // Where it writes depends on what was written before, unless it says so itself.
        "write" | "writev" if about["position"].is_null() => Access::Write,
        _ => return None,
    };
    let is_descriptor = name.starts_with("write") && name != "writeFile";
    let file = if is_descriptor || path.parse::<u32>().is_ok() {
        format!("descriptor {path}")
    } else {
        absolute(path, model.known("cwd").unwrap_or_default())
    };
    let name = if appends { "appendFile".to_owned() } else { name.to_owned() };
    let end_ns = resource.first_callback_ns.or(resource.gone_ns).unwrap_or(u64::MAX);
    Some((file, Operation { resource, name, access, begin_ns: resource.made_ns, end_ns }))
}

/// Without `.` and `..`; links are not looked at.
fn absolute(path: &str, folder: &str) -> String {
    let mut whole = PathBuf::new();
    for part in Path::new(folder).join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                whole.pop();
            }
            part => whole.push(part),
        }
    }
    whole.display().to_string()
}
