//! Which code has run: texts are given counters when they are compiled, and what those say is written where
//! `NODE_V8_COVERAGE` asks for it, in the form in which V8 tells it.

use std::cell::{Cell, RefCell};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use roundel_jsc::SharedArray;
use roundel_source::coverage::{Counted, Table, count};
use roundel_source::{Goal, Language};
use serde_json::{Value, json};

use crate::environment::Environment;
use crate::options::{NamedFlag, Options};

/// The counters of one environment.
#[derive(Default)]
pub(crate) struct Coverage {
    is_on: Cell<bool>,
    /// Where it is written when the program ends.
    directory: RefCell<Option<PathBuf>>,
    scripts: RefCell<Vec<Script>>,
    /// Files are told apart by their number.
    written: Cell<u32>,
}

struct Script {
    url: String,
    table: Table,
    counters: SharedArray<f64>,
}

impl Coverage {
    pub(crate) fn of(options: &Options) -> Self {
        let directory = variable(options, "NODE_V8_COVERAGE").filter(|value| !value.is_empty());
        let directory = directory.map(|value| std::path::absolute(&value).unwrap_or(value.into()));
        let is_asked_for = options.named.iter().any(|(name, flag)| {
            *name == "experimental-test-coverage" && matches!(flag, NamedFlag::On)
        });
        Self {
            is_on: Cell::new(directory.is_some() || is_asked_for),
            directory: RefCell::new(directory),
            ..Self::default()
        }
    }

    /// The text with counters, if they are wanted of what has this name.
    pub(crate) fn count(
        &self,
        name: &str,
        source: &str,
        language: Language,
        goal: Goal,
    ) -> Option<Counted> {
        let is_file = name.starts_with('/') || name.starts_with("file:");
        if self.is_on.get() && is_file { count(source, language, goal) } else { None }
    }

    /// The counters for a text that has been compiled.
    pub(crate) fn register(&self, name: &str, table: Table) -> SharedArray<f64> {
        let counters = SharedArray::new(table.counters as usize);
        let url = if name.starts_with('/') {
            url::Url::from_file_path(name).map_or_else(|()| name.to_owned(), String::from)
        } else {
            name.to_owned()
        };
        self.scripts.borrow_mut().push(Script { url, table, counters: counters.clone() });
        counters
    }

    /// Where to write to from now on; counters are wanted.
    pub(crate) fn start(&self, directory: PathBuf) {
        self.is_on.set(true);
        *self.directory.borrow_mut() = Some(directory);
    }

    pub(crate) fn stop(&self) {
        self.is_on.set(false);
        self.directory.borrow_mut().take();
        self.scripts.borrow_mut().clear();
    }

    /// Writes what has run so far and counts from zero again.
    pub(crate) fn take(&self, thread_id: u32) -> io::Result<()> {
        let directory = self.directory.borrow().clone();
        match directory {
            Some(directory) => self.write(&directory, thread_id),
            None => Ok(()),
        }
    }

    fn write(&self, directory: &Path, thread_id: u32) -> io::Result<()> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let number = self.written.replace(self.written.get() + 1);
        let process = std::process::id();
        let name = format!("coverage-{process}-{}-{thread_id}{number}.json", now.as_millis());
        let report = json!({ "result": self.report(), "timestamp": now.as_secs_f64() });
        std::fs::create_dir_all(directory)?;
        std::fs::write(directory.join(name), serde_json::to_vec(&report)?)
    }

    fn report(&self) -> Vec<Value> {
        let scripts = self.scripts.borrow();
        scripts.iter().enumerate().map(|(index, script)| script.report(index)).collect()
    }
}

impl Script {
    fn report(&self, index: usize) -> Value {
        let length = self.counters.len();
        let counts: Vec<f64> = (0..length).map(|at| self.counters.get(at)).collect();
        for at in 0..length {
            self.counters.set(at, 0.0);
        }
        let functions: Vec<Value> = self
            .table
            .functions(&counts)
            .into_iter()
            .map(|function| {
                let ranges: Vec<Value> = function
                    .ranges
                    .iter()
                    .map(|range| {
                        let (start, end, count) = (range.start, range.end, range.count as u64);
                        json!({ "startOffset": start, "endOffset": end, "count": count })
                    })
                    .collect();
                json!({
                    "functionName": function.name,
                    "ranges": ranges,
                    "isBlockCoverage": function.is_block_coverage,
                })
            })
            .collect();
        json!({ "scriptId": index.to_string(), "url": self.url, "functions": functions })
    }
}

impl Environment {
    /// The last report, when the program has ended. There is nobody left to be told of a disk that is full.
    pub(crate) fn write_coverage(&self) {
        let _ = self.coverage.take(self.options.thread_id);
        self.coverage.stop();
    }
}

fn variable(options: &Options, name: &str) -> Option<String> {
    if let Some(own) = &options.variables {
        return own.get(name);
    }
    std::env::var(name).ok().or_else(|| {
        options.env.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone())
    })
}
