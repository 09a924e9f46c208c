// The promise forms of file operations are requests too: whole files are one job as with a callback.
'use strict';
const fs = require('fs');
const { createHook } = require('async_hooks');

const log = [];
const mine = new Set();
const hook = createHook({
  init(id, type, trigger, resource) {
    if (!type.startsWith('FSREQ')) return;
    mine.add(id);
    log.push(`init ${type} (${resource.constructor.name})`);
  },
  before(id) { if (mine.has(id)) log.push('before'); },
  after(id) { if (mine.has(id)) log.push('after'); },
  destroy(id) { if (mine.has(id)) log.push('destroy'); },
}).enable();

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
(async () => {
  await fs.promises.stat('.');
  await pause();
  await fs.promises.readFile(__filename);
  await pause();
  await fs.promises.writeFile('/dev/null', 'text');
  await pause();
  await fs.promises.access('does not exist').catch((error) => log.push(error.code));
  await pause();
  hook.disable();
  console.log(log.join('\n'));
})();
