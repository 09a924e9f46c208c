'use strict';

// FileHandle: an open file of `fs/promises`, closed by `close()` or at the latest by its disposer.

const { PromisePrototypeThen, PromiseResolve, SymbolAsyncDispose, SymbolAsyncIterator, SymbolIterator, globalThis } = primordials;

const EventEmitter = require('events');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_STATE, ERR_METHOD_NOT_IMPLEMENTED }, uvException } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/views');
const { abortErrorOf, optionsOf } = require('internal/fs/arguments');
const { operations } = require('internal/fs/operations');
const { performPromise } = require('internal/fs/perform');
const {
  Vector,
  joined,
  readArguments,
  readOperation,
  readVector,
  writeOperation,
} = require('internal/fs/read_write');

const EBADF = -9;
const WEB_CHUNK_BYTES = 16384;

let takeDescriptor;
let giveDescriptor;
let isFileHandle;
let isFree;
let useFor;

class FileHandle extends EventEmitter {
  #fd;
  #closing;
  #isStreamed = false;
  #streams = 0;

  constructor(fd) {
    super();
    this.#fd = fd;
  }

  static {
    takeDescriptor = (handle) => {
      const fd = handle.#fd;
      handle.#fd = -1;
      return fd;
    };
    giveDescriptor = (handle, fd) => { handle.#fd = fd; };
    isFileHandle = (value) => value !== null && typeof value === 'object' && #fd in value;
    isFree = (handle) => handle.#fd !== -1 && handle.#closing === undefined && !handle.#isStreamed && handle.#streams === 0;
    // A stream reads or writes through it until it is closed.
    useFor = (handle, stream) => {
      handle.#streams++;
      stream.once('close', () => { handle.#streams--; });
    };
  }

  get fd() {
    return this.#fd;
  }

  // The descriptor for `syscall`, or the error of one that was closed.
  #open(syscall) {
    if (this.#fd === -1) throw uvException({ errno: EBADF, syscall, code: 'EBADF', message: 'file closed' });
    return this.#fd;
  }

  async appendFile(data, options) {
    if (isSequence(data)) return this.#writeSequence(data, options);
    return performPromise(operations.appendFile(this.#open('write'), data, options));
  }

  async chmod(mode) {
    return performPromise(operations.fchmod(this.#open('fchmod'), mode));
  }

  async chown(uid, gid) {
    return performPromise(operations.fchown(this.#open('fchown'), uid, gid));
  }

  async datasync() {
    return performPromise(operations.fdatasync(this.#open('fdatasync')));
  }

  async sync() {
    return performPromise(operations.fsync(this.#open('fsync')));
  }

  async read(buffer, offset, length, position) {
    const fd = this.#open('read');
    if (buffer === undefined || buffer === null) buffer = {};
    const given = readArguments(buffer, offset, length, position);
    const operation = readOperation(fd, given.buffer, given.offset, given.length, given.position);
    const bytesRead = operation === undefined ? 0 : await performPromise(operation);
    return { __proto__: null, bytesRead, buffer: given.buffer };
  }

  async readv(buffers, position) {
    const vector = new Vector(buffers);
    const bytesRead = await performPromise(readVector(this.#open('read'), vector, position));
    vector.deal(bytesRead);
    return { __proto__: null, bytesRead, buffers };
  }

  async readFile(options) {
    return performPromise(operations.readFile(this.#open('read'), options));
  }

  readLines(options = undefined) {
    return require('readline').createInterface({
      input: this.createReadStream(options),
      crlfDelay: Infinity,
    });
  }

  async stat(options) {
    return performPromise(operations.fstat(this.#open('fstat'), options));
  }

  async truncate(length = 0) {
    return performPromise(operations.ftruncate(this.#open('ftruncate'), length));
  }

  async utimes(atime, mtime) {
    return performPromise(operations.futimes(this.#open('futime'), atime, mtime));
  }

  async write(buffer, offset, length, position) {
    const bytesWritten = await performPromise(
      writeOperation(this.#open('write'), buffer, offset, length, position));
    return { __proto__: null, bytesWritten, buffer };
  }

  async writev(buffers, position) {
    const bytesWritten = await performPromise(
      writeOperation(this.#open('write'), joined(buffers), 0, undefined, position));
    return { __proto__: null, bytesWritten, buffers };
  }

  async writeFile(data, options) {
    if (isSequence(data)) return this.#writeSequence(data, options);
    return performPromise(operations.writeFile(this.#open('write'), data, options));
  }

  async #writeSequence(pieces, options) {
    const { encoding, signal } = optionsOf(options, { encoding: 'utf8' });
    if (signal?.aborted) throw abortErrorOf(signal);
    for await (const piece of pieces) { // iterable: the program's
      if (signal?.aborted) throw abortErrorOf(signal);
      if (typeof piece !== 'string' && !isArrayBufferView(piece)) {
        throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], piece);
      }
      await performPromise(operations.writeFile(this.#open('write'), piece, { encoding, signal }));
    }
  }

  close() {
    if (this.#fd === -1) return PromiseResolve(undefined);
    if (this.#closing !== undefined) return this.#closing;
    const fd = this.#fd;
    this.#closing = PromisePrototypeThen(performPromise(operations.close(fd)), () => {
      this.#fd = -1;
      this.emit('close');
    });
    return this.#closing;
  }

  async [SymbolAsyncDispose]() {
    return this.close();
  }

  // The file from where it stands, as a web stream of bytes. It may be asked for once.
  readableWebStream({ autoClose = false } = {}) {
    const { ReadableStream } = globalThis;
    if (typeof ReadableStream !== 'function') throw new ERR_METHOD_NOT_IMPLEMENTED('FileHandle.readableWebStream()');
    if (this.#fd === -1) throw new ERR_INVALID_STATE('The FileHandle is closed');
    if (this.#closing !== undefined) throw new ERR_INVALID_STATE('The FileHandle is closing');
    if (this.#isStreamed) throw new ERR_INVALID_STATE('The FileHandle is locked');
    this.#isStreamed = true;
    const end = () => (autoClose ? this.close() : undefined);
    return new ReadableStream({
      type: 'bytes',
      autoAllocateChunkSize: WEB_CHUNK_BYTES,
      pull: async (controller) => {
        const { view } = controller.byobRequest;
        const { bytesRead } = await this.read(view, 0, view.byteLength);
        if (bytesRead === 0) {
          controller.close();
          await end();
        }
        controller.byobRequest.respond(bytesRead);
      },
      cancel: end,
    });
  }

  createReadStream(options = undefined) {
    const { ReadStream } = require('internal/fs/streams');
    return new ReadStream(undefined, { ...options, fd: this });
  }

  createWriteStream(options = undefined) {
    const { WriteStream } = require('internal/fs/streams');
    return new WriteStream(undefined, { ...options, fd: this });
  }
}

// Something that gives what to write in pieces.
function isSequence(data) {
  return data !== null && typeof data === 'object' && !isArrayBufferView(data) &&
    (typeof data[SymbolIterator] === 'function' || typeof data[SymbolAsyncIterator] === 'function');
}

// What a structured clone makes of one: it goes to another thread with its descriptor; see web/structured_clone.
const kinds = [{
  __proto__: null,
  name: 'FileHandle',
  is: isFileHandle,
  isTransferable: isFree,
  refusal: () => 'Object that needs transfer was found in message but not listed in transferList',
  detached: 'Cannot transfer FileHandle while in use',
  makeEmpty: () => new FileHandle(-1),
  move: (from, to) => giveDescriptor(to, takeDescriptor(from)),
  pack(handle, files) {
    files[files.length] = takeDescriptor(handle);
    return files.length - 1;
  },
  unpack: (index, files) => new FileHandle(files[index]),
}];

module.exports = { FileHandle, isSequence, kinds, useFor };
