// WebAssembly.compileStreaming and instantiateStreaming: the module is the body of a Response. The engine compiles what is
// whole, so the body is read to its end first.
'use strict';

const { ObjectDefineProperty, PromiseResolve, TypeError } = primordials;

function refuse(problem) {
  const error = new TypeError(`WebAssembly response ${problem}`);
  error.code = 'ERR_WEBASSEMBLY_RESPONSE';
  return error;
}

// The bytes of a source, or the error of one that has none.
async function bytesOf(source) {
  const response = await PromiseResolve(source);
  const { Response } = require('web/fetch/response');
  if (!(response instanceof Response)) {
    const { determineSpecificType } = require('internal/errors/describe');
    const error = new TypeError('The "source" argument must be an instance of Response or an Promise resolving to Response. ' +
      `Received ${determineSpecificType(response)}`);
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
  const type = response.headers.get('content-type');
  if (type !== 'application/wasm') throw refuse(`has unsupported MIME type '${type}'`);
  if (!response.ok) throw refuse(`has status code ${response.status}`);
  if (response.bodyUsed) throw refuse('body has already been used');
  return response.arrayBuffer();
}

function install(WebAssembly) {
  if (typeof WebAssembly?.compile !== 'function') return;
  const { compileStreaming, instantiateStreaming } = {
    async compileStreaming(source) {
      return WebAssembly.compile(await bytesOf(source));
    },
    async instantiateStreaming(source, imports = undefined) {
      return WebAssembly.instantiate(await bytesOf(source), imports);
    },
  };
  define(WebAssembly, 'compileStreaming', compileStreaming);
  define(WebAssembly, 'instantiateStreaming', instantiateStreaming);
}

function define(object, name, value) {
  ObjectDefineProperty(object, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

module.exports = { install };
