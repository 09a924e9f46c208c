'use strict';

// Our end of a child's pipe as a stream: readable for its outputs, writable for its input.

const { ObjectSetPrototypeOf, Symbol } = primordials;

const { errnoException } = require('internal/errors');
const { Duplex } = require('internal/stream/duplex');
const { Buffer } = require('internal/buffer/buffer');
const { NativeResource, enter, enterLast, leave } = require('internal/async_hooks/native_resource');
const native = internalBinding('child_process');

const kResource = Symbol('resource');

class Pipe extends NativeResource {
  constructor() { super('PIPEWRAP'); }
}

function PipeStream(pipe, direction, resource) {
  Duplex.call(this, {
    readable: direction === 'duplex',
    allowHalfOpen: false,
    decodeStrings: true,
    emitClose: false,
    autoDestroy: true,
  });
  this._pipe = pipe;
  this[kResource] = resource;
  this._reading = false;
  this.bytesRead = 0;
  this.bytesWritten = 0;
  this.connecting = false;
}
ObjectSetPrototypeOf(PipeStream.prototype, Duplex.prototype);
ObjectSetPrototypeOf(PipeStream, Duplex);

PipeStream.prototype._read = function() {
  if (this._reading || this._pipe === null) return;
  this._reading = true;
  const resource = this[kResource];
  const status = native.startReading(this._pipe, (chunk) => {
    enter(resource);
    onChunk(this, chunk);
    leave(resource);
  });
  if (status < 0) this.destroy(new errnoException(status, 'read'));
};

function onChunk(stream, chunk) {
  if (chunk === null) {
    stream._reading = false;
    stream.push(null);
    // Nobody may be listening: the end must come all the same.
    stream.read(0);
  } else if (typeof chunk === 'number') {
    stream._reading = false;
    stream.destroy(new errnoException(chunk, 'read'));
  } else {
    stream.bytesRead += chunk.byteLength;
    const more = stream.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (!more && stream._pipe !== null) {
      stream._reading = false;
      native.stopReading(stream._pipe);
    }
  }
}

PipeStream.prototype._write = function(chunk, encoding, callback) {
  if (this._pipe === null) {
    const { ERR_STREAM_DESTROYED } = require('internal/errors').codes;
    callback(new ERR_STREAM_DESTROYED('write'));
    return;
  }
  const finish = (status) => {
    this.bytesWritten += chunk.length;
    callback(status < 0 ? new errnoException(status, 'write') : null);
  };
  const resource = this[kResource];
  const status = native.write(this._pipe, chunk, (status) => {
    enter(resource);
    finish(status);
    leave(resource);
  });
  if (status !== 1) finish(status);
};

PipeStream.prototype._final = function(callback) {
  if (this._pipe !== null) native.shutdown(this._pipe);
  callback();
};

PipeStream.prototype._destroy = function(error, callback) {
  const pipe = this._pipe;
  this._pipe = null;
  callback(error);
  if (pipe === null) return;
  // 'close' belongs to the closing phase of the loop.
  const resource = this[kResource];
  native.close(pipe, () => {
    enterLast(resource);
    this.emit('close', !!error);
    leave(resource);
  });
};

PipeStream.prototype.ref = function() {
  if (this._pipe !== null) native.setPipeRef(this._pipe, true);
  return this;
};

PipeStream.prototype.unref = function() {
  if (this._pipe !== null) native.setPipeRef(this._pipe, false);
  return this;
};

PipeStream.prototype.destroySoon = function() {
  if (this.writable) this.end();
  if (this.writableFinished) {
    this.destroy();
  } else {
    this.once('finish', this.destroy);
  }
};

module.exports = { Pipe, PipeStream };
