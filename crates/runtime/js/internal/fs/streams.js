'use strict';

// ReadStream and WriteStream: a file as a stream, opened in `_construct` and closed with the stream.

const { FunctionPrototypeCall, MathMin, ObjectDefineProperty, ObjectSetPrototypeOf } = primordials;

const {
  codes: { ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { validateInteger } = require('internal/validators');
const { Readable } = require('internal/stream/readable');
const { Writable } = require('internal/stream/writable');
const { Buffer } = require('internal/buffer/buffer');
const { fdOf, optionsOf, pathOf } = require('internal/fs/arguments');

// The functions a stream works with: fs's own, or what the option `fs` gives in their place.
function functionsOf(options) {
  const fs = require('fs');
  const own = options.fs ?? fs;
  return { open: own.open, close: own.close, read: own.read, write: own.write };
}

function setUp(stream, path, options, defaults) {
  stream.fd = null;
  stream.path = null;
  stream._fs = functionsOf(options);
  if (options.fd == null) {
    stream.path = pathOf(path);
    stream.flags = options.flags ?? options.flag ?? defaults.flags;
    stream.mode = options.mode ?? 0o666;
  } else if (typeof options.fd === 'object') {
    stream._handle = options.fd;
    stream.fd = fdOf(options.fd.fd);
  } else {
    stream.fd = fdOf(options.fd);
  }
  stream.start = options.start;
  stream.pos = undefined;
  if (stream.start !== undefined) {
    validateInteger(stream.start, 'start', 0);
    stream.pos = stream.start;
  }
}

function constructFile(callback) {
  if (this.fd !== null) {
    callback();
    return;
  }
  this._fs.open(this.path, this.flags, this.mode, (error, fd) => {
    if (error) {
      callback(error);
      return;
    }
    this.fd = fd;
    callback();
    this.emit('open', fd);
    this.emit('ready');
  });
}

function destroyFile(error, callback) {
  if (this.fd === null) {
    callback(error);
    return;
  }
  // The descriptor may not be closed under a job that still uses it.
  if (this._busy) {
    this.once('_idle', () => closeFile(this, error, callback));
  } else {
    closeFile(this, error, callback);
  }
}

function closeFile(stream, error, callback) {
  const { fd } = stream;
  stream.fd = null;
  if (!stream.autoClose) {
    callback(error);
  } else if (stream._handle !== undefined) {
    stream._handle.close().then(() => callback(error), (closeError) => callback(closeError || error));
  } else {
    stream._fs.close(fd, (closeError) => callback(closeError || error));
  }
}

function settle(stream) {
  stream._busy = false;
  if (stream.destroyed) stream.emit('_idle');
}

function ReadStream(path, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, options);
  options = { ...optionsOf(options, {}) };
  options.highWaterMark ??= 64 * 1024;
  options.autoDestroy ??= true;
  setUp(this, path, options, { flags: 'r' });
  this.bytesRead = 0;
  this.autoClose = options.autoClose ?? true;
  options.autoDestroy = this.autoClose;
  this.end = options.end;
  if (this.end === undefined) {
    this.end = Infinity;
  } else if (this.end !== Infinity) {
    validateInteger(this.end, 'end', 0);
    if (this.start !== undefined && this.start > this.end) {
      throw new ERR_OUT_OF_RANGE('start', `<= "end" (here: ${this.end})`, this.start);
    }
  }
  FunctionPrototypeCall(Readable, this, options);
}
ObjectSetPrototypeOf(ReadStream.prototype, Readable.prototype);
ObjectSetPrototypeOf(ReadStream, Readable);
ReadStream.prototype._construct = constructFile;
ReadStream.prototype._destroy = destroyFile;

ReadStream.prototype._read = function(size) {
  size = this.pos !== undefined ?
    MathMin(this.end - this.pos + 1, size) :
    MathMin(this.end - this.bytesRead + 1, size);
  if (size <= 0) {
    this.push(null);
    return;
  }
  const buffer = Buffer.allocUnsafeSlow(size);
  this._busy = true;
  this._fs.read(this.fd, buffer, 0, size, this.pos ?? null, (error, count) => {
    settle(this);
    if (this.destroyed) return;
    if (error) {
      this.destroy(error);
      return;
    }
    if (count === 0) {
      this.push(null);
      return;
    }
    if (this.pos !== undefined) this.pos += count;
    this.bytesRead += count;
    this.push(count === size ? buffer : buffer.subarray(0, count));
  });
};

ReadStream.prototype.close = function(callback) {
  const { finished } = require('internal/stream/finished');
  if (callback) finished(this, callback);
  this.destroy();
};

function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  options = { ...optionsOf(options, {}) };
  options.decodeStrings = true;
  setUp(this, path, options, { flags: 'w' });
  this.bytesWritten = 0;
  this.autoClose = options.autoClose ?? true;
  options.autoDestroy = this.autoClose;
  FunctionPrototypeCall(Writable, this, options);
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}
ObjectSetPrototypeOf(WriteStream.prototype, Writable.prototype);
ObjectSetPrototypeOf(WriteStream, Writable);
WriteStream.prototype._construct = constructFile;
WriteStream.prototype._destroy = destroyFile;

WriteStream.prototype._write = function(data, encoding, callback) {
  this._busy = true;
  const onWritten = (error, count) => {
    settle(this);
    if (this.destroyed && !error) {
      const { ERR_STREAM_DESTROYED } = require('internal/errors').codes;
      callback(new ERR_STREAM_DESTROYED('write'));
      return;
    }
    if (error) {
      callback(error);
      return;
    }
    this.bytesWritten += count;
    if (this.pos !== undefined) this.pos += count;
    // A full pipe or disk takes a part; the rest follows.
    if (count < data.length) {
      this._write(data.subarray(count), encoding, callback);
    } else {
      callback();
    }
  };
  this._fs.write(this.fd, data, 0, data.length, this.pos, onWritten);
};

WriteStream.prototype.close = function(callback) {
  if (callback) {
    if (this.closed) {
      process.nextTick(callback);
      return;
    }
    this.on('close', callback);
  }
  if (!this.autoClose) this.on('finish', this.destroy);
  this.end();
};
WriteStream.prototype.destroySoon = WriteStream.prototype.end;

for (const Class of [ReadStream, WriteStream]) {
  ObjectDefineProperty(Class.prototype, 'pending', {
    __proto__: null,
    configurable: true,
    get() { return this.fd === null; },
  });
}

module.exports = { ReadStream, WriteStream };
