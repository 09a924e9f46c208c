// Headers: names, values, order of iteration, what is refused and in which words.
'use strict';

const attempt = (label, run) => {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
};

const headers = new Headers({ 'Content-Type': 'text/html', b: '2', A: '1' });
headers.append('b', '3');
headers.append('Set-Cookie', 'a=1');
headers.append('set-cookie', 'b=2');
headers.set('x-space', '  in  the middle \t');
console.log([...headers], [...headers.keys()], [...headers.values()], headers.getSetCookie());
console.log(headers.get('B'), headers.get('set-cookie'), headers.get('none'), headers.has('CONTENT-type'), headers);
headers.delete('b');
headers.forEach((value, name, self) => console.log(name, value, self === headers));
console.log(Object.prototype.toString.call(headers), Object.prototype.toString.call(headers.entries()), headers.entries().next());
console.log(Object.getOwnPropertyNames(Headers.prototype).sort().join(), Headers.length, Headers.prototype.append.length, Headers.prototype[Symbol.iterator] === Headers.prototype.entries);

for (const init of [null, 1, 'x', true, [['a']], [['a', 'b', 'c']], [1], ['ab'], new Map([['a', 'b']]), [['a', 1]], { a: undefined }, { a: null }, { a: ['b', 'c'] }, { 'a b': 'c' }, { a: 'b\nc' }, { a: '\u0100' }, { '\u0100': 'a' }, Symbol.iterator, new Headers({ z: 1 }), new URLSearchParams('q=r'), () => {}]) {
  attempt('new', () => [...new Headers(init)]);
}
for (const name of ['', 'a b', 'a:', 'é', '\u0100', 1, null, undefined, 'A_b', Symbol('s')]) {
  attempt('has', () => new Headers().has(name));
  attempt('append', () => new Headers().append(name, 'v'));
  attempt('set', () => new Headers().set(name, 'v'));
  attempt('get', () => new Headers().get(name));
  attempt('delete', () => new Headers().delete(name));
}
for (const value of ['', ' ', 'a\0b', 'a\rb', '\u0100', 1, null, undefined, {}, ' x ', '\n', Symbol('s'), 'é']) {
  attempt('set', () => { const h = new Headers(); h.set('n', value); return JSON.stringify(h.get('n')); });
}
attempt('no arguments', () => headers.get());
attempt('one argument', () => headers.set('a'));
attempt('append none', () => headers.append());
attempt('receiver', () => Headers.prototype.get.call({}, 'a'));
attempt('callback', () => headers.forEach(1));
attempt('call', () => headers.forEach());
const live = new Headers({ a: '1', c: '3' });
for (const { 0: name } of live) {
  console.log('live', name);
  if (name === 'a') live.set('b', '2');
}
const response = new Response('x', { headers: [['Set-Cookie', 'z=1'], ['Set-Cookie', 'y=2']] });
console.log(response.headers.getSetCookie(), [...response.headers]);
const immutable = Response.error().headers;
attempt('immutable', () => immutable.set('a', 'b'));
attempt('immutable', () => immutable.append('a', 'b'));
attempt('immutable', () => immutable.delete('a'));
