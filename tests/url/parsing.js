// URLs and query strings, by the standard and by the older interface.
// @flags --no-deprecation
const url = require('node:url');
const querystring = require('node:querystring');
const show = (f) => {
  try {
    console.log(String(f), '=>', f());
  } catch (error) {
    console.log(String(f), '=>', error.name, error.code, error.message, error.input);
  }
};
show(() => new URL('http://user:pa%20ss@ex.com:8080/a/../b?x=1&y=2#h'));
show(() => new URL('../x?y', 'http://h/a/b/c'));
show(() => new URL('x'));
show(() => new URL('x', 'y'));
show(() => new URL('HTTP://EXAMPLE.com:80/%7Efoo/../a b').href);
show(() => new URL('http://espa\u00f1ol.com/').host);
show(() => URL.canParse('x') || URL.parse('x'));
show(() => {
  const u = new URL('http://h/p?a=1');
  u.searchParams.append('b c', '\u00e9&');
  u.hash = 'x y';
  u.port = '81';
  u.protocol = 'https';
  u.pathname = '/q r';
  u.username = 'me';
  return [u.href, u.origin, u.search, [...u.searchParams]];
});
show(() => new URL('mailto:a@b').username = 'x');
show(() => String(new URLSearchParams({ a: 1, b: [1, 2] })));
show(() => String(new URLSearchParams([['a', 'b'], ['a', 'c']])));
show(() => new URLSearchParams([[1]]));
show(() => new URLSearchParams('?a=1&a=2&b=%zz&c+d=e+f&g'));
show(() => new URLSearchParams('a=1').entries());
show(() => url.fileURLToPath('file:///a%20b/c'));
show(() => url.fileURLToPath('http://x'));
show(() => url.fileURLToPath('file://host/x'));
show(() => url.fileURLToPath('file:///a%2fb'));
show(() => url.pathToFileURL('/a b#?\\%\n~[').href);
show(() => url.urlToHttpOptions(new URL('http://u:p@[::1]:8/a?b#c')));
show(() => url.format(new URL('http://u:p@h/a?b#c'), { auth: false, fragment: false, search: false }));
show(() => url.format({ protocol: 'http', host: 'h', pathname: 'a', query: { b: 1 } }));
show(() => [url.domainToASCII('espa\u00f1ol.com'), url.domainToUnicode('xn--espaol-zwa.com')]);
for (const [from, to] of [['http://h/a/b', '../c'], ['/one/two', 'three'], ['http://h/', '//x/y'], ['http://h/a', '?q'], ['mailto:a@b', 'c']]) {
  console.log(from, to, url.resolve(from, to));
}
console.log(querystring.parse('a=1&b=2&a=3&c&d=%20%zz+'), querystring.stringify({ a: [1, 'x y'], b: true, c: null, d: '\u00e9' }));
console.log(querystring.parse('a:1;b:2', ';', ':'), querystring.escape('a b&\u65e5'), querystring.unescape('%20%zz'));

// A caret is encoded in paths, not in what is opaque, a query or a fragment.
for (const text of ['http://a/b^c?q^#f^', 'mailto:a^b', 'foo:/b^c', 'file:///a^b', 'http://a/%5e^']) console.log(new URL(text).href);
const carets = new URL('http://a/');
carets.pathname = '/x^y';
console.log(carets.href, new URL('z^', 'http://a/^/').href);
