'use strict';

// What POSIX and Windows paths have in common: folding `.` and `..`, and the split of a
// last segment into name and extension. Neither family's separators are known here: a
// caller says which code units separate.

const {
  StringPrototypeCharCodeAt,
  StringPrototypeEndsWith,
  StringPrototypeSlice,
} = primordials;

const CODE_DOT = 46;
const CODE_SLASH = 47;
const CODE_BACKSLASH = 92;

const isSlash = (code) => code === CODE_SLASH;
const isAnySlash = (code) => code === CODE_SLASH || code === CODE_BACKSLASH;

// Folds the segments of a path from `start` on and joins what is left with `separator`.
// `..` past the beginning is dropped for an anchored path and kept for a relative one.
function foldSegments(path, start, isSeparator, separator, anchored) {
  const kept = [];
  let depth = 0;
  let climbs = 0;
  let from = start;
  for (let i = start; i <= path.length; i++) {
    if (i < path.length && !isSeparator(StringPrototypeCharCodeAt(path, i))) continue;
    const segment = StringPrototypeSlice(path, from, i);
    from = i + 1;
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') {
      kept[depth++] = segment;
    } else if (depth > climbs) {
      depth--;
    } else if (!anchored) {
      kept[depth++] = segment;
      climbs++;
    }
  }
  let folded = depth > 0 ? kept[0] : '';
  for (let i = 1; i < depth; i++) folded += separator + kept[i];
  return folded;
}

// The last segment of path[start..]: where it begins and ends, trailing separators left out.
function lastSegment(path, start, isSeparator) {
  let end = path.length;
  while (end > start && isSeparator(StringPrototypeCharCodeAt(path, end - 1))) end--;
  let begin = end;
  while (begin > start && !isSeparator(StringPrototypeCharCodeAt(path, begin - 1))) begin--;
  return { begin, end };
}

// Where the extension of path[begin..end) starts, or `end` when there is none: a leading dot
// makes a hidden file, not an extension, and `..` is a directory.
function extensionStart(path, begin, end) {
  for (let i = end - 1; i > begin; i--) {
    if (StringPrototypeCharCodeAt(path, i) !== CODE_DOT) continue;
    const onlyDots = i === begin + 1 && i === end - 1 &&
      StringPrototypeCharCodeAt(path, begin) === CODE_DOT;
    return onlyDots ? end : i;
  }
  return end;
}

// path[begin..end) without `suffix`, unless nothing would be left. A suffix that is longer than
// the segment but ends with it makes Node keep the trailing separators (lib/path.js, basename);
// programs see that, so it is kept.
function withoutSuffix(path, begin, end, suffix) {
  const base = StringPrototypeSlice(path, begin, end);
  if (suffix === '' || suffix.length > path.length) return base;
  const cut = base.length - suffix.length;
  if (cut >= 0) {
    return cut > 0 && StringPrototypeEndsWith(base, suffix) ?
      StringPrototypeSlice(base, 0, cut) :
      base;
  }
  return StringPrototypeEndsWith(suffix, base) ? StringPrototypeSlice(path, begin) : base;
}

// `path.format`: the inverse of `parse`.
function formatParts(separator, pathObject) {
  const dir = pathObject.dir || pathObject.root;
  const extension = pathObject.ext;
  const dotted = extension && extension[0] !== '.' ? `.${extension}` : extension;
  const base = pathObject.base || `${pathObject.name || ''}${dotted || ''}`;
  if (!dir) return base;
  return dir === pathObject.root ? `${dir}${base}` : `${dir}${separator}${base}`;
}

// Paths are worked on at every start, and a string needs no validator to be loaded.
function validateString(value, name) {
  if (typeof value !== 'string') require('internal/validators').validateString(value, name);
}

// The module that one family of rules makes: its own functions, and those in which only the separator differs.
function pathFamily(sep, delimiter, rules) {
  function format(pathObject) {
    require('internal/validators').validateObject(pathObject, 'pathObject');
    return formatParts(sep, pathObject);
  }
  function matchesGlob(path, pattern) {
    return require('internal/path/glob').matchesGlob(path, pattern, sep);
  }
  const { parse, ...others } = rules;
  return { ...others, format, parse, matchesGlob, sep, delimiter, win32: null, posix: null };
}

module.exports = {
  extensionStart,
  foldSegments,
  isAnySlash,
  isSlash,
  lastSegment,
  pathFamily,
  validateString,
  withoutSuffix,
};
