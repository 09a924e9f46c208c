'use strict';

// `path.matchesGlob`: `*`, `?`, `[…]`, `{a,b}` and `**`, compiled to a regular expression.

const {
  ArrayPrototypeConcat, ArrayPrototypePush, ArrayPrototypeSome, RegExp, RegExpPrototypeExec, StringPrototypeIndexOf,
  StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeSplit,
} = primordials;

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
      const close = StringPrototypeIndexOf(segment, ']', i + 2);
      if (close === -1) {
        source += '\\[';
      } else {
        const negated = segment[i + 1] === '!' || segment[i + 1] === '^';
        const inside = StringPrototypeReplaceAll(StringPrototypeSlice(segment, negated ? i + 2 : i + 1, close), '\\', '\\\\');
        source += `[${negated ? '^' : ''}${inside}]`;
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
  const open = StringPrototypeIndexOf(pattern, '{');
  if (open === -1) return [pattern];
  let depth = 0;
  const cuts = [open];
  for (let i = open; i < pattern.length; i++) {
    if (pattern[i] === '{') depth++;
    if (pattern[i] === ',' && depth === 1) ArrayPrototypePush(cuts, i);
    if (pattern[i] === '}' && --depth === 0) {
      if (cuts.length === 1) return [pattern];
      ArrayPrototypePush(cuts, i);
      const before = StringPrototypeSlice(pattern, 0, open);
      const after = StringPrototypeSlice(pattern, i + 1);
      let result = [];
      for (let j = 0; j + 1 < cuts.length; j++) {
        const middle = StringPrototypeSlice(pattern, cuts[j] + 1, cuts[j + 1]);
        result = ArrayPrototypeConcat(result, alternatives(before + middle + after));
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
  return ArrayPrototypeSome(alternatives(pattern), (one) => RegExpPrototypeExec(new RegExp(globSource(one)), path) !== null);
}

module.exports = { matchesGlob };
