// Control and R, control and S: searches the history while the text to find is typed.
//
// The entry that was found stands in the place of the line, and below it what is searched for. Any key that does not belong
// to the search ends it and is then pressed on the line that was found.
'use strict';

const {
  FunctionPrototypeCall, SafeSet, StringPrototypeIncludes, StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice,
} = primordials;

const { clearScreenDown, cursorTo, moveCursor } = require('internal/tty/cursor');

const BACKWARD = 'bck-i-search: ';
const FORWARD = 'fwd-i-search: ';

function attach(server) {
  const search = new HistorySearch(server);
  const press = server._ttyWrite;
  server._ttyWrite = (text, key) => {
    if (!server.editorMode && search.take(text, key ?? {})) return;
    FunctionPrototypeCall(press, server, text, key);
  };
}

class HistorySearch {
  #server;
  #isRunning = false;
  #label = BACKWARD;
  #input = '';
  #index = -1;
  #seen = new SafeSet();
  #found;
  #shown = '';

  constructor(server) {
    this.#server = server;
  }

  // Whether the key was one of the search.
  take(text, key) {
    const label = key.ctrl && !key.shift ? { __proto__: null, r: BACKWARD, s: FORWARD }[key.name] : undefined;
    if (label !== undefined) {
      this.#go(label);
      return true;
    }
    if (!this.#isRunning) return false;
    if (key.name === 'backspace' && !key.meta) {
      this.#input = StringPrototypeSlice(this.#input, 0, -1);
      this.#seen = new SafeSet();
      this.#find(this.#label === BACKWARD ? 0 : -1);
      return true;
    }
    if (typeof text === 'string' && text !== '' && !key.ctrl && !key.meta && key.name !== 'return' && key.name !== 'enter' &&
        key.name !== 'tab' && key.name !== 'escape') {
      this.#input += text;
      this.#find(this.#index);
      return true;
    }
    this.#end();
    return key.name === 'escape' || (key.ctrl === true && key.name === 'c');
  }

  #go(label) {
    const server = this.#server;
    if (!this.#isRunning) {
      this.#isRunning = true;
      server._isSearching = true;
      server._preview?.clear();
      this.#label = label;
      this.#input = '';
      this.#index = label === BACKWARD ? 0 : server.history.length - 1;
      this.#seen = new SafeSet();
      this.#found = undefined;
      this.#shown = server.line;
      this.#showPrompt(server.getCursorPos().cols);
      return;
    }
    if (this.#label !== label) {
      this.#label = label;
      this.#seen = new SafeSet();
    }
    this.#find(this.#index + this.#step);
  }

  get #step() {
    return this.#label === BACKWARD ? 1 : -1;
  }

  #find(index) {
    const { history } = this.#server;
    this.#found = undefined;
    if (this.#input !== '') {
      for (; index >= 0 && index < history.length; index += this.#step) {
        const entry = history[index];
        if (!StringPrototypeIncludes(entry, this.#input) || this.#seen.has(entry)) continue;
        this.#index = index;
        this.#found = entry;
        break;
      }
    }
    if (this.#found === undefined) this.#index = this.#label === BACKWARD ? history.length : -1;
    this.#draw();
  }

  #position(entry) {
    return this.#label === BACKWARD ?
      StringPrototypeLastIndexOf(entry, this.#input) : StringPrototypeIndexOf(entry, this.#input);
  }

  #promptWidth() {
    return this.#server._getDisplayPos(this.#server.getPrompt()).cols;
  }

  #draw() {
    const server = this.#server;
    const width = this.#promptWidth();
    this.#erase(width);
    if (this.#found === undefined) {
      server._writeToOutput(server.line);
      this.#shown = server.line;
      this.#showPrompt(server.getCursorPos().cols, this.#input === '' ? '' : 'failed-');
      return;
    }
    const entry = this.#found;
    const at = this.#position(entry);
    this.#shown = entry;
    server._writeToOutput(server.useColors ? underlined(entry, at, this.#input.length) : entry);
    this.#showPrompt(width + at);
  }

  // What stands after the prompt, and below it.
  #erase(width) {
    const { output } = this.#server;
    if (this.#shown !== '') cursorTo(output, width);
    clearScreenDown(output);
  }

  #showPrompt(column, state = '') {
    const { output } = this.#server;
    this.#server._writeToOutput(`\n${state}${this.#label}${this.#input}_`);
    moveCursor(output, 0, -1);
    cursorTo(output, column);
  }

  #end() {
    const server = this.#server;
    this.#isRunning = false;
    server._isSearching = false;
    cursorTo(server.output, this.#promptWidth());
    clearScreenDown(server.output);
    if (this.#found !== undefined) {
      server.line = this.#found;
      server.cursor = this.#position(this.#found);
      server.historyIndex = this.#index;
    }
    if (server.line === '') return;
    server._writeToOutput(server.line);
    cursorTo(server.output, server.getCursorPos().cols);
  }
}

function underlined(text, at, length) {
  const end = at + length;
  return `${StringPrototypeSlice(text, 0, at)}\u001b[4m${StringPrototypeSlice(text, at, end)}\u001b[24m${StringPrototypeSlice(text, end)}`;
}

module.exports = { attach };
