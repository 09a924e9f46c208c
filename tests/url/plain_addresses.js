// Addresses that are as they should be, and those that nearly are: the parts of each, and what a new path makes of them.
'use strict';

const names = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

function show(text, base) {
  try {
    const url = new URL(text, base);
    console.log(JSON.stringify(text), JSON.stringify(names.map((name) => url[name])), [...url.searchParams].join('|'));
  } catch (error) {
    console.log(JSON.stringify(text), error.code);
  }
}

const starts = ['http://', 'https://', 'ws://', 'wss://', 'HTTP://', 'ftp://', 'file://', 'http:/', 'http:', 'custom://', ' http://'];
const authorities = [
  'example.org', 'h', 'a-b.c', 'a--b.c', '-a.b', 'a-.b', 'xn--mnchen-3ya.de', 'EXAMPLE.org', 'a..b', 'a.b.', '1.2.3.4', '1.2',
  'a.1', 'a.0x1', 'a.1b', '0x7f', '256.1.1.1', '[::1]', 'a_b', 'a%41', '', 'u@h', 'u:p@h', ':p@h', 'u:@h', '@h', 'u@v@h', 'u:p:q@h',
  'u;v=w@h', "u'v@h", 'u%40@h', 'h:', 'h:80', 'h:443', 'h:8080', 'h:0', 'h:08', 'h:65535', 'h:65536', 'h:1x', 'h:100000',
];
const rests = [
  '', '/', '/a/b', '/a/./b', '/a/../b', '/..', '/.a', '/a.b..c', '/%2e/a', '/%2E%2e/a', '/%41', '/%', '/a b', '/a|b', '/[a]', '/{a}',
  "/a'b", '/a"b', '/a`b', '/a\\b', '/ä', '/a\tb', '//', '/a//b', '/;x=1,2:3@4', '?q', '/?', '/?q=1&page=2', "/?a='b'", '/?a"b', '/?a=b#', '/#',
  '/#f', '/#a#b', '/#a`b', '/?a?b#c?d', '/?ä=ö', '/?a+b=%20c', '/?[a]={b}|^`\\', '/a?b/../c#/d',
];
for (const start of starts) for (const authority of authorities) show(`${start}${authority}/p?q=1#f`);
for (const start of ['http://', 'https://h:81', 'ftp://']) for (const rest of rests) show(`${start}${start.endsWith('/') ? 'u@example.org' : ''}${rest}`);
for (const rest of rests) show(rest, 'https://base.example/x/y?z');

const paths = [
  '/other', '/', '', 'other', '/a/b/', '/a//b', '/.', '/..', '/a/../b', '/.a', '/a.b', '/a..', '/%2e', '/%41', '/a b', '/a?b', '/a#b',
  '/ä', '/a\\b', '/a\nb', "/a'b", '/a;b', '/-a', '/~a_b', 5, null, undefined, ['/x', 'y'],
];
for (const start of ['http://u:p@h:81/old/path?q=1#f', 'https://h/?q#f', 'https://h/a', 'ftp://h/a#f', 'file:///a/b', 'custom://h/a', 'custom:a?b']) {
  for (const path of paths) {
    const url = new URL(start);
    const params = url.searchParams;
    url.pathname = path;
    console.log(url.href, JSON.stringify(names.map((name) => url[name])), `${params}`);
    url.search = '?new=1';
    url.hash = '';
    url.pathname = '/again';
    params.append('x', 'y');
    console.log(url.href, url.search, url.pathname);
  }
}

// The path is turned into a string before it is set, whatever that does.
const url = new URL('http://h/old?a#b');
url.pathname = { toString() { url.search = '?longer=1'; return '/new'; } };
console.log(url.href, url.pathname, url.search, url.hash);
for (const wrong of [Symbol('s'), { toString() { throw new RangeError('no'); } }]) {
  try {
    url.pathname = wrong;
  } catch (error) {
    console.log(error.name, url.href);
  }
}
try {
  Object.getOwnPropertyDescriptor(URL.prototype, 'pathname').set.call({}, '/x');
} catch (error) {
  console.log(error.name);
}

for (const text of ['a=1&b=2', 'a+b=c+d', 'a=%zz&%41=b', '\ud800=\udc00', 'a\ud800+=%F0%9F%98%80', '&&a&=b&', '😀=1', '?x', 'a=b=c', '%C3%28']) {
  console.log(JSON.stringify([...new URLSearchParams(text)]), `${new URLSearchParams(text)}`);
}
