// Errors: the stack as the error's own text, with the class named where the stack names only its parent, frames shared
// with the cause and repeated frames left out, and `cause` and `errors` among the entries.
'use strict';

const {
  ArrayIsArray,
  ArrayPrototypeForEach,
  ArrayPrototypeIncludes,
  ArrayPrototypeIndexOf,
  ArrayPrototypeJoin,
  ArrayPrototypePush,
  ArrayPrototypeSplice,
  Error,
  ErrorPrototypeToString,
  ObjectGetOwnPropertyDescriptor,
  ObjectPrototypeHasOwnProperty,
  ObjectPrototypeToString,
  RegExpPrototypeExec,
  StringPrototypeEndsWith,
  StringPrototypeIncludes,
  StringPrototypeIndexOf,
  StringPrototypeRepeat,
  StringPrototypeReplace,
  StringPrototypeReplaceAll,
  StringPrototypeSlice,
  StringPrototypeSplit,
  StringPrototypeStartsWith,
} = primordials;
const { Brand, brandOf } = require('internal/util/types');
const { prefixOf } = require('internal/util/inspect/names');

const FRAME = '\n    at';
// Fewer frames in common with the cause are not worth leaving out.
const MIN_SHARED = 4;
// Shorter stacks are shown whole, and so are shorter repetitions.
const MAX_WHOLE = 10;
const MIN_REPEATED = 3;

/** The text that stands before the entries; adds to and removes from `keys`. */
function errorBase(ctx, error, name, tag, keys) {
  const errorName = readName(error);
  let stack = stackOf(ctx, error);
  chooseKeys(ctx, error, keys, stack);
  stack = improveName(stack, name, errorName, tag);

  // The message may itself contain lines that look like frames.
  const message = read(error, 'message');
  const found = typeof message === 'string' && message !== '' ? StringPrototypeIndexOf(stack, message) : -1;
  const start = StringPrototypeIndexOf(stack, FRAME, found === -1 ? 0 : found + message.length);
  if (start === -1) {
    // What cannot be told but by its class is in brackets already.
    if (stack !== ObjectPrototypeToString(error)) stack = `[${stack}]`;
  } else {
    const lines = framesOf(ctx, error, StringPrototypeSlice(stack, start + 1));
    if (ctx.colors) paintFrames(ctx, lines);
    stack = `${StringPrototypeSlice(stack, 0, start)}\n${ArrayPrototypeJoin(lines, '\n')}`;
  }
  if (ctx.indentation === 0) return stack;
  return StringPrototypeReplaceAll(stack, '\n', `\n${StringPrototypeRepeat(' ', ctx.indentation)}`);
}

// A property of an error, or undefined if it cannot be read.
function read(error, key) {
  try {
    return error[key];
  } catch {
    return undefined;
  }
}

function readName(error) {
  return read(error, 'name') ?? 'Error';
}

/** The stack as text, whatever the program has put there. */
function stackOf(ctx, error) {
  let stack;
  try {
    ({ stack } = require('internal/errors/stack').normalizeStack(error));
  } catch {
    stack = undefined;
  }
  if (typeof stack === 'string' && stack !== '') return stack;
  const head = headOf(error);
  if (!stack) return head;
  ctx.indentation += 4;
  // No depth: nothing is too deep, and nothing is deep enough to share a line.
  const text = ctx.formatValue(ctx, stack, NaN);
  ctx.indentation -= 4;
  return `${head}\n    ${text}`;
}

function headOf(error) {
  try {
    return ErrorPrototypeToString(error);
  } catch {
    return ObjectPrototypeToString(error);
  }
}

// Leaves out what the stack already says, and adds the cause and the aggregated errors, which are hidden properties.
function chooseKeys(ctx, error, keys, stack) {
  if (ctx.showHidden) {
    // The engine's own properties of an error that no other engine has.
    ArrayPrototypeForEach(['line', 'column', 'sourceURL'], (key) => {
      const index = ArrayPrototypeIndexOf(keys, key);
      if (index !== -1 && ObjectGetOwnPropertyDescriptor(error, key)?.enumerable === false) ArrayPrototypeSplice(keys, index, 1);
    });
  } else {
    ArrayPrototypeForEach(['name', 'message', 'stack'], (key) => {
      const index = ArrayPrototypeIndexOf(keys, key);
      if (index === -1) return;
      const value = read(error, key);
      if (typeof value !== 'string' || StringPrototypeIncludes(stack, value)) ArrayPrototypeSplice(keys, index, 1);
    });
  }
  if ('cause' in error && !ArrayPrototypeIncludes(keys, 'cause')) ArrayPrototypePush(keys, 'cause');
  if (ArrayIsArray(ownValue(error, 'errors')) && !ArrayPrototypeIncludes(keys, 'errors')) ArrayPrototypePush(keys, 'errors');
}

function ownValue(error, key) {
  return ObjectPrototypeHasOwnProperty(error, key) ? read(error, key) : undefined;
}

// A stack says "Error: x" for an instance of a subclass that did not set its name: name the class as well.
function improveName(stack, name, errorName, tag) {
  if (typeof errorName !== 'string') {
    const text = textOf(errorName);
    if (text === undefined) return stack;
    return StringPrototypeReplace(stack, text, () => `${text} [${StringPrototypeSlice(prefixOf(name, tag, 'Error'), 0, -1)}]`);
  }
  let { length } = errorName;
  const isHead = StringPrototypeEndsWith(errorName, 'Error') && StringPrototypeStartsWith(stack, errorName) &&
    (stack.length === length || stack[length] === ':' || stack[length] === '\n');
  if (name !== null && !isHead) return stack;
  let fallback = 'Error';
  if (name === null) {
    const head = RegExpPrototypeExec(/^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n\s+at)/, stack) ??
      RegExpPrototypeExec(/^([a-z_A-Z0-9-]*Error)$/, stack);
    const found = head === null ? '' : head[1];
    length = found.length;
    fallback = found || 'Error';
  }
  const prefix = StringPrototypeSlice(prefixOf(name, tag, fallback), 0, -1);
  if (prefix === errorName) return stack;
  if (!StringPrototypeIncludes(prefix, errorName)) return `${prefix} [${errorName}]${StringPrototypeSlice(stack, length)}`;
  return length === 0 ? `${prefix}: ${stack}` : `${prefix}${StringPrototypeSlice(stack, length)}`;
}

function textOf(value) {
  try {
    return `${value}`;
  } catch {
    return undefined;
  }
}

// The lines of a stack from its first frame on.
function framesOf(ctx, error, text) {
  const lines = StringPrototypeSplit(text, '\n');
  const cause = read(error, 'cause');
  if (cause !== undefined && cause !== null && isError(cause)) leaveOutShared(ctx, lines, stackOf(ctx, cause));
  return lines.length > MAX_WHOLE ? collapseRepeated(ctx, lines) : lines;
}

function isError(value) {
  if (typeof value !== 'object' && typeof value !== 'function') return false;
  return brandOf(value) === Brand.ERROR || value instanceof Error;
}

function leaveOutShared(ctx, lines, causeStack) {
  const start = StringPrototypeIndexOf(causeStack, FRAME);
  if (start === -1) return;
  const { length, offset } = longestShared(lines, StringPrototypeSplit(StringPrototypeSlice(causeStack, start + 1), '\n'));
  if (length < MIN_SHARED) return;
  // The first and the last shared frame stay, as anchors.
  const note = `    ... ${length - 2} lines matching cause stack trace ...`;
  ArrayPrototypeSplice(lines, offset + 1, length - 2, ctx.stylize(note, 'undefined'));
}

// The longest run of lines that occurs in both, and where it starts in the first.
function longestShared(lines, others) {
  let best = { length: 0, offset: 0 };
  for (let i = 0; i < lines.length - MIN_SHARED + 1; i++) {
    for (let j = ArrayPrototypeIndexOf(others, lines[i]); j !== -1; j = ArrayPrototypeIndexOf(others, lines[i], j + 1)) {
      let length = 1;
      while (i + length < lines.length && j + length < others.length && lines[i + length] === others[j + length]) length++;
      if (length > best.length) best = { length, offset: i };
    }
  }
  return best;
}

// Recursion: a run of frames that comes again and again right after itself.
function collapseRepeated(ctx, lines) {
  const result = [];
  for (let i = 0; i < lines.length;) {
    const { period, times } = repetitionAt(lines, i);
    const repeated = period * times;
    if (repeated < MIN_REPEATED || (i === 0 && repeated === MIN_REPEATED)) {
      ArrayPrototypePush(result, lines[i++]);
      continue;
    }
    for (let k = 0; k < period; k++) ArrayPrototypePush(result, lines[i + k]);
    const note = times === 1 ? 'lines ...' : `${period} lines ${times} times...`;
    ArrayPrototypePush(result, ctx.stylize(`    ... collapsed ${repeated} duplicate lines matching above ${note}`, 'undefined'));
    i += period + repeated;
  }
  return result;
}

function repetitionAt(lines, start) {
  for (let period = 1; start + 2 * period <= lines.length; period++) {
    let times = 0;
    while (matches(lines, start, start + (times + 1) * period, period)) times++;
    if (times > 0) return { period, times };
  }
  return { period: 0, times: 0 };
}

function matches(lines, a, b, length) {
  if (b + length > lines.length) return false;
  for (let i = 0; i < length; i++) {
    if (lines[a + i] !== lines[b + i]) return false;
  }
  return true;
}

const builtinFrame = /^ {4}at (?:[^/\\(]+ \(|)node:(.+):\d+:\d+(?:\)|$)/;
const packageName = /[/\\]node_modules[/\\](@[^/\\]+[/\\][^/\\]+|[^/\\]*)/g;

// Frames of the runtime grey, names of packages underlined, the working directory grey.
function paintFrames(ctx, lines) {
  const directory = workingDirectory();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (RegExpPrototypeExec(builtinFrame, line) !== null) {
      lines[i] = ctx.stylize(line, 'undefined');
      continue;
    }
    lines[i] = paintDirectory(ctx, underlinePackages(ctx, line), directory);
  }
}

function underlinePackages(ctx, line) {
  let result = '';
  let position = 0;
  let match;
  packageName.lastIndex = 0;
  while ((match = RegExpPrototypeExec(packageName, line)) !== null) {
    const end = match.index + match[0].length;
    result += StringPrototypeSlice(line, position, end - match[1].length) + ctx.stylize(match[1], 'module');
    position = end;
  }
  return position === 0 ? line : result + StringPrototypeSlice(line, position);
}

function paintDirectory(ctx, line, directory) {
  if (directory === undefined) return line;
  const index = StringPrototypeIndexOf(line, directory);
  if (index === -1) return line;
  let start = StringPrototypeSlice(line, index - 7, index) === 'file://' ? index - 7 : index;
  const end = index + directory.length + 1;
  const isWrapped = line[start - 1] === '(';
  if (isWrapped) start--;
  const rest = isWrapped ?
    `${StringPrototypeSlice(line, end, -1)}${ctx.stylize(')', 'undefined')}` : StringPrototypeSlice(line, end);
  return `${StringPrototypeSlice(line, 0, start)}${ctx.stylize(StringPrototypeSlice(line, start, end), 'undefined')}${rest}`;
}

function workingDirectory() {
  try {
    return process.cwd();
  } catch {
    // The directory is gone.
    return undefined;
  }
}

module.exports = { errorBase };
