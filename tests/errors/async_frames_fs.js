// Who awaits an operation of fs/promises is in the stack of its error; some that are native altogether tell nobody.
// @engine < 2.52
'use strict';

const fs = require('node:fs/promises');
const { show } = require('./_frames.js');

const missing = '/no/such/file';

async function* entries() { yield await fs.readdir(missing); }
function direct() { return fs.access(missing); }

const cases = {
  async stat() { await fs.stat(missing); },
  async returned() { return fs.lstat(missing); },
  async direct() { await direct(); },
  async open() { await fs.open(missing); },
  async readFile() { await fs.readFile(missing); },
  async writeFile() { await fs.writeFile(missing, ''); },
  async pieces() { await fs.writeFile(missing, ['a', 'b']); },
  async mkdir() { await fs.mkdir(missing); },
  async rm() { await fs.rm(missing); },
  async unlink() { await fs.unlink(missing); },
  async opendir() { await fs.opendir(missing); },
  async truncate() { await fs.truncate(missing); },
  async all() { await Promise.all([fs.stat('.'), fs.stat(missing)]); },
  async any() { try { await Promise.any([fs.stat(missing), fs.access(missing)]); } catch ({ errors }) { throw errors[1]; } },
  async race() { await Promise.race([fs.realpath(missing)]); },
  async then() { await fs.stat(missing).then(() => {}); },
  async caught() { try { await fs.stat(missing); } catch (error) { throw error; } },
  async iterated() { for await (const entry of entries()) console.log(entry); },
  async appendFile() { await fs.appendFile(missing, ''); },
  async method() {
    await using file = await fs.open(__filename);
    await file.write('x');
  },
  async handle() {
    const file = await fs.open(__filename);
    try {
      await fs.writeFile(file, 'x');
    } finally {
      await file.close();
    }
  },
};

async function nested(run) {
  await run();
}

(async function main() {
  await fs.opendir(missing).catch((error) => console.log(error.syscall, error.message));
  for (const [name, run] of Object.entries(cases)) {
    try {
      await nested(run);
    } catch (error) {
      show(name, error);
    }
  }
  Error.prepareStackTrace = (error, sites) => sites.map((site) => site.getFunctionName()).filter((site) => site === 'prepared').join();
  const prepared = async () => { await fs.rmdir(missing); };
  await prepared().catch((error) => console.log(error.stack));
})();
