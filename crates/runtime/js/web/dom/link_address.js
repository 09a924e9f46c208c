// The parts of the address of a link: a.protocol, a.hash and the others, as URL has them.
'use strict';

const { ObjectDefineProperties, ObjectDefineProperty } = primordials;

const { stateOf } = require('web/dom/node_state');
const { setAttribute } = require('web/dom/element');
const { resolveInPage } = require('web/fetch/address');
const { URL } = require('internal/url/url');

const PARTS = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

// undefined if the link has no address, or none that can be read.
function urlOf(link) {
  const text = stateOf(link).attributes.get('href');
  const whole = text === undefined ? null : resolveInPage(text);
  return whole === null ? undefined : new URL(whole);
}

function definePart(prototype, name) {
  ObjectDefineProperty(prototype, name, {
    __proto__: null,
    get() { return urlOf(this)?.[name] ?? (name === 'protocol' ? ':' : ''); },
    set(value) {
      const url = urlOf(this);
      if (url === undefined) return;
      url[name] = value;
      setAttribute(this, 'href', url.href);
    },
    configurable: true,
    enumerable: true,
  });
}

function defineLinkAddress(prototype) {
  for (let i = 0; i < PARTS.length; i++) definePart(prototype, PARTS[i]);
  ObjectDefineProperties(prototype, {
    origin: { __proto__: null, get() { return urlOf(this)?.origin ?? ''; }, set: undefined, configurable: true, enumerable: true },
    toString: { __proto__: null, value: function toString() { return this.href; }, writable: true, configurable: true, enumerable: true },
  });
}

module.exports = { defineLinkAddress, urlOf };
