// What a readable stream holds can be read from its state, as HTTP clients do.
'use strict';

const { Readable } = require('node:stream');

const stream = new Readable({ read() {} });
stream.push('one');
stream.push('two');
const { _readableState: state } = stream;
console.log([...state.buffer].map(String), state.buffer.length);
stream.read(3);
console.log([...state.buffer].slice(state.bufferIndex ?? 0).map(String));
