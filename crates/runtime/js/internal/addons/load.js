// process.dlopen: opens a native addon and has it fill a module's exports. What the addon calls is crates/napi.
'use strict';

const { Error, Object, String, TypeError } = primordials;
const binding = internalBinding('addons');
const { values } = internalBinding('options');
const { pathToFileURL } = require('internal/url/file_url');

function failed(message, code) {
  const error = new Error(message);
  error.code = code;
  return error;
}

function dlopen(module, filename, ...rest) {
  if (values['--addons'] === false) {
    throw failed('Cannot load native addon because loading addons is disabled.', 'ERR_DLOPEN_DISABLED');
  }
  if (arguments.length < 2) {
    const error = new TypeError('process.dlopen needs at least 2 arguments');
    error.code = 'ERR_MISSING_ARGS';
    throw error;
  }
  const flags = rest.length > 0 ? rest[0] | 0 : binding.RTLD_LAZY;
  const target = Object(module);
  const exports = Object(target.exports);
  const path = String(filename);
  const own = typeof target.filename === 'string' ? target.filename : path;
  const loaded = binding.load(path, flags, pathToFileURL(own).href, exports, require('internal/addons/operations'));
  if (typeof loaded === 'string') throw failed(loaded, 'ERR_DLOPEN_FAILED');
  if (loaded[0] !== exports) {
    target.exports = loaded[0];
  }
}

module.exports = { dlopen };
