//! The results as people read them: a table of ratios, bars for the terminal, a page with the
//! machine's notes, and the same numbers for programs.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use super::measurement::{Sample, median};
use super::rows::{RAW, RAW_MARGIN_NS, Row};
use crate::error::{Context, Result};
use crate::peers::Peer;
use crate::project::Project;
use crate::table;

const BAR_WIDTH: usize = 44;

/// One row with the samples of every candidate, Roundel first.
pub(super) struct RowResult {
    pub(super) row: &'static Row,
    pub(super) candidates: Vec<(&'static str, Option<Peer>, Vec<Sample>)>,
}

impl RowResult {
    fn values(&self) -> Vec<(&'static str, Option<Peer>, f64, f64)> {
        self.candidates
            .iter()
            .map(|(name, peer, samples)| {
                let values: Vec<f64> = samples.iter().map(|sample| sample.value).collect();
                let cpu: Vec<f64> = samples.iter().map(|sample| sample.cpu_ms).collect();
                (*name, *peer, median(&values), median(&cpu))
            })
            .collect()
    }

    fn roundel(&self) -> Option<f64> {
        let values = self.values();
        values.iter().find(|(_, peer, _, _)| peer.is_none()).map(|(_, _, value, _)| *value)
    }

    /// Whether every goal of the row whose peer took part is met; `None` when none did.
    pub(super) fn reached(&self) -> Option<bool> {
        let roundel = self.roundel()?;
        let values = self.values();
        let mut met = None;
        for (goal_peer, limit) in self.row.goals {
            let theirs = values.iter().find(|(_, peer, _, _)| *peer == Some(*goal_peer));
            if let Some((_, _, value, _)) = theirs {
                met = Some(met.unwrap_or(true) && roundel <= value * limit);
            }
        }
        let raw = values.iter().find(|(name, _, value, _)| *name == RAW && !value.is_nan());
        if let Some((_, _, value, _)) = raw {
            met = Some(met.unwrap_or(true) && roundel <= value + RAW_MARGIN_NS);
        }
        met
    }

    fn bars(&self, engine: &str) -> String {
        let values = self.values();
        let largest = values.iter().map(|(_, _, value, _)| *value).fold(0.0, f64::max);
        let mut text = format!(
            "{} ({}, less is better; roundel on {engine})\n",
            self.row.title,
            self.row.measure.unit()
        );
        for (name, _, value, cpu_ms) in &values {
            let width = ((value / largest) * BAR_WIDTH as f64).round().max(1.0) as usize;
            let bar = "█".repeat(width.min(BAR_WIDTH));
            text.push_str(&format!(
                "  {name:8} {bar:BAR_WIDTH$} {} (cpu {cpu_ms:.0} ms)\n",
                number(*value)
            ));
        }
        text
    }
}

/// A measurement of the loop beside libuv.
pub(super) struct LoopResult {
    pub(super) name: String,
    pub(super) roundel_ns: f64,
    pub(super) libuv_ns: f64,
}

pub(super) struct Report {
    pub(super) rounds: usize,
    /// What Roundel runs on, with its release: the same source is quicker on another one.
    pub(super) engine: String,
    pub(super) rows: Vec<RowResult>,
    pub(super) libuv: Vec<LoopResult>,
}

impl Report {
    /// Bars, then the tables.
    pub(super) fn terminal(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            text.push_str(&row.bars(&self.engine));
            text.push('\n');
        }
        if let Some((header, rows)) = self.runtime_table() {
            let header: Vec<&str> = header.iter().map(String::as_str).collect();
            text.push_str(&table::draw(&header, &rows));
            text.push('\n');
        }
        if !self.libuv.is_empty() {
            text.push_str(&table::draw(&LIBUV_HEADER, &self.libuv_rows()));
            text.push('\n');
        }
        text
    }

    /// Values of all, then Roundel's share of each peer's number.
    fn runtime_table(&self) -> Option<(Vec<String>, Vec<Vec<String>>)> {
        let first = self.rows.first()?;
        let mut header = vec!["row".to_owned()];
        let mut names = first.candidates.iter().map(|(name, _, _)| *name);
        header.extend(names.next().map(|name| format!("{name}, {}", self.engine)));
        header.extend(names.clone().map(str::to_owned));
        header.extend(names.map(|name| format!("/ {name}")));
        header.push("goal".to_owned());
        let rows = self
            .rows
            .iter()
            .map(|row| {
                let values = row.values();
                let mut cells = vec![format!("{}, {}", row.row.title, row.row.measure.unit())];
                cells.extend(values.iter().map(|(_, _, value, _)| number(*value)));
                let roundel = row.roundel().unwrap_or(f64::NAN);
                cells.extend(values[1..].iter().map(|(_, _, value, _)| ratio(roundel / value)));
                cells.push(mark(row.reached()).to_owned());
                cells
            })
            .collect();
        Some((header, rows))
    }

    fn libuv_rows(&self) -> Vec<Vec<String>> {
        self.libuv
            .iter()
            .map(|one| {
                let ratio = one.roundel_ns / one.libuv_ns;
                vec![
                    one.name.clone(),
                    number(one.roundel_ns),
                    number(one.libuv_ns),
                    format!("{ratio:.2}"),
                    mark(Some(ratio <= LEVEL)).to_owned(),
                ]
            })
            .collect()
    }

    /// Writes `benchmarks/results/latest.json` and `latest.md`.
    pub(super) fn save(&self, project: &Project) -> Result<()> {
        let folder = project.root.join("benchmarks/results");
        fs::create_dir_all(&folder).context(|| format!("creating {}", folder.display()))?;
        let machine = machine();
        let json = serde_json::to_string_pretty(&self.json(&machine))
            .context(|| "writing JSON".to_owned())?;
        fs::write(folder.join("latest.json"), json + "\n")?;
        fs::write(folder.join("latest.md"), self.page(&machine))?;
        println!("written to benchmarks/results/latest.json and latest.md");
        Ok(())
    }

    fn json(&self, machine: &[(&'static str, String)]) -> Value {
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                let candidates: Vec<Value> = row
                    .values()
                    .into_iter()
                    .zip(&row.candidates)
                    .map(|((name, _, value, cpu_ms), (_, _, samples))| {
                        let all: Vec<f64> = samples.iter().map(|sample| sample.value).collect();
                        json!({ "name": name, "median": value, "cpu_ms": cpu_ms, "samples": all })
                    })
                    .collect();
                json!({
                    "name": row.row.name,
                    "engine": self.engine,
                    "unit": row.row.measure.unit(),
                    "goal_reached": row.reached(),
                    "candidates": candidates,
                })
            })
            .collect();
        let libuv: Vec<Value> = self
            .libuv
            .iter()
            .map(|one| {
                json!({
                    "name": one.name,
                    "roundel_ns": one.roundel_ns,
                    "libuv_ns": one.libuv_ns,
                    "ratio": one.roundel_ns / one.libuv_ns,
                })
            })
            .collect();
        let machine: serde_json::Map<String, Value> =
            machine.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        json!({ "rounds": self.rounds, "machine": machine, "rows": rows, "loop_vs_libuv": libuv })
    }

    fn page(&self, machine: &[(&'static str, String)]) -> String {
        let mut text = String::from("# Measured with `cargo xtask bench`\n\n");
        text.push_str(&format!(
            "Medians of {} interleaved rounds; less is better; `/ peer` is Roundel's share of that \
             peer's number.\n\n",
            self.rounds
        ));
        for (name, value) in machine {
            text.push_str(&format!("- {name}: {value}\n"));
        }
        if let Some((header, rows)) = self.runtime_table() {
            text.push('\n');
            text.push_str(&markdown(&header, &rows));
        }
        if !self.libuv.is_empty() {
            text.push_str("\n## The loop beside libuv\n\n");
            let header: Vec<String> = LIBUV_HEADER.iter().map(|cell| (*cell).to_owned()).collect();
            text.push_str(&markdown(&header, &self.libuv_rows()));
        }
        text
    }
}

/// What differs by less than this is level.
const LEVEL: f64 = 1.05;

const LIBUV_HEADER: [&str; 5] = ["loop, ns", "roundel", "libuv", "/ libuv", "goal"];

fn mark(reached: Option<bool>) -> &'static str {
    match reached {
        Some(true) => "reached",
        Some(false) => "missed",
        None => "-",
    }
}

fn ratio(value: f64) -> String {
    if value.is_nan() { "-".to_owned() } else { format!("{value:.2}") }
}

/// As many digits as a reader can use; a row that was not run has none.
fn number(value: f64) -> String {
    if value.is_nan() {
        return "-".to_owned();
    }
    if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}

fn markdown(header: &[String], rows: &[Vec<String>]) -> String {
    let mut text = format!("| {} |\n|{}\n", header.join(" | "), "---|".repeat(header.len()));
    for row in rows {
        text.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    text
}

/// What a reader needs to know to compare with a machine of their own.
fn machine() -> Vec<(&'static str, String)> {
    let first_line = |path: &str, start: &str| {
        fs::read_to_string(path).ok().and_then(|text| {
            let line = text.lines().find(|line| line.starts_with(start))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
    };
    let output = |program: &str, args: &[&str]| {
        let output = Command::new(program).args(args).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let mut notes = vec![
        ("cpu", first_line("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".to_owned())),
        ("cores", cores.to_string()),
    ];
    if let Some(memory) = first_line("/proc/meminfo", "MemTotal") {
        notes.push(("memory", memory));
    }
    if let Some(system) = output("uname", &["-srm"]) {
        notes.push(("system", system));
    }
    if let Some(compiler) = output("rustc", &["--version"]) {
        notes.push(("compiler", compiler));
    }
    for peer in [Peer::Node26, Peer::Bun, Peer::Deno] {
        notes.push((peer.name(), peer.version().to_owned()));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::super::rows::ROWS;
    use super::*;

    fn result(roundel: f64, node: f64, bun: f64) -> RowResult {
        let samples = |value| vec![Sample { value, cpu_ms: 1.0 }];
        RowResult {
            row: &ROWS[0],
            candidates: vec![
                ("roundel", None, samples(roundel)),
                ("node", Some(Peer::Node26), samples(node)),
                ("bun", Some(Peer::Bun), samples(bun)),
            ],
        }
    }

    #[test]
    fn a_goal_is_about_every_peer_it_names() {
        assert_eq!(result(1.0, 2.0, 2.0).reached(), Some(true));
        assert_eq!(result(1.0, 2.0, 0.5).reached(), Some(false));
        let alone =
            RowResult { candidates: result(1.0, 1.0, 1.0).candidates[..1].to_vec(), row: &ROWS[0] };
        assert_eq!(alone.reached(), None);
    }

    #[test]
    fn a_row_that_an_older_build_can_not_run_has_no_number() {
        let mut row = result(1.0, 2.0, 4.0);
        row.candidates.insert(1, ("before", None, Vec::new()));
        let report =
            Report { rounds: 1, engine: String::new(), rows: vec![row], libuv: Vec::new() };
        let (header, rows) = report.runtime_table().expect("there is a row");
        assert_eq!(header[2..], ["before", "node", "bun", "/ before", "/ node", "/ bun", "goal"]);
        assert_eq!(rows[0][1..], ["1.0", "-", "2.0", "4.0", "-", "0.50", "0.25", "reached"]);
    }

    #[test]
    fn the_table_has_ratios() {
        let engine = "JavaScriptCore 2.54.0".to_owned();
        let rows = vec![result(1.0, 2.0, 4.0)];
        let report = Report { rounds: 1, engine, rows, libuv: Vec::new() };
        let (header, rows) = report.runtime_table().expect("there is a row");
        let ours = "roundel, JavaScriptCore 2.54.0";
        assert_eq!(header, ["row", ours, "node", "bun", "/ node", "/ bun", "goal"]);
        assert_eq!(rows[0][4..], ["0.50", "0.25", "reached"]);
    }
}
