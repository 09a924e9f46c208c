// `util.debuglog`: lines on stderr for the sections named in NODE_DEBUG.
'use strict';

const {
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  ObjectDefineProperty,
  RegExp,
  RegExpPrototypeExec,
  StringPrototypeSplit,
  StringPrototypeToUpperCase,
} = primordials;

// NODE_DEBUG, as one pattern for all its sections. Read once, like Node does at start.
let sections;

function enabledSections() {
  if (sections === undefined) {
    const names = StringPrototypeSplit(process.env.NODE_DEBUG ?? '', ',');
    const patterns = [];
    for (let i = 0; i < names.length; i++) {
      if (names[i] !== '') ArrayPrototypePush(patterns, patternOf(names[i]));
    }
    sections = patterns.length === 0 ? null : new RegExp(`^(?:${ArrayPrototypeJoin(patterns, '|')})$`, 'i');
  }
  return sections;
}

// A section may have wildcards: "http*".
function patternOf(name) {
  let pattern = '';
  for (let i = 0; i < name.length; i++) {
    const character = name[i];
    if (character === '*') pattern += '.*';
    else pattern += RegExpPrototypeExec(/[|\\{}()[\]^$+?.]/, character) === null ? character : `\\${character}`;
  }
  return pattern;
}

function isEnabled(set) {
  const pattern = enabledSections();
  return pattern !== null && RegExpPrototypeExec(pattern, set) !== null;
}

/** A logger for one section; `callback` gets the function to use from then on at the first call. */
function debuglog(set, callback) {
  set = StringPrototypeToUpperCase(`${set}`);
  let log;
  let enabled;
  const isOn = () => (enabled ??= isEnabled(set));

  const start = () => {
    log = isOn() ? (args) => write(set, args) : () => {};
    const ready = (...args) => log(args);
    if (typeof callback === 'function') callback(ready);
  };
  const logger = (...args) => {
    if (log === undefined) start();
    log(args);
  };
  ObjectDefineProperty(logger, 'enabled', {
    __proto__: null, configurable: true, enumerable: true, get: isOn,
  });
  return logger;
}

function write(set, args) {
  const { formatArguments, formatWithOptions } = require('internal/util/format');
  const colors = require('internal/util/colors').shouldColorize(process.stderr);
  const message = formatArguments({ colors }, args);
  const text = colors ?
    formatWithOptions({ colors }, '%s %O: %s\n', set, process.pid, message) : `${set} ${process.pid}: ${message}\n`;
  process.stderr.write(text);
}

module.exports = { debuglog };
