// Addresses: relative ones are read against that of the page.
'use strict';

const { URL } = require('internal/url/url');

// The whole address, or null if the text is none.
function resolve(text, base = require('web/window/location').href()) {
  try {
    return new URL(text, base).href;
  } catch {
    return null;
  }
}

module.exports = { resolve };
