// The functions of `stream`, `stream/promises` and `stream/consumers` by name and number of parameters.
'use strict';

const stream = require('stream');

for (const [module, exports] of Object.entries({ stream, promises: stream.promises, consumers: require('stream/consumers') })) {
  for (const name of Object.keys(exports).sort()) {
    const value = exports[name];
    if (typeof value === 'function') console.log(module, name, value.name, value.length);
  }
}
