//! The ordinary schedule and that of a token beside each other: recordings of both, and where they part.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use roundel_runtime::{Guide, Habit};
use roundel_trace::export::{self, Page};
use roundel_trace::model::CallbackId;
use roundel_trace::words::ms;
use roundel_trace::{Model, Parting, parting, queues_at};

use super::program::Program;
use super::trial::{Detail, Slot};
use crate::trace;

/// How much of a queue is shown.
const SHOWN: usize = 12;

pub(super) struct Both {
    ordinary: Model,
    here: Model,
    parting: Option<Parting>,
}

/// Runs both, with a recording of each in `folder`.
pub(super) fn record(
    slot: &mut Slot,
    program: &Program,
    guide: &Guide,
    folder: &Path,
) -> Result<Both, String> {
    let plain = Guide { habit: Habit::Plain, departures: Vec::new(), ..guide.clone() };
    let mut model = |name: &str, guide: &Guide| {
        let path = folder.join(name);
        slot.run(program, guide, Detail::Trace(&path))?;
        trace::model(&path)
    };
    let (ordinary, here) = (model("ordinary.trace", &plain)?, model("here.trace", guide)?);
    let parting = parting(&ordinary, &here);
    Ok(Both { ordinary, here, parting })
}

impl Both {
    /// What waited when the two part, in words.
    pub(super) fn state(&self) -> String {
        let Some(Parting { ordinary, here }) = self.parting else {
            return "roundel replay: both schedules call back for the same, in the same order\n"
                .to_owned();
        };
        let mut out = String::new();
        let named = |model: &Model, id: Option<CallbackId>| {
            let callback = id.and_then(|id| model.callback(id));
            callback.map_or_else(|| "nothing: it is over".to_owned(), |one| model.numbered(one))
        };
        let _ = writeln!(out, "roundel replay: the schedules part here");
        let _ = writeln!(out, "  ordinarily  {}", named(&self.ordinary, ordinary));
        let _ = writeln!(out, "  here        {}", named(&self.here, here));
        let last_ns = || self.here.environments.first().map_or(0, |main| main.end_ns);
        let at_ns =
            here.and_then(|id| self.here.callback(id)).map_or_else(last_ns, |one| one.begin_ns);
        let _ = writeln!(out, "what waited, {} ms after the start", {
            ms(self.here.since_start_ns(at_ns))
        });
        let queues = queues_at(&self.here, at_ns);
        if queues.is_empty() {
            let _ = writeln!(out, "  nothing");
        }
        for queue in queues {
            let _ = writeln!(out, "  {}: {}", queue.name, queue.waiting.len());
            for line in queue.waiting.iter().take(SHOWN) {
                let _ = writeln!(out, "    {line}");
            }
            if queue.waiting.len() > SHOWN {
                let _ = writeln!(out, "    … and {} more", queue.waiting.len() - SHOWN);
            }
        }
        out
    }

    /// One page with both, each at the callback in which they part.
    pub(super) fn write_page(&self, program: &Program, path: &Path) -> Result<(), String> {
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        let ids = self.parting.map_or([None, None], |parting| [parting.ordinary, parting.here]);
        let mut out = BufWriter::new(File::create(path).map_err(told)?);
        let title = escaped(&program.name());
        let state = escaped(&self.state());
        write!(out, "{HEAD}<h1>{title}: two schedules</h1><pre>{state}</pre>").map_err(told)?;
        let sides = [("ordinarily", &self.ordinary, ids[0]), ("here", &self.here, ids[1])];
        for (name, model, selected) in sides {
            let sources = trace::sources(model);
            let mut page = Vec::new();
            export::html(model, Page { sources: &sources, findings: &[], selected }, &mut page)
                .map_err(told)?;
            let page = escaped(&String::from_utf8_lossy(&page));
            let side = format!(
                "<section><h2>{name}</h2><iframe title=\"{name}\" srcdoc=\"{page}\"></iframe></section>"
            );
            out.write_all(side.as_bytes()).map_err(told)?;
        }
        out.write_all(b"</main></body></html>\n").and_then(|()| out.flush()).map_err(told)
    }
}

/// The frame of the page. The timelines stand above each other, so that one moment is at one place in both.
const HEAD: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>two schedules</title><style>
:root { color-scheme: light dark; }
body { margin: 0; font: 14px/1.45 system-ui, sans-serif; background: Canvas; color: CanvasText; }
main { padding: .5rem 1rem; } h1 { font-size: 1.1rem; } h2 { font-size: 1rem; margin: .5rem 0; }
pre { overflow: auto; max-height: 16rem; } iframe { width: 100%; height: 46rem; border: 1px solid GrayText; }
</style></head><body><main>";

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
