// `some`, `every` and `find` read no further than they must; the arguments of `finished`; what an encoding is not.
'use strict';
const http = require('http');
const { Readable, Writable, finished } = require('stream');

const attempt = (name, body) => {
  try {
    console.log(name, body());
  } catch ({ name: kind, code, message }) {
    console.log(name, kind, code, message);
  }
};

async function count(name, operator, predicate, options) {
  let calls = 0;
  const stream = Readable.from([1, 2, 3, 4, 5, 6, 7, 8]);
  const result = await stream[operator]((value) => {
    calls++;
    return predicate(value);
  }, options);
  console.log(name, String(result), 'calls', calls, stream.destroyed);
}

(async () => {
  await count('some', 'some', (value) => value > 2);
  await count('some, later', 'some', async (value) => value > 2);
  await count('some, two at once', 'some', (value) => value > 2, { concurrency: 2 });
  await count('every', 'every', (value) => value < 3);
  await count('find', 'find', (value) => value > 1);
  await count('find, ahead', 'find', async (value) => value > 1, { concurrency: 2, highWaterMark: 2 });
  await count('forEach', 'forEach', () => {});
  console.log(await Readable.from([1, 2, 3]).flatMap((value) => [value, value]).toArray());

  const stream = new Readable({ read() {} });
  attempt('finished, no function', () => finished(stream, 'foo'));
  attempt('finished, an object', () => finished(stream, {}));
  attempt('finished, no options', () => finished(stream, 'foo', () => {}));
  attempt('finished, nothing', () => finished(stream));
  for (const encoding of [{}, { a: 1 }, [1], 'x', 7, null, undefined, Symbol('s'), () => {}]) {
    attempt('encoding', () => typeof new Writable().setDefaultEncoding(encoding));
  }

  const server = http.createServer(async (req, res) => {
    const writer = Writable.toWeb(res).getWriter();
    await writer.write('from a ');
    await writer.write(new TextEncoder().encode('web stream'));
    await writer.close();
  }).listen(0, async () => {
    const response = await fetch(`http://127.0.0.1:${server.address().port}/`);
    console.log(await response.text());
    server.close();
    server.closeAllConnections();
  });
})();
