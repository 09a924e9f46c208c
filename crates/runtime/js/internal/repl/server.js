// The REPL: an interface of readline whose lines are run.
//
// A line is a command that begins with a dot, or code. Code goes to `eval(code, context, file, finish)`; what `finish` gets
// decides: an error is shown, `Recoverable` asks for more lines, a value is written. While an evaluation waits, lines and
// keys wait too, in the order they came.
//
// On a terminal unfinished code stays in the line, which then has several; elsewhere it gathers in a buffer.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeShift, FunctionPrototypeCall, NumberIsNaN, NumberParseFloat, ObjectAssign, ObjectDefineProperty,
  RegExpPrototypeExec, StringPrototypeCharAt, StringPrototypeReplaceAll, StringPrototypeSplit,
  StringPrototypeStartsWith, StringPrototypeTrim, Symbol,
} = primordials;

const { AsyncLocalStorage } = require('async_hooks');
const { Interface } = require('readline');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_INVALID_REPL_EVAL_CONFIG, ERR_INVALID_REPL_INPUT } } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { defineCommands } = require('internal/repl/commands');
const { createContext, defineLast } = require('internal/repl/context');
const { evaluate } = require('internal/repl/evaluation');
const { LexicalNames } = require('internal/repl/names');
const { Recoverable, Thrown } = require('internal/repl/recoverable');

const REPL_MODE_SLOPPY = Symbol('repl-sloppy');
const REPL_MODE_STRICT = Symbol('repl-strict');
const kStandalone = Symbol('standalone');

const COMMAND = /^\.([^\s]+)\s*(.*)$/;
const MULTILINE_PROMPT = '| ';
const EXIT_HINT = '(To exit, press Ctrl+C again or Ctrl+D or type .exit)\n';
const NPM_HINT = 'npm should be run outside of the Node.js REPL, in your normal shell.\n(Press Ctrl+D to exit.)\n';

let evaluations = 0;

// Whose code is running, so that an error which comes later is shown where the code came from.
let owners;
let standalone;
let latest;

function handleUncaughtErrors() {
  if (owners !== undefined) return;
  owners = new AsyncLocalStorage();
  // Such a listener would take the errors of every line.
  process.on('newListener', (event, listener) => {
    const owner = owners.getStore();
    if (event !== 'uncaughtException' || owner === undefined || owner._isStandalone) return;
    process.nextTick(() => process.removeListener(event, listener));
    throw new ERR_INVALID_REPL_INPUT('Listeners for `uncaughtException` cannot be used in the REPL');
  });
  require('internal/process/uncaught').addCaptureCallback((error, type) => {
    // A rejection is told when nothing runs any more.
    const owner = owners.getStore() ?? standalone ?? (type === 'unhandledRejection' ? latest : undefined);
    if (owner === undefined) return false;
    owner._handleError(error);
    return true;
  });
}

function writer(value) {
  const { inspect } = require('internal/util/inspect');
  return inspect(value, writer.options);
}
ObjectDefineProperty(writer, 'options', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  writable: true,
  value: { ...require('internal/util/inspect').inspect.defaultOptions, showProxy: true },
});

class REPLServer extends Interface {
  #queue = [];
  #isWaiting = false;
  #sawInterrupt = false;
  #sawEnd = false;
  #hasOwnEvaluator = false;

  constructor(prompt, stream, eval_, useGlobal, ignoreUndefined, replMode) {
    let options;
    if (prompt !== null && typeof prompt === 'object') {
      options = { ...prompt };
    } else if (typeof prompt === 'string' || prompt === undefined || prompt === null) {
      options = { input: stream?.stdin ?? stream, output: stream?.stdout ?? stream, eval: eval_, useGlobal, ignoreUndefined, prompt, replMode };
    } else {
      throw new ERR_INVALID_ARG_VALUE('prompt', prompt);
    }
    if (options.domain !== undefined) {
      throw new ERR_INVALID_ARG_VALUE('options.domain', options.domain, 'is no longer supported');
    }
    if (options.breakEvalOnSigint && options.eval) throw new ERR_INVALID_REPL_EVAL_CONFIG();
    if (!options.input && !options.output) {
      options.input = process.stdin;
      options.output = process.stdout;
    }
    options.output ??= options.input;
    options.terminal ??= options.output.isTTY;
    const isTerminal = !!options.terminal;
    // More than black and white.
    options.useColors ??= isTerminal && options.output.isTTY &&
      (typeof options.output.getColorDepth === 'function' ? options.output.getColorDepth() > 2 : true);
    const initialPrompt = options.prompt ?? '> ';
    let server;
    super({
      input: options.input,
      output: options.output,
      completer: options.completer || ((text, callback) => server.complete(text, callback)),
      terminal: options.terminal,
      historySize: options.historySize,
      prompt: initialPrompt,
    });
    server = this;
    this._initialPrompt = initialPrompt;
    defineStreams(this);
    this.useColors = !!options.useColors;
    this._isStandalone = options[kStandalone] === true;
    this.useGlobal = !!options.useGlobal;
    this.ignoreUndefined = !!options.ignoreUndefined;
    this.replMode = options.replMode || REPL_MODE_SLOPPY;
    this.underscoreAssigned = false;
    this.last = undefined;
    this.underscoreErrAssigned = false;
    this.lastError = undefined;
    this.breakEvalOnSigint = !!options.breakEvalOnSigint;
    // Ends the evaluation that is waited for.
    this._interrupt = undefined;
    this.editorMode = false;
    this.isStrict = this.replMode === REPL_MODE_STRICT;
    this._userErrorHandler = options.handleError;
    handleUncaughtErrors();
    if (this._isStandalone) standalone = this;
    this.#hasOwnEvaluator = typeof options.eval === 'function';
    this.eval = (code, context, file, callback) => owners.run(this, () => {
      latest = this;
      if (options.eval) FunctionPrototypeCall(options.eval, this, code, context, file, callback);
      else evaluate(this, code, context, file, callback);
    });
    this._lexicalNames = new LexicalNames();
    this.resetContext();
    this.commands = { __proto__: null };
    this._bufferedCommand = '';
    defineCommands(this);
    this.writer = options.writer || writer;
    if (this.writer === writer) {
      writer.options.colors = this.useColors;
      if (this._isStandalone) defineInspectDefaults();
    }
    this.on('close', () => this.emit('exit'));
    this.on('SIGINT', () => this.#onInterrupt());
    this.on('line', (line) => this.#onLine(line));
    if (this.terminal) {
      if (options.preview !== false) require('internal/repl/preview').attach(this);
      require('internal/repl/reverse_search').attach(this);
      if (this.useColors) require('internal/repl/highlight').attach(this);
      this.#queueKeys();
    }
    this.displayPrompt();
  }

  // Keys that come while an evaluation waits.
  #queueKeys() {
    const press = this._ttyWrite;
    this._ttyWrite = (text, key) => {
      if (this.#isWaiting && !(key?.ctrl && key.name === 'c')) {
        ArrayPrototypePush(this.#queue, { text, key });
        return;
      }
      if (this.editorMode && key?.ctrl && key.name === 'd' && this.terminal) {
        this.#finishEditor();
        return;
      }
      // The end of the session begins a line.
      if (key?.ctrl && key.name === 'd' && this.line === '') this.clearLine();
      FunctionPrototypeCall(press, this, text, key);
    };
  }

  #finishEditor() {
    this.editorMode = false;
    this.#sawEnd = true;
    ArrayPrototypePush(this.lines, this.line);
    const code = `${this._bufferedCommand}${this.line}`;
    this._bufferedCommand = '';
    this.clearLine();
    this.#run(code);
  }

  #onLine(line) {
    if (this.#isWaiting) {
      ArrayPrototypePush(this.#queue, { line });
      return;
    }
    this.#sawInterrupt = false;
    line ||= '';
    // A line of several is told with returns between them.
    if (this.terminal) line = StringPrototypeReplaceAll(line, '\r', '\n');
    if (this.editorMode) {
      this._bufferedCommand += `${line}\n`;
      ArrayPrototypePush(this.lines, line);
      // What is typed is indented as the line above it.
      const indent = this._sawKeyPress ? RegExpPrototypeExec(/^\s+/, line) : null;
      if (indent !== null) this._insertString(indent[0]);
      return;
    }
    if (this._isFirstLineOf(line) && this.#runCommand(StringPrototypeTrim(line))) return;
    ArrayPrototypePush(this.lines, line);
    this.#run(line);
  }

  // Commands are looked for where no code is being continued.
  _isFirstLineOf(line) {
    return RegExpPrototypeExec(/\n/, line) === null;
  }

  #runCommand(text) {
    if (StringPrototypeCharAt(text, 0) !== '.' || StringPrototypeCharAt(text, 1) === '.' || !NumberIsNaN(NumberParseFloat(text))) return false;
    const match = RegExpPrototypeExec(COMMAND, text);
    if (match === null) return false;
    const command = this.commands[match[1]];
    if (command !== undefined) {
      FunctionPrototypeCall(command.action, this, match[2]);
      return true;
    }
    if (this._bufferedCommand !== '') return false;
    ArrayPrototypePush(this.lines, text);
    this.output.write('Invalid REPL keyword\n');
    this.displayPrompt();
    return true;
  }

  #run(line) {
    const code = `${this._bufferedCommand}${line}\n`;
    // An evaluator of the program's own may want the lines that follow.
    this.#isWaiting = !this.#hasOwnEvaluator;
    let isDone = false;
    const finish = (error, ...values) => {
      if (isDone) return;
      isDone = true;
      this.#isWaiting = false;
      this._interrupt = undefined;
      this.#finish(line, error, values);
      if (this.#wasPaused) {
        this.#wasPaused = false;
        if (!this.closed) this.resume();
      }
      this.#drain();
    };
    // As the code is named in stacks.
    const file = `REPL${++evaluations}`;
    try {
      this.eval(code, this.context, file, finish);
    } catch (error) {
      this.#isWaiting = false;
      isDone = true;
      this._handleError(error);
      return;
    }
    // Where C-c ends the waiting, keys are read.
    const isHeard = this.terminal && this.breakEvalOnSigint;
    if (!isDone && this.#isWaiting && !isHeard && !this.closed && !this.paused) {
      this.pause();
      this.#wasPaused = true;
    }
  }

  #wasPaused = false;

  #drain() {
    while (this.#queue.length > 0 && !this.#isWaiting) {
      const { line, text, key } = ArrayPrototypeShift(this.#queue);
      if (line !== undefined) this.#onLine(line);
      else this._ttyWrite(text, key);
    }
  }

  #finish(line, error, values) {
    const sawEnd = this.#sawEnd;
    this.#sawEnd = false;
    if (error && this._bufferedCommand === '' && StringPrototypeStartsWith(StringPrototypeTrim(line), 'npm ') &&
        !(error instanceof Recoverable)) {
      this.output.write(NPM_HINT);
      this.displayPrompt();
      return;
    }
    if (error instanceof Recoverable && !sawEnd) {
      if (this.terminal) {
        this._continueLine(line);
      } else {
        this._bufferedCommand += `${line}\n`;
        this.displayPrompt();
      }
      return;
    }
    if (error) {
      this._handleError(error instanceof Thrown ? error.value : error.err ?? error);
      return;
    }
    this._lexicalNames.note(line);
    this._bufferedCommand = '';
    // An evaluator that gives no value has written what there was.
    if (values.length > 0 && (!this.ignoreUndefined || values[0] !== undefined)) {
      if (!this.underscoreAssigned) this.last = values[0];
      this.output.write(`${this.writer(values[0])}\n`);
    }
    if (!this.closed) this.displayPrompt();
  }

  _handleError(error) {
    const { describe } = require('internal/repl/errors');
    if (typeof this._userErrorHandler === 'function') {
      const verdict = this._userErrorHandler(error);
      if (verdict === 'ignore' || verdict === 'unhandled') return;
    }
    if (!this.underscoreErrAssigned) this.lastError = error;
    this._bufferedCommand = '';
    this.lines.level = [];
    if (this._isStandalone && process.listenerCount('uncaughtException') > 0) {
      process.nextTick(() => {
        process.emit('uncaughtException', error);
        if (!this.closed) this.displayPrompt();
      });
      return;
    }
    this.output.write(describe(this, error));
    if (!this.closed) this.displayPrompt();
  }

  #onInterrupt() {
    if (this._interrupt !== undefined) {
      this._interrupt();
      return;
    }
    const isEmpty = this.line.length === 0 && this._bufferedCommand === '';
    this.clearLine();
    this.editorMode = false;
    if (isEmpty) {
      if (this.#sawInterrupt) {
        this.close();
        this.#sawInterrupt = false;
        return;
      }
      this.output.write(EXIT_HINT);
      this.#sawInterrupt = true;
    } else {
      this.#sawInterrupt = false;
    }
    this.clearBufferedCommand();
    this.lines.level = [];
    this.displayPrompt();
  }

  // The text of a file, as if it had been typed.
  _loadText(text) {
    this.editorMode = false;
    this._bufferedCommand = '';
    if (this.terminal) {
      const lines = StringPrototypeSplit(text, '\n');
      for (let i = 0; i < lines.length; i++) this._writeToOutput(`${lines[i]}\r\n`);
    }
    this.#run(text);
    this.displayPrompt();
  }

  // Unfinished code on a terminal: the line comes back with one more below it.
  _continueLine(line) {
    this._isContinued = true;
    this.line = `${line}\n`;
    this._isMultiline = true;
    this.cursor = this.line.length;
    this._writeToOutput(MULTILINE_PROMPT);
    this.prevRows = this.getCursorPos().rows;
  }

  _addHistory() {
    // The entry of the unfinished code makes room for that of the longer one.
    if (this._isContinued && this._history.size > 0) ArrayPrototypeShift(this._history.lines);
    this._isContinued = false;
    return super._addHistory();
  }

  clearBufferedCommand() {
    this._bufferedCommand = '';
    this._isContinued = false;
  }

  createContext() {
    return createContext(this);
  }

  resetContext() {
    this.context = this.createContext();
    this.lines = ObjectAssign([], { level: [] });
    this.underscoreAssigned = false;
    this.underscoreErrAssigned = false;
    defineLast(this, this.context);
    this.emit('reset', this.context);
  }

  displayPrompt(preserveCursor) {
    super.setPrompt(this._bufferedCommand.length > 0 ? MULTILINE_PROMPT : this._initialPrompt);
    this.prompt(preserveCursor);
  }

  setPrompt(prompt) {
    this._initialPrompt = prompt;
    super.setPrompt(prompt);
  }

  complete(text, callback) {
    require('internal/repl/completion').complete(this, text, callback);
  }

  completeOnEditorMode(callback) {
    return (error, results) => {
      if (error) {
        callback(error);
        return;
      }
      const { 0: completions, 1: completed = '' } = results;
      const { commonPrefix } = require('internal/readline/completion');
      const prefix = commonPrefix(completions.filter((text) => text !== ''));
      callback(null, [[prefix && StringPrototypeStartsWith(prefix, completed) ? prefix : completed], completed]);
    };
  }

  defineCommand(keyword, command) {
    if (typeof command === 'function') command = { action: command };
    else validateFunction(command.action, 'cmd.action');
    this.commands[keyword] = command;
  }

  setupHistory(options, callback) {
    require('internal/repl/history_file').setup(this, options, callback);
  }

  close() {
    if (this._historyFile?.isBusy) {
      this._historyFile.whenDone(() => super.close());
      return;
    }
    super.close();
  }
}

// Their former names.
function defineStreams(server) {
  const define = (name, field) => ObjectDefineProperty(server, name, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get: () => server[field],
    set(stream) {
      server[field] = stream;
    },
  });
  define('inputStream', 'input');
  define('outputStream', 'output');
}

// The options of values that are written, as a program may set them.
function defineInspectDefaults() {
  const { inspect } = require('internal/util/inspect');
  const { validateObject } = require('internal/validators');
  ObjectDefineProperty(inspect, 'replDefaults', {
    __proto__: null,
    configurable: true,
    get: () => writer.options,
    set(options) {
      validateObject(options, 'options');
      ObjectAssign(writer.options, options);
    },
  });
}

function start(prompt, source, eval_, useGlobal, ignoreUndefined, replMode) {
  return new REPLServer(prompt, source, eval_, useGlobal, ignoreUndefined, replMode);
}

module.exports = { REPLServer, REPL_MODE_SLOPPY, REPL_MODE_STRICT, kStandalone, start, writer };
