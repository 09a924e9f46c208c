// fetch: loads an address and answers with a Response, in a task of the networking source.
'use strict';

const { Promise, TypeError } = primordials;

const { load, schemeOf } = require('web/fetch/load');
const { resolveInPage } = require('web/fetch/address');

function fetch(input, init = undefined) {
  return new Promise((settle, reject) => {
    if (typeof input === 'string' && resolveInPage(input) === null) {
      throw new TypeError(`Failed to execute 'fetch' on 'Window': Failed to parse URL from ${input}`);
    }
    const { Request } = require('web/fetch/request');
    const { url, signal, method } = new Request(input, init);
    if (signal.aborted) throw signal.reason;
    let isOver = false;
    const stop = load(url, (error, loaded) => {
      isOver = true;
      if (error !== null && error !== undefined) reject(failure(url, error));
      else if (method !== 'GET' && method !== 'HEAD') reject(failure(url, new TypeError(`${method} is not possible`)));
      else settle(require('web/fetch/response').responseOf(loaded));
    });
    signal.addEventListener('abort', () => {
      if (isOver) return;
      stop();
      reject(signal.reason);
    }, { __proto__: null, once: true });
  });
}

// A browser says no more than this; why a file could not be read is the cause.
function failure(url, cause) {
  const scheme = schemeOf(url);
  const message = scheme === 'http' || scheme === 'https' ?
    `Failed to fetch: ${scheme} is not available in this runtime yet` : 'Failed to fetch';
  return new TypeError(message, { __proto__: null, cause });
}

module.exports = { fetch };
