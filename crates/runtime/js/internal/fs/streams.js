'use strict';

// ReadStream and WriteStream: a file as a stream, opened in `_construct` and closed with the stream.

const {
  ArrayPrototypeForEach,
  FunctionPrototypeCall,
  MathMin,
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
  ReflectApply,
} = primordials;

const {
  codes: { ERR_METHOD_NOT_IMPLEMENTED, ERR_OUT_OF_RANGE, ERR_STREAM_DESTROYED, ERR_SYSTEM_ERROR },
} = require('internal/errors');
const { validateBoolean, validateFunction, validateInteger } = require('internal/validators');
const { failStream } = require('internal/stream/destroy');
const { Readable } = require('internal/stream/readable');
const { Writable } = require('internal/stream/writable');
const { Buffer } = require('internal/buffer/buffer');
const { fdOf, optionsOf, pathOf } = require('internal/fs/arguments');
const { read, readNew } = require('internal/fs/read_write');

// Up to here what is read gets memory of its own; more is a Buffer's, which says so when there is none.
const LARGEST_NEW = 2 ** 20;

// How often a write that wrote nothing is tried again.
const MAX_FAILURES = 5;

// The functions a stream works with: fs's own, or what the option `fs` gives in their place. They are
// looked up at each call, as programs replace them.
function functionsOf(options, names) {
  if (options.fs === undefined || options.fs === null) return require('fs');
  for (let i = 0; i < names.length; i++) validateFunction(options.fs[names[i]], `options.fs.${names[i]}`);
  return options.fs;
}

// The same functions over a FileHandle, by its methods.
function functionsOfHandle(handle) {
  const callBack = (promise, count, callback) => {
    promise.then((result) => callback(null, result?.[count]), (error) => callback(error, 0));
  };
  return {
    read(fd, buffer, offset, length, position, callback) {
      callBack(handle.read(buffer, offset, length, position), 'bytesRead', callback);
    },
    write(fd, buffer, offset, length, position, callback) {
      callBack(handle.write(buffer, offset, length, position), 'bytesWritten', callback);
    },
    writev(fd, buffers, position, callback) {
      callBack(handle.writev(buffers, position), 'bytesWritten', callback);
    },
    fsync(fd, callback) {
      handle.sync().then(() => callback(), callback);
    },
    close(fd, callback) {
      handle.close().then(() => callback(), callback);
    },
  };
}

function setUp(stream, path, options, defaultFlags, names) {
  stream.fd = null;
  if (options.fd == null) {
    stream._fs = functionsOf(options, names);
    stream.path = pathOf(path);
    stream.flags = options.flags ?? options.flag ?? defaultFlags;
    stream.mode = options.mode ?? 0o666;
  } else {
    stream.path = path ?? undefined;
    if (typeof options.fd === 'object' && options.fd !== null) {
      if (options.fs) throw new ERR_METHOD_NOT_IMPLEMENTED('FileHandle with fs');
      stream._fs = functionsOfHandle(options.fd);
      stream._handle = options.fd;
      require('internal/fs/file_handle').useFor(options.fd, stream);
      stream.fd = fdOf(options.fd.fd);
      stream._handle.on('close', () => stream.destroy());
    } else {
      stream._fs = functionsOf(options, names);
      stream.fd = fdOf(options.fd);
    }
  }
  stream.start = options.start;
  stream.pos = undefined;
  if (stream.start !== undefined) {
    validateInteger(stream.start, 'start', 0);
    stream.pos = stream.start;
  }
}

// What `open` was before streams had a constructor of their own; packages still replace it.
function openFile() {}

function constructFile(callback) {
  if (this.fd !== null) {
    callback();
  } else if (this.open !== openFile) {
    constructByOpen(this, callback);
  } else {
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
}

// A replaced `open` tells by an event that it is done.
function constructByOpen(stream, callback) {
  const emit = stream.emit;
  stream.emit = function(...args) {
    if (args[0] === 'open') {
      stream.emit = emit;
      callback();
    } else if (args[0] === 'error') {
      stream.emit = emit;
      callback(args[1]);
      return undefined;
    }
    return ReflectApply(emit, stream, args);
  };
  stream.open();
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

// With `flush` what was written is on the disk before the file is closed.
function closeFile(stream, error, callback) {
  const { fd } = stream;
  const close = (flushError) => stream._fs.close(fd, (closeError) => callback(closeError || flushError || error));
  // Who has replaced these functions looks at the number.
  if (stream.flush && !error) stream._fs.fsync(fd, close);
  else close();
  stream.fd = null;
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
  setUp(this, path, options, 'r', ['open', 'read', 'close']);
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
ReadStream.prototype.open = openFile;
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
  this._busy = true;
  const position = this.pos ?? null;
  if (this._fs.read === read && size <= LARGEST_NEW) {
    readNew(this.fd, size, position, (error, chunk) => take(this, error, chunk));
    return;
  }
  const buffer = Buffer.allocUnsafeSlow(size);
  this._fs.read(this.fd, buffer, 0, size, position, (error, count) => {
    take(this, error, error || count === size ? buffer : shrunk(buffer, count));
  });
};

// A copy: a small read does not keep all the memory that was there for a large one.
function shrunk(buffer, count) {
  const small = Buffer.allocUnsafeSlow(count);
  buffer.copy(small, 0, 0, count);
  return small;
}

function take(stream, error, chunk) {
  settle(stream);
  if (stream.destroyed) return;
  if (error) {
    failStream(stream, error);
    return;
  }
  if (chunk.length === 0) {
    stream.push(null);
    return;
  }
  if (stream.pos !== undefined) stream.pos += chunk.length;
  stream.bytesRead += chunk.length;
  stream.push(chunk);
}

ReadStream.prototype.close = function(callback) {
  const { finished } = require('internal/stream/finished');
  if (callback) finished(this, callback);
  this.destroy();
};

// One way to write is enough.
function writeNames(fs) {
  if (fs?.writev == null) return ['open', 'close', 'write'];
  return fs.write == null ? ['open', 'close', 'writev'] : ['open', 'close', 'write', 'writev'];
}

function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  options = { ...optionsOf(options, {}) };
  options.decodeStrings = true;
  // What the option `fs` does not offer is not used.
  if (options.fs && !options.fs.writev) this._writev = null;
  if (options.fs && options.fs.writev && !options.fs.write) this._write = null;
  setUp(this, path, options, 'w', writeNames(options.fs));
  if (options.flush == null) {
    this.flush = false;
  } else {
    validateBoolean(options.flush, 'options.flush');
    this.flush = options.flush;
  }
  this.bytesWritten = 0;
  this.autoClose = options.autoClose ?? true;
  options.autoDestroy = this.autoClose;
  FunctionPrototypeCall(Writable, this, options);
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}
ObjectSetPrototypeOf(WriteStream.prototype, Writable.prototype);
ObjectSetPrototypeOf(WriteStream, Writable);
WriteStream.prototype.open = openFile;
WriteStream.prototype._construct = constructFile;
WriteStream.prototype._destroy = destroyFile;

WriteStream.prototype._write = function(data, encoding, callback) {
  writeAll(this, [data], 'write', callback, 0);
};

WriteStream.prototype._writev = function(chunks, callback) {
  const buffers = [];
  for (let i = 0; i < chunks.length; i++) buffers.push(chunks[i].chunk);
  writeAll(this, buffers, 'writev', callback, 0);
};

// Writes all of the buffers with `name`, a function of fs. A full pipe or disk takes a part, and the rest follows; what wrote
// nothing, because the descriptor does not block and has no room, is tried again up to five times on end.
function writeAll(stream, buffers, name, callback, failures) {
  let size = 0;
  for (let i = 0; i < buffers.length; i++) size += buffers[i].length;
  const onWritten = (error, count) => {
    settle(stream);
    if (error?.code === 'EAGAIN') {
      error = null;
      count = 0;
    }
    if (error || stream.destroyed) {
      callback(error || new ERR_STREAM_DESTROYED('write'));
      return;
    }
    stream.bytesWritten += count;
    if (stream.pos !== undefined) stream.pos += count;
    failures = count > 0 ? 0 : failures + 1;
    if (count === size) {
      callback();
    } else if (failures > MAX_FAILURES) {
      callback(new ERR_SYSTEM_ERROR(`${name} failed`));
    } else {
      const rest = count === 0 ? buffers : [Buffer.concat(buffers, size).subarray(count)];
      writeAll(stream, rest, name, callback, failures);
    }
  };
  stream._busy = true;
  if (name === 'writev') stream._fs.writev(stream.fd, buffers, stream.pos, onWritten);
  else stream._fs.write(stream.fd, buffers[0], 0, size, stream.pos, onWritten);
}

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

ArrayPrototypeForEach([ReadStream, WriteStream], (Class) => {
  ObjectDefineProperty(Class.prototype, 'pending', {
    __proto__: null,
    configurable: true,
    get() { return this.fd === null; },
  });
});

module.exports = { ReadStream, WriteStream };
