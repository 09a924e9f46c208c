// `readline/promises`.Readline: moves of the cursor that are gathered and written at once.
'use strict';

const { ArrayPrototypeJoin, ArrayPrototypePush, Promise } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateBoolean, validateInteger } = require('internal/validators');

const CSI = '\x1b[';

const isWritable = (stream) => typeof stream?.write === 'function' && typeof stream.on === 'function';

class Readline {
  #stream;
  #isCommitting = false;
  #waiting = [];

  constructor(stream, options = undefined) {
    if (!isWritable(stream)) throw new ERR_INVALID_ARG_TYPE('stream', 'Writable', stream);
    this.#stream = stream;
    const autoCommit = options?.autoCommit;
    if (autoCommit !== undefined && autoCommit !== null) {
      validateBoolean(autoCommit, 'options.autoCommit');
      this.#isCommitting = autoCommit;
    }
  }

  #add(sequence) {
    if (this.#isCommitting) process.nextTick(() => this.#stream.write(sequence));
    else ArrayPrototypePush(this.#waiting, sequence);
    return this;
  }

  cursorTo(x, y = undefined) {
    validateInteger(x, 'x');
    if (y !== undefined && y !== null) validateInteger(y, 'y');
    return this.#add(y === undefined || y === null ? `${CSI}${x + 1}G` : `${CSI}${y + 1};${x + 1}H`);
  }

  moveCursor(dx, dy) {
    if (!dx && !dy) return this;
    validateInteger(dx, 'dx');
    validateInteger(dy, 'dy');
    const across = dx < 0 ? `${CSI}${-dx}D` : dx > 0 ? `${CSI}${dx}C` : '';
    const down = dy < 0 ? `${CSI}${-dy}A` : dy > 0 ? `${CSI}${dy}B` : '';
    return this.#add(`${across}${down}`);
  }

  clearLine(direction) {
    validateInteger(direction, 'dir', -1, 1);
    return this.#add(`${CSI}${direction < 0 ? 1 : direction > 0 ? 0 : 2}K`);
  }

  clearScreenDown() {
    return this.#add(`${CSI}0J`);
  }

  // Resolves when all is written.
  commit() {
    return new Promise((resolve) => {
      const sequences = ArrayPrototypeJoin(this.#waiting, '');
      this.#waiting = [];
      this.#stream.write(sequences, resolve);
    });
  }

  rollback() {
    this.#waiting = [];
    return this;
  }
}

module.exports = { Readline };
