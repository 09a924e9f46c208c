//! What the runtime has noted itself: rejections that nobody handles, listeners that come too late, timers too long,
//! buffers of streams that grow.

use super::{Finding, Lint};
use crate::model::{CallbackId, Model};

pub(super) fn find(model: &Model, found: &mut Vec<Finding>) {
    for note in &model.notes {
        let (lint, text) = match &*note.lint {
            "floating-promise" => (Lint::FloatingPromise, note.text.to_string()),
            "growing-queue" => (Lint::GrowingQueue, note.text.to_string()),
            "timer-overflow" => (Lint::TimerOverflow, note.text.to_string()),
            "late-listener" => {
                // Its number comes first; a listener that was called or removed after all is no mistake.
                let Some((number, text)) = note.text.split_once(' ') else { continue };
                let is_heard = model.notes.iter().any(|other| {
                    &*other.lint == "late-listener-heard"
                        && other.stream == note.stream
                        && &*other.text == number
                });
                if is_heard || note.place.is_empty() {
                    continue;
                }
                (Lint::LateListener, text.to_owned())
            }
            _ => continue,
        };
        let place = match note.place.is_empty() {
            true => nearest_place(model, note.callback),
            false => model.short(&note.place),
        };
        found.push(Finding::new(lint, place, text, note.callback));
    }
}

/// Where the callback was scheduled in which something was noted, or the one that caused it.
fn nearest_place(model: &Model, callback: Option<CallbackId>) -> String {
    let own = |id: CallbackId| {
        let made = model.callback(id).and_then(|callback| model.resource(callback));
        made.and_then(|made| model.place_of(made))
    };
    let Some(id) = callback else { return String::new() };
    let causes = model.chain(id).into_iter().filter_map(|link| link.step.target());
    std::iter::once(id).chain(causes).find_map(own).unwrap_or_default()
}
