'use strict';

// Paths by POSIX rules: one separator, one root. Pure string work; only `resolve` and
// `relative` ask the process for its working directory.

const {
  StringPrototypeCharCodeAt,
  StringPrototypeSlice,
} = primordials;

const {
  extensionStart,
  foldSegments,
  isSlash,
  lastSegment,
  pathFamily,
  withoutSuffix,
  validateString,
} = require('internal/path/segments');

const startsWithSlash = (path) => path.length > 0 && isSlash(StringPrototypeCharCodeAt(path, 0));
const endsWithSlash = (path) =>
  path.length > 0 && isSlash(StringPrototypeCharCodeAt(path, path.length - 1));

function resolve(...args) {
  let joined = '';
  for (let i = args.length - 1; i >= 0 && !startsWithSlash(joined); i--) {
    const path = args[i];
    validateString(path, `paths[${i}]`);
    if (path.length > 0) joined = joined === '' ? path : `${path}/${joined}`;
  }
  if (!startsWithSlash(joined)) {
    const directory = process.cwd();
    if (joined === '') joined = directory;
    else if (directory !== '') joined = `${directory}/${joined}`;
  }
  const anchored = startsWithSlash(joined);
  const folded = foldSegments(joined, 0, isSlash, '/', anchored);
  if (anchored) return `/${folded}`;
  return folded === '' ? '.' : folded;
}

function normalize(path) {
  validateString(path, 'path');
  if (path === '') return '.';
  const anchored = startsWithSlash(path);
  let folded = foldSegments(path, 0, isSlash, '/', anchored);
  if (folded === '') {
    if (anchored) return '/';
    return endsWithSlash(path) ? './' : '.';
  }
  if (endsWithSlash(path)) folded += '/';
  return anchored ? `/${folded}` : folded;
}

function isAbsolute(path) {
  validateString(path, 'path');
  return startsWithSlash(path);
}

function join(...args) {
  let joined = '';
  for (let i = 0; i < args.length; i++) {
    const part = args[i];
    validateString(part, 'path');
    if (part.length > 0) joined = joined === '' ? part : `${joined}/${part}`;
  }
  return joined === '' ? '.' : normalize(joined);
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to) return '';
  from = resolve(from);
  to = resolve(to);
  if (from === to) return '';

  // Both begin with '/'; the shared part ends at the last separator both have there, where
  // the end of either path counts as a separator.
  const fromEnd = from === '/' ? 0 : from.length;
  const toEnd = to === '/' ? 0 : to.length;
  let shared = 0;
  for (let i = 0; ; i++) {
    const fromCode = i < fromEnd ? StringPrototypeCharCodeAt(from, i) : 47;
    const toCode = i < toEnd ? StringPrototypeCharCodeAt(to, i) : 47;
    if (fromCode !== toCode) break;
    if (fromCode === 47) shared = i;
    if (i >= fromEnd || i >= toEnd) break;
  }
  let climb = '';
  for (let i = shared; i < fromEnd; i++) {
    if (StringPrototypeCharCodeAt(from, i) === 47) climb += climb === '' ? '..' : '/..';
  }
  const rest = StringPrototypeSlice(to, shared + 1, toEnd);
  if (climb === '') return rest;
  return rest === '' ? climb : `${climb}/${rest}`;
}

function toNamespacedPath(path) {
  return path;
}

function dirname(path) {
  validateString(path, 'path');
  if (path === '') return '.';
  const { begin } = lastSegment(path, 0, isSlash);
  // Only one separator of a run before the last segment is taken away, so that `a//b` keeps
  // its odd directory `a/`.
  if (begin <= 1) return startsWithSlash(path) ? (begin === 0 ? '/' : rootOf(path)) : '.';
  return begin === 2 && isSlash(StringPrototypeCharCodeAt(path, 0)) ?
    '//' :
    StringPrototypeSlice(path, 0, begin - 1);
}

const rootOf = (path) => (startsWithSlash(path) ? '/' : '');

function basename(path, suffix) {
  if (suffix !== undefined) validateString(suffix, 'suffix');
  validateString(path, 'path');
  if (suffix !== undefined && suffix === path) return '';
  const { begin, end } = lastSegment(path, 0, isSlash);
  return suffix === undefined ?
    StringPrototypeSlice(path, begin, end) :
    withoutSuffix(path, begin, end, suffix);
}

function extname(path) {
  validateString(path, 'path');
  const { begin, end } = lastSegment(path, 0, isSlash);
  return StringPrototypeSlice(path, extensionStart(path, begin, end), end);
}

function parse(path) {
  validateString(path, 'path');
  const root = rootOf(path);
  const { begin, end } = lastSegment(path, 0, isSlash);
  let nameEnd = extensionStart(path, begin, end);
  // Node's parse, unlike its extname, sees an extension in '/..' (lib/path.js, posix.parse).
  if (begin === 1 && StringPrototypeSlice(path, begin, end) === '..') nameEnd = begin + 1;
  let dir = '';
  if (begin > 1) dir = StringPrototypeSlice(path, 0, begin - 1);
  else if (root) dir = root;
  return {
    root,
    dir,
    base: StringPrototypeSlice(path, begin, end),
    ext: StringPrototypeSlice(path, nameEnd, end),
    name: StringPrototypeSlice(path, begin, nameEnd),
  };
}

module.exports = pathFamily('/', ':', {
  resolve, normalize, isAbsolute, join, relative, toNamespacedPath, dirname, basename, extname, parse,
});
