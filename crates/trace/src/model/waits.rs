//! How long callbacks ran, how long they waited, and who ran meanwhile.

use std::collections::HashMap;

use super::{Callback, CallbackId, Model};

/// The wait of a callback that could have run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    pub ready_ns: u64,
    pub waited_ns: u64,
    /// Who ran meanwhile, the longest first.
    pub blame: Vec<Blame>,
}

/// A callback that others waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blame {
    pub callback: CallbackId,
    pub ns: u64,
}

const NS_PER_MS: f64 = 1e6;

/// Fills in what is only known when all callbacks are.
pub(super) fn settle(model: &mut Model) {
    end_what_is_open(model);
    leave_what_has_ended(model);
    count_own_time(model);
    hide_places(model);
    find_readiness(model);
}

fn end_what_is_open(model: &mut Model) {
    for callback in &mut model.callbacks {
        if callback.end_ns == 0 {
            let environment =
                model.environments.iter().find(|other| other.stream == callback.stream);
            callback.end_ns = environment.map_or(callback.begin_ns, |other| other.end_ns);
        }
    }
}

/// What is drained after a callback does not run in it.
fn leave_what_has_ended(model: &mut Model) {
    for place in 0..model.callbacks.len() {
        let Callback { begin_ns, parent, .. } = model.callbacks[place];
        let Some(around) = parent.and_then(|parent| model.callback(parent)) else { continue };
        if around.end_ns <= begin_ns && &*around.kind != "phase" {
            model.callbacks[place].parent = None;
        }
    }
}

fn count_own_time(model: &mut Model) {
    let mut inside_ns = vec![0; model.callbacks.len()];
    for callback in &model.callbacks {
        if let Some(parent) = callback.parent {
            let inside = &mut inside_ns[parent as usize - 1];
            *inside = u64::saturating_add(*inside, callback.run_ns());
        }
    }
    for (callback, inside_ns) in model.callbacks.iter_mut().zip(&inside_ns) {
        callback.self_ns = callback.run_ns().saturating_sub(*inside_ns);
    }
}

/// A phase, and a drain of promise jobs in which nothing was seen but jobs that are known, is no callback to anybody.
fn hide_places(model: &mut Model) {
    let mut is_used = vec![false; model.callbacks.len() + 1];
    let printed = model.prints.iter().filter_map(|print| print.callback);
    let made = model.resources.iter().filter_map(|resource| resource.made_in);
    for id in printed.chain(made) {
        is_used[id as usize] = true;
    }
    for callback in &mut model.callbacks {
        let is_drain = &*callback.kind == "microtask" && callback.resource.is_none();
        let is_place = matches!(&*callback.kind, "phase" | "frame");
        callback.is_hidden = is_place || (is_drain && !is_used[callback.id as usize]);
    }
}

fn find_readiness(model: &mut Model) {
    let mut began: HashMap<usize, u64> = HashMap::new();
    for place in 0..model.callbacks.len() {
        let callback = &model.callbacks[place];
        let resource = callback.resource.map(|number| (number, &model.resources[number]));
        let ready_ns = match (&*callback.kind, resource) {
            ("timer", Some((number, made))) => {
                let delay_ns = callback.detail()["ms"].as_f64().map(|ms| (ms * NS_PER_MS) as u64);
                // An interval counts from the callback before.
                let from_ns = began.get(&number).copied();
                let from_ns = from_ns.or_else(|| (!made.is_older).then_some(made.made_ns));
                from_ns
                    .and_then(|from_ns| delay_ns.map(|delay_ns| from_ns.saturating_add(delay_ns)))
            }
            ("immediate" | "tick", Some((_, made))) => Some(made.made_ns),
            ("microtask", Some((_, made))) => {
                let settled = callback.queued_in.and_then(|id| model.callback(id));
                // Nothing that a callback queues can run before it has ended.
                Some(settled.map_or(made.made_ns, |settled| settled.end_ns.max(made.made_ns)))
            }
            _ => callback.ready_ns,
        };
        let (begin_ns, resource) = (callback.begin_ns, callback.resource);
        if let Some(resource) = resource {
            began.insert(resource, begin_ns);
        }
        model.callbacks[place].ready_ns = ready_ns.map(|ready_ns| ready_ns.min(begin_ns));
    }
}

impl Model {
    /// How long a callback waited after it was ready; `None` if that is not known.
    pub fn wait(&self, callback: &Callback) -> Option<Wait> {
        let ready_ns = callback.ready_ns?;
        let waited_ns = callback.begin_ns.saturating_sub(ready_ns);
        let mut blame: Vec<Blame> = self.callbacks[..callback.id as usize - 1]
            .iter()
            .rev()
            .take_while(|other| other.stream == callback.stream)
            // Numbers are in the order of beginnings: what began a good while before may still have run, but its
            // parts are known to be over.
            .take_while(|other| {
                other.end_ns > ready_ns || other.parent.is_some() || other.is_hidden
            })
            .filter(|other| other.end_ns > ready_ns && !other.is_hidden)
            .map(|other| {
                let begin_ns = other.begin_ns.max(ready_ns);
                let end_ns = other.end_ns.min(callback.begin_ns);
                let ns = end_ns.saturating_sub(begin_ns).min(other.self_ns.max(1));
                Blame { callback: other.id, ns }
            })
            .filter(|blame| blame.ns > 0)
            .collect();
        blame.sort_by_key(|blame| std::cmp::Reverse(blame.ns));
        Some(Wait { ready_ns, waited_ns, blame })
    }
}
