// How callbacks of whole buffers lie between ticks, promises and immediates, and that a synchronous form waits for nobody.
'use strict';
const zlib = require('zlib');

const packed = zlib.gzipSync('hello');
const log = [];
zlib.gunzip(packed, (error, buffer) => {
  log.push(`callback ${error} ${buffer}`);
  process.nextTick(() => log.push('tick'));
  Promise.resolve().then(() => log.push('promise'));
  setImmediate(() => {
    log.push('immediate');
    console.log(log.join('\n'));
    storages();
  });
});
log.push('main');
process.nextTick(() => log.push('main tick'));
Promise.resolve().then(() => log.push('main promise'));
log.push(`sync ${zlib.gunzipSync(packed)}`);

const { AsyncLocalStorage, createHook } = require('async_hooks');
const storage = new AsyncLocalStorage();
function storages() {
  storage.run('kept', () => zlib.deflate('x', () => {
    console.log('storage', storage.getStore());
    const stream = storage.run('of the stream', () => zlib.createDeflate());
    stream.on('data', () => console.log('storage of data', storage.getStore()));
    stream.on('close', hooks);
    stream.end('x');
  }));
}

function hooks() {
  const seen = [];
  const ids = new Set();
  createHook({
    init(id, type) {
      if (type !== 'ZLIB') return;
      ids.add(id);
      seen.push('init');
    },
    before(id) { if (ids.has(id)) seen.push('before'); },
    after(id) { if (ids.has(id)) seen.push('after'); },
  }).enable();
  zlib.deflateRaw('x', () => {
    seen.push('callback');
    setImmediate(() => console.log(seen.join(' ')));
  });
}
