// mkdtempDisposable: a folder with a name of its own that goes when it is disposed of.
'use strict';

const { SymbolAsyncDispose, SymbolDispose } = primordials;

function mkdtempDisposableSync(prefix, options) {
  const fs = require('fs');
  const path = fs.mkdtempSync(prefix, options);
  // The program may be somewhere else by then.
  const whole = require('path').resolve(`${path}`);
  const remove = () => fs.rmSync(whole, { maxRetries: 0, recursive: true, force: true, retryDelay: 0 });
  return { path, remove, [SymbolDispose]() { remove(); } };
}

async function mkdtempDisposable(prefix, options) {
  const { promises } = require('fs');
  const path = await promises.mkdtemp(prefix, options);
  const whole = require('path').resolve(`${path}`);
  const remove = async () => promises.rm(whole, { maxRetries: 0, recursive: true, force: true, retryDelay: 0 });
  return { __proto__: null, path, remove, async [SymbolAsyncDispose]() { await remove(); } };
}

module.exports = { mkdtempDisposable, mkdtempDisposableSync };
