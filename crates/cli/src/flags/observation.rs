//! What the flags say that have a run looked at: recorded, linted, asked what it does.

use roundel_runtime::{TraceDetail, WhyAlive};

use super::Draft;
use crate::lint::LintMode;

pub(super) fn set_warn_blocked(draft: &mut Draft, value: &str) -> Result<(), String> {
    match value.parse() {
        Ok(ms) if ms > 0 => {
            draft.warn_blocked_ms = Some(ms);
            Ok(())
        }
        _ => Err("--warn-blocked must be a whole number of milliseconds above 0".to_owned()),
    }
}

pub(super) fn set_lint(draft: &mut Draft, value: Option<&str>) -> Result<(), String> {
    draft.lint = Some(match value {
        None | Some("warn") => LintMode::Warn,
        Some("error") => LintMode::Error,
        Some(_) => return Err("--lint must be warn or error".to_owned()),
    });
    Ok(())
}

/// How long a program may take to end by itself.
const PATIENCE_MS: &str = "1000";

pub(super) fn set_why_alive(draft: &mut Draft, value: Option<&str>) -> Result<(), String> {
    let value = value.unwrap_or(PATIENCE_MS);
    let (ms, ends) = match value.strip_suffix(",end") {
        Some(ms) => (ms, true),
        None => (value, false),
    };
    let ms: u64 =
        ms.parse().map_err(|_| "--why-alive must be a whole number of milliseconds".to_owned())?;
    draft.why_alive = Some(WhyAlive { after_ms: (ms > 0).then_some(ms), ends });
    Ok(())
}

pub(super) fn set_trace_detail(draft: &mut Draft, value: &str) -> Result<(), String> {
    draft.trace_detail = Some(match value {
        "promises" => TraceDetail::Promises,
        "turns" => TraceDetail::Turns,
        "light" => TraceDetail::Light,
        _ => return Err("--trace-detail must be promises, turns or light".to_owned()),
    });
    Ok(())
}

pub(super) fn set_trace_limit(draft: &mut Draft, value: &str) -> Result<(), String> {
    const BYTES_PER_MB: u64 = 1 << 20;
    let megabytes = value.parse::<u64>().ok().filter(|&megabytes| megabytes > 0);
    let bytes = megabytes.and_then(|megabytes| megabytes.checked_mul(BYTES_PER_MB));
    let message = "--trace-limit must be a whole number of megabytes above 0";
    draft.trace_limit_bytes = Some(bytes.ok_or(message)?);
    Ok(())
}
