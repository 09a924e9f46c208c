// toWeb and fromWeb: what each stream sees of the other, to the end and to an error.
'use strict';

const { Duplex, PassThrough, Readable, Transform, Writable } = require('stream');
const { arrayBuffer, blob, buffer, bytes, json, text } = require('stream/consumers');

const tell = (label, stream, events) => {
  for (const event of events) stream.on(event, (value) => console.log(label, event, value instanceof Error ? value.message : value === undefined ? '' : String(value)));
};
const turn = (ms = 5) => new Promise((resolve) => setTimeout(resolve, ms));
const settle = (label, promise) => promise.then((value) => console.log(label, 'ok', value), (error) => console.log(label, 'no', error?.name, error?.message ?? error));

(async () => {
  {
    const web = Readable.toWeb(Readable.from(['a', 'b', 'c']));
    console.log(web);
    for await (const chunk of web) console.log('toWeb', chunk);
  }
  {
    const web = Readable.toWeb(new Readable({ read() { this.push('xyz'); this.push(null); } }));
    for await (const chunk of web) console.log('toWeb', chunk);
  }
  {
    const readable = new Readable({ read() {} });
    tell('cancelled', readable, ['error', 'close']);
    const reader = Readable.toWeb(readable).getReader();
    readable.push('one');
    console.log((await reader.read()).value.length);
    await settle('cancel', reader.cancel(new Error('enough')));
    await turn();
  }
  {
    const readable = new Readable({ read() {} });
    const reader = Readable.toWeb(readable).getReader();
    readable.destroy(new Error('broken'));
    await settle('read', reader.read());
  }
  {
    const readable = new Readable({ read() {} });
    const reader = Readable.toWeb(readable).getReader();
    readable.destroy();
    await settle('early', reader.read());
  }
  {
    const readable = Readable.fromWeb(new ReadableStream({ start(c) { c.enqueue('a'); c.enqueue('b'); c.close(); } }), { encoding: 'utf8' });
    tell('fromWeb', readable, ['data', 'end', 'close']);
    await turn();
  }
  {
    const readable = Readable.fromWeb(new ReadableStream({ start(c) { c.enqueue({ a: 1 }); }, cancel(reason) { console.log('cancel', reason?.message); } }), { objectMode: true });
    tell('objects', readable, ['close', 'error']);
    readable.on('data', (value) => { console.log(value); readable.destroy(new Error('stop')); });
    await turn();
  }
  {
    const readable = Readable.fromWeb(new ReadableStream({ start(c) { c.error(new Error('source')); } }));
    tell('failing', readable, ['data', 'end', 'close', 'error']);
    await turn();
  }
  {
    const web = Writable.toWeb(new Writable({
      write(chunk, encoding, callback) { console.log('write', String(chunk)); setTimeout(callback, 1); },
      final(callback) { console.log('final'); callback(); },
    }));
    const writer = web.getWriter();
    console.log(writer.desiredSize);
    writer.write('a');
    writer.write(new Uint8Array([98]));
    await settle('close', writer.close());
    await settle('closed', writer.closed);
  }
  {
    const writable = new Writable({ write(chunk, encoding, callback) { callback(new Error('sink')); } });
    const writer = Writable.toWeb(writable).getWriter();
    await settle('first', writer.write('a'));
    await turn();
    await settle('second', writer.write('b'));
    await settle('closed', writer.closed);
  }
  {
    const writable = new Writable({ write(chunk, encoding, callback) { callback(); } });
    tell('aborted', writable, ['error', 'close']);
    const writer = Writable.toWeb(writable).getWriter();
    await settle('abort', writer.abort(new Error('why')));
    await turn();
  }
  {
    const writable = Writable.fromWeb(new WritableStream({
      write(chunk) { console.log('web write', String(chunk)); },
      close() { console.log('web close'); },
    }));
    tell('Writable', writable, ['finish', 'close', 'drain', 'error']);
    writable.write('a');
    writable.write('b');
    writable.end('c');
    await turn();
  }
  {
    const writable = Writable.fromWeb(new WritableStream({ abort(reason) { console.log('web abort', reason.message); } }));
    tell('Writable', writable, ['finish', 'close', 'error']);
    writable.destroy(new Error('gone'));
    await turn();
  }
  {
    const { readable, writable } = Duplex.toWeb(new Transform({ transform(chunk, encoding, callback) { callback(null, String(chunk).toUpperCase()); } }));
    const writer = writable.getWriter();
    writer.write('abc');
    writer.close();
    for await (const chunk of readable) console.log('duplex', Buffer.from(chunk).toString());
  }
  {
    const duplex = Duplex.fromWeb(new TransformStream({ transform(chunk, controller) { controller.enqueue(String(chunk) + '!'); } }), { encoding: 'utf8' });
    tell('Duplex', duplex, ['data', 'end', 'finish', 'close']);
    duplex.write('hello');
    duplex.end();
    await turn();
  }
  {
    const source = () => ReadableStream.from([Buffer.from('{"a":'), Buffer.from('1}')]);
    console.log(await text(source()), await json(source()), await buffer(source()), await arrayBuffer(source()), await bytes(source()), await blob(source()));
    console.log(await text(Readable.from(['x', 'y'])), await text(new Blob(['blob']).stream()));
    await settle('json', json(ReadableStream.from(['{'])).catch((error) => { throw error.name; }));
    await settle('text', text(ReadableStream.from([1])));
    await settle('buffer', buffer(ReadableStream.from(['str'])));
  }
  for (const bad of [undefined, null, 1, {}, new PassThrough(), new ReadableStream(), new WritableStream()]) {
    for (const { 0: name, 1: convert } of [['fromWeb', Readable.fromWeb], ['toWeb', Readable.toWeb], ['wfromWeb', Writable.fromWeb], ['wtoWeb', Writable.toWeb], ['dfromWeb', Duplex.fromWeb], ['dtoWeb', Duplex.toWeb]]) {
      try {
        convert(bad);
        console.log(name, 'fine');
      } catch (error) {
        console.log(name, error.code, error.message);
      }
    }
  }
})();
