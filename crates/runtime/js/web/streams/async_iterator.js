// Iterating over a stream: one step behind the other, each a promise.
//
// A step that is asked for while another is under way begins when that one has ended; leaving cancels the stream unless
// that is prevented, and gives it back. As in Node the first step waits one microtask, in which the source starts, and a step
// that was answered at once is one that the next waits for.
'use strict';

const { Promise, PromiseReject, PromiseResolve } = primordials;

const { DefaultControllerState, take } = require('web/streams/readable_default_controller');
const { READABLE, cancel, read, release } = require('web/streams/readable_state');
const { then } = require('web/streams/promises');

class StreamIteration {
  #reader;
  #preventCancel;
  #isStarted = false;
  #isFinished = false;
  #ongoing = undefined;

  constructor(reader, preventCancel) {
    this.#reader = reader;
    this.#preventCancel = preventCancel;
  }

  next() {
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.#ongoing = PromiseResolve();
    } else if (this.#ongoing === undefined && !this.#isFinished) {
      const { stream } = this.#reader;
      if (stream !== undefined && hasChunk(stream)) return PromiseResolve({ done: false, value: chunkOf(stream) });
    }
    return this.#inTurn(() => this.#step());
  }

  return(value) {
    this.#isStarted = true;
    return this.#inTurn(() => this.#leave(value));
  }

  #inTurn(step) {
    if (this.#ongoing === undefined) return this.#ongoing = step();
    return this.#ongoing = then(this.#ongoing, step, step);
  }

  #step() {
    if (this.#isFinished) return PromiseResolve({ done: true, value: undefined });
    const reader = this.#reader;
    return new Promise((resolve, reject) => {
      read(reader, {
        chunk: (value) => {
          this.#ongoing = undefined;
          resolve({ done: false, value });
        },
        close: () => {
          this.#ongoing = undefined;
          this.#isFinished = true;
          release(reader);
          resolve({ done: true, value: undefined });
        },
        error: (error) => {
          this.#ongoing = undefined;
          this.#isFinished = true;
          release(reader);
          reject(error);
        },
      });
    });
  }

  #leave(value) {
    if (this.#isFinished) return PromiseResolve({ done: true, value });
    this.#isFinished = true;
    const reader = this.#reader;
    const { stream } = reader;
    if (stream === undefined) return PromiseReject();
    const cancelled = this.#preventCancel ? PromiseResolve() : cancel(stream, value);
    release(reader);
    return then(cancelled, () => ({ done: true, value }));
  }
}

function hasChunk(stream) {
  return stream.status === READABLE && stream.controller.queue.length !== 0;
}

function chunkOf(stream) {
  const { controller } = stream;
  if (controller instanceof DefaultControllerState) return take(controller);
  let value;
  controller.pullSteps({ __proto__: null, chunk(chunk) { value = chunk; } });
  return value;
}

module.exports = { StreamIteration };
