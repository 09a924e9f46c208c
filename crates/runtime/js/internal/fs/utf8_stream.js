// Utf8Stream: a writer of text for loggers. What is written is collected and goes to the file in few and large writes, as
// soon as there is enough of it (`minLength`), or when `flush` or `flushSync` is called.
//
// One write is under way at a time; `#current` is what it has not written yet, and `#waiting` the pieces behind it. A file
// that is being opened counts as a write, so that what comes meanwhile waits.
'use strict';

const {
  ArrayPrototypePush,
  ArrayPrototypeShift,
  AtomicsWait,
  Int32Array,
  MathMax,
  SharedArrayBuffer,
  SymbolDispose,
} = primordials;

const { Buffer } = require('buffer');
const EventEmitter = require('events');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_OPERATION_FAILED },
} = require('internal/errors');
const {
  validateBoolean, validateFunction, validateObject, validateOneOf, validateString, validateUint32,
} = require('internal/validators');

const DEFAULT_MAX_WRITE = 16 * 1024;
// With as much as this waiting, `write` asks for a pause.
const HIGH_WATER_MARK = 16387;
// How long to wait after a busy file.
const BUSY_MS = 100;
const LAST_STANDARD_FD = 2;

const isBusy = (error) => error.code === 'EAGAIN' || error.code === 'EBUSY';

class Utf8Stream extends EventEmitter {
  #fs;
  #fd = -1;
  #file = null;
  #append;
  #contentMode;
  #fsync;
  #maxLength;
  #maxWrite;
  #minLength;
  #mkdir;
  #mode;
  #periodicFlush;
  #retry;
  #sync;
  #highWaterMark;
  #timer;

  #waiting = [];
  #current = '';
  // The length of everything that is not written yet.
  #length = 0;
  #isWriting = false;
  #isOpening = false;
  #isReopening = false;
  #isFlushing = false;
  #isEnding = false;
  #isClosing = false;
  #isDestroyed = false;
  #isDrainQueued = false;

  constructor(options = {}) {
    super();
    validateObject(options, 'options');
    const {
      append = true, contentMode = 'utf8', dest, fs = require('fs'), fsync = false, maxLength = 0, maxWrite = DEFAULT_MAX_WRITE,
      minLength = 0, mkdir = false, mode, periodicFlush = 0, retryEAGAIN = () => true, sync = false,
    } = options;
    const fd = options.fd || dest;
    validateUint32(MathMax(minLength || 0, HIGH_WATER_MARK), 'options.hwm');
    validateUint32(minLength, 'options.minLength');
    validateUint32(maxLength, 'options.maxLength');
    validateUint32(maxWrite, 'options.maxWrite');
    validateUint32(periodicFlush, 'options.periodicFlush');
    validateBoolean(append, 'options.append');
    validateBoolean(sync, 'options.sync');
    validateBoolean(fsync, 'options.fsync');
    validateBoolean(mkdir, 'options.mkdir');
    validateOneOf(contentMode, 'options.contentMode', ['buffer', 'utf8']);
    validateObject(fs, 'options.fs');
    validateFunction(retryEAGAIN, 'options.retryEAGAIN');
    this.#fs = fs;
    this.#append = append;
    this.#contentMode = contentMode;
    this.#fsync = fsync;
    this.#maxLength = maxLength;
    this.#maxWrite = maxWrite;
    this.#minLength = minLength;
    this.#mkdir = mkdir;
    this.#mode = mode;
    this.#periodicFlush = periodicFlush;
    this.#retry = retryEAGAIN;
    this.#sync = sync;
    this.#highWaterMark = MathMax(minLength, HIGH_WATER_MARK);
    if (typeof fd === 'number') {
      this.#fd = fd;
      process.nextTick(() => this.emit('ready'));
    } else if (typeof fd === 'string') {
      this.#open(fd);
    } else {
      throw new ERR_INVALID_ARG_TYPE('fd', ['number', 'string'], fd);
    }
    if (minLength >= maxWrite) {
      throw new ERR_INVALID_ARG_VALUE.RangeError('minLength', minLength, `should be smaller than maxWrite (${maxWrite})`);
    }
    if (periodicFlush > 0) {
      this.#timer = setInterval(() => this.flush(), periodicFlush);
      this.#timer.unref();
    }
  }

  get append() { return this.#append; }
  get contentMode() { return this.#contentMode; }
  get fd() { return this.#fd; }
  get file() { return this.#file; }
  get fsync() { return this.#fsync; }
  get maxLength() { return this.#maxLength; }
  get minLength() { return this.#minLength; }
  get mkdir() { return this.#mkdir; }
  get mode() { return this.#mode; }
  get periodicFlush() { return this.#periodicFlush; }
  get sync() { return this.#sync; }
  get writing() { return this.#isWriting; }

  // Whether there is room for more.
  write(data) {
    this.#checkAlive();
    if (this.#contentMode === 'utf8') validateString(data, 'data');
    else if (!Buffer.isBuffer(data)) throw new ERR_INVALID_ARG_TYPE('data', 'Buffer', data);
    if (this.#maxLength > 0 && this.#length + data.length > this.#maxLength) {
      this.emit('drop', data);
      return this.#length < this.#highWaterMark;
    }
    this.#collect(data);
    if (!this.#isWriting && this.#length >= this.#minLength) this.#writeNext();
    return this.#length < this.#highWaterMark;
  }

  // Calls back when all that has been written so far is in the file.
  flush(callback) {
    if (callback !== undefined) validateFunction(callback, 'cb');
    if (this.#isDestroyed) {
      callback?.(new ERR_INVALID_STATE('Utf8Stream is destroyed'));
      return;
    }
    // Nothing is held back.
    if (this.#minLength <= 0) {
      callback?.();
      return;
    }
    if (callback !== undefined) this.#callWhenFlushed(callback);
    if (this.#isWriting) {
      this.#isFlushing = true;
      return;
    }
    this.#writeNext();
  }

  #callWhenFlushed(callback) {
    const onDrain = () => {
      this.off('error', onError);
      // Only where a file can be synchronised; it may have been closed meanwhile.
      if (this.#isDestroyed) callback(null);
      else this.#fs.fsync(this.#fd, (error) => callback(error && error.code !== 'EBADF' && error.code !== 'EINVAL' ? error : null));
    };
    const onError = (error) => {
      this.off('drain', onDrain);
      callback(error);
    };
    this.once('drain', onDrain);
    this.once('error', onError);
  }

  flushSync() {
    this.#checkAlive();
    if (this.#fd < 0) throw new ERR_INVALID_STATE('Invalid file descriptor');
    this.#writeAllNow();
  }

  end() {
    this.#checkAlive();
    if (this.#isOpening) {
      this.once('ready', () => {
        if (!this.#isDestroyed) this.end();
      });
      return;
    }
    if (this.#isEnding) return;
    this.#isEnding = true;
    if (this.#isWriting) return;
    if (this.#length > 0 && this.#fd >= 0) this.#writeNext();
    else this.#close();
  }

  destroy() {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#close();
  }

  // Goes on in another file, or in a new one of the same name: the old may have been moved away.
  reopen(file) {
    this.#checkAlive();
    if (this.#isOpening) {
      this.once('ready', () => this.reopen(file));
      return;
    }
    if (this.#isEnding) return;
    if (!file && !this.#file) {
      throw new ERR_OPERATION_FAILED('Unable to reopen a file descriptor, you must pass a file to SonicBoom');
    }
    const previous = this.#fd;
    this.#isReopening = true;
    this.once('ready', () => {
      if (previous !== this.#fd) this.#fs.close(previous, (error) => error && this.emit('error', error));
    });
    this.#open(file || this.#file);
  }

  [SymbolDispose]() {
    this.destroy();
  }

  #checkAlive() {
    if (this.#isDestroyed) throw new ERR_INVALID_STATE('Utf8Stream is destroyed');
  }

  // Small pieces of text become one write.
  #collect(data) {
    const { length } = this.#waiting;
    const last = length > 0 ? this.#waiting[length - 1] : undefined;
    if (last !== undefined && last.length + data.length <= this.#maxWrite) {
      this.#waiting[length - 1] = typeof data === 'string' ? last + data : Buffer.concat([last, data]);
    } else {
      ArrayPrototypePush(this.#waiting, data);
    }
    this.#length += data.length;
  }

  #open(file) {
    this.#isOpening = true;
    this.#isWriting = true;
    if (this.#isReopening) this.#file = file;
    const flags = this.#append ? 'a' : 'w';
    const folder = this.#mkdir ? require('path').dirname(file) : undefined;
    if (this.#sync) {
      try {
        if (folder !== undefined) this.#fs.mkdirSync(folder, { recursive: true });
        this.#opened(null, this.#fs.openSync(file, flags, this.#mode), file);
      } catch (error) {
        // Whoever makes the stream hears of it at once.
        if (!this.#isReopening) throw error;
        this.#opened(error);
      }
      return;
    }
    const open = () => this.#fs.open(file, flags, this.#mode, (error, fd) => this.#opened(error, fd, file));
    if (folder === undefined) {
      open();
    } else {
      this.#fs.mkdir(folder, { recursive: true }, (error) => (error ? this.#opened(error) : open()));
    }
  }

  #opened(error, fd, file) {
    const wasReopening = this.#isReopening;
    this.#isReopening = false;
    this.#isOpening = false;
    this.#isWriting = false;
    if (error) {
      if (this.#sync) process.nextTick(() => this.emit('error', error));
      else this.emit('error', error);
      return;
    }
    this.#fd = fd;
    this.#file = file;
    if (this.#sync) process.nextTick(() => this.emit('ready'));
    else this.emit('ready');
    if (this.#isDestroyed || this.#isWriting) return;
    if ((this.#length > 0 && this.#length >= this.#minLength) || this.#isFlushing) this.#writeNext();
    else if (wasReopening) process.nextTick(() => this.emit('drain'));
  }

  #writeNext() {
    if (this.#fd < 0) return;
    this.#isFlushing = false;
    this.#isWriting = true;
    if (this.#current.length === 0) this.#current = ArrayPrototypeShift(this.#waiting) ?? '';
    const piece = this.#current;
    if (this.#sync) {
      let written;
      try {
        written = this.#fs.writeSync(this.#fd, piece, 'utf8');
      } catch (error) {
        this.#written(error);
        return;
      }
      this.#written(null, written);
    } else if (typeof piece === 'string') {
      this.#fs.write(this.#fd, piece, 'utf8', (error, written) => this.#written(error, written));
    } else {
      this.#fs.write(this.#fd, piece, (error, written) => this.#written(error, written));
    }
  }

  #written(error, bytes) {
    if (error) {
      this.#failed(error);
      return;
    }
    this.emit('write', bytes);
    this.#take(bytes);
    if (this.#current.length > 0) {
      if (!this.#sync) {
        this.#writeNext();
        return;
      }
      try {
        this.#writeAllNow();
      } catch (problem) {
        this.#failed(problem);
        return;
      }
    }
    if (this.#fsync) this.#fs.fsyncSync(this.#fd);
    this.#goOn();
  }

  #goOn() {
    if (this.#isReopening) return;
    const isEnough = this.#length > 0 && this.#length >= this.#minLength;
    if (this.#waiting.length > 0 && (isEnough || this.#isEnding || this.#isFlushing)) {
      this.#writeNext();
      return;
    }
    this.#isWriting = false;
    if (this.#isDestroyed) return;
    if (this.#isEnding) this.#close();
    else if (this.#sync) this.#drainInTick();
    else this.emit('drain');
  }

  #drainInTick() {
    process.nextTick(() => {
      if (!this.#isDestroyed) this.emit('drain');
    });
  }

  // So many bytes of what is being written are in the file.
  #take(bytes) {
    const piece = this.#current;
    const size = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    let rest = '';
    if (bytes < size) {
      rest = typeof piece === 'string' ? Buffer.from(piece).subarray(bytes).toString() : piece.subarray(bytes);
    }
    this.#length -= piece.length - rest.length;
    this.#current = rest;
  }

  #failed(error) {
    const isRetried = isBusy(error) && this.#retry(error, this.#current.length, this.#length - this.#current.length);
    if (!isRetried) {
      this.#isWriting = false;
      this.emit('error', error);
    } else if (this.#sync) {
      // There is nobody to wait for; the file may have room soon.
      sleep(BUSY_MS);
      this.#writeNext();
    } else {
      setTimeout(() => this.#writeNext(), BUSY_MS);
    }
  }

  #writeAllNow() {
    while (this.#current.length > 0 || this.#waiting.length > 0) {
      if (this.#current.length === 0) this.#current = ArrayPrototypeShift(this.#waiting);
      try {
        this.#take(this.#fs.writeSync(this.#fd, this.#current, 'utf8'));
      } catch (error) {
        const isRetried = isBusy(error) && this.#retry(error, this.#current.length, this.#length - this.#current.length);
        if (!isRetried) throw error;
        sleep(BUSY_MS);
      }
    }
    try {
      this.#fs.fsyncSync(this.#fd);
    } catch {
      // Not everything that can be written to can be synchronised.
    }
  }

  #close() {
    if (this.#isOpening) {
      this.once('ready', () => this.#close());
      return;
    }
    if (this.#isClosing) return;
    this.#isClosing = true;
    clearInterval(this.#timer);
    this.#waiting = [];
    this.#current = '';
    const closed = (error) => {
      if (error) {
        this.emit('error', error);
        return;
      }
      if (this.#isEnding && !this.#isDestroyed) this.emit('finish');
      this.#isDestroyed = true;
      this.emit('close');
    };
    this.#fs.fsync(this.#fd, () => {
      if (this.#fd > 0 && this.#fd <= LAST_STANDARD_FD) closed();
      else this.#fs.close(this.#fd, closed);
    });
  }
}

function sleep(milliseconds) {
  AtomicsWait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

module.exports = { Utf8Stream };
