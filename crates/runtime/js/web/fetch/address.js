// Addresses: in a page relative ones are read against its base; Node has none.
'use strict';

const { RegExpPrototypeExec, StringPrototypeEndsWith, StringPrototypeIndexOf, StringPrototypeSlice, TypeError } = primordials;

const { URL } = require('internal/url/url');

// The whole address, or null if the text is none. Without a base the text must be a whole one.
function resolve(text, base = undefined) {
  try {
    return new URL(text, base).href;
  } catch {
    return null;
  }
}

// That of the page, or what its first <base> says instead.
function base() {
  const { pageDocument, stateOf } = require('web/dom/node_state');
  const { href } = require('web/window/location');
  const page = pageDocument();
  const element = page === null ? null : page.querySelector('base[href]');
  if (element === null) return href();
  return resolve(stateOf(element).attributes.get('href'), href()) ?? href();
}

function resolveInPage(text) {
  return resolve(text, base());
}

// The URL of a request or a redirection.
function parseAddress(text) {
  try {
    return new URL(text, internalBinding('options').loop.isWindow ? base() : undefined);
  } catch (cause) {
    throw new TypeError(`Failed to parse URL from ${text}`, { __proto__: null, cause });
  }
}

// Whether nobody on the way can have changed what is sent: it is encrypted, or does not leave the machine.
function isTrustworthy({ protocol, hostname }) {
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' ||
    StringPrototypeEndsWith(hostname, '.localhost') || RegExpPrototypeExec(/^127\.\d+\.\d+\.\d+$/, hostname) !== null;
}

function withoutFragment(href) {
  const hash = StringPrototypeIndexOf(href, '#');
  return hash === -1 ? href : StringPrototypeSlice(href, 0, hash);
}

module.exports = { base, isTrustworthy, parseAddress, resolve, resolveInPage, withoutFragment };
