'use strict';

// The handle of a stream: what its owner finds as `_handle`. It has the shape that programs know: `write` and `writeSync`
// take flush, input and output with offsets and lengths, leave what is left of room and input in `writeState`, and call
// `callback()` or `onerror(message, errno, code)`.

const { ReflectApply } = primordials;

const { NativeResource, comesNext, enter, leave } = require('internal/async_hooks/native_resource');
const binding = internalBinding('zlib');
const { fields } = binding;

class Zlib extends NativeResource {
  #native;
  #writeState;
  #done;
  #isClosed = false;
  // The input that the native side still has a part of, and which part that is.
  #input = null;
  #inputOffset = 0;
  #inputLength = 0;

  constructor(native, owner, writeState, callback, onerror) {
    super('ZLIB');
    this.#native = native;
    this.#writeState = writeState;
    this.onerror = onerror;
    this.owner = owner;
    // One function for all steps.
    this.#done = (failure) => {
      enter(this);
      if (failure === undefined) {
        this.#noteProgress();
        ReflectApply(callback, this, []);
      } else {
        this.#input = null;
        this.onerror(failure[0], failure[1], failure[2]);
      }
      leave(this);
    };
  }

  #noteProgress() {
    const left = fields[1];
    this.#writeState[0] = fields[0];
    this.#writeState[1] = left;
    if (left === 0) {
      this.#input = null;
    } else {
      this.#inputOffset += this.#inputLength - left;
      this.#inputLength = left;
    }
  }

  write(flush, input, inOffset, inLength, output, outOffset, outLength) {
    const goesOn = input !== null && input === this.#input && inOffset === this.#inputOffset &&
      inLength === this.#inputLength;
    this.#input = input;
    this.#inputOffset = inOffset;
    this.#inputLength = inLength;
    comesNext(this);
    binding.write(this.#native, flush, goesOn ? null : input, inOffset, inLength,
                  output, outOffset, outLength, this.#done);
  }

  writeSync(flush, input, inOffset, inLength, output, outOffset, outLength) {
    this.#input = null;
    const failure = binding.writeSync(this.#native, flush, input, inOffset, inLength, output, outOffset, outLength);
    if (failure === undefined) {
      this.#writeState[0] = fields[0];
      this.#writeState[1] = fields[1];
    } else {
      this.onerror(failure[0], failure[1], failure[2]);
    }
  }

  // All of an input at once: the output, null if it is too much, or a failure.
  process(flush, input, limit, chunkSize) {
    return binding.process(this.#native, flush, input, limit, chunkSize);
  }

  params(level, strategy) {
    const failure = binding.params(this.#native, level, strategy);
    if (failure !== undefined) this.onerror(failure[0], failure[1], failure[2]);
  }

  reset() {
    this.#input = null;
    const failure = binding.reset(this.#native);
    if (failure !== undefined) this.onerror(failure[0], failure[1], failure[2]);
  }

  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    binding.close(this.#native);
  }
}

module.exports = { Zlib };
