// glob, globSync and promises.glob: the paths that match patterns.
//
// A pattern is its alternatives (braces expanded), each a list of segments: a literal name, a regular expression, GLOBSTAR for
// `**`, or '' at the end for a folder alone. A walk goes through folders with the positions that are still open in the
// pattern: each entry of a folder moves them on. Folders are visited last in, first out, as Node does, so that the order of
// the results is the same.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeEvery,
  ArrayPrototypeMap,
  ArrayPrototypePop,
  ArrayPrototypePush,
  ArrayPrototypeSome,
  RegExp,
  RegExpPrototypeExec,
  SafeMap,
  SafeSet,
  StringPrototypeEndsWith,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeSplit,
  StringPrototypeStartsWith,
} = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction, validateObject, validateString } = require('internal/validators');
const { expandBraces, segmentSource } = require('internal/fs/glob_pattern');
const { dirname, join, resolve } = require('path');

const GLOBSTAR = null;
const MAGIC = /[*?[\]!+@()]/;

function segmentOf(text) {
  if (text === '**') return GLOBSTAR;
  if (RegExpPrototypeExec(MAGIC, text) === null) return text;
  return new RegExp(`^${segmentSource(text)}$`, 'u');
}

// The alternatives of a pattern as lists of segments.
function compile(pattern) {
  return ArrayPrototypeMap(expandBraces(StringPrototypeReplaceAll(pattern, '\\', '/')), (alternative) => {
    const isAbsolute = StringPrototypeStartsWith(alternative, '/');
    const segments = [];
    const texts = StringPrototypeSplit(isAbsolute ? StringPrototypeSlice(alternative, 1) : alternative, '/');
    for (let i = 0; i < texts.length; i++) {
      const isEnd = i === texts.length - 1;
      // Empty ones in the middle mean nothing, and neither does `**` after `**`.
      if ((texts[i] === '' && !isEnd) || (texts[i] === '**' && i > 0 && texts[i - 1] === '**')) continue;
      if (texts[i] === '.' && !isEnd) continue;
      ArrayPrototypePush(segments, segmentOf(texts[i]));
    }
    return { root: isAbsolute ? '/' : '', segments };
  });
}

// A function that says whether a whole path matches.
function matcher(pattern) {
  const compiled = compile(pattern);
  return (path) => {
    const names = StringPrototypeSplit(StringPrototypeStartsWith(path, '/') ? StringPrototypeSlice(path, 1) : path, '/');
    return ArrayPrototypeSome(compiled, ({ segments }) => matchesFrom(names, 0, segments, 0));
  };
}

// What leaves out all that is in a folder leaves out the folder.
function excluder(pattern) {
  const whole = matcher(pattern);
  if (!StringPrototypeEndsWith(pattern, '/**')) return whole;
  const folder = matcher(StringPrototypeSlice(pattern, 0, -3));
  return (path) => whole(path) || folder(path);
}

function matchesFrom(names, at, segments, index) {
  if (index === segments.length) return at === names.length;
  const segment = segments[index];
  if (segment === GLOBSTAR) {
    if (index === segments.length - 1) {
      return at < names.length && ArrayPrototypeEvery(names.slice(at), (name) => name !== '' && name[0] !== '.');
    }
    for (let next = at; next <= names.length; next++) {
      if (matchesFrom(names, next, segments, index + 1)) return true;
      if (next < names.length && names[next][0] === '.') return false;
    }
    return false;
  }
  return at < names.length && matchesName(segment, names[at]) && matchesFrom(names, at + 1, segments, index + 1);
}

const matchesName = (segment, name) => (typeof segment === 'string' ?
  segment === name : RegExpPrototypeExec(segment, name) !== null);

// The walk of one pattern. Asks its `files` for folders and entries, and yields their answers if they are promises.
class Walk {
  #segments;
  #files;
  #found;
  #stack = [];

  constructor({ root, segments }, files, found) {
    this.#segments = segments;
    this.#files = files;
    this.#found = found;
    this.#push(root, 0);
  }

  #push(path, index) {
    ArrayPrototypePush(this.#stack, { path, indexes: [index] });
  }

  *steps() {
    while (this.#stack.length > 0) {
      const { path, indexes } = ArrayPrototypePop(this.#stack);
      yield* this.#visit(path, indexes); // iterable: a generator of ours
    }
  }

  *#visit(path, indexes) {
    const segments = this.#segments;
    const last = segments.length - 1;
    const open = [];
    for (let i = 0; i < indexes.length; i++) {
      const index = indexes[i];
      const segment = segments[index];
      if (segment === '' && index === last) {
        const entry = yield this.#files.entry(path || '.');
        if (entry?.isDirectory()) this.#found(path || '.', entry);
      } else if (segment === GLOBSTAR) {
        if (index === last || (segments[index + 1] === '' && index + 1 === last)) {
          const entry = yield this.#files.entry(path || '.');
          if (entry?.isDirectory()) this.#found(path || '.', entry);
        }
        ArrayPrototypePush(open, index);
      } else if (typeof segment === 'string') {
        yield* this.#step(path, index); // iterable: a generator of ours
      } else {
        ArrayPrototypePush(open, index);
      }
    }
    if (open.length > 0) yield* this.#list(path, open); // iterable: a generator of ours
  }

  // A literal name needs no list.
  *#step(path, index) {
    const segment = this.#segments[index];
    const next = segment === '..' && path !== '' ? join(path, segment) : joinPath(path, segment);
    const entry = yield this.#files.entry(next);
    if (entry === undefined || this.#files.isExcluded(next, entry)) return;
    if (index === this.#segments.length - 1) {
      if (segment !== '.') this.#found(next, entry);
    } else {
      this.#push(next === '.' ? '' : next, index + 1);
    }
  }

  *#list(path, open) {
    const segments = this.#segments;
    const last = segments.length - 1;
    const entries = yield this.#files.list(path || '.');
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      const next = joinPath(path, entry.name);
      if (this.#files.isExcluded(next, entry)) continue;
      const onward = new SafeSet();
      for (let k = 0; k < open.length; k++) this.#move(open[k], entry, next, onward, last);
      if (onward.size > 0) {
        const indexes = [];
        onward.forEach((index) => ArrayPrototypePush(indexes, index));
        ArrayPrototypePush(this.#stack, { path: next, indexes });
      }
    }
  }

  // What one entry means for one open position.
  #move(index, entry, next, onward, last) {
    const segment = this.#segments[index];
    if (segment === GLOBSTAR) {
      if (entry.name[0] !== '.') {
        if (entry.isDirectory()) onward.add(index);
        else if (index === last) this.#found(next, entry);
      }
      // It stands for no folder at all, too.
      if (index < last) this.#move(index + 1, entry, next, onward, last);
    } else if (segment !== '' && matchesName(segment, entry.name)) {
      if (index === last) this.#found(next, entry);
      else if (entry.isDirectory()) onward.add(index + 1);
    }
  }
}

const joinPath = (path, name) => (path === '' ? name : path === '/' ? `/${name}` : `${path}/${name}`);

// What a walk asks, of functions that answer at once or with promises.
class Files {
  #cwd;
  #exclude;
  #isExcludedPath;
  #withFileTypes;

  constructor({ cwd, exclude, withFileTypes }) {
    this.#cwd = cwd;
    this.#withFileTypes = withFileTypes;
    if (typeof exclude === 'function') {
      this.#exclude = exclude;
    } else if (exclude !== undefined) {
      const matchers = ArrayPrototypeMap(exclude, excluder);
      this.#isExcludedPath = (path) => ArrayPrototypeSome(matchers, (matches) => matches(path));
    }
  }

  full(path) {
    return resolve(this.#cwd, path);
  }

  isExcluded(path, entry) {
    if (this.#exclude !== undefined) return !!this.#exclude(this.#withFileTypes ? entry : entry.name);
    return this.#isExcludedPath?.(path) ?? false;
  }
}

class SyncFiles extends Files {
  constructor(options) { super(options); }

  entry(path) {
    const fs = require('fs');
    const stats = fs.lstatSync(this.full(path), { throwIfNoEntry: false });
    return stats && direntOf(path, stats, dirname(path));
  }

  list(path) {
    try {
      return require('fs').readdirSync(this.full(path), { withFileTypes: true });
    } catch {
      return [];
    }
  }
}

class AsyncFiles extends Files {
  constructor(options) { super(options); }

  async entry(path) {
    try {
      const stats = await require('fs').promises.lstat(this.full(path));
      return direntOf(path, stats, dirname(this.full(path)));
    } catch {
      return undefined;
    }
  }

  async list(path) {
    try {
      return await require('fs').promises.readdir(this.full(path), { withFileTypes: true });
    } catch {
      return [];
    }
  }
}

function direntOf(path, stats, parentPath) {
  const { DirentFromStats } = require('internal/fs/dirent');
  return new DirentFromStats(require('path').basename(path), stats, parentPath);
}

function optionsOf(patterns, options) {
  if (options !== undefined) validateObject(options, 'options');
  const { cwd, exclude, withFileTypes } = options ?? {};
  if (ArrayIsArray(patterns)) {
    for (let i = 0; i < patterns.length; i++) validateString(patterns[i], `patterns[${i}]`);
  } else {
    validateString(patterns, 'patterns');
    patterns = [patterns];
  }
  if (exclude != null && typeof exclude !== 'function') {
    if (!ArrayIsArray(exclude)) throw new ERR_INVALID_ARG_TYPE('options.exclude', ['function', 'string[]'], exclude);
    for (let i = 0; i < exclude.length; i++) validateString(exclude[i], `options.exclude[${i}]`);
  }
  const folder = require('internal/url/file_url').toPathIfFileURL(cwd);
  return {
    patterns,
    cwd: folder === undefined || folder === null ? process.cwd() : resolve(folder),
    exclude: exclude ?? undefined,
    withFileTypes: !!withFileTypes,
  };
}

function walksOf({ patterns }, files, found) {
  const walks = [];
  for (let i = 0; i < patterns.length; i++) {
    // Nothing is asked for, and nothing is found.
    if (patterns[i] === '') continue;
    const compiled = compile(patterns[i]);
    for (let k = 0; k < compiled.length; k++) ArrayPrototypePush(walks, new Walk(compiled[k], files, found));
  }
  return walks;
}

function globSync(patterns, options) {
  const given = optionsOf(patterns, options);
  const results = new SafeMap();
  const files = new SyncFiles(given);
  const walks = walksOf(given, files, (path, entry) => {
    if (!results.has(path)) results.set(path, entry);
  });
  for (let i = 0; i < walks.length; i++) {
    const steps = walks[i].steps();
    for (let step = steps.next(); !step.done;) step = steps.next(step.value);
  }
  const list = [];
  results.forEach((entry, path) => {
    ArrayPrototypePush(list, given.withFileTypes ? files.entry(path) ?? entry : path);
  });
  return list;
}

// Gives what is found as it is found.
async function* globAsync(given) {
  const seen = new SafeSet();
  let fresh = [];
  const files = new AsyncFiles(given);
  const walks = walksOf(given, files, (path, entry) => {
    if (seen.has(path)) return;
    seen.add(path);
    ArrayPrototypePush(fresh, given.withFileTypes ? entry : path);
  });
  for (let i = 0; i < walks.length; i++) {
    const steps = walks[i].steps();
    for (let step = steps.next(); !step.done;) {
      const answer = await step.value;
      step = steps.next(answer);
      const found = fresh;
      fresh = [];
      for (let k = 0; k < found.length; k++) yield found[k];
    }
  }
}

function globPromise(patterns, options) {
  const given = optionsOf(patterns, options);
  return globAsync(given);
}

function glob(patterns, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  const found = globPromise(patterns, options);
  (async () => {
    const list = [];
    for (let step = await found.next(); !step.done; step = await found.next()) ArrayPrototypePush(list, step.value);
    return list;
  })().then((list) => process.nextTick(callback, null, list), (error) => process.nextTick(callback, error));
}

module.exports = { glob, globPromise, globSync, matcher };
