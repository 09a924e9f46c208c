// Stacks in Node's form.
//
// The engine gives an error a `stack` of lines `name@url:line:column` without a header, taken when the
// error was made. It stays so until somebody reads it: `normalizeStack` then rewrites it in place as
// `Name: message` and `    at name (file:line:column)`. Reads in programs come through here because the
// source transform turns them into calls; builtins call it themselves.
//
// Positions: the engine points at the end of a callee, V8 at its beginning (and at `new` for a
// construction), and transformed sources have a table of moved columns. Both are mended here from the
// source's text, which costs nothing until a stack is read.
//
// A stack ends where the promise job began that the error was made in; below that are only frames of the runtime. Who
// awaited the job follows, from internal/errors/waiters.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeSlice, Error, ErrorCaptureStackTrace, ErrorPrototypeToString, ObjectCreate, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor, ObjectIsExtensible, ObjectPrototypeHasOwnProperty, RegExpPrototypeExec, SafeMap, SafeWeakMap, String, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeTrimEnd,
} = primordials;
const { functionName, isNativeError, originalPosition, sourceLine, suspension } = internalBinding('errors');
const { kIsNodeError } = require('internal/errors');
const { isLoaded } = internalBinding('builtins');
const { CallSite, describe } = require('internal/errors/call_site');

const isPage = internalBinding('options').loop.isWindow;

// The string that was written, so that a stack replaced by a program is left alone.
const written = new SafeWeakMap();

// What stands for errors that were sealed or frozen before anybody read their stacks.
const fixed = new SafeWeakMap();

const LOCATION = /^(.*?)(?::(\d+))?(?::(\d+))?$/s;
const WORD = /[\w$#\u0080-\uffff]/;

// The frame of the native function that runs promise jobs.
const JOBS = 'runMicrotasks@[native code]';
// That of the function which goes on with who awaited a rejection (crates/jsc, error_hooks.rs).
const HOOK = '@[native code]';

// What V8 says that the functions of the language which call back, or fail in the program's place, belong to.
const nativeOwners = {
  __proto__: null,
  parse: 'JSON', stringify: 'JSON',
  every: 'Array', filter: 'Array', find: 'Array', findIndex: 'Array', findLast: 'Array', findLastIndex: 'Array', flatMap: 'Array',
  forEach: 'Array', map: 'Array', reduce: 'Array', reduceRight: 'Array', some: 'Array', sort: 'Array', toSorted: 'Array',
  replace: 'String', replaceAll: 'String',
};

// One line of the engine's stack: { name, url, line, column, native }.
function parseFrame(text) {
  const at = StringPrototypeIndexOf(text, '@');
  let name = at === -1 ? '' : StringPrototypeSlice(text, 0, at);
  // From release 2.54 on the engine tells of who awaits by itself, but not of combinators and generators.
  const isAsync = StringPrototypeStartsWith(name, 'async ');
  if (isAsync) name = StringPrototypeSlice(name, 6);
  // The wrapper of a CommonJS module, by the name the loader gives it.
  if (RegExpPrototypeExec(/^\$\$r(?:\d+_)?cjs$/, name) !== null) name = 'Object.<anonymous>';
  const location = at === -1 ? text : StringPrototypeSlice(text, at + 1);
  if (location === '[native code]' || location === '') return { name, typeName: nativeOwners[name], url: undefined, line: 0, column: 0, constructs: false, isAsync, engineName: name };
  const match = RegExpPrototypeExec(LOCATION, location);
  return { name, url: match[1], line: +(match[2] ?? 0), column: +(match[3] ?? 0), constructs: false, isAsync, engineName: name };
}

// Moves the engine's column (just behind the callee, or at the dot of a member) to where V8 points.
function mendColumn(frame) {
  const text = sourceLine(frame.url, frame.line);
  if (text === undefined) return;
  let index = frame.column - 1;
  if (text[index] === '.' && index > 0) {
    frame.column += 1;
  } else if (text[index] === '(' && text[index - 1] === ')' && RegExpPrototypeExec(/\(0,[\w$.]+\)$/, StringPrototypeSlice(text, 0, index)) !== null) {
    // `(0,M.f)(x)` stands for a call of an imported function.
    frame.column = RegExpPrototypeExec(/\(0,[\w$.]+\)$/, StringPrototypeSlice(text, 0, index)).index + 1;
  } else if (text[index] === '(' || text[index] === '`' || index >= text.length) {
    while (index > 0 && RegExpPrototypeExec(WORD, text[index - 1]) !== null) index--;
    const head = StringPrototypeTrimEnd(StringPrototypeSlice(text, 0, index));
    // `new a.b.C(`: V8 points at `new`, wherever the dotted name began.
    const construction = RegExpPrototypeExec(/(?:^|[^\w$.])new\s+(?:[\w$#]+\s*\.\s*)*$/, `${head} `);
    if (construction !== null) {
      frame.constructs = true;
      index = construction.index + StringPrototypeIndexOf(construction[0], 'new');
    }
    frame.column = index + 1;
  } else {
    const construction = RegExpPrototypeExec(/(?:^|[^\w$.])new\s+[\w$#.]*$/, StringPrototypeSlice(text, 0, index));
    if (construction !== null) {
      frame.constructs = true;
      frame.column = construction.index + StringPrototypeIndexOf(construction[0], 'new') + 1;
    }
  }
}

function framesOf(stack) {
  const frames = [];
  const lines = StringPrototypeSplit(stack, '\n');
  let waits = false;
  for (let i = 0; i < lines.length; i++) {
    if (lines[i] === '') continue;
    if (lines[i] === JOBS || (lines[i] === HOOK && lines[i + 1] === JOBS)) break;
    const frame = parseFrame(lines[i]);
    // The engine does not say it of functions without a name; behind one that waits all wait.
    waits ||= frame.isAsync;
    frame.isAsync = waits;
    if (isWrapper(frame, frames[frames.length - 1])) continue;
    if (isPlumbing(frame, lines[i + 1])) continue;
    if (frame.name === '' && frame.url !== undefined && !StringPrototypeStartsWith(frame.url, 'node:')) {
      frame.name = textName(frame.url, frame.line, frame.column);
    }
    if (frame.isAsync) {
      const wait = frame.url === undefined ? undefined : suspension(frame.url, frame.line, frame.column);
      if (wait !== undefined) {
        frame.line = wait[0];
        frame.column = wait[1];
      }
    } else if (frame.url !== undefined && frame.line !== 0) {
      mendColumn(frame);
      const mapped = originalPosition(frame.url, frame.line, frame.column);
      if (mapped !== undefined) {
        frame.line = mapped[0];
        frame.column = mapped[1];
      }
    }
    ArrayPrototypePush(frames, frame);
  }
  // A caller that says `new F(` makes the frame above it a constructor's.
  for (let i = 0; i + 1 < frames.length; i++) {
    if (frames[i + 1].constructs && frames[i].name !== '') frames[i].name = `new ${frames[i].name}`;
  }
  // The makers of errors and the validators are not where an error comes from.
  let first = 0;
  while (first + 1 < frames.length && isMaker(frames[first].url)) first++;
  return first === 0 ? frames : ArrayPrototypeSlice(frames, first);
}

// Names of async arrow functions are known to their wrappers only; the text has them too.
const textNames = new SafeMap();
const MOST_TEXT_NAMES = 1000;

function textName(url, line, column) {
  const key = `${url}:${line}:${column}`;
  let name = textNames.get(key);
  if (name === undefined) {
    if (textNames.size >= MOST_TEXT_NAMES) textNames.clear();
    name = functionName?.(url, line, column) ?? '';
    textNames.set(key, name);
  }
  return name;
}

// The engine splits an async function in two: the body that runs, and around it what is called, which stands at its end.
function isWrapper(frame, inner) {
  if (inner === undefined || inner.url === undefined || inner.url !== frame.url || inner.engineName !== frame.engineName) return false;
  const text = sourceLine(frame.url, frame.line);
  return text !== undefined && (text[frame.column - 1] === '}' || text[frame.column - 2] === '}');
}

// Uncurried intrinsics and calls through Reflect.apply from builtins are no frames in V8. A page sees no builtins at all.
function isPlumbing({ name, url }, caller) {
  if (url === 'node:internal/primordials') return true;
  if (isPage && url !== undefined && StringPrototypeStartsWith(url, 'node:')) return true;
  if (url !== undefined || caller === undefined || !StringPrototypeIncludes(caller, '@node:')) return false;
  return name === 'apply' || isPage;
}

function isMaker(url) {
  return url === 'node:internal/errors' || url === 'node:internal/errors/system' || url === 'node:internal/validators';
}

// V8 leaves out the constructors of the error itself: the stack of `class E extends Error` begins where
// `new E` stands.
function dropOwnConstructors(error, frames) {
  let name;
  try {
    name = error.constructor?.name;
  } catch {
    return frames;
  }
  for (let i = 0; i < frames.length; i++) {
    if (frames[i].name === `new ${name}`) return ArrayPrototypeSlice(frames, i + 1);
    // Between the error and its class stand only constructors of its other classes.
    if (!StringPrototypeStartsWith(frames[i].name, 'new ') && frames[i + 1]?.name !== `new ${name}`) break;
  }
  return frames;
}

// Whether a stack of the engine's is that of a promise job, and whole.
function isOfJob(raw) {
  return isLoaded('internal/errors/waiters') &&
    (StringPrototypeIncludes(raw, `\n${JOBS}`) || StringPrototypeStartsWith(raw, JOBS));
}

// Puts those who waited behind the frames.
function addWaiters(frames, list) {
  if (list === undefined) return frames;
  const waiting = require('internal/errors/waiters').framesOf(list);
  const limit = stackLimit();
  for (let i = 0; i < waiting.length && frames.length < limit; i++) ArrayPrototypePush(frames, waiting[i]);
  return frames;
}

function stackLimit() {
  const limit = Error.stackTraceLimit;
  return typeof limit === 'number' ? limit : 0;
}

function headerOf(error) {
  try {
    const header = ErrorPrototypeToString(error);
    if (error[kIsNodeError] === true && typeof error.code === 'string') {
      const name = `${error.name}`;
      const rest = StringPrototypeSlice(header, name.length);
      return `${name} [${error.code}]${rest}`;
    }
    return header;
  } catch {
    return '<error>';
  }
}

function write(error, stack) {
  written.set(error, stack);
  ObjectDefineProperty(error, 'stack', {
    __proto__: null, value: stack, writable: true, enumerable: false, configurable: true,
  });
}

function format(error, header, raw, waiters) {
  const frames = addWaiters(dropOwnConstructors(error, framesOf(raw)), waiters);
  const prepare = Error.prepareStackTrace;
  if (typeof prepare === 'function') {
    const sites = [];
    for (let i = 0; i < frames.length; i++) sites[i] = new CallSite(frames[i]);
    return prepare(error, sites);
  }
  let text = header;
  for (let i = 0; i < frames.length; i++) text += `\n    at ${describe(frames[i])}`;
  return text;
}

// Whether this string can only be the engine's own form.
function isEngineForm(stack) {
  return typeof stack === 'string' && !StringPrototypeIncludes(stack, '\n    at ') &&
    (stack === '' || StringPrototypeIncludes(stack, '@') || StringPrototypeStartsWith(stack, '[native code]'));
}

// The engine's messages quote the code that runs; programs see the code as it was written.
function restoreMessage(error) {
  const descriptor = ObjectGetOwnPropertyDescriptor(error, 'message');
  if (typeof descriptor?.value !== 'string' || !StringPrototypeIncludes(descriptor.value, '$$r')) return;
  descriptor.value = require('internal/modules/written_text').writtenText(descriptor.value);
  if (descriptor.configurable) ObjectDefineProperty(error, 'message', descriptor);
}

// The engine gives an error hidden properties for the place of its first frame. A program that writes to one of them
// (parsers do: `error.column = 7`) means a property of its own, and one that is seen.
function dropEnginePlace(error, raw) {
  // What the engine's own parser throws has the place of the fault, which is in no frame.
  const isParsers = typeof raw !== 'string' || RegExpPrototypeExec(/^(?:Function|eval)@\[native code\]/, raw) !== null;
  const place = isParsers ? undefined : firstPlace(raw);
  const first = place?.url === error.sourceURL ? place : undefined;
  dropEngineNumber(error, 'line', first?.line);
  dropEngineNumber(error, 'column', first?.column);
  delete error.sourceURL;
}

function dropEngineNumber(error, key, engines) {
  const descriptor = ObjectGetOwnPropertyDescriptor(error, key);
  if (descriptor === undefined) return;
  if (engines === undefined || (descriptor.value === engines && !descriptor.enumerable)) {
    delete error[key];
  } else if (descriptor.configurable) {
    descriptor.enumerable = true;
    ObjectDefineProperty(error, key, descriptor);
  }
}

function firstPlace(raw) {
  const lines = StringPrototypeSplit(raw, '\n');
  for (let i = 0; i < lines.length; i++) {
    const frame = parseFrame(lines[i]);
    if (frame.url !== undefined && frame.line !== 0) return frame;
  }
  return undefined;
}

// Gives back what the stack is to be read of: the error, or what stands for one that can not be written to.
function normalizeStack(error) {
  if (typeof error !== 'object' || error === null || !isNativeError(error)) return error;
  if (written.has(error)) return fixed.get(error) ?? error;
  if (!ObjectPrototypeHasOwnProperty(error, 'stack')) {
    // Made while Error.stackTraceLimit was 0: the engine then gives none at all.
    if (!('stack' in error) && ObjectIsExtensible(error)) write(error, headerOf(error));
    return error;
  }
  const raw = error.stack;
  if (!isEngineForm(raw)) {
    if (typeof raw === 'string') written.set(error, raw);
    return error;
  }
  if (!ObjectGetOwnPropertyDescriptor(error, 'stack').configurable) return standIn(error, raw);
  restoreMessage(error);
  // The header is what the error is called now; the engine's helper properties are not Node's.
  const header = headerOf(error);
  dropEnginePlace(error, raw);
  written.set(error, raw);
  try {
    const waiters = isOfJob(raw) ? require('internal/errors/waiters').waitersOf(error) : undefined;
    write(error, format(error, header, raw, waiters));
  } catch (thrown) {
    write(error, header);
    throw thrown;
  }
  return error;
}

function standIn(error, raw) {
  written.set(error, raw);
  const value = format(error, headerOf(error), raw, isOfJob(raw) ? require('internal/errors/waiters').waitersOf(error) : undefined);
  const other = ObjectCreate(error, { __proto__: null, stack: { __proto__: null, value } });
  fixed.set(error, other);
  return other;
}

// Where an error was made: the first frame of its stack in the engine's form, or undefined.
function originOf(error) {
  const raw = written.get(error) ?? error.stack;
  if (typeof raw !== 'string') return undefined;
  const match = RegExpPrototypeExec(/^ {4}at (?:.*\()?((?:file:\/\/)?[^()\n]+):(\d+):(\d+)\)?$/m, raw);
  return match === null ? undefined : { url: match[1], line: +match[2], column: +match[3] };
}

// Error.captureStackTrace as V8 has it: any object gets a `stack`, frames above `upTo` left out.
function captureStackTrace(target, upTo) {
  if ((typeof target !== 'object' && typeof target !== 'function') || target === null) {
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE('targetObject', 'Object', target);
  }
  const own = isNativeError(target) ? target.stack : undefined;
  const holder = {};
  ErrorCaptureStackTrace(holder, upTo);
  const raw = holder.stack;
  let header;
  try {
    header = isNativeError(target) ? headerOf(target) : headerOfObject(target);
  } catch {
    header = 'Error';
  }
  const stack = format(target, header, typeof raw === 'string' ? raw : '', waitersNow(raw));
  ObjectDefineProperty(target, 'stack', {
    __proto__: null, value: stack, writable: true, enumerable: false, configurable: true,
  });
  if (isNativeError(target)) {
    dropEnginePlace(target, own);
    written.set(target, stack);
  }
}

function waitersNow(raw) {
  return typeof raw === 'string' && isOfJob(raw) ? require('internal/errors/waiters').waitersNow() : undefined;
}

// V8 prints a captured plain object as an error would be: name and message where it has them.
function headerOfObject(target) {
  const name = target.name === undefined ? 'Error' : String(target.name);
  const message = target.message === undefined ? '' : String(target.message);
  if (message === '') return target.name === undefined ? plainHeader(target) : name;
  return name === '' ? message : `${name}: ${message}`;
}

function plainHeader(target) {
  return typeof target === 'function' ? `${target}` : ErrorPrototypeToString(target);
}

// The caller's frames as the engine writes them: cheap enough to take for every timer.
function captureRaw(limit, upTo) {
  const holder = {};
  const outerLimit = Error.stackTraceLimit;
  Error.stackTraceLimit = limit;
  try {
    ErrorCaptureStackTrace(holder, upTo);
  } finally {
    Error.stackTraceLimit = outerLimit;
  }
  return holder.stack ?? '';
}

// The frames of the caller as call sites: util.getCallSites, `new Error().stack` with prepareStackTrace.
function callSites(limit, upTo) {
  const raw = captureRaw(limit, upTo);
  const frames = addWaiters(framesOf(raw), waitersNow(raw));
  const sites = [];
  for (let i = 0; i < frames.length && i < limit; i++) sites[i] = new CallSite(frames[i]);
  return sites;
}

module.exports = { framesIn: framesOf, normalizeStack, captureStackTrace, captureRaw, callSites, originOf };
