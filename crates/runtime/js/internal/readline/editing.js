// The keys that edit a line, as methods of an interface: `this` has `line`, `cursor` and the undo and kill stacks.
'use strict';

const {
  ArrayPrototypeJoin, ArrayPrototypeReverse, MathMin, RegExpPrototypeExec, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeSplit,
} = primordials;

const { lengthLeft, lengthRight } = require('internal/readline/display');

// Spaces and the word or the signs before them, in a text that is turned round.
const WORD_LEFT = /^\s*(?:[^\w\s]+|\w+)?/;
const WORD_RIGHT = /^(?:\s+|[^\w\s]+|\w+)\s*/;
const WORD_TO_DELETE = /^(?:\s+|\W+|\w+)\s*/;

const reversed = (text) => ArrayPrototypeJoin(ArrayPrototypeReverse(StringPrototypeSplit(text, '')), '');

function startOfWord(line, cursor) {
  return cursor - RegExpPrototypeExec(WORD_LEFT, reversed(StringPrototypeSlice(line, 0, cursor)))[0].length;
}

function replace(iface, start, end, text, cursor) {
  iface.line = `${StringPrototypeSlice(iface.line, 0, start)}${text}${StringPrototypeSlice(iface.line, end)}`;
  iface.cursor = cursor;
  iface._isMultiline = StringPrototypeIncludes(iface.line, '\n');
}

const methods = {
  _insertString(text) {
    this._beforeEdit();
    const isAtEnd = this.cursor >= this.line.length;
    const { rows } = this.getCursorPos();
    if (isAtEnd) {
      // A line feed that is yanked here makes no second line; one before the cursor does.
      this.line += text;
      this.cursor += text.length;
    } else {
      replace(this, this.cursor, this.cursor, text, this.cursor + text.length);
    }
    // In the middle of something pasted the line is not drawn again for each character.
    const isDrawn = this._colorize !== undefined || this.isCompletionEnabled && (!isAtEnd || rows < this.getCursorPos().rows);
    if (isDrawn) this._refreshLine();
    else this._writeToOutput(text);
  },

  _wordLeft() {
    if (this.cursor > 0) this._moveCursor(startOfWord(this.line, this.cursor) - this.cursor);
  },

  _wordRight() {
    if (this.cursor >= this.line.length) return;
    const match = RegExpPrototypeExec(WORD_RIGHT, StringPrototypeSlice(this.line, this.cursor));
    this._moveCursor(match[0].length);
  },

  _deleteLeft() {
    if (this.cursor <= 0 || this.line.length === 0) return;
    this._beforeEdit();
    const start = this.cursor - lengthLeft(this.line, this.cursor);
    replace(this, start, this.cursor, '', start);
    this._refreshLine();
  },

  _deleteRight() {
    if (this.cursor >= this.line.length) return;
    this._beforeEdit();
    replace(this, this.cursor, this.cursor + lengthRight(this.line, this.cursor), '', this.cursor);
    this._refreshLine();
  },

  _deleteWordLeft() {
    if (this.cursor <= 0) return;
    this._beforeEdit();
    const start = startOfWord(this.line, this.cursor);
    replace(this, start, this.cursor, '', start);
    this._refreshLine();
  },

  _deleteWordRight() {
    if (this.cursor >= this.line.length) return;
    this._beforeEdit();
    const match = RegExpPrototypeExec(WORD_TO_DELETE, StringPrototypeSlice(this.line, this.cursor));
    replace(this, this.cursor, this.cursor + match[0].length, '', this.cursor);
    this._refreshLine();
  },

  _deleteLineLeft() {
    this._beforeEdit();
    const cut = StringPrototypeSlice(this.line, 0, this.cursor);
    replace(this, 0, this.cursor, '', 0);
    this._killRing.push(cut);
    this._refreshLine();
  },

  _deleteLineRight() {
    this._beforeEdit();
    const cut = StringPrototypeSlice(this.line, this.cursor);
    replace(this, this.cursor, this.line.length, '', this.cursor);
    this._killRing.push(cut);
    this._refreshLine();
  },

  _yank() {
    const text = this._killRing.current;
    if (text === undefined) return;
    this._isYanking = true;
    this._insertString(text);
  },

  // Puts an older text in the place of the one that was yanked.
  _yankPop() {
    const ring = this._killRing;
    if (!this._isYanking || ring.length < 2) return;
    const start = this.cursor - ring.current.length;
    const text = ring.rotate();
    replace(this, start, this.cursor, text, start + text.length);
    this._refreshLine();
  },

  _undo() {
    restore(this, this._undoStack.undo(this.line, this.cursor));
  },

  _redo() {
    restore(this, this._undoStack.redo(this.line, this.cursor));
  },

  // Over several lines: to the line above or below, in the column it was in before the first of such moves.
  _moveOverLines(step) {
    const before = StringPrototypeLastIndexOf(this.line, '\n', this.cursor - 1);
    const start = this.cursor === 0 ? 0 : before + 1;
    this._column ??= this.cursor - start;
    let target;
    if (step < 0) {
      target = start < 2 ? 0 : StringPrototypeLastIndexOf(this.line, '\n', start - 2) + 1;
    } else {
      target = StringPrototypeIndexOf(this.line, '\n', this.cursor) + 1;
    }
    const following = StringPrototypeIndexOf(this.line, '\n', target);
    const end = following === -1 ? this.line.length : following;
    this.cursor = MathMin(target + this._column, end);
    this._refreshLine();
  },
};

function restore(iface, state) {
  if (state === undefined) return;
  iface.line = state.text;
  iface._isMultiline = StringPrototypeIncludes(state.text, '\n');
  iface.cursor = state.cursor;
  iface._refreshLine();
}

module.exports = { methods };
