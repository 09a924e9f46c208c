// Bodies of requests and responses: what can be one, what type it implies, reading once, streams, clones, forms.
'use strict';

const settle = (label, promise) => promise.then((value) => console.log(label, value), (error) => console.log(label, '!', error.name, error.code, error.message));
const attempt = (label, run) => {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, '!', error.name, error.code, error.message);
  }
};
const stream = (...chunks) => new ReadableStream({ start(c) { for (const chunk of chunks) c.enqueue(chunk); c.close(); } });

(async () => {
  const form = new FormData();
  form.append('a', 'b');
  const kinds = {
    string: 'text é', empty: '', buffer: Buffer.from('bytes'), arrayBuffer: new Uint8Array([65, 66]).buffer, view: new Uint16Array([0x4141]),
    dataView: new DataView(new ArrayBuffer(2)), blob: new Blob(['blob'], { type: 'a/b' }), plainBlob: new Blob(['plain']),
    params: new URLSearchParams({ q: 'r s' }), number: 12, object: {}, null: null, undefined, stream: stream(new Uint8Array([67])),
    iterable: (async function* () { yield Buffer.from('it'); })(), file: new File(['f'], 'f.txt', { type: 'text/x' }),
  };
  for (const kind of Object.keys(kinds)) {
    const response = new Response(kinds[kind]);
    console.log(kind, response.headers.get('content-type'), response.body === null ? null : response.body.constructor.name, response.bodyUsed);
    await settle(kind, response.text());
    console.log(response.bodyUsed);
    await settle(kind, response.text());
  }
  console.log(new Response(form).headers.get('content-type').replace(/\d{5,}/, 'N'));
  await settle('json', new Response('{"a":1}').json());
  await settle('bad json', new Response('{').json().catch((error) => { throw new TypeError(error.name); }));
  await settle('no json', new Response().json().catch((error) => { throw new TypeError(error.name); }));
  await settle('arrayBuffer', new Response('ab').arrayBuffer());
  await settle('bytes', new Response('ab').bytes());
  await settle('blob', new Response('ab', { headers: { 'content-type': 'X/Y; a=b' } }).blob());
  await settle('bom', new Response(new Uint8Array([0xef, 0xbb, 0xbf, 65, 0xff])).text().then((text) => [...text].length));
  await settle('string chunk', new Response(stream('not bytes')).text());
  await settle('failing', new Response(new ReadableStream({ pull(c) { c.error(new Error('source')); } })).text());
  {
    const response = new Response('abc');
    const reader = response.body.getReader();
    console.log(await reader.read(), response.bodyUsed);
    attempt('locked clone', () => response.clone());
    await settle('locked text', response.text());
    console.log(await reader.read());
  }
  {
    const response = new Response('abc', { status: 201, headers: { a: 'b' } });
    const copy = response.clone();
    console.log(copy.status, copy.headers.get('a'), await copy.text(), await response.text());
    attempt('used clone', () => response.clone());
  }
  {
    const request = new Request('http://a/', { method: 'POST', body: 'x' });
    const copy = request.clone();
    console.log(copy.method, await copy.text(), await request.text(), request.bodyUsed);
    attempt('used', () => new Request(request));
  }
  {
    const response = new Response(stream(new Uint8Array([1]), new Uint8Array([2])));
    await response.body.cancel();
    await settle('cancelled', response.text());
  }
  await settle('receiver', Response.prototype.text.call({}).catch((error) => { throw error; }));
  const used = stream(new Uint8Array([1]));
  used.getReader();
  attempt('locked', () => new Response(used));
  attempt('get body', () => new Request('http://a/', { body: 'x' }));
  attempt('head body', () => new Request('http://a/', { method: 'HEAD', body: '' }));
  attempt('duplex', () => new Request('http://a/', { method: 'POST', body: stream() }));
  attempt('half', () => new Request('http://a/', { method: 'POST', body: stream(), duplex: 'half' }).duplex);
})();
