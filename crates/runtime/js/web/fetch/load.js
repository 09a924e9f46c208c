// Loading what an address names: files through the pool, `data:` and `blob:` from memory. Nothing comes over a network here.
//
// The answer arrives as a task of the networking source, never at once. A load is `{ status, statusText, type, bytes, url }`.
'use strict';

const {
  RegExpPrototypeExec, StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeToLowerCase,
  TypeError, Uint8Array,
} = primordials;

const { SOURCES, queueTask } = require('web/window/event_loop');

const TYPES = {
  __proto__: null,
  css: 'text/css',
  csv: 'text/csv',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mjs: 'text/javascript',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  wasm: 'application/wasm',
  xml: 'text/xml',
};

function typeOf(path) {
  return TYPES[StringPrototypeToLowerCase(StringPrototypeSlice(path, StringPrototypeLastIndexOf(path, '.') + 1))] ?? '';
}

function schemeOf(url) {
  return StringPrototypeSlice(url, 0, StringPrototypeIndexOf(url, ':'));
}

function pathOf(url) {
  const { urlToPath } = require('internal/modules/file_url');
  const end = RegExpPrototypeExec(/[?#]/, url);
  return urlToPath(end === null ? url : StringPrototypeSlice(url, 0, end.index));
}

function loaded(url, bytes, type) {
  return { __proto__: null, status: 200, statusText: 'OK', type, bytes, url };
}

function loadData(url) {
  const data = require('internal/url/data_url').parseDataUrl(url);
  const bytes = data === null ? null : data.bytes();
  if (bytes === null) throw new TypeError('Invalid data URL');
  return loaded(url, new Uint8Array(bytes), data.type);
}

function loadBlob(url) {
  const { blobToLoad, bytesOf } = require('internal/buffer/blob');
  const blob = blobToLoad(url);
  if (blob === undefined) throw new TypeError(`Failed to load ${url}: it is not the address of a blob`);
  return loaded(url, bytesOf(blob).slice(), blob.type);
}

// What is in memory, or undefined.
function loadFromMemory(url) {
  const scheme = schemeOf(url);
  if (scheme === 'data') return loadData(url);
  return scheme === 'blob' ? loadBlob(url) : undefined;
}

// Why an address can not be loaded, or undefined if it can.
function refusal(url) {
  const scheme = schemeOf(url);
  if (scheme === 'file' || scheme === 'data' || scheme === 'blob') return undefined;
  if (scheme === 'http' || scheme === 'https') return `${scheme} is not available in this runtime yet`;
  return `the scheme ${scheme} is not supported`;
}

// Loads an address and calls back in a task with `(error, load)`. Gives a function that ends it without an answer.
function load(url, callback) {
  let isOver = false;
  const answer = (error, result) => queueTask(SOURCES.networking, () => {
    if (isOver) return;
    isOver = true;
    callback(error, result);
  });
  const reason = refusal(url);
  if (reason !== undefined) answer(new TypeError(`Failed to load ${url}: ${reason}`));
  else if (schemeOf(url) !== 'file') {
    try {
      answer(null, loadFromMemory(url));
    } catch (error) {
      answer(error);
    }
  } else {
    const path = pathOf(url);
    require('fs').readFile(path, (error, bytes) => {
      if (error) answer(error);
      else answer(null, loaded(url, new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), typeOf(path)));
    });
  }
  return () => { isOver = true; };
}

// The same at once, for requests that make the script wait. Throws what `load` gives as error.
function loadSync(url) {
  const reason = refusal(url);
  if (reason !== undefined) throw new TypeError(`Failed to load ${url}: ${reason}`);
  if (schemeOf(url) !== 'file') return loadFromMemory(url);
  const path = pathOf(url);
  const bytes = require('fs').readFileSync(path);
  return loaded(url, new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), typeOf(path));
}

function textOf(load) {
  const { TextDecoder } = require('internal/encoding');
  return new TextDecoder().decode(load.bytes);
}

module.exports = { load, loadSync, pathOf, schemeOf, textOf };
