//! What a program still waits for when it ends by itself.

use super::{Finding, Lint};
use crate::model::{Model, Resource};
use crate::words::resource_noun;

/// Node's code of a program whose top level still awaits something.
const UNSETTLED: i64 = 13;

pub(super) fn find(model: &Model, found: &mut Vec<Finding>) {
    let Some(main) = model.environments.first() else { return };
    let waiting = |resource: &&Resource| {
        resource.stream == 0
            && &*resource.kind == "await"
            && resource.is_alive()
            && resource.callbacks == 0
    };
    match main.exit_code {
        Some(UNSETTLED) => {
            // Those of functions wait as well; what the module waits for is at its top level, which has no name.
            let top = model.resources.iter().filter(waiting);
            for resource in top.filter(|resource| !resource.place.contains(" (")) {
                let text = "the program ends while its top level waits here: nothing is left that \
                            could settle what it waits for"
                    .to_owned();
                let place = model.place_of(resource).unwrap_or_default();
                found.push(Finding::new(Lint::UnsettledAwait, place, text, resource.made_in));
            }
        }
        Some(0) if ends_by_itself(model) => {
            for resource in model.resources.iter().filter(waiting) {
                let Some(unref) = unreferenced(model, resource) else { continue };
                let text = format!(
                    "what follows this await never runs: it waits for {}, which was unref'd and so \
                     did not keep the program alive",
                    resource_noun(unref)
                );
                let place = model.place_of(resource).unwrap_or_default();
                found.push(Finding::new(Lint::LostWork, place, text, resource.made_in));
            }
        }
        _ => {}
    }
}

/// It was not `process.exit` that ended it.
fn ends_by_itself(model: &Model) -> bool {
    model.callbacks.iter().any(|callback| callback.stream == 0 && &*callback.kind == "beforeExit")
}

/// What was made in the same callback, next to the await, and is there at the end, without a callback. The loop goes on as
/// long as something is referenced, so it was not.
fn unreferenced<'m>(model: &'m Model, waiting: &Resource) -> Option<&'m Resource> {
    waiting.made_in?;
    model
        .resources
        .iter()
        .filter(|resource| {
            resource.stream == waiting.stream
                && resource.made_in == waiting.made_in
                && resource.is_alive()
                && resource.callbacks == 0
                && !resource.detail.contains("\"repeats\":true")
                && matches!(
                    &*resource.kind,
                    "Timeout" | "PROCESSWRAP" | "WORKER" | "TCPWRAP" | "PIPEWRAP" | "MESSAGEPORT"
                )
        })
        .min_by_key(|resource| resource.made_ns.abs_diff(waiting.made_ns))
}
