// Request and Response: their fields, and what is refused.
'use strict';

const attempt = (label, run) => {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, '!', error.name, error.code, error.message, error.cause?.message ?? '', error.cause?.code ?? '');
  }
};
const fields = (object, names) => names.map((name) => `${name}=${typeof object[name] === 'object' && object[name] !== null ? object[name].constructor.name : object[name]}`).join(' ');
const REQUEST = ['method', 'url', 'destination', 'referrer', 'referrerPolicy', 'mode', 'credentials', 'cache', 'redirect', 'integrity', 'keepalive', 'isReloadNavigation', 'isHistoryNavigation', 'signal', 'duplex', 'body', 'bodyUsed', 'headers'];
const RESPONSE = ['type', 'url', 'redirected', 'status', 'ok', 'statusText', 'headers', 'body', 'bodyUsed'];

console.log(fields(new Request('http://EXAMPLE.com/a b#frag'), REQUEST));
console.log(fields(new Request(new URL('http://a/'), { method: 'post', cache: 'no-store', credentials: 'omit', redirect: 'error', mode: 'same-origin', referrer: '', referrerPolicy: 'origin', integrity: 'sha256-x', keepalive: true, body: 'x' }), REQUEST));
console.log(fields(new Response(), RESPONSE));
console.log(fields(new Response('x', { status: 404, statusText: 'Gone' }), RESPONSE));
console.log(fields(Response.error(), RESPONSE));
console.log(fields(Response.redirect('http://a/b', 301), RESPONSE), Response.redirect('http://a/b').headers.get('location'));
console.log(fields(Response.json({ a: 1 }), RESPONSE), Response.json([1], { headers: { 'content-type': 'x/y' } }).headers.get('content-type'), Response.json({}).headers.get('content-type'));
console.log(Object.getOwnPropertyNames(Request.prototype).filter((name) => name !== 'attribute').sort().join(), Request.length);
console.log(Object.getOwnPropertyNames(Response.prototype).sort().join(), Object.getOwnPropertyNames(Response).sort().join());
console.log(Object.prototype.toString.call(new Response()), Object.prototype.toString.call(new Request('http://a/')));
for (const method of ['get', 'GET', 'post', 'patch', 'PATCH', 'delete', 'options', 'head', 'put', 'custom', 'CONNECT', 'TRACE', 'track', 'a b', '', 'é', null]) attempt(`method ${method}`, () => new Request('http://a/', { method }).method);
for (const input of ['', 'relative', '//x', 'http://', 'http://u:p@a/', 'about:blank', 'data:,x', 1, null, {}]) attempt(`input ${input}`, () => new Request(input).url);
attempt('no input', () => new Request());
attempt('string init', () => new Request('http://a/', 'x'));
for (const init of [{ mode: 'navigate' }, { mode: 'x' }, { cache: 'x' }, { cache: 'only-if-cached' }, { credentials: 'x' }, { redirect: 'x' }, { referrerPolicy: 'x' }, { window: 1 }, { window: null }, { signal: 1 }, { signal: null }, { duplex: 'full' }, { referrer: 'nope' }, { referrer: 'about:client' }, { referrer: 'http://b/' }, { headers: { 'a b': 'c' } }, { priority: 'high' }, { priority: 'x' }, { keepalive: 1 }, { integrity: 1 }]) {
  attempt(JSON.stringify(init), () => fields(new Request('http://a/', init), ['mode', 'cache', 'referrer', 'signal', 'keepalive', 'integrity']));
}
for (const status of [99, 199, 200, 204, 599, 600, 'x', '201', null]) attempt(`status ${status}`, () => new Response(null, { status }).status);
for (const status of [101, 204, 205, 304]) attempt(`body ${status}`, () => new Response('x', { status }).status);
for (const statusText of ['', 'a b', 'a\nb', '\u0100', 'é']) attempt(`text ${statusText}`, () => new Response('', { statusText }).statusText);
for (const status of [200, 301, 302, 303, 304, 307, 308, 'x']) attempt(`redirect ${status}`, () => Response.redirect('http://a/', status).status);
attempt('redirect url', () => Response.redirect('nope'));
attempt('redirect none', () => Response.redirect());
attempt('json none', () => Response.json());
attempt('json undefined', () => Response.json(undefined));
attempt('json circular', () => { const o = {}; o.o = o; try { Response.json(o); } catch (error) { return error.name; } });
attempt('json bigint', () => { try { Response.json(1n); } catch (error) { return error.name; } });
attempt('init', () => new Response('', 1));
attempt('receiver', () => Object.getOwnPropertyDescriptor(Response.prototype, 'status').get.call({}));
attempt('receiver', () => Object.getOwnPropertyDescriptor(Request.prototype, 'url').get.call({}));
{
  const first = new Request('http://a/', { method: 'PUT', headers: { x: 'y' }, body: 'b' });
  const second = new Request(first, { headers: { z: 'w' } });
  console.log(second.method, [...second.headers], first.bodyUsed, second.bodyUsed);
}
{
  const controller = new AbortController();
  const request = new Request('http://a/', { signal: controller.signal });
  const copy = request.clone();
  console.log(request.signal === controller.signal, request.signal.aborted);
  controller.abort('why');
  console.log(request.signal.aborted, request.signal.reason, copy.signal.aborted);
}
console.log(new Response('x', { headers: { a: 'b' } }));
console.log(new Request('http://a/'));
