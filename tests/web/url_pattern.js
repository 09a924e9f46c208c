// URLPattern: patterns of whole addresses and of their parts, groups, what matches, and the errors of what is no pattern.
'use strict';

const show = (run) => {
  try {
    console.log(run());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const parts = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash', 'hasRegExpGroups'];

for (const args of [
  ['https://example.com/books/:id(\\d+)'], [{ pathname: '/a/*' }], ['/foo/:bar?', 'https://example.com/base'],
  ['http{s}?://*.example.com:8080/x/*\\?q=:q#:hash'], [{ pathname: '/:a-:b{/:c}*' }], [{ hostname: '{:sub.}?example.com' }],
  [{ protocol: 'https', search: 'a=:b' }], ['data\\:foobar'], [{ pathname: '/A', baseURL: 'https://h/x/y?z#q' }], [],
  [{ pathname: '/caf\u00e9' }], ['https://\u00e4.de/'], [{ port: '80', protocol: 'http' }], [{ pathname: '/(a|b)+' }],
]) {
  show(() => {
    const pattern = new URLPattern(...args);
    return parts.map((part) => `${part}=${pattern[part]}`).join(' ');
  });
}
for (const args of [['/x'], ['('], [{}, 1], [1], [{ pathname: '([' }], [{ pathname: ':a:a' }], ['/a', 'zz'], [{ pathname: '/a' }, 'https://x'], [null]]) {
  show(() => new URLPattern(...args).pathname);
}
const books = new URLPattern({ pathname: '/books/:id{/:page}?' });
// Node lists groups in the order of a hash.
const groups = (result) => Object.entries(result.pathname.groups).sort();
show(() => groups(books.exec('https://h/books/7/2')));
show(() => groups(books.exec('https://h/books/7')));
show(() => books.exec({ pathname: '/books/9' }).inputs);
show(() => books.exec('https://h/other'));
show(() => books.test('/books/1', 'https://h'));
show(() => books.test('not an address'));
show(() => books.test(1));
show(() => books.test({}, 'https://h'));
show(() => books.test());
show(() => new URLPattern({ pathname: '/ABC' }).test('https://h/abc'));
show(() => new URLPattern({ pathname: '/ABC' }, { ignoreCase: true }).test('https://h/abc'));
show(() => new URLPattern('https://*.h.org/', { ignoreCase: true }).exec('https://WWW.H.ORG/').hostname);
show(() => new URLPattern('https://a.b/:c').exec('https://a.b/d'));
show(() => URLPattern('x'));
show(() => Object.prototype.toString.call(books));
show(() => require('url').URLPattern === URLPattern);
show(() => URLPattern.prototype.test.call({}, 'x'));
