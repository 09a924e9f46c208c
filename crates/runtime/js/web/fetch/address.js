// Addresses: relative ones are read against the base of the page.
'use strict';

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

module.exports = { base, resolve, resolveInPage };
