// The states of a line before each edit, and those that were undone.
'use strict';

const { ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeShift } = primordials;

const CAPACITY = 2048;

class UndoStack {
  #undone = [];
  #done = [];

  clear() {
    this.#undone = [];
    this.#done = [];
  }

  // An edit follows. What was undone before it can still be brought back.
  beforeEdit(text, cursor) {
    if (ArrayPrototypePush(this.#done, { text, cursor }) > CAPACITY) ArrayPrototypeShift(this.#done);
  }

  // Gives the state to go back to, or undefined.
  undo(text, cursor) {
    if (this.#done.length === 0) return undefined;
    ArrayPrototypePush(this.#undone, { text, cursor });
    return ArrayPrototypePop(this.#done);
  }

  redo(text, cursor) {
    if (this.#undone.length === 0) return undefined;
    this.beforeEdit(text, cursor);
    return ArrayPrototypePop(this.#undone);
  }
}

module.exports = { UndoStack };
