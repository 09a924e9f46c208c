// An interface: lines out of a stream, and on a terminal the editing of the one being typed.
//
// Without a terminal the stream is cut into lines and that is all. On a terminal each key changes `line` and `cursor`, and
// what the person sees is brought to the same: by writing a character where that is enough, else by drawing the line again
// from its prompt. `prevRows` says in which row of its drawing the cursor stands; a drawing begins by going up as many.
//
// A line may hold several, by line feeds (a history can bring them back, the REPL makes them): each further one is drawn
// after its own prompt, and the arrows move between them before they move through the history.
//
// The methods whose names begin with an underscore are known to programs, which replace `_writeToOutput` to hide what is
// typed or `_ttyWrite` to have other keys: they are called by these names everywhere.
'use strict';

const {
  ArrayPrototypeJoin, DateNow, MathMax, NumberIsFinite, ObjectDefineProperties, ObjectDefineProperty, ObjectKeys, RegExpPrototypeExec,
  StringPrototypeCharCodeAt, StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeSlice, StringPrototypeSplit,
  StringPrototypeStartsWith, SymbolAsyncIterator, SymbolDispose,
} = primordials;

const EventEmitter = require('events');
const { codes: { ERR_INVALID_ARG_VALUE, ERR_USE_AFTER_CLOSE } } = require('internal/errors');
const { validateAbortSignal, validateString, validateUint32 } = require('internal/validators');
const { StringDecoder } = require('string_decoder');
const { clearScreenDown, cursorTo, moveCursor } = require('internal/tty/cursor');
const { displayPosition } = require('internal/readline/display');
const editing = require('internal/readline/editing');
const { LineHistory } = require('internal/readline/history');
const keyBindings = require('internal/readline/key_bindings');
const { emitKeypressEvents } = require('internal/readline/keypress');
const { KillRing } = require('internal/readline/kill_ring');
const { UndoStack } = require('internal/readline/undo_stack');

const SHORTEST_CRLF_DELAY_MS = 100;
const ESCAPE_CODE_TIMEOUT_MS = 500;
const TAB_SIZE = 8;
const LINE_END = /\r\n|\n|\r|\u2028|\u2029/g;
const MULTILINE_PROMPT = '| ';

const isSurrogate = (code) => code >= 0xd800 && code <= 0xdfff;

function hide(iface, name, value) {
  ObjectDefineProperty(iface, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
}

function defineHistory(iface, history) {
  hide(iface, '_history', history);
  const accessor = (get, set) => ({ __proto__: null, get, set, enumerable: true, configurable: true });
  ObjectDefineProperties(iface, {
    history: accessor(() => history.lines, (lines) => history.set(lines)),
    historyIndex: accessor(() => history.index, (index) => { history.index = index; }),
    historySize: accessor(() => history.size),
  });
}

// Listens to the streams until the interface is closed.
function attach(iface) {
  const { input, output } = iface;
  const onError = (error) => iface.emit('error', error);
  input.on('error', onError);
  if (!iface.terminal) {
    iface._decoder = new StringDecoder('utf8');
    const onData = (data) => iface._normalWrite(data);
    const onEnd = () => {
      if (typeof iface._lineBuffer === 'string' && iface._lineBuffer.length > 0) iface.emit('line', iface._lineBuffer);
      iface.close();
    };
    input.on('data', onData);
    input.on('end', onEnd);
    iface.once('close', () => {
      input.removeListener('data', onData);
      input.removeListener('error', onError);
      input.removeListener('end', onEnd);
    });
    return;
  }
  emitKeypressEvents(input, iface);
  const onKeypress = (text, key) => {
    iface._ttyWrite(text, key);
    // Half of a character: with the other half the line must be drawn again.
    if (key?.sequence && isSurrogate(StringPrototypeCharCodeAt(key.sequence, 0)) && key.sequence.length === 1) iface._refreshLine();
  };
  const onEnd = () => {
    if (typeof iface.line === 'string' && iface.line.length > 0) iface.emit('line', iface.line);
    iface.close();
  };
  const onResize = () => iface._refreshLine();
  input.on('keypress', onKeypress);
  input.on('end', onEnd);
  iface._setRawMode(true);
  iface.cursor = 0;
  const hasOutput = output !== null && output !== undefined;
  if (hasOutput) output.on('resize', onResize);
  iface.once('close', () => {
    input.removeListener('keypress', onKeypress);
    input.removeListener('error', onError);
    input.removeListener('end', onEnd);
    if (hasOutput) output.removeListener('resize', onResize);
  });
}

function closeOnAbort(iface, signal) {
  const onAborted = () => iface.close();
  if (signal.aborted) {
    process.nextTick(onAborted);
    return;
  }
  const { addAbortListener } = require('internal/events/abort_listener');
  const listener = addAbortListener(signal, onAborted);
  iface.once('close', () => listener[SymbolDispose]());
}

const withPrompts = (text) => ArrayPrototypeJoin(StringPrototypeSplit(text, '\n'), `\n${MULTILINE_PROMPT}`);

class Interface extends EventEmitter {
  constructor(input, output, completer, terminal) {
    super();
    this._sawReturnAt = 0;
    this.isCompletionEnabled = true;
    this._sawKeyPress = false;
    this._previousKey = null;
    this.escapeCodeTimeout = ESCAPE_CODE_TIMEOUT_MS;
    this.tabSize = TAB_SIZE;

    let historyOptions;
    let crlfDelay;
    let prompt = '> ';
    let signal;
    if (input?.input) {
      const options = input;
      ({ output, completer, terminal, crlfDelay, signal, input } = options);
      historyOptions = options;
      if (options.tabSize !== undefined) {
        validateUint32(options.tabSize, 'tabSize', true);
        this.tabSize = options.tabSize;
      }
      if (options.prompt !== undefined) prompt = options.prompt;
      if (options.escapeCodeTimeout !== undefined) {
        if (!NumberIsFinite(options.escapeCodeTimeout)) {
          throw new ERR_INVALID_ARG_VALUE('input.escapeCodeTimeout', this.escapeCodeTimeout);
        }
        this.escapeCodeTimeout = options.escapeCodeTimeout;
      }
      if (signal) validateAbortSignal(signal, 'options.signal');
    } else {
      // What is not there is missed where Node misses it.
      historyOptions = { history: input.history, historySize: input.historySize };
    }
    if (completer !== undefined && typeof completer !== 'function') throw new ERR_INVALID_ARG_VALUE('completer', completer);

    defineHistory(this, new LineHistory(historyOptions));
    if (terminal === undefined && !(output === null || output === undefined)) terminal = output.isTTY;
    this.line = '';
    hide(this, '_undoStack', new UndoStack());
    hide(this, '_killRing', new KillRing());
    hide(this, '_isYanking', false);
    hide(this, '_column', undefined);
    hide(this, '_isMultiline', false);
    // A function that gives the line with colours; whoever sets it has the line drawn for each character.
    hide(this, '_colorize', undefined);
    hide(this, '_isDumb', process.env.TERM === 'dumb');
    hide(this, '_previousPrompt', undefined);
    this.output = output;
    this.input = input;
    this.crlfDelay = crlfDelay ? MathMax(SHORTEST_CRLF_DELAY_MS, crlfDelay) : SHORTEST_CRLF_DELAY_MS;
    this.completer = completer;
    this._prompt = prompt;
    this.terminal = !!terminal;
    attach(this);
    if (signal) closeOnAbort(this, signal);
    input.resume();
  }

  get columns() {
    return this.output?.columns || Infinity;
  }

  setPrompt(prompt) {
    this._prompt = prompt;
  }

  getPrompt() {
    return this._prompt;
  }

  prompt(preserveCursor) {
    if (this.paused) this.resume();
    if (this.terminal && !this._isDumb) {
      if (!preserveCursor) this.cursor = 0;
      this._refreshLine();
      return;
    }
    this._writeToOutput(this._prompt);
  }

  _question(query, callback) {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
    if (this._questionCallback) {
      this.prompt();
      return;
    }
    this._oldPrompt = this._prompt;
    this.setPrompt(query);
    this._questionCallback = callback;
    this.prompt();
  }

  _questionCancel() {
    if (!this._questionCallback) return;
    this._questionCallback = null;
    this.setPrompt(this._oldPrompt);
    this.clearLine();
  }

  _onLine(line) {
    if (!this._questionCallback) {
      this.emit('line', line);
      return;
    }
    const callback = this._questionCallback;
    this._questionCallback = null;
    this.setPrompt(this._oldPrompt);
    callback(line);
  }

  close() {
    if (this.closed) return;
    this.pause();
    if (this.terminal) this._setRawMode(false);
    this.closed = true;
    this.emit('close');
  }

  pause() {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
    if (this.paused) return this;
    this.input.pause();
    this.paused = true;
    this.emit('pause');
    return this;
  }

  resume() {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
    if (!this.paused) return this;
    this.input.resume();
    this.paused = false;
    this.emit('resume');
    return this;
  }

  write(data, key) {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
    if (this.paused) this.resume();
    if (this.terminal) this._ttyWrite(data, key);
    else this._normalWrite(data);
  }

  getCursorPos() {
    return this._getDisplayPos(`${this._prompt}${StringPrototypeSlice(this.line, 0, this.cursor)}`);
  }

  clearLine() {
    this._moveCursor(Infinity);
    this._writeToOutput('\r\n');
    this.line = '';
    this._isMultiline = false;
    this.cursor = 0;
    this.prevRows = 0;
  }

  _setRawMode(mode) {
    const before = this.input.isRaw;
    if (typeof this.input.setRawMode === 'function') this.input.setRawMode(mode);
    return before;
  }

  _writeToOutput(text) {
    validateString(text, 'stringToWrite');
    if (this.output !== null && this.output !== undefined) this.output.write(text);
  }

  // Stream data of no terminal.
  _normalWrite(data) {
    if (data === undefined) return;
    let text = this._decoder.write(data);
    if (this._sawReturnAt && DateNow() - this._sawReturnAt <= this.crlfDelay) {
      if (StringPrototypeStartsWith(text, '\n')) text = StringPrototypeSlice(text, 1);
      this._sawReturnAt = 0;
    }
    LINE_END.lastIndex = 0;
    let match = RegExpPrototypeExec(LINE_END, text);
    if (match === null) {
      if (text !== '') this._lineBuffer = `${this._lineBuffer ?? ''}${text}`;
      return;
    }
    this._sawReturnAt = StringPrototypeEndsWith(text, '\r') ? DateNow() : 0;
    // All lines are cut before the first is told: a listener may write again.
    const lines = [];
    let start = 0;
    do {
      const line = StringPrototypeSlice(text, start, match.index);
      lines[lines.length] = start === 0 ? `${this._lineBuffer ?? ''}${line}` : line;
      start = match.index + match[0].length;
    } while ((match = RegExpPrototypeExec(LINE_END, text)) !== null);
    this._lineBuffer = start === text.length ? null : StringPrototypeSlice(text, start);
    for (let i = 0; i < lines.length; i++) this._onLine(lines[i]);
  }

  _beforeEdit() {
    this._undoStack.beforeEdit(this.line, this.cursor);
  }

  _getDisplayPos(text) {
    return displayPosition(text, this.columns, this.tabSize, this._isMultiline ? MULTILINE_PROMPT.length : 0);
  }

  // Kept from the time when it was the only name.
  _getCursorPos() {
    return this.getCursorPos();
  }

  _refreshLine() {
    const { output } = this;
    const end = this._getDisplayPos(`${this._prompt}${this.line}`);
    const at = this.getCursorPos();
    const rows = this.prevRows || 0;
    if (rows > 0) moveCursor(output, 0, -rows);
    cursorTo(output, 0);
    clearScreenDown(output);
    const shown = this._colorize === undefined ? this.line : this._colorize(this.line);
    this._writeToOutput(`${this._prompt}${this._isMultiline ? withPrompts(shown) : shown}`);
    // The terminal goes to the next row only when there is something to show in it.
    if (end.cols === 0) this._writeToOutput(' ');
    cursorTo(output, at.cols);
    const above = end.rows - at.rows;
    if (above > 0) moveCursor(output, 0, -above);
    this.prevRows = at.rows;
  }

  // Moves by so many UTF-16 units, at most to the ends of the line.
  _moveCursor(distance) {
    if (distance === 0) return;
    const before = this.getCursorPos();
    this.cursor += distance;
    if (this.cursor < 0) this.cursor = 0;
    else if (this.cursor > this.line.length) this.cursor = this.line.length;
    const after = this.getCursorPos();
    if (before.rows === after.rows) moveCursor(this.output, after.cols - before.cols, 0);
    else this._refreshLine();
  }

  // The line is entered.
  _line() {
    const line = this._addHistory();
    this._undoStack.clear();
    this.clearLine();
    this._onLine(line);
  }

  // Gives the line to tell, which a listener of 'history' can not change.
  _addHistory() {
    const { line } = this;
    if (line.length === 0) return '';
    // A program that goes without a terminal has no history.
    if (!this.terminal) return line;
    const isMultiline = this._isMultiline;
    if (!this._history.add(line)) return line;
    this.emit('history', this._history.lines);
    return isMultiline ? ArrayPrototypeJoin(StringPrototypeSplit(line, '\n'), '\r') : line;
  }

  _historyPrev() {
    this.#showHistory('previous');
  }

  _historyNext() {
    this.#showHistory('next');
  }

  #showHistory(way) {
    const line = this._history[way](this.line);
    if (line === undefined) return;
    this._beforeEdit();
    this.line = line;
    this._isMultiline = StringPrototypeIncludes(line, '\n');
    this.cursor = line.length;
    this._refreshLine();
  }

  _tabComplete(isRepeated) {
    require('internal/readline/completion').completeByPromise(this, isRepeated);
  }

  _ttyWrite(text, key) {
    if (this._isDumb) keyBindings.pressDumb(this, text, key ?? {});
    else keyBindings.press(this, text, key ?? {});
  }

  [SymbolAsyncIterator]() {
    return require('internal/readline/lines').linesOf(this);
  }

  [SymbolDispose]() {
    this.close();
  }
}

const editingNames = ObjectKeys(editing.methods);
for (let i = 0; i < editingNames.length; i++) hide(Interface.prototype, editingNames[i], editing.methods[editingNames[i]]);

module.exports = { Interface };
