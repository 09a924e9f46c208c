// console.time and its kin: durations by label, as text.
'use strict';

const {
  ArrayPrototypeConcat,
  MathFloor,
  Number,
  NumberPrototypeToFixed,
  ReflectApply,
  StringPrototypePadStart,
  StringPrototypeSplit,
} = primordials;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

function start(console, label) {
  if (console._times.has(label)) {
    process.emitWarning(`Label '${label}' already exists for console.time()`);
    return;
  }
  console._times.set(label, process.hrtime());
}

function end(console, label) {
  if (report(console, 'timeEnd()', label)) console._times.delete(label);
}

function log(console, label, data) {
  report(console, 'timeLog()', label, data);
}

function report(console, caller, label, data) {
  const started = console._times.get(label);
  if (started === undefined) {
    process.emitWarning(`No such label '${label}' for console.${caller}`);
    return false;
  }
  const { 0: seconds, 1: nanoseconds } = process.hrtime(started);
  const duration = formatDuration(seconds * 1000 + nanoseconds / 1e6);
  const line = ['%s: %s', label, duration];
  ReflectApply(console.log, console, data === undefined ? line : ArrayPrototypeConcat(line, data));
  return true;
}

/** "1.234ms", "1.234s", "1:02.345 (m:ss.mmm)", "1:02:03.456 (h:mm:ss.mmm)". */
function formatDuration(ms) {
  if (ms < SECOND_MS) return `${Number(NumberPrototypeToFixed(ms, 3))}ms`;
  const hours = MathFloor(ms / HOUR_MS);
  const minutes = MathFloor((ms % HOUR_MS) / MINUTE_MS);
  const seconds = NumberPrototypeToFixed((ms % MINUTE_MS) / SECOND_MS, 3);
  if (hours === 0 && minutes === 0) return `${seconds}s`;
  const { 0: whole, 1: thousandths } = StringPrototypeSplit(seconds, '.');
  const rest = `${pad(whole)}.${thousandths}`;
  return hours === 0 ? `${minutes}:${rest} (m:ss.mmm)` : `${hours}:${pad(minutes)}:${rest} (h:mm:ss.mmm)`;
}

function pad(number) {
  return StringPrototypePadStart(`${number}`, 2, '0');
}

module.exports = { start, end, log, formatDuration };
