// The stack of an uncaught 'error' says where it was emitted and by what.
// @stderr ignore
'use strict';
const { spawnSync } = require('node:child_process');

const program = `
  const { EventEmitter } = require('events');
  class Source extends EventEmitter {}
  const error = new Error('made here');
  setImmediate(function later() { new Source().emit('error', error); });
`;
const { stderr, status } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
const lines = stderr.split('\n');
console.log(status, lines.includes('Error: made here'));
console.log(lines.filter((line) => line.startsWith('Emitted')));
console.log(lines[lines.findIndex((line) => line.startsWith('Emitted')) + 1].includes('later'));
