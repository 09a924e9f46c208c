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
// Sets of characters that only the newest flag of regular expressions knows; groups that repeat; what a base gives.
for (const [pattern, ...inputs] of [
  [{ pathname: '/([[a-z]--a])' }, { pathname: '/a' }, { pathname: '/z' }],
  [{ pathname: '/([\\d&&[0-1]])' }, { pathname: '/0' }, { pathname: '/3' }],
  [{ pathname: '/x{/:part}+' }, { pathname: '/x' }, { pathname: '/x/1/2/3' }],
  [{ pathname: '/:a.:b(\\d+)?' }, { pathname: '/p.12' }, { pathname: '/p.' }],
  [{ pathname: 'sub/:x', baseURL: 'https://u:p@h.org:8080/dir/file?q#f' }, 'https://h.org:8080/dir/sub/1', 'https://h.org/dir/sub/1'],
  [{ protocol: 'data', pathname: 'a b*' }, 'data:a b/c', 'data:ab'],
  [{ hostname: '{*.}?h.org', search: '?a=:v', hash: '#:h' }, 'https://x.h.org/?a=1#2', 'https://h.org/?a=1#'],
  [{ hostname: '[\\:\\:AB\\::num]' }, { hostname: '[::ab:1]' }],
]) {
  show(() => {
    const compiled = new URLPattern(pattern);
    const text = parts.map((part) => compiled[part]).join(' ');
    return [text, ...inputs.map((input) => {
      const result = compiled.exec(input);
      return result && parts.slice(0, 8).map((part) => `${result[part].input}:${JSON.stringify(Object.entries(result[part].groups).sort())}`);
    })];
  });
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
