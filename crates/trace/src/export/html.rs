//! One page that stands by itself: the ring of the loop and its timeline, over one selection.
//!
//! The page is `page.html` with its style and script put in, and the model as columns of numbers: a million callbacks
//! are twelve arrays, not a million objects.

use std::collections::HashMap;
use std::io::{self, Write};

use serde_json::{Value, json};

use super::pool;
use crate::lints::Finding;
use crate::model::{Callback, CallbackId, Model};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Sentences take most of the room: a page with more callbacks than this has none.
const MOST_SENTENCES: usize = 100_000;

/// What a page has beside the model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page<'a> {
    /// The program's files, by the names that places have.
    pub sources: &'a [(String, String)],
    pub findings: &'a [Finding],
    /// What is selected in the beginning.
    pub selected: Option<CallbackId>,
}

/// Writes the page.
pub fn html(model: &Model, page: Page<'_>, out: &mut dyn Write) -> io::Result<()> {
    // Inside of a script element only `<` could end it.
    let data = data(model, page).to_string().replace('<', "\\u003c");
    for part in PAGE.split_inclusive("}}") {
        let Some((before, name)) = part.strip_suffix("}}").and_then(|part| part.rsplit_once("{{"))
        else {
            out.write_all(part.as_bytes())?;
            continue;
        };
        out.write_all(before.as_bytes())?;
        match name {
            "style" => out.write_all(STYLE.as_bytes())?,
            "script" => out.write_all(SCRIPT.as_bytes())?,
            "data" => out.write_all(data.as_bytes())?,
            _ => {
                let title = model.known("program").unwrap_or("a program");
                let title = title.replace('&', "&amp;").replace('<', "&lt;");
                out.write_all(title.as_bytes())?;
            }
        }
    }
    Ok(())
}

#[derive(Default)]
struct Texts {
    list: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: String) -> usize {
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        self.list.push(text.clone());
        self.numbers.insert(text, self.list.len() - 1);
        self.list.len() - 1
    }
}

fn data(model: &Model, page: Page<'_>) -> Value {
    let mut texts = Texts::default();
    let callbacks = &model.callbacks;
    let column = |of: &dyn Fn(&Callback) -> u64| -> Vec<u64> { callbacks.iter().map(of).collect() };
    let since = |at_ns: u64| model.since_start_ns(at_ns);
    let names: Vec<usize> = callbacks.iter().map(|one| texts.number(model.name(one))).collect();
    let kinds: Vec<usize> =
        callbacks.iter().map(|one| texts.number(one.kind.to_string())).collect();
    let phases: Vec<usize> =
        callbacks.iter().map(|one| texts.number(one.phase_name().to_owned())).collect();
    let places: Vec<usize> = callbacks
        .iter()
        .map(|one| {
            let place = model.resource(one).and_then(|resource| resource.position());
            texts.number(place.unwrap_or_default().to_owned())
        })
        .collect();
    let why: Vec<String> = match callbacks.len() {
        count if count > MOST_SENTENCES => Vec::new(),
        _ => callbacks.iter().map(|one| model.why(one)).collect(),
    };
    let blame: Vec<Value> = match callbacks.len() {
        count if count > MOST_SENTENCES => Vec::new(),
        _ => callbacks.iter().map(|one| blame(model, one)).collect(),
    };
    let (handles, handle) = handles(model);
    let spans: Vec<Value> = model.environments.iter().map(|environment| {
        let spans: Vec<Value> = environment
            .phases
            .iter()
            .map(|span| json!([since(span.begin_ns), since(span.end_ns), span.phase.name(), span.iteration]))
            .collect();
        let idle: Vec<Value> = environment
            .polls
            .iter()
            .filter(|poll| poll.waited_ns > 0)
            .map(|poll| json!([since(poll.end_ns).saturating_sub(poll.waited_ns), since(poll.end_ns)]))
            .collect();
        json!({ "stream": environment.stream, "phases": spans, "idle": idle, "end": since(environment.end_ns) })
    }).collect();
    let works: Vec<Value> = pool::lanes(model)
        .into_iter()
        .filter_map(|(lane, work)| {
            let (from_ns, to_ns) = work.ran?;
            let resource = work.resource.map(|place| &model.resources[place]);
            let name = resource.map_or_else(|| "work".to_owned(), crate::words::io_noun);
            Some(json!([
                since(from_ns),
                since(to_ns),
                lane,
                name,
                work.queued_in.unwrap_or(0),
                work.stream
            ]))
        })
        .collect();
    let choices: Vec<Value> = model
        .choices
        .iter()
        .map(|choice| {
            json!([
                since(choice.at_ns),
                &*choice.point,
                choice.of,
                choice.chosen,
                choice.after.unwrap_or(0),
                choice.stream
            ])
        })
        .collect();
    let prints: Vec<Value> = model
        .prints
        .iter()
        .map(|print| json!([print.callback.unwrap_or(0), print.fd, &*print.text]))
        .collect();
    json!({
        "info": model.info.iter().cloned().collect::<HashMap<_, _>>(),
        "begin": column(&|one| since(one.begin_ns)),
        "length": column(&|one| one.run_ns()),
        "self": column(&|one| one.self_ns),
        "stream": column(&|one| one.stream.into()),
        "iteration": column(&|one| one.iteration),
        "cause": column(&|one| one.cause.unwrap_or(0).into()),
        "settled": column(&|one| one.queued_in.unwrap_or(0).into()),
        "sent": column(&|one| one.sent_in.unwrap_or(0).into()),
        "step": column(&|one| model.step(one.id).target().unwrap_or(0).into()),
        "parent": column(&|one| one.parent.unwrap_or(0).into()),
        "ready": column(&|one| one.ready_ns.map_or(0, |ready_ns| since(ready_ns).saturating_add(1))),
        "hidden": column(&|one| one.is_hidden.into()),
        "name": names, "kind": kinds, "phase": phases, "place": places,
        "handle": handle, "handles": handles,
        "texts": texts.list, "why": why, "blame": blame,
        "environments": spans, "works": works, "choices": choices, "prints": prints,
        "sources": page.sources.iter().cloned().collect::<HashMap<_, _>>(),
        "selected": page.selected.unwrap_or(0),
        "findings": page
            .findings
            .iter()
            .map(|finding| json!([finding.line(), finding.callback.unwrap_or(0)]))
            .collect::<Vec<_>>(),
    })
}

/// Sockets, servers, children and the like with their names, and for each callback the one that it is of, counted from 1.
/// What calls back once, as a file operation, is no handle.
fn handles(model: &Model) -> (Vec<String>, Vec<usize>) {
    let mut names = Vec::new();
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let mut of = |callback: &Callback| {
        let resource = callback.resource?;
        let made = model.resources.get(resource)?;
        let is_handle = matches!(&*callback.kind, "io" | "close")
            && !made.kind.ends_with("REQCALLBACK")
            && !made.kind.ends_with("REQPROMISE")
            && !made.kind.ends_with("REQWRAP");
        if !is_handle {
            return None;
        }
        Some(*numbers.entry(resource).or_insert_with(|| {
            let noun = crate::words::io_noun(made);
            names.push(match model.place_of(made) {
                Some(place) => format!("{noun} of {place}"),
                None => noun,
            });
            names.len()
        }))
    };
    let of_callbacks = model.callbacks.iter().map(|one| of(one).unwrap_or_default()).collect();
    (names, of_callbacks)
}

/// Who ran while a callback waited: pairs of numbers and nanoseconds.
fn blame(model: &Model, callback: &Callback) -> Value {
    const SHOWN: usize = 4;
    let blame = model.wait(callback).map(|wait| wait.blame).unwrap_or_default();
    blame.iter().take(SHOWN).map(|one| json!([one.callback, one.ns])).collect()
}
