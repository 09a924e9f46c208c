'use strict';

// Paths by Windows rules: two separators, drive letters, UNC shares, device paths. Pure string
// work, usable on every platform; only `resolve` asks the process for its working directory.

const {
  StringPrototypeCharCodeAt,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeToLowerCase,
  StringPrototypeToUpperCase,
} = primordials;

const {
  extensionStart,
  foldSegments,
  isAnySlash,
  lastSegment,
  pathFamily,
  withoutSuffix,
  validateString,
} = require('internal/path/segments');

const CODE_COLON = 58;
const CODE_BACKSLASH = 92;

const DEVICE_NAMES = [
  'CON', 'PRN', 'AUX', 'NUL',
  'COM1', 'COM2', 'COM3', 'COM4', 'COM5', 'COM6', 'COM7', 'COM8', 'COM9',
  'LPT1', 'LPT2', 'LPT3', 'LPT4', 'LPT5', 'LPT6', 'LPT7', 'LPT8', 'LPT9',
  'COM\u00b9', 'COM\u00b2', 'COM\u00b3', 'LPT\u00b9', 'LPT\u00b2', 'LPT\u00b3',
];

const slashAt = (path, index) =>
  index < path.length && isAnySlash(StringPrototypeCharCodeAt(path, index));
const endsWithSlash = (path) => path.length > 0 && slashAt(path, path.length - 1);

function isLetter(code) {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function hasDriveLetter(path) {
  return path.length >= 2 &&
    isLetter(StringPrototypeCharCodeAt(path, 0)) &&
    StringPrototypeCharCodeAt(path, 1) === CODE_COLON;
}

// Whether what stands before the first colon names a device. Without a colon Node compares all
// but the last character (lib/path.js, isWindowsReservedName with an index of -1); so does this.
function isReservedName(path) {
  const colon = StringPrototypeIndexOf(path, ':');
  const name = StringPrototypeToUpperCase(StringPrototypeSlice(path, 0, colon));
  for (let i = 0; i < DEVICE_NAMES.length; i++) {
    if (DEVICE_NAMES[i] === name) return true;
  }
  return false;
}

const skipSlashes = (path, index) => {
  while (slashAt(path, index)) index++;
  return index;
};
const skipName = (path, index) => {
  while (index < path.length && !slashAt(path, index)) index++;
  return index;
};

// Splits a share (`\\server\share`, `\\.\device`) off a path that begins with two separators.
// Returns undefined when the server or the share is missing.
function shareOf(path) {
  const serverEnd = skipName(path, 2);
  if (serverEnd === 2 || serverEnd === path.length) return undefined;
  const shareStart = skipSlashes(path, serverEnd);
  if (shareStart === path.length) return undefined;
  return {
    server: StringPrototypeSlice(path, 2, serverEnd),
    shareStart,
    shareEnd: skipName(path, shareStart),
  };
}

// What a path begins with: the device (drive or share), whether a root follows it, and where
// the rest begins.
function prefixOf(path) {
  if (path.length === 0) return { device: '', rootEnd: 0, anchored: false };
  if (slashAt(path, 0)) {
    if (!slashAt(path, 1)) return { device: '', rootEnd: 1, anchored: true };
    const share = shareOf(path);
    if (share === undefined) return { device: '', rootEnd: 1, anchored: true };
    const { server, shareStart, shareEnd } = share;
    if (server === '.' || server === '?') {
      // A device path: only `\\.\` belongs to the device.
      return { device: `\\\\${server}`, rootEnd: 4, anchored: true };
    }
    return {
      device: `\\\\${server}\\${StringPrototypeSlice(path, shareStart, shareEnd)}`,
      rootEnd: shareEnd,
      anchored: true,
      wholePath: shareEnd === path.length,
    };
  }
  if (hasDriveLetter(path)) {
    const anchored = slashAt(path, 2);
    return { device: StringPrototypeSlice(path, 0, 2), rootEnd: anchored ? 3 : 2, anchored };
  }
  return { device: '', rootEnd: 0, anchored: false };
}

// The working directory for a drive: its own (Windows keeps one per drive in the environment)
// or the root of the drive when the process stands on another one.
function workingDirectoryOf(device) {
  if (device === '') return process.cwd();
  const own = process.env[`=${device}`] || process.cwd();
  const sameDrive = StringPrototypeToLowerCase(StringPrototypeSlice(own, 0, 2)) ===
    StringPrototypeToLowerCase(device);
  return !sameDrive && StringPrototypeCharCodeAt(own, 2) === CODE_BACKSLASH ? `${device}\\` : own;
}

function resolve(...args) {
  let device = '';
  let tail = '';
  let anchored = false;
  for (let i = args.length - 1; i >= -1; i--) {
    let path;
    if (i >= 0) {
      path = args[i];
      validateString(path, `paths[${i}]`);
      if (path === '') continue;
    } else {
      path = workingDirectoryOf(device);
    }
    const prefix = prefixOf(path);
    if (prefix.device !== '') {
      if (device === '') {
        device = prefix.device;
      } else if (StringPrototypeToLowerCase(prefix.device) !==
                 StringPrototypeToLowerCase(device)) {
        continue;
      }
    }
    if (!anchored) {
      tail = `${StringPrototypeSlice(path, prefix.rootEnd)}\\${tail}`;
      anchored = prefix.anchored;
    }
    if (anchored && device !== '') break;
  }
  tail = foldSegments(tail, 0, isAnySlash, '\\', anchored);
  if (anchored) return `${device}\\${tail}`;
  return `${device}${tail}` || '.';
}

function normalize(path) {
  validateString(path, 'path');
  if (path === '') return '.';
  if (path.length === 1) return slashAt(path, 0) ? '\\' : path;
  const { device, rootEnd, anchored, wholePath } = prefixOf(path);
  if (wholePath) return `${device}\\`;
  if (device === '' && !anchored) {
    if (isReservedName(path)) {
      return `.\\${normalizeTail(path, rootEnd, anchored)}`;
    }
  }
  const tail = normalizeTail(path, rootEnd, anchored);
  if (device === '' && !anchored && StringPrototypeIncludes(path, ':') && gainsDrive(path, tail)) {
    return `.\\${tail}`;
  }
  return anchored ? `${device}\\${tail}` : `${device}${tail}`;
}

function normalizeTail(path, rootEnd, anchored) {
  let tail = foldSegments(path, rootEnd, isAnySlash, '\\', anchored);
  if (tail === '' && !anchored) tail = '.';
  if (tail !== '' && endsWithSlash(path)) tail += '\\';
  return tail;
}

// Folding must not turn a relative path into one with a drive (`a\..\c:`): CVE-2024-36139 and
// its successors in Node.
function gainsDrive(path, tail) {
  if (hasDriveLetter(tail)) return true;
  for (let colon = StringPrototypeIndexOf(path, ':'); colon !== -1;
    colon = StringPrototypeIndexOf(path, ':', colon + 1)) {
    if (colon === path.length - 1 || slashAt(path, colon + 1)) return true;
  }
  return false;
}

function isAbsolute(path) {
  validateString(path, 'path');
  return slashAt(path, 0) || (hasDriveLetter(path) && slashAt(path, 2));
}

function join(...args) {
  let joined;
  let first;
  for (let i = 0; i < args.length; i++) {
    const part = args[i];
    validateString(part, 'path');
    if (part === '') continue;
    if (joined === undefined) joined = first = part;
    else joined += `\\${part}`;
  }
  if (joined === undefined) return '.';

  // Two separators at the start mean a share only if the first part itself begins with
  // exactly two and a name; otherwise the run collapses to one.
  const isShare = slashAt(first, 0) && slashAt(first, 1) &&
    (first.length === 2 || !slashAt(first, 2)) && first.length > 2;
  if (!isShare) {
    const start = skipSlashes(joined, 0);
    if (start >= 2) joined = `\\${StringPrototypeSlice(joined, start)}`;
  }

  if (isReservedName(joined)) return `.\\${normalizeReserved(joined)}`;
  return normalize(joined);
}

function normalizeReserved(path) {
  const normal = normalize(path);
  return StringPrototypeSlice(normal, 0, 2) === '.\\' ? StringPrototypeSlice(normal, 2) : normal;
}

function relative(from, to) {
  validateString(from, 'from');
  validateString(to, 'to');
  if (from === to) return '';
  const fromPath = resolve(from);
  const toPath = resolve(to);
  if (fromPath === toPath) return '';
  const fromLower = StringPrototypeToLowerCase(fromPath);
  const toLower = StringPrototypeToLowerCase(toPath);
  if (fromLower === toLower) return '';

  const fromSpan = trimmedSpan(fromLower);
  const toSpan = trimmedSpan(toLower);
  const fromLength = fromSpan.end - fromSpan.start;
  const toLength = toSpan.end - toSpan.start;
  let shared = -1;
  for (let i = 0; ; i++) {
    const fromCode = i < fromLength ?
      StringPrototypeCharCodeAt(fromLower, fromSpan.start + i) : CODE_BACKSLASH;
    const toCode = i < toLength ?
      StringPrototypeCharCodeAt(toLower, toSpan.start + i) : CODE_BACKSLASH;
    if (fromCode !== toCode) break;
    if (fromCode === CODE_BACKSLASH) shared = i;
    if (i >= fromLength || i >= toLength) break;
  }
  // Nothing in common, not even the device: only the absolute path leads there.
  if (shared === -1 && fromLength > 0 && toLength > 0) return toPath;
  let climb = '';
  for (let i = fromSpan.start + shared; fromLength > 0 && i < fromSpan.end; i++) {
    if (i < fromSpan.start || StringPrototypeCharCodeAt(fromLower, i) === CODE_BACKSLASH) {
      climb += climb === '' ? '..' : '\\..';
    }
  }
  const rest = StringPrototypeSlice(toPath, toSpan.start + shared + 1, toSpan.end);
  if (climb === '') return rest;
  return rest === '' ? climb : `${climb}\\${rest}`;
}

function trimmedSpan(path) {
  let start = 0;
  while (start < path.length && StringPrototypeCharCodeAt(path, start) === CODE_BACKSLASH) start++;
  let end = path.length;
  while (end - 1 > start && StringPrototypeCharCodeAt(path, end - 1) === CODE_BACKSLASH) end--;
  return { start, end };
}

function toNamespacedPath(path) {
  if (typeof path !== 'string' || path.length === 0) return path;
  const resolved = resolve(path);
  if (resolved.length <= 2) return path;
  if (StringPrototypeSlice(resolved, 0, 2) === '\\\\') {
    const third = resolved[2];
    return third === '?' || third === '.' ?
      resolved :
      `\\\\?\\UNC\\${StringPrototypeSlice(resolved, 2)}`;
  }
  return hasDriveLetter(resolved) && resolved[2] === '\\' ? `\\\\?\\${resolved}` : resolved;
}

// Where dirname, basename and parse may not look: the root with its separator.
function rootEndOf(path) {
  if (path.length === 1) return slashAt(path, 0) ? 1 : 0;
  if (slashAt(path, 0)) {
    if (!slashAt(path, 1)) return 1;
    const share = shareOf(path);
    if (share === undefined) return 1;
    return share.shareEnd === path.length ? path.length : share.shareEnd + 1;
  }
  if (!hasDriveLetter(path)) return 0;
  return slashAt(path, 2) ? 3 : 2;
}

function dirname(path) {
  validateString(path, 'path');
  if (path === '') return '.';
  if (path.length === 1) return slashAt(path, 0) ? path : '.';
  const rootEnd = rootEndOf(path);
  const { begin } = lastSegment(path, rootEnd, isAnySlash);
  const end = begin > rootEnd ? begin - 1 : rootEnd;
  return end === 0 ? '.' : StringPrototypeSlice(path, 0, end);
}

function basename(path, suffix) {
  if (suffix !== undefined) validateString(suffix, 'suffix');
  validateString(path, 'path');
  if (suffix !== undefined && suffix === path) return '';
  const start = hasDriveLetter(path) ? 2 : 0;
  const { begin, end } = lastSegment(path, start, isAnySlash);
  return suffix === undefined ?
    StringPrototypeSlice(path, begin, end) :
    withoutSuffix(path, begin, end, suffix);
}

function extname(path) {
  validateString(path, 'path');
  const { begin, end } = lastSegment(path, hasDriveLetter(path) ? 2 : 0, isAnySlash);
  return StringPrototypeSlice(path, extensionStart(path, begin, end), end);
}

function parse(path) {
  validateString(path, 'path');
  const result = { root: '', dir: '', base: '', ext: '', name: '' };
  if (path === '') return result;
  const rootEnd = rootEndOf(path);
  const root = StringPrototypeSlice(path, 0, rootEnd);
  result.root = result.dir = root;
  if (rootEnd === path.length) return result;
  const { begin, end } = lastSegment(path, rootEnd, isAnySlash);
  const nameEnd = extensionStart(path, begin, end);
  result.base = StringPrototypeSlice(path, begin, end);
  result.ext = StringPrototypeSlice(path, nameEnd, end);
  result.name = StringPrototypeSlice(path, begin, nameEnd);
  if (begin > rootEnd) result.dir = StringPrototypeSlice(path, 0, begin - 1);
  return result;
}

module.exports = pathFamily('\\', ';', {
  resolve, normalize, isAbsolute, join, relative, toNamespacedPath, dirname, basename, extname, parse,
});
