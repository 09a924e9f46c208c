// File paths and file URLs, as far as the loaders need them: plain strings, no URL objects.
//
// The general functions are in node:url; loading that costs more than most programs' modules do.
'use strict';

const {
  ArrayPrototypePush, StringPrototypeEndsWith, StringPrototypeIndexOf, StringPrototypeLastIndexOf, StringPrototypeReplace, StringPrototypeSlice,
  StringPrototypeStartsWith, decodeURIComponent, encodeURIComponent,
} = primordials;

// What a path of a file URL must not contain as it is.
const ENCODED = /[\x00-\x20"#%<>?[\\\]^`{|}\x7f-\uffff]+/g;

const TILDES = /~/g;

// Node's pathToFileURL().href for an absolute path.
function pathToUrl(path) {
  const encoded = StringPrototypeReplace(path, ENCODED, encodeURIComponent);
  // The one character that Node escapes and encodeURIComponent does not.
  return `file://${StringPrototypeReplace(encoded, TILDES, '%7E')}`;
}

// The path of a file URL, its query and fragment left out.
function urlToPath(url) {
  let end = url.length;
  const query = StringPrototypeIndexOf(url, '?');
  if (query !== -1) end = query;
  const fragment = StringPrototypeIndexOf(url, '#');
  if (fragment !== -1 && fragment < end) end = fragment;
  const path = StringPrototypeSlice(url, 7, end);
  return StringPrototypeIndexOf(path, '%') === -1 ? path : decodeURIComponent(path);
}

function isFileUrl(url) {
  return StringPrototypeStartsWith(url, 'file://');
}

// The folders a bare request is looked for in, from an absolute path upwards.
function foldersAbove(from) {
  if (from === '/') return ['/node_modules'];
  const paths = [];
  for (let end = from.length; end > 0; end = StringPrototypeLastIndexOf(from, '/', end - 1)) {
    const folder = StringPrototypeSlice(from, 0, end);
    if (!StringPrototypeEndsWith(folder, '/node_modules')) ArrayPrototypePush(paths, `${folder}/node_modules`);
  }
  ArrayPrototypePush(paths, '/node_modules');
  return paths;
}

module.exports = { foldersAbove, pathToUrl, urlToPath, isFileUrl };
