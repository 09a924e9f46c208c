// Addresses: relative ones are read against that of the page.
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

function resolveInPage(text) {
  return resolve(text, require('web/window/location').href());
}

module.exports = { resolve, resolveInPage };
