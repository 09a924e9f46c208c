// location: where the page is. It can be read and not be left: there is nobody to load another page.
'use strict';

const { ObjectDefineProperties, StringPrototypeStartsWith, SymbolToStringTag } = primordials;
const { guard, key } = require('web/dom/construction');
const { DOMException } = require('internal/errors/dom_exception');

// The path of the entry, or what a program without a file is called; of a worker that comes from no file, the address.
let name = '[eval]';
let address;
let url;

// `entry` is an absolute path or a name in brackets.
function setEntry(entry) {
  name = entry;
  address = url = undefined;
}

// An address of any kind. Scripts that come from a file are called by its path.
function setAddress(given) {
  const { pathOf, schemeOf } = require('web/fetch/load');
  name = schemeOf(given) === 'file' ? pathOf(given) : given;
  address = given;
  url = undefined;
}

function parsed() {
  if (url === undefined) {
    const { URL } = require('url');
    url = new URL(href());
  }
  return url;
}

function href() {
  if (address !== undefined) return address;
  const { pathToUrl } = require('internal/modules/file_url');
  return pathToUrl(path());
}

function refuse(what) {
  throw new DOMException(`location.${what} would leave the page, which is not supported`, 'NotSupportedError');
}

class Location {
  constructor(given = undefined) {
    guard(given);
  }

  assign() { refuse('assign'); }
  replace() { refuse('replace'); }
  reload() { refuse('reload'); }
  toString() { return parsed().href; }

  // An opaque origin, that of a file, is the word null.
  get origin() { return parsed().origin; }
}

const parts = ['href', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
const enumerable = { __proto__: null, enumerable: true };
const properties = {
  __proto__: null,
  [SymbolToStringTag]: { __proto__: null, value: 'Location', configurable: true },
  assign: enumerable,
  replace: enumerable,
  reload: enumerable,
  toString: enumerable,
  origin: enumerable,
};
for (let i = 0; i < parts.length; i++) {
  const part = parts[i];
  properties[part] = {
    __proto__: null, enumerable: true, configurable: true, get: () => parsed()[part], set() { refuse(part); },
  };
}
ObjectDefineProperties(Location.prototype, properties);

function path() {
  return StringPrototypeStartsWith(name, '/') ? name : `${process.cwd()}/${name}`;
}

module.exports = {
  Location, href, location: new Location(key), origin: () => parsed().origin, parsed, path, scriptName: () => name, setAddress, setEntry,
};
