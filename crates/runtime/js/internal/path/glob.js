'use strict';

// `path.matchesGlob`: `*`, `?`, `[…]`, `{a,b}` and `**`, compiled to a regular expression.

const { RegExp, RegExpPrototypeExec, StringPrototypeReplaceAll, StringPrototypeSplit } = primordials;

const { validateString } = require('internal/validators');

// The source of a pattern for one segment. A leading dot must be asked for.
function segmentSource(segment) {
  let source = segment[0] === '.' ? '' : '(?!\\.)';
  for (let i = 0; i < segment.length; i++) {
    const character = segment[i];
    if (character === '*') {
      source += '[^/]*';
    } else if (character === '?') {
      source += '[^/]';
    } else if (character === '[') {
      const close = segment.indexOf(']', i + 2);
      if (close === -1) {
        source += '\\[';
      } else {
        const inside = segment.slice(i + 1, close).replace(/^[!^]/, '^').replace(/\\/g, '\\\\');
        source += `[${inside}]`;
        i = close;
      }
    } else if (character === '\\' && i + 1 < segment.length) {
      source += escaped(segment[++i]);
    } else {
      source += escaped(character);
    }
  }
  return source;
}

const escaped = (character) => (RegExpPrototypeExec(/[\\^$.*+?()[\]{}|/]/, character) ? `\\${character}` : character);

// `{a,b}` as all the patterns it stands for.
function alternatives(pattern) {
  const open = pattern.indexOf('{');
  if (open === -1) return [pattern];
  let depth = 0;
  const cuts = [open];
  for (let i = open; i < pattern.length; i++) {
    if (pattern[i] === '{') depth++;
    if (pattern[i] === ',' && depth === 1) cuts.push(i);
    if (pattern[i] === '}' && --depth === 0) {
      if (cuts.length === 1) return [pattern];
      cuts.push(i);
      const result = [];
      for (let j = 0; j + 1 < cuts.length; j++) {
        const middle = pattern.slice(cuts[j] + 1, cuts[j + 1]);
        result.push(...alternatives(pattern.slice(0, open) + middle + pattern.slice(i + 1)));
      }
      return result;
    }
  }
  return [pattern];
}

function globSource(pattern) {
  const segments = StringPrototypeSplit(pattern, '/');
  let source = '^';
  for (let i = 0; i < segments.length; i++) {
    const isLast = i === segments.length - 1;
    if (segments[i] === '**') {
      source += isLast ? '(?:(?!\\.)[^/]+(?:/(?!\\.)[^/]+)*)?' : '(?:(?!\\.)[^/]+/)*';
    } else {
      source += segmentSource(segments[i]) + (isLast ? '' : '/');
    }
  }
  return `${source}$`;
}

function matchesGlob(path, pattern, separator) {
  validateString(path, 'path');
  validateString(pattern, 'pattern');
  if (separator === '\\') {
    path = StringPrototypeReplaceAll(path, '\\', '/');
    pattern = StringPrototypeReplaceAll(pattern, '\\', '/');
  }
  return alternatives(pattern).some((one) => RegExpPrototypeExec(new RegExp(globSource(one)), path) !== null);
}

module.exports = { matchesGlob };
