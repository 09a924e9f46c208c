// What keys are made of what terminals send: emitKeypressEvents, sequence by sequence and in pieces.
'use strict';
const { PassThrough } = require('node:stream');
const readline = require('node:readline');

const input = new PassThrough();
readline.emitKeypressEvents(input);
readline.emitKeypressEvents(input);
let keys = [];
const onKey = (text, key) => keys.push([text ?? null, key]);
input.on('keypress', onKey);

const sequences = [
  'a', 'é', 'Z', '1', ' ', '\x1b1', '\x1b\x1b[A', '\x1b\x1bOA', '\x1b\x1ba', '\x1b[200~', '\x1b[201~', '\x1b[1;2A', '\x1b[1;10A', '\x1b[27;5;13~',
  '\x1b[M', '\x1b[Z', '\x1b[[F', '\x1b[[1~', '\x1b[ ', '\x1bO ', '\x1bO5 ', '\x1bOM', '\x00', '\x1c', '\x1d', '\x1e', '\x1f', '\x1b\x01', '\x1b\x1f',
  '\x1b[25~', '\x1b[7@', '\x1b[57~', '\x1b[<0;1;1M', '\x1b[?25h', '😀', '\x1b😀', '\x1b€', '\x80', '\x85', '\x9b\x41', '\x1b[3;5~', '\x1b[3;2~',
  '\x1b[3;9~', '\x1b[1;A', '\x1b[12345~', '\x1b[;5A', '\x1b[99999999;5A', '\x1b[27;2u', '\x1b[13;5u', '\x1bOP', '\x1b[15;2~', '\x1b[5C', '\x1b[5;6C',
  '\x1b[2$', '\x1b[3^', '\x1b[a', '\x1bOd', '\x1b[[5~', '\x1b[20;5~', '\x1b[31ma', 'io.JS', '\n\r\t\x1b\n\x1b\r\x1b\t', '\b\x7f\x1b\b\x1b\x7f', '\x1b\x1b\x1b',
];

async function feed(pieces) {
  keys = [];
  for (const piece of pieces) {
    input.write(piece);
    await new Promise(setImmediate);
  }
  console.log(JSON.stringify(pieces), JSON.stringify(keys));
}

(async () => {
  for (const sequence of sequences) await feed([sequence]);
  for (const sequence of ['\x1b[D', '\x1b[1;5C', '\x1bOP', '\x1b[[A', '\x1bb']) await feed(sequence.split(''));
  await feed([Buffer.from('€').subarray(0, 1), Buffer.from('€').subarray(1)]);

  // A listener that throws leaves nothing half done.
  const bad = (text) => { if (text === 'X') throw new Error('bad'); };
  input.on('keypress', bad);
  process.once('uncaughtException', (error) => console.log('uncaught', error.message));
  await feed(['aX', 'b']);
  input.off('keypress', bad);

  // While nobody listens, data is left alone, and a listener that comes is served.
  input.off('keypress', onKey);
  await feed(['lost']);
  input.on('keypress', onKey);
  await feed(['found']);

  // A lone escape is a key once nothing has followed for a while.
  keys = [];
  input.write('\x1b');
  input.once('keypress', () => {
    console.log(JSON.stringify(keys));
    input.destroy();
  });
})();
