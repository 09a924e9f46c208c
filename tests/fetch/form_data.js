// FormData, and forms as bodies: encoded and parsed again.
'use strict';

const attempt = (label, run) => {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, '!', error.name, error.code, error.message);
  }
};
const settle = (label, promise) => promise.then((value) => console.log(label, value), (error) => console.log(label, '!', error.name, error.code, error.message));

(async () => {
  const form = new FormData();
  form.append('a', '1');
  form.append('a', 2);
  form.set('b', 'line\nbreak\r\nand "quote"');
  form.append('file', new Blob(['content'], { type: 'text/x' }));
  form.append('named', new Blob(['x']), 'n\u00e4me.txt');
  form.append('real', new File(['y'], 'real.bin', { type: 'a/b', lastModified: 7 }));
  console.log([...form.keys()], form.get('a'), form.getAll('a'), form.get('none'), form.getAll('none'), form.has('b'), form.get('file').name, form.get('file').type, form.get('named').name, form.get('real').lastModified);
  form.set('a', 'only');
  form.delete('b');
  for (const { 0: name, 1: value } of form) console.log(name, typeof value === 'string' ? value : `${value.constructor.name} ${value.name} ${value.size} ${value.type}`);
  form.forEach((value, name, self) => console.log(name, self === form));
  console.log(Object.prototype.toString.call(form), Object.getOwnPropertyNames(FormData.prototype).sort().join(), form.append.length);
  attempt('none', () => form.append());
  attempt('one', () => form.append('a'));
  attempt('string file', () => form.append('a', 'b', 'c'));
  attempt('set one', () => form.set('a'));
  attempt('receiver', () => FormData.prototype.get.call({}, 'a'));
  attempt('element', () => new FormData({}));
  attempt('undefined', () => new FormData(undefined).get('a'));
  attempt('null', () => new FormData(null));
  attempt('symbol', () => form.get(Symbol('s')));
  attempt('callback', () => form.forEach(1));

  const shown = new FormData();
  shown.append('a"b\r\n', 'v\nw');
  shown.append('f', new File(['z'], 'q"u\no.txt'));
  const request = new Request('http://a/', { method: 'POST', body: shown });
  const type = request.headers.get('content-type');
  const boundary = type.slice(type.indexOf('=') + 1);
  console.log(type.replace(boundary, 'B'));
  console.log(JSON.stringify((await request.text()).replaceAll(boundary, 'B')));
  const back = await new Response(shown).formData();
  for (const { 0: name, 1: value } of back) console.log(JSON.stringify(name), typeof value === 'string' ? JSON.stringify(value) : `${value.name} ${value.type} ${await value.text()}`);

  const parse = (text, contentType) => new Response(text, { headers: contentType === null ? {} : { 'content-type': contentType } }).formData();
  const entries = (promise) => promise.then((data) => JSON.stringify([...data].map(([name, value]) => [name, typeof value === 'string' ? value : { name: value.name, type: value.type }])));
  await settle('urlencoded', entries(parse('a=1&b=%C3%A9+x&a=2', 'application/x-www-form-urlencoded')));
  await settle('mark', entries(parse('\ufeffa=\ufeff', 'application/x-www-form-urlencoded')));
  await settle('multipart', entries(parse('--x\r\nContent-Disposition: form-data; name="k"\r\n\r\nv\r\n--x\r\nContent-Disposition: form-data; name="f"; filename="n.txt"\r\nContent-Type: text/plain\r\n\r\ndata\r\n--x--\r\n', 'multipart/form-data; boundary=x')));
  await settle('quoted', entries(parse('--a b\r\nContent-Disposition: form-data; name="k"\r\n\r\nv\r\n--a b--\r\n', 'multipart/form-data; boundary="a b"')));
  await settle('empty', entries(parse('--x--\r\n', 'multipart/form-data; boundary=x')));
  await settle('preamble', entries(parse('hello\r\n--x\r\nContent-Disposition: form-data; name="k"\r\n\r\nv\r\n--x--', 'multipart/form-data; boundary=x')));
  await settle('cut', entries(parse('--x\r\nContent-Disposition: form-data; name="k"\r\n\r\nv', 'multipart/form-data; boundary=x')));
  await settle('no boundary', entries(parse('', 'multipart/form-data')));
  await settle('other', entries(parse('{}', 'application/json')));
  await settle('none', entries(new Response(new Uint8Array(1)).formData()));
  await settle('null', entries(new Response(null).formData()));
})();
