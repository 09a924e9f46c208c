// Addresses of a page: relative ones are read against the address of the document.
'use strict';

const { globalThis } = primordials;
const { URL } = require('internal/url/url');

let base = 'about:blank';

function setAddress(url) {
  base = url;
}

function address() {
  return base;
}

// The whole address, or null if the text is none.
function resolve(text, from = globalThis.location?.href ?? base) {
  try {
    return new URL(text, from).href;
  } catch {
    return null;
  }
}

module.exports = { address, resolve, setAddress };
