// Loading what an address names: files through the pool, `data:` and `blob:` from memory. Nothing comes over a network here.
//
// The answer arrives as a task of the networking source, never at once. A load is `{ status, statusText, type, bytes, url }`.
'use strict';

const {
  RegExpPrototypeExec, StringPrototypeEndsWith, StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeSlice,
  StringPrototypeStartsWith, StringPrototypeToLowerCase, StringPrototypeTrim, TypeError, decodeURIComponent, Uint8Array,
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
const DATA = /^data:([^,]*),([\s\S]*)$/;

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
  const match = RegExpPrototypeExec(DATA, url);
  if (match === null) throw new TypeError('Invalid data URL');
  const { Buffer } = require('buffer');
  let type = StringPrototypeTrim(match[1]);
  const isBase64 = StringPrototypeEndsWith(StringPrototypeToLowerCase(type), ';base64');
  if (isBase64) type = StringPrototypeSlice(type, 0, type.length - ';base64'.length);
  if (type === '') type = 'text/plain;charset=US-ASCII';
  else if (StringPrototypeStartsWith(type, ';')) type = `text/plain${type}`;
  const hash = StringPrototypeIndexOf(match[2], '#');
  const body = hash === -1 ? match[2] : StringPrototypeSlice(match[2], 0, hash);
  const bytes = isBase64 ? Buffer.from(decodeURIComponent(body), 'base64') : percentDecode(body);
  return loaded(url, new Uint8Array(bytes), type);
}

// Bytes may be written that are no UTF-8, so this is done on bytes.
function percentDecode(text) {
  const { Buffer } = require('buffer');
  const source = Buffer.from(text, 'utf8');
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i++) {
    const pair = source[i] === 0x25 ? RegExpPrototypeExec(/^[0-9a-fA-F]{2}$/, source.latin1Slice(i + 1, i + 3)) : null;
    bytes[length++] = pair === null ? source[i] : +`0x${pair[0]}`;
    if (pair !== null) i += 2;
  }
  return bytes.subarray(0, length);
}

// Why an address can not be loaded, or undefined if it can.
function refusal(url) {
  const scheme = schemeOf(url);
  if (scheme === 'file' || scheme === 'data') return undefined;
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
  else if (schemeOf(url) === 'data') {
    try {
      answer(null, loadData(url));
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
  if (schemeOf(url) === 'data') return loadData(url);
  const path = pathOf(url);
  const bytes = require('fs').readFileSync(path);
  return loaded(url, new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), typeOf(path));
}

function textOf(load) {
  const { TextDecoder } = require('internal/encoding');
  return new TextDecoder().decode(load.bytes);
}

module.exports = { load, loadSync, pathOf, schemeOf, textOf };
