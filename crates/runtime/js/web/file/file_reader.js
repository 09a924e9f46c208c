// FileReader of a page: a blob as text, bytes or an address, told by events. https://w3c.github.io/FileAPI/#APIASynch
//
// Its events are tasks of the file reading source: `loadstart`, `progress` if there is anything, `load`, and `loadend` unless a
// listener has begun another reading. What an ended or aborted reading has left in the queue says nothing.
'use strict';

const {
  ArrayPrototypePush, ObjectDefineProperties, RegExpPrototypeExec, SymbolToStringTag, TypeError,
} = primordials;

const { DOMException } = require('internal/errors/dom_exception');
const { Buffer } = require('internal/buffer/buffer');
const { bytesOf, isBlob } = require('internal/buffer/blob');
const { EventTarget, fire } = require('web/dom/event_target');
const { ProgressEvent } = require('web/dom/events');
const { defineHandlers } = require('web/dom/handlers');
const { makeSlot } = require('web/dom/slots');
const { SOURCES, cancelTask, queueTask } = require('web/window/event_loop');

const EMPTY = 0;
const LOADING = 1;
const DONE = 2;

const slot = makeSlot();

class FileReader extends EventTarget {
  constructor() {
    super();
    slot.give(this, { __proto__: null, readyState: EMPTY, result: null, error: null, tasks: [] });
  }

  get readyState() { return slot.of(this).readyState; }
  get result() { return slot.of(this).result; }
  get error() { return slot.of(this).error; }

  readAsArrayBuffer(blob) {
    read(this, blob, 'readAsArrayBuffer', arguments.length, (bytes) => bytes.slice().buffer);
  }

  readAsBinaryString(blob) {
    read(this, blob, 'readAsBinaryString', arguments.length, (bytes) => bufferOf(bytes).latin1Slice());
  }

  readAsText(blob, encoding = undefined) {
    const label = encoding === undefined ? undefined : `${encoding}`;
    read(this, blob, 'readAsText', arguments.length, (bytes) => decode(bytes, label, blob.type));
  }

  readAsDataURL(blob) {
    read(this, blob, 'readAsDataURL', arguments.length, (bytes) => {
      return `data:${blob.type || 'application/octet-stream'};base64,${bufferOf(bytes).base64Slice()}`;
    });
  }

  abort() {
    const state = slot.of(this);
    if (state.readyState !== LOADING) {
      state.result = null;
      return;
    }
    end(state);
    state.result = null;
    state.error = new DOMException('An ongoing operation was aborted.', 'AbortError');
    tell(this, 'abort', 0, 0);
    if (state.readyState !== LOADING) tell(this, 'loadend', 0, 0);
  }
}

defineHandlers(FileReader.prototype, ['abort', 'error', 'load', 'loadend', 'loadstart', 'progress']);

function bufferOf(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function read(reader, blob, method, given, convert) {
  const state = slot.of(reader);
  const prefix = `Failed to execute '${method}' on 'FileReader'`;
  if (given === 0) throw new TypeError(`${prefix}: 1 argument required, but only 0 present.`);
  if (!isBlob(blob)) throw new TypeError(`${prefix}: parameter 1 is not of type 'Blob'.`);
  if (state.readyState === LOADING) throw new DOMException(`${prefix}: The object is already busy reading Blobs.`, 'InvalidStateError');
  state.readyState = LOADING;
  state.result = null;
  state.error = null;
  const { size } = blob;
  const later = (callback) => ArrayPrototypePush(state.tasks, queueTask(SOURCES.fileReading, callback));
  later(() => tell(reader, 'loadstart', 0, size));
  if (size > 0) later(() => tell(reader, 'progress', size, size));
  later(() => finish(reader, size, () => convert(bytesOf(blob))));
}

function finish(reader, size, readAll) {
  const state = slot.of(reader);
  end(state);
  let type = 'load';
  try {
    state.result = readAll();
  } catch (error) {
    // A blob may stand for a file that has changed since.
    type = 'error';
    state.error = new DOMException(error.message, 'NotReadableError');
  }
  tell(reader, type, type === 'load' ? size : 0, size);
  if (state.readyState !== LOADING) tell(reader, 'loadend', type === 'load' ? size : 0, size);
}

function end(state) {
  state.readyState = DONE;
  for (let i = 0; i < state.tasks.length; i++) cancelTask(state.tasks[i]);
  state.tasks = [];
}

function tell(reader, type, loaded, total) {
  fire(reader, new ProgressEvent(type, { __proto__: null, loaded, total, lengthComputable: type !== 'abort' && type !== 'error' }));
}

// By a mark at the beginning, or the label that was asked for, or the one of the type; as UTF-8 otherwise.
function decode(bytes, label, type) {
  const { TextDecoder } = require('internal/encoding/text_decoder');
  let encoding;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) encoding = 'utf-16be';
  else if (bytes[0] === 0xff && bytes[1] === 0xfe) encoding = 'utf-16le';
  else if (!(bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)) encoding = known(label) ?? known(charsetOf(type));
  return new TextDecoder(encoding ?? 'utf-8').decode(bytes);
}

function known(label) {
  if (label === undefined) return undefined;
  const { encodingOfLabel } = require('internal/encoding/labels');
  return encodingOfLabel(label);
}

function charsetOf(type) {
  const match = RegExpPrototypeExec(/;\s*charset="?([^";]+)/i, type);
  return match === null ? undefined : match[1];
}

const enumerable = { __proto__: null, enumerable: true };
const constants = {
  __proto__: null,
  EMPTY: { __proto__: null, value: EMPTY, enumerable: true },
  LOADING: { __proto__: null, value: LOADING, enumerable: true },
  DONE: { __proto__: null, value: DONE, enumerable: true },
};
ObjectDefineProperties(FileReader, constants);
ObjectDefineProperties(FileReader.prototype, {
  ...constants,
  readyState: enumerable,
  result: enumerable,
  error: enumerable,
  readAsArrayBuffer: enumerable,
  readAsBinaryString: enumerable,
  readAsText: enumerable,
  readAsDataURL: enumerable,
  abort: enumerable,
  [SymbolToStringTag]: { __proto__: null, value: 'FileReader', configurable: true },
});

module.exports = { FileReader };
