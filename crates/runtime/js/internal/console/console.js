// The `Console` class: every method, over two streams.
//
// What a console keeps is in one hidden state object; the underscored properties are the ones programs know
// from Node. The global console is a Console whose streams are made at first use
// (internal/console/global). Tables and timers are formatted in files of their own, loaded when asked for.
'use strict';

const {
  ArrayPrototypeUnshift,
  Error,
  FunctionPrototypeBind,
  ObjectDefineProperty,
  ObjectKeys,
  ReflectApply,
  ReflectConstruct,
  SafeMap,
  StringPrototypeIncludes,
  StringPrototypeReplaceAll,
  StringPrototypeRepeat,
  StringPrototypeSlice,
  Symbol,
  SymbolHasInstance,
  SymbolToStringTag,
} = primordials;
const { formatArguments } = require('internal/util/format');

const kState = Symbol('kState');
const kIsConsole = Symbol('kIsConsole');

const DEFAULT_INDENTATION = 2;
const MAX_INDENTATION = 1000;

function Console(options) {
  // Console may be called without new, and then ignores `this`.
  if (!new.target) return ReflectConstruct(Console, arguments);

  if (!options || typeof options.write === 'function') {
    options = { stdout: options, stderr: arguments[1], ignoreErrors: arguments[2] };
  }
  const { codes: { ERR_CONSOLE_WRITABLE_STREAM, ERR_INCOMPATIBLE_OPTION_PAIR } } = require('internal/errors');
  const { validateInteger, validateObject, validateOneOf } = require('internal/validators');
  const {
    stdout, stderr = stdout, ignoreErrors = true, colorMode = 'auto', inspectOptions, groupIndentation,
  } = options;
  if (!stdout || typeof stdout.write !== 'function') throw new ERR_CONSOLE_WRITABLE_STREAM('stdout');
  if (!stderr || typeof stderr.write !== 'function') throw new ERR_CONSOLE_WRITABLE_STREAM('stderr');
  validateOneOf(colorMode, 'colorMode', ['auto', true, false]);
  if (groupIndentation !== undefined) validateInteger(groupIndentation, 'groupIndentation', 0, MAX_INDENTATION);
  if (inspectOptions !== undefined) {
    validateObject(inspectOptions, 'options.inspectOptions');
    if (inspectOptions.colors !== undefined && options.colorMode !== undefined) {
      throw new ERR_INCOMPATIBLE_OPTION_PAIR('options.inspectOptions.color', 'colorMode');
    }
  }

  bindMethods(this, ObjectKeys(Console.prototype));
  hide(this, '_stdout', stdout);
  hide(this, '_stderr', stderr);
  initialize(this, { ignoreErrors, colorMode, inspectOptions, groupIndentation });
}

function hide(target, key, value) {
  ObjectDefineProperty(target, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

// So that a method works without its console: `promise.then(console.log)`.
function bindMethods(console, names) {
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    const bound = FunctionPrototypeBind(console[name], console);
    ObjectDefineProperty(bound, 'name', { __proto__: null, value: name, configurable: true });
    console[name] = bound;
  }
}

/** Gives an object with `_stdout` and `_stderr` the rest of what its methods need. */
function initialize(console, { ignoreErrors, colorMode, inspectOptions, groupIndentation = DEFAULT_INDENTATION }) {
  hide(console, '_stdoutErrorHandler', errorHandler(console, '_stdout'));
  hide(console, '_stderrErrorHandler', errorHandler(console, '_stderr'));
  hide(console, '_ignoreErrors', !!ignoreErrors);
  hide(console, '_times', new SafeMap());
  hide(console, kState, {
    counts: new SafeMap(),
    colorMode,
    inspectOptions,
    indentationWidth: groupIndentation,
    indentation: '',
    direct: undefined,
  });
  hide(console, kIsConsole, true);
  ObjectDefineProperty(console, SymbolToStringTag, {
    __proto__: null, value: 'console', writable: false, enumerable: false, configurable: true,
  });
}

// An asynchronous write error must not bring the program down: it is taken by a listener that does nothing.
function errorHandler(console, name) {
  return (error) => {
    if (error === null || error === undefined) return;
    const stream = console[name];
    if (stream._writableState?.errorEmitted === false && stream.listenerCount('error') === 0) stream.once('error', ignore);
  };
}

function ignore() {}

/** Writes one line (or several, each indented by the group) to `_stdout` or `_stderr`. */
function write(console, streamName, text) {
  const { indentation, direct } = console[kState];
  text = `${indented(text, indentation)}\n`;
  if (direct !== undefined && direct.isUntouched(streamName) && direct.write(streamName, text)) return;
  const stream = console[streamName];
  if (console._ignoreErrors === false) {
    stream.write(text);
    return;
  }
  // The error may come now (files and terminals) or later (pipes).
  const canListen = typeof stream.once === 'function';
  if (canListen) stream.once('error', ignore);
  try {
    stream.write(text, streamName === '_stdout' ? console._stdoutErrorHandler : console._stderrErrorHandler);
  } catch (error) {
    // A program that has no stack left must learn of it.
    if (isStackOverflow(error)) throw error;
  } finally {
    if (canListen) stream.removeListener('error', ignore);
  }
}

function indented(text, indentation) {
  if (indentation === '') return text;
  if (StringPrototypeIncludes(text, '\n')) text = StringPrototypeReplaceAll(text, '\n', `\n${indentation}`);
  return indentation + text;
}

function isStackOverflow(error) {
  return error?.name === 'RangeError' && StringPrototypeIncludes(`${error.message}`, 'Maximum call stack size exceeded');
}

const withColors = { colors: true };

/** What values are inspected with on their way to the stream; undefined for the defaults. */
function inspectOptionsFor(console, streamName) {
  const { colorMode, direct, inspectOptions } = console[kState];
  let colors = colorMode;
  if (colors === 'auto') {
    const stream = direct !== undefined && direct.isUntouched(streamName) ? undefined : console[streamName];
    colors = require('internal/util/colors').shouldColorize(stream);
  }
  if (inspectOptions === undefined) return colors ? withColors : undefined;
  return inspectOptions.colors === undefined ? { ...inspectOptions, colors } : inspectOptions;
}

function formatFor(console, streamName, args) {
  if (args.length === 1 && typeof args[0] === 'string') return args[0];
  return formatArguments(inspectOptionsFor(console, streamName), args);
}

function print(console, args) {
  write(console, '_stdout', formatFor(console, '_stdout', args));
}

function printError(console, args) {
  write(console, '_stderr', formatFor(console, '_stderr', args));
}

const methods = {
  log(...args) {
    print(this, args);
  },

  info(...args) {
    print(this, args);
  },

  debug(...args) {
    print(this, args);
  },

  warn(...args) {
    printError(this, args);
  },

  error(...args) {
    printError(this, args);
  },

  dir(object, options) {
    const { inspect } = require('internal/util/inspect');
    write(this, '_stdout', inspect(object, {
      customInspect: false, ...inspectOptionsFor(this, '_stdout'), ...options,
    }));
  },

  time(label = 'default') {
    require('internal/console/timers').start(this, `${label}`);
  },

  timeEnd(label = 'default') {
    require('internal/console/timers').end(this, `${label}`);
  },

  timeLog(label = 'default', ...data) {
    require('internal/console/timers').log(this, `${label}`, data);
  },

  trace: function trace(...args) {
    const error = new Error(formatFor(this, '_stderr', args));
    error.name = 'Trace';
    const { captureStackTrace, normalizeStack } = require('internal/errors/stack');
    captureStackTrace(error, trace);
    normalizeStack(error);
    this.error(error.stack);
  },

  assert(expression, ...args) {
    if (expression) return;
    if (typeof args[0] === 'string') args[0] = `Assertion failed: ${args[0]}`;
    else ArrayPrototypeUnshift(args, 'Assertion failed');
    ReflectApply(this.warn, this, args);
  },

  clear() {
    // A dumb terminal would show the sequence instead of obeying it.
    const stdout = this._stdout;
    if (stdout.isTTY && process.env.TERM !== 'dumb') stdout.write('\u001b[1;1H\u001b[0J');
  },

  count(label = 'default') {
    label = `${label}`;
    const { counts } = this[kState];
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    this.log(`${label}: ${count}`);
  },

  countReset(label = 'default') {
    label = `${label}`;
    const { counts } = this[kState];
    if (!counts.has(label)) {
      process.emitWarning(`Count for '${label}' does not exist`);
      return;
    }
    counts.delete(label);
  },

  group(...args) {
    if (args.length > 0) ReflectApply(this.log, this, args);
    const state = this[kState];
    state.indentation += StringPrototypeRepeat(' ', state.indentationWidth);
  },

  groupEnd() {
    const state = this[kState];
    const { indentation, indentationWidth } = state;
    state.indentation = StringPrototypeSlice(indentation, 0, indentation.length - indentationWidth);
  },

  table(data, properties) {
    if (data === null || typeof data !== 'object') return this.log(data);
    if (properties !== undefined) require('internal/validators').validateArray(properties, 'properties');
    const { tableOf } = require('internal/console/table');
    return this.log(tableOf(data, properties, inspectOptionsFor(this, '_stdout')));
  },
};
methods.dirxml = methods.log;
methods.groupCollapsed = methods.group;

const methodNames = ObjectKeys(methods);
for (let i = 0; i < methodNames.length; i++) Console.prototype[methodNames[i]] = methods[methodNames[i]];

ObjectDefineProperty(Console, SymbolHasInstance, {
  __proto__: null,
  value(instance) {
    return instance[kIsConsole] === true;
  },
});

/** Hands a console's lines to `direct` for as long as it says that nobody has touched the streams. */
function setDirectOutput(console, direct) {
  console[kState].direct = direct;
}

module.exports = { Console, bindMethods, initialize, methodNames, setDirectOutput };
