// What is shown beside and below a line while it is typed: how it could be completed, and its value.
//
// Both disappear before the next key does anything.
'use strict';

const { FunctionPrototypeCall, RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeSlice, StringPrototypeStartsWith, StringPrototypeTrim } = primordials;

const { clearLine, cursorTo, moveCursor } = require('internal/tty/cursor');
const { plainValue } = require('internal/repl/plain_values');

const LONGEST = 250;

function attach(server) {
  const preview = new Preview(server);
  const press = server._ttyWrite;
  server._preview = preview;
  server._ttyWrite = (text, key) => {
    preview.clear();
    if (preview.accepts(key)) return;
    FunctionPrototypeCall(press, server, text, key);
    // A text that comes in one piece is not looked at before its end.
    if (server.isCompletionEnabled && !server.closed && !server._isSearching) preview.show(key);
  };
}

class Preview {
  #server;
  #rows = 0;
  #completion = null;

  constructor(server) {
    this.#server = server;
  }

  clear() {
    const { output } = this.#server;
    if (this.#rows > 0) {
      const down = this.#rowsBelow() + 1;
      moveCursor(output, 0, down);
      clearLine(output, 0);
      moveCursor(output, 0, -down);
      this.#rows = 0;
    }
    if (this.#completion !== null) {
      const at = this.#server.getCursorPos();
      const end = this.#endOfLine();
      const hasMoved = end.cols !== at.cols;
      if (hasMoved) cursorTo(output, end.cols);
      clearLine(output, 1);
      if (hasMoved) cursorTo(output, at.cols);
      this.#accepted = this.#completion;
      this.#completion = null;
    } else {
      this.#accepted = null;
    }
  }

  #accepted = null;

  #endOfLine() {
    return this.#server._getDisplayPos(`${this.#server.getPrompt()}${this.#server.line}`);
  }

  #rowsBelow() {
    return this.#endOfLine().rows - this.#server.getCursorPos().rows;
  }

  // The right arrow and the end key take what was offered.
  accepts(key) {
    const server = this.#server;
    if (this.#accepted === null || !key || server.cursor !== server.line.length) return false;
    const isAccepting = (key.name === 'right' && !key.ctrl && !key.meta) || key.name === 'end' || (key.ctrl && (key.name === 'e' || key.name === 'f'));
    if (!isAccepting) return false;
    server._insertString(this.#accepted);
    this.show(key);
    return true;
  }

  show(key) {
    const server = this.#server;
    if (server.line === '' || server.editorMode || server._bufferedCommand !== '' || server._isMultiline || key?.name === 'return' || key?.name === 'enter') return;
    this.#showCompletion();
    this.#showValue();
  }

  #showCompletion() {
    const server = this.#server;
    if (server.cursor !== server.line.length) return;
    const { find } = require('internal/repl/completion');
    const { commonPrefix } = require('internal/readline/completion');
    const { 0: completions, 1: completed } = find(server, server.line);
    if (!completed || completions.length === 0 || RegExpPrototypeExec(/[\w$]$/, completed) === null) return;
    const prefix = commonPrefix(completions.filter((text) => text !== ''));
    if (prefix.length <= completed.length || !StringPrototypeStartsWith(prefix, completed)) return;
    const rest = StringPrototypeSlice(prefix, completed.length);
    const shown = server.useColors ? `\u001b[90m${rest}\u001b[39m` : ` // ${rest}`;
    const at = server.getCursorPos();
    if (at.cols + rest.length + 4 >= server.columns) return;
    server._writeToOutput(shown);
    cursorTo(server.output, at.cols);
    this.#completion = rest;
  }

  #showValue() {
    const server = this.#server;
    const line = `${server.line}${this.#completion ?? ''}`;
    const { found, value } = plainValue(server, line);
    if (!found || (value === undefined && !server.useColors)) return;
    const { inspect } = require('internal/util/inspect');
    let text = inspect(value, { ...server.writer.options, colors: false, depth: 1, breakLength: Infinity, compact: true, maxArrayLength: 100, getters: false, showProxy: true });
    if (text === StringPrototypeTrim(line)) return;
    const lineEnd = StringPrototypeIndexOf(text, '\n');
    if (lineEnd !== -1) text = StringPrototypeSlice(text, 0, lineEnd);
    const room = (server.columns < LONGEST ? server.columns : LONGEST) - (server.useColors ? 1 : 4);
    if (text.length > room) text = `${StringPrototypeSlice(text, 0, room - 3)}...`;
    const { output } = server;
    const at = server.getCursorPos();
    const below = this.#rowsBelow();
    moveCursor(output, 0, below);
    server._writeToOutput(server.useColors ? `\n\u001b[90m${text}\u001b[39m` : `\n// ${text}`);
    cursorTo(output, at.cols);
    moveCursor(output, 0, -below - 1);
    this.#rows = 1;
  }
}

module.exports = { attach };
