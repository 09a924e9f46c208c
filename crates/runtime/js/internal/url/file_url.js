'use strict';

// Between paths and `file:` URLs.

const {
  StringPrototypeCharCodeAt, StringPrototypeIncludes, StringPrototypeReplaceAll, URIError, decodeURIComponent,
} = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_FILE_URL_HOST,
    ERR_INVALID_FILE_URL_PATH,
    ERR_INVALID_URL_SCHEME,
    ERR_METHOD_NOT_IMPLEMENTED,
  },
} = require('internal/errors');
const { validateString } = require('internal/validators');
const { URL, isURL } = require('internal/url/url');

function fileURLToPath(path, options = undefined) {
  if (options?.windows) throw new ERR_METHOD_NOT_IMPLEMENTED('fileURLToPath() with the option windows');
  if (typeof path === 'string') {
    path = new URL(path);
  } else if (!isURL(path)) {
    throw new ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], path);
  }
  if (path.protocol !== 'file:') throw new ERR_INVALID_URL_SCHEME('file');
  if (path.hostname !== '') throw new ERR_INVALID_FILE_URL_HOST(process.platform);
  const { pathname } = path;
  for (let i = 0; i < pathname.length - 2; i++) {
    if (pathname[i] === '%' && pathname[i + 1] === '2' &&
        (StringPrototypeCharCodeAt(pathname, i + 2) | 0x20) === 102) {
      throw new ERR_INVALID_FILE_URL_PATH('must not include encoded / characters', path);
    }
  }
  return StringPrototypeIncludes(pathname, '%') ? decodePath(pathname) : pathname;
}

// The engine's own words for a path that cannot be decoded are others than Node's.
function decodePath(pathname) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    throw new URIError('URI malformed');
  }
}

function fileURLToPathBuffer(path, options = undefined) {
  const { Buffer } = require('internal/buffer/buffer');
  const { unescapeBuffer } = require('querystring');
  // The checks are the same; the bytes are kept even where they are not UTF-8.
  if (typeof path === 'string') path = new URL(path);
  try {
    fileURLToPath(path, options);
  } catch (error) {
    if (error.name !== 'URIError') throw error;
  }
  return Buffer.from(unescapeBuffer(path.pathname));
}

// What the URL parser would take for syntax, or drop, in a path that means it literally.
const escapes = [
  ['%', '%25'], ['\\', '%5C'], ['\n', '%0A'], ['\r', '%0D'], ['\t', '%09'], ['?', '%3F'], ['#', '%23'],
  [' ', '%20'], ['[', '%5B'], [']', '%5D'], ['^', '%5E'], ['|', '%7C'], ['~', '%7E'],
];

function pathToFileURL(path, options) {
  if (options?.windows) throw new ERR_METHOD_NOT_IMPLEMENTED('pathToFileURL() with the option windows');
  validateString(path, 'path');
  const { resolve } = require('path');
  let resolved = resolve(path);
  // A trailing separator says "directory" and is not resolved away.
  if (path[path.length - 1] === '/' && resolved[resolved.length - 1] !== '/') resolved += '/';
  for (let i = 0; i < escapes.length; i++) {
    const { 0: character, 1: escape } = escapes[i];
    if (StringPrototypeIncludes(resolved, character)) {
      resolved = StringPrototypeReplaceAll(resolved, character, escape);
    }
  }
  return new URL(`file://${resolved}`);
}

// A path given as a string, a Buffer or a file URL, as a string or a Buffer.
function toPathIfFileURL(value) {
  return isURL(value) ? fileURLToPath(value) : value;
}

module.exports = { fileURLToPath, fileURLToPathBuffer, pathToFileURL, toPathIfFileURL };
