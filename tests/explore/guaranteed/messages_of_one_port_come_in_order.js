'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const { MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
const got = [];
port2.on('message', (message) => {
  got.push(message);
  if (message === 3) port2.close();
});
for (let i = 0; i < 4; i += 1) {
  port1.postMessage(i);
  fs.stat(__filename, () => {});
}
process.on('exit', () => assert.deepStrictEqual(got, [0, 1, 2, 3]));
