// A Utf8Stream writes what it is given when there is enough of it, and all of it on demand.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const { Utf8Stream } = fs;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'utf8-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const at = (name) => path.join(folder, name);
const text = (name) => fs.readFileSync(at(name), 'utf8');
const mask = (value) => `${value}`.replaceAll(folder, 'FOLDER');

function attempt(label, call) {
  try {
    console.log(label, call());
  } catch ({ name, code, message }) {
    console.log(label, 'throws', name, code, mask(message));
  }
}

function watch(label, stream) {
  for (const event of ['ready', 'write', 'drain', 'drop', 'finish', 'close', 'error']) {
    stream.on(event, (...args) => console.log(label, event, ...args.map((one) => (one instanceof Error ? `${one.name} ${one.code} ${mask(one.message)}` : one))));
  }
  return stream;
}
const closed = (stream) => new Promise((resolve) => stream.on('close', resolve));

(async () => {
  attempt('nothing', () => new Utf8Stream());
  attempt('null', () => new Utf8Stream(null));
  attempt('no fd and no dest', () => new Utf8Stream({}));
  attempt('a number', () => typeof new Utf8Stream({ dest: 5.5 }));
  attempt('mode', () => new Utf8Stream({ dest: at('x'), contentMode: 'latin1' }));
  attempt('minLength', () => new Utf8Stream({ dest: at('x'), minLength: 'a' }));
  attempt('minLength and maxWrite', () => new Utf8Stream({ dest: at('x'), minLength: 20000, maxWrite: 10000 }));
  attempt('sync', () => new Utf8Stream({ dest: at('x'), sync: 1 }));
  attempt('fs', () => new Utf8Stream({ dest: at('x'), fs: 1 }));
  attempt('retry', () => new Utf8Stream({ dest: at('x'), retryEAGAIN: 1 }));

  {
    const stream = watch('plain', new Utf8Stream({ dest: at('plain') }));
    console.log(stream.append, stream.contentMode, stream.fd, mask(stream.file), stream.fsync, stream.maxLength, stream.minLength, stream.mkdir, stream.mode, stream.periodicFlush, stream.sync, stream.writing);
    console.log(stream.write('hello '), stream.write('wörld\n'));
    attempt('a number', () => stream.write(5));
    stream.end();
    await closed(stream);
    console.log(JSON.stringify(text('plain')), typeof stream.fd);
    attempt('write after', () => stream.write('x'));
    attempt('flush after', () => stream.flush());
    attempt('flushSync after', () => stream.flushSync());
    attempt('end after', () => stream.end());
    attempt('destroy after', () => stream.destroy());
    attempt('reopen after', () => stream.reopen());
  }
  {
    const fd = fs.openSync(at('sync'), 'w');
    const stream = watch('sync', new Utf8Stream({ fd, sync: true }));
    console.log(stream.fd === fd, stream.sync);
    await new Promise((resolve) => stream.on('ready', resolve));
    console.log(stream.write('one\n'), JSON.stringify(text('sync')));
    stream.end();
    await closed(stream);
  }
  {
    const stream = watch('min', new Utf8Stream({ dest: at('min'), minLength: 10, sync: true }));
    await new Promise((resolve) => stream.on('ready', resolve));
    console.log(stream.write('12345'), JSON.stringify(text('min')));
    console.log(stream.write('67890'), JSON.stringify(text('min')));
    console.log(stream.write('abc'), JSON.stringify(text('min')));
    stream.flushSync();
    console.log(JSON.stringify(text('min')));
    stream.write('def');
    await new Promise((resolve) => stream.flush((error) => { console.log('flushed', error, JSON.stringify(text('min'))); resolve(); }));
    attempt('flush', () => stream.flush(5));
    stream.write('ghi');
    stream.end();
    await closed(stream);
    console.log(JSON.stringify(text('min')));
  }
  {
    const stream = watch('max', new Utf8Stream({ dest: at('max'), minLength: 100, maxLength: 8, sync: true }));
    await new Promise((resolve) => stream.on('ready', resolve));
    console.log(stream.write('12345'), stream.write('67890'), stream.write('abc'));
    stream.end();
    await closed(stream);
    console.log(JSON.stringify(text('max')));
  }
  {
    const stream = watch('again', new Utf8Stream({ dest: at('first'), sync: false }));
    await new Promise((resolve) => stream.on('ready', resolve));
    stream.write('to the first\n');
    await new Promise((resolve) => stream.on('drain', resolve));
    stream.reopen(at('second'));
    console.log(mask(stream.file));
    await new Promise((resolve) => stream.once('ready', resolve));
    stream.write('to the second\n');
    stream.end();
    await closed(stream);
    console.log(JSON.stringify(text('first')), JSON.stringify(text('second')));
  }
  {
    fs.writeFileSync(at('kept'), 'kept\n');
    const one = watch('append', new Utf8Stream({ dest: at('kept') }));
    one.write('more\n');
    one.end();
    await closed(one);
    console.log(JSON.stringify(text('kept')));
    const two = watch('truncate', new Utf8Stream({ dest: at('kept'), append: false, mode: 0o600 }));
    two.write('new\n');
    two.end();
    await closed(two);
    console.log(JSON.stringify(text('kept')));
  }
  {
    const stream = watch('buffer', new Utf8Stream({ dest: at('buffer'), contentMode: 'buffer' }));
    attempt('text', () => stream.write('text'));
    console.log(stream.write(Buffer.from('bytes\n')));
    stream.end();
    await closed(stream);
    console.log(JSON.stringify(text('buffer')));
  }
  {
    const stream = watch('missing', new Utf8Stream({ dest: at('no/such/folder') }));
    stream.write('x');
    await new Promise((resolve) => stream.on('error', resolve));
    attempt('sync', () => new Utf8Stream({ dest: at('no/such/folder'), sync: true }));
    const made = watch('mkdir', new Utf8Stream({ dest: at('a/new/file'), mkdir: true }));
    made.write('x');
    made.end();
    await closed(made);
    console.log(JSON.stringify(text('a/new/file')));
  }
  {
    const stream = watch('destroyed', new Utf8Stream({ dest: at('destroyed'), minLength: 100 }));
    await new Promise((resolve) => stream.on('ready', resolve));
    stream.write('lost');
    stream.destroy();
    await closed(stream);
    console.log(JSON.stringify(text('destroyed')));
  }
  {
    const stream = watch('large', new Utf8Stream({ dest: at('large'), maxWrite: 1000, minLength: 0 }));
    let isRoom = true;
    for (let i = 0; i < 30; i++) isRoom = stream.write(`${i}`.padEnd(900, 'ä'));
    console.log(isRoom);
    stream.end();
    await closed(stream);
    console.log(text('large').length);
  }
  {
    const another = new Utf8Stream({ dest: at('using'), sync: true });
    another.write('used');
    another[Symbol.dispose]();
    console.log(text('using'));
  }
})();
